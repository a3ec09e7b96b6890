"""Passes over the end of a game: the steps are those of the exact answers, and all in words."""

from fractions import Fraction

import numpy as np
import pytest

from tttlearn import StepChances, StepEntries, StepPulls, StepValues
from tttlearn.course.exercises.motion import chance_steps, rows_below, value_steps
from tttlearn.evaluation.exact import minimax_policy, state_values
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import LEGAL, NEXT, PLY, REACHABLE, START, TERMINAL, parse

SMALL = parse(".OO / O.X / XX.")
LATE = np.flatnonzero(REACHABLE & ~TERMINAL & (PLY >= 6)).tolist()


def test_the_chances_are_those_of_random_play():
    for state in LATE[::7]:
        chances = {state: 1.0}
        for board in rows_below(state)[:-1]:
            for one in board:
                after = NEXT[one, LEGAL[one]].tolist()
                for b in after:
                    chances[b] = chances.get(b, 0) + chances[one] / len(after)
        known = chance_steps(state)[-1].known
        assert set(known) == set(chances)
        assert [float(Fraction(known[b])) for b in chances] == pytest.approx([*chances.values()])


@pytest.mark.parametrize("policies", [(random_policy(),) * 2, (minimax_policy(), random_policy())])
def test_the_values_are_those_of_policy_evaluation(policies):
    V = state_values(*policies)
    for state in LATE[::7]:
        known = value_steps(state, *policies)[-1].known
        for board, value in known.items():
            assert float(Fraction(value)) == pytest.approx(V[board])


def test_a_step_says_what_moved():
    says = [step.caption for step in chance_steps(SMALL)]
    assert says[1] == "A has 1. A third of it goes to B, C and D, 1/3 each."
    assert says[2] == "B has 1/3. Half of it goes to E and F, 1/6 each."
    assert says[6].endswith("All of it goes to K. K had 1/6 already: 1/6 + 1/6 = 1/3.")
    assert says[7].endswith("all the chance is there: 1/3 + 1/6 + 1/6 + 1/3 = 1.")
    says = [step.caption for step in value_steps(SMALL, random_policy(), random_policy())]
    assert says[0].endswith("the value is the winner: D +1, G -1, J +1, K 0.")
    assert says[3] == "E, X to move: J always follows, so the value is +1."
    assert says[4] == "C, O to move: 1/2 of G's -1 + 1/2 of H's 0 = -1/2."


def test_no_chance_is_lost_on_the_way():
    for step in chance_steps(SMALL):
        held = (Fraction(c) for b, c in step.known.items() if b not in step.passed)
        assert sum(held) == 1


def test_a_notebook_keeps_each_step_in_words_and_the_last_picture():
    stepping = StepValues(SMALL, random_policy(), random_policy())
    text, alt, _ = stepping.twin()
    assert text.count("\n") == len(stepping.steps)
    assert "after the last step of Passing" in alt


def test_a_game_too_long_to_read_is_refused():
    with pytest.raises(ValueError, match="too many to read side by side"):
        StepChances(START)


def test_a_board_that_no_game_reaches_is_refused():
    with pytest.raises(ValueError, match="no game by the rules reaches"):
        StepChances(parse("XXX / OOO / ..."))


def test_machines_are_pulled_and_the_best_once_more():
    pulls, again = [[1, -1, -1], [-1, 1, 1]], [[1, 1], [-1, 1]]
    text, alt, _ = StepPulls(pulls, again).twin()
    assert text.split("\n")[1:] == [
        "1. After 1 pull of each, machine 0 leads with +1.00.",
        "2. After 2 pulls of each, machine 0 leads with +0.00.",
        "3. After 3 pulls of each, machine 1 leads with +0.33.",
        "4. Machine 1, which seems to be worth +0.33, is pulled 2 times more: these pulls pay "
        "+0.00 on average.",
    ]
    assert "pay +0.00 on average" in alt


@pytest.mark.parametrize("given", [([], []), ([1, 1], [[1], [1]]), ([[1]], [[1], [1]])])
def test_pulls_have_a_row_for_each_machine(given):
    with pytest.raises(ValueError, match="a row for each of the same machines"):
        StepPulls(*given)


def test_entries_stand_in_the_cells_of_their_board():
    state = parse("XX. / OO. / ...")
    row = [1, 1, 0.9, 1, 1, 0, -0.25, 0, 0]  # taken cells do not count
    text, alt, _ = StepEntries(
        {"begin": START, "later": state}, {"at first": [[0] * 9] * 2, "in the end": [[0] * 9, row]}
    ).twin()
    assert text.split("\n")[1:] == [
        "1. At first: begin: all 0; later: all 0.",
        "2. In the end: begin: all 0; later: cell 2 +0.90, cell 6 -0.25.",
    ]
    assert "cell 2 +0.90" in alt


@pytest.mark.parametrize(
    ("boards", "pages", "reason"),
    [
        ({}, {"now": []}, "dicts that are not empty"),
        ({"a": START}, [[0] * 9], "dicts that are not empty"),
        (dict.fromkeys("abcd", START), {"now": [[0] * 9] * 4}, "at most 3 boards"),
        ({"a": START}, {"now": [0] * 9}, r"pages\['now'\] is an array .*shape \(1, 9\)"),
    ],
)
def test_entries_have_a_row_for_each_board(boards, pages, reason):
    with pytest.raises(ValueError, match=reason):
        StepEntries(boards, pages)
