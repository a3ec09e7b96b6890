"""The course has its colours from the pictures: purple and orange are X and O and nothing else."""

import re

from tests.pictures.test_colours import TURNED, colours, modules, used
from tools.masters import ROOT, masters, read, source

CELLS = {
    "03": (1, "how many positions X wins, O wins"),
    "04": (1, "what a player loses as X, and as O"),
    "08": (3, "what the network loses as X, and as O"),
    "12": (2, "what each network loses as X, and as O"),
}
"""The lines of lessons that draw in the colours of X and O, and what for."""


def codes():
    """(name, source) of each lesson's code."""
    for path in masters():
        cells = [cell for cell in read(path)["cells"] if cell["cell_type"] == "code"]
        yield path.stem[:2], "\n".join(map(source, cells))


def test_one_module_uses_the_colours_of_x_and_o_for_shares_of_wins():
    found = {name: len(used(text)) for name, text in modules(course=True).items() if used(text)}
    assert found == {"course/articles/figures.py": 1}


def test_lessons_use_the_colours_of_x_and_o_for_nothing_else():
    found = {name: len(used(code)) for name, code in codes() if used(code)}
    assert found == {name: number for name, (number, _) in CELLS.items()}


def test_colours_have_one_place():
    named = {name for name, text in modules(course=True).items() if colours(text)}
    assert named == {"course/classroom/leaderboard.py"}
    for name, code in codes():
        # Matplotlib's own and seaborn's palettes hold an orange and a purple.
        other = r"#[0-9a-fA-F]{6}\b|viridis|colorblind|tab10|color=[\"'](?:orange|purple|C[1-9])"
        assert not re.findall(other, code), name


def test_figures_are_shown_alike_wherever_it_is_dark():
    styles = "pictures/boards.css", "course/articles/page.css"
    texts = [(ROOT / "tttlearn" / style).read_text() for style in styles]
    texts.append((ROOT / "tools/site/static/site.css").read_text())
    assert len({TURNED.search(text)[1] for text in texts}) == 1
