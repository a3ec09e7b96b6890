"""The decks as they are written: read, filled with what the master says, within their minutes."""

import re

import pytest

from tools.decks import kept, living, pages
from tools.decks.source import PATHS, DeckError, deck_path, decks, kept_folder, read_deck

SLIDE = """# A claim
min 0 / 0

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
