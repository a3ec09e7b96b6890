"""Rankings and intervals that change from step to step: in words, and refused where senseless."""

import pytest

from tttlearn import StepIntervals, StepRanking

PAGES = {"first": {"a": 0.5, "b": 0.75}, "then": {"a": 0.5, "b": 0.25, "c": 0.5 - 1e-12}}


def test_a_ranking_says_who_leads_and_where_the_followed_are():
    ranking = StepRanking(PAGES, ["a", "b"])
    text, alt, _ = ranking.twin()
    assert text.split("\n")[1:] == [
        "1. First: b leads with 0.750; a is in place 2 with 0.500.",
        "2. Then: a leads with 0.500; b is in place 3 with 0.250.",
    ]
    assert [[*step.rows] for step in ranking.steps] == [["b", "a"], ["a", "c", "b"]]
    assert "b is in place 3" in alt


def test_equal_numbers_have_equal_places():
    assert "c is in place 1 with 0.500" in StepRanking(PAGES, ["c"]).in_words(1)


def test_intervals_are_told_with_their_ends():
    pages = {
        "5 runs": {"a claim:\ntrue": (0.2, 0.5, 0.8)},
        "9 runs": {"a claim:\nfalse": (0, 0, 0)},
    }
    text, *_ = StepIntervals(pages, {"one half": 0.5}).twin()
    assert text.split("\n")[1:] == [
        "1. 5 runs: a claim: true, 0.20 to 0.80.",
        "2. 9 runs: a claim: false, 0.00 to 0.00.",
    ]


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: StepRanking({}), "pages are a dict"),
        (lambda: StepRanking({"now": {}}), r"pages\['now'\] is a dict from names to numbers"),
        (lambda: StepRanking({"now": {"a": "x"}}), "the number of 'a'"),
        (lambda: StepRanking(PAGES, ["z"]), r"followed are names of the pages, not .*'z'"),
        (lambda: StepRanking(PAGES, "abcd"), "followed is a list of 3 names at most"),
        (lambda: StepRanking(PAGES, 0.5), "followed is a list of 3 names at most, not 0.5"),
        (lambda: StepIntervals({"now": {"a": (1, 0, 2)}}), r"the interval 'a' is \(low, middle,"),
        (lambda: StepIntervals({"now": {"a": (1, 2)}}), r"the interval 'a' is an array of shape"),
        (lambda: StepIntervals({"now": {"a": (0, 1, 2)}}, {"b": "x"}), "the limit 'b'"),
    ],
)
def test_what_cannot_be_drawn_is_refused(make, reason):
    with pytest.raises(ValueError, match=reason):
        make()
