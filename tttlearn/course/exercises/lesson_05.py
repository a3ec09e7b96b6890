"""Check lesson 05, TD value learning."""

from dataclasses import replace
from functools import cache, partial

import numpy as np

from tttlearn.course.articles.episodes import random_game
from tttlearn.course.articles.hickman.recipe import hickman_reward
from tttlearn.course.exercises.answers import Wrong, ask, error_hints, exercise, explained
from tttlearn.course.exercises.cases import Cases, check_in_turn
from tttlearn.course.exercises.kinds import given, in_order
from tttlearn.course.exercises.reader_rules import ALPHA, GAMMA, rule_cases
from tttlearn.course.exercises.td_faults import BACKWARD, FORWARD, N_STEP
from tttlearn.evaluation.exact import best_reply, minimax_policy
from tttlearn.evaluation.policy import first_best
from tttlearn.game.played import Game, to_cell
from tttlearn.game.rules import N_STATES, NEXT, REACHABLE, START
from tttlearn.learn.td import TDLearner
from tttlearn.learn.training import train_seeds
from tttlearn.search.game_tree import minimax_player

SEEDS, MIN_UNBEATABLE, MIN_POSITIONS, GAMES = 20, 12, 5400, 100_000


MEANS = [(m, n) for n in (2, 5, 3, 10, 1) for m in ((0.0,) if n == 1 else (0.5, -0.25))]
"""Pairs (m, n): the mean of n - 1 results, and the number of the next result."""


def _derived(words, **more):
    """Return the Cases of a step of a derivation; `words` describe its arguments."""
    return Cases(
        describe=lambda result, right, *case: (
            f"for {words.format(*case)} it returns {result:.4g}, but {right:.4g} is right"
        ),
        **more,
    )


OLD_SUM = _derived(
    "m = {} and n = {}",
    solution=lambda m, n: (n - 1) * m,
    inputs=MEANS,
    faults={
        "it multiplies by n; m is the mean of the n - 1 results before": lambda m, n: n * m,
        "it divides by n; a mean is the sum divided by the number of results, n - 1, so multiply": (
            lambda m, n: m / n
        ),
        "n - 1 is not in brackets, so only the 1 is multiplied by m": lambda m, n: n - m,
        "n - 1 is not in brackets, so m is multiplied by n, and then 1 is subtracted": (
            lambda m, n: m * n - 1
        ),
        "it is the mean, not the sum; multiply it by the number of results": lambda m, n: m,
        "it divides by n - 1; a mean is the sum divided by n - 1, so multiply": lambda m, n: (
            m / (n - 1)
        ),
        "it multiplies by n + 1; m is the mean of n - 1 results": lambda m, n: (n + 1) * m,
    },
    error_hints=error_hints("05.old_sum"),
)
NEW_MEAN = _derived(
    "m = {}, x = {} and n = {}",
    solution=lambda m, x, n: ((n - 1) * m + x) / n,
    inputs=[(m, x, n) for m, n in MEANS for x in (1, -1)],
    faults={
        "it is the sum; divide it by the number of results": lambda m, x, n: (n - 1) * m + x,
        "only x is divided by n; put the whole sum in brackets": lambda m, x, n: (
            (n - 1) * m + x / n
        ),
        "it divides by n - 1; with x there are n results": lambda m, x, n: (
            ((n - 1) * m + x) / (n - 1)
        ),
        "x and m count alike; x is one result, and m stands for n - 1": lambda m, x, n: (m + x) / 2,
        "m stands where a sum is needed; put in the sum, old_sum(m, n)": lambda m, x, n: (
            (m + x) / n
        ),
        "it moves by the fraction 1 / (n - 1); with x there are n results": lambda m, x, n: (
            m + (x - m) / (n - 1)
        ),
        "m counts n times; it is the mean of n - 1, and with x there are n": lambda m, x, n: (
            (n * m + x) / (n + 1)
        ),
        "m counts n times, but it is the mean of n - 1 results": lambda m, x, n: (n * m + x) / n,
        "it divides by n + 1; with x there are n results": lambda m, x, n: (
            ((n - 1) * m + x) / (n + 1)
        ),
        "`//` drops the fraction; divide with `/`": lambda m, x, n: ((n - 1) * m + x) // n,
    },
    error_hints=error_hints("05.new_mean"),
)
STEP = _derived(
    "n = {}",
    solution=lambda n: 1 / n,
    inputs=[(n,) for n in (2, 1, 3, 10)],
    faults={
        "it is the factor of m; the step is the factor of x": lambda n: (n - 1) / n,
        "it counts one result too few; x is the n-th": lambda n: 1 / (n - 1),
        "it counts one result too many; x is the n-th": lambda n: 1 / (n + 1),
        "the step grows with n; the mean of many results moves little": lambda n: n,
        "`//` drops the fraction; divide with `/`": lambda n: 1 // n,
    },
    error_hints=error_hints("05.step"),
)


