"""The results of a class tournament as files: a page, tables and charts.

The page needs no other file. Names of players and messages of their programs are text by
strangers, so all of it is escaped on the page; in tables, what a spreadsheet would take for a
formula gets an apostrophe in front.
"""

from html import escape
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.colors import to_hex

from tttlearn.course.articles.page import image, page
from tttlearn.course.classroom import charts
from tttlearn.course.classroom.complaints import positions
from tttlearn.course.classroom.mistakes import in_words, worst_mistake
from tttlearn.course.classroom.names import shortened
from tttlearn.course.classroom.regulations import rules
from tttlearn.course.classroom.stage import stage
from tttlearn.course.classroom.tally import OTHER_FAULTS
from tttlearn.game.rules import UNDECIDED
from tttlearn.pictures.boards import VALUE_COLOURS, set_style
from tttlearn.support.files import write_whole
from tttlearn.support.text import as_csv

STYLE = Path(__file__).with_name("leaderboard.css")
COLUMNS = {"place": 1, "player": 0, "score": 0, "as X": 1, "as O": 1, "worst case": 1}
COLUMNS |= {"no error in": 1, "remarks": 0}
"""The columns of the page, and whether they are aligned to the right."""
SHADE = 4
"""How many points share a colour in the matrix; 50 is in the middle of one."""
LONG = 4
"""How many remarks on one player are shown at most."""
NAMED = 3
"""How many are named of the players that play exactly alike."""


