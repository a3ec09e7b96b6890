"""The forward pass on a board without a browser: what is seen is what the network computes."""

from base64 import b64decode

import numpy as np
import pytest

from tttlearn import SeeForward
from tttlearn.game.rules import parse
from tttlearn.network.basics import Network, new_network, two_bits
from tttlearn.network.basics import forward as layers
from tttlearn.play.seeing import seen_in_words, units

PLACE = parse("X../.O./..X")
[W1, W2], [b1, b2] = (lambda net: (net.weights, net.biases))(
    new_network((18, 25, 9), np.random.default_rng(3))
)
PARTS = W1, b1, W2, b2


def forward(x, W1, b1, W2, b2):
    """The hidden layer and the nine probabilities, as a reader would write them."""
    hidden = np.maximum(x @ W1 + b1, 0)
    powers = np.exp(hidden @ W2 + b2)
    return hidden, powers / powers.sum()


@pytest.fixture
def seen(monkeypatch):
    """What is shown, without its pictures, of which each takes a quarter of a second."""
    monkeypatch.setattr(SeeForward, "_picture", lambda *_: b"")
    return SeeForward(forward, PARTS, PLACE)


def test_the_units_are_those_of_the_network():
    x, hidden, outputs = layers(Network([W1, W2], [b1, b2]), two_bits(PLACE))
    found = units(forward, PARTS, PLACE)
    assert (found.inputs == x).all()
    assert np.allclose(found.hidden, hidden)
    assert np.allclose(found.outputs, outputs)
    assert ((found.sums > 0) == (hidden > 0)).all()


def test_a_click_puts_x_then_o_then_nothing(seen):
    pages = [seen.page.value]
    for state in ("X.X/.O./..X", "X.O/.O./..X", "X../.O./..X"):
        seen.board._handle_custom_msg({"kind": "click", "arg": 2, "turn": 0}, [])
        assert seen.board.state == parse(state)
        assert seen_in_words(seen.units(parse(state)), parse(state)) in seen.page.value
        pages.append(seen.page.value)
    assert seen.board.marks == ["X", "", "", "", "O", "", "", "", "X"]
    assert pages[0] == pages[3]
    assert len(set(pages)) == 3


def test_boards_that_no_game_reaches_and_full_ones_can_be_set(seen):
    for cell in (1, 2, 3, 5, 6, 7):
        seen.click(cell)
    assert seen.board.marks == ["X"] * 4 + ["O"] + ["X"] * 4
    assert len(seen.board.lines) == 4
    assert "which is taken" not in seen.page.value


@pytest.mark.parametrize("content", [None, {"kind": "undo"}, {"kind": "click", "arg": 9}])
def test_any_other_message_is_answered_and_changes_nothing(seen, content):
    answered = seen.board.answered
    seen.board._handle_custom_msg(content, [])
    assert seen.board.state == PLACE
    assert seen.board.answered > answered


def test_the_sentence_says_where_the_highest_output_is():
    outputs = np.array([0.02, 0.2, 0.03, 0.05, 0.6, 0.04, 0.03, 0.02, 0.01])
    found = units(forward, PARTS, PLACE)._replace(outputs=outputs)
    assert (
        "60.0%, in cell 4, which is taken; the highest free one is 20.0%, in cell 1."
        in seen_in_words(found, PLACE)
    )
    assert seen_in_words(found, 0).endswith("The highest output is 60.0%, in cell 4.")


def test_a_saved_notebook_keeps_all_units_in_words_and_a_picture():
    data, metadata = SeeForward(forward, PARTS, PLACE)._repr_mimebundle_()
    assert data["text/plain"].startswith("A forward pass on\nX . .\n. O .\n. . X\n3 of 18 inputs")
    assert "0: " in data["text/plain"]
    assert "24: " in data["text/plain"]
    assert b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert len(data["image/png"]) < 150_000
    assert "hidden units are on" in metadata["image/png"]["alt"]
    assert "application/vnd.jupyter.widget-view+json" in data


@pytest.mark.usefixtures("seen")
def test_a_forward_pass_may_return_a_list():
    assert SeeForward(lambda *given: list(forward(*given)), PARTS).twin()[0].startswith("A forward")


def test_what_is_no_forward_pass_is_refused(seen):
    with pytest.raises(ValueError, match=r"W1 \(18, units\).* not \(25, 9\)"):
        SeeForward(forward, (W2, b2, W1, b1))
    with pytest.raises(ValueError, match="25 hidden numbers and nine outputs, not Ellipsis"):
        SeeForward(lambda *given: ..., PARTS)
    with pytest.raises(ValueError, match=r"a cell is a number 0\.\.8, not 9"):
        seen.click(9)
