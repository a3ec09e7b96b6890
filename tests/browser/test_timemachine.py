"""The time machine in JupyterLab: its slider by keyboard, its pictures, its board."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

MACHINE = """
import tttlearn as ttt
learner, kept = ttt.TDLearner(seed=5), {}
ttt.train(learner, 500, checkpoints=[1, 50, 500], keep=kept)
ttt.TimeMachine(learner, kept, rng=1)
"""


def test_the_keyboard_travels_and_the_board_follows(lab):
    [board] = lab.run(MACHINE)
    machine = lab.page.locator(".jp-Cell").nth(0)
    picture, report = machine.locator("img[alt^='Left: the density']"), machine.get_by_text("After")
    slider, opponent = machine.get_by_label("It has learned from"), board.locator("select")
    expect(report).to_contain_text("After 1 game:")
    first = picture.get_attribute("src")
    slider.focus()
    before = lab.cells(), lab.selected()
    for key in ("x", "a", "b", "ArrowDown", "d", "d", "ArrowRight"):
        lab.page.keyboard.press(key)
    assert (lab.cells(), lab.selected()) == before
    expect(report).to_contain_text("After 50 games:")
    expect(opponent).to_have_value("50 games")
    expect(slider).to_be_focused()
    expect(slider).to_have_attribute("aria-valuetext", "50 games")
    assert picture.get_attribute("src") != first
    opponent.select_option("500 games")
    expect(report).to_contain_text("After 500 games:")
    board.get_by_role("gridcell").nth(4).click()
    expect(board.locator('[data-mark="O"]')).to_have_count(1)
