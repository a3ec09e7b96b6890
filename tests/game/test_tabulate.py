"""A game written as two functions: its tables, against those that were made in another way."""

import copy
import pickle
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.aids.alike import first_of
from tests.aids.games import BOARDS, VARIANTS, made
from tttlearn.evaluation.exact import outcome, state_values, worst_case
from tttlearn.evaluation.policy import random_policy
from tttlearn.game import explored
from tttlearn.game.large import LargeRules
from tttlearn.game.tables import IllegalMoveError
from tttlearn.game.tabulate import tabulate
from tttlearn.learn.qlearning import QLearner
from tttlearn.players.saved import load, save


def stones(number=21):
    """Each side takes one to three stones; who takes the last one wins."""

    def moves(position):
        left, side = position
        return {f"take {n}": (left - n, -side) for n in (1, 2, 3) if n <= left}

    def who(position):
        left, side = position
        return side if left else -side

    return tabulate(f"{number} stones", (number, 1), moves, who)


def from_slow(name):
    """(the Rules of boards, those of the same game written as functions of texts)."""
    game, slow = made(name)

    def board(text):
        return [line.split() for line in text.split("\n")]

    @cache
    def moves(text):
        return {action: slow.text(after) for action, after in slow.moves(board(text)).items()}

    def who(text):
        return slow.turn(board(text)) if moves(text) else slow.winner(board(text))

    return game, tabulate(name, slow.text(slow.start()), moves, who)


FIRST = "2 x 4", "by twos", "with a hole"


@pytest.mark.parametrize("name", first_of(3, dict.fromkeys([*FIRST, *BOARDS, *VARIANTS])))
def test_the_same_game_as_a_board_and_as_functions(name):
    game, written = from_slow(name)
    theirs = [game.parse(text) for text in written.texts]
    assert sorted(theirs) == np.flatnonzero(game.reachable).tolist()
    for table in ("winner", "terminal"):
        assert (getattr(written, table) == getattr(game, table)[theirs]).all()
    assert (written.turn == np.where(game.terminal, 0, game.turn)[theirs]).all()
    assert (state_values(rules=written) == state_values(rules=game)[theirs]).all()
    actions = [int(action) for action in written.action_names]
    after = np.where(written.next >= 0, np.array(theirs)[written.next], -1)
    assert (after == game.next[theirs][:, actions]).all()


def test_a_heap_of_four_stones_more_is_the_same_to_who_moves():
    for number in range(1, 13):
        assert state_values(rules=stones(number))[0] == (-1 if number % 4 == 0 else 1)


def test_a_learner_of_it_can_be_trained_judged_and_saved(tmp_path):
    game = stones(9)
    learner = QLearner(0.3, epsilon=0.3, rules=game, seed=1)
    learner.learn(3_000)
    assert worst_case(learner.policy, rules=game).as_x == 1
    again = load(save(learner, tmp_path / "nine.npz"), rules=stones(9))
    policy = random_policy(game)
    assert outcome(again.policy, policy, rules=game) == outcome(learner.policy, policy, rules=game)


def test_it_is_shown_and_typed_as_it_was_written():
    (_, board), heap = from_slow("2 x 4"), stones(9)
    first = board.next_state(0, board.action("3"))
    assert board.show(first) == ". . . X\n. . . ."
    assert board.parse(board.show(first)) == first
    assert board.parse(str(first)) == first
    assert [heap.parse(position) for position in ((9, 1), (8, -1))] == [0, 1]
    assert heap.action_name(heap.action(" Take 1 ")) == "TAKE 1"
    with pytest.raises(IllegalMoveError, match="action"):
        heap.action("take 9")


def test_texts_that_stand_for_two_states_are_not_read():
    game = tabulate("taking", 2, lambda n: {"one": n - 1} if n else {}, lambda n: 1, lambda n: "?")
    with pytest.raises(ValueError, match=r"3 positions of taking are shown as '\?'; let `show`"):
        game.parse("?")
    with pytest.raises(ValueError, match="a state of taking is written as its number, not '!'"):
        game.parse("!")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_it_stays_what_it_is_in_a_copy(copied):
    game, again = stones(), copied(stones())
    assert again == game
    assert again.fingerprint == game.fingerprint
    assert again.show(7) == game.show(7)
    assert again.action_names == game.action_names
    assert again != stones(9)


