"""The minutes that a lesson states are those that are counted."""

from copy import deepcopy

import pytest

from tools import lesson_work, minutes
from tttlearn.course.exercises import lesson_05

WORDS = "word " * lesson_work.WORDS_A_MINUTE


def text(source):
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def solution(lines):
    body = "\n".join(["def f(x):", *["    x += 1"] * lines])
    return {
        "cell_type": "code",
        "metadata": {"tags": ["solution"]},
        "source": body,
        "outputs": [],
    }


def lesson(*cells):
    first = text("# A title\n\n**Read and do:** 5 minutes · **all cells run in:** 1 second")
    return {"cells": [first, *cells], "metadata": {"tttlearn": {"minutes": 5}}}


@pytest.fixture
def two_parts():
    """A lesson of two parts and a quiz, with more below."""
    return lesson(
        text("## One\n\n" + WORDS),
        text("### Exercise 00.1: add\n\nDo it."),
        solution(lines=5),
        text("A good place to stop."),
        text("## Two\n\n" + 20 * WORDS),
        text("## Quiz\n\n" + WORDS),
        text("## Further\n\n### More\n\n" + 3 * WORDS),
    )


def test_each_section_says_its_minutes_and_the_first_cell_all_of_them(two_parts):
    cells = minutes.timed(two_parts)["cells"]
    heads = [cell["source"][:40] for cell in cells]
    assert heads[0].startswith("# A title")
    stated = (
        "**Read and do:** 35 minutes, in two parts of 15 and 20; *Further* takes 5 more · **all"
    )
    assert stated in cells[0]["source"]
    assert heads[1].startswith("## One\n\n*13 minutes*\n\nword")
    assert heads[2].startswith("### Exercise 00.1: add\n\nDo it.")
    assert heads[5].startswith("## Two\n\n*20 minutes*\n\nword")
    assert heads[6].startswith("## Quiz\n\nword")
    assert heads[7].startswith("## Further\n\n### More\n\n*3 minutes*\n")
    assert two_parts["metadata"]["tttlearn"]["minutes"] == 35


def test_what_is_stated_is_held_to_what_is_counted(two_parts):
    assert len(minutes.problems(two_parts)) == 1
    stated = minutes.timed(two_parts)
    assert minutes.problems(stated) == []
    assert minutes.timed(deepcopy(stated)) == stated
    stated["cells"][1]["source"] += 2 * WORDS
    assert "run `python run.py readme`" in minutes.problems(stated)[0]


def code(source):
    return {"cell_type": "code", "metadata": {}, "source": source, "outputs": []}


def test_minutes_come_from_words_from_lines_to_read_and_from_what_an_exercise_says():
    setup = code("from tttlearn.course.exercises import lesson_05 as check")
    setup["metadata"] = {"tags": ["setup"]}
    asked = solution(lines=1) | {"source": "check.td(my_td)"}
    read = code("\n".join(["x = 1", "", "# a comment"] * 2 * lesson_work.LINES_A_MINUTE))
    folded = read | {"metadata": {"jupyter": {"source_hidden": True}}}
    found = lesson_work.minutes([setup, text(3 * WORDS), asked, read, folded])
    assert found == [0, 3, lesson_05.td.minutes, 2, 0]


def test_the_code_of_a_board_is_to_be_read_unless_it_is_folded():
    board = code("ttt.Board()") | {"metadata": {"tags": ["board"]}}
    folded = deepcopy(board)
    folded["metadata"]["jupyter"] = {"source_hidden": True}
    assert lesson_work.work([solution(lines=2), board, folded, code("x = 1")]).share == 3 / 5


def test_a_note_gets_the_minutes_of_its_exercise(two_parts):
    note = text("### Exercise 00.1: add\n\n5 minutes. Some add 2 minutes.")
    note["metadata"] = {"tags": ["teaching-notes"]}
    two_parts["cells"].append(note)
    assert minutes.timed(two_parts)["cells"][-1]["source"].endswith(
        "add\n\n12 minutes. Some add 2 minutes."
    )


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ([text(60 * WORDS)], "parts of [60] minutes"),
        ([text("A good place to stop. " + 5 * WORDS)] * 4, "has 5 parts"),
        ([text(5 * WORDS), text("## Further\n\n" + 20 * WORDS)], "takes 20 minutes, longer"),
    ],
)
def test_what_nobody_does_at_one_go_is_told(cells, said):
    assert said in minutes.problems(minutes.timed(lesson(*cells)))[0]
