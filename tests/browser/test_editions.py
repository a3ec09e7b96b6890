"""The handouts, and the list of the slides, in a real browser, from their files, offline."""

import re

import pytest

from tests.aids.alike import first_of
from tools.masters import lessons

pytestmark = pytest.mark.browser
LESSONS = [path.stem for path in lessons()]


def test_the_list_of_decks_leads_to_them(page, editions):
    page.goto((editions / "slides" / "index.html").as_uri())
    page.get_by_role("link", name="03 Minimax").click()
    page.wait_for_function("window.Reveal && Reveal.isReady()")
    assert "lesson 03 · Minimax" in page.locator(".lesson").text_content()


@pytest.mark.parametrize("name", first_of(5, LESSONS))
def test_a_handout_is_one_page(page, editions, name):
    page.goto((editions / "handout" / f"{name}.html").as_uri())
    page.evaluate("MathJax.startup.promise")
    page.evaluate("Promise.all([...document.images].map(image => image.decode()))")
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    wide = "[...document.querySelectorAll('main *:not(mjx-container *, mjx-assistive-mml)')]"
    wide += ".filter(e => e.scrollWidth > e.clientWidth + 2 && e.clientWidth && "
    assert page.evaluate(wide + "getComputedStyle(e).display !== 'inline').length") == 0
