"""A class tournament without processes, for the tests of all but the processes."""

import sys
from types import SimpleNamespace

import pytest

from tests.course.classroom.here import Here
from tttlearn.course.classroom import complaints, readout, sandbox


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The class of sandboxes that take the place of processes in this test, for it to change."""
    here = type("HereForATest", (Here,), {"ends": []})
    for module in (sandbox, readout):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: here.now))
    monkeypatch.setattr(readout, "Sandbox", here)
    monkeypatch.setitem(sys.modules, complaints.NAME, None)
    monkeypatch.chdir(tmp_path)
    return here
