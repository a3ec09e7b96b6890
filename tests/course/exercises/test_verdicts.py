"""A verdict as text and as HTML, and where which of them is seen."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import tttlearn as ttt
from tttlearn.course.exercises import solutions, verdicts
from tttlearn.course.exercises.verdicts import (
    CORRECT,
    NOT_ATTEMPTED,
    NOT_FINISHED,
    RAISED,
    SIGNS,
    WRONG,
    Verdict,
)
from tttlearn.play import board

STATE = ttt.parse("X.. / .O. / ..X")
VERDICTS = {
    NOT_ATTEMPTED: (
        Verdict("01.encode", NOT_ATTEMPTED, "Replace the ... and run both cells again."),
        "Exercise 01.1: not attempted yet. Replace the ... and run both cells again.",
    ),
    CORRECT: (Verdict("01.encode", CORRECT, "All of it."), "Exercise 01.1: correct. All of it."),
    WRONG: (
        Verdict("01.encode", WRONG, "a < b & c.", STATE),
        "Exercise 01.1: not right yet, because a < b & c.\n"
        f"The board, state {STATE}:\nX . .\n. O .\n. . X",
    ),
    RAISED: (
        Verdict("01.encode", RAISED, "KeyError: '<b>', in line 2 of f: return d['<b>']"),
        "Exercise 01.1: your code raised KeyError: '<b>', in line 2 of f: return d['<b>']",
    ),
    NOT_FINISHED: (
        Verdict("01.encode", NOT_FINISHED, "It was stopped."),
        "Exercise 01.1: not finished. It was stopped.",
    ),
}
each = pytest.mark.parametrize("answer", SIGNS)


class Texts(HTMLParser):
    """The texts of HTML, without its style, and the names of what is drawn."""

    def __init__(self, html):
        super().__init__()
        self.texts, self.names, self.styled = [], [], False
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.styled = tag == "style"
        self.names += [value for name, value in attributes if name == "aria-label"]

    def handle_data(self, data):
        self.texts += [] if self.styled else [data]


@each
def test_the_words_are_those_of_the_text(answer):
    verdict, text = VERDICTS[answer]
    assert verdict.text == text
    shown = "".join(Texts(verdict.html).texts)
    assert shown.startswith(f"{SIGNS[answer]} {answer} Exercise 01.1")
    assert verdict.why in shown


def test_a_long_reason_is_wrapped_as_text_only():
    verdict = Verdict("01.encode", WRONG, "word " * 40)
    assert max(map(len, verdict.text.splitlines())) <= verdicts.WIDTH
    assert "word " * 40 in verdict.html


def test_the_board_is_drawn_and_said():
    found = Texts(VERDICTS[WRONG][0].html)
    assert found.names == [
        "The board, row by row: X, empty, empty; empty, O, empty; empty, empty, X"
    ]
    at = found.texts.index("Hint 1 of 2")
    assert found.texts[at - 9 : at] == ["X", "1", "2", "3", "O", "5", "6", "7", "X"]
    assert Texts(VERDICTS[CORRECT][0].html).names == []


@each
def test_what_helps_is_folded_under_all_but_a_right_answer(answer):
    html = VERDICTS[answer][0].html
    folded = re.findall(r"<summary>(.*?)</summary>", html)
    assert folded == ([] if answer == CORRECT else ["Hint 1 of 2", "Hint 2 of 2", "Solution"])
    assert html.count("<details>") == html.count("</details>") == len(folded)
    steps, solution = html.partition("<details><summary>Solution")[::2]
    first, second = (text.replace("`", "") for text in solutions.hints()["01.encode"])
    assert (f"{first}Hint 2 of 2{second}" in "".join(Texts(steps).texts)) == bool(folded)
    shown = "".join(Texts(solution).texts)
    assert shown == ("" if answer == CORRECT else solutions.solutions()["01.encode"])


def test_no_solution_is_offered_where_they_were_left_out(monkeypatch, tmp_path):
    monkeypatch.setattr(solutions, "FILE", tmp_path / "none.json")
    assert "Hint 2 of 2" in VERDICTS[WRONG][0].html
    assert "Solution" not in VERDICTS[WRONG][0].html


def test_what_hints_have_of_markdown_is_shown_as_html():
    text = "`a*b*c < [1](2)` is *not* 2 * 3 or $x_1 * y$ of [lesson 04](04.ipynb)."
    said = "<code>a*b*c &lt; [1](2)</code> is <em>not</em> 2 * 3 or $x_1 * y$ of lesson 04."
    assert verdicts._inline(text) == said
    for hint in (hint for hints in solutions.hints().values() for hint in hints):
        left = "".join(Texts(re.sub("<code>.*?</code>", "", verdicts._inline(hint))).texts)
        assert not re.search(r"`|\*\w|\w\*|\]\(|\n\n|^[-#|>]", left), hint


def test_the_colours_of_the_marks_are_those_of_the_board_to_play_on():
    def colours(path):
        return re.findall(r"--tt[tv]-([xo]): (#\w+);", Path(path).read_text(encoding="utf-8"))

    assert colours(verdicts.STYLE) == colours(board.HERE / "board.css")
    assert len(colours(verdicts.STYLE)) == 4


def test_outside_a_notebook_it_is_printed(capsys):
    verdict, text = VERDICTS[WRONG]
    verdict.tell()
    assert capsys.readouterr().out == f"{text}\n"
