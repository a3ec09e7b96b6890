"""One contract for all that learn, on every game: what they promise, whatever they learn by."""

from functools import partial

import numpy as np
import pytest

from tests.aids.games import GAMES, VARIANTS, once_more
from tests.aids.learning import fingerprint, monte_carlo
from tests.aids.networks import NETWORKS, OneSide
from tests.learn.own_rules import learn_in_plain_python
from tttlearn.evaluation.exact import measure, state_values, worst_case
from tttlearn.evaluation.policy import PolicyPlayer, check_policy, random_policy
from tttlearn.game.rules import TICTACTOE
from tttlearn.learn.engine import LearnsByRule
from tttlearn.learn.episodes import reader_for
from tttlearn.learn.learner import Learner
from tttlearn.learn.qlearning import DoubleQLearner, QLearner
from tttlearn.learn.td import TDLearner
from tttlearn.learn.training import train, train_seeds
from tttlearn.network.learner import BothSides


def reader(rules, **options):
    """A learner by a reader's own rule."""
    return Learner(monte_carlo, np.zeros(rules.next.shape), {"alpha": 0.4}, rules=rules, **options)


MAKERS = {
    "td": partial(TDLearner, 0.3),
    "td backward": partial(TDLearner, 0.3, order="backward", ties="first"),
    "td lambda": partial(TDLearner, 0.3, lam=0.7),
    "td, shared positions": partial(TDLearner, 0.3, symmetric="positions"),
    "q": partial(QLearner, 0.3),
    "q, shared moves": partial(QLearner, 0.3, symmetric="moves"),
    "double q": partial(DoubleQLearner, 0.3),
    "a reader's": reader,
}
# A rule knows its game by an episode alone; a loop, by a number of actions and a way of reading and
# sharing its table. So each rule learns the games that are small or common, and the others have
# tables of states and of actions, and each way of sharing one, at least once. (Two tables on one of
# them: tests/players/test_roster.py.)
SOME = {
    "2 x 4": ("td, shared positions", "q, shared moves"),
    "4 x 3, falling": ("td lambda", "td, shared positions", "q, shared moves", "a reader's"),
    **dict.fromkeys(VARIANTS, ("td, shared positions", "q, shared moves")),
}
ALL = [(game, name) for game in GAMES for name in SOME.get(game, MAKERS)]
ALL += [("tic-tac-toe", name) for name in NETWORKS]
ALL += [("4 x 3, falling", "both sides")]
N = 60


@pytest.fixture(params=ALL, ids=": ".join, scope="module")
def make(request):
    """Each way to make a learner of a game in turn: a function of a seed."""
    game, name = request.param
    if name in NETWORKS:
        own = {} if game == "tic-tac-toe" else {"rules": GAMES[game]()}
        return lambda seed: NETWORKS[name](seed=seed, **own)
    return lambda seed: MAKERS[name](rules=GAMES[game](), epsilon=0.3, seed=seed)


@pytest.fixture(scope="module")
def learner(make, sides_of):
    """One that has learned a little, against opponents if it can."""
    learner = make(4)
    learner.learn(N, *seats(learner, sides_of)[-1])
    return learner


@pytest.fixture(scope="module")
def sides_of():
    """A function of a learner: the sides on which it can learn."""
    return lambda learner: {OneSide: "XO", BothSides: ["both"]}.get(type(learner), ANY)


@pytest.fixture(scope="module")
def stays_on_the_board():
    """A function of a learner: whether each of its games ends where the rules say."""
    return lambda learner: True


ANY = "both", "X", "O"


def seats(learner, sides_of):
    """Whom it can learn against, and on which side."""
    policy = random_policy(learner.rules)
    opponents = {"both": None, "X": policy, "O": [policy, policy]}
    return [(opponents[side], side) for side in sides_of(learner)]


def test_it_learns_games_of_its_rules(make, sides_of, stays_on_the_board):
    learner = make(4)
    rules = learner.rules
    for opponent, side in seats(learner, sides_of):
        visits = learner.visits.copy()
        winners = learner.learn(N, opponent, side)
        assert winners.shape == (N,)
        assert set(winners.tolist()) <= set(rules.winner[rules.terminal].tolist())
        met = learner.visits - visits
        assert met[rules.terminal].sum() == N or not stays_on_the_board(learner)
        assert not met[~rules.reachable].any()
        if side != "both":
            own = rules.terminal | (rules.turn == {"X": 1, "O": -1}[side])
            assert not met[~own].any()
    assert learner.games == N * len(seats(learner, sides_of))


def test_what_learns_by_a_rule_has_all_that_the_engine_asks_for(learner):
    assert isinstance(learner, LearnsByRule) == isinstance(learner, Learner)


def test_it_can_be_measured_and_its_policy_is_one(learner):
    rules, policy = learner.rules, learner.policy
    assert (check_policy(policy, rules) == policy).all()
    assert all(-1 <= value <= 1 for value in measure(policy, rules).values())
    if learner.values is not None:
        assert (np.isnan(learner.values[rules.undecided]) == ~rules.legal[rules.undecided]).all()


