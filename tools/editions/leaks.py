"""Find solutions where students could read them: `leaks(masters, editions)`.

A solution is recognized by its distinctive lines: two that follow each other, a long one, whatever
name its value is given, the list or tuple that it gives, or all of it when it is short. Case and
white space do not count, nor does the ending `_solution` of a name, and what is written in base64
is read. What the lesson itself shows before is no secret: code above, and single lines in hints and
in the code of a sentence.
"""

import base64
import json
import re
from collections import namedtuple
from itertools import pairwise

from tools.masters import tags

# Numbers of letters; shorter pieces, such as `return values[name]`, occur by chance.
LONG_LINE, TWO_LINES, ALL_LINES, ANSWER = 36, 30, 12, 10

# Shorter runs of these letters are words.
BASE64 = re.compile(r"[A-Za-z0-9+/]{24,}(?:\n[A-Za-z0-9+/]+)*")
# A run of this length holds a picture's bytes, not words.
BYTES = re.compile(r"[A-Za-z0-9+/]{1000,}")
# The parts of decoded bytes that could be a piece: letters without other bytes between them.
WORDS = re.compile(rf"[^\x00-\x08\x0e-\x1f\ufffd]{{{ANSWER},}}")
ANSWERS = re.compile(r"^\w+_solution = ([\[{(\d].+)$", re.MULTILINE)

REMAINS = {
    **{
        f"tttlearn/course/exercises/built_{lesson}.py": (
            lesson,
            "what later cells of the lesson use, whether or not its exercises are solved",
        )
        for lesson in ("01", "02", "08", "09", "10", "11", "12")
    },
    "tttlearn/course/exercises/built_rules.py": ("05 06 07", "the same, of rules of learning"),
    "tttlearn/course/exercises/lesson_00.py": (
        "00",
        "the check compares the words that are entered",
    ),
    "tttlearn/course/exercises/lesson_06.py": ("06", "the check compares the reason that is given"),
    "tttlearn/course/exercises/double_faults.py": (
        "06 07",
        "a known wrong rule, right in these lines",
    ),
    "tttlearn/course/articles/antirez/targets.py": (
        "08",
        "the program's update, with which its network plays Connect Four",
    ),
    "tttlearn/learn/td.py": ("05", "the package's TD, with which it trains, and checks compare"),
    "tttlearn/learn/qlearning.py": ("07", "the package's double Q-learning, likewise"),
}
"""{file of the students' package with solutions: (their lessons, why they cannot be removed)}. A
student who looks for these can find them, some of them in the site's view of the source; that is
accepted."""

Leak = namedtuple("Leak", "solution file place text")
Piece = namedtuple("Piece", "lesson cell text")


def leaks(masters, texts):
    """Return where a solution of `masters` can be read in `texts`, a list of Leaks.

    `masters` maps names to master notebooks, in the order of the lessons; `texts` maps file names
    to lists of (place, text), as from `notebook_texts`.
    """
    pieces = [piece for name, master in masters.items() for piece in _pieces(name, master)]
    leaked = []
    for file, places in texts.items():
        for place, text in places:
            plain = "\n".join(map(_plain, [BYTES.sub(" ", text), *_decoded(text)]))
            hits = [piece for piece in pieces if piece.text in plain]
            leaked += [Leak(f"{p.lesson}, cell {p.cell}", file, place, p.text) for p in hits]
    return leaked


def notebook_texts(notebook):
    """Yield (place, text) of every text in a notebook: sources, outputs, metadata, attachments."""
    yield from _strings(notebook["metadata"], "metadata")
    for i, cell in enumerate(notebook["cells"]):
        yield f"cell {i}", "".join(cell["source"])
        yield from _strings({k: v for k, v in cell.items() if k != "source"}, f"cell {i}")


def file_texts(name, content):
    """Yield (place, text) of every text in a file of this name, given as bytes."""
    text = content.decode("utf-8")
    if name.endswith(".ipynb"):
        yield from notebook_texts(json.loads(text))
    elif name.endswith(".json"):
        yield from _strings(json.loads(text), "file")
    yield "file", text


def _strings(value, place):
    """Yield (place, text) of every string in a value of JSON, keys too; join lists of lines."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, list) and all(isinstance(item, str) for item in value):
        yield place, "".join(value)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item, place)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _strings([key], place)
            yield from _strings(item, f"{place}, {key}")


def _decoded(text):
    """Return a list of the words that are written in base64 within a text."""
    runs = ("".join(run.split()) for run in BASE64.findall(text))
    whole = (run[: len(run) - (len(run) % 4 == 1)] for run in runs)
    decoded = (base64.b64decode(run + "=" * (-len(run) % 4)) for run in whole)
    return [words for some in decoded for words in WORDS.findall(some.decode("utf-8", "replace"))]


def remains(leak):
    """Return whether a leak is known and has to remain, see REMAINS."""
    lessons, _ = REMAINS.get(leak.file, ("", ""))
    return leak.solution[:2] in lessons.split()


def _pieces(name, master):
    """Yield the distinctive pieces of the solutions of a master, as Pieces."""
    for i, cell in enumerate(master["cells"]):
        if "solution" in tags(cell):
            lines = _significant(cell["source"])
            before, hints = _given(master["cells"][:i])
            values = [re.sub(r"^\w+=(?!=)", "", line) for line in lines]
            longer = [line for line in values if len(line) >= LONG_LINE and line not in hints]
            pairs = [a + b for a, b in pairwise(lines) if len(a + b) >= TWO_LINES]
            whole = ["".join(lines)] if len("".join(lines)) >= ALL_LINES else []
            answers = [a for a in map(_plain, ANSWERS.findall(cell["source"])) if len(a) >= ANSWER]
            texts = dict.fromkeys([*longer, *pairs, *whole, *answers])
            yield from (Piece(name, i, text) for text in texts if text not in before)


def _given(cells):
    """Return the plain text of the code of some cells, and that of their hints and code in prose.

    Solutions are left out.
    """
    code = [c["source"] for c in cells if c["cell_type"] == "code" and "solution" not in tags(c)]
    prose = [c["source"] for c in cells if c["cell_type"] == "markdown"]
    hints = [source for source in prose if source.startswith("<details>")]
    hints += re.findall(r"`([^`\n]+)`", "\n".join(prose))
    return _plain("\n".join(code)), _plain("\n".join(hints))


def _significant(source):
    """Return a solution's plain lines, without comments, docstrings, `def` and its check."""
    source = re.sub(r"\"\"\".*?\"\"\"", "", source, flags=re.DOTALL)
    lines = [re.sub(r"^\w+_solution\s*=\s*", "", line.strip()) for line in source.splitlines()]
    skipped = re.compile(r"#|def |check\.|@|$")
    return [_plain(line) for line in lines if not skipped.match(line)]


def _plain(text):
    """Return the text without white space, capitals, and the names that only solutions have."""
    return re.sub(r"\s+", "", text).lower().replace("_solution", "")
