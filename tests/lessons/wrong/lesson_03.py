"""Wrong answers to the exercises of lesson 03, each with a piece of the reason it must get."""

VALUE = """
def value(state):
    if ttt.TERMINAL[state]:
        return {end}
    values = [value(after) for after in game_tree.children(state)]
    return {best}
"""
BEST = "max(values) if ttt.TURN[state] == 1 else min(values)"

FROM_ZERO = """
def value(state):
    if ttt.TERMINAL[state]:
        return int(ttt.WINNER[state])
    best, choose = 0, max if ttt.TURN[state] == 1 else min
    for after in game_tree.children(state):
        best = choose(best, value(after))
    return best
"""

MEMORY = """
def remembered(state, values):
    name = {name}
    if {unknown}:
        below = [remembered(after, values) for after in game_tree.children(state)]
        best = {best}
        found = best(below) if below else int(ttt.WINNER[state])
        {store}
    return {result}
"""
LOOKED_UP_LATE = """
def remembered(state, values):
    name = ttt.CANONICAL[state]
    below = [remembered(after, values) for after in game_tree.children(state)]
    best = max if ttt.TURN[state] == 1 else min
    found = best(below) if below else int(ttt.WINNER[state])
    if name not in values:
        values[name] = found
    return values[name]
"""
NOTED_BELOW = """
def remembered(state, values):
    name = ttt.CANONICAL[state]
    if name in values:
        return values[name]
    if ttt.TERMINAL[state]:
        return int(ttt.WINNER[state])
    below = []
    for after in game_tree.children(state):
        below.append(remembered(after, values))
        values[ttt.CANONICAL[after]] = below[-1]
    return max(below) if ttt.TURN[state] == 1 else min(below)
"""
PARTS = {
    "name": "ttt.CANONICAL[state]",
    "unknown": "name not in values",
    "best": "max if ttt.TURN[state] == 1 else min",
    "store": "values[name] = found",
    "result": "values[name]",
}

MOVES = """
def best_moves(state, value_of):
    free = [cell for cell in range(9) if ttt.LEGAL[state, cell]]
    after = {{cell: value_of(ttt.next_state(state, cell)) for cell in free}}
    best = {best}
    return {moves}
"""
OF_SIDE = "max(after.values()) if ttt.TURN[state] == 1 else min(after.values())"

CUT = """
def alpha_beta(state, low=-2, high=2):
    if ttt.TERMINAL[state]:
        return int(ttt.WINNER[state]), 1
    looked_at = 1
    for after in game_tree.children(state):
        found, below = alpha_beta(after, low, high)
        looked_at += below
        if ttt.TURN[state] == 1:
            low = {low}
        else:
            high = {high}
        if {cut}:
            break
    return (low if ttt.TURN[state] == 1 else high), looked_at
"""
RIGHT_CUT = {"low": "max(low, found)", "high": "min(high, found)", "cut": "low >= high"}

LIMITED = """
def limited(state, depth):
    if {over}:
        return int(ttt.WINNER[state])
    if depth == {stop}:
        return {opinion}
    values = [{below} for after in game_tree.children(state)]
    return max(values) if ttt.TURN[state] == 1 else min(values)
"""
STOP = {
    "over": "ttt.TERMINAL[state]",
    "stop": "0",
    "opinion": "game_tree.square_heuristic(state)",
    "below": "limited(after, depth - 1)",
}

FALLING = """
def limited(state, depth):
    if ttt.TERMINAL[state]:
        return int(ttt.WINNER[state])
    if depth {stop}:
        return game_tree.square_heuristic(state)
    values = []
    for after in game_tree.children(state):
        depth -= 1
        values.append(limited(after, depth))
    return max(values) if ttt.TURN[state] == 1 else min(values)
"""

RECIPE = """
def recipe(state):
    free = [cell for cell in {cells} if ttt.LEGAL[state, cell]]
    wins = [cell for cell in free if ttt.WINNER[ttt.next_state(state, cell)] == 1]
    return {take}
"""

FIRST = """
def best_first(state):
    boards = game_tree.children(state)
    return {ordered}
"""

QUICK = """
def quick(state):
    if ttt.TERMINAL[state]:
        return {end}
    values = [quick(after) for after in game_tree.children(state)]
    return {best}
quick = functools.cache(quick)
"""

