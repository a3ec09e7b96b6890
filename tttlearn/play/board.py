"""Show the playable board: a `Session` as a notebook widget.

For example:

    from tttlearn import Board
    Board("minimax")
    Board("minimax", rules=boards(rows=4, columns=3, k=3, falling=True))

The browser draws the traits below and sends messages {kind, arg, turn}; it knows no rules. `turn`
says for which position a message was meant, so that a click made while the opponent was still
thinking is recognised and dropped. The saved notebook keeps the board as text and as a picture.
"""

from __future__ import annotations

from base64 import b64encode
from contextlib import suppress
from pathlib import Path
from typing import Any

import anywidget
import numpy as np
import traitlets as t
from matplotlib import style
from matplotlib.figure import Figure

from tttlearn.game import boards
from tttlearn.game.played import Game
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.pictures.boards import INK, draw_board
from tttlearn.pictures.images import png
from tttlearn.play.reasons import no_thoughts
from tttlearn.play.session import Score, Session
from tttlearn.play.traits import is_meant, layout, traits

HERE = Path(__file__).parent


def _shown(kind, *default):
    return kind(*default, read_only=True).tag(sync=True)


class BoardView(anywidget.AnyWidget):
    """Widget that shows a board and reports which cell was clicked; it knows no rules.

    Notes
    -----
    The traits are read-only for users, and are sent to the browser. A comment beside each says what
    it holds.
    """

    _esm = HERE / "board.js"
    _css = HERE / "board.css"

    controls = _shown(t.Bool, True)  # whether there is more than the cells
    label = _shown(t.Unicode)  # what the board is called
    rows = _shown(t.List)  # the names of its rows, from the top
    columns = _shown(t.List)  # the names of its columns
    falling = _shown(t.Bool)  # whether an action is a column, or a cell
    marks = _shown(t.List)  # for each cell one of "X", "O", ""
    legal = _shown(t.List)  # the actions that the human may take
    landing = _shown(t.List)  # for each action the cell of its mark, -1 if there is none
    lines = _shown(t.List)  # the complete lines, lists of cells
    last = _shown(t.Any)  # the cell taken last, or None
    hinted = _shown(t.Any)  # the cell of the hint, or None
    thoughts = _shown(t.List)  # for each cell a number or None
    thoughts_kind = _shown(t.Unicode)  # "values", "probabilities", "visits" or ""
    thoughts_past = _shown(t.Bool)  # whether they are about the opponent's last move
    overlay = _shown(t.Bool)
    message = _shown(t.Unicode)
    why = _shown(t.Unicode)  # a reason for the last move; once a game was won, what lost it
    result = _shown(t.Unicode)  # "won", "drawn" or "lost", to the human; "" until the game is over
    mistake = _shown(t.Any)  # the cell of the move that lost the game, or None
    can_replay = _shown(t.Bool)
    naming = _shown(t.Unicode)  # how the cells are named, one of `namings`
    namings = _shown(t.List)
    score = _shown(t.Any, Score(0, 0, 0))
    human = _shown(t.Unicode)
    opponent = _shown(t.Unicode)
    opponents = _shown(t.List)
    about = _shown(t.Unicode)
    owes_move = _shown(t.Bool)
    over = _shown(t.Bool)
    turn = _shown(t.Int)
    answered = _shown(t.Int)  # grows with every answer, so that the view hears of refusals too

    def _tell(self, traits):
        """Set these traits, and answer what the browser sent, in one message to it."""
        with self.hold_sync():
            for name, value in (traits | {"answered": self.answered + 1}).items():
                self.set_trait(name, value)


