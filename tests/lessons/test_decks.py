"""The decks as they are written: read, filled with what the master says, within their minutes."""

import re

import numpy as np
import pytest

import tttlearn as ttt
from tools.decks import blocks, kept, living, pages
from tools.decks.source import PATHS, DeckError, deck_path, decks, kept_folder, read_deck
from tttlearn.players.roster import player

SLIDE = """# A claim
min 0 / 0 | *Play first*

Words.

::: notes
SAY: One sentence.
ASK (1): A question.
:::
"""


def written(tmp_path, text):
    path = tmp_path / "05_a_lesson.md"
    path.write_text(text, encoding="utf-8")
    return read_deck(path)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (SLIDE.replace("min 0 / 0", "minute 3"), "below a headline stands `min 4 / 6` or `home`"),
        (SLIDE.replace(" | *Play first*", ""), "the first slide names a section"),
        (SLIDE.partition(":::")[0], "'A claim' has no notes"),
        (SLIDE.replace("SAY: One", "Say: One"), "notes begin with one of SAY, ASK"),
    ],
)
def test_what_is_no_deck_is_told_with_its_slide(tmp_path, text, problem):
    with pytest.raises(DeckError, match=re.escape(problem)):
        written(tmp_path, text)


def test_a_slide_takes_what_is_said_and_done(tmp_path):
    [slide] = written(tmp_path, SLIDE.replace("One sentence.", "word " * 130)).slides
    assert slide.takes == 2
    assert slide.minutes == {50: 0, 90: 0}


@pytest.mark.parametrize(
    ("words", "problem"),
    [("{=nothing}", "no value nothing"), ("![](nowhere)", "no picture nowhere")],
)
def test_what_the_master_has_not_given_is_told(monkeypatch, tmp_path, words, problem):
    deck = written(tmp_path, SLIDE.replace("Words.", words))
    with pytest.raises(DeckError, match=problem):
        pages._slide(deck, {"values": {}, "captions": {}}, deck.slides[0])


def test_a_block_that_is_none_is_told(tmp_path):
    deck = written(tmp_path, SLIDE.replace("Words.", "::: table\na | b\n:::"))
    with pytest.raises(DeckError, match="no block 'table'; there are tally"):
        pages._slide(deck, {"values": {}, "captions": {}}, deck.slides[0])


def test_a_tree_has_what_follows_below_its_board():
    lines = "... | 0 | 2", "- X.. | +1 | 1", "-- XO. | left out", "- .X. | −1"
    html = blocks.tree([], [line.replace(" |", "/.../... |", 1) for line in lines])
    html = re.sub(r"(?s)<svg.*?aria-label=\"board: (.*?);.*?</svg>", r"\1 ", html)
    assert html == (
        '<div class=tree style="--leaves: 2; --levels: 3; --letters: 2"><ul>'
        "<li><p>. . . <b class=fragment data-fragment-index=2><span class=none>0</span></b></p><ul>"
        "<li><p>X . . <b class=fragment data-fragment-index=1><span class=x>+1</span></b></p>"
        "<ul><li><p>X O . <b><span class=out>left out</span></b></p></li></ul></li>"
        "<li><p>. X . <b><span class=o>−1</span></b></p></li></ul></li></ul></div>"
    )


def test_a_tree_that_grows_says_more_with_each_key():
    html = blocks.growing([], ["X../.../... | 1× 0.00 | 3× +1.00", "- 4 | | 2× −1.00"])
    html = re.sub(r"(?s)<svg.*?</svg>", "board", html)
    assert html == (
        '<div class="tree growing" style="--leaves: 1"><ul><li><p>board<span>'
        '<b style="background: rgb(255, 255, 255)">1×<br><small>0.00</small></b>'
        '<b class=fragment data-fragment-index=1 style="background: rgb(178, 158, 201)">'
        "3×<br><small>+1.00</small></b></span></p><ul>"
        "<li class=fragment data-fragment-index=1><p><em>4</em><span>"
        '<b style="background: rgb(221, 180, 143)">2×<br><small>−1.00</small></b>'
        "</span></p></li></ul></li></ul></div>"
    )


