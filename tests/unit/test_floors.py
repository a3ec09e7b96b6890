"""The house rules: a module imports only from floors below its own, and stays small."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "tttlearn"

FLOORS = {
    "compiled": 0,
    "rules": 0,
    "progress": 0,
    "arguments": 0,
    "strangers": 1,
    "record": 1,
    "uct": 1,
    "mcts": 2,
    "policy": 1,
    "solve": 2,
    "many": 3,
    "game": 2,
    "play": 3,
    "search": 3,
    "helpers": 1,
    "complaints": 0,
    "faults": 2,
    "settings": 3,
    "files": 0,
    "text": 0,
    "episodes": 2,
    "engine": 3,
    "pupil": 3,
    "learn": 4,
    "players": 7,
    "reasons": 4,
    "tabular": 5,
    "qlearning": 5,
    "recipes": 6,
    "training": 5,
    "runs": 4,
    "sweeps": 6,
    "versus": 5,
    "store": 7,
    "strength": 6,
    "plots_search": 6,
    "learners": 8,
    "neural": 4,
    "neural_order": 2,
    "neural_loops": 3,
    "networks": 5,
    "opponents": 8,
    "reproduce": 8,
    "tournament": 9,
    "classroom": 9,
    "plots_tournament": 10,
    "pictures": 0,
    "plots": 5,
    "plots_learning": 6,
    "session": 9,
    "__init__": 6,  # the front door: what stands above it may say `from tttlearn import ...`
    "board": 10,
    "timemachine": 11,
    "check": 10,
    "doctor": 10,
    "console": 10,
    "commands": 11,
    "commands_tournament": 11,
    "__main__": 12,
}
LONGEST_FUNCTION, LONGEST_MODULE = 40, 260
# Split up, their compiled code is slower: the first runs at a third of the speed.
LONGER = {"play_and_learn", "games_against", "dqn_games"}


def files():
    """Every Python file of the package."""
    return sorted(PACKAGE.rglob("*.py"))


def module_of(path):
    """The module, named as in FLOORS; all of a subpackage counts as one."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imported(tree, own_folder=()):
    """The modules of the package that a file imports, at the top or inside a function."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = [node.module] if node.module else []
            if node.level:
                base = ["tttlearn", *own_folder[: len(own_folder) - node.level + 1], *base]
            names |= {".".join([*base, alias.name]) for alias in node.names}
    inside = [name.split(".") for name in names if name.split(".")[0] == "tttlearn"]
    return {parts[1] if len(parts) > 1 and is_module(parts[1]) else "__init__" for parts in inside}


def is_module(name):
    return (PACKAGE / f"{name}.py").exists() or (PACKAGE / name / "__init__.py").exists()


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_from_floors_below(path):
    module = module_of(path)
    assert module in FLOORS, f"give {module} a floor in FLOORS"
    folder = path.relative_to(PACKAGE).parent.parts
    for other in imported(ast.parse(path.read_text(encoding="utf-8")), folder) - {module}:
        assert FLOORS[other] < FLOORS[module], f"{module} must not import {other}"


def test_the_rules_and_the_compiler_import_nothing_of_the_package():
    for name in ("rules", "compiled"):
        assert imported(ast.parse((PACKAGE / f"{name}.py").read_text(encoding="utf-8"))) == set()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import numpy\nfrom pathlib import Path", set()),
        ("from tttlearn.rules import show, parse", {"rules"}),
        ("import tttlearn.policy as p", {"policy"}),
        ("from tttlearn import rules, policy", {"rules", "policy"}),
        ("from tttlearn import parse", {"__init__"}),
        ("import tttlearn as ttt", {"__init__"}),
        ("def f():\n    from tttlearn import play", {"play"}),
        ("from . import rules\nfrom .solve import outcome", {"rules", "solve"}),
    ],
)
def test_every_way_to_import_is_seen(source, found):
    assert imported(ast.parse(source)) == found


def test_a_file_of_a_subpackage_may_be_relative_too():
    assert imported(ast.parse("from .. import rules"), ("check",)) == {"rules"}
    assert imported(ast.parse("from . import exercise"), ("check",)) == {"check"}


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_functions_and_modules_are_short(path):
    source = path.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= LONGEST_MODULE
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name not in LONGER:
            assert node.end_lineno - node.lineno < LONGEST_FUNCTION, node.name


def public(node):
    return not node.name.startswith("_")


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_what_is_public_says_what_it_is(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), "the module has no docstring"
    named = [n for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef)) and public(n)]
    for node in named:
        assert ast.get_docstring(node), node.name
        methods = node.body if isinstance(node, ast.ClassDef) else []
        for method in methods:
            if isinstance(method, ast.FunctionDef) and public(method):
                assert ast.get_docstring(method), f"{node.name}.{method.name}"


def test_every_floor_is_lived_on_or_planned():
    planned = {"learn", "neural", "recipes", "reproduce"}
    assert {module_of(path) for path in files()} | planned >= set(FLOORS)
