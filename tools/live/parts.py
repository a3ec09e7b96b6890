"""Live parts of a page, as HTML: boards to play on, training loops, time machines.

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

from tools.live.stored import stored, stored_ages
from tttlearn.game.rules import TICTACTOE
from tttlearn.play import board
from tttlearn.play.sentences import SENTENCES
from tttlearn.play.timemachine import ages

HERE, PLAY = Path(__file__).parent, board.HERE
BOARD = [HERE / "rules.js", PLAY / "board.js", HERE / "session.js"]
LEARNING = [*BOARD, HERE / "learning.js", HERE / "drawing.js"]
NEEDS = {
    "board": BOARD,
    "loop": [*LEARNING, HERE / "loop.js"],
    "timemachine": [*LEARNING, PLAY / "timemachine.js", HERE / "machine.js"],
}
"""The scripts of each kind of part, in the order in which they must stand."""
STYLES = {"board.js": PLAY / "board.css", "timemachine.js": PLAY / "timemachine.css"}
STYLES |= {"loop.js": HERE / "loop.css", "machine.js": HERE / "machine.css"}
PART = re.compile(r'<div class="live" data-live="(\w+)"')


def inline(kind, **settings):
    """A part of a page as HTML, which works where the page has its `scripts`, too.

    "board": `opponents` {label: a name of the roster or a player with a policy}, of which the first
    one plays; `human`, "X" or "O".
    "loop": `rule` "td", "q" or "sarsa", which learns in games with itself or, as `side` "X" or "O",
    against random play; `alpha`, `epsilon`, `gamma`, `games`, `seed`: where its sliders begin.
    "timemachine": `learner`, and `kept` as `ttt.train` fills it; `state`: the position whose moves
    are shown, with the density of all values, neither where it is None; `human`.
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


RULES = {"td": "TD(0)", "q": "Q-learning", "sarsa": "SARSA"}
GAMES = 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000


def _loop(rule, side="both", alpha=0.1, epsilon=0.1, gamma=1.0, games=10_000, seed=0):
    """What the script is given; without it there is a sentence."""
    if rule not in RULES or games not in GAMES:
        raise ValueError(f"a rule is one of {[*RULES]}, games are {GAMES}; not {rule!r}, {games!r}")
    settings = {"alpha": alpha, "epsilon": epsilon, "gamma": gamma, "games": games, "seed": seed}
    words = f"With scripts, this is a training loop of {RULES[rule]} to set, to start and to watch."
    return {"rule": rule, "side": side, **settings}, "", words


def _time_machine(learner, kept, state=None, human="X"):
    """What the script is given, and the first and last age in words."""
    found = ages(learner, kept)
    stored = stored_ages({age.label: age.player for age in found})
    place = None if state is None else TICTACTOE.check_one_state(state)
    given = {"stored": stored, "games": sorted(kept), "state": place, "human": human}
    return given, "", f"{found[0].report} {found[-1].report}"


def _image(picture, alt):
    """PNG bytes as an image of HTML."""
    return f'<img alt="{alt}" src="data:image/png;base64,{base64.b64encode(picture).decode()}">'


MAKERS = {"board": _board, "loop": _loop, "timemachine": _time_machine}
