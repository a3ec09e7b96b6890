"""Programs of other people as players: how they are called, and their answers in all positions.

A program is a function, an object with a method that moves, or a class of such objects. It is asked
in all positions of a game, in two orders and from two seeds, which shows whether its answers depend
on anything but the position.
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

from tttlearn.evaluation.conventions import VALUES_HELP, ActionForm, BoardForm, has_values
from tttlearn.game.tables import Rules
from tttlearn.support.progress import ProgressBar
from tttlearn.support.strangers import EndlessError, FailedError, attempt, limited

METHODS = "act", "choose_action", "select_action", "get_action", "choose_move", "select_move"
METHODS += "get_move", "best_move", "find_best_move", "make_move", "move", "choose", "decide"
METHODS += "play", "predict"
"""Names of methods that move, in the order in which they are looked up."""
SIDE_NAMES = {"side", "player", "mark", "marker", "turn", "symbol", "piece", "me", "mover", "who"}
SIDE_NAMES |= {"color", "colour", "letter", "current_player", "to_move", "sign"}
"""Names of a parameter that takes the side to move."""
RNG_NAMES = {"rng", "random", "generator", "random_state"}
"""Names of a parameter that takes a numpy Generator."""
ANSWER_SECONDS = 10.0
"""Limit on the processor time of an answer; by the clock it is ten times as long."""
BATCH_SECONDS = 0.1
"""Time of a batch of answers below which the next batch is twice as large."""
N_FIRST_ASKED = 10
"""Number of answers after which it is checked whether a program draws from a global generator."""
DEFAULT_ASKS = 100
"""How often a program whose answers vary is asked in each position."""
POSITIONAL = Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD


class Program(NamedTuple):
    """Function that is asked for moves, and how it is called.

    Attributes
    ----------
    function : callable
        The function.
    takes : tuple of str
        Its positional arguments: "position", then perhaps "side" and "rng".
    rng_by_name : str
        Name of an optional parameter that takes the generator; "" for none.
    name : str
        Name of the program in messages.
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
        """Return the answer of the program.

        Parameters
        ----------
        position : object
            The position, in the form of the program.
        side : object
            The side to move, in the form of the program.
        rng : numpy.random.Generator or None
            Source of randomness, None if the program takes none.

        Returns
        -------
        object
            The answer.

        Raises
        ------
        FailedError
            If the program raises an exception.
        """
        given = {"position": position, "side": side, "rng": rng}
        by_name = {self.rng_by_name: rng} if self.rng_by_name else {}
        return attempt(lambda: self.function(*(given[kind] for kind in self.takes), **by_name))


