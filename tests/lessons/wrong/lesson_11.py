"""Wrong answers to the exercises of lesson 11, each with a piece of the reason it must get."""

INTERVAL = """
def my_interval(n, p):
    up = np.cumsum(chances(n, p))
    low, high = np.searchsorted(up, [{low}, {high}])
    return {answer}
"""


def ends(low="0.005", high="0.995", answer="(low / n, high / n)"):
    """The source of an interval with one thing about it changed."""
    return INTERVAL.format(low=low, high=high, answer=answer)


NORMAL = """
def my_interval(n, p):
    reach = 2.576 * (p * (1 - p) / n) ** 0.5
    return p - reach, p + reach
"""

EACH = """
def my_interval(n, p):
    low, high = np.flatnonzero(chances(n, p) > 0.005)[[0, -1]]
    return low / n, high / n
"""
TRUST = """
def my_trust(losses, n):
    return {probability}
"""


def trust(probability):
    """The source of a function that returns this."""
    return TRUST.format(probability=probability)


OUTERMOST = """
def my_stretch(settings, holds, published):
    if not holds[settings.index(published)]:
        return None
    true = [s for s, h in zip(settings, holds) if h]
    return true[0], true[-1]
"""

ANYWAY = """
def my_stretch(settings, holds, published):
    low = high = settings.index(published)
    while low > 0 and holds[low - 1]:
        low -= 1
    while high < len(settings) - 1 and holds[high + 1]:
        high += 1
    return settings[low], settings[high]
"""

ONE_TOO_FAR = """
def my_stretch(settings, holds, published):
    low = high = settings.index(published)
    if not holds[low]:
        return None
    while low > 0 and holds[low]:
        low -= 1
    while high < len(settings) - 1 and holds[high]:
        high += 1
    return settings[low], settings[high]
"""

UPWARDS = """
def my_stretch(settings, holds, published):
    low = high = settings.index(published)
    if not holds[low]:
        return None
    while high < len(settings) - 1 and holds[high + 1]:
        high += 1
    return settings[low], settings[high]
"""

PLACES = """
def my_stretch(settings, holds, published):
    ends = built.stretch(settings, holds, published)
    return ends and (settings.index(ends[0]), settings.index(ends[1]))
"""

FALSE = """
def my_stretch(settings, holds, published):
    return built.stretch(settings, holds, published) or False
"""

FORECAST = """
def my_forecast(shares, games):
    m, t = len(shares), student(len(shares) - 1)
    runs, in_games = shares.var(ddof=1), (shares * (1 - shares)).mean() / games
    return {answer}
"""


def forecast(below, t="t"):
    """The source of a forecast with this below the root, and this in place of t."""
    reach = f"{t} * np.sqrt({below})"
    answer = f"shares.mean() - {reach}, shares.mean() + {reach}"
    return FORECAST.format(answer=answer)


PLACE = """
def my_place(last, lost, printed):
    return {share}
"""


def place(share):
    """The source of a function that returns this."""
    return PLACE.format(share=share)


def judged(stopped="code_runs.risk == 0", groups='lost_by["nested-sum"], lost_by["nested"]'):
    """The source of both answers."""
    return (
        f'my_first = Statement("plays perfectly", perfectly, {stopped})\n'
        f'my_second = Comparison("just add", adds, {groups})\n'
    )


SWAPPED = 'lost_by["nested"], lost_by["nested-sum"]'
MEANS = 'lost_by["nested-sum"].mean(), lost_by["nested"].mean()'
ONE_KIND = """
my_first = Statement("plays perfectly", perfectly, code_runs.risk == 0)
my_second = Statement("just add", adds, lost_by["nested-sum"] <= lost_by["nested"])
"""

NEEDED = """
def my_needed(spread, scale):
    return {number}
"""


def needed(number):
    """The source of a function that returns this."""
    return NEEDED.format(number=number)


CLAIM = """
my_id, my_limit = {id}, {limit}


def my_claim(policy, limit):
    return {answer}
"""


def claim(answer="ttt.outcome(perfect, policy).x_wins <= limit", id='"nested-40"', limit="0.1"):
    """The source of a claim."""
    return CLAIM.format(answer=answer, id=id, limit=limit)


