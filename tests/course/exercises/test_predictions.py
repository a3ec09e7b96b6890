"""Predictions: a guess is kept, its answer said beside it, and nothing else is lost."""

import json
import math
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import tttlearn as ttt
from tools import asked, masters
from tttlearn.course.exercises import covers, predictions
from tttlearn.course.exercises.record import FILE, FORMAT, MASTER, RecordError, note, read_record
from tttlearn.support.text import one_line

KINDS = {"number": int, "real": float, "choice": ["X", "O", "nobody"], "cell": "cell"}
ANY = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary()),
    *(st.sampled_from(["X", "nobody", "B2", "b2", " 8", "1/3", "−2", "1/0", "1e9", "٣", "0x1"]),),
    *(st.lists(st.integers(), max_size=2), st.complex_numbers(), st.decimals()),
)
here = settings(
    max_examples=settings.default.max_examples // 3,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture(autouse=True)
def nothing_asked(folder):
    predictions._asked.clear()
    predictions._shown.clear()
    covers._closed.clear()


QUESTION = "What is the empty board worth to X?"


def ask(kind=int, id="03.p1", question=QUESTION, **more):
    return ttt.predict(id, question, kind, **more)


def send(form, **content):
    """What the browser sends."""
    form._handle_custom_msg(content, [])


@pytest.mark.parametrize(
    ("kind", "guess", "answer", "line"),
    [
        (int, "8", 2, "You said 8; the answer is 2."),
        (int, "2", 2, "You said 2, and 2 is right."),
        (int, "−1", np.int8(-1), "You said -1, and -1 is right."),
        (int, "5,478", 5478, "You said 5,478, and 5,478 is right."),
        (int, "2.5", 2, None),
        (float, "0,25", 0.25, "You said 0.25, and 0.25 is right."),
        (float, "25%", 0.25, None),
        (float, "1/9", 1 / 9, "You said 0.1111, and 0.1111 is right."),
        (float, "-0", 0.0, "You said 0, and 0 is right."),
        (float, ".58", 0.585, "You said 0.58, which is near enough: the answer is 0.585."),
        (float, "0.5", np.array(0.585), "You said 0.5; the answer is 0.585."),
        (float, "nan", 0.5, None),
        (float, "1/0", 0.5, None),
        (["X", "O"], "X", "O", "You said X; the answer is O."),
        (["X", "O"], "O", "O", "You said O, and O is right."),
        (["X", "O"], "draw", "O", None),
        ("cell", "8", 4, "You said 8; the answer is 4."),
        ("cell", 8, "B2", "You said 8; the answer is 4."),
        ("cell", "b2", np.int64(4), "You said 4, and 4 is right."),
        ("cell", 9, 4, None),
    ],
)
def test_a_guess_and_its_answer_are_one_line(kind, guess, answer, line, capsys):
    form = ask(kind)
    send(form, guess=guess)
    if line is None:
        assert form.status_text.startswith("Not kept: ")
        assert not Path(FILE).exists()
        line = f"The answer is {predictions.as_said(answer)}."
    ttt.reveal("03.p1", answer, near=0.01 if kind is float else 0)
    assert capsys.readouterr().out == f"{line}\n"


@pytest.mark.parametrize("answer", [2, 0.25, "nobody"])
def test_who_does_not_answer_loses_nothing(answer, capsys):
    ask(["X", "nobody"] if isinstance(answer, str) else float)
    ttt.reveal("03.p1", answer)
    assert capsys.readouterr().out == f"The answer is {answer}.\n"
    assert read_record().predictions == {"03.p1": {"question": QUESTION, "late": True}}


@pytest.mark.parametrize("restarted", [False, True])
def test_a_guess_after_the_answer_is_late_and_does_not_count(restarted, capsys):
    form = ask()
    ttt.reveal("03.p1", 2)
    assert (
        form.status_text
        == "The answer has been shown. A guess from now on is late, and is not counted."
    )
    if restarted:
        predictions._asked.clear()
        predictions._shown.clear()
        form = ask()
    send(form, guess="2")
    late = "You said 2 when the answer, 2, had been shown: this is late, and is not counted."
    if restarted:
        assert form.status_text.startswith("Your guess is 2. It is late, because")
        ttt.reveal("03.p1", 2)
    assert (form.status_text, form.final) == (late, True)
    entry = {"question": QUESTION, "guess": 2, "late": True, "answer": 2, "right": True}
    assert read_record().predictions == {"03.p1": entry}
    assert str(ttt.predictions()).startswith(
        "0 of 0 predictions right; 1 shown before a guess, not counted\n"
    )
    assert list(ttt.predictions().table["right"]) == ["late"]


@pytest.fixture
def cover(monkeypatch):
    """The Cover of a notebook's cell that reveals two predictions, both asked."""
    made = covers.Cover(["03.p1", "03.p2"])
    monkeypatch.setattr(predictions, "_is_live", lambda: True)
    monkeypatch.setattr(covers, "cover_answers", lambda unguessed: None)
    monkeypatch.setattr(covers, "over", lambda id: made)
    for id in made.ids:
        ask(id=id)
        ttt.reveal(id, 2)
    return made


def test_a_cover_opens_with_the_last_of_its_guesses(cover, capsys):
    for id in cover.ids:
        assert cover in covers._closed
        ask(id=id, guess=2)
    assert not covers._closed
    assert cover.children[1].value.count("You said 2, and 2 is right.") == 2
    assert not any("late" in entry for entry in read_record().predictions.values())
    assert capsys.readouterr().out == ""


def test_a_cover_opened_by_hand_opens_what_shows_the_same_and_makes_a_guess_late(cover):
    form = ask(guess=3)
    covers.Cover(["03.p2"]).uncover()
    assert not covers._closed
    assert form.status_text == "You said 3; the answer is 2."
    assert ask(id="03.p2").status_text.startswith("The answer has been shown.")
    assert ask(id="03.p2", guess=2).status_text.startswith(
        "You said 2 when the answer, 2, had been"
    )
    assert str(ttt.predictions()).startswith("0 of 1 predictions right; 1 shown before a guess")
    assert "ttt.predict" in cover._repr_mimebundle_()["text/plain"]


@pytest.mark.parametrize("path", masters.lessons(), ids=lambda path: path.stem)
def test_notebook_and_page_cover_the_same(path):
    cells = masters.read(path)["cells"]
    too = [cells[i]["id"] for i, kinds in asked.covered(cells).items() if kinds == ["answers-too"]]
    found = covers.more_of_the_same(path.stem[:2])
    assert [cell["id"] for cell in cells if cell["id"] in found and cell["outputs"]] == too


@pytest.mark.parametrize(
    ("question", "kind", "guess", "kept", "wanted"),
    [
        ("Of 100 such games, how many does X win?", int, "25%", 25, None),
        ("Of 100 such games, how many does X win?", int, "0,25", 25, None),
        ("Of 100 such games, how many does X win?", int, 1, 1, None),
        ("Of 100 such games, how many does X win?", int, "101", None, "whole number from 0 to 100"),
        ("Of 100 such games, how many does X win?", int, "-3", None, "whole number from 0 to 100"),
        ("How many of O's eight replies lose?", int, "9", None, "whole number from 0 to 8"),
        ("In how many of the 4,520 positions?", int, "4,521", None, "number from 0 to 4,520"),
        ("No loss in 1,000 games: how many per cent?", int, "35%", 35, None),
        ("No loss in 1,000 games: how many per cent?", int, "135", None, "number from 0 to 100"),
        ("8 of 80 runs stopped. How high may the true share be?", float, "25 %", 0.25, None),
        ("8 of 80 runs stopped. How high may the true share be?", float, "25", None, "0.25 or 25%"),
        ("What is it worth, from -1 to 1?", float, "2", None, "a number from -1 to 1"),
        ("What is its entry?", (-1, 1), "-1.5", None, "a number from -1 to 1"),
        ("What is its entry?", (-1, 1), "−0,5", -0.5, None),
        ("How many times as many?", float, "-2", None, "a number not below 0"),
        ("How many times as many?", float, "50%", None, "a number not below 0"),
    ],
)
def test_a_guess_makes_sense_or_is_told_what_would(question, kind, guess, kept, wanted):
    form = ask(kind, question=question)
    send(form, guess=guess)
    assert kept == (read_record().predictions or {"03.p1": {"guess": None}})["03.p1"]["guess"]
    if wanted:
        assert re.fullmatch(
            f"Not kept: .*{re.escape(wanted)}.* is asked for, not .*", form.status_text
        )
        assert wanted in form.wanted


def test_each_question_of_the_lessons_takes_the_answer_that_it_has():
    """The words of a question are read as they are meant: the saved answer makes sense."""
    for path in masters.lessons():
        for about in asked.predictions(masters.read(path)["cells"]).values():
            question = predictions.Question(*(about[key] for key in ("id", "question", "kind")))
            assert question.guess(about["answer"]) == question.read(about["answer"]), about


def test_a_guess_is_changed_until_its_answer_is_shown():
    form = ask()
    for guess in ("8", "3"):
        send(form, guess=guess)
    assert form.status_text == "Your guess is 3. You may change it until the answer is shown."
    ttt.reveal("03.p1", 2)
    assert (form.status_text, form.final) == ("You said 3; the answer is 2.", True)
    send(form, guess="2")
    again = ask(guess=2)
    assert form.status_text == again.status_text == "You said 3; the answer is 2."
    entry = {"question": QUESTION, "guess": 3, "answer": 2, "right": False}
    assert read_record().predictions == {"03.p1": entry}
    ttt.reveal("03.p1", 3)  # the code was wrong, and was mended
    assert read_record().predictions["03.p1"]["right"]


def test_places_without_a_form_say_how_to_answer():
    assert f"{ask()}".splitlines() == [
        "Your guess: What is the empty board worth to X? (a whole number)",
        'Without a form, run ttt.predict("03.p1", ..., guess=...) with your guess.',
    ]
    assert f"{ask(guess=8)}".endswith(
        "\nYour guess is 8. You may change it until the answer is shown."
    )
    assert ask()._repr_mimebundle_()[0]["text/plain"] == str(ask())


def test_after_a_restart_a_cell_is_one_by_its_name(capsys):
    ask("cell", guess="C3")
    predictions._asked.clear()
    ttt.reveal("03.p1", "B2")
    assert capsys.readouterr().out == "You said 8; the answer is 4.\n"


def test_after_a_restart_the_guess_is_still_there(capsys):
    send(ask(), guess="8")
    predictions._asked.clear()
    assert ask().guess == 8
    predictions._asked.clear()
    ttt.reveal("03.p1", 2)
    assert capsys.readouterr().out == "You said 8; the answer is 2.\n"


@here
@given(kind=st.sampled_from(list(KINDS.values())), guess=ANY, answer=ANY)
def test_whatever_is_guessed_and_answered_the_record_stays_whole(kind, guess, answer):
    Path(FILE).unlink(missing_ok=True)
    note("01.encode")
    form = ask(kind)
    send(form, guess=guess)
    kept = form.guess is not None
    with suppress(ValueError):  # an answer of another kind
        ttt.reveal("03.p1", answer)
    assert kept == any("guess" in entry for entry in read_record().predictions.values())
    assert set(read_record().passed) == {"01.encode"}
    assert f"{ttt.predictions()}"


@here
@given(text=st.text(min_size=1), other=st.text(min_size=1))
def test_any_texts_are_choices_when_they_differ(text, other):
    Path(FILE).unlink(missing_ok=True)
    assume(one_line(text) != one_line(other))
    form = ask([text, other])
    send(form, guess=form.choices[0])
    ttt.reveal("03.p1", other)
    assert read_record().predictions["03.p1"]["right"] is False


BAD = [
    *({"id": id} for id in ("03.best_for", "3.p1", "03.p0", "03.p1 ", 3, None)),
    *({"kind": kind} for kind in (str, "cells", [], ["one"], ["a", "a"], ["a", 1], None, 3)),
    *({"question": question} for question in ("", " ", None, 3)),
    *({"guess": guess} for guess in ("eight", math.nan, 2.5, [2], True, 10**400)),
]


@pytest.mark.parametrize("bad", BAD, ids=repr)
def test_what_is_no_prediction_is_named(bad):
    call = {"id": "03.p1", "question": "How many?", "kind": int} | bad
    with pytest.raises(ValueError, match=r"id of a pred|question is|kind is|asked for"):
        ttt.predict(**call)
    assert not Path(FILE).exists()


@pytest.mark.parametrize("bad", [{"id": "03.best_for"}, {"near": -1}, {"near": math.nan}])
def test_what_cannot_be_revealed_is_named(bad):
    with pytest.raises(ValueError, match=r"id of a prediction|near is"):
        ttt.reveal(**{"id": "03.p1", "answer": 2} | bad)


@pytest.mark.parametrize("answer", [None, math.inf, [1], 2.5])
def test_an_answer_of_another_kind_is_an_error(answer):
    ask(int)
    with pytest.raises(ValueError, match="a whole number is asked for"):
        ttt.reveal("03.p1", answer)


def test_a_question_that_has_changed_its_kind_costs_nothing(capsys):
    ask(int, guess=8)
    ask(["this", "that"])
    ttt.reveal("03.p1", "that")
    assert capsys.readouterr().out == "The answer is that.\n"


def test_the_summary_says_how_many_were_right_and_how_far_off():
    assert str(ttt.predictions()) == "No predictions yet."
    for k, (kind, guess, answer) in enumerate(
        [(int, 8, 2), (float, 0.5, 0.5), (["a", "b"], "a", "b"), ("cell", 4, 8), (int, 1, None)], 1
    ):
        ask(kind, f"03.p{k}", guess=guess)
        if answer is not None:
            ttt.reveal(f"03.p{k}", answer)
    found = ttt.predictions()
    assert str(found).startswith("1 of 4 predictions right; 1 still without an answer\n")
    assert list(found.table["right"]) == ["no", "yes", "no", "no", ""]
    assert list(found.table["off by"]) == ["6", "0", "", "", ""]
    assert set(found.table.question) == {QUESTION}
    assert f"<td>{QUESTION}</td>" in found._repr_html_()


def test_a_number_that_is_near_enough_is_right_and_yet_off():
    ask(guess=60)
    ttt.reveal("03.p1", 58, near=5)
    assert list(ttt.predictions().table.loc["03.p1"]) == [QUESTION, "60", "58", "yes", "2"]


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("Who wins?", "Who wins?"),
        (
            "Of three games against the program, do you win at least one?",
            "Of three games against the program, do you…",
        ),
        ("x" * 44, "x" * 44),
    ],
)
def test_the_summary_names_the_question_by_its_first_words(question, short):
    ask(question=question, guess=1)
    assert list(ttt.predictions().table.question) == [short]
    assert short in str(ttt.predictions())


