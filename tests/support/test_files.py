"""Missing data is named, and a lock is held by one."""

import subprocess
import sys
from contextlib import suppress

import pytest

import tttlearn as ttt
from tttlearn.support import files


def test_missing_data_are_named_with_the_places(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "DATA_FOLDERS", (tmp_path / "inside", tmp_path / "beside"))
    with pytest.raises(FileNotFoundError, match=r"data none.csv are missing: there is no .*inside"):
        ttt.data_path("none.csv")


def test_a_lock_is_held_by_one_and_given_back(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "LOCK_TIMEOUT_SECONDS", 0)
    path = tmp_path / "record.json"
    with files.file_lock(path):
        with pytest.raises(TimeoutError, match=r"^record\.json is in use by another program"):
            files.file_lock(path).__enter__()
        with files.file_lock(tmp_path / "another.json"):
            pass
    with suppress(KeyError), files.file_lock(path):
        raise KeyError
    with files.file_lock(path):
        files.write_atomically(path, b"{}")  # which makes it another file
        with pytest.raises(TimeoutError):
            files.file_lock(path).__enter__()
    assert [one.name for one in tmp_path.iterdir()] == ["record.json"]


HOLDER = """
import runpy, sys
with runpy.run_path(sys.argv[1])["file_lock"](sys.argv[2]):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_lock_is_kept_however_long_its_holder_takes_and_ends_with_it(tmp_path, monkeypatch):
    """A slow computer's write may take minutes, so no age of a lock says that it was left."""
    now, path = [0.0], tmp_path / "record.json"
    monkeypatch.setattr(files.time, "monotonic", lambda: now.append(now[-1] + 10) or now[-1])
    command = [sys.executable, "-c", HOLDER, files.__file__, path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        try:
            assert holder.stdout.readline() == b"held\n"
            with pytest.raises(TimeoutError):
                files.file_lock(path).__enter__()
            assert now[-1] > files.LOCK_TIMEOUT_SECONDS
        finally:
            holder.kill()
    with files.file_lock(path):
        pass
