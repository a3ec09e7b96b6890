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


def forecast(below):
    """The source of a forecast with this below the root."""
    reach = f"t * np.sqrt({below})"
    answer = f"shares.mean() - {reach}, shares.mean() + {reach}"
    return FORECAST.format(answer=answer)


PLACE = """
def my_place(last, lost, printed):
    return {share}
"""


def place(share):
    """The source of a function that returns this."""
    return PLACE.format(share=share)


AT_MOST = """
def my_at_most(k, n, p):
    return {chance}
"""


def at_most(chance):
    """The source of a function that returns this."""
    return AT_MOST.format(chance=chance)


JUDGED = """
def my_first(runs):
    return Statement("plays perfectly", perfectly, {stopped})


my_second = Comparison("just add", adds, {groups})
"""


def judged(stopped="runs.risk == 0", groups='lost_by["nested-sum"], lost_by["nested"]'):
    """The source of both answers."""
    return JUDGED.format(stopped=stopped, groups=groups)


SWAPPED = 'lost_by["nested"], lost_by["nested-sum"]'
MEANS = 'lost_by["nested-sum"].mean(), lost_by["nested"].mean()'
ONE_KIND = f"""
{judged()}
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


WRONG = {
    "11.1": [
        (ends(answer="(low, high)"), "numbers of wins"),
        (ends("0.05", "0.95"), "90 of 100"),
        (ends(answer="high / n"), "two shares are asked for"),
        (ends(answer="(low / n, (high - 1) / n)"), "the high end is one win short"),
        (NORMAL, "equally far from p"),
        # Those wins whose own chance, not the cumulated one, is above the half percent.
        (EACH, "99 of 100 lie between 0.46 and 0.71."),
    ],
    "11.2": [
        (forecast("in_games"), "chance of the runs is missing"),
        (forecast("runs / m + in_games"), "where the *mean* of runs is"),
        (FORECAST.format(answer="shares.mean()"), "two shares are asked for"),
    ],
    "11.3": [
        (place("(lost <= printed).mean()"), "you count among all runs"),
        (place("(lost[last == 0] > printed).mean()"), "the share that lose more"),
        (place("(lost[lost == 0] <= printed).mean()"), "that is nan, the mean of no runs"),
        (place("(last[lost <= printed] == 0).mean()"), "that is nan, the mean of no runs"),
        (place("lost[last == 0] <= printed"), "one number is asked for"),
    ],
    "11.9": [
        (at_most("chances(n, p)[:k].sum()"), "*fewer* than k"),
        (at_most("chances(n, p)[k]"), "exactly k"),
        (at_most("chances(n, p)[1 : k + 1].sum()"), "the chance of 0 is missing"),
        (at_most("chances(n, p)[k:].sum()"), "k or *more*"),
        (at_most("1 - chances(n, p)[: k + 1].sum()"), "*more* than k"),
        (at_most("np.arange(k + 1).sum()"), "no larger than 1"),
        (at_most("chances(n, p)[: k + 1]"), "one number is asked for"),
        (at_most("k / n"), "it returns 0.1, but"),
        (at_most("[p].clear()"), "a `return` is missing"),
    ],
    "11.4": [
        (judged('runs["last"] == 0'), "whatever it lost on the way"),
        (judged("runs.risk < 0.05"), "seldom is not never"),
        (judged("runs.risk < 0.001"), "loses exactly 0.0001 % of its games"),
        (judged("runs.risk.round(4) == 0"), "loses exactly 0.0001 % of its games"),
        (judged("code_runs.risk == 0"), "look at `runs`, the argument"),
        (judged("runs.risk"), "compare them with 0"),
        (judged("runs.risk > 0"), "the runs that *can* lose"),
        (judged("(runs.risk == 0).mean()"), "for each of the 400 runs"),
        (judged(groups=SWAPPED), "it speaks of adding"),
        (judged(groups=MEANS), "unchanged"),
        (ONE_KIND, "about two groups, so a Comparison"),
    ],
    "11.5": [
        (needed("np.ceil((NORMAL * spread / (scale / 3)) ** 2)"), "to both sides"),
        (needed("np.ceil((2 * NORMAL * spread / (scale / 3)) ** 2)"), "a float"),
        (needed("np.ceil(2 * NORMAL * spread / (scale / 3))"), "it lacks a square"),
        (needed("np.ceil((scale / (6 * NORMAL * spread)) ** 2)"), "the other way up"),
        (needed("np.inf"), "it returns inf, but the interval is as narrow"),
        (needed("[spread].clear()"), "a `return` is missing"),
    ],
    "11.6": [
        (claim(id='"nested-4O"'), "is it 'nested-40'?"),
        (claim(id='"antirez-table"'), "take minutes"),
        (claim(id='"prevos-lines"'), "nothing is left to chance"),
        (claim(limit='"a tenth"'), "`my_limit` is"),
        (claim("ttt.outcome(perfect, policy).x_wins"), "True or False is asked for"),
        (
            claim("ttt.outcome(perfect, policy).x_wins < 0.1"),
            "or far below or above, it says the same",
        ),
        (claim("ttt.outcome(perfect, policy).x_wins <= my_limit"), "not with `my_limit`"),
        (claim(limit="1"), "a claim that nobody fails"),
        (claim("ttt.outcome(perfect, policy).x_wins < limit", limit="-1"), "are exchanged"),
        (claim("policy[0].sum() * np.random.random() < limit", limit="0.5"), "asked twice"),
        (claim("ttt.worst_case(policy).as_x <= limit", '"hickman-draws"', "0.05"), "a loss is -1"),
        (
            claim("ttt.worst_case(policy).as_o == limit", limit="0"),
            "the same as with one far above",
        ),
        (claim("abs(ttt.worst_case(policy).as_o) <= abs(limit)"), "as with one far above"),
        (claim("True"), "it is True of everybody"),
        (claim("0.05 <= limit"), "does it use `policy`?"),
        (claim(limit="40"), "your limit is 40"),
    ],
    "11.7": [
        (trust("(losses == 0).mean()"), "the share before any game"),
        (trust("(losses == 0).mean() / (1 - losses.mean()) ** n"), "not the losses"),
        (trust("(1 - losses.mean()) ** n"), "a run of the mean loss"),
        (trust("(losses == 0).sum() / ((1 - losses) * n).sum()"), "0.5742 is right"),
        (trust("(1 - losses) ** n"), "one number is asked for"),
        (trust("[losses].clear()"), "a `return` is missing"),
    ],
    "11.8": [
        (OUTERMOST, "there is a gap"),
        (ANYWAY, "fails at the published setting itself"),
        (ONE_TOO_FAR, "the unbroken stretch goes"),
        (UPWARDS, "the unbroken stretch goes"),
        (PLACES, "these are places in the list"),
        (FALSE, "two settings, or None"),
    ],
}
