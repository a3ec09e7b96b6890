"""Saving a learner and reading it back: one .npz file, without pickle.

The file holds what is needed to play and to go on learning exactly where it stopped: the rule's
name, its settings, the table, the visits to each position, the number of games, the seed and the
state of the random numbers. Functions are code and are not stored: those of this package are found
again by name, and your own rule is given to `load`. So is your own game, which the file knows by
its fingerprint. For a board that `boards` makes, it says how large it is, how many marks in a row
win, and whether they fall. A network is its settings and weights.
"""

import json
import math
import zipfile
from dataclasses import fields
from inspect import isclass
from io import BytesIO
from types import NoneType

import numpy as np
from numpy.lib import format as npy

from tttlearn.game.boards import MAX_CELLS, MAX_STATES, BoardRules, boards
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.learn import qlearning, td  # noqa: F401 (what they register is named in files)
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
NETWORK = "tttlearn network 1"
ARRAYS = ("table", "untaught", "visits")
PARTS = {FORMAT: ARRAYS, NETWORK: ("table", "visits")}
ABOUT = {
    FORMAT: {
        **dict.fromkeys(("name", "rule", "read", "ties"), str),
        **dict.fromkeys(("seed", "games"), int),
        **dict.fromkeys(("settings", "generator"), dict),
        **{"read_learning": (str, NoneType), "epsilon": (float, str), "symmetric": (bool, str)},
    },
    NETWORK: {"kind": str, "fields": dict, "games": int, "generator": dict},
}
"""What the description of each kind of file holds, and as what."""
HEADER = 1_000
"""More than the bytes that say the shape of an array before it in a file."""
for guests in BROUGHT:
    guests.define()
DAMAGE = (KeyError, TypeError, ValueError, OverflowError)
"""What is raised if the numbers and texts of a file do not fit a learner."""


class LearnerFileError(ValueError):
    """A file that is damaged, cut short, not a learner's, or one whose code is not installed."""


class OtherGameError(ValueError):
    """A file of a game whose rules were not given, or other rules instead."""


def _largest(states, actions):
    """The most bytes of each part: for a table twice those of double Q-learning, and 32 MiB."""
    table = 2 * (2 * states * actions * 8) + 2**25
    return {"table": table, "untaught": table, "visits": 8 * states, "about": 2**20}


def save(learner, path):
    """Write the learner to `path`, which gets the ending .npz; returns the path.

    What the path links to is written; an existing file keeps its mode. Raises ValueError for what
    is no learner, for one that was loaded without its functions, and for one too large.
    """
    check_pupil(learner)
    about = _about_network(learner) if isinstance(learner, NetworkLearner) else _about(learner)
    path = arguments.path(path, "path")
    path = path if path.suffix == ".npz" else path.with_name(path.name + ".npz")
    arrays = {name: getattr(learner, name) for name in PARTS[about["format"]]}
    arrays["about"] = np.array(json.dumps(about))
    largest = _largest(*learner.rules.next.shape)
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
        "format": NETWORK,
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
    """What a file says of a game: what `boards` makes it from, or for any other name and shape."""
    if isinstance(rules, BoardRules) and rules.is_of_family:
        return rules.settings
    return {"name": rules.name, "shape": list(rules.next.shape)}


def _name(function):
    """The name that finds a function of this package again; yours gets its module's name, too."""
    name = getattr(function, "__name__", type(function).__name__)
    return name if KNOWN.get(name) is function else f"{function.__module__}.{name}"


def load(path, rule=None, epsilon=None, read=None, rules=None):
    """The learner in a file, as it was saved.

    `rule`, `epsilon`, `read`: your own functions, if it learned with functions that are not this
    package's; `rules`: your own game, if it learned one. Without its rule or epsilon it plays, but
    raises RuleError if it should learn. Raises ValueError if its way to read the table or its game
    is missing or a different one, and for what is no epsilon, RuleError for a rule that does not
    name the settings in the file, LearnerFileError for a file that is no learner or that names code
    of a part of tttlearn that is not installed, and what `open` raises if it cannot be read.
    """
    if epsilon is not None and not callable(epsilon):
        epsilon = arguments.share(epsilon, "epsilon")
    about, arrays, rules = _read(arguments.path(path, "path"), rules)
    _check_code(path, about, rule=rule, epsilon=epsilon, read=read, read_learning=read)
    if about["format"] == NETWORK:
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
        learner.restore(_moment(about, arrays, learner))
    except handed:
        raise  # the file is sound, but what was given does not belong to it
    except DAMAGE as error:
        raise LearnerFileError(f"{path} is damaged: {error}") from None
    return learner


