"""Turn a deck into a page: reveal.js, one file beside the library's, without the network."""

import re
import shutil
from base64 import b64encode
from html import escape
from importlib.resources import files

from jinja2 import Environment, FileSystemLoader

from tools import plans
from tools.decks import kept
from tools.decks.blocks import BLOCKS, LOOK, block
from tools.decks.source import COLUMN, PATHS, STEP, DeckError, deck_path, kept_folder, read_deck
from tools.editions import render
from tools.live.parts import scripts

BLOCK = re.compile(r"(?ms)^::: *(\w+)([^\n]*)\n(.*?)^:::$")


def html(name, title):
    """Return the page of the deck of a lesson."""
    deck, taken = read_deck(deck_path(name)), kept.read(name)
    taken["values"]["home"] = _home(name)
    slides = [_slide(deck, taken, slide) for slide in deck.slides]
    look = Environment(loader=FileSystemLoader([LOOK, render.LOOK]))
    live = scripts("".join(slide["body"] for slide in slides))
    return look.get_template("deck.html").render(
        lesson=name[:2],
        title=title,
        slides=slides,
        live=live,
        paths=PATHS,
        code_css=render.code_css(),
    )


def _home(name):
    """Return what is for home after each path; the page shows that of the path it is on."""
    left = {path: plans.short(plans.made(name, path)) for path in PATHS}
    return "".join(
        f"<span class=left data-path={path}>{text}</span>" for path, text in left.items()
    )


def _slide(deck, taken, slide):
    """Return the parts of a slide, as the template needs them."""
    where = f"{deck.name}, {slide.headline!r}"

    def filled(text):
        return fill(where, text, taken["values"])

    body = _body(where, filled(slide.body), deck.name, taken["captions"])
    notes = "".join(_note(part, minutes, filled(text)) for part, minutes, text in slide.notes)
    begins = {f"at{path}": minute for path, minute in slide.minutes.items()}
    headline = render.inline(filled(slide.headline))
    return {"headline": headline, "body": body, "notes": notes, "begins": begins}


def _note(part, minutes, text):
    takes = f" ({minutes:g} min)" if minutes else ""
    return f"<p><b>{part}{takes}</b> {render.inline(text)}</p>"


def fill(where, text, values):
    """Return the text with each `{=name}` as its value; raise DeckError for an unknown name."""

    def value(match):
        if match[1] not in values:
            raise DeckError(f"{where}: no value {match[1]} was taken from the master")
        return values[match[1]]

    return re.sub(r"\{=(\w+)\}", value, text)


def _body(where, text, name, captions):
    """Return the HTML of a body: columns, in them steps, in them blocks and Markdown."""
    columns = re.split(rf"(?m)^{re.escape(COLUMN)}$", text)
    texts = [_steps(where, column, name, captions) for column in columns]
    if len(texts) == 1:
        return f"<div class=body>{texts[0]}</div>"
    return f'<div class="body columns">{"".join(f"<div>{column}</div>" for column in texts)}</div>'


def _steps(where, text, name, captions):
    first, *later = re.split(rf"(?m)^{re.escape(STEP)}$", text)
    parts = [_content(where, first, name, captions)]
    parts += [
        f"<div class=fragment>{_content(where, step, name, captions)}</div>" for step in later
    ]
    return "".join(parts)


def _content(where, text, name, captions):
    """Return the HTML of blocks, pictures and Markdown, in their order."""

    def picture(match):
        return _picture(where, name, match[2], match[1] or captions.get(match[2], ""))

    text = re.sub(r"!\[(.*?)\]\((\w+)\)", picture, text)
    parts, end = [], 0
    for match in BLOCK.finditer(text):
        kind, words, lines = match[1], match[2].split(), match[3].split("\n")
        if kind not in BLOCKS:
            raise DeckError(f"{where}: no block {kind!r}; there are {', '.join(BLOCKS)}")
        parts += [_markdown(text[end : match.start()])]
        parts += [block(kind, words, lines)]
        end = match.end()
    return "".join([*parts, _markdown(text[end:])])


def _markdown(text):
    return render.markdown(text) if text.strip() else ""


def _picture(where, name, picture, alt):
    path = kept_folder(name) / f"{picture}.png"
    if not path.is_file():
        raise DeckError(f"{where}: no picture {picture} was taken from the master")
    data = b64encode(path.read_bytes()).decode()
    return f'<img src="data:image/png;base64,{data}" alt="{escape(alt)}">'


def copy_reveal(folder):
    """Put what the decks need of reveal.js, and its licence, into `folder`."""
    reveal = files("sphinx_revealjs") / "_static" / "revealjs"
    (folder / "reveal").mkdir(parents=True, exist_ok=True)
    names = ("dist/reset.css", "dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js")
    for name in (*names, "LICENSE"):
        shutil.copy(str(reveal / name), folder / "reveal" / name.split("/")[-1])


def write(titles, folder):
    """Write the decks of lessons, {name: title}, into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, title in titles.items():
        (folder / f"{name}.html").write_text(html(name, title), encoding="utf-8")
    render.copy_mathjax(folder)
    copy_reveal(folder)
