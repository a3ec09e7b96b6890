"""Predictions, verdicts and what helps, in JupyterLab: by keyboard, in both themes."""

import re

import pytest
from playwright.sync_api import expect

from tests.aids.alike import first_of

pytestmark = pytest.mark.browser

IMPORT = "import tttlearn as ttt\n"
FRESH = f"{IMPORT}ttt.read_record().delete()\n"
NUMBER = 'ttt.predict("03.p1", "What is the empty board worth to X?", int)'
CHOICE = 'ttt.predict("03.p2", "Who wins from here?", ["X", "O", "nobody"])'
CELL = 'ttt.predict("03.p3", "Which cell does it take?", "cell")'
REVEAL = 'ttt.reveal("03.p1", 2)'


def show(lab, *sources):
    return lab.run(*sources, place=".ttp")


def status(form):
    return form.get_by_role("status")


def test_a_number_by_keyboard_and_its_reveal(lab):
    form, again = show(lab, FRESH + NUMBER, IMPORT + NUMBER)
    field = form.get_by_role("textbox")
    expect(form.get_by_role("group")).to_have_accessible_name("What is the empty board worth to X?")
    expect(field).to_have_accessible_name("Your guess, a whole number")
    field.focus()
    before = lab.cells(), lab.selected()
    for key in ("x", "Enter"):
        lab.page.keyboard.press(key)
    expect(status(form)).to_have_text("Not kept: a whole number is asked for, not 'x'.")
    field.fill("")
    lab.page.keyboard.press("Enter")
    expect(status(form)).to_have_text("No guess yet. Give one, or go on without.")
    lab.page.keyboard.type("8")
    lab.page.keyboard.press("Tab")
    expect(form.get_by_role("button", name="This is my guess")).to_be_focused()
    lab.page.keyboard.press("Enter")
    expect(status(form)).to_have_text(re.compile("^Your guess is 8. You may change it"))
    expect(form.get_by_role("button", name="Change my guess")).to_be_focused()
    assert (lab.cells(), lab.selected()) == before
    again.get_by_role("textbox").fill("3")
    lab.page.keyboard.press("Shift+Enter")  # runs the cell once more
    expect(status(again)).to_contain_text("Your guess is 3.")


ANSWER = f"""{IMPORT}import matplotlib.pyplot as plt
ax = plt.subplots(figsize=(4, 1))[1]
ax.set_title("it is 2")
ttt.show_figure(ax, "the value is 2")
print("as printed: 2")
{REVEAL}
2"""
SHOWN = "as printed: 2", "The answer is 2."


def run_all(lab, *sources):
    """Run these cells, *Run All*; the form of the first one, and the second one."""
    lab.write(*sources, place=".ttp")
    lab.command("notebook:run-all-cells")
    form, cell = (
        lab.page.locator(".ttp"),
        lab.page.locator(".jp-Notebook .jp-Cell").nth(1).locator(".jp-Cell-outputWrapper"),
    )
    expect(cell).to_contain_text("Covered: what answers your prediction.")
    lab.wait_until_idle()
    lab.wait_until_at_rest(form, cell)
    expect(cell.locator("img")).to_have_count(0)
    for text in SHOWN:
        expect(cell).not_to_contain_text(text)
    return form, cell


def test_without_a_guess_all_that_answers_it_waits_behind_a_click(lab):
    form, cell = run_all(lab, FRESH + NUMBER, ANSWER)
    assert "late" not in record_of(lab)
    form, cell = run_all(lab, IMPORT + NUMBER, ANSWER)
    cell.get_by_role("button", name="Show it without a guess").click()
    expect(cell.locator("img")).to_be_visible()
    for text in SHOWN:
        expect(cell).to_contain_text(text)
    expect(cell.get_by_role("button")).to_have_count(0)
    expect(status(form)).to_have_text(re.compile("^The answer has been shown. A guess from now on"))
    form.get_by_role("textbox").fill("2")
    lab.page.keyboard.press("Enter")
    expect(status(form)).to_have_text(re.compile("^You said 2 when the answer, 2, had been shown"))
    expect(form.get_by_role("textbox")).to_be_disabled()


def test_a_guess_after_run_all_uncovers_the_answer_and_is_not_late(lab):
    form, cell = run_all(lab, FRESH + NUMBER, ANSWER)
    form.get_by_role("textbox").fill("8")
    lab.page.keyboard.press("Enter")
    expect(cell.locator("img")).to_be_visible()
    expect(cell.get_by_role("status")).to_have_text("You said 8; the answer is 2.")
    expect(status(form)).to_have_text("You said 8; the answer is 2.")
    lab.write(IMPORT + NUMBER, ANSWER, place=".ttp")
    lab.command("notebook:run-all-cells")
    printed = lab.page.locator(".jp-Cell").nth(1).get_by_text("You said 8; the answer is 2.")
    expect(printed).to_be_visible()
    expect(cell).not_to_contain_text("Covered")


def test_an_error_is_not_covered(lab):
    _, cell = run_all(lab, FRESH + NUMBER, ANSWER)
    lab.write(IMPORT + NUMBER, f"print('before')\n1 / 0\n{REVEAL}", place=".ttp")
    lab.command("notebook:run-all-cells")
    expect(cell).to_contain_text("ZeroDivisionError")
    expect(cell).to_contain_text("before")
    assert "late" not in record_of(lab)


