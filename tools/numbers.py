"""The numbers of exercises and predictions: each means one thing, for good.

A learner's record says that 05.2 is passed, and must not come to mean another exercise. So
`numbers.tsv` among the tests has a line for each number that was ever given, with its title or
question. `python run.py readme` adds a line for each new number and leaves all others as they are;
a test holds the lessons to them.
"""

import ast
import re

from tools.masters import ROOT, lessons, read, tags
from tools.teaching_notes import without_notes

FILE = ROOT / "tests" / "lessons" / "numbers.tsv"
CURE = f"what is new takes a number that {FILE.name} lacks; other words for the same go there, too"
EXERCISE = re.compile(r"^### Exercise (\d\d\.\d+): (.+)$", re.MULTILINE)


def asked(cells):
    """[(number, title or question)] of the exercises and predictions of a lesson, in order."""
    found = []
    for cell in without_notes(cells):
        if cell["cell_type"] == "markdown":
            found += EXERCISE.findall(cell["source"])
        elif "predict" in tags(cell):
            calls = [node for node in ast.walk(ast.parse(cell["source"])) if _asks(node)]
            found += [tuple(map(ast.literal_eval, call.args[:2])) for call in calls]
    return found


def _asks(node):
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "ttt.predict"


def problems(lesson, found, text):
    """What is wrong with the numbers that a lesson such as "05" has given, sentences.

    found: what it asks, as from `asked`
    text: that of the file
    """
    known = dict(line.split("\t") for line in text.splitlines())
    numbers = [number for number, _ in found]
    for number in sorted({one for one in numbers if numbers.count(one) > 1}):
        yield f"{number} is given twice"
    for number, words in found:
        if number[:2] != lesson:
            yield f"{number} stands in lesson {lesson}"
        elif number not in known:
            yield f"{number} is new: `python run.py readme` enters it in {FILE.name}"
        elif known[number] != words:
            yield f"{number} means {known[number]!r}, not {words!r}: {CURE}"


def with_new(text):
    """The text of the file with a line for each number of the lessons that it lacks."""
    lines = text.splitlines()
    known = {line.split("\t")[0] for line in lines}
    given = [one for path in lessons() for one in asked(read(path)["cells"])]
    lines += [f"{number}\t{words}" for number, words in given if number not in known]
    return "".join(f"{line}\n" for line in sorted(lines, key=_place))


def _place(line):
    """What the lines are sorted by: lessons, in each its exercises, and then its predictions."""
    lesson, number = line.split("\t")[0].split(".")
    return lesson, number.startswith("p"), int(number.removeprefix("p"))
