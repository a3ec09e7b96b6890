"""A page of HTML that needs no network: light and dark, on paper and phones.

Texts are escaped by those who put them in, with `html.escape`.
"""

import base64
from html import escape
from pathlib import Path

STYLE = Path(__file__).with_name("page.css")


def page(title, body, style=""):
    """The whole page as text: `title` as plain text, `body` as HTML, `style` as further CSS."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE.read_text(encoding='utf-8')}{style}</style>"
        f"</head><body><main role=main>{body}</main></body></html>\n"
    )


def image(content, alt, kind):
    """A PNG of these bytes, inside the page; `alt` as plain text, `kind` its class."""
    return f'<img class={kind} alt="{escape(alt)}" src="{data_url(content)}">'


def data_url(content, type="png"):
    """The address of an image that holds the image itself; `type`: "png" or "svg+xml"."""
    return f"data:image/{type};base64,{base64.b64encode(content).decode()}"
