"""Wrong answers to the exercises of lesson 02, each with a piece of the reason it must get."""

MOVE = """
def one_move(boards):
    after = {start}
    for state, chance in boards.items():
        free = np.flatnonzero(ttt.LEGAL[state])
        for reached in ttt.NEXT[state, free]:
            {step}
    return after
"""


def move(start="{}", step="after[reached] = after.get(reached, 0) + chance / len(free)"):
    """The source of a random move with one thing about it changed."""
    return MOVE.format(start=start, step=step)


ENDS = """
def random_ends():
    ends, boards = {{1: 0, 0: 0, -1: 0}}, {{ttt.START: Fraction(1)}}
    for _ in range({moves}):
        boards = own_move(boards)
        for state in {finished}:
            ends[ttt.WINNER[state]] += {what}
    return {answer}
"""


def ends(
    moves="9",
    finished="[s for s in boards if ttt.TERMINAL[s]]",
    what="boards.pop(state)",
    answer="list(ends.values())",
):
    """The source of the walk to the ends with one thing about it changed."""
    return ENDS.format(moves=moves, finished=finished, what=what, answer=answer)


INTERVAL = """
def interval(k, n):
    p = np.linspace(0, 1, 10_001)
    kept = p[{kept}]
    return {answer}
"""


def interval(kept="abs(k / n - p) <= 1.96 * own_error(p, n)", answer="kept[0], kept[-1]"):
    """The source of the interval with one thing about it changed."""
    return INTERVAL.format(kept=kept, answer=answer)


HITS = """
def hits(samples, p):
    count = 0
    for sample in samples:
        low, high = own_interval({wins}, len(sample))
        {step}
    return {answer}
"""


def hits(wins="(sample == 1).sum()", step="count += low <= p <= high", answer="count"):
    """The source of the judge with one thing about it changed."""
    return HITS.format(wins=wins, step=step, answer=answer)


def five(mean="0.6", squares="[0.16, 0.16, 0.36, 0.16, 0.36]", typical="0.49"):
    """The source of the five games by hand with one thing about it changed."""
    return f"mean = {mean}\nsquares = {squares}\ntypical = {typical}"


