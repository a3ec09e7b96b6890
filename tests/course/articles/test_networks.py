"""The articles' networks: what a step does, and what they come to."""

import numpy as np
import pytest

from tests.network import test_networks as every
from tttlearn.course.articles.activations import portable_sigmoid, portable_tanh
from tttlearn.course.articles.antirez.deeper import antirez_deeper
from tttlearn.course.articles.antirez.recipe import antirez, self_play
from tttlearn.course.articles.nestedsoftware.deep_q import NUMBERS, nestedsoftware_dqn
from tttlearn.course.exercises import built
from tttlearn.evaluation.exact import outcome, worst_case
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import TERMINAL, UNDECIDED
from tttlearn.network import basics
from tttlearn.network.update import PolicyNetwork

MAKERS = {
    "antirez": antirez,
    "antirez, readme": lambda **options: antirez("readme", **options),
    "antirez, a layer added": antirez_deeper,
    "self-play": self_play,
    "deep Q": lambda **options: nestedsoftware_dqn(games_each=30, **options),
}

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


def test_they_sit_at_the_board():
    every.test_a_network_sits_at_the_board(antirez, self_play)


def test_the_sigmoid_is_one_and_tanh_too():
    z = np.linspace(-45, 45, 91)
    assert [portable_sigmoid(np.float32(y)) for y in z] == pytest.approx(
        1 / (1 + np.exp(-z)), abs=1e-7
    )
    assert [portable_tanh(np.float32(y)) for y in z / 4] == pytest.approx(np.tanh(z / 4), abs=1e-7)


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


def test_self_play_draws_against_every_reply_on_both_sides():
    learner = self_play(seed=0)
    learner.learn(200_000)
    assert worst_case(learner.policy) == (0, 0)
    assert outcome(learner.policy, random_policy()).x_wins > 0.95


def test_with_the_programs_update_a_network_of_ones_own_is_the_program():
    mine, program = PolicyNetwork(update=built.delta, seed=6), antirez(seed=6)
    for one in (mine, program):
        one.learn(100)
    assert mine.table == pytest.approx(program.table, abs=1e-5)
    assert mine.probabilities == pytest.approx(program.probabilities, abs=1e-4)
    assert (mine.visits == program.visits).all()
