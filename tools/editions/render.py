"""Render cells as HTML: Markdown, code and outputs, for handouts and slides.

Formulas stay TeX between dollars; the pages bring MathJax along.
"""

import re
import shutil
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import escape
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

LOOK = Path(__file__).parent / "look"
STYLE = "a11y-high-contrast-light"


def page(template, **values):
    """Return the HTML of a whole page, made from one of the templates in `look`."""
    return Environment(loader=FileSystemLoader(LOOK)).get_template(template).render(values)


@cache
def markdown(text):
    """Return the HTML of a Markdown text; links to other notebooks become plain words."""
    text = re.sub(r"\[([^]]+)\]\([^)]*(?:\.ipynb|#)[^)]*\)", r"\1", text)
    renderer = IPythonRenderer(escape=False, exclude_anchor_links=True)
    return MarkdownWithMath(renderer=renderer).render(text)


def inline(text):
    """Return the HTML of a Markdown text without the paragraph around it."""
    return re.sub(r"</?p>", "", markdown(text.strip())).strip()


def code(source, classes="code", style=""):
    """Return the HTML of Python source, coloured."""
    inner = highlight(source, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))
    return f'<pre class="{classes}" style="{style}">{inner.rstrip()}</pre>'


def code_css():
    """Return the colours of code as CSS."""
    return HtmlFormatter(style=STYLE).get_style_defs("pre.code")


def picture(output):
    """Return the HTML of an output's PNG with its alternative text."""
    alt = escape(output["metadata"]["image/png"]["alt"])
    data = "".join(output["data"]["image/png"]).replace("\n", "")
    return f'<img src="data:image/png;base64,{data}" alt="{alt}">'


def figure(output, caption):
    """Return the HTML of an output's PNG with a caption below."""
    return f"<figure>{picture(output)}<figcaption>{caption}</figcaption></figure>"


def texts(cell):
    """Return (printed text, caption of its figure) of a code cell's outputs."""
    streams = [o for o in cell["outputs"] if o["output_type"] == "stream"]
    text = "".join("".join(o["text"]) for o in streams)
    printed_text, _, caption = text.partition("Figure: ")
    return printed_text.strip("\n"), " ".join(caption.split())


def pictures(cell):
    """Return the outputs of a code cell that hold a PNG."""
    return [o for o in cell["outputs"] if "image/png" in o.get("data", {})]


def questions(text):
    """Yield (question, [(option, verdict), ...]) of each question of a quiz, all in Markdown."""
    for question in re.split(r"\*\*Question \d+\.\*\*", text)[1:]:
        pattern = r"<summary>(.*?)</summary>(.*?)</details>"
        yield question.partition("<details>")[0].strip(), re.findall(pattern, question, re.DOTALL)


def write_pages(folder, template, heading, pages):
    """Write each of the pages, {name: values of the template}, and their list, into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    copy_mathjax(folder)
    for name, values in pages.items():
        html = page(template, lesson=name[:2], code_css=code_css(), **values)
        (folder / f"{name}.html").write_text(html, encoding="utf-8")
    write_index(folder, heading, {name: values["title"] for name, values in pages.items()})


def write_index(folder, heading, titles):
    """Write the list of the pages in a folder, {name: title}."""
    index = page("index.html", heading=heading, titles=titles)
    (folder / "index.html").write_text(index, encoding="utf-8")


def copy_mathjax(folder):
    """Put MathJax, one file that needs no other, into `folder`."""
    installed = distribution("sphinx-mathjax-offline")
    source = installed.locate_file("sphinx-mathjax-offline/static/mathjax/tex-svg-full.js")
    shutil.copy(source, Path(folder) / "mathjax.js")
