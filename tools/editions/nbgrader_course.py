"""The edition for nbgrader: a course folder with an assignment for each lesson.

An exercise's cell is an autograded answer: the stub, and below it the master's solution between
nbgrader's marks, so that `nbgrader generate_assignment` takes it out. The check cell is a locked
test, worth `CORE_POINTS` in the core of a lesson, as in the rubric of lesson 00, and none below
*Further*. All other cells, also predictions and quizzes, are as students have them.
"""

import ast
import re
import shutil
from pathlib import Path

from tools.masters import exercise_number
from tttlearn.course.exercises.answers import SOLUTION
from tttlearn.course.exercises.graded import ANSWER, BEGIN, END
from tttlearn.course.exercises.originals import TEMPLATE, all_exercises, id_of
from tttlearn.course.exercises.sources import names_bound
from tttlearn.course.exercises.student import as_text, student_edition, tags

CONFIG = Path(__file__).with_name("nbgrader_config.py")
CORE_POINTS, FURTHER_POINTS = 1, 0
SCHEMA = 3
"""The version of the metadata that nbgrader 0.9 reads."""
LESSON_LINK = re.compile(r"\]\((\d\d_\w+)\.ipynb")
OTHER_LINK = re.compile(rf"\[([^]]+)\]\((?:glossary|{TEMPLATE}_\w+)\.ipynb[^)]*\)")
"""A link to a notebook that is no assignment."""
TEST = """\
### BEGIN HIDDEN TESTS
from tttlearn.course.exercises import grading, lesson_{lesson} as check
grading.ask_for({names})
### END HIDDEN TESTS
{check}
### BEGIN HIDDEN TESTS
grading.credit("{id}")
### END HIDDEN TESTS"""


def write(masters, folder):
    """Write a course of the masters, {name: notebook}, into `folder`, with nbgrader's settings.

    What a lecturer has beside the sources there, such as the gradebook and submissions, stays.
    """
    shutil.rmtree(folder / "source", ignore_errors=True)
    for name, master in masters.items():
        if name[:2] != TEMPLATE:
            path = folder / "source" / name / f"{name}.ipynb"
            path.parent.mkdir(parents=True)
            path.write_text(as_text(assignment(master)), encoding="utf-8")
    shutil.copy(CONFIG, folder)


def assignment(master):
    """Return the source of an assignment, a notebook from which nbgrader makes what it releases."""
    made = student_edition(master)
    checks, solved = (_by_exercise(master["cells"], tag) for tag in ("check", "solution"))
    for i, cell in enumerate(made["cells"]):
        if cell["cell_type"] == "markdown":
            cell["source"] = _with_links_of_a_course(cell["source"])
        elif tags(cell) & {"exercise", "check"}:
            id = id_of(exercise_number(made["cells"][:i]))
            if "exercise" in tags(cell):
                asked = names_bound(cell["source"])
                _make_answer(cell, id, checks[id], solved[id])
            else:
                _make_test(cell, id, [name for name in _handed_over(checks[id]) if name in asked])
    return made


def _by_exercise(cells, tag):
    """Return {id: the source of the exercise's cell that has this tag}."""
    tagged = [i for i, cell in enumerate(cells) if tag in tags(cell)]
    return {id_of(exercise_number(cells[:i])): cells[i]["source"] for i in tagged}


def _handed_over(source):
    """Return what the last statement of a source, a call, is given: a list of sources."""
    return [ast.unparse(argument) for argument in ast.parse(source).body[-1].value.args]


def _make_answer(cell, id, check, solution):
    """Make an exercise's cell the place of an answer, with the solution under the names asked."""
    body = solution.removeprefix(f"{SOLUTION}\n").rpartition("check.")[0]
    pairs = zip(_handed_over(check), _handed_over(solution), strict=True)
    named = "\n".join(f"{name} = {value}" for name, value in pairs if name != value)
    cell["source"] = "\n".join([cell["source"], BEGIN, f"{body}{named}".rstrip(), END])
    cell["metadata"]["nbgrader"] = _about(ANSWER.format(id[3:]), solution=True)


def _make_test(cell, id, names):
    """Make a check's cell a test that fails unless the answer, which has these names, is right."""
    quoted = ", ".join(f'"{name}"' for name in names)
    cell["source"] = TEST.format(lesson=id[:2], names=quoted, check=cell["source"], id=id)
    points = CORE_POINTS if all_exercises()[id].is_core else FURTHER_POINTS
    cell["metadata"]["nbgrader"] = _about(f"check-{id[3:]}", grade=True, locked=True, points=points)


def _about(grade_id, **settings):
    """Return the metadata by which nbgrader knows a cell, as a dict."""
    about = dict.fromkeys(["grade", "locked", "solution", "task"], False)
    return about | settings | {"schema_version": SCHEMA, "grade_id": grade_id}


def _with_links_of_a_course(text):
    """Return a text whose links lead to other assignments; other links become plain text."""
    return LESSON_LINK.sub(r"](../\1/\1.ipynb", OTHER_LINK.sub(r"\1", text))