WEIGHT = _derived(
    "alpha = {} and k = {}",
    solution=lambda alpha, k: alpha * (1 - alpha) ** k,
    inputs=[(alpha, k) for alpha in (0.1, 0.5, 1.0) for k in (2, 0, 1, 5)],
    faults={
        "it is what is left of the first guess; x itself enters with the weight alpha": (
            lambda alpha, k: (1 - alpha) ** k
        ),
        "each later result leaves only alpha; it takes alpha away, and leaves 1 - alpha": (
            lambda alpha, k: alpha ** (k + 1)
        ),
        "it is a power of alpha; x enters with alpha, and each later result leaves 1 - alpha": (
            lambda alpha, k: alpha**k
        ),
        "it is the weight at which x enters; each later result leaves less": lambda alpha, k: alpha,
        "each step takes alpha of the whole; it should take alpha of what is left": (
            lambda alpha, k: alpha * (1 - alpha * k)
        ),
        "the weights are swapped; x enters with alpha, and each later result leaves 1 - alpha": (
            lambda alpha, k: alpha**k * (1 - alpha)
        ),
        "it multiplies by k; each of k steps leaves the fraction 1 - alpha, so take a power": (
            lambda alpha, k: alpha * (1 - alpha) * k
        ),
        "it counts k - 1 results after x; there are k": lambda alpha, k: (
            alpha * (1 - alpha) ** (k - 1)
        ),
        "it counts k + 1 results after x; there are k": lambda alpha, k: (
            alpha * (1 - alpha) ** (k + 1)
        ),
    },
)


@exercise("05.mean", minutes=12)
def mean(old_sum, new_mean, step, weight):
    """Check the steps of a derivation: old_sum(m, n), new_mean(m, x, n), step(n), weight.

    The last one is a function of (alpha, k).
    """
    check_in_turn(
        {
            "old_sum": (OLD_SUM, old_sum),
            "new_mean": (NEW_MEAN, new_mean),
            "step": (STEP, step),
            "weight": (WEIGHT, weight),
        }
    )
    return (
        "The mean moves by (x - m) / n, so you need to keep only m and n. If the step is always "
        "the same, old results fade."
    )


td = exercise("05.td", minutes=12)(FORWARD)
from_the_end = exercise("05.from_the_end", minutes=12)(BACKWARD)


def _played(x, o):
    """Return the cells of the game of two policies, each with its most probable cell."""
    game = Game()
    while not game.is_over:
        game.play(int(np.argmax((o if len(game.history) % 2 else x)[game.state])))
    return [to_cell(cell) for cell in game.history]


def _winning(policy, against=""):
    """Return X's cells in the game of the best reply against a policy."""
    return _played(best_reply(policy), policy)[::2]


def _first_off(result, right):
    """Return the place of the first cell in which these differ."""
    both = enumerate(zip(result, right, strict=False))
    return next((i for i, (cell, other) in both if cell != other), min(len(result), len(right)))


def _winning_seen(result, right, policy, against):
    at = _first_off(result, right)
    if at == len(result):
        return f"the game against {against} is not over after X's cells {result}"
    if at == len(right):
        return f"the game against {against} is over after {len(right)} cells: leave out the rest"
    return f"against {against}, X's cell number {at + 1} should be {right[at]}, not {result[at]}"


