"""Alpha-beta step by step: the steps are those of the search, and the picture says them."""

import numpy as np
import pytest

from tttlearn import StepAlphaBeta
from tttlearn.game.rules import PLY, REACHABLE, TERMINAL, parse
from tttlearn.pictures.boards import tree_levels
from tttlearn.play.stepping import alpha_beta_steps
from tttlearn.search.game_tree import alpha_beta, minimax

SMALL = parse("XXO / OOX / ...")
LATE = np.flatnonzero(REACHABLE & ~TERMINAL & (PLY >= 6)).tolist()


def test_the_last_step_knows_what_alpha_beta_finds():
    for state in LATE:
        last, found = alpha_beta_steps(state)[-1], alpha_beta(state)
        assert last.values[()] == found.value == minimax(state).value
        assert len(last.values) == found.positions


def test_no_board_is_both_looked_at_and_left_out():
    for state in LATE:
        last = alpha_beta_steps(state)[-1]
        tree = [node.actions for level in tree_levels(state, 9) for node in level]
        covered = {at for at in tree if any(at[: len(cut)] == cut for cut in last.skipped)}
        assert covered | set(last.values) == set(tree)
        assert not covered & set(last.values)


def test_a_step_tells_low_and_high():
    steps = alpha_beta_steps(SMALL)
    assert steps[0].says == "at the top: low -2, high 2. X is to move."
    assert steps[10].says.endswith("low is no longer below high. Left out: cell 8.")
    assert steps[10].bounds[(7,)] == (0, -1)
    assert steps[10].skipped == {(7, 8)}


def test_the_slider_shows_another_step_and_the_notebook_keeps_the_last():
    stepping = StepAlphaBeta(SMALL)
    first = stepping.slider.page
    stepping.slider.index = 4
    assert stepping.slider.page != first
    assert "5. After 6: low -2, high 0." in stepping.slider.page
    data, metadata = stepping._repr_mimebundle_()
    assert data["text/plain"].count("\n") == len(stepping.steps) == 15
    assert "step" in metadata["image/png"]["alt"]


def test_a_tree_too_wide_to_read_is_refused():
    with pytest.raises(ValueError, match="too wide to read"):
        StepAlphaBeta(parse("XO. / ... / ..."))
