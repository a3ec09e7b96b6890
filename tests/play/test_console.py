"""The command line, driven by scripted input: what it says, and that it never falls over."""

import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aids import console, naive
from tests.aids.named import named
from tests.aids.networks import OneSide
from tttlearn import __main__ as command_line
from tttlearn.evaluation.exact import measure, outcome, worst_case
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import TICTACTOE
from tttlearn.learn.qlearning import QLearner
from tttlearn.learn.td import TDLearner
from tttlearn.learn.training import train
from tttlearn.play.console import Console, grid, help_text, probability_table
from tttlearn.play.session import Session
from tttlearn.players import roster
from tttlearn.players.guests import Entry
from tttlearn.players.roster import NAMES, player
from tttlearn.players.saved import load
from tttlearn.search.mcts import MCTS

some = settings(max_examples=settings.default.max_examples // 4)
GOODBYE = re.compile(r"Goodbye\. You won (\d+), drew (\d+) and lost (\d+)\.$")


def sit(typed, against="minimax-first", *human, **more):
    return console.sit(typed, against, *human, **more)


def boards(said):
    """The boards that were shown, each as nine marks."""
    rows = re.findall(r"^ [123]  (.*)$", re.sub("\x1b\\[\\d*m", "", said), re.MULTILINE)
    cells = ["".join(f"{row:<11}"[i] for i in (1, 5, 9)) for row in rows]
    return ["".join(cells[i : i + 3]) for i in range(0, len(cells), 3)]


def score(said):
    return tuple(map(int, GOODBYE.search(said).groups()))


def main(capsys, *arguments):
    """(status, stdout, stderr) of the command line without a new process."""
    try:
        status = command_line.main(list(arguments))
    except SystemExit as leaving:
        status = leaving.code
    return status, *capsys.readouterr()


def test_the_first_board_shows_the_digits_of_all_cells():
    said = sit([])
    assert boards(said) == ["123456789"]
    assert "    A   B   C" in said
    assert "You are X against minimax-first" in said
    assert said.count("Your move, X: ") == 1


@pytest.mark.parametrize("spelling", ["5", "B2", "b2", "  b2 "])
def test_a_cell_is_a_name_or_a_digit(spelling):
    said = sit([spelling])
    # The first of the best answers to the centre is the first corner.
    assert boards(said)[-1] == "O234X6789"
    assert "\nO took A1: " in said


def test_as_o_the_opponent_starts():
    said = sit(["5"], human="O")
    assert boards(said)[0] == "X23456789"
    assert said.index("X took A1") < said.index("Your move, O")
    assert boards(said)[1].count("X") == 2


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("foo", "'foo' names no cell and no command"),
        ("", "'' names no cell and no command"),
        ("0", "'0' names no cell"),
        ("²", "'²' names no cell"),
        ("5", "B2 is taken"),
    ],
)
def test_bad_input_is_asked_again_with_the_free_cells(typed, complaint):
    said = sit(["5", typed])
    assert complaint in said
    assert "Free cells: B1 C1 A2 C2 A3 B3 C3;" in said
    assert said.count("Your move, X: ") == 3
    assert len(boards(said)) == 2


def test_undo_goes_back_to_the_start_and_no_further():
    said = sit(["5", "b1", "undo", "UNDO", "undo"])
    assert boards(said)[3:] == [boards(said)[1], "123456789"]
    assert "Taken back: B1 and " in said
    assert "Taken back: B2 and A1." in said
    assert "You have no move to take back." in said


def test_a_hint_is_right_and_moves_nothing():
    said = sit(["hint", "5"], human="O")
    assert boards(said)[0] == "X23456789"
    assert boards(said)[1][4] == "O"
    assert len(boards(said)) == 2
    assert "Hint: B2 keeps the draw; no other move does." in said


def test_help_says_what_may_be_typed():
    said = sit(["help"])
    assert said.count(help_text()) == 2
    for word in ("undo", "hint", "help", "quit"):
        assert word in help_text()


