"""The data of the project are found wherever one works, and what is missing is named."""

import pytest

import tttlearn as ttt
from tttlearn.support import files


def test_data_are_found_from_every_folder(tmp_path, monkeypatch):
    here = ttt.data_path("published.csv").read_bytes()
    monkeypatch.chdir(tmp_path)
    assert ttt.data_path("published.csv").read_bytes() == here
    assert ttt.data_path("published.csv").is_absolute()


def test_a_wheel_has_its_data_inside_and_they_come_first(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "DATA", (tmp_path / "inside", *files.DATA))
    outside = ttt.data_path("published.csv")
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "published.csv").write_text("")
    assert ttt.data_path("published.csv") == tmp_path / "inside" / "published.csv" != outside


def test_missing_data_are_named_with_the_places(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "DATA", (tmp_path / "inside", tmp_path / "beside"))
    with pytest.raises(FileNotFoundError, match=r"data none.csv are missing: there is no .*inside"):
        ttt.data_path("none.csv")
