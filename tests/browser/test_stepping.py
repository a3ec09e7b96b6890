"""An algorithm step by step in JupyterLab: its slider by keyboard, its sentence, its picture."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

KINDS = {
    "alpha-beta": ('ttt.StepAlphaBeta(ttt.parse("XXO / OOX / ..."))', "2. After 6:"),
    "chances": ('ttt.StepChances(ttt.parse(".OO / O.X / XX."))', "2. A has 1."),
    "tree search": ('ttt.StepSearch(ttt.parse(".XO / OXX / ..."), 20, 3)', "2. Select: the root."),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_keyboard_steps_forth_and_back(lab, kind):
    source, second = KINDS[kind]
    lab.run(f"import tttlearn as ttt\n{source}", place=".ttm")
    cell = lab.page.locator(".jp-Cell").nth(0)
    slider, picture = cell.get_by_label("Step"), cell.locator("img[alt*='after this step']")
    said = cell.locator("[role=status]").filter(has_text=". ")
    expect(said).to_contain_text("1. ")
    first = picture.get_attribute("src"), said.inner_text()
    slider.focus()
    lab.page.keyboard.press("ArrowRight")
    expect(said).to_contain_text(second)
    expect(slider).to_be_focused()
    assert picture.get_attribute("src") != first[0]
    lab.page.keyboard.press("ArrowLeft")
    expect(said).to_have_text(first[1])
    assert picture.get_attribute("src") == first[0]
