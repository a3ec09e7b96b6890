"""The tabular learning rules, each a plain function, and the learners that use them.

A rule gets its table, one episode, and the settings that it names; symbols are those of Sutton &
Barto, 2nd edition. The value of the last state is known: it is the winner.
"""

import numpy as np

from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.learn.episodes import made_for
from tttlearn.learn.known import known
from tttlearn.learn.learner import Learner
from tttlearn.support.arguments import is_one_of, number, share, shown


@known
@made_for("states")
def td(V, episode, alpha, gamma):
    """TD(0) in the order of play: each state moves towards the next one (section 6.1)."""
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 1):
        s, s_next = episode.states[t], episode.states[t + 1]
        V[s] += alpha * (gamma * V[s_next] - V[s])


@known
@made_for("states")
def td_backward(V, episode, alpha, gamma):
    """TD(0) from the end to the start, so that one game carries its result to its first move."""
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 2, -1, -1):
        s, s_next = episode.states[t], episode.states[t + 1]
        V[s] += alpha * (gamma * V[s_next] - V[s])


@known
@made_for("states")
def td_lambda(V, episode, alpha, gamma, lam):
    """TD(lambda) with eligibility traces, in the order of play (section 12.2).

    No state returns within a game, so the trace of a state visited k moves ago is
    (gamma * lam)**k; with lam = 0 it is TD(0).
    """
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 1):
        delta = gamma * V[episode.states[t + 1]] - V[episode.states[t]]
        trace = 1.0
        for k in range(t, -1, -1):
            V[episode.states[k]] += alpha * delta * trace
            trace *= gamma * lam


def TDLearner(
    alpha=0.1,
    gamma=1.0,
    lam=0.0,
    order="online",
    initial=0.0,
    name="td",
    rules=TICTACTOE,
    **learner,
):
    """A Learner of afterstate values by TD(0), or by TD(lambda) if `lam` is not 0.

    `alpha` is the learning rate, `gamma` the discount, `initial` the value of every state before it
    learns; `order` "online" learns in the order of play, "backward" from the end of each game.
    Everything else (epsilon, ties, symmetric, seed) goes to the Learner. Raises ValueError for
    settings out of range.
    """
    settings = {"alpha": share(alpha, "alpha"), "gamma": share(gamma, "gamma")}
    lam = share(lam, "lam")
    if not is_one_of(order, ("online", "backward")) or (lam and order == "backward"):
        given = f"{shown(order)} with {lam=}"
        raise ValueError(f'order is "online", or "backward" with lam=0; not {given}')
    rule = td_lambda if lam else td if order == "online" else td_backward
    if lam:
        settings["lam"] = lam
    table = np.full(check_rules(rules).n_states, number(initial, "initial"))
    return Learner(rule, table, settings, name=name, rules=rules, **learner)
