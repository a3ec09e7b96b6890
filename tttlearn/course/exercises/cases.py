"""Describe an exercise as data: the right answer, the cases it is tried in, known wrong answers.

    SECOND = Cases(
        task="A function of n: the expected second estimate of the machine named by n first pulls.",
        solution=lambda n: 0.2 * named(n),
        inputs=[(1,), (2,), (33,)],
        describe=lambda result, right, n: f"for n = {n} it is {right:+.4f}, yours is {result:+.4f}",
        faults={"ties are missing": lambda n: 0.2 * named(n, tie=0)},
        remark="Right for {n} numbers of pulls.",
    )
    second = exercise("07.second", minutes=5)(SECOND)

The reader of a wrong answer learns what the check saw in the first case that is off and, if it is
known, a slip that gives the same results. A fault is a wrong function with a description of the
slip in words. It is a possible cause if it gives what the answer gives in every case, or in some
thousand of very many. If there are one or two possible causes, the check names them; if there are
more, it names none, because nothing says which of them it was. The check claims no more than that
the slip gives the same results, so it says nothing false of an answer with another slip. If an
answer has several parts, each of which may be wrong, the faults are `combined` from what may be
wrong with each part; only those with the fewest slips count. If there is no known cause, a sign
says what else is true of the one result, without a reason.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from inspect import signature
from itertools import combinations
from math import isclose
from numbers import Real

import numpy as np

from tttlearn.course.exercises.answers import NotAttempted, Wrong, ask, explained
from tttlearn.course.exercises.kinds import check_whole, function, number

CHANGED = "it changes the {name} it is given; take `{name}.copy()`"
MAX_COMPARED_CASES = 1_500
"""Approximate number of cases in which an answer is compared with a fault, if there are more."""


@dataclass(frozen=True)
class Cases:
    """Cases in which an answer, a function, is compared with the right answer.

    task: what is asked for, in words; it becomes the docstring of the check
    solution: the right answer, a function of the same arguments
    inputs: the cases, tuples of arguments; or a function that makes them, the same each time, if
        that takes time
    describe: a function that describes a case that is off, of (result, right, *case)
    faults: {words: wrong function of the same arguments}; a tuple of words for several slips
    signs: {words: whether a result that is off shows this, a function of (result, *case)}
    error_hints: {piece of the text of an exception: what it often means here}, see `answers`
    kind: a function that gives a result its plain form, see `kinds`, or raises Wrong; it is applied
        to right results, too. Where a right plain result is an int, or consists of ints, floats are
        wrong
    must_exceed: whether a result must be larger than the right one, instead of the same
    sampling_error: a result this near to the right one in all cases was sampled; 0 if sampling is
        no option
    board: the state to show for a case that is off, a function of (result, right, *case), if it is
        not the argument called `state`
    tolerance: how far a number may be off
    call: how an answer is called in a case, a function of (answer, *case), if not answer(*case)
    extra_check: a further check of an answer that is right in all cases, a function that may raise
        Wrong
    remark: text for a right answer, with {n} for the number of cases; or a function of the results
    """

    solution: Callable
    inputs: Sequence | Callable
    describe: Callable
    faults: dict = field(default_factory=dict)
    signs: dict = field(default_factory=dict)
    error_hints: dict = field(default_factory=dict)
    kind: Callable = number
    must_exceed: bool = False
    sampling_error: float = 0.0
    board: Callable | None = None
    tolerance: float = 1e-9
    call: Callable = lambda answer, *case: answer(*case)
    extra_check: Callable = lambda answer: None
    remark: str | Callable = ""
    task: str = ""
    # Cache of results, {(words of a fault, or "" for `solution`; number of the case): result}:
    # every answer that is checked in this process is compared with the same ones.
    _known: dict = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self):
        if self.board is None:
            names = list(signature(self.solution).parameters)
            place = names.index("state") if "state" in names else None
            object.__setattr__(self, "board", partial(_argument, place))

    def __call__(self, answer):
        """Return the closing remark; raise Wrong or NotAttempted unless the answer is right."""
        results = self.check(partial(self.call, function(answer)))
        self.extra_check(answer)
        remark = self.remark
        return remark(results) if callable(remark) else remark.format(n=len(results))

    def check(self, answer):
        """Return the answer's result in each case, a list; raise Wrong if one is not right."""
        cases, results = self.inputs() if callable(self.inputs) else self.inputs, []
        asked = self._asker(answer)
        for i, case in enumerate(cases):
            results.append(asked(case))
            right = self._right(i, case)
            if not self._is_right(results[-1], right):
                reason, causes = self._reason(asked, cases, results)
                raise Wrong(reason, self.board(results[-1], right, *case), causes)
        for i in range(0 if self.must_exceed else len(cases)):
            check_whole(results[i], self._right(i, cases[i]))
        return results

    def _is_right(self, result, right):
        return result > right + self.tolerance if self.must_exceed else self._same(result, right)

    def _asker(self, answer):
        """Return a function that takes a case and returns the answer's result in its plain form."""
        # By id, because the same large table may be in every case. Only copies of the last case are
        # kept: filling memory that was just freed takes a tenth of the time of new memory.
        copies = {}

        def asked(case):
            nonlocal copies
            copies = {id(part): copies.get(id(part), part) for part in case}
            own = [_copy(part, copies) for part in case]
            try:
                with explained(self.error_hints):
                    result = self.kind(ask(answer, *own))
                for i, part in enumerate(case):
                    if not _is_unchanged(part, own[i]):
                        name = list(signature(self.solution).parameters)[i]
                        raise Wrong(CHANGED.format(name=name))
            except Exception:
                copies.clear()  # a changed copy is not used in the next case
                raise
            return result

        return asked

    def _same(self, result, right):
        """Return whether results are equal: numbers up to the tolerance, also nan and nan."""
        if result is None or right is None or isinstance(right, (list, str)):
            return result == right
        if isinstance(result, Real) and isinstance(right, Real):
            # A fast way, because some answers are checked for all 19,683 codes.
            if result == right or (result != result and right != right):
                return True
            return isclose(result, right, rel_tol=0, abs_tol=self.tolerance)
        if np.shape(result) != np.shape(right):
            return False
        result, right = np.asarray(result), np.asarray(right)
        # np.allclose would take four times as long, for each of hundreds of faults.
        with np.errstate(invalid="ignore"):
            near = (result == right) | (np.abs(result - right) <= self.tolerance)
        return bool((near | (result != result) & (right != right)).all())

    def _reason(self, asked, cases, results):
        """Return what was seen in the last of these cases, with its causes; and these causes.

        A sign stands for the causes if none is known.
        """
        off, case = results[-1], cases[len(results) - 1]
        right = self._right(len(results) - 1, case)
        if isinstance(right, np.ndarray) and off.shape != right.shape:
            seen, signs = _shape_seen(off, right), {}
        else:
            seen, signs = self.describe(off, right, *case), self.signs
        causes = self._causes(asked, cases, results)
        if not causes or len(causes) > 2:
            words = next((words for words, sign in signs.items() if sign(off, *case)), "")
            if not causes and self._is_near(asked, cases, results):
                words = "close, as from sampling; add up the chances instead"
            return (f"{seen}: {words}" if words else seen), ()
        return either(seen, causes), tuple(map(words_of, causes))

    def _causes(self, asked, cases, results):
        """Return the faults that give what the answer gives, with the fewest slips."""
        result = _results(asked, cases, results)
        # The case that is off comes first, because most faults differ there; then all others.
        some = range(0, len(cases), 1 + len(cases) // MAX_COMPARED_CASES)
        seen = range(min(len(results), MAX_COMPARED_CASES))
        places = dict.fromkeys([len(results) - 1, *seen, *some])  # each of them once
        alike = []
        for fault in self.faults:
            if alike and slips(fault) > slips(alike[0]):
                break  # faults are sorted by their number of slips
            if all(self._same(result(i), self._made(fault, i, cases[i])) for i in places):
                alike.append(fault)
        return tuple(alike)

    def _is_near(self, asked, cases, results):
        """Return whether each result is as near to the right one as a sampled result would be."""
        result = _results(asked, cases, results)
        near = (abs(result(i) - self._right(i, case)) for i, case in enumerate(cases))
        return self.sampling_error > 0 and all(off < self.sampling_error for off in near)

    def _right(self, i, case):
        """Return the right result in case number i."""
        if ("", i) not in self._known:
            self._known["", i] = self.kind(self.solution(*case))
        return self._known["", i]

    def _made(self, words, i, case):
        """Return the result of the fault with these words in case number i, in its plain form."""
        if (words, i) not in self._known:
            self._known[words, i] = _call_or_nan(lambda: self.kind(self.faults[words](*case)))
        return self._known[words, i]


def _argument(place, result, right, *case):
    """Return the argument of a case at this place; None if there is no such place."""
    return None if place is None else case[place]


def _results(asked, cases, results):
    """Return a function that gives the result in case i; `results` are those known so far."""

    @cache
    def result(i):
        return results[i] if i < len(results) else _call_or_nan(asked, cases[i])

    return result


def check_in_turn(steps):
    """Raise Wrong, with the name of the step, unless all steps are right.

    It raises NotAttempted if the first step is still `...`. `steps` is {name: (Cases, answer)}.
    """
    for name, (cases, answer) in steps.items():
        try:
            cases.check(answer)
        except NotAttempted:
            if name == next(iter(steps)):
                raise
            raise Wrong(f"`{name}` is still ...; what stands above it is right") from None
        except Wrong as wrong:
            raise Wrong(f"`{name}`: {wrong}", wrong.state, wrong.causes) from None


def _shape_seen(result, right):
    """Return a description of an array that has another shape than the right one."""
    if result.ndim == 0 and right.ndim == 1:
        return f"it returns one number, but {len(right)} are asked for"
    return f"it returns the shape {result.shape}, and {right.shape} is right"


def either(seen, causes):
    """Return what was seen, with the one or two slips that give the same results in every case.

    Slips that are not listed may give them, too; the text claims it only of the listed ones.
    """
    if len(causes) == 2:
        first, second = map(words_of, causes)
        return f"{seen}. Either of two slips does that. One: {first}. The other: {second}"
    lead = "One slip that does that" if slips(causes[0]) == 1 else "Slips that do that together"
    return f"{seen}. {lead}: {words_of(causes[0])}"


def slips(fault):
    """Return the number of slips that a fault consists of."""
    return len(fault) if isinstance(fault, tuple) else 1


def words_of(fault):
    """Return the words of a fault as part of a sentence."""
    return "; ".join(fault) if isinstance(fault, tuple) else fault


def combined(parts, make, most=2):
    """Return {(words, ...): wrong function} for one wrong part, two, up to `most` at once.

    parts: {part: {words: way}}, what may be wrong with each part, and the way that makes it so
    make: a function of a case, with a keyword for each part that takes one of these ways

    The functions are `make` with these ways as `keywords`, which distinguish one cause from
    another.
    """
    single = [(part, words) for part, ways in parts.items() for words in ways]
    together = (faults for n in range(1, most + 1) for faults in combinations(single, n))
    return {
        tuple(words for _, words in faults): partial(
            make, **{part: parts[part][words] for part, words in faults}
        )
        for faults in together
        if len(dict(faults)) == len(faults)  # each part is wrong in one way at most
    }


def _copy(part, copies):
    """Return a copy of an array, a list or a dict, made only once; other objects unchanged."""
    if isinstance(part, (np.ndarray, list, dict)) and copies[id(part)] is part:
        copies[id(part)] = part.copy()
    return copies[id(part)]


def _is_unchanged(part, own):
    """Return whether an array, a list or a dict is unchanged, where nan equals nan."""
    if part is own or np.array_equal(part, own):
        return True  # fast: a comparison that treats nan as equal takes longer
    plain = isinstance(part, np.ndarray) and part.dtype.kind == "f"
    return plain and np.array_equal(part, own, equal_nan=True)


def _call_or_nan(function, *arguments):
    """Return what the function returns, without warnings; nan if it raises an exception."""
    try:
        with np.errstate(all="ignore"):
            return function(*arguments)
    except Exception:
        return np.nan
