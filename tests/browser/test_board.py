"""The board as a human uses it: in JupyterLab, with mouse and keyboard."""

import re

import pytest
from playwright.sync_api import expect

from tests.aids.alike import first_of

pytestmark = pytest.mark.browser

SETUP = """
import tttlearn
from tests.aids.scripted import Scripted
from tttlearn import Board
"""
SLOW = """
import os, time
class Slow(Scripted):
    def act(self, state, rng):
        while not os.path.exists({file!r}):
            time.sleep(0.01)
        return super().act(state, rng)
"""


def cell(board, name):
    return board.get_by_role("gridcell").nth("ABC".index(name[0]) + 3 * (int(name[1]) - 1))


def message(board):
    return board.locator(".ttt-message")


MARKS = """(board, marks) => marks === [...board.querySelectorAll("[role=gridcell]")]
    .map(cell => cell.dataset.mark || ".").join("")"""


def expect_marks(board, marks):
    """Wait until the nine marks are drawn as given, such as "X...O....": a reply takes a moment."""
    board.page.wait_for_function(
        f"([board, marks]) => ({MARKS})(board, marks)", arg=[board.element_handle(), marks]
    )


def expect_answer(board, reply):
    """Wait until the opponent's mark stands in the cell `reply` and the human is to move."""
    expect(cell(board, reply)).to_have_attribute("data-mark", re.compile("[XO]"))


def show(lab, expression, *more):
    """The boards that the expressions make, one in each notebook cell."""
    return lab.run(f"{SETUP}\nboard = {expression}\nboard", *more)


def test_a_click_is_answered_and_said(lab):
    [board] = show(lab, "Board('minimax', rng=1)")
    cell(board, "A1").click()
    expect_answer(board, "B2")
    expect_marks(board, "X...O....")
    expect(board.get_by_role("status")).to_contain_text("Your move: you are X.")
    expect(board.get_by_role("status")).to_contain_text("O took B2: it thinks a draw (0)")
    expect(cell(board, "A1")).to_have_attribute("aria-label", "row 1 column 1, X")
    expect(cell(board, "B2")).to_have_attribute("aria-label", "row 2 column 2, O, last move")
    expect(cell(board, "A1")).to_have_attribute("aria-disabled", "true")
    cell(board, "A1").click(force=True)
    expect(message(board)).to_have_text("A1 is taken: choose a free cell.")


def test_the_keyboard_plays_a_game_and_keeps_the_focus(lab):
    [board] = show(lab, "Board(Scripted(3, 4, 5, 0))")
    centre = cell(board, "B2")
    centre.focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "Enter"):
        lab.page.keyboard.press(key)
    expect_answer(board, "A2")
    expect(cell(board, "A1")).to_be_focused()
    lab.page.keyboard.press("2")
    expect_answer(board, "B2")
    expect(cell(board, "B1")).to_be_focused()
    lab.page.keyboard.press("ArrowRight")
    lab.page.keyboard.press(" ")
    expect(message(board)).to_have_text("You win with A1-B1-C1.")
    line = board.locator(".ttt-lines line")
    assert [line.get_attribute(at) for at in ("y1", "y2")] == ["50", "50"]
    expect(board.locator(".ttt-score")).to_have_text(re.compile("You 1.*Draws 0.*Opponent 0"))
    expect(cell(board, "C1")).to_be_focused()
    expect(cell(board, "C1")).to_have_attribute("tabindex", "0")
    lab.page.keyboard.press("h")
    expect(message(board)).to_contain_text("The game is over")
    lab.page.keyboard.press("u")
    expect(board.locator(".ttt-why")).to_have_text("Taken back: C1.")
    lab.page.keyboard.press("n")
    expect(message(board)).to_have_text("Your move: you are X.")
    expect_marks(board, "." * 9)
    lab.page.keyboard.press("u")
    expect(message(board)).to_have_text("You have no move to take back.")


def test_plain_keys_do_not_reach_the_notebook(lab):
    [board] = show(lab, "Board('minimax', rng=1)")
    before = lab.cells()
    cell(board, "B2").click()
    expect_answer(board, "A3")
    selected = lab.selected()
    for key in ("x", "a", "b", "m", "c", "v", "z", "ArrowDown", "ArrowDown", "ArrowUp"):
        lab.page.keyboard.press(key)
    board.get_by_role("button", name="Undo").focus()
    lab.page.keyboard.press("x")
    lab.page.keyboard.press("ArrowDown")
    assert lab.cells() == before
    assert lab.selected() == selected
    expect(board).to_be_visible()


