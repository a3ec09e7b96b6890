"""Check lesson 07, double Q-learning."""

from functools import cache
from numbers import Real

import numpy as np

from tttlearn.course.articles.episodes import random_game
from tttlearn.course.exercises import built
from tttlearn.course.exercises.answers import Wrong, error_hints, exercise
from tttlearn.course.exercises.built import best_cell, best_of, chances, expected_opinion, named
from tttlearn.course.exercises.cases import Cases
from tttlearn.course.exercises.double_faults import HINTS, TARGET_FAULTS, check_rule, target_of
from tttlearn.course.exercises.kinds import cell, table
from tttlearn.course.exercises.reader_rules import GAMMA, own_turns
from tttlearn.evaluation.exact import minimax_policy, state_values
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import LEGAL, N_STATES, NEXT, START, TURN, UNDECIDED
from tttlearn.game.tables import O, X, side_name
from tttlearn.support.progress import on_all_cores
from tttlearn.support.text import signed

GAMES, FRESH_SEEDS, MARGIN, HIGHEST_ALPHA = 5_000, range(1_000, 1_080), 0.05, 0.5


def _machines():
    """Return (pulls, afresh): payments of some machines, +1 or -1, a row for each machine."""
    # With this seed the first case is below 0, and all slips give different results.
    rng = np.random.default_rng(208)
    shapes = [(9, 4), (2, 3), (5, 8), (3, 2), (9, 4), (4, 6), (9, 4), (7, 5), (6, 3), (8, 4)]
    return [_clear(rng, shape) for shape in shapes]


def _clear(rng, shape):
    """Return (pulls, afresh) with a single best machine in each and in both together: no tie."""
    while True:
        # With a probability of 0.1 even the best mean may be below 0, as in the first case.
        pulls, afresh = np.where(rng.random((2, *shape)) < rng.choice((0.1, 0.5)), 1, -1)
        if all(map(_one_is_best, (pulls, afresh, pulls + afresh))):
            return pulls, afresh


def _one_is_best(pulls):
    low, high = np.sort(pulls.sum(1))[-2:]
    return low < high


def _of(result, right, pulls):
    machines, n = pulls.shape
    return (
        f"for {machines} machines of {n} pulls it returns {signed(result, 3)}, but "
        f"{signed(right, 3)} is right"
    )


MEAN = Cases(
    task="A function answer(pulls): the best of the means of the rows.",
    solution=built.best_mean,
    inputs=[(pulls,) for pulls, _ in _machines()],
    describe=_of,
    faults={
        "that is the best single pull; first take the mean of each machine": lambda p: p.max(),
        "that is the mean of all pulls; take the mean of each machine, then the best": (
            lambda p: p.mean()
        ),
        "the means go along the wrong axis: a machine is a row, so mean(1)": (
            lambda p: p.mean(0).max()
        ),
        "that is the mean of each machine's best pull; the best of the machines' means is asked "
        "for": lambda p: p.max(1).mean(),
        "that is the best sum of pulls; a mean is asked for": lambda p: p.sum(1).max(),
        "that is the number of the best machine, not what it seems to be worth": lambda p: p.mean(
            1
        ).argmax(),
        "abs makes a mean below 0 a large one, but it is a bad one": lambda p: abs(p.mean(1)).max(),
        "that is the worst mean": lambda p: p.mean(1).min(),
        "that is the best share of won pulls; a lost pull pays -1, not 0": lambda p: (
            (p > 0).mean(1).max()
        ),
        "the best mean may be below 0: begin with the mean of a machine, not with 0": lambda p: max(
            0, p.mean(1).max()
        ),
    },
    error_hints=error_hints("07.machines"),
    remark="It is the best of the means for {n} sets of machines.",
)
mean = exercise("07.mean", minutes=5)(MEAN)


