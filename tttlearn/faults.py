"""What is wrong with a reader's rule, and on which line: a sentence, not a compiler's pages."""

import dis
import linecache
import re
import sys
from pathlib import Path

import numpy as np


class RuleError(ValueError):
    """A rule that cannot be used: it does not compile, fails while it runs, or yields no number."""


def watched(rules, table, play):
    """(name, what) of the rule that goes wrong while `play()` plays a game in plain Python.

    `what` is the end of a sentence that says what the rule does, and on which line.
    """
    codes = {rule.__code__: rule for rule in rules}
    at = {"place": None, "bad": None}

    def watch(frame, event, _):
        if frame.f_code not in codes:
            return None
        if at["bad"] is None and not np.isfinite(table).all():
            at["bad"] = at["place"]
        at["place"] = codes[frame.f_code], frame.f_lineno
        return watch

    what = "yields a number that is not finite"
    outer = sys.gettrace()
    sys.settrace(watch)
    try:
        play()
    except Exception as error:
        what = f"raised {type(error).__name__}: {error}"
        at["bad"] = at["place"]
    finally:
        sys.settrace(outer)
    if what.startswith("yields") and np.isfinite(table).all():
        return rules[0].__name__, "fails when it is compiled, though not in plain Python"
    rule, line = at["bad"] or at["place"] or (rules[0], None)
    return rule.__name__, what + _quoted(rule, line)


def _quoted(rule, line):
    """A line of the rule for a message, as far as its source can be had."""
    if line is None:
        return ""
    source = linecache.getline(rule.__code__.co_filename, line).strip()
    return f", line {line}: {source}" if source else f", line {line}"


def why_not_compiled(rules, error):
    """What keeps one of the rules from being compiled, in a sentence, without Numba's pages."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    telling = r"(NameError|Unknown attribute|(?!Failed in).*not |Cannot|Invalid|No )"
    reasons = [line for line in lines if re.match(telling, line)]
    reason = re.sub(r"(\.? Raised from|, defined at) .*", "", (reasons or lines)[0]).rstrip(".:")
    places = re.findall(r'(?:File "|Raised from )([^"]+?)(?:", line | \()(\d+)', str(error))
    if unknown := re.match(r"NameError: name '(\w+)'", reason):  # which comes without a place
        places = [place for rule in rules for place in _uses(rule, unknown[1])]
    rule, line = _place(rules, places)
    return f"the rule {rule.__name__} cannot be compiled{_quoted(rule, line)}; {reason}"


def _uses(rule, name):
    """The places, (file, line), where a rule uses a global name."""
    code = rule.__code__
    found = [i for i in dis.get_instructions(code) if i.argval == name]
    return [(code.co_filename, i.positions.lineno) for i in found]


def _place(rules, places):
    """(rule, line) of the last of the places, (file, line), that is in a rule; line may be None."""
    for file, line in reversed(places):
        for rule in rules:
            lines = {number for *_, number in rule.__code__.co_lines() if number}
            # Numba shortens the folders before the name of the file.
            if Path(file).name == Path(rule.__code__.co_filename).name and int(line) in lines:
                return rule, int(line)
    return rules[0], None
