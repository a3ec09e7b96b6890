"""Record what moves in a lesson, for pages: for each step a sentence and a picture as SVG."""

import base64
import json
import zlib
from io import StringIO

from matplotlib import style
from matplotlib.figure import Figure

from tttlearn.play.moving import LOOK
from tttlearn.play.seeing import draw_units, seen_in_words

SVG = {"svg.fonttype": "path", "svg.hashsalt": "tttlearn", "axes.grid": False}
"""Settings for SVG: letters are drawn as paths, whatever fonts a reader has; the bytes are the same
every time; no grid lines, which axes would create even when they do not show them."""


def steps(stepper):
    """Return the frames of a Stepper, pairs of a sentence and an SVG, for each of its steps."""
    return [
        (
            stepper.in_words(index),
            svg((12, 6.2), lambda figure, step=step: _fill(stepper, step, figure)),
        )
        for index, step in enumerate(stepper.steps)
    ]


def passes(see, states):
    """Return the frames of a SeeForward, pairs of a sentence and an SVG, for these states."""
    frames = []
    for state in states:
        seen = see.units(state)
        drawn = svg(
            (8.9, 6.2), lambda figure, seen=seen, state=state: draw_units(seen, state, figure)
        )
        frames.append((seen_in_words(seen, state), drawn))
    return frames


def _fill(stepper, step, figure):
    stepper.draw(step, figure.add_axes((0, 0, 1, 1)))


def svg(size, draw):
    """Return what `draw(figure)` draws on an empty Figure of this size, as SVG text."""
    text = StringIO()
    with style.context([*LOOK, SVG]):
        figure = Figure(figsize=size)
        draw(figure)
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(text, format="svg", metadata=nothing)
    return text.getvalue()


def packed_pictures(pictures):
    """Pack SVGs as text; a line that several of them share is stored once."""
    lines = {}
    numbers = [
        [lines.setdefault(line, len(lines)) for line in picture.split("\n")] for picture in pictures
    ]
    whole = json.dumps([list(lines), numbers], separators=(",", ":"))
    return base64.b64encode(zlib.compress(whole.encode(), 9)).decode()
