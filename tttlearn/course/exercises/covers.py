"""Cover, in a notebook, the answer to a prediction until its reader guesses or asks for it.

    cover_answers(unguessed)          # from now on; unguessed(ids) are the ids without a guess

A cell that reveals the answer also prints and draws it. So if one of the predictions of a cell has
no guess, its output is placed behind a button, even under *Run All*. The same applies to the code
cells that follow, up to the next cell of text, and to later ones with the tag "answers-too". A
guess uncovers the output, too, and so does an error, because the reader must see it.
"""

import re
from functools import cache

import ipywidgets as widgets

from tttlearn.course.exercises.originals import originals
from tttlearn.course.exercises.questions import words
from tttlearn.course.exercises.shell import ipython
from tttlearn.course.exercises.student import ANSWERS_TOO, read, tags
from tttlearn.play.moving import status

REVEALED = re.compile(r"""\breveal\(\s*["'](\d\d\.p\d+)["']""")
"""Pattern that finds the id in a call of `reveal`."""
_at_work, _closed = [], []
"""The Cover of the running cell, if it has one; and all Covers that are still closed."""
_lesson = [""]
"""The number of the lesson that revealed an answer last."""


class Cover(widgets.VBox):
    """A button that hides the output of a cell, and a line on each of its predictions, by `ids`.

    `lines` is {id: a function that returns the line}; they are called when the output is uncovered.
    """

    def __init__(self, ids):
        self.ids, self.lines = list(ids), {}
        self.inside = widgets.Output()
        button = widgets.Button(
            description=words("uncover"),
            layout=widgets.Layout(width="auto", align_self="flex-start"),
        )
        button.on_click(lambda _button: self.uncover())
        super().__init__([widgets.HTML(words("covered")), button])
        _closed.append(self)

    def uncover(self):
        """Show the hidden output, and that of other Covers with the same predictions."""
        for cover in [other for other in _closed if {*other.ids} & {*self.ids}]:
            cover.show()

    def show(self):
        """Show the output of this Cover alone, with the lines below it."""
        if self in _closed:
            _closed.remove(self)
            lines = "".join(status(line()) for line in self.lines.values())
            self.children = [self.inside, widgets.HTML(lines)]

    def answer(self, id, line):
        """Hide the answer to a prediction, with the function that returns its line."""
        self.lines[id] = line

    def _repr_mimebundle_(self, **kwargs):
        data = super()._repr_mimebundle_(**kwargs)
        hint = f'Without a button, run ttt.predict("{self.ids[0]}", ..., guess=...).'
        return data | {"text/plain": f"{words('covered')}\n{hint}"}


def over(id):
    """Return the Cover of the running cell, or a new one that the cell displays."""
    from IPython.display import display

    if not _at_work:
        display(cover := Cover([id]))
        return cover
    return _at_work[-1]


def cover_answers(unguessed):
    """Have the notebook's shell cover the output of cells that reveal answers without a guess.

    A second call replaces the first.
    """
    events = ipython().events
    for name, hook in (("pre_run_cell", _before), ("post_run_cell", _after)):
        for other in list(events.callbacks[name]):
            if getattr(other, "__module__", "") == __name__:
                events.unregister(name, other)
        events.register(name, hook(unguessed))


def guessed(unguessed):
    """Uncover the output of cells whose predictions now all have a guess."""
    for cover in [closed for closed in _closed if not unguessed(closed.ids)]:
        cover.uncover()


@cache
def more_of_the_same(lesson):
    """Return {id of a cell: predictions revealed by the last revealing cell before it}.

    Only code cells count that follow without text in between or have the tag for it; `lesson` is a
    number such as "05".
    """
    following, revealed, last = {}, [], []
    path = next((path for path in originals() if path.stem[:2] == lesson), None)
    for cell in read(path)["cells"] if path else ():
        text = "".join(cell["source"])
        if ANSWERS_TOO in tags(cell):
            following[cell["id"]] = last
        elif cell["cell_type"] != "code" or "ttt.predict(" in text:
            revealed = []
        elif ids := REVEALED.findall(text):
            revealed = last = ids
        elif revealed:
            following[cell["id"]] = revealed
    return following


def _answered_by(info):
    """Return the ids of the predictions that the cell about to run answers."""
    if ids := REVEALED.findall(info.raw_cell):
        _lesson[0] = ids[0][:2]
        return list(dict.fromkeys(ids))
    return more_of_the_same(_lesson[0]).get(info.cell_id, [])


def _before(unguessed):
    def begin(info):
        from IPython.display import display

        ids = unguessed(_answered_by(info))
        if ids:
            display(cover := Cover(ids))
            cover.inside.__enter__()
            _at_work.append(cover)

    return begin


def _after(unguessed):
    def end(result):
        while _at_work:
            cover = _at_work.pop()
            cover.inside.__exit__(None, None, None)
            if not result.success:
                cover.show()
        guessed(unguessed)  # a guess may have been made while the cell ran

    return end
