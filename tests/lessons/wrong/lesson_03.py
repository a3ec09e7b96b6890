"""Wrong answers to the exercises of lesson 03, each with a piece of the reason it must get."""

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
PARTS = {
    "name": "ttt.CANONICAL[state]",
    "unknown": "name not in values",
    "best": "max if ttt.TURN[state] == 1 else min",
    "store": "values[name] = found",
    "result": "values[name]",
}

RECIPE = """
def recipe(state):
    free = [cell for cell in {cells} if ttt.LEGAL[state, cell]]
    wins = [cell for cell in free if ttt.WINNER[ttt.next_state(state, cell)] == 1]
    return {take}
"""

WRONG = {
    "03.1": [
        (
            "def best_moves(state):\n"
            "    legal = [cell for cell in range(9) if ttt.LEGAL[state, cell]]\n"
            "    values = [V[ttt.next_state(state, cell)] for cell in legal]\n"
            "    return [c for c, value in zip(legal, values) if value == max(values)]",
            "O takes the lowest value",
        ),
        (
            "def best_moves(state):\n    return best_moves_solution(state)[:1]",
            "keeps the value 0 too",
        ),
        (
            "def best_moves(state):\n    return [c for c in range(9) if ttt.LEGAL[state, c]]",
            "and the position is worth",
        ),
        (
            "def best_moves(state):\n    return best_moves_solution(state)[0]",
            "a list of cells is asked",
        ),
        ("def best_moves(state):\n    return list(range(9))", "is in your list and it is taken"),
        (
            "def best_moves(state):\n"
            "    return [c for c in range(9) if V[ttt.next_state(state, c)] == V[state]]",
            "raised IllegalMoveError: cell 0 is taken",
        ),
        ("def best_moves(state):\n    best_moves_solution(state)", "a `return` is missing"),
        (
            "def best_moves(state):\n"
            "    return [cell in best_moves_solution(state) for cell in range(9)]",
            "is not a list of cells, 0 to 8 or A1 to C3",
        ),
    ],
    "03.2": [
        (MEMORY.format(**PARTS | {"name": "state"}), "it remembers 5,478 boards"),
        (
            MEMORY.format(**PARTS | {"store": "pass", "result": "found"}),
            "the dictionary is still empty after a call",
        ),
        (
            MEMORY.format(**PARTS | {"unknown": "True"}),
            "look a name up before you work its value out",
        ),
        (MEMORY.format(**PARTS | {"best": "max"}), "the value of this board is"),
        (MEMORY.format(**PARTS | {"result": "found"}), "raised UnboundLocalError"),
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
            "    values[ttt.CANONICAL[state]] = value_of(state)\n"
            "    return value_of(state)",
            "holds this board only",
        ),
        (
            "def remembered(state, values):\n"
            "    return remembered_solution(state, values), len(values)",
            "one number is asked for",
        ),
    ],
    "03.3": [
        ("order = range(9)", "look at 18,297 positions"),
        ("order = (4, 0, 2, 6, 8, 1, 3, 5, 7)", "look at 7,275 positions"),
        ("order = (4, 0, 8, 2, 6)", "does not name each of the nine cells once"),
        ("order = {4, 0, 8, 2, 6, 1, 7, 3, 5}", "a set has no order"),
        (
            "order = [4.0, 0, 8, 2, 6, 1, 7, 3, 5]",
            "is not a list of cells, 0 to 8 or A1 to C3",
        ),
        ("order = ('B2', 'A1', 'C1')", "does not name each of the nine cells once"),
        ("order = 4", "a list of cells is asked for, and this is 4"),
    ],
    "03.4": [
        (
            RECIPE.format(cells="(4, 0, 8, 2, 6, 1, 3, 5, 7)", take="(wins or free)[0]"),
            "when the cells 4, 0, 8",
        ),
        (
            RECIPE.format(cells="(0, 8, 2, 6, 1, 3, 5, 7, 4)", take="free[0]"),
            "when the cells 0, 4, 8",
        ),
        (RECIPE.format(cells="(0, 2, 6, 8, 1, 3, 5, 7, 4)", take="(wins or free)[0]"), "O wins"),
        ("def recipe(state):\n    return 0", "0 is no free cell here"),
        ("def recipe(state):\n    return 'A1'", "cell A1 is no free cell here"),
        ("def recipe(state):\n    return 'A4'", "'A4' is not a cell: a number 0 to 8"),
        ("def recipe(state):\n    return [recipe_solution(state)]", "[0] is not a cell"),
        ("def recipe(state):\n    recipe_solution(state)", "a `return` is missing"),
    ],
    "03.5": [
        (
            "def score(state):\n    return ttt.WINNER[state] * ttt.PLY[state]",
            "which is not better for X",
        ),
        ("def score(state):\n    return ttt.WINNER[state]", "which is not better for X"),
        (
            "def score(state):\n    return 10 * ttt.WINNER[state] - ttt.PLY[state]",
            "it is a draw, 0 is right",
        ),
        (
            "def score(state):\n"
            "    return 10 * ttt.WINNER[state] - ttt.PLY[state] * abs(ttt.WINNER[state])",
            "which is not better for O",
        ),
        ("def score(state):\n    return 10 - ttt.PLY[state]", "is right"),
        ("score = game_tree.fast_score", "these are the numbers of fast_score: right, and printed"),
        (
            "def score(state):\n    return ttt.WINNER[state] * (10 - ttt.PLY[state])",
            "Find another score with the same properties",
        ),
        ("def score(state):\n    ttt.WINNER[state] / ttt.PLY[state]", "a `return` is missing"),
        ("def score(state):\n    return ttt.PLY[state], 1", "one number is asked for"),
    ],
}
