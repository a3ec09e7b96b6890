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
    ends = my_stretch_solution(settings, holds, published)
    return ends and (settings.index(ends[0]), settings.index(ends[1]))
"""

FALSE = """
def my_stretch(settings, holds, published):
    return my_stretch_solution(settings, holds, published) or False
"""

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
    ],
    "11.2": [
        (trust("(losses == 0).mean()"), "the share before any game"),
        (trust("((1 - losses) ** n).mean()"), "of no loss, whichever run it is"),
        (trust("1 - my_trust_solution(losses, n)"), "that it does lose"),
        (trust("(losses == 0).mean() / (1 - losses.mean()) ** n"), "not the losses"),
        (trust("(losses == 0).sum() / ((1 - losses) ** n).mean()"), "two sums or two means"),
        (trust("((1 - losses) ** n).sum() / (losses == 0).sum()"), "the other way up"),
        (trust("(losses == 0).sum() / (losses * n < 1).sum()"), "simply in or out"),
        (trust("(losses == 0).sum() / ((1 - losses) * n).sum()"), "0.5742 is right"),
        (trust("(1 - losses) ** n"), "one number is asked for"),
        (trust("None"), "a `return` is missing"),
    ],
    "11.3": [
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
        "the share before any game": (
            "They forget the games: who has lost none of them is more likely to be one that never "
            "loses."
        ),
        "not the losses": ("They ask how likely the wins are; the zero speaks of the losses."),
    },
    "11.3": {
        "there is a gap": (
            "They take the first and the last setting that hold, over a gap between them."
        ),
        "fails at the published setting itself": (
            "They never ask whether it holds at the published setting itself."
        ),
    },
}
"""{exercise: {a reason from above: what a lecturer may say about who answers so}}."""
