"""Save a learner and read it back: one .npz file, without pickle.

The file holds what is needed to play and to go on learning exactly where it stopped: the rule's
name, its settings, the table, the visits to each position, the number of games, the seed and the
state of the random numbers. Functions are code and are not stored: those of this package are found
again by name, and your own rule is given to `load`. So is your own game, which the file knows by
its fingerprint. For a board that `boards` makes, it says how large it is, how many marks in a row
win, and whether they fall. A network is its settings and weights.
"""

from __future__ import annotations

import json
import math
import zipfile
from collections.abc import Callable
from dataclasses import fields
from inspect import isclass
from io import BytesIO
from pathlib import Path
from types import NoneType
from typing import Any

import numpy as np
from numpy.lib import format as npy

from tttlearn.game.boards import MAX_CELLS, MAX_STATES, BoardRules, boards
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import Rules
from tttlearn.learn import qlearning, td  # noqa: F401 (files name functions that they register)
from tttlearn.learn.known import KNOWN
from tttlearn.learn.learner import Learner, ReadError
from tttlearn.learn.pupil import check_pupil
from tttlearn.learn.rule_errors import RuleError
from tttlearn.learn.settings import plain_number
from tttlearn.network.learner import NetworkLearner
from tttlearn.players.guests import BROUGHT
from tttlearn.support import arguments
from tttlearn.support.arguments import whole
from tttlearn.support.files import is_special_file, write_atomically

FORMAT = "tttlearn learner 2"
NETWORK_FORMAT = "tttlearn network 1"
LEARNER_ARRAYS = ("table", "untaught", "visits")
ARRAYS_OF_FORMAT = {FORMAT: LEARNER_ARRAYS, NETWORK_FORMAT: ("table", "visits")}
DESCRIPTION_TYPES = {
    FORMAT: {
        **dict.fromkeys(("name", "rule", "read", "ties"), str),
        **dict.fromkeys(("seed", "games"), int),
        **dict.fromkeys(("settings", "generator"), dict),
        **{"read_learning": (str, NoneType), "epsilon": (float, str), "symmetric": (bool, str)},
    },
    NETWORK_FORMAT: {"kind": str, "fields": dict, "games": int, "generator": dict},
}
"""Entries of the description in each kind of file, with their types."""
MAX_HEADER_BYTES = 1_000
"""Maximum size of the header of an array in a file, which says its shape."""
for guests in BROUGHT:
    guests.define()
DAMAGE_ERRORS = (KeyError, TypeError, ValueError, OverflowError)
"""Errors that are raised if the numbers and texts of a file do not fit a learner."""


class LearnerFileError(ValueError):
    """Error for a file that is damaged, cut short, not a learner's, or that needs missing code."""


class OtherGameError(ValueError):
    """Error for a file of a game whose rules were not given, or other rules instead."""


def _max_bytes(states, actions):
    """Return the maximum number of bytes of each part of a file.

    For a table they are twice those of double Q-learning, and 32 MiB.
    """
    table = 2 * (2 * states * actions * 8) + 2**25
    return {"table": table, "untaught": table, "visits": 8 * states, "about": 2**20}


def save(learner: Any, path: Any) -> Path:
    """Write a learner to a file, from which `load` reads it back.

    Parameters
    ----------
    learner : Learner or network
        The learner.
    path : str or path-like
        Path of the file, which gets the ending .npz if it lacks it. A link is followed, and an
        existing file keeps its mode.

    Returns
    -------
    Path
        The path with its ending.

    Raises
    ------
    ValueError
        If it is no learner, was loaded without its functions, or is too large.

    Examples
    --------
    >>> import tempfile
    >>> import tttlearn as ttt
    >>> learner = ttt.TDLearner()
    >>> winners = learner.learn(100)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = ttt.save(learner, f"{folder}/learner")
    >>> path.name
    'learner.npz'
    """
    check_pupil(learner)
    about = _about_network(learner) if isinstance(learner, NetworkLearner) else _about(learner)
    path = arguments.path(path, "path")
    path = path if path.suffix == ".npz" else path.with_name(path.name + ".npz")
    arrays = {name: getattr(learner, name) for name in ARRAYS_OF_FORMAT[about["format"]]}
    arrays["about"] = np.array(json.dumps(about))
    largest = _max_bytes(*learner.rules.next.shape)
    for name, array in arrays.items():
        if array.nbytes > largest[name]:
            raise ValueError(
                f"{name} of {learner.name} has {array.nbytes:,} bytes: a file takes at most "
                f"{largest[name]:,}"
            )
    content = BytesIO()
    np.savez_compressed(content, **arrays)
    write_atomically(path, content.getvalue())
    return path


def _about_network(learner):
    names = [field.name for field in fields(learner) if field.name != "rules"]
    if any(callable(getattr(learner, name)) for name in names):
        raise ValueError(
            f"{learner.name} learns by a function of yours, and a file holds no code: keep the "
            "function, the seed and the number of games, from which it can be made again"
        )
    return {
        "format": NETWORK_FORMAT,
        "kind": type(learner).__name__,
        "game": _game(learner.rules),
        "fingerprint": learner.rules.fingerprint,
        "fields": {name: getattr(learner, name) for name in names},
        "games": learner.games,
        "generator": learner.rng.bit_generator.state,
    }


