"""A figure as a small PNG, so that a saved notebook loads quickly."""

from io import BytesIO

from PIL import Image


def png(figure, colours, **how):
    """The matplotlib figure as PNG bytes in a palette, which makes it a third of the size.

    `colours`: how many, at most 256; `how`: what `Figure.savefig` takes.
    """
    drawn, small = BytesIO(), BytesIO()
    figure.savefig(drawn, format="png", **how)
    picture = Image.open(drawn).convert("RGB")
    picture.quantize(colours, dither=Image.Dither.NONE).save(small, "PNG")
    return small.getvalue()