def test_games_are_scored_over_a_sitting():
    session = Session("random", "X", np.random.default_rng(2))
    ends, answers = [], []

    def ask(prompt):
        if prompt.startswith("Play again"):
            ends.append(session.game.winner)
            answers.append(len(session.game.history) // 2)
            return "y" if len(ends) < 12 else "n"
        return TICTACTOE.cell_names[session.legal_moves[0]]

    said = []
    Console(session, ask, said.append).run()
    expected = tuple(ends.count(end) for end in (1, 0, -1))
    assert score(said[-1]) == expected
    assert sum(expected) == 12
    assert min(expected[0], expected[2]) > 0, "a seed with wins of both sides shows more"
    # One sentence for each move of the opponent, and none again after the human's winning move.
    assert sum(text.startswith("O took") for text in said) == sum(answers)


def lost_game():
    """(lines, said) of a game that O loses to minimax-first by taking the last free cell."""
    lines = []
    while "Play again" not in (said := sit(lines, human="O")):
        free = [mark for mark in boards(said)[-1] if mark.isdigit()]
        lines.append(free[-1])
    return lines, said


def test_the_end_of_a_game_says_who_won_and_with_what():
    _, said = lost_game()
    line = re.search(r"minimax-first wins with (\w\w)-(\w\w)-(\w\w)\. You won 0", said)
    assert {boards(said)[-1][TICTACTOE.cell_names.index(name)] for name in line.groups()} == {"X"}
    assert naive.winner(re.sub(r"\d", ".", boards(said)[-1])) == "X"


@pytest.mark.parametrize(
    ("answer", "again", "lost"),
    [("y", 1, 1), ("YES", 1, 1), ("n", 0, 1), ("no", 0, 1), ("quit", 0, 1), ("undo", 1, 0)],
)
def test_answers_to_play_again(answer, again, lost):
    lines, _ = lost_game()
    said = sit([*lines, answer], human="O")
    assert score(said) == (0, 0, lost)
    assert said.count("Your move, O: ") == len(lines) + again


class Clumsy:
    """Fails in the ways that it is told to, one after the other, and then takes free cells."""

    name = "Clumsy"

    def __init__(self, *failures):
        self.failures = list(failures)

    def act(self, state, rng):
        if self.failures:
            raise self.failures.pop(0)
        return next(cell for cell in range(9) if state // 3**cell % 3 == 0)


def test_an_opponent_that_fails_is_asked_again():
    opponent = Clumsy(ZeroDivisionError("no"), SystemExit())
    said = sit(["5", "y", "what", "y", "quit"], opponent)
    assert "Clumsy raised ZeroDivisionError: no. The game is not lost." in said
    assert "Clumsy raised SystemExit. The game is not lost." in said
    assert "'what' is not an answer here: type y to ask again, n to stop, or undo." in said
    assert said.count("Ask it again? (y/n, or undo)") == 3
    assert boards(said)[-1] == "O234X6789"
    assert said.endswith("Goodbye. You won 0, drew 0 and lost 0.")


def test_a_move_that_an_opponent_fails_to_answer_is_taken_back():
    said = sit(["5", "undo", "quit"], Clumsy(SystemExit()))
    assert "Taken back: B2." in said
    assert "no cell" not in said
    said = sit(["undo", "n"], Clumsy(SystemExit()), "O")
    assert "You have no move to take back." in said
    assert said.endswith("Goodbye. You won 0, drew 0 and lost 0.")


class Teacherless(Clumsy):
    @property
    def probabilities(self):
        raise SystemExit("none")

    def learn_from_game(self, game, side):
        raise ValueError("nothing to learn")


def test_what_an_opponent_fails_to_show_or_learn_is_told():
    said = sit(["7", "8", "9", "n"], Teacherless())
    assert "Teacherless" not in said
    assert "Clumsy raised SystemExit: none." in said
    assert "Clumsy raised ValueError: nothing to learn." in said
    assert said.endswith("Goodbye. You won 1, drew 0 and lost 0.")


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_the_end_of_the_input_is_polite_at_every_prompt(end):
    lines, _ = lost_game()
    whole = ["help", "hint", "foo", *lines, "what", "y", lines[0]]
    for count in range(len(whole) + 1):
        said = sit(whole[:count], human="O", end=end)
        assert GOODBYE.search(said), f"after {whole[:count]}"
        assert score(said) == (0, 0, int(count >= 3 + len(lines)))


def test_only_the_digits_of_free_cells_are_dimmed():
    plain, dimmed = sit(["5"]), sit(["5"], dim=True)
    assert "\x1b" not in plain
    assert re.sub("\x1b\\[\\d*m", "", dimmed) == plain
    assert set(re.findall("\x1b\\[2m(.)\x1b\\[0m", dimmed)) == set("123456789")
    assert not re.search("\x1b\\[2m[XO]", dimmed)


@some
@given(
    st.lists(
        st.one_of(st.sampled_from([*"123456789", "undo", "hint", "help", "y", "x"]), st.text()),
        max_size=40,
    ),
    st.sampled_from(["X", "O"]),
    st.sampled_from(list(NAMES)),
)
def test_nothing_that_is_typed_breaks_it(typed, human, against):
    left = iter(typed)
    said = []

    def ask(prompt):
        said.append(prompt)
        return next(left, "quit")

    Console(Session(named(against), human, np.random.default_rng(0)), ask, said.append).run()
    assert GOODBYE.search(said[-1])
    for board in boards("\n".join(said)):
        assert re.sub(r"\d", ".", board) in naive.reachable()


def test_grid_widens_with_its_texts():
    assert grid(list("abcdefghi")).splitlines()[1] == " 1   a | b | c"
    assert grid(["+1"] * 9).splitlines()[3] == " 2   +1 | +1 | +1"
    assert len(grid([""] * 9).splitlines()) == 6


def test_bytes_that_are_no_text_end_in_one_line_on_stderr():
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "tttlearn", "play"],
        input=b"\xff\xfe\n",
        capture_output=True,
    )
    assert done.returncode in (0, 1)
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") <= 1