def test_a_prediction_of_an_earlier_version_has_no_question():
    Path(FILE).write_text(json.dumps(BEFORE | {"predictions": {"03.p1": {"guess": 8}}}))
    ttt.reveal("03.p1", 2)
    assert list(ttt.predictions().table.loc["03.p1"]) == ["", "8", "2", "no", "6"]


def test_a_master_sees_an_empty_record_and_leaves_it(monkeypatch, capsys):
    ask(guess=8)
    before = Path(FILE).read_text()
    monkeypatch.setenv(MASTER, "1")
    form = ask()
    assert (form.guess, form.status_text) == (None, "")
    send(form, guess="3")
    note("01.encode")
    ttt.reveal("03.p1", 2)
    assert capsys.readouterr().out == "The answer is 2.\n"
    assert str(ttt.predictions()) == "No predictions yet."
    assert (read_record().passed, Path(FILE).read_text()) == ({}, before)


BEFORE = {"format": FORMAT, "passed": {"00.winning_cell": "2026-01-31"}, "name": "Ada"}


def test_a_record_without_predictions_takes_them():
    Path(FILE).write_text(json.dumps(BEFORE))
    ask(guess=8)
    entry = {"question": QUESTION, "guess": 8}
    assert json.loads(Path(FILE).read_text()) == BEFORE | {"predictions": {"03.p1": entry}}
    ask(id="03.p2", guess=1)
    assert read_record().name == "Ada"


