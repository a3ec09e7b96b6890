"""Files that were damaged on the way: each is refused by name, or read as what it still is.

What kinds of damage are known has its own tests, beside what reads the file. These look for more.
"""

import joblib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tttlearn as ttt
from tests.aids.learning import fingerprint
from tttlearn.course.exercises.record import RecordError, read_record
from tttlearn.learn.td import TDLearner
from tttlearn.players.saved import LearnerFileError, load, save

DAMAGE = {
    "ends": lambda whole, at, what: whole[:at],
    "has more": lambda whole, at, what: whole[:at] + what + whole[at:],
    "lacks": lambda whole, at, what: whole[:at] + whole[at + len(what) :],
    "has other": lambda whole, at, what: whole[:at] + what + whole[at + len(what) :],
    "repeats": lambda whole, at, what: whole + whole[at:],
}
some_damage = st.lists(
    st.tuples(st.sampled_from(list(DAMAGE)), st.floats(0, 1), st.binary(min_size=1, max_size=6)),
    min_size=1,
    max_size=3,
)
some = settings(max_examples=settings.default.max_examples // 4)


def damaged(whole, damage):
    for kind, where, what in damage:
        whole = DAMAGE[kind](whole, int(where * len(whole)), what)
    return whole


def refusal(error, read):
    """The words with which a file is not read; "" when it is."""
    try:
        read()
    except error as refused:
        return str(refused)
    return ""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("damaged")


@pytest.fixture(scope="module")
def learner(folder):
    """A learner that has learned, and the bytes of its file."""
    learner = TDLearner(seed=8)
    learner.learn(60)
    return learner, save(learner, folder / "whole").read_bytes()


RECORD = b"""{"format": "tttlearn progress 2", "passed": {"01.encode": "2026-03-02"}, "name": "Ada",
 "tries": {"01.decode": 2}, "limits": {"nested-40 0f3a5c": 0.1},
 "predictions": {"03.p1": {"question": "How many?", "guess": 8, "answer": 2, "right": false},
                 "03.p2": {"question": "Who wins?", "guess": "X"}}}"""


@some
@given(damage=some_damage)
def test_a_saved_learner_is_refused_or_the_same(learner, folder, damage):
    saved, whole = learner
    path = folder / "learner.npz"
    path.write_bytes(damaged(whole, damage))

    def read():
        assert fingerprint(load(path)) == fingerprint(saved)

    said = refusal(LearnerFileError, read)
    assert not said or str(path) in said


@given(damage=some_damage)
def test_a_record_is_refused_or_can_be_read_and_handed_on(folder, damage):
    path, copy = folder / "my_progress.json", folder / "ada.json"
    path.write_bytes(damaged(RECORD, damage))
    copy.unlink(missing_ok=True)

    def read():
        record = read_record(path)
        assert f"{record}"
        again = read_record(record.export(copy, "Ada"))
        assert (again.passed, again.predictions) == (record.passed, record.predictions)

    said = refusal(RecordError, read)
    assert not said or str(path) in said


@pytest.fixture(scope="module")
def runs(folder):
    """The bytes of the file of a sweep."""
    with joblib.parallel_config("sequential"):
        ttt.sweep(summed, {"a": [1, 2]}, range(3), folder / "runs")
    return (folder / "runs").read_bytes()


def summed(seed, a):
    return {"sum": a + seed}


@some
@given(damage=some_damage)
def test_a_sweep_is_refused_and_left_or_completed(runs, folder, damage):
    path = folder / "some runs"
    path.write_bytes(found := damaged(runs, damage))

    def read():
        with joblib.parallel_config("sequential"):
            assert len(ttt.sweep(summed, {"a": [1, 2]}, range(3), path)) == 6

    said = refusal(ValueError, read)
    assert not said or (str(path) in said and path.read_bytes() == found)
