"""The wheel holds the package, all of it, and nothing else."""

import subprocess
import sys
import zipfile

import pytest


@pytest.fixture(scope="module")
def names(root, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, root]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_every_file_of_the_package_is_in_it(root, names):
    files = [path for path in (root / "tttlearn").rglob("*.*") if "__pycache__" not in path.parts]
    assert {path.relative_to(root).as_posix() for path in files} <= names
    assert {"tttlearn/play/board.js", "tttlearn/play/board.css", "tttlearn/game/rules.py"} <= names
    data = {path.name for path in (root / "data").iterdir() if path.suffix in (".csv", ".jsonl")}
    assert {f"tttlearn/data/{name}" for name in data} <= names
    assert data >= {"published.csv", "lessons.csv"}


def test_nothing_else_is_in_it(names):
    tops = {name.split("/")[0] for name in names}
    assert tops == {"tttlearn", "tttlearn-0.2.0.dist-info"}
    assert not [name for name in names if "__pycache__" in name]
