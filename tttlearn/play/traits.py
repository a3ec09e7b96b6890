"""Compute the traits of a board: all that a view draws of a Session, and its messages."""

from types import NoneType
from typing import Any

from tttlearn.game.boards import BoardRules
from tttlearn.game.rules import TICTACTOE
from tttlearn.game.tables import SIDES
from tttlearn.play.reasons import Thoughts
from tttlearn.play.session import Session

POSITION_MESSAGES = {"click": int} | dict.fromkeys(("ask", "undo", "hint", "replay"), NoneType)
GENERAL_MESSAGES = {"new_game": NoneType, "choose": str, "play_as": str} | {
    "show_thoughts": bool,
    "name_cells": str,
}
"""Kinds of messages from the view, with the type of the argument of each: those that are about one
position, and all others."""
SESSION_TRAITS = (
    "overlay",
    "message",
    "score",
    "human",
    "opponent",
    "about",
    "can_replay",
    "owes_move",
)
SESSION_TRAITS += ("turn", "namings")
"""Traits that are attributes of the session."""
RESULT_NAMES = {1: "won", 0: "drawn", -1: "lost"}


def is_meant(content: Any, turn: int) -> bool:
    """Return whether a message is valid and, if it is about one position, about the present one.

    Parameters
    ----------
    content : object
        What the view sent: a dict with kind, arg and turn, if it is valid.
    turn : int
        Turn of the session now.

    Returns
    -------
    bool
        Whether to act on it.
    """
    kind = content.get("kind") if isinstance(content, dict) else None
    if not isinstance(kind, str):
        return False
    late = kind in POSITION_MESSAGES and content.get("turn") != turn
    return not late and type(content.get("arg")) is (POSITION_MESSAGES | GENERAL_MESSAGES).get(kind)


def traits(session: Session, thoughts: Thoughts) -> dict[str, Any]:
    """Return all that changes on the board of a session.

    Parameters
    ----------
    session : Session
        The session.
    thoughts : Thoughts
        What the opponent thinks, to be shown.

    Returns
    -------
    dict of str to object
        Values of the traits of `BoardView` by name.
    """
    rules, game, state = session.rules, session.game, session.game.state
    landing, thought_of = rules.landing(state).tolist(), session.thought_of(thoughts)
    return {name: getattr(session, name) for name in SESSION_TRAITS} | {
        "marks": marks_of(state, rules),
        "legal": session.legal_moves,
        "landing": landing,
        "lines": [list(line) for line in rules.winning_lines(state)],
        "last": _cell(game, len(game.history) - 1),
        "hinted": None if session.hinted is None else landing[session.hinted],
        "thoughts": _by_cell(thoughts.row, rules.landing(thought_of).tolist(), rules),
        "thoughts_kind": thoughts.kind,
        "thoughts_past": thought_of != state,
        "why": session.verdict or session.why,
        "result": RESULT_NAMES[game.winner * SIDES[session.human]] if game.is_over else "",
        "mistake": session.mistake and _cell(game, session.mistake.ply),
        "naming": session.cells,
        "opponents": list(session.opponents),
        "over": game.is_over,
    }


def _cell(game, ply):
    """Return the cell that the move after `ply` others took; None before the first."""
    return int(game.rules.landing(game.states[ply])[game.history[ply]]) if ply >= 0 else None


def marks_of(state: int, rules: BoardRules) -> list[str]:
    """Return the mark in each cell, as the view draws it.

    Parameters
    ----------
    state : int
        State of the game.
    rules : BoardRules
        Rules of the board.

    Returns
    -------
    list of {"X", "O", ""}
        The marks.
    """
    return [("", "X", "O")[digit] for digit in rules.cells[state]]


def layout(rules: BoardRules) -> dict[str, Any]:
    """Return the traits that never change: how the board looks, and how its parts are called.

    Parameters
    ----------
    rules : BoardRules
        Rules of the board.

    Returns
    -------
    dict of str to object
        Values of the traits of `BoardView` by name.
    """
    names = rules.cell_names
    game = "Tic-tac-toe board" if rules == TICTACTOE else f"Board for {rules.name}"
    return {
        "label": game,
        "rows": [name[1:] for name in names[:: rules.columns]],
        "columns": [name[0] for name in names[: rules.columns]],
        "falling": rules.falling,
    }


def _by_cell(row, landing, rules):
    """Return for each cell what is in a row for its action: None if no action leads to the cell."""
    of_cell = dict(zip(landing, row, strict=True))
    return [of_cell.get(cell) for cell in range(rules.n_cells)]
