"""The traits of a board: all that a view draws of a Session, and the messages it may send."""

from types import NoneType

from tttlearn.game.rules import TICTACTOE
from tttlearn.game.tables import SIDES

FOR_ONE_POSITION = {"click": int} | dict.fromkeys(("ask", "undo", "hint", "replay"), NoneType)
AT_ANY_TIME = {"new_game": NoneType, "choose": str, "play_as": str} | {
    "show_thoughts": bool,
    "name_cells": str,
}
"""The kinds of messages from the view, and of the argument of each."""
MIRRORED = ("overlay", "message", "score", "human", "opponent", "about", "can_replay", "owes_move")
MIRRORED += ("turn", "namings")
RESULTS = {1: "won", 0: "drawn", -1: "lost"}


def is_meant(content, turn):
    """Whether a message makes sense, and means the position on the board if it means one."""
    kind = content.get("kind") if isinstance(content, dict) else None
    if not isinstance(kind, str):
        return False
    late = kind in FOR_ONE_POSITION and content.get("turn") != turn
    return not late and type(content.get("arg")) is (FOR_ONE_POSITION | AT_ANY_TIME).get(kind)


def traits(session, thoughts):
    """All that changes on the board of a session, a dict; `thoughts`: those to show."""
    rules, game, state = session.rules, session.game, session.game.state
    landing, thought_of = rules.landing(state).tolist(), session.thought_of(thoughts)
    return {name: getattr(session, name) for name in MIRRORED} | {
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
        "result": RESULTS[game.winner * SIDES[session.human]] if game.is_over else "",
        "mistake": session.mistake and _cell(game, session.mistake.ply),
        "naming": session.cells,
        "opponents": list(session.opponents),
        "over": game.is_over,
    }


def _cell(game, ply):
    """The cell that the move after `ply` others took; None before the first."""
    return int(game.rules.landing(game.states[ply])[game.history[ply]]) if ply >= 0 else None


def marks_of(state, rules):
    """For each cell one of "X", "O", "", as the view draws them."""
    return [("", "X", "O")[digit] for digit in rules.cells[state]]


def layout(rules):
    """The traits that stay what they are: how the board looks, and how its parts are called."""
    names = rules.cell_names
    game = "Tic-tac-toe board" if rules == TICTACTOE else f"Board for {rules.name}"
    return {
        "label": game,
        "rows": [name[1:] for name in names[:: rules.columns]],
        "columns": [name[0] for name in names[: rules.columns]],
        "falling": rules.falling,
    }


def _by_cell(row, landing, rules):
    """What stands in a row for each action, for each cell: None for one that no action leads to."""
    of_cell = dict(zip(landing, row, strict=True))
    return [of_cell.get(cell) for cell in range(rules.n_cells)]
