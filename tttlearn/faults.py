"""What is wrong with a reader's rule, and on which line: a sentence, not a compiler's pages."""

import linecache
import re
import sys
from pathlib import Path

import numpy as np


class RuleError(ValueError):
    """A rule that cannot be used: it does not compile, fails while it runs, or yields no number."""


def watched(rule, table, play):
    """What the rule does wrong, and at which line, while `play()` plays a game in plain Python."""
    at = {"line": None, "bad": None}

    def watch(frame, event, _):
        if frame.f_code is not rule.__code__:
            return None
        if at["bad"] is None and not np.isfinite(table).all():
            at["bad"] = at["line"]
        at["line"] = frame.f_lineno
        return watch

    what = "yields a number that is not finite"
    outer = sys.gettrace()
    sys.settrace(watch)
    try:
        with np.errstate(all="ignore"):
            play()
    except Exception as error:
        what = f"raised {type(error).__name__}: {error}"
        at["bad"] = at["line"]
    finally:
        sys.settrace(outer)
    return what + _quoted(rule, at["bad"] or at["line"])


def _quoted(rule, line):
    """A line of the rule for a message, as far as its source can be had."""
    if line is None:
        return ""
    source = linecache.getline(rule.__code__.co_filename, line).strip()
    return f", line {line}: {source}" if source else f", line {line}"


def why_not_compiled(rule, error):
    """What keeps a rule from being compiled, in a sentence, without Numba's pages."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    reasons = [line for line in lines if re.match(r"(NameError|.*not |Cannot|Invalid|No )", line)]
    here = Path(rule.__code__.co_filename).name  # Numba shortens the folders before it
    places = re.findall(r'File "([^"]+)", line (\d+)', str(error))
    own = [int(line) for file, line in places if Path(file).name == here]
    reason = (reasons or lines)[0].rstrip(".:")
    line = _quoted(rule, own[-1] if own else None)
    return f"the rule {rule.__name__} cannot be compiled{line}; {reason}"
