"""The slides and the handouts in a real browser, straight from their files, without a network.

Every slide of every deck is measured: nothing is cut off, nothing is too small for the back row.
"""

import re

import pytest

from tools.editions import fit
from tools.masters import lessons

pytestmark = pytest.mark.browser
LESSONS = [path.stem for path in lessons()]
SMALLEST_PICTURE = 380
FAULTS = """
async ([smallest, picture]) => {
  await Promise.all([...document.images].map(image => image.decode()));
  Reveal.configure({transition: "none", backgroundTransition: "none"});
  const faults = [];
  const unseen = "aside, aside *, mjx-container *, mjx-assistive-mml";
  for (let i = 0; i < Reveal.getTotalSlides(); i++) {
    Reveal.slide(i, 0, 99);  // with all that appears step by step
    const slide = Reveal.getCurrentSlide(), box = slide.getBoundingClientRect();
    const scale = box.width / 1280;
    const tell = (what, e) => faults.push(`slide ${i + 1}, ${what}: ${e.textContent.slice(0, 60)}`);
    for (const e of slide.querySelectorAll(`:scope *:not(${unseen})`)) {
      const r = e.getBoundingClientRect();
      const inside = r.left > box.left - 1 && r.right < box.right + 1 &&
        r.top > box.top - 1 && r.bottom < box.bottom + 1;
      const words = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
      const size = parseFloat(getComputedStyle(e).fontSize);
      if (r.width && !inside) tell("cut off", e);
      if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth) tell("too wide", e);
      if (words && !e.closest("mjx-container") && size < smallest) tell(`${size}px`, e);
      if (e.tagName === "IMG" && r.height / scale < picture) tell("a small picture", e.parentNode);
    }
  }
  return faults;
}
"""


@pytest.fixture(scope="module")
def opened(browser, editions):
    """A page that may only read what was built, and a list of what went wrong in it.

    It is one for all tests, since a new one would make MathJax ready anew, a second of work.
    """
    page, wrong = browser.new_page(viewport={"width": 1280, "height": 720}), []
    page.on("console", lambda m: wrong.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))

    def block(route):
        wrong.append(route.request.url)
        route.abort()

    own = (editions.as_uri(), "data:", "blob:", "about:")
    page.context.route(lambda url: not url.startswith(own), block)
    yield page, wrong
    page.context.close()


@pytest.fixture
def page(opened):
    """The page, in which nothing must have gone wrong at the end."""
    page, wrong = opened
    wrong.clear()
    yield page
    assert wrong == []


def open_deck(page, editions, name):
    page.goto((editions / "slides" / f"{name}.html").as_uri())
    page.wait_for_function("window.Reveal && Reveal.isReady()")


@pytest.mark.parametrize("name", LESSONS)
def test_every_slide_can_be_read(page, editions, name):
    open_deck(page, editions, name)
    assert page.evaluate("Reveal.getTotalSlides()") > 10
    # Code inside a sentence is a little smaller than the sentence.
    assert page.evaluate(FAULTS, [0.9 * fit.SMALLEST, SMALLEST_PICTURE]) == []


FAULTY = {
    "cut off": "<p style='position: absolute; top: 700px'>two<br>lines</p>",
    "too wide": "<pre style='white-space: pre; width: 300px'>" + "wide " * 99 + "</pre>",
    "12px": "<p style='font-size: 12px'>small</p>",
    "a small picture": "<img src='data:,' height='20' width='20'>",
}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_fault_is_seen(page, editions, fault):
    open_deck(page, editions, "99_lesson_template")
    page.evaluate(
        "html => Reveal.getSlides()[1].querySelector('div').insertAdjacentHTML('beforeend', html)",
        FAULTY[fault],
    )
    page.evaluate("HTMLImageElement.prototype.decode = async () => {}")
    found = page.evaluate(FAULTS, [0.9 * fit.SMALLEST, SMALLEST_PICTURE])
    assert any(f"slide 2, {fault}" in words for words in found), found


def test_formulas_are_set(page, editions):
    open_deck(page, editions, "05_td_value_learning")
    assert page.locator("section.formula mjx-container svg").count() >= 2
    assert "$" not in page.evaluate("document.querySelector('section.formula > div').textContent")


def test_keys_go_on_and_open_the_notes(page, editions):
    open_deck(page, editions, "01_the_game_as_data")
    page.keyboard.press("Space")
    assert page.evaluate("Reveal.getIndices().h") == 1
    page.keyboard.press("Home")
    with page.expect_popup() as opened:
        page.keyboard.press("s")
    opened.value.get_by_text("A plan for 50 minutes").wait_for(timeout=15_000)


def test_the_list_of_decks_leads_to_them(page, editions):
    page.goto((editions / "slides" / "index.html").as_uri())
    page.get_by_role("link", name="03 Minimax").click()
    page.wait_for_function("window.Reveal && Reveal.isReady()")
    assert page.locator("h1").text_content() == "Minimax"


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
