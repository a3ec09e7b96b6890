"""Asking a submission about all 4,520 undecided positions, so that it becomes a policy.

It is asked everywhere twice, the second time in another order and with other chance, and first in
the positions that its own games can get to. If no two answers differ it is a function of the
position, and its results are exact. If some differ it plays by chance: it is asked more often, the
same number of times everywhere, and the shares of its answers are its policy. A game passes no
position twice, so that results computed from these shares are right on average; their standard
error is in `standings`.

The policy may lack weight: a row that sums to 0 is a forfeited position, one that sums to 0.9 is
forfeited once in ten times. See `forfeits`.
"""

import time
from contextlib import ExitStack
from dataclasses import dataclass, field

import numpy as np

from tttlearn.classroom.sandbox import POLICY, Ended, Sandbox
from tttlearn.game import cell_name
from tttlearn.rules import LEGAL, N_STATES, NEXT, PLY, START, UNDECIDED, O, X
from tttlearn.solve import TO_MOVE

IN_ORDER = UNDECIDED[np.argsort(PLY[UNDECIDED], kind="stable")]
"""(4520,) the undecided states, the beginning of a game first."""
LONGEST_REASON = 240
OTHER_FAULTS = "other faults"
"""The reason that stands for all after the first twenty."""


@dataclass
class Readout:
    """What was learned about a submission; plain numbers, texts and lists, fit for JSON.

    `weights` (4520, 9), for the states of UNDECIDED: how often each cell was taken, of `asked`
    (4520,) times; a saved learner is not asked, and its weights are its policy. `faults`: reasons
    to forfeit, and the states where each struck. `missing`: the walls that could not be built.
    """

    refused: str = ""
    weights: list = field(default_factory=list)
    asked: list = field(default_factory=list)
    chance: bool = False
    faults: dict = field(default_factory=dict)
    notes: list = field(default_factory=list)
    missing: list = field(default_factory=list)

    @property
    def policy(self):
        """(19683, 9), its rows summing to 1 less what is forfeited."""
        table = np.zeros((N_STATES, 9))
        table[UNDECIDED] = np.asarray(self.weights) / np.asarray(self.asked)[:, None]
        return table


class _Refused(Exception):
    """The submission cannot take part."""


def read_out(submission, limits, stop):
    """The Readout of a submission that has not been refused. Raises Stopped once `stop` is set."""
    reader = _Reader(submission, limits, stop)
    try:
        return reader.read_learner() if submission.ending == ".npz" else reader.read_player()
    except _Refused as reason:
        return Readout(refused=str(reason), missing=reader.missing)
    finally:
        reader.close()


