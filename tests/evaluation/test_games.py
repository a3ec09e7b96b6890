"""Exact answers of every game, against recursion over its tables."""

import re
from functools import cache

import numpy as np
import pytest

import tttlearn as ttt
from tests.aids.games import GAMES, SHORT, nim
from tttlearn.evaluation.exact import measure_many
from tttlearn.evaluation.many import many_alone, many_outcomes, many_visits
from tttlearn.evaluation.passes import chances_of, outcomes, values
from tttlearn.evaluation.policy import best_cells, check_policy


@pytest.fixture(params=[*GAMES, *SHORT], scope="module")
def game(request):
    """Each game in turn."""
    return (GAMES | SHORT)[request.param]()


def drawn(rules, seed, sparse=False):
    """A policy of random weights; with `sparse` it leaves many moves out."""
    rng = np.random.default_rng(seed)
    weights = rng.integers(1, 9, rules.next.shape) * rules.legal
    if sparse:
        weights *= rng.random(weights.shape) < 0.5
        none = (weights.sum(1) == 0)[:, None] & rules.legal
        weights[none] = 1
    return weights / np.maximum(weights.sum(1, keepdims=True), 1)


def slow_values(rules, x=None, o=None):
    """A function: the value to X of a state, by recursion; a side that is None plays its best.

    What a row of a policy lacks of 1 is the probability that its side loses there and then.
    """

    turn = rules.turn.tolist()

    @cache
    def value(state):
        if rules.terminal[state]:
            return float(rules.winner[state])
        side, after = int(turn[state]), list(enumerate(rules.next[state].tolist()))
        policy = x if side == 1 else o
        if policy is None:
            return side * max(side * value(s) for _, s in after if s >= 0)
        row = policy[state].tolist()
        return sum(row[a] * value(s) for a, s in after if row[a]) - side * (1 - sum(row))

    return value


def test_values_are_those_of_recursion(game):
    policy, other = drawn(game, 1), drawn(game, 2, sparse=True)
    states = np.flatnonzero(game.reachable)
    states = states[:: 1 + len(states) // 1_000]
    for sides in ({}, {"x": other}, {"o": other}, {"x": policy, "o": other}):
        expected = slow_values(game, **sides)
        found = ttt.state_values(**sides, rules=game)[states]
        assert found == pytest.approx([*map(expected, states.tolist())], abs=1e-12)
    worst = [slow_values(game, **side)(game.start) for side in ({"x": other}, {"o": other})]
    assert ttt.worst_case(other, game) == pytest.approx(worst, abs=1e-12)
    found = ttt.outcome(policy, other, game)
    assert sum(found) == pytest.approx(1)
    both = slow_values(game, policy, other)(game.start)
    assert found.x_wins - found.o_wins == pytest.approx(both, abs=1e-12)


def test_what_a_player_lacks_of_1_is_lost(game):
    stays = np.random.default_rng(3).random((2, game.n_states, 1))
    policy, other = drawn(game, 1) * stays[0], drawn(game, 2, sparse=True) * stays[1]
    pair = chances_of(policy, game), chances_of(other, game)
    x_wins, draws, o_wins = outcomes(*pair, game, forfeits=True)[:, 0]
    expected = slow_values(game, policy, other)(game.start)
    assert x_wins + draws + o_wins == pytest.approx(1, abs=1e-12)
    assert x_wins - o_wins == pytest.approx(expected, abs=1e-12)
    found = values(*pair, game, forfeits=True)[game.start, 0]
    assert found == pytest.approx(expected, abs=1e-12)


def test_outcomes_are_those_of_games(game):
    policy, other = drawn(game, 1), drawn(game, 2, sparse=True)
    found, n = ttt.outcome(policy, other, game), 20_000
    winners = ttt.play_games(policy, other, n, np.random.default_rng(0), game)
    assert (winners.shape, winners.dtype) == ((n,), np.int8)
    shares = np.array([(winners == winner).mean() for winner in (1, 0, -1)])
    room = 5 * np.sqrt(np.array(found) * (1 - np.array(found)) / n) + 1e-9
    assert (np.abs(shares - found) <= room).all()
    match = ttt.play_match(policy, other, 30, np.random.default_rng(0), rules=game)
    assert set(match) <= {1, 0, -1}


def test_who_plays_another_game_is_refused(game):
    # It has the shapes of tic-tac-toe, which is in the list, too: only the rules tell.
    other = ttt.boards(rows=3, columns=3, k=2)
    perfect, one = ttt.minimax_policy(game), ttt.minimax_policy(other)
    shapes = re.escape(f"its tables are (19683, 9), those of this game {game.next.shape}")
    shapes = "their tables differ" if game.next.shape == other.next.shape else shapes
    strangers = ttt.PolicyPlayer(one, "odd", rules=other), ttt.TDLearner(rules=other, name="odd")
    for player in (*strangers, ttt.MCTS(9, name="odd", rules=other)):
        for seat, pair in (("X", (player, perfect)), ("O", (perfect, player))):
            with pytest.raises(ValueError, match=f"player of {seat} plays 2 in a row .*{shapes}"):
                ttt.play_match(*pair, 1, np.random.default_rng(0), rules=game)
        with pytest.raises(ValueError, match=f"odd plays 2 in a row on 3 x 3, not .*{shapes}"):
            ttt.Tournament({"odd": player, "perfect": perfect}, rules=game)
    for player in strangers:
        with pytest.raises(ValueError, match=f"odd plays 2 in a row on 3 x 3, not .*{shapes}"):
            ttt.TDLearner(rules=game).learn(1, player, "X")


def test_rules_that_were_copied_are_the_same_game():
    there = ttt.PolicyPlayer(ttt.random_policy(nim()), rules=nim())
    assert len(ttt.play_match(there, there, 3, np.random.default_rng(0), rules=nim())) == 3


def test_the_value_of_perfect_play_is_kept_by_it(game):
    perfect, value = ttt.minimax_policy(game), ttt.state_values(rules=game)[game.start]
    assert ttt.worst_case(perfect, game) == pytest.approx((value, value))
    assert ttt.optimal_share(perfect, game) == 1
    assert not ttt.errs(perfect, game).size
    policy = drawn(game, 3)
    reply = ttt.best_reply(policy, game)
    for side, sides in ((1, {"o": policy}), (-1, {"x": policy})):
        best = best_cells(ttt.action_values(ttt.state_values(**sides, rules=game), game), game)
        turns = game.undecided[game.turn[game.undecided] == side]
        assert best[turns][reply[turns] > 0].all()
    as_x, as_o = ttt.outcome(reply, policy, game), ttt.outcome(policy, reply, game)
    worst = ttt.worst_case(policy, game)
    assert as_o.x_wins - as_o.o_wins == pytest.approx(worst.as_x)
    assert as_x.x_wins - as_x.o_wins == pytest.approx(worst.as_o)
    assert ttt.optimal_share(policy, game) == pytest.approx(
        1 - len(ttt.errs(policy, game)) / len(game.undecided)
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("tic-tac-toe", 0), ("2 x 4", 0), ("4 x 3, falling", 0), ("2 x 2", 1), ("nim", -1)),
        *(("misere", 0), ("by twos", 1), ("with a hole", 0)),
    ],
)
def test_known_values(name, value):
    # Nim by Bouton: heaps 1, 2, 3 have a nim sum of 0, so that who is to move has lost.
    assert ttt.state_values(rules=GAMES[name]())[GAMES[name]().start] == value


