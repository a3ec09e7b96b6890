"""Programs that somebody else wrote: how they are called, and what they answer everywhere.

A program is a function, an object with a method that moves, or a class of such objects. It is asked
in all positions of a game, in two orders and from two seeds, so that one whose answers depend on
anything but the position is found out.
"""

from __future__ import annotations

import builtins
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from copy import deepcopy
from dataclasses import dataclass
from inspect import Parameter, signature
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from tttlearn.evaluation.conventions import WHOSE, ActionForm, BoardForm, has_values
from tttlearn.game.tables import Rules
from tttlearn.support.progress import ProgressBar
from tttlearn.support.strangers import EndlessError, FailedError, attempt, limited

METHODS = "act", "choose_action", "select_action", "get_action", "choose_move", "select_move"
METHODS += "get_move", "best_move", "find_best_move", "make_move", "move", "choose", "decide"
METHODS += "play", "predict"
"""The names of methods that move, in the order in which they are looked for."""
SIDE_NAMES = {"side", "player", "mark", "marker", "turn", "symbol", "piece", "me", "mover", "who"}
SIDE_NAMES |= {"color", "colour", "letter", "current_player", "to_move", "sign"}
"""The names of a parameter that takes the side to move."""
RNG_NAMES = {"rng", "random", "generator", "random_state"}
"""The names of a parameter that takes a numpy Generator."""
ANSWER_SECONDS = 10.0
"""Processor time for one answer; ten times as much by the clock."""
BATCH_SECONDS = 0.1
FIRST_ASKED = 10
"""After so many answers it is seen whether a program draws from a global generator."""
DEFAULT_ASKS = 100
"""How often a program whose answers vary is asked in each position."""
POSITIONAL = Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD


class Program(NamedTuple):
    """How a program is called.

    Attributes
    ----------
    function : callable
        What is called.
    takes : tuple of str
        What it takes by place: "position", then perhaps "side" and "rng".
    rng_by_name : str
        The name of an optional parameter that takes the generator; "" for none.
    name : str
        What messages call it.
    """

    function: Callable
    takes: tuple[str, ...]
    rng_by_name: str
    name: str

    @property
    def takes_rng(self) -> bool:
        """Whether it is given a generator."""
        return "rng" in self.takes or self.rng_by_name != ""

    def call(self, position: Any, side: Any, rng: np.random.Generator | None) -> Any:
        """Return the program's answer; FailedError for whatever it raises."""
        given = {"position": position, "side": side, "rng": rng}
        by_name = {self.rng_by_name: rng} if self.rng_by_name else {}
        return attempt(lambda: self.function(*(given[one] for one in self.takes), **by_name))


def as_program(thing: Any, called: str = "") -> Program | None:
    """Return how a function, an object that moves, or a class of these is called.

    Parameters
    ----------
    thing : object
        Anything.
    called : str
        What messages call it, if not by its own name.

    Returns
    -------
    Program or None
        None if it is nothing that can be called.

    Raises
    ------
    ValueError
        If it needs arguments that nobody knows, or is a class that cannot be made without any.
    """
    if isinstance(thing, type):
        try:
            thing = thing()
        except Exception as error:
            name = thing.__name__
            raise ValueError(
                f"{name} is a class and {name}() raised {type(error).__name__}: {error}; make an "
                f"object of it first, {name}(...)"
            ) from None
    method = next((name for name in METHODS if callable(getattr(thing, name, None))), None)
    function = getattr(thing, method) if method else thing
    if not callable(function):
        return None
    own = getattr(thing, "__name__", type(thing).__name__)
    own = getattr(thing, "name", "your function" if own == "<lambda>" else own)
    name = called or str(own)
    return Program(function, *_parameters(function, name), name)


def _parameters(function: Callable, name: str) -> tuple[tuple[str, ...], str]:
    """Return what a function takes by place, and the name of an optional generator."""
    try:
        told = signature(function)
    except (TypeError, ValueError):  # some functions that are not written in Python do not say
        return ("position",), ""
    parameters = told.parameters.values()
    needed = [one for one in parameters if one.default is Parameter.empty]
    by_place = [one.name for one in needed if one.kind in POSITIONAL]
    only_by_name = [one.name for one in needed if one.kind is Parameter.KEYWORD_ONLY]
    has_room = by_place or any(one.kind in (*POSITIONAL, Parameter.VAR_POSITIONAL)
                               for one in parameters)  # fmt: skip
    if not has_room or only_by_name or len(by_place) > 3:
        raise ValueError(f"{name} is f{told}: {SIGNATURES}")
    others = [_meaning(one) for one in by_place[1:]]
    if len(others) == 1:
        others = [others[0] or "rng"]
    elif len(others) == 2 and others != ["rng", "side"]:
        others = ["side", "rng"]
    optional = [one.name for one in parameters if one.default is not Parameter.empty]
    rng_by_name = next((one for one in optional if one in RNG_NAMES), "")
    return ("position", *others), "" if "rng" in others else rng_by_name