RISES = "runs * (1 + 1 / m) + in_games"

WRONG = {
    "11.1": [
        (ends(answer="(low, high)"), "numbers of wins"),
        (ends("0.01", "0.99"), "cut off each end"),
        (ends("0.05", "0.95"), "90 of 100"),
        (ends("0.025", "0.975"), "95 of 100"),
        (ends(answer="(high / n, low / n)"), "the low end comes first"),
        (ends(answer="high / n"), "two shares are asked for"),
        (ends(answer="(low / n, (high - 1) / n)"), "the high end is one win short"),
        (NORMAL, "an approximation"),
        # Those wins whose own chance, not the cumulated one, is above the half percent.
        (EACH, "99 of 100 lie between 0.46 and 0.71."),
    ],
    "11.2": [
        (forecast("runs * (1 + 1 / m)"), "chance of the games is missing"),
        (forecast("in_games"), "chance of the runs is missing"),
        (forecast("runs / m + in_games"), "where the *mean* of runs lies"),
        (forecast("runs + in_games"), "1/m is missing"),
        (forecast("shares.var() * (1 + 1 / m) + in_games"), "ddof=1"),
        (forecast(RISES, "1"), "Student's t is missing"),
        (forecast(RISES, "student(m)"), "less one"),
        (forecast(f"({RISES}) ** 2"), "the root is missing"),
        (forecast("runs**0.5 * (1 + 1 / m) + in_games"), "the standard deviation"),
        (forecast(RISES, "NORMAL"), "2.6 is t for many runs"),
        (forecast(f"t * ({RISES})", "1"), "t stands below the root"),
        (
            forecast("runs * (1 + 1 / m) + shares.mean() * (1 - shares.mean()) / games"),
            "that of the mean",
        ),
        (FORECAST.format(answer="shares.mean()"), "two shares are asked for"),
    ],
    "11.3": [
        (place("(lost <= printed).mean()"), "you count among all runs"),
        (place("(lost[last > 0] <= printed).mean()"), "the runs that still lose"),
        (place("(lost[last == 0] > printed).mean()"), "the share that lose more"),
        (place("(lost[last == 0] <= printed).sum()"), "that is their number"),
        (place("((last == 0) & (lost <= printed)).mean()"), "divided by the number of all runs"),
        (place("(lost[last == 0] < printed).mean()"), "exactly as many counts, too"),
        (place("(lost[last == 0] >= printed).mean()"), "is turned round"),
        (place("100 * (lost[last == 0] <= printed).mean()"), "a percentage"),
        (place("(lost[lost == 0] <= printed).mean()"), "none lost nothing in all"),
        (place("lost[last == 0] <= printed"), "one number is asked for"),
    ],
    "11.4": [
        (judged('code_runs["last"] == 0'), "whatever it lost on the way"),
        (judged("code_runs.risk < 0.05"), "seldom is not never"),
        (judged("code_runs.risk"), "compare them with 0"),
        (judged("code_runs.risk > 0"), "the runs that *can* lose"),
        (judged("(code_runs.risk == 0).mean()"), "for each of the 80 runs"),
        (judged("runs.risk == 0"), "the runs with both rewards"),
        (judged(groups=SWAPPED), "it speaks of adding"),
        (judged(groups=MEANS), "as they are"),
        (ONE_KIND, "of two groups, a Comparison"),
    ],
    "11.5": [
        (needed("np.ceil((NORMAL * spread / (scale / 3)) ** 2)"), "to both sides"),
        (needed("np.ceil((2 * NORMAL * spread / scale) ** 2)"), "all of it"),
        (needed("np.ceil(2 * NORMAL * spread / (scale / 3))"), "square it"),
        (needed("(2 * NORMAL * spread / (scale / 3)) ** 2"), "round up"),
        (needed("int((2 * NORMAL * spread / (scale / 3)) ** 2)"), "round up"),
        (needed("[spread].clear()"), "a `return` is missing"),
    ],
    "11.6": [
        (claim(id='"nested-4O"'), "is it 'nested-40'?"),
        (claim(id='"antirez-table"'), "take minutes"),
        (claim(id='"prevos-lines"'), "nothing is left to chance"),
        (claim(limit='"a tenth"'), "the limit is"),
        (claim("ttt.outcome(perfect, policy).x_wins"), "True or False is asked for"),
        (claim("ttt.outcome(perfect, policy).x_wins < 0.1"), "the limit plays no part"),
        (claim("ttt.outcome(perfect, policy).x_wins <= my_limit"), "not with `my_limit`"),
        (claim(limit="1"), "a claim that nobody fails"),
        (claim("ttt.outcome(perfect, policy).x_wins < limit", limit="-1"), "are exchanged"),
        (claim("policy[0].sum() * np.random.random() < limit", limit="0.5"), "asked twice"),
        (claim("ttt.worst_case(policy).as_x <= limit", '"hickman-draws"', "0.05"), "a loss is -1"),
        (claim("ttt.worst_case(policy).as_o == limit", limit="0"), "exactly equal"),
        (claim("True"), "it is True of everybody"),
        (claim("0.05 <= limit"), "does it use `policy`?"),
        (claim(limit="40"), "your limit is 40"),
    ],
    "11.7": [
        (trust("(losses == 0).mean()"), "the share before any game"),
        (trust("((1 - losses) ** n).mean()"), "of no loss, whichever run it is"),
        (trust("1 - built.trust(losses, n)"), "that it does lose"),
        (trust("(losses == 0).mean() / (1 - losses.mean()) ** n"), "not the losses"),
        (trust("(losses == 0).sum() / ((1 - losses) ** n).mean()"), "two sums or two means"),
        (trust("((1 - losses) ** n).sum() / (losses == 0).sum()"), "the other way up"),
        (trust("(losses == 0).sum() / (1 - losses**n).sum()"), "not 1 - p^n"),
        (trust("(losses == 0).mean() / ((1 - losses) ** n).sum()"), "a mean by a sum"),
        (trust("(losses == 0).sum() / (losses * n < 1).sum()"), "simply in or out"),
        (trust("(losses == 0).sum() / ((1 - losses) * n).sum()"), "0.5742 is right"),
        (trust("(1 - losses) ** n"), "one number is asked for"),
        (trust("None"), "a `return` is missing"),
    ],
    "11.8": [
        (OUTERMOST, "there is a gap"),
        (ANYWAY, "fails at the published setting itself"),
        (ONE_TOO_FAR, "the unbroken stretch goes"),
        (UPWARDS, "the unbroken stretch goes"),
        (PLACES, "those are places in the list"),
        (FALSE, "two settings, or None"),
    ],
}


