"""What people keep stays readable: a record, a library, a learner, answers, copies of lessons.

`kept` holds what the package wrote when the formats in it were new: nothing there is ever brought
up to date.
"""

import hashlib
import runpy
import shutil
from pathlib import Path

import numpy as np

import tttlearn as ttt
from tttlearn.course.classroom import submissions
from tttlearn.course.exercises.library import FILE, Library

KEPT = Path(__file__).parent / "kept"


def test_a_record_is_read():
    record = ttt.read_record(KEPT / "my_progress.json")
    assert {"01.encode", "05.schedule"} <= record.passed.keys()
    assert len(record.passed) == 18
    assert record.tries == {"02.shares": 1}
    assert record.predictions["05.p1"]["guess"] == 8
    assert record.limits == {"nested-40 0f3a5c": 0.1}


def test_copies_of_lessons_find_what_they_import():
    for line in (KEPT / "imports.txt").read_text(encoding="utf-8").splitlines():
        exec(line, {})


def test_a_library_runs_and_what_it_holds_is_known():
    functions = runpy.run_path(str(KEPT / FILE))
    assert functions["decode"](163) == [1, 0, 0, 0, 2, 0, 0, 0, 0]
    text = (KEPT / FILE).read_text(encoding="utf-8")
    library = Library(text)
    assert "01.encode" in library.sections
    assert not any(map(library.is_changed, library.sections))
    again = Library(library.text())  # with ids where there were numbers
    assert "# 01.encode: from a board to its number [66aef87a]\n" in library.text()
    assert (again.sections, again.marks) == (library.sections, library.marks)


def test_a_saved_learner_goes_on_where_it_stopped():
    learner = ttt.load(KEPT / "learner.npz")
    assert (learner.games, learner.seed) == (40, 4)
    for digest in ("cb236843803804ec", "e79074ab76314292"):  # as it was before it was saved
        assert hashlib.sha256(learner.table.tobytes()).hexdigest().startswith(digest)
        learner.learn(40)


def test_answers_still_play(tmp_path):
    shutil.copy(KEPT / "answers.json", tmp_path / "ada.json")
    (ada,) = submissions.collect(tmp_path)
    corners_first = np.array([0, 2, 6, 8, 4, 1, 3, 5, 7])
    first = ttt.LEGAL[ttt.UNDECIDED][:, corners_first].argmax(1)
    assert (ada.player.policy[ttt.UNDECIDED].argmax(1) == corners_first[first]).all()