def test_without_a_command_it_prints_help(capsys):
    status, said, errors = main(capsys)
    assert (status, errors) == (0, "")
    for command in ("play", "match", "solve", "doctor"):
        assert re.search(rf"^ +{command} ", said, re.MULTILINE)


@pytest.mark.parametrize("command", ["play", "train", "match", "solve", "doctor"])
def test_every_command_has_help(capsys, command):
    status, said, errors = main(capsys, command, "--help")
    assert (status, errors) == (0, "")
    assert said.startswith(f"usage: tttlearn {command}")
    if command in ("play", "match"):
        assert all(name.split("-")[0] in said for name in NAMES)


def test_match_estimates_the_policy_of_a_search(capsys, monkeypatch):
    small = {"mcts": MCTS(2), "random": player("random")}
    monkeypatch.setenv("TQDM_DISABLE", "1")  # on a busy computer there would be a bar
    monkeypatch.setattr("tttlearn.players.roster.player", small.get)
    status, said, errors = main(capsys, "match", "mcts", "random", "--seed", "4")
    assert (status, errors) == (0, "")
    assert "Only the moves of mcts are: it searches every position 10 times" in said
    expected = outcome(MCTS(2).estimate_policy(10, np.random.default_rng(4)), random_policy())
    assert f"X wins {100 * expected.x_wins:9.4f} %" in said


@pytest.mark.parametrize(
    ("x", "o"), [("random", "minimax-first"), ("two-ply", "random"), ("quick", "random")]
)
def test_match_prints_the_exact_outcome(capsys, x, o):
    status, said, errors = main(capsys, "match", x, o)
    assert (status, errors) == (0, "")
    expected = outcome(player(x).policy, player(o).policy)
    percentages = [float(text) for text in re.findall(r"([\d.]+) %", said)]
    assert percentages == [pytest.approx(100 * p, abs=5.1e-5) for p in expected]
    value, worst_x, worst_o = (
        float(text) for text in re.findall(r": ([-+]?\d\.\d{6})$", said, re.M)
    )
    assert value == pytest.approx(expected.x_wins - expected.o_wins, abs=5.1e-7)
    assert worst_x == pytest.approx(worst_case(player(x).policy).as_x, abs=5.1e-7)
    assert worst_o == pytest.approx(worst_case(player(o).policy).as_o, abs=5.1e-7)
    assert "-0.000000" not in said


def test_match_plays_games_too_and_counts_them(capsys):
    status, said, errors = main(capsys, "match", "minimax", "random", "--games", "20", "--show")
    assert (status, errors) == (0, "")
    [counts] = re.findall(r"X won (\d+), draws (\d+), O won (\d+)", said)
    assert sum(map(int, counts)) == 20
    assert said.count(". . .\n. . .\n. . .") == 20
    assert main(capsys, "match", "minimax", "random", "--games", "20", "--show")[1] == said


