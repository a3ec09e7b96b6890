"""Provide a human at the console who types what a test says."""

import numpy as np

from tttlearn.game.rules import TICTACTOE
from tttlearn.play.console import Console
from tttlearn.play.session import Session


def sit(typed, against, human="X", rules=TICTACTOE, end=EOFError, dim=False):
    """Return all that is said, prompts too, when these lines are typed; then `end` is raised."""
    said, lines = [], iter(typed)

    def ask(prompt):
        said.append(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise end from None

    session = Session(against, human, np.random.default_rng(1), rules)
    Console(session, ask, said.append, dim).run()
    assert next(lines, None) is None, "the sitting ended before all lines were read"
    return "\n".join(said)
