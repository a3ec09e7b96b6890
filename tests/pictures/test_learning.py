"""The pictures of learning show what they are given, and refuse what would mislead."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from tttlearn.pictures.learning import (
    density,
    draw_network,
    plot_learning_curves,
    plot_result_groups,
    plot_value_density,
)


@pytest.mark.parametrize("value", [-1, 0, 0.3, 1])
def test_a_density_has_area_one_wherever_its_values_lie(value):
    at = np.linspace(-1, 1, 2001)
    found = density(np.array([value, value, 0.0]), at)
    assert np.trapezoid(found, at) == pytest.approx(1, abs=1e-3)


def test_value_density_says_how_many_values_each_curve_stands_for():
    values, winner = np.array([1.0, 0.9, 0.0, -1.0]), np.array([1, 1, 0, -1])
    ax = plot_value_density(values, winner)
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["X wins (2)", "draw (1)", "O wins (1)"]


def test_value_density_takes_axes_groups_without_values_and_other_ends():
    given = plt.subplots()[1]
    assert plot_value_density([0.2, 0.2], [1, 1], ax=given, ends=(0, 1)) is given
    assert given.get_xlim() == (0, 1)
    assert len(given.get_legend().get_texts()) == 1


def history(seeds):
    rows = [(s, g, s / 10 + g) for s in range(seeds) for g in (1, 10, 100)]
    return pd.DataFrame(rows, columns=["seed", "games", "share"])


def test_learning_curves_draw_the_median_the_best_value_and_the_number_of_seeds():
    ax = plot_learning_curves(history(11), "share", label="mine", best=1.0)
    assert ax.lines[0].get_ydata() == pytest.approx([1.5, 10.5, 100.5])
    assert ax.lines[1].get_ydata() == pytest.approx([1, 1])
    assert ax.get_legend().get_texts()[0].get_text() == "mine (11 seeds)"
    assert ax.get_xscale() == "log"


def test_learning_curves_refuse_a_handful_of_seeds():
    with pytest.raises(ValueError, match="10 seeds or more, not 9"):
        plot_learning_curves(history(9), "share")


def test_result_groups_are_shares_that_add_up():
    winners = np.array([[1, 1, 0, -1], [1, 0, 0, 0]])
    ax = plot_result_groups(winners, group=2)
    heights = np.array([[bar.get_height() for bar in bars] for bars in ax.containers])
    assert heights == pytest.approx(np.array([[0.75, 0], [0.25, 0.75], [0, 0.25]]))


def test_many_groups_are_one_area_for_each_result():
    ax = plot_result_groups(np.tile([1, 0, -1, 1], 30_000), group=1)
    areas = [patch.get_data() for patch in ax.patches]
    assert len(areas) == 3
    assert areas[0].values.mean() == pytest.approx(0.5)
    assert areas[2].values == pytest.approx(np.ones(len(areas[2].values)))
    assert (areas[0].edges[0], areas[0].edges[-1]) == (0.5, 120_000.5)


def test_result_groups_must_be_whole():
    with pytest.raises(ValueError, match="5 games do not make whole groups of 2"):
        plot_result_groups([0] * 5, group=2)


def test_a_network_shows_its_units_and_connections():
    layers, labels = [[1, 0], [0.25]], [["one", "two"], ["out"]]
    ax = draw_network(layers, labels, [[["a"], ["b"]]])
    shown = {text.get_text() for text in ax.texts}
    assert shown == {"1.000", "0.000", "0.250", "one", "two", "out", "a", "b"}