def test_match_pauses_where_it_is_told_to(capsys, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    arguments = ["match", "minimax", "minimax", "--games", "9", "--pause-on", "X", "draw"]
    assert "seed 0: 1\n  X won 0, draws 1, O won 0" in main(capsys, *arguments)[1]


def text_of(board):
    return "/".join(board[row : row + 3] for row in (0, 3, 6))


@pytest.mark.parametrize("board", naive.undecided()[::301])
def test_solve_prints_the_value_of_every_cell(capsys, board):
    status, said, errors = main(capsys, "solve", text_of(board))
    assert (status, errors) == (0, "")
    assert f"{naive.mover(board)} to move." in said
    ends = {1: "X wins (value +1)", 0: "it is a draw (value 0)", -1: "O wins (value -1)"}
    assert ends[naive.value(board)] in said
    rows = re.findall(r"^ [123]  (.*)$", said, re.MULTILINE)
    cells = [text.strip() for row in rows for text in row.split("|")]
    drawn, values = cells[:9], cells[9:]
    assert drawn == [mark.replace(".", "") for mark in board]
    worth = {cell: naive.value(naive.after(board, cell)) for cell in naive.moves(board)}
    expected = [{1: "+1", 0: "0", -1: "-1"}[worth[a]] if a in worth else board[a] for a in range(9)]
    assert values == expected
    best = [
        TICTACTOE.cell_names[cell] for cell, value in worth.items() if value == naive.value(board)
    ]
    assert said.splitlines()[-1] == "Best: " + ", ".join(best)


@pytest.mark.parametrize(
    ("board", "ending"),
    [
        ("XXX/OO./...", "X has won with A1-B1-C1."),
        ("XX./OOO/X..", "O has won with A2-B2-C2."),
        ("XXX/XOO/XOO", "X has won with A1-B1-C1 and A1-A2-A3."),
        ("XOX/XOO/OXX", "a draw."),
    ],
)
def test_solve_of_a_finished_game_says_who_won(capsys, board, ending):
    status, said, errors = main(capsys, "solve", board)
    assert (status, errors) == (0, "")
    assert said.rstrip().endswith(f"The game is over: {ending}")
    assert "to move" not in said


def test_every_unreachable_board_has_a_true_reason(capsys):
    for board in [*map(naive.board_of, range(0, 3**9, 205)), "XXXOOO...", "OOOXX.X.X"]:
        if board in naive.reachable():
            continue
        status, said, errors = main(capsys, "solve", board)
        assert (status, said, errors.count("\n")) == (1, "", 1)
        assert errors.startswith("tttlearn: ")
        n_x, n_o = board.count("X"), board.count("O")
        if "take turns" in errors:
            assert n_x - n_o not in (0, 1)
            assert f"{n_x} X and {n_o} O" in errors
        elif naive.winner(board.replace("O", ".")) and naive.winner(board.replace("X", ".")):
            assert "both X and O have a line" in errors
        else:
            winner, last = re.search("([XO]) has a line, but ([XO]) has moved", errors).groups()
            assert naive.winner(board) == naive.mover(board) == winner != last


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["play", "--against", "nobody"],
        ["play", "--as", "Z"],
        ["play", "--games", "0"],
        ["play", "--against", "td", "--games", "many"],
        ["train", "--rule", "nothing"],
        ["train", "--alpha", "high"],
        ["play", "--seed", "-1"],
        ["play", "extra"],
        ["match", "random"],
        ["match", "random", "nobody"],
        ["solve"],
        ["solve", "X../.O./...", "more"],
    ],
)
def test_a_wrong_command_line_is_one_line_on_stderr_and_status_2(capsys, arguments):
    status, said, errors = main(capsys, *arguments)
    assert (status, said) == (2, "")
    assert errors.startswith("tttlearn: ")
    assert errors.count("\n") == 1
    assert "nobody" not in arguments or all(name in errors for name in NAMES)


@pytest.mark.parametrize("status", [0, 1])
def test_doctor_leaves_with_what_the_doctor_says(capsys, monkeypatch, status):
    monkeypatch.setattr("tttlearn.terminal.doctor.main", lambda: print("checked") or status)
    assert main(capsys, "doctor") == (status, "checked\n", "")


def test_train_prints_the_measures_and_saves_what_play_reads(capsys, tmp_path, monkeypatch):
    out = tmp_path / "mine"
    arguments = ("--games", "300", "--seed", "4", "--alpha", "0.3", "--epsilon", "0.2")
    status, said, errors = main(capsys, "train", *arguments, "--out", str(out))
    assert (status, errors) == (0, "")
    learner = TDLearner(alpha=0.3, epsilon=0.2, seed=4)
    rows = train(learner, 300, checkpoints=8)
    table = {line.split()[0]: line.split()[1:] for line in said.splitlines()[2:-2]}
    assert table["games"] == [str(games) for games in rows.games]
    assert table["visited"] == [str(n) if n < 1000 else f"{n:,}" for n in rows.visited]
    for name in ("x_wins", "o_losses", "worst_as_o", "optimal_share"):
        assert table[name] == [f"{value:.4f}" for value in rows[name]]
    assert said.endswith(f"Saved: {out}.npz\n")
    assert (load(f"{out}.npz").table == learner.table).all()
    for file in (out, f"{out}.npz"):
        monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
        status, said, _ = main(capsys, "play", "--against", str(file), "--as", "O")
        assert status == 0
        assert said.startswith("td, which has learned from 300 games.\nYou are O against td.\n")
        assert "\nX took " in said


