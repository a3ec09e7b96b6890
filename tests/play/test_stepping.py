"""Alpha-beta step by step: the steps are those of the search, and the picture says them."""

import numpy as np
import pytest

from tttlearn import StepAlphaBeta, StepGames
from tttlearn.game.rules import NEXT, PLY, REACHABLE, START, TERMINAL, parse
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
    assert steps[0].caption == "at the top: low -2, high 2. X is to move."
    assert steps[10].caption.endswith("low is no longer below high. Left out: cell 8.")
    assert steps[10].bounds[(7,)] == (0, -1)
    assert steps[10].skipped == {(7, 8)}


def test_the_slider_shows_another_step_and_the_notebook_keeps_the_last():
    stepping = StepAlphaBeta(SMALL)
    first = stepping.slider.page
    assert 'role="status"' in first
    stepping.slider.index = 4
    assert stepping.slider.page != first
    assert "5. After 6: low -2, high 0." in stepping.slider.page
    data, metadata = stepping._repr_mimebundle_()
    assert data["text/plain"].count("\n") == len(stepping.steps) == 15
    assert "step" in metadata["image/png"]["alt"]


def test_a_tree_too_wide_to_read_is_refused():
    with pytest.raises(ValueError, match="with 255168 ends is too wide to read; begin later in"):
        StepAlphaBeta(START)


def played(*cells):
    states = [START]
    for cell in cells:
        states.append(NEXT[states[-1], cell])
    return states


def test_games_move_side_by_side_and_a_shorter_one_waits():
    games = StepGames({"short": played(0, 3, 1, 4, 2), "long": played(4, 0, 2, 6, 3, 5, 1, 7, 8)})
    text, alt, picture = games.twin()
    words = text.split("\n")[1:]
    assert words[0] == "1. Short: X is to move; long: X is to move."
    assert words[5] == "6. Short: X takes 2, and X has won; long: X takes 3."
    assert words[6] == "7. Short: it is over; long: O takes 5."
    assert words[9] == "10. Short: it is over; long: X takes 8, and nobody has won."
    assert words[9] in alt
    assert picture.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("games", "says"),
    [
        ({}, "a dict from titles"),
        ({"none": []}, "at least one in each"),
        ({"a number": 0}, "titles to lists of states"),
        ({"jumps": [START, NEXT[NEXT[START, 0], 1]]}, "no move leads from state 0"),
        ({name: [START] for name in "abcd"}, "at most 3 games"),
    ],
)
def test_what_is_no_game_is_refused(games, says):
    with pytest.raises(ValueError, match=says):
        StepGames(games)
