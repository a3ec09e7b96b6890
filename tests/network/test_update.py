"""A network whose update is a reader's function."""

import numpy as np
import pytest

from tttlearn.evaluation.exact import outcome
from tttlearn.evaluation.policy import check_policy, random_policy
from tttlearn.game.boards import boards
from tttlearn.game.rules import LEGAL, START, UNDECIDED
from tttlearn.learn.rule_errors import RuleError, RuleWarning
from tttlearn.network import update as module
from tttlearn.network.update import PolicyNetwork
from tttlearn.players.saved import save
from tttlearn.support.compiled import HAS_NUMBA


def reinforce(p, action, legal, reward):
    """Move the probabilities of the free cells towards what was taken, or away from it."""
    q = p * legal
    q /= q.sum()
    q[action] -= 1
    return reward * q


def by_parts(p, action, legal, reward):
    """The same, in a form that the compiler does not take."""
    parts = {a: p[a] for a in range(len(p)) if legal[a]}
    whole = sum(parts.values())
    return np.array([reward * (parts.get(a, 0) / whole - (a == action)) for a in range(len(p))])


@pytest.fixture
def in_python(monkeypatch):
    """A function after which networks call their updates in plain Python."""
    uncompiled = lambda own, around: (module._in_python(own), False)  # noqa: E731
    return lambda: monkeypatch.setattr(module, "_handed", uncompiled)


@pytest.mark.parametrize("temperature", [0.0, 0.3, 1.0])
def test_it_learns_the_same_in_one_call_or_several_compiled_or_not(temperature, in_python):
    def make():
        return PolicyNetwork(update=reinforce, temperature=temperature, rate=0.02, seed=3)

    one, several, plain = make(), make(), make()
    one.learn(60)
    for games in (10, 50):
        several.learn(games)
    in_python()
    plain.learn(60)
    assert one.table.tobytes() == several.table.tobytes() == plain.table.tobytes()
    assert one.games == 60
    assert one.fresh(3).table.tobytes() == make().table.tobytes()


def test_the_function_gets_each_of_its_moves():
    seen = []

    def noted(p, action, legal, reward):
        seen.append((p.copy(), int(action), legal.copy(), float(reward)))
        return 0 * p

    network = PolicyNetwork(update=noted, loss=-3.0, seed=1)
    seen.clear()
    with pytest.warns(RuleWarning) if HAS_NUMBA else pytest.MonkeyPatch.context():
        [winner] = network.learn(1)
    pay = {-1: 1.0, 0: 0.3, 1: -3.0}[int(winner)]
    n = network.visits.sum() - 1
    assert len(seen) == n
    for t, (p, action, legal, reward) in enumerate(seen):
        assert p.sum() == pytest.approx(1)
        assert legal[action]
        assert legal.sum() == 8 - 2 * t
        assert p[legal].max() == p[action]
        assert 0.5 <= reward / pay < 1


def test_it_draws_its_moves_by_its_temperature():
    network = PolicyNetwork(update=reinforce, temperature=1.0, rate=0.0, seed=5)
    policy = network.learning_policy
    check_policy(policy)
    assert not policy[~LEGAL].any()
    p = np.where(LEGAL, network.probabilities, 0)[UNDECIDED]
    assert policy[UNDECIDED] == pytest.approx(p / p.sum(1, keepdims=True), abs=1e-6)
    shares = np.bincount(network.learn(4_000) + 1) / 4_000
    exact = outcome(random_policy(), policy)
    assert shares == pytest.approx([exact.o_wins, exact.draws, exact.x_wins], abs=0.04)
    network.temperature = 0.0
    assert (network.learning_policy == network.policy).all()


def test_as_x_and_on_another_board():
    rules = boards(rows=2, columns=4, k=3)
    network = PolicyNetwork(update=reinforce, temperature=1.0, rate=0.02, rules=rules, hidden=20)
    network.learn(300, random_policy(rules), "X")
    assert network.games == 300
    assert network.visits[rules.start] == 300
    assert network.probabilities.sum(1).max() == pytest.approx(1)


@pytest.mark.skipif(not HAS_NUMBA, reason="all runs in plain Python")
def test_what_cannot_be_compiled_runs_in_plain_python_and_says_so():
    compiled, plain = (
        PolicyNetwork(update=update, temperature=1.0, rate=0.02, seed=2)
        for update in (reinforce, by_parts)
    )
    compiled.learn(30)
    with pytest.warns(RuleWarning, match="the rule by_parts runs in plain Python, because"):
        plain.learn(30)
    assert plain.table == pytest.approx(compiled.table, abs=1e-5)


@pytest.mark.parametrize(
    ("update", "said"),
    [
        (None, "update is a function"),
        (lambda p, action, legal, reward: 0.5, "an array of 9 numbers"),
        (lambda p, action, legal, reward: p[:3], "an array of 9 numbers"),
        (lambda p, action, legal, reward: p / "1", "raised TypeError"),
        (lambda p: p, "raised TypeError"),
    ],
)
def test_what_is_no_update_is_refused(update, said):
    with pytest.raises(RuleError, match=said):
        PolicyNetwork(update=update)


def test_an_index_outside_is_told_and_nothing_is_learned():
    def wrong(p, action, legal, reward):
        error = 0 * p
        error[action + int(10 * (reward < 0))] = 1
        return error

    with pytest.raises(RuleError, match="IndexError"):
        PolicyNetwork(update=wrong)


def test_weights_beyond_all_bounds_are_told():
    network = PolicyNetwork(update=reinforce, rate=1e38, seed=1)
    with pytest.raises(ValueError, match="the weights grow beyond all bounds"):
        network.learn(200)


def test_a_file_holds_no_update(tmp_path):
    with pytest.raises(ValueError, match="a file holds no code"):
        save(PolicyNetwork(update=reinforce), tmp_path / "mine")
    assert not PolicyNetwork(update=reinforce).visits[START]


def test_settings_out_of_range_are_refused():
    with pytest.raises(ValueError, match="a temperature is 0 or more"):
        PolicyNetwork(update=reinforce, temperature=-1.0)
    with pytest.raises(ValueError, match='side "X" or "O"'):
        PolicyNetwork(update=reinforce).learn(1, random_policy(), "both")
