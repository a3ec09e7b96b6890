"""The house: a room imports only those before it, and each module is documented."""

import ast
import re
import tokenize
from collections import defaultdict
from functools import cache
from graphlib import TopologicalSorter
from io import StringIO
from pathlib import Path

import pytest

from tools import rooms
from tools.rooms import FILES, PACKAGE, WING

ROOT = Path(__file__).parents[2]
MAX_FUNCTION_LINES = 40
# Split up, their compiled code is slower: the first runs at a third of the speed.
LONGER = {"play_and_learn", "games_against", "dqn_games"}
ROOMS = rooms.rooms()
ENGINE = [room for room in ROOMS if not room.startswith(WING) and room != "terminal"]
WRITTEN_BY_READERS = re.compile(r"course\.exercises\.(lesson_\d+|built\w*)")
"""Exercises have the field's names: `outcome`, `forward`; so have a check and what it builds."""
FAMILIES = [
    re.compile(r"course\.exercises\.\w+_faults"),  # the known faults of one rule each
    re.compile(r"course\.articles\.\w+\.figures"),  # the items of one article each
]
"""Modules with the same interface: a name that several of them have means one thing."""
SAME = {
    "function": "`kinds` asks of an answer what `arguments` asks of an argument",
    "judge": "the command of this name, and what it does",
    "main": "where a program of its own begins",
    "number": "as `function`",
    "optimal_share": "`forfeits` measures those who fail in some positions as `exact` all others",
    "outcomes": "the chances of the three ends, of chances or of the cells of many players",
    "train": "the command of this name, and what it does",
    "worst_case": "as `optimal_share`",
}
"""Names that stand twice with one meaning: why."""


@cache
def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(tree):
    return list(ast.walk(tree))


@cache
def imported(tree):
    """What a file imports of the package, at the top or inside a function: modules, or "tttlearn"
    for what is taken from the front door."""
    names = set()
    only_types = {node for block in nodes_of(tree) if is_for_types(block) for node in block.body}
    for node in nodes_of(tree):
        if node in only_types:
            continue
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the room in full"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {home(name) for name in names if name.split(".")[0] == "tttlearn"}


def is_for_types(node):
    """Whether this is a block of imports for annotations, which no program runs."""
    return isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"


def home(name):
    """The module of the package in which a dotted name is found, "tttlearn" where it is in none."""
    parts = name.split(".")[1:]
    while parts and ".".join(parts) not in FILES:
        parts.pop()
    return ".".join(parts) or "tttlearn"


def place(module):
    """The place of a module's room in the order of the house."""
    return list(ROOMS).index(rooms.room_of(module))


def test_the_engine_does_not_name_the_course():
    files = [path for room in ENGINE for path in (PACKAGE / room).rglob("*.py")]
    names = re.compile(r"\b(tttlearn[./]course|course[./](articles|exercises|classroom))")
    assert [path for path in files if names.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("room", ENGINE)
def test_how_a_board_becomes_a_number_is_known_to_the_game_alone(room):
    powers = {
        path.name
        for path in (PACKAGE / room).rglob("*.py")
        for node in nodes_of(tree_of(path))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)
        if getattr(node.left, "value", None) == 3
    }
    assert powers == ({"boards.py"} if room == "game" else set())


def test_a_module_imports_only_its_own_room_and_those_before_it():
    wrong = []
    for module, path in FILES.items():
        for one in imported(tree_of(path)):
            # "tttlearn" is above all rooms
            if one == "tttlearn" or place(one) > place(module):
                wrong.append(f"{module} must not import {one}")
    assert wrong == []


def test_no_modules_import_each_other_in_a_circle():
    needs = {module: imported(tree_of(path)) for module, path in FILES.items()}
    assert len([*TopologicalSorter(needs).static_order()]) == len(FILES)


