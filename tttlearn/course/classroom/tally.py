"""Counting the answers of a submission: what it takes where, what fails where and why."""

import numpy as np

from tttlearn.course.classroom.complaints import of_number
from tttlearn.game.played import cell_name
from tttlearn.game.rules import LEGAL, N_STATES
from tttlearn.support.text import one_line

LONGEST_REASON = 400
REASONS = 20
OTHER_FAULTS = "other faults"
"""The reason that stands for all after the first twenty."""


class Tally:
    """All answers so far.

    `counts` (19683, 9) of the legal ones, `asked` (19683,) how often; `closed` (19683,) where it
    forfeits for good; `faults` reasons to forfeit, and the states where each struck; `notes` what
    else there is to say.
    """

    def __init__(self):
        self.counts, self.asked = np.zeros(LEGAL.shape, int), np.zeros(N_STATES, int)
        self.closed, self.faults, self.notes = np.zeros(N_STATES, bool), {}, []

    def count(self, states, answers):
        """Count the answers to the first of these states, which are different ones."""
        states = np.array(states[: len(answers)], dtype=int)
        known = np.array([type(one) is int and 0 <= one < 9 for one in answers], dtype=bool)
        cells = np.zeros(len(states), dtype=int)
        cells[known] = [one for one, cell in zip(answers, known, strict=True) if cell]
        legal = known & LEGAL[states, cells]
        self.asked[states] += 1
        self.counts[states[legal], cells[legal]] += 1
        for k in np.flatnonzero(~legal):
            self._fault(int(states[k]), _complaint(answers[k]))

    def close(self, state, reason):
        """Let a state be forfeited, whatever was answered there."""
        self.closed[state] = True
        self.asked[state], self.counts[state] = 1, 0
        self._fault(int(state), reason)

    def note(self, text):
        """Remember what there is to say, once."""
        if text not in self.notes:
            self.notes.append(text)

    def varies(self):
        """Whether it gave two answers in one position; to forfeit is an answer, too."""
        forfeits = self.asked - self.counts.sum(1)
        most = np.maximum(self.counts.max(1), forfeits)
        return bool((most < self.asked).any())

    def _fault(self, state, reason):
        struck = self.faults.setdefault(
            reason if len(self.faults) < REASONS or reason in self.faults else OTHER_FAULTS, []
        )
        if state not in struck[-1:]:
            struck.append(state)


def _complaint(answer):
    """What is wrong with an answer that is no legal cell."""
    if type(answer) is not int:
        return short(answer)
    if 0 <= answer < 9:
        return f"it took the cell {answer} ({cell_name(answer)}), which is taken"
    return of_number(answer)


def short(text):
    """What a stranger says in one line, not long; what is no text is not shown."""
    if not isinstance(text, str):  # a list in lists, for one, may be too deep to be shown
        return "it wrote what is no answer"
    return one_line(text)[:LONGEST_REASON]
