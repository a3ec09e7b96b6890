"""Find players that are given as text: a name, a saved learner, or a program in a file."""

from __future__ import annotations

import importlib.util
import re
import sys
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from tttlearn.evaluation.programs import METHODS
from tttlearn.game.tables import Rules
from tttlearn.players import roster, tables
from tttlearn.support.strangers import FailedError, attempt

PROGRAM_PATTERN = re.compile(r"(.+\.py)(?::(\w+))?")
USUAL_NAME, LIBRARY_FILE = "player", "my_library.py"
MISSING_FILE_HINT = (
    "; a file beside the program is found with pathlib.Path(__file__).with_name(...)"
)


def player_of(text: str, rules: Rules) -> Any:
    """Return the player that a text means.

    Parameters
    ----------
    text : str
        Name of a player; path of a file that `ttt.save` wrote, with or without .npz, or of a table,
        see `read_table`; or "FILE.py:NAME", a Python file, which is run, and a name in it, which is
        `player` if none is given.
    rules : Rules
        Rules of the game.

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
    if [ending.lower() for ending in path.suffixes[-2:]] == [".py", ".txt"]:
        raise ValueError(f"{path.name} is a text to this computer: rename it to {path.stem}")
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
    """Return whether a text names a player in a Python file.

    Parameters
    ----------
    text : str
        The text.

    Returns
    -------
    bool
        Whether it is "FILE.py" or "FILE.py:NAME".
    """
    return bool(PROGRAM_PATTERN.fullmatch(text))


def in_file(text: str) -> Any:
    """Return what a name means in a Python file, which is run.

    Parameters
    ----------
    text : str
        "FILE.py" or "FILE.py:NAME". Without a name, it is `player` or the only player of the file.

    Returns
    -------
    object
        The player.

    Raises
    ------
    ValueError
        If there is no such file, if running it fails, or if it has no such player.
    """
    names = PROGRAM_PATTERN.fullmatch(text).groups()
    path, name = Path(names[0]), names[1] or USUAL_NAME
    if not path.is_file():
        first = ": it is made when you first pass an exercise" * (path.name == LIBRARY_FILE)
        raise ValueError(f"there is no file {path}{first}")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)  # a library may import itself
    try:
        attempt(spec.loader.exec_module, module)
    except FailedError as error:
        lacks = isinstance(error.__cause__, FileNotFoundError)
        raise ValueError(f"{path} {error}{MISSING_FILE_HINT * lacks}") from None
    if hasattr(module, name):
        return getattr(module, name)
    if names[1]:
        raise ValueError(f"{path} has no {name}")
    return _only_player(module, path)


def _only_player(module: ModuleType, path: Path) -> Any:
    """Return the only function or class of a file that has the name of a move, or a method."""
    own = {
        name: thing
        for name, thing in vars(module).items()
        if getattr(thing, "__module__", "") == module.__name__ and callable(thing)
    }
    players = [name for name in METHODS if name in own]
    players += [
        name
        for name, thing in own.items()
        if isinstance(thing, type) and any(hasattr(thing, method) for method in METHODS)
    ]
    if len(players) == 1:
        return own[players[0]]
    if players:
        raise ValueError(f"{path} has several players, {' and '.join(players)}: say {path}:NAME")
    first = ": it gets one in lesson 10" * (path.name == LIBRARY_FILE)
    there = f"; it has {', '.join([*own][:5])}: say {path}:NAME" * bool(own)
    raise ValueError(f"{path} has no {USUAL_NAME}{first or there}")
