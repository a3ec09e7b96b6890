"""A notebook that is opened again after its kernel has gone still shows what it was saved with."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SHOWN = {
    ".ttt": 'import tttlearn as ttt\nttt.Board("minimax", rng=1)',
    ".ttp": 'ttt.predict("03.p1", "What is the empty board worth to X?", int)',
    ".ttm": 'ttt.StepChances(ttt.parse(".OO / O.X / XX."))',
}
REOPEN = """async () => {
    const { commands, shell } = window.jupyterapp, { context } = shell.currentWidget;
    await context.save();
    await context.sessionContext.shutdown();
    shell.currentWidget.dispose();
    await commands.execute("docmanager:open", { path: context.path });
    // While there was none, JupyterLab has opened its launcher.
    [...shell.widgets("main")].filter(one => one !== shell.currentWidget).map(one => one.dispose());
}"""


def test_what_was_shown_is_there_however_often_it_is_saved_and_opened_again(lab):
    cells = lab.page.locator(".jp-Notebook .jp-Cell")
    lab.write(*SHOWN.values())
    lab.command("notebook:run-all-cells")
    marks = cells.nth(0).get_by_role("gridcell")
    marks.nth(0).click()
    expect(cells.nth(0).locator("[data-mark='O']")).to_have_count(1)
    for _ in range(2):
        lab.page.evaluate(REOPEN)
        lab.wait_until_idle()
        for i, place in enumerate(SHOWN):
            expect(cells.nth(i).locator(place)).to_be_visible()
        expect(marks.nth(0)).to_have_attribute("data-mark", "X")
    marks.nth(8).click()
    expect(cells.nth(0)).to_contain_text("run this cell again")
    [board] = lab.run(SHOWN[".ttt"])
    board.get_by_role("gridcell").nth(8).click()
    expect(marks.nth(8)).to_have_attribute("data-mark", "X")
