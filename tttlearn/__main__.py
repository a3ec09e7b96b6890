"""The command line: `python -m tttlearn`, or `tttlearn` where the package is installed."""

import argparse
import os
import sys
from pathlib import Path

import numpy as np

from tttlearn import learners
from tttlearn.console import Console, grid, marks
from tttlearn.game import cell_name
from tttlearn.players import NAMES, player
from tttlearn.policy import action_values, best_cells
from tttlearn.rules import (
    CELLS,
    REACHABLE,
    TERMINAL,
    TURN,
    WINNER,
    X,
    parse,
    winning_lines,
)
from tttlearn.session import Session
from tttlearn.solve import outcome, state_values, worst_case


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        """Complain in one line on stderr and leave with status 2."""
        self.exit(2, f"tttlearn: {message} (see {self.prog} --help)\n")


def main(arguments=None):
    """Do what the command line says; returns the exit status: 0, or 1 with one line on stderr.

    A wrong command line leaves with status 2.
    """
    parser = _make_parser()
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.print_help()
        return 0
    try:
        return options.run(options) or 0
    except (OSError, ValueError) as error:
        print(f"tttlearn: {' '.join(str(error).split())}", file=sys.stderr)
        return 1


def _make_parser():
    parser = _Parser(
        prog="tttlearn",
        description="Tic-tac-toe: play it, or know it exactly.",
        epilog="tttlearn COMMAND --help says more about a command.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_play(commands)
    _add_train(commands)
    _add_match(commands)

    about = "the exact value of a board and of every move on it"
    solve = commands.add_parser("solve", help=about, description=f"Print {about}.")
    board = "row by row: X, O and . for an empty cell, such as X../.O./..."
    solve.add_argument("board", metavar="BOARD", help=board)
    solve.set_defaults(run=_solve)

    about = "check that this computer is ready for the lessons"
    doctor = commands.add_parser("doctor", help=about, description=f"{about.capitalize()}.")
    doctor.set_defaults(run=_doctor)
    return parser


def _listed(names):
    return "; ".join(f"{name}, {about}" for name, about in names.items()) + "."


PLAYERS = f"Players: {_listed(NAMES)}"
LEARNERS = f"Learners: {_listed(learners.NAMES)}"


def _add_play(commands):
    about = "play against the computer, here at the terminal"
    play = commands.add_parser(
        "play", help=about, description=f"{about.capitalize()}.", epilog=f"{PLAYERS} {LEARNERS}"
    )
    opponent = "a player, a learner, which is trained first, or a file (default: minimax)"
    against = {"type": _opponent_name, "default": "minimax", "metavar": "NAME"}
    play.add_argument("--against", **against, help=opponent)
    games = "how many games a learner is trained over (default: 100000)"
    play.add_argument("--games", type=_games, metavar="N", help=games)
    side = {"dest": "human", "type": str.upper, "choices": ("X", "O"), "default": "X"}
    play.add_argument("--as", **side, help="your side (default: X, who moves first)")
    seed = "a whole number that decides all that is left to chance"
    play.add_argument("--seed", type=_seed, metavar="N", help=seed)
    play.set_defaults(run=_play)


def _add_train(commands):
    about = "train a learner and measure it exactly on the way"
    train = commands.add_parser(
        "train", help=about, description=f"{about.capitalize()}.", epilog=LEARNERS
    )
    rule = {"choices": learners.NAMES, "default": "td"}
    train.add_argument("--rule", **rule, help="the learner (default: td)")
    games = {"type": _games, "default": 100_000, "metavar": "N"}
    train.add_argument("--games", **games, help="games to learn from (default: 100000)")
    train.add_argument("--seed", type=_seed, default=0, metavar="N", help="of all chance (0)")
    train.add_argument("--alpha", type=float, metavar="A", help="the learning rate")
    train.add_argument("--epsilon", type=float, metavar="E", help="the probability of exploring")
    train.add_argument("--out", metavar="FILE", help="where to save it, for play --against FILE")
    train.set_defaults(run=_train)


def _add_match(commands):
    about = "the exact outcome of one player against another"
    match = commands.add_parser("match", help=about, description=f"Print {about}.", epilog=PLAYERS)
    match.add_argument("x", type=_player_name, metavar="X", help="the player who moves first")
    match.add_argument("o", type=_player_name, metavar="O", help="the other player")
    match.set_defaults(run=_match)


def _player_name(text):
    try:
        return player(text).name
    except ValueError as error:
        raise argparse.ArgumentTypeError(error) from None


def _opponent_name(text):
    try:
        return text if text in {*NAMES, *learners.NAMES} else str(learners.saved(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(error) from None


def _seed(text):
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"a seed is a whole number, 0 or more, not {text!r}")
    return int(text)


def _games(text):
    if not (text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"games are a whole number, 1 or more, not {text!r}")
    return int(text)


def _play(options):
    found, remark = learners.opponent(options.against, options.games, options.seed or 0)
    if remark:
        print(remark)
    session = Session(found, options.human, options.seed)
    Console(session, dim=_shows_ansi()).run()


def _shows_ansi():
    """Whether stdout is a terminal that understands ANSI codes and is allowed to show them."""
    # The old console of Windows prints the codes as they are; Windows Terminal sets WT_SESSION.
    understands = os.name != "nt" or "WT_SESSION" in os.environ
    return sys.stdout.isatty() and understands and "NO_COLOR" not in os.environ


def _train(options):
    from tttlearn.store import save
    from tttlearn.training import train

    out = options.out and Path(options.out)
    if out and not out.parent.is_dir():
        raise ValueError(f"there is no folder {out.parent} to save {out.name} in")
    learner = learners.learner(options.rule, options.seed, options.alpha, options.epsilon)
    rows = train(learner, options.games, checkpoints=8).drop(columns="seed")
    print(f"{learner.name}, seed {learner.seed}. Exact: no game is sampled.\n")
    texts = rows.apply(lambda c: c.map((f"{{:{',' if c.dtype.kind == 'i' else '.4f'}}}").format))
    print(texts.T.to_string(header=False))
    if out:
        print(f"\nSaved: {save(learner, out)}")


def _match(options):
    x, o = player(options.x).policy, player(options.o).policy
    result = outcome(x, o)
    worst_x, worst_o = worst_case(x).as_x, worst_case(o).as_o
    print(f"X: {options.x}, O: {options.o}. Exact: no game is sampled.\n")
    for label, probability in zip(("X wins", "draw", "O wins"), result, strict=True):
        print(f"  {label:<6} {100 * probability:9.4f} %")
    print(f"\nValue to X (+1 X wins, 0 draw, -1 O wins): {_number(result.x_wins - result.o_wins)}")
    print("Worst case, against the best reply; perfect play has 0:")
    print(f"  {options.x} as X: {_number(worst_x)}")
    print(f"  {options.o} as O: {_number(worst_o)}")


def _number(value):
    """A value to X with six digits; never "-0"."""
    return f"{round(value, 6):+.6f}" if round(value, 6) else "0.000000"


def _solve(options):
    state = parse(options.board)
    _check_reachable(state)
    print(grid(marks(state, " " * 9)) + "\n")
    if TERMINAL[state]:
        print(_ending(state))
        return
    V = state_values()
    Q = action_values(V)
    ends = {1: "X wins (value +1)", 0: "it is a draw (value 0)", -1: "O wins (value -1)"}
    print(f"{_side(TURN[state])} to move. With best play {ends[int(V[state])]}.\n")
    print("The value to X of each free cell:\n")
    worth = [f"{Q[state, a]:+.0f}" if Q[state, a] else "0" for a in range(9)]
    print(grid(marks(state, worth)) + "\n")
    print("Best: " + ", ".join(cell_name(cell) for cell in np.flatnonzero(best_cells(Q)[state])))


def _side(side):
    return "X" if side == X else "O"


def _ending(state):
    if not WINNER[state]:
        return "The game is over: a draw."
    lines = " and ".join("-".join(map(cell_name, line)) for line in winning_lines(state))
    return f"The game is over: {_side(WINNER[state])} has won with {lines}."


def _check_reachable(state):
    """ValueError, saying why, when no game by the rules leads to this board."""
    if REACHABLE[state]:
        return
    n_x, n_o = (CELLS[state] == 1).sum(), (CELLS[state] == 2).sum()
    winners = {int(CELLS[state, line[0]]) for line in winning_lines(state)}
    if winners == {1, 2}:
        reason = "both X and O have a line"
    elif TURN[state] == 0:
        reason = f"it has {n_x} X and {n_o} O, but X starts and the sides take turns"
    else:
        winner, loser = ("X", "O") if winners == {1} else ("O", "X")
        reason = f"{winner} has a line, but {loser} has moved after that"
    raise ValueError(f"no game leads to this board: {reason}")


def _doctor(options):
    from tttlearn import doctor

    return doctor.main()


if __name__ == "__main__":
    sys.exit(main())
