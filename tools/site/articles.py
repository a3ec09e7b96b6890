"""Add the pages of the articles, and that of the players, to the site, each with its header.

They are whole pages already, which need nothing else, so only the header is added.
"""

import re
import shutil

from tools import judged
from tools.pages import PAGES


def add(site):
    """Put the pages into the folder of the built site, with `articles.html` as their index."""
    header = header_of((site / "articles.html").read_text(encoding="utf-8"))
    shutil.copytree(PAGES, site / "reproduced")
    for path in (site / "reproduced").glob("*.html"):
        _write(path, path, moved(header, "../"))
    _write(judged.PAGE, site / judged.PAGE.name, header)
    _write(PAGES / "index.html", site / "articles.html", header, "reproduced/")


def header_of(page):
    """Return the header of the site's page of the articles, without what needs a script."""
    header = re.search(r'<header class="top">.*?</header>', page, re.DOTALL)[0]
    header = re.sub(r"\s*<button.*?</button>", "", header, flags=re.DOTALL)
    return header.replace('href="#"', 'href="articles.html"')


def moved(html, prefix):
    """Return HTML for a page elsewhere: its links to pages of the site begin with `prefix`."""
    return re.sub(r'href="(?!https?:|#)', f'href="{prefix}', html)


def _write(page, path, header, prefix=""):
    text = moved(page.read_text(encoding="utf-8"), prefix)
    path.write_text(text.replace("<body>", f"<body>{header}", 1), encoding="utf-8")
