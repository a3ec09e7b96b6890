"""The decks in a real browser, from their files, without a network: looked at, clicked and printed.

Every slide of every deck is measured: nothing is cut off, nothing too small.
"""

import re

import pytest

from tests.aids.alike import first_of
from tools.decks.source import deck_path, decks, read_deck

pytestmark = pytest.mark.browser
SCREEN = {"width": 1366, "height": 768}  # all of 16 to 9 show the same, larger or smaller
SMALLEST = 24
"""Pixels of a slide of 720; code in a sentence is a little smaller than the sentence."""
FAULTS = """
async smallest => {
  await Promise.all([...document.images].map(image => image.decode()));
  const faults = [];
  const unseen = "aside, aside *, mjx-container *, mjx-assistive-mml, .live *";
  const clock = document.querySelector(".clock").getBoundingClientRect();
  for (let i = 0; i < Reveal.getTotalSlides(); i++) {
    Reveal.slide(i, 0, 99);  // with all that appears step by step
    const slide = Reveal.getCurrentSlide(), box = slide.getBoundingClientRect();
    const tell = (what, e) => faults.push(`slide ${i + 1}, ${what}: ${e.textContent.slice(0, 60)}`);
    for (const e of slide.querySelectorAll(`:scope *:not(${unseen})`)) {
      const r = e.getBoundingClientRect(), drawing = e.closest("svg.board");
      const inside = r.left > box.left - 1 && r.right < box.right + 1 &&
        r.top > box.top - 1 && r.bottom < box.bottom + 1;
      const words = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
      const pixels = drawing ? drawing.getBoundingClientRect().width / 312 : box.width / 1280;
      if (r.width && !inside) tell("cut off", e);
      if (words && r.width && r.bottom > clock.top && r.right > clock.left) tell("clock", e);
      // The words of a drawing have no box of their own, but its cells, 100 of its 312 wide.
      const wide = drawing ? words && r.width > 100 * pixels : e.scrollWidth > e.clientWidth + 1;
      if (wide && (drawing || e.clientWidth)) tell("too wide", e);
      if (!words || e.closest("mjx-container")) continue;
      const size = parseFloat(getComputedStyle(e).fontSize) * pixels * 1280 / box.width;
      if (size < smallest) tell(`${size}px`, e);
    }
  }
  return faults;
}
"""


def open_deck(page, editions, name, more=""):
    page.goto((editions / "slides" / f"{name}.html").as_uri() + more)
    page.wait_for_function("window.Reveal && Reveal.isReady()")


def go_to(page, selector):
    """Show the slide that holds this; its number."""
    return page.evaluate(
        """selector => {
          const slides = [...document.querySelectorAll(".slides > section")];
          const number = slides.indexOf(document.querySelector(selector).closest("section"));
          Reveal.slide(number);
          return number;
        }""",
        selector,
    )


@pytest.mark.parametrize("name", decks())
def test_each_path_has_its_slides_which_can_be_read_and_the_minutes_of_the_plan(
    page, editions, name
):
    deck = read_deck(deck_path(name))
    at_home = len([slide for slide in deck.slides if not slide.minutes])
    page.set_viewport_size(SCREEN)
    open_deck(page, editions, name)
    for key, minutes in (("5", 50), ("9", 90)):
        page.keyboard.press(key)
        assert page.evaluate("Reveal.getTotalSlides()") == len(deck.path(minutes)) + at_home
        page.keyboard.press("Home")
        last = deck.path(minutes)[-1].minutes[minutes]
        assert f"of {last}" in page.locator(".clock").text_content()
    # The longer path, which is shown now, has all slides of the shorter one.
    assert all(slide in deck.path(90) for slide in deck.path(50))
    assert page.evaluate(FAULTS, 0.9 * SMALLEST) == []


