"""Check a lesson in its kernel while nbval runs it, so that each lesson is executed once.

The cells that nbval runs are those of the master. Between them the names are made those of the
student edition, as its readers will have them:

- what a solution has bound is taken away again, and what stands in its place for students is run;
- a rule that students get from the package takes the place of the one that is typed out, which
  only the first cell that relies on it meets too, and with which it prints the same;
- after an exercise, all names that learners use for their own have another meaning.

So nbval's comparison with the saved outputs is one of both editions. What goes wrong here is
printed, and so is an output that was not saved. After the last cell planted wrong answers are
rejected, each with the reason that fits it, which is in the cause's words where one is named: each
time every fourth of an exercise, and all of them where ALL_ANSWERS is set. What a check trains for
seconds stands between these: its words are in tests/course/exercises/test_trained.py, too.
"""

import ast
import io
import os
from contextlib import contextmanager, redirect_stdout
from importlib import import_module

import numpy as np
from matplotlib.figure import Figure
from PIL import Image

from tools import lesson_names
from tools.decks.in_kernel import Watcher
from tools.decks.source import decks
from tools.masters import read, saved, tags, wrong_answers
from tttlearn.course.exercises.originals import id_of
from tttlearn.course.exercises.student import for_students
from tttlearn.course.exercises.verdicts import RAISED, WRONG, Verdict

ALL_ANSWERS = "TTTLEARN_ALL_WRONG_ANSWERS"
SCRATCH = dict.fromkeys(lesson_names.WORDS, "somebody's own")
SCRATCH |= {name: import_module(name) for name in lesson_names.MODULES}


def run(source, namespace, name="cell"):
    """Run a cell's source; return what it printed."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(source, f"<{name}>", "exec"), namespace)
    return printed.getvalue()


class Lesson:
    """Lesson that a kernel runs in these names, with a hook before and after each cell."""

    def __init__(self, path, names):
        self.name, self.names = path.stem, names
        cells = read(path)["cells"]
        self.cells = [cell for cell in cells if cell["cell_type"] == "code"]
        self.instead = [for_students(cell) for cell in self.cells]
        self.relied_on = {(use.used, use.by) for use in lesson_names.uses(self.cells)[0]}
        self.at, self.asked, self.answers, self.typed = -1, set(), {}, {}
        self.deck = None  # the Watcher of its slides' numbers and captions, if it has slides

    def before_cell(self, info):
        """Run the next cell with rules that were typed out, before the kernel runs it."""
        self.at += 1
        cell = self.cells[self.at]
        assert info.raw_cell == cell["source"]
        for by in [by for by in self.typed if (self.at, by) in self.relied_on]:
            drawn = self.generators()
            printed = run(cell["source"], self.names | self.typed.pop(by))
            for generator, state in drawn:
                generator.bit_generator.state = state
            assert printed == saved(cell), f"with what is typed out it prints {printed}"
        self.was, self.drawn = dict(self.names), self.generators()

    def after_cell(self, result):
        """Make the names those of students, and of a learner at work, after a cell has run."""
        cell, instead = self.cells[self.at], self.instead[self.at]
        bound = {name: self.names[name] for name in lesson_names.bound(cell) & set(self.names)}
        if "solution" in tags(cell):
            assert self.drawn == self.generators(), "the solution draws from the lesson's rng"
            self.answers |= {name: bound[name] for name in bound if name not in self.was}
            for name in bound:
                del self.names[name]
            self.names.update({name: self.was[name] for name in bound if name in self.was})
        if instead and not same_code(cell, instead):
            printed = run(instead["source"], self.names)
            assert printed == saved(instead), f"what students get instead prints {printed}"
            if "solution" not in tags(cell):
                self.typed[self.at] = bound
        if "exercise" in tags(cell):
            self.asked |= set(bound)
            learners = set(SCRATCH) & set(self.names) - self.asked
            self.names.update({name: SCRATCH[name] for name in learners})

    def generators(self):
        """Return [(generator, state)] of all that the lesson draws from."""
        rngs = [thing for thing in self.names.values() if isinstance(thing, np.random.Generator)]
        return [(generator, generator.bit_generator.state) for generator in rngs]

    def reject_wrong_answers(self):
        """Check that planted answers are rejected, each with the reason that fits it."""
        assert self.at == len(self.cells) - 1, "not all cells were run"
        step = 1 if ALL_ANSWERS in os.environ else 4
        planted = wrong_answers(self.name)
        checks = [cell for cell in self.cells if "check" in tags(cell)]
        off = [
            (answer, reason, problem)
            for check in checks
            for answer, reason in planted[exercise_of(check)][::step]
            if (problem := self._off(check["source"], answer, reason))
        ]
        assert not off, "\n\n".join(f"{answer}\nshould get: {r}\n{p}" for answer, r, p in off)
        if self.deck:
            self.deck.compare()

    def _off(self, check, answer, reason):
        """Return what is wrong with the verdict on a planted answer; `reason` is the right one."""
        here = self.answers | self.names
        run(answer, here, "wrong answer")
        with heard() as verdicts:
            run(check, here)
        (verdict,) = verdicts
        text = " ".join(verdict.text.split())  # it is wrapped for reading
        if verdict.answer not in (WRONG, RAISED) or reason not in text:
            return f"gets: {text}"
        if verdict.causes and not any(reason in cause for cause in verdict.causes):
            return f"gets another cause: {' | '.join(verdict.causes)}"
        return ""


@contextmanager
def heard():
    """Collect verdicts in a list instead of printing them, within the context."""
    verdicts, tell = [], Verdict.tell
    Verdict.tell = lambda verdict: verdicts.append(verdict)
    try:
        yield verdicts
    finally:
        Verdict.tell = tell


def same_code(cell, other):
    """Return whether two cells differ in comments at most."""
    first, second = (ast.dump(ast.parse(each["source"])) for each in (cell, other))
    return first == second


def exercise_of(check):
    """Return the id of the exercise whose number the check cell prints; else the number."""
    number = saved(check).split()[1].rstrip(":")
    return id_of(number) or number


def draw_unseen(figure, file, **how):
    """Draw a figure except its pixels, which are not compared; the picture has a single one."""
    figure.draw_without_rendering()
    assert figure.get_tightbbox().size.max() < 100, "inches: something lies far outside of a figure"
    Image.new("RGB", (1, 1)).save(file, "PNG")


def begin(path, shell):
    """Follow the cells of the lesson at `path` in this IPython shell; return the Lesson."""
    Figure.savefig = draw_unseen
    lesson = Lesson(path, shell.user_ns)
    if lesson.name in decks():
        lesson.deck = Watcher(lesson.name, shell)
    shell.events.register("pre_run_cell", lesson.before_cell)
    shell.events.register("post_run_cell", lesson.after_cell)
    return lesson
