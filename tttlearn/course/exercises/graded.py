"""What a lecturer gets of lessons that nbgrader has graded: points for Moodle, topics for a talk.

A topic is an answer that has the very text of the solution, or takes the package's own answer. It
costs no points: short answers are alike by chance, and only a talk can tell.
"""

import ast

from tttlearn.course.exercises.originals import number_of
from tttlearn.course.exercises.sources import names_bound
from tttlearn.support.text import as_csv

ANSWER = "answer-{}"
"""What nbgrader calls the cell of an answer, by the name of its check."""
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
"""The marks between which nbgrader takes out what students do not get."""
BY_CHANCE_LETTERS = 80
"""Shorter texts are the same in many notebooks whose authors never met."""
COURSE = "tttlearn.course"


def topics(lesson, source, handed_in):
    """Return [(number of an exercise, what its answer takes from elsewhere, in a phrase)].

    What cells of the student's own import from the course has the number "".

    lesson: its number, such as "01"
    source: the cells of the assignment's source, as dicts
    handed_in: those of the notebook that was graded
    """
    own = {_grade_id(cell): cell["source"] for cell in handed_in}
    found = []
    for cell in source:
        stub, mark, solution = cell["source"].partition(f"\n{BEGIN}\n")
        if mark and (topic := _topic(stub, solution, own.get(_grade_id(cell), ""))):
            id = f"{lesson}.{_grade_id(cell).removeprefix(ANSWER.format(''))}"
            found.append((number_of(id), topic))
    return found + [("", f"a cell has `{one}`") for one in _own_imports(source, handed_in)]


def _own_imports(source, handed_in):
    """Return the imports from the course, as statements, that the assignment does not have."""
    known = {line.strip() for cell in source for line in cell["source"].splitlines()}
    every = [
        ast.unparse(node)
        for cell in handed_in
        if cell.get("cell_type") == "code" and not _grade_id(cell)
        for node in _nodes(cell["source"])
        if _is_import_from_course(node)
    ]
    return [one for one in dict.fromkeys(every) if one not in known]


def _nodes(source):
    """Return the nodes of a source's syntax tree; none of what is no Python."""
    try:
        return [*ast.walk(ast.parse(source))]
    except (SyntaxError, ValueError):
        return []


def _grade_id(cell):
    return cell["metadata"].get("nbgrader", {}).get("grade_id")


def _topic(stub, solution, answer):
    """Return what an answer takes from elsewhere; "" for nothing, or for what is no Python."""
    try:
        given, right, own = map(_lines, (stub, solution, answer))
    except (SyntaxError, ValueError):
        return ""
    for node in _nodes(answer):
        if _is_the_packages(node, names_bound(stub)) and ast.unparse(node) not in stub:
            return f"takes the package's own: {ast.unparse(node)}"
    text = [line for line in right if line not in given]
    if sum(map(len, text)) >= BY_CHANCE_LETTERS and set(text) <= set(own):
        return "has the text of the solution"
    return ""


def _is_the_packages(node, names):
    """Whether a node of a syntax tree takes what answers an exercise that asks for these names."""
    match node:
        case ast.Import() | ast.ImportFrom():
            return _is_import_from_course(node)
        case ast.Attribute(value=ast.Name(id="built")):
            return True
        case ast.Attribute(value=ast.Name(id="ttt"), attr=name):
            return name in names
    return False


def _is_import_from_course(node):
    match node:
        case ast.Import(names=names):
            return any(alias.name.startswith(COURSE) for alias in names)
        case ast.ImportFrom(module=str(module)):
            return module.startswith(COURSE)
    return False


def _lines(source):
    """Return the lines of a source as Python would write them, without docstrings and comments.

    The ending `_solution` is cut off, and a line that then says nothing is left out.
    """
    tree = ast.parse(source.replace("_solution", ""))
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node):
            node.body[:1] = []
    lines = [line.strip() for line in ast.unparse(tree).splitlines()]
    return [line for line in lines if line and len(set(line.split(" = "))) > line.count(" = ")]


def as_file(rows):
    """Return rows, a list of dicts, as the bytes of a CSV file; None is an empty cell.

    Texts are such that no spreadsheet calculates them.
    """
    import pandas as pd

    return as_csv(pd.DataFrame(rows, dtype=object), index=False)
