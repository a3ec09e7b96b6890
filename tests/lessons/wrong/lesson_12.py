"""List wrong answers to the exercises of lesson 12, each with a part of the reason it must get.

Those with two pieces of code are the solution with the first replaced by the second.
"""

WRONG = {
    "12.four": [
        ("(1, rows, rows + 1, rows + 2)", "(1, rows + 1)", "it misses both diagonals"),
        ("2 * step", "step", "three in a row are enough for it"),
        ("rows, rows + 1, rows + 2", "rows - 1, rows, rows + 1", "one above it stays empty"),
        ("    return False", "        return False", "it looks only up the columns"),
    ],
    "12.next_layer": [
        ("if not own_four(x, rows) and", "if True or", "games go on after a line of four"),
        ("x.bit_count() == o.bit_count()", "x == o", "it compares the numbers x and o"),
        ("after = set()", "after = layer", "changed size during iteration"),
        ("return after", "return list(after)", "a position is only once"),
        ("return after", "return {x for x, _ in after}", "a position is a pair (x, o)"),
        ("add((x | cell, o))", "add(x | cell, o)", "it needs two pairs of brackets"),
        ("elif cell", "else", "a full column passes the position on unchanged"),
    ],
    "12.values": [
        ("rules.layers[::-1]", "rules.layers", "the values come from the end"),
        ("np.where(rules.legal[s], side * after, -2)", "(side * after)", "V[-1] is the last state"),
        ("V[s] = (policy", "V[s] = side * (policy", "values are always to X"),
        (".astype(float)", "", "`rules.winner` itself cannot be changed"),
        ("(policy[s] * after).sum(axis=1)", "after.mean(axis=1)", "is worth"),
        ("return V", "return V[0]", "one value for each state is asked for"),
    ],
    "12.mend": [
        ("policy.copy()", "policy", "it changes the policy it is given"),
        ("better[s] = 0\n", "pass\n", "take the old move away"),
        ("rules.turn[s] * V", "V", "O wants them low"),
        ("return better", "return policy", "is the same"),
        ("return better", "return better[s]", "has the shape"),
        ("ttt.errs(policy, rules=rules)", "range(len(V))", "it changes a row without an error"),
    ],
    "12.td": [
        ("if not slip", "if True", "made to explore, too"),
        ("if not slip", "if slip", "`not` is missing"),
        ("    V[path[-1]] = episode.winner\n", "", "there is nothing to learn"),
        ("episode.explored", "[*episode.explored, False]", "the last t is"),
    ],
}
