"""Write sentences about moves: why a player took a cell, which is best, and which lost the game.

A reason has two parts. What the rules show is the same for every player: a line completed, blocked,
left open, a fork. What the player thinks is read from its tables, as far as it has any: `values`
(19683, 9), which are values to X, or else `policy`. A player that has none because it computes its
choice in each position may have `think(state)`, which returns a kind and nine numbers.

In another game the tables are (S, A), and a player thinks in A numbers. Where marks fall, a line is
open when a mark that falls now completes it. A game without a board has no lines.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tttlearn.game.boards import MARKS, BoardRules
from tttlearn.game.played import Game
from tttlearn.game.rules import TICTACTOE
from tttlearn.game.tables import Rules, X, fixed, side_name, unchecked
from tttlearn.play.sentences import say
from tttlearn.support.arguments import shown
from tttlearn.support.strangers import FailedError, attempt
from tttlearn.support.text import counted, value_text

KIND_ATTRIBUTES = (
    ("values", "values"),
    ("probabilities", "probabilities"),
    ("probabilities", "policy"),
)
"""Kinds of thoughts, and the attributes of players that hold them; the first one present counts."""
DISCOUNT_PER_MOVE = 0.9
"""Factor for each move to the end of the game. It is below 1, so that a win now beats one later."""


class Thoughts(NamedTuple):
    """View that a player has of one state.

    Attributes
    ----------
    kind : {"values", "probabilities", "visits", ""}
        Values to X, probabilities, the share of a search that went to each move, or "" for a player
        that does not show what it thinks.
    row : tuple of (float or None)
        A number for each action, None where there is nothing to say.
    """

    kind: str
    row: tuple


def no_thoughts(rules: Rules = TICTACTOE) -> Thoughts:
    """Return the Thoughts of a player that does not show what it thinks.

    Parameters
    ----------
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    Thoughts
        Of kind "".
    """
    return Thoughts("", (None,) * rules.n_actions)


def thoughts(player: Any, state: int, rules: Rules = TICTACTOE) -> Thoughts:
    """Return what a player thinks of the legal moves in a state.

    These are its values, else its probabilities: those of its tables, or what it answers to
    `think(state)` where a side is to move.

    Parameters
    ----------
    player : player
        Anything with `act`.
    state : int
        State of the game.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    Thoughts
        What it thinks; of kind "" if it does not show it.

    Raises
    ------
    FailedError
        If the player fails to say.
    """
    return attempt(_thoughts, player, state, rules)


def _thoughts(player, state, rules):
    if hasattr(player, "think") and rules.legal[state].any():
        return _shown(*player.think(state), state, rules)
    # A learner says what it thinks of one state without the table of all, if it thinks in values.
    if hasattr(player, "values_at") and getattr(type(player), "values", None):
        return _shown("values", player.values_at(state), state, rules)
    for kind, table in KIND_ATTRIBUTES:
        numbers = getattr(player, table, None)
        if np.shape(numbers) == rules.legal.shape:
            return _shown(kind, numbers[state], state, rules)
    return no_thoughts(rules)


def _shown(kind, row, state, rules):
    if kind not in ("values", "probabilities", "visits"):
        raise FailedError(say("strange_kind", kind=shown(kind)))
    row = np.asarray(row, dtype=float)
    if row.shape != (rules.n_actions,):
        expected = {"count": counted(rules.n_actions), "word": rules.action_word}
        raise FailedError(say("strange_shape", shape=row.shape, **expected))
    known = rules.legal[state] & np.isfinite(row)
    return Thoughts(kind, tuple(float(n) if known[a] else None for a, n in enumerate(row)))


def why(player: Any, state: int, action: int, rules: Rules = TICTACTOE) -> str:
    """Return a sentence on why a player took an action.

    Parameters
    ----------
    player : player
        Anything with `act`.
    state : int
        State in which the action was taken.
    action : int
        The action.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    str
        For example "O took C3: it blocks your line A1-B2-C3."
    """
    reasons = [*_facts(state, action, rules), *_opinion(player, state, action, rules)]
    mark, move = side_name(rules.turn[state]), move_name(action, rules)
    return say("why", mark=mark, move=move, reasons=say("then").join(reasons))


class Numbered(BoardRules):
    """Rules of a board whose cells are called by their numbers: "cell 4", the line "0-1-2"."""

    @property
    def cell_names(self) -> tuple[str, ...]:
        """The numbers of the cells as texts, "0" first."""
        return tuple(map(str, range(self.n_cells)))

    action_names = cell_names


@cache
def numbered(rules: BoardRules) -> Numbered:
    """Return the rules of a board with cells called 0, 1, ...: the same tables, other names.

    Parameters
    ----------
    rules : BoardRules
        Rules of the board.

    Returns
    -------
    Numbered
        The rules with numbers as names.
    """
    return unchecked(Numbered, **rules.parts)


def move_name(action: int, rules: Rules = TICTACTOE) -> str:
    """Return what an action is called in a sentence.

    Parameters
    ----------
    action : int
        The action.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    str
        For example "B2", "cell 4" or, where marks fall, "column B".
    """
    name, word = rules.action_name(action), rules.action_word
    return f"{word} {name}" if word == "column" or isinstance(rules, Numbered) else name


def line_name(line: Iterable[int], rules: BoardRules = TICTACTOE) -> str:
    """Return a line of cells as text, such as "A1-B2-C3".

    Parameters
    ----------
    line : iterable of int
        Cells of the line.
    rules : BoardRules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    str
        The names of the cells.
    """
    return "-".join(rules.cell_names[cell] for cell in line)


def open_lines(state: int, side: int, rules: Rules = TICTACTOE) -> dict[tuple[int, ...], int]:
    """Return the lines that lack one mark of a side, and that the next mark could complete.

    Parameters
    ----------
    state : int
        State of the game.
    side : int
        The side: +1 X, -1 O.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    dict of tuple to int
        For each line its free cell. Where marks fall, only lines whose free cell the next mark can
        fill; empty in a game in which lines do not win.
    """
    if not isinstance(rules, BoardRules) or rules.terminal[state] or not rules.lines_win:
        return {}
    cells, gaps, lacking = rules.cells[state], {*rules.landing(state).tolist()} - {-1}, {}
    for line in map(tuple, rules.lines.tolist()):
        own = [cell for cell in line if cells[cell] == MARKS[side]]
        lacks = set(line) - set(own)
        if len(lacks) == 1 and lacks <= gaps:
            lacking[line] = lacks.pop()
    return lacking


def _facts(state, action, rules):
    """Return what anyone can see: the lines that the move completes, blocks, leaves or opens."""
    side, after = int(rules.turn[state]), rules.next_state(state, action)
    if end := _end(state, after, rules):
        return [end]
    facts = []
    if missed := sorted(set(open_lines(state, side, rules).values())):
        facts.append(say("missed", cell=rules.cell_names[missed[0]]))
    threats = open_lines(state, -side, rules)
    if blocked := [line for line, gap in threats.items() if gap == rules.landing(state)[action]]:
        facts.append(say("blocks", lines=_and("and_your_line", blocked, rules)))
    if rules.turn[after] == side:  # which may do something about them
        return facts
    if left := list(open_lines(after, -side, rules)):
        facts.append(say("leaves", line=line_name(left[0], rules)))
    gaps = sorted(set(open_lines(after, side, rules).values()))
    if len(gaps) > 1:
        cells = say("and").join(rules.cell_names[gap] for gap in gaps)
        facts.append(say("forks", len(gaps), cells=cells))
    return facts


def _end(state, after, rules):
    """Return what a move ends: the line that it completes and the result for its mover; else ""."""
    lines = [line for line in rules.winning_lines(after) if line not in rules.winning_lines(state)]
    line = say("completes", lines=_and("and_the_line", lines, rules)) if lines else ""
    if rules.winner[after] == rules.turn[state]:
        return line or say("wins")
    if rules.winner[after] == -rules.turn[state]:
        return say("line_loses", line=line) if line else say("loses")
    return line


def _and(key, lines, rules):
    return say(key).join(line_name(line, rules) for line in lines)


def _opinion(player, state, action, rules):
    free = int(rules.legal[state].sum())
    if rules.winner[rules.next_state(state, action)] == rules.turn[state]:
        return []  # the facts say it all
    if free == 1:
        return [say("only", free=free_word(1, rules))]
    try:
        known = thoughts(player, state, rules)
    except FailedError as failure:
        return [say("it_failed", failure=failure)]
    if not known.kind or known.row[action] is None:
        return [say("opaque")] * (not _facts(state, action, rules))
    if known.kind == "values":
        return _about_values(known.row, action, int(rules.turn[state]), rules)
    if known.kind == "probabilities":
        return _about_probabilities(known.row, action, free, rules)
    return _about_visits(known.row, action)


def free_word(number: int, rules: Rules) -> str:
    """Return "free cell", "free columns" or "legal actions", as the number and the game require.

    Parameters
    ----------
    number : int
        How many there are.
    rules : Rules
        Rules of the game.

    Returns
    -------
    str
        The words.
    """
    return say(f"free_{rules.action_word}", number)


def _about_values(row, action, side, rules):
    known = {a: value for a, value in enumerate(row) if value is not None}
    best = side * max(side * value for value in known.values())
    ties = [a for a, value in known.items() if value == best and a != action]
    if row[action] != best:
        better = {"move": move_name(ties[0], rules), "best": value_text(best)}
        return [say("prefers", worth=value_text(row[action]), **better)]
    key = "highest" if side == X else "lowest"
    if set(known.values()) <= {-1.0, 0.0, 1.0}:
        key = {1: "sure_win", 0: "sure_draw", -1: "expects_loss"}[side * best]
    reason = say(key, best=value_text(best))
    if not ties or key == "expects_loss":
        return [reason]
    return [reason, say("as_good", len(ties))]


def _about_probabilities(row, action, free, rules):
    chances = [value for value in row if value]
    if row[action] == 1:
        return [say("always")]
    even = len(chances) == free and max(chances) - min(chances) < 1e-9
    slots = {"free": free_word(free, rules), "chance": f"{row[action]:.2f}"}
    return [say("at_random" if even else "chose", free, **slots)]


def _about_visits(row, action):
    most = max(share for share in row if share is not None)
    key = "searched_most" if row[action] == most else "searched_less"
    return [say(key, share=f"{row[action]:.0%}")]


@cache
def _hint_values(rules):
    """Return values to X, (S,): the sign is exact, the size prefers quick wins and slow losses."""
    V = rules.winner.astype(float)
    for layer in reversed(rules.layers):
        states = layer[~rules.terminal[layer]]
        turn = rules.turn[states]
        after = np.where(rules.legal[states], turn[:, None] * V[rules.next[states]], -np.inf)
        V[states] = DISCOUNT_PER_MOVE * turn * after.max(1)
    return fixed(V)


def best_move(state: int, rules: Rules = TICTACTOE) -> tuple[int, str]:
    """Return the best action for the side to move, and a sentence on it.

    Parameters
    ----------
    state : int
        State in which a side is to move.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    action : int
        The best action by exact values, the quickest win first.
    sentence : str
        Its exact value, and how many other actions are as good.
    """
    values = rules.turn[state] * _hint_values(rules)[rules.next[state]]
    scores = np.where(rules.legal[state], values, -np.inf)
    action = int(scores.argmax())
    equals = int((np.sign(scores) == np.sign(scores[action])).sum()) - 1
    key = {1: "hint_wins", 0: "hint_draws", -1: "hint_lost"}[np.sign(scores[action])]
    return action, say(key, move=move_name(action, rules), others=say("others", equals))


class Blunder(NamedTuple):
    """Move that gave a game away.

    Attributes
    ----------
    ply : int
        Number of moves that had been made before it.
    action : int
        The move.
    better : int
        A move that would have kept `worth`.
    worth : int
        Value of the position to the side that moved: +1 a sure win, 0 a draw.
    """

    ply: int
    action: int
    better: int
    worth: int


def last_blunder(game: Game, side: int, rules: Rules = TICTACTOE) -> Blunder | None:
    """Return the last move of a side that lowered the exact value to it.

    Parameters
    ----------
    game : Game
        The game, which need not be over.
    side : int
        The side: +1 X, -1 O.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    Blunder or None
        The move; None if there is none.
    """
    states = list(game.states)
    worth = side * np.sign(_hint_values(rules)[states]).astype(int)
    lowered = (worth[1:] < worth[:-1]) & (rules.turn[states[:-1]] == side)
    if not lowered.any():
        return None
    ply = int(np.flatnonzero(lowered)[-1])
    better, _ = best_move(states[ply], rules)
    return Blunder(ply, game.history[ply], better, int(worth[ply]))


def why_lost(mistake: Blunder | None, game: Game, human: int, rules: Rules = TICTACTOE) -> str:
    """Return a sentence to the human on what the loser of a game did wrong.

    Parameters
    ----------
    mistake : Blunder or None
        Last mistake of the loser in the game, if there is one.
    game : Game
        A game that was won.
    human : int
        Side of the human: +1 X, -1 O.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    str
        For example "Your mistake was C1 (your move 2): ...".
    """
    loser = -game.winner
    if mistake is None:
        return say("by_force", loser == human, winner=side_name(-loser))
    number = int((rules.turn[list(game.states[: mistake.ply + 1])] == loser).sum())
    moves = {part: move_name(getattr(mistake, part), rules) for part in ("action", "better")}
    kept = say("kept", mistake.worth)
    return say("mistake", loser == human, number=number, kept=kept, **moves)
