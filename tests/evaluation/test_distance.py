"""How far a player is from perfect: as a slow search over all changes finds it, and no fewer."""

from itertools import combinations, product

import numpy as np
import pytest

import tttlearn as ttt
from tests.aids.games import GAMES, nim
from tttlearn.evaluation import distance as module
from tttlearn.evaluation.distance import distance, distance_of
from tttlearn.game.boards import boards
from tttlearn.game.tables import O, X

SMALL = boards(rows=2, columns=3, k=2)


def least_result(supported, side, rules):
    """What a player gets at least in every game, whatever moves it and the others make."""

    def worth(state):
        if rules.terminal[state]:
            return side * int(rules.winner[state])
        taken = rules.legal[state]
        if rules.turn[state] == side:
            taken = taken & supported[state]
        return min((worth(s) for s in rules.next[state][taken].tolist()), default=-1)

    return worth(rules.start)


def fewest(supported, side, rules):
    """The fewest changes after which it gets what the game is worth, by trying all of them."""
    enough = side * ttt.state_values(rules=rules)[rules.start]
    own = rules.undecided[rules.turn[rules.undecided] == side].tolist()
    for number in range(len(own) + 1):
        for states in combinations(own, number):
            moves = [np.flatnonzero(rules.legal[state]) for state in states]
            for actions in product(*moves):
                changed = supported.copy()
                changed[list(states)] = False
                changed[list(states), list(actions)] = True
                if least_result(changed, side, rules) >= enough:
                    return number
    return None


@pytest.mark.parametrize("side", [X, O])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rules", [boards(rows=2, columns=2, k=2), nim((1, 1, 2))], ids=str)
def test_no_fewer_changes_do(rules, seed, side):
    rng = np.random.default_rng(seed)
    policy = np.where(rules.legal, rng.integers(0, 2, rules.next.shape), 0).astype(float)
    assert len(distance_of(policy, side, rules).changes) == fewest(policy > 0, side, rules)


@pytest.mark.parametrize("rules", [ttt.TICTACTOE, SMALL, GAMES["4 x 3, falling"]()], ids=str)
def test_after_the_changes_it_gets_what_the_game_is_worth(rules):
    simple = ttt.first_best(np.zeros(rules.next.shape), rules)
    value = ttt.state_values(rules=rules)[rules.start]
    mended = simple.copy()
    for one in distance(simple, rules):
        assert one.is_least
        for state, action in one.changes.items():
            mended[state] = np.eye(rules.n_actions)[action]
    assert ttt.worst_case(mended, rules) == (value, value)


@pytest.mark.parametrize(
    ("name", "as_x", "as_o"),
    [
        ("minimax", 0, 0),
        ("two-ply", 0, 14),
        pytest.param("one-ply", 10, 97, marks=pytest.mark.slow),
        pytest.param("random", 40, 204, marks=pytest.mark.slow),
    ],
)
def test_named_players(name, as_x, as_o):
    found = distance(name)
    assert [len(one.changes) for one in found] == [as_x, as_o]
    assert all(one.is_least for one in found)


def test_where_it_has_no_move_it_has_to_get_one():
    policy = ttt.minimax_policy().copy()
    policy[ttt.START] = 0
    found = distance_of(policy, X, ttt.TICTACTOE)
    assert list(found.changes) == [ttt.START]


def test_of_a_large_game_it_is_a_bound(monkeypatch):
    monkeypatch.setattr(module, "MAX_UNDECIDED", 100)
    as_x, as_o = distance("two-ply")
    assert (as_x.is_least, len(as_x.changes)) == (True, 0)
    assert not as_o.is_least
    assert len(as_o.changes) >= 14