OPINION = Cases(
    task="A function answer(pulls, afresh): what afresh says of the machine that pulls name.",
    solution=built.second_opinion,
    inputs=_machines(),
    describe=lambda result, right, pulls, afresh: _of(result, right, pulls),
    faults={
        "the first pulls both name the machine and say what it is worth; ask `afresh` for its "
        "worth": lambda p, q: p.mean(1).max(),
        "the fresh pulls both name the machine and say what it is worth; let `pulls` name it": (
            lambda p, q: q.mean(1).max()
        ),
        "the two have changed roles: `pulls` name the machine, `afresh` says what it is worth": (
            lambda p, q: p.mean(1)[q.mean(1).argmax()]
        ),
        "the machine is named by all pulls together, so `afresh` is no second opinion": (
            lambda p, q: q.mean(1)[(p + q).mean(1).argmax()]
        ),
        "the worth is taken from all pulls together, including those that have named the machine": (
            lambda p, q: (p + q).mean(1)[p.mean(1).argmax()] / 2
        ),
        "that is the best mean of all pulls together, one more maximum": lambda p, q: (
            (p + q).mean(1).max() / 2
        ),
        (
            "that is the mean of two maxima, and it is as lucky as they are; let one set of "
            "pulls name the machine and the other judge it"
        ): lambda p, q: (p.mean(1).max() + q.mean(1).max()) / 2,
        "`pulls.argmax()` is a place among all pulls; take the mean of each machine first": (
            lambda p, q: q.mean(1)[p.argmax()]
        ),
        "that is the number of the machine that was named, not what it is worth": lambda p, q: (
            p.mean(1).argmax()
        ),
        "the machine with the best single pull is named, not the best mean": lambda p, q: q.mean(1)[
            p.max(1).argmax()
        ],
        "the means go along the wrong axis: a machine is a row, so mean(1)": lambda p, q: q.mean(0)[
            p.mean(0).argmax()
        ],
        "that is the sum of its fresh pulls; a mean is asked for": lambda p, q: q.sum(1)[
            p.mean(1).argmax()
        ],
    },
    error_hints=error_hints("07.machines"),
    remark="For {n} sets of machines, the first pulls name and the fresh ones judge.",
)
opinion = exercise("07.opinion", minutes=5)(OPINION)


@cache
def _turns():
    """Return (Q, one, episode, t, gamma) of each move of the learner in 20 random games."""
    rng = np.random.default_rng(0)
    Q = rng.uniform(-1, 1, (2, N_STATES, 9))
    games = [random_game(rng, X if number % 2 else O) for number in range(20)]
    return [(Q, int(rng.integers(2)), game, t, GAMMA) for game in games for t in own_turns(game)]


TARGET = Cases(
    task="A function answer(Q, one, episode, t, gamma): what table `one` moves towards at turn t.",
    solution=target_of,
    inputs=_turns,
    describe=lambda result, right, Q, one, episode, t, gamma: (
        f"for the move at turn {t} of {len(episode.actions)}, if the learner plays "
        f"{side_name(episode.side)} and table {one} learns, it returns {signed(result, 3)}, but "
        f"the target is {signed(right, 3)}"
    ),
    faults=TARGET_FAULTS,
    error_hints=HINTS,
    board=lambda result, right, Q, one, episode, t, gamma: int(episode.states[t]),
    remark="It gives the target for all {n} moves of the learner in 20 random games, as X and as "
    "O.",
)
target = exercise("07.target", minutes=12)(TARGET)


@exercise("07.double", minutes=12)
def double(answer):
    """Check a rule of two tables that is double Q-learning in the order of play."""
    check_rule(answer)
    return "On 45 random games and tables it changes exactly what double Q-learning changes."


@cache
def _promises():
    """Return (values, opponent): random action values, nan for taken cells, and opponents."""
    rng = np.random.default_rng(5)
    opponents = [slips * random_policy() + (1 - slips) * minimax_policy() for slips in (0.1, 0.5)]
    # If all entries are above 0, a taken cell that counts as 0 would be O's best.
    drawn = [rng.uniform(lowest, 1, (N_STATES, 9)) for lowest in (-1, -1, 0)]
    return [
        (np.where(LEGAL, values, np.nan), opponent)
        for values, opponent in zip(drawn, [*opponents, random_policy()], strict=True)
    ]


def _promised(values, best=np.nanmin):
    return best(values[NEXT[START]], axis=1).mean()