def test_the_buttons_hint_undo_and_start_again(lab):
    [board] = show(lab, "Board(Scripted(3, 4, 3))")
    board.get_by_role("button", name="Hint").click()
    expect(message(board)).to_have_text("Hint: A1 keeps the draw; 8 other moves do as well.")
    expect(cell(board, "A1")).to_have_class(re.compile("ttt-hint"))
    cell(board, "A1").click()
    expect_answer(board, "A2")
    expect(board.locator(".ttt-hint")).to_have_count(0)
    board.get_by_role("button", name="Undo").click()
    expect(board.locator(".ttt-why")).to_have_text("Taken back: A1 and A2.")
    expect_marks(board, "." * 9)
    board.get_by_label("O (it starts)").check()
    expect_answer(board, "B2")
    expect(message(board)).to_have_text("Your move: you are O.")


@pytest.mark.slow
def test_the_overlay_shows_values_or_probabilities_or_says_there_are_none(lab):
    [board] = show(
        lab, "Board({n: n for n in ('two-ply', 'random', 'mcts')} | {'plain': Scripted()})"
    )
    board.get_by_label("Show what it thinks").check()
    expect(cell(board, "B2").locator(".ttt-number")).to_have_text("+0.01")
    expect(cell(board, "B2")).to_have_attribute("aria-label", re.compile("value to X .0.01"))
    board.get_by_label("Opponent", exact=True).select_option("random")
    expect(cell(board, "B2").locator(".ttt-number")).to_have_text("")  # it has not moved yet
    cell(board, "A1").click()
    expect(cell(board, "C3").locator(".ttt-number")).to_have_text("0.12")
    said = re.compile("probability 0.12 at its last move")
    expect(cell(board, "C3")).to_have_attribute("aria-label", said)
    expect(board.locator(".ttt-legend")).to_contain_text("how it chose its last move")
    board.get_by_label("Opponent", exact=True).select_option("mcts")
    expect(cell(board, "A1")).to_have_attribute("data-mark", "")
    cell(board, "A1").click()
    number = cell(board, "B2").locator(".ttt-number")
    expect(number).to_have_text(re.compile(r"^\d+%$"))
    expect(cell(board, "B2")).to_have_attribute("aria-label", re.compile("share of its search .*%"))
    board.get_by_label("Opponent", exact=True).select_option("plain")
    expect(cell(board, "B2").locator(".ttt-number")).to_have_text("")
    for _ in range(2):  # not check(): the answer to the first click may untick it for a moment
        board.get_by_label("Show what it thinks").click()
    expect(message(board)).to_contain_text("Nothing to show")


@pytest.mark.slow
def test_a_loss_names_the_mistake_which_is_played_again_by_mouse_and_keyboard(lab):
    [board] = show(lab, "Board({'mine': Scripted(3, 4, 5, 5)})")
    replay = board.get_by_role("button", name="Replay from there")
    expect(replay).to_be_hidden()
    for name, reply in (("A1", "A2"), ("B1", "B2"), ("C3", "C2")):
        cell(board, name).click()
        expect_answer(board, reply)
    status = board.get_by_role("status")
    expect(status).to_contain_text("Your mistake was C3 (your move 3): C1 would have won.")
    expect(cell(board, "C3")).to_have_attribute("aria-label", re.compile("the mistake"))
    replay.click()
    expect_marks(board, "XX.OO....")
    expect(replay).to_be_hidden()
    expect(cell(board, "C3")).to_be_focused()
    expect(board.locator(".ttt-result")).to_be_hidden()
    lab.page.keyboard.press("Enter")
    expect(status).to_contain_text("Lost")
    lab.page.keyboard.press("r")
    expect_marks(board, "XX.OO....")


@pytest.mark.slow
def test_loss_draw_and_win_differ_by_sign_word_and_form(lab):
    lost, won, drawn = lab.run(
        f"{SETUP}\nboard = Board(Scripted(3, 4, 5))\nfor c in (0, 1, 8): board.click(c)\nboard",
        "board = Board(Scripted(3, 4))\nfor c in (0, 1, 2): board.click(c)\nboard",
        "board = Board(Scripted(4, 2, 3, 8))\nfor c in (0, 1, 6, 5, 7): board.click(c)\nboard",
    )
    look = """node => [node.textContent,
        getComputedStyle(node.closest(".ttt-status")).borderLeftStyle]"""
    looks = [board.locator(".ttt-result").evaluate(look) for board in (lost, won, drawn)]
    assert looks == [["\u2717 Lost", "dashed"], ["\u2713 Won", "solid"], ["= Draw", "double"]]


