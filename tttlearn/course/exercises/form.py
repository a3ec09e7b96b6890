"""Show a prediction as a notebook widget: a question, a field for the guess, a line of text.

The browser draws the traits below and sends {guess} when the reader commits it; it knows no rules.
The saved notebook keeps the question as text.
"""

from pathlib import Path

import anywidget
import traitlets as t

HERE = Path(__file__).parent


def _shown(kind, *default):
    return kind(*default, read_only=True).tag(sync=True)


class Form(anywidget.AnyWidget):
    """A form that asks `question` and passes a guess to `commit`.

    `commit(guess)` returns the line to show, or raises ValueError with that line if it refuses; the
    guess is text or, for a cell, a number. `text` is the form in places without widgets.
    """

    _esm = HERE / "form.js"
    _css = HERE / "form.css"

    question = _shown(t.Unicode)
    wanted = _shown(t.Unicode)  # description of a guess
    choices = _shown(t.List)  # texts to choose from
    cells = _shown(t.List)  # names of the cells of a board
    guess = _shown(t.Any)  # committed guess, or None
    status_text = _shown(t.Unicode)  # line below the form
    final = _shown(t.Bool)  # whether the guess can no longer be changed
    answered = _shown(t.Int)  # incremented, so that the view notices a second refusal

    def __init__(self, commit, text, **traits):
        self.commit, self.text = commit, text
        super().__init__()
        self.show(**traits)
        self.on_msg(self._on_message)

    def show(self, **traits):
        """Set these traits and send them to the browser."""
        with self.hold_sync():  # sends one message to the browser
            for name, value in traits.items():
                self.set_trait(name, value)
            self.set_trait("answered", self.answered + 1)

    def _on_message(self, _widget, content, _buffers):
        guess = content.get("guess") if isinstance(content, dict) else None
        if isinstance(guess, str) or type(guess) is int:
            try:
                self.show(status_text=self.commit(guess), guess=guess)
            except ValueError as refusal:
                self.show(status_text=f"{refusal}")

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs)
        return data | {"text/plain": self.text}, metadata
