"""The first screen of the leaderboard in a real browser, from its file, as a room watches it."""

import numpy as np
import pytest

import tttlearn as ttt
from tests.browser.conftest import watched
from tttlearn.course.classroom.contest import Contest
from tttlearn.course.classroom.leaderboard import write_leaderboard
from tttlearn.course.classroom.standings import Entrant, Standings
from tttlearn.course.classroom.submissions import Submission
from tttlearn.evaluation.any_player import ReadPlayer

pytestmark = pytest.mark.browser


def uneven():
    """A policy that takes its first free cell three times in four, else the last."""
    policy = np.zeros((19683, 9))
    for state in ttt.UNDECIDED:
        free = np.flatnonzero(ttt.LEGAL[state])
        policy[state, free[0]] += 0.75
        policy[state, free[-1]] += 0.25
    return policy


@pytest.fixture(scope="module")
def standings():
    """Those of three of the class, one of which forfeits a position, and two of the house."""
    learner = ttt.TDLearner(seed=0)
    learner.learn(300)
    silent = ttt.minimax_policy().copy()
    silent[ttt.START] = 0
    policies = {"<b>Ada</b>": learner.policy, "Ben": uneven(), "Cy": silent}
    house = {"random": ttt.random_policy(), "minimax": ttt.minimax_policy()}
    entrants = [Entrant(name, policy) for name, policy in policies.items()]
    return Standings(entrants + [Entrant(name, one, house=True) for name, one in house.items()])


@pytest.fixture(scope="module")
def file(standings, tmp_path_factory):
    entered = [
        Submission(one.name, f"{k}.json", player=ReadPlayer(one.policy, one.name))
        for k, one in enumerate(standings.entrants[:3])
    ]
    held = Contest(standings, entered, [])
    return write_leaderboard(held, tmp_path_factory.mktemp("results"))


@pytest.fixture(scope="module")
def opened(window, file):
    """A page at the size of a projector that may only read the leaderboard, and its errors."""
    window.set_viewport_size({"width": 1920, "height": 1080})
    return window, watched(window, file.parent.as_uri())


@pytest.fixture
def page(opened, file):
    """The leaderboard, opened anew; nothing is fetched, and nothing goes wrong."""
    page, wrong = opened
    page.goto(file.as_uri())
    yield page
    page.evaluate("localStorage.clear()")
    assert wrong == []


def test_most_places_are_uncovered_at_once_and_the_first_one_by_one(page, standings):
    stage = page.locator(".stage")
    order = list(standings.table.name)
    together, alone = order[3:], order[:3][::-1]  # of five: the first half, and one, are alone
    page.keyboard.press("PageDown")
    assert all(name in stage.inner_text() for name in together)
    assert not [name for name in alone if name in stage.inner_text()]
    for name in alone:
        page.keyboard.press("PageDown")
        assert stage.locator(".stage-name").inner_text() == name
    for _ in alone:
        page.keyboard.press("PageUp")
    page.keyboard.press("PageUp")
    assert not [name for name in order if name in stage.inner_text()]


def test_the_chances_of_each_pair_are_those_of_the_tournament(page, standings):
    page.keyboard.press("3")
    seats = page.locator(".stage-seats select")
    order = standings.table.index
    for i, x in enumerate(order):
        for j, o in enumerate(order):
            seats.nth(0).select_option(str(i))
            seats.nth(1).select_option(str(j))
            told = page.locator(".stage-seats b").inner_text().replace("<1%", "0%")
            shown = [int(part.split(" ")[-1].rstrip("%")) for part in told.split(" · ")]
            assert np.abs(np.array(shown) / 100 - standings.outcomes[x, o]).max() < 0.0061, (x, o)


def test_a_game_is_walked_through_move_by_move(page, standings):
    page.keyboard.press("4")
    n = len(standings.entrants)
    order = list(standings.table.name)
    page.locator(".stage-matrix td").nth(n * order.index("minimax") + order.index("random")).click()
    on = page.locator(".stage-on .stage-step")
    assert on.count() == 9  # where minimax may begin
    on.first.click()
    assert [one.inner_text() for one in on.all()] == ["13%"] * 8
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    assert page.locator(".stage-view > p").last.inner_text() in ("X wins.", "A draw.")
    page.locator(".stage-line .stage-step").first.click()
    assert on.count() == 9


@pytest.mark.slow
def test_a_mistake_is_played_through_to_its_end(page, standings):
    page.keyboard.press("2")
    listed = page.get_by_label("Whose mistake").locator("option").all_inner_texts()
    assert listed == [name for name in standings.table.name if name in listed], "the best first"
    assert len(listed) == 3
    page.get_by_label("Whose mistake").select_option(label="Cy")
    page.keyboard.press("ArrowRight")
    assert "no legal answer" in page.locator(".stage-pair").inner_text()
    page.get_by_label("Whose mistake").select_option(label="<b>Ada</b>")
    for _ in range(9):
        page.keyboard.press("ArrowRight")
        words = page.locator(".stage-pair").inner_text()
        if "is to move" in words:
            break
    assert "It takes" in words
    assert "which leads to" in words


def test_one_screen_holds_who_beats_whom_and_paper_none_of_it(page):
    page.keyboard.press("4")
    bottom = page.locator(".stage-matrix").evaluate("e => e.getBoundingClientRect().bottom")
    assert bottom < 1080
    page.emulate_media(media="print")
    assert not page.locator(".stage").is_visible()
    page.emulate_media(media="screen")
