"""Keep a learner's own library: the functions that passed their checks, in one file.

The file is `my_library.py`, beside the record, see `record`. Each exercise has a section in it,
with what its functions use, see `own_source`; the first line of the section ends with a
fingerprint. A section that no longer fits its fingerprint was changed by hand and is not touched;
nor is the text below the last section. A name has one meaning in the whole file: if it is in use
for something else, the id of the exercise is appended to the new name. A file that has numbers of
exercises instead of ids is read, too, and written with ids.
"""

import builtins
import re
from contextlib import redirect_stdout
from hashlib import sha256
from io import StringIO
from pathlib import Path
from types import ModuleType

from tttlearn.course.exercises import shell
from tttlearn.course.exercises.originals import (
    TEMPLATE,
    all_exercises,
    as_id,
    number_of,
    titles,
)
from tttlearn.course.exercises.own_source import LIBRARY, UNTIL, Needs
from tttlearn.course.exercises.sources import (
    NameTakenError,
    definitions,
    import_lines,
    is_import,
    laid_out,
    renamed,
    used_by,
)
from tttlearn.support.files import file_lock, write_atomically

FILE = f"{LIBRARY}.py"
START = '''\
"""My own library: what passed its check in the lessons of tttlearn, exercise by exercise.

Take it with you: `import my_library`. A newer answer that passes takes the place of the older one,
except where you have changed a section by hand. What you write below the last line is yours.
"""
'''
END = "# Below this line nothing is ever changed."
SECTION = re.compile(r"^# (\d\d\.\w+): .* \[([0-9a-f]{8})\]\n", re.MULTILINE)
LESSON = re.compile(r"^# -+\n# Lesson .*\n# -+\n", re.MULTILINE)
STANDS_IN = re.compile(r"^(\w+) = .*" + UNTIL.format(r"(\w+)", r"(\d\d\.\w+)") + "$", re.MULTILINE)
PLAYER, PLAYS = "player", "10.careful"
"""The name that `match` looks for, and the exercise whose answer gets this name."""


def keep(id, answers):
    """Keep the functions among these answers to an exercise; return a line on it, or "".

    Raises OSError if the file cannot be read or written, and ValueError if it is no text.
    """
    here = shell.ipython().user_ns
    given = [name for name in shell.handed_over() if any(here.get(name) is a for a in answers)]
    names = [name for name in given if callable(here[name])]
    if not names or id[:2] == TEMPLATE:
        return ""
    before = _read()
    text, message = _put(id, names, here)
    if text == before:
        return message
    with file_lock(FILE):
        text, message = _put(id, names, here)
        write_atomically(FILE, text.encode())
    return message or f"What passes is kept in {FILE}, beside this lesson." * (not before)


def kept_answer(id, name):
    """Return the function that is kept as the answer `name` to an exercise; None if there is none.

    It is also None if the section was changed by hand, because no check has passed that version, or
    if the library cannot be imported.
    """
    try:
        library = Library(_read())
        own = library.name_of(id, name)
        if not own or library.is_changed(id):
            return None
        module = ModuleType(LIBRARY)
        module.__file__ = str(Path(FILE).resolve())
        with redirect_stdout(StringIO()):
            exec(compile(library.text(), module.__file__, "exec"), vars(module))
    except Exception:  # the reader may have written anything there
        return None
    return getattr(module, own, None)


def _read():
    return Path(FILE).read_text(encoding="utf-8") if Path(FILE).exists() else ""


def _put(id, names, here):
    """Return (text of the library with these names of a notebook, a line on it)."""
    library = Library(_read())
    needs = Needs(here, lambda other, own: library.own(other, own, id))
    for name in names:
        needs.add(name)
    if set(names) & set(needs.lacks):
        lacks = ", ".join([name for name in needs.lacks if name not in names] or names)
        return _read(), f"{FILE} cannot have {number_of(id)}: only the notebook has {lacks}."
    used = {name for text in needs.found.values() for name in used_by(text)[0]}
    lacks = ", ".join(name for name in needs.lacks if name in used)
    try:
        message = library.put(id, names, needs.found, lacks)
    except NameTakenError as taken:
        return _read(), f"{FILE} cannot have {number_of(id)}: there {taken} is something else."
    return library.text(), message


