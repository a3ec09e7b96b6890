"""Write the results of a class tournament: a page, tables, charts, and a card for each student.

A page needs no other file. Names are texts by strangers, so they are escaped on pages. In tables,
an apostrophe precedes what a spreadsheet would take for a formula.
"""

import re
from functools import cache, partial
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.colors import to_hex

from tttlearn.course.articles.page import data_url, page, templates
from tttlearn.course.classroom import charts
from tttlearn.course.classroom.mistakes import in_words, positions, worst_mistake
from tttlearn.course.classroom.names import pseudonyms, shortened
from tttlearn.course.classroom.stage import stage
from tttlearn.evaluation.judgement import judgement_of
from tttlearn.game.rules import TICTACTOE, UNDECIDED
from tttlearn.pictures.boards import VALUE_COLOURS, set_style
from tttlearn.pictures.report import STYLE as REPORT_STYLE
from tttlearn.pictures.report import Report
from tttlearn.support.files import write_atomically
from tttlearn.support.text import as_csv

STYLE = Path(__file__).with_name("leaderboard.css")
COLUMNS = {"place": 1, "player": 0, "score": 0, "as X": 1, "as O": 1, "worst case": 1}
COLUMNS |= {"no error in": 1, "remarks": 0}
"""Columns of the page, and whether they are aligned to the right."""
SHADE = 4
"""Number of points that share a colour in the matrix; 50 is in the middle of one."""
MAX_NAMED = 3
"""Largest number of names that are listed of players that play exactly alike."""
RULES = {
    "Points": "a win 1, a draw one half, against every other player and the house, as X and as O",
    "No legal answer": "every game that gets to this position is lost",
    "Answers vary": "the player was asked several times in each position by its author; its "
    "results are estimates, with their standard error",
    "The name": "that of the file, of the student's folder, or what the learning platform or "
    "names.csv says; of two players with the same name, or names that look the same, none takes "
    "part",
}


