"""The README's lesson table and figure, and the list, are those of the notebooks."""

import re

from tools.readme import FIGURE, LIST, ROOT, figure, lesson_list, with_table


def test_lesson_table_is_up_to_date():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert with_table(text) == text, "run `python run.py readme`"


def test_list_of_lessons_is_up_to_date():
    assert LIST.read_text(encoding="utf-8") == lesson_list(), "run `python run.py readme`"


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
