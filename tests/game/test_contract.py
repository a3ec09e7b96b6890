"""One contract for every game: its tables against a slow game of lists that shares no code."""

import pickle
import random

import numpy as np
import pytest

from tttlearn.game import rules
from tttlearn.game.boards import boards
from tttlearn.game.tables import IllegalMoveError, Rules


class SlowBoard:
    """k in a row as people would write it down: a list of texts, looked at cell by cell."""

    def __init__(self, rows, columns, k, falling=False):
        self.rows, self.columns, self.k, self.falling = rows, columns, k, falling

    def start(self):
        return [["."] * self.columns for _ in range(self.rows)]

    def winner(self, board):
        for r in range(self.rows):
            for c in range(self.columns):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    there = [(r + i * dr, c + i * dc) for i in range(self.k)]
                    if all(0 <= a < self.rows and 0 <= b < self.columns for a, b in there):
                        marks = {board[a][b] for a, b in there}
                        if len(marks) == 1 and marks != {"."}:
                            return 1 if marks == {"X"} else -1
        return 0

    def turn(self, board):
        marks = self.text(board)
        return 1 if marks.count("X") == marks.count("O") else -1

    def moves(self, board):
        """{action: the board after it} for the side to move."""
        if self.winner(board):
            return {}
        mark, found = "X" if self.turn(board) == 1 else "O", {}
        for r in range(self.rows):
            for c in range(self.columns):
                below = board[r + 1][c] if r + 1 < self.rows else "full"
                if board[r][c] == "." and not (self.falling and below == "."):
                    after = [row[:] for row in board]
                    after[r][c] = mark
                    found[c if self.falling else r * self.columns + c] = after
        return found

    def text(self, board):
        return "\n".join(" ".join(row) for row in board)


BOARDS = {
    "tic-tac-toe": (3, 3, 3, False),
    "3 x 4": (3, 4, 3, False),
    "4 x 3, falling": (4, 3, 3, True),
    "2 x 2": (2, 2, 2, False),
}


def made(name):
    rows, columns, k, falling = BOARDS[name]
    return boards(rows=rows, columns=columns, k=k, falling=falling), SlowBoard(*BOARDS[name])


def nim(heaps=(1, 2, 3)):
    """Nim with three heaps, who takes the last one wins: its positions have no number of moves."""
    shape = tuple(n + 1 for n in heaps)
    n, actions = 2 * int(np.prod(shape)), [(h, take) for h in range(3) for take in range(1, 4)]
    following = np.full((n, len(actions)), -1, np.int32)
    for state in range(n):
        *left, side = np.unravel_index(state, (*shape, 2))
        for action, (h, take) in enumerate(actions):
            if left[h] >= take:
                after = [left[i] - take * (i == h) for i in range(3)]
                following[state, action] = np.ravel_multi_index((*after, 1 - side), (*shape, 2))
    over = ~(following >= 0).any(1)
    turn = np.where(np.arange(n) % 2 == 0, 1, -1)
    start = int(np.ravel_multi_index((*heaps, 0), (*shape, 2)))
    return Rules("nim", following, np.where(over, -turn, 0), over, turn, start)


GAMES = {**{name: lambda name=name: made(name)[0] for name in BOARDS}, "nim": nim}


@pytest.fixture(params=GAMES, scope="module")
def game(request):
    """Each game in turn."""
    return GAMES[request.param]()


def test_legal_moves_lead_to_states_of_a_later_layer(game):
    layer_of = np.full(len(game.next), -1)
    for number, layer in enumerate(game.layers):
        layer_of[layer] = number
    for layer in game.layers:
        after = game.next[layer]
        states, actions = np.nonzero(after >= 0)
        assert (layer_of[after[states, actions]] > layer_of[layer[states]]).all()
    assert game.layers[0].tolist() == [game.start]
    assert sum(map(len, game.layers)) == game.reachable.sum()


def test_a_game_is_over_where_nobody_can_move(game):
    states = np.flatnonzero(game.reachable)
    assert (game.terminal[states] == ~game.legal[states].any(1)).all()
    assert set(np.unique(game.turn[states[~game.terminal[states]]])) <= {1, -1}
    assert not game.winner[states[~game.terminal[states]]].any()


