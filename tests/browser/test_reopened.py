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


def reopen(lab):
    """Save the notebook, end its kernel, open it again.

    On a busy computer JupyterLab may give up on a widget after two seconds, before it has read the
    notebook's: whoever sees that opens it once more.
    """
    gave_up = lab.page.get_by_text("Error displaying widget")
    for _ in range(3):
        lab.page.evaluate(REOPEN)
        lab.wait_until_idle()
        shown = lab.page.locator(", ".join(SHOWN)).or_(gave_up)
        expect(shown).to_have_count(len(SHOWN))
        if not gave_up.count():
            return
        lab.errors.clear()


@pytest.mark.slow
def test_what_was_shown_is_there_however_often_it_is_saved_and_opened_again(lab):
    cells = lab.page.locator(".jp-Notebook .jp-Cell")
    lab.write(*SHOWN.values())
    lab.command("notebook:run-all-cells")
    marks = cells.nth(0).get_by_role("gridcell")
    marks.nth(0).click()
    expect(cells.nth(0).locator("[data-mark='O']")).to_have_count(1)
    for _ in range(2):
        reopen(lab)
        for i, place in enumerate(SHOWN):
            expect(cells.nth(i).locator(place)).to_be_visible()
        expect(marks.nth(0)).to_have_attribute("data-mark", "X")
    marks.nth(8).click()
    expect(cells.nth(0)).to_contain_text("run this cell again")
    [board] = lab.run(SHOWN[".ttt"])
    board.get_by_role("gridcell").nth(8).click()
    expect(marks.nth(8)).to_have_attribute("data-mark", "X")
