"""Docstrings of the engine's public names have the sections of numpydoc, and annotated signatures.

ruff sees to the form of each docstring (pyproject.toml), `run.py test` runs the examples.
"""

import ast
import inspect
import tomllib

import pytest
from numpydoc.hooks import validate_docstrings
from numpydoc.validate import validate

import tttlearn as ttt
from tests.project.test_house import PACKAGE, tree_of

ROOMS = ["game", "evaluation", "search", "learn", "pictures", "players", "play", "tournament"]
ROOMS += ["network", "support"]
FILES = [path for room in ROOMS for path in sorted((PACKAGE / room).rglob("*.py"))]
RULES = {"td", "td_backward", "td_lambda", "q_learning", "double_q_learning"}
"""Rules of learning, which stand as their readers write them."""
PROJECT = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
CHECKS = PROJECT["tool"]["numpydoc_validation"]["checks"]


class Validator(validate_docstrings.AstValidator):
    """numpydoc's reader of sources, which takes properties for functions that return something."""

    @property
    def is_function_or_method(self):
        return super().is_function_or_method and not self._is_property

    @property
    def type(self):
        return "property" if self._is_property else super().type

    @property
    def _is_property(self):
        decorators = getattr(self.node, "decorator_list", [])
        return any("property" in ast.unparse(one) for one in decorators)


def test_public_names_have_the_sections_of_numpydoc(monkeypatch, capsys):
    monkeypatch.setattr(validate_docstrings, "AstValidator", Validator)
    monkeypatch.chdir(PACKAGE.parent)
    status = validate_docstrings.run_hook(FILES)
    assert status == 0, capsys.readouterr()


def test_public_signatures_are_annotated():
    bare = [
        f"{path.name}: {node.name}({argument.arg})"
        for path in FILES
        for node in _public_functions(tree_of(path))
        for argument in (*node.args.args, *node.args.kwonlyargs, *node.args.posonlyargs)
        if argument.annotation is None and argument.arg not in ("self", "cls")
    ]
    assert not bare


OFFERED = [name for name in ttt.__dir__() if name[0] != "_" and callable(getattr(ttt, name))]
"""Functions and classes that lessons and learners call as `ttt.NAME`, those of the course too."""


@pytest.mark.parametrize("name", OFFERED)
def test_what_the_package_offers_has_sections_and_annotations(name):
    offered = getattr(ttt, name)
    if isinstance(offered, type):
        if issubclass(offered, Exception | tuple):
            return  # made by the package alone
    else:
        problems = validate(f"tttlearn.{name}")["errors"]
        assert [problem for problem in problems if problem[0] in CHECKS] == []
    signature = inspect.signature(offered)
    types = {name: one.annotation for name, one in signature.parameters.items()}
    assert [name for name, one in types.items() if one is signature.empty] == []
    # Shift-Tab shows a type that is no string with the modules in which it lives.
    loaded = [one for one in [*types.values(), signature.return_annotation] if type(one) is not str]
    assert [one for one in map(inspect.formatannotation, loaded) if "." in one] == []


def _public_functions(tree):
    for node in tree.body:
        inside = node.body if isinstance(node, ast.ClassDef) and node.name[0] != "_" else [node]
        for one in inside:
            if isinstance(one, ast.FunctionDef) and one.name[0] != "_" and one.name not in RULES:
                yield one