def as_program(thing: Any, called: str = "") -> Program | None:
    """Return how a function, an object that moves, or a class of these is called.

    Parameters
    ----------
    thing : object
        The function, object or class.
    called : str, default ""
        Name in messages, instead of its own.

    Returns
    -------
    Program or None
        The program, None if the object cannot be called.

    Raises
    ------
    ValueError
        If it needs unknown arguments, or is a class that cannot be made without arguments.
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
    """Return the positional arguments of a function, and the name of an optional generator."""
    try:
        own_signature = signature(function)
    except (TypeError, ValueError):  # some functions not written in Python have no signature
        return ("position",), ""
    parameters = own_signature.parameters.values()
    needed = [parameter for parameter in parameters if parameter.default is Parameter.empty]
    by_place = [parameter.name for parameter in needed if parameter.kind in POSITIONAL]
    only_by_name = [
        parameter.name for parameter in needed if parameter.kind is Parameter.KEYWORD_ONLY
    ]
    has_room = by_place or any(parameter.kind in (*POSITIONAL, Parameter.VAR_POSITIONAL)
                               for parameter in parameters)  # fmt: skip
    if not has_room or only_by_name or len(by_place) > 3:
        raise ValueError(f"{name} is f{own_signature}: {SIGNATURES_HELP}")
    others = [_meaning(parameter) for parameter in by_place[1:]]
    if len(others) == 1:
        others = [others[0] or "rng"]
    elif len(others) == 2 and others != ["rng", "side"]:
        others = ["side", "rng"]
    optional = [
        parameter.name for parameter in parameters if parameter.default is not Parameter.empty
    ]
    rng_by_name = next((parameter for parameter in optional if parameter in RNG_NAMES), "")
    return ("position", *others), "" if "rng" in others else rng_by_name


SIGNATURES_HELP = (
    "a player is f(position), f(position, rng), f(position, side) or f(position, side, rng), where "
    "the position is a state or a board"
)


def _meaning(name: str) -> str:
    if name.lower() in SIDE_NAMES:
        return "side"
    return "rng" * (name.lower() in RNG_NAMES)


@dataclass(frozen=True)
class Reading:
    """How a program is asked, and how its answers are understood.

    Attributes
    ----------
    board : BoardForm
        How the program sees a board.
    action : ActionForm
        How it names actions.
    """

    board: BoardForm
    action: ActionForm

    @property
    def is_plain(self) -> bool:
        """Whether it is the form of the package: numbers of states, and actions from 0."""
        return not self.board.signs and self.action.decode(0) == 0

    def __str__(self) -> str:
        return f"it sees {self.board} and answers {self.action.words}"


def answer_of(
    program: Program, board: BoardForm, rules: Rules, state: int, rng: np.random.Generator | None
) -> Any:
    """Return a program's answer in a state, in its own form.

    Parameters
    ----------
    program : Program
        The program.
    board : BoardForm
        How it sees a board.
    rules : Rules
        The game.
    state : int
        Code of the position.
    rng : numpy.random.Generator or None
        Source of randomness, None if the program takes none.

    Returns
    -------
    object
        The answer.

    Raises
    ------
    FailedError
        If the program raises an exception.
    """
    return program.call(board.encode(state, rules), board.side(state, rules), rng)


def call_for_each(states: Sequence[int], asked: Callable[[int], None]) -> None:
    """Call a function for each state, within a limit on the time of each call.

    Parameters
    ----------
    states : sequence of int
        The states.
    asked : callable
        The function of a state.

    Raises
    ------
    EndlessError
        If a call takes more than `ANSWER_SECONDS`.

    Notes
    -----
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
    """Suppress output, let `input` fail, and restore the global generators afterwards."""
    own_input, states = builtins.input, (random.getstate(), np.random.get_state())  # noqa: NPY002

    def refused(*_: Any) -> str:
        raise FailedError("asks for input()")

    try:
        builtins.input = refused
        with redirect_stdout(None):
            yield
    finally:
        builtins.input = own_input
        random.setstate(states[0])
        np.random.set_state(states[1])  # noqa: NPY002


def seed_all(seed: int) -> None:
    """Seed the global generators of Python and of NumPy, from which programs may draw.

    Parameters
    ----------
    seed : int
        The seed.
    """
    random.seed(seed)
    np.random.seed(seed % 2**32)  # noqa: NPY002 - programs draw from it


def _generators() -> tuple:
    """Return the state of the global generators."""
    _, keys, *others = np.random.get_state()  # noqa: NPY002
    return random.getstate(), keys.tobytes(), others


class Answers(NamedTuple):
    """Answers of a program in all undecided states.

    Attributes
    ----------
    counts : numpy.ndarray of int64, shape (S, A)
        How often it took each action in each state.
    faults : dict
        By state, in words, the first answer that was not a legal action.
    asks : int
        How often it was asked in each state; 1 if its answers do not vary.
    seconds : float
        Mean time of an answer by the clock, in seconds.
    """

    counts: np.ndarray
    faults: dict[int, str]
    asks: int
    seconds: float


def answers(
    program: Program, reading: Reading, rules: Rules, seed: int = 0, asks: int | None = None
) -> Answers:
    """Ask a program in all undecided states, as often as it takes.

    Parameters
    ----------
    program : Program
        The program.
    reading : Reading
        How it is asked.
    rules : Rules
        The game.
    seed : int, default 0
        Seed of the generators that it is given and of the order of the states.
    asks : int, optional
        How often a program whose answers vary is asked in each state, 100 if not given.

    Returns
    -------
    Answers
        Its answers.

    Raises
    ------
    ValueError
        If its answers depend on the questions before and `asks` is not given.
    """
    states = rules.undecided.tolist()
    shuffled = np.random.default_rng(seed).permutation(states).tolist()
    passes = _Passes(program, reading, rules)

    counts = np.zeros(rules.next.shape, np.int64)

    def ask_twice(other_seed: int) -> tuple[dict[int, int], dict[int, int]]:
        with ProgressBar(2 * len(states), "answer") as tick:
            return passes.once(states, seed, tick), passes.once(shuffled, other_seed, tick)

    began = perf_counter()
    first, other = ask_twice(seed + 1)
    seconds = (perf_counter() - began) / (2 * len(states))
    if first == other:
        passes.count(first, counts)
        return Answers(counts, passes.faults, 1, seconds)
    first, again = ask_twice(seed)
    if first != again and asks is None:
        raise ValueError(_remembers(program, first, again, rules))
    asks = asks or DEFAULT_ASKS
    with ProgressBar(asks * len(states), "answer") as tick:
        for base in range(seed, seed + asks):
            passes.count(passes.once(states, base, tick), counts)
    return Answers(counts, passes.faults, asks, seconds)


