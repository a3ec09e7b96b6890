"""What students are handed: all that they need, no solution, and a word for what is not there."""

import base64
import filecmp
import json
import os
import subprocess
import sys
import zipfile
from pathlib import PurePosixPath

import pytest
from bs4 import BeautifulSoup

from tests.aids.run_py import imported
from tools import student_package
from tools.editions.leaks import REMAINS, file_texts, leaks, remains
from tools.masters import lessons, masters, read, said_of_wrong_answers, solutions
from tools.student_package import EARLIEST, NAME, PAGE, SOLUTIONS

MASTERS = {path.stem: read(path) for path in lessons()}
KINDS = {".py", ".typed", ".js", ".css", ".csv", ".ipynb", ".html", ".lock", ""}
KINDS |= {".toml", ".json", ".jsonl"}
FORMER, HINTS = (f"tttlearn/course/exercises/{name}.json" for name in ("former_numbers", "hints"))
SAID = ["tttlearn/course/exercises/predictions.json", "tttlearn/play/sentences.json"]
SETTINGS = "tttlearn/terminal/jupyter/"  # of JupyterLab
TD = solutions()["05.td"]


@pytest.fixture(scope="module")
def archive(editions):
    """The zip file that was built with the editions."""
    return editions / f"{NAME}.zip"


@pytest.fixture(scope="module")
def files(archive):
    """{path in the folder: bytes} of what the zip file holds."""
    with zipfile.ZipFile(archive) as opened:
        return {name.removeprefix(f"{NAME}/"): opened.read(name) for name in opened.namelist()}


@pytest.fixture(scope="module")
def folder(archive, tmp_path_factory):
    """The folder that students have unpacked, in one with spaces and umlauts."""
    place = tmp_path_factory.mktemp("Übung eins, für Zoë")
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(place)
    return place / NAME


def found(files):
    return leaks(MASTERS, {name: list(file_texts(name, text)) for name, text in files.items()})


# --- what is in it


def test_it_is_one_folder_and_packed_again_it_is_the_same(archive, tmp_path):
    with zipfile.ZipFile(archive) as opened:
        entries = opened.infolist()
    assert {entry.filename.split("/")[0] for entry in entries} == {NAME}
    assert {entry.date_time for entry in entries} == {EARLIEST}
    assert [entry.filename for entry in entries] == sorted(entry.filename for entry in entries)
    student_package.pack(tmp_path / "again.zip")
    # Not an assertion on the bytes: how half a megabyte differs takes minutes to explain.
    assert filecmp.cmp(tmp_path / "again.zip", archive, shallow=False)


def test_it_holds_what_learning_needs_and_nothing_else(files):
    tops = {name.split("/")[0] for name in files}
    assert tops == {PAGE, "LICENSE", "requirements.lock", "run.py", "tools", "tttlearn"}
    assert [name for name in files if name.startswith("tools/")] == ["tools/installed.py"]
    lessons = [name for name in files if name.startswith("tttlearn/lessons/")]
    assert [PurePosixPath(name).name for name in lessons] == [path.name for path in masters()]
    assert {"tttlearn/data/published.csv", "tttlearn/play/board.js"} <= files.keys()
    texts = [name for name in files if name.endswith(".json") and not name.startswith(SETTINGS)]
    assert texts == [FORMER, HINTS, *SAID]
    # What the search for solutions can read: another kind of file is for it to learn first.
    assert {PurePosixPath(name).suffix for name in files} == KINDS


def test_its_lessons_are_the_student_edition(files, editions):
    for path in (editions / "student").iterdir():
        assert files[f"tttlearn/lessons/{path.name}"] == path.read_bytes()


