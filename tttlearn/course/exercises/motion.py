"""Show the end of a game, board by board, with chances that move forward or values that move back.

ttt.StepChances(ttt.parse(".OO / O.X / XX.")) and ttt.StepValues, with two policies, are sliders
whose steps are made by `chance_steps` and `value_steps`; a saved notebook keeps the last step as a
picture. ttt.StepPulls is a slider in which slot machines are pulled, and ttt.StepEntries one in
which a table learns.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import NamedTuple

import numpy as np
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from tttlearn.evaluation.policy import check_policy
from tttlearn.game.rules import LEGAL, TERMINAL, TURN, WINNER, show
from tttlearn.game.tables import X, side_name
from tttlearn.pictures.boards import BLUE, GREY, GRID, INK, PINK, draw_board, draw_small_board
from tttlearn.play.stepping import HERE, MAX_GAMES, Stepper, board_places
from tttlearn.search.game_tree import check_reachable, children
from tttlearn.support.arguments import doubles, shown

NAMES = "ABCDEFGHJKLMNPQRSTUVWYZ"  # no I, and none of the marks
MAX_BOARDS_IN_ROW = 6
"""Maximal number of boards in one row of a readable picture."""
PARTS = "none", "all", "half", "a third", "a quarter", "a fifth", "a sixth"
WIDTH, ROW, SIZE = 12, 1.55, 1.12
"""Width of a picture, height of its rows and size of its boards, in the same unit."""


class Pass(NamedTuple):
    """What is known after a step.

    `caption`: the step in words
    `at`: the board that it is about, or None
    `known`: {board: its chance or value, a text}
    `lines`: {(board, board after a move): the text on that line}
    `passed`: the boards whose chance has moved on
    """

    caption: str
    at: int | None
    known: dict
    lines: dict
    passed: tuple = ()


def rows_below(state):
    """Return the boards that can be reached from a state: a list for each move, each board once.

    Raises ValueError if there are more than six boards side by side.
    """
    rows = [[check_reachable(state)]]
    while not TERMINAL[rows[-1]].all():
        rows.append(list(dict.fromkeys(chain.from_iterable(map(children, rows[-1])))))
        if len(rows[-1]) > MAX_BOARDS_IN_ROW:
            raise ValueError(
                f"these boards are too many to read side by side; begin later than\n{show(state)}"
            )
    return rows


def lettered(rows):
    """Return {board: a letter}, row by row."""
    return dict(zip(chain.from_iterable(rows), NAMES, strict=False))


def chance_steps(state):
    """Return each Pass of the chance 1 from a state to the ends of the game, in random play."""
    names = lettered(rows_below(state))
    over = [board for board in names if TERMINAL[board]]
    has, passed = {int(state): Fraction(1)}, []
    steps = [Pass("the whole chance, 1, is on A.", int(state), {int(state): "1"}, {})]
    for board in [board for board in names if not TERMINAL[board]]:
        after, had = children(board), dict(has)
        part = has[board] / len(after)
        caption = f"{names[board]} has {has[board]}. {PARTS[len(after)].capitalize()} of it goes "
        caption += "to "
        caption += _listed(names[b] for b in after) + (f", {part} each." if len(after) > 1 else ".")
        for b in after:
            has[b] = had.get(b, 0) + part
            if b in had:
                caption += f" {names[b]} had {had[b]} already: {had[b]} + {part} = {has[b]}."
        passed.append(board)
        known = {b: f"{chance}" for b, chance in has.items()}
        lines = {(board, b): f"{part}" for b in after}
        steps.append(Pass(caption, board, known, lines, (*passed,)))
    caption = f"{_listed(names[b] for b in over)} are finished games, and all the chance is there: "
    caption += " + ".join(f"{has[b]}" for b in over) + f" = {sum(has[b] for b in over)}."
    return [*steps, steps[-1]._replace(caption=caption, at=None, lines={})]


def value_steps(state, x, o):
    """Return each Pass of the values to X from the ends back to a state, when x plays against o."""
    names = lettered(rows_below(state))
    V = {board: Fraction(int(WINNER[board])) for board in names if TERMINAL[board]}
    ends = ", ".join(f"{names[board]} {_signed(value)}" for board, value in V.items())
    caption = f"where the game is over, the value is the winner: {ends}."
    steps = [Pass(caption, None, {b: _signed(value) for b, value in V.items()}, {})]
    for board in [board for board in reversed(names) if not TERMINAL[board]]:
        row = (x if TURN[board] == X else o)[board, LEGAL[board]].tolist()
        moves = zip(children(board), row, strict=True)
        moves = {b: Fraction(p).limit_denominator(1_000) for b, p in moves if p > 0}
        V[board] = sum(p * V[b] for b, p in moves.items())
        sums = " + ".join(f"{p} of {names[b]}'s {_signed(V[b])}" for b, p in moves.items())
        if len(moves) == 1:
            sums = f"{_listed(names[b] for b in moves)} always follows, so the value is"
        else:
            sums += " ="
        caption = f"{names[board]}, {side_name(TURN[board])} to move: {sums} {_signed(V[board])}."
        known = {b: _signed(value) for b, value in V.items()}
        steps.append(Pass(caption, board, known, {(board, b): f"{p}" for b, p in moves.items()}))
    return steps


def _signed(value):
    return f"{'+' * (value > 0)}{value}"


def _listed(names):
    *others, last = names
    return " and ".join([", ".join(others), last] if others else [last])


def draw_pass(step, rows, ax):
    """Draw boards in rows, each with its letter and what a Pass knows of it; return the Axes."""
    ax.axis("off")
    ax.set(xlim=(0, WIDTH), ylim=(ROW * len(rows), 0), aspect="equal")
    places = {
        board: (0.8 + (WIDTH - 1) * (i + 0.5) / len(row), ROW * (depth + 0.5))
        for depth, row in enumerate(rows)
        for i, board in enumerate(row)
    }
    for board, name in lettered(rows).items():
        x, y = places[board]
        if board == step.at:
            corner = x - SIZE / 2 - 0.1, y - SIZE / 2 - 0.12
            ax.add_patch(Rectangle(corner, SIZE + 1, SIZE + 0.24, color=HERE, zorder=-2))
        draw_small_board(board, ax, (x - SIZE / 2, y - SIZE / 2, SIZE, SIZE))
        ax.text(x + 0.65, y - 0.3, name, va="center", fontsize=17, color=GREY)
        look = {"fontsize": 22, "color": GREY if board in step.passed else INK}
        ax.text(x + 0.65, y + 0.12, step.known.get(board, ""), va="center", **look)
        for below in set(children(board)) & set(places):
            _line(ax, places[board], places[below], step.lines.get((board, below)))
    return ax


def _line(ax, above, below, label):
    """Draw the line from a board to one after a move, blue and with its text if it has one."""
    xs, ys = (above[0], below[0]), (above[1] + SIZE / 2 + 0.02, below[1] - SIZE / 2 - 0.02)
    ax.plot(xs, ys, color=BLUE if label else GRID, lw=4 if label else 1.5, zorder=-1)
    if label:
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
        look = {"ha": "center", "va": "center", "fontsize": 17, "color": BLUE, "bbox": box}
        ax.text(sum(xs) / 2, sum(ys) / 2, label, **look)


class _Passing(Stepper):
    """A Stepper over the boards below a state."""

    shows = "the boards to the end of the game"

    def __init__(self, state, steps):
        self.rows = rows_below(state)
        super().__init__(steps)

    def draw(self, step, ax):
        """Draw the boards, what is known of them after a step, and the number of the step."""
        draw_pass(step, self.rows, ax)
        place = f"step {self.steps.index(step) + 1} of {len(self.steps)}"
        ax.text(0.1, 0.2, place, fontsize=17, color=GREY)


class StepChances(_Passing):
    """Slider that moves the chance 1 from a late state to the ends, both sides at random.

    Parameters
    ----------
    state : int
        State at the top, late in the game.
    """

    title = "Passing chances on"

    def __init__(self, state: int) -> None:
        super().__init__(state, chance_steps(state))


class StepValues(_Passing):
    """Slider that moves values to X from the ends back to a late state, x against o.

    Parameters
    ----------
    state : int
        State at the top, late in the game.
    x, o : ndarray, shape (19683, 9)
        Policies of the two sides.
    """

    title = "Passing values back"

    def __init__(self, state: int, x: np.ndarray, o: np.ndarray) -> None:
        super().__init__(state, value_steps(state, check_policy(x), check_policy(o)))


class Pulls(NamedTuple):
    """The means of some slot machines after a number of pulls, and which of them leads.

    `fresh` is the mean of further pulls of the machine that leads in the end, None before that
    step.
    """

    caption: str
    means: tuple
    leads: int
    fresh: float | None


def pull_steps(pulls, again):
    """Return each Pulls of machines that are pulled once more at each step, all at once.

    `pulls` has a row of payments for each machine, (k, n). `again` has as many rows, of further
    pulls; only those of the machine with the best mean are shown, at the last step.
    """
    pulls, again = doubles(pulls, "pulls are an array"), doubles(again, "again is an array")
    if pulls.ndim != 2 or again.ndim != 2 or len(pulls) != len(again) or 0 in pulls.shape:
        raise ValueError("pulls and again have a row for each of the same machines, not empty")
    steps = []
    for n in range(1, pulls.shape[1] + 1):
        means = pulls[:, :n].mean(1)
        leads = int(means.argmax())
        after = "1 pull" if n == 1 else f"{n} pulls"
        caption = f"after {after} of each, machine {leads} leads with {means[leads]:+.2f}."
        steps.append(Pulls(caption, tuple(means), leads, None))
    fresh = float(again[leads].mean())
    caption = f"machine {leads}, which seems to be worth {means[leads]:+.2f}, is pulled "
    caption += f"{again.shape[1]} times more: these pulls pay {fresh:+.2f} on average."
    return [*steps, Pulls(caption, tuple(means), leads, fresh)]


class StepPulls(Stepper):
    """Slider that pulls slot machines, and shows what the best of them pays afterwards.

    Parameters
    ----------
    pulls : array_like, shape (machines, pulls)
        What each machine pays in each pull.
    again : array_like, shape (machines, more pulls)
        What each machine pays in later pulls; those of the leader are shown.
    """

    title, shows = "Pulling the machines", "the mean of each machine"

    def __init__(self, pulls: ArrayLike, again: ArrayLike) -> None:
        super().__init__(pull_steps(pulls, again))

    def draw(self, step, ax):
        """Draw a bar for each mean, the leader's in blue, and its fresh mean beside it."""
        ax.set_position((0.1, 0.14, 0.86, 0.8))
        colours = [BLUE if machine == step.leads else GRID for machine in range(len(step.means))]
        ax.bar(range(len(step.means)), step.means, width=0.55, color=colours)
        ax.plot(range(len(step.means)), step.means, "o", color=INK)  # makes a bar of 0 visible
        if step.fresh is not None:
            ax.plot(step.leads + 0.36, step.fresh, "D", ms=16, color=PINK)
            ax.text(step.leads + 0.5, step.fresh + 0.08, "fresh pulls", fontsize=18, color=PINK)
        ax.axhline(0, color=INK, lw=1.5)
        ax.set(ylim=(-1.15, 1.15), xticks=range(len(step.means)), yticks=(-1, -0.5, 0, 0.5, 1))
        ax.tick_params(labelsize=18)
        ax.set_xlabel("machine", fontsize=20)
        ax.set_ylabel("mean of its pulls", fontsize=20)


