"""Build the first screen of the leaderboard, for the projector: the data that its script shows.

The script reveals the places, most of them at once and the first ten one by one. It steps through
mistakes, replays any two players, and shows the table of meetings on one screen. It has the rules
of the game itself. The data are names, scores, mistakes, and what each player does in each
undecided position. Texts by strangers are data in it and never HTML.
"""

import json
from pathlib import Path

import numpy as np

from tttlearn.course.classroom.mistakes import in_words, worst_mistake
from tttlearn.game.rules import UNDECIDED

SCRIPT = Path(__file__).with_suffix(".js")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
OTHERWISE = "zz"
"""Code of a position in which a player's moves are not equally likely."""


def stage(standings, table):
    """Return the HTML of the first screen.

    `table` is that of the standings with the names as they are shown, the highest score first.
    """
    players = [_player(standings, k, row) for k, row in table.iterrows()]
    points = np.rint(100 * standings.scores[table.index][:, table.index]).astype(int)
    data = json.dumps({"players": players, "points": points.tolist()}).replace("<", "\\u003c")
    script = SCRIPT.read_text(encoding="utf-8")
    return (
        '<section class=stage aria-label="For the projector">'
        "<noscript><p>With scripts, this is the part to watch in class.</p></noscript>"
        f'</section><script type="application/json" id=stage-data>{data}</script>'
        f"<script>{script}</script>"
    )


def _player(standings, k, row):
    """Return the data of an entrant for the script."""
    entrant = standings.entrants[k]
    mistake = None if row.house else worst_mistake(entrant.policy, standings.reached[k])
    moves, mixed = encoded(entrant.policy)
    return {
        "name": row["shown"],
        "house": bool(row.house),
        "place": int(row.place),
        "score": f"{row.score:.3f}",
        "moves": moves,
        "mixed": mixed,
        "mistake": mistake
        and {
            "state": int(mistake.state),
            "cell": mistake.cell,
            "words": in_words(mistake),
        },
    }


def encoded(policy):
    """Encode a policy over the undecided positions: (text, {index: [probability of each cell]}).

    The text has two digits in base 36 for each position: the cells between which the player chooses
    evenly, one bit for each, and 0 where it forfeits. `OTHERWISE` refers to the dict, whose
    probabilities are rounded.
    """
    rows = np.nan_to_num(policy[UNDECIDED])
    likely = rows > 0
    even = np.isclose(rows, likely / np.maximum(likely.sum(1, keepdims=True), 1)).all(1)
    bits = likely @ (1 << np.arange(rows.shape[1]))
    text = [
        DIGITS[n // 36] + DIGITS[n % 36] if e else OTHERWISE
        for n, e in zip(bits, even, strict=True)
    ]
    mixed = {str(i): np.round(rows[i], 3).tolist() for i in np.flatnonzero(~even)}
    return "".join(text), mixed