def _about(learner):
    if learner.rule is None or learner.epsilon is None:
        raise ValueError(f"{learner.name} was loaded without its own rule or epsilon")
    epsilon = _name(learner.epsilon) if callable(learner.epsilon) else float(learner.epsilon)
    return {
        "format": FORMAT,
        "name": learner.name,
        "game": _game(learner.rules),
        "fingerprint": learner.rules.fingerprint,
        "rule": _name(learner.rule),
        "read": _name(learner.read),
        "read_learning": learner.read_learning and _name(learner.read_learning),
        "epsilon": epsilon,
        "settings": {name: plain_number(name, value) for name, value in learner.settings.items()},
        **{name: getattr(learner, name) for name in ("ties", "symmetric", "seed", "games")},
        "generator": learner.rng.bit_generator.state,
    }


def _game(rules):
    """Return what a file says of a game: the settings of `boards`, or its name and shape."""
    if isinstance(rules, BoardRules) and rules.is_of_family:
        return rules.settings
    return {"name": rules.name, "shape": list(rules.next.shape)}


def _name(function):
    """Return the name that finds a function of this package again.

    A reader's own function is named with its module.
    """
    name = getattr(function, "__name__", type(function).__name__)
    return name if KNOWN.get(name) is function else f"{function.__module__}.{name}"


def load(
    path: Any,
    rule: Callable | None = None,
    epsilon: float | Callable | None = None,
    read: Callable | None = None,
    rules: Rules | None = None,
) -> Learner | NetworkLearner:
    """Read a learner from a file, as it was saved.

    Parameters
    ----------
    path : str or path-like
        File that `save` wrote.
    rule : callable, optional
        Your own learning rule, if it learned with a rule that is not this package's. Without it,
        the learner plays, but cannot learn.
    epsilon : float or callable, optional
        Your own probability of exploring, if it learned with a function that is not this package's.
        Without it, the learner plays, but cannot learn.
    read : callable, optional
        Your own way to read the table, if it has one.
    rules : Rules, optional
        Rules of your own game, if it learned one that `boards` does not make.

    Returns
    -------
    Learner or network
        The learner, which goes on learning exactly where it stopped. Without its rule or epsilon it
        raises RuleError if it should learn.

    Raises
    ------
    ValueError
        If its way to read the table or its game is missing or a different one, or if `epsilon` is
        neither a probability nor a function.
    RuleError
        If the rule does not name the settings in the file.
    LearnerFileError
        If the file is no learner, or names code of a part of tttlearn that is not installed.
    OSError
        If the file cannot be opened.

    Examples
    --------
    >>> import tempfile
    >>> import tttlearn as ttt
    >>> learner = ttt.TDLearner()
    >>> winners = learner.learn(100)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     again = ttt.load(ttt.save(learner, f"{folder}/learner"))
    >>> again.games
    100
    >>> bool((again.table == learner.table).all())
    True
    """
    if epsilon is not None and not callable(epsilon):
        epsilon = arguments.share(epsilon, "epsilon")
    about, arrays, rules = _read(arguments.path(path, "path"), rules)
    _check_code(path, about, rule=rule, epsilon=epsilon, read=read, read_learning=read)
    if about["format"] == NETWORK_FORMAT:
        return _network(path, about, arrays, rules)
    own_read = read is not None
    read = read if own_read else KNOWN.get(about["read"])
    if epsilon is None:
        stored = about["epsilon"]
        epsilon = KNOWN.get(stored) if isinstance(stored, str) else stored
    handed = (RuleError,) * (rule is not None) + (ReadError,) * own_read
    try:
        learner = Learner(
            rule=KNOWN.get(about["rule"]) if rule is None else rule,
            table=arrays["untaught"],
            settings=about["settings"],
            epsilon=epsilon,
            read=read,
            read_learning=KNOWN.get(about["read_learning"]),
            **{name: about[name] for name in ("ties", "symmetric", "seed", "name")},
            rules=rules,
        )
        learner.restore(_snapshot_from_file(about, arrays, learner))
    except handed:
        raise  # the file is sound, but a function that was given does not fit it
    except DAMAGE_ERRORS as error:
        raise LearnerFileError(f"{path} is damaged: {error}") from None
    return learner


def _check_code(path, about, **own):
    """Check that the code which a file names is here, or was given in `own`.

    Raises LearnerFileError if a file names code of tttlearn that is not here, and ValueError if its
    way to read the table is the reader's own.
    """
    for part in ("rule", "read", "read_learning", "epsilon", "kind"):
        name = about.get(part)
        if not isinstance(name, str) or name in KNOWN or own.get(part) is not None:
            continue
        if name.isidentifier():  # a reader's own function is named with its module
            raise LearnerFileError(f"{path} needs {name}, which this installation lacks")
        if part == "read":
            raise ValueError(f"{path} needs your own function {name}: load(..., read=...)")


