"""Purple and orange mean X and O and nothing else; all other colours are of one palette."""

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from tttlearn.pictures.boards import (
    BLUE,
    DRAW_COLOUR,
    GREEN,
    GREY,
    INK,
    O_COLOUR,
    PINK,
    X_COLOUR,
    set_style,
)

PACKAGE = Path(__file__).resolve().parents[2] / "tttlearn"
SIDES = {
    "pictures/boards.py": "the marks, shares of outcomes, and the scale of values to X",
    "pictures/learning.py": "results of games and the values of those that X or O has won",
}
"""The modules that draw in the colours of X and O, and what for."""
OWN = {"#ececec": "play/seeing.py", "#d3e6f5": "play/stepping.py"}
"""Two pale grounds of the learner's tools, each used once."""


def used(text):
    """The lines of a program that use the colours of X and O, without the imports."""
    text = re.sub(r"(?m)^from [\w.]+ import (?:\([^)]*\)|.*)$", "", text)
    return [line for line in text.split("\n") if re.search(r"\b[XO]_COLOUR\b", line)]


def modules(course):
    """{name: text} of the modules of the course, or of all others."""
    files = {path.relative_to(PACKAGE): path for path in PACKAGE.rglob("*.py")}
    wanted = {name: path for name, path in files.items() if (name.parts[0] == "course") == course}
    return {name.as_posix(): path.read_text() for name, path in wanted.items()}


def colours(text):
    """The colours that a text names by their numbers."""
    return set(re.findall(r"#[0-9a-fA-F]{6}\b", text))


def test_modules_use_the_colours_of_x_and_o_for_nothing_else():
    assert {name for name, text in modules(course=False).items() if used(text)} == set(SIDES)


def test_colours_have_one_place():
    for name, text in modules(course=False).items():
        if name != "pictures/boards.py":
            assert colours(text) == {colour for colour, place in OWN.items() if place == name}, name


def lightness(colour):
    """How light a colour is, 0 to 100: what is left of it in grey (CIE L*)."""
    parts = np.array(to_rgb(colour))
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return 116 * np.cbrt(linear @ [0.2126, 0.7152, 0.0722]) - 16


@pytest.mark.parametrize("pair", list(combinations((BLUE, PINK, GREEN, DRAW_COLOUR), 2)))
def test_palette_is_told_apart_in_grey(pair):
    first, second = map(lightness, pair)
    assert abs(first - second) > 9


def test_palette_stands_out_from_white():
    assert max(map(lightness, (BLUE, PINK, GREEN, X_COLOUR, O_COLOUR))) < 62


TURNED = re.compile(r"filter: (invert\(([.\d]+)\) hue-rotate\(180deg\))[ ;]")
"""How figures, which are drawn on white, are shown where it is dark."""
DARK = "#111111", "#121212", "#17151a"
"""The paper of JupyterLab's dark theme, of the site, and of pages that stand alone."""


def in_the_dark(colour):
    """What a browser makes of a colour there, by the definition of CSS filters."""
    [(_, share)] = TURNED.findall((PACKAGE / "pictures/boards.css").read_text())
    inverted = float(share) + np.array(to_rgb(colour)) * (1 - 2 * float(share))
    return np.clip(2 * inverted @ (0.213, 0.715, 0.072) - inverted, 0, 1)


def contrast(one, other):
    """The contrast of two colours, 1 to 21, as WCAG defines it."""
    weights = 0.2126, 0.7152, 0.0722
    rgb = np.array([to_rgb(one), to_rgb(other)])
    low, high = sorted(
        np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4) @ weights
    )
    return (high + 0.05) / (low + 0.05)


def test_what_is_written_and_drawn_shows_on_white_and_in_the_dark():
    for colour in (INK, BLUE, PINK, GREY, X_COLOUR, O_COLOUR, GREEN):
        least = 3 if colour == GREEN else 4.5  # which is no colour of letters
        assert contrast(colour, "white") >= least
        assert min(contrast(in_the_dark(colour), paper) for paper in DARK) >= least
    assert max(contrast(in_the_dark("white"), paper) for paper in DARK) < 1.1  # no rectangle


def test_purple_stays_purple_and_orange_orange_in_the_dark():
    red, green, blue = in_the_dark(X_COLOUR)
    assert blue > red > green
    red, green, blue = in_the_dark(O_COLOUR)
    assert red > green > blue


@pytest.mark.parametrize("master", [False, True])
def test_a_notebook_at_work_is_told_how_to_show_figures_in_the_dark(monkeypatch, master):
    told = []
    monkeypatch.setattr("IPython.display.display", lambda data, raw: told.append(data))
    set_style()
    assert told == []  # outside a notebook
    monkeypatch.setattr("IPython.get_ipython", lambda: type("Shell", (), {"kernel": None}))
    monkeypatch.delenv("TTTLEARN_MASTER", raising=False)
    if master:
        monkeypatch.setenv("TTTLEARN_MASTER", "1")
    set_style()
    assert [list(data) for data in told] == ([] if master else [["text/html"]])
