"""The pictures of boards: what is drawn, and where, in every game."""

from io import BytesIO

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.patches import Rectangle
from PIL import Image

from tests.aids.games import GAMES, random_game
from tttlearn.evaluation.exact import state_values
from tttlearn.evaluation.policy import action_values, random_policy
from tttlearn.game.rules import TICTACTOE, parse
from tttlearn.pictures.boards import (
    INK,
    VALUE_COLOURS,
    X_COLOUR,
    draw_board,
    draw_boards,
    plot_outcomes,
    plot_tree,
    show_figure,
)
from tttlearn.support.text import value_text

VALUE_POINTS = 17
"""The size of the letters of a value above a board of a tree; nothing else there has it."""
FALLING, WIDE, SMALL = (GAMES[name]() for name in ("4 x 3, falling", "2 x 4", "2 x 2"))
each_board = pytest.mark.parametrize(
    "rules", [lambda: FALLING, lambda: WIDE], ids=["4 x 3", "2 x 4"]
)


def states_of(rules):
    """The states of a random game."""
    return random_game(rules, np.random.default_rng(0))[0].tolist()


def centre(cell, rules):
    return cell % rules.columns + 0.5, cell // rules.columns + 0.5


def texts(ax):
    return {text.get_position(): text.get_text() for text in ax.texts}


@each_board
def test_every_mark_is_drawn_in_its_cell(rules):
    rules = rules()
    for state in states_of(rules)[::3]:
        ax = draw_board(state, rules=rules)
        circles = {tuple(patch.center) for patch in ax.patches}
        strokes = [line.get_xydata() for line in ax.lines if line.get_color() == X_COLOUR]
        crosses = {tuple(stroke.mean(0).round(6)) for stroke in strokes}
        for digit, drawn in ((1, crosses), (2, circles)):
            cells = np.flatnonzero(rules.cells[state] == digit)
            assert drawn == {centre(cell, rules) for cell in cells}
        plt.close("all")


@each_board
def test_a_number_stands_where_the_mark_of_its_action_comes_to_lie(rules):
    rules = rules()
    Q, even = action_values(state_values(rules=rules), rules), random_policy(rules)
    for state in states_of(rules)[:-1:3]:
        places = {a: centre(c, rules) for a, c in enumerate(rules.landing(state)) if c >= 0}
        values = {place: value_text(Q[state, a]) for a, place in places.items()}
        assert texts(draw_board(state, values=Q, rules=rules)) == values
        assert texts(draw_board(state, values=Q[state], rules=rules)) == values
        chances = {place: f"{even[state, a]:.0%}" for a, place in places.items()}
        assert texts(draw_board(state, policy=even, rules=rules)) == chances
        names = {place: str(a) for a, place in places.items()}
        assert texts(draw_board(state, rules=rules)) == names
        plt.close("all")


@pytest.mark.parametrize(
    ("rules", "board", "ends"),
    [
        (SMALL, "XX O.", [[0.14, 0.5], [1.86, 0.5]]),
        (WIDE, "XO.O .XXX", [[1.14, 1.5], [3.86, 1.5]]),
        (TICTACTOE, "XOO .X. ..X", [[0.14, 0.14], [2.86, 2.86]]),
        (FALLING, "... X.. XO. XO.", [[0.5, 1.14], [0.5, 3.86]]),
    ],
)
def test_a_line_goes_through_the_marks_that_win(rules, board, ends):
    ax = draw_board(rules.parse(board), rules=rules)
    [line] = [line for line in ax.lines if line.get_color() == INK]
    assert line.get_xydata() == pytest.approx(np.array(ends))


def test_a_game_without_a_board_is_drawn_as_text():
    nim = GAMES["nim"]()
    assert list(texts(draw_board(nim.start, rules=nim)).values()) == [str(nim.start)]
    Q = action_values(state_values(rules=nim), nim)
    legal = np.flatnonzero(nim.legal[nim.start])
    shown = list(texts(draw_board(nim.start, values=Q, rules=nim)).values())
    assert shown[0] == str(nim.start)
    assert shown[1::2] == [value_text(Q[nim.start, a]) for a in legal]
    assert shown[2::2] == [str(a) for a in legal]


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(ValueError, match="values or a policy, not both"):
        draw_board(0, values=np.zeros(9), policy=np.zeros(9))
    with pytest.raises(ValueError, match=r"nine numbers, one for each cell, .* \(19683, 9\), not"):
        draw_board(0, values=np.zeros(8))
    with pytest.raises(ValueError, match=r"eight numbers, .* \(6561, 8\), not \(19683, 9\)"):
        draw_board(0, policy=random_policy(), rules=WIDE)
    with pytest.raises(ValueError, match="three numbers, one for each column"):
        draw_board(0, values=np.zeros(9), rules=FALLING)


@each_board
def test_boards_side_by_side_have_the_shape_of_the_game(rules):
    rules = rules()
    states = states_of(rules)[:3]
    axes = draw_boards(states, ["one", "two", "three"], columns=2, rules=rules)
    assert [ax.get_title() for ax in axes] == ["one", "two", "three"]
    for ax in axes:
        assert (ax.get_xlim()[1], ax.get_ylim()[0]) == (rules.columns + 0.06, rules.rows + 0.06)


@pytest.mark.parametrize("game", GAMES)
def test_a_tree_has_a_board_for_each_way_with_its_value(game):
    rules = GAMES[game]()
    V, root = state_values(rules=rules), states_of(rules)[-3]
    ways, level = [root], [root]
    for _ in range(2):
        level = [s for state in level for s in rules.next[state].tolist() if s >= 0]
        ways += level
    ax = plot_tree(root, plies=2, rules=rules)
    worth = ["0" if V[s] == 0 else f"{V[s]:+.0f}" for s in ways]
    shown = [text.get_text() for text in ax.texts if text.get_fontsize() == VALUE_POINTS]
    assert sorted(shown) == sorted(worth)
    side = "X" if rules.turn[root] == 1 else "O"
    assert ax.texts[0].get_text().startswith(f"{side} to move")


def test_a_tree_too_wide_to_read_is_refused():
    with pytest.raises(ValueError, match="a tree with 72 ends is too wide"):
        plot_tree(0, 2)


def test_a_frame_has_the_colour_of_the_value():
    ax = plot_tree(parse("XX./OO./..."), 1)
    frames = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    assert frames[0].get_edgecolor() == pytest.approx(VALUE_COLOURS(1.0))


def test_outcomes_are_shares_of_whatever_was_counted():
    ax = plot_outcomes({"a": (2, 1, 1), "b": (0.5, 0.5, 0)})
    widths = np.array([[bar.get_width() for bar in bars] for bars in ax.containers])
    assert widths == pytest.approx(np.array([[0.5, 0.5], [0.25, 0.5], [0.25, 0]]))


def test_a_figure_is_shown_sharp_with_its_caption(monkeypatch, capsys):
    told = []
    monkeypatch.setattr("IPython.display.display", told.append)
    ax = plt.subplots(figsize=(4, 3), dpi=80, layout="constrained")[1]
    show_figure(ax.set_title(r"all of it, $\alpha$").axes, "an empty plot")
    (shown,) = told
    picture = Image.open(BytesIO(shown.data))
    assert (picture.format, picture.mode) == ("PNG", "P")
    assert np.allclose(picture.size, (640, 480), rtol=0.1)  # twice the pixels of 4 by 3 inches
    assert (shown.retina, shown.alt) == (True, "an empty plot")
    assert capsys.readouterr().out == "Figure: an empty plot\n"
    assert not plt.get_fignums()