FAULTY = {
    "cut off": "<p style='position: absolute; top: 700px'>two<br>lines</p>",
    "too wide": "<pre style='white-space: pre; width: 300px'>" + "wide " * 99 + "</pre>",
    "12px": "<p style='font-size: 12px'>small</p>",
}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_fault_is_seen(page, editions, fault):
    open_deck(page, editions, decks()[0])
    add = "html => Reveal.getSlides()[1].querySelector('div').insertAdjacentHTML('beforeend', html)"
    page.evaluate(add, FAULTY[fault])
    found = page.evaluate(FAULTS, 0.9 * SMALLEST)
    assert any(f"slide 2, {fault}" in words for words in found), found


def test_a_remote_clicker_is_enough(page, editions):
    name = "05_td_value_learning"
    open_deck(page, editions, name)
    for _ in range(200):
        if page.evaluate("Reveal.isLastSlide()"):
            break
        page.keyboard.press("PageDown")
    assert page.evaluate("Reveal.isLastSlide()")
    page.keyboard.press("PageUp")
    assert not page.evaluate("Reveal.isLastSlide() && Reveal.getIndices().f > 0")


def test_votes_are_counted_kept_and_told_at_the_end(page, editions):
    open_deck(page, editions, "05_td_value_learning")
    bet = page.locator("[data-tally=bet]")
    bet.get_by_role("button", name="Yes").click()
    for _ in range(2):
        bet.get_by_role("button", name="No").click()
    bet.get_by_label("how many: Yes").fill("3")
    page.keyboard.press("Enter")
    page.reload()
    page.wait_for_function("window.Reveal && Reveal.isReady()")
    assert bet.get_by_label("how many: Yes").input_value() == "3"
    told = page.locator("[data-recall=bet]").text_content()
    assert told == "2 of 5 of you wanted to see more."
    go_to(page, ".save")
    with page.expect_download() as saved:
        page.locator("button.save").click()
    assert saved.value.suggested_filename == "votes-05.json"


@pytest.mark.slow
def test_votes_belong_to_a_class_that_is_named_or_new(browser, editions):
    name, context = "05_td_value_learning", browser.new_context()
    page = context.new_page()

    def count():
        return page.get_by_label("how many: Yes").input_value()

    def name_class(text):
        page.get_by_label("votes of class").fill(text)
        page.keyboard.press("Enter")

    open_deck(page, editions, name)
    page.get_by_role("button", name="Yes").click()
    name_class("7a")  # takes what was counted before
    assert count() == "1"
    name_class("7b")
    assert count() == "0"
    page.get_by_role("button", name="Yes").dblclick()
    name_class("7a")
    assert count() == "1"
    page = context.new_page()  # the next day
    open_deck(page, editions, name)
    assert count() == "0"
    assert page.locator("#classes option").all_text_contents() == ["7a", "7b"]
    name_class("7b")
    assert count() == "2"
    context.close()


def test_what_is_for_home_is_that_of_the_path(page, editions):
    open_deck(page, editions, "05_td_value_learning")
    go_to(page, ".left")
    for key, path in (("9", 90), ("5", 50)):
        page.keyboard.press(key)
        shown = page.locator(".left:visible")
        assert shown.get_attribute("data-path") == str(path)


def test_the_answer_is_a_step_of_the_same_slide(page, editions):
    open_deck(page, editions, "05_td_value_learning")
    tally = page.locator("[data-tally=change]")
    here = go_to(page, "[data-tally=change]")
    right = tally.locator("[data-right] button")
    colour = "one => getComputedStyle(one).backgroundColor"
    before = right.evaluate(colour)
    page.keyboard.press("PageDown")
    assert page.evaluate(f"Reveal.getIndices().h === {here}")
    assert right.evaluate(colour) != before


@pytest.mark.slow
def test_the_presenter_has_the_notes_in_a_window(page, editions):
    open_deck(page, editions, "05_td_value_learning")
    with page.expect_popup() as opened:
        page.keyboard.press("s")
    opened.value.get_by_text("Would you bet on it?").first.wait_for()
    opened.value.close()  # else it goes on telling later decks which slide to show


