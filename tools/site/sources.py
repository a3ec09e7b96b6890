"""Write what Sphinx reads: each page of the site as a source file, none of them written twice.

The folder is laid out like the project, so that links between its files work unchanged.
"""

import json
import re
import shutil
from pathlib import Path
from types import ModuleType

import tttlearn
from tools import masters
from tools.site import front, lessons, teaching
from tttlearn.course.articles.pages import ARTICLES

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ["docs/running", "docs/package", "docs/writing_lessons", "CONTRIBUTING"]
COPIED = ["LICENSE", "CITATION.cff", "data/pictures", *(f"{name}.md" for name in DOCUMENTS)]
FIRST_PAGE = ["Lessons", "Licence and citation"]
"""Parts of README.md that are on the first page; the template has the others."""
ABOUT_ARTICLES = """\
What five articles print and say, each number beside ours, with a verdict that can fail: a page for
each, and <a href="reproduced/index.html">an index of all figures, tables and statements</a>. They
need nothing but themselves: link to them, print them, keep them. `python run.py pages` makes them
anew, and <a href="judged.html">a page on how good each player is</a>, those of the articles and
all others with a name: its worst game, its costliest errors, and how far it is from perfect."""
TOCTREE = "```{toctree}\n:hidden:\n:caption: %s\n\n%s\n```\n"


def write_sources(folder, with_solutions=False):
    """Write the source file of each page into `folder`, which is made."""
    (folder / "notebooks").mkdir(parents=True)
    for name in COPIED:
        copy(ROOT / name, folder / name)
    for path in masters.masters():
        lessons.write(path, folder, with_solutions)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, text in pages(readme).items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "front.json").write_text(json.dumps(front.made()), encoding="utf-8")
    (folder / "api").mkdir()
    (folder / "api" / "index.rst").write_text(package(), encoding="utf-8")


def copy(source, target):
    """Copy a file or a folder to a place whose parents are made."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)


def anchor(title):
    """Return the anchor of a heading, as JupyterLab makes it and the notebooks use it."""
    return title.replace(" ", "-")


def pages(readme):
    """Return the pages that the site adds to the copied ones, as texts by file name."""
    _, *rest = re.split(r"^## ", readme, flags=re.MULTILINE)
    sections = {section.partition("\n")[0]: f"## {section}" for section in rest}
    missing = {*FIRST_PAGE} - sections.keys()
    if missing:
        raise ValueError(f"README.md has no part {missing.pop()!r}, which the site needs")
    running, in_class = (
        (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("running.md", "teaching.md")
    )
    return {
        "index.md": "".join(["# tttlearn\n\n", *map(sections.get, FIRST_PAGE), contents()]),
        "docs/running.md": running.replace("](teaching.md)", "](../teach.md#In-class)"),
        "teach.md": teaching.page(f"#{in_class}"),  # its title is a heading there
        "articles.md": articles(),
    }


def articles():
    """Return the page that leads to the articles' pages, which are no sources but HTML already."""
    links = "".join(
        f'<li><a href="reproduced/{article.name}.html">{article.title}</a>, {article.author}</li>\n'
        for article in ARTICLES
    )
    return f"# Five articles, made again\n\n{ABOUT_ARTICLES}\n\n<ul>\n{links}</ul>\n"


def package():
    """Return the page about the package: its modules, and each name that `tttlearn` offers."""
    text = (ROOT / "tools" / "site" / "package.rst").read_text(encoding="utf-8")
    return text + "".join(f"   ~{home}.{name}\n" for name, home in offered())


def offered():
    """Return (name, its module) of the names that `tttlearn` itself offers, sorted by name."""
    names = [name for name in sorted(dir(tttlearn)) if not name.startswith("_")]
    things = {name: getattr(tttlearn, name) for name in names}
    # The tables of the rules are the only things there that cannot be called.
    homes = {n: t.__module__ if callable(t) else "tttlearn.game.rules" for n, t in things.items()}
    return [
        (name, homes[name].removeprefix("tttlearn."))
        for name, thing in things.items()
        if homes[name].startswith("tttlearn.") and not isinstance(thing, ModuleType)
    ]


def contents():
    """Return the site's table of contents, which is in the sidebar."""
    stems = [path.stem for path in masters.masters()]
    # A page without a number is not a lesson, and 99 is for authors of lessons.
    lessons = [stem for stem in stems if stem[:2].isdigit() and stem[:2] != "99"]
    others = [stem for stem in reversed(stems) if stem not in lessons]
    more = [*map(entry, others), "teach", "articles", *DOCUMENTS, "api/index"]
    first = map(entry, lessons)
    return TOCTREE % ("Lessons", "\n".join(first)) + TOCTREE % ("More", "\n".join(more))


def entry(stem):
    """Return a notebook's line in the table of contents, for a lesson with its number and title."""
    if not stem[:2].isdigit():
        return f"notebooks/{stem}"
    about = masters.read(masters.NOTEBOOKS / f"{stem}.ipynb")["metadata"]["tttlearn"]
    return f"{stem[:2]} {about['title']} <notebooks/{stem}>"
