"""Live parts of pages as readers use them: from a file, by mouse and keyboard, without scripts."""

import re

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import tttlearn as ttt
from tests.aids.alike import first_of
from tests.browser.conftest import page_of, watched
from tools.live import recorded
from tools.live.parts import NEEDS, exercise, inline, scripts
from tools.site import front
from tttlearn.course.exercises import predictions, questions
from tttlearn.course.exercises.built import forward
from tttlearn.network.basics import new_network
from tttlearn.pictures.learning import density
from tttlearn.play.seeing import SeeForward, seen_in_words
from tttlearn.play.sentences import SENTENCES
from tttlearn.play.stepping import StepAlphaBeta
from tttlearn.play.timemachine import ages, position_values

pytestmark = pytest.mark.browser

SMALL = ttt.parse("XXO / OOX / X..")
CORNER = ttt.parse("X.. / ... / ...")
FOUR = ttt.boards(rows=4, columns=4, k=4, falling=True)
STUB = "def td(V, episode, alpha, gamma):\n    ..."


WIDE = {"width": 1280, "height": 720}


@pytest.fixture(scope="module")
def file(window, tmp_path_factory):
    """The file of a page, and a list of what goes wrong in it."""
    file = tmp_path_factory.mktemp("parts") / "page.html"
    return file, watched(window, file.as_uri())


@pytest.fixture
def opened(window, file):
    """Opens these parts in a page, read from a file; nothing may fail in it or be fetched."""
    file, wrong = file

    def opened(html, viewport=WIDE, **how):
        file.write_text(page_of(html, **how), encoding="utf-8")
        window.set_viewport_size(viewport)
        window.goto(file.as_uri())
        return window

    yield opened
    window.evaluate("localStorage.clear()")
    window.goto("about:blank")
    assert wrong == []


@pytest.fixture(scope="module")
def learner():
    """A learner, and what it was after some games: {games: its table}."""
    learner, kept = ttt.TDLearner(seed=5), {}
    ttt.train(learner, 3_000, checkpoints=[1, 50, 3_000], keep=kept)
    return learner, kept


@pytest.fixture(scope="module")
def parts(learner):
    """One part of each kind, as HTML by its kind."""
    newcomer, kept = learner
    tree = recorded.steps(StepAlphaBeta(SMALL))
    number = {"id": "03.p1", "question": "What is the board worth to X?", "kind": float}
    return {
        "board": inline("board", opponents={"perfect": "minimax", "dice": "random"}),
        "loop": inline("loop", rule="td", games=1_000),
        "tables": inline("tables"),
        "network": inline("network"),
        "timemachine": inline("timemachine", learner=newcomer, kept=kept, state=CORNER),
        "form": inline("form", **number, answer=0.125, near=0.01),
        "frames": inline("frames", title="Step", frames=tree, shows="the game tree after it"),
        "written": inline("written", **front.PART),
        "exercise": inline("exercise", id="01.turn_of", name="turn_of", code=STUB, python=""),
        "league": exercise(id="10.careful", name="my_player", code=STUB, python=""),
        "learns": exercise(id="05.td", name="td", code=STUB, python=""),
        "four": inline("four", rules=FOUR, opponents={"perfect": "minimax"}),
    }


def test_every_kind_of_part_is_tried_here(parts):
    assert set(parts) == set(NEEDS)


def test_no_sentence_has_the_name_of_another():
    assert not set(SENTENCES) & set(questions.SENTENCES)


def test_a_page_has_each_script_once_and_only_what_it_needs(parts):
    both = scripts(parts["board"] + parts["board"])
    assert both == scripts(parts["board"])
    assert both.count("class Session") == 1
    assert "LearnerOnPage" not in both
    assert scripts("<p>a page without parts</p>") == ""


@pytest.mark.parametrize("theme", first_of(1, ["light", "dark"]))
def test_axe_finds_nothing_serious_and_nothing_is_too_wide(opened, parts, theme):
    phone = {"width": 390, "height": 800}
    # All but contrast is the same in the dark.
    only = {} if theme == "light" else {"runOnly": ["color-contrast"]}
    page = opened("".join(parts.values()), phone, theme=theme)
    expect(page.locator(".live-still")).to_have_count(0)
    found = Axe().run(page, options={"resultTypes": ["violations"]} | only).response
    serious = [v for v in found["violations"] if v["impact"] in ("serious", "critical")]
    assert [(v["id"], [node["html"] for node in v["nodes"]]) for v in serious] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_keys_in_a_part_do_not_reach_the_page_around_it(opened, parts):
    page = opened(parts["loop"] + parts["frames"])
    page.evaluate("""() => { window.keys = [];
        document.addEventListener("keydown", event => keys.push(event.key)); }""")
    for part in (page.get_by_role("button", name="Reset"), page.get_by_role("slider").last):
        part.focus()
        for key in ("ArrowRight", " ", "Enter", "s", "Escape"):
            page.keyboard.press(key)
    assert page.evaluate("keys") == ["Escape", "Escape"]