class _Passes:
    """Copies of a program that are asked in all states, and their `faults` as in Answers."""

    def __init__(self, program: Program, reading: Reading, rules: Rules) -> None:
        self.program, self.reading, self.rules = program, reading, rules
        self.faults: dict[int, str] = {}
        self.draws = False  # so far it has not been seen to draw from a global generator

    def once(self, states: list[int], base: int, tick: Callable) -> dict[int, int]:
        """Return a copy's action in each state, asked in this order; -1 for a fault.

        All randomness that it can reach is made of the state and `base`, so only a program that
        remembers answers differently in another order. Seeding the global generators takes longer
        than a quick answer, so it begins only when the program is seen to draw from them.
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
        """Return the actions, only of the first states if the program is seen to draw there."""
        copied, actions = copy_of(self.program), {}

        def asked(state: int) -> None:
            mixed = (base, state)
            if self.draws:
                seed_all(hash(mixed))
            rng = np.random.default_rng(mixed) if self.program.takes_rng else None
            action, fault = fault_of(copied, self.reading, self.rules, state, rng)
            if fault:
                self.faults.setdefault(state, fault)
            actions[state] = action
            tick()

        with unheard():
            seed_all(base)
            untouched = _generators()
            for some in (states[:N_FIRST_ASKED], states[N_FIRST_ASKED:]):
                call_for_each(some, asked)
                if not self.draws and _generators() != untouched:
                    self.draws = True
                    break
        return actions

    def count(self, actions: dict[int, int], counts: np.ndarray) -> None:
        """Add one to the count of each action, in place.

        Parameters
        ----------
        actions : dict
            Action in each state, -1 for none.
        counts : numpy.ndarray of int, shape (S, A)
            The counts, changed in place.
        """
        legal = [(state, action) for state, action in actions.items() if action >= 0]
        np.add.at(counts, tuple(np.transpose(legal)), 1)


def fault_of(
    program: Program, reading: Reading, rules: Rules, state: int, rng: np.random.Generator | None
) -> tuple[int, str]:
    """Return a program's action in a state, or what is wrong with its answer.

    Parameters
    ----------
    program : Program
        The program.
    reading : Reading
        How it is asked.
    rules : Rules
        The game.
    state : int
        Code of the position.
    rng : numpy.random.Generator or None
        Source of randomness, None if the program takes none.

    Returns
    -------
    action : int
        The action, -1 if the answer is not a legal one.
    fault : str
        What is wrong with the answer, "" if nothing is.
    """
    try:
        answer = answer_of(program, reading.board, rules, state, rng)
    except FailedError as error:
        return -1, str(error)
    if answer is None:
        return -1, "answered None, as a function does that returns nothing"
    action = reading.action.action_of(answer, rules, state)
    if action >= 0 and rules.legal[state, action]:
        return action, ""
    if action < 0:
        values = f" but values; say whose, {VALUES_HELP}" * has_values(answer, rules)
        return -1, f"answered {str(answer)[:60]!r}, which is no {rules.action_word}{values}"
    return -1, f"answered {rules.action_name(action)}, which is {rules.shut(state, action)}"


def copy_of(program: Program) -> Program:
    """Return a program with a copy of its state, if it can be copied.

    Parameters
    ----------
    program : Program
        The program.

    Returns
    -------
    Program
        The copy, or the program itself.
    """
    try:
        return program._replace(function=deepcopy(program.function))
    except Exception:  # a lock, an open file, a network on another device
        return program


def _remembers(program: Program, first: dict[int, int], again: dict[int, int], rules: Rules) -> str:
    """Return the message for a program whose answers depend on the questions before."""
    state = next(state for state in first if first[state] != again[state])
    names = [
        rules.action_name(actions[state]) if actions[state] >= 0 else "nothing legal"
        for actions in (first, again)
    ]
    return (
        f"{program.name} answers by what it was asked before: it learns, remembers, or draws from "
        f"a generator of its own, but a player answers by the position and rng alone; in state "
        f"{state} it answered {names[0]}, and {names[1]} when the states came in another order; to "
        f"take the shares of its answers all the same, say how often it is asked, asks=100\n"
        f"{rules.show(state)}"
    )