def test_play_trains_a_learner_and_says_what_it_is_worth(capsys, monkeypatch):
    monkeypatch.setenv("TQDM_DISABLE", "1")  # on a busy machine the bar would show itself
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    arguments = ("--against", "q", "--games", "200", "--seed", "7")
    status, said, errors = main(capsys, "play", *arguments)
    assert (status, errors) == (0, "")
    twin = QLearner(seed=7)
    twin.learn(200)
    found = measure(twin.policy)
    first, second, *_ = said.splitlines()
    assert f"wins {found['x_wins']:.1%} as X and {found['o_wins']:.1%} as O" in first
    assert f"{found['optimal_share']:.1%} of all positions right" in first
    assert second == "You are X against q."


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("play", "--against", "minimax", "--games", "5"), "only td, q, double-q"),
        (("play", "--against", "pyproject.toml"), "pyproject.toml is damaged, cut short, or not a"),
        (("train", "--epsilon", "2"), "epsilon is a number from 0 to 1, not 2.0"),
        (("train", "--alpha", "-1"), "alpha is a number from 0 to 1, not -1.0"),
        (("train", "--out", "no/such/folder/file"), "there is no folder"),
    ],
)
def test_what_cannot_be_trained_or_read_is_one_line_and_status_1(
    capsys, monkeypatch, arguments, complaint
):
    monkeypatch.chdir(Path(__file__).parents[2])
    status, said, errors = main(capsys, *arguments)
    assert (status, said) == (1, "")
    assert complaint in errors
    assert errors.count("\n") == 1


def test_probabilities_are_shown_with_the_highest_and_the_chosen():
    row = [0.5, 0.25, 0, 0.125, 0.125, 0, 0, 0, 0]
    assert "50.0%* " in probability_table(row, 1)
    assert "25.0%# " in probability_table(row, 1)
    assert probability_table(row, 0).count("50.0%*#") == 1
    assert len(re.findall(r"\d%", probability_table(row, 0))) == 9


@pytest.mark.parametrize("side", ["X", "O"])
def test_a_network_shows_its_probabilities_and_learns_from_each_game(side):
    network, twin = OneSide(hidden=10, seed=1), OneSide(hidden=10, seed=1)
    session, said = Session(network, side, 4), []
    typed = iter([*"123456789", *"123456789", "n"])
    Console(session, lambda prompt: next(typed), said.append).run()
    moves = (len(session.game.history) + (side == "O")) // 2
    assert "\n".join(said).count("* highest of all") == moves
    assert said.count(f"{network.name} has learned from this game.") == 1
    twin.learn_from_game(session.game, "O" if side == "X" else "X")
    assert (network.table == twin.table).all()
    assert network.games == 1


@pytest.fixture
def guest(monkeypatch):
    """A network that somebody has brought, under the name "guest"."""
    entry = Entry("a network", lambda name, seed: OneSide(seed=seed, name=name), 100)
    for known in (roster.ROSTER, roster.NAMES, roster.LEARNERS):
        monkeypatch.setitem(known, "guest", entry)


@pytest.mark.usefixtures("guest")
def test_a_network_has_no_alpha(capsys):
    status, _, errors = main(capsys, "train", "--rule", "guest", "--alpha", "0.1")
    assert (status, errors) == (
        1,
        "tttlearn: guest has neither an alpha nor an epsilon to set\n",
    )


@pytest.mark.usefixtures("guest")
def test_a_network_plays_after_its_games(capsys, monkeypatch):
    monkeypatch.setenv("TQDM_DISABLE", "1")
    monkeypatch.setattr("sys.stdin", StringIO("5\nquit\n"))
    arguments = ("--against", "guest", "--games", "50", "--seed", "7")
    status, said, errors = main(capsys, "play", *arguments)
    assert (status, errors) == (0, "")
    assert said.startswith("After 50 games: against random play it wins")
    assert "%*" in said