def write_leaderboard(contest, folder, hide_names=False):
    """Write the results of a Contest into a folder; return the path of the page.

    With `hide_names`, the page and the cards have pseudonyms, whose key is in standings.csv.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    set_style()
    standings = contest.standings
    table = standings.table.copy()
    names = np.array(shortened(standings.names), dtype=object)
    if hide_names:
        names[: len(contest.entered)] = pseudonyms(len(contest.entered))
    table["shown"] = names[table.index]
    picture = charts.axes_as_png(charts.plot_standings(table))
    write_atomically(folder / "standings.png", picture)
    for name, frame in _tables(contest, table, hide_names).items():
        write_atomically(folder / f"{name}.csv", as_csv(frame, index=False, float_format="%.6g"))
    shown = table.assign(name=table.shown) if hide_names else table
    pages = {"leaderboard.html": _page(contest, shown, picture, hide_names)}
    pages |= cards(contest, shown)
    (folder / "cards").mkdir(exist_ok=True)
    for name, text in pages.items():
        write_atomically(folder / name, text.encode("utf-8", "replace"))
    return folder / "leaderboard.html"


def remarks(contest, table, k):
    """Return the remarks on entrant k beside its numbers: texts, the gravest first."""
    if k >= len(contest.entered):
        return ["house"]
    player, lacking = contest.entered[k].player, table.forfeited[k]
    texts = [f"answers vary: estimated from {player.asks} answers a position"] * player.is_estimate
    texts += [f"no legal answer in {positions(lacking)}"] if lacking else []
    return texts + _likeness(contest.standings, table, k)


def _likeness(standings, table, k):
    """Return remarks on whom entrant k plays like.

    They are facts, and do not accuse: they are true of a student's own minimax or a lesson's rule,
    too.
    """
    facts, shown = [], table.shown
    others = [shown[j] + " (house)" * standings.entrants[j].house for j in standings.same[k]]
    if len(others) > MAX_NAMED + 1:
        others[MAX_NAMED:] = [f"{len(others) - MAX_NAMED} others"]
    if others:
        names = " and ".join(filter(None, [", ".join(others[:-1]), others[-1]]))
        facts.append(f"plays exactly as {names} {'does' if len(others) == 1 else 'do'}")
    if standings.table.optimal[k] == 1:
        facts.append(f"plays only moves that minimax plays, in all {positions(len(UNDECIDED))}")
    return facts


def _tables(contest, table, hide_names):
    standings = contest.standings
    names = standings.names
    numbers = [(entry.number, entry.participant) for entry in contest.entered]
    numbers += [("", "")] * len(names)
    rows = table.assign(
        number=[numbers[k][0] for k in table.index],
        participant=[numbers[k][1] for k in table.index],
        remarks=["; ".join(remarks(contest, table, k)) for k in table.index],
    )
    rows = rows.rename(columns={"shown": "pseudonym"}) if hide_names else rows.drop(columns="shown")
    refused = pd.DataFrame(
        [
            (entry.name, entry.number, entry.participant, f"{entry.file}: {entry.refused}")
            for entry in contest.refused
        ],
        columns=["name", "number", "participant", "remarks"],
    )
    pairs = [
        (x, o, *standings.outcomes[i, j], standings.scores[i, j])
        for i, x in enumerate(names)
        for j, o in enumerate(names)
    ]
    matrix = pd.DataFrame(standings.scores, columns=names)
    matrix.insert(0, "plays X", names)
    return {
        "standings": pd.concat([rows, refused], ignore_index=True) if len(refused) else rows,
        "outcomes": pd.DataFrame(pairs, columns=["x", "o", "x_wins", "draws", "o_wins", "score"]),
        "matrix": matrix,
    }


def _page(contest, table, picture, hide_names):
    standings, order = contest.standings, table.index
    body = _templates().leaderboard(
        table=table,
        students=len(contest.entered),
        first=list(table.shown[table.place == 1]),
        remarks=partial(remarks, contest, table),
        stage=stage(standings, table),
        refused=[] if hide_names else contest.refused,
        glance=_glance(table),
        picture=picture,
        points=np.rint(100 * standings.scores[order][:, order]).astype(int),
        mistakes={k: _worst(standings, k) for k in order[~table.house]},
    )
    return page("The class tournament", body, STYLE.read_text(encoding="utf-8") + _colours())


def _worst(standings, k):
    """Return the Mistake that costs entrant k most; None if it gives nothing away."""
    return worst_mistake(standings.entrants[k].policy, standings.reached[k])


@cache
def _templates():
    """Return the template of the page and the cards, whose macros are called as functions."""
    environment = templates(Path(__file__).parent)
    environment.globals |= {"COLUMNS": COLUMNS, "SHADE": SHADE, "RULES": RULES}
    environment.globals |= {"in_words": in_words, "board": _board, "data_url": data_url}
    return environment.get_template("leaderboard.html").module


def _colours():
    """Return the style of the matrix: a class for each shade, with a text colour legible on it."""
    rules = []
    for shade in range(100 // SHADE + 1):
        *colour, _ = VALUE_COLOURS(min(1.0, (shade + 0.5) * SHADE / 100))
        light = np.dot(np.power(colour, 2.2), (0.2126, 0.7152, 0.0722))
        ink = "#ffffff" if light < 0.18 else "#000000"
        rules.append(f".c{shade} {{ background: {to_hex(colour)}; color: {ink}; }}\n")
    return "".join(rules)


def _glance(table):
    perfect = int((table.worst > 0.5 - 1e-9).sum()) or "none"
    return (
        f"score, worst case and share of positions without an error for {len(table)} players; "
        f"{perfect} of them cannot be beaten"
    )


@cache
def _board(mistake):
    """Return the board of a Mistake as PNG, for the page and for a card."""
    return charts.axes_as_png(charts.draw_mistake(mistake), 90)


def cards(contest, table):
    """Return the cards to hand back, {file: page}: one for each student, refused or not."""
    pages = {}
    for k, entry in enumerate(contest.entered):
        _put(pages, entry, _card(contest, table, k))
    for entry in contest.refused:
        _put(pages, entry, page("Your player", _templates().refused(entry)))
    return pages


def _put(pages, submission, text):
    """Add a card under a name of its own that is valid on every system."""
    stem = re.sub(r"[^\w-]+", "_", f"{submission.name}_{submission.any_number}").strip("_")[:60]
    taken = [f"cards/{stem or 'player'}{'_' * more}.html" for more in range(len(pages) + 1)]
    pages[next(name for name in taken if name not in pages)] = text


def _card(contest, table, k):
    """Return the page of entrant k."""
    standings, entry = contest.standings, contest.entered[k]
    player = entry.player._replace(name=entry.name)
    body = _templates().card(
        title=entry.name,
        k=k,
        table=table,
        students=len(contest.entered),
        remarks=partial(remarks, contest, table),
        worst=_worst(standings, k),
        report=Report(judgement_of(player, TICTACTOE, with_distances=False)).html(),
        scores=standings.scores,
    )
    style = STYLE.read_text(encoding="utf-8") + REPORT_STYLE.read_text(encoding="utf-8")
    return page("Your player", body, style)