@pytest.mark.parametrize(
    "entries",
    [
        *(3, [], None, {"03.best_for": {"guess": 8}}, {"03.p1": 8}, {"03.p1": {}}),
        *({"03.p1": {"guess": guess}} for guess in (None, math.nan, True, [], {}, "a\nb", 10**400)),
        {"03.p1": {"guess": 8, "right": True}},
        {"03.p1": {"guess": 8, "kind": "number"}},
        *({"03.p1": {"guess": 8, "question": question}} for question in (3, None, "a\nb")),
        {"03.p1": {"guess": 8, "answer": "X", "right": False}},
        {"03.p1": {"guess": 8, "answer": 2, "right": 1}},
        {"03.p1": {"guess": 8, "answer": 2, "right": True, "more": 1}},
        *({"03.p1": {"guess": 8, "late": late}} for late in (False, 1, "yes")),
        {"03.p1": {"late": True, "answer": 2, "right": True}},
    ],
)
def test_damaged_predictions_are_named_and_left(entries, capsys):
    text = json.dumps(BEFORE | {"predictions": entries})
    Path(FILE).write_text(text)
    with pytest.raises(RecordError, match=FILE):
        read_record()
    form = ask()
    send(form, guess="8")
    assert form.status_text.startswith(f"Not kept: {FILE} is no record")
    ask(guess=8)
    ttt.reveal("03.p1", 2)
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("(Not entered in your record: ")
    assert said[1:] == ["The answer is 2."]
    assert Path(FILE).read_text() == text


WRITER = """
import sys
from tttlearn.course.exercises.record import note, note_prediction
who = int(sys.argv[1])
for k in range(1, 7):
    note(f"{who:02}.e{k}")
    note_prediction(f"{who:02}.p{k}", {"guess": k})
"""


def test_kernels_that_write_at_the_same_time_lose_nothing():
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(who)]) for who in range(2)]
    assert [writer.wait() for writer in writers] == [0] * 2
    found = read_record()
    assert (len(found.passed), len(found.predictions)) == (12, 12)
    assert [path.name for path in Path().iterdir()] == [FILE]
