"""Turn the blocks of a deck between `:::` into HTML, each by a function of its words and lines.

::: tally first           a question's answers, to be counted by clicks; * before the right one
::: recall first          how many gave each answer, and how many were right, on a later slide
::: votes                 all tallies of the deck, and a button that saves them as a file
::: boards [step]         lines `X.O/.X./..O | words`: boards side by side, or one a step
::: stack                 lines `![](picture)`: pictures in the same place, the next with a key
::: bars                  lines `label | number | words`: bars from 0, of the length of numbers
::: scale 0 100 [step]    lines `label | 46 to 71 | words`: bars from the one to the other on one
                          scale, or dots for numbers between spaces; `scale 0 100 57 printed` has
                          a dashed line at 57, called so
::: grid [head] [values]  lines `label | 38.0% | +1`: a table; `values` colours its numbers, each a
                          value to X; with `step` each row comes with a key
::: tree                  lines `-- X.O/.X./..O | words | 2`: a game tree, a dash for each level;
                          the words come with that key, `left out` pales the board
::: growing               lines `-- X.O/.X./..O | 1× 0.00 | 2× +0.50`: a tree whose nodes, boards or
                          words, say something else with each key; of nothing, not there yet
::: network               lines `18 | words`: a layer of 18 units, all joined to the next layer
::: timer 8               a clock of this many minutes, started by a click
::: live KIND name=value  a live view of `tools.live`
"""

from collections import deque
from functools import cache
from itertools import pairwise
from pathlib import Path

from markupsafe import Markup

from tools.decks import living
from tools.editions import render
from tttlearn.course.articles.page import templates
from tttlearn.pictures.svg import board_svg

LOOK = Path(__file__).parent / "look"


def block(name, words, lines):
    """Return the HTML of the block of this name; raise KeyError if there is no such block."""
    return BLOCKS[name](words, [line.strip() for line in lines if line.strip()])


def _parts(line):
    return [part.strip() for part in line.split("|")]


@cache
def _look():
    """Return the template of the blocks, whose macros are called as functions."""
    environment = templates(LOOK)
    environment.globals |= {"board": board, "paper_of": _paper_of, "SHOWN_UNITS": SHOWN_UNITS}
    environment.globals["inline"] = lambda text: Markup(render.inline(text))
    return environment.get_template("blocks.html").module


def tally(words, lines):
    """Return buttons for the answers, each with its count; a click adds one, a number sets it."""
    return _look().tally(words[0], lines)


def recall(words, lines):
    """Return a sentence about an earlier tally; in the lines, {right} and {all} are its numbers."""
    return _look().recall(words[0], " ".join(lines))


def votes(words, lines):
    """Return a button that saves all counts as a file."""
    return "<p><button type=button class=save>Save the votes as a file</button></p>"


def boards(words, lines):
    """Return boards in a row, with words below; with `step` each but the first comes with a key."""
    return _look().boards([_parts(f"{line}|")[:2] for line in lines], "step" in words)


def board(text):
    """Return the drawing of a board; `*` before a cell's mark rings it."""
    cells = _cells(text)
    ringed = [cell for cell, mark in enumerate(cells) if mark.startswith("*")]
    return board_svg([mark.lstrip("*") for mark in cells], frames={"ring": ringed})


def stack(words, lines):
    """Return pictures in the same place, each over the one before; all but the first with a key."""
    return _look().stack(lines[0], lines[1:])


def bars(words, lines):
    """Return bars of these lengths, the longest as wide as there is room for."""
    rows = [(label, float(n), *text) for label, n, *text in map(_parts, lines)]
    rows = [(label, n, (*text, f"{n:g}")[0] or f"{n:g}") for label, n, *text in rows]
    return _look().bars(rows, max(abs(n) for _, n, _ in rows))


def scale(words, lines):
    """Return numbers on one scale: a row for each line, the scale below them, and a dashed line."""
    low, high, *rest = [word for word in words if word != "step"]
    low, high = float(low), float(high)

    def at(number):
        return f"{6 + 88 * (float(number) - low) / (high - low):.1f}%"  # with room for the ends

    rows = []
    for label, numbers, text, *_ in (_parts(f"{line}||") for line in lines):
        begins, to, ends = numbers.partition(" to ")
        dots = [] if to else map(at, begins.split())
        rows.append((label, dots, to and (at(begins), at(ends)), text))
    ticks = [(at(value), f"{value:,.10g}") for value in (low, (low + high) / 2, high)]
    mark = at(rest[0]) if rest else ""
    return _look().scale(rows, "step" in words, mark, " ".join(rest[1:]), ticks)


def grid(words, lines):
    """Return a table.

    `head`: the first row names the columns; `values`: its numbers are values to X. Only values have
    the colours of X and O: a score or a count has no side. With `step` each row but the first comes
    with a key.
    """
    return _look().grid([*map(_parts, lines)], words)


def _paper_of(text):
    """Return the colour behind a number, the stronger the further it is from 0; "" for words."""
    try:
        side, share = _ink(float(text.replace("−", "-")))
    except ValueError:
        return ""
    return f"rgba({', '.join(map(str, side))}, {share:.2f})"


