"""antirez' network on boards of Connect Four: its update, its outputs, and the kept runs."""

import json
from itertools import product

import numpy as np
import pytest

from tttlearn.course.articles.antirez import connect_four
from tttlearn.course.articles.antirez.targets import forgiving_delta, program_delta
from tttlearn.game.rules import LEGAL, TURN, UNDECIDED
from tttlearn.support.files import data_path


def test_on_tic_tac_toe_it_is_the_update_of_the_program():
    """There a lost move always has an alternative; test_update compares it with the program."""
    rng = np.random.default_rng(0)
    for state in UNDECIDED[TURN[UNDECIDED] == -1].tolist():
        p, action = rng.dirichlet(np.ones(9)), rng.choice(np.flatnonzero(LEGAL[state]))
        for reward in (1.0, 0.3, -2.0):
            given = p, action, LEGAL[state], reward
            assert forgiving_delta(*given).tobytes() == program_delta(*given).tobytes()


def test_only_a_lost_move_without_an_alternative_is_forgiven():
    p, only = np.array([0.5, 0.3, 0.2]), np.array([False, True, False])
    assert forgiving_delta(p, 1, only, -2.0).tolist() == [0, 0, 0]
    assert program_delta(p, 1, only, -2.0) == pytest.approx(2 * p)
    assert (forgiving_delta(p, 1, only, 1.0) == program_delta(p, 1, only, 1.0)).all()


@pytest.mark.parametrize("outputs", connect_four.OUTPUTS)
def test_whatever_the_outputs_stand_for_it_is_the_same_game(outputs):
    columns, other = connect_four.connect_four(4), connect_four.connect_four(4, outputs)
    assert other.n_actions == other.n_cells == 16
    assert (np.sort(other.next)[:, -4:] == np.sort(columns.next)).all()


def test_an_output_for_a_cell_is_that_to_which_the_mark_falls():
    rules = connect_four.connect_four(4, "cells")
    states, cells = np.nonzero(rules.legal)
    changed = rules.cells[states] != rules.cells[rules.next[states, cells]]
    assert (changed == np.eye(16, dtype=bool)[cells]).all()


def test_kept_runs_are_those_of_the_study():
    kept, asked = set(), set()
    for line in data_path(connect_four.FILE).read_text("utf-8").splitlines():
        run = json.loads(line)
        kept.add((*run["settings"].values(), run["seed"]))
    for columns, changes, games, seeds in connect_four.STUDY:
        asked |= set(product([columns], "OX", changes, games, range(seeds)))
    assert kept == asked
