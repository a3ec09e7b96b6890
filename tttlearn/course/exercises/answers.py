"""The exercise checks of the lessons: each says one of five things, and why.

    not attempted   the answer is still `...`
    correct         with a word on what that means
    wrong           because of what, and on which board
    your code raised an exception, and where; or so did the cell that makes the answer, see `shell`
    not finished    it was stopped, and where; that is no wrong answer

A lesson imports its own checks, `from tttlearn.course.exercises import lesson_01 as check`, and a
check cell calls one of them with the reader's answer: `check.encode(encode)`. A check function is
written as if the answer were there: it raises `Wrong` if the answer is not right and returns a
closing remark if it is; the decorator `exercise` does the rest. Checks say their verdict, see
`verdicts`, and never raise. If the reader's own answer is correct, this is entered in the reader's
record, see `record`, and a correct function goes into the reader's library, see `library`."""

from contextlib import contextmanager
from functools import wraps
from inspect import unwrap
from textwrap import fill
from types import CodeType

import tttlearn.course.exercises.run_above  # noqa: F401 (it adds its note from now on)
from tttlearn.course.exercises import library, record, shell
from tttlearn.course.exercises.originals import all_exercises, as_id, number_of
from tttlearn.course.exercises.output import beginning_only
from tttlearn.course.exercises.verdicts import (
    CORRECT,
    NOT_ATTEMPTED,
    NOT_FINISHED,
    RAISED,
    WIDTH,
    WRONG,
    Verdict,
    said_to_be_at_work,
)
from tttlearn.support.arguments import is_one_of, shown
from tttlearn.support.strangers import CLOCK_FACTOR, EndlessError, described, limited, own_line

shell.watch()
SECONDS = 30
"""Of processor time that the reader's own calls may take: many times what right answers take."""
OFTEN = {
    RecursionError: "it calls itself without an end. It needs a case in which it answers without "
    "calling itself, and each call must come nearer to that",
    SystemExit: "it ends the whole program, as `sys.exit()` does; to end a function, `return`",
}
"""What an exception that any exercise may meet often means."""
SOLUTION = "# Solution"
"""The cell of a solution begins with it; nothing in that cell is the reader's own."""
_passed = {}
"""For each exercise the answers that passed its check in this process: all of them, because a
reader may look at a solution, or try a second version, after passing with the first."""


class Wrong(Exception):
    """The answer is not right: the reason, the state that shows it, if one does, and what the
    reason says of why: the words of one or two known slips, each of which would do the same."""

    def __init__(self, reason, state=None, causes=()):
        super().__init__(reason)
        self.state, self.causes = state, causes


class NotAttempted(Exception):
    """The answer, or what the reader's function returned, is still `...`."""


def exercise(id, minutes=None):
    """A decorator that turns a check into one that says its verdict on the exercise of this id.

    A check is a function, or an exercise that is data, see `cases`. `minutes`: how long a reader
    takes for the exercise; lessons, plans and teaching notes take them from here.
    """

    def decorate(check):
        @wraps(check, updated=())
        def verdict(*answers):
            cell = shell.running_cell()
            if failed := shell.failed(cell):
                return _not_judged(id, *failed).tell()
            said = _verdict(id, check, answers)
            said.tell()
            if said.answer == CORRECT and _is_an_answer(cell):
                _passed.setdefault(id, []).append(answers)
            if said.answer not in (NOT_ATTEMPTED, NOT_FINISHED) and _is_readers_own(cell):
                _enter(id, record.note if said.answer == CORRECT else record.note_try)
                if said.answer == CORRECT and not record.for_nobody():
                    _keep(id, answers)

        verdict.exercise, verdict.minutes = id, minutes
        verdict.__doc__ = getattr(check, "asks", check.__doc__)
        return verdict

    return decorate


def mine(id, answer, instead):
    """`answer` if the check of exercise `id` was passed with it in this kernel, else `instead`.

    Prints which of the two it is. So that nobody waits for the studies of a lesson, it is also
    `instead` of a learning rule that cannot be compiled. `answer`: what the check was given, or a
    tuple if it was given several things; a function whose cell was run again unchanged is still the
    same. The name of a function, a text, stands for what the reader's library keeps of an earlier
    lesson, see `library`. Raises ValueError if there is no such exercise.
    """
    id = as_id(id) if isinstance(id, str) else id  # copies of lessons had numbers
    if not is_one_of(id, tuple(all_exercises())):
        raise ValueError(f"there is no exercise {shown(id)}; they have ids such as '05.td'")
    if isinstance(answer, str):
        return _of_earlier_lesson(id, answer, instead)
    from tttlearn.learn.engine import UNCOMPILED_RULES  # it loads Numba, which takes long

    name, number = getattr(answer, "__name__", "answer"), number_of(id)
    if _is_passed(id, answer) and any(_is_same(answer, rule) for rule in UNCOMPILED_RULES):
        print(
            f"Exercise {number}: your {name} is right, but runs in plain Python; the package's, "
            "which learns the same, stands in for the long studies."
        )
    elif _is_passed(id, answer):
        print(f"Exercise {number}: your own {name}.")
        return answer
    elif id in _passed:  # with another answer
        print(
            f"Exercise {number}: this {name} has not passed the check, so the package's stands in."
        )
        print("Run the check, then this cell again.")
    else:
        print(f"Exercise {number} is not passed yet: the package's {name} stands in.")
    return instead


def _of_earlier_lesson(id, name, instead):
    """The reader's own function of an earlier lesson, from the library, or else `instead`."""
    number = number_of(id)
    kept = None if record.for_nobody() else library.kept_answer(id, name)
    if kept is None:
        print(f"Exercise {number} is not in your library: the package's {name} stands in.")
        return instead
    print(f"Exercise {number}: your own {name}, from your library.")
    return kept


