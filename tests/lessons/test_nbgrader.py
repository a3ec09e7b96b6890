"""The course folder for nbgrader: its form; and, slowly, what nbgrader itself makes of it."""

import ast
import copy
import re

import nbformat
import pytest

from tools.editions import nbgrader_course
from tools.editions.leaks import leaks, notebook_texts
from tools.editions.nbgrader_course import CONFIG, assignment
from tools.masters import exercise_number, lessons, read, tags
from tttlearn.course.exercises.graded import BEGIN, END
from tttlearn.course.exercises.originals import all_exercises, id_of
from tttlearn.course.exercises.student import student_edition

MASTERS = {path.stem: read(path) for path in lessons() if path.stem[:2] != "99"}
TAKEN_OUT = re.compile(
    rf"\n{BEGIN}\n.*?\n{END}|### BEGIN HIDDEN TESTS\n.*?\n### END HIDDEN TESTS\n?", re.DOTALL
)
every_lesson = pytest.mark.parametrize("name", MASTERS)


def released(source):
    """A copy of an assignment's source without what nbgrader takes out of it."""
    made = copy.deepcopy(source)
    for cell in made["cells"]:
        cell["source"] = TAKEN_OUT.sub("", cell["source"]).rstrip("\n")
    return made


def about(cell):
    return cell["metadata"].get("nbgrader", {})


# --- the form


@every_lesson
def test_a_release_is_the_student_edition(name):
    source = assignment(MASTERS[name])
    nbformat.validate(nbformat.from_dict(source))
    made, edition = released(source), student_edition(MASTERS[name])
    for cell, other in zip(made["cells"], edition["cells"], strict=True):
        assert cell["id"] == other["id"]
        if cell["cell_type"] == "code":
            assert cell["source"] == other["source"].rstrip("\n")
    assert leaks({name: MASTERS[name]}, {"release": list(notebook_texts(made))}) == []


@every_lesson
def test_each_exercise_has_an_answer_and_a_locked_test(name):
    cells = assignment(MASTERS[name])["cells"]
    answers, tests = (
        {id_of(exercise_number(cells[:i])): c for i, c in enumerate(cells) if tag in tags(c)}
        for tag in ("exercise", "check")
    )
    assert [*answers] == [*tests] == [id for id in all_exercises() if id[:2] == name[:2]]
    for id, cell in answers.items():
        assert (about(cell)["grade_id"], about(cell)["solution"]) == (f"answer-{id[3:]}", True)
        assert not about(cell)["grade"]
        ast.parse(cell["source"])
    for id, cell in tests.items():
        assert about(cell)["grade_id"] == f"check-{id[3:]}"
        assert (about(cell)["grade"], about(cell)["locked"]) == (True, True)
        assert about(cell)["points"] == all_exercises()[id].is_core
        assert f'grading.credit("{id}")' in cell["source"]
    assert sum(map(bool, map(about, cells))) == 2 * len(answers)


def test_answers_have_the_names_that_their_tests_ask_for():
    cells = assignment(MASTERS["08_neural_network"])["cells"]
    sources = {about(cell).get("grade_id"): cell["source"] for cell in cells}
    assert "my_steps = steps_solution\n### END" in sources["answer-steps"]
    assert 'ask_for("my_steps")\n' in sources["check-steps"]  # and for no value of the lesson
    assert 'ask_for("first_slope", "second_slope", "error")\n' in sources["check-surprise"]


@every_lesson
def test_links_lead_to_other_assignments(name):
    text = "\n".join(cell["source"] for cell in assignment(MASTERS[name])["cells"])
    links = re.findall(r"\]\(([^)#]*\.ipynb)", text)
    assert {link.split("/")[1] for link in links} <= MASTERS.keys() | {"99_lesson_template"}
    assert all(re.fullmatch(r"\.\./(\w+)/\1\.ipynb", link) for link in links)


def test_the_folder_holds_the_settings_and_a_source_for_each_lesson(editions):
    course = editions / "nbgrader"
    assert {path.name for path in course.iterdir()} == {"source", "nbgrader_config.py"}
    found = {path.relative_to(course / "source").as_posix() for path in course.rglob("*.ipynb")}
    assert found == {f"{name}/{name}.ipynb" for name in MASTERS}
    assert (course / CONFIG.name).read_bytes() == CONFIG.read_bytes()


def test_what_a_lecturer_keeps_in_the_folder_stays(tmp_path):
    kept = tmp_path / "submitted" / "ada" / "01_the_game_as_data" / "01_the_game_as_data.ipynb"
    old = tmp_path / "source" / "01_gone" / "01_gone.ipynb"
    for path in (kept, old):
        path.parent.mkdir(parents=True)
        path.touch()
    nbgrader_course.write({"00_start_here": MASTERS["00_start_here"]}, tmp_path)
    assert kept.exists()
    assert not old.exists()
