"""Draw the pictures of a class tournament: the standings, and a mistake on its board."""

import warnings

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Rectangle

from tttlearn.evaluation.exact import state_values
from tttlearn.evaluation.policy import action_values
from tttlearn.game.rules import TICTACTOE
from tttlearn.pictures import images
from tttlearn.pictures.boards import BLUE, GREY, INK, draw_board
from tttlearn.pictures.tournament import plot_dots

PANELS = {
    "score": {"xlabel": "points a game against all", "xlim": (-0.02, 1)},
    "worst": {"xlabel": "worst case (0.5 is perfect)", "xlim": (-0.02, 0.52)},
    "optimal": {"xlabel": "positions without an error", "xlim": (-0.02, 1.02)},
}


def escaped(name):
    """Escape dollar signs in a name, which would begin a formula in matplotlib."""
    return name.replace("$", r"\$")


def plot_standings(table):
    """Draw a dot for each player and measure, the best on top; return three Axes.

    The players of the house are open and grey.
    """
    edges, fill = (np.where(table.house, house, BLUE) for house in (GREY, "white"))
    axes = plot_dots(table, PANELS, [escaped(name) for name in table.shown], edges, fill)
    known = table.assign(row=range(len(table)))[table.error.notna()]
    bars = {"fmt": "none", "color": INK, "capsize": 4}
    axes[0].errorbar(known.score, known.row, xerr=2 * known.error, **bars)
    return axes


def draw_mistake(mistake):
    """Draw the board, the value to X of each free cell, and a frame around the player's move."""
    ax = plt.subplots(figsize=(2.4, 2.4))[1]
    draw_board(mistake.state, values=action_values(state_values())[mistake.state], ax=ax)
    if mistake.cell is not None:
        row, column = divmod(mistake.cell, TICTACTOE.columns)
        frame = {"fill": False, "edgecolor": INK, "lw": 4, "zorder": 4}
        ax.add_patch(Rectangle((column + 0.05, row + 0.05), 0.9, 0.9, **frame))
    return ax


def axes_as_png(axes, dpi=80):
    """Return the picture of these Axes as bytes of a PNG file, and close its figure."""
    figure = np.ravel(axes)[0].figure
    with warnings.catch_warnings():
        # Names may have letters that the font lacks: the picture shows boxes, the page the names.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        picture = images.png(figure, colours=256, dpi=dpi, bbox_inches="tight")
    plt.close(figure)
    return picture