class Library:
    """A library in its parts: `head`, `sections` and their `marks` by id, `tail`."""

    def __init__(self, text):
        above, _, self.tail = text.partition(f"{END}\n")
        self.head, *parts = SECTION.split(LESSON.sub("", above or START))
        ids = [*map(as_id, parts[::3])]
        self.sections = dict(zip(ids, map(str.strip, parts[2::3]), strict=True))
        self.marks = dict(zip(ids, parts[1::3], strict=True))

    def text(self):
        """Return the whole text, with the exercises in the order of the lessons."""
        parts, lesson = [self.head.strip()], ""
        for id in sorted(self.sections, key=_place):
            if id[:2] != lesson:
                lesson = id[:2]
                title = f"# Lesson {lesson}: {titles().get(lesson, 'gone')}"
                line = f"# {'-' * (len(title) - 2)}"
                parts.append(f"{line}\n{title}\n{line}")
            title = all_exercises()[id].title if id in all_exercises() else "gone"
            first = f"# {id}: {title} [{self.marks[id]}]"
            parts.append(f"{first}\n{self.sections[id]}")
        return "\n\n\n".join([*parts, f"{END}\n{self.tail}"])

    def own(self, id, name, before):
        """Return the name of the answer `name` to an exercise that comes before another, or ""."""
        return self.name_of(id, name) if _place(id) < _place(before) else ""

    def name_of(self, id, name):
        """Return the name that the answer `name` to an exercise has here, or ""."""
        if id not in self.sections:
            return ""
        there = definitions(self.sections[id])
        also = re.compile(rf"{name}(_{id[:2]}_\w+)?")  # the form of names from `_name_with_id`
        return next(filter(also.fullmatch, there), "")

    def put(self, id, names, sources, lacks):
        """Put a section for the answers of these names there; return a line on it, or "".

        `sources` is {name: source} of all that they need; `lacks` is what is missing, as text.
        """
        remarks = [f"# It lacks what only the notebook has: {lacks}."] * bool(lacks)
        old = self.sections.get(id, "")
        others = {n: section for n, section in self.sections.items() if n != id}
        lent = _lent(definitions(old), names, others.values())
        taken = dict.fromkeys([PLAYER, *vars(builtins)], "")
        taken |= definitions("\n".join([self.head, *others.values()])) | lent
        if id == PLAYS and names[0] == PLAYER:
            del taken[PLAYER]
        while clash := [name for name, text in sources.items() if taken.get(name, text) != text]:
            new = _name_with_id(clash[0], id)
            sources = renamed(sources, clash[0], new)
            if clash[0] in names:
                names = [new if name == clash[0] else name for name in names]
                remarks.append(f"# In its lesson {new} is called {clash[0]}.")
        imports = {name: text for name, text in sources.items() if is_import(text)}
        earlier = [definitions(others[n]) for n in others if _place(n) < _place(id)]
        there = [(name, text) for part in (imports, *earlier) for name, text in part.items()]
        section = laid_out(
            (lent | dict(part for part in sources.items() if part not in there)).values()
        )
        if id == PLAYS and names[0] != PLAYER:
            section += f"\n\n\n{PLAYER} = {names[0]}"
        section = "\n".join([*remarks, section])
        if self.is_changed(id):
            kept = (
                f"{FILE} has your {number_of(id)} as you changed it there; this one was left out."
            )
            return kept * (old != section)
        self._write(id, section)
        self._import(imports)
        short = f"{FILE} has {number_of(id)}, but it lacks what only the notebook has: {lacks}."
        return short * bool(lacks)

    def is_changed(self, id):
        """Return whether the section of an exercise was changed by hand."""
        return id in self.sections and _mark(self.sections[id]) != self.marks[id]

    def _write(self, id, section):
        self.sections[id], self.marks[id] = section, _mark(section)
        for other, text in self.sections.items():

            def mine(line, other=other):
                own = self.own(as_id(line[3]), line[2], other)
                return f"{line[1]} = {own}" if own else line[0]

            if not self.is_changed(other):
                self.sections[other] = STANDS_IN.sub(mine, text)
                self.marks[other] = _mark(self.sections[other])

    def _import(self, imports):
        """Put these imports into the head, and remove those that nothing needs any more."""
        there = {name: text for name, text in definitions(self.head).items() if is_import(text)}
        words = set(re.findall(r"\w+", "\n".join([*self.sections.values(), self.tail])))
        start = next((text for _, text in shell.statements(self.head)), "")
        if self.head.strip() == f"{start}\n\n{import_lines(there.values())}".strip():
            there = {name: text for name, text in (there | imports).items() if name in words}
            self.head = f"{start}\n\n{import_lines(there.values())}"
        else:  # the reader has changed the head
            new = [text for name, text in imports.items() if name not in there]
            self.head = "\n".join([self.head.strip(), *new])


def _place(id):
    """Return the place of an exercise in the lessons; if no longer there, its lesson's end."""
    every = list(all_exercises())
    return id[:2], every.index(id) if id in every else len(every), id


def _name_with_id(name, id):
    return f"{name}_{id.replace('.', '_')}"


def _mark(section):
    return sha256(section.encode()).hexdigest()[:8]


def _lent(old, names, others):
    """Return {name: source} of what other sections use of a section, beside its answers."""
    used, lent = {name for text in others for name in used_by(text)[0]}, {}
    for name, text in reversed(old.items()):  # a source comes after what it needs
        if name in used and name not in names:
            lent = {name: text} | lent
            used.update(used_by(text)[0])
    return lent
