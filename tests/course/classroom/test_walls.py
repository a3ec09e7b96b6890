"""The walls around submissions: they stand, or nothing of a stranger is run."""

import platform
import shlex
import shutil
import subprocess
import sys

import numpy as np
import pytest

import tttlearn as ttt
from tests.course.classroom.walled import needs_walls
from tttlearn.__main__ import main
from tttlearn.course.classroom import contest, walls
from tttlearn.evaluation.exact import minimax_policy
from tttlearn.evaluation.policy import random_policy
from tttlearn.terminal.doctor import class_walls

FIRST = "def act(board, side, rng):\n    return board.index('.')\n"
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has bubblewrap")


@pytest.fixture(autouse=True)
def house(monkeypatch):
    """A house that needs no training."""
    few = {"dice": random_policy(), "perfect": minimax_policy()}
    monkeypatch.setattr(contest, "house_players", lambda games, seed: few)


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Puts a script in the place of bubblewrap; without text there is none."""

    def put(text=""):
        folder = tmp_path / "programs"
        folder.mkdir()
        if text:
            (folder / "bwrap").write_text(f"#!/bin/sh\n{text}")
            (folder / "bwrap").chmod(0o755)
        monkeypatch.setenv("PATH", str(folder))

    return put


def refusal():
    with pytest.raises(walls.WallsError) as caught:
        walls.check()
    return str(caught.value)


def test_the_walls_stand_or_the_doctor_says_why_not():
    needs_walls()
    walls.check()
    assert class_walls().message.startswith("walls for a class tournament work (bubblewrap 0.")


@LINUX
def test_without_bubblewrap_the_way_to_it_is_said(program):
    program()
    said = refusal()
    assert said.startswith("bubblewrap, which makes the walls, is missing: install the package")
    assert "apt install bubblewrap" in said
    assert "conda-forge" in said
    assert class_walls().ok
    assert "bubblewrap, which makes the walls, is missing" in class_walls().message


@LINUX
def test_an_old_bubblewrap_is_no_wall(program):
    program("echo bubblewrap 0.6.1")
    assert refusal().startswith("bubblewrap 0.6.1 is too old, the walls need 0.8")


REFUSES = """
case $1 in
  --version) echo bubblewrap 0.9.0 ;;
  *) echo "bwrap: setting up uid map: Permission denied" >&2; exit 1 ;;
esac
"""


@LINUX
@pytest.mark.parametrize(
    ("setting", "value", "words"),
    [
        ("kernel/apparmor_restrict_unprivileged_userns", "1", "extra-profiles/bwrap-userns"),
        ("kernel/unprivileged_userns_clone", "0", "sysctl kernel.unprivileged_userns_clone=1"),
        ("user/max_user_namespaces", "0", "sysctl user.max_user_namespaces=10000"),
        ("user/max_user_namespaces", "9", "in a container, that of the container may"),
    ],
)
def test_a_refusal_is_no_absence_and_names_its_cure(
    program, tmp_path, monkeypatch, setting, value, words
):
    program(REFUSES)
    path = tmp_path / "sys" / setting
    path.parent.mkdir(parents=True)
    path.write_text(f"{value}\n")
    monkeypatch.setattr(walls, "SETTINGS", tmp_path / "sys")
    said = refusal()
    assert "installed, but refused here (bwrap: setting up uid map: Permission denied)" in said
    assert words in said


@LINUX
def test_a_kernel_that_really_refuses_is_told_from_an_absence():
    needs_walls()
    if not shutil.which("unshare"):
        pytest.skip("needs unshare")
    code = "from tttlearn.course.classroom import walls\ntry: walls.check()\n"
    code += "except walls.WallsError as error: print(error)"
    python = shlex.join([sys.executable, "-c", code])
    shell = f"echo 0 > /proc/sys/user/max_user_namespaces && exec {python}"
    command = ["unshare", "--user", "--map-root-user", "sh", "-c", shell]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "installed, but refused here (bwrap: " in done.stdout, done
    assert "sudo sysctl user.max_user_namespaces=10000" in done.stdout


@LINUX
def test_a_program_that_makes_no_walls_is_found_out(program):
    program(
        "case $1 in --version) echo bubblewrap 9.9; exit;; esac\n"
        'while [ "$1" != -- ]; do shift; done\nshift\nOPENBLAS_NUM_THREADS=1 exec "$@"'
    )
    said = refusal()
    for hole in ("files outside can be read", "network can be reached", "processes are seen"):
        assert hole in said
    (walls.PACKAGE / "hole").unlink(missing_ok=True)


def test_other_systems_and_processors_have_no_walls(monkeypatch):
    monkeypatch.setattr(platform, "machine", lambda: "abacus")
    assert refusal() == "the walls are not known for this processor (abacus)"
    monkeypatch.undo()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert refusal() == "there are no walls for this system (darwin)"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "Ada.py").write_text(FIRST)
    return tmp_path / "class"


def tournament(folder, *more):
    return main(["tournament", str(folder), "--out", str(folder.parent / "out"), *more])


@LINUX
def test_without_walls_no_stranger_runs_unless_it_is_said(program, folder, capsys):
    program()
    (folder / "Eve.py").write_text(f"open({str(folder / 'trace')!r}, 'w')\n{FIRST}")
    assert tournament(folder) == 1
    said = capsys.readouterr().err
    assert len(said.strip().splitlines()) == 1
    assert "bubblewrap, which makes the walls, is missing" in said
    assert "--no-walls" in said
    assert not (folder / "trace").exists()
    assert tournament(folder, "--no-walls") == 0
    assert (
        "The files ran without walls: who held the tournament had read" in capsys.readouterr().out
    )
    assert (folder / "trace").exists()


@LINUX
def test_saved_learners_need_no_walls(program, folder, capsys):
    program()
    (folder / "Ada.py").unlink()
    learner = ttt.TDLearner(seed=0)
    learner.learn(10)
    ttt.save(learner, folder / "Ada.npz")
    assert tournament(folder) == 0
    said = capsys.readouterr().out
    assert "No file held code." in said
    assert "Ada" in said


def test_no_walls_is_for_a_class(capsys):
    assert main(["tournament", "mine.npz", "--no-walls"]) == 1
    assert "--no-walls is for the class tournament" in capsys.readouterr().err


def test_what_is_visible_holds_what_python_needs_and_not_the_root():
    visible = walls._visible()
    assert "/" not in visible
    assert str(walls.PACKAGE) in visible
    assert any(np.__file__.startswith(f"{path}/") for path in visible)
    assert visible == sorted(visible)
