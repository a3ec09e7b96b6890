"""Tic-tac-toe: the state code, the tables of the rules, and boards as text.

A state is one integer. The nine cells are numbered row by row,

     0 | 1 | 2
    ---+---+---        a cell is 0 when empty, 1 for X, 2 for O,
     3 | 4 | 5         and cell `a` is the base-3 digit with weight 3**a.
    ---+---+---
     6 | 7 | 8

so that the board X at 0, O at 4 is 1 * 3**0 + 2 * 3**4 = 163. The empty board is 0 and X moves
first. One integer is a dictionary key, an array index, or an entry of an array of a million states.

Every question about the rules is answered once, as a table over all 3**9 = 19,683 codes: `LEGAL`,
`NEXT`, `TERMINAL`, `WINNER`, `TURN`, `REACHABLE`, `CANONICAL`. They are those of `TICTACTOE`, which
holds them as one value; the functions here also take another game. The tables are read-only, and
their numbers wide integers, so that sums of them never overflow. Whether a game is over and who won
are two questions with two tables.
"""

from __future__ import annotations

import numpy as np

from tttlearn.game.boards import boards
from tttlearn.game.large import LargeRules
from tttlearn.game.tables import Rules
from tttlearn.support.arguments import shown

TICTACTOE = boards(rows=3, columns=3, k=3)
"""Rules of tic-tac-toe, the default game of all functions."""

START = TICTACTOE.start
"""State of the empty board."""
N_STATES = TICTACTOE.n_states
"""Number of codes, 19,683."""
LINES = tuple(map(tuple, TICTACTOE.lines.tolist()))
"""Eight lines, tuples of three cells."""
CELLS = TICTACTOE.cells
"""Nine digits of each code, 0 empty, 1 X, 2 O, (19683, 9) int64."""

TURN = TICTACTOE.turn
"""Side to move, (19683,) int64: +1 X, -1 O, 0 if taking turns cannot lead to these marks."""
WINNER = TICTACTOE.winner
"""Winner, (19683,) int64: +1 X has a line, -1 O, 0 neither (or, on impossible boards, both)."""
TERMINAL = TICTACTOE.terminal
"""Whether a line is complete or the board is full, (19683,) bool."""
LEGAL = TICTACTOE.legal
"""Whether the side to move may take each cell, (19683, 9) bool."""
NEXT = TICTACTOE.next
"""State after each legal move, -1 elsewhere, (19683, 9) int32."""
PLY = TICTACTOE.ply
"""Number of marks on the board, which is the number of moves made, (19683,) int64."""
LAYERS = TICTACTOE.layers
"""Reachable states by number of marks, ten sorted arrays; a move leads to the next one."""
REACHABLE = TICTACTOE.reachable
"""Whether some game from the empty board reaches the state, (19683,) bool."""
UNDECIDED = TICTACTOE.undecided
"""Reachable states in which the game goes on, ascending, (4520,) int64."""

ACTION_MAPS = TICTACTOE.action_maps
"""Cell to which symmetry g takes cell a, at [g, a], (8, 9) int64; g = 0 is the identity."""
IMAGES = TICTACTOE.images
"""Images of each code under the 8 symmetries, in the order of ACTION_MAPS, (19683, 8) int32."""
CANONICAL = TICTACTOE.canonical
"""Smallest code among the 8 images, equal for all boards that look alike, (19683,) int32."""


def check_rules(rules: Rules | LargeRules, large: bool = False) -> Rules | LargeRules:
    """Return the rules of a game unchanged, or raise an error if they are not rules.

    Parameters
    ----------
    rules : Rules or LargeRules
        The rules.
    large : bool, default False
        Whether `LargeRules`, which have no tables, are accepted, too.

    Returns
    -------
    Rules or LargeRules
        The same rules.

    Raises
    ------
    ValueError
        If it is anything else.
    """
    if isinstance(rules, Rules) or (large and isinstance(rules, LargeRules)):
        return rules
    if isinstance(rules, LargeRules):
        raise ValueError(
            f"{rules.name} is a large game, which has no tables: tree search plays it, as "
            "MCTS(1000, rules=...); all else needs tables, such as ttt.tabulate(rules) makes of a "
            "game that fits into memory"
        )
    message = (
        "rules are those of a game, such as ttt.TICTACTOE or ttt.boards(rows=3, columns=4, k=3)"
    )
    message += " or ttt.LargeRules" * large
    if isinstance(rules, np.ndarray) or hasattr(rules, "policy") or hasattr(rules, "act"):
        raise ValueError(
            f"{message}, not a second policy or player: ttt.outcome(x, o) lets two policies meet"
        )
    raise ValueError(f"{message}, not {shown(rules)}")


