"""Run the commands of the command line, once their options have been parsed.

Files are written before results are printed, so that they exist even if the printing fails, for
example into a closed pipe.
"""

import os
import sys
from pathlib import Path

import numpy as np

from tttlearn.evaluation.exact import outcome, state_values, worst_case
from tttlearn.evaluation.policy import action_values, best_cells
from tttlearn.game.boards import boards
from tttlearn.game.played import cell_name
from tttlearn.game.rules import (
    CELLS,
    REACHABLE,
    TERMINAL,
    TICTACTOE,
    TURN,
    WINNER,
    parse,
    winning_lines,
)
from tttlearn.game.tables import side_name
from tttlearn.play.console import Console, grid, marks
from tttlearn.play.session import Session
from tttlearn.players import roster
from tttlearn.players.offered import take
from tttlearn.support.progress import Stopped
from tttlearn.support.text import as_csv, one_line, printable
from tttlearn.terminal import own_player

RESULTS = {"X": 1, "draw": 0, "O": -1}
"""Words for the winner of a game."""
HOW_TO_EXPORT = "ttt.read_record().export('ada.json', name='Ada')"
"""What learners run to write a record that they can hand in."""


def play(options):
    """Play at the terminal."""
    size = {name: getattr(options, name) for name in ("rows", "columns", "k", "falling")}
    rules, seed = boards(**size), options.seed or 0
    opponent, remark = own_player.named_or_own(options.against, options.games, seed, rules)
    if remark:
        print(remark)
    session = Session(opponent, options.human, options.seed, rules)
    Console(session, dim=_shows_ansi()).run()


def _shows_ansi():
    """Return whether stdout is a terminal that understands ANSI codes and may show them."""
    # The old console of Windows prints the codes as they are; Windows Terminal sets WT_SESSION.
    understands = os.name != "nt" or "WT_SESSION" in os.environ
    return sys.stdout.isatty() and understands and "NO_COLOR" not in os.environ


def train(options):
    """Train a learner, print its exact strength at several checkpoints, and save it."""
    from tttlearn.learn.training import train
    from tttlearn.players.saved import save

    out = options.out and Path(options.out)
    if out and not out.parent.is_dir():
        raise ValueError(f"there is no folder {out.parent} to save {out.name} in")
    learner = roster.learner(options.rule, options.seed, options.alpha, options.epsilon)
    rows = train(learner, options.games, checkpoints=8).drop(columns="seed")
    written = out and save(learner, out)
    print(f"{learner.name}, seed {learner.seed}. Exact: no game is sampled.\n")
    texts = rows.apply(lambda c: c.map((f"{{:{',' if c.dtype.kind == 'i' else '.4f'}}}").format))
    print(texts.T.to_string(header=False))
    if out:
        print(f"\nSaved: {written}")


def match(options):
    """Print the exact outcome of a match, and play games of it if asked to."""
    rng = np.random.default_rng(options.seed)
    opponents = {
        name: own_player.named_or_own(name, seed=options.seed) for name in (options.x, options.o)
    }
    players = [take(opponents[name][0]) for name in (options.x, options.o)]
    x, o = (roster.policy_or_estimate(player, rng) for player in players)
    result = outcome(x, o)
    worst_x, worst_o = worst_case(x).as_x, worst_case(o).as_o
    print(f"X: {options.x}, O: {options.o}. Exact: no game is sampled.")
    if "mcts" in (options.x, options.o):
        print("Only the moves of mcts are: it searches every position 10 times or more.")
    print()
    for label, probability in zip(("X wins", "draw", "O wins"), result, strict=True):
        print(f"  {label:<6} {100 * probability:9.4f} %")
    print(f"\nValue to X (+1 X wins, 0 draw, -1 O wins): {_number(result.x_wins - result.o_wins)}")
    print("Worst case, against the best reply; perfect play has 0:")
    print(f"  {options.x} as X: {_number(worst_x)}")
    print(f"  {options.o} as O: {_number(worst_o)}")
    for name, (_, remark) in opponents.items():
        if remark:
            print(f"\n{name}: {remark}")
    if options.games:
        _play_and_count(options, players)


def judge(options):
    """Write the report on a player to files, and print it with the time of a move."""
    from tttlearn.pictures.report import judge

    try:
        report = judge(options.player, **own_player.form(options))
    except ValueError as error:  # its message may contain boards
        print(f"tttlearn: {printable(error)}", file=sys.stderr)
        return 1
    written = [report.save(out) for out in options.out]
    print(report.text(), end="")
    if report.judgement.read.seconds is not None:
        print(f"\nA move took {1000 * report.judgement.read.seconds:.2g} ms.")
    for path in written:
        print(f"Saved: {path}")
    return 0


def _play_and_count(options, players):
    from tttlearn.evaluation.matches import play_match

    rng = np.random.default_rng(options.seed)
    pause_on = [RESULTS[name] for name in options.pause_on]
    print()
    winners = play_match(*players, options.games, rng, options.show, pause_on)
    counts = {label: int((winners == winner).sum()) for label, winner in RESULTS.items()}
    print(f"Games played, seed {options.seed}: {len(winners):,}")
    print(f"  X won {counts['X']:,}, draws {counts['draw']:,}, O won {counts['O']:,}")


def _number(value):
    """Return a value to X with six digits, and never "-0"."""
    return f"{round(value, 6):+.6f}" if round(value, 6) else "0.000000"


