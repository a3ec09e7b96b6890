"""The command line: `python -m tttlearn`, or `tttlearn` if the package is installed."""

import argparse
import ast
import io
import math
import os
import re
import sys

from tttlearn.players import roster
from tttlearn.support.arguments import MAX_COUNT, shown
from tttlearn.support.progress import Stopped
from tttlearn.support.text import one_line
from tttlearn.support.version import VERSION
from tttlearn.terminal import commands, own_player, tournament

KEPT = {
    "train": "nothing is saved",
    "tournament": "what was read of a class is kept: the same command goes on from there",
    "lessons": "what is written already is kept: the same command puts the others there",
}
"""What to know if a command is interrupted."""
COURSE = "tttlearn.course"
"""What some commands need, and an installation of only the engine lacks."""
INTERRUPTED, PIPE_CLOSED = 130, 141
"""Exit statuses of a program that was interrupted, and of one whose output is not read."""
BOARD = re.compile(r"-[-XO._|/\s]{2,}", re.IGNORECASE)
"""A board that begins with an empty cell; not "--", nor any option."""


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        """Complain in one line on stderr and leave with status 2."""
        self.exit(_complain(f"{message} (see {self.prog} --help)", 2))


def main(arguments=None):
    """Do what the command line says; returns the exit status: 0, or 1 with one line on stderr.

    A wrong command line leaves with status 2. An interruption is one line and 130. If nobody reads
    what is written any more, as after `| head -1`, it says nothing and returns 141.
    """
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    try:
        return _do(arguments)
    except KeyboardInterrupt as error:
        kept = KEPT.get(arguments[0]) if arguments else None
        if isinstance(error, Stopped):
            kept = error
        start = "\n" * sys.stderr.isatty()  # there the line has ^C
        return _complain(f"stopped; {kept}" if kept else "stopped", INTERRUPTED, start)
    except BrokenPipeError:
        return PIPE_CLOSED
    except (OSError, ValueError) as error:
        return _complain(error, 1)
    except ModuleNotFoundError as error:
        if error.name != COURSE:
            raise
        return _complain("this needs the course, which this installation lacks", 1)


def _complain(problem, status, start=""):
    print(f"{start}tttlearn: {one_line(problem)}", file=sys.stderr)
    return status


def _do(arguments):
    _mend_streams()
    try:
        parser = _make_parser()
        options = parser.parse_args(_with_separator(arguments))
        if options.command is None:
            parser.print_help()
            return 0
        return options.run(options) or 0
    finally:
        _flush()


def _mend_streams():
    """Let closed streams be empty ones; a letter that stdout does not have becomes "?"."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, io.StringIO())
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")


def _flush():
    """Flush stdout while a failure can still be handled: later it would be a traceback."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is left
        raise


def _with_separator(arguments):
    """Return the arguments, with "--" before a board that argparse would take for an option."""
    if arguments[:1] == ["solve"] and "--" not in arguments:
        for at, text in enumerate(arguments):
            if BOARD.fullmatch(text):
                return [*arguments[:at], "--", *arguments[at:]]
    return arguments


