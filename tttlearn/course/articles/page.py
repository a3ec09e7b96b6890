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


def image(content, alt, kind, type="png"):
    """An image of these bytes, inside the page; `alt` as plain text, `kind` its class.

    `type`: "png", or "svg+xml".
    """
    data = base64.b64encode(content).decode()
    return f'<img class={kind} alt="{escape(alt)}" src="data:image/{type};base64,{data}">'
