"""Show a network's forward pass on any board: its inputs, hidden units and outputs.

For example:

    ttt.SeeForward(forward, [W1, b1, W2, b2])

`units` computes what is shown, without a browser; the saved notebook keeps the first position as a
picture and in words.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import ipywidgets as widgets
import numpy as np
from matplotlib import style
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from tttlearn.game.rules import CELLS, START
from tttlearn.game.rules import TICTACTOE as RULES
from tttlearn.network.basics import BITS, two_bits
from tttlearn.pictures.boards import GREY, GRID, INK, LIT, PROBABILITY_COLOURS, draw_board
from tttlearn.pictures.images import png
from tttlearn.play.board import BoardView
from tttlearn.play.moving import LOOK, Moving, html_picture, status
from tttlearn.play.traits import layout, marks_of
from tttlearn.support.arguments import doubles, function, is_among, shown
from tttlearn.support.text import counted, signed

INPUTS, OUTPUTS = BITS.shape[1], RULES.n_actions
"""The numbers that go into a network, and those that come out."""
ROW = 10
"""How many hidden units the picture shows in a row."""
FOLLOWING = {"": "X", "X": "O", "O": ""}
"""What a click replaces a mark with."""


class Units(NamedTuple):
    """Numbers of one forward pass.

    Attributes
    ----------
    inputs : ndarray of float64, shape (18,)
        The inputs, 0 or 1.
    sums : ndarray of float64, shape (n_units,)
        Weighted sum of each hidden unit, before its activation.
    hidden : ndarray of float64, shape (n_units,)
        Output of each hidden unit.
    outputs : ndarray of float64, shape (9,)
        The outputs.
    """

    inputs: np.ndarray
    sums: np.ndarray
    hidden: np.ndarray
    outputs: np.ndarray


def four_parts(parts: Any) -> list[np.ndarray]:
    """Return the parts of a network as arrays, after checking their shapes.

    Parameters
    ----------
    parts : list or tuple of array_like
        W1 (18, n_units), b1 (n_units,), W2 (n_units, 9) and b2 (9,).

    Returns
    -------
    list of ndarray of float64
        The four arrays.

    Raises
    ------
    ValueError
        If they are not four arrays of these shapes.
    """
    what = f"the parts are W1 ({INPUTS}, units), b1 (units,), W2 (units, {OUTPUTS}) and "
    what += f"b2 ({OUTPUTS},)"
    given = list(parts) if isinstance(parts, (list, tuple)) else []
    if len(given) != 4:
        raise ValueError(f"{what}, not {shown(parts)}")
    found = [doubles(part, f"{what}, arrays") for part in given]
    n = found[1].size
    if [part.shape for part in found] != [(INPUTS, n), (n,), (n, OUTPUTS), (OUTPUTS,)]:
        raise ValueError(f"{what}, not " + ", ".join(str(part.shape) for part in found))
    return found


def units(forward: Callable, parts: Any, state: int) -> Units:
    """Compute the forward pass of a network in a state.

    Parameters
    ----------
    forward : callable
        `forward(x, W1, b1, W2, b2)`, which returns the hidden layer and the outputs.
    parts : list or tuple of array_like
        W1 (18, n_units), b1 (n_units,), W2 (n_units, 9) and b2 (9,).
    state : int
        State of tic-tac-toe.

    Returns
    -------
    Units
        The inputs, hidden units and outputs.

    Raises
    ------
    ValueError
        If the parts have other shapes, or `forward` does not return a number for each hidden unit
        and nine for the cells.
    """
    W1, b1, W2, b2 = four_parts(parts)
    n = len(b1)
    x = two_bits(RULES.check_one_state(state))
    answer = forward(x, W1, b1, W2, b2)
    returns = f"forward returns {n} hidden numbers and {counted(OUTPUTS)} outputs"
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        raise ValueError(f"{returns}, not {shown(answer)}")
    hidden, outputs = doubles(answer[0], returns, (n,)), doubles(answer[1], returns, (OUTPUTS,))
    return Units(x, x @ W1 + b1, hidden, outputs)


def seen_in_words(seen: Units, state: int) -> str:
    """Describe a forward pass in a sentence or two.

    Parameters
    ----------
    seen : Units
        The forward pass.
    state : int
        The state.

    Returns
    -------
    str
        How many inputs and hidden units are on, and which output is highest.
    """
    on, first = (seen.hidden > 0).sum(), int(seen.outputs.argmax())
    text = f"{seen.inputs.sum():.0f} of {INPUTS} inputs are 1, {on} of {len(seen.hidden)} hidden "
    text += f"units are on. The highest output is {seen.outputs[first]:.1%}, in cell {first}"
    free = np.flatnonzero(CELLS[state] == 0)
    if first in free or not len(free):
        return f"{text}."
    best = free[seen.outputs[free].argmax()]
    return (
        f"{text}, which is taken; the highest free one is {seen.outputs[best]:.1%}, in cell {best}."
    )


def draw_units(seen: Units, state: int, figure: Figure) -> None:
    """Draw a forward pass: inputs above, hidden units on the left, the board on the right.

    Parameters
    ----------
    seen : Units
        The forward pass.
    state : int
        The state.
    figure : matplotlib.figure.Figure
        An empty figure.
    """
    rows = -(-len(seen.sums) // ROW)
    top, left = figure.add_axes((0.01, 0.85, 0.98, 0.09)), figure.add_axes((0.01, 0.01, 0.56, 0.74))
    _squares(top, seen.inputs[None], seen.inputs[None], "{:.0f}".format)
    top.set_title(f"{INPUTS} inputs: is X in the cell? is O?", loc="left")
    for cell in range(RULES.n_cells):
        top.text(2 * cell + 0.5, 0.62, f"cell {cell}", ha="center", va="top", color=INK)
        top.plot([2 * cell - 0.5] * 2, [-0.5, 0.5], color=INK, lw=2, clip_on=False)
    padded = np.full((2, rows * ROW), np.nan)
    padded[:, : len(seen.sums)] = seen.sums, seen.hidden
    sums, hidden = padded.reshape(2, rows, ROW)
    _squares(left, sums, hidden, lambda entry: signed(entry, 1))
    left.set_title(f"{len(seen.sums)} hidden units: the sum of each; lit is on", loc="left")
    right = figure.add_axes((0.61, 0.04, 0.38, 0.66))
    draw_board(state, ax=right)
    right.set_title(f"{OUTPUTS} outputs, in percent", loc="left")
    for cell, p in enumerate(seen.outputs):
        row, column = divmod(cell, RULES.columns)
        _bar(right, column, row, float(p))


def _squares(ax, numbers, lit, form):
    """Draw a square for each number, filled by `lit`, with a coloured border if that is above 0."""
    ax.set(xlim=(-0.52, numbers.shape[1] - 0.48), ylim=(numbers.shape[0] - 0.48, -0.52))
    ax.axis("off")
    highest = max(np.nanmax(lit), 1)
    for (row, column), entry in np.ndenumerate(numbers):
        if np.isnan(entry):
            continue
        share = lit[row, column] / highest
        look = {"facecolor": LIT(share) if share > 0 else "white", "edgecolor": GRID, "lw": 0.6}
        ax.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, **look))
        ink = "white" if share > 0.6 else INK if share > 0 else GREY
        style = {"ha": "center", "va": "center", "color": ink, "fontsize": 12.5}
        ax.text(column, row, form(entry), **style)


def _bar(ax, x, y, p):
    """Draw the probability of a cell: a number at its upper edge, a bar at its lower one."""
    ax.text(x + 0.5, y + 0.13, f"{100 * p:.1f}", ha="center", va="center", color=INK)
    for width, colour in ((0.88, "#ececec"), (0.88 * p, PROBABILITY_COLOURS(1.0))):
        ax.add_patch(Rectangle((x + 0.06, y + 0.83), width, 0.11, color=colour, lw=0))


class SettableBoard(BoardView):
    """Board whose cells a click fills: blank, X, O, blank again.

    Parameters
    ----------
    state : int
        Position to begin with.
    changed : callable
        Called as `changed(state)` after each click.

    Attributes
    ----------
    state : int
        Position on the board.
    """

    def __init__(self, state: int, changed: Callable[[int], None]) -> None:
        self.state, self.changed = state, changed
        super().__init__()
        fixed = {"label": "A board to set: Enter puts X, then O, then nothing", "controls": False}
        every = list(range(RULES.n_cells))
        self._tell(fixed | layout(RULES) | {"legal": every, "landing": every})
        self._show()
        self.on_msg(self._on_message)

    def click(self, cell: int) -> None:
        """Put the next of blank, X and O into a cell.

        Parameters
        ----------
        cell : int
            The cell, 0 to 8.

        Raises
        ------
        ValueError
            If there is no such cell.
        """
        if not is_among(cell, range(RULES.n_cells)):
            raise ValueError(f"a cell is a number 0..{RULES.n_cells - 1}, not {shown(cell)}")
        marks = marks_of(self.state, RULES)
        marks[cell] = FOLLOWING[marks[cell]]
        self.state = RULES.parse("".join(mark or "." for mark in marks))
        self._show()  # at once; a picture takes its time
        self.changed(self.state)

    def _show(self):
        lines = [list(line) for line in RULES.winning_lines(self.state)]
        self._tell({"marks": marks_of(self.state, RULES), "lines": lines})

    def _on_message(self, _widget, content, _buffers):
        click = isinstance(content, dict) and content.get("kind") == "click"
        if click and type(content.get("arg")) is int and content["arg"] in range(RULES.n_cells):
            self.click(content["arg"])
        else:  # the view waits for an answer to whatever it sends
            self._show()


class SeeForward(Moving):
    """Board to click on, and beside it what a network makes of the position, unit by unit.

    Parameters
    ----------
    forward : callable
        `forward(x, W1, b1, W2, b2)`, which returns the hidden layer and the nine outputs.
    parts : list or tuple of array_like
        W1 (18, n_units), b1 (n_units,), W2 (n_units, 9) and b2 (9,).
    state : int, default START
        Position to begin with.

    Raises
    ------
    ValueError
        If the parts have other shapes, or `forward` returns something else.

    Examples
    --------
    >>> import numpy as np
    >>> import tttlearn as ttt
    >>> def forward(x, W1, b1, W2, b2):
    ...     hidden = np.maximum(x @ W1 + b1, 0)
    ...     return hidden, hidden @ W2 + b2
    >>> parts = [np.ones((18, 4)), np.zeros(4), np.ones((4, 9)), np.zeros(9)]
    >>> seen = ttt.SeeForward(forward, parts)
    >>> seen.click(4)
    >>> seen.units(ttt.parse("... / .X. / ...")).hidden.tolist()
    [1.0, 1.0, 1.0, 1.0]
    """

    def __init__(self, forward: Callable, parts: Any, state: int = START) -> None:
        self.forward = function(forward, "forward is a function of an input and the four parts")
        self.parts = four_parts(parts)
        self.picture = lru_cache(64)(self._picture)
        self.page = widgets.HTML(layout=widgets.Layout(flex="1 1 540px"))
        self.board = SettableBoard(int(RULES.check_one_state(state)), self._show)
        self.board.layout = widgets.Layout(width="250px", flex="0 0 auto")
        self._show(self.board.state)
        look = widgets.Layout(flex_flow="row wrap", align_items="flex-start")  # side by side
        super().__init__([widgets.Box([self.board, self.page], layout=look)])

    def click(self, cell: int) -> None:
        """Put the next of blank, X and O into a cell, as a click on it does.

        Parameters
        ----------
        cell : int
            The cell, 0 to 8.
        """
        self.board.click(cell)

    def units(self, state: int) -> Units:
        """Compute the forward pass in a state.

        Parameters
        ----------
        state : int
            State of tic-tac-toe.

        Returns
        -------
        Units
            The inputs, hidden units and outputs.
        """
        return units(self.forward, self.parts, state)

    def _show(self, state):
        says = seen_in_words(self.units(state), state)
        drawn = html_picture(self.picture(state), "its inputs, hidden units and outputs", 640)
        self.page.value = status(says) + drawn

    def _picture(self, state):
        with style.context(LOOK):
            figure = Figure(figsize=(8.9, 6.2), dpi=140)
            draw_units(self.units(state), state, figure)
            return png(figure, colours=128)

    def twin(self) -> tuple[str, str, bytes]:
        """Return what a saved notebook keeps of the position shown: its units, and their picture.

        Returns
        -------
        text : str
            All units in words.
        alt : str
            Alternative text of the picture.
        picture : bytes
            The picture, a PNG.
        """
        state, seen = self.board.state, self.units(self.board.state)
        of_cell = [f"{a}: {100 * p:.1f}" for a, p in enumerate(seen.outputs)]
        sums = [f"{number}: {signed(entry, 1)}" for number, entry in enumerate(seen.sums)]
        lines = ["A forward pass on", RULES.show(state), seen_in_words(seen, state)]
        lines += [f"Hidden units, the sum of each (on above 0): {', '.join(sums)}."]
        lines += [f"Outputs in percent, by cell: {', '.join(of_cell)}."]
        return (
            "\n".join(lines),
            f"A forward pass. {seen_in_words(seen, state)}",
            self.picture(state),
        )