def test_nobodys_own_files_come_along(monkeypatch, tmp_path):
    names = ("__pycache__/a.pyc", ".DS_Store", "my_progress.json", ".ipynb_checkpoints/a.ipynb")
    monkeypatch.setattr(student_package, "ROOT", tmp_path)
    (tmp_path / ".gitignore").write_text("__pycache__/\n*.pyc\n.DS_Store\nmy_progress.json\n")
    with open(tmp_path / ".gitignore", "a") as ignored:
        ignored.write(".ipynb_checkpoints/\n")
    for name in ("__init__.py", *names):
        (tmp_path / "tttlearn" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tttlearn" / name).write_text("")
    assert [path.name for path in student_package._package()] == ["__init__.py"]


# --- no solution


def test_no_solution_is_in_it_but_what_is_known_to_remain(files):
    seen = found(files)
    assert [leak for leak in seen if not remains(leak)] == []
    there = {(leak.file, leak.solution[:2]) for leak in seen}
    assert there == {
        (file, lesson) for file, (some, _) in REMAINS.items() for lesson in some.split()
    }


def test_the_solutions_are_in_it_when_they_are_asked_for(files):
    with_them = student_package.contents(with_solutions=True)
    assert set(with_them) - set(files) == {SOLUTIONS}
    said = {leak.solution[:2] for leak in found({SOLUTIONS: with_them[SOLUTIONS]})}
    assert said == {name[:2] for name in MASTERS}


def test_what_lecturers_say_about_wrong_answers_is_not_in_it(files):
    text = " ".join(b" ".join(files.values()).decode("utf-8", "ignore").split())
    for name in MASTERS:
        for number, words in said_of_wrong_answers(name).items():
            assert not [sentence for sentence in words.values() if sentence in text], number
    assert not [name for name in student_package.contents(True) if "said" in name]


def notebook(**more):
    cell = {"cell_type": "markdown", "metadata": {}, "source": "Text."} | more
    return json.dumps({"cells": [cell], "metadata": {}}).encode()


def output(**data):
    """A notebook with an output of this data."""
    shown = [{"output_type": "display_data", "data": data, "metadata": {}}]
    return notebook(cell_type="code", outputs=shown)


CODED = base64.b64encode(b"\x89PNG\0tEXt" + TD.encode()).decode()
LINES = base64.encodebytes(TD.encode()).decode()
PLANTED = {
    "a picture's bytes": ("a.ipynb", output(**{"image/png": CODED})),
    "an attachment": ("a.ipynb", notebook(attachments={"a.txt": {"text/plain": CODED}})),
    "lines of base64": ("a.ipynb", notebook(attachments={"a.png": {"image/png": LINES}})),
    "a module": ("a.py", f"def rule():\n    '''{TD}'''\n".encode()),
    "a comment": ("run.py", "".join(f"# {line}\n" for line in TD.splitlines()).encode()),
    "base64 in a module": ("a.py", f"TEXT = '{CODED}'\n".encode()),
    "JSON": ("a.json", json.dumps({"05.td": TD.split("\n")}).encode()),
    "a key of JSON": ("a.json", json.dumps({TD: 1}).encode()),
    "base64 in JSON": ("a.json", json.dumps({"a": CODED}).encode()),
    "lines of JSON": ("a.jsonl", json.dumps({"a": 1, "b": TD}).encode()),
    "a page": ("a.html", f"<pre>{TD}</pre>".encode()),
    "a picture of a page": ("a.html", f'<img src="data:image/png;base64,{CODED}">'.encode()),
}


@pytest.mark.parametrize("place", PLANTED)
def test_a_planted_solution_is_found(place):
    name, content = PLANTED[place]
    seen = found({name: content})
    assert "05_td_value_learning" in {leak.solution.split(",")[0] for leak in seen}
    assert not any(map(remains, seen))


def test_a_long_line_is_found_under_another_name_unless_the_lesson_gives_it():
    given, own = "shares_of(games_of(player), by='side')", "numbers_of(games_of(player), by='end')"
    prose = {"cell_type": "markdown", "metadata": {}, "source": f"Look at `{given}` first."}
    solution = {"cell_type": "code", "metadata": {"tags": ["solution"]}}
    solution["source"] = f"# Solution\nfirst = {given}\nsecond = {own}"
    masters = {"01": {"cells": [prose, solution]}}
    assert leaks(masters, {"a.py": [("file", f"mine = {given}")]}) == []
    (leak,) = leaks(masters, {"a.py": [("file", f"mine = {own}")]})
    assert leak.text == own.replace(" ", "")


def test_a_solution_of_another_lesson_is_found_where_some_remain():
    seen = found({"tttlearn/learn/td.py": solutions()["08.learn"].encode()})
    assert seen
    assert not any(map(remains, seen))


# --- at work


def test_its_own_copies_and_no_solutions_come_without_the_project(folder):
    def tttlearn(*arguments, where=folder):
        # Without git, or anything else that could be on the path.
        environment = os.environ | {"PATH": "", "PYTHONPATH": str(folder)}
        command = [sys.executable, "-P", *arguments]
        done = subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    said = tttlearn("-m", "tttlearn", "lessons", "--no-open")
    assert said == f"my_lessons: {len(masters())} lessons put there\n"
    code = "import tttlearn as ttt\nprint(ttt.__file__)\nttt.solution('05.1')\nttt.hint('00.1')\n"
    code += "print(ttt.data_path('double_q_study.jsonl').is_file())"
    place, solution, _, _, last, data = tttlearn(
        "-c", code, where=folder / "my_lessons"
    ).splitlines()
    assert place == str(folder / "tttlearn" / "__init__.py")
    assert solution == "Exercise 05.1: the solutions were left out of these lessons."
    assert (last, data) == ("That was the last hint.", "True")


@pytest.fixture
def run_here(folder):
    """The run.py of the folder, imported."""
    return imported(folder)


def test_what_needs_the_whole_project_is_said_in_a_line(run_here, capsys):
    missing = [name for name in run_here.COMMANDS if name not in ("lab", "doctor")]
    for name in missing:
        assert run_here.main([name]) == 1
        line = f"run.py: `{name}` needs the whole project; this copy of it has lab and doctor\n"
        assert capsys.readouterr().err == line
    assert run_here.main([]) == 2
    said = capsys.readouterr().err
    assert said == "run.py: a command is missing; the commands are lab, doctor and help\n"


def test_lab_and_doctor_need_nothing_that_is_not_there(run_here, folder, monkeypatch, capsys):
    started, version = [], sys.version
    (folder / "small.lock").write_text("no-such-package==1.0 --hash=sha256:00\n")
    monkeypatch.setattr(run_here, "run", lambda command, *_: started.append(command))
    monkeypatch.setattr(run_here, "set_up", lambda: None)
    run_here.main(["lab", "--no-browser"])
    assert started == [["tttlearn", "lessons", "my_lessons", "--lab=--no-browser"]]
    assert run_here.stamp(version, run_here.LEARN) != run_here.stamp(version, run_here.ALL)
    assert run_here.main(["doctor"]) == 1
    assert "there is no .venv yet" in capsys.readouterr().out
    monkeypatch.setattr(run_here, "PYTHON", sys.executable)
    assert run_here.damage("small.lock") == "no-such-package is missing"


# --- the page


def test_the_page_says_what_is_true(files, run_here):
    page = BeautifulSoup(files[PAGE], "html.parser")
    text = " ".join(page.get_text().split())
    (_, oldest), (_, newest) = run_here.PYTHONS
    assert f"Python 3.{oldest} to 3.{newest} (on a Mac with an Intel processor, to 3.13)" in text
    for words in ("Windows", "macOS", "Linux", "run.py lab", "run.py doctor", "wheels"):
        assert words in text
    assert "-m tttlearn lessons" in text
    assert page.select("[src], link, script") == []
    assert f"<code>{NAME}</code>" in files[PAGE].decode()
