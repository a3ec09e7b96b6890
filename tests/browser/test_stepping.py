"""An algorithm step by step in JupyterLab: each place of its slider has its step's sentence."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TURN = """slider => Array.from({ length: Number(slider.max) + 1 }, (_, step) => {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    const page = slider.closest(".ttm").nextElementSibling;
    const says = parseInt(page.querySelector("[role=status]").textContent, 10);
    return [says, getComputedStyle(page).opacity];
})"""


def test_all_pictures_are_there_before_they_are_asked_for_and_none_fades(lab):
    source = "import tttlearn as ttt\nttt.StepChances(ttt.parse('.OO / O.X / XX.'))"
    [slider] = lab.run(source, place=".ttm")
    expect(slider).to_have_attribute("data-complete", "")
    seen = slider.locator("input").evaluate(TURN)  # faster than any kernel answers
    assert seen == [[step, "1"] for step in range(1, len(seen) + 1)]
    assert len(seen) == 8
