"""Networks that learn: what a step does, and what they come to."""

import numpy as np
import pytest

from tests.aids import gradients
from tests.network.trained import MAKERS, fingerprint, game
from tttlearn.course.articles.antirez.recipe import ANTIREZ_REWARDS, antirez, self_play
from tttlearn.course.articles.nestedsoftware.deep_q import (
    NUMBERS,
    DeepQ,
    dqn_epsilon,
    nestedsoftware_dqn,
    outputs_in_numpy,
    sigmoid,
)
from tttlearn.evaluation.exact import measure, outcome, worst_case
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.played import Game
from tttlearn.game.rules import LEGAL, TERMINAL, TURN, UNDECIDED, WINNER, next_state, parse
from tttlearn.learn.training import train, train_seeds
from tttlearn.network import basics, loops, order
from tttlearn.network.learner import bit_rows
from tttlearn.play.session import Session
from tttlearn.players.saved import LearnerFileError, load, save
from tttlearn.support.compiled import HAS_NUMBA

many_games = pytest.mark.skipif(not HAS_NUMBA, reason="many games")
needs_numba = pytest.mark.skipif(not HAS_NUMBA, reason="nothing is compiled without Numba")
every = pytest.mark.parametrize("name", MAKERS)


@every
def test_one_call_or_several_give_the_same(name):
    one, several = (MAKERS[name](seed=5) for _ in range(2))
    at_once = one.learn(50)
    in_pieces = np.concatenate([several.learn(n) for n in (1, 0, 17, 32)])
    assert fingerprint(one, at_once) == fingerprint(several, in_pieces)
    assert one.games == 50
    assert fingerprint(MAKERS[name](seed=6)) != fingerprint(MAKERS[name](seed=5))
    assert fingerprint(one.fresh(5)) == fingerprint(MAKERS[name](seed=5))


@every
def test_seeds_on_many_cores_learn_as_one_by_one(name):
    rows, learners = train_seeds(MAKERS[name](), 40, [3, 4], checkpoints=[20, 40])
    for seed, learner in zip([3, 4], learners, strict=True):
        alone = MAKERS[name](seed=seed)
        frame = train(alone, 40, checkpoints=[20, 40])
        assert fingerprint(alone) == fingerprint(learner)
        assert frame.to_dict("records") == rows[rows.seed == seed].to_dict("records")
    assert set(measure(learner.policy)) < set(rows.columns)


@every
def test_an_interruption_leaves_it_as_it_was(name, monkeypatch):
    learner = MAKERS[name](seed=5)
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


@every
def test_the_policy_takes_the_highest_legal_output(name):
    learner = MAKERS[name](seed=1)
    learner.learn(30)
    policy, outputs = learner.policy, learner.outputs
    best = np.where(LEGAL, outputs, -np.inf)[UNDECIDED].argmax(1)
    assert (policy[UNDECIDED, best] == 1).all()
    assert policy.sum() == len(UNDECIDED)
    assert learner.act(0, np.random.default_rng(0)) == policy[0].argmax()
    inputs = {18: basics.BITS, 9: NUMBERS}.get(len(learner.network.weights[0]))
    if inputs is not None:
        found = basics.forward(learner.network, inputs[UNDECIDED].astype(float))[-1]
        shown = outputs[UNDECIDED]
        if learner.network.output == "softmax":
            shown = basics.softmax(shown.astype(float))
        assert found == pytest.approx(shown, abs=1e-5)


@needs_numba
@every
def test_all_positions_are_one_batch(name):
    learner = MAKERS[name](seed=1)
    learner.learn(30)
    found = np.empty((len(UNDECIDED), 9), np.float32)
    if isinstance(learner, DeepQ):
        outputs_in_numpy(learner.weights, NUMBERS[UNDECIDED], found)
    else:
        tables = learner.tables
        order.outputs_of(learner.net, 0, tables.rows, tables.counts, UNDECIDED, found)
    assert (found == learner.outputs[UNDECIDED]).all()


def by_hand(learner, played, side):
    """The weights after the moves of `side` (0 X, 1 O) in a game, in double precision."""
    network = learner.network
    states = [0]
    for cell in played.history:
        states.append(next_state(states[-1], cell))
    n, winner = len(played.history), WINNER[states[-1]] * (1 if side == 0 else -1)
    reward = {1: learner.win, 0: learner.draw, -1: learner.loss}[winner]
    for t in range(side, n, 2):
        x = basics.two_bits(states[t]).astype(float)
        target = np.zeros(9)
        if reward >= 0:
            target[played.history[t]] = 1
        else:
            others = LEGAL[states[t]].copy()
            others[played.history[t]] = False
            target[others] = 1 / others.sum()
        layers = basics.forward(network, x)
        scale = abs(reward) * (0.5 + 0.5 * t / n)
        delta = gradients.output_delta(network, layers[-1], target) * scale
        gradients.sgd(network, gradients.backward(network, layers, delta), learner.rate)
    return network


