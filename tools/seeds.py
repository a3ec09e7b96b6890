"""Check whether numbers that lessons take from one seed are typical: `python run.py seeds`.

The cells that a seed reaches run again with other seeds. Each number that they print is compared
with the number in the same words that other seeds print. A table in data/seeds has a line for each:
the middle 95 % of the other seeds, and whether the lesson's number lies in it. Cells that loop over
seeds stay as they are, and have a line that says so. Lines that another study wrote into a table,
and that do not begin as those of this command, stay in it.
"""

import argparse
import ast
import csv
import dis
import inspect
import io
import os
import re
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from functools import partial
from itertools import pairwise
from unittest.mock import patch

import matplotlib.pyplot as plt
import numpy as np

from tools.masters import ROOT, lessons, read, source
from tools.written import write_all
from tttlearn.course.exercises.record import MASTER
from tttlearn.support.cores import cores

OUT = ROOT / "data" / "seeds"
COLUMNS = ("lesson", "place", "number", "value", "low95", "median", "high95", "seeds", "inside")
N_SEEDS = 200
"""Number of other seeds."""
ALIKE = 20
"""Number of other seeds, at least, that print a number in the same words, to compare it."""
SEED_STEP = 1_000
"""Distance between the seeds of two runs: more than any range of seeds in a lesson."""
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:,\d{3})*(?:\.\d+)?")
PART = re.compile(r"\n|(?<=[;.]) ")
"""Where a printed text is cut into parts, whose words are compared."""
LETTERS = 40
"""Number of letters before a number that are kept, to identify it."""
MADE_HERE = ("number ", "not compared")
"""How the lines of this command begin, which it writes anew."""


def main(arguments):
    """Write the tables of these lessons, by default of all; return the exit status."""
    there = {path.stem[:2]: path for path in lessons()}
    parser = argparse.ArgumentParser(prog="run.py seeds", description=__doc__.partition("\n")[0])
    parser.add_argument(
        "lessons", nargs="*", choices=[*there, "all"], default="all", metavar="LESSON", help="as 05"
    )
    asked = parser.parse_args(arguments).lessons
    for number, path in there.items():
        if "all" in asked or number in asked:
            text = io.StringIO()
            table = OUT / f"{number}.csv"
            rows = [COLUMNS, *of_other_studies(table), *compared(path)]
            csv.writer(text, lineterminator="\n").writerows(rows)
            write_all({table: text.getvalue()})
    return 0


def of_other_studies(table):
    """Return the lines of a table that this command did not write."""
    if not table.exists():
        return []
    with open(table, encoding="utf-8", newline="") as file:
        return [row for row in list(csv.reader(file))[1:] if not row[2].startswith(MADE_HERE)]


def compared(path):
    """Return the lines of one lesson."""
    cells = [cell for cell in read(path)["cells"] if cell["cell_type"] == "code"]
    sources = {cell["id"]: source(cell) for cell in cells}
    number = path.stem[:2]
    offsets = SEED_STEP * np.arange(1, N_SEEDS + 1)
    with ProcessPoolExecutor(cores()) as pool:
        parts = list(pool.map(partial(printed, sources), np.array_split(offsets, cores())))
    own = parts[0][0]
    others = [texts for part in parts for texts in part[1:]]
    lines = [
        (number, id, *line)
        for id, text in own.items()
        for line in numbers_beside(text, [texts[id] for texts in others])
    ]
    several = [id for id in reached_by_seeds(sources) if id not in own]
    said = ("not compared, as the cell takes several seeds", "", "", "", "", 0, "")
    return lines + [(number, id, *said) for id in sorted(several)]


def printed(sources, offsets):
    """Return what the cells that a seed reaches print, [{id: text}, ...].

    The first dict is printed with the lesson's seeds, each other with one of `offsets` added to
    them, and without what the lesson asserts of its own. Cells that no seed reaches, or that take
    several, run once.
    """
    import tttlearn as ttt

    plt.switch_backend("Agg")

    def reveal(id, *answers, **_):  # with another seed the answer need not be one of those offered
        print(f"The answer is {', '.join(map(str, answers))}.")

    as_text = patch.multiple(ttt, show_figure=lambda ax, caption: print(caption), reveal=reveal)
    with patch.dict(os.environ, {MASTER: "1"}), as_text:
        return list(_runs(sources, offsets))


def _runs(sources, offsets):
    several = {id for id, code in sources.items() if takes_several(code)}
    reached, names, made = reached_by_seeds(sources) - several, {}, {}
    known = callables(sources)
    for offset in (0, *offsets):
        texts = {}
        for id, code in sources.items():
            if offset and id not in reached:
                names.update(made[id])  # a later cell may have used the same name for another thing
                continue
            before = dict(names)
            tree = (
                OtherSeeds(int(offset), known).visit(ast.parse(code)) if offset else ast.parse(code)
            )
            with redirect_stdout(io.StringIO()) as text:
                exec(compile(ast.fix_missing_locations(tree), id, "exec"), names)
            plt.close("all")
            made[id] = {name: names[name] for name in names if before.get(name) is not names[name]}
            if id in reached:
                texts[id] = text.getvalue()
        yield texts


def seed_of(node, names):
    """Return the constant with which a node of the syntax tree sets one seed, or None.

    So it is in `SEED = 2`, in `f(seed=6)`, and in `f(6)` if the first parameter of f is `seed`;
    `names` has the functions, as `callables` returns them.
    """
    if isinstance(node, ast.Call):
        given = _by_position(node, names)
    elif isinstance(node, ast.Assign):
        given = node.value if getattr(node.targets[0], "id", "") == "SEED" else None
    else:
        given = node.value if isinstance(node, ast.keyword) and node.arg == "seed" else None
    return given if isinstance(given, ast.Constant) and isinstance(given.value, int) else None


