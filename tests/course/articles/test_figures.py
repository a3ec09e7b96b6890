"""The pictures of figures: spread is shown, and no side's colour stands for anything else."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex

from tttlearn.course.articles.antirez.figures import draw_lost
from tttlearn.course.articles.figures import OURS, PUBLISHED, bars, histogram
from tttlearn.course.articles.hickman.figures import GROUP, draw_groups
from tttlearn.course.articles.published import published
from tttlearn.pictures.boards import O_COLOUR, X_COLOUR


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def colours(ax):
    """All colours of lines and bars."""
    found = [one.get_color() for one in ax.lines] + [one.get_facecolor() for one in ax.patches]
    found += [one.get_color()[0] for one in ax.collections]
    return {to_hex(one) for one in found}


def spans(ax):
    """The ends of the lines that show a spread, and the line's place, [(low, high), ...]."""
    return [path.vertices for one in ax.collections for path in one.get_paths()]


def test_bars_of_runs_show_between_which_numbers_90_of_100_lie():
    runs = np.arange(101.0)
    ax = bars({"one": runs, "two": runs + 50}, "losses", 40)
    assert [bar.get_width() for bar in ax.patches] == [50, 100]
    assert [list(path[:, 0]) for path in spans(ax)] == [[5, 95], [55, 145]]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "90 of 100 runs",
        "published: 40",
    ]
    assert [text.get_text() for text in ax.texts] == ["mean 50", "mean 100"]
    assert ax.get_xlim()[1] > 145


def test_bars_of_single_numbers_show_no_spread():
    ax = bars({"one": 3.0, "two": 5.0}, "times fewer games")
    assert not ax.collections
    assert ax.get_legend() is None
    assert [text.get_text() for text in ax.texts] == ["3", "5"]


def test_the_groups_of_test_games_show_the_range_of_the_seeds():
    tests = np.zeros((3, 2 * GROUP), dtype=int)
    tests[0, : GROUP // 2] = 1
    tests[2, GROUP : GROUP + GROUP // 4] = -1
    drawn = [tuple(path[:, 1]) for path in spans(draw_groups(tests))]
    assert drawn == [(0, 0.5), (0, 0), (1, 1), (0.75, 1)]


def test_what_is_ours_has_the_colour_of_no_side():
    assert not {OURS, PUBLISHED} & {X_COLOUR, O_COLOUR}
    shares = np.linspace(0, 1, 9)
    lost = np.array([500, 20_000]), np.array([True, False])
    for ax in (
        histogram(shares, 0.4, "lost"),
        bars({"one": shares}, "lost", 0.4),
        draw_lost({"README": lost, "code": lost}, published("antirez", "Losses", unit="games")),
    ):
        assert not colours(ax) & {X_COLOUR, O_COLOUR}
