"""Define what moves in a lesson, and what a saved notebook keeps of it: a picture and all words."""

from base64 import b64encode
from html import escape

import ipywidgets as widgets

LOOK = ["default", {"font.size": 13, "axes.titlesize": 13}]  # whatever the notebook's own style is


class Moving(widgets.VBox):
    """Widgets below one another that a reader moves; a subclass defines `twin`."""

    def twin(self) -> tuple[str, str, bytes]:
        """Return what a saved notebook keeps.

        Returns
        -------
        text : str
            All words.
        alt : str
            Alternative text of the picture.
        picture : bytes
            The picture, a PNG.
        """
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs):
        data = super()._repr_mimebundle_(**kwargs)
        data, metadata = data if isinstance(data, tuple) else (data, {})
        text, alt, picture = self.twin()
        data = {**data, "text/plain": text, "image/png": b64encode(picture).decode()}
        return data, {**metadata, "image/png": {"alt": alt}}


def html_picture(picture: bytes, alt: str, width: int) -> str:
    """Return a picture as HTML.

    Parameters
    ----------
    picture : bytes
        The picture, a PNG.
    alt : str
        Its alternative text.
    width : int
        Width in pixels, if there is room.

    Returns
    -------
    str
        An <img> element that contains the picture.
    """
    source = b64encode(picture).decode()
    return (
        f'<img src="data:image/png;base64,{source}" width="{width}" style="max-width: 100%" '
        f'alt="{escape(alt)}">'
    )


def status(says: str) -> str:
    """Return a sentence as HTML that a screen reader reads out when it changes.

    Parameters
    ----------
    says : str
        The sentence.

    Returns
    -------
    str
        A <div> element.
    """
    return f'<div role="status" style="font-size: 16px; padding: 4px">{escape(says)}</div>'
