"""The form of a prediction in JupyterLab: by keyboard, for a screen reader, after a restart."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

IMPORT = "import tttlearn as ttt\nttt.read_record().delete()\n"
NUMBER = 'ttt.predict("03.p1", "What is the empty board worth to X?", int)'
CHOICE = 'ttt.predict("03.p2", "Who wins?", ["X", "O", "nobody"])'
CELL = 'ttt.predict("03.p3", "Which cell does it take?", "cell")'


def show(lab, *sources):
    return lab.run(*sources, place=".ttp")


def test_a_number_by_keyboard_and_its_reveal(lab):
    [form] = show(lab, IMPORT + NUMBER)
    field, status = form.get_by_role("textbox"), form.get_by_role("status")
    expect(form.get_by_role("group")).to_have_accessible_name("What is the empty board worth to X?")
    expect(field).to_have_accessible_name("Your guess, a whole number")
    field.focus()
    before = lab.cells()
    lab.page.keyboard.press("x")
    lab.page.keyboard.press("Enter")
    expect(status).to_have_text("Not kept: a whole number is asked for, not 'x'.")
    field.fill("")
    lab.page.keyboard.press("Enter")
    expect(status).to_have_text("No guess yet. Give one, or go on without.")
    lab.page.keyboard.type("8")
    lab.page.keyboard.press("Enter")
    expect(status).to_have_text(re.compile("^Your guess is 8. You may change it"))
    assert lab.cells() == before
