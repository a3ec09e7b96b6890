"""The checks of lesson 05, TD value learning."""

from functools import cache

import numpy as np

from tttlearn.course.articles.hickman.recipe import hickman_reward
from tttlearn.course.exercises.answers import Wrong, ask, exercise, explained
from tttlearn.course.exercises.cases import Cases, check_in_turn
from tttlearn.course.exercises.kinds import cells, function, given
from tttlearn.course.exercises.reader_rules import (
    ALPHA,
    GAMMA,
    random_game,
    rule_cases,
)
from tttlearn.course.exercises.td_faults import BACKWARD, FORWARD, N_STEP, NO_LIST
from tttlearn.evaluation.exact import best_reply
from tttlearn.evaluation.policy import first_best
from tttlearn.game.played import Game, to_cell
from tttlearn.game.rules import N_STATES, REACHABLE
from tttlearn.game.tables import X
from tttlearn.learn.td import TDLearner
from tttlearn.learn.training import train_seeds

SEEDS, NEEDED, POSITIONS, GAMES = 20, 12, 5400, 100_000


MEANS = [(m, n) for n in (2, 5, 3, 10, 1) for m in ((0.0,) if n == 1 else (0.5, -0.25))]
"""(m, n): the mean of n - 1 results, and the number of the next one."""


def _derived(words, **more):
    """The Cases of a step of a derivation; `words` say what is asked for, of the arguments."""
    return Cases(
        seen=lambda found, right, *case: (
            f"for {words.format(*case)} it returns {found:.4g}, and {right:.4g} is right"
        ),
        **more,
    )


OLD_SUM = _derived(
    "m = {} and n = {}",
    right=lambda m, n: (n - 1) * m,
    given=MEANS,
    faults={
        "n results would have that sum; m is the mean of the n - 1 before": lambda m, n: n * m,
        "that is their mean; how many are they?": lambda m, n: m,
        "a mean is the sum divided by how many they are, so multiply": lambda m, n: m / (n - 1),
        "m is the mean of n - 1 results, not of n + 1": lambda m, n: (n + 1) * m,
    },
    errors={"ZeroDivisionError": "the sum is found by multiplying, not by dividing"},
)
NEW_MEAN = _derived(
    "m = {}, x = {} and n = {}",
    right=lambda m, x, n: ((n - 1) * m + x) / n,
    given=[(m, x, n) for m, n in MEANS for x in (1, -1)],
    faults={
        "that is their sum; divide it by how many they are": lambda m, x, n: (n - 1) * m + x,
        "with x they are n, so divide by n": lambda m, x, n: ((n - 1) * m + x) / (n - 1),
        "x is one result and m stands for n - 1 of them": lambda m, x, n: (m + x) / 2,
        "m is a mean: put their sum, your old_sum(m, n), in its place": lambda m, x, n: (m + x) / n,
        "x moves the mean by its n-th part: with x they are n": lambda m, x, n: (
            m + (x - m) / (n - 1)
        ),
        "m is the mean of n - 1 results, and with x they are n": lambda m, x, n: (
            (n * m + x) / (n + 1)
        ),
    },
    errors={"ZeroDivisionError": "with x they are n results, so divide by n"},
)
STEP = _derived(
    "n = {}",
    right=lambda n: 1 / n,
    given=[(n,) for n in (2, 1, 3, 10)],
    faults={
        "that is what is left of m; the step is what stands before x": lambda n: (n - 1) / n,
        "that is one result too few: x is the n-th": lambda n: 1 / (n - 1),
        "that is one result too many: x is the n-th": lambda n: 1 / (n + 1),
        "the mean of many results moves little: the step gets smaller with n": lambda n: n,
    },
    errors={"ZeroDivisionError": "the first result, n = 1, has the step 1"},
)


WEIGHT = _derived(
    "alpha = {} and k = {}",
    right=lambda alpha, k: alpha * (1 - alpha) ** k,
    given=[(alpha, k) for alpha in (0.1, 0.5, 1.0) for k in (2, 0, 1, 5)],
    faults={
        "that is what is left of the first guess; x itself came in with the weight alpha": (
            lambda alpha, k: (1 - alpha) ** k
        ),
        "each later result takes the part alpha away, and leaves 1 - alpha": (
            lambda alpha, k: alpha ** (k + 1)
        ),
        "x enters with alpha, and each of the k later results leaves the part 1 - alpha of it": (
            lambda alpha, k: alpha**k
        ),
        "x enters with alpha; what do the k later steps leave of it?": lambda alpha, k: alpha,
        "of what is left, not of all of it, each step leaves the part 1 - alpha": (
            lambda alpha, k: alpha * (1 - alpha * k)
        ),
        "k steps, each leaves the part 1 - alpha: multiply k times": (
            lambda alpha, k: alpha * (1 - alpha) * k
        ),
        "after x come k results, not k - 1": lambda alpha, k: alpha * (1 - alpha) ** (k - 1),
        "after x come k results, not k + 1": lambda alpha, k: alpha * (1 - alpha) ** (k + 1),
    },
)


