"""A learner's own copies: what is in them, that none is ever overwritten, and what is newer."""

import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager

import nbformat
import pytest

from tests.aids.fresh_python import printed
from tests.lessons.test_links import broken_links
from tools.masters import masters
from tttlearn import __main__ as command_line
from tttlearn.course.exercises import originals, taken
from tttlearn.course.exercises.student import as_text, read, student_edition
from tttlearn.terminal import doctor, lab, lessons

TD = "05_td_value_learning"
ALL = [path.name for path in masters()]
ROOT = masters()[0].parent


@pytest.fixture
def put(tmp_path, monkeypatch, capsys):
    """A function that runs `lessons` with these arguments in a folder; what it said, in lines."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments, status=0, how=("--no-open",)):
        assert command_line.main(["lessons", *how, *arguments]) == status
        said = capsys.readouterr()
        return (said.err if status else said.out).splitlines()

    return run


@pytest.fixture
def mine(put, tmp_path):
    """The folder of the copies, which were just put there."""
    put()
    return tmp_path / "my_lessons"


def test_the_copies_are_the_lessons_without_what_gives_them_away(mine):
    assert sorted(path.name for path in mine.iterdir()) == ALL
    assert {path.name: read(path) for path in mine.iterdir()} == {
        path.name: student_edition(read(path)) for path in masters()
    }
    for path in mine.iterdir():
        nbformat.validate(nbformat.read(path, as_version=4))


def test_links_lead_from_copy_to_copy(mine):
    assert [link for path in mine.iterdir() for link in broken_links(path)] == []


def test_a_second_time_nothing_is_touched(put, mine):
    (mine / f"{TD}.ipynb").write_text("mine")
    (mine / "glossary.ipynb").unlink()
    (mine / "notes.txt").write_text("mine")
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in mine.iterdir()}
    said = put()
    assert said[0].startswith(
        f"my_lessons: 1 lesson put there, the other {len(ALL) - 1} are as you left"
    )
    assert put()[0] == f"my_lessons: your {len(ALL)} lessons are there, as you left them"
    after = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in mine.iterdir()}
    assert after.items() > before.items()
    assert {path.name for path in after.keys() - before.keys()} == {"glossary.ipynb"}


def test_whatever_has_the_name_is_left(put, mine):
    for path in mine.iterdir():
        path.unlink()
    (mine / f"{TD}.ipynb").mkdir()
    elsewhere = mine / "elsewhere"
    with_link = os.name != "nt"
    if with_link:
        (mine / "03_minimax.ipynb").symlink_to(elsewhere)  # which is not there
    said = put()
    assert not elsewhere.exists()
    wrong = [line[:2] for line in said if "is no copy of the lesson; it was not changed" in line]
    assert wrong == ["03", "05"] if with_link else ["05"]


def test_a_fresh_copy_comes_beside(put, mine):
    own = mine / f"{TD}.ipynb"
    own.write_text("mine")
    assert "a fresh copy: " + os.path.join("my_lessons", "05_2_td_value_learning.ipynb") in put(
        "--fresh", "05"
    )
    put("--fresh", "05", "--fresh", "05", "--fresh", "glossary")
    found = {path.name for path in mine.iterdir()} - set(ALL)
    assert found == {
        "05_2_td_value_learning.ipynb",
        "05_3_td_value_learning.ipynb",
        "glossary_2.ipynb",
    }
    assert own.read_text() == "mine"
    assert (mine / "05_2_td_value_learning.ipynb").read_bytes() == (
        mine / "05_3_td_value_learning.ipynb"
    ).read_bytes()


@pytest.fixture
def lesson(tmp_path, monkeypatch):
    """A function that makes one small lesson the only one: its Markdown, cell by cell."""
    monkeypatch.setattr(originals, "ORIGINALS", (tmp_path / "originals",))
    (tmp_path / "originals").mkdir()

    def make(*texts):
        cells = [{"cell_type": "markdown", "metadata": {}, "source": text} for text in texts]
        path = tmp_path / "originals" / "01_small.ipynb"
        path.write_text(as_text({"cells": cells, "metadata": {}, "nbformat": 4}), encoding="utf-8")

    return make


def test_a_newer_version_is_told_with_what_is_new(put, lesson, tmp_path):
    lesson("# Small", "## One", "## Two", "## Three")
    put()
    assert len(put()) == 1
    lesson(
        "# Small", "## One\n\nMore.", "## Three", "### Exercise 01.1: Übung", "### Exercise 01.2"
    )
    told = "01: there is a newer version than your copy: changed “One”; added “Exercise 01.1: "
    told += "Übung”, “Exercise 01.2”; removed “Two” (--fresh 01: a fresh copy beside yours)"
    for _ in range(2):  # as long as one has no newer copy
        assert put()[1:] == [told]
    assert put("--fresh", "01")[1:] == [
        f"a fresh copy: {os.path.join('my_lessons', '01_2_small.ipynb')}"
    ]
    assert len(put()) == 1
    lesson("# Small", "## One\n\nMore.", "## Three", "### Exercise 01.1: Übung")
    (news,) = put()[1:]  # compared with the newest copy
    assert "your copy: removed “Exercise 01.2” (" in news
    assert read(tmp_path / "my_lessons" / "01_small.ipynb")["cells"][1]["source"] == "## One"


def test_only_some_of_many_headings_are_named(put, lesson):
    lesson("# Small")
    put()
    lesson("# Small", *(f"## Part {i}" for i in range(9)))
    assert "added “Part 0”, “Part 1”, “Part 2”, “Part 3” and 5 more (" in put()[1]


def test_work_in_a_copy_makes_it_no_other_version(put, mine):
    own = mine / f"{TD}.ipynb"
    notebook = nbformat.read(own, as_version=4)
    notebook.cells = [nbformat.v4.new_code_cell("mine = 1"), *notebook.cells[2:]]
    nbformat.write(notebook, own)
    assert len(put()) == 1


DAMAGED = {
    "no JSON": "mine",
    "no metadata": '{"metadata": {}}',
    "of somebody else": '{"metadata": {"tttlearn": {"title": "mine"}}}',
    "a number": '{"metadata": {"tttlearn": {"sections": 3}}}',
    "deep": "[" * 100_000,
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_what_is_no_copy_is_said_and_left(put, lesson, tmp_path, content):
    lesson("# Small")
    put()
    own = tmp_path / "my_lessons" / "01_small.ipynb"
    own.write_text(content)
    (said,) = put()[1:]
    assert said.startswith(
        f"01: {os.path.join('my_lessons', '01_small.ipynb')} is no copy of the lesson"
    )
    assert own.read_text() == content


def test_a_heading_in_a_copy_has_no_hold_on_the_terminal(put, mine):
    own = mine / f"{TD}.ipynb"
    notebook = json.loads(own.read_text(encoding="utf-8"))
    notebook["metadata"]["tttlearn"]["sections"]["\x1b[2J\nevil"] = {}
    own.write_text(json.dumps(notebook), encoding="utf-8")
    assert "removed “?[2J evil”" in put()[1]


@pytest.mark.parametrize("name", ["a folder", "Übungen für Zoë", "a/b/c", "”quoted'", "."])
def test_folders_have_any_name(put, lesson, tmp_path, name):
    lesson("# Small")
    put(name)
    assert [path.name for path in (tmp_path / name).glob("*.ipynb")] == ["01_small.ipynb"]
    assert put(name, "--fresh", "01")[1].endswith("01_2_small.ipynb")


def test_a_copy_finds_the_package_its_data_and_its_solutions(put, tmp_path):
    put("Übung eins")
    code = (
        "import tttlearn as ttt\nttt.data_path('published.csv').read_bytes()\nttt.solution('01.1')"
    )
    assert printed("-c", code, cwd=tmp_path / "Übung eins").startswith("# Solution")


def test_a_file_in_place_of_the_folder_is_explained(put, tmp_path):
    (tmp_path / "file").write_text("mine")
    for name in ("file", os.path.join("file", "in_it")):
        (said,) = put(name, status=1)
        assert said == f"tttlearn: {name} cannot be a folder, because a file has its name"
    assert (tmp_path / "file").read_text() == "mine"


def test_the_lessons_themselves_are_no_place_for_copies(put):
    (said,) = put(str(originals.originals()[0].parent), status=1)
    assert said.endswith("notebooks holds the lessons themselves: name another folder")


@pytest.mark.parametrize("name", ["5", "77", "", TD, "../05"])
def test_an_unknown_lesson_is_told_the_known(put, tmp_path, name):
    (said,) = put("--fresh", name, status=1)
    assert re.search(r"there is no lesson '.*' to make a fresh copy of: .* are 00, 01, ", said)
    assert list(tmp_path.iterdir()) == []


def test_where_one_may_not_write_it_is_said(put, tmp_path, monkeypatch):
    # Root may write anywhere, so the refusal is played.
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(lessons.Path, "mkdir", refuse)
    (said,) = put(status=1)
    assert said == "tttlearn: cannot write my_lessons: Permission denied; name your own folder"


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (OSError(28, "No space left on device"), 1, "cannot write "),
        (KeyboardInterrupt(), 130, "stopped; what is written already is kept"),
    ],
)
def test_no_half_copy_is_left(put, tmp_path, monkeypatch, error, status, words):
    @contextmanager
    def half(*arguments, **more):
        with open(*arguments, **more) as file:
            file.write("half")
            raise error
        yield

    monkeypatch.setattr(lessons, "open", half, raising=False)
    (said,) = put(status=status)
    assert said.startswith(f"tttlearn: {words}")
    assert list((tmp_path / "my_lessons").iterdir()) == []


def test_without_lessons_it_says_where_they_should_be(put, monkeypatch, tmp_path):
    monkeypatch.setattr(originals, "ORIGINALS", (tmp_path / "none",))
    (said,) = put(status=1)
    assert said.startswith("tttlearn: the lessons are missing: there are none in ")


@pytest.fixture
def opened(monkeypatch):
    """The arguments with which JupyterLab is started, which it is not."""
    starts = []
    monkeypatch.delenv("JUPYTER_SERVER_URL", raising=False)
    monkeypatch.setattr(lab, "is_root", lambda: False)
    monkeypatch.setattr("jupyterlab.labapp.LabApp.launch_instance", starts.append)
    return starts


ROOT_DIR, URL = "--ServerApp.root_dir=", "--LabApp.default_url=/lab/tree/"


def test_the_first_lesson_is_opened_or_the_copy_that_was_asked_for(put, opened):
    put(how=())
    put("--lab=--no-browser", "--lab=--port", "--lab=9999", how=())
    put("--fresh", "03", "--fresh", "05", how=())
    put("a class", "--fresh", "05", how=())
    assert opened == [
        [f"{ROOT_DIR}my_lessons", f"{URL}00_start_here.ipynb"],
        [f"{ROOT_DIR}my_lessons", f"{URL}00_start_here.ipynb", "--no-browser", "--port", "9999"],
        [f"{ROOT_DIR}my_lessons", f"{URL}05_2_td_value_learning.ipynb"],
        [f"{ROOT_DIR}a class", f"{URL}{TD}.ipynb"],
    ]


def test_what_could_not_be_put_there_is_not_opened(put, opened):
    put("--fresh", "42", how=(), status=1)
    assert opened == []


def test_root_is_told_before_anything_is_put_there(put, opened, monkeypatch, tmp_path):
    monkeypatch.setattr(lab, "is_root", lambda: True)
    (said,) = put(how=(), status=1)
    assert said == f"tttlearn: {lab.AS_ROOT}"
    assert (opened, list(tmp_path.iterdir())) == ([], [])
    put()  # nothing is started
    for allowed in ("--allow-root", "--ServerApp.allow_root=True"):
        put(f"--lab={allowed}", how=())
        assert opened.pop()[-1] == allowed


def test_where_jupyterlab_cannot_write_it_is_said(put, opened, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(lab.RUNTIME, str(tmp_path / "file" / "runtime"))
    (said,) = put(how=(), status=1)
    assert said.startswith(
        f"tttlearn: JupyterLab cannot write to {tmp_path / 'file' / 'runtime'} ("
    )
    assert said.endswith(f": {lab.cure(lab.RUNTIME)}")
    assert (opened, [path.name for path in tmp_path.iterdir()]) == ([], ["file"])


def test_another_folder_is_opened_with_the_same_checks(opened, monkeypatch):
    monkeypatch.setenv("PYTHONSTARTUP", "")
    monkeypatch.delenv("PYTHONSTARTUP")
    lab.start(["notebooks", "--no-browser"])
    assert opened == [["notebooks", "--no-browser"]]
    assert os.environ["PYTHONSTARTUP"] == str(lab.FIRST)
    monkeypatch.setattr(lab, "is_root", lambda: True)
    with pytest.raises(ValueError, match="does not start as root"):
        lab.start(["notebooks"])
    assert len(opened) == 1


def test_the_first_cell_that_lacks_a_name_says_to_run_those_above():
    shell = [sys.executable, "-m", "IPython", "--simple-prompt", "--colors=NoColor"]
    first = os.environ | {"PYTHONSTARTUP": str(lab.FIRST)}
    cell = {"input": "ttt.START\n", "capture_output": True, "text": True}
    said = subprocess.run(shell, env=first, check=False, **cell)
    assert "name 'ttt' is not defined" in said.stdout + said.stderr
    assert "run the cells above first" in said.stdout + said.stderr


def test_a_readers_own_first_file_stays(opened, monkeypatch):
    monkeypatch.setenv("PYTHONSTARTUP", "mine.py")
    lab.start(["notebooks", "--no-browser"])
    assert os.environ["PYTHONSTARTUP"] == "mine.py"


def test_inside_jupyterlab_no_second_one_is_opened(put, opened, monkeypatch):
    monkeypatch.setenv("JUPYTER_SERVER_URL", "http://localhost:8888/")
    said = put(how=())[-1]
    assert opened == []
    assert said == "open my_lessons/00_start_here.ipynb in the list of files beside this terminal"


def test_without_jupyterlab_it_says_what_to_install(put, monkeypatch):
    monkeypatch.delenv("JUPYTER_SERVER_URL", raising=False)
    monkeypatch.setitem(sys.modules, "jupyterlab", None)
    said = put(how=())[-1]
    assert said.endswith(f"00_start_here.ipynb, is missing here: {doctor.ADD}")


def test_what_was_written_on_pages_comes_along_once(put, tmp_path):
    code = "def td(V, episode, alpha, gamma):\n    V[0] = 1"
    file, copy = tmp_path / taken.NAME, tmp_path / "my_lessons" / "05_2_td_value_learning.ipynb"
    file.write_text(json.dumps({"written": {"05.td": f"{code}\n", "05.gone": "x"}}))
    assert put()[1:] == [f"with what you wrote on its page: my_lessons/{TD}.ipynb"]
    own, plain = (
        read(tmp_path / "my_lessons" / f"{TD}.ipynb"),
        student_edition(read(ROOT / f"{TD}.ipynb")),
    )
    pairs = zip(own["cells"], plain["cells"], strict=True)
    (changed,) = [(new["source"], old["source"]) for new, old in pairs if new != old]
    assert changed[0] == code
    assert changed[1].startswith("def td(V,")
    assert len(put()) == 1
    file.write_text(json.dumps({"written": {"05.td": f"{code} / 2"}}))
    assert put()[1:] == [
        f"a fresh copy: my_lessons/{copy.name}",
        f"with what you wrote on its page: my_lessons/{copy.name}",
    ]
    assert len(put()) == 1
    file.write_text("[1]")
    assert taken.NAME in put(status=1)[0]
