"""What a policy is worth, in numbers, all of them exact."""

from tttlearn.evaluation.exact import optimal_share, outcome, worst_case
from tttlearn.evaluation.policy import random_policy


def measure(policy):
    """What a policy is worth, exactly, a dict.

    Its wins, draws and losses against a random player as X and as O; its worst case as X and as O,
    values to X; its optimal share; what becomes of games against itself.
    """
    random = random_policy()
    as_x, as_o = outcome(policy, random), outcome(random, policy)
    worst, alone = worst_case(policy), outcome(policy, policy)
    return {
        "x_wins": as_x.x_wins,
        "x_draws": as_x.draws,
        "x_losses": as_x.o_wins,
        "o_wins": as_o.o_wins,
        "o_draws": as_o.draws,
        "o_losses": as_o.x_wins,
        "worst_as_x": worst.as_x,
        "worst_as_o": worst.as_o,
        "optimal_share": optimal_share(policy),
        "self_play_x_wins": alone.x_wins,
        "self_play_draws": alone.draws,
        "self_play_o_wins": alone.o_wins,
    }
