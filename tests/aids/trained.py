"""Provide what the tests of networks share."""

import hashlib

from tttlearn.game.played import Game


def game(*cells):
    """Return a Game in which these cells were taken."""
    played = Game()
    for cell in cells:
        played.play(cell)
    return played


def fingerprint(learner, winners=()):
    """Return a text that two networks share if they have learned the same, bit for bit."""
    parts = learner.table, learner.outputs, learner.visits, learner.played
    digest = hashlib.sha256(b"".join(part.tobytes() for part in parts))
    state = learner.rng.bit_generator.state["state"]["state"]
    return f"{digest.hexdigest()} {state} {list(winners)}"
