"""Make live parts of a page: boards, loops, time machines, predictions and steppers, as HTML.

    html = inline("board", opponents={"perfect": "minimax", "novice": learner}, human="X")
    page = html + scripts(html)

`inline` returns a place with what stands there without scripts, a picture and words; `scripts` what
all places of a page need. Nothing is fetched: it works from a file, with the network off.
"""

import json
import re
from html import escape
from pathlib import Path

from tools.live.checks import LEARNS, PLAYER
from tools.live.recorded import packed_pictures
from tools.live.stored import stored, stored_ages, stored_falling
from tttlearn.course.exercises import questions, taken
from tttlearn.game.rules import TICTACTOE
from tttlearn.play import board
from tttlearn.play.sentences import SENTENCES
from tttlearn.play.timemachine import ages

HERE, PLAY, FORMS = Path(__file__).parent, board.HERE, Path(questions.__file__).parent
SAID = SENTENCES | questions.SENTENCES
BOARD = [HERE / "rules.js", PLAY / "board.js", HERE / "session.js"]
SLIDER, FORM = PLAY / "timemachine.js", FORMS / "form.js"
CURVES = [*BOARD, HERE / "learning.js", HERE / "curves.js"]
LOOP = [*CURVES, HERE / "training.js", HERE / "loop.js"]
EXERCISE = [HERE / "editor.js", HERE / "exercise.js"]
WRITTEN = "editor.js", "explained.js", "learned.js", "written.js"
NEEDS = {
    "board": BOARD,
    "four": [*BOARD, HERE / "four.js"],
    "loop": LOOP,
    "tables": [*LOOP, HERE / "tables.js"],
    "network": [*CURVES, HERE / "training.js", HERE / "network.js"],
    "timemachine": [*BOARD, HERE / "learning.js", SLIDER, HERE / "machine.js"],
    "form": [*BOARD, FORM, HERE / "form.js"],
    "frames": [*BOARD, SLIDER, HERE / "frames.js"],
    "written": [*CURVES, *(HERE / name for name in WRITTEN)],
    "exercise": [HERE / "rules.js", *EXERCISE],
    "learns": [*CURVES, *EXERCISE, HERE / "learns.js"],
    "league": [*BOARD, *EXERCISE, HERE / "enters.js"],
}
"""Scripts of each kind of part, in the order in which they must be loaded."""
COMMON = HERE / "common.css"
STYLES = {kind: [COMMON] for kind in ("loop", "tables", "network", "written", "exercise")}
STYLES |= {"learns": [COMMON, HERE / "learned.css"], "league": [COMMON, HERE / "league.css"]}
"""Styles of parts that have others than those beside their scripts."""
COMMENT = re.compile(r"""^\s*//.*|\s//\s[^"'`]*$""")
PART = re.compile(r'<div class="live" data-live="(\w+)"')


