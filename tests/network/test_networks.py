"""Networks that learn: what holds for each of them, whatever it learns, and the steps of all.

The articles' networks are held to the same: tests/course/articles/test_networks.py.
"""

import numpy as np
import pytest

from tests.aids import gradients
from tests.aids.games import GAMES
from tests.aids.learning import fingerprint
from tests.aids.networks import NETWORKS, OneSide
from tttlearn.evaluation.exact import measure, optimal_share
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.boards import boards
from tttlearn.game.played import Game
from tttlearn.game.rules import LEGAL, TICTACTOE, TURN, UNDECIDED, parse
from tttlearn.learn.training import train, train_seeds
from tttlearn.network import basics, loops
from tttlearn.network.learner import BothSides
from tttlearn.network.order import bit_rows
from tttlearn.play.session import Session
from tttlearn.players.saved import load, save


@pytest.fixture(params=NETWORKS.values(), ids=list(NETWORKS))
def make(request):
    """Each kind of network in turn: a function of its settings."""
    return request.param


@pytest.fixture
def one_sided():
    """What makes a network that plays one side."""
    return OneSide


@pytest.fixture
def two_sided():
    """What makes a network that plays both sides."""
    return BothSides


@pytest.fixture
def inputs_of():
    """A function that gives the inputs of a network in all states, or None for one with others."""
    return lambda learner: {18: basics.BITS}.get(len(learner.network.weights[0]))


def test_seeds_on_many_cores_learn_as_one_by_one(make):
    rows, learners = train_seeds(make(), 40, [3, 4], checkpoints=[20, 40])
    for seed, learner in zip([3, 4], learners, strict=True):
        alone = make(seed=seed)
        frame = train(alone, 40, checkpoints=[20, 40])
        assert fingerprint(alone) == fingerprint(learner)
        assert frame.to_dict("records") == rows[rows.seed == seed].to_dict("records")
    assert set(measure(learner.policy)) < set(rows.columns)


def test_an_interruption_leaves_it_as_it_was(make, monkeypatch):
    learner = make(seed=5)
    learner.learn(5)
    before = fingerprint(learner)
    play_on = type(learner).play_on

    def interrupted(self, seat, script, winners):
        play_on(self, seat, script, winners)
        raise KeyboardInterrupt

    monkeypatch.setattr(type(learner), "play_on", interrupted)
    with pytest.raises(KeyboardInterrupt):
        learner.learn(5)
    assert fingerprint(learner) == before


def test_the_policy_takes_the_highest_legal_output(make, inputs_of):
    learner = make(seed=1)
    learner.learn(30)
    policy, outputs = learner.policy, learner.outputs
    best = np.where(LEGAL, outputs, -np.inf)[UNDECIDED].argmax(1)
    assert (policy[UNDECIDED, best] == 1).all()
    assert policy.sum() == len(UNDECIDED)
    assert learner.act(0, np.random.default_rng(0)) == policy[0].argmax()
    inputs = inputs_of(learner)
    if inputs is not None:
        found = basics.forward(learner.network, inputs[UNDECIDED].astype(float))[-1]
        shown = outputs[UNDECIDED]
        if learner.network.output == "softmax":
            shown = basics.softmax(shown.astype(float))
        assert found == pytest.approx(shown, abs=1e-5)


def test_all_positions_are_one_batch(make):
    learner = make(seed=1)
    learner.learn(30)
    for state in UNDECIDED[::50]:
        alone = learner.outputs_in(np.array([state]))
        assert alone.tobytes() == learner.outputs[state].tobytes()


def test_a_saved_network_goes_on_where_it_stopped(make, tmp_path):
    learner = make(seed=5)
    learner.learn(20)
    again = load(save(learner, tmp_path / "network"))
    assert fingerprint(again) == fingerprint(learner)
    assert (again.name, again.games) == (learner.name, 20)
    winners = learner.learn(20)
    assert fingerprint(again, again.learn(20)) == fingerprint(learner, winners)


def test_only_finished_games_are_learned_from(make):
    learner = make()
    with pytest.raises(ValueError, match="only a finished game"):
        learner.learn_from_game(Game())


def test_who_plays_one_side_names_it_and_its_opponents(one_sided):
    learner = one_sided()
    for opponent, side in ((random_policy(), "both"), (None, "Z"), ([], "X"), ("no", "O")):
        with pytest.raises(ValueError, match=r"side|opponent|no player is called"):
            learner.learn(1, opponent, side)
    as_x = learner.learn(30, random_policy(), "X")
    assert len(as_x) == learner.games == 30
    with pytest.raises(ValueError, match="the number of games"):
        learner.learn(-1)


def test_who_plays_itself_has_no_opponent(two_sided):
    with pytest.raises(ValueError, match="no place for an opponent"):
        two_sided().learn(1, random_policy(), "X")


def test_a_network_sits_at_the_board(one_sided, two_sided):
    session = Session(one_sided(), "X", 1)
    session.click("A1")
    session.show_thoughts()
    assert session.thoughts.kind == "probabilities"
    assert Session(two_sided(), "O", 1).game.history


@pytest.mark.parametrize("hidden", [0, 2.5, "100"])
def test_sizes_that_are_none_are_refused(hidden):
    with pytest.raises(ValueError, match="hidden units"):
        OneSide(hidden=hidden)


def test_what_fills_up_the_hidden_layer_stays_empty():
    learner = OneSide(hidden=10)
    learner.learn(200)
    assert learner.width == 64
    assert not learner.net.W1[:, 10:].any()
    assert not learner.net.W2.reshape(9, -1)[:, 10:].any()
    assert (OneSide().parameters, OneSide(hidden=25).parameters) == (2809, 709)


