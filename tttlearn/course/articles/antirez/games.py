"""Play antirez's games as his program does: one side moves greedily, then its moves are rewarded.

The program alternates turns by counting them, as tic-tac-toe allows. What is written for any game
asks its rules instead.
"""

import numpy as np

from tttlearn.course.articles.antirez.bent import MAX_MOVES, OUTPUTS, RELU, bend_layer, learn_bent
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
    """Turn the probabilities in `delta` into the gradients of a rewarded move.

    They push towards the action, or, after a loss, towards each of the other legal actions, whose
    target is 1 / `shared_by`.
    """
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
    """Play a game for each entry of `winners`, and reward the moves of one side after each.

    The network moves, greedily, on the turns t with t % 2 == mine. If `script` has the actions of a
    game, that game is played. `rewards` for a loss, a draw and a win are multiplied by the rate.
    Move t of n gets the part 1 - later + later * t / n of the reward. `bend` is the activation of
    the hidden layer, and its number of units. `counts` is 1 if the move of a lost game is counted
    among those that share its target, otherwise 0.
    """
    following, terminal, winner = tables.following, tables.terminal, tables.winner
    logits, delta = net.logits, net.delta
    states, actions = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES, np.int64)
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
            if t >= 2:  # the outputs of the first turn remain from playing
                first_layer(net, slot, tables, state)
                if bend[0] != RELU:
                    bend_layer(net, slot, bend)
                second_layer(net, slot)
            to_probabilities(logits, delta, slot)
            weight = ONE - later + later * np.float32(t) / np.float32(n)
            rewarded(delta, following, state, actions[t], OUTPUTS - t - 1 + counts, reward * weight)
            if bend[0] == RELU:
                learn_all(net, slot, tables, state)
            else:
                learn_bent(net, slot, tables, state, bend)
        played[0] += 1