def _make_parser():
    parser = _Parser(
        prog="tttlearn",
        description="Tic-tac-toe: play it, or know it exactly.",
        epilog="tttlearn COMMAND --help says more about a command.",
    )
    parser.add_argument("--version", action="version", version=f"tttlearn {VERSION}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_play(subparsers)
    _add_train(subparsers)
    _add_match(subparsers)
    _add_judge(subparsers)
    _add_hand_in(subparsers)
    _add_tournament(subparsers)
    _add_reproduce(subparsers)
    _add_progress(subparsers)
    _add_lessons(subparsers)

    about = "the exact value of a board and of every move on it"
    solve = subparsers.add_parser("solve", help=about, description=f"Print {about}.")
    board = "row by row: X, O and . for an empty cell, such as X../.O./..."
    solve.add_argument("board", metavar="BOARD", help=board)
    solve.set_defaults(run=commands.solve)

    about = "check that this computer is ready for the lessons"
    doctor = subparsers.add_parser("doctor", help=about, description=f"{about.capitalize()}.")
    doctor.set_defaults(run=commands.doctor)
    return parser


def _listed(names):
    return "; ".join(f"{name}, {about}" for name, about in names.items()) + "."


MAX_DIGITS = 4_000
"""Python reads no longer numbers."""
PLAYERS = f"Players: {_listed(roster.NAMES)}"
LEARNERS = f"Learners: {_listed(roster.LEARNERS)}"


def _add_play(subparsers):
    about = "play against the computer, here at the terminal"
    play = subparsers.add_parser(
        "play", help=about, description=f"{about.capitalize()}.", epilog=PLAYERS
    )
    opponent = "a player, which is trained first if it learns, or a file, even FILE.py:NAME "
    opponent += "(default: minimax)"
    against = {"type": _opponent_name, "default": "minimax", "metavar": "NAME"}
    play.add_argument("--against", **against, help=opponent)
    games = "over how many games a learner is trained first (default: 100000 or more)"
    play.add_argument("--games", type=_games, metavar="N", help=games)
    side = {"dest": "human", "type": str.upper, "choices": ("X", "O"), "default": "X"}
    play.add_argument("--as", **side, help="your side (default: X, which moves first)")
    seed = "a whole number that decides all that is left to chance"
    play.add_argument("--seed", type=_seed, metavar="N", help=seed)
    for name, what in {
        "rows": "rows",
        "columns": "columns",
        "k": "marks in a row that win",
    }.items():
        size = {"type": _size, "default": 3, "metavar": "N"}
        play.add_argument(f"--{name}", **size, help=f"how many {what} (default: 3)")
    falls = "marks fall to the lowest free cell of a column, as in Connect Four"
    play.add_argument("--falling", action="store_true", help=falls)
    play.set_defaults(run=commands.play)


def _add_train(subparsers):
    about = "train a learner and measure it exactly on the way"
    train = subparsers.add_parser(
        "train", help=about, description=f"{about.capitalize()}.", epilog=LEARNERS
    )
    rule = {"choices": roster.LEARNERS, "default": "td"}
    train.add_argument("--rule", **rule, help="the learner (default: td)")
    games = {"type": _games, "default": 100_000, "metavar": "N"}
    train.add_argument("--games", **games, help="games to learn from (default: 100000)")
    train.add_argument("--seed", type=_seed, default=0, metavar="N", help="of all chance (0)")
    train.add_argument("--alpha", type=float, metavar="A", help="the learning rate")
    train.add_argument("--epsilon", type=float, metavar="E", help="the probability of exploring")
    train.add_argument("--out", metavar="FILE", help="where to save it, for play --against FILE")
    train.set_defaults(run=commands.train)


def _add_match(subparsers):
    about = "the exact outcome of one player against another"
    match = subparsers.add_parser(
        "match", help=about, description=f"Print {about}.", epilog=PLAYERS
    )
    match.add_argument(
        "x",
        type=_opponent_name,
        metavar="X",
        help="the player that moves first, or a file, such as FILE.py:NAME",
    )
    match.add_argument("o", type=_opponent_name, metavar="O", help="the other one")
    games = "play this many games, too, and count"
    match.add_argument("--games", type=_games, metavar="N", help=games)
    match.add_argument("--show", action="store_true", help="print every board of these games")
    pause = {"choices": commands.RESULTS, "nargs": "+", "default": [], "metavar": "RESULT"}
    match.add_argument("--pause-on", **pause, help="wait after games that end so: X, draw or O")
    match.add_argument("--seed", type=_seed, default=0, metavar="N", help="of these games (0)")
    match.set_defaults(run=commands.match)


def _add_judge(subparsers):
    about = "how good any player is: exact numbers, its worst games and its costliest errors"
    text = "Print how good a player is: a name, a file that train --out wrote, or FILE.py:NAME, a "
    text += "program in any usual form. Where its form cannot be told, the message says with which "
    text += "of --board, --cells and --view you do."
    judge = subparsers.add_parser("judge", help=about, description=text, epilog=PLAYERS)
    judge.add_argument("player", metavar="PLAYER", help="such as two-ply or my_player.py:choose")
    _add_form(judge)
    out = "where to write the report: .html, .json or .txt; may be given several times"
    judge.add_argument("--out", action="append", default=[], metavar="FILE", help=out)
    judge.set_defaults(run=commands.judge)


def _add_form(parser):
    """Add the options that say how a program sees a board and names a cell."""
    board = "how it sees the board with X, who begins, top left and O top right, as Python writes "
    board += "it: 'X.O......' or [1, 0, 2, 0, 0, 0, 0, 0, 0]"
    parser.add_argument("--board", type=_as_python, metavar="BOARD", help=board)
    cells = "what it calls the top right cell: 2, 3, (0, 2) or C1"
    parser.add_argument("--cells", type=_as_python, metavar="CELL", help=cells)
    view = "whose sign comes first: X's always, or that of the side to move"
    parser.add_argument("--view", choices=("X", "mover"), help=view)
    values = "of a table or program with a value for each cell: to X, or to the side to move"
    parser.add_argument("--values", choices=("X", "mover"), help=values)
    asks = "how often one that answers by chance is asked in each position (100)"
    parser.add_argument("--asks", type=_asks, metavar="N", help=asks)
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="of all chance (0)")


def _add_hand_in(subparsers):
    about = "a player's answers as a file for the class tournament"
    text = (
        "Ask a player in all positions, and write its answers to a file. With a folder: those of "
    )
    text += "every program in it, for lecturers who trust these programs."
    parser = subparsers.add_parser("hand-in", help=about, description=text)
    what = "such as my_player.py, my_player.py:choose or a name; or a folder of programs"
    parser.add_argument("player", metavar="PLAYER", help=what)
    _add_form(parser)
    out = "the file, whose name is yours in the tournament (default: as the program, .json)"
    parser.add_argument("--out", metavar="FILE", help=out)
    parser.add_argument("--yes", action="store_true", help="of a folder: run it without asking")
    parser.set_defaults(run=tournament.hand_in_answers)


