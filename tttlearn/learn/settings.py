"""The settings of a rule: which ones it names, and what kind of number each is."""

from collections.abc import Mapping
from difflib import get_close_matches
from inspect import Parameter, signature
from numbers import Integral, Real

import numpy as np

from tttlearn.learn.plain_rules import REMEMBERED
from tttlearn.learn.rule_errors import RuleError
from tttlearn.support.arguments import shown

OF_THE_LEARNER = ("epsilon", "ties", "symmetric", "seed")
"""What is easily put among the settings of the rule, but belongs beside them."""
REST = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)


def rule_parameters(rule):
    """The parameters that a rule has after its table and episode, in its order."""
    return [*signature(rule).parameters.values()][2:]


def check_settings(rule, settings):
    """The parameters of a rule; RuleError if it does not name its settings, and for one that it
    does not name; ValueError for settings that have no names."""
    if not isinstance(settings, Mapping) or not all(isinstance(name, str) for name in settings):
        raise ValueError(f"settings are a dict from names to numbers, not {shown(settings)}")
    parameters = rule_parameters(rule)
    if any(parameter.kind in REST for parameter in parameters):
        raise RuleError(
            f"the rule {rule.__name__} must name its settings one by one, such as alpha, gamma, "
            "without * or **"
        )
    names = [parameter.name for parameter in parameters if parameter.name != "rng"]
    for name in settings:
        if name not in names:
            has = ", ".join(names) or "none"
            raise RuleError(
                f"the rule {rule.__name__} has no setting {name}{_guess(name, names)}; it has {has}"
            )
    return parameters


def _guess(name, names):
    """What a setting that the rule does not have may have meant, for the message."""
    if name in OF_THE_LEARNER:
        return f" (it belongs to the learner: Learner(..., {name}=...))"
    if name == "rng":
        return " (a rule that names rng gets the learner's own)"
    near = get_close_matches(name, names, 1, cutoff=0.5)
    return f" (did you mean {near[0]}?)" if near else ""


def plain_number(name, value):
    """The value of a setting as Python's int, bool or float; whole numbers stay whole.

    Raises ValueError for what is no number.
    """
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, Integral):  # an index, or how often: a float would not do
        return int(value)
    if isinstance(value, Real):
        return float(value)
    belongs = f"; {REMEMBERED}" if np.iterable(value) and not isinstance(value, str) else ""
    raise ValueError(f"the setting {name} is a number, not {shown(value)}{belongs}")