class Entries(NamedTuple):
    """Entries of a table of action values on some boards, after one step.

    `rows` has the nine entries of each board.
    """

    caption: str
    rows: np.ndarray


def entry_steps(boards, pages):
    """Return the Entries of each page, from {title: state} and {step: a row for each board}."""
    for dicts in (boards, pages):
        if not isinstance(dicts, dict) or not dicts:
            raise ValueError(f"boards and pages are dicts that are not empty, not {shown(dicts)}")
    if len(boards) > MAX_GAMES:
        raise ValueError(f"at most {MAX_GAMES} boards can be seen side by side, not {len(boards)}")
    try:
        boards = {title: check_reachable(state) for title, state in boards.items()}
    except ValueError as error:
        raise ValueError(f"boards are states that games reach: {error}") from None
    steps = []
    for name, page in pages.items():
        shape = len(boards), LEGAL.shape[1]
        rows = doubles(page, f"pages[{name!r}] is an array", shape)
        steps.append(Entries(f"{name}: {_entries_in_words(boards, rows)}.", rows.copy()))
    return steps


def _entries_in_words(boards, page):
    """Say which entries of free cells are not 0."""
    return "; ".join(
        f"{title}: "
        + (
            ", ".join(f"cell {a} {row[a]:+.2f}" for a in np.flatnonzero(LEGAL[state] & (row != 0)))
            or "all 0"
        )
        for (title, state), row in zip(boards.items(), page, strict=True)
    )


class StepEntries(Stepper):
    """Slider over steps of learning, with the entries of a table in the cells of boards.

    Parameters
    ----------
    boards : dict of str to int
        State of each board by its title, three at most.
    pages : dict of str to array_like
        Entries after each step, by the name of the step: a row of nine for each board.
    """

    title, shows = "Learning entries", "the entries in the cells of the boards"

    def __init__(self, boards: dict[str, int], pages: dict[str, ArrayLike]) -> None:
        steps = entry_steps(boards, pages)
        self.boards = boards
        super().__init__(steps)

    def draw(self, step, ax):
        """Draw each board with its entries, under its title."""
        places = board_places(ax, [*self.boards])
        for inner, state, row in zip(places, self.boards.values(), step.rows, strict=True):
            draw_board(state, values=row, ax=inner)
