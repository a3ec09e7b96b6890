"""The pictures of a class tournament: the standings, and a mistake on its board."""

import warnings

import matplotlib.pyplot as plt
import numpy as np
import seaborn as sns
from matplotlib.patches import Rectangle

from tttlearn.evaluation.exact import state_values
from tttlearn.evaluation.policy import action_values
from tttlearn.game.rules import TICTACTOE
from tttlearn.pictures import images
from tttlearn.pictures.boards import BLUE, DRAW_COLOUR, GREY, INK, draw_board

PANELS = (
    ("score", "points a game against all"),
    ("worst", "worst case (0.5 is perfect)"),
    ("optimal", "positions without an error"),
)


def escaped(name):
    """The name as matplotlib shows it letter by letter: a dollar sign would begin a formula."""
    return name.replace("$", r"\$")


def plot_standings(table):
    """A dot for each player and measure, the best on top, the house open and grey; three Axes."""
    places = np.arange(len(table))
    colours, fill = (np.where(table.house, house, BLUE) for house in (GREY, "white"))
    size = {"figsize": (14, 1.6 + 0.33 * len(table)), "layout": "constrained"}
    axes = plt.subplots(1, len(PANELS), sharey=True, **size)[1]
    for ax, (column, label) in zip(axes, PANELS, strict=True):
        ax.hlines(places, 0, table[column], color=DRAW_COLOUR, lw=2)
        ax.scatter(
            table[column], places, c=fill, edgecolors=colours, linewidths=2.5, s=70, zorder=3
        )
        ax.set(xlabel=label, xlim=(-0.02, {"score": 1, "worst": 0.52, "optimal": 1.02}[column]))
        ax.grid(visible=False, axis="y")
        ax.tick_params(axis="x", labelsize=13)
    known = table[table.error.notna()]
    where = places[table.error.notna()]
    axes[0].errorbar(known.score, where, xerr=2 * known.error, fmt="none", color=INK, capsize=4)
    axes[0].set_yticks(places, [escaped(name) for name in table.shown], fontsize=12, color=INK)
    axes[0].set_ylim(len(table) - 0.4, -0.6)
    sns.despine(left=True)
    return axes


def draw_mistake(mistake):
    """The board, what each free cell is worth to X, and a frame around the move that it made."""
    ax = plt.subplots(figsize=(2.4, 2.4))[1]
    draw_board(mistake.state, values=action_values(state_values())[mistake.state], ax=ax)
    if mistake.cell is not None:
        row, column = divmod(mistake.cell, TICTACTOE.columns)
        frame = {"fill": False, "edgecolor": INK, "lw": 4, "zorder": 4}
        ax.add_patch(Rectangle((column + 0.05, row + 0.05), 0.9, 0.9, **frame))
    return ax


def axes_as_png(axes, dpi=80):
    """The picture of these Axes as bytes of a PNG file; its figure is closed."""
    figure = np.ravel(axes)[0].figure
    with warnings.catch_warnings():
        # Names may have letters that the font lacks; they show as boxes, and stand in the page.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        picture = images.png(figure, colours=256, dpi=dpi, bbox_inches="tight")
    plt.close(figure)
    return picture
