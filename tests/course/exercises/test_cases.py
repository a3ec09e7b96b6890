"""An exercise as data: what is said of a wrong answer, and which words it gets."""

from dataclasses import replace

import numpy as np
import pytest

from tests.aids.alike import first_of
from tests.course.exercises.test_one_place import LESSONS, checks_of
from tttlearn.course.exercises.answers import NotAttempted, Wrong, error_hints, exercise
from tttlearn.course.exercises.cases import Cases, check_in_turn, combined, slips, words_of
from tttlearn.course.exercises.kinds import cells, numbers, real

ALL = {
    f"{lesson} {name}": cases
    for lesson in LESSONS
    for name, cases in vars(checks_of(lesson)).items()
    if isinstance(cases, Cases)
}
"""The Cases of all lessons."""
SQUARE = {
    "solution": lambda n: n * n,
    "inputs": [(1,), (2,), (3,)],
    "describe": lambda found, right, n: f"for n = {n} it is {right}, and yours is {found}",
    "faults": {"that is the double": lambda n: 2 * n, "the sign is wrong": lambda n: -n * n},
    "signs": {"it is too small": lambda found, n: found < n * n},
}


def said(answer, **changed):
    """Why this answer is wrong."""
    with pytest.raises(Wrong) as wrong:
        Cases(**(SQUARE | changed)).check(answer)
    return str(wrong.value)


def test_what_is_right_gives_its_results():
    assert Cases(**SQUARE).check(lambda n: n**2) == [1, 4, 9]
    assert Cases(**SQUARE | {"inputs": lambda: [(5,)]}).check(lambda n: n**2) == [25]


def test_as_an_exercise_it_says_what_it_asks_and_its_remark(capsys):
    check = exercise("00.0")(Cases(**SQUARE, task="Squares.", remark="For {n} numbers."))
    assert (check.__doc__, check.exercise) == ("Squares.", "00.0")
    check(lambda n: n**2)
    assert capsys.readouterr().out == "Exercise 00.0: correct. For 3 numbers.\n"
    check(3)
    assert "a function is asked for here, but this is 3" in capsys.readouterr().out
    assert Cases(**SQUARE, remark=sum)(lambda n: n**2) == 14


def test_what_is_asked_of_an_answer_and_what_else_it_must_do():
    def odd(answer):
        raise Wrong("it has no name" if answer(4) == 8 else "it is another one")

    doubled = {"call": lambda answer, n: n * answer(n) / 2, "kind": real}
    assert Cases(**SQUARE, **doubled)(lambda n: 2 * n) == ""
    with pytest.raises(Wrong, match=r"for n = 1 it is 1\.0, and yours is 0\.5"):
        Cases(**SQUARE, **doubled, extra_check=odd)(lambda n: n)
    with pytest.raises(Wrong, match="it has no name"):
        Cases(**SQUARE, **doubled, extra_check=odd)(lambda n: 2 * n)


def test_what_is_asked_in_turn_is_named():
    first, second = Cases(**SQUARE), Cases(**SQUARE)

    def steps(one, two):
        return {"one": (first, one), "two": (second, two)}

    assert check_in_turn(steps(lambda n: n * n, lambda n: n**2)) is None
    with pytest.raises(NotAttempted):
        check_in_turn(steps(lambda n: ..., lambda n: n))
    with pytest.raises(Wrong, match=r"^`two` is still \.\.\.; what stands above it is right$"):
        check_in_turn(steps(lambda n: n * n, lambda n: ...))
    with pytest.raises(Wrong, match=r"^`two`: for n = 1 it is 1, and yours is 2. "):
        check_in_turn(steps(lambda n: n * n, lambda n: n + n))


def test_a_fault_is_named_at_the_first_case_that_is_off():
    one = "One slip that does that: that is the double"
    assert said(lambda n: n + n) == f"for n = 1 it is 1, and yours is 2. {one}"


def test_a_fault_that_explains_one_case_only_is_not_named():
    assert said(lambda n: 2) == "for n = 1 it is 1, and yours is 2"


def test_two_slips_that_do_the_same_are_both_named_and_of_three_none():
    doubled = {"that is the double": lambda n: 2 * n, "it adds": lambda n: n + n}
    both = "Either of two slips does that. One: that is the double. The other: it adds"
    assert said(lambda n: n * 2, faults=doubled) == f"for n = 1 it is 1, and yours is 2. {both}"
    third = {"a third does it": lambda n: 2.0 * n}
    assert said(lambda n: n * 2, faults=doubled | third) == "for n = 1 it is 1, and yours is 2"
    with pytest.raises(Wrong) as wrong:
        Cases(**SQUARE | {"faults": doubled}).check(lambda n: n * 2)
    assert wrong.value.causes == tuple(doubled)


