"""Make the first page's rule of learning: Python to change and run, and a board against it."""

import tomllib
from html import escape
from pathlib import Path

from tools.grown import described
from tools.live import python
from tools.live.parts import inline

PART = {
    "name": "learn",
    "passed": [0.1],
    "settings": {"alpha": 0.1, "epsilon": 0.1, "seed": 3},
    "games": 10_000,
    "python": f"_static/{python.NAME}",
    **tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")),
}
"""What `inline` takes for the part "written"."""
RULE, CHANGES = PART["code"], PART["changes"]
STILL = """\
<pre>{code}</pre>
<img class="drawn" src="_static/grown.png" width="1200" height="630" alt="{alt}">
<p>With scripts on, you change these lines here, run them, and play against what they learn.</p>"""


def made():
    """Return the first page's {name: text}: the rule to change, and a learner in words."""
    words = described()
    still = STILL.format(code=escape(RULE), alt=escape(words))
    return {"game": inline("written", still=still, **PART), "grown": words}