SAID = {
    "11.1": {
        "90 of 100": ("They cut the whole allowance off at each end and lose twice as much."),
        "numbers of wins": "They give numbers of wins, where shares are asked for.",
        "the high end is one win short": "They stop one win too early at the upper end.",
    },
    "11.2": {
        "where the *mean* of runs lies": (
            "They take the printed number for a mean of runs; it is one of them."
        ),
        "chance of the runs is missing": "They think of the games only, as in the exercise before.",
    },
    "11.3": {
        "you count among all runs": (
            "They compare with all runs; the README shows one that had stopped losing."
        ),
        "the share that lose more": "They count the runs that lose more, the comparison reversed.",
    },
    "11.4": {
        "whatever it lost on the way": "They count games of the training; the claim is of the end.",
        "it speaks of adding": "They turn the claim round: it says that adding is no worse.",
    },
    "11.5": {
        "square it": "They forget that a spread falls with the root of the number of runs.",
        "to both sides": "They take one side of the interval for all of its width.",
    },
    "11.6": {
        "the limit plays no part": "They write the limit into the predicate, or have none.",
        "a claim that nobody fails": "They claim what nobody fails, not even random play.",
    },
    "11.7": {
        "the share before any game": (
            "They forget the games: who has lost none of them is more likely to be one that never "
            "loses."
        ),
        "not the losses": ("They ask how likely the wins are; the zero speaks of the losses."),
    },
    "11.8": {
        "there is a gap": (
            "They take the first and the last setting that hold, over a gap between them."
        ),
        "fails at the published setting itself": (
            "They never ask whether it holds at the published setting itself."
        ),
    },
}
"""{exercise: {a reason from above: what a lecturer may say about who answers so}}."""
