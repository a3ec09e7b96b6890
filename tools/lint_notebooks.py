"""Check the rules for notebooks that no other tool checks: `problems(path)`.

nbval compares outputs; it does not see that a cell was never run, that a figure has no alternative
text, or that a sentence quotes a number that no cell prints. docs/writing_lessons.md lists the
rules. Those about the parts of a lesson hold for lessons only, the others for the glossary, too.
"""

import ast
import json
import re
import statistics
from itertools import pairwise, takewhile

from tools import english, lesson_names, lesson_work, minutes, teaching_notes
from tools.asked import calls, is_code
from tools.masters import is_lesson, source, tags
from tttlearn.course.exercises.student import ANSWERS_TOO

CELL_TAGS = {
    *("setup", "predict", "exercise", "check", "solution", "figure", "board", "quiz"),
    *("teaching-notes", "nbval-ignore-output", ANSWERS_TOO),
}
COLLAPSED = {"source_hidden": True, "outputs_hidden": True}
METADATA = {"title", "minutes", "run_seconds", "needs", "summary"}
WAYS = ("core", "excursion")
"""A lesson is on the core path, each of whose lessons needs only those, or an excursion from it."""
MAX_CELL_LINES, MAX_MEDIAN_LINES = 25, 4
MIN_WRITTEN_SHARE = 0.4
MAX_TEXT_CHARACTERS, MAX_PICTURE_CHARACTERS, MAX_NOTEBOOK_CHARACTERS = 4_000, 200_000, 2_000_000

VOLATILE = {
    "an absolute path": r"(?<![\w.:/])/(?:home|root|tmp|usr|Users|work|var|opt)/|\b[A-Z]:\\",
    "a memory address": r"\b0x[0-9a-fA-F]{6,}",
    "a timing": r"Wall time|CPU times|\b\d+(?:\.\d+)? ?(?:ms|µs|us|ns|seconds|s)\b|games/s",
}
# Some editors run a notebook in another folder than its own, where a relative path would fail.
RELATIVE = re.compile(
    r"""(?<!data_path\()["'](?:\.\.?/|data/|[\w-]+\.(?:csv|jsonl)["'])|\bglob\("""
)
NUMBER = re.compile(r"(?<![\w.,/])\d+(?:,\d{3})*(?:\.\d+)?(?:/\d+(?:,\d{3})*)?")


def problems(path):
    """Return what is wrong with the notebook at `path`, a list of sentences that name the cell."""
    text = path.read_text(encoding="utf-8")
    notebook = json.loads(text)
    cells = notebook["cells"]
    sentences = [*_notebook_problems(notebook, len(text))]
    sentences += [f"cell {i}: {p}" for i, cell in enumerate(cells) for p in _cell_problems(cell)]
    # The notes repeat the headings of exercises, and their minutes are not computed by any cell.
    own = teaching_notes.without_notes(cells)
    sentences += [*_heading_problems(own), *_execution_problems(cells), *_number_problems(own)]
    if is_lesson(path):
        sentences += [
            *_lesson_problems(notebook),
            *_work_problems(notebook),
            *_objective_problems(own),
        ]
        sentences += [*_exercise_problems(own), *_prediction_problems(own, path.stem[:2])]
        sentences += [*_quiz_problems(own), *lesson_names.problems(own)]
        first_lesson = notebook["metadata"].get("tttlearn", {}).get("needs") == []
        sentences += teaching_notes.problems(cells, first_lesson)
    return sentences


def code_cells(cells):
    """Return the code cells that are not empty."""
    return [cell for cell in cells if cell["cell_type"] == "code" and source(cell).strip()]


def output_texts(cell):
    """Yield the texts of a code cell's outputs that nbval compares."""
    for output in cell.get("outputs", []):
        if "text" in output:
            yield "".join(output["text"])
        for kind, data in output.get("data", {}).items():
            if kind in ("text/plain", "text/html", "text/markdown"):
                yield "".join(data)