def test_a_loop_starts_stops_steps_and_is_played_against(opened, parts):
    page = opened(parts["loop"])
    status = page.locator(".tl-status")

    def press(name):
        return page.get_by_role("button", name=name)

    expect(press("Play against it")).to_be_disabled()
    press("Step: one game").click()
    expect(status).to_contain_text("After 1 game: right in")
    expect(page.locator(".tl-place")).to_contain_text("after game 1")
    page.get_by_role("button", name="the value of the next board").focus()
    expect(page.locator(".tl-says")).to_have_text(
        re.compile("^V\\(s′\\): the value of the next .* → ")
    )
    expect(page.locator(".tl-number").first).to_be_visible()
    press("Start").click()
    expect(status).to_contain_text("After 1,000 games: right in")
    expect(press("Start")).to_be_disabled()
    press("Play against it").click()
    page.get_by_role("gridcell").nth(4).click()
    expect(page.locator('.ttt [data-mark="O"]')).to_have_count(1)
    press("Reset").click()
    expect(status).to_contain_text("It has learned nothing yet")
    page.get_by_label("seed").press("ArrowRight")
    expect(page.get_by_label("seed")).to_have_attribute("aria-valuetext", "1")


def test_the_numbers_in_the_rule_are_those_of_the_update(opened):
    html = inline("loop", rule="q", alpha=0.25, gamma=0.9, epsilon=0.5, games=300)
    page = opened(html)
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".tl-status")).to_contain_text("After 300 games")
    for _ in range(2):
        texts = page.locator(".tl-number").all_text_contents()
        after, before, alpha, gamma, following, again = texts
        assert (alpha, before) == ("0.25", again)
        target = float(following) * (1 if gamma == "result" else 0.9)
        moved = float(before) + 0.25 * (target - float(before))
        assert float(after) == pytest.approx(moved, abs=0.0015)
        page.get_by_role("button", name="Earlier").click()


FILLS = "all => all.map(cell => cell.style.getPropertyValue('--ttt-fill-light'))"
"""The colours of cells: purple where X wins, orange where O does."""


def test_a_time_machine_says_and_shows_what_python_does(opened, parts, learner):
    page = opened(parts["timemachine"])
    slider, cells = (
        page.get_by_label("It has learned from"),
        page.locator(".tm-thoughts .ttt-cell"),
    )
    slider.focus()
    for age in ages(*learner):
        expect(page.locator(".tm-report")).to_have_text(age.report)
        expect(slider).to_have_attribute("aria-valuetext", age.label)
        expect(page.locator(".tm-table select")).to_have_value(age.label)
        values = [f"{value:+.2f}" for value in age.player.values[CORNER, 1:]]
        shown = [text.replace("\u2212", "-") for text in cells.all_text_contents()[1:]]
        assert [float(one) for one in shown] == [float(one) for one in values]
        for value, fill in zip(values, cells.evaluate_all(FILLS)[1:], strict=True):
            red, _, blue = map(int, re.findall(r"\d+", fill))
            assert np.sign(blue - red) == np.sign(float(value)) or abs(float(value)) < 0.1
        page.keyboard.press("ArrowRight")
    page.locator(".tm-table select").select_option("1 game")
    expect(slider).to_have_attribute("aria-valuetext", "1 game")


def test_a_network_is_looked_into_and_nudged(opened, parts):
    page = opened(parts["network"])
    cell = page.get_by_role("button", name="row 2 column 3, empty")
    before = cell.text_content()
    page.get_by_label("the weight between them").press("End")
    expect(page.locator(".tn-status")).to_contain_text("times the weight 3.00 to cell 5")
    expect(cell).not_to_have_text(before)
    on = page.locator(".tn-units").get_attribute("aria-label")
    page.get_by_role("button", name="row 1 column 1, X").click()
    expect(page.get_by_role("button", name="row 1 column 1, O")).to_be_visible()
    expect(page.locator(".tn-units")).not_to_have_attribute("aria-label", on)


def test_a_loop_has_only_the_sliders_that_are_named(opened):
    html = inline("loop", rule="q", seed=6, sliders=("epsilon", "seed"))
    page = opened(html)
    sliders = page.get_by_role("slider")
    expect(sliders).to_have_count(2)
    page.get_by_label("seed").press("ArrowRight")
    expect(sliders.last).to_have_attribute("aria-valuetext", "7")


