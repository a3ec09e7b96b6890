"""Text as it is shown: numbers, and what strangers wrote."""

import csv
from io import StringIO

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tttlearn.support.text import as_csv, for_spreadsheets, one_line, signed

any_text = st.text(st.characters(codec=None))  # halves of letters, too, which no file can hold


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (1, 0, "+1"),
        (-1.0, 0, "-1"),
        (0, 0, "0"),
        (-0.0, 2, "0.00"),
        (0.004, 2, "0.00"),
        (-0.004, 2, "0.00"),
        (-0.006, 2, "-0.01"),
        (0.5, 3, "+0.500"),
        (10, 0, "+10"),
    ],
)
def test_nothing_has_no_sign(value, digits, text):
    assert signed(value, digits) == text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Zoë Жанна", "Zoë Жанна"),
        (" two\r\nlines\tand\u2028more ", "two lines and more"),
        ("\x1b[2J\x1b]0;title\x07", "?[2J?]0;title?"),
        ("a\ud800b", "a?b"),
        ("gnp\u202e.exe", "gnp?.exe"),
        (7, "7"),
    ],
)
def test_a_stranger_has_one_line_and_no_hold_on_the_terminal(text, line):
    assert one_line(text) == line


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1", "'=1"),
        ("a; =1;+2", "a;' =1;'+2"),
        ("forfeits - often; a=b", "forfeits - often; a=b"),
        *((start + "=1+2", "'=1+2") for start in ("\n", "\t", "\r", "  ", "\r\n \t")),
        *((sign + "1", f"'{sign}1") for sign in "+-@＝＋＠－"),
    ],
)
def test_no_part_of_a_cell_is_a_formula(text, cell):
    assert for_spreadsheets(text) == cell


@given(any_text)
def test_whatever_is_written_becomes_a_line_and_a_cell(text):
    line, cell = one_line(text), for_spreadsheets(text)
    assert line.isprintable()
    assert line == one_line(line) == line.strip()
    assert cell.replace("'", "") == line.replace("'", "")
    assert not any(part.strip().startswith(tuple("=+-@")) for part in cell.split(";"))


@given(any_text, any_text, any_text)
def test_a_table_has_fit_texts_everywhere_and_keeps_its_numbers(name, column, entry):
    table = pd.DataFrame({"n": [-0.5], "entry": [entry]}, index=[name])
    written = as_csv(table.rename(columns={"entry": f"c{column}"}))
    assert written.startswith("\ufeff".encode())
    head, row = csv.reader(StringIO(written.decode("utf-8-sig"), newline=""))
    assert head == ["", "n", for_spreadsheets(f"c{column}")]
    assert row == [for_spreadsheets(name), "-0.5", for_spreadsheets(entry)]