@pytest.mark.parametrize("theme", first_of(1, ["Dark", "Light"]))
def test_what_covers_an_answer_has_contrast_and_room(lab, theme):
    lab.use_theme(f"JupyterLab {theme}")
    wide = lab.page.viewport_size
    lab.command("application:toggle-left-area")  # which would leave no room
    for size in (wide, {"width": 390, "height": 844}):
        _, cell = run_all(lab, FRESH + NUMBER, ANSWER)
        lab.page.set_viewport_size(size)
        button = cell.get_by_role("button", name="Show it without a guess")
        expect(button).to_be_in_viewport(ratio=1)
        assert lab.contrast(button) >= 4.5
        assert lab.contrast(cell.get_by_text("Covered: what answers")) >= 4.5
        lab.page.set_viewport_size(wide)
    lab.command("application:toggle-left-area")


def test_a_choice_and_a_cell_by_keyboard(lab):
    choice, cell = show(lab, FRESH + CHOICE, IMPORT + CELL)
    before = lab.cells(), lab.selected()
    first = choice.get_by_role("radio", name="X", exact=True)
    first.focus()
    lab.page.keyboard.press("ArrowDown")
    expect(choice.get_by_role("radio", name="O", exact=True)).to_be_checked()
    lab.page.keyboard.press("Enter")
    expect(status(choice)).to_contain_text("Your guess is O.")
    cell.get_by_role("radio", name="cell 0, A1").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowLeft", "ArrowRight"):
        lab.page.keyboard.press(key)
    expect(cell.get_by_role("radio", name="cell 4, B2")).to_be_checked()
    expect(cell.get_by_role("radio", name="cell 4, B2")).to_be_focused()
    lab.page.keyboard.press("Enter")
    expect(status(cell)).to_contain_text("Your guess is 4.")
    cell.get_by_role("radio", name="cell 8, C3").click()
    cell.get_by_role("button").click()
    expect(status(cell)).to_contain_text("Your guess is 8.")
    assert lab.cells() == before[0]


CHECK = """from tttlearn.course.exercises import lesson_03 as check
import tttlearn as ttt
def moves(s, value_of):
    after = {a: value_of(int(ttt.NEXT[s, a])) for a in range(9) if ttt.LEGAL[s, a]}
    best = (max if ttt.TURN[s] == 1 else min)(after.values())
    return [a for a in after if after[a] == best]
"""
ANSWERS = {
    "not attempted yet": "check.best_moves(...)",
    "not right yet": "check.best_moves(lambda s, v: moves(s, v) if ttt.PLY[s] < 2 else [])",
    "your code raised": "check.best_moves(lambda s, v: {}[s])",
    "correct": "check.best_moves(moves)",
    "not finished": """from tttlearn.course.exercises import answers
def endless(state, value_of):
    while True:
        pass
answers.SECONDS, before = 0.02, answers.SECONDS
check.best_moves(endless)
answers.SECONDS = before
""",
}
SHOWN_OF_WRONG = (".ttv-X", ".ttv-O", ".ttv-empty", "summary", "details > p", "pre", "code")


@pytest.mark.parametrize("theme", first_of(1, ["Dark", "Light"]))
def test_forms_verdicts_and_help_have_contrast(lab, theme):
    lab.use_theme(f"JupyterLab {theme}")
    forms = show(lab, FRESH + NUMBER, IMPORT + CHOICE, IMPORT + CELL)
    for form, place in ((forms[0], "input"), (forms[0], "button"), (forms[1], "label")):
        assert lab.contrast(form.locator(place).first) >= 4.5, place
    for pair in (list(ANSWERS)[:2], list(ANSWERS)[2:4], list(ANSWERS)[4:]):
        shown = lab.run(*(CHECK + ANSWERS[answer] for answer in pair), place=".ttv")
        for answer, verdict in zip(pair, shown, strict=True):
            expect(verdict.locator(".ttv-word")).to_contain_text(answer)
            for summary in verdict.locator("summary").all():
                summary.click()
            more = SHOWN_OF_WRONG if answer == "not right yet" else ()
            for place in (".ttv-word", "p >> nth=1", *more):
                assert lab.contrast(verdict.locator(place).first) >= 4.5, (answer, place)


WRONG = "check.best_moves(lambda s, v: [0])"
RECORD = "from pathlib import Path\nprint(Path('my_progress.json').read_text())"


def record_of(lab):
    """What the learner's record holds, as a cell of the notebook prints it."""
    lab.run(RECORD, place=".jp-OutputArea-output")
    return lab.page.locator(".jp-Cell").nth(0).locator(".jp-OutputArea-output").inner_text()


def test_help_is_opened_by_keyboard(lab):
    [verdict] = lab.run(CHECK + WRONG, place=".ttv")
    verdict.locator("summary").first.focus()
    before = lab.cells(), lab.selected()
    for key in ("Enter", "Tab", "Space", "Tab", "Enter"):
        lab.page.keyboard.press(key)
    for shown in (*verdict.locator("details > p").all(), verdict.locator("pre")):
        expect(shown).to_be_visible()
    assert (lab.cells(), lab.selected()) == before