def inline(part, /, still=None, **settings):
    """Return a part of a page as HTML, which works where the page has its `scripts`, too.

    `still`: what stands there without scripts, as HTML, such as the picture saved in a notebook.

    "board": `opponents` {label: a name of the roster or a player with a policy}, of which the first
    one plays; `human`, "X" or "O".
    "four": a board where marks fall, of up to 16 cells: its `rules`, `opponents` {label: "minimax"
    or a player that takes the first of its best values}, and `human`.
    "loop": `rule` "td", "q" or "sarsa", which learns in games with itself or, as `side` "X" or "O",
    against random play; `alpha`, `epsilon`, `gamma`, `games`, `seed`: where its sliders begin;
    `sliders`: the names of those that are shown, all where it is None.
    "tables": such a loop of lesson 07: O learns from an X that slips, with one table or with two as
    the reader chooses, and its bias is measured.
    "network": the network of lesson 08: a board to set, its units, a weight to nudge, and training.
    "timemachine": `learner`, and `kept` as `ttt.train` fills it; `state`: the position whose moves
    are shown, with the density of all values, neither where it is None; `human`; `games`: the age
    at which it opens, the first where it is None.
    "form": a prediction, its `id`, `question` and `kind` as `ttt.predict` takes them; the `answer`,
    and how far off is `near` enough.
    "frames": `frames` of `recorded.steps` or `passes`, below a slider called `title`; `shows`: what
    the pictures show.
    "written": a rule of learning as Python, its `name` and `code`, which learns in `games` games
    with itself with `settings`, alpha, epsilon and a seed; `passed`: what it is called with after
    the table and the episode; `changes`: [{"label", "code", "about"}] to try; `python`: where the
    file of tools/live/python.py is; `strength`: sentences on a player; `invites`: the first words.
    "exercise": an exercise of `checks.CHECKS`: its `id`, the `name` of the function and the `code`
    of its stub; `python` as above.
    "learns": such an exercise that is a rule, and what it `learns` with: see `checks.LEARNS`.
    "league": an exercise whose function is a player, and the file of its `players`: see
    league.py.
    """
    given, made = MAKERS[part](**settings)
    data = json.dumps(given, separators=(",", ":")).replace("<", "\\u003c")
    still = f'<div class="live-still">{still or made}</div>'
    data = f'<script type="application/json">{data}</script>'
    return f'<div class="live" data-live="{part}">{still}{data}</div>'


def exercise(id, league="", **about):
    """Return an exercise as `inline` does; a player enters this `league`."""
    if id == PLAYER:
        return inline("league", id=id, players=league, **about)
    if id in LEARNS:
        return inline("learns", id=id, learns=LEARNS[id], **about)
    return inline("exercise", id=id, **about)


def scripts(html):
    """Return the style and the script for all parts in a page's HTML; "" if it has none."""
    kinds = PART.findall(html)
    files = [*dict.fromkeys(path for kind in kinds for path in NEEDS[kind])]
    if not files:
        return ""
    styles = dict.fromkeys(path for kind in kinds for path in STYLES.get(kind, []))
    beside = [path.with_suffix(".css") for path in files if path.with_suffix(".css").exists()]
    style = "".join(map(_text, [*styles, *beside, HERE / "live.css"]))
    code = "".join(map(_script, [HERE / "begin.js", *files, HERE / "mount.js"]))
    said = json.dumps(SAID, ensure_ascii=False, separators=(",", ":"))
    script = f'(() => {{\n"use strict";\nconst SENTENCES = {said};\n{code}}})();'
    return f"<style>\n{style}</style>\n<script>\n{script}\n</script>\n"


def _text(path):
    return path.read_text(encoding="utf-8")


def _script(path):
    """Return a script of ours, and a notebook's view, a module, as its exported object.

    Comments and indentation, a fifth of it, stay behind. So no text in it may go over lines. A
    comment behind code stays where it has a quotation mark, since it could be the end of a text.
    """
    lines = (COMMENT.sub("", line).strip() for line in _text(path).splitlines())
    text = "".join(f"{line}\n" for line in lines if line)
    if path.parent == HERE:
        return text
    body = text.replace("export default {", "return {")
    return f"const {path.stem}View = (() => {{\n{body}}})();\n"


def _board(opponents, human="X"):
    """Return the data for the script, and the board as a picture."""
    given = {
        "opponents": {label: stored(player) for label, player in opponents.items()},
        "human": human,
    }
    return given, _picture(board.Board(dict(opponents), human))


def _four(rules, opponents, human="X"):
    """Return the data for the script, and the board as a picture."""
    given = {
        "size": [rules.rows, rules.columns, rules.k],
        "opponents": {label: stored_falling(one, rules) for label, one in opponents.items()},
        "human": human,
    }
    return given, _picture(board.Board(dict(opponents), human, rules=rules))


def _picture(shown):
    """Return a board as it is saved in a notebook, as HTML."""
    data, about = shown._repr_mimebundle_()
    alt, picture = escape(about["image/png"]["alt"]), data["image/png"]
    return f'<img alt="{alt}" src="data:image/png;base64,{picture}">'


RULES = {"td": "TD(0)", "q": "Q-learning", "sarsa": "SARSA"}
GAMES = 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000


