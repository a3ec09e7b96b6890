"""What the browser edition is made of; to build it needs the network, which tests do not use."""

import json
import subprocess

import pytest

from tools import lite, masters


def cell(kind, text, *tags):
    return {"cell_type": kind, "source": text, "metadata": {"tags": [*tags]}}


def test_the_package_is_installed_below_the_title():
    lesson = {"cells": [cell("markdown", "# T"), cell("code", "1", "setup"), cell("code", "2")]}
    changed = lite.for_the_browser(lesson)["cells"]
    assert [c["source"] for c in changed] == ["# T", lite.INSTALL, "1", "2"]
    assert len(lesson["cells"]) == 3


def test_notes_for_teachers_are_left_out():
    lesson = {"cells": [cell("markdown", "# T"), cell("markdown", "note", "teaching-notes")]}
    assert [c["source"] for c in lite.for_the_browser(lesson)["cells"]] == ["# T"]


def test_the_lessons_find_their_data_and_each_text_is_one_string(tmp_path):
    lite.write_contents(tmp_path / "contents")
    notebooks = sorted((tmp_path / "contents" / "notebooks").glob("*.ipynb"))
    assert [path.name for path in notebooks] == [path.name for path in masters.masters()]
    assert (notebooks[0].parent / "../data/published.csv").is_file()
    cells = [cell for path in notebooks for cell in json.loads(path.read_text())["cells"]]
    assert all(isinstance(cell["source"], str) for cell in cells)
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    texts = [text for output in outputs for text in output.get("data", {}).values()]
    assert len(texts) > 100
    assert all(isinstance(text, str) for text in texts)


def test_the_wheel_is_built_from_what_is_installed(tmp_path):
    lite.make_wheel(tmp_path)
    (wheel,) = tmp_path.iterdir()
    assert wheel.name.startswith("tttlearn-")
    assert wheel.suffix == ".whl"


def test_a_step_that_fails_is_named_in_one_line(monkeypatch, capsys):
    def fails(folder, arguments):
        raise subprocess.CalledProcessError(2, ["uv", "pip", "install", "--quiet", "and more"])

    monkeypatch.setattr(lite, "prepare_and_build", fails)
    assert lite.main([]) == 1
    error = "lite: `uv pip install --quiet ...` failed, see above; it needs the network\n"
    assert capsys.readouterr().err == error


@pytest.mark.parametrize("path", masters.masters(), ids=lambda path: path.stem)
def test_every_master_begins_with_its_title(path):
    first = masters.read(path)["cells"][0]
    assert (first["cell_type"], first["source"][:2]) == ("markdown", "# ")
