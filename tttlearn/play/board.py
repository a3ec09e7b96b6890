"""The playable board: a `Session` as a notebook widget.

    from tttlearn import Board
    Board("minimax")

The browser draws the traits below and sends messages {kind, arg, turn}; it knows no rules. `turn`
says which position a message was meant for: what was clicked while the opponent was still thinking
is known by it and dropped. The saved notebook keeps the board as text and as a picture.
"""

from base64 import b64encode
from contextlib import suppress
from pathlib import Path
from types import NoneType

import anywidget
import numpy as np
import traitlets as t
from matplotlib import style
from matplotlib.figure import Figure

from tttlearn.game.rules import CELLS, show, winning_lines
from tttlearn.pictures.boards import INK, draw_board
from tttlearn.pictures.images import png
from tttlearn.play.reasons import NO_THOUGHTS
from tttlearn.play.session import Score, Session

HERE = Path(__file__).parent
FOR_ONE_POSITION = {"click": int, "ask": NoneType, "undo": NoneType, "hint": NoneType}
AT_ANY_TIME = {"new_game": NoneType, "choose": str, "play_as": str, "show_thoughts": bool}
"""The kinds of messages from the browser, and of the argument of each."""


def _shown(kind, *default):
    return kind(*default, read_only=True).tag(sync=True)


class Board(anywidget.AnyWidget):
    """A board to play on; the arguments are those of `Session`.

    Every control has a method of its name. What cannot be done raises ValueError in Python, and is
    said on the board's status line in any case.
    """

    _esm = HERE / "board.js"
    _css = HERE / "board.css"

    marks = _shown(t.List)  # nine of "X", "O", ""
    legal = _shown(t.List)  # the cells that the human may take
    lines = _shown(t.List)  # the complete lines, triples of cells
    last = _shown(t.Any)  # the cell taken last, or None
    hinted = _shown(t.Any)  # the cell of the hint, or None
    thoughts = _shown(t.List)  # nine numbers or None
    thoughts_kind = _shown(t.Unicode)  # "values", "probabilities", "visits" or ""
    overlay = _shown(t.Bool)
    message = _shown(t.Unicode)
    why = _shown(t.Unicode)
    score = _shown(t.Any, Score(0, 0, 0))
    human = _shown(t.Unicode)
    opponent = _shown(t.Unicode)
    opponents = _shown(t.List)
    about = _shown(t.Unicode)
    owes_move = _shown(t.Bool)
    over = _shown(t.Bool)
    turn = _shown(t.Int)
    answered = _shown(t.Int)  # grows with every answer, so that the view hears of refusals too

    def __init__(self, opponent="minimax", human="X", rng=None):
        self.session = Session(opponent, human, rng)
        super().__init__()
        self._refresh()
        self.on_msg(self._on_message)

    @property
    def game(self):
        """The Game that is being played."""
        return self.session.game

    def click(self, cell):
        """Take `cell`, 0..8 or "A1".."C3", as a click on it does; the opponent answers."""
        self._do("click", cell)

    def ask(self):
        """Ask an opponent that failed to move once more."""
        self._do("ask")

    def undo(self):
        """Take back your last move and what the opponent answered."""
        self._do("undo")

    def hint(self):
        """Mark the best move and say what it is worth."""
        self._do("hint")

    def new_game(self):
        """Start again; a game that is not over does not count."""
        self._do("new_game")

    def choose(self, label):
        """Play against another of the opponents on offer, in a new game."""
        self._do("choose", label)

    def play_as(self, human):
        """Start a new game as "X" or "O"."""
        self._do("play_as", human)

    def show_thoughts(self, on=True):
        """Show on the free cells what the opponent thinks of them, or stop showing it."""
        self._do("show_thoughts", on)

    def _do(self, kind, *arguments):
        try:
            getattr(self.session, kind)(*arguments)
        finally:
            self._refresh()

    def _on_message(self, _widget, content, _buffers):
        if not self._is_meant(content):
            return self._refresh()
        argument = content.get("arg")
        # The status line says what was refused, and that the opponent was interrupted.
        with suppress(ValueError, KeyboardInterrupt):
            getattr(self, content["kind"])(*([] if argument is None else [argument]))

    def _is_meant(self, content):
        """Whether a message makes sense, and means the position on the board if it means one."""
        kind = content.get("kind") if isinstance(content, dict) else None
        if not isinstance(kind, str):
            return False
        late = kind in FOR_ONE_POSITION and content.get("turn") != self.turn
        return not late and type(content.get("arg")) is (FOR_ONE_POSITION | AT_ANY_TIME).get(kind)

    def _refresh(self):
        """Tell the browser how things stand, also when the opponent does not say what it thinks."""
        thoughts = NO_THOUGHTS
        try:
            thoughts = self.session.thoughts
        finally:
            self._show(thoughts)

    def _show(self, thoughts):
        session, state = self.session, self.game.state
        mirrored = ("hinted", "overlay", "message", "why", "score", "human", "opponent", "about")
        traits = {name: getattr(session, name) for name in (*mirrored, "owes_move", "turn")}
        traits |= {
            "marks": [("", "X", "O")[digit] for digit in CELLS[state]],
            "legal": session.legal_moves,
            "lines": [list(line) for line in winning_lines(state)],
            "last": self.game.history[-1] if self.game.history else None,
            "thoughts": list(thoughts.row),
            "thoughts_kind": thoughts.kind,
            "opponents": list(session.opponents),
            "over": self.game.is_over,
            "answered": self.answered + 1,
        }
        with self.hold_sync():  # one message to the browser
            for name, value in traits.items():
                self.set_trait(name, value)

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs)
        text = show(self.game.state)
        rows = text.replace(".", "empty").replace(" ", ", ").replace("\n", "; ")
        alt = f"Tic-tac-toe board, row by row: {rows}. {self.message}"
        data |= {"text/plain": text, "image/png": _picture(self.game.state, self.session.thoughts)}
        return data, metadata | {"image/png": {"alt": alt}}


def _picture(state, thoughts):
    """The board as a small PNG in base64, the same bytes whatever the style of the notebook."""
    heat = {"values": "values", "probabilities": "policy", "visits": "policy"}.get(thoughts.kind)
    row = [np.nan if number is None else number for number in thoughts.row]
    with style.context("default"):
        figure = Figure(figsize=(2.4, 2.4), dpi=100)
        ax = figure.add_axes((0.1, 0.02, 0.88, 0.88))
        draw_board(state, ax=ax, **({heat: row} if heat else {}))
        for i in range(3):
            ax.text(i + 0.5, -0.1, "ABC"[i], ha="center", va="bottom", color=INK)
            ax.text(-0.12, i + 0.5, "123"[i], ha="right", va="center", color=INK)
        return b64encode(png(figure, colours=64)).decode()
