"""Exercises that are written, checked and run on a page, in MicroPython, with the network off."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import page_of, watched
from tools.live import league, python
from tools.live.parts import exercise
from tttlearn.course.classroom.standings import Entrant, Standings
from tttlearn.course.exercises import answers, built, taken, verdicts
from tttlearn.course.exercises.solutions import solutions
from tttlearn.evaluation.any_player import policy_of

pytestmark = pytest.mark.browser

STUB = 'def turn_of(state):\n    """+1 when X is to move."""\n    return ...'
RIGHT = solutions()["01.turn_of"].replace("_solution", "").split("\n\n\ncheck.")[0]
WRONG = RIGHT.replace("-1 if more == 1 else 0", "-1")
TD_WRONG = """\
def td(V, episode, alpha, gamma):
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 1):
        V[episode.states[t]] -= alpha * (gamma * V[episode.states[t + 1]] - V[episode.states[t]])"""


@pytest.fixture(scope="module")
def page(window, tmp_path_factory):
    """A page of exercises with their files, opened as a file; nothing may fail in it."""
    folder = tmp_path_factory.mktemp("exercises")
    python.write(folder)
    about = {
        "01.turn_of": ("turn_of", STUB),
        "05.td": ("td", "def td(V, episode, alpha, gamma): ..."),
        "10.careful": ("my_player", "def my_player(state):\n    return ..."),
    }
    league.write(folder)
    html = "".join(
        exercise(id=id, name=name, code=code, python=python.NAME, league=league.NAME)
        for id, (name, code) in about.items()
    )
    (folder / "page.html").write_text(page_of(html), encoding="utf-8")
    wrong = watched(window, folder.as_uri())
    window.goto((folder / "page.html").as_uri())
    yield window
    window.evaluate("localStorage.clear()")
    assert wrong == []


def checked(page, code, name="turn_of"):
    """What the page says of this code, in the part of this function."""
    part = page.get_by_role("region", name=f"Write {name} on this page")
    part.get_by_role("textbox").fill(code)
    part.get_by_role("button", name="Check").click()
    expect(part.get_by_role("button", name="Check")).to_be_visible()
    expect(part.locator(".ttv")).to_be_visible()
    return part.locator(".ttv")


def test_verdicts_are_those_of_the_notebook(page):
    said = checked(page, STUB)
    expect(said.locator(".ttv-word")).to_have_text(f"\u2026 {verdicts.NOT_ATTEMPTED}")
    said = checked(page, WRONG)
    expect(said.locator(".ttv-word")).to_have_text(f"\u2717 {verdicts.WRONG}")
    expect(said).to_contain_text("because turn_of(2) is -1, and 0 is right: no game leaves these")
    expect(said).to_contain_text(verdicts.ABOUT.format(state=2))
    expect(said.get_by_role("img")).to_have_attribute(
        "aria-label",
        "The board, row by row: O, empty, empty; empty, empty, empty; empty, empty, empty",
    )
    expect(said.get_by_text("Hint 1 of")).to_be_visible()
    said = checked(page, TD_WRONG, "td")
    expect(said).to_contain_text("One slip that does that: the error has the wrong sign")
    said = checked(page, TD_WRONG.replace("-=", "+=").replace("gamma", "discount"), "td")
    expect(said).to_contain_text("a single game, but the rule td has no setting gamma.")
    said = checked(page, TD_WRONG.replace("-=", "+="), "td")
    expect(said).to_have_text(
        f"\u2713 {verdicts.CORRECT} Exercise 05.2"
        "On 50 random games and tables it changes exactly what TD(0) changes."
    )


def test_errors_have_their_line_and_endless_loops_are_stopped(page):
    said = checked(page, RIGHT.replace("my_decode(state)", "np.zeros(9)", 1))
    expect(said).to_contain_text("There is no NumPy on this page")
    expect(said).to_contain_text("in line 3: more = np.zeros(9)")
    assert page.locator(".tw-bad").all_text_contents() == ["3"]
    said = checked(page, "def turn_of(state):\n    while True:\n        pass")
    expect(said.locator(".ttv-word")).to_have_text(f"\u25a0 {verdicts.NOT_FINISHED}")
    expect(said).to_contain_text(f"{answers.ENDLESS} Look at line 2.")


def test_code_is_run_kept_taken_along_and_reset(page, tmp_path):
    part = page.get_by_role("region", name="Write turn_of on this page")
    part.get_by_role("textbox").fill(f"{RIGHT}\nprint(turn_of(1), 1 / 4)")
    part.get_by_role("button", name="Run").click()
    expect(part.get_by_label("what it printed")).to_have_text("-1 0.25\n")
    with page.expect_download() as download:
        part.get_by_role("button", name="Take it with you").click()
    assert download.value.suggested_filename == taken.NAME
    folder = Path(shutil.copy(download.value.path(), tmp_path / taken.NAME)).parent
    assert taken.read_written([folder])["01.turn_of"] == f"{RIGHT}\nprint(turn_of(1), 1 / 4)"
    page.reload()
    expect(part.get_by_role("textbox")).to_have_value(f"{RIGHT}\nprint(turn_of(1), 1 / 4)")
    part.get_by_role("button", name="Start again").click()
    expect(part.get_by_role("textbox")).to_have_value(STUB)


@pytest.mark.slow
def test_a_rule_learns_at_run(page):
    part = page.get_by_role("region", name="Write td on this page")
    part.get_by_role("textbox").fill(TD_WRONG.replace("-=", "+="))
    part.get_by_role("button", name="Run").click()
    status = part.locator(".tl-status")
    expect(status).to_contain_text("After 10,000 games with seed 1 it chooses right in 8")
    expect(part.locator(".tw-strength")).to_contain_text("After 10,000 games: right in 8")
    part.get_by_role("gridcell", name="row 2 column 2, empty").click()
    expect(part.locator('.ttt [data-mark="O"]')).to_have_count(1)
    part.get_by_role("button", name="Another seed").click()
    expect(status).to_contain_text("with seed 2 it chooses right in 8")
    expect(status).to_contain_text("the run before it in 8")
    assert part.locator(".tl-shadow").count() == 3


def test_a_player_enters_the_tournament_and_is_ranked_exactly(page):
    part = page.get_by_role("region", name="Write my_player on this page")
    part.get_by_role("textbox").fill("def my_player(state):\n    return 4")
    part.get_by_role("button", name="Enter the tournament").click()
    expect(part.locator(".ttv")).to_contain_text("it takes 4, but a free cell is asked for")
    lines = solutions()["10.careful"].replace("_solution", "").split("\n\n\ncheck.")[0]
    part.get_by_role("textbox").fill(lines)
    part.get_by_role("button", name="Enter the tournament").click()
    expect(part.locator(".tl-status")).to_contain_text("Your player is number 4 of 7")
    entrants = league.players() | {"your player": built.blocking}
    standings = Standings([Entrant(name, policy_of(one)) for name, one in entrants.items()])
    rows = standings.table[["name", "score", "worst", "optimal"]].itertuples(index=False)
    assert part.locator("tbody tr").all_inner_texts() == [
        f"{name}\t{score:.3f}\t{worst:.3f}\t{share:.1%}" for name, score, worst, share in rows
    ]
