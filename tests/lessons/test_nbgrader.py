"""The course folder for nbgrader: its form; and, slowly, what nbgrader itself makes of it."""

import ast
import copy
import csv
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest

from tools.editions import nbgrader_course
from tools.editions.leaks import leaks, notebook_texts
from tools.editions.nbgrader_course import CONFIG, assignment
from tools.masters import exercise_number, lessons, read, tags, wrong_answers
from tttlearn.course.exercises.graded import BEGIN, END
from tttlearn.course.exercises.originals import all_exercises, id_of
from tttlearn.course.exercises.student import as_text, student_edition

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
    assert {link.split("/")[1] for link in links} <= MASTERS.keys()
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


# --- nbgrader itself

ROOT = Path(__file__).parents[2]
LESSON, NETWORK = "01_the_game_as_data", "08_neural_network"
RECORD = "my_progress.json"
FAKE_CHECK = "decode = ...\ncheck = type('', (), {'__getattr__': lambda self, name: print})()"


def notebook(answers, without=(), name=LESSON):
    """The text of the student edition with these answers, {id: source}, and without some checks."""
    made = student_edition(MASTERS[name])
    for i, cell in enumerate(made["cells"]):
        if "exercise" in tags(cell):
            id = id_of(exercise_number(made["cells"][:i]))
            cell["source"] = answers.get(id, cell["source"])
    made["cells"] = [cell for cell in made["cells"] if cell["source"] not in without]
    return as_text(made)


def without_ids(text):
    """The text of a notebook as a program saves it that knows no ids of cells."""
    made = nbformat.reads(text, as_version=4)
    made.nbformat_minor = 4
    for cell in made.cells:
        del cell["id"]
    return nbformat.writes(made)


def solved(name=LESSON):
    """{id: the source of a right answer}."""
    cells = [c for c in assignment(MASTERS[name])["cells"] if about(c).get("solution")]
    parts = {about(c)["grade_id"][7:]: c["source"].split(f"\n{BEGIN}\n")[1] for c in cells}
    return {f"{name[:2]}.{part}": text.removesuffix(f"\n{END}") for part, text in parts.items()}


def planted(name=LESSON):
    """{id: the source of a wrong answer}."""
    return {id: some[0][0] for id, some in wrong_answers(name).items()}


def with_points():
    """{student: (a notebook, its points)}: one exercise is wrong, or only the first are done.

    What is wrong costs its own points only.
    """
    right, core = solved(), {id: exercise.is_core for id, exercise in all_exercises().items()}
    ids, points = [*right], sum(core[id] for id in right)
    made = {
        f"wrong{k}": (notebook(right | {id: planted()[id]}), points - core[id])
        for k, id in enumerate(ids)
    }
    for k in range(1, len(ids)):
        answers = {id: right[id] for id in ids[:k]}
        made[f"first{k}"] = notebook(answers), sum(map(core.get, answers))
    return made


def handed_in():
    """{student: the text of a notebook}, thirty as students make them."""
    right = solved()
    broken = {
        "01.encode": "def encode(board)\n    return 0",
        "01.decode": f"{right['01.decode']}\n1 / 0",
        "01.player": f"{right['01.player']}\nexit()",
    }
    return {
        **{student: text for student, (text, _) in with_points().items()},
        "right": notebook(right),
        "wrong": without_ids(notebook(planted())),
        "empty": notebook({}),
        "cheating": notebook({"01.encode": "encode = built.encode", "01.decode": FAKE_CHECK}),
        "broken": notebook(right | broken, without=["check.reachable(reachable)"]),
        "ended": notebook(right | {"01.player": "import os\nos._exit(1)"}),
        "unreadable": "{",
    }


def nbgrader(course, *arguments):
    """Run a command of nbgrader in a course; what it printed."""
    own = {f"JUPYTER_{name}_DIR": str(course / "own") for name in ("CONFIG", "DATA", "RUNTIME")}
    # It starts a program of its environment, alembic, by its name.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    own |= {"PATH": path, "PYTHONPATH": str(ROOT), "IPYTHONDIR": str(course / "own")}
    command = [sys.executable, "-m", "nbgrader", *arguments]
    done = subprocess.run(command, cwd=course, env=os.environ | own, capture_output=True, text=True)
    return done.stdout + done.stderr


def moodle(path, texts):
    """Write a zip of what students have handed in under names of their own, as Moodle does."""
    path.parent.mkdir(parents=True)
    with zipfile.ZipFile(path, "w") as archive:
        for number, (student, text) in enumerate(texts.items()):
            archive.writestr(f"{student}_{number}_assignsubmission_file_/my {number}.ipynb", text)


