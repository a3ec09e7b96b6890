"""The README's lesson table and figure are those of the notebooks; its pictures are there."""

import re

from tools.readme import FIGURE, ROOT, figure, with_table


def test_lesson_table_is_up_to_date():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert with_table(text) == text, "run `python run.py readme`"


def test_figure_is_that_of_the_lesson():
    assert FIGURE.read_bytes() == figure(), "run `python run.py readme`"


def test_pictures_are_there_and_described():
    pictures = re.findall(
        r"!\[([^]]*)\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8")
    )
    assert len(pictures) >= 2
    for description, place in pictures:
        assert len(description) > 20
        assert (ROOT / place).is_file()
