"""Export the checks of exercises for pages, where they run in MicroPython: see checked.py.

Words, cases and results are those of `tttlearn.course.exercises`. Functions that are Python alone
travel as their source; what NumPy computes, right results and those of known slips, travels as
numbers. Of a slip only the first case that is off is kept, and a fingerprint of some results.
"""

import ast
import base64
import builtins
import inspect
import json
import re
from functools import cache, partial
from types import CodeType, FunctionType, ModuleType

import numpy as np

from tools.live import checked
from tttlearn.course.exercises import (
    answers,
    cases,
    kinds,
    lesson_01,
    lesson_03,
    q_faults,
    reader_rules,
    td_faults,
    verdicts,
)
from tttlearn.course.exercises.originals import number_of
from tttlearn.learn.settings import NO_SETTING

CHECKS = {
    "01.encode": lesson_01.ENCODE,
    "01.decode": lesson_01.DECODE,
    "01.turn_of": lesson_01.TURN_OF,
    "01.legal_moves": lesson_01.LEGAL_MOVES,
    "01.next_state": lesson_01.NEXT_STATE,
    "03.value": lesson_03.VALUE,
    "05.td": td_faults.FORWARD,
    "05.from_the_end": td_faults.BACKWARD,
    "05.n_step": td_faults.N_STEP,
    "06.q": q_faults.Q_LEARNING,
    "06.sarsa": q_faults.SARSA,
}
"""{id: its Cases} of the exercises that are Python alone."""
PLAYER = "10.careful"
"""id of the exercise whose function is a player, and enters a tournament; it is not checked."""
OF_STATES = {"alpha": 0.1, "epsilon": 0.1, "seed": 1}
OF_MOVES = {"rule": "q", "side": "X", "alpha": 0.1, "epsilon": 0.1, "seed": 6}
LEARNS = {
    "05.td": {"passed": [0.1, 1.0], "settings": OF_STATES},
    "05.from_the_end": {"passed": [0.1, 1.0], "settings": OF_STATES},
    "05.n_step": {"passed": [0.1, 1.0, 3], "settings": OF_STATES},
    "06.q": {"passed": [0.1, 1.0], "settings": OF_MOVES},
    "06.sarsa": {"passed": [0.1, 1.0], "settings": OF_MOVES},
}
"""{id: what the rule is called with, and its learner's settings} of rules that learn at Run."""
ALWAYS = [cases.either, answers.attempted, kinds.whole_number, reader_rules.check_changed]
"""Functions that each check on a page needs."""
RULE_CASES = 6
"""Approximate number of cases in which a slip of a rule is compared: a rule has over a thousand."""


def words():
    """Return what is said of all exercises: verdicts with their signs, and sentences."""
    names = ("not attempted", "correct", "wrong", "raised", "not finished")
    shown = zip(names, verdicts.SIGNS.items(), strict=True)
    return {
        "verdicts": [[name, sign, said] for name, (said, sign) in shown],
        "about": verdicts.ABOUT,
        "style": verdicts.style(),
        "often": answers.OFTEN,
        "stopped": answers.STOPPED,
        "endless": answers.ENDLESS,
    }


def about(id):
    """Return the number of an exercise, and its hints as HTML."""
    return {"number": number_of(id), "hints": verdicts.folded_hints(id)}


@cache
def exported(id):
    """Return the check of an exercise as text, as `checked.Check` reads it."""
    check = CHECKS[id]
    inputs = check.inputs() if callable(check.inputs) else check.inputs
    rule = check.call is reader_rules.in_play
    width = inputs[0][1].size // checked.N_STATES if rule else 0
    columns, inputs = of_rules(inputs, width) if rule else ([*zip(*inputs, strict=True)], inputs)
    solved = [check.kind(check.solution(*case)) for case in inputs]
    every = 1 + len(inputs) // (RULE_CASES if rule else cases.MAX_COMPARED_CASES)
    sample = [*range(0, len(inputs), every)]
    words, faults = slips(check, inputs, solved, sample)
    remark = check.remark if isinstance(check.remark, str) else ""
    data = {
        "source": source(check),
        "inputs": [*map(packed, columns)],
        "solved": packed([np.ravel(one).tolist() if rule else flat(one) for one in solved]),
        "width": width,
        "every": every,
        "words": words,
        "faults": faults,
        "remark": remark,
        "changed": cases.CHANGED,
        "arguments": [*inspect.signature(check.solution).parameters],
        "passed": [reader_rules.ALPHA, reader_rules.GAMMA],
        "settings": settings_of(check) if rule else [],
        "no_setting": reader_rules.RIGHT_ONCE.format(NO_SETTING),
        "prints": q_faults.PRINTS if width > 1 else "",
    }
    return json.dumps(data, separators=(",", ":"))


def settings_of(check):
    """Return the names of what a rule is called with after its table and episode."""
    return re.search(r"answer\((.*?)\)", check.task)[1].split(", ")[2:]


def of_rules(inputs, width):
    """Return the columns of the cases of a rule, and these cases with tables as a page has them.

    A page has no NumPy to draw from, so that only the numbers of a game's positions are the
    notebook's; the others are those of `checked.base`, for the slips, too.
    """
    scattered = np.array(checked.base(width)).reshape(inputs[0][1].shape)
    episodes, values, cases_of_page = [], [], []
    for episode, table, *more in inputs:
        states, rows = episode.states.tolist(), table[episode.states]
        episodes.append([states, episode.actions.tolist(), episode.winner, episode.side])
        values.append(rows.ravel().tolist())
        own = scattered.copy()
        own[episode.states] = rows
        cases_of_page.append((episode, own, *more))
    return [episodes, values, *zip(*(more for _, _, *more in inputs), strict=True)], cases_of_page


