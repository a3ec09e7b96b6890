"""How large the text of a slide may be: as large as fits, and never below SMALLEST pixels.

A slide has 1280 x 720 pixels. Text is estimated by its letters, code by its lines and columns; a
test measures every slide in a browser. What does not fit at the smallest size goes on another one.
"""

import math
import re

from tools.editions import render

WIDTH, HEIGHT, SMALLEST = 1214, 615, 20
LARGEST_CODE, LARGEST_TEXT = 32, 36
COLUMN, LINE = 0.603, 1.3
"""Width and height of a letter of code, in its font size."""
LETTER, TEXT_LINE, GAP = 0.5, 1.4, 0.6
"""Width of a letter of text, height of its lines, and the space between blocks."""


def size_of_code(lines, columns, height=HEIGHT, largest=LARGEST_CODE):
    """The font size with which so much code fits, which may be below SMALLEST."""
    return math.floor(min(largest, WIDTH / (COLUMN * columns), height / (LINE * lines)))


def code(source, lines_taken=0):
    """The HTML of Python source, as large as fits below so many lines of text."""
    height = HEIGHT - 45 * lines_taken
    return render.code(source, style=f"font-size: {_size(source, height, 28)}px")


def printed(text):
    """The HTML of printed text, as large as fits."""
    return render.printed(text, style=f"font-size: {_size(text, HEIGHT)}px")


def _size(text, height, largest=LARGEST_CODE):
    return max(SMALLEST, size_of_code(_lines(text), _columns(text), height, largest))


def _columns(text):
    """The columns that a text needs; lines longer than a slide is wide are wrapped."""
    return min(_widest(), max(map(len, text.split("\n"))))


def _widest():
    return math.floor(WIDTH / (COLUMN * SMALLEST))


def _lines(text):
    return sum(max(1, math.ceil(len(line) / _widest())) for line in text.rstrip().split("\n"))


def _most_lines(height=HEIGHT):
    return math.floor(height / (LINE * SMALLEST))


def fit_together(source, text):
    """Whether code and what it printed fit on one slide."""
    return _lines(source) + _lines(text) + 2 <= _most_lines()


def together(source, text):
    """The HTML of code and of what it printed, which appears at the next step."""
    both = source + "\n\n\n" + text
    style = f"font-size: {_size(both, HEIGHT)}px"
    shown = render.printed(text, "output fragment", style)
    return render.code(source, style=style), shown


def code_pages(source):
    """The source in pieces that fit on a slide each, cut where a statement ends if possible."""
    return _cut(source, r"\n\n+(?=\S)|\n(?=[^\s)\]}])|\n")


def text_pages(text):
    """Printed text in pieces that fit on a slide each."""
    return _cut(text, r"\n\n+|\n")


def _cut(text, places):
    """The text in as few pieces of equal length as fit; the cuts are at the best places near."""
    lines = text.strip("\n").split("\n")
    if not text.strip():
        return []
    if _lines(text) <= _most_lines():
        return ["\n".join(lines)]
    middle, cuts = len(lines) / 2, []
    for rank, pattern in enumerate(places.split("|")):
        for match in re.finditer(pattern, "\n".join(lines)):
            at = "\n".join(lines)[: match.end()].count("\n")
            cuts.append((rank, abs(at - middle), at))
    near = [cut for cut in cuts if cut[1] <= len(lines) / 4]
    at = min(near)[2]
    return [*_cut("\n".join(lines[:at]), places), *_cut("\n".join(lines[at:]), places)]


def text(parts, largest=LARGEST_TEXT, height=HEIGHT):
    """The HTML of Markdown blocks, as large as fits."""
    size = next((s for s in range(largest, SMALLEST, -1) if _height(parts, s) <= height), SMALLEST)
    return f'<div style="font-size: {size}px">{render.markdown(chr(10).join(_joined(parts)))}</div>'


def _joined(parts):
    for part in parts:
        yield from (part, "")


def _height(parts, size):
    """The estimated height of Markdown blocks at a font size."""
    total = 0
    for part in parts:
        per_line = WIDTH / (LETTER * size)
        items = _items(part)
        lines = sum(math.ceil(len(_visible(item)) / per_line) or 1 for item in items)
        lines += 2 * part.count("$$") + 2 * part.count(r"\\")
        total += (lines * TEXT_LINE + GAP + 0.25 * len(items)) * size
    return total


def _items(part):
    """The lines of a block of code or of a box, else the items of a list, or the one paragraph."""
    if part.startswith("```"):
        return part.split("\n")
    if part.startswith(render.BOX):
        return [line for line in part.split("\n") if line]
    return re.split(r"\n(?=[-*>|]|\d+\.)", part)


def _visible(text):
    """The text without what is not seen of its Markdown and TeX."""
    return re.sub(r"\*\*|`|\\[a-zA-Z]+|[{}$]", "", " ".join(text.split()))


def pages(parts):
    """Markdown blocks in groups that fit on a slide each at a size to be read from afar."""
    groups = [[]]
    for part in parts:
        if groups[-1] and _height([*groups[-1], part], 26) > HEIGHT:
            groups.append([])
        groups[-1].append(part)
    return groups


def has_room(html, source):
    """Whether a stub fits below the text of a slide that was made for it."""
    letters = len(re.sub(r"<[^>]+>", "", html))
    return letters < 620 and _lines(source) <= 7


def quiz(asked, options):
    """The HTML of a quiz question and its options, each with a verdict that appears."""
    everything = [asked, *(f"- {option} {verdict}" for option, verdict in options)]
    size = next(
        s for s in range(32, SMALLEST - 1, -1) if _height(everything, s) <= 540 or s == SMALLEST
    )
    items = "".join(
        f"<li>{render.inline(option)} <span class='fragment'>{render.inline(verdict)}</span></li>"
        for option, verdict in options
    )
    return f'<div style="font-size: {size}px">{render.markdown(asked)}<ul>{items}</ul></div>'
