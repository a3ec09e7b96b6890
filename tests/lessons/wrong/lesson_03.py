"""List wrong answers to the exercises of lesson 03, each with a part of the reason it must get.

Those with two pieces of code are the solution with the first replaced by the second.
"""

SORTED = "sorted(game_tree.children(state), key=promise, reverse=True)"
BEST = "max(values) if side == 1 else min(values)"
"""Pieces of solutions that several answers replace."""

WRONG = {
    "03.best_for": [
        (BEST, "side * max(values)", "turning the sign does not make it the lowest"),
        (BEST, "sum(values) / len(values)", "the mean of the values"),
        ("side == 1", "side == 'X'", "that is the lowest for both sides"),
    ],
    "03.value": [
        # The function of the first exercise, which need not be written.
        ("return max(values)", "return best_for(1, values)", "that it calls not written yet"),
        ("int(ttt.WINNER[state])", "0", "the value of this board is"),
        ("ttt.TERMINAL[state]", "False", "first return what that board is worth"),
        ("[value(", "[ttt.WINNER.item(", "that looks one move ahead only; ask `value(after)`"),
        ("= [value(", "= [0] + [value(", "start it beyond every value, at -2 or 2"),
        ("return int(ttt.WINNER[state])", "return value(state)", "it never stops asking"),
        ("value(after)", "value(state)", "ask about `after`, not about the same board again"),
        (".TERMINAL[state]", ".WINNER[state] != 0", "A draw is over, too: ask `ttt.TERMINAL`"),
        ("[value(after)", "[after", "that is a state; ask for its value"),
    ],
    "03.remembered": [
        ("ttt.CANONICAL[state]", "state", "which is no common name: store it in"),
        # Looked up under another name.
        ("name not in", "state not in", "look a name up before you work its value out"),
        (
            "name not in values",
            "not values.get(name)",
            "a stored 0 is false in an `if`, so ask `name in values`",
        ),
        ("values[name] = best", "return best", "the dictionary is still empty after a call"),
        ("values[name] = best", "values[state] = best", "store the value under `name`"),
        ("return values[name]", "return values[state]", "the value of the board is `values[name]`"),
        (
            "return values[name]",
            "return values[name] if state else values.pop(name)",
            "the board that it was asked about is not",
        ),
        (" if below else int(ttt.WINNER[state])", "", "first return what that board is worth"),
        ("    return values[name]", "        return values[name]", "a `return` is missing"),
        ("(after, values)", "(after, {})", "holds this board only"),
    ],
    "03.best_moves": [
        (" if ttt.TURN[state] == 1 else min(after.values())", "", "best for the other side"),
        ("== best]", "== best][:1]", "others of the same value are as good"),
        (" if after[cell] == best", "", "these are all free cells"),
        ("return [cell", "return [after[cell]", "these are values; return the cells"),
        ("== best]", "== best] and {4}", "it returns a set, but a list is asked for"),
        ("free if after[cell] == best", "range(9)", "not all of these cells are free"),
        ("value_of(ttt.next_state(state, cell))", "value_of(cell)", "number: is it a cell?"),
        ("value_of(ttt", "built.value(ttt", "Ask the function that is handed in"),
    ],
    "03.alpha_beta": [
        ("low >= high", "False", "no move is left out"),
        (">=", ">", "equal is enough"),
        ("low >= high", "found == -1", "sooner than the rules say"),
        ("low >= high", "low >= high or found == ttt.TURN[state]", "by the rules it should be"),
        ("min(high, found)", "...", "there is still a ... in it"),
    ],
    "03.limited": [
        ("depth - 1", "depth", "ask `limited(after, depth - 1)`"),
        ("ttt.TERMINAL", "depth and ttt.TERMINAL", "ask first whether the game is over"),
        (
            "return game_tree",
            "return ttt.TURN[state] * game_tree",
            "the opinion is a value to X, whoever moves",
        ),
        ("after, depth - 1", "state, depth", "ask about `after`, not about the same board again"),
        ("depth == 0", "depth == -1", "it looks one move too far"),
        (" depth - 1", " depth := max(depth - 1, 0)", "so the later moves are looked at less far"),
        ("ttt.TERMINAL[state]", "False", "looking 0 moves ahead"),
    ],
    "03.recipe": [
        ("0, 8, 2, 6, 1, 3, 5, 7, 4", "4, 0, 8, 2, 6, 1, 3, 5, 7", "when the cells 4, 0, 8"),
        ("(wins or free)[0]", "free[0]", "when the cells 0, 4, 8"),
        ("0, 8, 2, 6", "0, 2, 6, 8", "O wins. Take the opposite corner first"),
        ("(0, 8, 2, 6, 1, 3, 5, 7, 4)", "rng.permutation(9)", "no dice, please"),
        ("wins or free", "[c for c in (0, 8, 2, 6) if c in free] or [4]", "wins at once in"),
        (
            "return (wins or free)[0]",
            "for cell in (0, 8, 2, 6):\n        if cell in free:\n            return cell",
            "no corner is free: now complete your line",
        ),
        ("(wins or free)[0]", "0", "0 is not free here"),
    ],
    "03.best_first": [
        (SORTED, "game_tree.children(state)", "looks at 18,297 positions"),
        ("ttt.TURN[state] * ", "-1 * ", "Its best boards have the highest values"),
        ("ttt.WINNER[after]", "0", "squares alone are not enough. Does a winning move come first?"),
        ("ttt.TURN[state] * ", "", "Its best boards have the lowest values"),
        ("reverse=True)", "reverse=True)[:2]", "change only their order"),
        # Python versions differ in whether `sorted` asks for an int as `range` does.
        ("reverse=True", "reverse=range(ttt.LEGAL.any())", "this is NumPy's: `reverse=bool(...)`"),
        (SORTED, "set(game_tree.children(state))", "a set has no order"),
        (SORTED, "ttt.START", "it should be a list of states"),
    ],
    "03.quick": [
        ("0.9 * ", "", "a win is worth the same whenever it comes"),
        ("ttt.TERMINAL[state]", "ttt.WINNER[state] != 0", "A draw is over, too"),
        ("0.9 * ", "(0.9 if ttt.PLY[state] < 3 else 1) * ", "by your values the best moves are"),
        ("0.9", "1.1", "To win soonest"),
        ("0.9", "2", "as with a factor above 1"),
        ("0.9 * ", "-0.01 + ", "which should be 0"),
        (" if ttt.TURN[state] == 1 else min(values)", "", "which should be"),
    ],
}
