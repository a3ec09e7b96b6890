"""Live parts of a page, as HTML: a board to play on.

    html = inline("board", opponents={"perfect": "minimax", "novice": learner}, human="X")
    page = html + scripts(html)

`inline` returns a place with what stands there without scripts, a picture and words; `scripts` what
all places of a page need. Nothing is fetched: it works from a file, with the network off.
"""

import base64
import json
import re
from html import escape
from pathlib import Path

from tools.live.stored import stored
from tttlearn.play import board
from tttlearn.play.sentences import SENTENCES

HERE, PLAY = Path(__file__).parent, board.HERE
BOARD = [HERE / "rules.js", PLAY / "board.js", HERE / "session.js"]
NEEDS = {"board": BOARD}
"""The scripts of each kind of part, in the order in which they must stand."""
STYLES = {"board.js": PLAY / "board.css"}
PART = re.compile(r'<div class="live" data-live="(\w+)"')


def inline(kind, **settings):
    """A part of a page as HTML, which works where the page has its `scripts`, too.

    "board": `opponents` {label: a name of the roster or a player with a policy}, of which the first
    one plays; `human`, "X" or "O".
    """
    given, picture, words = MAKERS[kind](**settings)
    data = json.dumps(given).replace("<", "\\u003c")
    still = f'<div class="live-still">{picture}<p>{words}</p></div>'
    data = f'<script type="application/json">{data}</script>'
    return f'<div class="live" data-live="{kind}">{still}{data}</div>'


def scripts(html):
    """The style and the script for all parts in a page's HTML; "" where it has none."""
    files = [*dict.fromkeys(path for kind in PART.findall(html) for path in NEEDS[kind])]
    if not files:
        return ""
    styles = [STYLES[path.name] for path in files if path.name in STYLES]
    style = "".join(map(_text, [*styles, HERE / "live.css"]))
    code = "".join(map(_script, [*files, HERE / "mount.js"]))
    said = json.dumps(SENTENCES, ensure_ascii=False, separators=(",", ":"))
    script = f'(() => {{\n"use strict";\nconst SENTENCES = {said};\n{code}}})();'
    return f"<style>\n{style}</style>\n<script>\n{script}\n</script>\n"


def _text(path):
    return path.read_text(encoding="utf-8")


def _script(path):
    """A script of ours as it is; a view of the notebook, a module, as the object it exports."""
    text = _text(path)
    if path.parent == HERE:
        return text
    body = text.replace("export default {", "return {")
    return f"const {path.stem}View = (() => {{\n{body}}})();\n"


def _board(opponents, human="X"):
    """What the script is given, and the board as a picture and in words."""
    shown = board.Board(dict(opponents), human)
    data, about = shown._repr_mimebundle_()
    alt = escape(about["image/png"]["alt"])
    given = {"opponents": {label: stored(one) for label, one in opponents.items()}, "human": human}
    return (
        given,
        _image(base64.b64decode(data["image/png"]), alt),
        "Scripts make it a board to play on.",
    )


def _image(picture, alt):
    """PNG bytes as an image of HTML."""
    return f'<img alt="{alt}" src="data:image/png;base64,{base64.b64encode(picture).decode()}">'


MAKERS = {"board": _board}