def next_state(
    state: int | np.ndarray, action: int | np.ndarray, rules: Rules = TICTACTOE
) -> int | np.ndarray:
    """Return the state after the side to move takes an action.

    Parameters
    ----------
    state : int or ndarray of int
        Code of the position, or an array of codes.
    action : int or ndarray of int
        The action, in tic-tac-toe a cell. Arrays are broadcast against `state`.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    int or ndarray of int
        The state after the move, or an array of the broadcast shape.

    Raises
    ------
    IllegalMoveError
        If a move is not legal. The message draws the board.
    ValueError
        If a state is not a code, or if the shapes do not match.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ttt.next_state(ttt.START, 4)
    81
    >>> print(ttt.show(81))
    . . .
    . X .
    . . .
    """
    return check_rules(rules).next_state(state, action)


def show(state: int, rules: Rules | LargeRules = TICTACTOE) -> str:
    r"""Return a position as text, which `parse` reads.

    Parameters
    ----------
    state : int
        Code of the position.
    rules : Rules or LargeRules, default TICTACTOE
        The game.

    Returns
    -------
    str
        In tic-tac-toe three lines, such as "X . .\n. O .\n. . .".

    Raises
    ------
    ValueError
        If there is no such state.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> print(ttt.show(163))
    X . .
    . O .
    . . .
    """
    return check_rules(rules, large=True).show(state)


def parse(text: str | list | tuple | np.ndarray, rules: Rules = TICTACTOE) -> int:
    """Return the state of a board that is drawn as text, row by row.

    Parameters
    ----------
    text : str, list, tuple or numpy.ndarray
        The board, in tic-tac-toe nine marks: X and O in either case, and `.`, `_` or `-` for an
        empty cell. White space, `|` and `/` between them are skipped, so "X../.O./..." and the
        output of `show` both work. `BoardRules.parse` describes drawings and lists.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    int
        Code of the position. Any board can be written down, even one that no game reaches.

    Raises
    ------
    ValueError
        If the text is not a position of the game.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ttt.parse("X../.O./...")
    163
    """
    return check_rules(rules).parse(text)


def winning_lines(state: int, rules: Rules = TICTACTOE) -> tuple[tuple[int, ...], ...]:
    """Return all complete lines on the board.

    Parameters
    ----------
    state : int
        Code of the position.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    tuple of tuple of int
        The cells of each line. One move of X can complete two.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ttt.winning_lines(ttt.parse("XXX/XOO/XOO"))
    ((0, 1, 2), (0, 3, 6))
    """
    return check_rules(rules).winning_lines(state)


def winning_line(state: int, rules: Rules = TICTACTOE) -> tuple[int, ...] | None:
    """Return the first complete line on the board.

    Parameters
    ----------
    state : int
        Code of the position.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    tuple of int or None
        The cells of the line, or None if no line is complete.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ttt.winning_line(ttt.parse("XXX/OO./..."))
    (0, 1, 2)
    """
    return next(iter(winning_lines(state, rules)), None)


def symmetries(state: int | np.ndarray, rules: Rules = TICTACTOE) -> np.ndarray:
    """Return the images of a state under the symmetries of the board.

    Parameters
    ----------
    state : int or ndarray of int
        Code of the position, or an array of codes.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    ndarray of int32, shape (..., G)
        The images of each state; G is 8 in tic-tac-toe. Image g is the board after symmetry g.

    Notes
    -----
    `ACTION_MAPS[g]` says to which cell symmetry g takes each cell, so that
    `next_state(symmetries(s)[g], ACTION_MAPS[g, a])` equals `symmetries(next_state(s, a))[g]`.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> sorted(set(ttt.symmetries(ttt.parse("X../.../...")).tolist()))
    [1, 9, 729, 6561]
    """
    return check_rules(rules).images[rules.check_state(state)]
