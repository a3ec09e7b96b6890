"""Hickman's recipe beside a second, slow program with dicts, as published and repaired.

Written from source 0, rows 0-12 to 0-22, and the first of its ambiguities: the values of one state
go into the update of another.
"""

import numpy as np
import pytest

from tests.aids import naive
from tttlearn.course.articles.hickman.figures import _highest, all_lines, lines_looked_up
from tttlearn.course.articles.recipes import (
    HICKMAN_TEST,
    HICKMAN_TRAINING,
    hickman,
    hickman_epsilon,
)
from tttlearn.game.rules import N_STATES

RATE, GAMMA, EXPLOIT = 0.35, 0.9, 0.8
REWARDS = {"X": (1.0, 0.0), "O": (0.0, 1.0), "": (0.1, 0.5)}  # by winner: of X, of O
variants = pytest.mark.parametrize("repaired", [False, True])


def fed_back(old, reward):
    """The values after an update, in the order of `old`: from its last one to its first."""
    new = []
    for value in reversed(old):
        reward = value + RATE * (GAMMA * reward - value)
        new.append(reward)
    return new


class Slow:
    """The program with a dict: the value of each board to the player that made it."""

    def __init__(self, seed, repaired):
        self.values, self.repaired = {}, repaired
        self.rng = np.random.default_rng(seed)

    def value(self, board):
        return self.values.get(board, 0.0)

    def one_of(self, cells):
        return cells[int(self.rng.random() * len(cells))]

    def choose(self, board, exploit):
        """A cell: with probability `exploit` one of those with the highest value, else any."""
        worth = {cell: self.value(naive.after(board, cell)) for cell in naive.moves(board)}
        if self.rng.random() < 1 - exploit:
            return self.one_of(list(worth))
        best = [cell for cell in worth if worth[cell] == max(worth.values())]
        return best[0] if len(best) == 1 else self.one_of(best)

    def play(self, exploit):
        """One game of the program against itself, and what it learns: the boards of the game."""
        board, made = "." * 9, []
        while not naive.is_over(board):
            board = naive.after(board, self.choose(board, exploit))
            made.append(board)
        for reward, boards in zip(
            REWARDS[naive.winner(board)], (made[::2], made[1::2]), strict=True
        ):
            self.learn(boards, reward)
        return made

    def learn(self, boards, reward):
        """The boards of one player are listed newest first, and so are the values handed over.

        The new values come back oldest first, and are written to the boards newest first. Repaired,
        the values are handed over oldest first, so that each is worked out for its own board.
        """
        newest = boards[::-1]
        old = [self.value(board) for board in (boards if self.repaired else newest)]
        self.values.update(zip(newest, fed_back(old, reward), strict=True))


def by_state(values):
    table = np.zeros(N_STATES)
    for board, value in values.items():
        table[naive.code(board)] = value
    return table


@variants
def test_the_same_games_and_values_game_by_game(repaired):
    slow, learner = Slow(7, repaired), hickman(repaired=repaired, seed=7)
    for _ in range(150):
        made = slow.play(EXPLOIT)
        assert learner.learn(1).tolist() == [naive.result(made[-1])]
        codes = [naive.code(board) for board in made]
        ours, theirs = learner.table[codes], [slow.value(board) for board in made]
        assert np.abs(ours - theirs).max() <= 1e-12
    assert np.abs(learner.table - by_state(slow.values)).max() <= 1e-12


@variants
def test_it_stops_exploring_after_its_training_and_goes_on_learning(repaired):
    slow, learner = Slow(9, repaired), hickman(repaired=repaired, seed=9)
    learner.played[0] = HICKMAN_TRAINING - 200
    ends = [slow.play(exploit)[-1] for exploit in [EXPLOIT] * 200 + [1.0] * 200]
    assert learner.learn(400).tolist() == [naive.result(end) for end in ends]
    assert np.abs(learner.table - by_state(slow.values)).max() <= 1e-12


def test_its_schedule():
    assert (HICKMAN_TRAINING, HICKMAN_TEST) == (100_000, 2_500)
    games = np.array([0, 99_999, 100_000, 102_499])
    assert hickman_epsilon(games) == pytest.approx([0.2, 0.2, 0, 0])


def test_the_probe_of_three_values_newest_first():
    assert fed_back([0.1, 0.2, 0.3], 1.0) == pytest.approx([0.51, 0.29065, 0.15655], abs=5e-6)


def test_the_lines_that_the_test_for_a_winner_looks_up_are_those_of_3_x_3_only():
    assert lines_looked_up(3) == all_lines(3)
    assert len(all_lines(4)) == 10
    assert len(lines_looked_up(4) & all_lines(4)) == 2  # the diagonals


def test_the_timed_games_explore_and_the_test_games_after_them_do_not():
    learner, ends = hickman(timed=True), np.array([0, 100_000, 100_999, 101_000])
    assert learner.exploring(ends).tolist() == pytest.approx([0.2, 0.2, 0.2, 0])


@pytest.mark.parametrize(("highest", "verdict"), [(0.75, "false"), (0.9, "true")])
def test_the_row_on_the_highest_value_sees_the_bug(highest, verdict):
    repaired = {"hickman-repaired": [{"highest": 0.9}] * 9}
    row = _highest(np.full(200, highest), repaired)
    assert row.verdict == verdict
    assert ("9 of 9 runs" in row.why) == (verdict == "false")