SIGNATURES = (
    "a player is f(position), f(position, rng), f(position, side) or f(position, side, rng), where "
    "the position is a state or a board"
)


def _meaning(name: str) -> str:
    if name.lower() in SIDE_NAMES:
        return "side"
    return "rng" * (name.lower() in RNG_NAMES)


@dataclass(frozen=True)
class Reading:
    """One way of asking a program and of understanding its answers."""

    board: BoardForm
    action: ActionForm

    @property
    def is_plain(self) -> bool:
        """Whether it is that of the package: numbers of states, and actions from 0."""
        return not self.board.signs and self.action.decode(0) == 0

    def __str__(self) -> str:
        return f"it sees {self.board} and answers {self.action.words}"


def answer_of(
    one: Program, board: BoardForm, rules: Rules, state: int, rng: np.random.Generator | None
) -> Any:
    """Return a program's answer in a state, in its own form; FailedError if it raises."""
    return one.call(board.encode(state, rules), board.side(state, rules), rng)


def each(states: Sequence[int], asked: Callable[[int], None]) -> None:
    """Call `asked` for each state; EndlessError if one takes more than `ANSWER_SECONDS`.

    The limit costs more than a quick answer does, so it is set for several states together, as many
    as are asked in a tenth of a second. If they take too long, they go on one by one.
    """
    at, size = 0, 1

    def ask_some(end: int) -> None:
        nonlocal at
        while at < end:
            asked(states[at])
            at += 1

    while at < len(states):
        began = perf_counter()
        try:
            limited(ANSWER_SECONDS, ask_some, min(at + size, len(states)))
        except EndlessError:
            if size == 1:
                raise
        size = 2 * size if perf_counter() - began < BATCH_SECONDS else 1


@contextmanager
def unheard() -> Iterator[None]:
    """Let nothing be printed inside it, let `input` fail, and leave the global generators alone."""
    was, states = builtins.input, (random.getstate(), np.random.get_state())  # noqa: NPY002

    def refused(*_: Any) -> str:
        raise FailedError("asks for input()")

    try:
        builtins.input = refused
        with redirect_stdout(None):
            yield
    finally:
        builtins.input = was
        random.setstate(states[0])
        np.random.set_state(states[1])  # noqa: NPY002


def seed_all(seed: int) -> None:
    """Let what programs may draw from, of Python and of NumPy, begin with this seed."""
    random.seed(seed)
    np.random.seed(seed % 2**32)  # noqa: NPY002 - it is what programs draw from


def _generators() -> tuple:
    """Return the state of these generators."""
    _, keys, *others = np.random.get_state()  # noqa: NPY002
    return random.getstate(), keys.tobytes(), others


class Answers(NamedTuple):
    """What a program answered everywhere.

    Attributes
    ----------
    counts : numpy.ndarray
        How often it took each action in each state, (S, A) int.
    faults : dict
        By state, in words, the first answer there that was no legal action.
    asks : int
        How often it was asked in each state; 1 if its answers do not vary.
    seconds : float
        What an answer took by the clock, on average.
    """

    counts: np.ndarray
    faults: dict[int, str]
    asks: int
    seconds: float


def answers(
    one: Program, reading: Reading, rules: Rules, seed: int = 0, asks: int | None = None
) -> Answers:
    """Ask a program in all undecided states, as often as it takes.

    Parameters
    ----------
    one : Program
        The program.
    reading : Reading
        How it is asked.
    rules : Rules
        The game.
    seed : int
        Decides the generators that it is given and the order of the states.
    asks : int, optional
        How often a program whose answers vary is asked in each state; 100 if not given.

    Returns
    -------
    Answers
        Its answers.

    Raises
    ------
    ValueError
        If its answers depend on what it was asked before and `asks` is not given.
    """
    states = rules.undecided.tolist()
    shuffled = np.random.default_rng(seed).permutation(states).tolist()
    passes = _Passes(one, reading, rules)

    counts = np.zeros(rules.next.shape, np.int64)

    def both(other_seed: int) -> tuple[dict[int, int], dict[int, int]]:
        with ProgressBar(2 * len(states), "answer") as tick:
            return passes.once(states, seed, tick), passes.once(shuffled, other_seed, tick)

    began = perf_counter()
    first, other = both(seed + 1)
    seconds = (perf_counter() - began) / (2 * len(states))
    if first == other:
        passes.count(first, counts)
        return Answers(counts, passes.faults, 1, seconds)
    first, again = both(seed)
    if first != again and asks is None:
        raise ValueError(_remembers(one, first, again, rules))
    asks = asks or DEFAULT_ASKS
    with ProgressBar(asks * len(states), "answer") as tick:
        for base in range(seed, seed + asks):
            passes.count(passes.once(states, base, tick), counts)
    return Answers(counts, passes.faults, asks, seconds)


