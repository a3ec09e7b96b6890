"""One contract for everything that sits at the board, and what the named players are."""

import numpy as np
import pytest

from tests.aids.alike import first_of
from tests.aids.games import GAMES
from tttlearn.evaluation.exact import minimax_policy, state_values, worst_case
from tttlearn.evaluation.policy import PolicyPlayer, epsilon_greedy, random_policy
from tttlearn.game.rules import LEGAL
from tttlearn.game.tables import IllegalMoveError
from tttlearn.players.guests import Entry
from tttlearn.players.roster import (
    LEARNERS,
    NAMES,
    READY_IN_SECONDS,
    ROSTER,
    learner,
    names,
    player,
    policy_or_estimate,
)
from tttlearn.search.game_tree import (
    minimax_player,
    no_idea,
)
from tttlearn.search.mcts import MCTS

PLAYERS = {
    # The contract asks for thousands of moves: fewer playouts will do for it.
    **{name: lambda name=name: player(name) for name in READY_IN_SECONDS if name != "mcts"},
    "mcts": lambda: MCTS(10),
    "explorer": lambda: PolicyPlayer(epsilon_greedy(np.zeros(LEGAL.shape), 0.3)),
    "three ahead": lambda: minimax_player(3, no_idea),
}


def named(name, rules):
    """Who has this name in a game; the search with few playouts."""
    return MCTS(10, rules=rules) if name == "mcts" else player(name, rules)


ELSEWHERE = {game: make for game, make in GAMES.items() if game != "tic-tac-toe"}
QUICK = [(name, "tic-tac-toe") for name in PLAYERS]
QUICK += [(n, game) for game in ("4 x 3, falling", "by twos") for n in names(ELSEWHERE[game]())]
OTHERS = [(name, game) for game, make in ELSEWHERE.items() for name in names(make())]


@pytest.fixture(
    params=first_of(len(QUICK), dict.fromkeys([*QUICK, *OTHERS])), ids=str, scope="module"
)
def sitting(request):
    """Each player in turn."""
    name, game = request.param
    return PLAYERS[name]() if game == "tic-tac-toe" else named(name, ELSEWHERE[game]())


