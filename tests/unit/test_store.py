"""Saved learners go on exactly where they stopped, and no file does harm."""

import json
import pickle

import numpy as np
import pytest

from tests.unit.learning import MAKERS, fading, fingerprint, nothing, q_learner, two
from tttlearn.faults import RuleError
from tttlearn.learn import Learner
from tttlearn.recipes import hickman
from tttlearn.rules import N_STATES
from tttlearn.store import ARRAYS, LearnerFileError, load, save
from tttlearn.tabular import TDLearner, td


@pytest.fixture
def saved(tmp_path):
    """A learner that has learned, and its file."""
    learner = MAKERS["td"](seed=8, symmetric="moves")
    learner.learn(60)
    return learner, save(learner, tmp_path / "td.npz")


@pytest.mark.parametrize(
    "make",
    [
        *(lambda make=make: make(seed=3) for make in (MAKERS["td"], MAKERS["td lambda"])),
        *(lambda: hickman(True, 4), lambda: TDLearner(order="backward", ties="first", seed=2)),
    ],
)
def test_a_learner_goes_on_where_it_stopped(make, tmp_path):
    learner, twin = make(), make()
    learner.learn(70)
    read = load(save(learner, tmp_path / "learner"))
    assert fingerprint(read) == fingerprint(learner)
    assert (read.games, read.seed, read.name) == (70, learner.seed, learner.name)
    assert (read.policy == learner.policy).all()
    for one in (read, twin):
        one.learn(130 if one is read else 200)
    assert fingerprint(read) == fingerprint(twin)
    fresh = read.fresh(learner.seed)
    fresh.learn(200)
    assert fingerprint(fresh) == fingerprint(twin)


def test_the_name_of_the_file_gets_its_ending_and_keeps_the_rest(tmp_path):
    learner = TDLearner()
    for given, expected in (("a", "a.npz"), ("a.v2", "a.v2.npz"), ("b.npz", "b.npz")):
        assert save(learner, tmp_path / given) == tmp_path / expected
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.npz", "a.v2.npz", "b.npz"]
    assert save(learner, str(tmp_path / "a")) == tmp_path / "a.npz"  # written over


def test_a_rule_of_your_own_is_handed_over_again(tmp_path):
    learner = q_learner(seed=6)
    learner.learn(40)
    path = save(learner, tmp_path / "q")
    stranger = load(path)
    assert (stranger.policy == learner.policy).all()
    with pytest.raises(RuleError, match="was loaded without its own rule or epsilon"):
        stranger.learn(1)
    with pytest.raises(ValueError, match="was loaded without"):
        save(stranger, path)
    read = load(path, rule=learner.rule)
    for one in (read, learner):
        one.learn(30)
    assert fingerprint(read) == fingerprint(learner)


def test_a_schedule_of_your_own_is_handed_over_again(tmp_path):
    learner = TDLearner(epsilon=fading, seed=6)
    learner.learn(40)
    path = save(learner, tmp_path / "td")
    with pytest.raises(RuleError, match="epsilon"):
        load(path).learn(1)
    read = load(path, epsilon=fading)
    for one in (read, learner):
        one.learn(30)
    assert fingerprint(read) == fingerprint(learner)


def test_a_rule_of_your_own_is_not_taken_for_the_one_of_the_same_name(tmp_path):
    def mine(V, episode):
        V[0] += 1

    mine.__name__ = td.__name__
    path = save(Learner(mine, np.zeros(N_STATES)), tmp_path / "mine")
    assert load(path).rule is None


def test_a_table_is_not_read_in_another_way_than_it_was(tmp_path):
    def upside_down(V, state, action, following):
        return -V[following]

    values = np.random.default_rng(0).normal(size=N_STATES)
    learner = Learner(nothing, values, read=upside_down)
    path = save(learner, tmp_path / "mine")
    with pytest.raises(ValueError, match=r"needs your own function .*upside_down"):
        load(path)
    assert (load(path, read=upside_down).policy == learner.policy).all()


def test_two_learners_are_saved_one_by_one(tmp_path):
    both = two(MAKERS["td"], MAKERS["td lambda"])(seed=2)
    both.learn(20)
    with pytest.raises(ValueError, match="one by one"):
        save(both, tmp_path / "both")
    for part in (both.x, both.o):
        read = load(save(part, tmp_path / "part"))
        assert (read.table == part.table).all()
        assert read.games == 20


def test_what_cannot_be_opened_says_so(tmp_path):
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nothing.npz")
    with pytest.raises(IsADirectoryError):
        load(tmp_path)
    with pytest.raises(FileNotFoundError):
        save(TDLearner(), tmp_path / "no" / "folder")


FOREIGN = {
    "empty": b"",
    "text": b"not a learner\n",
    "pickle": pickle.dumps({"table": [1]}),
    "zip without anything": b"PK\x05\x06" + bytes(18),
}


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
def test_a_foreign_file_is_told(content, tmp_path):
    path = tmp_path / "file.npz"
    path.write_bytes(content)
    with pytest.raises(LearnerFileError, match=r"file\.npz is damaged, cut short, or not a file"):
        load(path)


def test_arrays_that_are_no_learner_are_told(saved, tmp_path):
    path = tmp_path / "other.npz"
    np.savez(path, table=np.zeros(3))
    with pytest.raises(LearnerFileError):
        load(path)
    np.save(tmp_path / "other.npy", np.zeros(3))
    with pytest.raises(LearnerFileError):
        load(tmp_path / "other.npy")
    np.savez(path, table=np.array([{}], dtype=object))  # which is pickled inside
    with pytest.raises(LearnerFileError):
        load(path)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "tttlearn learner 99"},
        {"generator": {"bit_generator": "MT19937"}},
        {"ties": "last"},
        {"epsilon": 7},
        {"table": np.full(N_STATES, np.nan)},
        {"table": np.zeros(5)},
        {"visits": np.zeros(5, int)},
    ],
    ids=str,
)
def test_a_file_whose_parts_do_not_fit_is_told(change, saved):
    _, path = saved
    with np.load(path) as file:
        about = json.loads(str(file["about"]))
        arrays = {name: file[name] for name in ARRAYS}
    for name, value in change.items():
        (arrays if name in arrays else about)[name] = value
    np.savez(path, about=json.dumps(about), **arrays)
    with pytest.raises(LearnerFileError, match="damaged"):
        load(path)


def test_a_cut_or_changed_file_is_told_or_still_right(saved, tmp_path):
    learner, path = saved
    whole = path.read_bytes()
    bad = tmp_path / "bad.npz"
    rng = np.random.default_rng(1)
    for cut in (1, 30, len(whole) // 2, len(whole) - 1):
        bad.write_bytes(whole[:cut])
        with pytest.raises(LearnerFileError):
            load(bad)
    refused = 0
    for at in rng.integers(0, len(whole), 150):
        bad.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << rng.integers(8))]) + whole[at + 1 :])
        try:
            assert fingerprint(load(bad)) == fingerprint(learner)
        except LearnerFileError:
            refused += 1
    assert refused > 100
