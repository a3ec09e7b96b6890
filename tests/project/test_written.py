"""A tool that fails half way leaves every file that is kept in the repository as it was."""

import pytest

from tools import grown, lock, pages, readme, solutions, written

LOCKS = "requirements.lock", "requirements-all.lock"


def fail(*args):
    """Stand in for what a tool works out last."""
    raise LookupError


def fail_after_one(*args):
    """Stand in for the names of the pages."""
    yield "index.html"
    raise LookupError


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A function that gives the files of a folder, which the tools take for those that are kept."""
    places = [(readme, "LIST"), (grown, "PICTURE")]
    for module, name in [*places, (solutions, "FILE"), (solutions, "HINTS")]:
        own = tmp_path / f"{module.__name__} {name}"
        own.write_bytes(getattr(module, name).read_bytes().partition(b"\n")[2])  # all of them due
        monkeypatch.setattr(module, name, own)
    (tmp_path / "README.md").write_bytes((readme.ROOT / "README.md").read_bytes())
    monkeypatch.setattr(readme, "ROOT", tmp_path)
    monkeypatch.setattr(readme.minutes, "lessons", list)
    monkeypatch.setattr(pages, "BUILD", pages.PAGES)
    monkeypatch.setattr(pages, "PAGES", tmp_path)
    for name in LOCKS:
        (tmp_path / name).write_text(f"old {name}")
    monkeypatch.chdir(tmp_path)
    return lambda: {path.name: path.read_bytes() for path in tmp_path.iterdir()}


@pytest.mark.parametrize(
    ("module", "last", "failing", "arguments"),
    [
        (readme, "with_table", fail, ()),
        (solutions, "hints", fail, ()),
        (pages, "page_names", fail_after_one, ([],)),
    ],
)
def test_a_tool_that_fails_changes_no_file(kept, monkeypatch, module, last, failing, arguments):
    monkeypatch.setattr(pages, "tttlearn", lambda arguments: 0)
    monkeypatch.setattr(grown, "picture", lambda: b"a picture")
    monkeypatch.setattr(module, last, failing)
    before = kept()
    with pytest.raises(LookupError):
        module.main(*arguments)
    assert kept() == before


@pytest.mark.parametrize("statuses", [(2,), (0, 2), (0, 0)])
def test_both_locks_are_written_or_neither(kept, monkeypatch, statuses):
    left = list(statuses)

    def compiled(command):
        """What uv does: it finds the old versions in the file that it writes."""
        at = command.index("-o") + 1
        with open(command[at], "r+") as file:
            assert file.read().startswith("old")
            file.write(", and new")
        return left.pop(0)

    monkeypatch.setattr(lock.subprocess, "call", compiled)
    before = kept()
    assert lock.main([]) == statuses[-1]
    new = {name: before[name] + b", and new" for name in LOCKS}
    assert kept() == (before if statuses[-1] else before | new)
    assert not left


def test_texts_and_bytes_are_written_as_they_are_on_every_system(tmp_path):
    files = {tmp_path / "new" / "a": "ü\n", tmp_path / "b": b"\r\n"}
    written.write_all(files)
    assert [path.read_bytes() for path in files] == [b"\xc3\xbc\n", b"\r\n"]
