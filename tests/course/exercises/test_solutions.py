"""Solutions are shown to who asks for one, are those of the lessons, and can be left out."""

import pytest

import tttlearn as ttt
from tools import solutions as tool
from tools.masters import solutions as of_the_masters
from tttlearn.course.exercises import solutions
from tttlearn.course.exercises.originals import all_exercises


def test_the_file_is_current():
    made = solutions.file_text(of_the_masters())
    current = solutions.FILE.read_text(encoding="utf-8") == made
    assert current, "a solution has changed: python run.py solutions"


def test_every_exercise_has_its_solution():
    found = solutions.solutions()
    assert list(found) == list(all_exercises())
    assert all(source.startswith("# Solution") for source in found.values())


def test_the_tool_makes_the_file(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tool, "FILE", tmp_path / "made.json")
    assert tool.main() == 0
    assert (tmp_path / "made.json").read_bytes() == solutions.FILE.read_bytes()
    assert capsys.readouterr().out == f"{len(solutions.solutions())} solutions are in made.json\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder, to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_solution_is_shown_as_it_stands_in_its_lesson(folder, capsys):
    ttt.solution("05.1")
    assert capsys.readouterr().out == of_the_masters()["05.1"] + "\n"


LEFT_OUT = "Exercise 05.1: the solutions were left out of these lessons.\n"


def test_the_file_may_be_taken_away(folder, monkeypatch, capsys):
    monkeypatch.setattr(solutions, "FILE", folder / "none.json")
    ttt.solution("05.1")
    assert capsys.readouterr().out == LEFT_OUT


@pytest.mark.parametrize(
    ("number", "message"),
    [
        ("05.99", r"^there is no exercise 05\.99: those of lesson 05 are 05\.1, 05\.2, "),
        ("77.1", r"^there is no exercise 77\.1: there is no such lesson$"),
        *((bad, r'^an exercise is named as in ttt\.solution\("05\.1"\), not ') for bad in (5.1, 5)),
        *((bad, "^an exercise is named as in ") for bad in ("5.1", "", "05", "05.1 ", None, ...)),
    ],
)
def test_a_bad_number_is_told_what_is_right(folder, number, message):
    with pytest.raises(ValueError, match=message):
        ttt.solution(number)
