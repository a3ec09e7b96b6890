"""What a class is handed, without a network, and whether each system can have the locks.

Nothing is downloaded here: pip and uv are played.
"""

import os
import sys

import pytest

from tools import resolve, stick, student_package
from tools.installed import entries
from tools.systems import SYSTEMS, VERSIONS

EVERYWHERE = "plain==1.0 --hash=sha256:00\n"
LOCK = (
    EVERYWHERE
    + """\
windows-only==2.0 ; sys_platform == 'win32' \\
    --hash=sha256:01 \\
    --hash=sha256:02
split==3.0 ; platform_machine == 'x86_64' and sys_platform == 'darwin' \\
    --hash=sha256:03
split==4.0 ; platform_machine != 'x86_64' or sys_platform != 'darwin' \\
    --hash=sha256:04
early==5.0 ; python_full_version < '3.11.5' \\
    --hash=sha256:05
"""
)


@pytest.fixture
def project(tmp_path, monkeypatch):
    """The folder of a project with that lock, and a list of (lock, target) pip was asked for."""
    folder, asked = tmp_path / "project", []
    folder.mkdir()
    (folder / "requirements.lock").write_text(LOCK)
    monkeypatch.setattr(stick, "ROOT", folder)

    def download(wheels, lock, *target):
        asked.append((lock.read_text(), target))
        wheels.mkdir(exist_ok=True)
        (wheels / f"{len(asked)}.whl").write_text("")
        return 0

    monkeypatch.setattr(stick, "pip_download", download)
    return folder, asked


def names(text):
    return [f"{wanted.name}{wanted.specifier}" for wanted, _ in entries(text)]


def test_it_holds_what_students_are_handed_and_the_wheels(project, tmp_path, capsys):
    copy = tmp_path / "copy"
    for arguments in (["--with-solutions"], []):
        assert stick.main([str(copy), *arguments]) == 0
        assert "packages" in capsys.readouterr().out
        assert (copy / student_package.SOLUTIONS).is_file() == bool(arguments)
    files = {path.relative_to(copy).as_posix(): path for path in copy.rglob("*") if path.is_file()}
    assert files.pop("wheels/1.whl")
    assert files.pop("wheels/2.whl")
    assert {name: path.read_bytes() for name, path in files.items()} == student_package.contents()


def test_for_this_computer_it_is_the_lock_itself(project, tmp_path):
    stick.main([str(tmp_path / "copy")])
    assert project[1] == [(LOCK, ())]


def test_each_system_gets_what_its_markers_say(project, tmp_path):
    assert stick.main([str(tmp_path / "copy"), "windows-3.13", "intel-mac-3.12"]) == 0
    (windows, for_windows), (mac, for_mac) = project[1]
    assert names(windows) == ["plain==1.0", "windows-only==2.0", "split==4.0"]
    assert names(mac) == ["plain==1.0", "split==3.0"]
    assert "--hash=sha256:01 --hash=sha256:02\n" in windows
    assert "--platform=win_amd64" in for_windows
    assert for_mac[:2] == ("--python-version", "3.12.99")


def test_early_releases_of_a_python_get_theirs_too(project, tmp_path):
    stick.main([str(tmp_path / "copy"), "linux-3.11"])
    late, early = ((names(lock), target[1]) for lock, target in project[1])
    assert late == (["plain==1.0", "split==4.0"], "3.11.99")
    assert early == (["plain==1.0", "split==4.0", "early==5.0"], "3.11.0")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["{project}/inside"], "is inside the project: name one outside it"),
        (["{tmp}/copy", "windows"], "it is one of linux, linux-arm, mac, intel-mac, windows"),
        (["{tmp}/copy", "windows-2.7"], "each with a Python from 3.11, 3.12, 3.13, 3.14"),
        (["{tmp}/copy", "intel-mac-3.14"], "needs Python 3.11 to 3.13, on a Mac with an Intel"),
    ],
)
def test_what_it_cannot_do_it_says_in_words(project, tmp_path, capsys, words, reason):
    with pytest.raises(SystemExit):
        stick.main([word.format(project=project[0], tmp=tmp_path) for word in words])
    assert reason in capsys.readouterr().err
    assert project[1] == []
    assert not (tmp_path / "copy").exists()


def test_a_failed_download_is_a_failure(project, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(stick, "pip_download", lambda *_: 1)
    assert stick.main([str(tmp_path / "copy"), "mac-3.13"]) == 1
    assert "could not get the packages for mac 3.13" in capsys.readouterr().err


UV = """#!{python}
import sys
there = "aarch64-apple-darwin" not in sys.argv
print("Would install 7 packages" if there else "no wheels of x", file=sys.stderr)
sys.exit(not there)
"""


@pytest.mark.skipif(os.name == "nt", reason="plays uv with a script")
def test_each_pair_is_asked_for_and_a_missing_one_is_named(tmp_path, monkeypatch, capsys):
    (tmp_path / "uv").write_text(UV.format(python=sys.executable))
    (tmp_path / "uv").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(resolve, "VERSIONS", VERSIONS[-1:])
    assert resolve.main() == 1
    said = capsys.readouterr().out.splitlines()
    rows = dict(line.split() for line in said if line.split()[0] in SYSTEMS)
    assert rows == {"linux": "7", "linux-arm": "7", "mac": "FAIL", "intel-mac": "-", "windows": "7"}
    assert any(line.startswith("-: intel-mac 3.14: tttlearn needs") for line in said)
    assert said[-2:] == ["FAIL: requirements-all.lock, mac 3.14:", "no wheels of x"]
