"""Saving a learner and reading it back: one .npz file, without pickle.

The file holds what is needed to play and to go on learning exactly where it stopped: the rule's
name, its settings, the table, the positions visited, the number of games, the seed and the state
of the random numbers. Functions are code and are not stored: those of this package are found again
by name, and a rule of your own is handed to `load`.
"""

import json
import zipfile
from pathlib import Path

import numpy as np

from tttlearn import recipes, tabular
from tttlearn.episodes import read_actions, read_mean, read_states
from tttlearn.learn import Learner
from tttlearn.rules import N_STATES

FORMAT = "tttlearn learner 1"
CODE = {
    function.__name__: function
    for function in (
        *(tabular.td, tabular.td_backward, tabular.td_lambda),
        *(recipes.hickman_rule, recipes.hickman_repaired_rule),
        *(recipes.hickman_epsilon, recipes.read_own, read_states, read_actions, read_mean),
    )
}
"""The functions that a file names and `load` finds again."""


class LearnerFileError(ValueError):
    """A file that is damaged, cut short, or no learner's."""


def save(learner, path):
    """Write the learner to `path`, which gets the ending .npz; returns the path."""
    epsilon = learner.epsilon.__name__ if callable(learner.epsilon) else float(learner.epsilon)
    about = {
        "format": FORMAT,
        "name": learner.name,
        "rule": learner.rule.__name__,
        "read": learner.read.__name__,
        "epsilon": epsilon,
        "settings": learner.settings,
        **{name: getattr(learner, name) for name in ("ties", "symmetric", "seed", "games")},
        "generator": learner.rng.bit_generator.state,
    }
    path = Path(path).with_suffix(".npz")
    arrays = {name: getattr(learner, name) for name in ("table", "untaught", "visited")}
    np.savez_compressed(path, about=json.dumps(about), **arrays)
    return path


def load(path, rule=None, epsilon=None):
    """The learner in a file, as it was when it was saved.

    `rule` and `epsilon`: your own functions, if it learned with functions that are not this
    package's; without them it plays, but raises RuleError when it is to learn. Raises
    FileNotFoundError, or LearnerFileError for a file that is no learner.
    """
    about, arrays = _read(Path(path))
    stored = about["epsilon"]
    learner = Learner(
        rule=rule or CODE.get(about["rule"]),
        table=arrays["untaught"],
        settings=about["settings"],
        epsilon=epsilon or (CODE.get(stored) if isinstance(stored, str) else stored),
        ties=about["ties"],
        symmetric=about["symmetric"],
        seed=about["seed"],
        read=CODE.get(about["read"]),
        name=about["name"],
    )
    generator = about["generator"]
    learner.go_back_to((arrays["table"], arrays["visited"], generator, about["games"]))
    return learner


def _read(path):
    """(description, arrays) of a file, or LearnerFileError."""
    try:
        with np.load(path, allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            arrays = {name: file[name] for name in ("table", "untaught", "visited")}
        sound = about["format"] == FORMAT and arrays["table"].shape == arrays["untaught"].shape
    except FileNotFoundError:
        raise
    except (OSError, EOFError, KeyError, TypeError, ValueError, zipfile.BadZipFile):
        sound = False
    if not sound or arrays["visited"].shape != (N_STATES,):
        raise LearnerFileError(f"{path} is damaged, cut short, or not a file that `save` wrote")
    return about, arrays