def test_what_one_slip_explains_is_not_laid_to_several():
    faults = {"that is the double": lambda n: 2 * n, ("it adds", "twice"): lambda n: n + n}
    assert said(lambda n: n * 2, faults=faults).endswith(
        "One slip that does that: that is the double"
    )
    faults[("it adds",)] = faults.pop("that is the double")
    assert said(lambda n: n * 2, faults=dict(reversed(faults.items()))).endswith(": it adds")


def test_a_sign_looks_at_the_one_result():
    assert said(lambda n: 0).endswith("yours is 0: it is too small")


def test_faults_come_before_signs():
    assert said(lambda n: -n * n).endswith("the sign is wrong")


def test_an_exception_stays_one_and_what_it_often_means_is_said_beside_it(capsys):
    known = {"division by zero": "n is never 0"}
    with pytest.raises(ZeroDivisionError):
        Cases(**SQUARE).check(lambda n: n / 0)
    exercise("00.0")(Cases(**SQUARE, error_hints=known))(lambda n: n / 0)
    said = capsys.readouterr().out
    assert said.startswith("Exercise 00.0: your code raised ZeroDivisionError")
    assert said.endswith("\nOften that means: n is never 0.\n")


def test_hints_have_each_piece_of_an_exception_with_its_words_from_several_tables():
    known = error_hints("turns", "09.select")
    assert known["empty sequence"] == known["iterable argument is empty"]
    assert known["out of bounds for axis 0"].startswith("there is no turn so late")


def test_an_exception_after_the_first_case_that_is_off_does_not_hide_it():
    assert said(lambda n: [0, 2][n]) == "for n = 1 it is 1, and yours is 2"


def test_what_is_not_written_yet_is_not_attempted():
    with pytest.raises(NotAttempted):
        Cases(**SQUARE).check(lambda n: ...)


def test_what_is_given_stays_as_it_was():
    def halved(ratings):
        ratings *= 0.5
        return ratings

    given = [(np.array([2.0, 4.0]),)]
    changed = {"solution": lambda ratings: ratings / 2, "inputs": given, "kind": numbers}
    assert said(halved, **changed).startswith("it changes the ratings it is given")
    assert given[0][0].tolist() == [2, 4]


def test_what_one_case_changed_is_not_given_in_the_next():
    def faulty(ratings, n):
        if n == 1:
            ratings[:] = 7
            raise ZeroDivisionError
        return ratings.sum() + (n == 0)

    ratings = np.array([2.0, 4.0])
    changed = {
        "solution": lambda ratings, n: ratings.sum(),
        "inputs": [(ratings, n) for n in range(3)],
        "describe": lambda found, right, ratings, n: f"in case {n}",
        "faults": {"it is off": lambda ratings, n: (7, np.nan, 6)[n]},
        "signs": {},
    }
    assert said(faulty, **changed) == "in case 0. One slip that does that: it is off"
    ratings[1] = np.nan
    assert (
        Cases(**changed | {"solution": lambda *_: 2.0}).check(lambda r, n: np.nansum(r)) == [2] * 3
    )


def test_the_right_results_and_the_faults_are_worked_out_once():
    calls = []
    right, double = (lambda n: calls.append(n) or n * n), (lambda n: calls.append(-n) or 2 * n)
    cases = Cases(**SQUARE | {"solution": right, "faults": {"that is the double": double}})
    for _ in range(2):
        with pytest.raises(Wrong, match="that is the double"):
            cases.check(lambda n: n + n)
        cases.check(lambda n: n**2)
    assert sorted(calls) == [-3, -2, -1, 1, 2, 3]


def test_of_very_many_cases_some_thousand_tell_faults_apart():
    calls, n_cases = [], 20_000
    faults = {
        "early": lambda n: 2 * n if n < n_cases / 2 else 0,
        "late": lambda n: 2 * n if n > 100 else 3,
        "now and then": lambda n: 2 * n if n % 9 else 0,
        "that is the double": lambda n: 2 * n,
    }
    given = [(n,) for n in range(3, n_cases)]
    told = said(lambda n: calls.append(n) or 2 * n, inputs=given, faults=faults)
    assert told.endswith(": that is the double")
    assert len(calls) < 2_000


def test_a_shape_is_compared_before_numbers():
    changed = {"solution": lambda n: np.zeros(2), "kind": numbers}
    assert said(lambda n: [0, 0, 0], **changed) == "it returns the shape (3,), and (2,) is right"