GAMES = {
    "O wins": (0, 4, 1, 2, 8, 6),
    "X wins": (0, 3, 1, 4, 2),
    "draw": (0, 4, 8, 1, 7, 6, 2, 5, 3),
}


@pytest.mark.parametrize("rewards", ANTIREZ_REWARDS)
@pytest.mark.parametrize("side", ["X", "O"])
@pytest.mark.parametrize("ending", GAMES)
def test_learning_from_a_game_is_backpropagation_by_hand(ending, side, rewards):
    played = game(*GAMES[ending])
    for hidden in (10, 100):
        learner = antirez(rewards, hidden, seed=2)
        expected = by_hand(learner, played, "XO".index(side))
        before = learner.table.copy()
        learner.learn_from_game(played, side)
        assert (learner.table != before).any()
        found = learner.network
        for parts in ("weights", "biases"):
            for one, other in zip(getattr(found, parts), getattr(expected, parts), strict=True):
                assert one == pytest.approx(other, abs=2e-6)
        assert learner.games == 1


def test_what_fills_up_the_hidden_layer_stays_empty():
    learner = antirez(hidden=10)
    learner.learn(200)
    assert learner.width == 64
    assert not learner.net.W1[:, 10:].any()
    assert not learner.net.W2.reshape(9, -1)[:, 10:].any()
    assert (antirez().parameters, antirez(hidden=25).parameters) == (2809, 709)
    assert self_play(200).parameters == 21 * 200 + 200 * 9 + 9


def test_first_weights_are_uniform():
    table = antirez().network
    parts = np.concatenate([p.ravel() for p in (*table.weights, *table.biases)])
    assert np.abs(parts).max() <= 0.5
    assert parts.mean() == pytest.approx(0, abs=0.03)
    assert parts.std() == pytest.approx(1 / 12**0.5, abs=0.02)


def test_the_inputs_that_are_1():
    rows = bit_rows(turn_too=True)
    for state in UNDECIDED[::53]:
        bits = np.flatnonzero(basics.two_bits(int(state))).tolist()
        expected = [*bits, 18 if TURN[state] == 1 else 19]
        assert [row for row in rows[state] if row >= 0] == expected


@needs_numba
def test_each_step_is_the_same_in_numpy_and_compiled():
    rows = bit_rows()
    state = parse("XO./.X./O..")
    nets = []
    for module in (loops, order):
        learner = antirez(seed=4)
        W1, W2, b2, hidden, logits, sums, delta, lanes = learner.net
        first, second = (W1, sums, hidden, learner.size), (W2, b2, hidden, lanes, logits)
        module.first_layer(*first, 0, rows, state, 4)
        module.add_inputs(*first, 1, 10, 17)
        for slot in (0, 1):
            module.second_layer(*second, learner.size, slot)
        module.to_probabilities(logits, delta, 1)
        delta *= np.float32(0.01)
        module.learn_all(W1, W2, b2, hidden, sums, delta, learner.size, 1, rows, state, 4)
        step = np.float32(0.3)
        module.learn_one(W1, W2, b2, hidden, sums, learner.size, 0, 3, step, rows, state, 4)
        nets.append([part.copy() for part in (W1, W2, b2, hidden, logits, delta)])
    for one, other in zip(*nets, strict=True):
        assert one.tobytes() == other.tobytes()


def test_the_exponential_function_is_one():
    x = np.linspace(-40, 0, 2001)
    assert order.power(x) == pytest.approx(np.exp(x), rel=4e-5)
    near = x[x > -10]
    assert order.power(near) == pytest.approx(np.exp(near), rel=1e-8)
    assert [loops.power(float(y)) for y in x] == order.power(x).tolist()
    z = np.linspace(-45, 45, 91)
    assert [sigmoid(np.float32(y)) for y in z] == pytest.approx(1 / (1 + np.exp(-z)), abs=1e-7)


@every
def test_a_saved_network_goes_on_where_it_stopped(name, tmp_path):
    learner = MAKERS[name](seed=5)
    learner.learn(20)
    again = load(save(learner, tmp_path / "network"))
    assert fingerprint(again) == fingerprint(learner)
    assert (again.name, again.games) == (learner.name, 20)
    winners = learner.learn(20)
    assert fingerprint(again, again.learn(20)) == fingerprint(learner, winners)


def test_a_damaged_file_of_a_network_is_told(tmp_path):
    path = save(antirez(hidden=20), tmp_path / "network")
    with np.load(path) as file:
        about, visits = str(file["about"]), file["visits"]
    for changed, table in ((about, np.zeros(7)), (about.replace("Rewarded", "Lost"), np.zeros(7))):
        np.savez(path, about=changed, table=table, visits=visits)
        with pytest.raises(LearnerFileError, match="is damaged"):
            load(path)


@every
def test_only_finished_games_are_learned_from(name):
    learner = MAKERS[name]()
    with pytest.raises(ValueError, match="only a finished game"):
        learner.learn_from_game(Game())