@pytest.mark.parametrize("room", ROOMS)
def test_the_door_of_a_room_only_says_what_lives_there(room):
    path = PACKAGE / room.replace(".", "/") / "__init__.py"
    assert len(tree_of(path).body) == 1
    assert rooms.says(path).split("\n")[0].rstrip(".") == ROOMS[room]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import numpy\nfrom pathlib import Path", set()),
        ("from tttlearn.game.rules import show, parse", {"game.rules"}),
        ("from tttlearn.game import played, rules", {"game.played", "game.rules"}),
        ("from tttlearn.course.articles.kota7 import recipe", {"course.articles.kota7.recipe"}),
        ("import tttlearn as ttt", {"tttlearn"}),
        ("def f():\n    from tttlearn.play.board import Board", {"play.board"}),
        ("if TYPE_CHECKING:\n    from tttlearn.game.rules import show", set()),
    ],
)
def test_every_way_to_import_is_seen(source, found):
    assert imported(ast.parse(source)) == found


def test_nothing_stands_loose_beside_the_rooms():
    files = {path.name for path in PACKAGE.iterdir() if path.is_file()}
    assert files == {"__init__.py", "__main__.py", "py.typed"}
    assert {path.parent.name for path in PACKAGE.glob("*/__init__.py")} == {
        room.split(".")[0] for room in ROOMS
    }
    assert {path.parent.name for path in (PACKAGE / WING).glob("*/__init__.py")} == {
        room.split(".")[1] for room in ROOMS if room.startswith(f"{WING}.")
    }


def test_the_tests_stand_in_folders_of_the_same_names():
    tests = ROOT / "tests"
    folders = {path.parent.relative_to(tests).as_posix() for path in tests.rglob("test_*.py")}
    folders = {folder.replace("/", ".") for folder in folders}
    assert folders - set(ROOMS) == {"browser", "lessons", "project"}


def test_functions_are_short():
    too_long = []
    for path in PACKAGE.rglob("*.py"):
        for node in nodes_of(tree_of(path)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                says = ast.get_docstring(node, clean=False) or ""
                if node.end_lineno - node.lineno - says.count("\n") >= MAX_FUNCTION_LINES:
                    too_long.append((path.name, node.name))
    assert [name for name in too_long if name[1] not in LONGER] == []


def public(node):
    return not node.name.startswith("_")


def family(module):
    """What stands for a module here: the pattern of its siblings, if it has any."""
    return next((kind.pattern for kind in FAMILIES if kind.fullmatch(module)), module)


def test_a_public_name_has_one_meaning():
    places = defaultdict(set)
    for module, path in {**FILES, "__main__": PACKAGE / "__main__.py"}.items():
        for node in tree_of(path).body:
            named = isinstance(node, (ast.FunctionDef, ast.ClassDef)) and public(node)
            if named and not WRITTEN_BY_READERS.fullmatch(module):
                places[node.name].add(family(module))
    twice = {name: sorted(found) for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in twice.items() if name not in SAME} == {}
    assert SAME.keys() <= twice.keys(), "a reason for what no longer is"


DIALECT = re.compile(r"\b(what is none|so many|nothing but|somebody)\b", re.IGNORECASE)
"""Phrases of comments and docstrings that made strangers stop."""
COMPARISONS = {"ENOUGH", "MOST", "LONGEST", "PATIENCE", "NARROW"}
"""Constants named for a comparison instead of for what they are."""


def test_comments_docstrings_and_constants_use_the_fields_words():
    wrong = []
    for path in [*PACKAGE.rglob("*.py"), *(ROOT / "tools").rglob("*.py"), ROOT / "run.py"]:
        text = path.read_text(encoding="utf-8")
        if DIALECT.search(text) or COMPARISONS.intersection(re.findall(r"\w+", text)):
            wrong += [(path.name, words) for words in badly_told(text)]
    assert wrong == []


def badly_told(text):
    """Comments and docstrings of a program with words of the dialect, and names of comparisons."""
    tokens = tokenize.generate_tokens(StringIO(text).readline)
    says = [token.string for token in tokens if token.type == tokenize.COMMENT]
    nodes = [*ast.walk(ast.parse(text))]
    lone = [node.value for node in nodes if isinstance(node, ast.Expr)]
    says += [str(value.value) for value in lone if isinstance(value, ast.Constant)]
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return [*filter(DIALECT.search, says), *(names & COMPARISONS)]