@pytest.mark.slow
def test_cells_are_called_by_their_numbers_by_mouse_and_keyboard(lab):
    [board] = show(lab, "Board('minimax', rng=1)")
    board.get_by_label("0-8").check()
    expect(board.locator(".ttt-name")).to_have_text([*"012345678"])
    expect(board.locator(".ttt-edge").first).to_be_hidden()
    centre = cell(board, "B2")
    centre.focus()
    lab.page.keyboard.press("0")
    expect_answer(board, "B2")
    expect(centre).to_have_attribute("aria-label", "cell 4, row 2 column 2, O, last move")
    lab.page.keyboard.press("9")
    expect_marks(board, "X...O....")
    board.get_by_label("A1").check()
    expect(board.locator(".ttt-edge").first).to_be_visible()


IN_VIEW = """board => {
    const view = board.closest(".jp-WindowedPanel-outer, .jp-Notebook").getBoundingClientRect();
    return [".ttt-grid", ".ttt-panel", ".ttt-message"].every(part => {
        const { top, bottom } = board.querySelector(part).getBoundingClientRect();
        return top >= view.top && bottom <= view.bottom;
    });
}"""


def test_a_new_board_is_on_the_screen_though_much_stands_above_and_below(lab):
    usual = lab.page.viewport_size
    lab.page.set_viewport_size({"width": 1366, "height": 768})
    lab.write("print('above' + '\\n' * 60)", f"{SETUP}Board('minimax')", "# below\n" * 30)
    lab.page.evaluate(
        "() => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = 0; }"
    )
    for _ in range(2):
        lab.command("notebook:run-cell-and-select-next")  # Shift+Enter
    board = lab.page.locator(".ttt")
    board.wait_for()
    lab.page.wait_for_function(IN_VIEW, arg=board.element_handle())
    lab.wait_until_at_rest(board)
    assert board.evaluate(IN_VIEW)
    lab.page.set_viewport_size(usual)


@pytest.mark.slow
def test_an_opponent_that_fails_can_be_asked_again(lab):
    [board] = show(lab, "Board(Scripted(ValueError('no idea'), 4))")
    ask = board.get_by_role("button", name="Ask again")
    expect(ask).to_be_hidden()
    cell(board, "A1").click()
    expect(message(board)).to_have_text("Scripted raised ValueError: no idea.")
    ask.press("Enter")
    expect_answer(board, "B2")
    expect(ask).to_be_hidden()
    expect(cell(board, "A1")).to_be_focused()


def test_clicks_on_a_thinking_opponent_are_not_moves(lab, tmp_path):
    thought = tmp_path / "thought"
    slow = SLOW.format(file=str(thought))
    [board] = lab.run(f"{SETUP}{slow}\nboard = Board(Slow(4, 0, 0))\nboard")
    cell(board, "A1").click()
    expect_marks(board, "X........")  # drawn before the answer
    cell(board, "B1").click()
    expect(message(board)).to_have_text("Wait: it is still thinking.")
    cell(board, "C1").click()
    lab.page.keyboard.press("u")
    thought.touch()
    expect_answer(board, "B2")
    expect(message(board)).to_have_text("Your move: you are X.")
    expect_marks(board, "X...O....")


def test_two_boards_do_not_disturb_each_other(lab):
    first, second = show(lab, "Board('minimax', rng=1)", "Board('minimax-first', 'O')")
    cell(first, "A1").click()
    expect_answer(first, "B2")
    expect_marks(second, "X........")
    expect(second.get_by_label("O (it starts)")).to_be_checked()
    expect(first.get_by_label("X (you start)")).to_be_checked()
    cell(second, "B2").click()
    expect_answer(second, "B1")
    expect_marks(first, "X...O....")


