"""The game on the first page: a slider over what a learner has learned, and a board to play it."""

import json

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


def made():
    """What the first page shows of a learner, {name: text}: the game, and a picture in words."""
    return {"game": game(), "grown": described()}


def game():
    """The game as HTML, with all that the learner knew at each age."""
    found = grown()
    ages = [(label, said) for label, _, said in found]
    label, said = ages[0]
    slider = SLIDER.format(last=len(ages) - 1, label=label, said=said, ages=json.dumps(ages))
    return slider + inline("board", opponents={label: player for label, player, _ in found})
