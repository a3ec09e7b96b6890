"""Make the table that Moodle's gradebook imports, of whatever a class has points in."""

from typing import NamedTuple

from tttlearn.course.classroom.names import LIST
from tttlearn.support.files import write_atomically
from tttlearn.support.text import as_csv

ID = "ID number"
"""Name of the column by which Moodle's import identifies students."""
NO_GRADE = "-"
"""What Moodle's import takes for no grade; an empty cell becomes a 0 in a new grade item."""


class Grades(NamedTuple):
    """Points of a student, {name of a grade: a number, or None where nothing is known}.

    `remark` says why points are missing.
    """

    number: str
    name: str
    points: dict
    remark: str = ""


def gradebook(grades):
    """Return a DataFrame with a row for each number of a student, by name, from Grades.

    Who has no number has no row. Of several Grades of a student, those with most points in the
    first column count.
    """
    import pandas as pd

    rows = [
        {ID: one.number, "name": one.name, **one.points, "remark": one.remark}
        for one in grades
        if one.number
    ]
    if not rows:
        return pd.DataFrame()
    table = pd.DataFrame(rows).convert_dtypes()
    table = table.sort_values(table.columns[2], na_position="first", kind="stable")
    best = table.drop_duplicates(ID, keep="last")
    return best.sort_values("name", kind="stable").set_index(ID)


def write(grades, path):
    """Write the gradebook as a CSV file if anybody has a number; return lines on it, a list.

    Whoever lacks a number is left out, because one name that Moodle does not know stops its import.
    """
    book = gradebook(grades)
    if book.empty:
        return []
    write_atomically(path, as_csv(book, float_format="%.6g", na_rep=NO_GRADE))
    names = [one.name for one in grades if not one.number]
    absent = f"Not in {path}, without a number in {LIST}: {', '.join(names)}"
    return [f"For Moodle's gradebook: {path}", *[absent][: len(names)]]