@exercise("05.1")
def mean(old_sum, new_mean, step, weight):
    """The steps of a derivation: old_sum(m, n), new_mean(m, x, n), step(n), weight(alpha, k)."""
    check_in_turn(
        {
            "old_sum": (OLD_SUM, old_sum),
            "new_mean": (NEW_MEAN, new_mean),
            "step": (STEP, step),
            "weight": (WEIGHT, weight),
        }
    )
    return (
        "The mean moves by (x - m) / n, so only m and n need be kept; with the same step always, "
        "old results fade."
    )


td = exercise("05.2")(FORWARD)
from_the_end = exercise("05.3")(BACKWARD)


WRONG_SIDES = {
    "here the policy plays X: X plays by `ttt.best_reply(policy)`, and the policy plays O": (
        lambda policy, reply: (policy, reply),
        lambda policy, reply: (policy, policy),
    ),
    "here the best reply plays O, too; O's moves are those of `policy` itself": (
        lambda policy, reply: (reply, reply),
    ),
}
"""Words for games between the wrong players, and these, (X, O), of the policy and its reply."""


@exercise("05.4")
def winning_cells(answer, learned):
    """A function from a policy to X's cells in a game that X wins; `learned` is asked first."""
    function(answer)
    mine, reply = cells(ask(answer, learned.copy())), best_reply(learned)
    if mine != _played(reply, learned)[::2]:
        for words, games in WRONG_SIDES.items():
            if any(mine == _played(*game(learned, reply))[::2] for game in games):
                raise Wrong(words)
    won = _won(mine, learned)
    simple = first_best(np.zeros(learned.shape))  # takes the first free cell
    _won(cells(ask(answer, simple.copy())), simple, " against a player that takes the first cell")
    return f"The game is {', '.join(map(str, won))}: X wins, every time."


def _played(x, o):
    """The cells of the game of two policies, each by its most probable cell."""
    game = Game()
    while not game.is_over:
        game.play(int(np.argmax((o if len(game.history) % 2 else x)[game.state])))
    return [to_cell(cell) for cell in game.history]


def _won(mine, policy, against=" against your learner"):
    """The history of the game of X's cells against a policy for O; Wrong unless X wins it."""
    game = Game()
    for count, cell in enumerate(mine, 1):
        if game.is_over and game.winner == X:
            said = f"X has won after {count - 1} cells{against}: leave out the rest"
            raise Wrong(said, game.state)
        if game.is_over:
            break
        if not game.is_legal(cell):
            taken = f"X's cell number {count}, {cell}, is not free{against}"
            both = count > 1 and cell == game.history[-1]
            own = ": O has just taken it; only X's own cells are asked for" if both else ""
            raise Wrong(taken + own, game.state)
        game.play(cell)
        if not game.is_over:
            game.play(int(np.argmax(policy[game.state])))
    if not game.is_over:
        raise Wrong(f"the game{against} is not over after X's cells {mine}", game.state)
    if game.winner != X:
        end = "nobody wins" if game.winner == 0 else "O wins"
        raise Wrong(f"{end}{against}: X plays by `ttt.best_reply(policy)`", game.state)
    return [to_cell(cell) for cell in game.history]


n_step = exercise("05.5")(N_STEP)


def _paid(new, players=(1, 2), payee=None):
    """A rule that makes each player's values, in the order of play, anew: for Cases.

    new(values, reward, alpha, gamma): their new values; `payee`: whose reward all get.
    """

    def paid(episode, V):
        V, states = V.copy(), episode.states
        for player in players:
            mine = states[player::2]
            reward = hickman_reward(payee or player, episode.winner)
            V[mine] = new(V[mine].tolist(), reward, ALPHA, GAMMA)
        return V[states]

    return paid


def _walked(values, reward, alpha, gamma):
    """New values when the reward moves the first of these, and its new value the second."""
    new = []
    for value in values:
        reward = value + alpha * (gamma * reward - value)
        new.append(reward)
    return np.array(new)


def _right(values, reward, alpha, gamma):
    return _walked(values[::-1], reward, alpha, gamma)[::-1]


def _each(values, targets, alpha, gamma):
    return np.array(values) + alpha * (gamma * np.array(targets) - values)


@cache
def _paid_games():
    """(episode, V) of random games."""
    rng = np.random.default_rng(6)
    return [(random_game(rng), rng.uniform(0.05, 0.95, N_STATES).round(2)) for _ in range(30)]


def _paid_seen(found, right, episode, V):
    player = 1 + int(np.allclose(found[1::2], right[1::2]))
    old, made, wanted = (
        ", ".join(f"{value:.3g}" for value in values[player::2])
        for values in (V[episode.states], found, right)
    )
    reward = hickman_reward(player, episode.winner)
    return (
        f"player {player} gets {reward:g}, the old values are {old}; it makes {made}, and should "
        f"make {wanted}"
    )