def _before(result, right, policy, against):
    """Return the board on which X first takes another cell."""
    game, at = Game(), min(_first_off(result, right), len(right) - 1)
    for cell in _played(best_reply(policy), policy)[: 2 * at]:
        game.play(cell)
    return game.state


@cache
def _others():
    """Return (policy, words) for players that the reader has not met."""
    # Against `errs_once` X must begin in the centre, and later takes cells of lower numbers.
    perfect, centre = minimax_player(ties="first").policy.copy(), NEXT[START, 4]
    perfect[centre] = np.eye(9)[1]
    values = np.random.default_rng(4).random((3, N_STATES, 9))
    scattered = [(first_best(table), "a player of random but fixed moves") for table in values]
    first = first_best(np.zeros((N_STATES, 9))), "a player that takes the first free cell"
    errs_once = perfect, "a player that errs only after the centre"
    unbeaten = minimax_player(ties="first").policy, "minimax, which draws"
    return [first, *scattered, errs_once, unbeaten]


WINNING = Cases(
    task="A function from a policy to X's cells in the game of its best reply against it.",
    solution=_winning,
    inputs=_others,
    call=lambda answer, policy, against: answer(policy),
    kind=in_order,
    describe=_winning_seen,
    board=_before,
    faults={
        "here the policy plays X; X should play by `ttt.best_reply(policy)`, and the policy O": (
            lambda policy, _: _played(policy, best_reply(policy))[::2]
        ),
        "here the policy plays both sides, but X plays by `ttt.best_reply(policy)`": (
            lambda policy, _: _played(policy, policy)[::2]
        ),
        "here the best reply plays O, too, but O's moves are those of `policy` itself": (
            lambda policy, _: _played(best_reply(policy), best_reply(policy))[::2]
        ),
        "here X plays perfectly, by minimax; the reply that does best against this policy is "
        "`ttt.best_reply(policy)`": (lambda policy, _: _played(minimax_policy(), policy)[::2]),
        "these are the cells of both sides; only X's are asked for": (
            lambda policy, _: _played(best_reply(policy), policy)
        ),
        "these are O's cells; X's are asked for": (
            lambda policy, _: _played(best_reply(policy), policy)[1::2]
        ),
        "these are X's cells in the order of their numbers; the order of play is asked for": (
            lambda policy, _: sorted(_winning(policy))
        ),
        "X's last cell is left out": lambda policy, _: _winning(policy)[:-1],
    },
    error_hints=error_hints("05.winning_cells"),
)


@exercise("05.winning_cells", minutes=12)
def winning_cells(answer, learned):
    """Check a function from a policy to X's cells against it, first with the losing `learned`."""
    replace(WINNING, inputs=[(learned, "your learner"), *_others()])(answer)
    game = ", ".join(map(str, _played(best_reply(learned), learned)))
    return f"The game is {game}: X wins, every time."


n_step = exercise("05.n_step", minutes=12)(N_STEP)


def _paid(new, players=(1, 2), first=(1, 2), reward=hickman_reward):
    """Return a rule that makes new values for each player, in the order of play, for Cases.

    new(values, reward, alpha, gamma) gives a player's new values; `first` has the number of each
    player's first position; `reward` is what a player is paid, a function of (player, winner).
    """

    def paid(episode, V):
        V, states = V.copy(), episode.states
        for player in players:
            mine = states[first[player - 1] :: 2]
            pay = reward(player, episode.winner)
            V[mine] = new(V[mine].tolist(), pay, ALPHA, GAMMA)
        return V[states]

    return paid


def _alike(payee, player, winner):
    """Return the reward of player `payee`, whoever is paid."""
    return hickman_reward(payee, winner)


def _walked(values, reward, moved):
    """Return new values if the reward moves the first of these, whose new value moves the second.

    moved(value, reward): the new value
    """
    new = []
    for value in values:
        reward = moved(value, reward)
        new.append(reward)
    return np.array(new)


def _forward(values, reward, alpha, gamma):
    return _walked(values, reward, lambda value, pay: value + alpha * (gamma * pay - value))


def _right(values, reward, alpha, gamma):
    return _forward(values[::-1], reward, alpha, gamma)[::-1]


def _each(values, targets, alpha, gamma):
    return np.array(values) + alpha * (gamma * np.array(targets) - values)


