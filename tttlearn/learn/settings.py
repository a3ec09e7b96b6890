"""Check the settings of a rule: which ones it names, and what kind of number each is."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from inspect import Parameter, signature
from numbers import Integral, Real
from typing import Any

import numpy as np

from tttlearn.learn.plain_rules import REMEMBERED
from tttlearn.learn.rule_errors import RuleError
from tttlearn.support.arguments import shown

LEARNER_ARGUMENTS = ("epsilon", "ties", "symmetric", "seed")
"""Arguments of the learner that are easily mistaken for settings of its rule."""
NO_SETTING = "the rule {rule} has no setting {name}"
VARIADIC_KINDS = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
"""Kinds of parameters, `*` and `**`, that name no single setting."""


def rule_parameters(rule: Callable) -> list[Parameter]:
    """Return the parameters that a rule has after its table and episode.

    Parameters
    ----------
    rule : callable
        The rule.

    Returns
    -------
    list of inspect.Parameter
        The parameters, in the rule's order.
    """
    return [*signature(rule).parameters.values()][2:]


def check_settings(rule: Callable, settings: Mapping[str, Any]) -> list[Parameter]:
    """Return the parameters of a rule, after checking that it names all of the settings.

    Parameters
    ----------
    rule : callable
        The rule.
    settings : mapping of str to object
        Values of the settings by name. The values are not checked.

    Returns
    -------
    list of inspect.Parameter
        The parameters after the table and the episode, in the rule's order.

    Raises
    ------
    RuleError
        If the rule has `*` or `**` parameters, or does not name one of the settings.
    ValueError
        If the settings are no mapping from names.
    """
    if not isinstance(settings, Mapping) or not all(isinstance(name, str) for name in settings):
        raise ValueError(f"settings are a dict from names to numbers, not {shown(settings)}")
    parameters = rule_parameters(rule)
    if any(parameter.kind in VARIADIC_KINDS for parameter in parameters):
        raise RuleError(
            f"the rule {rule.__name__} must name its settings one by one, such as alpha, gamma, "
            "without * or **"
        )
    names = [parameter.name for parameter in parameters if parameter.name != "rng"]
    for name in settings:
        if name not in names:
            has = ", ".join(names) or "none"
            lacks = NO_SETTING.format(rule=rule.__name__, name=name)
            raise RuleError(f"{lacks}{_guess(name, names)}; it has {has}")
    return parameters


def _guess(name, names):
    """Return what may have been meant by a setting that the rule does not have, for the message."""
    if name in LEARNER_ARGUMENTS:
        return f" (it belongs to the learner: Learner(..., {name}=...))"
    if name == "rng":
        return " (a rule that names rng gets the learner's own)"
    near = get_close_matches(name, names, 1, cutoff=0.5)
    return f" (did you mean {near[0]}?)" if near else ""


def plain_number(name: str, value: Any) -> int | bool | float:
    """Return the value of a setting as Python's int, bool or float; whole numbers stay whole.

    Parameters
    ----------
    name : str
        Name of the setting, for the message.
    value : object
        The value, which may be a number of NumPy.

    Returns
    -------
    int, bool or float
        The same number.

    Raises
    ------
    ValueError
        If the value is not a number.
    """
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, Integral):  # it may be an index or a count, for which a float would not do
        return int(value)
    if isinstance(value, Real):
        return float(value)
    belongs = f"; {REMEMBERED}" if np.iterable(value) and not isinstance(value, str) else ""
    raise ValueError(f"the setting {name} is a number, not {shown(value)}{belongs}")
