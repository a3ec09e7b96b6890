"""Write the results of a class tournament: a page, tables, charts, and a card for each student.

A page needs no other file. Names are texts by strangers, so they are escaped on pages. In tables,
an apostrophe precedes what a spreadsheet would take for a formula.
"""

import re
from functools import cache
from html import escape
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.colors import to_hex

from tttlearn.course.articles.page import image, page
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
    students = len(contest.entered)
    parts = [
        stage(contest.standings, table),
        f"<h1>The class tournament</h1><p>{_players(students)} of the class and "
        f"{len(table) - students} of the house, everybody against everybody in both seats."
        f"{_leads(table)} Nobody played a game: each result is exact, the sum over all games that "
        "two players can have; ± marks estimates, with one standard error.</p>",
        _standings(contest, table),
        "" if hide_names else _refused(contest),
        "<section class=whole><h2>At a glance</h2><p>The class is blue, the house open and grey; "
        "a bar across a dot shows two standard errors of an estimate.</p>",
        image(picture, _glance(table), "wide"),
        "</section><section class=across><h2>Who beats whom</h2><p>Points of 100 that the player "
        "of the row gets as X against the player of the column as O. Darker purple means more for "
        "X, darker orange more for O; white is even. matrix.csv and outcomes.csv have the numbers, "
        "too.</p>",
        _matrix(contest.standings, table),
        "</section><h2>The most instructive mistakes</h2><p>For each player, the position that "
        "costs it most in this tournament: how often its games get there, times the value it gives "
        "away. The numbers on the board say what each cell is worth to X with perfect play: +1 X "
        "wins, 0 a draw, -1 O wins. The frame shows the player's move.</p>",
        _mistakes(contest, table),
        _rules(),
    ]
    style = STYLE.read_text(encoding="utf-8") + _colours()
    return page("The class tournament", "".join(parts), style)


def _players(number):
    return "1 player" if number == 1 else f"{number} players"


def _leads(table):
    """Return a sentence on who in the class is first, or shares first place."""
    first = [escape(name) for name in table.shown[table.place == 1]]
    if len(first) < 2:
        return "".join(f" {name} is first." for name in first)
    return f" {', '.join(first[:-1])} and {first[-1]} share first place."


def _standings(contest, table):
    rows = []
    for k, row in table.iterrows():
        error = "" if pd.isna(row.error) else f" ± {row.error:.3f}"
        name = _name(row)
        link = name if row.house else f'<a href="#p{k}">{name}</a>'
        numbers = [f"{number:.3f}" for number in (row.as_x, row.as_o, row.worst)]
        numbers.append(f"{row.optimal:.1%}")
        lines = "<br>".join(escape(text) for text in remarks(contest, table, k))
        cells = "".join(f"<td class=number>{text}</td>" for text in numbers)
        rows.append(
            f"<tr{' class=house' * row.house}><td class=number>{row.place or ''}</td>"
            f"<th scope=row>{link}</th><td class=score>{row.score:.3f}{error}</td>{cells}"
            f"<td class=said>{lines}</td></tr>"
        )
    head = "".join(
        f"<th scope=col{' class=number' * right}>{name}</th>" for name, right in COLUMNS.items()
    )
    caption = "Score: points a game, a draw one half. Worst case: points against the best reply."
    return _scrolled(
        f"<caption>{caption}</caption><thead><tr>{head}</tr></thead>", rows, "Standings"
    )


def _name(row):
    """Return the name as it is shown; if it is shortened, a tooltip has the whole name."""
    shown, whole = escape(row["shown"]), escape(row["name"])
    return shown if shown == whole else f'<span title="{whole}">{shown}</span>'


def _matrix(standings, table):
    """Return a table with a cell for each meeting, whose first row and column stay in sight."""
    points = np.rint(100 * standings.scores[table.index][:, table.index]).astype(int)
    names = [_name(row) for _, row in table.iterrows()]
    tops = "".join(f"<th scope=col><span>{name}</span></th>" for name in names)
    head = f"<thead><tr><td>plays O →<br>plays X ↓</td>{tops}</tr></thead>"
    rows = [
        f"<tr><th scope=row>{name}</th>"
        + "".join(f"<td class=c{number // SHADE}>{number}</td>" for number in row)
        + "</tr>"
        for name, row in zip(names, points, strict=True)
    ]
    return _scrolled(head, rows, "Who beats whom", f'matrix" style="--players: {len(names)}')