def undecided(sitting):
    """Some of the states in which somebody is to move."""
    states = sitting.rules.undecided
    return states[:: len(states) // 150 + 1].tolist()


def test_it_answers_a_legal_int(sitting):
    rng = np.random.default_rng(0)
    for state in undecided(sitting):
        action = sitting.act(state, rng)
        assert type(action) is int
        assert 0 <= action < sitting.rules.n_actions
        assert sitting.rules.legal[state, action]
        if sitting.name != "mcts":  # whose policy can only be estimated
            assert sitting.policy[state, action] > 0


def test_the_seed_decides_its_moves(sitting):
    states = undecided(sitting)[::50]
    first, again = np.random.default_rng(1), np.random.default_rng(1)
    assert [sitting.act(s, first) for s in states] == [sitting.act(s, again) for s in states]
    assert first.bit_generator.state == again.bit_generator.state


def test_it_refuses_to_move_when_nobody_is_to_move(sitting):
    rules = sitting.rules
    over = np.flatnonzero(rules.terminal)
    for state in [*over[:: len(over) // 20 + 1].tolist(), *np.flatnonzero(rules.turn == 0)[:1]]:
        with pytest.raises(IllegalMoveError, match="nobody is to move") as error:
            sitting.act(state, np.random.default_rng(0))
        assert rules.show(state) in str(error.value)


def test_it_refuses_what_is_no_state(sitting):
    for state in (-1, sitting.rules.n_states, 0.5, "0", None):
        with pytest.raises(ValueError, match="state"):
            sitting.act(state, np.random.default_rng(0))


def test_it_has_a_name_and_values_of_the_right_shape(sitting):
    assert isinstance(sitting.name, str)
    assert sitting.name
    if sitting.values is not None:
        undecided, legal = sitting.rules.undecided, sitting.rules.legal
        assert np.isfinite(sitting.values[undecided][legal[undecided]]).all()
        assert sitting.values.shape == legal.shape


@pytest.mark.parametrize("game", ELSEWHERE)
def test_who_searches_to_the_end_is_perfect_in_every_game(game):
    rules = GAMES[game]()
    value = state_values(rules=rules)[rules.start]
    assert worst_case(player("minimax", rules).policy, rules) == pytest.approx((value, value))
    assert player("minimax", rules) is player("minimax", rules)


@pytest.mark.parametrize("game", ELSEWHERE)
def test_who_searches_or_learns_from_the_rules_alone_plays_every_game(game):
    searching = {"one-ply", "two-ply", "minimax", "minimax-first", "quick", "mcts"}
    assert {"random", *searching, "td", "q", "double-q"} <= {*names(GAMES[game]())}


def test_who_plays_only_tictactoe_is_unknown_elsewhere(monkeypatch):
    guest = Entry("plays at random", lambda name, seed: PolicyPlayer(random_policy(), name))
    for names_of in (ROSTER, LEARNERS):
        monkeypatch.setitem(names_of, "guest", guest)
    board = GAMES["2 x 2"]()
    assert "guest" not in names(board)
    assert player("guest").name == "guest"
    with pytest.raises(ValueError, match="'guest' in 2 in a row on 2 x 2; there are random, one"):
        player("guest", board)
    with pytest.raises(ValueError, match="no learner is called 'guest' in 2 in a row on 2 x 2"):
        learner("guest", rules=board)


def test_the_names_are_names():
    assert all(player(name).name == name for name in READY_IN_SECONDS)
    assert all(words and words[-1] not in " ." for words in NAMES.values())
    assert names() == list(NAMES)
    assert set(READY_IN_SECONDS) == {name for name in NAMES if ROSTER[name].games <= 200_000}
    assert player("random") is player("random")


def test_who_learns_plays_as_after_its_usual_games():
    one = learner("td")
    one.learn(ROSTER["td"].games)
    assert (player("td").policy == one.policy).all()
    assert player("td") is player("td")
    with pytest.raises(ValueError, match="no learner is called 'minimax'") as error:
        learner("minimax")
    assert str(error.value).endswith(", ".join(LEARNERS))


def test_mcts_is_a_search_with_a_policy_that_is_estimated():
    assert (player("mcts").playouts, player("mcts").c) == (1000, 2**0.5)
    estimate = policy_or_estimate(MCTS(3), np.random.default_rng(0), samples=2)
    assert (estimate == MCTS(3).estimate_policy(2, np.random.default_rng(0))).all()
    assert policy_or_estimate(player("minimax"), None) is player("minimax").policy


@pytest.mark.parametrize("name", ["nobody", "", "MINIMAX", None, 3])
def test_an_unknown_name_is_answered_with_the_list(name):
    with pytest.raises(ValueError, match="no player is called") as error:
        player(name)
    assert repr(name) in str(error.value)
    assert all(known in str(error.value) for known in NAMES)


def test_what_the_names_promise():
    assert (player("random").policy == random_policy()).all()
    assert (player("minimax").policy == minimax_policy()).all()
    first = player("minimax-first").policy
    assert (first.argmax(1) == minimax_policy().argmax(1)).all()
    assert set(np.unique(first)) == {0, 1}
    for name in ("minimax", "minimax-first"):
        assert worst_case(player(name).policy) == (0, 0)
    for moves, name in enumerate(("one-ply", "two-ply"), 1):
        assert (player(name).policy == minimax_player(moves).policy).all()


@pytest.mark.parametrize("name", [name for name in READY_IN_SECONDS if name != "mcts"])
def test_nobody_changes_a_player_for_all_others(name):
    for table in (player(name).policy, player(name).values):
        if table is not None:
            with pytest.raises(ValueError, match="read-only"):
                table[0, 0] = 7
    random_policy()[0, 0] = 7  # which is a fresh one each time