@cache
def _paid_games():
    """Return (episode, V) of random games."""
    rng = np.random.default_rng(6)
    return [(random_game(rng), rng.uniform(0.05, 0.95, N_STATES).round(2)) for _ in range(30)]


def _paid_seen(result, right, episode, V):
    if np.allclose(result[1:], right[1:]):
        return "the players' values are right"
    player = 1 + int(np.allclose(result[1::2], right[1::2]))
    old, made, wanted = (
        ", ".join(f"{value:.3g}" for value in values[player::2])
        for values in (V[episode.states], result, right)
    )
    reward = hickman_reward(player, episode.winner)
    return (
        f"when the reward of player {player} is {reward:g}, it makes {made} from the old values "
        f"{old}, but should make {wanted}"
    )


REPAIRED = rule_cases(
    task="A rule answer(V, episode, alpha, gamma) that pays both from their last position.",
    solution=_paid(_right),
    inputs=_paid_games,
    describe=_paid_seen,
    faults={
        "the last value is made from the first one, as the article does": _paid(
            lambda v, *rest: _forward(v, *rest)[::-1]
        ),
        "the reward goes to the first position, but the last has earned it; begin there": (
            _paid(_forward)
        ),
        "gamma is missing": _paid(lambda v, r, a, g: _right(v, r, a, 1)),
        (
            "each position moves towards the old value of the one after it, not towards the "
            "new value"
        ): _paid(lambda v, r, a, g: _each(v, [*v[1:], r], a, g)),
        "the last one moves after the others, but the one before it needs its new value; begin "
        "with the last": _paid(
            lambda v, r, a, g: np.array([*_right(v[:-1], v[-1], a, g), *_each(v[-1:], [r], a, g)])
        ),
        "the reward itself, times gamma, is handed on; hand on the new value, V[s]": _paid(
            lambda v, r, a, g: _each(v, [r * g**k for k in range(len(v))][::-1], a, g)
        ),
        "the last one moves first, but then the others from the first on, towards old values; go "
        "on from the last": _paid(
            lambda v, r, a, g: _each(v, [*v[1:-1], *_each(v[-1:], [r], a, g), r][-len(v) :], a, g)
        ),
        "the last one moves towards the reward itself; take gamma times the reward": _paid(
            lambda v, r, a, g: _right(v, r / g, a, g)
        ),
        "the last one becomes the reward; it should move towards gamma times that, by alpha": _paid(
            lambda v, r, a, g: np.array([*_right(v[:-1], r, a, g), r])
        ),
        "the last one becomes gamma times the reward; it should move towards that by alpha": _paid(
            lambda v, r, a, g: np.array([*_right(v[:-1], g * r, a, g), g * r])
        ),
        "gamma counts only for the last one; it should count at each step": _paid(
            lambda v, r, a, g: _right(v, r * g, a, 1)
        ),
        (
            "all positions move towards the reward, not towards the new value of the one after them"
        ): _paid(lambda v, r, a, g: _each(v, [r] * len(v), a, g)),
        "each player's first position is left out: it keeps its value": _paid(
            lambda v, r, a, g: np.array([v[0], *_right(v[1:], r, a, g)])
        ),
        "each player's last position is left out, and the reward goes to the one before it": _paid(
            lambda v, r, a, g: np.array([*_right(v[:-1], r, a, g), v[-1]])
        ),
        "the old value is lost; add the step to it, with +=": _paid(
            lambda v, r, a, g: _walked(v[::-1], r, lambda old, pay: a * (g * pay - old))[::-1]
        ),
        "only the last one moves": _paid(
            lambda v, r, a, g: np.array([*v[:-1], *_each(v[-1:], [r], a, g)])
        ),
        "alpha is missing: each value moves all the way": _paid(
            lambda v, r, a, g: _right(v, r, 1, g)
        ),
        "only player 1 is paid": _paid(_right, players=(1,)),
        "only player 2 is paid": _paid(_right, players=(2,)),
        "both get the reward of player 1": _paid(_right, reward=partial(_alike, 1)),
        "both get the reward of player 2": _paid(_right, reward=partial(_alike, 2)),
        "both get episode.winner, not recipes.hickman_reward(player, episode.winner)": _paid(
            _right, reward=lambda player, winner: winner
        ),
        "the arguments of hickman_reward are swapped; the player comes first": _paid(
            _right, reward=lambda player, winner: hickman_reward(winner, player)
        ),
        "all positions are one too early; player 1's begin at 1, those of player 2 at 2": _paid(
            _right, first=(0, 1)
        ),
        "the players are swapped; player 1's positions begin at 1, player 2's at 2": _paid(
            _right, first=(2, 1)
        ),
        "the value was not subtracted; the step is alpha times (target minus value)": _paid(
            lambda v, r, a, g: _walked(v[::-1], r, lambda value, pay: value + a * g * pay)[::-1]
        ),
        "what becomes of a value is alpha times its target; alpha should multiply the whole error, "
        "in brackets": _paid(
            lambda v, r, a, g: _walked(v[::-1], r, lambda _, pay: a * g * pay)[::-1]
        ),
    },
    signs={
        "the empty board has changed, but it is nobody's: player 1's positions are "
        "episode.states[1::2], and player 2's are episode.states[2::2]": (
            lambda result, episode, V: result[0] != V[0]
        ),
    },
    error_hints=error_hints("positions"),
    remark="Each position now moves from its own old value, and the last one towards the reward.",
)
repaired = exercise("05.repaired", minutes=12)(REPAIRED)