@pytest.mark.parametrize("ending", GAMES)
def test_shown_one_game_again_and_again_it_repeats_what_was_good_and_shuns_what_was_not(ending):
    played = game(*GAMES[ending])
    while TURN[played.state] != -1 or TERMINAL[played.state]:
        last, state = played.undo(), played.state
    learner = antirez(seed=3)
    for _ in range(300):
        learner.learn_from_game(game(*GAMES[ending]))
    row = learner.probabilities[state]
    if ending == "X wins":
        others = LEGAL[state] & (np.arange(9) != last)
        assert row[last] < 0.02
        assert row[others] == pytest.approx(1 / others.sum(), abs=0.02)
    else:
        assert row[last] > 0.95


@pytest.mark.parametrize("name", ["antirez", "deep Q"])
def test_sides_and_opponents(name):
    learner = MAKERS[name]()
    for opponent, side in ((random_policy(), "both"), (None, "Z"), ([], "X"), ("no", "O")):
        with pytest.raises(ValueError, match=r"side|opponent|policy"):
            learner.learn(1, opponent, side)
    as_x = learner.learn(30, random_policy(), "X")
    assert len(as_x) == learner.games == 30
    with pytest.raises(ValueError, match="the number of games"):
        learner.learn(-1)


def test_who_plays_itself_has_no_opponent():
    with pytest.raises(ValueError, match="no place for an opponent"):
        self_play().learn(1, random_policy(), "X")


def test_other_words_and_sizes_are_refused():
    with pytest.raises(ValueError, match="rewards is one of code, readme, not 'mine'"):
        antirez("mine")
    for hidden in (0, 2.5, "100"):
        with pytest.raises(ValueError, match="hidden units"):
            antirez(hidden=hidden)


def test_weights_that_grow_beyond_bounds_are_taken_back():
    learner = antirez()
    learner.rate = 1e37
    before = learner.table.copy()
    with pytest.raises(ValueError, match="smaller steps"):
        learner.learn(200)
    assert (learner.table == before).all()


def test_a_network_sits_at_the_board():
    session = Session(antirez(), "X", 1)
    session.click("A1")
    session.show_thoughts()
    assert session.thoughts.kind == "probabilities"
    assert Session(self_play(), "O", 1).game.history


def test_probabilities_count_the_illegal_cells_too():
    probabilities = antirez().probabilities
    assert probabilities[UNDECIDED].sum(1) == pytest.approx(1)
    assert (probabilities[UNDECIDED] > 0).all()
    assert not probabilities[TERMINAL].any()


def test_who_takes_an_illegal_cell_has_lost():
    learner = nestedsoftware_dqn(seed=0, games_each=10)
    learner.played[0] = 9  # where it no longer explores
    for part in learner.weights:
        part[...] = 0
    learner.weights[-1][4] = 3  # always the centre, so that it cannot be taken twice
    before = learner.outputs[0, 4]
    assert learner.learn(1, random_policy(), "X").tolist() == [-1]
    assert learner.outputs[0, 4] < before


def test_deep_q_learns_as_described():
    learner = nestedsoftware_dqn(seed=0)
    network, played = learner.network, game(0, 3, 1, 4, 2)
    states = [0, next_state(next_state(0, 0), 3), parse("XX./OO./...")]
    tops = [basics.forward(network, NUMBERS[s])[-1].max() for s in states]
    for state, action, target in zip(states[::-1], (2, 1, 0), (1, *tops[:0:-1]), strict=True):
        layers = basics.forward(network, NUMBERS[state].astype(float))
        wanted = np.where(LEGAL[state], layers[-1], 0)
        wanted[action] = target
        delta = gradients.output_delta(network, layers[-1], wanted) * 2 / 9
        gradients.sgd(network, gradients.backward(network, layers, delta), 0.1)
    learner.learn_from_game(played, "X")
    for one, other in zip(learner.network.weights, network.weights, strict=True):
        assert one == pytest.approx(other, abs=1e-6)


def test_the_schedule_of_deep_q():
    games = np.array([0, 199_999, 200_000, 1_400_000, 1_999_999, 2_000_000])
    assert dqn_epsilon(games) == pytest.approx([0.7, 0.7, 0.6, 0, 0, 0.7])


@many_games
def test_antirez_reaches_the_published_results():
    # Published, of 2,000,000 games of one run: 87.8 % won, 0.0 % lost, 12.2 % drawn.
    shares = []
    for seed in range(4):
        winners = antirez(seed=seed).learn(500_000)[-100_000:]
        shares.append([(winners == w).mean() for w in (-1, 1, 0)])
    won, lost, drawn = np.array(shares).T
    assert won.max() > 0.86
    assert won.min() > 0.78
    assert lost.max() < 0.02
    assert lost.min() < 0.003
    assert drawn.max() < 0.2


@many_games
def test_self_play_draws_against_every_reply_on_both_sides():
    learner = self_play(seed=0)
    learner.learn(200_000)
    assert worst_case(learner.policy) == (0, 0)
    assert outcome(learner.policy, random_policy()).x_wins > 0.95