def test_a_scale_has_bars_and_dots_at_their_numbers():
    words = ["step", "0", "100", "50", "printed:", "50"]
    html = blocks.scale(words, ["runs | 0 100 | two", "surely | 25 to 75"])
    line = "<u style='left: 50.0%'></u>"
    assert html == (
        "<table class=scale>"
        "<tr class=mark><th></th><td><div><b style='left: 50.0%'>printed: 50</b></div></td></tr>"
        f"<tr><th scope=row>runs</th><td><div>{line}<i style='left: 6.0%'></i>"
        "<i style='left: 94.0%'></i></div></td><td><b>two</b></td></tr>"
        f"<tr class=fragment><th scope=row>surely</th><td><div>{line}"
        "<i class=span style='left: 28.0%; width: calc(72.0% - 28.0%)'></i></div></td>"
        "<td><b></b></td></tr><tr class=ticks><th></th><td><div><span style='left: 6.0%'>0</span>"
        "<span style='left: 50.0%'>50</span><span style='left: 94.0%'>100</span></div></td></tr>"
        "</table>"
    )
    assert "<u" not in blocks.scale(["0", "1"], ["one | 0.5"])


def test_a_loop_shows_the_sliders_that_are_spoken_of():
    html = living.part("loop", {"rule": "q", "sliders": "alpha,seed"})
    assert '"sliders":["alpha","seed"]' in html
    assert '"sliders":["alpha","epsilon","gamma","games","seed"]' in living.part(
        "loop", {"rule": "q"}
    )
    with pytest.raises(ValueError, match="sliders are some of"):
        living.part("loop", {"rule": "q", "sliders": "beta"})


def test_only_values_have_the_colours_of_x_and_o():
    lines = ["score | 0.9 | −0.5"]
    assert "rgba" not in blocks.grid([], lines)
    assert blocks.grid(["values"], lines).count("rgba") == 2


def test_a_player_with_a_hole_errs_there_and_nowhere_else():
    whole, state = player("minimax-first").policy, ttt.parse("X../.OX/...")
    policy = living.holed("minimax-first", "X../.OX/...", "6").policy
    assert (np.flatnonzero((policy != whole).any(1)) == [state]).all()
    assert policy[state].tolist() == [0, 0, 0, 0, 0, 0, 1, 0, 0]
    assert '"minimax-first, holed":' in living.board("minimax-first", hole="X../.OX/...:6")


def test_pictures_in_a_stack_come_with_a_key_each(monkeypatch, tmp_path):
    monkeypatch.setattr(pages, "kept_folder", lambda name: tmp_path)
    for name in ("one", "two"):
        (tmp_path / f"{name}.png").write_bytes(name.encode())
    text = "::: stack\n![](one)\n![](two)\n:::"
    deck = written(tmp_path, SLIDE.replace("Words.", text))
    taken = {"values": {}, "captions": {"one": "the first", "two": "the second"}}
    body = pages._slide(deck, taken, deck.slides[0])["body"]
    first, second = re.findall(r"<img [^>]*>", body)
    assert (
        body
        == f"<div class=body><div class=stack>{first}<p class=fragment>{second}</p></div></div>"
    )
    assert 'alt="the first"' in first


def test_a_time_machine_has_a_learner_of_its_rule():
    html = living.part("timemachine", {"rule": "q", "seed": "6", "human": "O"})
    assert '"human":"O"' in html
    assert '"moves":' in html  # of values of positions, as of TD, there would be "states"
    assert '"opens":0' in html
    assert '"opens":4' in living.part("timemachine", {"rule": "q", "seed": "6", "games": "10000"})


