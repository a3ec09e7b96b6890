"""Hold a class tournament, from what was handed in to the leaderboard."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tttlearn.course.classroom import submissions
from tttlearn.course.classroom.gradebook import Grades
from tttlearn.course.classroom.standings import Entrant, Standings
from tttlearn.game.rules import UNDECIDED
from tttlearn.players import roster

POINTS = "points a game of 1"
"""Name of the grade in Moodle."""
HOUSE = ("random", "one-ply", "two-ply", "level-1", "level-5", "minimax", "td", "q")


@dataclass(eq=False)
class Contest:
    """Tournament that was held: its Standings, and what became of each submission.

    `entered` has the submissions that took part, in the order of the first entrants, `refused` the
    others.
    """

    standings: Standings
    entered: list
    refused: list

    @property
    def grades(self):
        """The Grades of all submissions, without points for those that were refused."""
        scores = self.standings.table.score
        return [
            Grades(entry.number, entry.name, {POINTS: scores[k]})
            for k, entry in enumerate(self.entered)
        ] + [
            Grades(entry.number, entry.name, {POINTS: None}, f"{entry.file}: {entry.refused}")
            for entry in self.refused
        ]


def hold(source, out, games=None, seed=0, beside=None):
    """Hold a tournament of all submissions in a folder or zip and the house; return a Contest.

    `out` is the folder of the results, which is made, and is skipped inside `source`. `games` and
    `seed` are those of the house players that learn, `beside` is the path of a names.csv elsewhere.
    Raises ValueError if there is no submission at all, or if `out` cannot be written or is
    `source`; OSError if `source` is neither a folder nor a zip.
    """
    _make_folder(out, source)
    collected = submissions.collect(source, HOUSE, out, beside)
    handed_in = [_without_answers(entry) for entry in collected]
    entered = [entry for entry in handed_in if not entry.refused]
    entrants = [_entrant(entry) for entry in entered]
    house = {name: roster.trained(name, games, seed).policy for name in HOUSE}
    entrants += [Entrant(name, policy, house=True) for name, policy in house.items()]
    return Contest(Standings(entrants), entered, [entry for entry in handed_in if entry.refused])


def _without_answers(submission):
    """Return the submission, refused if its player has no legal answer anywhere."""
    if submission.refused or submission.player.policy[UNDECIDED].any():
        return submission
    return submission._replace(refused="it has no legal answer in any position")


def _make_folder(out, source):
    if Path(out).resolve() == Path(source).resolve():
        raise ValueError(f"the results need another folder than {source}, which was handed in")
    try:
        Path(out).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or error
        raise ValueError(f"the results cannot be written to {out}: {reason}") from None


def _entrant(submission):
    player = submission.player
    asked = np.full(len(UNDECIDED), player.asks) if player.is_estimate else None
    return Entrant(submission.name, player.policy, asked=asked)