def write_leaderboard(contest, folder):
    """Write the results of a Contest into a folder; returns the path of the page."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    set_style()
    standings = contest.standings
    table = standings.table.copy()
    table["shown"] = np.take(shortened(standings.names), table.index)
    picture = charts.axes_as_png(charts.plot_standings(table))
    write_whole(folder / "standings.png", picture)
    for name, frame in _tables(contest, standings.table).items():
        write_whole(folder / f"{name}.csv", as_csv(frame, index=False, float_format="%.6g"))
    text = _page(contest, table, picture)
    write_whole(folder / "leaderboard.html", text.encode("utf-8", "replace"))
    return folder / "leaderboard.html"


def remarks(contest, k):
    """What there is to say about entrant k besides its numbers: texts, the gravest first."""
    if k >= len(contest.entered):
        return ["house"]
    readout = contest.entered[k][1]
    forfeits = sorted(readout.faults.items(), key=_gravity)
    texts = [f"forfeits {positions(len(set(states)))}: {why}" for why, states in forfeits]
    if readout.chance:
        asked = max(readout.asked)
        texts.insert(0, f"answers vary: estimated from {asked} answers a position")
    return texts[:LONG] + _likeness(contest.standings, k) + readout.notes


def _likeness(standings, k):
    """Whom entrant k plays like: facts, true of a student's own minimax or a lesson's rule, too."""
    facts, shown = [], shortened(standings.names)
    others = [shown[j] + " (house)" * standings.entrants[j].house for j in standings.same[k]]
    if len(others) > NAMED + 1:
        others[NAMED:] = [f"{len(others) - NAMED} others"]
    if others:
        names = " and ".join(filter(None, [", ".join(others[:-1]), others[-1]]))
        facts.append(f"plays exactly as {names} {'does' if len(others) == 1 else 'do'}")
    if standings.table.optimal[k] == 1:
        facts.append(f"plays only moves that minimax plays, in all {positions(len(UNDECIDED))}")
    return facts


def _gravity(fault):
    why, states = fault
    return why == OTHER_FAULTS, -len(set(states))


def _tables(contest, table):
    standings = contest.standings
    names = standings.names
    rows = table.assign(remarks=["; ".join(remarks(contest, k)) for k in table.index])
    refused = pd.DataFrame(contest.refused, columns=["name", "remarks"])
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


def _page(contest, table, picture):
    students = len(contest.entered)
    parts = [
        stage(contest.standings, table, lambda k, one: in_words(one, _why(contest, k, one.state))),
        f"<h1>The class tournament</h1><p>{_players(students)} of the class and "
        f"{len(table) - students} of the house, everybody against everybody in both seats."
        f"{_leads(table)} Nobody played a game: each result is exact, the sum over all games that "
        "two players can have; ± marks estimates, with one standard error.</p>",
        _standings(contest, table),
        _refused(contest),
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
        _rules(contest),
    ]
    style = STYLE.read_text(encoding="utf-8") + _colours()
    return page("The class tournament", "".join(parts), style)


def _players(number):
    return "1 player" if number == 1 else f"{number} players"


def _leads(table):
    """Who in the class is first, or shares first place, as a sentence."""
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
        said = "<br>".join(escape(text) for text in remarks(contest, k))
        cells = "".join(f"<td class=number>{text}</td>" for text in numbers)
        rows.append(
            f"<tr{' class=house' * row.house}><td class=number>{row.place or ''}</td>"
            f"<th scope=row>{link}</th><td class=score>{row.score:.3f}{error}</td>{cells}"
            f"<td class=said>{said}</td></tr>"
        )
    head = "".join(
        f"<th scope=col{' class=number' * right}>{name}</th>" for name, right in COLUMNS.items()
    )
    caption = "Score: points a game, a draw one half. Worst case: points against the best reply."
    return _scrolled(
        f"<caption>{caption}</caption><thead><tr>{head}</tr></thead>", rows, "Standings"
    )


def _name(row):
    """The name as it is shown; if it is shortened, the mouse shows the whole one."""
    shown, whole = escape(row["shown"]), escape(row["name"])
    return shown if shown == whole else f'<span title="{whole}">{shown}</span>'


def _matrix(standings, table):
    """A cell for each meeting, in its own area, whose first row and column stay in sight."""
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
    """The colours of the matrix, by points: a class for each shade, with ink legible on it."""
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
        f"<tr><th scope=row>{escape(file)}</th><td class=said>{escape(why)}</td></tr>"
        for file, why in contest.refused
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
    """A card for each class player that makes a mistake, and a line for those that make none."""
    cards, without = [], []
    for k in table.index[~table.house]:
        entrant = contest.standings.entrants[k]
        mistake = worst_mistake(entrant.policy, contest.standings.reached[k])
        name = _name(table.loc[k])
        if mistake is None:
            without.append(f'<span id="p{k}">{name}</span>')
            continue
        words = in_words(mistake, _why(contest, k, mistake.state))
        picture = image(charts.axes_as_png(charts.draw_mistake(mistake), 90), words, "board")
        text = f"<div><h3>{name}</h3><p>{escape(words)}</p></div>"
        cards.append(f'<section id="p{k}">{picture}{text}</section>')
    line = f"<p>Players that give nothing away: {', '.join(without)}.</p>" if without else ""
    return f"{line}<div class=cards>{''.join(cards)}</div>"


def _why(contest, k, state):
    """Why entrant k forfeits in a state, if it does: the reason found when it was asked."""
    faults = contest.entered[k][1].faults.items()
    return next((why for why, states in faults if state in states), "there was no time left")


def _rules(contest):
    rows = [
        f"<tr><th scope=row>{escape(what)}</th><td class=said>{escape(follows)}</td></tr>"
        for what, follows in rules(contest.limits)
    ]
    head = "<thead><tr><th scope=col>what</th><th scope=col>what follows</th></tr></thead>"
    return f"<h2>Rules</h2>{_scrolled(head, rows, 'Rules')}<p>{escape(contest.how)}</p>"


def _scrolled(head, rows, label, kind=""):
    """A table that scrolls on its own if it is too wide, with the keyboard as well."""
    body = f"<tbody>{''.join(rows)}</tbody>"
    region = f'class="scroll {kind}" tabindex=0 role=region aria-label="{label}"'
    return f"<div {region}><table>{head}{body}</table></div>"
