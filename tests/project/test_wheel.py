"""The wheel holds the package, all of it, its lessons as students get them, and nothing else."""

import json
import sys
import zipfile

import pytest

from tests.aids.fresh_python import printed
from tools.masters import lessons, masters, said_of_wrong_answers
from tttlearn.course.exercises.student import read, student_edition


@pytest.fixture(scope="module")
def wheel(root, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    printed("-m", "build", "--wheel", "--no-isolation", "--outdir", folder, root)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def names(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The folder into which the wheel was unpacked: all that installing does with it."""
    folder = tmp_path_factory.mktemp("site packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_every_file_of_the_package_is_in_it(root, names):
    every = (path for path in (root / "tttlearn").rglob("*.*") if path.is_file())
    files = [path for path in every if "__pycache__" not in path.parts]
    packed = [path for path in files if not path.name.endswith("_said.toml")]
    assert {path.relative_to(root).as_posix() for path in packed} <= names
    assert {"tttlearn/play/board.js", "tttlearn/play/board.css", "tttlearn/game/rules.py"} <= names
    assert {"tttlearn/play/sentences.json", "tttlearn/course/exercises/predictions.json"} <= names
    data = {path.name for path in (root / "data").iterdir() if path.suffix in (".csv", ".jsonl")}
    assert {f"tttlearn/data/{name}" for name in data} <= names
    assert data >= {"published.csv", "lessons.csv"}


def test_nothing_else_is_in_it(names):
    tops = {name.split("/")[0] for name in names}
    assert tops == {"tttlearn", "tttlearn-0.3.0.dist-info"}
    assert not [name for name in names if "__pycache__" in name]


def test_what_lecturers_say_about_wrong_answers_is_not_in_it(installed):
    texts = [path.read_bytes() for path in installed.rglob("*") if path.is_file()]
    text = " ".join(b" ".join(texts).decode("utf-8", "ignore").split())
    said = {path.stem: said_of_wrong_answers(path.stem) for path in lessons()}
    sentences = [
        one for lesson in said.values() for words in lesson.values() for one in words.values()
    ]
    assert len(sentences) > 200
    assert not [one for one in sentences if one in text]


def test_the_lessons_in_it_are_those_of_students(installed):
    found = {path.name: read(path) for path in (installed / "tttlearn" / "lessons").iterdir()}
    assert found == {path.name: student_edition(read(path)) for path in masters()}


def test_they_are_made_with_the_standard_library_alone(root):
    # A wheel is built where nothing but hatchling is installed.
    code = f"""
import sys
from importlib.util import module_from_spec, spec_from_file_location
spec = spec_from_file_location("student", {str(root / "tttlearn/course/exercises/student.py")!r})
spec.loader.exec_module(module_from_spec(spec))
print(*{{name.partition(".")[0] for name in sys.modules}})
"""
    loaded = printed("-I", "-S", "-c", code).split()
    assert "json" in loaded
    assert set(loaded) <= sys.stdlib_module_names | {"__main__"}


def test_what_is_installed_gives_lessons_that_work(installed, tmp_path):
    where = {"cwd": tmp_path, "PYTHONPATH": str(installed)}
    put = ["-m", "tttlearn", "lessons", "Übung eins", "--no-open"]
    assert f"{len(masters())} lessons put there" in printed(*put, **where)
    folder = tmp_path / "Übung eins"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    said = printed(*put, "--fresh", "05", **where).splitlines()
    assert len(said) == 2
    assert said[1].endswith("05_2_td_value_learning.ipynb")
    assert {path.name: path.read_bytes() for path in folder.iterdir()}.items() > before.items()
    code = "import json, tttlearn as ttt\nttt.solution('05.1')\nttt.data_path('lessons.csv')\n"
    code += "print(json.dumps(ttt.__file__))"
    *solution, place = printed("-c", code, **where | {"cwd": folder}).splitlines()
    assert solution[0] == "# Solution"
    assert json.loads(place).startswith(str(installed))
