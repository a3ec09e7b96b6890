"""The checks of lesson 05, TD value learning."""

from dataclasses import replace
from functools import cache, partial

import numpy as np

from tttlearn.course.articles.hickman.recipe import hickman_reward
from tttlearn.course.exercises.answers import Wrong, ask, exercise, explained
from tttlearn.course.exercises.cases import Cases, check_in_turn
from tttlearn.course.exercises.kinds import given, in_order
from tttlearn.course.exercises.reader_rules import (
    ALPHA,
    GAMMA,
    NO_LIST,
    random_game,
    rule_cases,
)
from tttlearn.course.exercises.td_faults import BACKWARD, FORWARD, N_STEP
from tttlearn.evaluation.exact import best_reply, minimax_policy
from tttlearn.evaluation.policy import first_best
from tttlearn.game.played import Game, to_cell
from tttlearn.game.rules import N_STATES, NEXT, REACHABLE, START
from tttlearn.learn.td import TDLearner
from tttlearn.learn.training import train_seeds
from tttlearn.search.game_tree import minimax_player

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
        "multiply: they are n - 1, and a mean is the sum divided by how many they are": (
            lambda m, n: m / n
        ),
        "put n - 1 in brackets: without them the 1 alone is multiplied by m": lambda m, n: n - m,
        "put n - 1 in brackets: without them m is multiplied by n alone, and 1 is taken off": (
            lambda m, n: m * n - 1
        ),
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
        "all of the sum is divided by n: put it in brackets": lambda m, x, n: (n - 1) * m + x / n,
        "with x they are n, so divide by n": lambda m, x, n: ((n - 1) * m + x) / (n - 1),
        "x is one result and m stands for n - 1 of them": lambda m, x, n: (m + x) / 2,
        "m is a mean: put their sum, your old_sum(m, n), in its place": lambda m, x, n: (m + x) / n,
        "x moves the mean by its n-th part: with x they are n": lambda m, x, n: (
            m + (x - m) / (n - 1)
        ),
        "m is the mean of n - 1 results, and with x they are n": lambda m, x, n: (
            (n * m + x) / (n + 1)
        ),
        "`//` leaves out the fraction: divide with `/`": lambda m, x, n: ((n - 1) * m + x) // n,
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
        "`//` leaves out the fraction: divide with `/`": lambda n: 1 // n,
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


def _played(x, o):
    """The cells of the game of two policies, each by its most probable cell."""
    game = Game()
    while not game.is_over:
        game.play(int(np.argmax((o if len(game.history) % 2 else x)[game.state])))
    return [to_cell(cell) for cell in game.history]


def _winning(policy, against=""):
    """X's cells in the game of the best reply against a policy."""
    return _played(best_reply(policy), policy)[::2]


def _first_off(found, right):
    """The place of the first cell in which these differ."""
    both = enumerate(zip(found, right, strict=False))
    return next((i for i, (one, other) in both if one != other), min(len(found), len(right)))


def _winning_seen(found, right, policy, against):
    at = _first_off(found, right)
    if at == len(found):
        return f"the game against {against} is not over after X's cells {found}"
    if at == len(right):
        return f"the game against {against} is over after {len(right)} cells: leave out the rest"
    return f"against {against} X's cell number {at + 1} is {found[at]}, and not {right[at]}"


def _before(found, right, policy, against):
    """The board on which X first takes another cell."""
    game, at = Game(), min(_first_off(found, right), len(right) - 1)
    for cell in _played(best_reply(policy), policy)[: 2 * at]:
        game.play(cell)
    return game.state


@cache
def _others():
    """(policy, words) for players that the reader has not met."""
    # Against the last one X has to begin in the centre, and takes cells of lower numbers later.
    perfect, centre = minimax_player(ties="first").policy.copy(), NEXT[START, 4]
    perfect[centre] = np.eye(9)[1]
    values = np.random.default_rng(4).random((3, N_STATES, 9))
    scattered = [(first_best(table), "a player of fixed, random moves") for table in values]
    first = first_best(np.zeros((N_STATES, 9))), "a player of the first free cell"
    return [first, *scattered, (perfect, "a player that errs after the centre only")]


