"""nestedsoftware's article beside a second program, slow and with dicts, in its four variants.

And so is the program that the repository holds now.

The second program plays and learns by itself (`nested_article`). Here it is handed the recipe's
random numbers, so that both play the same games, and the tables are compared after some thousands.
"""

from functools import cache

import numpy as np
import pytest

from tests.aids import naive
from tests.course.articles import nested_article as article
from tttlearn.course.articles.recipes import NESTED_GAMES, nested_epsilon, nestedsoftware
from tttlearn.evaluation.exact import minimax_policy
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import TURN, UNDECIDED

POLICIES = {"random": random_policy(), "minimax-random": minimax_policy()}
BOARDS = {naive.board_of(state): state for state in UNDECIDED.tolist()}
ALL = article.VARIANTS | article.REPOSITORY
variants = pytest.mark.parametrize("variant", ALL)
with_moves = pytest.mark.parametrize("variant", article.VARIANTS)
opponents = pytest.mark.parametrize("opponent", POLICIES)


def recipe(variant, seed=0):
    tables, draw, _, of_boards = ALL[variant]
    rewards = "repository" if of_boards else "draw-equals-win" if draw else "article"
    return nestedsoftware(rewards, double=tables == 2, seed=seed)


def cut(learner, games):
    """The learner with the article's schedule of exploring over so many games for each side."""
    schedule = np.array(list(article.epsilons(games)))
    learner.epsilon = lambda played: schedule[played % games]
    return learner


@cache
def entries_of(variant):
    """{board: {cell: the entry that this move has in the table}}, found by numbering entries."""
    numbered = recipe(variant)
    shape = numbered.table.shape[-2:]
    numbered.table[...] = np.arange(np.prod(shape)).reshape(shape)  # the same in two tables
    found = np.abs(np.nan_to_num(numbered.values))  # to X, and here only which entry
    return {b: {cell: int(found[s, cell]) for cell in naive.moves(b)} for b, s in BOARDS.items()}


class Entries(article.Table):
    """The article's table, with the moves of a position stored where the recipe stores them."""

    def __init__(self, entries):
        self.kept = dict.fromkeys({e for row in entries.values() for e in row.values()}, 0.0)
        self.entries = entries

    def find(self, board):
        return self.kept, self.entries[board]


class Draws:
    """What the article's program asks of a `random.Random`, drawn as the game loop draws it."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed).random

    def choice(self, cells):
        return cells[int(self.random() * len(cells))]

    def randrange(self, two):
        return 1 if self.random() < 1 / two else 0


def slow_beside(variant, seed):
    """The recipe, and the tables and the random numbers of the second program."""
    learner = recipe(variant, seed)
    entries = entries_of(variant)
    tables = [Entries(entries) for _ in range(ALL[variant].tables)]
    return learner, tables, Draws(seed)


def assert_same(learner, tables):
    entries = learner.table.reshape(len(tables), -1)
    of_boards = learner.table.ndim == 1  # the repository's are to the learner, the others to X
    for table, values in zip(tables, entries, strict=True):
        for board in BOARDS:
            where, turn = table.entries[board], 1 if of_boards else TURN[BOARDS[board]]
            ours = [turn * values[where[cell]] for cell in naive.moves(board)]
            theirs = [table.get(board, cell) for cell in naive.moves(board)]
            assert np.abs(np.subtract(ours, theirs)).max() <= 1e-12, board


@with_moves
def test_each_move_of_a_board_has_its_own_entry_in_the_table(variant):
    for board, cells in entries_of(variant).items():
        assert len(set(cells.values())) == len(cells), board


def test_in_the_repository_moves_share_an_entry_when_they_lead_to_boards_that_look_alike():
    kept, owners = article.BoardTable(), {}
    for board, cells in entries_of("repository").items():
        images = kept.find(board)[1]
        for cell, entry in cells.items():
            assert owners.setdefault(entry, images[cell]) == images[cell], board
    assert len(set(owners.values())) == len(owners)


@with_moves
def test_boards_share_entries_when_they_look_alike_and_cell_by_cell_as_turned(variant):
    entries = entries_of(variant)
    owners = {}
    for board, cells in entries.items():
        images = ["".join(board[c] for c in turn) for turn in article.TURNS]
        least = min(images)
        assert {owners.setdefault(entry, least) for entry in cells.values()} == {least}
        there = [t for t, image in zip(article.TURNS, images, strict=True) if image == least]
        turned = [{t[i]: entries[least][i] for i in naive.moves(least)} for t in there]
        assert cells in turned, board


@variants
@opponents
def test_a_long_run_has_the_same_values_and_the_same_choices(variant, opponent):
    """Values that tie must tie in both: the average is to be written as the article writes it."""
    games = 1_000
    learner, tables, rng = slow_beside(variant, seed=8)
    cut(learner, games)
    for side in "XO":
        ends = [*article.train(tables, ALL[variant], games, opponent, rng, side)]
        winners = learner.learn(games, POLICIES[opponent], side)
        assert winners.tolist() == [naive.result(end) for end in ends]
    assert_same(learner, tables)
    policy = learner.policy
    chosen = {board: int(policy[state].argmax()) for board, state in BOARDS.items()}
    assert chosen == {board: article.greedy(tables, board) for board in BOARDS}


def test_exploring_falls_as_in_the_article_and_starts_again_for_the_second_side():
    expected = 2 * list(article.epsilons(article.GAMES))
    assert NESTED_GAMES == article.GAMES
    assert nested_epsilon(np.arange(2 * NESTED_GAMES)) == pytest.approx(expected, abs=1e-15)
