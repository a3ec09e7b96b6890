"""A learner's own library: what it takes, that it can be imported, that it overwrites nothing."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tests.aids.alike import first_of
from tests.course.exercises.conftest import environment
from tests.course.exercises.test_one_place import checks_of
from tools.masters import lessons, read, source, tags
from tttlearn.course.exercises.library import END, FILE, Library
from tttlearn.course.exercises.originals import id_of
from tttlearn.course.exercises.record import MASTER

SETUP = """
import numpy as np
import tttlearn as ttt
from tttlearn.course.exercises import built, lesson_01 as check
from tttlearn.course.exercises.answers import exercise

def asks(number):
    return exercise(number)(lambda *given: "So be it.")
"""


@pytest.fixture
def run_cells(notebook):
    """A function: what a notebook in an empty folder prints that runs these cells."""

    def run(*cells, **env):
        said, errors = notebook(SETUP, *cells, **env)
        assert not errors
        return said

    return run


def python(*arguments):
    """What a fresh Python prints; its errors are failures."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def imported(code):
    """What a fresh Python prints that knows the library alone."""
    return python("-c", f"import my_library as m\n{code}").strip()


def text():
    return Path(FILE).read_text(encoding="utf-8")


def section(number):
    """What the library holds of an exercise."""
    return Library(text()).sections[number]


def imports():
    """What the library imports."""
    return Library(text()).head.split('"""\n')[-1].strip()


def answering(answer, number="03.best_for", name="answer"):
    """The cells of a function with this answer that passes an exercise."""
    return f"def {name}(x=0):\n    return {answer}", f"asks('{number}')({name})"


HELPED = """
half = 0.5
BONUS = 2  # for good luck

def helper(x):
    return half * x

def answer(x):
    '''Says it.'''
    return helper(x) + BONUS  # so be it
"""
KEPT = HELPED.replace("\n\n", "\n\n\n").strip()
PASSED = "asks('03.best_for')(answer)"


def test_what_passes_is_kept_with_what_it_uses(run_cells):
    said = run_cells(HELPED, PASSED)
    assert said.endswith("\n(What passes is kept in my_library.py, beside this lesson.)\n")
    assert section("03.best_for") == KEPT
    there = imported("print(m.answer(6), *(name for name in vars(m) if name[0] != '_'))")
    assert there == "5.0 half BONUS helper answer"
    before = text()
    assert run_cells(HELPED, PASSED).endswith("So be it.\n")  # and no word more
    assert text() == before


def test_the_exercises_have_their_titles_and_stand_in_the_order_of_the_lessons(run_cells):
    run_cells(
        *answering(1, "03.value", "second"), *answering(1), *answering(1, "01.histories", "first")
    )
    lines = [line.split(" [")[0] for line in text().splitlines() if line[:3] in ("# L", "# 0")]
    assert lines == [
        "# Lesson 01: The game as data",
        "# 01.histories: how many ways lead here?",
        "# Lesson 03: Minimax",
        "# 03.best_for: one level up",
        "# 03.value: the recursion",
    ]


def test_imports_stand_at_the_top_and_go_with_what_needed_them(run_cells):
    more = (
        "from math import log, sqrt\nimport functools\nfrom tttlearn.search import game_tree as g"
    )
    answer = "@functools.cache\ndef answer(x):\n    return np.ceil(sqrt(x)), g, ttt"
    run_cells(more, answer, PASSED)
    assert imports() == (
        "import functools\nfrom math import sqrt\n\nimport numpy as np\n\n"
        "import tttlearn as ttt\nfrom tttlearn.search import game_tree as g"
    )
    run_cells(*answering("np.ceil(x)"))
    assert imports() == "import numpy as np"


MINE = [
    "def encode(board):\n    return 7",
    "my_encode = ttt.mine('01.encode', encode, built.encode)",
    "def decode(state):\n    return my_encode(state)",
    "asks('01.decode')(decode)",
]


def test_for_an_answer_that_is_not_there_yet_the_packages_stands_in_until_it_is(run_cells):
    run_cells(*MINE)
    assert "\nmy_encode = built.encode  # until your encode has passed 01.encode\n" in text()
    assert imported("print(m.decode([1]))") == "1"
    run_cells(MINE[0], "asks('01.encode')(encode)")
    assert section("01.decode").startswith("my_encode = encode\n")
    assert imports() == ""
    assert imported("print(m.decode([1]))") == "7"
    before = text()
    run_cells(*MINE)
    assert text() == before


EARLIER = "won = ttt.mine('01.player', 'player', built.wins_at_once)\nprint(won(0))"
NOT_THERE = "Exercise 01.10 is not in your library: the package's player stands in.\n0\n"


