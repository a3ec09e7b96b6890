"""A player from your own Python file, such as `my_library.py:player`."""

import importlib.util
import re
import sys
from pathlib import Path

import numpy as np

from tttlearn.evaluation.policy import PolicyPlayer
from tttlearn.players import roster
from tttlearn.support.strangers import FailedError, attempt

IN_A_FILE = re.compile(r"(.+\.py)(?::(\w+))?")
USUAL, LIBRARY = "player", "my_library.py"


def is_in_a_file(text):
    """Whether this names a player in a Python file."""
    return bool(IN_A_FILE.fullmatch(text))


def named_or_own(text, games=None, seed=0):
    """(player, remark) as from `roster.opponent`, or from a file `FILE.py:NAME`, which is run.

    That name, or `player` if none is given, is a function f(state) or f(state, rng), a policy, a
    learner or another player. Raises ValueError if it is not.
    """
    if not is_in_a_file(text) or games is not None:
        return roster.opponent(text, games, seed)
    from tttlearn.course.classroom.handing_in import ASKS, policy_of

    file, name = IN_A_FILE.fullmatch(text).groups(USUAL)
    found = _found(Path(file), name)
    policy = policy_of(found, seed)
    by_chance = callable(found) and not np.isin(policy, (0, 1)).all()
    remark = f"its answers vary: it was asked {ASKS} times in each position." * by_chance
    return PolicyPlayer(policy, name), remark


def _found(path, name):
    """What this name means in a file, which is run."""
    if not path.is_file():
        first = ": it is made when you first pass an exercise" * (path.name == LIBRARY)
        raise ValueError(f"there is no file {path}{first}")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)  # a library may import itself
    try:
        attempt(spec.loader.exec_module, module)
    except FailedError as error:
        raise ValueError(f"{path} {error}") from None
    if not hasattr(module, name):
        first = ": it gets one when you pass exercise 10.4" * (path.name == LIBRARY)
        raise ValueError(f"{path} has no {name}{first * (name == USUAL)}")
    return getattr(module, name)
