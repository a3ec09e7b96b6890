"""Wrong answers to the exercises of lesson 02, each with a piece of the reason it must get."""

WRONG = {
    "02.1": [
        (
            "def is_drawn(x_cells):\n"
            "    return not any(set(line) <= x_cells for line in ttt.LINES)",
            "is True, and O has a line",
        ),
        (
            "def is_drawn(x_cells):\n"
            "    return not any(x_cells.isdisjoint(line) for line in ttt.LINES)",
            "is True, and X has a line",
        ),
        (
            "def is_drawn(x_cells):\n"
            "    return any(len(x_cells & set(line)) in (0, 3) for line in ttt.LINES)",
            "is True, and X has a line",
        ),
        (
            "def is_drawn(x_cells):\n    return not any(x_cells & set(line) for line in ttt.LINES)",
            "is False, and nobody has a line",
        ),
        ("def is_drawn(x_cells):\n    'forgot to return'", "is None, and should be True or False"),
        ("def is_drawn(x_cells):\n    return lines_of(x_cells) == []", "raised NameError"),
    ],
    "02.2": [
        (
            "def games_needed(half_width, p):\n    return p * (1 - p) * (1.96 / half_width) ** 2",
            "games come whole",
        ),
        (
            "def games_needed(half_width, p):\n"
            "    return int(p * (1 - p) * (1.96 / half_width) ** 2)",
            "1.96 standard errors are wider than that",
        ),
        (
            "def games_needed(half_width, p):\n"
            "    return int(p * (1 - p) * (1.96 / half_width) ** 2) + 2",
            "one game fewer would do",
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
            "    return int(p * (1 - p) * (1.96 / half_width) ** 2) + 1",
            "is 65, and exactly 64 will do",
        ),
        ("def games_needed(half_width, p):\n    ceil(1.0)", "a `return` is missing"),
        ("def games_needed(half_width, p):\n    return [1]", "and one number is asked for"),
        ("def games_needed(half_width, p):\n    return np.nan", "a finite number is asked for"),
        ("games_needed = 9327", "a function is asked for here"),
    ],
    "02.3": [
        ("def surprise(k, n, p):\n    return chances(n, p)[k]", "that is the chance of exactly"),
        ("def surprise(k, n, p):\n    return chances(n, p)[: k + 1].sum()", "counts one side only"),
        ("def surprise(k, n, p):\n    return chances(n, p)[k:].sum()", "counts one side only"),
        (
            "def surprise(k, n, p):\n"
            "    bars = chances(n, p)\n"
            "    return 2 * min(bars[: k + 1].sum(), bars[k:].sum())",
            "the other side of n * p has chances of its own",
        ),
        (
            "def surprise(k, n, p):\n"
            "    far = abs(np.arange(n + 1) - n * p) > abs(k - n * p)\n"
            "    return chances(n, p)[far].sum()",
            "itself is missing",
        ),
        (
            "def surprise(k, n, p):\n"
            "    near = abs(np.arange(n + 1) - n * p) < abs(k - n * p)\n"
            "    return chances(n, p)[near].sum()",
            "nearer to n * p, not further",
        ),
        ("def surprise(k, n, p):\n    return 0.84", "is 0.840000, and it should be"),
        (
            "def surprise(k, n, p):\n"
            "    far = abs(np.arange(n + 1) - n * p_x) >= abs(k - n * p_x)\n"
            "    return chances(n, p_x)[far].sum()",
            "that is the value for p_x",
        ),
        (
            "def surprise(k, n, p):\n"
            "    far = abs(np.arange(n + 1) - n * p) >= abs(k - n * p)\n"
            "    return 100 * chances(n, p)[far].sum()",
            "not per cent",
        ),
        ("def surprise(k, n, p):\n    chances(n, p)", "a `return` is missing"),
        ("def surprise(k, n, p):\n    return p_value(k, n, p)", "raised NameError"),
    ],
    "02.4": [
        ("def games_to_see(p, chance):\n    return ceil(1 / p)", "one loss is *expected*"),
        (
            "def games_to_see(p, chance):\n    return log(1 - chance) / log(1 - p)",
            "games come whole",
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
            "and they show a loss with",
        ),
        (
            "def games_to_see(p, chance):\n    ceil(log(1 - chance) / log(1 - p))",
            "a `return` is missing",
        ),
    ],
}
