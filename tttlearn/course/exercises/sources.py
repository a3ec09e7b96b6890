"""Treat Python sources as text: what they bind and use, with names replaced, laid out in a file."""

import ast
import re
import symtable
import sys
from functools import lru_cache
from io import StringIO
from itertools import pairwise
from tokenize import NAME, STRING, generate_tokens

from tttlearn.course.exercises import shell

AT_ONCE = ("listcomp", "setcomp", "dictcomp", "genexpr")
CACHE_SIZE = 1_000
"""Number of texts whose names are cached.

A library has hundreds of sources, and all of them are analysed again for each answer that is added.
"""


class NameTakenError(Exception):
    """Exception for a name that is in use for something else, and cannot be replaced."""


def definitions(text):
    """Return {name: source} of all that is bound in a text of Python, with imports one by one."""
    return dict(_definitions(text))


@lru_cache(CACHE_SIZE)
def _definitions(text):
    return {
        name: import_of(node, name) or source
        for node, source in shell.statements(text)
        for name in shell.bound_by(node)
    }


def names_bound(text):
    """Return the names that a source binds, a list."""
    return [name for node in ast.parse(text).body for name in shell.bound_by(node)]


def used_by(text):
    """Return (the names that a source takes from outside, those that it needs at once), lists.

    Both are empty if it is not Python.
    """
    return [list(names) for names in _used_by(text)]


@lru_cache(CACHE_SIZE)
def _used_by(text):
    try:
        top = symtable.symtable(text, "<cell>", "exec")
    except (SyntaxError, ValueError):
        return [], []
    every, at_once, within = [], [], set()

    def look(table, now):
        for symbol in table.get_symbols():
            if symbol.is_referenced() and symbol.is_global():
                every.append(symbol.get_name())
                at_once.extend(every[-1:] * now)
                within.update(every[-1:] * (table is not top))
        for child in table.get_children():
            look(child, now and (child.get_type() == "class" or child.get_name() in AT_ONCE))

    look(top, now=True)
    # From Python 3.12 on, the variable of a comprehension counts as a name of the enclosing scope.
    through = [node.target for node in ast.walk(ast.parse(text)) if hasattr(node, "ifs")]
    inner = {part.id for node in through for part in ast.walk(node) if isinstance(part, ast.Name)}
    own = set(names_bound(text)) | (inner - within)
    return [sorted(set(names) - own, key=text.find) for names in (every, at_once)]


def import_of(node, name):
    """Return the import of one name alone, from a statement that imports several; "" for others."""
    if not isinstance(node, (ast.Import, ast.ImportFrom)):
        return ""
    alone = [alias for alias in node.names if name == (alias.asname or alias.name.split(".")[0])]
    return ast.unparse(type(node)(**{**vars(node), "names": alone}))


def is_import(text):
    """Return whether a source imports something."""
    return text.startswith(("import ", "from "))


def renamed(sources, old, new):
    """Return the sources with a name replaced by a new one; raise NameTakenError if impossible."""
    return {
        new if name == old else name: _with_name(text, old, new) for name, text in sources.items()
    }


def _with_name(text, old, new):
    tree = ast.parse(text)
    if is_import(text):
        (alias,) = tree.body[0].names
        alias.asname = new if old == (alias.asname or alias.name) else alias.asname
        return ast.unparse(tree)
    keywords = [
        getattr(node, "arg", None) for node in ast.walk(tree) if isinstance(node, ast.keyword)
    ]
    lines, tokens = text.split("\n"), list(generate_tokens(StringIO(text + "\n").readline))
    hidden = [
        item.string for item in tokens if item.type == STRING and "f" in item.string[:2].lower()
    ]
    if old in keywords or any(re.search(rf"\b{old}\b", string) for string in hidden):
        raise NameTakenError(old)
    for i, token in reversed([*enumerate(tokens)]):
        (line, start), (_, end) = token.start, token.end
        if token.type == NAME and token.string == old and tokens[i - 1].string != ".":
            lines[line - 1] = f"{lines[line - 1][:start]}{new}{lines[line - 1][end:]}"
    return "\n".join(lines)


def laid_out(sources):
    """Return these sources as one text, each after what it uses, the functions last."""
    first, last, late = [], [], set()
    for text in dict.fromkeys(sources):
        if _is_long(text) or late & set(used_by(text)[0]):
            late |= set(names_bound(text))
            last.append(text)
        else:
            first.append(text)
    texts = first + last
    rooms = ["\n\n\n" if _is_long(a) or _is_long(b) else "\n" for a, b in pairwise(texts)]
    return "".join(f"{text}{room}" for text, room in zip(texts, [*rooms, ""], strict=True))


def _is_long(text):
    return text.startswith(("def ", "class ", "@", "async "))


def import_lines(sources):
    """Return these imports as lines: standard library first, tttlearn last, one per module."""
    members = {}
    for text in sources:
        module, _, member = text.removeprefix("from ").partition(" import ")
        members.setdefault(module, set()).update([member] if member else [])
    lines = {0: [], 1: [], 2: []}
    for module in sorted(members, key=lambda name: (bool(members[name]), name)):
        some = ", ".join(sorted(members[module], key=_order))
        top = module.removeprefix("import ").split(".")[0].split(" ")[0]
        group = 2 if top == "tttlearn" else 1 - (top in sys.stdlib_module_names)
        lines[group].append(f"from {module} import {some}" if some else module)
    return "\n\n".join("\n".join(group) for group in lines.values() if group)


def _order(member):
    return not member.isupper(), not member[0].isupper(), member