class _Passes:
    """Copies of a program that are asked in all states. `faults`: as in Answers."""

    def __init__(self, one: Program, reading: Reading, rules: Rules) -> None:
        self.one, self.reading, self.rules = one, reading, rules
        self.faults: dict[int, str] = {}
        self.draws = False  # so far it has not been seen to draw from a global generator

    def once(self, states: list[int], base: int, tick: Callable) -> dict[int, int]:
        """Return a copy's action in each state, asked in this order; -1 for a fault.

        All chance that it can reach is made of the state and `base`, so only a program that
        remembers answers otherwise in another order. To seed the global generators takes longer
        than a quick answer, so that is not done before the program is seen to draw from them.
        """
        if not self.draws:
            known = self.faults.copy()
            actions = self._asked(states, base, tick)
            if not self.draws:
                return actions
            self.faults = known
            tick(-len(actions))
        return self._asked(states, base, tick)

    def _asked(self, states: list[int], base: int, tick: Callable) -> dict[int, int]:
        """The same, as far as the first states in which it is seen to draw."""
        copied, actions = copy_of(self.one), {}

        def asked(state: int) -> None:
            mixed = (base, state)
            if self.draws:
                seed_all(hash(mixed))
            rng = np.random.default_rng(mixed) if self.one.takes_rng else None
            action, fault = fault_of(copied, self.reading, self.rules, state, rng)
            if fault:
                self.faults.setdefault(state, fault)
            actions[state] = action
            tick()

        with unheard():
            seed_all(base)
            untouched = _generators()
            for some in (states[:FIRST_ASKED], states[FIRST_ASKED:]):
                each(some, asked)
                if not self.draws and _generators() != untouched:
                    self.draws = True
                    break
        return actions

    def count(self, actions: dict[int, int], counts: np.ndarray) -> None:
        """Add one to the count of each action, in place."""
        legal = [(state, action) for state, action in actions.items() if action >= 0]
        np.add.at(counts, tuple(np.transpose(legal)), 1)


def fault_of(
    one: Program, reading: Reading, rules: Rules, state: int, rng: np.random.Generator | None
) -> tuple[int, str]:
    """Return a program's action in a state and "", or -1 and what is wrong with its answer.

    `rng` may be None for a program that takes none.
    """
    try:
        answer = answer_of(one, reading.board, rules, state, rng)
    except FailedError as error:
        return -1, str(error)
    if answer is None:
        return -1, "answered None, as a function does that returns nothing"
    action = reading.action.action_of(answer, rules, state)
    if action >= 0 and rules.legal[state, action]:
        return action, ""
    if action < 0:
        values = f" but values; say whose, {WHOSE}" * has_values(answer, rules)
        return -1, f"answered {str(answer)[:60]!r}, which is no {rules.action_word}{values}"
    return -1, f"answered {rules.action_name(action)}, which is {rules.shut(state, action)}"


def copy_of(one: Program) -> Program:
    """Return the program with a copy of what it remembers, if it can be copied."""
    try:
        return one._replace(function=deepcopy(one.function))
    except Exception:  # a lock, an open file, a network on another device
        return one


def _remembers(one: Program, first: dict[int, int], again: dict[int, int], rules: Rules) -> str:
    """Return the message for a program that answers by what it was asked before."""
    state = next(state for state in first if first[state] != again[state])
    names = [
        rules.action_name(actions[state]) if actions[state] >= 0 else "nothing legal"
        for actions in (first, again)
    ]
    return (
        f"{one.name} answers by what it was asked before: it learns, remembers, or draws from a "
        f"generator of its own, but a player answers by the position and rng alone; in state "
        f"{state} it answered {names[0]}, and {names[1]} when the states came in another order; to "
        f"take the shares of its answers all the same, say how often it is asked, asks=100\n"
        f"{rules.show(state)}"
    )
