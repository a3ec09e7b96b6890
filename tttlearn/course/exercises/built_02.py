"""Provide what the exercises of lesson 02 build and its later cells use."""

from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from operator import truediv

import numpy as np

from tttlearn.course.articles.shares import wilson
from tttlearn.course.exercises.built_01 import legal_moves
from tttlearn.game.rules import NEXT, START, TERMINAL, WINNER


def shares(winners):
    """Return the shares of games won by X, drawn and won by O, a list (02.1)."""
    return [float((winners == side).mean()) for side in (1, 0, -1)]


def one_move(boards, part=truediv, adds=True):
    """Return the chances of the boards after one random move, from those before it: dicts (02.2).

    `part` and `adds` can be changed to make known faults: what a board after the move gets, from
    the chance of the board before it and the number of its free cells; and whether the chances that
    several boards pass on to one are added up.
    """
    after = {}
    for state, chance in boards.items():
        cells = legal_moves(state)
        for reached in NEXT[state, cells].tolist():
            after[reached] = part(chance, len(cells)) + (after.get(reached, 0) if adds else 0)
    return after


def random_ends(over=TERMINAL):
    """Return the chances of a win of X, a draw and a win of O in random play, Fractions (02.3).

    `over` is an array that says which boards are counted as ends.
    """
    ends = {1: 0, 0: 0, -1: 0}
    for boards in _after_random_moves():
        for state, chance in boards.items():
            if over[state]:
                ends[int(WINNER[state])] += chance
    return list(ends.values())


@cache
def _after_random_moves():
    """Return the chances of the boards after 1, 2, ..., 9 random moves: a list of dicts."""
    layers, boards = [], {START: Fraction(1)}
    while boards := one_move(boards):
        layers.append(boards)
    return layers


def standard_error(p, n):
    """Return the standard error of a share of n games that are won with probability p (02.5)."""
    return np.sqrt(p * (1 - p) / n)


def hits(samples, p, wins=lambda sample: (sample == 1).sum(), games=len):
    """Return how many of the samples, rows of winners, have an interval that holds p (02.7).

    `wins` and `games` count the wins and the games of a sample.
    """
    bars = [wilson(wins(sample), games(sample)) for sample in samples]
    return sum(bool(low <= p <= high) for low, high in bars)


def chances(n, p=0.5):
    """Return the chances of 0 to n wins in n games or pulls, each won with p (02.11, 07.8)."""
    return np.array([ways * p**w * (1 - p) ** (n - w) for w, ways in enumerate(_ways(n))])


@lru_cache(10)
def _ways(n):
    """Return the number of orders in which n games can have 0, 1, ..., n wins, a tuple."""
    return tuple(comb(n, w) for w in range(n + 1))


def surprise(k, n, p):
    """Return the chance of a number of wins at least as far from n * p as k is (02.12)."""
    far = abs(np.arange(n + 1) - n * p) >= abs(k - n * p)
    return float(chances(n, p)[far].sum())