def test_many_players_are_worth_what_each_is_alone(game):
    policies = [drawn(game, seed, sparse=seed % 2) for seed in range(3 if game.longest > 9 else 5)]
    together = measure_many(policies, game)
    assert together == [ttt.measure(policy, game) for policy in policies]
    cells = np.stack([policy.argmax(1) for policy in policies])
    alone = many_alone(cells, game)
    for side in "XO":
        x, o = many_outcomes(cells, side, policies[0], game)
        seen = many_visits(cells, side, policies[0], game)
        for k, row in enumerate(cells):
            policy = np.zeros(game.next.shape)
            policy[game.undecided, row[game.undecided]] = 1
            pair = (policy, policies[0]) if side == "X" else (policies[0], policy)
            found = ttt.outcome(*pair, game)
            assert (x[k], o[k]) == (found.x_wins, found.o_wins)
            assert (seen[k] == ttt.visit_probabilities(*pair, game)).all()
            own = ttt.outcome(policy, policy, game)
            assert own[1 - alone[k]] == 1


def test_what_belongs_to_another_game_is_refused_with_both_shapes():
    board, theirs = GAMES["2 x 4"](), ttt.random_policy()
    named = r"\(6561, 8\), not \(19683, 9\)"
    for ask in (check_policy, ttt.worst_case, ttt.measure, ttt.optimal_share, ttt.best_reply):
        with pytest.raises(ValueError, match=named):
            ask(theirs, board)
    with pytest.raises(ValueError, match=named):
        ttt.outcome(ttt.random_policy(board), theirs, board)
    with pytest.raises(ValueError, match=r"\(6561,\), not \(19683,\)"):
        ttt.action_values(ttt.state_values(), board)
    with pytest.raises(ValueError, match=r"\(19683, 9\), not \(48, 9\)"):
        ttt.worst_case(ttt.random_policy(nim()))
    with pytest.raises(ValueError, match=r"\(players, 6561\); not int64 \(1, 19683\)"):
        many_outcomes(np.zeros((1, 19683), int), "X", theirs, board)
