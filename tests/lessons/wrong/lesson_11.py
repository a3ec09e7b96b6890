"""List wrong answers to the exercises of lesson 11, each with a part of the reason it must get.

Those with two pieces of code are the solution with the first replaced by the second.
"""

CLAIM = "ttt.worst_case(policy).as_o <= limit"
"""A piece of a solution that several answers replace."""

WRONG = {
    "11.interval_of": [
        ("low / n, high / n", "low, high", "numbers of wins"),
        ("0.005, 0.995", "0.05, 0.95", "90 of 100"),
        ("high / n", "(high - 1) / n", "the high end is one win short"),
        (
            "def my_interval(n, p):\n    reach = 2.576 * (p * (1 - p) / n) ** 0.5\n"
            "    return p - reach, p + reach",
            "equally far from p",
        ),
        ("[0.005, 0.995]", "[0.002, 0.998]", "99 of 100 lie between 0.46 and 0.71."),
    ],
    "11.forecast": [
        ("shares.var(ddof=1) * (1 + 1 / len(shares)) + ", "", "chance of the runs is missing"),
        ("(1 + 1 / len(shares))", "(1 / len(shares))", "where the *mean* of runs is"),
    ],
    "11.place": [
        ("[last == 0]", "", "you count among all runs"),
        ("<=", ">", "the share of the runs that lose more"),
        # No run that has lost nothing.
        ("last == 0", "lost == 0", "that is nan, the mean of no runs"),
    ],
    "11.at_most": [
        (": k + 1", ":k", "*fewer* than k"),
        ("[: k + 1].sum()", "[k]", "exactly k"),
        (": k + 1", "k:", "k or *more*"),
        ("return ", "return 1 - ", "*more* than k"),
        ("chances(n, p)[: k + 1]", "np.arange(k + 1)", "no larger than 1"),
        ("chances(n, p)[: k + 1].sum()", "k / n", "it returns 0.1, but"),
    ],
    "11.judged": [
        ("runs.risk", 'runs["last"]', "whatever it lost on the way"),
        ("== 0", "< 0.05", "seldom is not never"),
        ("== 0", "< 0.001", "loses exactly 0.0001 % of its games"),
        # A name of the lesson's in place of the argument.
        ("runs.risk", "code_runs.risk", "look at `runs`, the argument"),
        (" == 0", "", "compare them with 0"),
        ("== 0", "> 0", "the runs that *can* lose"),
        ("runs.risk == 0", "(runs.risk == 0).mean()", "for each of the 400 runs"),
        (
            'lost_by["nested-sum"], lost_by["nested"]',
            'lost_by["nested"], lost_by["nested-sum"]',
            "it speaks of adding",
        ),
        (', lost_by["nested"]', '.mean(), lost_by["nested"].mean()', "unchanged"),
        (
            'Comparison("just add", adds, lost_by["nested-sum"], lost_by["nested"])',
            'Statement("just add", adds, lost_by["nested-sum"] <= lost_by["nested"])',
            "about two groups, so a Comparison",
        ),
    ],
    "11.needed": [
        ("2 * NORMAL", "NORMAL", "to both sides"),
        (" ** 2", "", "a square is missing"),
        ("return int", "return np.inf * int", "it returns inf, but the interval is as narrow"),
    ],
    "11.claim": [
        ("hickman-level", "nested-4O", "is it 'nested-40'?"),
        ("hickman-level", "antirez-table", "take minutes"),
        ("hickman-level", "prevos-lines", "nothing is left to chance"),
        ("0.0", '"a tenth"', "`my_limit` is"),
        (" <= limit", "", "True or False is asked for"),
        # Instead of the argument a number, and a name of the lesson's.
        ("<= limit", "<= 0.1", "far below or far above; compare with"),
        ("<= limit", "<= my_limit", "not with `my_limit`"),
        ("0.0", "1", "so it says nothing about the runs"),
        ("0.0", "-1", "are exchanged"),
        ("ttt.worst_case(policy).as_o", "np.random.normal(policy[0].sum() - 1)", "asked twice"),
        ("as_o", "as_x", "a loss is -1"),
        ("<= limit", "== limit", "the same as with one far above"),
        (CLAIM, "abs(ttt.worst_case(policy).as_o) <= abs(limit)", "as with one far above"),
        (CLAIM, "True", "it is True for every policy and every limit"),
        ("ttt.worst_case(policy).as_o", "0.05", "does it use `policy`?"),
        ("0.0", "40", "your limit is 40"),
    ],
    "11.trust": [
        ("sum() / ((1 - losses) ** n).sum()", "mean()", "the share before any game"),
        ("(1 - losses) ** n", "(1 - losses.mean()) ** n + 0 * losses", "not the losses"),
        ("** n", "* n", "0.5742 is right"),
    ],
    "11.stretch": [
        (
            "def my_stretch(settings, holds, published):\n"
            "    if not holds[settings.index(published)]:\n        return None\n"
            "    true = [s for s, h in zip(settings, holds) if h]\n    return true[0], true[-1]",
            "there is a gap",
        ),
        ("if not holds[low]", "if False", "fails at the published setting itself"),
        ("holds[low - 1]", "holds[low]", "the unbroken stretch goes"),
        ("return None", "return False", "two settings, or None"),
    ],
}
