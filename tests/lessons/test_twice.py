"""Every lesson survives that a reader runs each of its cells twice, in a row."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor

import nbformat
import pytest

from tools.execute import client, fresh
from tools.masters import ROOT, lessons
from tttlearn.course.exercises.record import MASTER
from tttlearn.course.exercises.student import read, student_edition

SECONDS_PER_CELL = 300
EDITIONS = {"master": (lambda notebook: notebook, {MASTER: "1"}), "student": (student_edition, {})}
ENVIRONMENT = {"PYTHONPATH": str(ROOT), "TQDM_DISABLE": "1"}

pytestmark = pytest.mark.slow


def twice(notebook):
    """The notebook with each code cell followed by itself, and nothing else."""
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    doubled = [cell | {"id": f"{cell['id']}-{run}"} for cell in cells for run in (1, 2)]
    return fresh(notebook | {"cells": doubled})


async def errors_of(notebook, folder, environment):
    """[(id of the cell, what it raised)] of a notebook that is run to its end in this folder."""
    inherited = {name: value for name, value in os.environ.items() if name != MASTER}
    running = client(notebook, folder, SECONDS_PER_CELL, allow_errors=True)
    await running.async_execute(env=inherited | ENVIRONMENT | environment)
    return [
        (cell.id, f"{output.ename}: {output.evalue}")
        for cell in notebook.cells
        for output in cell.outputs
        if output.output_type == "error"
    ]


async def errors_of_editions(path, folder):
    """{edition: what was raised in it} for a lesson, the editions side by side."""
    runs = []
    for name, (edition, environment) in EDITIONS.items():
        (folder / name).mkdir()
        runs.append(errors_of(twice(edition(read(path))), folder / name, environment))
    return dict(zip(EDITIONS, await asyncio.gather(*runs), strict=True))


def done(coroutine):
    """What a coroutine returns; in a thread of its own, as a browser's loop may run in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


@pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)
def test_each_cell_may_be_run_twice(path, tmp_path):
    assert done(errors_of_editions(path, tmp_path)) == {"master": [], "student": []}


def test_a_cell_that_fails_the_second_time_is_seen(tmp_path):
    sources = {"made": "x = 1", "gone": "del x", "well": "1"}
    cells = [nbformat.v4.new_code_cell(source, id=name) for name, source in sources.items()]
    notebook = twice(nbformat.v4.new_notebook(cells=cells))
    errors = done(errors_of(notebook, tmp_path, {}))
    assert errors == [("gone-2", "NameError: name 'x' is not defined")]