def test_a_later_lesson_takes_what_an_earlier_one_left_in_the_library(run_cells):
    assert run_cells(EARLIER) == NOT_THERE
    run_cells(*answering("5 + x", "01.player", "player"))  # 10.4 alone has this name there
    assert run_cells(EARLIER) == "Exercise 01.10: your own player, from your library.\n5\n"
    assert run_cells(EARLIER, **{MASTER: "1"}) == NOT_THERE
    run_cells(EARLIER, *answering("won(1)", "04.careless", "careless"))
    assert section("04.careless").startswith("won = player_01_player\n")
    assert imported("print(m.careless())") == "6"


@pytest.mark.parametrize(
    "change",
    [("5 + x", "6 + x"), ('"""My own library', "1 / 0\n"), (END, f"{END}\nimport nothing_such")],
)
def test_what_was_changed_by_hand_or_cannot_run_is_not_taken(run_cells, change):
    run_cells(*answering("5 + x", "01.player", "player"))
    Path(FILE).write_text(text().replace(*change), encoding="utf-8")
    assert run_cells(EARLIER) == NOT_THERE


def test_what_stands_further_down_is_not_asked_for_at_the_import(run_cells):
    run_cells(*answering(7, "03.best_for", "later"))
    mine = "later = 1\nmy_later = ttt.mine('03.best_for', later, built.best_for)"
    run_cells(mine, *answering("my_later(1, [3, 4])", "01.encode", "first"))
    assert imported("print(m.first())") == "4"


def test_an_answer_can_be_made_of_the_library(run_cells):
    run_cells(*answering(7, "01.encode", "first"), *answering(8, "01.decode", "second"))
    taken = "import my_library\nfrom my_library import first, second as other"
    run_cells(taken, *answering("first(), other(), my_library.second()", "10.careful", "my_player"))
    assert section("10.careful").startswith("other = second\n\n\ndef my_player")
    assert imports() == "import my_library"
    assert imported("print(m.player())") == "(7, 8, 8)"
    run_cells("from my_library import *", *answering("first()", "10.mend", "another"))
    assert section("10.mend") == "def another(x=0):\n    return first()"


VALUES = """
board = (1, 2, 3)
table = np.arange(3) * 2
first, second = ttt.START, np.ones(2)
rng = np.random.default_rng(1)
drawn = rng.random(3)
counts = [0, 0]
for i in (0, 1):
    counts[i] += 1
grown = np.zeros(2)
grown += 1

def answer():
    return board, table, second, rng, counts, drawn, grown
"""


def test_values_are_made_again_or_said_to_be_lacking(run_cells):
    said = run_cells(VALUES, PASSED)
    lacks = "it lacks what only the notebook has: drawn, grown."
    assert f"(my_library.py has 03.1, but {lacks})" in said
    assert section("03.best_for").startswith(
        f"# I{lacks[1:]}\nboard = (1, 2, 3)\ntable = np.arange(3) * 2\nsecond = np.ones(2)\n"
        "rng = np.random.default_rng(1)\ncounts = [0, 0]\n"
    )
    imported("")


CHANGING = """
deck, rng = [1, 2, 3], np.random.default_rng(1)

def draw():
    return deck.pop(), rng.random(2)

card, drawn = draw()
last = deck.pop()

def answer():
    return card, drawn, last
"""


def test_what_would_change_the_notebook_is_not_made_again(run_cells):
    said = run_cells(CHANGING, PASSED, "print(deck, round(rng.random(), 4))")
    assert said.endswith("\n[1] 0.1442\n")  # the third number of this generator
    assert "it lacks what only the notebook has: drawn.)" in said
    assert section("03.best_for").split("\n")[1:3] == ["card = 3", "last = 2"]


MANY = """
from tttlearn.course.exercises import own_source
own_source.MAX_CALLS = 1_000
few = np.array([abs(-1) for _ in range(100)])
many = np.array([abs(-1) for _ in range(2_000)])
"""


def test_what_takes_many_calls_is_not_made_again(run_cells):
    said = run_cells(MANY, *answering("few[0] + many[0]"))
    assert "it lacks what only the notebook has: many.)" in said
    assert "few = np.array(" in section("03.best_for")


def test_what_cannot_even_be_defined_is_left_out(run_cells):
    said = run_cells("given = object()\ndef answer(x=given):\n    return x", PASSED)
    assert "(my_library.py cannot have 03.1: only the notebook has given.)" in said
    assert not Path(FILE).exists()


HELPER = "def helper(x):\n    return {0}\n\ndef answer_{0}(x):\n    return helper(x)"


def test_a_name_means_one_thing(run_cells):
    run_cells(HELPER.format(1), "asks('03.best_for')(answer_1)")
    run_cells(HELPER.format(2), "asks('02.shares')(answer_2)")
    run_cells("def sum(x):\n    return 3", *answering("sum(x)", "05.mean", "answer_3"))
    assert section("02.shares").startswith("def helper_02_shares(x):")
    assert imported("print(m.answer_1(0), m.answer_2(0), m.answer_3(0), sum([1]))") == "1 2 3 1"


