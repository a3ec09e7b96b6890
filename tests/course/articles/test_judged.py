"""The page on how good each player with a name is."""

import pytest

import tttlearn as ttt
from tests.course.articles.test_pages import Links
from tools import judged
from tttlearn.players.roster import names

KEPT = judged.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["two-ply", "quick", "level-4", "hickman"])
def test_the_kept_page_says_what_the_package_finds(name):
    made = ttt.judge(name)
    assert judged.section(name, made) in KEPT
    assert judged.row(name, made.judgement) in KEPT


@pytest.mark.slow
def test_the_kept_page_is_the_one_that_is_made_now():
    assert judged.judged() == KEPT


def test_every_player_is_on_it_and_every_link_leads_to_a_report():
    page = Links(KEPT)
    inside = {link[1:] for link in page.links if link[0] == "#"}
    assert inside == {*judged.players()} <= {*page.ids}
    assert {*names()} - inside == {"level-0", "mcts"}  # random play, and what searches at random
    assert not page.sources
