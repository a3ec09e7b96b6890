"""List wrong answers to the exercises of lesson 02, each with a part of the reason it must get.

Those with two pieces of code are the solution with the first replaced by the second.
"""

WRONG = {
    "02.shares": [
        ("mean()", "sum()", "that counts games; divide by how many there are"),
        ("(1, 0, -1)", "(-1, 0, 1)", "the order is X wins, nobody wins, O wins"),
        ("winners == side", "winners * side > 0", "the three together are not 1"),
        # A name of the lesson's in place of the argument.
        ("(winners == side)", "(played_games == side)", "the shares of all the games"),
        ("(winners == side).mean()", "winners.count(side)", "has no `count` as a list has"),
    ],
    "02.one_move": [
        ("after.get(reached, 0) + ", "", "several boards lead to this one"),
        ("len(cells)", "9", "still free, not by 9"),
        ("    return after", "        return after", "`return` comes after the loop"),
        ("= after.get(reached, 0) +", "+=", "`after.get(reached, 0)` is 0 then"),
        ("after = {}", "after = boards", "it fills the dict that it goes through"),
        ("after[reached]", "after[reached % 9]", "the keys are cells"),
        ("return after", "return list(after)", "from states to their chances, and this is a list"),
        ("np.flatnonzero(ttt.LEGAL[state])", "range(9)", "no state; only free cells lead to one"),
    ],
    "02.random_ends": [
        (
            "[s for s in boards if ttt.TERMINAL[s]]:\n            ends[ttt.WINNER[state]] += "
            "boards.pop(state)",
            "boards:\n            ends[ttt.WINNER[state]] += boards[state]",
            "a draw only if the game is over",
        ),
        ("+= boards", "= boards", "add up the chances of all boards, `+=`"),
        ("    return list", "        return list", "No game ends before the fifth move"),
        # It looks at the boards after the last move only.
        ("ttt.TERMINAL[s]", "0 not in ttt.CELLS[s]", "most games end before the board is full"),
        ("boards.pop(state)", "1", "that counts boards; add up their chances"),
        ("[s for s in boards if ttt.TERMINAL[s]]", "boards", "a dict must not shrink"),
        # Played, not calculated.
        ("{1: 0, 0: 0, -1: 0}", "{1: 0.003, 0: 0, -1: -0.003}", "close, but not exact"),
    ],
    "02.standard_error": [
        ("np.sqrt", "", "take the root of it"),
        (" / n", "", "of a single game"),
        ("/ n", "* n", "more games make the error smaller"),
        ("np.sqrt(p * (1 - p) / n)", "float(p * (1 - p) / n) ** 0.5", "it takes only one p"),
    ],
    "02.games_needed": [
        ("return ceil", "return ", "you cannot play part of a game"),
        ("** 2)", "** 2) - 2", "1.96 standard errors are larger than half_width"),
        ("ceil(p", "2 + int(p", "fewer games would do"),
        ("1.96 /", "1 /", "that is for one standard error"),
        (
            "p * (1 - p) * (1.96 / half_width) ** 2",
            "(p * (1 - p)) ** 0.5 * 1.96 / half_width",
            "it grows with the square",
        ),
        ("ceil(p", "1 + int(p", "is 65, and exactly 64 will do"),
    ],
    "02.interval": [
        ("own_error(p, n)", "own_error(k / n, n)", "that takes the share itself for p"),
        ("1.96 * ", "", "reaches only one standard error"),
        ("k / n - p", "k - p", "no p is kept"),
        ("<=", ">=", "at most 1.96 standard errors, `<=`"),
        ("abs(k / n - p) <=", "0 <= abs(k / n - p) <=", "an `if` asks about one p"),
    ],
    "02.hits": [
        ("sum(low", "sum(not low", "these are the samples that miss it"),
        ("in bars)", "in bars) / len(bars)", "that is their share; count them"),
        ("len(sample)", "100", "it is not always 100"),
    ],
    "02.games_to_see": [
        ("log(1 - chance) / log(1 - p)", "1 / p", "one loss is *expected*"),
        ("ceil(log(1 - chance) / log(1 - p))", "1 - (1 - p) ** 10", "less than one game"),
        ("ceil(", "int(", ", less than 95%"),
        ("ceil(", "1 + int(", "is 3, and exactly 2 will do"),
        ("/ log", "/ -log", "both logarithms are negative"),
        ("log(1 - chance) / log(1 - p)", "3 / p", "one game fewer would do"),
        ("log(1 - chance)", "log(chance)", "take `log(1 - chance)`"),
        ("log(1 - p)", "log(p)", "take `log(1 - p)`"),
        ("log(1 - chance) / log(1 - p)", "log(chance) / log(p)", "divide the logarithm of 1 -"),
    ],
    "02.is_drawn": [
        ("in (0, 3)", "== 3", "only lines of X are looked for"),
        ("set(line)", "line", "`&` needs a set on each side"),
        ("in (0, 3)", "== 0", "is True, and X has a line"),
        ("len(x_cells & set(line)) in (0, 3)", "True", "is False, and nobody has a line"),
    ],
    "02.chances": [
        ("np.append(0, row)", "np.append(0 * row, row[-1])", "a single order of wins and losses"),
        (
            "return row",
            "return np.full(n + 1, 1 / (n + 1))",
            "not all numbers of wins have the same chance",
        ),
        (" * (1 - p) + np.append(0, row) * p", " + np.append(0, row)", "together they are not 1"),
    ],
    "02.surprise": [
        ("[far].sum()", "[k]", "that is the chance of exactly"),
        ("[far]", "[: k + 1]", "that counts k wins or fewer"),
        ("own_chances(n, p)[far].sum()", "0.84", "is 0.840000, and it should be"),
        ("[far]", "[far][:-1]", "surprise(0, 2, 0.2500) is 0.937500"),
    ],
    "02.five_games": [
        (" / 5\nsquares", "\nsquares", "that is the sum; divide it by 5"),
        ("(1 + 1 + 0 + 1 + 0) / 5", "60", "as a number it is 0.6"),
        ("(1 + 1 + 0 + 1 + 0) / 5", "0.5", "`mean` is 0.5, not 0.6"),
        (
            "[0.4**2, 0.4**2, 0.6**2, 0.4**2, 0.6**2]",
            "[0.4, 0.4, -0.6, 0.4, -0.6]",
            "these are the distances; square them",
        ),
        ("0.4**2, 0.6**2, 0.4**2", "0.4**2, 0.4**2, 0.4**2", "game 3 is -0.6 off the mean"),
        ("mean, squares, typical = 0.6, 0.24, 0.49", "five squares (one for each game)"),
        ("np.sqrt(", "(", "that is the mean of the squares; take its root"),
        ("np.sqrt(sum(squares) / 5)", "0.48", "that is the mean of the distances"),
        ("sum(squares) / 5", "sum(squares)", "that is the root of the sum"),
        ("sum(squares) / 5", "sum(squares) / 4", "divide their sum by 5, not by 4"),
        ("np.sqrt(sum(squares) / 5)", "(3 * 0.4 - 2 * 0.6) / 5", "square them first"),
        ("np.sqrt(sum(squares) / 5)", "0.9", "the root is not 0.9"),
        ("np.sqrt(sum(squares) / 5)", "'half'", "one number is asked for"),
    ],
}
