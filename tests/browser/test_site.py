"""The site in a browser: no request to elsewhere, no error, for the keyboard and in the dark."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

LESSON = "notebooks/05_td_value_learning.html"
# The template has all that a lesson has but formulas, and is short.
PAGES = ["index.html", "notebooks/99_lesson_template.html", "api/index.html"]
PAGES += ["api/tttlearn.evaluation.exact.html", "_modules/tttlearn/game/rules.html"]
PAGES += ["search.html?q=minimax", "articles.html"]
PAGES += ["reproduced/index.html", "reproduced/prevos.html"]
SCHEMES = {LESSON: ("light",)} | dict.fromkeys(PAGES, ("light", "dark"))
OPEN_ALL = """() =>
    document.querySelectorAll("article details").forEach(details => details.open = true)"""
# What opens or changes its colour fades in, and is hard to read before that has ended.
STILL = """async () => {
    await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().map(animation => animation.finished));
}"""
# Axe would fetch the style sheets again, from addresses that are not theirs.
AXE = {"resultTypes": ["violations"], "preload": False}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        """Print nothing for a request."""


@pytest.fixture(scope="module")
def address(site):
    handler = partial(Quiet, directory=site)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def opened(browser, address, site):
    """A page for the site alone, and a list of what failed in it or was asked for elsewhere.

    It is one for all tests, since a new one would make all scripts ready anew, a second of work.
    """
    page, wrong = browser.new_page(), []
    page.set_default_timeout(10_000)
    page.on("console", lambda m: m.type in ("error", "warning") and wrong.append(m.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("response", lambda answer: answer.status >= 400 and wrong.append(answer.url))

    def block(route):
        wrong.append(route.request.url)
        route.abort()

    own = (address, f"{site.as_uri()}/", "data:", "blob:")
    page.route(lambda url: not url.startswith(own), block)
    yield page, wrong
    page.close()


@pytest.fixture
def visit(opened, address):
    """Opens a page of the site; at the end nothing must have failed or been asked for elsewhere."""
    page, wrong = opened
    wrong.clear()

    def visit(page_name, scheme="light", base=address):
        page.emulate_media(color_scheme=scheme)
        page.goto(base + page_name)
        return page

    yield visit
    assert wrong == []


@pytest.mark.parametrize("name", SCHEMES)
def test_axe_finds_nothing_serious(visit, name):
    page = visit(name)
    if name.startswith("search"):
        expect(page.locator("#search-results li a").first).to_be_visible()
    if name == LESSON:
        expect(page.locator("math").first).to_be_visible()
    page.evaluate(OPEN_ALL)
    # Contrast takes longest, and the long lesson has no colour that the template has not.
    rules = {"color-contrast": {"enabled": name != LESSON}}
    for scheme in SCHEMES[name]:
        page.emulate_media(color_scheme=scheme)
        if not name.startswith("reproduced/"):  # whose style needs no script to know
            expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        page.evaluate(STILL)
        found = Axe().run(page, options=AXE | {"rules": rules}).response
        assert found["testEngine"]["name"] == "axe-core"
        serious = [v for v in found["violations"] if v["impact"] in ("serious", "critical")]
        assert [(v["id"], [node["html"] for node in v["nodes"]]) for v in serious] == []


def test_formulas_are_set_and_pictures_fit(visit):
    page = visit(LESSON)
    expect(page.locator("article math").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    overflowing = """() => [...document.querySelectorAll("article img")].filter(
        image => image.getBoundingClientRect().right > innerWidth).length"""
    assert page.locator("article img").count() > 10
    assert page.evaluate(overflowing) == 0


def test_the_dark_page_is_dark_and_so_are_its_figures(visit):
    page = visit(LESSON, "dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    colour = "element => getComputedStyle(element).backgroundColor"
    red, *_ = page.locator("body").evaluate(colour).removeprefix("rgb(").split(",")
    assert int(red) < 60
    turned = "element => getComputedStyle(element).filter"
    shown = page.locator(".cell_output img").first
    assert shown.evaluate(turned) == "invert(0.93) hue-rotate(180deg)"


def test_the_keyboard_skips_to_the_text_and_opens_a_hint(visit):
    page = visit(LESSON)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent.trim()") == "Skip to main content"
    page.keyboard.press("Enter")
    assert page.url.endswith("#main-content")
    folded = page.locator("article details").filter(has_text="Hint").first
    folded.locator("summary").focus()
    expect(folded).not_to_have_attribute("open", "")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    expect(folded).to_have_attribute("open", "")


def test_the_search_finds_a_lesson(visit):
    page = visit("index.html")
    page.keyboard.press("Control+k")
    page.keyboard.type("minimax")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=minimax*")
    results = page.locator("#search-results")
    expect(results.locator("a", has_text="Minimax").first).to_be_visible()
    results.locator("a[href*='03_minimax']").first.click()
    expect(page.locator("article h1")).to_contain_text("Minimax")


def test_a_lesson_leads_to_the_next_one(visit):
    page = visit("notebooks/00_start_here.html")
    page.get_by_role("link", name="Lesson 01", exact=True).click()
    expect(page.locator("article h1")).to_contain_text("The game as data")


def test_the_map_of_lesson_00_leads_to_every_lesson(visit):
    page = visit("notebooks/00_start_here.html")
    assert page.locator("article table a[href*='11_reproduce']").count() == 1


def test_the_files_are_enough_without_a_server(visit, site):
    page = visit(LESSON, base=f"{site.as_uri()}/")
    expect(page.locator("article math").first).to_be_visible()