def _notebook_problems(notebook, size):
    if "widgets" in notebook["metadata"]:
        yield "metadata.widgets is saved; run `python run.py execute` on the notebook"
    if size > MAX_NOTEBOOK_CHARACTERS:
        yield f"the file has {size:,} bytes, more than {MAX_NOTEBOOK_CHARACTERS:,}"


def _lesson_problems(notebook):
    about = notebook["metadata"].get("tttlearn", {})
    if METADATA - set(about):
        yield f"metadata.tttlearn lacks {sorted(METADATA - set(about))}"
    if about.get("way") not in WAYS:
        yield f"metadata.tttlearn has the way {about.get('way')!r}, none of {WAYS}"
    read = filter(lesson_work.is_open, notebook["cells"])
    lengths = [source(cell).strip().count("\n") + 1 for cell in read]
    if lengths and statistics.median(lengths) > MAX_MEDIAN_LINES:
        yield f"the median of the cells that are read has more than {MAX_MEDIAN_LINES} lines"


def _work_problems(notebook):
    """Check how much a core asks of its reader; skip lessons that have no "## Further" yet."""
    cells = notebook["cells"]
    if "Further" not in [text for _, text in _headings(cells)]:
        return
    work = lesson_work.work(cells)
    if work.share < MIN_WRITTEN_SHARE:
        least = f"{MIN_WRITTEN_SHARE:.0%}"
        yield f"of the core's open code the reader writes {work.share:.0%}, not {least}"
    yield from minutes.problems(notebook)


def _cell_problems(cell):
    unknown = tags(cell) - CELL_TAGS
    if unknown:
        yield f"the tags {sorted(unknown)} are not in the list {sorted(CELL_TAGS)}"
    if cell["cell_type"] == "markdown":
        yield from _markdown_problems(source(cell))
    elif cell["cell_type"] == "code":
        yield from _code_problems(cell)


def _markdown_problems(text):
    if re.search(r"!\[[^]]*\]\(https?:|<img[^>]+src=.https?:", text):
        yield "a picture is fetched from the network"
    if re.search(r"!\[\s*\]\(|<img(?![^>]*alt=)", text):
        yield "a picture has no alternative text"
    if re.search(r"\[(?:here|this|link)\]\(", text, re.IGNORECASE):
        yield "a link's words do not say where it leads"
    if re.search(r"\b(?:we|let us)\b", re.sub(r'"[^"]*"', "", text), re.IGNORECASE):
        yield "it says we; a lesson speaks to one reader"
    yield from english.complaints(text)


def _code_problems(cell):
    text = source(cell)
    if text.rstrip().endswith(";"):
        yield "ends in a semicolon, which nbval does not honour"
    if text.strip().count("\n") + 1 > MAX_CELL_LINES:
        yield f"has more than {MAX_CELL_LINES} lines"
    if re.search(r"^\s*%|\binput\(|https?://", text, re.MULTILINE):
        yield "uses a magic command, asks for input or names a network address"
    if match := RELATIVE.search(text):
        yield f"reads beside the notebook, {match.group()!r}: ttt.data_path(...) finds it anywhere"
    if "show_figure(" in text and "title" not in text:
        yield "a figure has no title that says what is seen"
    for output in cell.get("outputs", []):
        yield from _output_problems(cell, output)
    yield from _text_problems(cell)


def _output_problems(cell, output):
    if output["output_type"] == "error":
        yield f"holds an error output: {output['ename']}"
    data = output.get("data", {})
    if "image/svg+xml" in data:
        yield "holds an SVG picture, which code hosts strip; use PNG"
    if "application/vnd.jupyter.widget-view+json" in data and "image/png" not in data:
        yield "shows a widget without a static twin"
    if "image/png" in data:
        alt = output.get("metadata", {}).get("image/png", {}).get("alt", "")
        if len(alt) < 20:
            yield f"a picture has no alternative text that says something: {alt!r}"
        if len(data["image/png"]) > MAX_PICTURE_CHARACTERS:
            yield f"a picture has more than {MAX_PICTURE_CHARACTERS:,} characters"
        if "board" not in tags(cell) and "Figure: " not in "".join(output_texts(cell)):
            yield "a figure has no caption under it; end with show_figure(ax, caption)"