@pytest.mark.slow
def test_a_board_of_another_size_by_mouse_and_keyboard(lab):
    [wide] = show(lab, "Board(Scripted(1, 0), rules=tttlearn.boards(rows=3, columns=4, k=3))")
    expect(wide.get_by_role("grid")).to_have_accessible_name("Board for 3 in a row on 3 x 4")
    expect(wide.locator(".ttt-edge")).to_have_text([*"ABCD", *"123"])
    last = wide.get_by_role("gridcell").nth(11)
    expect(last).to_have_accessible_name("row 3 column 4, empty")
    last.click()
    expect_marks(wide, ".O" + "." * 9 + "X")
    for key in ("ArrowRight", "ArrowUp", "ArrowLeft", "Enter"):
        lab.page.keyboard.press(key)
    expect_marks(wide, "OO....X" + "." * 4 + "X")
    lab.page.keyboard.press("2")
    expect(message(wide)).to_have_text("B1 is taken: choose a free cell.")


@pytest.mark.slow
def test_a_mark_falls_to_the_lowest_free_cell_of_its_column(lab):
    [board] = show(
        lab, "Board(Scripted(1, 0), rules=tttlearn.boards(rows=4, columns=5, k=3, falling=True))"
    )
    board.get_by_role("gridcell", name="column A row 1, empty").hover()
    top = board.get_by_role("gridcell", name="column B row 1, empty")
    top.hover()
    aimed = board.locator(".ttt-aim")
    expect(aimed).to_have_accessible_name("column B row 4, empty, a mark lands here")
    top.click()
    expect_marks(board, "." * 11 + "O....X...")
    expect(aimed).to_have_accessible_name("column B row 2, empty, a mark lands here")
    # By keyboard: over the columns, each time to where a mark would come to lie.
    expect(board.get_by_role("gridcell").nth(16)).to_be_focused()
    lab.page.keyboard.press("ArrowLeft")
    expect(aimed).to_be_focused()
    expect(aimed).to_have_accessible_name("column A row 4, empty, a mark lands here")
    lab.page.keyboard.press("Enter")
    expect_marks(board, "." * 10 + "OO...XX...")
    expect(board.locator(".ttt-why")).to_contain_text("O took column A: ")
    for place in ("column B row 2", "column C row 4", "column D row 4", *["column E row 4"] * 2):
        lab.page.keyboard.press("ArrowRight")
        expect(aimed).to_be_focused()
        expect(aimed).to_have_accessible_name(f"{place}, empty, a mark lands here")
    lab.page.keyboard.press("ArrowUp")
    expect(board.get_by_role("gridcell").nth(14)).to_be_focused()
    lab.page.keyboard.press("3")
    expect(message(board)).to_have_text("You win with A4-B4-C4.")
    lab.page.keyboard.press("u")
    expect(board.locator(".ttt-why")).to_have_text("Taken back: column C.")


@pytest.mark.parametrize("theme", first_of(1, ["JupyterLab Dark", "JupyterLab Light"]))
def test_both_themes_have_contrast(lab, theme):
    lab.use_theme(theme)
    [board] = show(lab, "Board('minimax', rng=1)")
    cell(board, "A1").click()
    expect_answer(board, "B2")

    def contrast(place, foreground="color"):
        return lab.contrast(board.locator(place).first, foreground)

    for text in (".ttt-message", ".ttt-why", ".ttt-about", ".ttt-score", ".ttt-button", "select"):
        assert contrast(text) >= 4.5, text
    for mark in ("[data-mark=X] .ttt-x", "[data-mark=O] .ttt-o"):
        assert contrast(mark, "stroke") >= 3, mark
    board.get_by_label("Show what it thinks").check()
    filled = board.locator(".ttt-filled")
    expect(filled).to_have_count(7)
    lab.wait_until_at_rest(board)
    assert contrast(".ttt-filled .ttt-number") >= 4
    # A cell for which nothing speaks is as light, or as dark, as the page.
    fill = "c => getComputedStyle(c).backgroundColor"
    shown = {filled.nth(i).evaluate(fill) for i in range(7)}
    assert ("rgb(247, 247, 247)" in shown) == (theme == "JupyterLab Light")
    assert ("rgb(52, 52, 52)" in shown) == (theme == "JupyterLab Dark")


def test_a_narrow_notebook_shows_the_whole_board(lab):
    size = lab.page.viewport_size
    show(lab, "Board('minimax', rng=1)")
    lab.page.set_viewport_size({"width": 620, "height": 900})
    lab.page.wait_for_function(
        """() => {
            const grid = document.querySelector('.ttt-grid').getBoundingClientRect();
            const around = document.querySelector('.jp-OutputArea-output').getBoundingClientRect();
            return grid.width > 150 && grid.right <= around.right + 1;
        }"""
    )
    lab.page.set_viewport_size(size)
