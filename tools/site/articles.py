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


MORE = """\
    <a href="index.html#Lessons">Contents</a>
    <a href="search.html">Search</a>
  </nav>"""
"""The ends of the links, in place of the list of all pages, which would be on each page."""
THEME = '<script src="_static/theme.js"></script>'


def header_of(page):
    """Return the header of the site's page of the articles, with links to contents and search."""
    header = re.search(r'<header class="top">.*?</header>', page, re.DOTALL)[0]
    header = re.sub(r'\s*<button class="only-small".*?</button>', "", header, flags=re.DOTALL)
    header = re.sub(r"\s*</nav>", f"\n{MORE}", header)
    header = header.replace('class="theme only-scripts"', 'class="theme" hidden')
    return header.replace('href="#"', 'href="articles.html"') + THEME


def moved(html, prefix):
    """Return HTML for a page elsewhere: its links into the site begin with `prefix`."""
    return re.sub(r'(href="|src="(?=_static))(?!https?:|#)', rf"\g<1>{prefix}", html)


def _write(page, path, header, prefix=""):
    text = moved(page.read_text(encoding="utf-8"), prefix)
    path.write_text(text.replace("<body>", f"<body>{header}", 1), encoding="utf-8")