def _text_problems(cell):
    text = "\n".join(output_texts(cell))
    if len(text) > MAX_TEXT_CHARACTERS:
        yield f"prints {len(text):,} characters, more than {MAX_TEXT_CHARACTERS:,}"
    for kind, pattern in VOLATILE.items():
        match = re.search(pattern, text)
        if match and "nbval-ignore-output" not in tags(cell):
            yield f"{kind} in the output: {match.group()!r}"


def _execution_problems(cells):
    counts = [cell.get("execution_count") for cell in code_cells(cells)]
    if counts != list(range(1, len(counts) + 1)):
        yield f"not executed top to bottom from a fresh kernel: counts {counts}"


def _headings(cells):
    """Yield (level, text) of each Markdown heading, in order; fenced code does not count."""
    for cell in cells:
        if cell["cell_type"] == "markdown":
            prose = re.sub(r"```.*?```", "", source(cell), flags=re.DOTALL)
            for marks, text in re.findall(r"^(#+) +(.+)$", prose, re.MULTILINE):
                yield len(marks), text


def _heading_problems(cells):
    headings = list(_headings(cells))
    if [level for level, _ in headings].count(1) != 1 or headings[0][0] != 1:
        yield "there must be exactly one H1, and it comes first"
    for (above, _), (level, text) in pairwise(headings):
        if level > above + 1:
            yield f"the heading {text!r} skips a level"


def _objective_problems(cells):
    """Check that each objective names exercises that exist, and each exercise is named."""
    prose = "\n".join(source(cell) for cell in cells if cell["cell_type"] == "markdown")
    section = re.search(r"^## Objectives\n(.*?)(?=^#|\Z)", prose, re.DOTALL | re.MULTILINE)
    if not section:
        yield "there is no section '## Objectives'"
        return
    bullets = re.findall(r"^[-*] .+(?:\n  .+)*", section[1], re.MULTILINE)
    if not 3 <= len(bullets) <= 5:
        yield f"there are {len(bullets)} objectives, not 3 to 5"
    exercises = {n for _, t in _headings(cells) for n in re.findall(r"^Exercise (\d+\.\d+)", t)}
    named = [set(re.findall(r"\d+\.\d+", b[b.rfind("(") :])) for b in bullets]
    for bullet, numbers in zip(bullets, named, strict=True):
        if not numbers or numbers - exercises:
            yield f"the objective names no exercise of this lesson in brackets: {bullet!r}"
    if exercises - set().union(*named):
        yield f"the exercises {sorted(exercises - set().union(*named))} serve no objective"


