"""The list of constructions finds what it names and nothing else, and the pages have none of it."""

import pytest

from tools.english import CONSTRUCTIONS, complaints, documents, found, said

GOOD = [
    "A draw counts as half a win. Is it a fork, or not? It is, so it wins.",
    "Who is to move is decided by the marks: X, if there are as many of each. Who wins, and why?",
    "Values are values to X, whoever is to move. Never do this twice. Never have two tables.",
    "The rule changes `in place of` code, and $a$ in place. Do not look it up, you know it.",
    "The letter $t$ stands for time. The sum takes the place of the mean. It is also in the list.",
]


@pytest.mark.parametrize("construction", CONSTRUCTIONS, ids=lambda one: one.name)
def test_a_construction_is_found_where_it_is_and_only_there(construction):
    assert construction.name in [one.name for one, _ in found(construction.bad)]
    assert complaints(construction.good) == []


@pytest.mark.parametrize("text", GOOD)
def test_good_english_is_left_alone(text):
    assert complaints(text) == []


def test_what_is_found_across_lines_and_in_lists():
    assert len(found("- It is made\n  anew, and in place\n  of the other.\n- Here.")) == 2
    assert [one.name for one, _ in found("It ends.\n\n> Who plays on loses.")] == [
        "Who as a subject"
    ]


TEXTS = documents() | said()


@pytest.mark.parametrize("name", TEXTS)
def test_what_people_read_is_english(name):
    assert complaints(TEXTS[name]) == []
