"""Make the game on the first page: a slider over a learner's ages, and a board to play it."""

import json
from html import escape

from tools.grown import described, grown
from tools.live.parts import inline

SLIDER = """\
<div class="age only-scripts">
<label for="age">It has learned from</label>
<input id="age" type="range" min="0" max="{last}" value="0">
<output for="age">{label}</output>
</div>
<p class="strength only-scripts" role="status">{said}</p>
<script type="application/json">{ages}</script>
"""


STILL = """\
<img class="drawn" src="_static/grown.png" width="1200" height="630" alt="{alt}">
<p>With scripts on, you play against it here.</p>"""


def made():
    """Return the first page's {name: text}: the game, and the picture of a learner in words."""
    words = described()
    return {"game": game(STILL.format(alt=escape(words))), "grown": words}


def game(still):
    """Return the game as HTML, with the learner at each age; `still` is shown without scripts."""
    by_age = grown()
    ages = [(label, sentence) for label, _, sentence in by_age]
    label, sentence = ages[0]
    slider = SLIDER.format(last=len(ages) - 1, label=label, said=sentence, ages=json.dumps(ages))
    opponents = {label: player for label, player, _ in by_age}
    return slider + inline("board", still=still, opponents=opponents)
