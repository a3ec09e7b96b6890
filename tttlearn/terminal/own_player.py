"""Find the players named on the command line, with remarks on them."""

from pathlib import Path

from tttlearn.evaluation.any_player import policy_of
from tttlearn.evaluation.policy import PolicyPlayer
from tttlearn.game.rules import TICTACTOE
from tttlearn.players import roster
from tttlearn.players.tables import ENDINGS
from tttlearn.players.texts import is_in_a_file

FORM = ("board", "cells", "view", "values", "asks", "seed")


def named_or_own(text, games=None, seed=0, rules=TICTACTOE):
    """Return (player, remark) as `roster.opponent` does, also for a program or table in a file.

    For these the remark is "", because `ttt.policy_of` prints its own. Raises ValueError if it
    refuses the player.
    """
    if not is_of_a_file(text) or games is not None:
        return roster.opponent(text, games, seed, rules)
    name = text.rpartition(":")[2] if ":" in text else Path(text).stem
    return PolicyPlayer(policy_of(text, rules, seed=seed), name, rules=rules), ""


def is_of_a_file(text):
    """Return whether a text names a program or a table in a file."""
    is_table = Path(text).suffix in ENDINGS and Path(text).is_file()
    return is_table or is_in_a_file(text)


def form(options):
    """Return the options that specify how a program is asked, as arguments of `ttt.policy_of`."""
    return {name: getattr(options, name) for name in FORM}
