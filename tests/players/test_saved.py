"""Saved learners go on exactly where they stopped, and no file does harm."""

import io
import json
import os
import pickle
import stat
import tracemalloc
import zipfile
from dataclasses import replace

import numpy as np
import pytest
from numpy.lib import format as npy

from tests.aids.games import GAMES, VARIANTS
from tests.aids.learning import MAKERS, fading, fingerprint, nothing, q_learner
from tests.aids.networks import OneSide
from tttlearn.evaluation.exact import measure
from tttlearn.game.rules import N_STATES, TICTACTOE
from tttlearn.learn.learner import Learner
from tttlearn.learn.qlearning import QLearner, q_learning
from tttlearn.learn.rule_errors import RuleError
from tttlearn.learn.td import TDLearner, td
from tttlearn.players.saved import DESCRIPTION_TYPES, FORMAT, LearnerFileError, load, save


@pytest.fixture
def saved(tmp_path):
    """A learner that has learned, and its file."""
    learner = MAKERS["td"](seed=8, symmetric="moves")
    learner.learn(60)
    return learner, save(learner, tmp_path / "td.npz")


@pytest.mark.parametrize(
    "make",
    [
        *(lambda n=n: MAKERS[n](seed=3) for n in ("td", "td lambda", "q", "double q")),
        lambda: TDLearner(order="backward", ties="first", seed=2),
    ],
)
def test_a_learner_goes_on_where_it_stopped(make, tmp_path):
    check_that_it_goes_on_where_it_stopped(make, tmp_path)


def check_that_it_goes_on_where_it_stopped(make, tmp_path):
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


def test_what_cannot_be_opened_says_so(tmp_path):
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nothing.npz")
    with pytest.raises(IsADirectoryError):
        load(tmp_path)
    with pytest.raises(FileNotFoundError):
        save(TDLearner(), tmp_path / "no" / "folder")


@pytest.mark.skipif(os.name == "nt", reason="Windows names its devices otherwise")
def test_what_has_no_end_is_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.npz")
    for path in ("/dev/zero", tmp_path / "pipe.npz"):
        with pytest.raises(LearnerFileError, match=f"{path} is a device, not a file that `save`"):
            load(path)


def test_what_is_handed_over_is_not_blamed_on_the_file(saved):
    learner, path = saved
    for given, said in (
        ({"epsilon": np.nan}, "epsilon is a number from 0 to 1, not nan"),
        ({"epsilon": "0.1"}, "epsilon is a number from 0 to 1, not '0.1'"),
        ({"rule": np.zeros(3)}, r"a rule is a function of a table and an episode, not array\(\["),
        ({"rule": q_learning}, r"the rule q_learning learns a table of shape \(19683, 9\), not"),
        ({"read": 3}, "read is a function of a table, a state, an action and the following"),
        ({"read": lambda V: V}, "read must have a number for each action .* answers TypeError"),
    ):
        with pytest.raises(ValueError, match=f"^{said}") as raised:
            load(path, **given)
        assert not isinstance(raised.value, LearnerFileError)
    assert fingerprint(load(path)) == fingerprint(learner)


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


class Harm:
    """Object that makes a folder when it is unpickled."""

    def __init__(self, folder):
        self.folder = str(folder)

    def __reduce__(self):
        return os.mkdir, (self.folder,)


def test_nothing_in_a_file_is_unpickled(tmp_path):
    pickled, part = pickle.dumps(Harm(tmp_path / "harm")), io.BytesIO()
    n = len(pickled) // 8 + 1  # so that its size fits, as if it held n pointers
    npy.write_array_header_1_0(part, {"descr": "|O", "fortran_order": False, "shape": (n,)})
    part.write(pickled.ljust(8 * n, b"."))
    with zipfile.ZipFile(tmp_path / "file.npz", "w") as file:
        file.writestr("about.npy", part.getvalue())
    with pytest.raises(LearnerFileError):
        load(tmp_path / "file.npz")
    assert not (tmp_path / "harm").exists()


