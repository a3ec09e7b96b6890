"""The wheel holds the package, all of it, its lessons as students get them, and nothing else."""

import json
import os
import subprocess
import sys
import zipfile

import pytest

from tttlearn.course.exercises.student import read, student


@pytest.fixture(scope="module")
def wheel(root, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, root]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
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
    files = [path for path in (root / "tttlearn").rglob("*.*") if "__pycache__" not in path.parts]
    assert {path.relative_to(root).as_posix() for path in files} <= names
    assert {"tttlearn/play/board.js", "tttlearn/play/board.css", "tttlearn/game/rules.py"} <= names
    data = {path.name for path in (root / "data").iterdir() if path.suffix in (".csv", ".jsonl")}
    assert {f"tttlearn/data/{name}" for name in data} <= names
    assert data >= {"published.csv", "lessons.csv"}


def test_nothing_else_is_in_it(names):
    tops = {name.split("/")[0] for name in names}
    assert tops == {"tttlearn", "tttlearn-0.3.0.dist-info"}
    assert not [name for name in names if "__pycache__" in name]


def test_the_lessons_in_it_are_those_of_students(root, installed):
    found = {path.name: read(path) for path in (installed / "tttlearn" / "lessons").iterdir()}
    masters = {path.name: read(path) for path in (root / "notebooks").glob("*.ipynb")}
    assert found == {name: student(master) for name, master in masters.items()}


def test_they_are_made_with_the_standard_library_alone(root):
    # A wheel is built where nothing but hatchling is installed.
    code = f"""
import sys
from importlib.util import module_from_spec, spec_from_file_location
spec = spec_from_file_location("student", {str(root / "tttlearn/course/exercises/student.py")!r})
spec.loader.exec_module(module_from_spec(spec))
print(*{{name.partition(".")[0] for name in sys.modules}})
"""
    command = [sys.executable, "-I", "-S", "-c", code]
    loaded = subprocess.run(command, capture_output=True, text=True).stdout.split()
    assert "json" in loaded
    assert set(loaded) <= sys.stdlib_module_names | {"__main__"}


def test_what_is_installed_gives_lessons_that_work(installed, tmp_path):
    def tttlearn(*arguments, folder=tmp_path):
        where = os.environ | {"PYTHONPATH": str(installed)}
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=folder, env=where, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    lessons = ["-m", "tttlearn", "lessons", "Übung eins", "--no-open"]
    assert "14 lessons put there" in tttlearn(*lessons)
    folder = tmp_path / "Übung eins"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    said = tttlearn(*lessons, "--fresh", "05").splitlines()
    assert len(said) == 2
    assert said[1].endswith("05_2_td_value_learning.ipynb")
    assert {path.name: path.read_bytes() for path in folder.iterdir()}.items() > before.items()
    code = "import json, tttlearn as ttt\nttt.solution('05.1')\nttt.data_path('lessons.csv')\n"
    code += "print(json.dumps(ttt.__file__))"
    *solution, place = tttlearn("-c", code, folder=folder).splitlines()
    assert solution[0] == "# Solution"
    assert json.loads(place).startswith(str(installed))
