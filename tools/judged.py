"""Make the page on how good each named player is, including those of the five articles.

`python run.py pages` keeps it as data/judged.html, since learning and judging takes minutes; the
site shows it.
"""

from html import escape
from pathlib import Path

from jinja2 import Template

import tttlearn as ttt
from tttlearn.course.articles.page import page
from tttlearn.pictures import report
from tttlearn.players.roster import ROSTER
from tttlearn.support.text import value_text

PAGE = Path(__file__).resolve().parents[1] / "data" / "judged.html"
STYLE, BODY = (Path(__file__).with_suffix(ending) for ending in (".css", ".html"))


def judged():
    """Return the page as text."""
    values = {"positions": len(ttt.UNDECIDED), "row": row, "section": section}
    values["reports"] = {name: ttt.judge(name) for name in players()}
    body = Template(BODY.read_text(encoding="utf-8")).render(values)
    style = "".join(path.read_text(encoding="utf-8") for path in (report.STYLE, STYLE))
    return page("How good are they?", body, style)


def players():
    """Return the names of the players that differ and can be judged exactly."""
    return [name for name, entry in ROSTER.items() if not entry.same_as and name != "mcts"]


def section(name, report):
    """Return the folded report on one player as HTML; a link to it opens it."""
    return f"<details><summary>{name}</summary><div id={name}>{report.html()}</div></details>"


def row(name, judgement):
    """Return the table row of one player, from its Judgement."""
    worst = [value_text(side.value) for side in judgement.worst.values()]
    changes = [len(side.changes) for side in judgement.distances.values()]
    cells = [*worst, f"{judgement.n_right:,}", *changes]
    return (
        f'<tr><th scope=row><a href="#{name}">{name}</a></th>'
        f"{''.join(f'<td>{cell}</td>' for cell in cells)}<td>{escape(ROSTER[name].words)}</td></tr>"
    )