def test_lists_none_and_infinity_are_compared_as_they_are():
    same = Cases(solution=lambda n: np.inf, inputs=[(1,)], describe=None)
    assert same.check(lambda n: np.inf) == [np.inf]
    listed = Cases(solution=lambda n: [1, 2], inputs=[(1,)], describe=lambda *_: "off", kind=cells)
    assert listed.check(lambda n: np.array([1, 2])) == [[1, 2]]
    with pytest.raises(Wrong, match="off"):
        listed.check(lambda n: [1])
    none = Cases(solution=lambda n: None, inputs=[(1,)], describe=None, kind=lambda found: found)
    assert none.check(lambda n: None) == [None]


def test_a_result_that_must_exceed_the_right_one_is_larger():
    assert Cases(**SQUARE | {"must_exceed": True}).check(lambda n: n * n + 1) == [2, 5, 10]
    assert said(lambda n: n * n, must_exceed=True).startswith("for n = 1")


def test_what_is_near_everywhere_was_sampled():
    assert said(lambda n: n * n + 0.01, sampling_error=0.02).endswith("add up the chances instead")
    assert "chances" not in said(lambda n: n * n + (n > 1) * n / 9, sampling_error=0.3)


def test_the_board_of_a_case_is_shown():
    with pytest.raises(Wrong) as wrong:
        Cases(**SQUARE | {"board": lambda found, right, n: 100 + n}).check(lambda n: 1)
    assert wrong.value.state == 102


def test_combined_faults_come_one_by_one_and_then_together():
    parts = {"sign": {"minus": -1}, "power": {"cube": 3, "root": 0.5}}

    def make(n, sign=1, power=2):
        return sign * n**power

    faults = combined(parts, make)
    one, two = [("minus",), ("cube",), ("root",)], [("minus", "cube"), ("minus", "root")]
    assert list(faults) == [*one, *two]
    assert [fault(4) for fault in faults.values()] == [-16, 64, 2, -64, -2]
    assert faults["minus", "root"].keywords == {"sign": -1, "power": 0.5}
    assert list(combined(parts, make, most=1)) == one
    assert said(lambda n: -(n**3), faults=faults).endswith(
        "yours is -1. Slips that do that together: minus; cube"
    )


CHANGING = {
    *("05 BACKWARD", "05 FORWARD", "05 N_STEP", "05 REPAIRED", "06 Q_LEARNING", "06 SARSA"),
    *("06 EXPECTED_SARSA", "08 PULL", "08 LEARN", "09 BACK_UP", "12 TD"),
}
"""Cases whose answers change what they are given, and return nothing."""


@pytest.mark.parametrize(
    "name", sorted(ALL.keys() - CHANGING - {"11 STRETCH"})
)  # where None is an answer
def test_who_returns_nothing_or_a_text_is_told_what_is_asked_for(name):
    given = ALL[name].inputs() if callable(ALL[name].inputs) else ALL[name].inputs
    one = replace(ALL[name], inputs=given[:1])
    for result, words in (
        (None, r"a `return` is missing|are asked for"),
        ("text", r"asked for|is not a|this is a str|returns no node|is 'text'"),
    ):
        with pytest.raises(Wrong, match=words):
            one(lambda *_, result=result: result)


def some(faults, every):
    """Of these faults every first, or fourth, that is one slip, and a few that are several."""
    alone = [fault for fault in faults if slips(fault) == 1]
    together = [fault for fault in faults if slips(fault) > 1]
    return [*alone[::every], *together[:: 1 + every * len(together) // 10]]


# The answers planted in the lessons get the words of most faults, too: a quarter will do here.
@pytest.mark.parametrize("every", first_of(1, [4, 1]))
@pytest.mark.parametrize("name", ALL)
def test_who_gives_a_fault_as_the_answer_is_told_that_it_may_be_this(name, every):
    cases = ALL[name]
    given = cases.inputs() if callable(cases.inputs) else cases.inputs
    few = replace(cases, inputs=given[:: 1 + len(given) // 200])
    for fault in some(few.faults, every):
        with np.errstate(all="ignore"), pytest.raises(Wrong) as wrong:
            few.check(few.faults[fault])
        told, own = wrong.value.causes, words_of(fault)
        assert all(words in f"{wrong.value}" for words in told)
        if slips(fault) == 1:
            assert own in told, "three slips of this exercise give the same: ask another case"
            continue
        by_words = {words_of(known): known for known in few.faults}
        for words in told:  # one slip may hide another that is beside it
            for i, case in enumerate(few.inputs):
                made = (few._made(known, i, case) for known in (fault, by_words[words]))
                assert few._same(*made)
