"""Make the page on how good each named player is, including those of the five articles.

`python run.py pages` keeps it as data/judged.html, since learning and judging takes minutes; the
site shows it.
"""

from html import escape
from pathlib import Path

import tttlearn as ttt
from tttlearn.course.articles.page import page
from tttlearn.pictures import report
from tttlearn.players.roster import ROSTER
from tttlearn.support.text import value_text

PAGE = Path(__file__).resolve().parents[1] / "data" / "judged.html"
STYLE = """\
.all th, .all td { padding: 0.3rem 0.7rem; text-align: right; font-variant-numeric: tabular-nums; }
.all tr > :first-child, .all tr > :last-child { text-align: left; }
summary { font-size: 1.15rem; padding: 0.4rem 0; cursor: pointer; }
"""
ABOUT = """\
<h1>How good are they?</h1>
<p>All players with a name, those of <a href="reproduced/index.html">the five articles</a> among
them, judged in all {positions:,} positions of tic-tac-toe in which the game goes on. No game is
sampled. Learners are those of seed 0, so another run of the same rule may be better or worse.</p>
<ul>
<li><b>Worst case</b>: what the player gets against the opponent that is worst for it; +1 is a win,
&minus;1 a loss.</li>
<li><b>Without an error</b>: in how many positions no move that it makes gives anything away.</li>
<li><b>To change</b>: the fewest positions in which it would have to move otherwise, so that nobody
beats it on that side; that fewer will not do is proven.</li>
</ul>
<p>Your own program gets such a report from <code>python -m tttlearn judge FILE.py:NAME</code> or
<code>ttt.judge(player)</code>. One player is missing, <i>mcts</i>: before each move it tries other
random games, so that it can only be estimated, by <code>python -m tttlearn judge mcts --asks
20</code>.</p>
"""
HEAD = (
    "<thead><tr><th scope=col rowspan=2>player</th><th scope=colgroup colspan=2>worst case</th>"
    "<th scope=col rowspan=2>without an error</th><th scope=colgroup colspan=2>to change</th>"
    "<th scope=col rowspan=2>what it does</th></tr>"
    f"<tr>{'<th scope=col>as X</th><th scope=col>as O</th>' * 2}</tr></thead>"
)


def judged():
    """Return the page as text."""
    reports = {name: ttt.judge(name) for name in players()}
    about = ABOUT.format(positions=len(ttt.UNDECIDED))
    rows = "".join(row(name, player_report.judgement) for name, player_report in reports.items())
    table = f"<div class=scroll><table class=all>{HEAD}<tbody>{rows}</tbody></table></div>"
    folded = "".join(section(name, player_report) for name, player_report in reports.items())
    body = f"{about}{table}<div class=ttt-judge-within>{folded}</div>"
    css = report.STYLE.read_text(encoding="utf-8")
    return page("How good are they?", body, css + STYLE)


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