def _by_position(call, names):
    """Return what a call hands over as `seed` by its position, or None."""
    plain = all(isinstance(n, ast.Name | ast.Attribute | ast.Load) for n in ast.walk(call.func))
    if not plain or any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    try:
        called = eval(compile(ast.Expression(call.func), "", "eval"), names)
        return inspect.signature(called).bind_partial(*call.args).arguments.get("seed")
    except (NameError, AttributeError, TypeError, ValueError):  # unknown, or without a signature
        return None


def callables(sources):
    """Return what cells import, by name, and for each of their functions one with its parameters.

    It lacks those that are given by keyword only.
    """
    names = {}
    for code in sources.values():
        for statement in ast.parse(code).body:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                exec(compile(ast.Module([statement], []), "", "exec"), names)
            elif isinstance(statement, ast.FunctionDef):
                given = statement.args.posonlyargs + statement.args.args
                names[statement.name] = eval(f"lambda {', '.join(one.arg for one in given)}: 0")
    return names


class OtherSeeds(ast.NodeTransformer):
    """Transformer of syntax trees that adds a number to each seed, and asserts nothing."""

    def __init__(self, offset, names):
        self.offset, self.names = offset, names

    def visit_Assert(self, node):
        """Leave out what may hold for the lesson's own seed alone."""
        return ast.copy_location(ast.Pass(), node)

    def generic_visit(self, node):
        """Change the node if it sets a seed, and what is below it."""
        super().generic_visit(node)
        if constant := seed_of(node, self.names):
            constant.value += self.offset
        return node


def takes_several(code):
    """Whether the code loops over seeds, or hands over several."""
    return any(
        (isinstance(node, ast.For | ast.comprehension) and getattr(node.target, "id", "") == "seed")
        or (isinstance(node, ast.keyword) and node.arg == "seeds")
        for node in ast.walk(ast.parse(code))
    )


def reached_by_seeds(sources):
    """Return the ids of the cells that set a seed or use a name that a seed has reached.

    A seed reaches what a statement makes if it is set there, or if a name used there is reached.
    """
    ids, names, modules, known = set(), set(), set(), callables(sources)
    for id, code in sources.items():
        for statement in ast.parse(code).body:
            used, made = taken_and_made(statement)
            if isinstance(statement, ast.Import | ast.ImportFrom):
                modules |= made
            elif used & names or any(seed_of(node, known) for node in ast.walk(statement)):
                ids.add(id)
                names |= made | changed(statement) - modules
            else:
                names -= made
    return ids


def taken_and_made(statement):
    """Return the names that a statement takes from those before it, and the names it makes."""
    taken, made = set(), set()
    codes = [compile(ast.Module([statement], []), "", "exec")]
    for code in codes:
        for instruction in dis.get_instructions(code):
            if instruction.opname == "STORE_NAME":
                made.add(instruction.argval)
            elif instruction.opname in ("LOAD_NAME", "LOAD_GLOBAL"):
                taken |= {instruction.argval} - made
            elif hasattr(instruction.argval, "co_code"):
                codes.append(instruction.argval)  # the body of a function, for later
    return taken, made


def changed(statement):
    """Return the names of what a statement may change: `learner.learn(9)`, `table[3] = 1`."""
    names = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            node = node.func
        elif not isinstance(getattr(node, "ctx", None), ast.Store):
            continue
        while hasattr(node, "value"):
            node = node.value
        names |= {node.id} if isinstance(node, ast.Name) else set()
    return names


def numbers_beside(text, others):
    """Yield a line for each number of a text that differs in some of the other texts.

    Compared are parts with the same words, in their order. A list with another number of numbers is
    another part.
    """
    rows = [by_words(other) for other in others]
    for part, matches in by_words(text).items():
        alike = [list(map(_value, row[part])) for row in rows if part in row]
        if len(alike) < min(ALIKE, len(others)):
            yield (f"not compared, as the words vary: {part[0]}", "", "", "", "", len(alike), "")
            continue
        for match, values in zip(matches, np.transpose(alike), strict=True):
            if np.ptp(values) > 0:
                yield beside(match, values)


def by_words(text):
    """Return the numbers of each part of a text: {(its words, which part): matches}.

    Parts with the same words are counted; a part of numbers alone is known by its place only.
    """
    parts, often = {}, Counter()
    ends = [*(match.start() for match in PART.finditer(text)), len(text)]
    for place, (start, end) in enumerate(pairwise([0, *ends])):
        if matches := list(NUMBER.finditer(text, start, end)):
            words = " ".join(NUMBER.sub("#", text[start:end]).split())
            parts[words, often[words] if re.search(r"[^\W\d_]", words) else place] = matches
            often[words] += 1
    return parts


def beside(match, values):
    """Return the line of one number beside those of other seeds."""
    low, middle, high = np.quantile(values, [0.025, 0.5, 0.975])
    before = " ".join(match.string[: match.start()][-LETTERS:].split())
    k = len(NUMBER.findall(match.string[: match.start()])) + 1
    inside = "yes" if low <= _value(match) <= high else "no"
    said = (f"{quantile:g}" for quantile in (low, middle, high))
    return (f"number {k}, after: {before}", match[0], *said, len(values), inside)


def _value(match):
    return float(match[0].replace(",", ""))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