def test_first_weights_are_uniform():
    table = OneSide().network
    parts = np.concatenate([p.ravel() for p in (*table.weights, *table.biases)])
    assert np.abs(parts).max() <= 0.5
    assert parts.mean() == pytest.approx(0, abs=0.03)
    assert parts.std() == pytest.approx(1 / 12**0.5, abs=0.02)


def test_the_inputs_that_are_1():
    rows = bit_rows(TICTACTOE, sees_turn=True)
    for state in UNDECIDED[::53]:
        bits = np.flatnonzero(basics.two_bits(int(state))).tolist()
        expected = [*bits, 18 if TURN[state] == 1 else 19]
        assert [row for row in rows[state] if row >= 0] == expected


def test_each_step_is_that_of_a_network_in_matrices():
    state = parse("XO./.X./O..")
    learner = OneSide(seed=4)
    by_hand, inputs = learner.network, basics.two_bits([state, parse("XO./.XX/O.O")]).astype(float)
    by_hand.output = "linear"
    layers = basics.forward(by_hand, inputs)
    net, tables = learner.net, learner.tables
    loops.first_layer(net, 0, tables, state)
    loops.add_inputs(net, 1, 10, 17)
    for slot in (0, 1):
        loops.second_layer(net, slot)
        assert net.hidden[slot, : learner.hidden] == pytest.approx(layers[1][slot], abs=1e-6)
        assert net.logits[slot] == pytest.approx(layers[2][slot], abs=1e-6)
    loops.to_probabilities(net.logits, net.delta, 0)
    assert net.delta == pytest.approx(basics.softmax(layers[2][0]), abs=1e-6)
    loops.learn_all(net, 0, tables, state)
    step_by_hand(by_hand, inputs[0], net.delta.astype(float))
    check_weights(learner, by_hand)
    loops.first_layer(net, 0, tables, state)
    loops.learn_one(net, 0, 3, np.float32(0.3), tables, state)
    step_by_hand(by_hand, inputs[0], 0.3 * (np.arange(9) == 3))
    check_weights(learner, by_hand)


def step_by_hand(network, inputs, delta):
    """One step downhill, in place, from the gradients at the outputs times the rate."""
    layers = basics.forward(network, inputs)
    gradients.sgd(network, gradients.backward(network, layers, delta), 1)


def check_weights(learner, network):
    """That a learner has the weights and biases of a Network."""
    found = learner.network
    for mine, parts in ((found.weights, network.weights), (found.biases, network.biases)):
        for one, other in zip(mine, parts, strict=True):
            assert one == pytest.approx(other, abs=2e-6)


def test_the_exponential_function_is_one():
    x = np.linspace(-40, 0, 2001)
    assert loops.power(x) == pytest.approx(np.exp(x), rel=4e-5)
    near = x[x > -10]
    assert loops.power(near) == pytest.approx(np.exp(near), rel=1e-8)
    assert [loops.power(float(y)) for y in x] == loops.power(x).tolist()


OTHER = {
    "2 x 4": boards(rows=2, columns=4, k=3),
    "falling": boards(rows=3, columns=4, k=3, falling=True),
}


@pytest.mark.parametrize("rules", [TICTACTOE, *OTHER.values()], ids=["tic-tac-toe", *OTHER])
def test_games_with_itself_are_learned_from_by_the_end_and_the_next_best(rules):
    played = Game(rules=rules)
    for action in (0, 3, 1, 2, 1) if rules.falling else (0, 4, 1, 5, 2):
        played.play(action)
    while not played.is_over:
        played.play(played.legal_moves[0])
    learner = BothSides(rules=rules, seed=2)
    expected, states = learner.network, played.states[:-1]
    expected.output = "linear"
    layers = [basics.forward(expected, inputs_with_turn(state, rules)) for state in states]
    best = [
        np.where(rules.legal[s], one[-1], -np.inf).max()
        for s, one in zip(states, layers, strict=True)
    ]
    last = played.winner * int(rules.turn[states[-1]])
    targets = [*(-value for value in best[1:]), last]
    for t in reversed(range(len(states))):
        delta = np.zeros(rules.n_actions)
        delta[played.history[t]] = layers[t][-1][played.history[t]] - targets[t]
        gradients.sgd(expected, gradients.backward(expected, layers[t], delta), learner.rate)
    learner.learn_from_game(played)
    check_weights(learner, expected)


def inputs_with_turn(state, rules):
    """For each cell whether X is in it and whether O is, and whose turn it is."""
    cells, turn = rules.cells[state], rules.turn[state]
    bits = np.stack([cells == 1, cells == 2], axis=1).ravel()
    return np.concatenate([bits, [turn == 1, turn == -1]]) * 1.0


@pytest.mark.parametrize("rules", OTHER.values(), ids=list(OTHER))
def test_it_learns_other_boards(rules, tmp_path):
    learner = BothSides(rules=rules, seed=1, hidden=20, spread=0.3, fall=5_000)
    before = optimal_share(learner.policy, rules)
    learner.learn(5_000)
    assert optimal_share(learner.policy, rules) > max(before, 0.6) + 0.1
    assert learner.outputs.shape == rules.legal.shape
    assert learner.inputs == 2 * rules.n_cells + 2
    again = load(save(learner, tmp_path / "other.npz"))
    assert again.rules.name == rules.name
    assert fingerprint(again) == fingerprint(learner)
    with pytest.raises(ValueError, match=f"it learns {rules.name}, not tic-tac-toe"):
        learner.learn_from_game(Game())


def test_a_game_without_cells_is_refused():
    with pytest.raises(ValueError, match=r"rules are those of ttt.boards.*not .*nim"):
        BothSides(rules=GAMES["nim"]())