def graded(course, name, texts):
    """Release a lesson, hand in the texts of notebooks, grade them, export; the course's folder."""
    nbgrader_course.write({name: MASTERS[name]}, course)
    said = [nbgrader(course, "generate_assignment", name)]
    moodle(course / "downloaded" / name / "archive" / "moodle.zip", texts)
    said.append(nbgrader(course, "zip_collect", name))
    for folder in course.glob(f"submitted/*/{name}"):
        (folder / RECORD).write_text('{"format": "no record"}')
    for command in (["autograde", name], ["generate_feedback", name], ["export"]):
        said.append(nbgrader(course, *command))
    (course / "said.txt").write_text("\n".join(said))
    return course


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """The folder of a course in which lesson 01 was graded."""
    course, texts = tmp_path_factory.mktemp("course"), handed_in()
    assert len(texts) == 30
    right = [*texts].index("right")
    names = f"Participant {right},right,0011\nParticipant 99,absent,0099\n"
    (course / "names.csv").write_text(names)
    return graded(course, LESSON, texts)


def printed(course, student):
    """{name of a check: what its cell printed, in a line} in a graded notebook."""
    (path,) = course.glob(f"autograded/{student}_*/{LESSON}/{LESSON}.ipynb")
    return {
        about(cell)["grade_id"].removeprefix("check-"): " ".join(
            word
            for output in cell["outputs"]
            for word in "".join(output.get("text") or output["traceback"]).split()
        )
        for cell in read(path)["cells"]
        if about(cell).get("grade")
    }


def rows(path):
    """The rows of a CSV file, as dicts."""
    return list(csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines()))


@pytest.mark.slow
def test_a_real_release_holds_no_solution_and_no_hidden_test(course):
    release = read(course / "release" / LESSON / f"{LESSON}.ipynb")
    assert leaks({LESSON: MASTERS[LESSON]}, {"release": list(notebook_texts(release))}) == []
    sources = [cell["source"].rstrip("\n") for cell in release["cells"]]
    assert sources == [cell["source"] for cell in released(assignment(MASTERS[LESSON]))["cells"]]


@pytest.mark.slow
def test_each_notebook_gets_its_points(course):
    book = {row["name"]: row for row in rows(course / "moodle.csv")}
    assert {name: row[f"{LESSON} (of 10)"] for name, row in book.items()} == {
        **{student: str(points) for student, (_, points) in with_points().items()},
        **{"right": "10", "wrong": "0", "empty": "0", "cheating": "1", "broken": "7"},
        **{"ended": "-", "unreadable": "-", "absent": "-"},
    }, (course / "said.txt").read_text()
    remarks = {name: row["remark"] for name, row in book.items() if row["remark"]}
    unrun = f"not run to its end: {LESSON}"
    assert remarks == {"ended": unrun, "unreadable": unrun, "absent": "nothing handed in"}
    numbers = [book[name]["ID number"] for name in ("right", "absent", "wrong0")]
    assert numbers == ["0011", "0099", "wrong0_0_assignsubmission_file"]


@pytest.mark.slow
def test_three_notebooks_of_the_longest_lesson_get_their_points(tmp_path):
    right, id = solved(NETWORK), "08.slope"
    texts = {
        "right": notebook(right, name=NETWORK),
        "wrong": notebook(right | {id: planted(NETWORK)[id]}, name=NETWORK),
        "empty": notebook({}, name=NETWORK),
    }
    course = graded(tmp_path, NETWORK, texts)
    book = {row["name"].partition("_")[0]: row for row in rows(course / "moodle.csv")}
    points = {name: row[f"{NETWORK} (of 8)"] for name, row in book.items()}
    assert points == {"right": "8", "wrong": "7", "empty": "0"}, (course / "said.txt").read_text()


@pytest.mark.slow
def test_each_notebook_is_told_the_reasons_of_the_checks(course):
    assert "No points" not in str(printed(course, "right"))
    wrong = printed(course, "wrong")
    for id, answers in wrong_answers(LESSON).items():
        assert answers[0][1] in wrong[id[3:]]
    assert all("not attempted yet" in text for text in printed(course, "empty").values())
    assert "Exercise 01.2: not attempted yet." in printed(course, "cheating")["decode"]
    broken = printed(course, "broken")
    lost = {name for name, text in broken.items() if "No points" in text}
    assert lost == {"encode", "decode", "player"}


@pytest.mark.slow
def test_what_is_worth_a_talk_is_named(course):
    found = rows(course / "to_talk_about.csv")
    copies = [row["exercise"] for row in found if row["student"] == "right"]
    assert {"01.5", "01.7", "01.9"} <= set(copies)
    assert [row["topic"] for row in found if row["student"] == "cheating"] == [
        "takes the package's own: built.encode"
    ]
    assert not {row["student"] for row in found} & {"wrong", "empty"}
    unrun = [row["student"] for row in found if "could not be run" in row["topic"]]
    assert sorted(unrun) == ["ended", "unreadable"]


@pytest.mark.slow
def test_feedback_has_the_reasons_and_no_solution(course):
    paths = (course / "feedback").rglob("*.html")
    pages = {path.parts[-3].partition("_")[0]: path for path in paths}
    assert {"right", "wrong", "empty", "cheating", "broken"} <= pages.keys()
    text = pages["empty"].read_text(encoding="utf-8")
    assert "Exercise 01.1: not attempted yet." in text
    assert leaks({LESSON: MASTERS[LESSON]}, {"feedback": [("page", text)]}) == []


@pytest.mark.slow
def test_no_record_is_written(course):
    assert {path.read_text() for path in course.rglob(RECORD)} == {'{"format": "no record"}'}
