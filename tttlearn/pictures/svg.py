"""A board as SVG, for pages and slides, whose style says how it looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

CELL_SIZE = 100
"""Side of a cell, in the units of the drawing."""
LARGE_FONT_SIZE, SMALL_FONT_SIZE = 38, 28
"""Font sizes of words of up to three characters, and of longer ones."""


def board_svg(
    marks: Sequence[str], columns: int = 3, frames: Mapping[str, Iterable[int]] | None = None
) -> str:
    """Return the drawing of a board.

    Parameters
    ----------
    marks : sequence of str
        What each cell shows, row by row: "X", "O", "." for an empty cell, or words, such as a
        value.
    columns : int, default 3
        Number of columns of the board.
    frames : mapping of str to iterables of int, optional
        For each kind of frame, which is the name of its class, the cells that have one.

    Returns
    -------
    str
        An `svg` of class `board`, with `grid`, `x`, `o` and `worth` in it.
    """
    rows = [marks[first : first + columns] for first in range(0, len(marks), columns)]
    across, down = CELL_SIZE * columns, CELL_SIZE * len(rows)
    lines = "".join(f"M{CELL_SIZE * i} 0V{down}" for i in range(1, columns))
    lines += "".join(f"M0 {CELL_SIZE * i}H{across}" for i in range(1, len(rows)))
    shapes = [f'<path class=grid d="{lines}" />']
    corners = [
        (CELL_SIZE * (cell % columns), CELL_SIZE * (cell // columns)) for cell in range(len(marks))
    ]
    shapes += [_shown(mark, *corner) for mark, corner in zip(marks, corners, strict=True)]
    for kind, cells in (frames or {}).items():
        shapes += [_frame(kind, *corners[cell]) for cell in cells]
    description = escape("; ".join(" ".join(row) for row in rows))
    view = f"-6 -6 {across + 12} {down + 12}"
    return (
        f'<svg class=board viewBox="{view}" role=img aria-label="board: {description}">'
        f"{''.join(shapes)}</svg>"
    )


def _frame(kind: str, x: int, y: int) -> str:
    return f"<rect class={kind} x={x + 5} y={y + 5} width=90 height=90 rx=10 />"


def _shown(mark: str, x: int, y: int) -> str:
    """Return the drawing of what stands in the cell with this corner."""
    if mark == "X":
        return f'<path class=x d="M{x + 22} {y + 22}l56 56m0 -56l-56 56" />'
    if mark == "O":
        return f"<circle class=o cx={x + 50} cy={y + 50} r=30 />"
    if mark == ".":
        return ""
    side = "x" if mark.startswith("+") else "o" if mark.startswith(("-", "−")) else "none"
    size = LARGE_FONT_SIZE if len(mark) < 4 else SMALL_FONT_SIZE
    where = f"x={x + 50} y={y + 50 + size // 3} font-size={size}"
    words = escape(mark.replace("-", "−") if side == "o" else mark)
    return f'<text class="worth {side}" {where}>{words}</text>'