def _loop(rule, side="both", alpha=0.1, epsilon=0.1, gamma=1.0, games=10_000, seed=0, sliders=None):
    """Return the data for the script, and a sentence for pages without scripts."""
    if rule not in RULES or games not in GAMES:
        raise ValueError(f"a rule is one of {[*RULES]}, games are {GAMES}; not {rule!r}, {games!r}")
    settings = {"alpha": alpha, "epsilon": epsilon, "gamma": gamma, "games": games, "seed": seed}
    shown = [*settings] if sliders is None else [*sliders]
    if not set(shown) <= set(settings):
        raise ValueError(f"sliders are some of {[*settings]}; not {shown}")
    words = (
        f"<p>With scripts, {RULES[rule]} learns here while you watch, with settings of yours.</p>"
    )
    given = {"rule": rule, "rules": [], "against": "random", "side": side}
    return given | settings | {"sliders": shown}, words


def _tables(alpha=0.8, epsilon=1.0, games=30_000, seed=7):
    """Return the data for the script, and a sentence for pages without scripts."""
    given, _ = _loop("q", "O", alpha, epsilon, games=games, seed=seed)
    words = "<p>With scripts, a learner with one table or with two learns here while you watch.</p>"
    return given | {"rules": ["q", "double", "own_judge"], "against": "slips"}, words


def _network(games=100_000, seed=6):
    """Return the data for the script, and a sentence for pages without scripts."""
    words = "<p>With scripts, a network learns to play O here, and you look into it.</p>"
    return {"games": games, "seed": seed}, words


def _time_machine(learner, kept, state=None, human="X", games=None):
    """Return the data for the script, and each age in words."""
    aged = ages(learner, kept)
    stored = stored_ages({age.label: age.player for age in aged})
    place = None if state is None else TICTACTOE.check_one_state(state)
    opens = 0 if games is None else sorted(kept).index(games)
    given = {
        "stored": stored,
        "games": sorted(kept),
        "state": place,
        "human": human,
        "opens": opens,
    }
    return given, "".join(f"<p>{escape(age.report)}</p>" for age in aged)


def _form(id, question, kind, answer, near=0):
    """Return the data for the script, and the question."""
    asked = questions.Question(id, question, kind)
    name = {int: "int", float: "float"}.get(kind) if isinstance(kind, type) else None
    kind = "float" if isinstance(kind, tuple) else name or kind
    given = {
        "id": id,
        "question": question,
        "kind": kind,
        "span": asked.span,
        "wanted": asked.wanted,
    }
    return given | {"answer": asked.read(answer), "near": near}, f"<p>{escape(question)}</p>"


def _frames(title, frames, shows=""):
    """Return the data for the script, and all sentences."""
    says, drawn = zip(*frames, strict=True)
    labels = [f"{number} of {len(says)}" for number in range(1, len(says) + 1)]
    given = {"title": title, "labels": labels, "says": says, "shows": shows}
    words = "".join(f"<p>{escape(sentence)}</p>" for sentence in says)
    return given | {"packed": packed_pictures(drawn)}, words


def _written(name, code, passed, settings, games, changes, python, strength, invites):
    """Return the data for the script, and the code."""
    given = {"name": name, "code": code, "passed": passed, "settings": settings, "games": games}
    given |= {"changes": changes, "python": python, "strength": strength, "invites": invites}
    return given, f"<pre>{escape(code)}</pre>"


def _exercise(id, name, code, python, **more):
    """Return the data for the script, and the stub."""
    given = {"id": id, "name": name, "code": code, "python": python, "taken": taken.NAME}
    return given | more, f"<pre>{escape(code)}</pre>"


MAKERS = {"board": _board, "four": _four, "loop": _loop, "tables": _tables}
MAKERS |= {"timemachine": _time_machine, "network": _network, "form": _form}
MAKERS |= {"frames": _frames, "written": _written}
MAKERS |= {"exercise": _exercise, "learns": _exercise, "league": _exercise}
