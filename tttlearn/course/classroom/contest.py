"""Holding a class tournament: from a folder of submissions to the leaderboard."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tttlearn.course.classroom import quotas, submissions, walls
from tttlearn.course.classroom.archive import Archive, read_all
from tttlearn.course.classroom.regulations import Limits
from tttlearn.course.classroom.standings import Entrant, Standings
from tttlearn.players import roster

HOUSE = ("random", "one-ply", "two-ply", "level-1", "level-5", "minimax", "td", "q")
READOUTS = "readouts"
"""The folder, in that of the results, where what was read out is kept."""


@dataclass(eq=False)
class Contest:
    """A tournament that was held: its Standings, and what became of each submission.

    `entered` (submission, readout) of those who took part, in the order of the first entrants;
    `refused` (file, reason) of the others; `passing` files whose readouts are not kept, see
    `Readout`; `how` strangers' code was run, in a sentence; `limits` that it had.
    """

    standings: Standings
    entered: list
    refused: list
    passing: list
    how: str
    limits: Limits


def hold(folder, out, limits=None, games=None, seed=0, walled=True):
    """Let all submissions in a folder meet each other and the house; a Contest.

    What is read out of them is kept in the folder `out`, where a second run finds it. `games`,
    `seed`: of the house players who learn. `walled`: whether strangers' code runs behind walls;
    saved learners hold no code and need none. Raises WallsError where it should and none stand,
    ValueError when there is no submission at all, or for an `out` that cannot be written or is
    `folder`, OSError for a `folder` that is none.
    """
    limits = limits or Limits()
    _make_folder(out, folder)
    handed_in = submissions.collect(folder, HOUSE, limits.submission_bytes, out)
    fit = [one for one in handed_in if not one.refused]
    code = any(one.ending == ".py" for one in fit)
    if walled and code:
        walls.check()
    with ThreadPoolExecutor(1) as beside:  # most of it is compiling, on one core
        training = beside.submit(house_players, games, seed)
        readouts = read_all(fit, Archive(Path(out) / READOUTS, limits, walled and code))
        house = training.result()
    refused = [(one.file, one.refused) for one in handed_in if one.refused]
    entered = []
    for submission, readout in zip(fit, readouts, strict=True):
        if reason := readout.refused or _never_played(readout):
            refused.append((submission.file, reason))
        else:
            entered.append((submission, readout))
    entrants = [_entrant(one, readout) for one, readout in entered]
    entrants += [Entrant(name, policy, house=True) for name, policy in house.items()]
    passing = [one.file for one, readout in zip(fit, readouts, strict=True) if readout.passing]
    how = _how(code, walled)
    return Contest(Standings(entrants), entered, sorted(refused), passing, how, limits)


def _how(code, walled):
    if not code:
        return "No file held code."
    unlimited = quotas.missing()
    without = f" This system does not limit {unlimited}." if unlimited else ""
    if not walled:
        return f"The files ran without walls: who held the tournament had read them all.{without}"
    version = ".".join(map(str, walls.version()))
    return (
        f"Each file ran in a process of its own behind walls (bubblewrap {version}): no network, "
        f"no other files, no other processes.{without}"
    )


def _never_played(readout):
    """Why a submission is not ranked that gave no legal answer anywhere; empty for others."""
    if np.any(readout.weights):
        return ""
    reasons = sorted(readout.faults, key=lambda why: -len(set(readout.faults[why])))
    return "no legal answer in any position: " + "; ".join([*reasons[:1], *readout.notes])


def _make_folder(out, folder):
    if Path(out).resolve() == Path(folder).resolve():
        raise ValueError(
            f"the results need another folder than {folder}, which holds the submissions"
        )
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
    return {name: roster.trained(name, games, seed).policy for name in HOUSE}
