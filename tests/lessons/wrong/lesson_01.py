"""Wrong answers to the exercises of lesson 01, each with a piece of the reason it must get."""

WRONG = {
    "01.1": [
        (
            "def decode(state):\n    return [state // 10**cell % 10 for cell in range(9)]",
            "these are the digits in base ten, not three",
        ),
        # The most significant digit first, as decimals are written.
        (
            "def decode(state):\n    return [state // 3 ** (8 - cell) % 3 for cell in range(9)]",
            "decode(163) is back to front",
        ),
        # Dividing until nothing is left loses the empty cells at the end.
        (
            "def decode(state):\n    digits = []\n    while state:\n"
            "        digits.append(state % 3)\n        state //= 3\n    return digits",
            "decode(163) has 5 digits; an empty cell is a digit too",
        ),
        (
            "def decode(state):\n    return [state // 3**cell for cell in range(9)]",
            "decode(163) is [163,",
        ),
        ("def decode(state):\n    return np.base_repr(state, 3)", "a list is asked for"),
        ("def decode(state):\n    digits = [state % 3]", "a `return` is missing"),
        # Rows, a digit too many, fractions.
        (
            "def decode(state):\n    return [decode_solution(state)[r : r + 3] for r in (0, 3, 6)]",
            "nine digits are asked for, in one flat list",
        ),
        (
            "def decode(state):\n    return [state // 3**cell % 3 for cell in range(10)]",
            "nine digits are asked for, in one flat list",
        ),
        (
            "def decode(state):\n    return [state / 3**cell % 3 for cell in range(9)]",
            "not whole numbers: divide with //",
        ),
        (
            "def decode(state):\n    return (state // 3**cell % 3 for cell in range(9))",
            "type generator, and a list is asked for",
        ),
    ],
    "01.2": [
        # Empty cells are not all: the game may be over.
        (
            "def legal_moves(state):\n    return np.flatnonzero(ttt.CELLS[state] == 0)",
            "the game is over here, so no cell may be taken",
        ),
        # winner_of is 0 where both sides have a line.
        (
            "def legal_moves(state):\n    if winner_of(state) or ttt.TURN[state] == 0:\n"
            "        return []\n    return [c for c in range(9) if ttt.CELLS[state, c] == 0]",
            "the game is over here, so no cell may be taken",
        ),
        # Only X's line ends the game.
        (
            "def legal_moves(state):\n    if has_line(state, 1):\n        return []\n"
            "    return [c for c in range(9) if ttt.CELLS[state, c] == 0]",
            "the game is over here, so no cell may be taken",
        ),
        (
            "def legal_moves(state):\n    if has_line(state, 1) or has_line(state, 2):\n"
            "        return []\n    return [c for c in range(9) if ttt.CELLS[state, c] == 0]",
            "nobody is to move here, as TURN says",
        ),
        # Cells counted from 1, as in the first article.
        (
            "def legal_moves(state):\n    return [c + 1 for c in legal_moves_solution(state)]",
            "legal_moves(0) is [1, 2, 3, 4, 5, 6, 7, 8, 9]; give cell numbers 0 to 8",
        ),
        (
            "def legal_moves(state):\n    return [c for c in legal_moves_solution(state) if c]",
            "cell 0 is empty and may be taken",
        ),
        # Text, the states after the moves, a row of the table.
        (
            "def legal_moves(state):\n    return [str(c) for c in legal_moves_solution(state)]",
            "give cell numbers 0 to 8",
        ),
        ("def legal_moves(state):\n    return followers(state)", "give cell numbers 0 to 8"),
        (
            "def legal_moves(state):\n    return ttt.LEGAL[state]",
            "these are True and False, not cell numbers",
        ),
        (
            "def legal_moves(state):\n    return {c: True for c in legal_moves_solution(state)}",
            "type dict, and a list is asked for",
        ),
    ],
    "01.3": [
        # The first article's rule.
        ("def possible(state):\n    return bool(kept[state])", "the first one ended the game"),
        (
            "def possible(state):\n    both = has_line(state, 1) and has_line(state, 2)\n"
            "    return kept[state] and not both",
            "moved last, after the other side had won",
        ),
        # O's marks after X's line are noticed, X's after O's are not.
        (
            "def possible(state):\n    if has_line(state, 1) and ttt.TURN[state] != -1:\n"
            "        return False\n    both = has_line(state, 1) and has_line(state, 2)\n"
            "    return ttt.TURN[state] != 0 and not both",
            "X moved last, after the other side had won",
        ),
        # The lines without the counts.
        (
            "def possible(state):\n    return not (has_line(state, 1) and has_line(state, 2))",
            "taking turns never gives 0 X and 1 O",
        ),
        # Two lines at once taken for impossible.
        (
            "def possible(state):\n"
            "    return possible_solution(state) and len(ttt.winning_lines(state)) < 2",
            "one last move can complete two lines",
        ),
        (
            "def possible(state):\n    if ttt.TURN[state] == 0:\n        return False",
            "a `return` is missing",
        ),
        (
            "def possible(state):\n    return 'possible' if ttt.TURN[state] else 'impossible'",
            "possible(0) is 'possible'; return True or False",
        ),
    ],
    "01.4": [
        # Turns only.
        (
            "def canonical(state):\n    images = [state]\n    for _ in range(3):\n"
            "        images.append(moved(images[-1], quarter))\n    return min(images)",
            "the smallest of the four turns; turn the mirror image too",
        ),
        # The turns, and the mirror image unturned.
        (
            "def canonical(state):\n    images = [state, moved(state, mirror)]\n"
            "    for _ in range(3):\n        state = moved(state, quarter)\n"
            "        images.append(state)\n    return min(images)",
            "turn the mirror image too",
        ),
        # The state and its mirror image only.
        (
            "def canonical(state):\n    return min(state, moved(state, mirror))",
            "another image has a smaller code",
        ),
        (
            "def canonical(state):\n    return max(ttt.symmetries(state))",
            "the largest of the codes",
        ),
        (
            "def canonical(state):\n    return sorted(ttt.symmetries(state).tolist())",
            "one number is asked for",
        ),
        (
            "def canonical(state):\n    return str(canonical_solution(state))",
            "canonical(0) is '0', and one number is asked for",
        ),
        # The sum of the images.
        (
            "def canonical(state):\n    return sum(ttt.symmetries(state))",
            "not the code of one of its eight images",
        ),
    ],
    "01.5": [
        # X's marks in any order, O's marks in any order: but some of these games end early.
        (
            "from math import factorial\ndef histories(state):\n"
            "    x, o = ((ttt.CELLS[state] == d).sum() for d in (1, 2))\n"
            "    return factorial(x) * factorial(o)",
            "orders in which the game was over before",
        ),
        (
            "from math import factorial\ndef histories(state):\n"
            "    return factorial((ttt.CELLS[state] > 0).sum())",
            "X and O take turns",
        ),
        # Counting the boards one move before, not the histories.
        (
            "def histories(state):\n    return sum(state in followers(s) for s in reachable)",
            "histories(0) is 0, not 1: there is one way to have no marks",
        ),
        (
            "def histories(state):\n    return str(histories_solution(state))",
            "histories(0) is '1', and one number is asked for",
        ),
        ("def histories(state):\n    return [1]", "is [1], and one number is asked for"),
        # Taking marks of either side away.
        (
            "@functools.cache\ndef histories(state):\n    if state == 0:\n        return 1\n"
            "    cells = [c for c in range(9) if ttt.CELLS[state, c]]\n"
            "    return sum(histories(state - int(ttt.CELLS[state, c]) * 3**c) for c in cells)",
            "X and O take turns",
        ),
        # Taking marks of the side that is to move away.
        (
            "@functools.cache\ndef histories(state):\n    if state == 0:\n        return 1\n"
            "    digit = 1 if ttt.TURN[state] == 1 else 2\n"
            "    cells = [c for c in range(9) if ttt.CELLS[state, c] == digit]\n"
            "    before = [state - digit * 3**c for c in cells]\n"
            "    return sum(histories(s) for s in before if not ttt.TERMINAL[s])",
            "O is to move here, so the last mark was one of X: take each X away",
        ),
    ],
}
