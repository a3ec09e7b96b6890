"""The door of the command line: interruptions, broken streams, boards that begin with -."""

import os
import signal
import subprocess
import sys
from io import StringIO

import pytest

from tests.aids import naive
from tttlearn import __main__ as command_line
from tttlearn.game.boards import boards
from tttlearn.learn.td import TDLearner
from tttlearn.players.saved import save
from tttlearn.support.version import VERSION

MATCH = ["match", "minimax", "minimax", "--games", "9"]
posix = pytest.mark.skipif(os.name == "nt", reason="signals and broken pipes are others there")


def start(*arguments, by=("-m", "tttlearn"), **streams):
    """A `python -m tttlearn` that has been started."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE) | streams
    command = [sys.executable, *by, *arguments]
    return subprocess.Popen(command, text=True, **pipes)


def test_the_version_is_told(capsys):
    with pytest.raises(SystemExit) as left:
        command_line.main(["--version"])
    assert (left.value.code, capsys.readouterr().out) == (0, f"tttlearn {VERSION}\n")


@pytest.mark.parametrize(
    ("arguments", "kept"),
    [
        (["train"], "nothing is saved"),
        (["reproduce"], ""),
        (["tournament"], "what was read of a class is kept"),
        (["match", "minimax", "random"], ""),
        (["solve", "........."], ""),
        (["doctor"], ""),
    ],
)
def test_an_interruption_is_one_line_that_says_what_is_kept(capsys, monkeypatch, arguments, kept):
    def interrupted(options):
        raise KeyboardInterrupt

    module = "tournament" if arguments == ["tournament"] else "commands"
    monkeypatch.setattr(f"tttlearn.terminal.{module}.{arguments[0]}", interrupted)
    assert command_line.main(arguments) == 130
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert said.err.startswith(f"tttlearn: stopped; {kept}" if kept else "tttlearn: stopped\n")


@posix
def test_a_match_that_waits_is_interrupted_in_one_line():
    with start(*MATCH, "--pause-on", "draw") as match:
        while not match.stdout.read(1).startswith("E"):  # of "Enter to go on"
            pass
        match.send_signal(signal.SIGINT)
        assert match.communicate()[1] == "tttlearn: stopped\n"
    assert match.returncode == 130


@posix
def test_who_reads_one_line_and_leaves_hears_no_complaint():
    with start("match", "minimax", "random", "--games", "900", "--show") as match:
        assert match.stdout.readline().startswith("X: minimax")
        match.stdout.close()
        assert match.stderr.read() == ""
    assert match.returncode == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no such device here")
def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full, start("solve", ".........", stdout=full) as solve:
        assert solve.stderr.read() == "tttlearn: [Errno 28] No space left on device\n"
    assert solve.returncode == 1


@pytest.mark.parametrize("stdin", [None, StringIO()], ids=["closed", "empty"])
def test_without_input_it_ends_as_at_the_end_of_the_input(capsys, monkeypatch, stdin):
    monkeypatch.setattr(sys, "stdin", stdin)
    assert command_line.main([*MATCH, "--pause-on", "draw"]) == 0
    said = capsys.readouterr()
    assert "quit to stop: \nGames played, seed 0: 1\n" in said.out
    assert command_line.main(["play"]) == 0
    assert capsys.readouterr().out.endswith("Goodbye. You won 0, drew 0 and lost 0.\n")
    assert said.err == ""


def test_without_output_it_still_does_its_work(monkeypatch, tmp_path):
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    out = tmp_path / "mine.npz"
    assert command_line.main(["train", "--games", "20", "--out", str(out)]) == 0
    assert out.exists()


@pytest.mark.parametrize(
    "board", ["-........", "---------", "-X-/-O-/---", "-x_|.o.|--- ", "---|XO-|---"]
)
def test_a_board_may_begin_with_an_empty_cell(capsys, board):
    expected = naive.board_of(command_line.commands.parse(board))
    texts = []
    for arguments in (["solve", board], ["solve", "--", board], ["solve", expected]):
        assert command_line.main(arguments) == 0
        texts.append(capsys.readouterr())
    assert texts[0] == texts[1] == texts[2]
    assert texts[0].err == ""


@pytest.mark.parametrize("option", ["--nonsense", "-o", "--"])
def test_what_is_no_board_stays_an_option(capsys, option):
    with pytest.raises(SystemExit) as leaving:
        command_line.main(["solve", option, *["........."] * (option == "--nonsense")])
    said = capsys.readouterr()
    assert (leaving.value.code, said.out, said.err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("games", ["9" * 20, "9" * 5_000])
def test_too_many_games_are_refused_before_anything_is_printed(capsys, games):
    with pytest.raises(SystemExit):
        command_line.main(["match", "random", "random", "--games", games])
    said = capsys.readouterr()
    assert said.out == ""
    assert "argument --games: games are a whole number, 1" in said.err


def test_what_cannot_be_written_is_named_as_it_was_asked_for(capsys, tmp_path):
    (tmp_path / "mine.npz").mkdir()
    assert command_line.main(["train", "--games", "5", "--out", str(tmp_path / "mine.npz")]) == 1
    said = capsys.readouterr().err
    assert f"{tmp_path / 'mine.npz'}'" in said
    assert ".part" not in said


@pytest.mark.parametrize("command", ["play --against", "match random", "tournament"])
def test_a_learner_of_another_game_is_refused_by_its_file(capsys, tmp_path, command):
    file = save(TDLearner(rules=boards(rows=3, columns=3, k=2)), tmp_path / "odd")
    assert command_line.main([*command.split(), str(file)]) == 1
    said = capsys.readouterr()
    assert said.err.endswith("odd.npz is a learner of 2 in a row on 3 x 3, not of tic-tac-toe\n")


def test_the_name_in_a_file_has_no_hold_on_the_terminal(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "stdin", StringIO("5\n"))
    learner = TDLearner()
    learner.name = "\x1b[2J\nevil"
    file = save(learner, tmp_path / "evil")
    assert command_line.main(["play", "--against", str(file)]) == 0
    said = capsys.readouterr()
    assert "You are X against ?[2J evil" in said.out
    assert "\x1b" not in said.out


def test_a_board_of_another_size_is_played_at_the_terminal(capsys, monkeypatch):
    board = ["--rows", "7", "--columns", "2", "--k", "3", "--falling"]
    monkeypatch.setattr(sys, "stdin", StringIO("B\n"))
    assert command_line.main(["play", *board, "--against", "random", "--seed", "0"]) == 0
    said = capsys.readouterr().out
    assert "Type a column: the digit shown in it, or its letter" in said
    assert "O took column" in said
    assert command_line.main(["play", *board, "--against", "level-3"]) == 1
    assert "no player is called 'level-3' in 3 in a row on 7 x 2" in capsys.readouterr().err
    assert command_line.main(["play", "--rows", "9", "--columns", "9"]) == 1
    assert "a board has at most 31 cells" in capsys.readouterr().err
