"""`import tttlearn`: quick, complete, and its tables safe from writing."""

import numpy as np
import pytest

import tttlearn
from tests.aids.fresh_python import printed

HEAVY = ("matplotlib", "pandas", "numba", "ipywidgets", "anywidget", "seaborn", "IPython")


def loaded_after(code):
    """The heavy libraries that a fresh Python has loaded after this code."""
    code = f"import sys\n{code}\nprint(*[m for m in {HEAVY!r} if m in sys.modules])"
    return set(printed("-c", code).split())


def test_what_needs_no_picture_loads_nothing_heavy():
    code = "import tttlearn as t; t.player('minimax'); t.outcome(*[t.minimax_policy()] * 2)"
    assert loaded_after(code) == set()


def test_the_command_line_loads_nothing_heavy_before_it_trains():
    code = "from tttlearn.__main__ import main; main(['solve', 'X../.O./...'])"
    assert not loaded_after(code) & set(HEAVY)


def test_the_checks_of_a_lesson_load_only_what_they_need():
    assert loaded_after("from tttlearn.course.exercises import lesson_01") == set()


def test_a_heavy_library_is_seen_when_it_is_loaded():
    assert loaded_after("import matplotlib") == {"matplotlib"}


def test_every_name_resolves():
    things = {name: getattr(tttlearn, name) for name in dir(tttlearn)}
    assert [name for name, thing in things.items() if thing is None] in ([], ["__loader__"])


def test_lazy_names_are_the_things_of_their_modules():
    for name, module in tttlearn._LAZY.items():
        thing = getattr(tttlearn, name)
        assert thing.__module__ == f"tttlearn.{module}"
        assert thing.__name__ == name


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'tttlearn' has no attribute 'nonsense'"):
        tttlearn.nonsense  # noqa: B018 (looking it up is the test)


def test_the_tables_cannot_be_written_to():
    tables = {n: getattr(tttlearn, n) for n in dir(tttlearn) if n.isupper()}
    arrays = {name: table for name, table in tables.items() if isinstance(table, np.ndarray)}
    assert len(arrays) >= 9
    for table in arrays.values():
        with pytest.raises(ValueError, match="read-only"):
            table[0] = table[0]


def test_the_version_is_that_of_the_package(pyproject):
    assert tttlearn.__version__ == pyproject["project"]["version"]
