"""Enter the solutions of lessons as a learner's answers, in a notebook's shell.

It is run as a program. Of each lesson those cells are run that the answers need which are
functions; then the cells of their checks, which take no time here: every answer passes.
"""

import ast
import sys

from IPython.core.interactiveshell import InteractiveShell

from tools.lesson_names import bound, uses
from tools.masters import lessons, read, source, tags
from tttlearn.course.exercises import answers, shell
from tttlearn.course.exercises.verdicts import CORRECT, Verdict

GIVEN = "mine_10k", "seen"
"""Names of values that take many games to make; placeholders replace them here."""


def cells_of(path):
    """Return the sources of the cells to run of a lesson, in order."""
    cells = [cell for cell in read(path)["cells"] if cell["cell_type"] == "code"]
    solved = iter([cell for cell in cells if "solution" in tags(cell)])
    cells = [
        _answered(cell, next(solved)) if "exercise" in tags(cell) else cell
        for cell in cells
        if "solution" not in tags(cell)
    ]
    needs = {i: set() for i in range(len(cells))}
    for use in uses(cells)[0]:
        needs[use.used] |= {use.by} - {use.used} if use.name not in GIVEN else set()
    functions = {i for i, cell in enumerate(cells) if "answers" in cell}
    wanted, todo = {0}, list(functions)
    while todo:
        wanted.add(todo[-1])
        todo += needs[todo.pop()] - wanted
    checks = {i for i, c in enumerate(cells) if "check" in tags(c) and needs[i] & functions}
    return [source(cells[i]) for i in sorted(wanted | checks)]


def _answered(cell, solution):
    """Return a cell of an exercise with the solution as its answer, under the requested name."""
    body = source(solution).removeprefix("# Solution\n").replace("_solution", "")
    nodes = ast.parse(body).body
    if not any(isinstance(node, ast.FunctionDef) for node in nodes):
        return cell
    body = "\n".join(body.split("\n")[: nodes[-1].lineno - 1])  # without the check
    own = bound({"source": body})
    above = [ast.unparse(node) for node in ast.parse(source(cell)).body]
    above = [text for text in above if not bound({"source": text}) & own]
    return {**cell, "source": "\n".join([*above, body]), "answers": True}


def main(numbers):
    """Run the cells of these lessons; what they print is what a learner sees."""
    notebook = InteractiveShell.instance()
    shell.watch()
    answers._verdict = lambda number, check, given: Verdict(number, CORRECT, "")
    clean = set(notebook.user_ns)
    for path in [path for path in lessons() if path.name[:2] in numbers]:
        for name in set(notebook.user_ns) - clean:
            del notebook.user_ns[name]
        notebook.user_ns |= dict.fromkeys(GIVEN, object())
        for cell in cells_of(path):
            notebook.run_cell(cell, store_history=True).raise_error()


if __name__ == "__main__":
    main(sys.argv[1:])
