"""Policies of all kinds of players: `policy_of` makes one array of anything that plays.

A policy, a learner, a search, a name, a file, a function, or an object or a class with a method
that moves: each becomes an array, from which all results are computed exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from os import PathLike
from textwrap import fill
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from tttlearn.evaluation.conventions import STATE, VALUES_HELP, BoardForm, action_forms
from tttlearn.evaluation.lookup import MoveTable
from tttlearn.evaluation.policy import PolicyPlayer, check_policy, has_policy, of_this_game
from tttlearn.evaluation.programs import Program, answer_of, answers, as_program
from tttlearn.evaluation.readings import ARGUMENTS_HELP, NoReadingError, Reading, reading_of
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import Rules, side_name
from tttlearn.support.arguments import seed as whole_seed
from tttlearn.support.arguments import shown, whole
from tttlearn.support.strangers import FailedError

NAMED: list[Callable[[str, Rules], Any]] = []
"""Functions that make a player of a name or of the path of a file; `tttlearn` appends its own."""


def policy_of(
    player: Any,
    rules: Rules = TICTACTOE,
    *,
    board: Any = None,
    cells: Any = None,
    view: str | None = None,
    values: str | None = None,
    asks: int | None = None,
    seed: int = 0,
) -> np.ndarray:
    """Return the policy of any player: the probability of each action in each state.

    Parameters
    ----------
    player : object
        A policy; a learner or anything else with a policy; a search; the name of a player, a file
        that `ttt.save` wrote, or "FILE.py:NAME"; a table, which is a dict from boards to moves, or
        a .json, .csv, .npy or .npz file; a function `f(position)`, `f(position, rng)`, `f(position,
        side)` or `f(position, side, rng)`; an object, or a class that is made without arguments,
        with a method that moves, such as `act` or `get_move`. Optional arguments of a function are
        left at their defaults.
    rules : Rules, default TICTACTOE
        The game.
    board : object, optional
        How a program sees the board with X, who begins, in the top left cell and O in the top right
        one: `"X.O......"`, `[1, 0, 2, 0, 0, 0, 0, 0, 0]`, an array of three rows, or `"state"` for
        the number of the state. Letters X and O are those of X and O whichever side is to move,
        unless `view` says otherwise.
    cells : object, optional
        How a program calls the top right cell: `2`, `3`, `(0, 2)`, `"C1"`; or its names of all
        cells.
    view : {"X", "mover"}, optional
        `"mover"` if the side to move always has the first sign.
    values : {"X", "mover"}, optional
        For a table or program with a value for each action instead of one action: whether the
        values are to X, or to the side to move. The best legal action is taken, the first of
        several.
    asks : int, optional
        How often a program that answers by chance is asked in each position, 100 if not given. The
        probabilities are then estimates.
    seed : int, default 0
        Seed of the generators that a program is given.

    Returns
    -------
    numpy.ndarray of float64, shape (S, A)
        Probability of each action, in tic-tac-toe (19683, 9).

    Raises
    ------
    ValueError
        If it is not a player, plays another game, has a form that cannot be told (the message names
        the argument that decides), answers nothing legal somewhere, or answers by more than the
        position.

    Notes
    -----
    A program is asked in all undecided positions, 4,520 in tic-tac-toe, twice, in two orders and
    from two seeds; only if the answers differ is it asked more often. What was inferred about its
    form is printed, unless it sees the numbers of states and answers cells from 0 as the package
    does.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> def lowest(state):
    ...     return ttt.TICTACTOE.actions(state)[0]
    >>> ttt.policy_of(lowest)[ttt.START].tolist()
    [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    form = {"board": board, "cells": cells, "view": view, "values": values}
    read = read_player(player, rules, **form, asks=asks, seed=seed)
    if read.faults:
        raise ValueError(_faulty(read, rules))
    if read.remark:
        print(fill(f"({read.name}: {read.remark}.)", 96))
    return read.policy


class ReadPlayer(NamedTuple):
    """A player as it was read: its policy, and how it was asked for it.

    Attributes
    ----------
    policy : numpy.ndarray of float64, shape (S, A)
        Probability of each action. If a row sums to less than 1, the rest is the share of answers
        that were not a legal action.
    name : str
        Name of the player.
    form : str
        How it was asked, in words; "" if it was not asked.
    is_plain : bool
        Whether that is the package's own form, which needs no remark.
    asks : int
        How often it was asked in each position: 1 if its answers do not vary, 0 if it was not
        asked.
    faults : dict
        By state, in words, the first answer that was not a legal action.
    seconds : float or None
        Mean time of an answer by the clock, in seconds; None if it was not asked.
    is_estimate : bool
        Whether its probabilities are shares of answers.
    """

    policy: np.ndarray
    name: str
    form: str = ""
    is_plain: bool = True
    asks: int = 0
    faults: Mapping[int, str] = MappingProxyType({})
    seconds: float | None = None
    is_estimate: bool = False

    @property
    def remark(self) -> str:
        """Remark on the numbers that are computed of the player; "" if there is none."""
        form = "" if self.is_plain else self.form
        return (
            f"{form}{'; ' if form else ''}{estimate_words(self.asks)}" if self.is_estimate else form
        )


def read_player(
    player: Any,
    rules: Rules = TICTACTOE,
    *,
    board: Any = None,
    cells: Any = None,
    view: str | None = None,
    values: str | None = None,
    asks: int | None = None,
    seed: int = 0,
) -> ReadPlayer:
    """Return the policy of any player, and how it was asked for it.

    Parameters
    ----------
    player : object
        The player, as in `policy_of`.
    rules : Rules, default TICTACTOE
        The game.
    board, cells, view, values, asks, seed : optional
        How a program is asked, as in `policy_of`.

    Returns
    -------
    ReadPlayer
        The player. Illegal answers are counted, not refused.

    Raises
    ------
    ValueError
        As `policy_of`, but not for illegal answers.
    """
    rules = check_rules(rules)
    text, player = player if isinstance(player, str) else "", resolved(player, rules)
    if isinstance(player, ReadPlayer):
        return player
    if values is not None and getattr(player, "shape", None) == rules.legal.shape:
        player = MoveTable(dict(enumerate(np.asarray(player))))
    if player is None or isinstance(player, (np.ndarray, list, tuple)):
        return ReadPlayer(_checked(player, rules), text or "the policy")
    called = text or str(getattr(player, "name", type(player).__name__))
    of_this_game(player, rules, called)
    if has_policy(player):
        return ReadPlayer(check_policy(player.policy, rules), called)
    asks = None if asks is None else whole(asks, "asks", 1)
    if hasattr(player, "estimate_policy"):
        policy = _estimated(player, called, asks, whole_seed(seed))
        form = "it searches before each move"
        return ReadPlayer(policy, called, form, asks=asks, is_estimate=True)
    program = as_program(player, text)
    if program is None:
        raise ValueError(f"{shown(player)} is no player: {PLAYER_KINDS}")
    reading = reading_of(program, rules, board, cells, view, values, whole_seed(seed))
    given = answers(program, reading, rules, seed, asks)
    policy = given.counts / max(given.asks, 1)
    is_told = board is not None or reading.is_plain
    about = is_told, given.asks, given.faults, given.seconds, given.asks > 1
    return ReadPlayer(policy, program.name, str(reading), *about)


def _checked(player: Any, rules: Rules) -> np.ndarray:
    """Return a policy; the error also explains what to do with a table of values."""
    try:
        return check_policy(player, rules)
    except ValueError as error:
        if getattr(player, "shape", None) != rules.legal.shape:
            raise
        hint = f"; if it has values instead of chances, say whose, {VALUES_HELP}"
        raise ValueError(f"{error}{hint}") from None


PLAYER_KINDS = (
    "a player is a policy, anything that has a policy, a name, a file, a function that answers a "
    "move, or an object with a method that does"
)


def _estimated(player: Any, called: str, asks: int | None, seed: int) -> np.ndarray:
    """Estimate the policy of a search; raise ValueError if the number of asks is missing."""
    if asks is None:
        raise ValueError(
            f"{called} has no policy, because each of its searches draws other games; it can be "
            f"estimated, from asks searches in each position: ttt.policy_of(player, asks=10)"
        )
    return player.estimate_policy(asks, np.random.default_rng(seed))


def estimate_words(asks: int) -> str:
    """Return the remark on every number that is computed from repeated answers.

    Parameters
    ----------
    asks : int
        How often the player was asked in each position.

    Returns
    -------
    str
        The remark, without a full stop.
    """
    return (
        f"its answers vary, so it was asked {asks} times in each position, and what is computed of "
        f"it is an estimate"
    )


def resolved(player: Any, rules: Rules) -> Any:
    """Return the player that a name or a path means, or a dict as a table.

    Parameters
    ----------
    player : object
        The player. Anything else is returned unchanged.
    rules : Rules
        The game.

    Returns
    -------
    object
        The player.

    Raises
    ------
    ValueError
        If there is no player of this name.
    """
    if isinstance(player, Mapping):
        return MoveTable(player)
    if not isinstance(player, (str, PathLike)):
        return player
    for known in NAMED:
        return known(str(player), rules)
    raise ValueError(f"{shown(player)}: there is no list of names here")


def _faulty(read: ReadPlayer, rules: Rules) -> str:
    """Return the message for answers that are not legal."""
    state, fault = next(iter(read.faults.items()))
    turns = rules.turn[rules.undecided]
    (side, *others) = {int(rules.turn[faulty]) for faulty in read.faults}
    is_one_sided = not others and len(read.faults) == int(np.count_nonzero(turns == side))
    always = f", always where {side_name(side)} is to move" * is_one_sided
    form = f", if {read.form} (else say which form is right: {ARGUMENTS_HELP})" * bool(read.form)
    return (
        f"{read.name} gives no legal answer in {len(read.faults):,} of {len(rules.undecided):,} "
        f"positions{always}{form}; in state {state}, {side_name(rules.turn[state])} to move, it "
        f"{fault}; ttt.judge counts such answers as lost games\n{rules.show(state)}"
    )


@dataclass(frozen=True)
class ProgramPlayer:
    """Program as a player at the board: it is asked when it is to move.

    Attributes
    ----------
    program : Program
        How it is called.
    reading : Reading
        How it sees a board and what its answers mean.
    rules : Rules
        The game.
    name : str
        Name of the player.
    """

    program: Program
    reading: Reading
    rules: Rules
    name: str

    def act(self, state: int, rng: np.random.Generator) -> Any:
        """Return the action that the program takes in a state.

        Parameters
        ----------
        state : int
            Code of the position.
        rng : numpy.random.Generator
            Source of randomness that the program is given.

        Returns
        -------
        int or object
            The action, or the answer unchanged if it means no action.

        Raises
        ------
        FailedError
            If the program raises an exception or returns None or `...`.
        """
        answer = answer_of(self.program, self.reading.board, self.rules, state, rng)
        if answer is None:
            raise FailedError("answered None, as a function does that returns nothing")
        if answer is ...:
            raise FailedError("answered ...: that is still to be written")
        action = self.reading.action.action_of(answer, self.rules, state)
        return answer if action < 0 else action


def program_player(program: Program, rules: Rules, name: str) -> ProgramPlayer:
    """Return a program as a player at the board.

    Parameters
    ----------
    program : Program
        The program.
    rules : Rules
        The game.
    name : str
        Name of the player.

    Returns
    -------
    ProgramPlayer
        The player. If the program answers hardly anything legal in any usual form, it is taken as a
        function of the number of the state, so that its opponent sees its answers.

    Raises
    ------
    ValueError
        If several forms fit the program, or if it takes too long.
    """
    reading = Reading(BoardForm(STATE), action_forms(rules)[0])
    with suppress(NoReadingError):
        reading = reading_of(program, rules)
    return ProgramPlayer(program, reading, rules, name)


def as_player(player: Any, rules: Rules = TICTACTOE, called: str = "the player") -> Any:
    """Return a player for the board, which has `act(state, rng)`.

    Parameters
    ----------
    player : object
        The player, as in `policy_of`. A learner plays as it is now.
    rules : Rules, default TICTACTOE
        The game.
    called : str, default "the player"
        Name of the player in messages.

    Returns
    -------
    object
        The player.

    Raises
    ------
    ValueError
        If it plays another game, is not a player, or has a form that cannot be told.
    """
    player = of_this_game(resolved(player, rules), rules, called)
    if hasattr(player, "as_it_is"):  # so that its table is read once, not before each move
        return player.as_it_is()
    if isinstance(player, ReadPlayer):
        return PolicyPlayer(player.policy, player.name, rules=rules)
    if isinstance(player, (np.ndarray, list, tuple)):
        return PolicyPlayer(player, rules=rules)
    if plays_by_itself(player):
        return player
    program = as_program(player)
    if program is None:
        raise ValueError(f"{called} is {shown(player)}: {PLAYER_KINDS}")
    return program_player(program, rules, program.name)


def plays_by_itself(player: Any) -> bool:
    """Return whether a player is an object with `act(state, rng)`, as those of the package.

    Parameters
    ----------
    player : object
        The player.

    Returns
    -------
    bool
        Whether it can play without being wrapped.
    """
    if isinstance(player, type) or not hasattr(player, "act"):
        return False
    return has_policy(player) or as_program(player).takes == ("position", "rng")
