"""Numbers of one seed beside those of others: which cells run again, and what is compared."""

import ast

import pytest

from tools.seeds import OtherSeeds, numbers_beside, printed, reached_by_seeds

LESSON = {
    "setup": "import numpy as np\nSEED = 2\nrng = np.random.default_rng(SEED)",
    "draw": "heads = int((rng.random(100) < 0.5).sum())\nprint(f'{heads} of 100')",
    "exact": "games = 100\nprint(games / 2)",
    "same game": "print(games + heads)",
    "after": "def share():\n    return heads / 100\nprint(f'{share():.2f}')",
    "later": "print(share())",
    "many": "games = [0]\nprint([int(np.random.default_rng(s).integers(9)) for s in range(3)])",
}


def test_cells_are_reached_through_the_names_that_others_make():
    assert reached_by_seeds(LESSON) == {"setup", "draw", "same game", "after", "later"}


def test_what_a_method_may_have_changed_is_reached():
    cells = {"a": "x = make()", "b": "x.learn(rng, seed=3)", "c": "print(x.mean)", "d": "print(y)"}
    assert reached_by_seeds(cells) == {"b", "c"}


@pytest.mark.parametrize(
    ("code", "other"),
    [
        ("SEED = 2", "SEED = 1002"),
        ("f(seed=6, n=6)", "f(seed=1006, n=6)"),
        ("np.random.default_rng(0)", "np.random.default_rng(1000)"),
        ("f(seed=SEED, seeds=range(20)); default_rng(SEED)",) * 2,
    ],
)
def test_one_seed_is_another_and_the_rest_stays(code, other):
    assert ast.dump(OtherSeeds(1000).visit(ast.parse(code))) == ast.dump(ast.parse(other))


def test_with_other_seeds_cells_print_what_a_fresh_lesson_prints():
    own, first, second = printed(LESSON, [1000, 2000])
    for offset, texts in ((1000, first), (2000, second)):
        moved = {
            id: code.replace("SEED = 2", f"SEED = {2 + offset}") for id, code in LESSON.items()
        }
        [fresh] = printed(moved, [])
        assert texts == fresh
    assert own["draw"] != first["draw"]


def test_a_number_lies_inside_or_outside_the_middle_of_the_others():
    others = [f"of 100 games X won {won}, of 7 boards 3" for won in range(40, 61)]
    [line] = numbers_beside("of 100 games X won 38, of 7 boards 3", [*others, "another text 1"])
    assert line[0] == "number 2, after: of 100 games X won"
    assert line[1:] == ("38", "40.5", "50", "59.5", 21, "no")
    [line] = numbers_beside("of 100 games X won 59, of 7 boards 3", others)
    assert line[-1] == "yes"
