"""Numbers of one seed beside those of others: which cells run again, and what is compared."""

import ast

import pytest

from tools.seeds import (
    COLUMNS,
    OtherSeeds,
    callables,
    numbers_beside,
    of_other_studies,
    printed,
    reached_by_seeds,
    takes_several,
)

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


def test_a_seed_by_position_is_seen():
    cells = {"a": "def run(seed, n): return seed", "b": "x = run(0, 7)", "c": "y = f(0)"}
    assert reached_by_seeds(cells) == {"b"}


def test_a_name_that_is_made_anew_is_no_longer_reached():
    cells = {"a": "x = f(seed=3)", "b": "x = 7", "c": "print(x)", "d": "for x in y: print(x)"}
    assert reached_by_seeds(cells) == {"a"}


def test_a_cell_that_loops_over_seeds_takes_several():
    assert takes_several("runs = [run(seed) for seed in range(4)]")
    assert takes_several("run(seeds=range(4))")
    assert not takes_several("run(seed=4)")


@pytest.mark.parametrize(
    ("code", "other"),
    [
        ("SEED = 2", "SEED = 1002"),
        ("f(seed=6, n=6)", "f(seed=1006, n=6)"),
        ("np.random.default_rng(0)", "np.random.default_rng(1000)"),
        ("run(0, 7); run(7, n=0); other(0)", "run(1000, 7); run(1007, n=0); other(0)"),
        ("later(7, 0)", "later(7, 1000)"),
        ("assert share > 0.5", "pass"),
        ("f(seed=SEED, seeds=range(20)); default_rng(SEED)",) * 2,
    ],
)
def test_one_seed_is_another_and_the_rest_stays(code, other):
    defined = "import numpy as np\ndef run(seed, n): pass\ndef later(n, seed=None): pass"
    moved = OtherSeeds(1000, callables({"setup": defined})).visit(ast.parse(code))
    assert ast.dump(moved) == ast.dump(ast.parse(other))


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


def test_lists_of_another_length_are_not_compared():
    others = [f"visits: {'1, ' * (n % 3)}{n}\nvalue: 0.{n}" for n in range(60)]
    visits, value = numbers_beside("visits: 1, 3\nvalue: 0.5", others)
    assert (visits[0], visits[-2]) == ("number 2, after: visits: 1,", 20)
    assert (value[0][:8], value[-2]) == ("number 3", 60)
    [left_out, _] = numbers_beside("visits: 1, 1, 1, 3\nvalue: 0.5", others)
    assert left_out[0] == "not compared, as the words vary: visits: #, #, #, #"
    rows = [f"7 7\n{'0 ' * (n % 2)}7 {n}\n5 {n}" for n in range(60)]
    assert [line[-2] for line in numbers_beside("7 7\n7 1\n5 1", rows)] == [30, 60]


def test_lines_of_other_studies_stay(tmp_path):
    table = tmp_path / "05.csv"
    assert of_other_studies(table) == []
    rows = [COLUMNS, ("05", "c1", "number 2, after: X"), ("05", "c1", "visits of the centre")]
    table.write_text("\n".join(",".join(row).replace(", a", " a") for row in rows))
    assert of_other_studies(table) == [["05", "c1", "visits of the centre"]]