BIAS = Cases(
    task="A function answer(values, opponent): how much O's best entries overpromise, on average.",
    solution=built.bias,
    inputs=_promises,
    describe=lambda result, right, values, opponent: (
        f"for random entries it returns {signed(result, 3)}, but {signed(right, 3)} is right"
    ),
    faults={
        "the sign is wrong: take the promise minus the truth, both turned to O's side": (
            lambda v, x: -built.bias(v, x)
        ),
        "the promise counts with the wrong sign: to O it is minus the lowest entry": lambda v, x: (
            _promised(v) + state_values(x=x)[START]
        ),
        "the truth counts with the wrong sign: to O it is minus the value, and it is subtracted": (
            lambda v, x: -_promised(v) - state_values(x=x)[START]
        ),
        "it takes the highest; for O the best entry is the lowest, nanmin": lambda v, x: (
            state_values(x=x)[START] - _promised(v, np.nanmax)
        ),
        "for O the best entry is the lowest, nanmin; and both numbers must be turned to O's side": (
            lambda v, x: _promised(v, np.nanmax) - state_values(x=x)[START]
        ),
        "that takes the mean of all entries, not the best entry after each opening": lambda v, x: (
            state_values(x=x)[START] - np.nanmean(v[NEXT[START]])
        ),
        "that is the sum over the nine openings; their mean is asked for": lambda v, x: (
            9 * built.bias(v, x)
        ),
        "it takes `opponent` for O's policy; it is X's: state_values(x=opponent)": lambda v, x: (
            state_values(o=x)[NEXT[START]].mean() - _promised(v)
        ),
        "that is the promise alone, or minus the truth against a perfect X, which is 0; the truth "
        "here is state_values(x=opponent)": lambda v, x: -_promised(v),
        "that is the truth alone; the promise is missing": lambda v, x: -state_values(x=x)[START],
        "the opponent plays X here: state_values(x=opponent)": lambda v, x: (
            state_values(o=x)[START] - _promised(v)
        ),
        "it looks at the empty board, X's turn; O's first turns are the boards in `openings`": (
            lambda v, x: state_values(x=x)[START] - np.nanmin(v[START])
        ),
        "that takes only the lowest of all entries; take the best entry after each opening, then "
        "their mean": lambda v, x: state_values(x=x)[START] - np.nanmin(v[NEXT[START]]),
        "a taken cell counts as 0, so it is O's best if all others are above 0; np.nanmin passes "
        "over nan": lambda v, x: state_values(x=x)[START] - _promised(np.nan_to_num(v)),
        "axis 0 goes over the openings, axis 1 over the cells; take the lowest along axis 1": (
            lambda v, x: state_values(x=x)[START] - np.nanmin(v[NEXT[START]], axis=0).mean()
        ),
    },
    signs={
        "that is nan, as the entries of taken cells are: take np.nanmin, and only of `openings`": (
            lambda result, *_: bool(np.isnan(result))
        ),
    },
    remark="It gives the bias for {n} tables of entries, against {n} opponents.",
)
bias = exercise("07.bias", minutes=12)(BIAS)


@cache
def _rows():
    """Return (Q, state): two tables of random entries, and some positions."""
    Q = np.random.default_rng(3).uniform(-1, 1, (2, N_STATES, 9))
    return [(Q, state) for state in UNDECIDED[::40].tolist()]


def _free(state):
    return np.flatnonzero(LEGAL[state])


ACT = Cases(
    task="A function answer(Q, state): the free cell that is best by the mean of the two tables.",
    solution=built.act,
    inputs=_rows,
    describe=lambda result, right, Q, state: (
        f"{side_name(TURN[state])} is to move, and it takes cell {result}, but by the mean of "
        f"both tables cell {right} is best"
    ),
    kind=cell,
    faults={
        "it asks table 0 alone": lambda Q, s: best_cell(Q[0, s], s),
        "it asks table 1 alone": lambda Q, s: best_cell(Q[1, s], s),
        "it takes the highest mean for O, too, but O's best is the lowest": lambda Q, s: best_cell(
            TURN[s] * Q[:, s].mean(0), s
        ),
        "it takes the worst mean, not the best": lambda Q, s: best_cell(-Q[:, s].mean(0), s),
        "it takes the best single entry of the two tables, so it believes the luckier one": (
            lambda Q, s: best_cell(TURN[s] * (TURN[s] * Q[:, s]).max(0), s)
        ),
        "it returns a place among the free cells, not the cell at that place": lambda Q, s: (
            TURN[s] * Q[:, s, _free(s)].mean(0)
        ).argmax(),
        "it looks at all nine means, but those of taken cells say nothing": lambda Q, s: (
            TURN[s] * Q[:, s].mean(0)
        ).argmax(),
        "it takes the higher entry of the two tables, not their mean": lambda Q, s: best_cell(
            Q[:, s].max(0), s
        ),
        "it takes the lowest mean for X, too, but X's best is the highest": lambda Q, s: best_cell(
            -TURN[s] * Q[:, s].mean(0), s
        ),
        "mean(1) is the mean of each table; that of the two tables is mean(0)": lambda Q, s: _free(
            s
        )[(TURN[s] * Q[:, s, LEGAL[s]].mean(1)).argmax()],
        "it takes the first free cell, whatever Q says": lambda Q, s: _free(s)[0],
        "mean() is one number, and its argmax is always 0; the mean of the two tables is mean(0)": (
            lambda Q, s: _free(s)[0]
        ),
    },
    error_hints=error_hints("07.act"),
    signs={"the cell it takes is not free": lambda result, Q, s: not LEGAL[s, result]},
    remark="It takes the best cell by both tables in {n} positions, for X and for O.",
)
act = exercise("07.act", minutes=12)(ACT)


