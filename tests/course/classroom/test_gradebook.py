"""The table for Moodle's gradebook, of whatever a class has points in."""

from tttlearn.course.classroom.gradebook import Grades, write


def test_a_row_for_each_number_with_most_points_or_a_dash(tmp_path):
    grades = [
        Grades("0012", "Zoë", {"all": 3, "01": 2.5}),
        Grades("0012", "Zoë (2)", {"all": 5, "01": 1.0}),
        Grades("0012", "Zoë (3)", {"all": None, "01": None}, "damaged"),
        Grades("0007", "=Ada", {"all": None, "01": None}, "nothing handed in"),
        Grades("", "Ben", {"all": 4, "01": 4.0}),
    ]
    path = tmp_path / "moodle.csv"
    lines = write(grades, path)
    assert path.read_text("utf-8-sig").splitlines() == [
        "ID number,name,all,01,remark",
        "0007,'=Ada,-,-,nothing handed in",
        "0012,Zoë (2),5,1,",
    ]
    assert lines == [
        f"For Moodle's gradebook: {path}",
        f"Not in {path}, without a number in names.csv: Ben",
    ]


def test_without_numbers_nothing_is_written(tmp_path):
    path = tmp_path / "moodle.csv"
    assert write([Grades("", "Ben", {"all": 4})], path) == write([], path) == []
    assert not path.exists()
