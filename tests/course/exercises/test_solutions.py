"""Hints and solutions are shown when asked for, as in the lessons; solutions can be left out."""

import pytest

import tttlearn as ttt
from tools import solutions as tool
from tools.masters import hints as hints_of_the_masters
from tools.masters import lessons, read
from tools.masters import solutions as of_the_masters
from tttlearn.course.exercises import solutions
from tttlearn.course.exercises.originals import all_exercises


def test_the_files_are_current():
    made = solutions.file_text(of_the_masters()), solutions.hints_text(hints_of_the_masters())
    there = tuple(path.read_text(encoding="utf-8") for path in (solutions.FILE, solutions.HINTS))
    assert there == made, "a solution or a hint has changed: python run.py solutions"


def test_every_exercise_has_its_solution_and_hints():
    found, hints = solutions.solutions(), solutions.hints()
    assert list(found) == list(hints) == list(all_exercises())
    assert all(source.startswith("# Solution") for source in found.values())


def test_each_folded_step_of_a_lesson_is_a_hint():
    text = "".join(cell["source"] for path in lessons() for cell in read(path)["cells"])
    every = [hint for hints in solutions.hints().values() for hint in hints]
    assert len(every) == text.count("<summary>Hint") > 150
    for hint in every:
        assert f"</summary>\n\n{hint}\n\n</details>" in text


def test_the_tool_makes_the_files(tmp_path, monkeypatch, capsys):
    for name in ("FILE", "HINTS"):
        monkeypatch.setattr(tool, name, tmp_path / name)
    assert tool.main() == 0
    for name in ("FILE", "HINTS"):
        assert (tmp_path / name).read_bytes() == getattr(solutions, name).read_bytes()
    said = f"{len(solutions.solutions())} solutions are in FILE, the hints in HINTS\n"
    assert capsys.readouterr().out == said


def test_a_solution_is_shown_as_it_stands_in_its_lesson(folder, capsys):
    ttt.solution("05.1")
    assert capsys.readouterr().out == of_the_masters()["05.mean"] + "\n"


LEFT_OUT = "Exercise 05.1: the solutions were left out of these lessons.\n"


def test_the_file_may_be_taken_away(folder, monkeypatch, capsys):
    monkeypatch.setattr(solutions, "FILE", folder / "none.json")
    ttt.solution("05.1")
    assert capsys.readouterr().out == LEFT_OUT


HINTS = hints_of_the_masters()["01.encode"]
LAST = 'That was the last hint; ttt.solution("01.1") shows a solution.\n'


@pytest.mark.parametrize("left_out", [False, True])
def test_the_hint_that_comes_next_is_shown(left_out, folder, monkeypatch, capsys):
    monkeypatch.setattr(solutions, "_shown", {})
    if left_out:
        monkeypatch.setattr(solutions, "FILE", folder / "none.json")
    last = "That was the last hint.\n" if left_out else LAST
    said = [f"Hint {i} of 2 to exercise 01.1:\n{HINTS[i - 1]}\n" for i in (1, 2)]
    for expected in (said[0], said[1] + last, last, last):
        ttt.hint("01.1")
        assert capsys.readouterr().out == expected
    ttt.hint("01.2")
    assert capsys.readouterr().out.startswith("Hint 1 of 2 to exercise 01.2:\n")
    assert list(folder.iterdir()) == []  # no record of it


@pytest.mark.parametrize("asked", [ttt.solution, ttt.hint])
@pytest.mark.parametrize(
    ("number", "message"),
    [
        ("05.99", r"^there is no exercise 05\.99: those of lesson 05 are 05\.1, 05\.2, "),
        ("77.1", r"^there is no exercise 77\.1: there is no such lesson$"),
        *(
            (bad, r'^an exercise is named as in ttt\.(solution|hint)\("05\.1"\), not ')
            for bad in (5.1, 5)
        ),
        *((bad, "^an exercise is named as in ") for bad in ("5.1", "", "05", "05.1 ", None, ...)),
    ],
)
def test_a_bad_number_is_told_what_is_right(folder, number, message, asked):
    with pytest.raises(ValueError, match=message):
        asked(number)
