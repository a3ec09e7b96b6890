"""A learner's player becomes a file for the class tournament."""

import textwrap
from pathlib import Path
from threading import Event

import numpy as np

from tttlearn.course.classroom import contest, names
from tttlearn.course.classroom.complaints import positions
from tttlearn.course.classroom.readout import read_out
from tttlearn.course.classroom.regulations import Limits
from tttlearn.course.classroom.submissions import Submission
from tttlearn.evaluation.any_player import policy_of
from tttlearn.game.rules import TICTACTOE, UNDECIDED
from tttlearn.support import arguments
from tttlearn.support.files import write_whole

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


def hand_in(mine, path, seed=0, *, board=None, cells=None, view=None, asks=None):
    """Write what you made as a Python file that the class tournament takes; returns its Path.

    `mine` and the other arguments: as for `ttt.policy_of`. The file has the player's answers in all
    4,520 undecided positions, or their shares if they vary. It is read as the tournament does
    before it is written. Raises ValueError as `policy_of` does, for a name that the tournament
    would refuse, and where there is a file already that was not made so.
    """
    path = arguments.path(path, "path")
    _check_path(path)
    policy = policy_of(mine, TICTACTOE, board=board, cells=cells, view=view, asks=asks, seed=seed)
    content = _file(policy[UNDECIDED], _source(mine)).encode()
    chance = _check(content, path.name)
    write_whole(path, content)
    varies = ", by chance" if chance else ""
    print(f"Written: {path.name}. It plays in all {positions(len(UNDECIDED))}{varies}.")
    return path


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


def _source(mine):
    """What a player is, in words."""
    if isinstance(mine, (np.ndarray, list)):
        return "a policy"
    if hasattr(mine, "policy") or not callable(mine):
        return f"a player of type {type(mine).__name__}"
    return f"the function {getattr(mine, '__name__', type(mine).__name__)}"


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