class _Reader:
    """Asks, counts, and starts the process again when it has ended."""

    def __init__(self, submission, limits, stop):
        self.submission, self.limits, self.stop = submission, limits, stop
        self.counts = np.zeros((N_STATES, 9), int)
        self.asked = np.zeros(N_STATES, int)
        self.closed, self.own = np.zeros(N_STATES, bool), np.zeros(N_STATES, bool)
        self.faults, self.notes, self.missing = {}, [], []
        self.process, self.sandbox = ExitStack(), None
        self.ends, self.questions = 0, 0
        self.left = limits.total_seconds

    def close(self):
        """End the process, if there is one."""
        self.process.close()
        self.sandbox = None

    def read_learner(self):
        said = self._start(POLICY)
        try:
            rows = np.array(said["policy"], dtype=float)
            sound = rows.shape == (len(UNDECIDED), 9) and bool((rows >= 0).all())
            sound = sound and not rows[~LEGAL[UNDECIDED]].any()
            sound = sound and bool((np.abs(rows.sum(1) - 1) < 1e-9).all())
        except (KeyError, TypeError, ValueError, OverflowError):
            sound = False
        if not sound:
            raise _Refused("it holds no learner that can play")
        return Readout(weights=rows.tolist(), asked=[1] * len(rows), missing=self.missing)

    def read_player(self):
        self._start()
        self._own_games()
        own, rest = IN_ORDER[self.own[IN_ORDER]], IN_ORDER[~self.own[IN_ORDER]]
        self._twice(rest)
        chance = self._differs()
        for states in (own, rest) if chance else ():
            for _ in range(2, self.limits.asks):
                self._pass(states)
        return self._summary(chance)

    def _start(self, longest=4000):
        """A new process, which has read the file and learned; what it said. Raises _Refused."""
        limits = self.limits
        one = Sandbox(self.submission.ending, self.submission.content, limits, self.stop)
        self.sandbox = self.process.enter_context(one)
        try:
            walls = one.hear(limits.start_seconds)
            self.missing = [str(wall) for wall in walls["missing"]]
            said = one.hear(limits.start_seconds, longest)
        except Ended as reason:
            raise _Refused(f"{reason} while it was read") from None
        if not isinstance(said, dict) or "refused" in said:
            why = said["refused"] if isinstance(said, dict) else "it wrote what is no answer"
            raise _Refused(_short(why))
        return said

    def _own_games(self):
        """Ask twice in each position that games of the player can get to, whatever others do."""
        reached = {side: np.arange(N_STATES) == START for side in (X, O)}
        for ply, layer in enumerate(TO_MOVE):
            mine, other = (X, O) if ply % 2 == 0 else (O, X)
            states = layer[reached[mine][layer]]
            self._twice(states)
            self.own[states] = True
            reached[mine][NEXT[states][self.counts[states] > 0]] = True
            theirs = layer[reached[other][layer]]
            reached[other][NEXT[theirs][LEGAL[theirs]]] = True

    def _twice(self, states):
        self._pass(states)
        self._pass(states[::-1])

    def _pass(self, states):
        """Ask about these states, as far as they are open and time and patience are left."""
        states = [int(state) for state in states if not self.closed[state]]
        while states and self.left > 0 and self.ends < self.limits.process_ends:
            states = states[self._ask(states) :]

    def _ask(self, states):
        """Ask until the process ends, if it does; the number of states that are dealt with."""
        done = 0
        try:
            if self.sandbox is None:
                self._start()
            self.questions += 1  # so that each question has chance of its own
            self.sandbox.ask(states, self.questions)
            for state in states:
                self._count(state, self._hear())
                done += 1
            self._note_changes(self._hear())
        except _Refused as reason:  # it started once, but not again
            self.ends = self.limits.process_ends
            self._note(f"it could not be started again: {reason}")
        except Ended as reason:
            self._end(states[done:], str(reason))
            done += 1
        return done

    def _hear(self):
        start = time.monotonic()
        try:
            return self.sandbox.hear(min(self.limits.move_seconds, self.left))
        finally:
            self.left -= time.monotonic() - start

    def _count(self, state, answer):
        self.asked[state] += 1
        if type(answer) is int and 0 <= answer < 9 and LEGAL[state, answer]:
            self.counts[state, answer] += 1
        elif type(answer) is int and 0 <= answer < 9:
            self._fault(state, f"it took the cell {answer} ({cell_name(answer)}), which is taken")
        elif type(answer) is int:
            self._fault(state, f"it answered {str(answer)[:40]}, which is no cell 0 to 8")
        else:
            self._fault(state, _short(answer))

    def _fault(self, state, reason):
        struck = self.faults.setdefault(reason if len(self.faults) < 20 else OTHER_FAULTS, [])
        if state not in struck[-1:]:
            struck.append(int(state))

    def _end(self, rest, reason):
        """The process has ended at the first of the states in `rest`, which is forfeited."""
        self.close()
        if self.left <= 0:
            return self._note(f"it needed more than {self.limits.total_seconds:g} s in all")
        self.ends += 1
        for state in rest[:1]:
            self.closed[state] = True
            self.asked[state], self.counts[state] = 1, 0
            self._fault(state, reason)

    def _note_changes(self, said):
        if isinstance(said, dict) and said.get("changed") is True:
            self._note("it changes the board that it is given, which was a copy")

    def _note(self, text):
        if text not in self.notes:
            self.notes.append(text)

    def _differs(self):
        """Whether it gave two answers in one position; to forfeit is an answer, too."""
        forfeits = self.asked - self.counts.sum(1)
        most = np.maximum(self.counts.max(1), forfeits)
        return bool((most < self.asked).any())

    def _summary(self, chance):
        asked = self.asked[UNDECIDED]
        if (asked == 0).any():
            missed = self.own[UNDECIDED] & (asked == 0)
            self._note(
                f"{(asked == 0).sum():,} positions without an answer are forfeited; its games can "
                f"get to {missed.sum():,} of them or more"
            )
        if once := ((asked == 1) & ~self.closed[UNDECIDED]).sum():
            self._note(f"in {once:,} positions it was asked only once")
        return Readout(
            weights=self.counts[UNDECIDED].tolist(),
            asked=np.maximum(asked, 1).tolist(),
            chance=chance,
            faults=self.faults,
            notes=self.notes,
            missing=self.missing,
        )


def _short(text):
    """The text of a stranger in one line, printable and not long; what is no text is not shown."""
    if not isinstance(text, str):  # a list in lists, for one, may be too deep to be shown
        return "it wrote what is no answer"
    line = " ".join(text.split())[:LONGEST_REASON]
    return "".join(letter if letter.isprintable() else "?" for letter in line)
