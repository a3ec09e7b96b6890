"""The report on a player: the same numbers as text, page and data; nothing from elsewhere."""

import json
import re

import numpy as np
import pytest

import tttlearn as ttt
from tests.aids.games import GAMES
from tttlearn.evaluation.judgement import judgement
from tttlearn.pictures.report import Report, judge

TWO_PLY = judge("two-ply")


def test_the_text_says_all_there_is():
    said = TWO_PLY.text()
    assert said.startswith("two-ply, tic-tac-toe. Exact: no game is sampled.\n")
    assert re.search(r"against random play +96\.01 % +3\.99 % +0\.00 % +84\.55 % ", said)
    assert "Worst case as X: 0, as good as can be (" in said
    assert "Worst case as O: -1 (+1 is a win, -1 a loss, perfect play gets 0)." in said
    assert "It moves without an error in 4,270 of 4,520 positions (94.5%)." in said
    assert "in every game as X, it has to move otherwise in no position." in said
    assert "in every game as O, it has to move otherwise in 14 positions, and in no fewer: " in said
    assert "\n. . X\n. O .\nX . .\n" in said
    assert repr(TWO_PLY) == said


def test_the_data_are_the_numbers():
    data = json.loads(TWO_PLY.json())
    as_x, _ = TWO_PLY.judgement.against["random play"]
    assert data["against"]["random play"]["X"]["x_wins"] == as_x[0]
    assert len(data["errors"]) == data["positions"] - data["without_error"] == 250
    assert len(data["distance"]["O"]["changes"]) == 14
    assert data["exact"]


def test_the_page_asks_for_nothing_and_a_notebook_keeps_no_time(tmp_path):
    def first(state):
        return int(np.flatnonzero(ttt.LEGAL[state])[0])

    report = judge(first)
    page = report.save(tmp_path / "a.html").read_text()
    assert not re.search(r"https?:|src=|href=|@import|url\(", page)
    assert " ms.</p>" in page
    assert " ms." not in report._repr_html_() + report.text() + report.json()
    n_boards = sum(len(worst.game) for worst in report.judgement.worst.values()) + 3
    assert page.count("<svg") == n_boards == page.count("aria-label=")


def test_a_name_is_text_and_not_html(tmp_path):
    policy = ttt.PolicyPlayer(ttt.minimax_policy(), "<b>Ada</b>")
    assert "<b>Ada" not in judge(policy).save(tmp_path / "a.html").read_text()


def test_a_perfect_player_has_no_errors():
    said = judge("minimax").text()
    assert "It moves without an error in all 4,520 positions." in said
    assert said.count("it has to move otherwise in no position.") == 2


def test_an_estimate_is_called_one_everywhere():
    report = judge("mcts", ttt.boards(rows=2, columns=3, k=2), asks=3)
    assert "xact" not in report.text()
    said = "it was asked 3 times in each position, so a move that it makes there in less than 63.2%"
    assert f"Estimated: {said} of the times" in report.text()  # 0.368 ** 3 is 5%
    assert not json.loads(report.json())["exact"]


def test_illegal_answers_are_said():
    def faulty(state):
        return 4 if state == 81 else int(np.flatnonzero(ttt.LEGAL[state])[0])

    said = judge(faulty).text()
    assert (
        "It has no legal answer in 1 position, and loses there: in state 81 it answered B2" in said
    )


def test_a_game_without_a_board_is_text():
    report = Report(judgement("random", GAMES["nim"]()))
    assert "<pre>" in report._repr_html_()


@pytest.mark.parametrize("name", ["report.pdf", "report"])
def test_other_files_are_refused(tmp_path, name):
    with pytest.raises(ValueError, match=r"written as \.html, \.json or \.txt, not report"):
        TWO_PLY.save(tmp_path / name)