def _add_tournament(subparsers):
    about = "every player against every other, exactly, and yours too"
    text = f"{about.capitalize()}. With a folder or zip: the class tournament."
    parser = subparsers.add_parser("tournament", help=about, description=text)
    files = "learners saved by train --out, to take part; or one folder or zip of what was handed "
    files += "in, and perhaps a names.csv"
    parser.add_argument("files", nargs="*", metavar="FILE", help=files)
    games = "training games of the learners with a name (default: as for play)"
    parser.add_argument("--games", type=_games, metavar="N", help=games)
    parser.add_argument("--seed", type=_seed, default=0, metavar="N", help="of all chance (0)")
    hide = "class tournament: pseudonyms on the page; standings.csv has the key"
    parser.add_argument("--hide-names", action="store_true", help=hide)
    out = "where to write the tables and pictures (of a class tournament: results, by default)"
    parser.add_argument("--out", metavar="DIR", help=out)
    parser.set_defaults(run=tournament.tournament)


def _add_reproduce(subparsers):
    about = "make the published figures and tables again, and compare"
    parser = subparsers.add_parser("reproduce", help=about, description=f"{about.capitalize()}.")
    parser.add_argument("ids", nargs="*", metavar="ID", help="some of them (default: all)")
    parser.add_argument("--list", action="store_true", help="list the ids and do nothing else")
    seeds = "runs of each learner, 2 or more (default: as many as each figure needs)"
    parser.add_argument("--seeds", type=_runs, metavar="N", help=seeds)
    out = {"default": "reproduced", "metavar": "DIR"}
    parser.add_argument("--out", **out, help="where to write everything (default: reproduced)")
    own = "your own setting for one ID, as alpha=0.2; all that is written says so; repeatable"
    how = {"type": _setting, "action": "append", "default": [], "metavar": "NAME=VALUE"}
    parser.add_argument("--set", **how, help=own)
    parser.set_defaults(run=commands.reproduce)


def _add_progress(subparsers):
    about = "what learners have passed and predicted, from the files they exported"
    parser = subparsers.add_parser("progress", help=about, description=f"Print {about}.")
    files = "records, or folders of them, or the zip from Moodle: in a notebook "
    files += f"{commands.HOW_TO_EXPORT} writes one"
    parser.add_argument("files", nargs="+", metavar="FILE", help=files)
    parser.add_argument("--out", metavar="FILE", help="where to write it, as tables in CSV")
    parser.set_defaults(run=commands.progress)


def _add_lessons(subparsers):
    about = "your own copy of the lessons, opened in JupyterLab"
    text = "Put your own copy of the lessons into a folder, and open it in JupyterLab. "
    text += "Existing files are never overwritten."
    parser = subparsers.add_parser("lessons", help=about, description=text)
    folder = {"nargs": "?", "default": "my_lessons", "metavar": "FOLDER"}
    parser.add_argument("folder", **folder, help="where to (default: my_lessons)")
    fresh = "also a fresh copy of this lesson, beside yours; may be given several times"
    parser.add_argument("--fresh", action="append", default=[], metavar="NN", help=fresh)
    closed = "put the lessons there, and do not open JupyterLab"
    parser.add_argument("--no-open", dest="open", action="store_false", help=closed)
    passed_on = "an argument for JupyterLab, as in --lab=--no-browser; may be given several times"
    parser.add_argument("--lab", action="append", default=[], metavar="ARGUMENT", help=passed_on)
    parser.set_defaults(run=commands.lessons)


def _opponent_name(text):
    try:
        known = text in roster.NAMES or own_player.is_of_a_file(text)
        return text if known else str(roster.saved(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(error) from None


def _whole(what, least, most=MAX_COUNT):
    """Return the type of an option: a whole number, and what the message calls it."""

    def read(text):
        number = int(text) if text.isdecimal() and len(text) <= MAX_DIGITS else None
        if number is None or number < least:
            raise argparse.ArgumentTypeError(f"{what}, {least} or more, not {shown(text)}")
        if number > most:
            raise argparse.ArgumentTypeError(f"{what}, {most:,} at most, not {shown(text)}")
        return number

    return read


_seed = _whole("a seed is a whole number", 0, math.inf)
_games = _whole("games are a whole number", 1)
_runs = _whole("seeds are a number of runs", 2)
_size = _whole("the size of a board is a whole number", 1)
_asks = _whole("asks are a whole number", 1)


def _as_python(text):
    """Return what a text means in Python, such as a list, or the text if it means nothing."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text


def _setting(text):
    name, _, value = text.partition("=")
    try:
        return name.strip(), int(value) if value.strip().isdecimal() else float(value)
    except ValueError:
        message = f"a setting is a name and a number, as alpha=0.2, not {text!r}"
        raise argparse.ArgumentTypeError(message) from None


if __name__ == "__main__":
    sys.exit(main())