def _snapshot_from_file(about, arrays, learner):
    """Return the snapshot of a learner from a file; ValueError if it does not fit the learner."""
    if arrays["table"].shape != learner.table.shape:
        raise ValueError(f"its table has shape {arrays['table'].shape}")
    games = whole(about["games"], "the number of games")
    return arrays["table"], arrays["visits"], about["generator"], games


def _network(path, about, arrays, rules):
    try:
        if about["fields"].get("hidden", 0) > arrays["table"].size:
            raise ValueError("it has more hidden units than weights")
        kind = KNOWN[about["kind"]]
        if not isclass(kind):
            raise ValueError(f"{about['kind']} is no network")
        is_of_any_game = any(field.name == "rules" for field in fields(kind))
        learner = kind(**about["fields"], **({"rules": rules} if is_of_any_game else {}))
        learner.restore(_snapshot_from_file(about, arrays, learner))
    except DAMAGE_ERRORS as error:
        raise LearnerFileError(f"{path} is damaged: {error}") from None
    return learner


def _read(path, rules):
    """Return the description, arrays and rules of a file.

    Raises LearnerFileError before a file takes more memory than the largest learner of its game,
    and ValueError if `rules` are missing, or not those of the file.
    """
    if rules is not None:
        check_rules(rules)
    if is_special_file(path):
        raise LearnerFileError(f"{path} is a device, not a file that `save` wrote")
    if path.stat().st_size > 2 * sum(_max_bytes(MAX_STATES, MAX_CELLS).values()):
        raise LearnerFileError(f"{path} is larger than a file that `save` wrote")
    with open(path, "rb") as content:
        try:
            with zipfile.ZipFile(content) as file:
                about = json.loads(str(_part(file, "about", 2**20)))
                _check_version(path, about["format"])
                rules = _rules_of(path, about, rules)
                sizes = _max_bytes(*rules.next.shape)
                arrays = {
                    name: _part(file, name, sizes[name])
                    for name in ARRAYS_OF_FORMAT[about["format"]]
                }
            sound = all(
                isinstance(about[n], kind) for n, kind in DESCRIPTION_TYPES[about["format"]].items()
            )
            sound = sound and all(array.dtype.kind in "fi" for array in arrays.values())
            sound = sound and arrays["visits"].shape == (rules.n_states,)
            sound = sound and arrays["table"].shape == arrays.get("untaught", arrays["table"]).shape
            sound = sound and bool(np.isfinite(arrays["table"]).all())
        except (LearnerFileError, OtherGameError):
            raise
        except Exception:  # damaged bytes make the readers of ZIP, JSON and NumPy fail in many ways
            sound = False
    if not sound:
        raise LearnerFileError(
            f"{path} is damaged, cut short, or not a file that `save` wrote (a table of moves is "
            f"for `ttt.policy_of` and `ttt.judge`)"
        )
    return about, arrays, rules


def _rules_of(path, about, given):
    """Return the rules of the game of a file; OtherGameError if they are not those given."""
    game = about.get("game", _game(TICTACTOE))  # early files of networks name no game
    if given is None and "name" in game:
        raise OtherGameError(f"{path} needs the rules of {game['name']}: load(..., rules=...)")
    if given is None:
        return boards(**game)
    theirs = getattr(given, "settings", None) if "rows" in game else _game(given)
    if about.get("fingerprint", TICTACTOE.fingerprint) != given.fingerprint or theirs != game:
        its = game["name"] if "name" in game else boards(**game).name
        other = "with other tables" if its == given.name else f"not of {given.name}"
        raise OtherGameError(f"{path} is a learner of {its}, {other}")
    return given


def _part(file, name, largest):
    """Return an array of a file.

    Raises ValueError, before it is unpacked, if it is larger than it can be: a packed file of a
    megabyte may say that it unpacks to a gigabyte, and do so.
    """
    info = file.getinfo(f"{name}.npy")
    packed = info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # as `save` writes it
    if not packed or info.file_size > largest + MAX_HEADER_BYTES:
        raise ValueError(f"{name} is larger than it can be")
    with file.open(info) as part:
        content = BytesIO(part.read(info.file_size))  # no more than the size that was checked
    npy.read_magic(content)
    shape, _, kind = npy.read_array_header_1_0(content)
    if math.prod(shape) * kind.itemsize != info.file_size - content.tell():
        raise ValueError(f"{name} has another size than it says")
    content.seek(0)
    return npy.read_array(content, allow_pickle=False)


def _check_version(path, written):
    """Raise LearnerFileError for a format that another version of this package knows."""
    for known in ARRAYS_OF_FORMAT:
        kind, _, number = known.rpartition(" ")
        same, _, other = str(written).rpartition(" ")
        if same == kind and other.isdecimal() and other != number:
            newer = int(other) > int(number)
            todo = "update this one to read it" if newer else "which this one cannot read"
            age = "a newer" if newer else "an older"
            raise LearnerFileError(f"{path} was made by {age} version of tttlearn: {todo}")