WRONG = {
    "03.1": [
        (
            "def best_for(side, values):\n    return side * max(values)",
            "turning the sign does not make it the lowest",
        ),
        ("def best_for(side, values):\n    return sum(values) / len(values)", "their mean"),
        (
            "def best_for(side, values):\n    best = max(values) if side == 1 else min(values)",
            "a `return` is missing",
        ),
        (
            "def best_for(side, values):\n"
            "    if side == 'X':\n"
            "        return max(values)\n"
            "    return min(values)",
            "that is the lowest for both sides",
        ),
        (
            "def best_for(side, values):\n"
            "    values.sort()\n"
            "    return values[-1] if side == 1 else values[0]",
            "it changes the values it is given",
        ),
    ],
    "03.2": [
        (
            VALUE.format(end="int(ttt.WINNER[state])", best="best_for(ttt.TURN[state], values)"),
            "is a function that it calls not written yet",
        ),
        (VALUE.format(end="0", best=BEST), "the value of this board is"),
        (
            "def value(state):\n"
            "    values = [value(after) for after in game_tree.children(state)]\n"
            f"    return {BEST}",
            "first return what that board is worth",
        ),
        (
            "def value(state):\n"
            "    if ttt.TERMINAL[state]:\n"
            "        return int(ttt.WINNER[state])\n"
            "    values = [ttt.WINNER[after] for after in game_tree.children(state)]\n"
            f"    return {BEST}",
            "that looks one move ahead only; ask `value(after)`",
        ),
        (FROM_ZERO, "start it beyond every value, at -2 or 2"),
        (FROM_ZERO.replace("value(after)", "first_try(after)"), "starts at 0, so a board that is"),
        (
            FROM_ZERO.replace("best, choose = 0,", "best, choose = -1,"),
            "at -1, and nothing is lower",
        ),
        (
            FROM_ZERO.replace("best, choose = 0,", "best, choose = 1,"),
            "at +1, and nothing is higher",
        ),
        (
            FROM_ZERO.replace("best, choose = 0,", "best, choose = ttt.TURN[state],"),
            "starts at the best there is",
        ),
        (
            FROM_ZERO.replace("best, choose = 0,", "best, choose = -2 * ttt.TURN[state],").replace(
                "value(after)", "first_try(after)"
            ),
            "it asks `first_try` about the boards below",
        ),
        (
            "def value(state):\n"
            "    def choose(side, values):\n"
            "        return max(values) if side == 1 else min(values)\n"
            "    def ahead(state, below):\n"
            "        if ttt.TERMINAL[state]:\n"
            "            return int(ttt.WINNER[state])\n"
            "        return choose(ttt.TURN[state], map(below, game_tree.children(state)))\n"
            "    return ahead(state, lambda s: ahead(s, lambda s: int(ttt.WINNER[s])))",
            "that looks two moves ahead only",
        ),
        (
            "def value(state):\n    return value(state)",
            "it never stops asking",
        ),
        # The base case is right, and the same board is asked about again.
        (
            VALUE.format(end="int(ttt.WINNER[state])", best=BEST).replace(
                "value(after) for", "value(state) for"
            ),
            "ask about `after`, not about the same board again",
        ),
        (
            VALUE.format(end="int(ttt.WINNER[state])", best=BEST).replace(
                "ttt.TERMINAL[state]", "ttt.WINNER[state] != 0"
            ),
            "A draw is over, too: ask `ttt.TERMINAL`",
        ),
        (
            VALUE.format(end="int(ttt.WINNER[state])", best=BEST).replace(
                "[value(after) for after in game_tree.children(state)]", "game_tree.children(state)"
            ),
            "that is a state; ask for its value",
        ),
        (
            "def value(state):\n"
            "    if ttt.TERMINAL[state]:\n"
            "        return int(ttt.WINNER[state])\n"
            "    values = [value(after) for after in game_tree.children(state)]\n"
            "    max(values) if ttt.TURN[state] == 1 else min(values)",
            "a `return` is missing",
        ),
        (
            "def value(state):\n    return int(ttt.TURN[state] * built.value(state))",
            "that is the value to the side that is to move",
        ),
    ],
    "03.3": [
        (MEMORY.format(**PARTS | {"name": "state"}), "which is no common name: store it in"),
        (
            MEMORY.format(**PARTS | {"store": "values[state] = found", "result": "found"}).replace(
                "    if name", "    found = values.get(name)\n    if name"
            ),
            "which is no common name: store it in `values[name]`",
        ),
        (
            MEMORY.format(**PARTS | {"unknown": "state not in values"}),
            "look a name up before you work its value out",
        ),
        (
            MEMORY.format(**PARTS | {"store": "pass", "result": "found"}),
            "the dictionary is still empty after a call",
        ),
        (
            MEMORY.format(**PARTS | {"unknown": "True"}),
            "look a name up before you work its value out",
        ),
        (LOOKED_UP_LATE, "look a name up before you work its value out"),
        (
            LOOKED_UP_LATE.replace(
                "    if name not in values:\n        values[name] = found\n    return values[name]",
                "    return values.setdefault(name, found)",
            ),
            "look a name up before you work its value out",
        ),
        (
            MEMORY.format(**PARTS | {"unknown": "not values.get(name)"}),
            "a stored 0 is false in an `if`, so ask `name in values`",
        ),
        (
            MEMORY.format(**PARTS | {"store": "values[state] = found"}),
            "store the value under `name`",
        ),
        (
            MEMORY.format(**PARTS | {"result": "values[state]"}),
            "which is no common name: the value of the board is `values[name]`",
        ),
        (
            MEMORY.format(**PARTS).replace("best(below)", "best([0, *below])"),
            "starts at 0, so a board that is",
        ),
        (MEMORY.format(**PARTS | {"best": "max"}), "that is the highest for both sides"),
        (MEMORY.format(**PARTS | {"best": "min"}), "that is the lowest for both sides"),
        (NOTED_BELOW, "the board that it was asked about is not"),
        (MEMORY.format(**PARTS | {"result": "found"}), "raised UnboundLocalError"),
        # A missing `else`: what a finished game is worth is written over.
        (
            MEMORY.format(**PARTS)
            .replace("best(below) if below else int(ttt.WINNER[state])", "0")
            .replace("= 0", "= int(ttt.WINNER[state])\n        found = best(below)"),
            "first return what that board is worth",
        ),
        (
            MEMORY.format(
                **PARTS | {"store": "values[name] = found\n        return found"}
            ).replace("    return values[name]", ""),
            "a `return` is missing",
        ),
        (
            MEMORY.format(**PARTS).replace("remembered(after, values)", "remembered(after, {})"),
            "holds this board only",
        ),
        (
            "def remembered(state, values):\n"
            "    values[ttt.CANONICAL[state]] = built.value(state)\n"
            "    return built.value(state)",
            "holds this board only",
        ),
        (
            "def remembered(state, values):\n"
            "    return built.remembered(state, values), len(values)",
            "one number is asked for",
        ),
    ],
    "03.4": [
        (
            MOVES.format(best="max(after.values())", moves="[c for c in free if after[c] == best]"),
            "best for the other side",
        ),
        (
            MOVES.format(best=OF_SIDE, moves="[c for c in free if after[c] == best][:1]"),
            "others of the same value are as good",
        ),
        (MOVES.format(best=OF_SIDE, moves="free"), "these are all free cells"),
        (MOVES.format(best=OF_SIDE, moves="best"), "a list of cells is asked"),
        (
            MOVES.format(
                best=OF_SIDE, moves="[worth for worth in after.values() if worth == best]"
            ),
            "these are values; return the cells that have the best one",
        ),
        (
            MOVES.format(best=OF_SIDE, moves="(c for c in free if after[c] == best)"),
            "it returns a generator, but a list is asked for",
        ),
        (
            MOVES.format(best=OF_SIDE, moves="{c for c in free if after[c] == best}"),
            "it returns a set, but a list is asked for",
        ),
        (
            MOVES.format(best=OF_SIDE, moves="[i for i, c in enumerate(free) if after[c] == best]"),
            "these are places among the free cells",
        ),
        (
            MOVES.format(best=OF_SIDE, moves="np.array([c for c in free if after[c] == best])"),
            "it returns an array, but a list is asked for",
        ),
        (MOVES.format(best=OF_SIDE, moves="list(range(9))"), "not all of these cells are free"),
        (
            MOVES.format(best=OF_SIDE, moves="[c for c in free if after[c] == best]").replace(
                "value_of(ttt.next_state(state, cell))", "value_of(cell)"
            ),
            "no game comes to a board of that number: is it a cell?",
        ),
        (
            "def best_moves(state, value_of):\n"
            "    return [c for c in range(9)"
            " if value_of(ttt.next_state(state, c)) == value_of(state)]",
            "raised IllegalMoveError: cell",
        ),
        (
            "def best_moves(state, value_of):\n"
            "    return [c for c in range(9) if ttt.LEGAL[state, c]"
            " and value_of(ttt.next_state(state, c)) == value_of(state)]",
            "these keep `value_of(state)`, but an opinion may change with every move",
        ),
        (
            "def best_moves(state, value_of):\n    return best_moves_solution(state, built.value)",
            "Ask the function that is handed in",
        ),
        (
            "def best_moves(state, value_of):\n    best_moves_solution(state, value_of)",
            "a `return` is missing",
        ),
    ],
    "03.5": [
        (CUT.format(**RIGHT_CUT | {"cut": "False"}), "nothing is left out"),
        (
            CUT.format(**RIGHT_CUT).replace("alpha_beta(after, low, high)", "alpha_beta(after)"),
            "low and high are not handed down",
        ),
        (CUT.format(**RIGHT_CUT | {"cut": "low > high"}), "equal is enough"),
        (CUT.format(**RIGHT_CUT | {"high": "min(low, found)"}), "high is made from low; O keeps"),
        (CUT.format(**RIGHT_CUT | {"low": "max(high, found)"}), "low is made from high; X keeps"),
        (
            CUT.format(**RIGHT_CUT | {"low": "max(high, found)", "high": "min(low, found)"}),
            "low is made from high, and high from low",
        ),
        (
            CUT.format(**RIGHT_CUT | {"low": "min(low, found)", "high": "max(high, found)"}),
            "low never rises and high never falls",
        ),
        (CUT.format(**RIGHT_CUT | {"high": "max(high, found)"}), "high never falls"),
        (CUT.format(**RIGHT_CUT | {"low": "min(low, found)"}), "low never rises"),
        (CUT.format(**RIGHT_CUT | {"cut": "found == -1"}), "sooner than the rules say"),
        # After a certain win nothing can matter; but the count is then not that of the rules.
        (
            CUT.format(**RIGHT_CUT | {"cut": "low >= high or found == ttt.TURN[state]"}),
            "by the rules it should be",
        ),
        (CUT.format(**RIGHT_CUT | {"high": "..."}), "there is still a ... in it"),
    ],
    "03.6": [
        (
            LIMITED.format(**STOP | {"below": "limited(after, depth)"}),
            "ask `limited(after, depth - 1)`",
        ),
        (
            LIMITED.format(**STOP | {"below": "built.value(after)"}),
            "ask `limited(after, depth - 1)`",
        ),
        (LIMITED.format(**STOP | {"over": "ttt.WINNER[state]"}), "a draw is over, too"),
        (
            "def limited(state, depth):\n"
            "    if depth == 0:\n"
            "        return game_tree.square_heuristic(state)\n"
            "    if ttt.TERMINAL[state]:\n"
            "        return int(ttt.WINNER[state])\n"
            "    values = [limited(after, depth - 1) for after in game_tree.children(state)]\n"
            "    return max(values) if ttt.TURN[state] == 1 else min(values)",
            "ask first whether the game is over",
        ),
        (
            LIMITED.format(
                **STOP | {"opinion": "ttt.TURN[state] * game_tree.square_heuristic(state)"}
            ),
            "the opinion is a value to X, whoever moves",
        ),
        (
            LIMITED.format(**STOP | {"below": "limited(state, depth)"}),
            "ask about `after`, not about the same board again",
        ),
        (
            LIMITED.format(**STOP | {"opinion": "int(game_tree.square_heuristic(state))"}),
            "the opinion is rounded to a whole number",
        ),
        (LIMITED.format(**STOP | {"stop": "-1"}), "it looks one move too far"),
        (FALLING.format(stop="== 0"), "it jumps past 0, and the search goes on to the end"),
        (FALLING.format(stop="<= 0"), "so the later moves are looked at less far"),
        (LIMITED.format(**STOP | {"over": "False"}), "looking 0 moves ahead"),
        (
            LIMITED.format(**STOP | {"opinion": "game_tree.square_heuristic"}),
            "one number is asked for",
        ),
    ],
    "03.7": [
        (
            RECIPE.format(cells="(4, 0, 8, 2, 6, 1, 3, 5, 7)", take="(wins or free)[0]"),
            "when the cells 4, 0, 8",
        ),
        (
            RECIPE.format(cells="(0, 8, 2, 6, 1, 3, 5, 7, 4)", take="free[0]"),
            "when the cells 0, 4, 8",
        ),
        (
            RECIPE.format(cells="(0, 2, 6, 8, 1, 3, 5, 7, 4)", take="(wins or free)[0]"),
            "O wins. Take the opposite corner first, so that O has nothing to block",
        ),
        (
            RECIPE.format(
                cells="rng.permutation([0, 8, 2, 6, 1, 3, 5, 7, 4])", take="(wins or free)[0]"
            ),
            "no dice, please",
        ),
        # No line is completed, and the corners have gone.
        (
            RECIPE.format(cells="(0, 8, 2, 6)", take="free[0] if free else 4"),
            "wins at once in",
        ),
        (
            "def recipe(state):\n    for cell in (0, 8, 2, 6):\n"
            "        if ttt.LEGAL[state, cell]:\n            return cell",
            "no corner is free: now complete your line",
        ),
        ("def recipe(state):\n    return 0", "0 is not free here"),
        ("def recipe(state):\n    return 'A1'", "cell A1 is not free here"),
        ("def recipe(state):\n    return 'A4'", "'A4' is not a cell: a number 0 to 8"),
        ("def recipe(state):\n    return [recipe_solution(state)]", "[0] is not a cell"),
        ("def recipe(state):\n    recipe_solution(state)", "a `return` is missing"),
    ],
    "03.8": [
        (FIRST.format(ordered="boards"), "looks at 18,297 positions"),
        (
            FIRST.format(ordered="sorted(boards, key=game_tree.square_heuristic)"),
            "Its best boards have the highest values",
        ),
        (
            FIRST.format(
                ordered="sorted(boards, key=lambda b: "
                "-ttt.TURN[state] * game_tree.square_heuristic(b))"
            ),
            "squares alone are not enough. Does a winning move come first?",
        ),
        (
            FIRST.format(
                ordered="sorted(boards, key=lambda b: "
                "-ttt.WINNER[b] - game_tree.square_heuristic(b))"
            ),
            "Its best boards have the lowest values",
        ),
        (
            FIRST.format(
                ordered="sorted(boards, key=lambda b: "
                "ttt.TURN[state] * (ttt.WINNER[b] + game_tree.square_heuristic(b)))[:2]"
            ),
            "change only their order",
        ),
        # `sorted` of older versions of Python asks `reverse` for a whole number, as this does.
        (
            FIRST.format(
                ordered="sorted(boards, key=game_tree.square_heuristic, "
                "reverse=operator.index(ttt.TURN[state] == 1))"
            ).replace("boards =", "import operator\n    boards ="),
            "this is NumPy's: `reverse=bool(...)`",
        ),
        (FIRST.format(ordered="set(boards)"), "a set has no order"),
        (FIRST.format(ordered="boards.sort()"), "a `return` is missing"),
        (FIRST.format(ordered="ttt.START"), "it should be a list of states"),
    ],
    "03.9": [
        (
            QUICK.format(end="int(ttt.WINNER[state])", best=BEST),
            "a win is worth the same whenever it comes",
        ),
        (
            QUICK.format(end="int(ttt.WINNER[state])", best=f"0.9 * ({BEST})").replace(
                "ttt.TERMINAL[state]", "ttt.WINNER[state] != 0"
            ),
            "A draw is over, too",
        ),
        (
            QUICK.format(end="0.9 * ttt.WINNER[state]", best=BEST),
            "by your values the best moves are the cells",
        ),
        (QUICK.format(end="int(ttt.WINNER[state])", best=f"1.1 * ({BEST})"), "To win soonest"),
        (
            QUICK.format(end="int(ttt.WINNER[state])", best=f"2 * ({BEST})"),
            "as with a factor above 1",
        ),
        (
            QUICK.format(end="int(ttt.WINNER[state])", best=f"({BEST}) - 0.01"),
            "which should be 0",
        ),
        (
            QUICK.format(end="int(ttt.WINNER[state])", best="0.9 * max(values)"),
            "which should be",
        ),
        (QUICK.format(end="int(ttt.WINNER[state])", best="None"), "a `return` is missing"),
    ],
}
