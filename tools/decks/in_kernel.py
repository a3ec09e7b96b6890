"""Take the numbers and pictures of a deck from its master, in the kernel that runs it.

When a cell shows a figure that the deck shows, too, this figure is drawn again at the size of a
slide; of what a reader steps through, the steps that the deck shows are drawn. So no cell runs
twice, and no number of the lesson depends on whether it has a deck.
"""

import json
from contextlib import suppress
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib import style
from matplotlib.figure import Figure
from matplotlib.text import Text

import tttlearn
from tools.decks import kept
from tools.decks.source import deck_path, read_deck
from tools.masters import ROOT
from tttlearn.course.exercises.changing import StepRanking
from tttlearn.pictures.boards import show_figure
from tttlearn.pictures.images import png
from tttlearn.play.moving import LOOK
from tttlearn.support.text import sentence

PICTURE_INCHES = 11.6, 5.0
"""Largest size of a picture on a slide of 1280 x 720 pixels, in inches of 100 pixels."""
MIN_FONT_POINTS = 18
"""Smallest font size in a picture, in points: 25 pixels of the slide."""
DECIMALS = 6
"""Number of decimals of the numbers that are kept, which every machine prints alike."""


class Watcher:
    """Observer of a shell that runs a lesson, which notes what the deck takes of each cell.

    A cell is known by its source, since a kernel knows no other name of it. `values` and `captions`
    are the texts so far, by name, and `rankings` what a reader steps through, by cell, as it takes
    long to make; they and the pictures are put into `folder`, if there is one.
    """

    def __init__(self, name, shell, folder=None):
        self.name, self.shell, self.folder = name, shell, folder and Path(folder)
        self.values, self.captions, self.rankings = {}, {}, {}
        deck = read_deck(deck_path(name))
        notebook = json.loads((ROOT / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))
        sources = {cell["id"]: "".join(cell["source"]) for cell in notebook["cells"]}
        self.ids = {source: id for id, source in sources.items()}
        places = [(picture, *place.split()) for picture, place in deck.pictures.items()]
        self.pictures = {sources[at[0]]: picture for picture, *at in places if len(at) == 1}
        self.steps = [(sources[at[0]], picture, int(at[1])) for picture, *at in places if at[1:]]
        self.asked = [(sources[cell], *named) for cell, *named in deck.asked()]
        self.picture = None
        shell.events.register("pre_run_cell", self.before)
        shell.events.register("post_run_cell", self.after)

    def before(self, info):
        """Replace `show_figure`, to notice what the cell shows."""
        tttlearn.show_figure = self.show_figure
        self.picture = self.pictures.get(info.raw_cell)

    def after(self, result):
        """Note what the deck takes of this cell, and the page."""
        for source, value, text in self.asked:
            if source == result.info.raw_cell:
                # A missing value is reported when the deck is made; an error here would be printed.
                with suppress(Exception):
                    self.values[value] = str(eval(text, self.shell.user_ns))
        for source, picture, number in self.steps:
            if source == result.info.raw_cell:
                self.keep_step(picture, result.result, number)
        if isinstance(result.result, StepRanking):
            self.rankings[self.ids[result.info.raw_cell]] = rounded(result.result.pages)
        if self.folder:
            text = kept.as_text({kind: getattr(self, kind) for kind in kept.KINDS})
            (self.folder / kept.TAKEN).write_text(text, encoding="utf-8", newline="\n")

    def show_figure(self, ax, caption):
        """Show the figure as the lesson expects, and note it if the deck shows it."""
        show_figure(ax, caption)
        if self.picture:
            self.keep(self.picture, caption, next(axes.figure for axes in np.ravel(ax)))
            self.picture = None

    def keep_step(self, picture, stepper, number):
        """Note what a Stepper shows after a step, the first of which is 1."""
        step, figure = stepper.steps[number - 1], Figure(figsize=(12, 6.2))
        if self.folder:
            with style.context(LOOK):
                stepper.draw(step, figure.add_axes((0, 0, 1, 0.96)))  # with room for larger letters
        self.keep(picture, sentence(step.caption), figure)

    def keep(self, picture, caption, figure):
        """Note the caption of a picture, and draw it if pictures are drawn."""
        self.captions[picture] = " ".join(caption.split())
        if self.folder:
            (self.folder / f"{picture}.png").write_bytes(for_a_deck(figure))

    def compare(self):
        """Raise AssertionError, with their names, if texts differ from those that were kept."""
        for kind in kept.KINDS:
            before, texts = kept.read(self.name)[kind], getattr(self, kind)
            changed = {name for name in before | texts if before.get(name) != texts.get(name)}
            changes = [
                f"{name}: kept {before.get(name)!r}, now {texts.get(name)!r}"
                for name in sorted(changed)
            ]
            assert not changes, f"the deck of {self.name} is to be made again: {'; '.join(changes)}"


def rounded(pages):
    """Return the steps of a ranking and their numbers as they are kept."""
    return [
        [step, {name: round(float(value), DECIMALS) for name, value in page.items()}]
        for step, page in pages.items()
    ]


def for_a_deck(figure):
    """Return the PNG of a figure at the size of a slide, with letters for the back row.

    A single title is removed, since the slide's headline has the same content. Several panels get
    all of the space.
    """
    width, height = figure.get_size_inches()
    factor = min(PICTURE_INCHES[0] / width, PICTURE_INCHES[1] / height)
    if len(figure.axes) == 1:
        figure.axes[0].set_title("")
        figure.set_size_inches(factor * width, factor * height)
    else:
        figure.set_size_inches(PICTURE_INCHES)
    if figure.get_suptitle():
        figure.suptitle("")
    for text in figure.findobj(Text):
        text.set_fontsize(max(text.get_fontsize(), MIN_FONT_POINTS))
    if any(ax.get_subplotspec() for ax in figure.axes):  # larger letters need more room
        figure.set_layout_engine("constrained")
    drawn = png(figure, colours=256, dpi=200)
    plt.close(figure)
    return drawn
