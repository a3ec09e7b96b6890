"""The site in a browser: no request to elsewhere, no error, for the keyboard and in the dark."""

import gzip
import re
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.aids.alike import first_of
from tests.browser.conftest import watched
from tools import masters

pytestmark = pytest.mark.browser

LESSON = "notebooks/05_td_value_learning.html"
# The template has all that a lesson has but formulas, and is short.
API = "api/tttlearn.evaluation.exact.html"
PAGES = ["index.html", "notebooks/99_lesson_template.html", "articles.html"]
# reproduced/index.html is articles.html, with other links.
WEEKLY = [API, "api/index.html", "_modules/tttlearn/game/rules.html", "reproduced/prevos.html"]
WEEKLY += ["judged.html", "search.html?q=minimax", "teach.html"]
SCHEMES = dict.fromkeys([*PAGES, *WEEKLY], ("light", "dark")) | {LESSON: ("light",)}
WHITE = "rgb(255, 255, 255)"
OPEN = """count => [...document.querySelectorAll("main details")].slice(0, count)
    .forEach(details => details.open = true)"""
OPENED = {"teach.html": 4}
"""The first so many details of a page are opened; of others all: plans are made in one way."""
# What opens or changes its colour fades in, and is hard to read before that has ended. What is far
# from the window is not drawn, and what moves there would not end.
STILL = """async () => {
    for (const cell of document.querySelectorAll(".cell")) cell.style.contentVisibility = "visible";
    await new Promise(requestAnimationFrame);
    const ended = animation => animation.finished.catch(() => {}); // it fails if what moves goes
    await Promise.all(document.getAnimations().map(ended));
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
    page = browser.new_page()
    yield page, watched(page, address, f"{site.as_uri()}/")
    page.close()


@pytest.fixture
def visit(opened, address):
    """Opens a page of the site; at the end nothing must have failed or been asked for elsewhere.

    What a page has kept is gone then.
    """
    page, wrong = opened
    wrong.clear()

    def visit(page_name, scheme="light", base=address):
        page.emulate_media(color_scheme=scheme)
        page.goto(base + page_name)
        return page

    yield visit
    page.evaluate("localStorage.clear()")
    assert wrong == []


@pytest.mark.parametrize("name", first_of(len(PAGES), SCHEMES))
def test_axe_finds_nothing_serious(visit, name):
    page = visit(name)
    if name.startswith("search"):
        expect(page.locator("#search-results li a").first).to_be_visible()
    if name == LESSON:
        expect(page.locator("math").first).to_be_visible()
    page.evaluate(OPEN, OPENED.get(name, 1_000))
    # Contrast takes longest, and the long lesson has no colour that the template has not.
    rules = {"rules": {"color-contrast": {"enabled": name != LESSON}}}
    for scheme in SCHEMES[name]:
        page.emulate_media(color_scheme=scheme)
        if not name.startswith(("reproduced/", "judged", "articles")):  # which have no script
            expect(page.locator("html")).to_have_attribute("data-theme", scheme)
        page.evaluate(STILL)
        found = Axe().run(page, options=AXE | rules).response
        assert found["testEngine"]["name"] == "axe-core"
        serious = [v for v in found["violations"] if v["impact"] in ("serious", "critical")]
        assert [(v["id"], [node["html"] for node in v["nodes"]]) for v in serious] == []
        rules = {"runOnly": ["color-contrast"]}  # all else is the same in the dark


def test_the_dark_page_is_dark_and_so_are_its_figures_which_fit(visit):
    page = visit(LESSON, "dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    colour = "element => getComputedStyle(element).backgroundColor"
    red, *_ = page.locator("body").evaluate(colour).removeprefix("rgb(").split(",")
    assert int(red) < 60
    turned = "element => getComputedStyle(element).filter"
    shown = page.locator(".cell_output img").first
    assert shown.evaluate(turned) == "invert(0.93) hue-rotate(180deg)"
    rights = "all => all.map(image => image.getBoundingClientRect().right)"
    edges = page.locator("article img").evaluate_all(rights)
    assert len(edges) > 5
    assert max(edges) <= page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_the_keyboard_skips_to_the_text_and_opens_a_hint(visit):
    page = visit(LESSON)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent.trim()") == "Skip to main content"
    page.keyboard.press("Enter")
    page.wait_for_url("**#main-content")  # the address comes by another way than the key's answer
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


def test_the_files_are_enough_without_a_server_and_without_a_network(visit, opened, site):
    page, _ = opened
    page.goto("about:blank")  # the page before may still be loading from the server
    page.context.set_offline(True)
    try:
        page = visit(LESSON, base=f"{site.as_uri()}/")
        expect(page.locator("article math").first).to_be_visible()
        page = visit("index.html", base=f"{site.as_uri()}/")
        page.get_by_role("button", name="Run", exact=True).click()
        expect(page.get_by_text("After 10,000 games with seed 3")).to_be_visible()
        play(page.locator(".game"))
        slider = page.get_by_role("slider", name="It has learned from")
        expect(slider).to_have_attribute("aria-valuetext", "10,000 games")
        slider.press("ArrowLeft")
        expect(slider).to_have_attribute("aria-valuetext", "7,000 games")
    finally:
        page.context.set_offline(False)


def test_the_search_says_from_a_file_what_it_cannot_do(visit, site):
    page = visit("search.html?q=minimax", base=f"{site.as_uri()}/")
    expect(page.get_by_text("These pages were opened as files.")).to_be_visible()
    expect(page.locator("#search-results li a[href*='03_minimax']").first).to_be_visible()
    expect(visit("search.html?q=minimax").get_by_text("These pages were opened")).to_be_hidden()


def play(place):
    """Take the middle of the board in a place; the opponent answers."""
    place.get_by_role("gridcell", name="row 2 column 2, empty").click()
    expect(place.get_by_role("gridcell", name=re.compile(", X"))).to_have_count(1)
    expect(place.get_by_role("gridcell", name=re.compile(", O"))).to_have_count(1)


def test_the_three_doors_stand_in_the_first_screen(visit):
    page = visit("index.html")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator(".ttt").wait_for()
    assert page.locator(".door h2").all_text_contents() == [
        *("Learn alone", "Teach", "Five articles, made again")
    ]
    for door in page.locator(".door").all():
        box = door.bounding_box()
        assert box["y"] + box["height"] <= 900
    page.set_viewport_size({"width": 1280, "height": 720})


@pytest.mark.parametrize(
    "name", first_of(2, ["index.html", LESSON, "teach.html", "docs/running.html", API])
)
def test_a_phone_shows_a_page_without_scrolling_sideways(visit, name):
    page = visit(name)
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_style_tag(content=".cell { content-visibility: visible !important; }")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("button", name="Contents").click()
    expect(page.get_by_role("link", name="05 TD value learning").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#contents")).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 720})


@pytest.fixture
def lesson(visit):
    """The page of lesson 05, on which nothing was guessed or shown yet."""
    return visit(LESSON)


def form(page, id):
    return page.locator(f"[id='prediction-{id}']")


def answer(page, id):
    return page.locator(f"[class~='to-{id}']")


def test_a_guess_uncovers_what_answers_it(lesson):
    asked, output = form(lesson, "05.p1"), answer(lesson, "05.p1").get_by_text("The answer is 2.")
    explained = lesson.get_by_text("After one game only two positions have a value other than 0")
    expect(output).to_be_hidden()
    expect(explained).to_be_hidden()
    covers = lesson.locator(".cover:not([hidden])").count()
    asked.get_by_role("textbox").fill("two")
    lesson.keyboard.press("Enter")
    expect(asked.get_by_role("status")).to_contain_text("a whole number from 0 to 8 is asked for")
    expect(output).to_be_hidden()
    asked.get_by_role("textbox").fill("3")
    lesson.keyboard.press("Enter")
    expect(asked.get_by_role("status")).to_have_text("You said 3; the answer is 2.")
    expect(output).to_be_visible()
    expect(explained).to_be_visible()
    assert lesson.locator(".cover:not([hidden])").count() == covers - 1
    lesson.reload()
    expect(asked.get_by_role("status")).to_have_text("You said 3; the answer is 2.")
    expect(output).to_be_visible()


def test_show_uncovers_one_answer_and_the_form_says_it(lesson):
    first = lesson.locator(".cover:not([hidden])").first
    first.get_by_role("button", name="Show it").click()
    expect(answer(lesson, "05.p10")).to_be_visible()
    expect(answer(lesson, "05.p10")).to_be_focused()
    expect(form(lesson, "05.p10").get_by_role("status")).to_have_text("The answer is below 0.")
    expect(answer(lesson, "05.p1")).to_be_hidden()


def test_show_all_is_remembered_on_all_pages(lesson, visit):
    lesson.locator(".cover:not([hidden])").first.get_by_role("button", name="Show all").click()
    assert lesson.locator(".cover:not([hidden])").count() == 0
    page = visit("notebooks/00_start_here.html")
    expect(page.get_by_label("Do not cover the answers to predictions")).to_be_checked()
    assert page.locator(".cover:not([hidden])").count() == 0
    form(page, "00.p2").get_by_role("textbox").fill("58%")
    page.keyboard.press("Enter")
    expect(form(page, "00.p2").get_by_role("status")).to_contain_text("this is late")
    page.get_by_label("Do not cover the answers to predictions").uncheck()
    assert page.locator(".cover:not([hidden])").count() == page.locator(".answers").count() - 1 > 0


@pytest.mark.slow
def test_without_storage_a_choice_holds_for_the_page(browser, address):
    context = browser.new_context()
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })"
    )
    page, wrong = context.new_page(), []
    page.on("pageerror", lambda error: wrong.append(error.stack))
    page.goto(address + LESSON)
    covers = page.locator(".cover:not([hidden])")
    assert covers.count() > 0
    page.get_by_label("Do not cover the answers to predictions").check()
    assert covers.count() == 0
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    context.close()
    # The script that marks the words of a search is Sphinx's.
    assert [error for error in wrong if "sphinx_highlight" not in error] == []


def test_a_link_and_a_search_in_the_page_uncover_what_they_lead_to(lesson):
    output = answer(lesson, "05.p2")
    expect(output).to_be_hidden()
    output.evaluate(
        "node => { node.querySelector('pre').id = 'inside'; location.hash = 'inside'; }"
    )
    expect(output).to_be_visible()
    found = answer(lesson, "05.p3")
    assert found.get_attribute("hidden") == "until-found"
    found.evaluate("node => node.dispatchEvent(new Event('beforematch'))")
    expect(found).to_be_visible()


def test_paper_shows_everything_within_margins(lesson):
    margins = """() => [...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
        .filter(rule => rule instanceof CSSPageRule).map(rule => rule.style.margin)"""
    assert lesson.evaluate(margins) == ["18mm 16mm"]
    lesson.emulate_media(media="print", color_scheme="dark")
    expect(lesson.locator("html")).to_have_attribute("data-theme", "dark")
    lesson.evaluate("dispatchEvent(new Event('beforeprint'))")
    try:
        assert lesson.locator(".answers-too, .answers").evaluate_all(
            "all => all.every(node => getComputedStyle(node).contentVisibility === 'visible')"
        )
        for unseen in (".cover", ".top", ".contents", ".show-all"):
            expect(lesson.locator(unseen).first).to_be_hidden()
        expect(lesson.locator("article details").first.locator("p").last).to_be_visible()
        assert lesson.evaluate("getComputedStyle(document.body).backgroundColor") == WHITE
        expect(lesson.locator("body")).to_have_attribute("data-jp-theme-light", "true")
    finally:
        lesson.evaluate("dispatchEvent(new Event('afterprint'))")
        lesson.emulate_media(media="null", color_scheme="light")


def test_without_scripts_all_is_there_to_read(browser, address):
    context = browser.new_context(java_script_enabled=False, color_scheme="dark")
    page = context.new_page()
    page.goto(address + "index.html")
    expect(page.get_by_role("img", name=re.compile("only a corner saves O"))).to_be_visible()
    expect(page.get_by_text("def learn(V, game, alpha):")).to_be_visible()
    page.goto(address + LESSON)
    expect(page.get_by_text("The answer is 2.")).to_be_visible()
    expect(page.get_by_text("A table of zeros learns from the game above, once")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("What a learner thinks"))).to_be_visible()
    expect(page.locator("article math").first).to_be_visible()
    context.close()


def test_a_lesson_learns_and_plays_on_its_page(lesson):
    machine = lesson.locator("[data-live=timemachine]")
    expect(machine).to_contain_text("After 1 game:")
    machine.get_by_role("slider").focus()
    lesson.keyboard.press("End")
    expect(machine).to_contain_text("After 100,000 games:")
    loop = lesson.locator("[data-live=loop]")
    loop.get_by_role("button", name="Step: one game").click()
    expect(loop).not_to_contain_text("It has learned nothing yet.")


@pytest.mark.parametrize("stem", [path.stem for path in masters.lessons()])
def test_the_scripts_and_tables_of_a_page_are_small(site, stem):
    html = (site / "notebooks" / f"{stem}.html").read_text(encoding="utf-8")
    parts = "".join(re.findall(r"<script.*?</script>", html, re.DOTALL))
    assert len(gzip.compress(parts.encode())) < 100_000
