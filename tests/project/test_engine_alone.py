"""The engine without its wing: the package without `tttlearn/course`, and the engine's tests."""

import ast
import json
import shutil

import pytest

import tttlearn
from tests.aids.fresh_python import printed
from tests.project.test_house import ENGINE, FILES, WING
from tttlearn.course.articles.recipes import antirez, hickman
from tttlearn.players.saved import save


@pytest.fixture(scope="module")
def alone(root, tmp_path_factory):
    """A folder with the engine, its tests, and nothing else of the project."""
    folder = tmp_path_factory.mktemp("the engine alone")
    without = shutil.ignore_patterns("__pycache__", WING)
    shutil.copytree(root / "tttlearn", folder / "tttlearn", ignore=without)
    for room in (*ENGINE, "aids"):
        shutil.copytree(root / "tests" / room, folder / "tests" / room, ignore=without)
    for name in ("tests/conftest.py", "pyproject.toml"):
        shutil.copy(root / name, folder / name)
    return folder


def python(folder, *arguments, numba=False):
    """What a Python that is started in a folder prints; it sees the package of the folder.

    `numba`: with it the copy is compiled anew, which only pays where much is run.
    """
    own = {"PYTHONPATH": str(folder), "MPLBACKEND": "Agg"}
    return printed(*arguments, cwd=folder, TTTLEARN_NO_NUMBA=str(int(not numba)), **own)


@pytest.mark.slow
def test_all_tests_of_the_engine_pass_without_the_course(alone):
    options = "-q", "-p", "no:nbval", "-p", "no:cacheprovider"
    said = python(alone, "-m", "pytest", *options, "tests", numba=True).splitlines()[-1]
    assert int(said.split(" passed")[0].split()[-1]) > 2_000


@pytest.mark.parametrize("room", ENGINE)
def test_no_test_of_the_engine_imports_the_course(root, room):
    for path in (root / "tests" / room).glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imports = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert not [name for name in imports if WING in name.split(".")], path.name


def test_the_tests_that_are_run_are_those_of_the_copy(alone):
    code = "import tttlearn, tests.aids.games as games; print(tttlearn.__file__, games.__file__)"
    files = python(alone, "-c", code).split("\n")[0]
    assert files.count(str(alone)) == 2


def test_every_module_of_the_engine_is_imported_without_the_course(alone):
    # Those of the terminal too, but for the copies of lessons, which there are none of.
    names = [f"tttlearn.{name}" for name in FILES if name.split(".")[0] != WING]
    names.remove("tttlearn.terminal.lessons")
    code = "import sys, importlib\nfor name in sys.argv[1:]: importlib.import_module(name)\n"
    code += "print(len([name for name in sys.modules if 'course' in name]))"
    assert python(alone, "-c", code, *names) == "0\n"


NAMES = """
import json, sys
import tttlearn as ttt
said = {}
for name in sys.argv[1:]:
    try:
        said[name] = repr(getattr(ttt, name))
    except AttributeError as error:
        said[name] = str(error)
try:
    ttt.player("hickman")
except ValueError as error:
    said["player"] = str(error)
said["offered"] = [name for name in sys.argv[1:] if name in dir(ttt)]
print(json.dumps(said))
"""


def test_names_of_the_course_say_that_it_is_lacking(alone):
    names = list(tttlearn._COURSE)
    said = json.loads(python(alone, "-c", NAMES, *names))
    assert {name: said[name] for name in names} == {
        name: f"ttt.{name} belongs to the course, which this installation lacks" for name in names
    }
    assert said["player"].startswith("no player is called 'hickman'; there are random, one-ply, ")
    assert said["player"].endswith(", double-q")
    assert said["offered"] == []


COMMANDS = """
import contextlib, io, json, sys
from tttlearn.__main__ import main
from tttlearn.terminal import doctor
doctor.CHECKS = (doctor.course,)
said = []
for command in json.loads(sys.argv[1]):
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        status = main(command)
    said.append([status, out.getvalue(), errors.getvalue()])
print(json.dumps(said))
"""


def test_commands_that_need_the_course_say_so_in_a_line(alone, tmp_path):
    commands = [
        *(["lessons", "--no-open"], ["progress", "class.json"], ["reproduce", "--list"]),
        *(["tournament", str(tmp_path)], ["doctor"], ["solve", "X.O/.X./..."]),
    ]
    *four, doctor, solve = json.loads(python(alone, "-c", COMMANDS, json.dumps(commands)))
    line = "tttlearn: this needs the course, which this installation lacks\n"
    assert four == [[1, "", line]] * 4
    status, out, errors = doctor
    assert (status, errors) == (1, "")
    assert out.startswith("FAIL  the course and its lessons are missing: this installation is only")
    assert solve[0] == 0
    assert not (alone / "my_lessons").exists()


LOADED = """
import sys
import tttlearn as ttt
for path in sys.argv[1:]:
    try:
        ttt.load(path)
    except ValueError as error:
        print(type(error).__name__, error)
    if "hickman" in path:
        own = {"rule": lambda V, episode, alpha, gamma: None, "epsilon": 0.1}
        own["read"] = lambda V, state, action, after: V[after]
        print(ttt.load(path, **own).games)
"""


def test_a_saved_learner_of_an_article_names_what_is_missing(alone, tmp_path):
    learners = {"hickman": hickman(seed=4), "antirez": antirez()}
    for learner in learners.values():
        learner.learn(20)
    files = [str(save(one, tmp_path / name)) for name, one in learners.items()]
    first, games, second = python(alone, "-c", LOADED, *files).splitlines()
    lacks = "which this installation lacks"
    assert first == f"LearnerFileError {files[0]} needs hickman_rule, {lacks}"
    assert games == "20"
    assert second == f"LearnerFileError {files[1]} needs RewardedMoves, {lacks}"
