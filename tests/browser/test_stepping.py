"""An algorithm step by step in JupyterLab: its slider by keyboard, its sentence, its picture."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

KINDS = {
    "alpha-beta": ('ttt.StepAlphaBeta(ttt.parse("XXO / OOX / ..."))', "2. After 6:"),
    "chances": ('ttt.StepChances(ttt.parse(".OO / O.X / XX."))', "2. A has 1."),
    "tree search": ('ttt.StepSearch(ttt.parse(".XO / OXX / ..."), 20, 3)', "2. Select: the root."),
}


@pytest.mark.slow
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


LOOK = """cell => {
    const seen = window.seen = [], [slider] = cell.querySelectorAll(".ttm");
    const number = text => parseInt(text, 10);
    const look = () => {
        if (!slider.isConnected) return;
        const page = slider.parentElement.querySelector(".ttm-page");
        const thumb = number(slider.querySelector("input").value) + 1;
        const says = number(page.querySelector("[role=status]").textContent);
        const told = number(slider.querySelector("output").textContent);
        const faint = getComputedStyle(page).opacity < 1 || slider.hasAttribute("data-waiting");
        seen.push([thumb, says, told, faint]);
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.slow
def test_a_slider_never_stands_beside_another_steps_picture(lab):
    lab.run(f"import tttlearn as ttt\n{KINDS['alpha-beta'][0]}", place=".ttm")
    cell = lab.page.locator(".jp-Cell").nth(0)
    cell.evaluate(LOOK)
    cell.get_by_label("Step").focus()
    for _ in range(6):
        lab.page.keyboard.press("ArrowRight")
    expect(cell.locator("[role=status]")).to_contain_text("7. ")
    expect(cell.locator("[data-waiting]")).to_have_count(0)
    seen = lab.page.evaluate("window.seen")
    assert all(faint or thumb == says == told for thumb, says, told, faint in seen)


TURN = """slider => Array.from({ length: Number(slider.max) + 1 }, (_, step) => {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    const page = slider.closest(".ttm").nextElementSibling;
    const says = parseInt(page.querySelector("[role=status]").textContent, 10);
    return [says, getComputedStyle(page).opacity];
})"""


def test_all_pictures_are_there_before_they_are_asked_for_and_none_fades(lab):
    [slider] = lab.run(f"import tttlearn as ttt\n{KINDS['chances'][0]}", place=".ttm")
    expect(slider).to_have_attribute("data-complete", "")
    seen = slider.locator("input").evaluate(TURN)  # faster than any kernel answers
    assert seen == [[step, "1"] for step in range(1, len(seen) + 1)]
    assert len(seen) == 8