BEST = Cases(
    task="A function of k and n: the expectation of the best of k means of n fair pulls.",
    solution=best_of,
    # Not n = 1 first: there a missing `prepend` raises no error, because one number broadcasts.
    inputs=[(k, n) for n in (2, 1, 3, 4, 9, 16) for k in (1, 2, 3, 5, 9)],
    describe=lambda result, right, k, n: (
        f"for k = {k} and n = {n} it returns {result:+.4f}, but {right:+.4f} is right"
    ),
    faults={
        "this is the mean number of wins, not the mean pay of a pull": lambda k, n: (
            n * (best_of(k, n) + 1) / 2
        ),
        "this is the best share of wins; a lost pull pays -1, not 0": lambda k, n: (
            (best_of(k, n) + 1) / 2
        ),
        "it is 0 for every k, like the mean of one machine; raise P(one <= w), the cumsum, to the "
        "power k": lambda k, n: 0.0,
        "this is the sum of the pay of n pulls, not their mean": lambda k, n: n * best_of(k, n),
        "P(best <= w) is used as the chance of w; take its differences": lambda k, n: (
            np.cumsum(chances(n)) ** k @ (2 * np.arange(n + 1) / n - 1)
        ),
        "the sign is wrong: a win pays +1": lambda k, n: -best_of(k, n),
        "that is the worst of the k means; for the best, raise P(one <= w) itself to the power k": (
            lambda k, n: -best_of(k, n)
        ),
        "k and n are swapped": lambda k, n: best_of(n, k),
        "the chance of no win at all is missing: np.diff needs prepend=0": lambda k, n: (
            best_of(k, n) + 0.5 ** (k * n)
        ),
        "the chance that all n pulls win is missing: w goes from 0 to n, both included": (
            lambda k, n: best_of(k, n) - (1 - (1 - 0.5**n) ** k)
        ),
    },
    error_hints=error_hints("07.best"),
    sampling_error=0.05,
    remark="It is exact for all {n} pairs of k and n; with one machine there is no bias.",
)
best = exercise("07.best", minutes=12)(BEST)


def _first_opinion(n):
    larger = np.maximum.outer(np.arange(n + 1), np.arange(n + 1))
    return (np.outer(chances(n, 0.6), chances(n)) * (2 * larger / n - 1)).sum()


SECOND = Cases(
    task="A function of n: the expected second estimate of the machine named by n first pulls.",
    solution=expected_opinion,
    inputs=[(n,) for n in (1, 2, 3, 4, 8, 16, 33)],
    describe=lambda result, right, n: (
        f"for n = {n} it returns {result:+.4f}, but {right:+.4f} is right"
    ),
    faults={
        "it takes the good machine as always named, "
        "but the other one is sometimes named": lambda n: 0.2,
        "this is the best first mean, but the named machine is estimated afresh": _first_opinion,
        "this is the probability that the good machine is named; multiply it by the worth": named,
        "ties are missing; in half of them the good machine is named": lambda n: 0.2 * named(n, 0),
        "in a tie a coin decides; the good machine is named in half of them, not in all": (
            lambda n: 0.2 * named(n, 1)
        ),
        "this is 0.2 times the probability that the wrong machine is named": lambda n: (
            0.2 * (1 - named(n))
        ),
        "the chances are swapped: the good machine wins with 0.6, not 0.4": (
            lambda n: 0.2 * (1 - named(n))
        ),
        "a machine that wins with probability 0.6 is worth 0.6 - 0.4": lambda n: 0.6 * named(n),
        "the named machine is worth +0.2 or 0, not 0.6 or 0.5": lambda n: (
            0.6 * named(n) + 0.5 * (1 - named(n))
        ),
    },
    sampling_error=0.02,
    remark=lambda results: (
        f"With 1 pull of each it says {results[0]:+.2f}, with 33 pulls {results[-1]:+.3f}, and "
        "never more than +0.20."
    ),
)
second = exercise("07.second", minutes=12)(SECOND)