def written(moves=lambda n: {"one": n - 1} if n else {}, who=lambda n: 1, start=2):
    return tabulate("taking", start, moves, who)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"moves": lambda n: [n - 1]}, r"in taking, moves\(position\) is a dict, .*not \[1\] in 2"),
        ({"moves": lambda n: {"a": 0, "A ": 1}}, "two actions have one name in 2"),
        ({"moves": lambda n: {"a": [1]}}, r"such as a tuple or a text, not \[1\]"),
        ({"start": [2]}, r"such as a tuple or a text, not \[2\]"),
        ({"who": lambda n: 0}, r"is one of \(1, -1\) where there are moves, not 0 in 2"),
        ({"who": lambda n: "X"}, r"is one of \(1, -1\) where there are moves, not 'X' in 2"),
        ({"who": lambda n: 1 if n else 2}, r"is one of \(1, 0, -1\) where there are no moves, not"),
        (
            {"moves": lambda n: {"one": n + 1}},
            "more than 50 positions, .*; does every game",
        ),
        ({"moves": lambda n: {"swap": 3 - n}}, "state 0 comes up twice in a game"),
        ({"moves": lambda n: {}}, "the game is over in the state in which it starts"),
    ],
)
def test_functions_that_make_no_game_are_refused_with_the_position(wrong, said, monkeypatch):
    monkeypatch.setattr("tttlearn.game.tabulate.MAX_POSITIONS", 50)
    with pytest.raises(ValueError, match=said):
        written(**wrong)
    assert written().n_states == 3


def take_stones(heap, room):
    n = min(3, heap // 2)
    for action in range(n):
        room[action] = action
    return n


def large_heap(moves=take_stones, after=lambda heap, action: heap - 2 * action - 2 ^ 1):
    """Return 21 stones as a large game: twice the stones, and 1 more if O is to move."""
    return LargeRules("21 stones", moves, after, lambda heap: 1 - 2 * (heap & 1), 3, 42)


def test_a_large_game_has_the_tables_of_the_same_game_in_python():
    found = tabulate(large_heap())
    room = np.empty(3, int)
    same = tabulate(
        "21 stones",
        42,
        lambda heap: {str(n): heap - 2 * n - 2 ^ 1 for n in range(take_stones(heap, room))},
        lambda heap: 1 - 2 * (heap & 1),
    )
    assert found.is_listed  # heaps are reached after different numbers of moves
    assert (found.next > np.arange(found.n_states)[:, None])[found.legal].all()
    values, expected = state_values(rules=found), state_values(rules=same)
    by_text = {same.show(state): value for state, value in enumerate(expected)}
    assert {found.show(state): value for state, value in enumerate(values)} == by_text
    assert [found.parse(found.show(state)) for state in found.undecided] == [*found.undecided]
    assert found.parse(3) == 3
    with pytest.raises(ValueError, match="no game of 21 stones reaches the state '99'"):
        found.parse("99")
    chances = (outcome(*[random_policy(rules)] * 2, rules) for rules in (found, same))
    assert next(chances) == pytest.approx(next(chances))
    assert pickle.loads(pickle.dumps(found)) == found


def taken_twice(heap, room):
    room[:2] = 1
    return 2 * (heap > 30)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (lambda: large_heap(taken_twice), "writes an action twice in state 42"),
        (lambda: large_heap(after=lambda heap, action: heap ^ 1), "does every game of it come"),
        (lambda: replace(large_heap(), who=lambda heap: int(heap > 30)), "not 0 in state 30"),
        (lambda: large_heap(lambda heap, room: 0), "the game is over in the state in which it"),
        (large_heap, "its tables take over"),
    ],
)
def test_a_large_game_without_tables_is_refused_with_what_is_wrong(game, said, monkeypatch):
    monkeypatch.setattr(explored, "free_bytes", lambda: 10_000)
    monkeypatch.setattr(explored, "njit_fresh", lambda function: function)
    monkeypatch.setattr(LargeRules, "compiled", property(lambda g: (g.moves, g.after, g.who)))
    with pytest.raises(ValueError, match=said):
        tabulate(game())


def test_a_large_game_is_given_alone():
    with pytest.raises(ValueError, match="give tabulate the game alone"):
        tabulate(large_heap(), 42)