def _is_passed(id, answer):
    """Whether the check was passed with this."""
    several = isinstance(answer, tuple) and len(answer) > 1

    def within(passed):
        def seen(thing):
            return any(_is_same(thing, one) for one in passed)

        return seen(answer) or (several and all(map(seen, answer)))

    return any(map(within, _passed.get(id, ())))


def _is_same(thing, other):
    """Whether these are one object, or functions made of the same source."""
    if thing is other:
        return True
    if type(thing) is not type(other) or not callable(thing):
        return False
    made = [_made_of(unwrap(one)) for one in (thing, other)]
    return made[0] is not None and made[0] == made[1]


def _made_of(function):
    """All that a function is made of except its place in the notebook; None if that is not known.

    What a function closes over, or takes by default, may differ even if the source is the same.
    """
    code = getattr(function, "__code__", None)
    if code is None or function.__closure__:
        return None
    defaults = function.__defaults__, function.__kwdefaults__
    return _without_place(code), repr(defaults)


def _without_place(code):
    """A code object as it would be in the first line of no file."""
    parts = (_without_place(c) if isinstance(c, CodeType) else c for c in code.co_consts)
    return code.replace(co_filename="", co_firstlineno=1, co_linetable=b"", co_consts=tuple(parts))


def _verdict(id, check, answers):
    """Return the Verdict on these answers."""
    try:
        with said_to_be_at_work(id), beginning_only():
            remark = limited(SECONDS, lambda: check(*map(attempted, answers)))
    except NotAttempted:
        return Verdict(id, NOT_ATTEMPTED, "Replace the ... and run both cells again.")
    except Wrong as wrong:
        return Verdict(id, WRONG, _ended(wrong), wrong.state, wrong.causes)
    except EndlessError as stopped:
        return Verdict(id, NOT_FINISHED, _stopped(stopped))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # even SystemExit, which would end the cell without a word
        return Verdict(id, RAISED, _where(error))
    return Verdict(id, CORRECT, remark)


def _stopped(stopped):
    """Return what to say of code that was stopped, with the line in which it was."""
    took = f"{SECONDS:g} seconds of processor time"
    may_be = "a loop that waits for what never comes, a recursion that comes to the same positions "
    may_be += "again and again, or a way that takes far too long"
    if stopped.asleep:
        took = f"{CLOCK_FACTOR * SECONDS:g} seconds, in which it hardly computed"
        may_be = "something that waits for what never comes, or a computer that is very busy"
    line = f" It was in {stopped}" if f"{stopped}" else ""
    return f"It was stopped after {took}. It may be {may_be}.{line}"


def _not_judged(id, name, error):
    """The Verdict if the cell of an answer ended in an error."""
    why = f"{error}, in the cell that makes {name}.\n"
    why += "This would judge the answer from before it. Mend that cell, run it, then this one."
    return Verdict(id, RAISED, why)


def _ended(wrong):
    """The reason as a sentence that ends: a question keeps its own mark."""
    return f"{wrong}" if f"{wrong}".endswith("?") else f"{wrong}."


def _is_an_answer(cell):
    """Whether what passes in this cell is an answer: no solution, and written by a learner."""
    return not cell.startswith(SOLUTION) and (record.is_graded() or not record.for_nobody())


def _is_readers_own(cell):
    """Whether this is the reader's own cell; the cell of a solution calls its check, too."""
    return cell != "" and not cell.startswith(SOLUTION)


def _enter(id, note):
    try:
        note(id)
    except (OSError, record.RecordError) as error:
        print(f"(Not entered in your record of progress: {error})")


def _keep(id, answers):
    try:
        if said := library.keep(id, answers):
            print(f"({said})")
    except (OSError, ValueError) as error:
        print(f"(Not kept in your library: {error})")


def first_limit(claim, limit):
    """The limit with which the reader first made a claim, a text; `limit` if there was none."""
    if not _is_readers_own(shell.running_cell()):
        return limit
    try:
        return record.note_limit(claim, limit)
    except (OSError, record.RecordError):  # the verdict will say so when it is entered
        return limit


def _where(error):
    """The exception, the innermost line of the reader's code through which it came, and notes."""
    line, notes = own_line(error), [*getattr(error, "__notes__", ())]
    notes += [words for kind, words in OFTEN.items() if isinstance(error, kind)]
    where = f"{described(error)}{f', in {line}' if line else ''}"
    often = [fill(f"Often that means: {note}.", WIDTH) for note in notes]
    return "\n".join([where, *often])


def attempted(answer):
    """The answer itself; raises NotAttempted if it is `...`, or a collection of them."""
    unfinished = answer is ...
    if isinstance(answer, (tuple, list)):
        unfinished = any(part is ... for part in answer)
    elif isinstance(answer, dict) and answer:
        unfinished = all(part is ... for part in answer.values())
    if unfinished:
        raise NotAttempted
    return answer


def ask(function, *arguments):
    """What the reader's function returns for these arguments; NotAttempted if it is `...`."""
    if not callable(function):
        raise Wrong(f"a function is asked for here, but this is {shown(function)}")
    return attempted(function(*arguments))


@contextmanager
def explained(errors):
    """Inside it, an exception whose text holds a key of `errors` gets the words of the first.

    They say what it often means; the reader sees the exception itself, because others raise it,
    too.
    """
    try:
        yield
    except Exception as error:
        said = described(error)
        if words := next((words for piece, words in errors.items() if piece in said), ""):
            error.add_note(words)
        raise


def close(number, right, tolerance=1e-9):
    """Whether the answer is a number within `tolerance` of the right one."""
    try:
        return abs(float(number) - float(right)) <= tolerance
    except (TypeError, ValueError):
        return False
