"""Provide rules that go wrong, for test_rule_errors; the line to be named ends in "# here".

Those that go wrong while they run count their games in the table's last entry, a board that no game
reaches, and do their worst in game number `at`.
"""

import numpy as np


def indexes_outside(V, episode, at):
    V[19682] += 1
    V[episode.states[-1]] += episode.winner / 8
    if V[19682] == at:
        V[19683] = 1.0  # here


def divides_by_zero(V, episode, at):
    V[19682] += 1
    V[episode.states[-1]] += episode.winner / 8
    short = int(at) - int(V[19682])
    V[episode.states[-2]] = 0 / short  # here


def yields_nan(V, episode, at):
    V[19682] += 1
    V[episode.states[-1]] += episode.winner / 8
    if V[19682] == at:
        V[episode.states[1]] = np.nan  # here
    V[episode.states[2]] += 1


def complains_itself(V, episode, at):
    V[19682] += 1
    V[episode.states[-1]] += episode.winner / 8
    if V[19682] == at:
        raise ValueError("enough")  # here


def uses_an_unknown_name(V, episode):
    V[episode.states[-1]] = nonsense * episode.winner  # noqa: F821  # here


def changes_a_type(V, episode):
    x = 1.0
    if episode.winner:
        x = "one"
    V[0] = len(x)  # here


def calls_what_is_not_there(V, episode):
    V.no_such_method()  # here


def takes_too_little(V):
    V[0] = 1.0