@exercise("07.where", minutes=12)
def where(two_win, two_lose):
    """Check two dicts of alpha, epsilon and slips: where two tables are better, and where worse."""
    settings = {1: _settings(two_win, "two_win"), -1: _settings(two_lose, "two_lose")}
    if settings[1][0] > HIGHEST_ALPHA:
        raise Wrong(f"the alpha of two_win must be at most {HIGHEST_ALPHA}, not {two_win['alpha']}")
    fresh = f"on {len(FRESH_SEEDS)} fresh seeds"

    def less_two_errors(way):
        gain, error = _gain(*settings[way])
        return way * gain - 2 * error

    def seen(result, right, way):
        gain, error = _gain(*settings[way])
        name = "two_win" if way == 1 else "two_lose"
        more = f"at least {MARGIN:+}" if way == 1 else f"{-MARGIN:+} or worse"
        return (
            f"with {name} two tables change the result by {gain:+.3f} {fresh} (standard error "
            f"{error:.3f}), but {more} is asked for"
        )

    Cases(
        solution=lambda way: MARGIN,
        inputs=[(1,), (-1,)],
        describe=seen,
        must_exceed=True,
        signs={
            (
                "the direction is right, but if you subtract two standard errors, too little "
                "of the effect is left"
            ): lambda _, way: way * _gain(*settings[way])[0] >= MARGIN,
            "it cannot be told from no effect at all": lambda _, way: _is_nothing(*settings[way]),
            "the direction is right, but the effect is too small": lambda result, _: result > 0,
        },
    ).check(less_two_errors)
    (gain, error), (loss, other_error) = (_gain(*setting) for setting in settings.values())
    return (
        f"{fresh.capitalize()} two tables change the result by {gain:+.3f} and by {loss:+.3f} "
        f"(standard errors {error:.3f} and {other_error:.3f}): each by {MARGIN} or more, even with "
        "two standard errors taken off."
    )


def _settings(answer, name):
    """Return (alpha, epsilon, slips), floats; raise Wrong if one is no number from 0 to 1."""
    keys = ("alpha", "epsilon", "slips")
    for key, setting in table(answer, keys, name).items():
        if not isinstance(setting, Real) or not 0 <= setting <= 1:
            raise Wrong(f"{key} in {name} is a number from 0 to 1, not {setting!r}")
    return tuple(float(answer[key]) for key in keys)


def _is_nothing(alpha, epsilon, slips):
    """Return whether the gain is within two standard errors of 0."""
    gain, error = _gain(alpha, epsilon, slips)
    return abs(gain) <= 2 * error


@cache
def _gain(alpha, epsilon, slips):
    """Return O's gain per game, exact, from having two tables, and its standard error."""
    # Here, because it loads Numba, which the other checks do not need.
    from tttlearn.learn.qlearning import DoubleQLearner, QLearner

    opponent = slips * random_policy() + (1 - slips) * minimax_policy()

    def result(new, seed):
        learner = new(alpha, epsilon=epsilon, symmetric="moves", seed=seed)
        learner.learn(GAMES, opponent, "O")
        return -state_values(opponent, learner.policy)[START]

    def results(new):
        result(new, 0)  # compile once, before the threads start
        return np.array(on_all_cores(lambda seed, _: result(new, seed), FRESH_SEEDS))

    two, single = results(DoubleQLearner), results(QLearner)
    return float(two.mean() - single.mean()), float(((two.var() + single.var()) / len(two)) ** 0.5)