def _ink(value):
    """Return the colour of the side for which a value to X is good, and its opacity."""
    return (84, 39, 136) if value > 0 else (179, 88, 6), 0.45 * min(1, abs(value))


def tree(words, lines):
    """Return a tree of boards, with words beside them, at once or with the key of this number."""
    rows = deque(_parts(f"{line}||") for line in lines)
    levels = 1 + max(map(_level, rows))
    beside = (word for _, text, *_ in rows if text != "left out" for word in text.split())
    room = f"{_leaves(rows)}; --levels: {levels}; --letters: {max(map(len, beside), default=0)}"
    return f'<div class=tree style="{room}">{_branches(rows, _node)}</div>'


def _leaves(rows):
    """Return the number of leaves of a tree, for its style."""
    return f"--leaves: {sum(_level(a) >= _level(b) for a, b in pairwise([*rows, ['']]))}"


def _level(row):
    return len(row[0]) - len(row[0].lstrip("-"))


def _branches(rows, node, level=0):
    """Return the nodes of this level at the head of `rows`, with all below; remove them.

    node(name, *parts) returns the attributes of its <li> and the content.
    """
    html = ""
    while rows and _level(rows[0]) == level:
        name, *parts = rows.popleft()
        when, drawn = node(name.lstrip("- "), *parts)
        html += f"<li{when}><p>{drawn}</p>{_branches(rows, node, level + 1)}</li>"
    return html and f"<ul>{html}</ul>"


def _node(state, text, key, *_):
    side = {"+": "x", "-": "o", "−": "o"}.get(text[:1], "none")
    side = "out" if text == "left out" else side
    label = f"<b{_with_key(key)}><span class={side}>{render.inline(text)}</span></b>"
    return "", board(state) + label


def growing(words, lines):
    """Return a tree that grows: what its nodes say at first, and with each key."""
    rows = deque(map(_parts, lines))
    return f'<div class="tree growing" style="{_leaves(rows)}">{_branches(rows, _grown)}</div>'


def _grown(name, *words):
    """Return a node whose words change with each key."""
    first = next(key for key, text in enumerate(words) if text)
    drawn = board(name) if "/" in name else f"<em>{render.inline(name)}</em>"
    texts = "".join(_said(text, key, first) for key, text in enumerate(words) if text)
    return _with_key(first), f"{drawn}<span>{texts}</span>"


def _with_key(key):
    """Return the attributes of a part that appears with this key; 0 or nothing is there at once."""
    return f" class=fragment data-fragment-index={key}" if key else ""


def _said(text, key, first):
    """Return what a node says from this key on, on the colour of the value at its end."""
    visits, _, value = text.rpartition(" ")
    later = _with_key(key) if key > first else ""
    style = f"background: {_paper(value)}"
    return f'<b{later} style="{style}">{visits}<br><small>{value}</small></b>'


def _paper(value):
    """Return the background colour of a value to X: between the colours of X, white, and of O."""
    side, share = _ink(float(value.replace("−", "-")))
    mixed = ", ".join(f"{round(255 + share * (channel - 255))}" for channel in side)
    return f"rgb({mixed})"


SHOWN_UNITS = 9
"""Most units of a layer that are drawn; of a larger one the middle is left out."""


def network(words, lines):
    """Return the drawing of a network: a column of circles for each layer, each with its words."""
    layers = [(int(count), text) for count, _, text in (line.partition("|") for line in lines)]
    step = 1160 / len(layers)
    columns = [
        [(step * (k + 0.5), 20 + 32 * (place + (SHOWN_UNITS - n) / 2)) for place in range(n)]
        for k, n in enumerate(min(count, SHOWN_UNITS) for count, _ in layers)
    ]
    joined = [(*a, *b) for some, following in pairwise(columns) for a in some for b in following]
    units = [
        (*place, count > SHOWN_UNITS and i == SHOWN_UNITS // 2)
        for (count, _), column in zip(layers, columns, strict=True)
        for i, place in enumerate(column)
    ]
    alt = ", ".join(f"{count} units" for count, _ in layers)
    return _look().network(joined, units, layers, alt)


def timer(words, lines):
    """Return a clock that counts down; a click starts it, another stops it."""
    return f"<p><button type=button class=timer data-minutes={words[0]}>{words[0]}:00</button></p>"


def live(words, lines):
    """Return a live part, see `tools.decks.living`."""
    return living.part(words[0], dict(word.split("=", 1) for word in words[1:]))


MAKERS = tally, recall, votes, boards, stack, bars, scale, grid, tree, growing, network, timer, live
BLOCKS = {make.__name__: make for make in MAKERS}


def _cells(text):
    """Return the nine cells of a board such as `X.O/.*X./...`.

    Each is a mark or an empty cell, with * before it where it is ringed. In `+0.50 X .../...` the
    cells are words between spaces.
    """
    rows = text.split("/")
    if " " in text:
        return [cell for row in rows for cell in row.split()]
    cells = []
    for row in rows:
        ringed = ""
        for letter in row:
            if letter == "*":
                ringed = "*"
                continue
            cells.append(ringed + letter)
            ringed = ""
    return cells
