"""Judge the answers to exercises: each gets one of five verdicts, with its reason.

    not attempted   the answer is still `...`
    correct         with a remark on what that means
    wrong           with the reason and, if there is one, the board that shows it
    raised          the reader's code raised an exception, and where; or the cell that makes the
                    answer did, see `shell`
    not finished    it was stopped, and where; this is not a wrong answer

A lesson imports its own checks, `from tttlearn.course.exercises import lesson_01 as check`, and a
check cell calls one of them with the reader's answer: `check.encode(encode)`. A check function is
written as if there were always an answer: it raises `Wrong` if the answer is not right, and returns
a closing remark if it is. The decorator `exercise` does the rest. A decorated check shows its
verdict, see `verdicts`, and never raises. If the reader's own answer is correct, this is entered in
the reader's record, see `record`, and a correct function is put into the reader's library, see
`library`.
"""

import tomllib
from contextlib import contextmanager
from functools import cache, wraps
from inspect import unwrap
from pathlib import Path
from textwrap import fill
from types import CodeType
from typing import Any

import tttlearn.course.exercises.run_above  # noqa: F401 (the import adds its note)
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
"""Limit of processor time for the reader's own calls: many times what right answers take."""
COMMON_CAUSES = {
    RecursionError: "it calls itself without an end. It needs a case in which it answers without "
    "calling itself, and each call must come nearer to that",
    SystemExit: "it ends the whole program, as `sys.exit()` does; to end a function, `return`",
}
"""What an exception that any exercise may raise often means."""
STOPPED, ENDLESS = (
    "It was stopped after {took}.",
    "Perhaps a loop never ends, a recursion comes to the same positions again and again, or the "
    "way of computing takes far too long.",
)
"""What is said of code that was stopped, and why it may not have ended."""
OFTEN = "Often that means: {}."
"""Sentence on what an exception often means."""
SOLUTION = "# Solution"
"""First words of a cell with a solution; such a cell is not the reader's own."""
_passed = {}
"""For each exercise, all answers that passed its check in this process.

One is not enough: a reader may look at a solution, or try a second version, after passing.
"""


class Wrong(Exception):
    """Exception of a check for an answer that is not right, with the reason.

    `state` is the state that shows it, if one does. `causes` are the words of the one or two known
    slips that the reason names; each of them would give the same results.
    """

    def __init__(self, reason, state=None, causes=()):
        super().__init__(reason)
        self.state, self.causes = state, causes


class NotAttempted(Exception):
    """Exception for an answer that is still `...`, or a function that returns it."""


def exercise(id, minutes=None):
    """Return a decorator that turns a check into one that shows its verdict on the exercise `id`.

    A check is a function, or an exercise that is data, see `cases`. `minutes` is how long a reader
    takes for the exercise; lessons, plans and teaching notes take them from here.
    """

    def decorate(check):
        @wraps(check, updated=())
        def verdict(*answers):
            cell = shell.running_cell()
            if failed := shell.failed(cell):
                return _not_judged(id, *failed).tell()
            result = _verdict(id, check, answers)
            result.tell()
            if result.answer == CORRECT and _is_an_answer(cell):
                _passed.setdefault(id, []).append(answers)
            if result.answer not in (NOT_ATTEMPTED, NOT_FINISHED) and _is_readers_own(cell):
                _enter(id, record.note if result.answer == CORRECT else record.note_try)
                if result.answer == CORRECT and not record.for_nobody():
                    _keep(id, answers)

        verdict.exercise, verdict.minutes = id, minutes
        verdict.__doc__ = getattr(check, "task", check.__doc__)
        return verdict

    return decorate


def mine(id: str, answer: Any, instead: Any) -> Any:
    """Return `answer` if it passed the check of exercise `id` in this kernel, else `instead`.

    A line that is printed says which of the two it is. A learning rule that cannot be compiled is
    replaced by `instead`, too, because the studies of a lesson would take too long with it.

    Parameters
    ----------
    id : str
        Id of the exercise, such as "05.td".
    answer : object
        What the check was given, or a tuple if it was given several things; a function whose cell
        was run again unchanged is still the same. A text is the name of a function of an earlier
        lesson in the reader's library, see `library`.
    instead : object
        What the package has in its place.

    Returns
    -------
    object
        One of the two.

    Raises
    ------
    ValueError
        If there is no such exercise.
    """
    id = as_id(id) if isinstance(id, str) else id  # older copies of lessons have numbers
    if not is_one_of(id, tuple(all_exercises())):
        raise ValueError(f"there is no exercise {shown(id)}; they have ids such as '05.td'")
    if isinstance(answer, str):
        return _of_earlier_lesson(id, answer, instead)
    from tttlearn.learn.engine import UNCOMPILED_RULES  # loads Numba, which is slow

    name, number = getattr(answer, "__name__", "answer"), number_of(id)
    if _is_passed(id, answer) and any(_is_same(answer, rule) for rule in UNCOMPILED_RULES):
        print(
            f"Exercise {number}: your {name} is right, but runs in plain Python; the package's, "
            "which learns the same, stands in for the long studies."
        )
    elif _is_passed(id, answer):
        print(f"Exercise {number}: your own {name}.")
        return answer
    elif id in _passed:  # passed with another answer
        print(
            f"Exercise {number}: this {name} has not passed the check, so the package's stands in."
        )
        print("Run the check, then this cell again.")
    else:
        print(f"Exercise {number} is not passed yet: the package's {name} stands in.")
    return instead


