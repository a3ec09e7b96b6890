"""kota7's levels: the learner beside a second, slow one that does one step after the other."""

import numpy as np
import pytest

from tests.aids import naive
from tttlearn.course.articles.kota7.recipe import VALUE, level
from tttlearn.course.articles.recipes import KOTA7_GAMES, kota7
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import UNDECIDED
from tttlearn.players.roster import player


def mirrored(board):
    """The seven images of a 3 x 3 array other than itself, in the order of writing."""
    turned = board.T
    flips = [board[::-1], board[:, ::-1], board[::-1, ::-1]]
    return [*flips, turned, turned[::-1], turned[:, ::-1], turned[::-1, ::-1]]


def square(board):
    return np.array(list(board)).reshape(3, 3)


def name(array):
    return "".join(array.ravel())


class Slow:
    """The learner with dicts from boards as text: values, and sets of the best cells."""

    def __init__(self, seed):
        self.values, self.best, self.rng = {}, {}, np.random.default_rng(seed)

    def look(self, board):
        """The backup at a board before the move, written to its images."""
        sign = 1 if naive.mover(board) == "X" else -1
        worth = {a: self.values.get(naive.after(board, a), 0.0) for a in naive.moves(board)}
        top = max(sign * value for value in worth.values())
        marks = np.zeros((3, 3), int)
        marks.ravel()[[a for a in worth if sign * worth[a] == top]] = 1
        value = (1 - 0.8) * self.values.get(board, 0.0) + 0.8 * 0.99 * (sign * top)
        for image, cells in zip(mirrored(square(board)), mirrored(marks), strict=True):
            self.values[name(image)] = value
            self.best[name(image)] = np.flatnonzero(cells.ravel()).tolist()

    def choose(self, board):
        if self.rng.random() < 0.1:
            return self.one_of(naive.moves(board))
        found = self.best.get(board, naive.moves(board))
        return found[0] if len(found) == 1 else self.one_of(found)

    def one_of(self, cells):
        return cells[int(self.rng.random() * len(cells))]

    def play(self):
        board = "." * 9
        while not naive.is_over(board):
            self.look(board)
            board = naive.after(board, self.choose(board))
        end = {"X": 100.0, "O": -100.0, "": 0.0}[naive.winner(board)]
        for image in [square(board), *mirrored(square(board))]:
            self.values[name(image)] = end


def test_the_same_values_and_the_same_choices_as_step_by_step():
    slow, learner = Slow(seed=8), kota7(0, seed=8)
    for _ in range(4):
        learner.learn(100)
        for _ in range(100):
            slow.play()
        policy, random = learner.policy, random_policy()
        for state in UNDECIDED:
            board = naive.board_of(state)
            assert learner.table[state, VALUE] == slow.values.get(board, 0.0)
            expected = slow.best.get(board, np.flatnonzero(random[state]).tolist())
            assert np.flatnonzero(policy[state]).tolist() == expected


def test_level_0_plays_at_random_and_the_levels_have_their_games():
    assert (level(0).policy == random_policy()).all()
    assert [kota7(k).games for k in (0, 1)] == [0, 500]
    assert KOTA7_GAMES == (0, 500, 750, 1_000, 1_500, 5_000)


def test_a_level_is_the_same_each_time_and_has_a_name():
    assert level(3) is player("level-3")
    assert level(3).name == "level-3"
    assert (kota7(3, 123).policy == level(3).policy).all()
    assert np.nanmax(np.abs(level(5).values)) <= 1


@pytest.mark.parametrize("wrong", [-1, 6, 2.5, "3", None, True])
def test_another_level_is_refused(wrong):
    with pytest.raises(ValueError, match="a level of kota7 is a whole number from 0 to 5"):
        level(wrong)
    with pytest.raises(ValueError, match=f"not {wrong!r}"):
        kota7(wrong)
