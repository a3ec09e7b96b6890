"""A learner's player becomes a file for the class tournament."""

import inspect
import textwrap
from pathlib import Path
from threading import Event

import numpy as np

from tttlearn.course.classroom import contest, names
from tttlearn.course.classroom.complaints import cell_of_answer, of_error, of_number, positions
from tttlearn.course.classroom.readout import read_out
from tttlearn.course.classroom.regulations import Limits
from tttlearn.course.classroom.submissions import Submission
from tttlearn.evaluation.policy import check_policy, of_this_game
from tttlearn.game.played import cell_name
from tttlearn.game.rules import LEGAL, TICTACTOE, TURN, UNDECIDED, show
from tttlearn.game.tables import side_name
from tttlearn.support import arguments
from tttlearn.support.files import write_whole

ASKS = 100
"""Times that a function whose answers vary is asked in each position."""
SIGN = "made by tttlearn.hand_in"
"""Files that say this in their first line may be written over."""
START = f'''\
"""A player for the class tournament, {SIGN} from %s.

It answers in each of the {len(UNDECIDED):,} positions what was found there when the file was made.
"""

import tttlearn as ttt

PLACES = {{int(state): place for place, state in enumerate(ttt.UNDECIDED)}}
'''
SURE = '''
CELLS = """
%s
""".replace("\\n", "")


def act(board, side, rng):
    """The cell that it takes in a position."""
    return int(CELLS[PLACES[ttt.parse("".join(board))]])
'''
BY_CHANCE = '''
# For each position the cells that it takes, and how likely it takes each of them.
CHANCES = """
%s
""".split("\\n")[1:-1]


def act(board, side, rng):
    """A cell, by the chances of the position."""
    cells, chances = CHANCES[PLACES[ttt.parse("".join(board))]].split(":")
    chances = [float(chance) for chance in chances.split()]
    return int(cells[rng.choice(len(cells), p=[chance / sum(chances) for chance in chances])])
'''


def hand_in(mine, path, seed=0):
    """Write what you made as a Python file that the class tournament takes; returns its Path.

    `mine`: a function f(state) or f(state, rng) that answers a cell, a policy (19683, 9), or a
    learner or another player. A function is asked in all 4,520 undecided positions, and one whose
    answers vary 100 times in each, with chance from `seed`: the file has the shares of its answers.
    The file is read as the tournament does before it is written. Raises ValueError for an answer
    that is no free cell, with the board; for a player of another game; for a name that the
    tournament would refuse; and where there is a file already that was not made so.
    """
    path = arguments.path(path, "path")
    _check_path(path)
    policy, source = _policy(mine, np.random.default_rng(arguments.seed(seed)))
    content = _file(policy[UNDECIDED], source).encode()
    chance = _check(content, path.name)
    write_whole(path, content)
    varies = ", by chance" if chance else ""
    print(f"Written: {path.name}. It plays in all {positions(len(UNDECIDED))}{varies}.")
    return path


def policy_of(mine, seed=0):
    """The policy (19683, 9) with which such a file plays; all as for `hand_in`."""
    return _policy(mine, np.random.default_rng(arguments.seed(seed)))[0]


def _check_path(path):
    if path.suffix != ".py":
        raise ValueError(f"the file is a Python file: {path.stem or 'ada'}.py, not {path.name}")
    if not path.parent.is_dir():
        raise ValueError(f"there is no folder {path.parent} to write {path.name} in")
    if path.stem in contest.HOUSE:
        raise ValueError(f"a house player is called {path.stem}: take your own name")
    if alphabets := names.mixed(path.stem):
        raise ValueError(f"a word of {path.stem!r} mixes {alphabets} letters: use one alphabet")
    if path.exists() and SIGN not in path.read_bytes()[:200].decode(errors="replace"):
        raise ValueError(f"{path.name} is there already, with something else: take another name")


def _policy(mine, rng):
    """(policy, what it was made from)."""
    kind = type(mine).__name__
    if isinstance(mine, type):
        raise ValueError(f"hand in a player: {mine.__name__}(), with parentheses")
    of_this_game(mine, TICTACTOE, getattr(mine, "name", kind))
    if isinstance(mine, (np.ndarray, list)):
        return check_policy(mine), "a policy"
    if hasattr(mine, "policy"):
        return check_policy(mine.policy), f"a player of type {kind}"
    if hasattr(mine, "act"):
        return _ask(mine.act, rng), f"a player of type {kind}"
    if callable(mine):
        return _ask(_with_rng(mine), rng), f"the function {getattr(mine, '__name__', kind)}"
    raise ValueError(f"hand in a function f(state), a policy, a learner or a player, not a {kind}")


def _with_rng(function):
    """The function as f(state, rng)."""
    try:
        inspect.signature(function).bind(0, None)
    except TypeError:
        return lambda state, rng: function(state)
    return function


def _ask(act, rng):
    """The shares of the answers in each position; it is asked more often when two differ."""
    counts = np.zeros(LEGAL.shape)
    for times in (2, ASKS - 2):
        for state in UNDECIDED:
            for _ in range(times):
                counts[state, _answer(act, int(state), rng)] += 1
        if (counts.max(1) == counts.sum(1)).all():
            break
    policy = counts.copy()
    policy[UNDECIDED] /= counts[UNDECIDED].sum(1, keepdims=True)
    return policy


def _answer(act, state, rng):
    try:
        cell, _ = cell_of_answer(act(state, rng))
        fault = of_number(cell) if cell not in range(TICTACTOE.n_actions) else ""
        if not fault and not LEGAL[state, cell]:
            fault = f"it answered {cell} ({cell_name(cell)}), which is taken"
    except Exception as error:
        fault = str(error) if type(error) is ValueError else of_error(error)
    if fault:
        side = side_name(TURN[state])
        raise ValueError(f"in state {state}, {side} to move, {fault}\n{show(state)}")
    return cell


def _file(rows, source):
    start = START % source
    if (rows.max(1) == 1).all():
        cells = "".join(map(str, rows.argmax(1)))
        return start + SURE % "\n".join(textwrap.wrap(cells, 90))
    return start + BY_CHANCE % "\n".join(map(_chances, rows))


def _chances(row):
    cells = np.flatnonzero(row)
    return "".join(map(str, cells)) + ":" + " ".join(f"{row[cell]:.6g}" for cell in cells)


def _check(content, name):
    """Read the file as the tournament does; whether it plays by chance."""
    submission = Submission(Path(name).stem, name, ".py", content)
    # It is our own code, from the reader's own answers: it needs no walls.
    readout = read_out(submission, Limits(asks=3), Event(), walled=False)
    if readout.refused or readout.faults:
        reason = readout.refused or "; ".join(readout.faults)
        raise ValueError(f"the tournament would not take the file: {reason}")
    return readout.chance