def _colours():
    """Return the style of the matrix: a class for each shade, with a text colour legible on it."""
    rules = []
    for shade in range(100 // SHADE + 1):
        *colour, _ = VALUE_COLOURS(min(1.0, (shade + 0.5) * SHADE / 100))
        light = np.dot(np.power(colour, 2.2), (0.2126, 0.7152, 0.0722))
        ink = "#ffffff" if light < 0.18 else "#000000"
        rules.append(f".c{shade} {{ background: {to_hex(colour)}; color: {ink}; }}\n")
    return "".join(rules)


def _refused(contest):
    if not contest.refused:
        return ""
    rows = [
        f"<tr><th scope=row>{escape(item.file)}</th><td class=said>{escape(item.refused)}</td></tr>"
        for item in contest.refused
    ]
    head = "<thead><tr><th scope=col>file</th><th scope=col>reason</th></tr></thead>"
    return "<h2>Not taking part</h2>" + _scrolled(head, rows, "Not taking part")


def _glance(table):
    perfect = int((table.worst > 0.5 - 1e-9).sum()) or "none"
    return (
        f"score, worst case and share of positions without an error for {len(table)} players; "
        f"{perfect} of them cannot be beaten"
    )


def _mistakes(contest, table):
    """Return a card for each class player that makes a mistake, and a line for all others."""
    cards, without = [], []
    for k in table.index[~table.house]:
        entrant = contest.standings.entrants[k]
        mistake = worst_mistake(entrant.policy, contest.standings.reached[k])
        name = _name(table.loc[k])
        if mistake is None:
            without.append(f'<span id="p{k}">{name}</span>')
            continue
        cards.append(f'<section id="p{k}">{_mistake(name, mistake)}</section>')
    line = f"<p>Players that give nothing away: {', '.join(without)}.</p>" if without else ""
    return f"{line}<div class=cards>{''.join(cards)}</div>"


def _mistake(title, mistake):
    """Return a Mistake as HTML: its board, and what is wrong there."""
    words = in_words(mistake)
    return (
        f"{image(_board(mistake), words, 'board')}<div><h3>{title}</h3><p>{escape(words)}</p></div>"
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
        body = f"<h1>{escape(entry.name)}</h1><p>{escape(entry.file)} did not take part: "
        _put(pages, entry, page("Your player", f"{body}{escape(entry.refused)}.</p>"))
    return pages


def _put(pages, submission, text):
    """Add a card under a name of its own that is valid on every system."""
    stem = re.sub(r"[^\w-]+", "_", f"{submission.name}_{submission.any_number}").strip("_")[:60]
    taken = [f"cards/{stem or 'player'}{'_' * more}.html" for more in range(len(pages) + 1)]
    pages[next(name for name in taken if name not in pages)] = text


def _card(contest, table, k):
    """Return the page of entrant k: its place, its mistake, its judgement, and its meetings."""
    row, entry = table.loc[k], contest.entered[k]
    policy, reached = contest.standings.entrants[k].policy, contest.standings.reached[k]
    worst = worst_mistake(policy, reached)
    player = entry.player._replace(name=entry.name)
    report = Report(judgement_of(player, TICTACTOE, with_distances=False))
    place = (
        f"Place {row.place} of {_players(len(contest.entered))}, {row.score:.3f} points a game (a "
        f"win 1, a draw one half); against the best reply {row.worst:.3f}."
    )
    listed = "".join(f"<li>{escape(text)}</li>" for text in remarks(contest, table, k))
    body = [
        f"<h1>{escape(entry.name)}</h1><p>{place}</p><ul>{listed}</ul>",
        f"<section>{_mistake('What costs you most', worst)}</section>" if worst else "",
        f"<h2>How good is it?</h2><div class=ttt-judge-within>{report.html()}</div>",
        f"<h2>Points a game</h2>{_meetings(contest.standings, table, k)}",
    ]
    style = STYLE.read_text(encoding="utf-8") + REPORT_STYLE.read_text(encoding="utf-8")
    return page("Your player", "".join(body), style)


def _meetings(standings, table, k):
    """Return a table of the scores of entrant k against each other player, as X and as O."""
    head = "".join(f"<th scope=col>{name}</th>" for name in ("against", "as X", "as O"))
    rows = [
        f"<tr><th scope=row>{_name(table.loc[j])}</th><td class=number>{standings.scores[k, j]:.3f}"
        f"</td><td class=number>{1 - standings.scores[j, k]:.3f}</td></tr>"
        for j in table.index
        if j != k
    ]
    return _scrolled(f"<thead><tr>{head}</tr></thead>", rows, "Points a game")


def _rules():
    rows = "".join(f"<li><b>{what}</b>: {follows}.</li>" for what, follows in RULES.items())
    return f"<h2>Rules</h2><ul>{rows}</ul><p>Nothing that was handed in was run.</p>"


def _scrolled(head, rows, label, kind=""):
    """Return a table that scrolls on its own if it is too wide, with the keyboard as well."""
    body = f"<tbody>{''.join(rows)}</tbody>"
    region = f'class="scroll {kind}" tabindex=0 role=region aria-label="{label}"'
    return f"<div {region}><table>{head}{body}</table></div>"