WRONG = {
    "02.1": [
        ("def shares(winners):\n    return (winners == 1).mean()", "it returns one number"),
        ("def shares(winners):\n    return 'half'", "one beside another, but this is 'half'"),
        (
            "def shares(winners):\n    return [(winners == w).sum() for w in (1, 0, -1)]",
            "that counts games; divide by how many there are",
        ),
        (
            "def shares(winners):\n    return [(winners == w).mean() for w in (-1, 0, 1)]",
            "the order is X wins, nobody wins, O wins",
        ),
        (
            "def shares(winners):\n    return [(winners > 0).mean(), 0, (winners < 0).mean()]",
            "the three together are not 1",
        ),
        (
            "def shares(winners):\n    return [(played_games == w).mean() for w in (1, 0, -1)]",
            "the shares of all the games",
        ),
        ("def shares(winners):\n    return winners.mean()", "it returns one number"),
        (
            "def shares(winners):\n"
            "    return [round((winners == w).mean(), 2) for w in (1, 0, -1)]",
            "these are rounded to 2 digits",
        ),
        (
            "def shares(winners):\n    return [winners.count(1) / len(winners)]",
            "an array has no `count` as a list has",
        ),
        ("def shares(winners):\n    (winners == 1).mean()", "perhaps a `return` is missing"),
        ("def shares(winners):\n    return count(winners)", "raised NameError"),
    ],
    "02.2": [
        (move(step="after[reached] = chance / len(free)"), "several boards lead to this one"),
        (
            move(step="after[reached] = after.get(reached, 0) + chance / 9"),
            "still free, not by 9",
        ),
        (move().replace("    return", "        return"), "`return` comes after the loop"),
        (move(step="after[reached] += chance / len(free)"), "`after.get(reached, 0)` is 0 then"),
        (move(start="boards"), "it fills the dict that it goes through"),
        (
            "def one_move(boards):\n    after = built.one_move(boards)\n"
            "    boards.clear()\n    return after",
            "it changes the boards it is given",
        ),
        (
            move()
            .replace("    after = {}\n", "")
            .replace("        free", "        after = {}\n        free"),
            "make the new dict once, before the loop",
        ),
        (move(step="after[reached % 9] = chance / len(free)"), "the keys are cells"),
        (
            "def one_move(boards):\n    return [state for state in boards]",
            "it should be a dict from states to their chances, and this is a list",
        ),
        (
            "def one_move(boards):\n"
            "    moves = [(s, c) for s in boards for c in range(9)]\n"
            "    return {int(ttt.NEXT[s, c]): boards[s] / 9 for s, c in moves}",
            "is no state; only free cells lead to one",
        ),
        ("def one_move(boards):\n    boards.items()", "perhaps a `return` is missing"),
    ],
    "02.3": [
        (
            ends(finished="boards", what="boards[state]"),
            "a draw only if the game is over",
        ),
        (ends(moves="8"), "the longest game has nine moves"),
        (
            ends(finished="[s for s in boards if ttt.WINNER[s]]"),
            "a full board without a winner is finished, too",
        ),
        (ends().replace("+=", "="), "add up the chances of all boards, `+=`"),
        (ends().replace("    return", "        return"), "no game ends before the fifth move"),
        (
            ends(finished="boards if _ == 8 else []", what="boards[state]"),
            "most games end before the board is full",
        ),
        (ends(what="1"), "that counts boards; add up their chances"),
        (ends(answer="[100 * end for end in ends.values()]"), "not a percentage"),
        (ends(answer="[round(float(end), 4) for end in ends.values()]"), "rounded to 4 digits"),
        (ends(finished="(s for s in boards if ttt.TERMINAL[s])"), "a dict must not shrink"),
        (
            "def random_ends():\n"
            "    played = ttt.play_games(random_policy, random_policy, 50_000, rng)\n"
            "    return built.shares(played)",
            "close, but not exact",
        ),
        (ends(answer="None"), "perhaps a `return` is missing"),
    ],
    "02.4": [
        ("def standard_error(p, n):\n    return p * (1 - p) / n", "take the root of it"),
        ("def standard_error(p, n):\n    return np.sqrt(p * (1 - p))", "of a single game"),
        (
            "def standard_error(p, n):\n    return np.sqrt(p * (1 - p) * n)",
            "more games make the error smaller",
        ),
        (
            "def standard_error(p, n):\n    return np.sqrt(p * (1 - p) / (n - 1))",
            "divide by n, not by n - 1",
        ),
        (
            "import math\n\n\ndef standard_error(p, n):\n    return math.sqrt(p * (1 - p) / n)",
            "it takes only one p",
        ),
    ],
    "02.5": [
        (
            "def games_needed(half_width, p):\n    return p * (1 - p) * (1.96 / half_width) ** 2",
            "you cannot play part of a game",
        ),
        (
            "def games_needed(half_width, p):\n"
            "    return int(p * (1 - p) * (1.96 / half_width) ** 2)",
            "that is rounded down",
        ),
        (
            "def games_needed(half_width, p):\n"
            "    return int(p * (1 - p) * (1.96 / half_width) ** 2) - 1",
            "1.96 standard errors are wider than that",
        ),
        (
            "def games_needed(half_width, p):\n    return ceil(1.96 * p * (1 - p) / half_width**2)",
            "1.96 is squared, too",
        ),
        (
            "def games_needed(half_width, p):\n"
            "    return int(p * (1 - p) * (1.96 / half_width) ** 2) + 2",
            "fewer games would do",
        ),
        (
            "def games_needed(half_width, p):\n    return ceil(p * (1 - p) / half_width**2)",
            "that is for one standard error",
        ),
        (
            "def games_needed(half_width, p):\n    return ceil(p * (1.96 / half_width) ** 2)",
            "the variance of one game is p * (1 - p)",
        ),
        (
            "def games_needed(half_width, p):\n"
            "    return ceil((p * (1 - p)) ** 0.5 * 1.96 / half_width)",
            "it grows with the square",
        ),
        (
            "def games_needed(half_width, p):\n"
            "    return ceil(p * (1 - p) * (1.96 / (half_width / 2)) ** 2)",
            "so do not halve it",
        ),
        (
            "def games_needed(half_width, p):\n"
            "    return int(p * (1 - p) * (1.96 / half_width) ** 2) + 1",
            "is 65, and exactly 64 will do",
        ),
        ("def games_needed(half_width, p):\n    ceil(1.0)", "a `return` is missing"),
        ("def games_needed(half_width, p):\n    return [1]", "but one number is asked for"),
        ("def games_needed(half_width, p):\n    return np.nan", "a finite number is asked for"),
        ("games_needed = 9327", "a function is asked for here"),
    ],
    "02.6": [
        (
            interval().replace("p[abs", "np.flatnonzero(abs").replace(", n)]", ", n))"),
            "these are places in the row of probabilities",
        ),
        (interval(answer="100 * kept[0], 100 * kept[-1]"), "not percentages"),
        (
            "def interval(k, n):\n"
            "    half = 1.96 * own_error(k / n, n)\n"
            "    return k / n - half, k / n + half",
            "that takes the share itself for p",
        ),
        (interval(kept="abs(k / n - p) <= own_error(p, n)"), "reaches only one standard error"),
        (interval(kept="abs(k - p) <= 1.96 * own_error(p, n)"), "no p is kept"),
        (interval(answer="100 * kept[0], 100 * kept[-1]"), "not percentages"),
        (interval(kept="abs(k / n - p) >= 1.96 * own_error(p, n)"), "at most so large, `<=`"),
        (
            interval(kept="abs(k / 100 - p) <= 1.96 * own_error(p, n)"),
            "there are not always 100 games",
        ),
        (interval(answer="kept"), "two numbers are asked for"),
        (
            "def interval(k, n):\n"
            "    p = np.linspace(0, 1, 10_001)\n"
            "    if abs(k / n - p) <= 1.96 * own_error(p, n):\n"
            "        return p",
            "an `if` asks about one p",
        ),
    ],
    "02.7": [
        (hits(step="count += not low <= p <= high"), "these are the samples that miss it"),
        (hits(answer="count / len(samples)"), "that is their share; count them"),
        (hits(step="count += p in (low, high)"), "asks whether p is one of the two ends"),
        (hits(wins="np.count_nonzero(sample)"), "O's wins are counted, too"),
        (hits(step="count = max(count, int(low <= p <= high))"), "add 1 for each, `+=`"),
        (
            hits().replace("(sample == 1).sum(), len(sample)", "len(sample), (sample == 1).sum()"),
            "takes the wins first, then the games",
        ),
        (hits().replace("len(sample)", "100"), "it is not always 100"),
        (hits(wins="sample == 1"), "raised"),
        (hits(answer="None"), "perhaps a `return` is missing"),
    ],
    "02.8": [
        ("def games_to_see(p, chance):\n    return ceil(1 / p)", "one loss is *expected*"),
        (
            "def games_to_see(p, chance):\n    return 1 - (1 - p) ** 10",
            "less than one game",
        ),
        (
            "def games_to_see(p, chance):\n    return log(1 - chance) / log(1 - p)",
            "you cannot play part of a game",
        ),
        (
            "def games_to_see(p, chance):\n    return int(log(1 - chance) / log(1 - p))",
            ", less than 95%",
        ),
        (
            "def games_to_see(p, chance):\n    return int(log(1 - chance) / log(1 - p)) + 1",
            "is 3, and exactly 2 will do",
        ),
        (
            "def games_to_see(p, chance):\n    return ceil(log(1 - chance) / -log(1 - p))",
            "both logarithms are negative",
        ),
        ("def games_to_see(p, chance):\n    return ceil(3 / p)", "one game fewer would do"),
        (
            "def games_to_see(p, chance):\n    return ceil(log(chance) / log(1 - p))",
            "take `log(1 - chance)`",
        ),
        (
            "def games_to_see(p, chance):\n    return ceil(log(1 - chance) / log(p))",
            "take `log(1 - p)`",
        ),
        (
            "def games_to_see(p, chance):\n    return ceil(log(chance) / log(p))",
            "divide the logarithm of 1 - `chance` by",
        ),
        (
            "def games_to_see(p, chance):\n    return ceil(log(1 - p) / log(1 - chance))",
            "divide the logarithm of 1 - `chance` by",
        ),
        (
            "def games_to_see(p, chance):\n    ceil(log(1 - chance) / log(1 - p))",
            "a `return` is missing",
        ),
    ],
    "02.9": [
        (
            "def is_drawn(x_cells):\n"
            "    return not any(set(line) <= x_cells for line in ttt.LINES)",
            "only lines of X are looked for",
        ),
        (
            "def is_drawn(x_cells):\n    for line in ttt.LINES:\n"
            "        return 0 < len(x_cells & set(line)) < 3",
            "only the first line is looked at",
        ),
        (
            "def is_drawn(x_cells):\n    return all(x_cells & line for line in ttt.LINES)",
            "`&` needs a set on each side",
        ),
        (
            "def is_drawn(x_cells):\n"
            "    return not any(x_cells.isdisjoint(line) for line in ttt.LINES)",
            "is True, and X has a line",
        ),
        (
            "def is_drawn(x_cells):\n"
            "    return any(len(x_cells & set(line)) in (0, 3) for line in ttt.LINES)",
            "it is the other way round: True means that nobody",
        ),
        (
            "def is_drawn(x_cells):\n    return not any(x_cells & set(line) for line in ttt.LINES)",
            "is False, and nobody has a line",
        ),
        (
            "def is_drawn(x_cells):\n    all(x_cells & set(line) for line in ttt.LINES)",
            "it returns None: perhaps a `return` is missing",
        ),
        ("def is_drawn(x_cells):\n    return lines_of(x_cells) == []", "raised NameError"),
    ],
    "02.10": [
        (
            "def chances(n, p):\n    k = np.arange(n + 1)\n    return p**k * (1 - p) ** (n - k)",
            "a single order of wins and losses",
        ),
        (
            "def chances(n, p):\n    return built.chances(n, p).tolist()",
            "it returns a list; make it an array",
        ),
        (
            "def chances(n, p):\n    return np.full(n + 1, 1 / (n + 1))",
            "not all numbers of wins have the same chance",
        ),
        (
            "def chances(n, p):\n"
            "    row = np.array([1.0])\n"
            "    for _ in range(n):\n"
            "        row = np.append(row, 0) + np.append(0, row)\n"
            "    return row",
            "together they are not 1",
        ),
        (
            "def chances(n, p):\n    return built.chances(n - 1, p)",
            "it returns the shape (1,), and (2,) is right",
        ),
    ],
    "02.11": [
        (
            "def surprise(k, n, p):\n    wins = np.arange(n + 1)\n"
            "    return own_chances(n, p)[abs(wins - p) >= abs(k - p)].sum()",
            "from n * p, not from p",
        ),
        (
            "def surprise(k, n, p):\n    return own_chances(n, p)[k]",
            "that is the chance of exactly",
        ),
        (
            "def surprise(k, n, p):\n    return own_chances(n, p)[: k + 1].sum()",
            "that counts k wins or fewer",
        ),
        (
            "def surprise(k, n, p):\n    return own_chances(n, p)[k:].sum()",
            "that counts k wins or more",
        ),
        (
            "def surprise(k, n, p):\n"
            "    bars = own_chances(n, p)\n"
            "    return 2 * min(bars[: k + 1].sum(), bars[k:].sum())",
            "the other side of n * p has its own chances",
        ),
        (
            "def surprise(k, n, p):\n"
            "    far = abs(np.arange(n + 1) - n * p) > abs(k - n * p)\n"
            "    return own_chances(n, p)[far].sum()",
            "itself is missing",
        ),
        (
            "def surprise(k, n, p):\n"
            "    near = abs(np.arange(n + 1) - n * p) < abs(k - n * p)\n"
            "    return own_chances(n, p)[near].sum()",
            "nearer to n * p, not further",
        ),
        (
            "def surprise(k, n, p):\n"
            "    near = abs(np.arange(n + 1) - n * p) <= abs(k - n * p)\n"
            "    return own_chances(n, p)[near].sum()",
            "at most as far off",
        ),
        (
            "def surprise(k, n, p):\n"
            "    far = abs(np.arange(n + 1) - k) >= abs(k - n * p)\n"
            "    return own_chances(n, p)[far].sum()",
            "from n * p, not from k",
        ),
        (
            "def surprise(k, n, p):\n"
            "    bars = own_chances(n, p)\n"
            "    return bars[bars <= bars[k]].sum()",
            "all results no likelier than k",
        ),
        ("def surprise(k, n, p):\n    return 0.84", "is 0.840000, and it should be"),
        # All wins are left out, which so many games hardly ever show.
        (
            "def surprise(k, n, p):\n"
            "    far = abs(np.arange(n) - n * p) >= abs(k - n * p)\n"
            "    return own_chances(n, p)[:n][far].sum()",
            "surprise(0, 2, 0.2500) is 0.937500",
        ),
        (
            "def surprise(k, n, p):\n"
            "    far = abs(np.arange(n + 1) - n * p_x) >= abs(k - n * p_x)\n"
            "    return own_chances(n, p_x)[far].sum()",
            "that is the value for p_x",
        ),
        (
            "def surprise(k, n, p):\n"
            "    far = abs(np.arange(n + 1) - n * p) >= abs(k - n * p)\n"
            "    return 100 * own_chances(n, p)[far].sum()",
            "not a percentage",
        ),
        ("def surprise(k, n, p):\n    own_chances(n, p)", "a `return` is missing"),
        ("def surprise(k, n, p):\n    return p_value(k, n, p)", "raised NameError"),
    ],
    "02.12": [
        (five(mean="3"), "that is the sum; divide it by 5"),
        (five(mean="60"), "as a number it is 0.6"),
        (five(mean="0.5"), "`mean` is 0.5, not 0.6"),
        (five(squares="[0.4, 0.4, -0.6, 0.4, -0.6]"), "these are the distances; square them"),
        (five(squares="[0.16, 0.16, 0.16, 0.16, 0.36]"), "game 3 is -0.6 off the mean"),
        (five(squares="0.24"), "five squares (one for each game) are asked for"),
        (five(typical="0.24"), "that is the mean of the squares; take its root"),
        (five(typical="0.48"), "that is the mean of the distances"),
        (five(typical="1.2 ** 0.5"), "that is the root of the sum"),
        (five(typical="0.3 ** 0.5"), "divide their sum by 5, not by 4"),
        (five(typical="sum([0.4, 0.4, -0.6, 0.4, -0.6]) / 5"), "square them first"),
        (five(typical="0.9"), "the root is not 0.9"),
        (five(typical="'half'"), "one number is asked for"),
    ],
}