@pytest.mark.parametrize(
    "change",
    [
        {"format": "tttlearn learning 2"},
        {"games": -1},
        {"games": 10**30},
        {"seed": "3"},
        {"name": None},
        {"read": ["td"]},
        {"settings": []},
        {"generator": {"bit_generator": "MT19937"}},
        {"ties": "last"},
        {"epsilon": 7},
        {"table": np.full(N_STATES, np.nan)},
        {"table": np.zeros(5)},
        {"table": np.zeros(N_STATES, complex)},
        dict.fromkeys(("table", "untaught"), np.zeros((N_STATES, 9))),
        {"visits": np.zeros(5, int)},
    ],
    ids=str,
)
def test_a_file_whose_parts_do_not_fit_is_told(change, saved):
    _, path = saved
    rewrite(path, **change)
    with pytest.raises(LearnerFileError, match="damaged"):
        load(path)


def rewrite(path, without=None, **change):
    """The same file with other parts, or without one of them."""
    with np.load(path) as file:
        parts = {name: file[name] for name in file.files}
    about = json.loads(str(parts.pop("about")))
    for name, value in change.items():
        (parts if name in parts else about)[name] = value
    about.pop(without, None)
    np.savez_compressed(path, about=json.dumps(about), **parts)


@pytest.mark.parametrize("name", [*DESCRIPTION_TYPES[FORMAT], "format"])
def test_a_file_without_a_part_of_its_description_is_told(name, saved):
    _, path = saved
    rewrite(path, without=name)
    with pytest.raises(LearnerFileError, match="damaged"):
        load(path)


def test_a_file_of_another_version_is_told(saved):
    _, path = saved
    rewrite(path, format="tttlearn learner 99")
    with pytest.raises(LearnerFileError, match="made by a newer version of tttlearn: update this"):
        load(path)
    rewrite(path, format="tttlearn network 2")
    with pytest.raises(LearnerFileError, match="newer version"):
        load(path)
    rewrite(path, format="tttlearn learner 1")
    with pytest.raises(LearnerFileError, match="an older version"):
        load(path)


def memory_of(function):
    """The most bytes that were taken at once while `function()` ran."""
    tracemalloc.start()
    try:
        function()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def refused(path):
    def read():
        with pytest.raises(LearnerFileError, match="damaged"):
            load(path)

    return read


@pytest.mark.parametrize("name", ["table", "about"])
def test_a_file_that_unpacks_to_much_is_refused_before_it_does(name, saved):
    _, path = saved
    much = np.zeros(2**23)  # 64 MB, which pack into 65 kB
    with np.load(path) as file:
        parts = {part: file[part] for part in file.files}
    np.savez_compressed(path, **{**parts, name: much})
    assert memory_of(refused(path)) < 2**24


def test_a_file_that_says_it_is_small_is_not_believed(saved):
    """The directory of a zip file has the sizes of its parts in clear."""
    _, path = saved
    size = 128 + 8 * N_STATES
    content, small = path.read_bytes(), size.to_bytes(4, "little")
    with zipfile.ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    parts["table.npy"] += bytes(2**25)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, part in parts.items():
            file.writestr(name, part)
    content = path.read_bytes().replace((size + 2**25).to_bytes(4, "little"), small)
    path.write_bytes(content)
    assert memory_of(refused(path)) < 2**22


def test_a_part_that_says_it_is_large_is_not_believed(saved):
    _, path = saved
    with zipfile.ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    wide = parts["table.npy"].replace(b"(19683,), }      ", b"(19683, 10**6),} "[:17])
    parts["table.npy"] = wide.replace(b"10**6", b"99999")
    with zipfile.ZipFile(path, "w") as file:
        for name, part in parts.items():
            file.writestr(name, part)
    assert memory_of(refused(path)) < 2**24


def test_a_network_that_says_it_is_large_is_not_believed(tmp_path):
    learner = OneSide(hidden=20)
    path = save(learner, tmp_path / "network")
    about = {"kind": "OneSide", "hidden": 10**9}
    rewrite(path, fields=about)
    assert memory_of(refused(path)) < 2**24
    rewrite(path, fields={"hidden": 20}, table=learner.table[:1])
    refused(path)()


