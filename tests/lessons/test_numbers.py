"""A number once given never means another exercise or prediction."""

import pytest

from tools import numbers
from tools.masters import lessons, read
from tttlearn.course.exercises.originals import all_exercises

TEXT = numbers.FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)
def test_each_number_means_what_it_meant(path):
    asked = numbers.asked(read(path)["cells"])
    found = list(numbers.problems(path.stem[:2], asked, TEXT))
    assert not found, "\n".join(found)


def test_every_exercise_has_its_number():
    asked = [number for path in lessons() for number, _ in numbers.asked(read(path)["cells"])]
    assert [number for number in asked if ".p" not in number] == list(all_exercises())
    assert len([number for number in asked if ".p" in number]) > 50


def test_the_tool_adds_what_is_new_and_leaves_all_else():
    assert numbers.with_new(TEXT) == TEXT
    assert numbers.with_new(TEXT.replace("05.2\tTD(0)\n", "")) == TEXT
    other = TEXT.replace("05.2\tTD(0)", "05.2\tanother")
    assert numbers.with_new(other) == other


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ([("05.2", "the cut")], "05.2 means 'TD(0)', not 'the cut'"),
        ([("03.10", "another order")], "03.10 means 'the moves that keep the value', not"),
        ([("05.p1", "How many?")], "05.p1 means 'A table of zeros learns"),
        ([("05.2", "TD(0)")] * 2, "05.2 is given twice"),
        ([("05.77", "new")], "05.77 is new"),
        ([("06.1", "the target")], "06.1 stands in lesson 05"),
    ],
)
def test_a_number_that_is_no_longer_its_own_is_named(asked, said):
    found = list(numbers.problems(asked[0][0][:2] if said[:4] != "06.1" else "05", asked, TEXT))
    assert len(found) == 1
    assert found[0].startswith(said)
