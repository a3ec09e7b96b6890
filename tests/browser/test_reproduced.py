"""The pages of the articles in a browser: short, open where a link leads, whole on paper."""

import re
from pathlib import Path

import pytest

from tests.aids.alike import first_of
from tttlearn.course.articles.pages import ARTICLES, page_names

pytestmark = pytest.mark.browser

MADE = Path(__file__).parents[2] / "data" / "reproduced"
NAMES = page_names()
HEIGHT = "document.documentElement.scrollHeight"


@pytest.fixture
def opened(window):
    """Open a page anew at a width, in pixels, at the item with this id."""

    def go_to(name, width, id=""):
        window.goto("about:blank")  # else another item of a page is shown without opening it anew
        window.emulate_media(media="null")
        window.set_viewport_size({"width": width, "height": 900})
        window.goto((MADE / name).as_uri() + (f"#{id}" if id else ""))
        return window

    return go_to


@pytest.mark.parametrize("name", first_of(3, NAMES))
def test_a_page_is_short_and_fits_a_phone(opened, name):
    assert opened(name, 1440).evaluate(HEIGHT) <= 6_000
    phone = opened(name, 390)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("article", first_of(2, ARTICLES), ids=lambda article: article.name)
def test_all_claims_fit_one_screen(opened, article):
    claims = opened(f"{article.name}.html", 1440).locator("table.claims")
    assert claims.bounding_box()["height"] <= 900


@pytest.mark.parametrize("article", first_of(2, ARTICLES), ids=lambda article: article.name)
def test_a_link_to_an_item_opens_it_and_no_other(opened, article):
    name = f"{article.name}.html"
    ids = opened(name, 1440).locator("details section").evaluate_all("all => all.map(e => e.id)")
    for id in (ids[0], ids[-1]):
        page = opened(name, 1440, id)
        page.wait_for_function("document.querySelector('details[open]')")
        (shown,) = page.locator("details[open] section").evaluate_all("all => all.map(e => e.id)")
        assert shown == id
        title = page.locator("details[open] > summary").bounding_box()
        assert 0 <= title["y"] < 900
    page = opened(name, 1440)
    page.locator("table.claims a").first.click()
    page.wait_for_function("document.querySelector('details[open]')")
    assert page.locator("details[open] section").get_attribute("id") == ids[0]


@pytest.mark.parametrize("name", first_of(2, NAMES))
def test_on_paper_all_is_open_and_not_too_long(opened, name):
    page = opened(name, 1440)
    sides = len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(prefer_css_page_size=True)))
    assert sides <= 20
    seen = "all => all.filter(one => one.checkVisibility()).length"
    sections = page.locator("details section")
    assert sections.evaluate_all(seen) == 0
    page.emulate_media(media="print")
    assert sections.evaluate_all(seen) == sections.count() > 0