def solve(options):
    """Print the exact value of a board and of its moves."""
    state = parse(options.board)
    _check_reachable(state)
    print(grid(marks(state, " " * TICTACTOE.n_cells)) + "\n")
    if TERMINAL[state]:
        print(_ending(state))
        return
    V = state_values()
    Q = action_values(V)
    ends = {1: "X wins (value +1)", 0: "it is a draw (value 0)", -1: "O wins (value -1)"}
    print(f"{side_name(TURN[state])} to move. With best play {ends[int(V[state])]}.\n")
    print("The value to X of each free cell:\n")
    worth = [f"{value:+.0f}" if value else "0" for value in Q[state]]
    print(grid(marks(state, worth)) + "\n")
    print("Best: " + ", ".join(cell_name(cell) for cell in np.flatnonzero(best_cells(Q)[state])))


def _ending(state):
    if not WINNER[state]:
        return "The game is over: a draw."
    lines = " and ".join("-".join(map(cell_name, line)) for line in winning_lines(state))
    return f"The game is over: {side_name(WINNER[state])} has won with {lines}."


def _check_reachable(state):
    """Check that a game by the rules leads to this board; raise ValueError, which says why not."""
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


def reproduce(options):
    """Make published figures and tables again, print the counts of the verdicts, and write all."""
    from tttlearn.course.articles import reproduce
    from tttlearn.course.articles.counts import counts_line

    items = reproduce.chosen(options.ids)
    if options.list:
        for item in items:
            print(f"{item.id:20} {item.source}: {item.title}")
        return
    own = dict(options.set)
    reproduce.check_own_settings(items, own)
    results, written = _reproduced(items, own, options)
    for item in items:
        print(f"{item.id:20} {counts_line(results[item.id].rows)}")
    print("\n" + counts_line([row for item in items for row in results[item.id].rows]))
    if own:
        print("Not the article's settings, and marked so in all that is written.")
    first, *others = written
    print(f"To look at: {first}" + (f", and {len(others)} more pages beside it" if others else ""))


def _reproduced(items, own, options):
    """Write everything about these items; return their results and the paths of their pages."""
    from tttlearn.course.articles import kept, report, reproduce

    Path(options.out).mkdir(parents=True, exist_ok=True)
    settings = str(sorted(own.items()))
    folder = kept.place(options.out, [item.id for item in items], settings, options.seeds)
    runs = kept.KeptRuns(folder, settings)
    if runs.found:
        subject = "1 run is" if len(runs.found) == 1 else f"{len(runs.found):,} runs are"
        print(f"{subject} there already, from the same command, which was interrupted.")
    try:
        results = reproduce.find(options.ids, options.seeds, own, runs)
        written = report.write_report(items, results, options.out, options.seeds, own)
    except KeyboardInterrupt:
        raise Stopped(runs) from None
    except ValueError:  # the same command would fail again
        runs.forget()
        raise
    runs.forget()
    return results, written


def progress(options):
    """Print what each learner in the files has passed, and what to discuss; write it, if asked.

    Returns the exit status, 1 if a learner has no record, or if an entry was left out, which stderr
    reports.
    """
    from tttlearn.course.exercises.class_record import overview
    from tttlearn.course.exercises.collected import read_class

    paths = _tables(Path(options.out)) if options.out else []
    handed_in, problems = read_class(options.files, paths)
    if handed_in:
        print(overview(handed_in).to_string())
        print("\n".join(_remarks(handed_in)))
        if options.out:
            print("\n".join(_written(handed_in, paths)))
    for problem in problems:
        print(f"tttlearn: left out: {one_line(problem)}", file=sys.stderr)
    return int(bool(problems))


def _remarks(handed_in):
    """Yield the lines below the table of a class."""
    from tttlearn.course.exercises.class_record import to_talk_about
    from tttlearn.course.exercises.collected import alike, first_few

    yield "\n5+1: five exercises of the core are passed, and one below Further"
    records = [entry.record for entry in handed_in if entry.record]
    if len(records) < len(handed_in):
        yield f"To ask of those without a record: in a notebook {HOW_TO_EXPORT} writes one"
    topics = to_talk_about(records) or ["nothing: no exercise was passed late, no guess wrong"]
    if records:
        yield from ["", "To talk about next week:", *topics]
    if groups := alike(handed_in):
        yield "\nThe same entries were handed in by (which may be chance if they are few):"
        yield from (", ".join(first_few(names)) for names in groups)


def _tables(path):
    """Return the paths of the tables that `progress --out` writes."""
    kinds = ("", "_exercises", "_predictions", "_moodle")
    return [path.with_name(f"{path.stem}{kind}{path.suffix}") for kind in kinds]


def _written(handed_in, paths):
    """Write what was handed in as CSV files; yield lines on what is where."""
    from tttlearn.course.classroom import gradebook
    from tttlearn.course.exercises import class_record as of_class

    records = [entry.record for entry in handed_in if entry.record]
    stumbles = of_class.as_table(of_class.Stumble, of_class.stumbles(records))
    misses = of_class.as_table(of_class.Miss, of_class.misses(records))
    tables = [of_class.merge(handed_in), stumbles, misses]
    for file, table in zip(paths[:-1], tables, strict=True):
        file.write_bytes(as_csv(table))
    yield f"\nWritten: {', '.join(map(str, paths[:-1]))}"
    yield from gradebook.write(of_class.grades(handed_in), paths[-1])


def lessons(options):
    """Put a learner's own copies of the lessons into a folder, and open them."""
    from tttlearn.terminal.lessons import put_lessons

    put_lessons(options)


def doctor(options):
    """Check this computer; return the exit status."""
    from tttlearn.terminal.doctor import main

    return main()