def test_an_opponent_of_a_slide_is_a_learner_of_these_games_and_this_seed():
    learner = living.opponents("ours:td-50-2,minimax-first")["ours"]
    assert (learner.games, learner.seed) == (50, 2)


def test_an_opponent_of_a_slide_is_called_what_is_said_or_as_it_is():
    assert [*living.opponents("ours:td-50-2,td-50,minimax-first")] == [
        "ours",
        "td-50",
        "minimax-first",
    ]
    assert living.opponents("best:minimax-first") == {"best": "minimax-first"}


@pytest.mark.parametrize("name", decks())
def test_a_deck_has_15_to_25_slides_within_its_minutes(name):
    deck = read_deck(deck_path(name))
    assert 15 <= len(deck.slides) <= 25
    for path in PATHS:
        slides = deck.path(path)
        begins = [slide.minutes[path] for slide in slides]
        assert begins == sorted(begins)
        assert begins[0] == 0
        end = begins[-1] + slides[-1].takes
        assert end <= path
        for slide, start, following in zip(slides, begins, [*begins[1:], end], strict=True):
            assert slide.takes <= following - start + 1, (slide.headline, slide.takes)


@pytest.mark.parametrize("name", decks())
def test_every_slide_says_something_to_say(name):
    for slide in read_deck(deck_path(name)).slides:
        parts = [part for part, _, _ in slide.notes]
        assert "SAY" in parts, slide.headline
        assert not slide.minutes or len(parts) > 1, slide.headline


@pytest.mark.parametrize("name", decks())
def test_code_is_short_and_seldom(name):
    slides = read_deck(deck_path(name)).slides
    fences = [re.findall(r"(?s)```\w*\n(.*?)```", slide.body) for slide in slides]
    assert all(len(code.splitlines()) <= 7 for found in fences for code in found)
    assert 6 * sum(map(bool, fences)) <= len(slides)


@pytest.mark.parametrize("name", decks())
def test_all_that_is_kept_is_shown(name):
    deck, taken = read_deck(deck_path(name)), kept.read(name)
    text = deck_path(name).read_text(encoding="utf-8")
    assert {one for _, one, _ in deck.asked()} == set(taken["values"])
    assert {value for value in taken["values"] if f"{{={value}}}" not in text} == set()
    assert {path.stem for path in kept_folder(name).glob("*.png")} == set(deck.pictures)
    assert {picture for picture in deck.pictures if f"]({picture})" not in text} == set()


@pytest.mark.parametrize("name", decks())
def test_formulas_do_not_stand_alone(name):
    for slide in read_deck(deck_path(name)).slides:
        words, n_formulas = re.subn(r"(?s)\$\$.*?\$\$", "", slide.body)
        shown = re.search(r"^::: (?!timer|votes)|!\[", words, re.MULTILINE)
        if n_formulas and not shown:
            assert len(re.findall(r"\w{2,}", words)) >= 15, slide.headline


def test_a_network_is_drawn_with_all_that_joins_its_layers():
    html = blocks.network([], ["2 | in", "30 | hidden"])
    assert html.count("<path") == 2 * blocks.SHOWN_UNITS
    assert html.count("<circle") == 2 + blocks.SHOWN_UNITS - 1  # with dots for those left out
    assert "<b>30</b> hidden" in html


IMPOSSIBLE = {"01_the_game_as_data": {2, 9800, 9944, 9098}}
"""Boards that no game reaches, shown because of that."""


@pytest.mark.parametrize("name", decks())
def test_every_board_is_a_position_of_the_game(name):
    drawn = re.findall(r'aria-label="board: (.*?)"', pages.html(name, name))
    signs = [
        " ".join(one if one in "XO" else "." for one in re.findall(r"[^ ;]+", board))
        for board in drawn
    ]
    shown = {ttt.parse(board) for board in signs}
    assert {state for state in shown if not ttt.REACHABLE[state]} == IMPOSSIBLE.get(name, set())