def _exercise_problems(cells):
    """Check each exercise: a stub, a check, a hint in <details>, a collapsed solution, in order."""
    marked = [(i, tag) for i, cell in enumerate(cells) for tag in tags(cell)]
    order = [(i, tag) for i, tag in marked if tag in ("exercise", "check", "solution")]
    if [tag for _, tag in order] != ["exercise", "check", "solution"] * (len(order) // 3):
        yield f"exercise, check and solution cells are not in turn: {order}"
        return
    for (stub, _), (check, _), (solution, _) in zip(*[iter(order)] * 3, strict=True):
        between = "".join(source(cell) for cell in cells[check:solution])
        if "..." not in source(cells[stub]):
            yield f"cell {stub}: an exercise without `...`"
        if "<details>" not in between:
            yield f"cell {check}: no hint in <details> between the check and the solution"
        if cells[solution]["metadata"].get("jupyter") != COLLAPSED:
            yield f"cell {solution}: the solution is not collapsed; its metadata lack {COLLAPSED}"


def _prediction_problems(cells, lesson):
    """Check that each prediction has its own number and cell, and is revealed later."""
    asked, shown = _calls(cells, "predict"), _calls(cells, "reveal")
    ids = [id for _, id in asked]
    own = {id for id in ids if re.fullmatch(rf"{lesson}\.p[1-9]\d?", str(id))}
    if len(own) < len(ids):
        yield f"predictions are {lesson}.p1 and so on, each once, not {ids}"
    for i, id in asked:
        statements = ast.parse(source(cells[i])).body
        if "predict" not in tags(cells[i]) or len(statements) != 1 or "guess=" in source(cells[i]):
            yield f"cell {i}: ttt.predict stands alone in a cell with the tag predict, unanswered"
        if [after > i for after, other in shown if other == id] != [True]:
            yield f"cell {i}: a later cell, and only one, has ttt.reveal({id!r}, ...)"
    for i in {i for i, cell in enumerate(cells) if "predict" in tags(cell)} - {i for i, _ in asked}:
        yield f"cell {i}: it has the tag predict and no ttt.predict"
    for id in {id for _, id in shown} - set(ids):
        yield f"ttt.reveal({id!r}, ...) has no ttt.predict"
    for i, cell in enumerate(cells):
        below = takewhile(lambda one: one["cell_type"] == "code", cells[i + 1 :])
        if "**Predict.**" in source(cell) and not any("predict" in tags(one) for one in below):
            yield f"cell {i}: **Predict.** has no form below it; a question without one is prose"


def _calls(cells, name):
    """Return (cell, first argument) of each call of this function of the package, in order."""
    naming = [i for i, cell in enumerate(cells) if is_code(cell) and f"ttt.{name}(" in source(cell)]
    return [
        (i, ast.literal_eval(call.args[0]) if call.args else None)
        for i in naming
        for call in calls(cells[i], name)
    ]


def _quiz_problems(cells):
    quizzes = [source(cell) for cell in cells if "quiz" in tags(cell)]
    questions = [q for quiz in quizzes for q in re.split(r"\*\*Question \d+\.", quiz)[1:]]
    if len(questions) != 3:
        yield f"there are {len(questions)} quiz questions, not 3"
    for number, question in enumerate(questions, 1):
        verdicts = re.findall(r"</summary>\s*(Right|Wrong)\b", question)
        if len(verdicts) < 3 or verdicts.count("Right") != 1:
            yield f"quiz question {number} needs 3 options or more, one of them right: {verdicts}"


def _number_problems(cells):
    """Check that each number in a sentence is in code or output of the same section."""
    section, facts = [], []
    for i, cell in enumerate(cells):
        if cell["cell_type"] == "markdown" and re.search(r"^## ", source(cell), re.MULTILINE):
            yield from _unbound(section, facts)
            section, facts = [], []
        section.append((i, cell))
        facts += cell["metadata"].get("tttlearn", {}).get("facts", {})
    yield from _unbound(section, facts)


def _unbound(section, facts):
    code = [cell for _, cell in section if cell["cell_type"] == "code"]
    texts = [t for cell in code for t in (source(cell).replace("_", ""), *output_texts(cell))]
    bound = {_plain(n) for text in [*texts, *facts] for n in NUMBER.findall(text)}
    for i, cell in section:
        if i > 0 and cell["cell_type"] == "markdown" and "## References" not in source(cell):
            for number in NUMBER.findall(prose(source(cell))):
                if _plain(number) not in bound and not re.fullmatch(r"\d", number):
                    yield f"cell {i}: the number {number} is neither set nor shown by a cell nearby"


def _plain(number):
    return number.replace(",", "")


LABEL = r"\b(?:lessons?|exercises?|question|objective) (?:\d+(?:\.\d+)?(?:, | and | to )?)+"
NOT_PROSE = (
    *(r"(?s)```.*?```", r"`[^`]*`", r"(?s)\$\$.*?\$\$", r"\$[^$]*\$"),
    *(r"\[\d\d\]\([^)]*\)", r"\]\([^)]*\)", r"<[^>]+>"),
    *(f"(?i){LABEL}", r"(?m)^#+ .*$", r"(?m)^\s*\d+\. "),
    minutes.LINE,
)


def prose(text):
    """Return the text without what is not a sentence: code, formulas, addresses, tags, labels."""
    for pattern in NOT_PROSE:
        text = re.sub(pattern, " ", text)
    return text
