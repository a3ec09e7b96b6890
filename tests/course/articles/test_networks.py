"""The articles' networks: what a step does, and what they come to."""

import numpy as np
import pytest

from tests.aids import gradients
from tests.aids.trained import game
from tests.network import test_networks as every
from tttlearn.course.articles.activations import portable_sigmoid, portable_tanh
from tttlearn.course.articles.antirez.recipe import ANTIREZ_REWARDS, antirez, self_play
from tttlearn.course.articles.nestedsoftware.deep_q import (
    NUMBERS,
    dqn_epsilon,
    nestedsoftware_dqn,
)
from tttlearn.evaluation.exact import outcome, worst_case
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import (
    LEGAL,
    N_STATES,
    TERMINAL,
    TURN,
    UNDECIDED,
    WINNER,
    next_state,
    parse,
)
from tttlearn.network import basics
from tttlearn.players.saved import LearnerFileError, load, save

MAKERS = {
    "antirez": antirez,
    "antirez, readme": lambda **options: antirez("readme", **options),
    "self-play": self_play,
    "deep Q": lambda **options: nestedsoftware_dqn(games_each=30, **options),
}

# What holds for every network holds for these.
test_one_call_or_several = every.test_one_call_or_several_give_the_same
test_seeds_on_many_cores = every.test_seeds_on_many_cores_learn_as_one_by_one
test_an_interruption = every.test_an_interruption_leaves_it_as_it_was
test_the_policy = every.test_the_policy_takes_the_highest_legal_output
test_all_positions_are_one_batch = every.test_all_positions_are_one_batch
test_a_saved_network = every.test_a_saved_network_goes_on_where_it_stopped
test_only_finished_games = every.test_only_finished_games_are_learned_from
test_who_plays_one_side = every.test_who_plays_one_side_names_it_and_its_opponents
test_who_plays_itself = every.test_who_plays_itself_has_no_opponent


@pytest.fixture(params=MAKERS.values(), ids=list(MAKERS))
def make(request):
    return request.param


@pytest.fixture(params=["antirez", "deep Q"])
def one_sided(request):
    return MAKERS[request.param]


@pytest.fixture
def two_sided():
    return self_play


@pytest.fixture
def inputs_of():
    return lambda one: {18: basics.BITS, 9: NUMBERS}.get(len(one.network.weights[0]))


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
        every.check_weights(learner, expected)
        assert learner.games == 1


def test_they_sit_at_the_board():
    every.test_a_network_sits_at_the_board(antirez, self_play)


def test_they_are_as_large_as_published():
    assert (antirez().parameters, antirez(hidden=25).parameters) == (2809, 709)
    assert self_play(200).parameters == 21 * 200 + 200 * 9 + 9


def test_the_inputs_of_deep_q():
    state = parse("X.O/.../..X")
    assert NUMBERS[state].tolist() == [1, 0, -1, 0, 0, 0, 0, 0, 1]
    assert len(np.unique(NUMBERS, axis=0)) == N_STATES


def test_the_sigmoid_is_one_and_tanh_too():
    z = np.linspace(-45, 45, 91)
    assert [portable_sigmoid(np.float32(y)) for y in z] == pytest.approx(
        1 / (1 + np.exp(-z)), abs=1e-7
    )
    assert [portable_tanh(np.float32(y)) for y in z / 4] == pytest.approx(np.tanh(z / 4), abs=1e-7)


def test_a_file_of_a_network_that_is_not_known_is_told(tmp_path):
    path = save(antirez(hidden=20), tmp_path / "network")
    with np.load(path) as file:
        about, table, visits = str(file["about"]), file["table"], file["visits"]
    np.savez(path, about=about.replace("Rewarded", "Lost"), table=table, visits=visits)
    with pytest.raises(LearnerFileError, match="needs LostMoves, which this installation lacks"):
        load(path)


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


def test_other_words_are_refused():
    with pytest.raises(ValueError, match="rewards is one of code, readme, not 'mine'"):
        antirez("mine")
    with pytest.raises(ValueError, match="activation is one of relu, tanh, sigmoid, not 'cosine'"):
        antirez(activation="cosine")


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


def test_self_play_draws_against_every_reply_on_both_sides():
    learner = self_play(seed=0)
    learner.learn(200_000)
    assert worst_case(learner.policy) == (0, 0)
    assert outcome(learner.policy, random_policy()).x_wins > 0.95
