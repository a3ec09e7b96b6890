"""Make the first page's rule of learning: Python to change and run, and a board against it."""

from html import escape

from tools.grown import described
from tools.live import python
from tools.live.parts import inline

RULE = """\
def learn(V, game, alpha):
    for board in game.states:
        error = game.winner - V[board]
        V[board] += alpha * error"""
"""It learns from whole games, so no exercise of lesson 05 is given away."""
CHANGES = [
    {
        "label": "believe the last game",
        "code": RULE.replace(
            "error = game.winner - V[board]\n        V[board] += alpha * error",
            "V[board] = game.winner",
        ),
        "about": "Now the value of a board is the result of the last game that came to it.",
    },
    {
        "label": "the last two boards",
        "code": RULE.replace("game.states:", "game.states[-2:]:"),
        "about": "Now only the last two boards of a game learn from its result.",
    },
    {
        "label": "ignore draws",
        "code": RULE.replace("        V", "        if game.winner:\n            V"),
        "about": "Now a game that nobody wins teaches nothing.",
    },
]
INVITES = (
    "Press Run, and it plays 10,000 games with itself. V has a value for each board, "
    "winner is +1 for X and -1 for O, alpha is 0.1, and game.states are the boards of a game."
)
ENDS = [
    "Nobody can beat it any more.",
    "It can be beaten as O, but not as X.",
    "It can be beaten as X, but not as O.",
    "It can be beaten, as X and as O.",
]
"""What is said of a player that cannot be beaten, that can be as O, as X, and as both."""
STRENGTH = {
    "says": (
        "In {share} of all positions it chooses right, a move that keeps the best result. {end}"
    ),
    "ends": ENDS,
}
PART = {
    "name": "learn",
    "code": RULE,
    "passed": [0.1],
    "settings": {"alpha": 0.1, "epsilon": 0.1, "seed": 3},
    "games": 10_000,
    "changes": CHANGES,
    "python": f"_static/{python.NAME}",
    "strength": STRENGTH,
    "invites": INVITES,
}
"""What `inline` takes for the part "written"."""
STILL = """\
<pre>{code}</pre>
<img class="drawn" src="_static/grown.png" width="1200" height="630" alt="{alt}">
<p>With scripts on, you change these lines here, run them, and play against what they learn.</p>"""


def made():
    """Return the first page's {name: text}: the rule to change, and a learner in words."""
    words = described()
    still = STILL.format(code=escape(RULE), alt=escape(words))
    return {"game": inline("written", still=still, **PART), "grown": words}
