"""Run tests/lessons/in_kernel.py beside the lessons that nbval runs, as a pytest plugin.

`pytest --nbval -p tests.lessons.plugin notebooks` has two more items for each lesson, one before
its first cell and one after its last. The record of whoever runs the tests is not used.
"""

import os
from itertools import groupby

import pytest

from tools.masters import ROOT, is_lesson
from tttlearn.course.exercises.record import MASTER

BEGIN = """
import os as _os, pathlib as _pathlib, sys as _sys, tempfile as _tempfile
_sys.path.insert(0, {root!r})
from tests.lessons import in_kernel as _in_kernel
_lesson = _in_kernel.begin(_pathlib.Path({path!r}), get_ipython())
_elsewhere = _tempfile.TemporaryDirectory()
_os.chdir(_elsewhere.name)  # some editors run all notebooks in one folder, and not in theirs
"""
END = "_lesson.reject_wrong_answers()"
LIMIT_SECONDS = 1200


class Unseen(pytest.Item):
    """Code that the kernel of a notebook runs, and whose errors are failures."""

    def __init__(self, *, code, **more):
        super().__init__(**more)
        self.code = code

    def runtest(self):
        kernel = self.parent.kernel
        asked = kernel.kc.execute(self.code, silent=True)
        while (reply := kernel.get_message("shell", LIMIT_SECONDS))["parent_header"][
            "msg_id"
        ] != asked:
            pass
        content = reply["content"]
        assert content["status"] == "ok", "\n".join(content.get("traceback", []))


def pytest_configure():
    """Let the kernels of nbval run the lessons without a record or progress bars."""
    os.environ |= {MASTER: "1", "TQDM_DISABLE": "1"}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Put our own items for a lesson's kernel before and after the lesson's cells."""
    files = [(file, list(cells)) for file, cells in groupby(items, lambda item: item.parent)]
    items.clear()
    for file, cells in files:
        if is_lesson(file.path):
            begin = BEGIN.format(root=str(ROOT), path=str(file.path))
            before = Unseen.from_parent(file, name="what students have", code=begin)
            after = Unseen.from_parent(file, name="wrong answers are rejected", code=END)
            cells = [before, *cells, after]
        items += cells
