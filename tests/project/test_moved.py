"""Modules that have moved: under its old name each is the very same module as under its new one."""

import importlib
import pickle
import subprocess
import sys
from types import ModuleType

import pytest

from tests.project.test_house import FILES
from tttlearn.support.moved import redirect

MOVED = [name for name in FILES if name.startswith("course.")]
OLD = {f"tttlearn.{name.removeprefix('course.')}": f"tttlearn.{name}" for name in MOVED}
OLD |= {old.rpartition(".")[0]: new.rpartition(".")[0] for old, new in OLD.items()}
OLD["tttlearn.network.two_layers"] = "tttlearn.course.articles.two_layers"
OLD["tttlearn.support.page"] = "tttlearn.course.articles.page"
"""{old name: new name} of the modules, and of the packages that they stand in."""


def test_what_had_moved_is_known():
    assert OLD["tttlearn.articles.hickman.recipe"] == "tttlearn.course.articles.hickman.recipe"
    assert OLD["tttlearn.exercises"] == "tttlearn.course.exercises"
    assert len(OLD) > 80


@pytest.mark.parametrize("old", OLD)
def test_an_old_name_is_the_same_module(old):
    found = importlib.import_module(old)
    assert found is importlib.import_module(OLD[old]) is sys.modules[old]
    assert (found.__name__, found.__spec__.name) == (OLD[old], OLD[old])
    assert found.__spec__.origin == found.__file__
    assert importlib.import_module(old) is found


@pytest.mark.parametrize("first", ["old", "new"])
def test_it_is_the_same_whichever_is_imported_first(first):
    names = "tttlearn.articles.hickman.recipe", "tttlearn.course.articles.hickman.recipe"
    order = names if first == "old" else names[::-1]
    code = f"import {order[0]} as one, {order[1]} as other, tttlearn.articles, sys\n"
    code += "from tttlearn.articles.hickman import recipe\n"
    code += "assert one is other is recipe is tttlearn.articles.hickman.recipe\n"
    code += "print(one.__spec__.name, one.hickman.__module__, tttlearn.articles.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.split() == [names[1], names[1], "tttlearn.course.articles"], done.stderr


@pytest.mark.parametrize(
    "name",
    [
        "articles.hickman.recipe\nhickman_rule",
        "articles.antirez.recipe\nRewardedMoves",
        "articles.verdicts\nMeasured",
        "exercises.record\nRecord",
        "exercises.built_rules\nn_step",
        "classroom.standings\nEntrant",
    ],
)
def test_what_was_pickled_under_an_old_name_is_read(name):
    module, thing = name.split("\n")
    found = pickle.loads(f"ctttlearn.{name}\n.".encode())
    assert found is getattr(importlib.import_module(f"tttlearn.course.{module}"), thing)


def test_a_module_can_be_reloaded_under_its_name():
    from tttlearn.course.exercises import kinds
    from tttlearn.support import text

    importlib.import_module("tttlearn.exercises.kinds")
    for module in (text, kinds):
        name, before = module.__name__, vars(module).copy()
        try:
            assert importlib.reload(module) is module
            assert (module.__name__, module.__spec__.name) == (name, name)
        finally:  # or what others have imported is no longer what is there
            vars(module).update(before)


def test_what_was_nowhere_is_not_found():
    for name in ("tttlearn.articles.nothing", "tttlearn.exercisesx", "tttlearn.nothing"):
        with pytest.raises(ModuleNotFoundError, match=r"nothing|exercisesx"):
            importlib.import_module(name)


def test_any_module_can_be_redirected(monkeypatch):
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.setitem(sys.modules, "old_json", None)
    monkeypatch.delitem(sys.modules, "old_json")
    redirect({"old_json": "json"})
    assert isinstance(importlib.import_module("old_json"), ModuleType)
    assert importlib.import_module("old_json.decoder") is importlib.import_module("json.decoder")
    monkeypatch.delitem(sys.modules, "old_json")
    monkeypatch.delitem(sys.modules, "old_json.decoder")