REPAIRED = rule_cases(
    asks="A rule answer(V, episode, alpha, gamma) that pays both from their last position.",
    right=_paid(_right),
    given=_paid_games,
    seen=_paid_seen,
    faults={
        "nothing has changed: write the new values into V": _paid(lambda v, *_: v),
        "as the article does: the last value is made from the first one": _paid(
            lambda v, *rest: _walked(v, *rest)[::-1]
        ),
        "the reward goes to the first position; the last has earned it: begin there": (
            _paid(_walked)
        ),
        "gamma is missing": _paid(lambda v, r, a, g: _right(v, r, a, 1)),
        "each moves towards the old value of the one after it, not the new one": _paid(
            lambda v, r, a, g: _each(v, [*v[1:], r], a, g)
        ),
        "the last one moves first, but the others from the first on, towards old values: go on "
        "from the last": _paid(
            lambda v, r, a, g: _each(v, [*v[1:-1], *_each(v[-1:], [r], a, g), r][-len(v) :], a, g)
        ),
        "the last one moves towards gamma times the reward": _paid(
            lambda v, r, a, g: _right(v, r / g, a, g)
        ),
        "the last one becomes the reward; it moves by alpha towards gamma times the reward": _paid(
            lambda v, r, a, g: np.array([*_right(v[:-1], r, a, g), r])
        ),
        "the last one becomes gamma times the reward; it moves towards that by alpha": _paid(
            lambda v, r, a, g: np.array([*_right(v[:-1], g * r, a, g), g * r])
        ),
        "gamma counts at each step, not only at the last": _paid(
            lambda v, r, a, g: _right(v, r * g, a, 1)
        ),
        "all move towards the reward, and not towards the new value of the one after them": _paid(
            lambda v, r, a, g: _each(v, [r] * len(v), a, g)
        ),
        "only the last one moves": _paid(
            lambda v, r, a, g: np.array([*v[:-1], *_each(v[-1:], [r], a, g)])
        ),
        "alpha is missing: each value moves all the way": _paid(
            lambda v, r, a, g: _right(v, r, 1, g)
        ),
        "only player 1 is paid": _paid(_right, players=(1,)),
        "only player 2 is paid": _paid(_right, players=(2,)),
        "both get the reward of player 1": _paid(_right, payee=1),
    },
    signs={
        "the empty board is nobody's: player 1's positions are episode.states[1::2], player 2's "
        "episode.states[2::2]": lambda found, episode, V: found[0] != V[0],
    },
    errors={"broadcast": NO_LIST},
    remark="Each position now moves from its own old value, and the last one towards the reward.",
)
repaired = exercise("05.6")(REPAIRED)


SCHEDULE_ERRORS = {
    "truth value": "`games` is an array, of which Python's own max, min and if cannot judge: take "
    "np.maximum, np.minimum, np.where"
}


@exercise("05.7")
def schedule(answer):
    """A function from numbers of games, an array, to the probabilities of exploring after them."""
    with explained(SCHEDULE_ERRORS):
        epsilons = np.asarray(given(ask(answer, np.arange(GAMES))))
    if epsilons.dtype.kind not in "fiub" or epsilons.shape not in ((), (GAMES,)):
        raise Wrong("one number is asked for here for each entry of the array `games`")
    epsilons = np.broadcast_to(epsilons.astype(float), GAMES)
    outside = np.flatnonzero(~((epsilons >= 0) & (epsilons <= 1)))
    if outside.size:
        at = outside[0]
        if epsilons[at] < 0:
            said = "it falls below 0, and a probability does not: np.maximum(0, ...) ends the fall"
            raise Wrong(f"after {at:,} games {said}")
        raise Wrong(f"after {at:,} games it is {epsilons[at]:.3f}, which is no probability")
    learner = TDLearner(alpha=0.3, epsilon=lambda games: epsilons[games])
    history = train_seeds(learner, GAMES, range(SEEDS), checkpoints=[GAMES])[0]
    safe = int(((history.worst_as_x == 0) & (history.worst_as_o == 0)).sum())
    seen, seed = int(history.visited.min()), int(history.seed[history.visited.idxmin()])
    if seen < POSITIONS:
        raise Wrong(
            f"with seed {seed} it has seen only {seen:,} positions, and {POSITIONS:,} are asked "
            f"for ({safe} of {SEEDS} seeds cannot be beaten): explore more, above all at the start"
        )
    if safe < NEEDED:
        raise Wrong(f"only {safe} of {SEEDS} seeds cannot be beaten{_schedule_reason(epsilons)}")
    return (
        f"{safe} of {SEEDS} seeds cannot be beaten, and each has seen at least {seen:,} of the "
        f"{REACHABLE.sum():,} positions."
    )


def _schedule_reason(epsilons):
    falls = -np.diff(epsilons)
    if epsilons[-1] > 0.05:
        return (
            f": with epsilon {epsilons[-1]:.2f} to the end it learns the values of play with slips"
        )
    if falls.max() > 0.2:
        at = int(falls.argmax())
        return (
            f": epsilon falls from {epsilons[at]:.2f} to {epsilons[at + 1]:.2f} at once, and "
            "values learned from random play are left standing: lower it little by little"
        )
    return ": lower epsilon more slowly, and end near 0"
