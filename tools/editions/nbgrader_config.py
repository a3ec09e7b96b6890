"""The settings of nbgrader for the lessons of tttlearn.

`nbgrader export` writes moodle.csv, and beside it to_talk_about.csv.
"""

import re
from pathlib import Path

from nbformat import read, v4
from nbgrader.api import MissingEntry
from nbgrader.converters import Autograde
from nbgrader.plugins import ExportPlugin
from nbgrader.preprocessors import NbGraderPreprocessor

from tttlearn.course.classroom.gradebook import Grades, write
from tttlearn.course.classroom.names import LIST
from tttlearn.course.classroom.received import (
    listed_names,
    not_handed_in,
    owner_of,
    single_file,
)
from tttlearn.course.exercises.graded import as_file, topics

HERE = Path(__file__).parent
HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS\n.*?\n### END HIDDEN TESTS\n?", re.DOTALL)


def lesson(name):
    """Return the cells of an assignment's source."""
    return read(HERE / "source" / name / f"{name}.ipynb", as_version=4).cells


def with_ids(nb, cells):
    """Return a notebook whose cells have the lesson's ids, even if a program has lost all of them.

    Without ids, a cell is told by its source, so answers are told by nothing.
    """
    if any("id" in cell for cell in nb.cells):
        return nb
    nb = v4.upgrade(nb, from_version=4, from_minor=nb.nbformat_minor)
    ids = {HIDDEN.sub("", cell.source).strip(): cell.id for cell in cells}
    for cell in nb.cells:
        cell.id = ids.pop(cell.source.strip(), cell.id)
    return nb


class RestoreCells(NbGraderPreprocessor):
    """Put the lesson's cells, which it knows by their ids, back into what was handed in.

    So copies from `run.py lab` can be handed in as well as nbgrader's releases, a copied cell
    counts once, and code that was deleted is there again, except for answers.
    """

    def preprocess(self, nb, resources):
        """Return the notebook with nbgrader's metadata in its cells, and with those it lacked."""
        cells = lesson(resources["nbgrader"]["assignment"])
        nb = with_ids(nb, cells)
        own, place = {cell.id: cell for cell in nb.cells}, 0
        for cell in nb.cells:
            cell.metadata.pop("nbgrader", None)
        for cell in cells:
            about = cell.metadata.get("nbgrader", {})
            if cell.id in own:
                place = nb.cells.index(own[cell.id]) + 1
                own[cell.id].metadata.update({"nbgrader": about} if about else {})
            elif cell.cell_type == "code" and not about.get("solution"):
                nb.cells.insert(place, cell)
                place += 1
        return nb, resources


def _listed(ids):
    """Return the rows of names.csv in this folder; an empty dict without one."""
    path = HERE / LIST
    return listed_names([single_file(path, LIST)], ids) if path.is_file() else {}


def _owner(student, listed):
    """Return the Owner of what a student handed in, whose id may be a name from Moodle."""
    name = " ".join(filter(None, [student.first_name, student.last_name]))
    return owner_of(student.id, name or student.id, listed)


def _column(lesson):
    return f"{lesson.name} (of {lesson.max_score:g})"


class Moodle(ExportPlugin):
    """Write the points of each student in each lesson, as Moodle imports grades.

    They are missing if nothing was handed in, or if it could not be run to its end. Numbers and
    names come from names.csv in this folder, if there is one. A student without a number has a row
    with the name of their folder, at which Moodle's import stops.
    """

    def export(self, gradebook):
        """Write the points of all lessons, or of those asked for, and what to talk about."""
        wanted = self.assignment or [one.name for one in gradebook.assignments]
        lessons = [one for one in gradebook.assignments if one.name in wanted]
        students = [one for one in gradebook.students if one.id in (self.student or [one.id])]
        listed = _listed({student.id for student in gradebook.students})
        owners = {one.id: _owner(one, listed) for one in gradebook.students}
        grades = [self._grades(gradebook, one, owners[one.id], lessons) for one in students]
        if not self.student:
            none = dict.fromkeys(map(_column, lessons))
            absent = not_handed_in(listed, owners.values())
            grades += [Grades(one.number, one.name, none, "nothing handed in") for one in absent]
        path = Path(self.to or "moodle.csv")
        write(grades, path)
        found = [row for one in lessons for row in self._topics(one.name, students, owners)]
        path.with_name("to_talk_about.csv").write_bytes(as_file(found))

    def _grades(self, gradebook, student, owner, lessons):
        points = {_column(one): self._points(gradebook, one.name, student) for one in lessons}
        unrun = [one.name for one in lessons if self._is_unrun(one.name, student)]
        remark = f"not run to its end: {', '.join(unrun)}" if unrun else ""
        number = owner.number or student.lms_user_id or student.id
        return Grades(number, owner.name, points, remark)

    def _points(self, gradebook, name, student):
        try:
            found = gradebook.find_submission(name, student.id)
        except MissingEntry:
            return None
        if any(grade.auto_score is None for book in found.notebooks for grade in book.grades):
            return None
        return max(0, found.score - (found.late_submission_penalty or 0))

    def _graded(self, name, student):
        return HERE / "autograded" / student.id / name / f"{name}.ipynb"

    def _is_unrun(self, name, student):
        """Return whether a notebook was handed in, but could not be run to its end."""
        is_handed_in = (HERE / "submitted" / student.id / name).is_dir()
        return is_handed_in and not self._graded(name, student).is_file()

    def _topics(self, name, students, owners):
        source = lesson(name)
        for student in students:
            about = {"student": owners[student.id].name, "folder": student.id}
            if (path := self._graded(name, student)).is_file():
                handed_in = read(path, as_version=4).cells
                for number, topic in topics(name[:2], source, handed_in):
                    yield about | {"lesson": name, "exercise": number, "topic": topic}
            elif self._is_unrun(name, student):
                topic = "the notebook could not be run to its end"
                yield about | {"lesson": name, "exercise": "", "topic": topic}


c = get_config()  # noqa: F821
c.CourseDirectory.course_id = "tttlearn"
# The stub stands in the source, so nothing has to take the solution's place.
c.ClearSolutions.code_stub = {"python": ""}
c.Autograde.sanitize_preprocessors = [RestoreCells, *Autograde.sanitize_preprocessors.default()]
# nbgrader gives no points for a test that warns on stderr.
c.IgnorePattern.enabled = True
c.IgnorePattern.pattern = "(?s)."
# A check stops an endless answer after 30 seconds of processor time; other cells stop after these.
c.Execute.timeout = 120
c.Execute.store_widget_state = False
# `exit()` ends a cell instead of the kernel.
c.Execute.extra_arguments = [
    "--HistoryManager.hist_file=:memory:",
    "--IPKernelApp.exec_lines=import sys; exit = quit = sys.exit",
]
# Students may hand in what lessons write beside themselves; no lesson may read it.
c.CourseDirectory.ignore = [
    ".ipynb_checkpoints",
    "*.pyc",
    "__pycache__",
    "my_progress.json",
    "my_library.py",
]
# In "Download all submissions" Moodle names each student's folder or file so, with the number of a
# participant, by which two students of one name are told apart. A lesson is a single notebook,
# whatever name its author has given it.
c.FileNameCollectorPlugin.named_regexp = (
    r".*/downloaded/(?P<file_id>\w+)/.*/(?P<student_id>[^/]+?_\d+_assignsubmission_[a-z]+)"
)
c.ExportApp.plugin_class = Moodle
