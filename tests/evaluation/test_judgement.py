"""What is known of a player is what each judge says of it by itself."""

import numpy as np
import pytest

import tttlearn as ttt
from tttlearn.evaluation.judgement import judgement
from tttlearn.game.tables import O, X

PERFECT, RANDOM = ttt.minimax_policy(), ttt.random_policy()


@pytest.mark.parametrize("name", ["random", "two-ply", "minimax"])
def test_the_numbers_are_those_of_the_judges(name, monkeypatch):
    monkeypatch.setattr("tttlearn.evaluation.judgement.distances", lambda *_: {})
    policy, found = ttt.player(name).policy, judgement(name)
    for against, other in (("random play", RANDOM), ("perfect play", PERFECT), ("itself", policy)):
        as_x, as_o = found.against[against]
        assert as_x == pytest.approx(ttt.outcome(policy, other))
        assert as_o == pytest.approx(ttt.outcome(other, policy))
    as_x, as_o = ttt.worst_case(policy)
    assert (found.worst[X].value, found.worst[O].value) == pytest.approx((as_x, -as_o))
    assert found.n_right / len(ttt.UNDECIDED) == ttt.optimal_share(policy)


def test_the_worst_game_ends_as_badly_as_is_said():
    for policy in (ttt.player("two-ply").policy, ttt.first_best(np.zeros((19683, 9)))):
        for side, worst in judgement(policy).worst.items():
            state, after = ttt.START, []
            for action in worst.game:
                assert policy[state, action] > 0 or ttt.TURN[state] != side
                after.append(state := ttt.next_state(state, action))
            assert ttt.TERMINAL[state]
            assert side * ttt.WINNER[state] <= worst.value + 1e-9


def test_the_costliest_error_comes_first_and_names_what_is_right():
    """One slip: O takes an edge in reply to the centre, which is one game in nine at random."""
    policy, centre = PERFECT.copy(), ttt.next_state(ttt.START, 4)
    policy[centre] = 0.75 * np.eye(9)[1] + 0.25 * policy[centre]
    found = judgement(policy)
    assert len(found.errors) == 1
    (error,) = found.errors
    assert (error.state, error.actions, error.right) == (centre, {1: 0.75}, [0, 2, 6, 8])
    assert error.gives_away == pytest.approx(0.75)
    assert error.reached == pytest.approx(1 / 9)
    assert list(found.distances[O].changes) == [centre]
    assert not found.distances[X].changes


def taken_in_two(state):
    """Perfect, but for two positions, in which it answers a taken cell and nothing."""
    if state == ttt.parse("X.. / ... / ..."):
        return 0
    if state == ttt.START:
        return None
    return int(PERFECT[state].argmax())


def test_illegal_answers_are_counted_and_lose_the_game():
    found = judgement(taken_in_two)
    assert found.read.faults == {
        ttt.START: "answered None, as a function does that returns nothing",
        1: "answered A1, which is taken",
    }
    assert found.worst[X] == (-1, [])
    assert found.worst[O] == (-1, [0])
    assert [error.actions for error in found.errors] == [{None: 1}] * 2
    assert [error.gives_away for error in found.errors] == [1, 1]
    assert [error.reached for error in found.errors] == pytest.approx([1, 1 / 9])
    assert found.against["random play"][0] == (0, 0, 1)
    as_o = found.against["random play"][1]
    assert as_o.x_wins == pytest.approx(1 / 9)
    assert sum(as_o) == pytest.approx(1)
    changes = [list(one.changes) for one in found.distances.values()]
    assert changes == [[ttt.START], [1]]


def test_of_an_estimate_no_distance_is_said():
    found = judgement(ttt.MCTS(10), asks=1)
    assert found.read.is_estimate
    assert found.distances == {}


def test_it_judges_any_game():
    rules = ttt.boards(rows=2, columns=3, k=2)
    found = judgement("random", rules)
    assert found.against["itself"][0] == pytest.approx(
        ttt.outcome(*[ttt.random_policy(rules)] * 2, rules)
    )
