"""antirez's games as his program plays them: one side greedily, then its moves are rewarded.

The program counts turns, as tic-tac-toe lets it; what is written for any game asks its rules.
"""

import numpy as np

from tttlearn.course.articles.antirez.bent import LONGEST, OUTPUTS, RELU, bend_layer, learn_bent
from tttlearn.game.rules import START
from tttlearn.network.loops import (
    ONE,
    ZERO,
    add_inputs,
    best_action,
    drawn,
    first_layer,
    learn_all,
    second_layer,
    to_probabilities,
)
from tttlearn.support.compiled import njit


@njit
def rewarded(delta, following, state, action, shared_by, reward):
    """`delta` becomes what is off: towards the action, or, for a loss, the other legal ones, of
    which each gets 1 / `shared_by`."""
    if reward >= ZERO:
        delta[action] -= ONE
    else:
        share = ONE / np.float32(shared_by)
        for a in range(OUTPUTS):
            if a != action and following[state, a] >= 0:
                delta[a] -= share
    for a in range(OUTPUTS):
        delta[a] *= abs(reward)


@njit
def games_against(
    net, tables, opponents, mine, rewards, later, bend, counts, script, winners, visits, played, rng
):
    """Play a game for each entry of `winners`, and after each reward the moves of one side.

    The network moves, greedily, on the turns t with t % 2 == mine; where `script` names the actions
    of a game, it is that game. Rewards come times the rate: for a loss, a draw, a win. Move t of n
    gets the part 1 - later + later * t / n of it. `bend`: what bends the hidden layer, and how many
    units it has. `counts`: 1 if the move of a lost game is counted among those that share its
    target, else 0.
    """
    following, terminal, winner = tables.following, tables.terminal, tables.winner
    logits, delta = net.logits, net.delta
    states, actions = np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64)
    for game in range(len(winners)):
        state, n, which = START, 0, played[0] % len(opponents)
        while not terminal[state]:
            if n % 2 == mine:
                slot = 0 if n < 2 else 1
                if n < 2:
                    first_layer(net, slot, tables, state)
                else:
                    one, other = 2 * actions[n - 2] + n % 2, 2 * actions[n - 1] + (n - 1) % 2
                    add_inputs(net, slot, one, other)
                if bend[0] != RELU:
                    bend_layer(net, slot, bend)
                second_layer(net, slot)
                action = best_action(logits, slot, following, state)
                visits[state] += 1
            else:
                action = drawn(opponents[which, state], rng)
            states[n], actions[n] = state, script[n] if n < len(script) else action
            state = following[state, actions[n]]
            n += 1
        visits[state] += 1
        winners[game] = winner[state]
        reward = rewards[1 + winner[state] if mine == 0 else 1 - winner[state]]
        for t in range(mine, n, 2):
            state, slot = states[t], 0 if t < 2 else 1
            if t >= 2:  # the first pass is known from the game
                first_layer(net, slot, tables, state)
                if bend[0] != RELU:
                    bend_layer(net, slot, bend)
                second_layer(net, slot)
            to_probabilities(logits, delta, slot)
            late = ONE - later + later * np.float32(t) / np.float32(n)
            rewarded(delta, following, state, actions[t], OUTPUTS - t - 1 + counts, reward * late)
            if bend[0] == RELU:
                learn_all(net, slot, tables, state)
            else:
                learn_bent(net, slot, tables, state, bend)
        played[0] += 1
