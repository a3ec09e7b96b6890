"""A network's forward pass in JupyterLab: a board set by mouse and keyboard, and what is seen."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SEEN = """
import numpy as np
import tttlearn as ttt
from tttlearn.course.exercises.built import forward
dice = np.random.default_rng(3)
parts = [dice.normal(size=shape) for shape in ((18, 20), 20, (20, 9), 9)]
ttt.SeeForward(forward, parts)
"""


def test_cells_are_set_by_mouse_and_by_keyboard(lab):
    [board] = lab.run(SEEN)
    cells, picture = board.get_by_role("gridcell"), lab.page.locator("img[alt^='its inputs']")
    says = lab.page.locator(".jp-Cell").nth(0).get_by_role("status")
    expect(says).to_contain_text("0 of 18 inputs are 1")
    expect(board.get_by_role("button")).to_have_count(0)
    first = picture.get_attribute("src")
    cells.nth(0).click()
    expect(cells.nth(0)).to_have_attribute("data-mark", "X")
    expect(cells.nth(0)).to_have_accessible_name("cell 0, row 1 column 1, X")
    expect(says).to_contain_text("1 of 18 inputs are 1")
    assert picture.get_attribute("src") != first
    cells.nth(4).dblclick()  # both clicks count
    expect(cells.nth(4)).to_have_attribute("data-mark", "O")
    cells.nth(4).click()
    expect(cells.nth(4)).to_have_attribute("data-mark", "")
    cells.nth(0).focus()
    before = lab.cells(), lab.selected()
    lab.page.keyboard.press("ArrowRight")
    for mark in ("X", "O", ""):
        lab.page.keyboard.press("Enter")
        expect(cells.nth(1)).to_have_attribute("data-mark", mark)
        expect(cells.nth(1)).to_be_focused()
    for key in ("x", "u", "n", "8"):  # what the playable board has keys for is nothing here
        lab.page.keyboard.press(key)
    expect(cells.nth(8)).to_have_attribute("data-mark", "X")
    expect(says).to_contain_text("2 of 18 inputs are 1")
    assert (lab.cells(), lab.selected()) == before
