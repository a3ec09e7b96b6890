"""Missing data is named, and a lock is held by one."""

from contextlib import suppress

import pytest

import tttlearn as ttt
from tttlearn.support import files


def test_missing_data_are_named_with_the_places(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "DATA", (tmp_path / "inside", tmp_path / "beside"))
    with pytest.raises(FileNotFoundError, match=r"data none.csv are missing: there is no .*inside"):
        ttt.data_path("none.csv")


def test_a_lock_is_held_by_one_and_given_back(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    path = tmp_path / "record.json"
    with files.locked(path):
        assert [one.name for one in tmp_path.iterdir()] == ["record.json.lock"]
        with pytest.raises(TimeoutError, match=r"record\.json is in use"):
            files.locked(path).__enter__()
    with suppress(KeyError), files.locked(path):
        raise KeyError
    assert list(tmp_path.iterdir()) == []


def test_a_lock_that_was_left_behind_is_taken_over(tmp_path, monkeypatch):
    path = tmp_path / "record.json"
    (tmp_path / "record.json.lock").touch()
    monkeypatch.setattr(files, "STALE", -1)
    with files.locked(path):
        assert (tmp_path / "record.json.lock").exists()


def test_a_folder_that_is_none_is_an_error_of_files(tmp_path):
    with pytest.raises(OSError, match="No such file"), files.locked(tmp_path / "no" / "a.json"):
        pass