def test_the_time_machine_is_played_on_its_slide(page, editions):
    open_deck(page, editions, "05_td_value_learning")
    here = go_to(page, "[data-live=timemachine]")
    place = page.locator("[data-live=timemachine]")
    place.get_by_role("gridcell").first.click()
    place.get_by_role("button", name="Undo").click()
    place.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")  # moves the slider, and not to the next slide
    place.get_by_text("After 100,000 games").wait_for()
    assert page.evaluate("Reveal.getIndices().h") == here
    page.keyboard.press("PageDown")
    assert page.evaluate("Reveal.getIndices().h") == here + 1


def test_the_arrows_lead_on_after_a_click_on_a_board(page, editions):
    open_deck(page, editions, "04_how_good_is_a_player")
    here = go_to(page, "[data-live=board]")
    cells = page.locator("[data-live=board]").get_by_role("gridcell")
    cells.nth(1).click()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("Reveal.getIndices().h") == here + 1
    page.keyboard.press("ArrowLeft")
    cells.nth(8).focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowLeft")  # who comes by Tab moves from cell to cell
    assert page.evaluate("Reveal.getIndices().h") == here


@pytest.mark.parametrize("clicked", [True, False])
def test_five_takes_a_cell_of_the_board_on_the_slide(page, editions, clicked):
    open_deck(page, editions, "04_how_good_is_a_player")
    page.keyboard.press("9")
    slides = page.evaluate("Reveal.getTotalSlides()")
    page.evaluate("document.activeElement.blur()")
    here = go_to(page, "[data-live=board]")
    place = page.locator("[data-live=board]")
    if clicked:
        place.get_by_role("button", name="New game").click()
    page.keyboard.press("5")
    assert place.get_by_role("gridcell").nth(4).get_attribute("data-mark") == "X"
    assert page.evaluate("[Reveal.getTotalSlides(), Reveal.getIndices().h]") == [slides, here]


BEATEN = {
    "08_neural_network": (4, 0, 6, 2),
    "04_how_good_is_a_player": (1, 7, 4),
    "09_tree_search": (0, 8, 6, 7),
    "10_tournament": (4, 6, 0, 3),
}
"""{deck: the cells that beat the opponent on its slide}."""


@pytest.mark.parametrize("name", first_of(1, BEATEN))
def test_the_opponent_on_a_slide_is_beaten_as_the_notes_say(page, editions, name):
    open_deck(page, editions, name)
    go_to(page, "[data-live=board]")
    place = page.locator("[data-live=board]")
    for cell in BEATEN[name]:
        place.get_by_role("gridcell").nth(cell).click()
    place.get_by_text("You 1").wait_for()


def test_a_timer_runs_and_stops(page, editions):
    open_deck(page, editions, "05_td_value_learning")
    go_to(page, ".timer")
    timer = page.locator("button.timer")
    assert timer.text_content() == "8:00"
    timer.click()
    page.wait_for_function("/^7:/.test(document.querySelector('button.timer').textContent)")
    timer.click()


@pytest.mark.slow
@pytest.mark.parametrize("name", first_of(2, decks()))
def test_printed_each_slide_is_a_side_with_margins(page, editions, name):
    open_deck(page, editions, name, "?print-pdf")
    slides = len(read_deck(deck_path(name)).slides)
    page.wait_for_function("n => document.querySelectorAll('.pdf-page').length === n", arg=slides)
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == slides


def test_two_seeds_of_a_loop_end_as_the_notes_say(page, editions):
    open_deck(page, editions, "11_reproduce_the_figures")
    go_to(page, "[data-live=loop]")
    place = page.locator("[data-live=loop]")
    for as_x in ("-1 as X", "0 as X"):  # seed 0, which is set at first, and seed 1
        place.get_by_role("button", name="Start").click()
        told = re.compile(f"After 10,000 games: .* against its best reply {as_x}")
        place.get_by_text(told).wait_for()
        place.get_by_role("slider", name="seed").press("ArrowRight")
