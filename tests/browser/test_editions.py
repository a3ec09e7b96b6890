"""The handouts, and the list of the slides, in a real browser, from their files, offline."""

import re

import pytest

from tests.browser.conftest import watched
from tools.masters import lessons

pytestmark = pytest.mark.browser
LESSONS = [path.stem for path in lessons()]


@pytest.fixture(scope="module")
def opened(browser, editions):
    """A page that may only read what was built, and a list of what went wrong in it.

    It is one for all tests, since a new one would make MathJax ready anew, a second of work.
    """
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    yield page, watched(page, editions)
    page.context.close()


@pytest.fixture
def page(opened):
    """The page, in which nothing must have gone wrong at the end."""
    page, wrong = opened
    wrong.clear()
    yield page
    assert wrong == []


def test_the_list_of_decks_leads_to_them(page, editions):
    page.goto((editions / "slides" / "index.html").as_uri())
    page.get_by_role("link", name="03 Minimax").click()
    page.wait_for_function("window.Reveal && Reveal.isReady()")
    assert "lesson 03 · Minimax" in page.locator(".lesson").text_content()


@pytest.mark.parametrize("name", LESSONS)
def test_a_handout_is_one_page(page, editions, name):
    page.goto((editions / "handout" / f"{name}.html").as_uri())
    page.evaluate("MathJax.startup.promise")
    page.evaluate("Promise.all([...document.images].map(image => image.decode()))")
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    wide = "[...document.querySelectorAll('main *:not(mjx-container *, mjx-assistive-mml)')]"
    wide += ".filter(e => e.scrollWidth > e.clientWidth + 2 && e.clientWidth && "
    assert page.evaluate(wide + "getComputedStyle(e).display !== 'inline').length") == 0
