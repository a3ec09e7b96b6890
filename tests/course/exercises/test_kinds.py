"""Kinds of answers: what counts as one, and what is said of all else."""

import numpy as np
import pytest

from tttlearn.course.exercises import kinds
from tttlearn.course.exercises.answers import NotAttempted, Wrong
from tttlearn.evaluation.policy import random_policy


@pytest.mark.parametrize(
    ("kind", "found", "plain"),
    [
        (kinds.number, np.float64(0.5), 0.5),
        (kinds.number, np.array(3), 3),
        (kinds.number, float("inf"), float("inf")),
        (kinds.finite, 2, 2),
        (kinds.pair, [0, np.float64(1)], (0.0, 1.0)),
        (kinds.truth, np.bool_(True), True),
        (kinds.truth, 0, False),
        (kinds.cell, "b2", 4),
        (kinds.cells, np.array([8, 0]), [8, 0]),
        (kinds.cells, ("A1", 2), [0, 2]),
    ],
)
def test_a_plain_form(kind, found, plain):
    assert kind(found) == plain
    assert type(kind(found)) is type(plain)


@pytest.mark.parametrize(
    ("kind", "found", "words"),
    [
        (kinds.number, None, "it returns None: perhaps a `return` is missing"),
        (kinds.number, True, "it returns True, but one number is asked for"),
        (kinds.number, np.bool_(True), "it returns True, but one number is asked for"),
        (kinds.number, "3", "it returns '3', but one number is asked for"),
        (kinds.number, np.zeros(2), "one number is asked for"),
        (kinds.finite, float("nan"), "it returns nan, but a finite number is asked for"),
        (kinds.numbers, "many", "numbers are asked for, one beside another, but this is 'many'"),
        (kinds.numbers, None, "a `return` is missing"),
        (kinds.pair, 0.5, "two numbers are asked for, (low, high), but this is 0.5"),
        (kinds.pair, (1, 2, 3), "two numbers are asked for"),
        (kinds.truth, None, "a `return` is missing"),
        (kinds.truth, 0.5, "it returns 0.5, but True or False is asked for"),
        (kinds.truth, 1.0, "it returns 1.0, but True or False is asked for"),
        (kinds.truth, "yes", "it returns 'yes', but True or False is asked for"),
        (kinds.cell, 9, "9 is not a cell: a number 0 to 8"),
        (kinds.cell, None, "a `return` is missing"),
        (kinds.cells, 4, "a list of cells is asked for, but this is 4"),
        (kinds.cells, [True, False], "is not a list of cells"),
        (kinds.cells, np.array([True] * 9), "np.flatnonzero gives the cells that are true"),
        (kinds.policy, "a", "a policy of tic-tac-toe is an array"),
        (kinds.function, 0.4, "a function is asked for here, but this is 0.4"),
    ],
)
def test_all_else_is_wrong(kind, found, words):
    with pytest.raises(Wrong) as wrong:
        kind(found)
    assert words in str(wrong.value)


def test_a_player_takes_a_free_cell_without_dice():
    assert kinds.free_cell_of(lambda state: "B2", 1) == 4
    with pytest.raises(Wrong, match="cell 0 is taken") as wrong:
        kinds.free_cell_of(lambda state: 0, 1)
    assert wrong.value.state == 1
    drawn = iter([4, 5])
    with pytest.raises(Wrong, match="it takes cell 4 and then 5: no dice"):
        kinds.free_cell_of(lambda state: next(drawn), 1)


def test_the_sentence_and_the_board_are_those_of_the_check():
    with pytest.raises(Wrong, match="score is 'x', but one number") as wrong:
        kinds.number("x", "the score is", state=7)
    assert wrong.value.state == 7


def test_a_table_has_its_keys_and_no_gaps():
    assert kinds.table({"a": 1, "b": 2}, ("b", "a"), "mine") == {"a": 1, "b": 2}
    with pytest.raises(Wrong, match="mine is a dict of a, b, and this is "):
        kinds.table({"a": 1}, ("a", "b"), "mine")
    with pytest.raises(NotAttempted):
        kinds.table({"a": 1, "b": ...}, ("a", "b"), "mine")


def test_a_function_that_is_not_written_yet_is_not_attempted():
    def stub(state):
        """The cells that are free."""
        ...

    with pytest.raises(NotAttempted):
        kinds.function(stub)
    assert kinds.function(len) is len


def test_a_function_that_always_returns_the_same_is_an_answer():
    def half(state):
        return 0.5

    assert kinds.function(half) is half


def test_a_policy_is_what_it_is():
    assert kinds.policy(random_policy()).shape == (19683, 9)


def test_an_array_of_another_shape_is_named():
    says = r"^three numbers are asked for, but this has the shape \(2,\)$"
    with pytest.raises(Wrong, match=says):
        kinds.shaped(np.zeros(2), (3,), "three numbers")
    with pytest.raises(Wrong, match="a list; make it an array"):
        kinds.shaped([1, 2, 3], (3,), "three numbers")
    assert kinds.shaped([1, 2, 3], (3,), "three numbers", of=kinds.numbers).tolist() == [1, 2, 3]


TWO = {"h": (3,), "W": (3, 2)}


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (None, "a `return` is missing"),
        (np.zeros(3), "it returns one thing, but two are asked for: h and W"),
        ([1, 2, 3], "it returns three things, but two are asked for: h and W"),
        ((np.zeros(3), [1]), "W is a list; make it an array"),
        ((np.zeros((3, 2)), np.zeros(3)), "they are swapped: h and W are asked for"),
        ((np.zeros(4), np.zeros((3, 2))), "h has the shape (4,), not (3,)"),
        ((np.zeros(3), np.zeros((2, 3))), "not (3, 2): rows and columns are swapped"),
    ],
)
def test_several_arrays_are_told_apart_by_their_names(found, words):
    with pytest.raises(Wrong) as wrong:
        kinds.arrays(found, TWO)
    assert words in str(wrong.value)


def test_several_arrays_of_the_shapes_that_are_asked_for():
    found = kinds.arrays((np.ones(3), np.ones((3, 2))), TWO)
    assert [part.shape for part in found] == [(3,), (3, 2)]