def test_a_table_that_is_too_large_to_be_read_is_not_written(tmp_path):
    large = Learner(nothing, np.zeros((30, N_STATES, 9)), read=lambda V, s, a, after: V[0, s, a])
    with pytest.raises(ValueError, match=r"table of learner has 42,515,280 bytes: a file takes at"):
        save(large, tmp_path / "large")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "make",
    [
        lambda: TDLearner(
            np.float32(0.5), np.float64(1), epsilon=np.float32(0.2), seed=np.int64(3)
        ),
        lambda: QLearner(alpha=np.float16(0.5), seed=np.uint8(3), symmetric=np.bool_(False)),
        lambda: OneSide(hidden=np.int32(20), rate=np.float32(0.5), seed=np.int64(3)),
    ],
)
def test_numbers_of_numpy_are_numbers(make, tmp_path):
    check_that_numbers_of_numpy_are_numbers(make, tmp_path)


def check_that_numbers_of_numpy_are_numbers(make, tmp_path):
    learner = make()
    learner.learn(np.int64(20))
    read = load(save(learner, tmp_path / "learner"))
    assert fingerprint(read) == fingerprint(learner)
    assert (read.seed, read.games, type(read.seed)) == (3, 20, int)


def test_a_board_is_made_again_from_its_file(tmp_path):
    board = GAMES["4 x 3, falling"]()
    path = save(TDLearner(rules=board), tmp_path / "falling")
    with pytest.raises(ValueError, match=r"of 3 in a row on 4 x 3, falling, not of tic-tac-toe"):
        load(path, rules=TICTACTOE)
    assert load(path, rules=board).rules is load(path).rules is board


@pytest.mark.parametrize("make", [*VARIANTS, "nim"])
def test_a_file_of_another_game_needs_its_rules_and_no_others(make, tmp_path):
    rules = GAMES[make]()
    learner = QLearner(rules=rules, symmetric="moves", epsilon=0.5, seed=4)
    learner.learn(300)
    path = save(learner, tmp_path / "variant")
    found = load(path, rules=GAMES[make]())
    assert found.rules == rules
    assert fingerprint(found) == fingerprint(learner)
    assert measure(found.policy, found.rules) == measure(learner.policy, rules)
    with pytest.raises(
        ValueError, match=rf"needs the rules of {make}: load\(\.\.\., rules=\.\.\.\)"
    ):
        load(path)
    with pytest.raises(ValueError, match=f"is a learner of {make}, not of tic-tac-toe"):
        load(path, rules=TICTACTOE)
    with pytest.raises(ValueError, match=f"is a learner of {make}, with other tables"):
        load(path, rules=replace(rules, winner=-rules.winner))
    board = save(QLearner(rules=TICTACTOE), tmp_path / "board")
    with pytest.raises(ValueError, match=f"is a learner of tic-tac-toe, not of {make}"):
        load(board, rules=rules)


@pytest.mark.parametrize("game", [7, {}, {"rows": 3}, {"rows": 9, "columns": 9, "k": 3}])
def test_a_game_that_is_none_is_damage(saved, game):
    rewrite(saved[1], game=game)
    with pytest.raises(LearnerFileError, match="damaged"):
        load(saved[1])


def test_an_epsilon_of_0_that_is_handed_over_counts(saved):
    _, path = saved
    assert load(path).epsilon != 0
    assert load(path, epsilon=0).epsilon == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has other modes, and asks before it links")
def test_a_link_and_a_mode_stay_as_they_were(tmp_path):
    target, link = tmp_path / "target.npz", tmp_path / "link.npz"
    link.symlink_to("target.npz")
    learner = TDLearner(seed=4)
    assert save(learner, link) == link
    assert link.is_symlink()
    assert load(target).seed == 4
    for mode in (0o600, 0o640, 0o444):
        target.chmod(mode)
        save(learner, link)
        assert stat.S_IMODE(target.stat().st_mode) == mode
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.npz", "target.npz"]