def test_where_a_name_cannot_be_replaced_the_answer_is_left_out(run_cells):
    run_cells(HELPER.format(1), "asks('03.best_for')(answer_1)")
    said = run_cells(HELPER.format(2), *answering("dict(helper=helper(x))", "02.shares"))
    assert "(my_library.py cannot have 02.1: there helper is something else.)" in said
    assert "02.shares" not in Library(text()).sections


def test_a_newer_answer_takes_the_place_and_leaves_what_others_use(run_cells):
    run_cells(HELPED, PASSED, *answering("helper(4)", "03.value", "other"))
    assert section("03.value") == "def other(x=0):\n    return helper(4)"
    run_cells(*answering(1))
    assert section("03.best_for").startswith("half = 0.5\n\n\ndef helper")
    assert imported("print(m.answer(), m.other())") == "1 2.0"


@pytest.mark.parametrize(
    "change", [("BONUS = 2", "BONUS = 3"), ("    return half", "    retur half"), (KEPT, "")]
)
def test_what_was_changed_by_hand_stays(change, run_cells):
    run_cells(HELPED, PASSED, *answering(1, "03.remembered", "other"))
    mine = text().replace(*change) + "\n\nOWN = 1\n"
    Path(FILE).write_text(mine, encoding="utf-8")
    said = run_cells(*answering(1), *answering(1, "03.value", "third"))
    assert "(my_library.py has your 03.1 as you changed it there; this one was left out.)" in said
    assert section("03.best_for") == KEPT.replace(*change)
    assert section("03.value")
    assert text().endswith(f"{END}\n\n\nOWN = 1\n")


def test_imports_of_ones_own_stay(run_cells):
    run_cells(*answering("np.ceil(x)"))
    own = "import numpy as np  # my own\nimport json"
    Path(FILE).write_text(text().replace("import numpy as np", own), encoding="utf-8")
    run_cells(*answering("ttt", "03.value", "other"))
    assert f"{own}\nimport tttlearn as ttt\n\n\n# ---" in text()


@pytest.mark.parametrize(
    "cell",
    [
        "asks('03.best_for')(1)",
        "asks('03.best_for')(lambda x: x)",
        "asks('99.kind')(answer)",
        "# Solution\nasks('03.best_for')(answer)",
        "check.encode(answer)",
    ],
)
def test_what_is_no_function_that_passed_is_not_kept(cell, run_cells):
    run_cells("def answer(x):\n    return 1", cell)
    assert not Path(FILE).exists()


def test_nothing_is_kept_for_nobody(run_cells):
    assert ": correct." in run_cells(*answering(1), **{MASTER: "1"})
    assert not Path(FILE).exists()


def test_where_it_cannot_be_written_it_says_so(run_cells):
    Path(FILE).mkdir()
    said = run_cells(*answering(1))
    assert ": correct." in said
    assert "\n(Not kept in your library: " in said


def test_the_player_of_lesson_10_is_called_player(run_cells):
    run_cells(*answering(1, "01.player", "player"), *answering(2, "10.careful", "my_player"))
    assert section("01.player").startswith(
        "# In its lesson player_01_player is called player.\ndef player_"
    )
    assert section("10.careful").endswith("\n\n\nplayer = my_player")
    assert imported("print(m.player_01_player(), m.player())") == "1 2"


LESSONS = tuple(f"{number:02}" for number in range(1, 12))


def judge(judged, library):
    """Let the checks of these lessons judge what a library has of their answers."""
    for path in [path for path in lessons() if path.name[:2] in judged]:
        for cell in read(path)["cells"]:
            if cell["cell_type"] == "code" and "check" in tags(cell):
                check, answers = re.findall(r"check[.](\w+)[(](.*)[)]", source(cell))[-1]
                names = re.sub(r"\bplayer\b", "player_01_player", answers).split(", ")
                if all(name in library for name in names):
                    getattr(checks_of(path.name[:2]), check)(*(library[name] for name in names))


@pytest.mark.parametrize("judged", first_of(1, [LESSONS[1:2], LESSONS]), ids=len)
def test_the_library_of_the_whole_series_passes_the_checks(judged, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    printed = python("-m", "tests.course.exercises.series", *judged)
    expected = ["(What passes is kept in my_library.py, beside this lesson.)"]
    if "08" in judged:
        lacks = "it lacks what only the notebook has: seen."
        expected.append(f"(my_library.py has 08.9, but {lacks})")
    assert [line for line in printed.splitlines() if line.startswith("(")] == expected
    judge(judged, runpy.run_path(FILE))
    said = capsys.readouterr().out.replace("\n", " ")
    kept = {number for number in Library(text()).sections if number[:2] in judged}
    others = kept - set(map(id_of, re.findall(r"Exercise (\S+): correct\. ", said)))
    # These are asked about values of the notebook, too.
    assert others <= {"05.winning_cells", "08.rest", "11.judged", "11.claim"}
    assert len(kept) > 7 * len(judged) - 3
