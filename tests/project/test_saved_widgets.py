"""What JupyterLab saves of widgets: those that the notebook shows, from whichever kernel."""

import json
from types import SimpleNamespace

from tttlearn.terminal.saved_widgets import STATE, keep_shown

BOARD, LAYOUT, RUN_BEFORE = (letter * 32 for letter in "abc")
STATES = {BOARD: {"state": {"layout": f"IPY_MODEL_{LAYOUT}"}}, LAYOUT: {}, RUN_BEFORE: {}}


def saved(folder, states, *shown):
    """What is saved of the widgets of a notebook that has these states and shows these."""
    outputs = [{"data": {"application/vnd.jupyter.widget-view+json": {"model_id": shown}}}]
    metadata = {"widgets": {STATE: {"state": states}}, "other": 1}
    cells = [{"cell_type": "markdown"}, {"cell_type": "code", "outputs": outputs}]
    notebook = {"cells": cells, "metadata": metadata}
    model = {"type": "notebook", "content": notebook}
    keep_shown(model=model, path="/a b.ipynb", contents_manager=SimpleNamespace(root_dir=folder))
    assert metadata.pop("other") == 1
    (folder / "a b.ipynb").write_text(json.dumps(notebook))
    return metadata


def test_what_is_shown_is_kept_without_its_kernel_and_nothing_else(tmp_path):
    first = saved(tmp_path, STATES, BOARD)
    assert set(first["widgets"][STATE]["state"]) == {BOARD, LAYOUT}
    assert saved(tmp_path, {}, BOARD) == saved(tmp_path, {}, BOARD) == first
    newer = saved(tmp_path, {LAYOUT: {"state": 1}}, BOARD)["widgets"][STATE]["state"]
    assert newer == {BOARD: STATES[BOARD], LAYOUT: {"state": 1}}
    assert saved(tmp_path, {}) == {}


def test_a_damaged_notebook_is_overwritten_and_another_file_left_alone(tmp_path):
    (tmp_path / "a b.ipynb").write_text("{")
    assert set(saved(tmp_path, STATES, LAYOUT)["widgets"][STATE]["state"]) == {LAYOUT}
    text = {"type": "file", "content": "x"}
    keep_shown(model=text, path="x", contents_manager=SimpleNamespace(root_dir=tmp_path))
    assert text == {"type": "file", "content": "x"}
