"""A figure as a small PNG, so that a saved notebook loads quickly."""

from io import BytesIO
from typing import Any

from matplotlib.figure import Figure
from PIL import Image


def png(figure: Figure, colours: int, **how: Any) -> bytes:
    """Return a figure as PNG in a palette of few colours, which takes a third of the size.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        The figure.
    colours : int
        Number of colours, at most 256.
    **how
        Arguments of `Figure.savefig`.

    Returns
    -------
    bytes
        The content of a PNG file.
    """
    drawn, small = BytesIO(), BytesIO()
    figure.savefig(drawn, format="png", **how)
    picture = Image.open(drawn).convert("RGB")
    picture.quantize(colours, dither=Image.Dither.NONE).save(small, "PNG")
    return small.getvalue()
