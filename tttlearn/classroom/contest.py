"""Holding a class tournament: from a folder of submissions to the leaderboard."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tttlearn import learners, players
from tttlearn.classroom import submissions
from tttlearn.classroom.archive import Archive, read_all
from tttlearn.classroom.regulations import Limits
from tttlearn.classroom.standings import Entrant, Standings

HOUSE = ("random", "one-ply", "two-ply", "level-1", "level-5", "minimax")
HOUSE_LEARNERS = ("td", "q")
READOUTS = "readouts"
"""The folder, in that of the results, where what was read out is kept."""


@dataclass(eq=False)
class Contest:
    """A tournament that was held: its Standings, and what became of each submission.

    `entered` (submission, readout) of those who took part, in the order of the first entrants;
    `refused` (file, reason) of the others; `missing` the walls that could not be built around
    submissions; `limits` those that they had.
    """

    standings: Standings
    entered: list
    refused: list
    missing: list
    limits: Limits


def hold(folder, out, limits=None, games=None, seed=0):
    """Let all submissions in a folder meet each other and the house; a Contest.

    What is read out of them is kept in the folder `out`, where a second run finds it. `games`,
    `seed`: of the house players who learn. Raises ValueError when there is no submission at all, or
    for an `out` that cannot be written or is `folder`, OSError for a `folder` that is none.
    """
    limits = limits or Limits()
    _make_folder(out, folder)
    house = house_players(games, seed)
    found = submissions.find(folder, house, limits.submission_bytes, out)
    fit = [one for one in found if not one.refused]
    readouts = read_all(fit, Archive(Path(out) / READOUTS, limits))
    refused = [(one.file, one.refused) for one in found if one.refused]
    pairs = list(zip(fit, readouts, strict=True))
    refused += [(one.file, readout.refused) for one, readout in pairs if readout.refused]
    entered = [(one, readout) for one, readout in pairs if not readout.refused]
    entrants = [_entrant(one, readout) for one, readout in entered]
    entrants += [Entrant(name, policy, house=True) for name, policy in house.items()]
    missing = sorted({wall for readout in readouts for wall in readout.missing})
    return Contest(Standings(entrants), entered, sorted(refused), missing, limits)


def _make_folder(out, folder):
    if Path(out).resolve() == Path(folder).resolve():
        raise ValueError(f"the results need another folder than {folder}, that of the submissions")
    try:
        Path(out, READOUTS).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or error
        raise ValueError(f"the results cannot be written to {out}: {reason}") from None


def _entrant(submission, readout):
    asked = np.asarray(readout.asked) if readout.chance else None
    return Entrant(submission.name, readout.policy, asked=asked)


def house_players(games=None, seed=0):
    """The policies of the house players, a dict by name; those who learn do so on the spot."""
    found = {name: players.player(name).policy for name in HOUSE}
    for name in HOUSE_LEARNERS:
        learner = learners.learner(name, seed)
        learner.learn(games or 100_000)
        found[name] = learner.policy
    return found
