"""Players named on the command line, and what there is to say of them."""

from pathlib import Path

from tttlearn.evaluation.any_player import policy_of
from tttlearn.evaluation.policy import PolicyPlayer
from tttlearn.players import roster
from tttlearn.players.tables import ENDINGS
from tttlearn.players.texts import is_in_a_file

FORM = ("board", "cells", "view", "values", "asks", "seed")


def named_or_own(text, games=None, seed=0):
    """(player, remark) as from `roster.opponent`, or of a program or table in a file.

    Of these `ttt.policy_of` prints what there is to say. Raises ValueError if it does not take it.
    """
    if not is_of_a_file(text) or games is not None:
        return roster.opponent(text, games, seed)
    name = text.rpartition(":")[2] if ":" in text else Path(text).stem
    return PolicyPlayer(policy_of(text, seed=seed), name), ""


def is_of_a_file(text):
    """Whether a text names a program or a table in a file."""
    is_table = Path(text).suffix in ENDINGS and Path(text).is_file()
    return is_table or is_in_a_file(text)


def form(options):
    """The options that say how a program is asked, as arguments of `ttt.policy_of`."""
    return {name: getattr(options, name) for name in FORM}
