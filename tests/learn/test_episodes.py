"""The game loop: legal games, chance as promised, and what is kept of it on disk."""

from types import FunctionType

import numpy as np
import pytest

from tests.aids.learning import count_visits, nothing
from tests.learn.own_rules import learn_in_plain_python
from tttlearn.evaluation.exact import outcome, visit_probabilities
from tttlearn.evaluation.policy import first_best, random_policy
from tttlearn.game.rules import (
    ACTION_MAPS,
    CANONICAL,
    LEGAL,
    N_STATES,
    NEXT,
    TERMINAL,
    TURN,
    UNDECIDED,
    next_state,
    symmetries,
)
from tttlearn.learn.episodes import compiled_loop, entries, made_for, read_states, reader_for
from tttlearn.learn.learner import Learner
from tttlearn.learn.td import td, td_backward
from tttlearn.players.roster import player

MANY = 100_000
TABLES = {"states": (N_STATES,), "actions": (N_STATES, 9), "two": (2, N_STATES, 9)}


def read_nothing(V, state, action, following):
    """All moves are tied."""
    return 0.0 * V[following]


def visits(games, opponent=None, side="both", **learner):
    """How often the engine came through each state, as shares of the games."""
    counter = Learner(count_visits, np.zeros(N_STATES), seed=11, read=read_nothing, **learner)
    winners = counter.learn(games, opponent, side)
    return counter, counter.table / games, winners


@pytest.mark.parametrize(
    ("side", "name"), [("X", "one-ply"), ("O", "one-ply"), ("X", "minimax"), ("O", "minimax-first")]
)
@pytest.mark.parametrize("epsilon", [0, 1])
def test_an_opponent_plays_its_policy_and_nothing_else(side, name, epsilon):
    policy = player(name).policy
    counter, found, winners = visits(MANY, policy, side, epsilon=epsilon)
    pair = (random_policy(), policy) if side == "X" else (policy, random_policy())
    expected = visit_probabilities(*pair)
    assert not found[expected == 0].any()
    own = (TURN == {"X": 1, "O": -1}[side]) | TERMINAL
    assert counter.visits.tolist() == np.where(own, counter.table, 0).tolist()
    error = np.abs(found - expected) / np.sqrt(expected * (1 - expected) / MANY + 1e-9)
    assert error[expected * MANY > 5].max() < 6
    shares = [(winners == winner).mean() for winner in (1, 0, -1)]
    assert shares == pytest.approx(outcome(*pair), abs=4 / np.sqrt(MANY))


def test_in_self_play_both_explore_and_break_ties_at_random():
    expected = visit_probabilities(random_policy(), random_policy())
    for epsilon in (0, 0.5, 1):
        _, found, _ = visits(MANY, epsilon=epsilon)
        error = np.abs(found - expected) / np.sqrt(expected * (1 - expected) / MANY + 1e-9)
        assert error[expected * MANY > 5].max() < 6


def test_epsilon_is_the_probability_of_exploring():
    _, found, _ = visits(MANY, epsilon=0.25, ties="first")
    policy = 0.75 * first_best(np.zeros((N_STATES, 9))) + 0.25 * random_policy()
    expected = visit_probabilities(policy, policy)
    error = np.abs(found - expected) / np.sqrt(expected * (1 - expected) / MANY + 1e-9)
    assert error[expected * MANY > 5].max() < 6


@pytest.mark.parametrize("pieces", [[12], [5, 7], [1] * 12])
def test_opponents_take_turns_over_calls(pieces):
    # Against the first free cell O that takes the last ones loses on the top row, minimax does not.
    last = np.tile(-np.arange(9.0), (N_STATES, 1))  # O takes the lowest value to X
    opponents = [first_best(last), player("minimax-first").policy]
    mine = first_best(np.zeros((N_STATES, 9)))
    expected = [outcome(mine, o) for o in opponents]
    assert all(max(result) == 1 for result in expected)
    ends = [(1, 0, -1)[result.index(1)] for result in expected]
    assert ends[0] != ends[1]
    learner = Learner(nothing, np.zeros(N_STATES), epsilon=0, ties="first")
    winners = np.concatenate([learner.learn(n, opponents, "X") for n in pieces])
    assert winners.tolist() == ends * 6


def test_a_learner_plays_its_greedy_policy_when_it_does_not_explore():
    values = np.random.default_rng(4).normal(size=N_STATES)
    learner = Learner(nothing, values, epsilon=0)
    learner.learn(3)
    states = np.flatnonzero((learner.visits > 0) & LEGAL.any(1))
    rng = np.random.default_rng(0)
    for state in states:
        assert learner.visits[next_state(state, learner.act(state, rng))]


