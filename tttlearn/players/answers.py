"""Read and write files of answers: a player as data, with its move in each position, in JSON.

Reading a file runs no code from it. Since the file may come from a stranger, all of it is checked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import numpy as np

from tttlearn.evaluation.any_player import ReadPlayer
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import Rules
from tttlearn.support.files import INVALID_JSON_ERRORS
from tttlearn.support.text import one_line
from tttlearn.support.version import VERSION

KIND = "tttlearn answers"
FORMAT = 1
MAX_BYTES = 4 << 20
"""Maximum size of a file; that of all positions of tic-tac-toe has about half a megabyte."""
ROW_SUM_TOLERANCE = 1e-9
"""Largest rounding error of the sum of a position's chances."""


class AnswersError(ValueError):
    """Error for a file that holds no answers, or not those of this game."""


def write_answers(read: ReadPlayer, name: str, rules: Rules = TICTACTOE) -> bytes:
    """Return the content of a file with the answer of a player in each undecided position.

    Parameters
    ----------
    read : ReadPlayer
        The player. Positions whose chances sum to less than 1 are those in which it gives no legal
        answer.
    name : str
        Name of the person whose player it is.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    bytes
        Content of the file.
    """
    rows = check_rules(rules).undecided
    about = {
        "format": f"{KIND} {FORMAT}",
        "game": rules.name,
        "name": name,
        "made_from": read.name,
        "version": VERSION,
        "asks": read.asks if read.is_estimate else 0,
        "answers": [_answer(row) for row in read.policy[rows]],
    }
    about["fingerprint"] = _fingerprint(about["answers"])
    return json.dumps(about).encode()


def _answer(row: np.ndarray) -> int | dict[str, float]:
    """Return the action of a position, or the chance of each action that is taken."""
    taken = np.flatnonzero(row)
    if len(taken) == 1 and row[taken[0]] == 1:
        return int(taken[0])
    return {str(action): float(row[action]) for action in taken}


def read_answers(content: bytes, rules: Rules = TICTACTOE) -> tuple[str, ReadPlayer]:
    """Read a file of answers.

    Parameters
    ----------
    content : bytes
        Content of the file.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    name : str
        Name in the file.
    player : ReadPlayer
        The player.

    Raises
    ------
    AnswersError
        If it holds no answers, those of another game or of another version, or if they were changed
        after they had been written.
    """
    if len(content) > MAX_BYTES:
        raise AnswersError(f"it is larger than a file of answers, {MAX_BYTES >> 20} MB")
    try:
        about = json.loads(content.decode("utf-8"))
        _check_format(about["format"])
        if about["game"] != rules.name:
            raise AnswersError(f"it is a player of {one_line(about['game'])[:60]}")
        name, asks = one_line(about["name"]), about["asks"]
        policy = _policy(about["answers"], rules)
        sound = type(asks) is int and 0 <= asks < 2**31 and isinstance(about["name"], str)
        changed = about["fingerprint"] != _fingerprint(about["answers"])
    except AnswersError:
        raise
    except (*INVALID_JSON_ERRORS, OverflowError):
        sound, changed = False, False
    if not sound:
        raise AnswersError("it is damaged, or no file of answers")
    if changed:
        raise AnswersError("its answers were changed after it had been written")
    lacking = rules.undecided[policy[rules.undecided].sum(1) < 1 - ROW_SUM_TOLERANCE]
    faults = dict.fromkeys(lacking.tolist(), "gives no legal answer")
    return name, ReadPlayer(policy, name, asks=asks, faults=faults, is_estimate=asks > 0)


def is_answers(content: bytes) -> bool:
    """Return whether a file says that it holds answers.

    Parameters
    ----------
    content : bytes
        Content of the file.

    Returns
    -------
    bool
        Whether it begins as `write_answers` begins.
    """
    return content.lstrip()[:200].startswith(f'{{"format": "{KIND}'.encode())


def _check_format(written: str) -> None:
    kind, _, number = written.rpartition(" ")
    if kind != KIND or not number.isdecimal():
        raise AnswersError("it is no file of answers")
    if number != str(FORMAT):
        raise AnswersError("it was made by another version of tttlearn: update the older one")


def _fingerprint(answers: list) -> str:
    return sha256(json.dumps(answers, sort_keys=True).encode()).hexdigest()


def _policy(answers: list, rules: Rules) -> np.ndarray:
    """Return the policy (S, A), or raise ValueError if the answers are not of this game."""
    if not isinstance(answers, list) or len(answers) != len(rules.undecided):
        raise ValueError("it lacks answers")
    policy = np.zeros(rules.legal.shape)
    for state, answer in zip(rules.undecided, answers, strict=True):
        chances = answer if isinstance(answer, Mapping) else {answer: 1.0}
        for action, chance in chances.items():
            policy[state, _action(action, rules)] = _chance(chance)
    sums = policy.sum(1)
    if policy[~rules.legal].any() or (sums > 1 + ROW_SUM_TOLERANCE).any():
        raise ValueError("it has an answer that is not legal, or chances above 1")
    return policy


def _action(action: Any, rules: Rules) -> int:
    is_key = isinstance(action, str) and action.isdecimal() and action.isascii()
    if type(action) is not int and not (is_key and len(action) < 5):
        raise ValueError("this is no action")
    if not 0 <= int(action) < rules.n_actions:
        raise ValueError("this is no action of this game")
    return int(action)


def _chance(chance: Any) -> float:
    if type(chance) not in (int, float) or not 0 <= chance <= 1:  # NaN fails the comparison, too
        raise ValueError("this is no chance")
    return float(chance)
