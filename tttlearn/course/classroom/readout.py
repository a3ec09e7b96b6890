"""Asking a submission about all 4,520 undecided positions, to make a policy of it.

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
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field

import numpy as np

from tttlearn.course.classroom.complaints import (
    AWAKE,
    COMPILE_BEFORE,
    LEARN_LESS,
    LOOK_UP,
    positions,
)
from tttlearn.course.classroom.sandbox import POLICY, Asleep, Ended, Sandbox, TooSlow
from tttlearn.course.classroom.tally import Tally, short
from tttlearn.evaluation.passes import steps
from tttlearn.game.rules import LEGAL, N_STATES, NEXT, PLY, START, TICTACTOE, UNDECIDED
from tttlearn.game.tables import O, X

IN_ORDER = UNDECIDED[np.argsort(PLY[UNDECIDED], kind="stable")]
"""(4520,) the undecided states, the beginning of a game first."""
REPEATED = 300
"""So many of the first answers are compared with those of a second process."""


@dataclass
class Readout:
    """What was learned about a submission; plain numbers, texts and lists, fit for JSON.

    `weights` (4520, 9), for the states of UNDECIDED: how often each cell was taken, of `asked`
    (4520,) times; a saved learner is not asked, and its weights are its policy. `faults`: reasons
    to forfeit, and the states where each struck. `passing`: whether a limit of time struck or its
    process ended too often, so that another run may find something else.
    """

    refused: str = ""
    weights: list = field(default_factory=list)
    asked: list = field(default_factory=list)
    chance: bool = False
    faults: dict = field(default_factory=dict)
    notes: list = field(default_factory=list)
    passing: bool = False

    @property
    def policy(self):
        """(19683, 9), its rows summing to 1 less what is forfeited."""
        table = np.zeros(LEGAL.shape)
        table[UNDECIDED] = np.asarray(self.weights) / np.asarray(self.asked)[:, None]
        return table


class _Refused(Exception):
    """The submission cannot take part."""


def read_out(submission, limits, stop, walled=True):
    """The Readout of a submission that has not been refused.

    `walled`: whether it runs behind walls; WallsError if there are none to be had. Raises
    TournamentStopped once `stop` is set.
    """
    reader = _Reader(submission, limits, stop, walled)
    try:
        readout = reader.read_learner() if submission.ending == ".npz" else reader.read_player()
    except _Refused as reason:
        readout = Readout(refused=str(reason))
    finally:
        reader.close()
    readout.passing = reader.late or reader.ends >= limits.process_ends
    return readout


class _Reader:
    """Asks, counts, and starts the process again when it has ended."""

    def __init__(self, submission, limits, stop, walled):
        self.submission, self.limits, self.stop, self.walled = submission, limits, stop, walled
        self.tally, self.own = Tally(), np.zeros(N_STATES, bool)
        self.first, self.learns = [], False
        self.process, self.sandbox = ExitStack(), None
        self.ends, self.questions = 0, 0
        self.left, self.late = limits.total_seconds, False
        self.end = time.monotonic() + limits.clock_seconds

    def close(self):
        """End the process, if there is one."""
        self.process.close()
        self.late |= self.sandbox is not None and isinstance(self.sandbox.why, TooSlow)
        self.sandbox = None

    def read_learner(self):
        said = self._start(POLICY)
        try:
            rows = np.array(said["policy"], dtype=float)
            sound = rows.shape == LEGAL[UNDECIDED].shape and bool((rows >= 0).all())
            sound = sound and not rows[~LEGAL[UNDECIDED]].any()
            sound = sound and bool((np.abs(rows.sum(1) - 1) < 1e-9).all())
        except (KeyError, TypeError, ValueError, OverflowError):
            sound = False
        if not sound:
            raise _Refused("it holds no learner that can play")
        return Readout(weights=rows.tolist(), asked=[1] * len(rows))

    def read_player(self):
        self._start()
        self._own_games()
        own, rest = IN_ORDER[self.own[IN_ORDER]], IN_ORDER[~self.own[IN_ORDER]]
        self._twice(rest)
        chance = self.tally.varies()
        for states in (own, rest) if chance else ():
            for _ in range(2, self.limits.asks):
                self._pass(states)
        if chance or self.learns:
            self._check_chance()
        return self._summary(chance)

    def _start(self, longest=4000):
        """A new process, which has read the file and learned; what it said. Raises _Refused."""
        limits = self.limits
        sandbox = Sandbox(self.submission, limits, self.stop, self.walled, self.end)
        self.sandbox = self.process.enter_context(sandbox)
        try:
            said = sandbox.hear(limits.start_seconds, longest)
        except Ended as reason:
            reason = f"{reason} while it was read and learned{_cure(reason, LEARN_LESS)}"
            raise _Refused(reason) from None
        if not isinstance(said, dict) or "refused" in said:
            why = said["refused"] if isinstance(said, dict) else "it wrote what is no answer"
            raise _Refused(short(why))
        self.learns |= said.get("learns") is True
        return said

    def _own_games(self):
        """Ask twice in each position that games of the player can get to, whatever others do."""
        reached = {side: np.arange(N_STATES) == START for side in (X, O)}
        for step in steps(TICTACTOE):
            states = step.states[reached[step.side][step.states]]
            self._twice(states)
            self.own[states] = True
            reached[step.side][NEXT[states][self.tally.counts[states] > 0]] = True
            theirs = step.states[reached[-step.side][step.states]]
            reached[-step.side][NEXT[theirs][LEGAL[theirs]]] = True

    def _twice(self, states):
        self._pass(states)
        self._pass(states[::-1])

    def _pass(self, states):
        """Ask about these states, as far as they are open and time and patience are left."""
        states = [int(state) for state in states if not self.tally.closed[state]]
        while states and self.left > 0 and self.ends < self.limits.process_ends:
            states = states[self._ask(states) :]

    def _ask(self, states):
        """Ask until the process ends, if it does; the number of states that are dealt with."""
        answers = []
        try:
            if self.sandbox is None:
                self._start()
            self.questions += 1  # so that each question has chance of its own
            self.sandbox.ask(states, self.questions)
            if sum(len(some) for _, _, some in self.first) < REPEATED:
                self.first.append((states, self.questions, answers))
            for _ in states:
                answers.append(self._hear())
            self._note_habits(self._hear())
        except _Refused as reason:  # it started once, but not again
            self.ends = self.limits.process_ends
            self.tally.note(f"it could not be started again: {reason}")
        except Ended as reason:
            self.tally.count(states, answers)
            self._end(states[len(answers) :], reason)
            return len(answers) + 1
        self.tally.count(states, answers)
        self._spend()
        return len(answers)

    def _hear(self):
        """The next line. A first answer is not counted, since code may be compiled there."""
        if self.sandbox.total is None:
            said = self.sandbox.hear(self.limits.start_seconds)
            self.sandbox.count(self.left)
            return said
        return self.sandbox.hear(self.limits.move_seconds)

    def _spend(self):
        """Take note of what is left of the time for all answers."""
        if self.sandbox.total is not None:
            self.left = self.sandbox.left()

    def _end(self, rest, reason):
        """The process has ended at the first of the states in `rest`, which is forfeited."""
        cure = _cure(reason, COMPILE_BEFORE if self.sandbox.total is None else LOOK_UP)
        self._spend()
        self.close()
        if self.left <= 0:
            return self._note_lateness(reason)
        again = not isinstance(reason, Asleep)  # it would only sleep once more
        self.ends = self.ends + 1 if again else self.limits.process_ends
        for state in rest[:1]:
            self.tally.close(state, f"{reason}{cure}")

    def _note_lateness(self, reason):
        seconds, each = self.limits.total_seconds, self.limits.answer_ms
        if isinstance(reason, Asleep):
            return self.tally.note(f"{reason}{_cure(reason)}")
        self.tally.note(
            f"its {seconds:g} s of processor time for all answers ran out: asked twice in each of "
            f"{positions(len(UNDECIDED))}, it has {each:.2g} ms for an answer; {LOOK_UP}, or ask "
            "for a tournament with more time, such as --seconds 300"
        )

    def _note_habits(self, said):
        if isinstance(said, dict) and said.get("changed") is True:
            self.tally.note("it changes the board that it is given, which was a copy")
        if isinstance(said, dict) and said.get("decimal") is True:
            self.tally.note(
                "it answers with decimals such as 4.0; a cell is a whole number, int(4.0)"
            )

    def _check_chance(self):
        """Ask its first questions again, in a process that knows nothing of the first answers."""
        self.close()
        self.left = self.limits.total_seconds
        with suppress(_Refused, Ended):  # its ends are told where they cost something
            self._start()
            for states, seed, answers in self.first:
                self.sandbox.ask(states, seed)
                if [self._hear() for _ in answers] != answers:
                    return self.tally.note(
                        "use the rng that you are given, also in learn(rng): without it your "
                        "results change from run to run"
                    )
                self._hear()

    def _summary(self, chance):
        asked = self.tally.asked[UNDECIDED]
        if (asked == 0).any():
            missed = self.own[UNDECIDED] & (asked == 0)
            reached = f"at least {missed.sum():,}" if missed.any() else "none"
            self.tally.note(
                f"forfeits {positions((asked == 0).sum())} without an answer; its own games can "
                f"get to {reached} of them"
            )
        if once := ((asked == 1) & ~self.tally.closed[UNDECIDED]).sum():
            self.tally.note(f"asked only once in {positions(once)}")
        return Readout(
            weights=self.tally.counts[UNDECIDED].tolist(),
            asked=np.maximum(asked, 1).tolist(),
            chance=chance,
            faults=self.tally.faults,
            notes=self.tally.notes,
        )


def _cure(reason, cure=""):
    """What to do about an Ended: something about a limit of time, nothing about others."""
    if isinstance(reason, Asleep):
        cure = AWAKE
    return f": {cure}" if isinstance(reason, TooSlow) else ""
