"""Plans, slides and handouts of a meeting: made from the deck, so they say the same everywhere."""

import re

import pytest
from bs4 import BeautifulSoup

from tools import plans, teaching_notes
from tools.decks.source import PATHS, deck_path, decks, read_deck
from tools.masters import NOTEBOOKS, read
from tttlearn.course.exercises import originals

each_meeting = pytest.mark.parametrize(
    ("name", "path"), [(name, path) for name in decks() for path in PATHS]
)


def master(name):
    return read(NOTEBOOKS / f"{name}.ipynb")["cells"]


def numbers(text):
    """Return all exercises that a text names, also those of "05.3 to 05.6"."""

    def between(match):
        lesson, first, last = match.groups()
        return ", ".join(f"{lesson}.{k}" for k in range(int(first), int(last) + 1))

    text = re.sub(r"(\d\d)\.(\d+) to \1\.(\d+)", between, text)
    return set(re.findall(r"\b\d\d\.\d+\b", text))


def told_at_home(editions, kind, name, path):
    """Return what a page of the editions says is for home after a path."""
    soup = BeautifulSoup(
        (editions / kind / f"{name}.html").read_text(encoding="utf-8"), "html.parser"
    )
    if kind == "slides":
        return soup.select_one(f"section [data-path='{path}']").get_text()
    return next(p.get_text() for p in soup.select("footer p") if f"After {path} minutes" in p.text)


@each_meeting
def test_what_is_done_in_class_is_not_for_home(editions, name, path):
    in_class = {
        number for slide in read_deck(deck_path(name)).path(path) for number in slide.exercises
    }
    note = teaching_notes.headings(master(name))[plans.HEADINGS[path]]
    rows, _, home = note.partition("**At home")
    assert numbers(rows) == in_class
    exercises = set(filter(plans.NUMBER.fullmatch, plans.parts(originals.core(master(name)))))
    assert numbers(home) == exercises - in_class
    _, _, after = home.rpartition("after it, ")
    for kind in ("slides", "handout"):
        assert numbers(told_at_home(editions, kind, name, path)) == numbers(after) - in_class


@each_meeting
def test_minutes_agree(editions, name, path):
    deck = read_deck(deck_path(name))
    note = teaching_notes.headings(master(name))[plans.HEADINGS[path]]
    rows = [(int(a), int(b)) for a, b in re.findall(r"(?m)^\| (\d+) \| (\d+) \|", note)]
    begins = {slide.minutes[path] for slide in deck.path(path)}
    assert {begin for begin, _ in rows[:-1]} <= begins
    assert rows[-1] == (deck.ends(path), path - deck.ends(path))
    assert sum(minutes for _, minutes in rows) == path
    before, _, after = note.partition("**At home")[2].rpartition("after it, ")
    stated, *items = map(int, re.findall(r"(?:, |\()(\d+)(?: minutes:|\))", before + after))
    assert stated == sum(items)
    after_minutes = sum(plans.made(name, path).home.values())
    for kind in ("slides", "handout"):
        told = told_at_home(editions, kind, name, path)
        assert (f"{after_minutes} minutes:" in told) or not after_minutes


@pytest.mark.parametrize("name", decks())
def test_only_what_is_made_says_what_is_for_home(name):
    text = deck_path(name).read_text(encoding="utf-8")
    assert text.count("{=home}") == 1
    for sentence in re.split(r"(?<=[.:]) |\n", text):
        assigned = re.search(r"(at|for) home", sentence) and "You wrote" not in sentence
        assert not (assigned and numbers(sentence)), sentence


def test_the_six_weeks_have_the_minutes_of_the_plans():
    note = teaching_notes.headings(master("00_start_here"))[plans.WEEKS]
    weeks = re.findall(r"(?m)^\| \d \| ([^|]+) \| ([\d +]+) \| ([\d +]+) \| (\d+) \|", note)
    names = {name[:2]: name for name in decks()}
    for meetings, in_class, at_home, together in weeks:
        sums = [list(map(int, part.split(" + "))) for part in (in_class, at_home)]
        assert sum(map(sum, sums)) == int(together)
        for meeting, *minutes in zip(meetings.split(", "), *sums, strict=True):
            if meeting in names:
                plan = plans.made(names[meeting], plans.A_MEETING)
                assert minutes == [plan.in_class, plan.at_home]
    assert len(weeks) == 6


DECK = """+++
[home]
before = ["Exercise 01.2"]
after = ["a page on it (7)"]
+++

# One
min 0 / 0 | *A board is a number*

::: notes
SAY: One.
:::

# Two
min 10 / 20 | Exercise 01.1

::: notes
SAY: Two.
DO (3): Do it.
:::

# Three
min - / 24 | *Every position there is*

::: notes
SAY: Three.
DO (5): Do it.
:::
"""


@pytest.fixture
def a_deck(monkeypatch, tmp_path):
    """Return a function that puts a text in the place of the deck of lesson 01."""
    monkeypatch.setattr(plans, "deck_path", lambda name: tmp_path / f"{name}.md")

    def put(text):
        (tmp_path / "01_the_game_as_data.md").write_text(text, encoding="utf-8")

    return put


def test_a_plan_is_what_a_deck_says(a_deck):
    a_deck(DECK)
    plan = plans.made("01_the_game_as_data", 90)
    assert plan.rows == [
        (24, "*A board is a number*, with Exercise 01.1: slides 1 and 2"),
        (6, "*Every position there is*: slide 3"),
        (60, plans.SLACK),
    ]
    assert plan.before == {"01.2": 5}
    assert {"01.3", "01.7", "a page on it"} <= plan.home.keys()
    assert not {"01.1", "01.2", "01.11"} & plan.home.keys()  # in class, before, and below Further
    short = plans.made("01_the_game_as_data", 50)
    assert short.rows[0] == (14, "*A board is a number*, with Exercise 01.1: slides 1 and 2")
    assert "*Every position there is*" in short.home


@pytest.mark.parametrize("change", [("01.1", "01.99"), ("*Every position", "*Every one")])
def test_a_deck_of_another_lesson_is_refused(a_deck, change):
    a_deck(DECK.replace(*change))
    with pytest.raises(ValueError, match="01_the_game_as_data: the deck names"):
        plans.made("01_the_game_as_data", 90)


def test_exercises_are_listed_as_words():
    assert plans.listed(["05.1"]) == "Exercise 05.1"
    assert plans.listed(["05.1", "05.2", "05.4"]) == "Exercises 05.1, 05.2 and 05.4"
    assert plans.listed(["05.1", "05.3", "05.4", "05.5"]) == "Exercises 05.1 and 05.3 to 05.5"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("| 8 |", "| 9 |"), "its minutes sum to 91, not 90"),
        (("slack:", "questions:"), "its last row is not 'slack"),
        (("(30)", "(31)"), "it gives 51 minutes for home"),
    ],
)
def test_a_plan_by_hand_adds_up(change, problem):
    text = teaching_notes.headings(master("10_tournament"))[plans.TOURNAMENT]
    assert plans.problems(text) == []
    assert problem in plans.problems(text.replace(*change))[0]