def test_symmetries_map_states_and_moves(game):
    states = np.flatnonzero(game.reachable)[:: max(1, game.reachable.sum() // 2_000)]
    assert (game.images[:, 0] == np.arange(len(game.next))).all()
    for g, action_map in enumerate(game.action_maps):
        images = game.images[states, g]
        assert (game.canonical[images] == game.canonical[states]).all()
        for action in range(game.next.shape[1]):
            after, there = game.next[states, action], game.next[images, action_map[action]]
            assert ((after >= 0) == (there >= 0)).all()
            assert (game.images[after[after >= 0], g] == there[after >= 0]).all()


@pytest.mark.parametrize("name", BOARDS)
def test_random_games_are_those_of_a_slow_board(name):
    game, slow = made(name)
    rng = random.Random(0)
    for _ in range(200):
        state, board = game.start, slow.start()
        while moves := slow.moves(board):
            assert np.flatnonzero(game.legal[state]).tolist() == sorted(moves)
            assert game.turn[state] == slow.turn(board)
            action = rng.choice(sorted(moves))
            state, board = int(game.next[state, action]), moves[action]
            assert game.show(state) == slow.text(board)
            assert game.parse(game.show(state)) == state
        assert game.terminal[state]
        assert game.winner[state] == slow.winner(board)


@pytest.mark.parametrize(
    ("name", "positions"), [("tic-tac-toe", 5_478), ("2 x 2", None), ("4 x 3, falling", None)]
)
def test_the_positions_are_those_that_a_slow_board_finds(name, positions):
    game, slow = made(name)
    seen, to_do = {slow.text(slow.start())}, [slow.start()]
    while to_do:
        for after in slow.moves(to_do.pop()).values():
            if slow.text(after) not in seen:
                seen.add(slow.text(after))
                to_do.append(after)
    assert len(seen) == game.reachable.sum()
    assert positions in (None, len(seen))


def test_tic_tac_toe_is_one_of_the_boards():
    assert boards(rows=3, columns=3, k=3) is rules.TICTACTOE
    assert rules.NEXT is rules.TICTACTOE.next
    assert (rules.TICTACTOE.depth[rules.REACHABLE] == rules.PLY[rules.REACHABLE]).all()


def test_a_game_in_which_a_state_comes_back_is_refused():
    to_and_fro = np.array([[1], [0]], np.int32)
    nobody, somebody = np.zeros(2, int), np.array([1, -1])
    game = Rules("to and fro", to_and_fro, nobody, nobody != 0, somebody)
    with pytest.raises(ValueError, match="to and fro a state comes up twice"):
        game.layers  # noqa: B018


def test_states_and_actions_are_written_and_read(game):
    for state in np.flatnonzero(game.reachable)[::97]:
        assert game.parse(game.show(state)) == state
    for action in range(game.n_actions):
        name = game.action_name(action)
        assert game.action(name) == game.action(name.lower()) == game.action(action) == action
    for wrong in (-1, game.n_actions, 1.0, True, "?", None):
        with pytest.raises(IllegalMoveError, match=r"is a number 0\.\."):
            game.action(wrong)
    for wrong in (-1, game.n_states, 0.5, None):
        with pytest.raises(ValueError, match=str(game.n_states - 1)):
            game.show(wrong)


def test_a_mark_lands_where_the_board_then_has_it():
    game, _ = made("4 x 3, falling")
    state = game.parse("... .X. .O. OXX")
    assert game.landing(state).tolist() == [6, 1, 8]
    state = game.next_state(state, game.action("b"))
    assert game.show(state) == ". O .\n. X .\n. O .\nO X X"
    assert game.landing(state).tolist() == [6, -1, 8]
    with pytest.raises(IllegalMoveError, match="column 1 is full; the board is"):
        game.next_state(state, 1)


def test_a_game_is_sent_as_what_it_is_made_from():
    game, _ = made("3 x 4")
    sent = pickle.dumps(game)
    assert pickle.loads(sent) is game
    assert len(sent) < 1_000


@pytest.mark.parametrize(
    ("size", "what"),
    [
        ({"rows": 4, "columns": 4, "k": 3}, "at most 12 cells, not 4 x 4 = 16"),
        ({"rows": 2, "columns": 3, "k": 4}, "4 in a row fit nowhere on a board of 2 x 3"),
        ({"rows": 0, "columns": 3, "k": 3}, "rows is a whole number"),
        ({"rows": 3, "columns": 3, "k": 2.5}, "k is a whole number"),
    ],
)
def test_no_such_board(size, what):
    with pytest.raises(ValueError, match=what):
        boards(**size)