def _of_earlier_lesson(id, name, instead):
    """Return the reader's function of an earlier lesson from the library, or else `instead`."""
    number = number_of(id)
    kept = None if record.for_nobody() else library.kept_answer(id, name)
    if kept is None:
        print(f"Exercise {number} is not in your library: the package's {name} stands in.")
        return instead
    print(f"Exercise {number}: your own {name}, from your library.")
    return kept


def _is_passed(id, answer):
    """Return whether the check of an exercise was passed with this answer."""
    several = isinstance(answer, tuple) and len(answer) > 1

    def within(passed):
        def seen(thing):
            return any(_is_same(thing, other) for other in passed)

        return seen(answer) or (several and all(map(seen, answer)))

    return any(map(within, _passed.get(id, ())))


def _is_same(thing, other):
    """Return whether these are the same object, or functions made from the same source."""
    if thing is other:
        return True
    if type(thing) is not type(other) or not callable(thing):
        return False
    made = [_made_of(unwrap(function)) for function in (thing, other)]
    return made[0] is not None and made[0] == made[1]


def _made_of(function):
    """Return all that a function is made of except its place in the notebook; None if not known.

    What a function closes over, or takes by default, may differ even if the source is the same.
    """
    code = getattr(function, "__code__", None)
    if code is None or function.__closure__:
        return None
    defaults = function.__defaults__, function.__kwdefaults__
    return _without_place(code), repr(defaults)


def _without_place(code):
    """Return a code object without its file name and line numbers."""
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
    except BaseException as error:  # also SystemExit, which would end the cell without a message
        return Verdict(id, RAISED, _where(error))
    return Verdict(id, CORRECT, remark)


def _stopped(stopped):
    """Return what to say of code that was stopped, with the line in which it was stopped."""
    took = f"{SECONDS:g} seconds of processor time"
    cause = ENDLESS
    if stopped.asleep:
        took = f"{CLOCK_FACTOR * SECONDS:g} seconds, in which it hardly computed"
        cause = "Perhaps it waits for something that never happens, or the computer is very busy."
    line = f" It was in {stopped}" if f"{stopped}" else ""
    return f"{STOPPED.format(took=took)} {cause}{line}"


def _not_judged(id, name, error):
    """Return the Verdict for an answer whose cell ended in an error."""
    why = f"{error}, in the cell that makes {name}.\n"
    why += "The check would judge the answer from before that error. Mend that cell, run it, then "
    why += "run this one."
    return Verdict(id, RAISED, why)


def _ended(wrong):
    """Return the reason as a sentence with its closing mark: a question keeps its own."""
    return f"{wrong}" if f"{wrong}".endswith("?") else f"{wrong}."


def _is_an_answer(cell):
    """Return whether what passes in this cell is an answer: no solution, and a learner's."""
    return not cell.startswith(SOLUTION) and (record.is_graded() or not record.for_nobody())


def _is_readers_own(cell):
    """Return whether this is the reader's own cell; the cell of a solution calls its check, too."""
    return cell != "" and not cell.startswith(SOLUTION)


def _enter(id, note):
    try:
        note(id)
    except (OSError, record.RecordError) as error:
        print(f"(Not entered in your record of progress: {error})")


def _keep(id, answers):
    try:
        if message := library.keep(id, answers):
            print(f"({message})")
    except (OSError, ValueError) as error:
        print(f"(Not kept in your library: {error})")


def first_limit(claim, limit):
    """Return the limit with which the reader first made a claim, a text; `limit` if none."""
    if not _is_readers_own(shell.running_cell()):
        return limit
    try:
        return record.note_limit(claim, limit)
    except (OSError, record.RecordError):  # reported when the verdict is entered
        return limit


def _where(error):
    """Return the exception, the innermost line of the reader's code that raised it, and notes."""
    line, notes = own_line(error), [*getattr(error, "__notes__", ())]
    notes += [words for kind, words in COMMON_CAUSES.items() if isinstance(error, kind)]
    where = f"{described(error)}{f', in {line}' if line else ''}"
    often = [fill(OFTEN.format(note), WIDTH) for note in notes]
    return "\n".join([where, *often])


def attempted(answer):
    """Return the answer itself; raise NotAttempted if it is `...`, or a collection of them."""
    unfinished = answer is ...
    if isinstance(answer, (tuple, list)):
        unfinished = any(part is ... for part in answer)
    elif isinstance(answer, dict) and answer:
        unfinished = all(part is ... for part in answer.values())
    if unfinished:
        raise NotAttempted
    return answer


def ask(function, *arguments):
    """Return what the reader's function returns for these arguments; NotAttempted for `...`."""
    if not callable(function):
        raise Wrong(f"a function is asked for here, but this is {shown(function)}")
    return attempted(function(*arguments))


@cache
def _all_hints():
    return tomllib.loads(Path(__file__).with_name("error_hints.toml").read_text(encoding="utf-8"))


def error_hints(*names):
    """Return {piece of the text of an exception: what it often means} of these tables in TOML."""
    return {
        piece: words
        for name in names
        for words, pieces in _all_hints()[name].items()
        for piece in pieces
    }


@contextmanager
def explained(errors):
    """Add an explanation to an exception that is raised inside this context.

    `errors` maps pieces of the text of an exception to words on what it often means; the words of
    the first piece that occurs are added. The reader still sees the exception, because other
    mistakes raise it, too.
    """
    try:
        yield
    except Exception as error:
        text = described(error)
        if words := next((words for piece, words in errors.items() if piece in text), ""):
            error.add_note(words)
        raise


def close(number, right, tolerance=1e-9):
    """Return whether the answer is a number within `tolerance` of the right one."""
    try:
        return abs(float(number) - float(right)) <= tolerance
    except (TypeError, ValueError):
        return False
