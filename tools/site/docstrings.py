"""Turn docstrings, written to be read in an editor, into reStructuredText for the site."""

import re

from sphinx import addnodes

INLINE_MARKUP = re.compile(r"([\\*_|])")
NUMBERING = re.compile(r"^(?=\w+[.)] )")  # "R. " in a name would be read as item 18 of a list

UNDERLINE = re.compile(r"-{3,}")


def as_pages(app, what, name, thing, options, lines):
    """Change a docstring's `lines` in place: Sphinx calls this for every docstring."""
    lines[:] = to_rst(lines)


def to_rst(lines):
    """Return a docstring's lines as reStructuredText.

    Indented blocks stay as they are, in one font. Elsewhere `words in backticks` are code, and no
    other character has a meaning of its own. The title of a section, above a line of dashes, is a
    rubric.
    """
    result, block = [], False
    for line in lines:
        if UNDERLINE.fullmatch(line) and result and result[-1]:
            result[-1:] = [f".. rubric:: {result[-1]}", ""]
            continue
        indented = line.startswith("    ")
        if indented and not block and (not result or not result[-1]):
            result += ["::", ""]
            block = True
        elif line and not indented:
            block = False
        result.append(line if block else NUMBERING.sub(r"\\", prose(line)))
    return result


def prose(line):
    """Return one line of running text: code between backticks, everything else taken literally."""
    parts = line.split("`")
    if len(parts) % 2 == 0:  # a backtick without its partner
        return INLINE_MARKUP.sub(r"\\\1", line.replace("`", "'"))
    texts = [INLINE_MARKUP.sub(r"\\\1", part) for part in parts[::2]]
    codes = [f"``{part}``\\ " for part in parts[1::2]]
    return "".join(text + code for text, code in zip(texts, [*codes, ""], strict=True))


def skipped(app, what, name, thing, skip, options):
    """Return True for fields of a NamedTuple, which Python describes; None lets Sphinx decide."""
    return True if (thing.__doc__ or "").startswith("Alias for field number") else None


def without_values(app, doctree):
    """Take the values of constants out of a page: most are arrays with thousands of numbers."""
    for annotation in list(doctree.findall(addnodes.desc_annotation)):
        if annotation.astext().startswith(" = "):
            annotation.parent.remove(annotation)
