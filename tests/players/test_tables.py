"""Tables of moves, in memory and in files, in the forms in which people save them."""

import json
import pickle

import numpy as np
import pytest

import tttlearn as ttt
from tttlearn.evaluation.any_player import ReadPlayer
from tttlearn.players.answers import read_answers, write_answers

POLICY = ttt.player("minimax-first").policy
MOVES = {int(state): int(POLICY[state].argmax()) for state in ttt.UNDECIDED}
SIGNS = {state: [" XO"[digit] for digit in ttt.CELLS[state].tolist()] for state in MOVES}
TABLES = {
    "by text": {"".join(SIGNS[state]): move for state, move in MOVES.items()},
    "by digits": {tuple(ttt.CELLS[state].tolist()): move for state, move in MOVES.items()},
    "by tuple": {tuple(SIGNS[state]): move for state, move in MOVES.items()},
    "by rows": {
        tuple(tuple(SIGNS[state][at : at + 3]) for at in (0, 3, 6)): move
        for state, move in MOVES.items()
    },
}


@pytest.mark.parametrize("name", ["by text", "by rows", "by digits"])
def test_a_dict_is_a_player(name):
    assert (ttt.policy_of(TABLES[name]) == POLICY).all()


def test_how_it_names_cells_is_asked_for():
    pairs = {board: divmod(move, 3) for board, move in TABLES["by text"].items()}
    with pytest.raises(ValueError, match=r"say which is right, cells=\(0, 2\) or cells=\(2, 0\)"):
        ttt.policy_of(pairs)
    assert (ttt.policy_of(pairs, cells=(0, 2)) == POLICY).all()


def test_so_is_its_json_file(tmp_path):
    path = tmp_path / "moves.json"
    path.write_text(json.dumps({str(board): move for board, move in TABLES["by tuple"].items()}))
    assert (ttt.policy_of(str(path)) == POLICY).all()


def test_so_is_a_csv_file(tmp_path):
    path = tmp_path / "moves.csv"
    lines = [f'"{board}",{move}' for board, move in TABLES["by text"].items()]
    path.write_text("\n".join(["board,move", *lines]))
    assert (ttt.policy_of(str(path)) == POLICY).all()


@pytest.mark.parametrize("array", [POLICY, POLICY.argmax(1)], ids=["a policy", "moves"])
def test_so_is_an_array_in_a_file(array, tmp_path):
    np.save(tmp_path / "moves.npy", array)
    np.savez(tmp_path / "moves.npz", array)
    for name in ("moves.npy", "moves.npz"):
        assert (ttt.policy_of(str(tmp_path / name)) == POLICY).all()


def test_a_board_that_is_lacking_is_a_fault_and_the_judge_counts_it():
    lacking = {state: move for state, move in MOVES.items() if state != ttt.START}
    with pytest.raises(ValueError, match=r"in 1 of 4,520 .*'0' is not in the table"):
        ttt.policy_of(lacking, board="state", cells=2)
    assert ttt.judge(lacking, board="state", cells=2).judgement.worst[1].value == -1


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.npz", b"x", "a.npz is damaged, cut short, or not a file that `save` wrote"),
        ("a.pkl", pickle.dumps({1: 2}), r"a.pkl is a pickle, which runs code .* json.dump"),
        ("a.json", b"[1, 2]", "a.json is no table of moves: it has no move for each board"),
        ("a.json", b"{", "a.json is no table of moves: Expecting"),
        ("a.csv", b"board\nX\n", "a.csv is no table of moves"),
        ("a.npy", b"x", "a.npy is no table of moves"),
    ],
)
def test_what_is_no_table_is_told(name, content, said, tmp_path):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match=said):
        ttt.policy_of(str(tmp_path / name))


def test_an_array_of_another_shape_is_told(tmp_path):
    np.save(tmp_path / "a.npy", np.zeros((3, 3)))
    with pytest.raises(ValueError, match=r"its array is \(19683, 9\), a policy, or"):
        ttt.policy_of(str(tmp_path / "a.npy"))


@pytest.mark.parametrize("policy", [POLICY, POLICY / 2, ttt.random_policy(), ttt.minimax_policy()])
def test_a_file_of_answers_holds_the_chances_of_every_action(policy):
    name, read = read_answers(write_answers(ReadPlayer(policy, "ada.py"), "Ada"))
    assert name == "Ada"
    assert read.policy[ttt.UNDECIDED] == pytest.approx(policy[ttt.UNDECIDED], abs=1e-15)


def test_files_of_answers_that_people_have_stay_readable():
    content = write_answers(ReadPlayer(POLICY, "ada.py"), "Ada")
    assert json.loads(content)["format"] == "tttlearn answers 1"


@pytest.mark.parametrize("asks", [0, 1, 20])
def test_a_file_of_answers_says_how_often_each_of_an_estimate_was_asked(asks):
    estimate = ReadPlayer(ttt.random_policy(), "ada.py", asks=asks, is_estimate=asks > 0)
    _, read = read_answers(write_answers(estimate, "Ada"))
    assert (read.asks, read.is_estimate) == (asks, asks > 0)


@pytest.mark.parametrize(
    ("name", "said"),
    [("my_library.py", "no player: it gets one in lesson 10"), ("a.py", "no player$")],
)
def test_a_file_without_a_player_says_so(tmp_path, name, said):
    path = tmp_path / name
    path.write_text("X = 3\n")
    with pytest.raises(ValueError, match=said):
        ttt.policy_of(str(path))
