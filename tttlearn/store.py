"""Saving a learner and reading it back: one .npz file, without pickle.

The file holds what is needed to play and to go on learning exactly where it stopped: the rule's
name, its settings, the table, the visits to each position, the number of games, the seed and the
state of the random numbers. Functions are code and are not stored: those of this package are found
again by name, and a rule of your own is handed to `load`. A network is its settings and weights.
"""

import json
from dataclasses import fields
from io import BytesIO
from pathlib import Path

import numpy as np

from tttlearn import qlearning, recipes, tabular
from tttlearn.episodes import read_actions, read_mean, read_own, read_states
from tttlearn.faults import RuleError
from tttlearn.files import write_whole
from tttlearn.learn import Learner
from tttlearn.networks import NetworkLearner
from tttlearn.rules import N_STATES
from tttlearn.settings import named, number
from tttlearn.versus import Versus

FORMAT = "tttlearn learner 2"
NETWORK = "tttlearn network 1"
ARRAYS = ("table", "untaught", "visits")
PARTS = {FORMAT: ARRAYS, NETWORK: ("table", "visits")}
NETWORKS = {
    kind.__name__: kind for kind in (recipes.RewardedMoves, recipes.BothSides, recipes.DeepQ)
}
CODE = {
    function.__name__: function
    for function in (
        *(tabular.td, tabular.td_backward, tabular.td_lambda),
        *(qlearning.q_learning, qlearning.double_q_learning),
        *(recipes.hickman_rule, recipes.hickman_repaired_rule),
        *(recipes.nested_rule, recipes.nested_double_rule, recipes.nested_afterstate_rule),
        *(recipes.kota7_rule, recipes.read_seen, recipes.read_seen_again),
        *(recipes.nested_epsilon, recipes.hickman_epsilon),
        *(read_states, read_actions, read_mean, read_own),
    )
}
"""The functions that a file names and `load` finds again."""


class LearnerFileError(ValueError):
    """A file that is damaged, cut short, or no learner's."""


def save(learner, path):
    """Write the learner to `path`, which gets the ending .npz; returns the path.

    Raises ValueError for two learners in one, and for one that was loaded without its functions.
    """
    about = _about_network(learner) if isinstance(learner, NetworkLearner) else _about(learner)
    path = Path(path)
    path = path if path.suffix == ".npz" else path.with_name(path.name + ".npz")
    arrays = {name: getattr(learner, name) for name in PARTS[about["format"]]}
    content = BytesIO()
    np.savez_compressed(content, about=json.dumps(about), **arrays)
    write_whole(path, content.getvalue())
    return path


def _about_network(learner):
    return {
        "format": NETWORK,
        "kind": type(learner).__name__,
        "fields": {field.name: getattr(learner, field.name) for field in fields(learner)},
        "games": learner.games,
        "generator": learner.rng.bit_generator.state,
    }


def _about(learner):
    if learner.rule is None or learner.epsilon is None:
        raise ValueError(f"{learner.name} was loaded without its own rule or epsilon")
    if isinstance(learner, Versus):
        raise ValueError("two learners are saved one by one: save(both.x, ...), save(both.o, ...)")
    epsilon = _name(learner.epsilon) if callable(learner.epsilon) else float(learner.epsilon)
    return {
        "format": FORMAT,
        "name": learner.name,
        "rule": _name(learner.rule),
        "read": _name(learner.read),
        "read_learning": learner.read_learning and _name(learner.read_learning),
        "epsilon": epsilon,
        "settings": {name: number(name, value) for name, value in learner.settings.items()},
        **{name: getattr(learner, name) for name in ("ties", "symmetric", "seed", "games")},
        "generator": learner.rng.bit_generator.state,
    }


def _name(function):
    """The name that finds a function of this package again; one of yours gets its module's too."""
    name = getattr(function, "__name__", type(function).__name__)
    return name if CODE.get(name) is function else f"{function.__module__}.{name}"


def load(path, rule=None, epsilon=None, read=None):
    """The learner in a file, as it was when it was saved.

    `rule`, `epsilon`, `read`: your own functions, if it learned with functions that are not this
    package's. Without its rule or epsilon it plays, but raises RuleError when it is to learn.
    Raises ValueError when its way to read the table is missing, RuleError for a rule that does not
    name the settings in the file, LearnerFileError for a file that is
    no learner, and what `open` raises for one that cannot be read.
    """
    about, arrays = _read(Path(path))
    if about["format"] == NETWORK:
        return _network(path, about, arrays)
    read = read or CODE.get(about["read"])
    if read is None:
        raise ValueError(f"{path} needs your own function {about['read']}: load(..., read=...)")
    stored = about["epsilon"]
    try:
        learner = Learner(
            rule=rule or CODE.get(about["rule"]),
            table=arrays["untaught"],
            settings=_settings(about, rule),
            epsilon=epsilon or (CODE.get(stored) if isinstance(stored, str) else stored),
            read=read,
            read_learning=CODE.get(about["read_learning"]),
            **{name: about[name] for name in ("ties", "symmetric", "seed", "name")},
        )
        generator = about["generator"]
        learner.go_back_to((arrays["table"], arrays["visits"], generator, about["games"]))
    except RuleError:
        raise  # the file is sound, but the rule that was handed over is not the one it is about
    except (KeyError, TypeError, ValueError) as error:
        raise LearnerFileError(f"{path} is damaged: {error}") from None
    return learner


def _settings(about, own_rule):
    """The settings in a file; those of a rule of this package as far as it names them.

    Files of older versions hold a lam of 0 for TD(0), which has none.
    """
    if own_rule is not None or about["rule"] not in CODE:
        return about["settings"]
    names = [parameter.name for parameter in named(CODE[about["rule"]])]
    return {name: value for name, value in about["settings"].items() if name in names}


def _network(path, about, arrays):
    try:
        learner = NETWORKS[about["kind"]](**about["fields"])
        moment = arrays["table"], arrays["visits"], about["generator"], about["games"]
        learner.go_back_to(moment)
    except (KeyError, TypeError, ValueError) as error:
        raise LearnerFileError(f"{path} is damaged: {error}") from None
    return learner


def _read(path):
    """(description, arrays) of a file, or LearnerFileError."""
    content = BytesIO(path.read_bytes())
    try:
        with np.load(content, allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            arrays = {name: file[name] for name in PARTS[about["format"]]}
        sound = arrays["visits"].shape == (N_STATES,)
        sound = sound and arrays["table"].shape == arrays.get("untaught", arrays["table"]).shape
        sound = sound and bool(np.isfinite(arrays["table"]).all())
    except Exception:  # bytes that are not what they seem make the readers fail in any way
        sound = False
    if not sound:
        raise LearnerFileError(f"{path} is damaged, cut short, or not a file that `save` wrote")
    return about, arrays