class Board(BoardView):
    """Board to play on in a notebook.

    Every control has a method of its name. What cannot be done raises ValueError in Python, and the
    status line of the board says so in any case.

    Parameters
    ----------
    opponent : str, player, dict or list, default "minimax"
        Opponent, or several to choose from, as in `Session`.
    human : {"X", "O"}, default "X"
        Side of the human; X begins.
    rng : numpy.random.Generator or int, optional
        Source of the opponents' randomness, or its seed. By default it differs each time.
    rules : BoardRules, default TICTACTOE
        Rules of the game. If marks fall, a click anywhere in a column plays it.

    Attributes
    ----------
    session : Session
        The games, the opponents and the score.

    Raises
    ------
    ValueError
        If an argument is wrong, or `rules` are not those of a board.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> board = ttt.Board("minimax")
    >>> board.click("B2")
    >>> len(board.game.history)
    2
    """

    def __init__(
        self,
        opponent: Any = "minimax",
        human: str = "X",
        rng: np.random.Generator | int | None = None,
        rules: boards.BoardRules = TICTACTOE,
    ) -> None:
        if not isinstance(check_rules(rules), boards.BoardRules):
            raise ValueError(
                "a board to play on has the rules of a board, such as "
                f"ttt.boards(rows=3, columns=4, k=3), not {rules.name}"
            )
        self.session = Session(opponent, human, rng, rules)
        super().__init__()
        for name, value in layout(rules).items():
            self.set_trait(name, value)
        self._refresh()
        self.on_msg(self._on_message)

    @property
    def game(self) -> Game:
        """Game that is being played."""
        return self.session.game

    @property
    def rules(self) -> boards.BoardRules:
        """The rules of the game."""
        return self.session.rules

    def click(self, cell: int | str) -> None:
        """Take a cell, as a click on it would; the opponent answers.

        Parameters
        ----------
        cell : int or str
            Cell, 0 to 8 or "A1" to "C3". If marks fall, a column: 0, 1, ... or "A", "B", ...

        Raises
        ------
        IllegalMoveError
            If the cell cannot be taken now. It is a ValueError.
        """
        self._do("click", cell)

    def ask(self) -> None:
        """Ask an opponent again that failed to move."""
        self._do("ask")

    def undo(self) -> None:
        """Take back your last move and the opponent's answer."""
        self._do("undo")

    def hint(self) -> None:
        """Mark the best move and say what it is worth."""
        self._do("hint")

    def replay(self) -> None:
        """Go back to before your mistake, after a loss, and play on from there."""
        self._do("replay")

    def new_game(self) -> None:
        """Start again; a game that is not over does not count."""
        self._do("new_game")

    def choose(self, label: str) -> None:
        """Play against another of the offered opponents, in a new game.

        Parameters
        ----------
        label : str
            Name of the opponent in the list of those offered.
        """
        self._do("choose", label)

    def play_as(self, human: str) -> None:
        """Start a new game as X or O.

        Parameters
        ----------
        human : {"X", "O"}
            Side of the human.
        """
        self._do("play_as", human)

    def show_thoughts(self, on: bool = True) -> None:
        """Show on the cells what the opponent thinks of them, or stop showing it.

        Values are those of the free cells; probabilities and visits show how the opponent chose its
        last move.

        Parameters
        ----------
        on : bool, default True
            Whether to show it.
        """
        self._do("show_thoughts", on)

    def name_cells(self, naming: str) -> None:
        """Call the cells by letter and number, or by their numbers.

        Parameters
        ----------
        naming : {"A1", "0-8"}
            How the cells are called. On other boards the second is "0-" with the last number.
        """
        self._do("name_cells", naming)

    def _do(self, kind, *arguments):
        try:
            getattr(self.session, kind)(*arguments)
        finally:
            self._refresh()

    def _on_message(self, _widget, content, _buffers):
        if not is_meant(content, self.turn):
            return self._refresh()
        argument = content.get("arg")
        # The status line already says what was refused, or that the opponent was interrupted.
        with suppress(ValueError, KeyboardInterrupt):
            getattr(self, content["kind"])(*([] if argument is None else [argument]))

    def _refresh(self):
        """Send all traits to the browser, even if the opponent fails to say what it thinks."""
        thoughts = no_thoughts(self.rules)
        try:
            thoughts = self.session.thoughts
        finally:
            self._tell(traits(self.session, thoughts))

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs)
        text = self.rules.show(self.game.state)
        rows = text.replace(".", "empty").replace(" ", ", ").replace("\n", "; ")
        alt = f"{self.label}, row by row: {rows}. {self.message} {self.session.verdict}".rstrip()
        thoughts = self.session.thoughts
        thought_of = self.session.thought_of(thoughts)
        picture = _picture(self.game.state, thoughts, thought_of, self.rules)
        return data | {"text/plain": text, "image/png": picture}, metadata | {
            "image/png": {"alt": alt}
        }


def _picture(state, thoughts, thought_of, rules):
    """Return the board as a small PNG in base64, the same bytes whatever the style of the notebook.

    Thoughts about an earlier state, `thought_of`, are shown on the cells that are still free.
    """
    heat = {"values": "values", "probabilities": "policy", "visits": "policy"}.get(thoughts.kind)
    still = rules.landing(state) == rules.landing(thought_of)
    row = np.where(still, np.array(thoughts.row, float), np.nan)
    side, left, margin = 2.112 / 3.12, 0.24, 0.048  # inches: a cell, the names, the other margin
    width, height = (side * (n + 0.12) + left + margin for n in (rules.columns, rules.rows))
    box = left / width, margin / height, 1 - (left + margin) / width, 1 - (left + margin) / height
    names = layout(rules)
    with style.context("default"):
        figure = Figure(figsize=(width, height), dpi=100)
        ax = figure.add_axes(box)
        draw_board(state, ax=ax, rules=rules, **({heat: row} if heat else {}))
        for i, letter in enumerate(names["columns"]):
            ax.text(i + 0.5, -0.1, letter, ha="center", va="bottom", color=INK)
        for i, digit in enumerate(names["rows"]):
            ax.text(-0.12, i + 0.5, digit, ha="right", va="center", color=INK)
        return b64encode(png(figure, colours=64)).decode()
