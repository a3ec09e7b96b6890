"""Players that are given as text: a name, a saved learner, or a program in a file."""

from __future__ import annotations

import importlib.util
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from tttlearn.game.tables import Rules
from tttlearn.players import roster, tables
from tttlearn.support.strangers import FailedError, attempt

IN_A_FILE = re.compile(r"(.+\.py)(?::(\w+))?")
USUAL, LIBRARY = "player", "my_library.py"


def player_of(text: str, rules: Rules) -> Any:
    """Return the player that a text means.

    Parameters
    ----------
    text : str
        The name of a player; the path of a file that `ttt.save` wrote, with or without .npz, or of
        a table, see `read_table`; or "FILE.py:NAME", which is run, and whose name is `player` if
        none is given.
    rules : Rules
        The game.

    Returns
    -------
    object
        A player, or what that name means in the file.

    Raises
    ------
    ValueError
        If there is none.
    """
    if is_in_a_file(text):
        return in_file(text)
    if text in roster.names(rules):
        return roster.player(text, rules)
    path = Path(text)
    if path.suffix in tables.ENDINGS and path.is_file():
        return tables.read_table(path, rules)
    from tttlearn.players.saved import LearnerFileError, load

    saved = roster.saved(text)
    try:
        return load(saved, rules=rules)
    except LearnerFileError:
        if path.suffix != ".npz" or _is_learner(path):
            raise
        return tables.read_table(path, rules)


def _is_learner(path: Path) -> bool:
    """Return whether a file says what it is, as all do that `ttt.save` wrote."""
    try:
        with np.load(path, allow_pickle=False) as read:
            return "about" in read.files
    except (OSError, ValueError, zipfile.BadZipFile):
        return True  # it is damaged, and `load` says so


def is_in_a_file(text: str) -> bool:
    """Return whether a text names a player in a Python file."""
    return bool(IN_A_FILE.fullmatch(text))


def in_file(text: str) -> Any:
    """Return what a name means in a Python file, which is run; ValueError if it has none."""
    name = IN_A_FILE.fullmatch(text).groups(USUAL)
    path, name = Path(name[0]), name[1]
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
