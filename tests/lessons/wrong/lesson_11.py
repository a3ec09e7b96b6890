"""Wrong answers to the exercises of lesson 11, each with a piece of the reason it must get."""

INTERVAL = """
def my_interval(p, games):
    up = np.cumsum(chances(p, games))
    low, high = np.searchsorted(up, [{low}, {high}])
    return {answer}
"""


def ends(low="0.005", high="0.995", answer="(low / games, high / games)"):
    """The source of an interval with one thing about it changed."""
    return INTERVAL.format(low=low, high=high, answer=answer)


NORMAL = """
def my_interval(p, games):
    reach = 2.576 * (p * (1 - p) / games) ** 0.5
    return p - reach, p + reach
"""

GAMES = """
def my_games(loss):
    if loss == 0:
        return inf
    if loss == 1:
        return 1
    return {games}
"""

EXACT = "np.log(0.01) / np.log(1 - loss)"

NO_ZERO = """
from math import ceil, log

def my_games(loss):
    return ceil(log(0.01) / log(1 - loss))
"""

NO_ONE = """
from math import ceil, log

def my_games(loss):
    if loss == 0:
        return inf
    return ceil(log(0.01) / log(1 - loss))
"""


def games(formula):
    """The source of a number of games by this formula."""
    return GAMES.format(games=formula)


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
        (ends(answer="(high / games, low / games)"), "the low end comes first"),
        (ends(answer="high / games"), "two shares are asked for"),
        (NORMAL, "an approximation"),
    ],
    "11.2": [
        (games(EXACT), "round up"),
        (games(f"int({EXACT})"), "one game too few"),
        (games("int(np.ceil(1 / loss))"), "one loss is expected"),
        (games("int(np.ceil(np.log(0.05) / np.log(1 - loss)))"), "5 in 100"),
        (games("int(np.ceil(np.log(0.99) / np.log(1 - loss)))"), "1 time in 100"),
        (games(f"int(np.ceil({EXACT})) + 1"), "one game less is enough"),
        (games("inf"), "some whole number is enough"),
        (games("float('nan')"), "some whole number is enough"),
        (games("int(np.log(0.01) / loss)"), "some whole number is enough"),
        (games("int(np.ceil(4.7 / loss))"), "fewer are enough"),
        (games("int(np.ceil(2 / loss))"), "at most 0.01 is asked for"),
        (NO_ZERO, "return inf"),
        (NO_ONE, "for loss = 1"),
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