@exercise("05.schedule", minutes=10)
def schedule(answer):
    """Check a function from numbers of games, an array, to the exploration rates after them."""
    with explained(error_hints("05.schedule")):
        epsilons = np.asarray(given(ask(answer, np.arange(GAMES))))
    if epsilons.dtype.kind not in "fiub" or epsilons.shape not in ((), (GAMES,)):
        raise Wrong("one number is asked for, for each entry of the array `games`")
    epsilons = np.broadcast_to(epsilons.astype(float), GAMES)
    outside = np.flatnonzero(~((epsilons >= 0) & (epsilons <= 1)))
    if outside.size:
        at = outside[0]
        if epsilons[at] < 0:
            reason = "it falls below 0, but no probability does; np.maximum(0, ...) ends the fall"
            raise Wrong(f"after {at:,} games {reason}")
        raise Wrong(f"after {at:,} games it is {epsilons[at]:.3f}, which is not a probability")
    safe, seen, seed = _explored(epsilons)
    if seen < MIN_POSITIONS:
        raise Wrong(
            f"with seed {seed} it has seen only {seen:,} positions, but {MIN_POSITIONS:,} are "
            f"asked for ({safe} of {SEEDS} seeds cannot be beaten): over all games "
            f"epsilon is {epsilons.mean():.2g} on average, so explore in more of the early games"
        )
    if safe < MIN_UNBEATABLE:
        raise Wrong(f"only {safe} of {SEEDS} seeds cannot be beaten{_schedule_reason(epsilons)}")
    return (
        f"{safe} of {SEEDS} seeds cannot be beaten, and each has seen at least {seen:,} of the "
        f"{REACHABLE.sum():,} positions."
    )


def _explored(epsilons):
    """Return the number of unbeatable seeds, the fewest positions a seed has seen, and its seed."""
    learner = TDLearner(alpha=0.3, epsilon=lambda games: epsilons[games])
    history = train_seeds(learner, GAMES, range(SEEDS), checkpoints=[GAMES])[0]
    safe = int(((history.worst_as_x == 0) & (history.worst_as_o == 0)).sum())
    return safe, int(history.visited.min()), int(history.seed[history.visited.idxmin()])


def _schedule_reason(epsilons):
    falls = -np.diff(epsilons)
    if epsilons[-1] > 0.05:
        reason = f": epsilon is {epsilons[-1]:.2f} at the end"
        return f"{reason}, so the values are those of a player that still makes random moves"
    if falls.max() > 0.2:
        at = int(falls.argmax())
        return (
            f": epsilon falls from {epsilons[at]:.2f} to {epsilons[at + 1]:.2f} at once; lower it "
            "little by little"
        )
    return ": lower epsilon more slowly, and end near 0"
