"""Build a page of HTML that needs no network, in light and dark, for screens and paper.

Callers escape the texts that they insert, with `html.escape`.
"""

import base64
from html import escape
from pathlib import Path

from jinja2 import Environment, FunctionLoader, StrictUndefined

STYLE = Path(__file__).with_name("page.css")


def page(title, body, style=""):
    """Return the whole page as text: `title` is plain text, `body` HTML, `style` further CSS."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE.read_text(encoding='utf-8')}{style}</style>"
        f"</head><body><main role=main>{body}</main></body></html>\n"
    )


def image(content, alt, kind):
    """Return an img element with these bytes of a PNG; `alt` is plain text, `kind` its class."""
    return f'<img class={kind} alt="{escape(alt)}" src="{data_url(content)}">'


def data_url(content, type="png"):
    """Return a data URL that contains this image; `type` is "png" or "svg+xml"."""
    return f"data:image/{type};base64,{base64.b64encode(content).decode()}"


def templates(folder):
    """Return the environment of the templates in a folder.

    A line of a template may be broken, and indented, wherever there is no space.
    """

    def joined(name):
        lines = (Path(folder) / name).read_text(encoding="utf-8").splitlines()
        return "".join(map(str.strip, lines))

    return Environment(loader=FunctionLoader(joined), autoescape=True, undefined=StrictUndefined)