def test_the_density_is_that_of_the_notebook(opened, parts, learner):
    page = opened(parts["timemachine"], inside="density")
    values = position_values(ages(*learner)[-1].player)
    found = page.evaluate("values => [...live.density(values)]", values.tolist())
    assert found == pytest.approx(density(values, np.linspace(-1, 1, 201)), abs=1e-3)


def form(question="How many?", **about):
    return inline("form", id="99.p1", question=question, **about)


GUESSES = [
    *((int, 8, 0, text) for text in ("8", " 8 ", "8.0", "16/2", "7", "1e3", "", "8.5", "x", "1/0")),
    *((int, 4520, 0, text) for text in ("4520", "4 520", "4521", "'", '"it\'s"', "back\\slash")),
    *(
        (float, 0.125, 0.01, text)
        for text in ("0.125", "1/8", ".13", "0.135", "\u22120.125", "0.2", "x" * 40)
    ),
    *((float, 1234.25, 0, text) for text in ("1234.25", "1234.3", "-2000.5", "0.15625", "2/3")),
    (["a corner", "an edge"], "a corner", 0, "an edge"),
    ("cell", 4, 0, 4),
    *((int, 5478, 0, text) for text in ("5,478", "5,47", "-3", "25%")),
    *(((0, 1), 0.25, 0, text) for text in ("25%", "25 %", "0,25", "1/4", "25", "-1%", "120%")),
    *(((-1, 1), -0.5, 0, text) for text in ("\u22120,5", "-1.5", "50%")),
    *(
        (int, 58, 5, text, "Of 100 such games, how many?")
        for text in ("58%", "0.6", "0,25", "1", "101", "-3", "120 %", "1.5")
    ),
]


def test_a_form_says_what_python_says(opened):
    html = "".join(
        form(*question, kind=kind, answer=answer, near=near)
        for kind, answer, near, _, *question in GUESSES
    )
    page = opened(html)
    forms = page.locator("form")
    for at, (kind, answer, near, guess, *question) in enumerate(GUESSES):
        page.evaluate("localStorage.clear()")
        asked = questions.Question("99.p1", *(question or ["How many?"]), kind)
        if isinstance(guess, str) and not isinstance(kind, list):
            forms.nth(at).get_by_role("textbox").fill(guess)
        else:
            name = guess if isinstance(guess, str) else f"cell {guess}"
            forms.nth(at).get_by_role("radio", name=name).check(force=True)
        forms.nth(at).get_by_role("button").click()
        expect(forms.nth(at).get_by_role("status")).to_have_text(said(asked, guess, answer, near))


def said(asked, guess, answer, near):
    """What Python says of a guess once the answer is known, or of one that is none."""
    if guess == "":
        return "No guess yet. Give one, or go on without."
    try:
        entry = {
            "guess": asked.guess(guess.strip() if isinstance(guess, str) else guess),
            "answer": answer,
        }
    except ValueError as problem:
        return f"Not kept: {problem}."
    return predictions._line(entry | {"right": predictions._is_right(entry["guess"], answer, near)})


def test_a_guess_after_the_answer_was_seen_is_late_and_not_kept(opened):
    page = opened(form(kind=int, answer=8))
    status = page.get_by_role("status")
    page.evaluate("document.querySelector('.live').dispatchEvent(new Event('live:seen'))")
    expect(status).to_contain_text("A guess from now on is late")
    page.get_by_role("textbox").fill("8")
    page.keyboard.press("Enter")
    expect(status).to_have_text(questions.words("late", guess=8, answer=8))
    page.reload()
    expect(status).to_have_text("")


def test_steps_are_replayed_by_keyboard(opened, parts):
    stepper = StepAlphaBeta(SMALL)
    page = opened(parts["frames"])
    image, slider = page.locator(".frames img"), page.get_by_label("Step")
    slider.focus()
    seen = set()
    for index in range(len(stepper.steps)):
        expect(page.locator(".frames p")).to_have_text(stepper.in_words(index))
        assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 500
        seen.add(image.get_attribute("src"))
        page.keyboard.press("ArrowRight")
    assert len(seen) == len(stepper.steps)


def test_a_forward_pass_is_recorded_in_each_position():
    network = new_network((18, 20, 9), np.random.default_rng(3))
    see = SeeForward(
        forward, [network.weights[0], network.biases[0], network.weights[1], network.biases[1]]
    )
    frames = recorded.passes(see, [0, CORNER])
    assert [says for says, _ in frames] == [seen_in_words(see.units(s), s) for s in (0, CORNER)]
    assert all(picture.count("<svg") == 1 for _, picture in frames)
    assert frames == recorded.passes(see, [0, CORNER])
