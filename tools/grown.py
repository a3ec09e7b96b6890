"""Show one learner at several ages: for the picture of README.md and of shared links."""

from functools import cache

import matplotlib.pyplot as plt

import tttlearn as ttt
from tools.masters import ROOT
from tttlearn.pictures.boards import draw_board
from tttlearn.pictures.images import png
from tttlearn.play.timemachine import ages
from tttlearn.support.text import value_text

GAMES = (1, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
SEED = 5
ASKED = ttt.parse("... / .X. / ...")
SHOWN = ("100 games", "10,000 games", "100,000 games")
SAVED = "X has the centre, and only a corner saves O."
THINKS = "What one learner thinks of O's moves, as values to X:"
PICTURE_INCHES = 12, 6.3
"""Width and height in inches of 100 pixels, as previews of a link show pictures."""
PICTURE = ROOT / "data" / "pictures" / "grown.png"


@cache
def grown():
    """Return {label: the learner at that age, a PolicyPlayer}, the youngest first.

    The learner learns by TD(0) from games against itself alone.
    """
    learner, kept = ttt.TDLearner(seed=SEED), {}
    ttt.train(learner, GAMES[-1], checkpoints=list(GAMES), keep=kept)
    return {age.label: age.player for age in ages(learner, kept)}


def described():
    """Return what the picture shows, in words."""
    values = {label: player.values[ASKED] for label, player in grown().items()}
    says = [
        f"{value_text(values[label][0])} and {value_text(values[label][1])} after {label}"
        for label in SHOWN
    ]
    return f"{SAVED} {THINKS} in the corner A1 and on the edge B1 {', '.join(says)}"


def picture():
    """Return the picture as PNG bytes: what the learner thinks of O's moves, at three ages."""
    values = {label: player.values[ASKED] for label, player in grown().items()}
    figure, axes = plt.subplots(1, len(SHOWN), figsize=PICTURE_INCHES, layout="constrained")
    for ax, label in zip(axes, SHOWN, strict=True):
        draw_board(ASKED, values=values[label], ax=ax).set_title(
            f"after {label}", fontsize=17, pad=10
        )
    figure.suptitle(f"{SAVED}\n{THINKS}", fontsize=22)
    drawn = png(figure, colours=256, dpi=100, facecolor="white")
    plt.close(figure)
    return drawn
