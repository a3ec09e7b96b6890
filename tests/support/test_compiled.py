"""Compiled code on disk: taken again, and only by the sources that it was made from."""

import importlib.util
import sys

import pytest

from tttlearn.support import compiled

pytestmark = pytest.mark.skipif(not compiled.HAS_NUMBA, reason="nothing is compiled")
SOURCE = """
from typing import NamedTuple
from tttlearn.support.compiled import njit

class {name}(NamedTuple):
    number: int

@njit
def double(pair):
    return 2 * pair.number
"""


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Function: the module of this source, on these sources of all that is compiled."""

    def load(source, sources):
        path = tmp_path / "compiled_for_a_test.py"
        path.write_text(source)
        monkeypatch.setattr(compiled, "_sources", lambda: sources)
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, path.stem, module)
        spec.loader.exec_module(module)
        return module

    return load


def from_disk(function):
    return sum(function.stats.cache_hits.values())


def test_code_is_taken_from_disk_while_the_sources_are_the_same(load):
    for hits in (0, 1):
        module = load(SOURCE.format(name="Pair"), "of today")
        assert module.double(module.Pair(3)) == 6
        assert from_disk(module.double) == hits


def test_code_of_other_sources_is_not_looked_into(load):
    module = load(SOURCE.format(name="Pair"), "of today")
    assert module.double(module.Pair(3)) == 6
    # What is on disk names a class that is not there any more.
    module = load(SOURCE.format(name="Two"), "of today")
    with pytest.raises(AttributeError, match="Pair"):
        module.double(module.Two(3))
    module = load(SOURCE.format(name="Two"), "of tomorrow")
    assert module.double(module.Two(3)) == 6
    assert from_disk(module.double) == 0


def test_the_sources_are_those_of_what_is_compiled_and_handed_over(tmp_path, monkeypatch):
    monkeypatch.setattr(compiled, "PACKAGE", tmp_path)
    digests = set()
    for text in ("@njit", "@njit\n", "class Pair(NamedTuple):", "x = 1", "x = 2"):
        (tmp_path / "one.py").write_text(text)
        digests.add(compiled._sources.__wrapped__())
    assert len(digests) == 4  # of what is not compiled, nothing is told apart