def _check_code(path, about, **own):
    """LearnerFileError if a file names tttlearn's code that is not here, and there is no `own`;
    ValueError if its way to read the table is the reader's own."""
    for part in ("rule", "read", "read_learning", "epsilon", "kind"):
        name = about.get(part)
        if not isinstance(name, str) or name in KNOWN or own.get(part) is not None:
            continue
        if name.isidentifier():  # a reader's own function has its module before its name
            raise LearnerFileError(f"{path} needs {name}, which this installation lacks")
        if part == "read":
            raise ValueError(f"{path} needs your own function {name}: load(..., read=...)")


def _moment(about, arrays, learner):
    """What `restore` needs, from a file; ValueError if it does not fit the learner."""
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
        learner.restore(_moment(about, arrays, learner))
    except DAMAGE as error:
        raise LearnerFileError(f"{path} is damaged: {error}") from None
    return learner


def _read(path, rules):
    """(description, arrays, rules) of a file, or LearnerFileError, before it takes more memory than
    the largest learner of its game; ValueError if `rules` are missing, or not its own."""
    if rules is not None:
        check_rules(rules)
    if is_special_file(path):
        raise LearnerFileError(f"{path} is a device, not a file that `save` wrote")
    if path.stat().st_size > 2 * sum(_largest(MAX_STATES, MAX_CELLS).values()):
        raise LearnerFileError(f"{path} is larger than a file that `save` wrote")
    with open(path, "rb") as content:
        try:
            with zipfile.ZipFile(content) as file:
                about = json.loads(str(_part(file, "about", 2**20)))
                _check_version(path, about["format"])
                rules = _rules_of(path, about, rules)
                sizes = _largest(*rules.next.shape)
                arrays = {name: _part(file, name, sizes[name]) for name in PARTS[about["format"]]}
            sound = all(isinstance(about[n], kind) for n, kind in ABOUT[about["format"]].items())
            sound = sound and all(array.dtype.kind in "fi" for array in arrays.values())
            sound = sound and arrays["visits"].shape == (rules.n_states,)
            sound = sound and arrays["table"].shape == arrays.get("untaught", arrays["table"]).shape
            sound = sound and bool(np.isfinite(arrays["table"]).all())
        except (LearnerFileError, OtherGameError):
            raise
        except Exception:  # bytes that are not what they seem make the readers fail in many ways
            sound = False
    if not sound:
        raise LearnerFileError(
            f"{path} is damaged, cut short, or not a file that `save` wrote (a table of moves is "
            f"for `ttt.policy_of` and `ttt.judge`)"
        )
    return about, arrays, rules


def _rules_of(path, about, given):
    """The rules of the game that a file is about; OtherGameError if they are not those given."""
    game = about.get("game", _game(TICTACTOE))  # former files of networks name none
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
    """An array of a file; ValueError, before it is unpacked, if it is larger than it can be.

    A packed file of a megabyte may say that it unpacks to a gigabyte, and do so.
    """
    info = file.getinfo(f"{name}.npy")
    packed = info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # as `save` does it
    if not packed or info.file_size > largest + HEADER:
        raise ValueError(f"{name} is larger than it can be")
    with file.open(info) as part:
        content = BytesIO(part.read(info.file_size))  # no more, whatever is packed in there
    npy.read_magic(content)
    shape, _, kind = npy.read_array_header_1_0(content)
    if math.prod(shape) * kind.itemsize != info.file_size - content.tell():
        raise ValueError(f"{name} has another size than it says")
    content.seek(0)
    return npy.read_array(content, allow_pickle=False)


def _check_version(path, written):
    """LearnerFileError for a format that another version of this package knows."""
    for known in PARTS:
        kind, _, number = known.rpartition(" ")
        same, _, other = str(written).rpartition(" ")
        if same == kind and other.isdecimal() and other != number:
            newer = int(other) > int(number)
            todo = "update this one to read it" if newer else "which this one cannot read"
            age = "a newer" if newer else "an older"
            raise LearnerFileError(f"{path} was made by {age} version of tttlearn: {todo}")
