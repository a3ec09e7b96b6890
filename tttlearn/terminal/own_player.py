"""Players named on the command line, and what there is to say of them."""

import numpy as np

from tttlearn.evaluation import programs
from tttlearn.evaluation.any_player import is_asked, policy_of
from tttlearn.evaluation.policy import PolicyPlayer
from tttlearn.players import roster
from tttlearn.players.texts import IN_A_FILE, USUAL, in_file, is_in_a_file


def named_or_own(text, games=None, seed=0):
    """(player, remark) as from `roster.opponent`, or from a file `FILE.py:NAME`, which is run.

    That name, or `player` if none is given, is what `ttt.policy_of` takes. Raises ValueError if it
    is not.
    """
    if not is_in_a_file(text) or games is not None:
        return roster.opponent(text, games, seed)
    found = in_file(text)
    policy, name = policy_of(found, seed=seed), IN_A_FILE.fullmatch(text).groups(USUAL)[1]
    by_chance = is_asked(found) and not np.isin(policy, (0, 1)).all()
    remark = f"its answers vary: it was asked {programs.DEFAULT_ASKS} times in each position."
    return PolicyPlayer(policy, name), remark * by_chance
