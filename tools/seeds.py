"""Check whether numbers that lessons take from one seed are typical: `python run.py seeds`.

The cells that read a seed, and those that use what these made, run again with 200 other seeds. Each
number that they print is compared with the same number of the other seeds. A table in data/seeds
has a line for each such number: the middle 95 % of the other seeds, and whether the lesson's number
lies in it. Means of many seeds are left as they are. All lessons take hours.
"""

import ast
import csv
import io
import os
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from functools import partial
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
SEED_STEP = 1_000
"""Distance between the seeds of two runs: more than any range of seeds in a lesson."""
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:,\d{3})*(?:\.\d+)?")
CONTEXT_LETTERS = 40
"""Number of letters before a number that are kept, to identify it."""


def main(arguments):
    """Write the tables of these lessons, by default of all; return the exit status."""
    for path in lessons():
        if not arguments or path.stem[:2] in arguments:
            text = io.StringIO()
            csv.writer(text, lineterminator="\n").writerows([COLUMNS, *compared(path)])
            write_all({OUT / f"{path.stem[:2]}.csv": text.getvalue()})
    return 0


def compared(path):
    """Return the lines of one lesson."""
    cells = [cell for cell in read(path)["cells"] if cell["cell_type"] == "code"]
    sources = {cell["id"]: source(cell) for cell in cells}
    offsets = SEED_STEP * np.arange(1, N_SEEDS + 1)
    with ProcessPoolExecutor(cores()) as pool:
        parts = list(pool.map(partial(printed, sources), np.array_split(offsets, cores())))
    own = parts[0][0]
    others = [texts for part in parts for texts in part[1:]]
    return [
        (path.stem[:2], id, *line)
        for id, text in own.items()
        for line in numbers_beside(text, [texts[id] for texts in others])
    ]


def printed(sources, offsets):
    """Return what the cells that a seed reaches print, [{id: text}, ...].

    The first dict is printed with the lesson's seeds, each other with one of `offsets` added to
    them. Cells that no seed reaches run once.
    """
    import tttlearn as ttt

    plt.switch_backend("Agg")
    captions_only = patch.object(ttt, "show_figure", lambda ax, caption: print(caption))
    with patch.dict(os.environ, {MASTER: "1"}), captions_only:
        return list(_runs(sources, offsets))


def _runs(sources, offsets):
    reached, names, made = reached_by_seeds(sources), {}, {}
    for offset in (0, *offsets):
        texts = {}
        for id, code in sources.items():
            if offset and id not in reached:
                names.update(made[id])  # a later cell may have used the same name for another thing
                continue
            before = dict(names)
            tree = OtherSeeds(int(offset)).visit(ast.parse(code))
            with redirect_stdout(io.StringIO()) as text:
                exec(compile(ast.fix_missing_locations(tree), id, "exec"), names)
            plt.close("all")
            made[id] = {name: names[name] for name in names if before.get(name) is not names[name]}
            if id in reached:
                texts[id] = text.getvalue()
        yield texts


def is_seed(node):
    """Whether a node of the syntax tree sets one seed: SEED = 2, seed=6 or default_rng(0)."""
    if isinstance(node, ast.Assign):
        return getattr(node.targets[0], "id", "") == "SEED"
    if isinstance(node, ast.Call):
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        return called == "default_rng" and bool(node.args) and _whole(node.args[0])
    return isinstance(node, ast.keyword) and node.arg == "seed" and _whole(node.value)


def _whole(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


class OtherSeeds(ast.NodeTransformer):
    """Transformer of syntax trees that adds a number to each seed."""

    def __init__(self, offset):
        self.offset = offset

    def generic_visit(self, node):
        """Change the node if it sets a seed, and what is below it."""
        super().generic_visit(node)
        if is_seed(node):
            constant = node.args[0] if isinstance(node, ast.Call) else node.value
            constant.value += self.offset
        return node


def reached_by_seeds(sources):
    """Return the ids of the cells that set a seed or use a name that such a cell has made."""
    ids, names = set(), set()
    for id, code in sources.items():
        nodes = list(ast.walk(ast.parse(code)))
        used = {node.id for node in nodes if isinstance(node, ast.Name)}
        if used & names or any(map(is_seed, nodes)):
            ids.add(id)
            made = (ast.FunctionDef, ast.ClassDef)
            names |= {node.name for node in nodes if isinstance(node, made)}
            names |= {node.id for node in nodes if isinstance(node, ast.Name)
                      and isinstance(node.ctx, ast.Store)}  # fmt: skip
            # A method may change what it is called on, as in learner.learn(100).
            names |= {node.func.value.id for node in nodes if isinstance(node, ast.Call)
                      and isinstance(node.func, ast.Attribute)
                      and isinstance(node.func.value, ast.Name)} - MODULES  # fmt: skip
    return ids


MODULES = {"ttt", "np", "pd", "plt", "sns", "ax", "axes", "check", "built", "recipes"}
"""Names that lessons call functions of, and that no call changes."""


def numbers_beside(text, others):
    """Yield a line for each number of a text that differs in some of the other texts.

    A text with more or fewer numbers has other content and does not count.
    """
    matches = list(NUMBER.finditer(text))
    rows = [NUMBER.findall(other) for other in others]
    table = np.array([list(map(_value, row)) for row in rows if len(row) == len(matches)])
    for k, match in enumerate(matches):
        if len(table) and np.ptp(values := table[:, k]) > 0:
            low, middle, high = np.quantile(values, [0.025, 0.5, 0.975])
            own = _value(match[0])
            before = " ".join(text[: match.start()][-CONTEXT_LETTERS:].split())
            which = f"number {k + 1}, after: {before}"
            inside = "yes" if low <= own <= high else "no"
            yield (which, match[0], *(f"{quantile:g}" for quantile in (low, middle, high)),
                   len(table), inside)  # fmt: skip


def _value(text):
    return float(text.replace(",", ""))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
