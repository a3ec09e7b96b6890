"""Purple and orange mean X and O and nothing else; all other colours are of one palette."""

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from tools.masters import masters, read, source
from tttlearn.pictures.boards import BLUE, DRAW_COLOUR, GREEN, O_COLOUR, PINK, X_COLOUR

PACKAGE = Path(__file__).resolve().parents[2] / "tttlearn"
SIDES = {
    "pictures/boards.py": "the marks, shares of outcomes, and the scale of values to X",
    "pictures/learning.py": "results of games and the values of those that X or O has won",
    "articles/figures.py": "shares of X's wins, of draws and of O's wins",
}
"""The modules that draw in the colours of X and O, and what for."""
CELLS = {
    "03": (1, "how many positions X wins, O wins"),
    "04": (1, "what a player loses as X, and as O"),
    "08": (3, "what the network loses as X, and as O"),
}
"""The lines of lessons that draw in the colours of X and O, and what for."""
OWN = {"#ececec": "play/seeing.py", "#d3e6f5": "play/stepping.py"}
"""Two pale grounds of the learner's tools, each used once."""


def used(text):
    """The lines of a program that use the colours of X and O, without the imports."""
    text = re.sub(r"(?m)^from [\w.]+ import (?:\([^)]*\)|.*)$", "", text)
    return [line for line in text.split("\n") if re.search(r"\b[XO]_COLOUR\b", line)]


def codes():
    """(name, source) of each lesson's code."""
    for path in masters():
        cells = [cell for cell in read(path)["cells"] if cell["cell_type"] == "code"]
        yield path.stem[:2], "\n".join(map(source, cells))


def test_modules_use_the_colours_of_x_and_o_for_nothing_else():
    found = {
        p.relative_to(PACKAGE).as_posix() for p in PACKAGE.rglob("*.py") if used(p.read_text())
    }
    assert found == set(SIDES)
    assert len(used((PACKAGE / "articles/figures.py").read_text())) == 1


def test_lessons_use_the_colours_of_x_and_o_for_nothing_else():
    found = {name: len(used(code)) for name, code in codes() if used(code)}
    assert found == {name: number for name, (number, _) in CELLS.items()}


def test_colours_have_one_place():
    for path in PACKAGE.rglob("*.py"):
        name, found = path.relative_to(PACKAGE).as_posix(), path.read_text()
        if name not in ("pictures/boards.py", "classroom/leaderboard.py"):
            own = {colour for colour, place in OWN.items() if place == name}
            assert set(re.findall(r"#[0-9a-fA-F]{6}\b", found)) == own, name
    for name, code in codes():
        # Matplotlib's own and seaborn's palettes hold an orange and a purple.
        other = r"#[0-9a-fA-F]{6}\b|viridis|colorblind|tab10|color=[\"'](?:orange|purple|C[1-9])"
        assert not re.findall(other, code), name


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
