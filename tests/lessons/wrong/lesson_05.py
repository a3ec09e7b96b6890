"""List wrong answers to the exercises of lesson 05, each with a part of the reason it must get.

Those with two pieces of code are the solution with the first replaced by the second.
"""

WRONG = {
    "05.mean": [
        ("old_sum(m, n) + x", "m + x", "put in the sum"),
        ("(old_sum(m, n) + x) / n", "...", "`new_mean` is still ...; what stands above it"),
        ("return 1 / n", "return 0.5", "`step`: for n = 1 it returns 0.5, but 1 is right"),
        ("alpha * kept", "kept", "x itself enters with the weight alpha"),
        ("alpha * kept**k", "alpha ** (k + 1)", "leaves 1 - alpha"),
    ],
    "05.td": [
        ("+=", "-=", "wrong sign"),
        ("gamma * V[s_next]", "gamma * episode.winner", "towards the winner"),
        ("range(", "range(1, ", "leaves out the first move"),
        ("s, s_next =", "s_next, s =", "the later value moves towards the earlier one"),
        ("V[s_next]", "V[s_next] ** 2", "should become"),
        ("V[episode.states[-1]]", "V[-1]", "V[-1] is the end of the whole table"),
        # The number of the turn in place of the state.
        ("episode.states[t], episode.states[t + 1]", "t, t + 1", "the numbers in episode.states"),
        ("states) - 1)", "states))", "the last position has no next one"),
        ("V[s] +=", "V +=", "V is the whole table"),
        (
            "def td(V, episode, alpha, gamma):\n    V[episode[-1]] = episode.winner\n"
            "    for t in range(len(episode) - 1):\n"
            "        V[episode[t]] += alpha * (gamma * V[episode[t + 1]] - V[episode[t]])",
            "the positions are episode.states",
        ),
        # An argument of another name than it is given by.
        ("alpha, gamma):", "a, gamma):\n    alpha = a", "right for a single game, but"),
        ("V[episode.states[-1]] = episode.winner", "return V.copy()", "change V itself"),
        (
            "def td(V, episode, alpha, gamma):\n    states = episode.states\n"
            "    V[states[-1]] = episode.winner\n"
            "    V[states] += alpha * (gamma * V[states[1:]] - V[states[:-1]])",
            "states[1:] is one shorter than states",
        ),
        ("V[s] +=", "V[s, 0] +=", "too many indices"),
    ],
    "05.from_the_end": [
        ("(episode.states) - 2, -1, -1", "(episode.states) - 1", "from the first move to the last"),
        ("    V[episode.states[-1]] = episode.winner\n", "", "never gets the winner"),
        ("2, -1, -1", "2, 0, -1", "the first move"),
    ],
    "05.winning_cells": [
        ("state = ", "    mine.append(cell)\n        state = ", "these are the cells of both"),
        ("    while", "    reply, policy = policy, reply\n    while", "here the policy plays X"),
        ("return mine", "return set(mine)", "a set has no order"),
        # A name of the lesson's in place of the argument.
        ("best_reply(policy)", "best_reply(mine_10k)", "a player of random but fixed moves"),
        ("return mine", "return mine[:1]", "is not over after X's cells"),
        ("return mine", "return [*mine, 8]", "leave out the rest"),
        ("not ttt.TERMINAL[state]", "ttt.WINNER[state] == 0", "has no winner to wait for"),
    ],
    "05.n_step": [
        ("states[t + m]", "states[t + n]", "it looks beyond the last position"),
        ("**m * V[s_ahead]", " * V[episode.states[t + 1]]", "one move ahead, whatever n is"),
        ("range(last)", "range(0, last, n)", "only every n-th position"),
        ("states[t + m]", "states[m]", "should become"),
        ("V[episode.states[-1]] = episode.winner", "return V.copy()", "change V itself"),
        ("    last =", "    V[2] = 9\n    last =", "did not occur in the game"),
    ],
    "05.repaired": [
        (
            "def repaired(V, episode, alpha, gamma):\n    for player in (1, 2):\n"
            "        mine = episode.states[player::2]\n"
            "        reward = recipes.hickman_reward(player, episode.winner)\n"
            "        old = V[mine]\n        for k in range(len(mine)):\n"
            "            reward = old[k] + alpha * (gamma * reward - old[k])\n"
            "            V[mine[len(mine) - 1 - k]] = reward",
            "as the article does",
        ),
        ("(1, 2)", "(0, 1)", "the empty board has changed"),
        ("\n            reward = V[s]", "", "all positions move towards the reward"),
        ("(1, 2)", "(1,)", "only player 1 is paid"),
        ("    for player", "    return V.copy()\n    for player", "change V itself"),
    ],
    "05.schedule": [
        ("np.maximum(0, 1 - games / 80_000)", "0 * games", "explore in more of the early games"),
        ("np.maximum(0, 1 - games / 80_000)", "np.where(games < 50_000, 1.0, 0.0)", "at once"),
        ("np.maximum", "max", "take np.maximum"),
        ("np.maximum(0, 1 - games / 80_000)", "np.max([0, 1 - games / 50_000])", "entry by entry"),
        ("np.maximum(0, 1 - games / 80_000)", "1 - games / 50_000", "it falls below 0"),
        ("1 - games", "2 - games", "it is 2.000, which is not a probability"),
        ("np.maximum(0, 1 - games / 80_000)", "'falling'", "one number is asked for"),
    ],
}