def slips(check, inputs, solved, sample):
    """Return all words, and [[their places], a print of the first case off and of `sample`].

    A slip that is off in no case is left out.
    """
    words, made = {}, []
    for said, fault in check.faults.items():

        @cache
        def result(i, fault=fault):
            return flat(cases._call_or_nan(lambda: check.kind(fault(*inputs[i]))))

        off = (i for i in range(len(inputs)) if not checked.same(result(i), flat(solved[i])))
        first = next(off, None)
        if first is None:
            continue
        parts = said if isinstance(said, tuple) else (said,)
        places = [words.setdefault(part, len(words)) for part in parts]
        results = [first, result(first), *map(result, sample)]
        made.append([places, checked.fingerprint(results)])
    return [*words], made


def flat(result):
    """Return a result as Python's own numbers."""
    if isinstance(result, (np.ndarray, np.generic)):
        return result.tolist()
    return result


def packed(column):
    """Return a list in a form that is short as text: see `checked.unpacked`."""
    if all(type(x) is int for x in column):
        return {"ints": [b - a for a, b in zip([0, *column], column, strict=False)]}
    texts = ["".join(map(str, x)) if isinstance(x, list) else "" for x in column]
    size = len(texts[0])
    if size and all(len(x) == len(text) == size for x, text in zip(column, texts, strict=True)):
        return {"digits": packed([*map(int, texts)]), "size": size}
    if all(isinstance(x, list) and x and isinstance(x[0], float) for x in column):
        doubles = base64.b64encode(np.concatenate(column).tobytes()).decode()
        return {"floats": doubles, "sizes": [*map(len, column)]}
    return {"plain": [*column]}


# ---- Functions as their source.


def source(check):
    """Return Python that sets `check` to the functions of a check."""
    sources = Sources()
    for function in ALWAYS:
        sources.expression(function)
    parts = {
        name: sources.expression(getattr(check, name))
        for name in ("kind", "describe", "board", "call")
    }
    signs = [f"({said!r}, {sources.expression(sign)})" for said, sign in check.signs.items()]
    parts["signs"] = f"[{', '.join(signs)}]"
    parts["error_hints"] = repr([*check.error_hints.items()])
    made = ", ".join(f"{name!r}: {text}" for name, text in parts.items())
    return "\n".join([*sources.found.values(), f"check = {{{made}}}\n"])


class Sources:
    """Sources of functions, {name: source}, each after what it needs.

    What checked.py has itself, because the package takes NumPy for it, is left to it.
    """

    def __init__(self):
        self.found = {}

    def expression(self, value):
        """Return an expression that gives this function."""
        if isinstance(value, partial):
            return f"partial({', '.join(map(self.expression, (value.func, *value.args)))})"
        if not callable(value):
            return repr(value)
        if value.__name__ != "<lambda>":
            self.define(value.__name__, value)
            return value.__name__
        node = _node(value)
        self._add_needs(node, value)
        return f"({ast.unparse(node)})"

    def define(self, name, value):
        """Add the source of a value that has this name."""
        if name in self.found or hasattr(checked, name) or hasattr(builtins, name):
            return
        if isinstance(value, FunctionType):
            node = _node(value)
            self._add_needs(node, value)
            self.found[name] = ast.unparse(node)
        else:
            self.found[name] = f"{name} = {self.expression(value)}"

    def _add_needs(self, node, function):
        """Add all that is used in a function."""
        names, used, of_modules = function.__globals__, _used(function.__code__), {}
        used |= {part.id for part in ast.walk(node.args) if isinstance(part, ast.Name)}
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                of_modules.setdefault(part.value.id, []).append(part.attr)
        for part in ast.walk(node):
            if not isinstance(part, ast.Name) or part.id not in used & set(names):
                continue
            value = names[part.id]
            if isinstance(value, ModuleType) and not hasattr(checked, part.id):
                self._add_module(part.id, value, of_modules[part.id])
            else:
                self.define(part.id, value)

    def _add_module(self, name, module, parts):
        for part in parts:
            self.define(part, getattr(module, part))
            self.found[f"{name}.{part}"] = f"{name}.{part} = {part}"
        self.found = {f"{name}.": f"{name} = Namespace()"} | self.found


def _used(code):
    """Return the names that a function's code takes from outside, and those of attributes."""
    inner = [_used(part) for part in code.co_consts if isinstance(part, CodeType)]
    return set(code.co_names).union(*inner)


def _node(function):
    """Return a function's source as a tree, without its docstring."""
    tree = _tree(inspect.getsourcefile(function))
    first = function.__code__.co_firstlineno
    kind = ast.Lambda if function.__name__ == "<lambda>" else ast.FunctionDef
    nodes = [one for one in ast.walk(tree) if isinstance(one, kind) and one.lineno == first]
    if len(nodes) != 1:
        raise ValueError(f"line {first} does not begin one function: {function}")
    (node,) = nodes
    if kind is ast.FunctionDef:
        body = node.body[1:] if ast.get_docstring(node) else node.body
        node = ast.FunctionDef(node.name, _bare(node.args), body, [], lineno=first)
    return node


def _bare(arguments):
    """Return arguments without their annotations."""
    for node in ast.walk(arguments):
        if isinstance(node, ast.arg):
            node.annotation = None
    return arguments


@cache
def _tree(path):
    with open(path, encoding="utf-8") as file:
        return ast.parse(file.read())
