"""Q-learning and double Q-learning: by hand, by another implementation, and at play."""

import numpy as np
import pytest

from tests.aids.games import once_more, random_game
from tttlearn.evaluation.exact import measure
from tttlearn.game.rules import CANONICAL, LEGAL, N_STATES, TICTACTOE, UNDECIDED
from tttlearn.learn.episodes import Episode, choices, entries
from tttlearn.learn.learner import Learner
from tttlearn.learn.qlearning import (
    DoubleQLearner,
    QLearner,
    best_entry,
    double_q_learning,
    q_learning,
)
from tttlearn.learn.rule_errors import RuleError

# X takes 0, 1 and 2; O takes 3 and 4.
STATES = np.array([0, 1, 1 + 54, 1 + 54 + 3, 1 + 54 + 3 + 162, 1 + 54 + 3 + 162 + 9])
ACTIONS = np.array([0, 3, 1, 4, 2])
REWARDS = {"win": 1.0, "draw": 0.0, "loss": -1.0}


def after(side, rule=q_learning, winner=1, Q=None, **settings):
    """The table after the rule learned from X's win in five moves, once."""
    Q = np.zeros((N_STATES, 9)) if Q is None else Q
    settings = {"alpha": 0.5, "gamma": 1.0} | REWARDS | settings
    rule(Q, Episode(STATES, ACTIONS, winner, side), **settings)
    return Q


@pytest.mark.parametrize(
    ("side", "winner", "paid"),
    [(1, 1, 2), (1, 0, 0.5), (1, -1, -3), (-1, -1, -2), (-1, 0, -0.5), (-1, 1, 3), (0, -1, -3)],
)
def test_rewards_are_the_learners_and_values_are_to_x(side, winner, paid):
    Q = after(side, winner=winner, alpha=1.0, win=2.0, draw=0.5, loss=-3.0)
    last = 3 if side == -1 else 4
    assert Q[STATES[last], ACTIONS[last]] == paid


def naive_q(Q, states, actions, winner, side, rules):
    """Q-learning once more, over the learner's own turns, with a list of what is legal."""
    turns = [t for t in range(len(actions)) if side in (0, rules.turn[states[t]])]
    for t, following in zip(turns, [*turns, None][1:], strict=True):
        target = float(winner)
        if following is not None:
            s = states[following]
            row = [Q[s, a] for a in np.flatnonzero(rules.legal[s])]
            target = 0.9 * (max(row) if rules.turn[s] == 1 else min(row))
        Q[states[t], actions[t]] += 0.3 * (target - Q[states[t], actions[t]])


@pytest.mark.parametrize("rules", [TICTACTOE, once_more()], ids=str)
@pytest.mark.parametrize("side", [1, -1, 0])
def test_q_learning_is_what_another_implementation_makes_of_random_games(rules, side):
    rng = np.random.default_rng(5)
    mine, other = np.zeros((2, *rules.next.shape))
    for _ in range(200):
        states, actions = random_game(rules, rng)
        winner = int(rules.winner[states[-1]])
        episode = Episode(states, actions, winner, side, rules.legal, rules.turn)
        q_learning(mine, episode, 0.3, 0.9, 1.0, 0.0, -1.0)
        naive_q(other, states, actions, winner, side, rules)
    assert np.allclose(mine, other, rtol=0, atol=1e-12)


class Coins:
    """A generator whose numbers are given."""

    def __init__(self, *numbers):
        self.numbers = list(numbers)

    def random(self):
        return self.numbers.pop(0)


def test_double_q_takes_the_action_from_one_table_and_its_value_from_the_other():
    Q = np.zeros((2, N_STATES, 9))
    Q[0, STATES[2], [1, 5]] = 0.2, 0.8
    Q[1, STATES[2], [1, 5]] = 0.6, 0.1
    for coin, target in ((0.9, 0.1), (0.1, 0.2)):  # table 0 names cell 5, table 1 cell 1
        tables = Q.copy()
        after(1, double_q_learning, Q=tables, rng=Coins(coin, 0.9, 0.9))
        one = int(coin < 0.5)
        assert tables[one, STATES[0], 0] == pytest.approx(0.5 * target)
        assert tables[1 - one, STATES[0], 0] == 0


def test_choices_of_a_symmetric_table_are_one_of_those_that_look_alike():
    assert choices(False) is LEGAL
    cells = entries("moves")[1]
    for state in np.unique(CANONICAL[UNDECIDED])[:50]:
        legal = np.flatnonzero(LEGAL[state])
        assert set(np.flatnonzero(choices("moves")[state])) == set(cells[state, legal])
    assert np.flatnonzero(choices("moves")[0]).tolist() == [0, 1, 4]


@pytest.mark.parametrize("make", [QLearner, DoubleQLearner])
def test_a_symmetric_table_learns_only_in_its_own_entries(make):
    learner = make(alpha=0.5, symmetric="moves", epsilon=0.5)
    learner.learn(3000)
    written = np.argwhere(learner.table.reshape(-1, N_STATES, 9).any(0))
    assert len(written) > 100
    assert all(CANONICAL[s] == s and choices("moves")[s, a] for s, a in written)


def test_q_learning_in_self_play_plays_perfectly_over_seeds():
    for seed in range(10):
        learner = QLearner(alpha=0.5, epsilon=0.3, symmetric="moves", seed=seed)
        learner.learn(40_000)
        found = measure(learner.policy)
        assert (found["worst_as_x"], found["worst_as_o"]) == (0, 0)
        assert found["optimal_share"] > 0.99


def test_double_q_acts_by_the_mean_of_its_tables():
    learner = DoubleQLearner()
    learner.table[0, 0, 4], learner.table[1, 0, 4] = 0.6, 0.2
    assert learner.values[0, 4] == pytest.approx(0.4)
    assert learner.policy[0, 4] == 1


def two_tables_at_once(Q, episode):
    s = episode.states[0]
    Q[0, s, best_entry(Q, episode, s)] += 1


def a_state_outside(Q, episode):
    best_entry(Q[0], episode, episode.states[0] + N_STATES)


def refused(rule, message):
    learner = Learner(rule, np.zeros((2, N_STATES, 9)))
    with pytest.raises(RuleError, match=message):
        learner.learn(10)
    assert not learner.table.any()


def test_what_is_no_state_stops_a_rule_and_not_python():
    refused(a_state_outside, "index")


@pytest.mark.usefixtures("plain")
def test_what_is_no_table_stops_a_rule():
    refused(two_tables_at_once, "best_entry takes one table")
