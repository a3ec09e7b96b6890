"""The game on the first page: a slider over what a learner has learned, and a board to play it."""

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
    """What the first page shows of a learner, {name: text}: the game, and a picture in words."""
    words = described()
    return {"game": game(STILL.format(alt=escape(words))), "grown": words}


def game(still):
    """The game as HTML, with all that the learner knew at each age; `still` without scripts."""
    found = grown()
    ages = [(label, said) for label, _, said in found]
    label, said = ages[0]
    slider = SLIDER.format(last=len(ages) - 1, label=label, said=said, ages=json.dumps(ages))
    opponents = {label: player for label, player, _ in found}
    return slider + inline("board", still=still, opponents=opponents)