def test_it_acts_by_its_policy(learner):
    one, other = (np.random.default_rng(7) for _ in range(2))
    sitting, rules = PolicyPlayer(learner.policy, rules=learner.rules), learner.rules
    for state in rules.undecided[:: max(1, len(rules.undecided) // 50)]:
        action = learner.act(state, one)
        assert rules.legal[state, action]
        assert action == sitting.act(state, other)
    assert one.random() == other.random()


def test_the_same_seed_learns_the_same_again_and_in_several_calls(make, learner, sides_of):
    opponent, twin = seats(learner, sides_of)[-1], learner.fresh(4)
    start = twin.snapshot()
    twin.learn(1, *opponent)
    twin.restore(start)
    for games in (1, N - 1):
        twin.learn(games, *opponent)
    assert fingerprint(twin) == fingerprint(learner)
    assert fingerprint(make(5)) != fingerprint(make(4))


def test_compiled_and_plain_python_learn_the_same_bit_for_bit(make, learner, sides_of):
    if not isinstance(learner, Learner):
        pytest.skip("tests/project/test_same_everywhere.py does it for networks")
    plain = make(4)
    learn_in_plain_python(plain, N, *seats(plain, sides_of)[-1])
    assert fingerprint(plain) == fingerprint(learner)


@pytest.mark.parametrize("name", MAKERS)
def test_it_learns_to_play_two_small_games_perfectly(name):
    for game in ("2 x 2", "nim"):
        rules = GAMES[game]()
        exact = state_values(rules=rules)[rules.start]
        for seed in range(5):
            learner = MAKERS[name](rules=rules, epsilon=0.3, seed=seed)
            learner.learn(4_000)
            assert worst_case(learner.policy, rules) == pytest.approx((exact, exact))


@pytest.mark.parametrize("game", ["2 x 2", "nim"])
def test_what_it_thinks_of_the_start_comes_close_to_the_exact_value(game):
    rules = GAMES[game]()
    exact = state_values(rules=rules)[rules.start]
    fading = lambda games: 0.5 * 0.999**games  # noqa: E731 - by name it would need a docstring
    for seed in range(5):
        for maker in (TDLearner, QLearner):
            learner = maker(0.2, epsilon=fading, rules=rules, seed=seed)
            learner.learn(8_000)
            best = rules.turn[rules.start] * learner.values[rules.start][rules.legal[rules.start]]
            assert best.max() * rules.turn[rules.start] == pytest.approx(exact, abs=0.05)


@pytest.mark.parametrize("game", GAMES)
def test_training_is_measured_by_the_rules_of_the_learner(game):
    rules = GAMES[game]()
    learner = TDLearner(rules=rules, seed=3)
    frame = train(learner, 50, checkpoints=[10, 50])
    assert frame.games.tolist() == [10, 50]
    for name, value in measure(learner.policy, rules).items():
        assert frame[name].iloc[-1] == value
    assert frame.visited.iloc[-1] == (learner.visits > 0).sum()
    again, learners = train_seeds(TDLearner(rules=rules), 50, [3], checkpoints=[10, 50])
    assert again.equals(frame)
    assert learners[0].rules is rules


@pytest.mark.parametrize("game", ["2 x 4", "4 x 3, falling", "2 x 2", "nim"])
def test_what_belongs_to_another_game_is_refused_with_both_shapes(game):
    rules = GAMES[game]()
    for shape, here in (((TICTACTOE.n_states,), rules), ((rules.n_states,), TICTACTOE)):
        with pytest.raises(ValueError, match=r"shapes") as told:
            Learner(monte_carlo, np.zeros(shape), {"alpha": 0.1}, rules=here)
        assert f"({here.n_states},)" in str(told.value)
        assert str(shape) in str(told.value)
    for learner, stranger, said in (
        (TDLearner(rules=rules), random_policy(), f"a policy of {rules.name} is an array of shape"),
        (TDLearner(), TDLearner(rules=rules), f"td plays {rules.name}, not tic-tac-toe"),
    ):
        with pytest.raises(ValueError, match=said) as told:
            learner.learn(1, stranger, "X")
        assert str(rules.next.shape) in str(told.value)
        assert str(TICTACTOE.next.shape) in str(told.value)


@pytest.mark.parametrize("maker", [TDLearner, QLearner, DoubleQLearner])
@pytest.mark.parametrize("value", [-0.1, 1.5, np.nan])
def test_a_setting_out_of_range_is_named(maker, value):
    for name in ("alpha", "gamma"):
        with pytest.raises(ValueError, match=f"{name} is a number from 0 to 1, not {value}"):
            maker(**{name: value})


@pytest.mark.parametrize("maker", [TDLearner, QLearner, DoubleQLearner])
def test_a_game_in_which_a_side_moves_twice_is_learned(maker):
    rules = once_more()
    exact = state_values(rules=rules)[rules.start]
    learner = maker(0.3, epsilon=0.3, rules=rules)
    learner.learn(3_000)
    assert worst_case(learner.policy, rules) == (exact, exact)
    assert reader_for(learner.table, rules) is learner.read
