"""The searches on the games that all of the package is tried on, and on a large one."""

from types import SimpleNamespace

import numpy as np
import pytest

from tests.aids.connect_four import InLists, board_of, connect_four, state_of
from tests.aids.fresh_python import printed
from tests.aids.games import GAMES
from tests.aids.plain_search import plain_search
from tttlearn.evaluation.exact import optimal_cells, outcome, state_values, worst_case
from tttlearn.evaluation.policy import action_values, random_policy
from tttlearn.game.boards import BoardRules
from tttlearn.game.large import LargeRules
from tttlearn.game.tables import IllegalMoveError
from tttlearn.search import playouts
from tttlearn.search.game_tree import (
    alpha_beta,
    children,
    fast_score,
    limited_values,
    minimax,
    minimax_player,
    square_heuristic,
    square_values,
)
from tttlearn.search.mcts import MCTS, milliseconds
from tttlearn.search.playouts import max_nodes

CONNECT_FOUR = connect_four()
MADE = {name: make() for name, make in GAMES.items()}


@pytest.fixture(params=MADE)
def game(request):
    """Each game in turn."""
    return MADE[request.param]


def some_states(game, most=40):
    """Reachable states of the later half of a game, from where it is not far to the end."""
    late = np.concatenate(game.layers[-(-len(game.layers) // 2) :])
    return late[:: -(-len(late) // most)].tolist()


def test_every_search_finds_the_exact_value(game):
    V = state_values(rules=game)
    for state in some_states(game):
        for search in (minimax, alpha_beta):
            assert search(state, rules=game).value == V[state]


def test_looking_to_the_end_is_exact(game):
    player, V = minimax_player(rules=game), state_values(rules=game)
    assert np.array_equal(player.values, action_values(V, game), equal_nan=True)
    assert (player.rules, player.name) == (game, "minimax")
    assert worst_case(player.policy, game) == pytest.approx((V[game.start], V[game.start]))


@pytest.mark.parametrize("plies", range(4))
def test_looking_some_moves_ahead(game, plies):
    def limited(state, depth):
        if game.terminal[state]:
            return fast_score(state, game)
        if depth == 0:
            return square_heuristic(state, game)
        best = max if game.turn[state] == 1 else min
        return best(limited(child, depth - 1) for child in children(state, game))

    V = limited_values(plies, score=fast_score, rules=game)
    for state in [game.start, *some_states(game)]:
        assert limited(state, plies) == V[state]
    assert np.isnan(V[~game.reachable]).all()
    player = minimax_player(plies + 1, score=fast_score, rules=game)
    assert np.array_equal(player.values, action_values(V, game), equal_nan=True)


def test_a_faster_win_is_worth_more_in_any_game(game):
    wins = np.flatnonzero(game.reachable & (game.winner == 1))[:200]
    scores = [fast_score(state, game) for state in wins]
    assert min(scores) >= 1
    assert max(scores) == game.longest + 1 - game.depth[wins].min()


@pytest.mark.parametrize(
    "name", [name for name, game in MADE.items() if isinstance(game, BoardRules)]
)
def test_squares_are_worth_the_lines_through_them(name):
    game = MADE[name]
    for cell in range(game.n_cells):
        assert square_values(game)[cell] == sum(cell in line for line in game.lines.tolist())
    assert np.nanmax(np.abs(limited_values(0, score=lambda state: 0, rules=game))) < 1


def test_a_game_without_a_board_has_no_squares():
    assert not np.nansum(limited_values(0, score=lambda state: 0, rules=MADE["nim"]))


def test_a_score_may_know_nothing_but_the_state(game):
    last = [s for s in game.undecided.tolist() if game.terminal[children(s, game)].all()]
    for state in last[:20]:
        expected = max if game.turn[state] == 1 else min
        # A method of an array does not say what it takes.
        code = np.arange(game.n_states).item
        assert minimax(state, code, game).value == expected(children(state, game))


def test_a_state_that_no_game_reaches_is_refused():
    falling = MADE["4 x 3, falling"]
    floating = falling.parse("X.. ... O.. ..X")
    searches = [minimax, alpha_beta]
    for search in [*searches, lambda state, rules: MCTS(3, rules=rules).act(state, None)]:
        with pytest.raises(ValueError, match="no game by the rules reaches"):
            search(floating, rules=falling)


def wins_in_one(game):
    """Some states in which the side to move wins at once or not for sure, and its moves that do."""
    keeps = optimal_cells(game)
    for state in game.undecided[:: 1 + len(game.undecided) // 200].tolist():
        wins = [a for a in game.actions(state) if game.winner[game.next[state, a]]]
        if wins and wins == np.flatnonzero(keeps[state]).tolist():
            yield state, wins


def test_tree_search_takes_a_win_in_one(game):
    player, cases = MCTS(400, rules=game), [*wins_in_one(game)]
    assert cases
    for state, wins in cases:
        assert player.act(state, np.random.default_rng(1)) in wins, game.show(state)


@pytest.fixture
def tree(game):
    """The tree of a search from the start."""
    return MCTS(400, rules=game).search(game.start, np.random.default_rng(2))


def test_the_numbers_of_the_moves_are_shown(game):
    player = MCTS(400, rules=game)
    tree = player.search(game.start, np.random.default_rng(2))
    assert tree.rules is game
    assert tree.visits.sum() == tree.playouts == 400
    assert (np.isnan(tree.values) == (tree.visits == 0)).all()
    assert np.nanmax(np.abs(tree.values)) <= 1
    assert not tree.visits[~game.legal[game.start]].any()
    assert str(tree).splitlines()[1].split()[0] == game.action_word
    assert tree.shares.sum() == pytest.approx(1)
    assert player.think(game.start)[1].tolist() == tree.shares.tolist()


def test_the_choice_is_the_most_visited_move(game, tree):
    assert tree.visits[tree.choice] == tree.visits.max()
    lines = tree.lines()
    assert lines[0].cells[0] == tree.choice
    assert [line.visits for line in lines] == sorted(tree.visits[tree.visits > 0], reverse=True)
    assert len(tree.lines(2)) == min(2, len(lines))
    for line in lines:
        assert line.value == tree.values[line.cells[0]]
        state = game.start
        for action in line.cells:
            state = game.next_state(state, action)


def test_the_numbers_of_the_nodes_add_up(game, tree):
    nodes = tree.nodes
    assert (nodes[0].number, nodes[0].parent, nodes[0].action, nodes[0].depth) == (0, -1, -1, 0)
    assert nodes[0].value == pytest.approx(np.nansum(tree.values * tree.shares))
    for node in nodes:
        assert node.to_move == (0 if game.terminal[node.state] else game.turn[node.state])
        below = [child for child in nodes if child.parent == node.number]
        if game.terminal[node.state]:
            assert (below, node.value) == ([], game.winner[node.state])
        else:
            # The first visit, which made the node, was played out from there.
            assert sum(child.visits for child in below) == node.visits - (node.number > 0)
        assert len({child.action for child in below}) == len(below)
        for child in below:
            assert child.state == game.next[node.state, child.action]
            assert (child.depth, child.parent < child.number) == (node.depth + 1, True)


@pytest.mark.parametrize("name", ["tic-tac-toe", "2 x 2", "nim", "4 x 3, falling"])
def test_with_enough_playouts_it_keeps_the_value(name):
    game, rng = MADE[name], np.random.default_rng(3)
    keeps, player = optimal_cells(game), MCTS(20_000, rules=game)
    for state in [game.start, *rng.choice(game.undecided, 30).tolist()]:
        assert keeps[state, player.act(state, rng)], game.show(state)


@pytest.mark.parametrize("name", ["tic-tac-toe", "2 x 2", "nim", "4 x 3, falling"])
def test_an_estimated_policy_of_another_game(name):
    game = MADE[name]
    policy = MCTS(300, rules=game).estimate_policy(2, np.random.default_rng(5))
    random = random_policy(game)
    assert outcome(policy, random, game).x_wins > outcome(random, random, game).x_wins - 1e-9
    for state in game.undecided[:: 1 + len(game.undecided) // 50].tolist():
        for image, action_map in zip(game.images[state], game.action_maps, strict=True):
            assert policy[image, action_map] == pytest.approx(policy[state])


@pytest.mark.parametrize("name", ["2 x 2", "nim"])
def test_the_tree_is_no_larger_than_the_game(name):
    game = MADE[name]

    def positions(state):
        return 1 + sum(map(positions, children(state, game)))

    assert positions(game.start) == max_nodes(game)
    tree = MCTS(2_000, rules=game).search(game.start, np.random.default_rng(0))
    assert len(tree.nodes) <= max_nodes(game)


# --- a game without tables


@pytest.mark.parametrize("text", [".......", "X.OX.../O.XO..."])
def test_connect_four_is_searched_as_one_would_write_it_with_objects(text):
    board = board_of(text)
    visits, values = plain_search(InLists, board, 7, 15, 1.0, np.random.default_rng(6))
    player = MCTS(15, 1.0, rules=CONNECT_FOUR)
    tree = player.search(state_of(board), np.random.default_rng(6))
    assert tree.visits.tolist() == visits.tolist()
    assert tree.values == pytest.approx(values, nan_ok=True, abs=0)


@pytest.mark.parametrize(
    ("text", "column", "story"),
    [
        ("OOO..../XXX....", 3, "X wins, rather than block"),
        ("OOO..../XXX...X", 3, "O wins, which blocks, too"),
        ("X....../XO...../XO....O", 0, "X wins"),
        ("X....../XO...../XO.....", 0, "O blocks a column"),
    ],
)
def test_it_finds_the_move_in_connect_four(text, column, story):
    player, state = MCTS(2_000, rules=CONNECT_FOUR), state_of(board_of(text))
    for seed in range(5):
        assert player.act(state, np.random.default_rng(seed)) == column, story


def test_what_tree_search_shows_of_a_large_game():
    player = MCTS(100, rules=CONNECT_FOUR)
    tree = player.search(CONNECT_FOUR.start, np.random.default_rng(7))
    assert tree.visits.shape == tree.values.shape == (7,)
    assert str(tree).startswith("X to move, 100 playouts\naction  visits  value to X  line\n")
    assert {node.to_move for node in tree.nodes} == {1, -1}
    assert player.think(CONNECT_FOUR.start)[1].tolist() == tree.shares.tolist()
    with pytest.raises(ValueError, match="Connect Four is too large for a policy"):
        player.estimate_policy(1, np.random.default_rng(0))


def test_a_player_is_timed_from_five_seeds():
    drawn = []
    player = SimpleNamespace(rules=CONNECT_FOUR, act=lambda _, rng: drawn.append(rng.random()))
    assert milliseconds(player) > 0
    assert drawn == [np.random.default_rng(seed).random() for seed in range(5)]


def test_there_is_nothing_to_search_in_a_large_game_that_is_over():
    over = state_of(board_of("OOO..../XXXX..."))
    with pytest.raises(IllegalMoveError, match=f"nobody is to move in state {over}"):
        MCTS(3, rules=CONNECT_FOUR).search(over, np.random.default_rng(0))


def test_functions_that_go_wrong_later_are_told(monkeypatch):
    for name, one in vars(playouts).items():  # to compile the search takes seconds
        monkeypatch.setattr(playouts, name, getattr(one, "py_func", one))
    monkeypatch.setattr(playouts, "njit_lean_fresh", lambda function: function)
    monkeypatch.setattr(LargeRules, "compiled", property(lambda g: (g.moves, g.after, g.who)))

    def moves(state, room):
        room[0] = 0
        return 5 if state > 3 else 1

    def after(state, action):
        return 1 - state if state < 2 else state + 1

    game = LargeRules("wrong", moves, after, lambda state: 1, n_actions=1)
    with pytest.raises(ValueError, match="goes on without an end"):
        MCTS(1, rules=game).search(0, np.random.default_rng(0))
    with pytest.raises(ValueError, match="more moves than there are actions"):
        MCTS(3, rules=game).search(2, np.random.default_rng(0))


LOADED = """
import numpy as np
from tttlearn.search import mcts, playouts
mcts.MCTS(10).act(0, np.random.default_rng(0))
print(sum(playouts.grow.stats.cache_hits.values()), sum(playouts.choice.stats.cache_hits.values()))
"""


def test_the_search_of_a_small_game_is_compiled_once_and_kept_on_disk():
    MCTS(10).act(0, np.random.default_rng(0))
    assert printed("-c", LOADED).split() == ["1", "1"]