@pytest.mark.parametrize("shape", TABLES.values(), ids=TABLES)
def test_symmetric_tables_hold_canonical_entries_only(shape):
    keys, cell_keys = entries("moves")
    rng = np.random.default_rng(3)
    table = rng.normal(size=shape)
    learner = Learner(nothing, table, symmetric="moves")
    values = learner.values
    for g in range(8):
        images = symmetries(UNDECIDED)[:, g]
        there = values[images[:, None], ACTION_MAPS[g]]
        assert np.array_equal(there, values[UNDECIDED], equal_nan=True)
    assert (keys == CANONICAL).all()
    assert ((cell_keys >= 0) & (cell_keys < 9)).all()


def test_each_action_of_a_position_has_an_entry_of_its_own_and_images_share_it():
    keys, cells = entries("positions")
    assert cells[0].tolist() == list(range(9))
    assert (np.sort(cells, axis=1) == np.arange(9)).all()
    state, action = np.nonzero(LEGAL)
    assert LEGAL[keys[state], cells[state, action]].all()
    after, kept = NEXT[state, action], NEXT[keys[state], cells[state, action]]
    assert (CANONICAL[after] == CANONICAL[kept]).all(), "it is the same move, seen from elsewhere"
    own = keys == np.arange(N_STATES)
    assert (cells[own] == np.arange(9)).all()


def test_a_rule_sees_the_boards_as_they_lay():
    seen = []

    def look(table, episode):
        seen.append((episode.states.copy(), episode.actions.copy(), episode.boards.copy()))
        assert (CANONICAL[episode.boards] == episode.states).all()
        for t in range(len(episode.actions)):
            lay = np.flatnonzero(episode.cells[episode.boards[t]] == episode.actions[t])
            assert episode.boards[t + 1] == NEXT[episode.boards[t], lay].max()

    learner = Learner(look, np.zeros((N_STATES, 9)), symmetric="positions", epsilon=1)
    learn_in_plain_python(learner, 50)
    assert len(seen) == 50
    assert any((boards != states).any() for states, _, boards in seen)


def test_other_ways_of_sharing_are_refused():
    with pytest.raises(ValueError, match=r"symmetric is one of \(False, 'positions', 'moves'\)"):
        Learner(nothing, np.zeros(N_STATES), symmetric=True)


def test_actions_that_look_alike_share_an_entry():
    _, cell_keys = entries("moves")
    assert cell_keys[0].tolist() == [0, 1, 0, 1, 4, 1, 0, 1, 0]
    keys, cells = entries(False)
    assert (keys == np.arange(N_STATES)).all()
    assert (cells == np.arange(9)).all()


def test_a_table_of_another_shape_cannot_be_read():
    for shape in ((), (9,), (N_STATES, 8), (3, N_STATES, 9), (N_STATES, 9, 2)):
        with pytest.raises(
            ValueError,
            match=r"a table has one of the shapes .* not \(.*; another needs read, such as",
        ):
            reader_for(np.zeros(shape))


# --- loops that are kept on disk

SHIFT, LARGE = np.zeros(2), np.zeros(125_001)


@made_for("states")
def reads_an_array(V, episode):
    V[0] += SHIFT[0]


@made_for("states")
def reads_a_large_array(V, episode):
    V[0] += LARGE[0]


def kept(rule):
    return compiled_loop(rule, read_states, (N_STATES,)).stats.cache_path


def test_loops_around_the_rules_of_the_package_are_kept_on_disk():
    assert kept(td)
    assert not kept(reads_a_large_array)  # the compiled code has its address


def test_a_readers_rule_is_compiled_and_no_loop_with_it():
    from numba.core.event import install_recorder

    def another(V, episode, alpha):
        V[episode.states[0]] += alpha

    def third(V, episode, alpha):
        V[episode.states[1]] -= alpha

    Learner(another, np.zeros(N_STATES), {"alpha": 0.1}).learn(10)
    with install_recorder("numba:compile") as recorder:
        Learner(third, np.zeros(N_STATES), {"alpha": 0.1}).learn(10)
    compiled = {event.data["dispatcher"].py_func.__name__ for _, event in recorder.buffer}
    assert "third" in compiled
    assert "play_and_learn" not in compiled


def test_a_loop_that_is_kept_is_found_by_what_its_functions_say():
    names = set()
    for shift in (1, 2, 1, np.zeros(2), np.ones(2), np.zeros(2, int), np.ones(2)):
        around = {"SHIFT": shift, "__builtins__": __builtins__}
        rule = made_for("states")(FunctionType(reads_an_array.__code__, around))
        names.add(compiled_loop(rule, read_states, (N_STATES,)).__qualname__)
    assert len(names) == 5
    assert (
        len({compiled_loop(rule, read_states, (N_STATES,)) for rule in (td, td, td_backward)}) == 2
    )