WINNING = Cases(
    asks="A function from a policy to X's cells in the game in which its best reply beats it.",
    right=_winning,
    given=_others,
    asked=lambda answer, policy, against: answer(policy),
    kind=in_order,
    seen=_winning_seen,
    board=_before,
    faults={
        "here the policy plays X: X plays by `ttt.best_reply(policy)`, and the policy plays O": (
            lambda policy, _: _played(policy, best_reply(policy))[::2]
        ),
        "here the policy plays both: X plays by `ttt.best_reply(policy)`": (
            lambda policy, _: _played(policy, policy)[::2]
        ),
        "here the best reply plays O, too; O's moves are those of `policy` itself": (
            lambda policy, _: _played(best_reply(policy), best_reply(policy))[::2]
        ),
        "here X plays perfectly, by minimax; `ttt.best_reply(policy)` does best against this one": (
            lambda policy, _: _played(minimax_policy(), policy)[::2]
        ),
        "these are the cells of both; only X's are asked for": (
            lambda policy, _: _played(best_reply(policy), policy)
        ),
        "these are O's cells; X's are asked for": (
            lambda policy, _: _played(best_reply(policy), policy)[1::2]
        ),
        "these are X's cells in the order of their numbers; the order of play is asked for": (
            lambda policy, _: sorted(_winning(policy))
        ),
        "the cell with which X wins is left out": lambda policy, _: _winning(policy)[:-1],
    },
)


@exercise("05.4")
def winning_cells(answer, learned):
    """A function from a policy to X's cells in a game that X wins; `learned` is asked first."""
    replace(WINNING, given=[(learned, "your learner"), *_others()])(answer)
    game = ", ".join(map(str, _played(best_reply(learned), learned)))
    return f"The game is {game}: X wins, every time."


n_step = exercise("05.5")(N_STEP)


def _paid(new, players=(1, 2), first=(1, 2), reward=hickman_reward):
    """A rule that makes each player's values, in the order of play, anew: for Cases.

    new(values, reward, alpha, gamma): their new values; `first`: the number of each one's first
    position; `reward`: what the player is paid, of (player, winner).
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
    """The reward of one player, whoever is paid."""
    return hickman_reward(payee, winner)


def _walked(values, reward, moved):
    """New values when the reward moves the first of these, and its new value the second.

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
    """(episode, V) of random games."""
    rng = np.random.default_rng(6)
    return [(random_game(rng), rng.uniform(0.05, 0.95, N_STATES).round(2)) for _ in range(30)]


def _paid_seen(found, right, episode, V):
    if np.allclose(found[1:], right[1:]):
        return "the players' values are right"
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
        "as the article does: the last value is made from the first one": _paid(
            lambda v, *rest: _forward(v, *rest)[::-1]
        ),
        "the reward goes to the first position; the last has earned it: begin there": (
            _paid(_forward)
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
        "each player's first position is left out: it keeps its value": _paid(
            lambda v, r, a, g: np.array([v[0], *_right(v[1:], r, a, g)])
        ),
        "each player's last position is left out, and the reward goes to the one before it": _paid(
            lambda v, r, a, g: np.array([*_right(v[:-1], r, a, g), v[-1]])
        ),
        "the old value is lost: the step is added to it, with +=": _paid(
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
        "both get episode.winner; each gets recipes.hickman_reward(player, episode.winner)": _paid(
            _right, reward=lambda player, winner: winner
        ),
        "in hickman_reward the player comes first, and then the winner": _paid(
            _right, reward=lambda player, winner: hickman_reward(winner, player)
        ),
        "the positions of player 1 begin at 1, those of player 2 at 2: the empty board is nobody's"
        "": _paid(_right, first=(0, 1)),
        "the two have changed places: player 1's positions begin at 1, player 2's at 2": _paid(
            _right, first=(2, 1)
        ),
        "alpha times (target minus value) is the step, and the value was not taken off": _paid(
            lambda v, r, a, g: _walked(v[::-1], r, lambda value, pay: value + a * g * pay)[::-1]
        ),
        "what becomes of a value is alpha times its target: alpha multiplies the whole error, in "
        "brackets": _paid(lambda v, r, a, g: _walked(v[::-1], r, lambda _, pay: a * g * pay)[::-1]),
    },
    signs={
        "the empty board has changed, and it is nobody's: player 1's positions are "
        "episode.states[1::2], player 2's episode.states[2::2]": lambda found, episode, V: (
            found[0] != V[0]
        ),
    },
    errors={"broadcast": NO_LIST},
    remark="Each position now moves from its own old value, and the last one towards the reward.",
)
repaired = exercise("05.6")(REPAIRED)


SCHEDULE_ERRORS = {
    "inhomogeneous": "np.max looks for the highest of one array; entry by entry that is "
    "np.maximum(0, ...)",
    "truth value": "`games` is an array, of which Python's own max, min and if cannot judge: take "
    "np.maximum, np.minimum, np.where",
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
        said = f": epsilon is {epsilons[-1]:.2f} at the end"
        return f"{said}, and the values are those of play with slips"
    if falls.max() > 0.2:
        at = int(falls.argmax())
        return (
            f": epsilon falls from {epsilons[at]:.2f} to {epsilons[at + 1]:.2f} at once; lower it "
            "little by little"
        )
    return ": lower epsilon more slowly, and end near 0"
