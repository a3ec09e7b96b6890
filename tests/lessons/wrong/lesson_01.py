"""Wrong answers to the exercises of lesson 01, each with a piece of the reason it must get."""


def encode(term):
    """The source of an `encode` that adds up this term for each cell."""
    return f"def encode(board):\n    return sum({term} for cell, digit in enumerate(board))"


def decode(answer):
    """The source of a `decode` with this answer."""
    return f"def decode(state):\n    return {answer}"


TURN_OF = """
def turn_of(state):
    board = my_decode(state)
    more = board.count(1) - board.count(2)
    return {answer}
"""


def turn_of(answer):
    """The source of a `turn_of` with this answer."""
    return TURN_OF.format(answer=answer)


WINNER_OF = """
def winner_of(state):
    board = my_decode(state)
    for a, b, c in ttt.LINES:
        if {line}:
            return {answer}
        {otherwise}
    return 0
"""


def winner_of(
    line="board[a] == board[b] == board[c] != 0",
    answer="1 if board[a] == 1 else -1",
    otherwise="pass",
):
    """The source of a `winner_of` with one thing about it changed."""
    return WINNER_OF.format(line=line, answer=answer, otherwise=otherwise)


def by_lines(answer):
    """The source of a `winner_of` completed with this answer."""
    return (
        "def winner_of(state):\n    lines = np.take(my_decode(state), ttt.LINES).tolist()\n"
        f"    return {answer}"
    )


BY_SUMS = """
def winner_of(state):
    board = my_decode(state)
    for a, b, c in ttt.LINES:
        total = board[a] + board[b] + board[c]
        if total == 3:
            return 1
        if total == 6:
            return -1
    return 0
"""

LEGAL_MOVES = """
def legal_moves(state):
    if {over}:
        return []
    board = my_decode(state)
    return {answer}
"""


def legal_moves(
    over="my_winner(state) or my_turn(state) == 0",
    answer="[cell for cell in range(9) if board[cell] == 0]",
):
    """The source of a `legal_moves` with one thing about it changed."""
    return LEGAL_MOVES.format(over=over, answer=answer)


def next_state(answer):
    """The source of a `next_state` with this answer, in which `digit` is that of the mover."""
    return (
        "def next_state(state, cell):\n    digit = 1 if my_turn(state) == 1 else 2\n"
        f"    return {answer}"
    )


REACHABLE = """
def reachable():
    found = layer = {{ttt.START}}
    for _ in range({times}):
        layer = {{my_next(state, cell) for state in layer for cell in my_moves(state)}}
        found = {found}
    return {answer}
"""


def reachable(times=9, found="found | layer", answer="found"):
    """The source of a `reachable` with one thing about it changed."""
    return REACHABLE.format(times=times, found=found, answer=answer)


CANONICAL = """
def canonical(state):
    board = my_decode(state)
    images = [board]
    for _ in range(3):
        images.append([images[-1][cell] for cell in quarter])
    codes = [my_encode(image) for image in images]
    return {answer}
"""


def canonical(answer="min(codes)"):
    """The source of a `canonical` that turns, and then answers."""
    return CANONICAL.format(answer=answer)


MIRRORED = "my_encode([board[cell] for cell in mirror])"
ONE_TURN = """
def canonical(state):
    codes = []
    for board in (my_decode(state), [my_decode(state)[cell] for cell in mirror]):
        codes.append(my_encode(board))
        for _ in range(3):
            codes.append(my_encode([board[cell] for cell in quarter]))
    return min(codes)
"""

PLAYER = """
def player(state):
    for cell in {cells}:
        if {wins}:
            return cell
        {otherwise}
    return {answer}
"""


def player(
    cells="my_moves(state)",
    wins="my_winner(my_next(state, cell)) != 0",
    otherwise="pass",
    answer="my_moves(state)[0]",
):
    """The source of a `player` with one thing about it changed."""
    return PLAYER.format(cells=cells, wins=wins, otherwise=otherwise, answer=answer)


WRONG = {
    "01.1": [
        (encode("digit * 10**cell"), "the weights are powers of ten"),
        (encode("digit * 3 ** (8 - cell)"), "back to front"),
        ("def encode(board):\n    return sum(board)", "the sum of the digits"),
        (encode("cell * 3**digit"), "`enumerate` gives the cell first, then its digit"),
        (encode("cell**3 * digit"), "and the code is 163"),
        # A name of the lesson's in place of the argument.
        (
            encode("digit * 3**cell").replace("(board))", "(digits))"),
            "code of the lesson's `digits`",
        ),
        ("def encode(board):\n    return ''.join(map(str, board))", "one number is asked for"),
        ("def encode(board):\n    code = sum(board)", "a `return` is missing"),
        (
            "def encode(board):\n    board.reverse()\n    code = 0\n    for digit in board:\n"
            "        code = 3 * code + digit\n    return code",
            "it changes the board it is given",
        ),
    ],
    "01.2": [
        (
            decode("[state // 10**cell % 10 for cell in range(9)]"),
            "these are the digits in base ten, not three",
        ),
        # The line of the task as it stands, and with half of it put into base three.
        (decode("[state // 100 % 10 for cell in range(9)]"), "base ten, as in the example"),
        # The most significant digit first, as decimals are written.
        (
            decode("[state // 3 ** (8 - cell) % 3 for cell in range(9)]"),
            "back to front: cell 0, with the weight 1, comes first",
        ),
        # Dividing until nothing is left loses the empty cells at the end.
        (
            "def decode(state):\n    digits = []\n    while state:\n"
            "        digits.append(state % 3)\n        state //= 3\n    return digits",
            "an empty cell is a digit too, so there are nine",
        ),
        (decode("[state // 3**cell % 3 for cell in range(8)]"), "the last cell is missing"),
        (
            "def decode(state):\n    for cell in range(9):\n        return [state // 3**cell % 3]",
            "the `return` is inside the loop",
        ),
        (decode("np.base_repr(state, 3)"), "it returns a str, but a list is asked for"),
        (decode("np.array(decode_solution(state))"), ".tolist() makes one of it"),
        (
            "def decode(state):\n    digits = [state % 3]",
            "decode(163) returns None: perhaps a `return` is missing",
        ),
        # Rows, a digit too many, fractions.
        (
            decode("[decode_solution(state)[r : r + 3] for r in (0, 3, 6)]"),
            "nine digits are asked for, in one flat list",
        ),
        (
            decode("[state // 3**cell % 3 for cell in range(10)]"),
            "nine digits are asked for, in one flat list",
        ),
        (
            decode("[state / 3**cell % 3 for cell in range(9)]"),
            "not whole numbers: divide with //",
        ),
        (
            decode("(state // 3**cell % 3 for cell in range(9))"),
            "it returns a generator, but a list is asked for",
        ),
    ],
    "01.3": [
        (turn_of("1 if more == 0 else -1"), "no game leaves these numbers of marks"),
        (turn_of("-1 if more == 0 else 1 if more == 1 else 0"), "the other side: X begins"),
        (
            "def turn_of(state):\n    marks = 9 - my_decode(state).count(0)\n"
            "    return 1 if marks % 2 == 0 else -1",
            "even or odd does not tell: X begins, so no game leaves one O alone",
        ),
        (
            turn_of("0 if 0 not in board else 1 if more == 0 else -1 if more == 1 else 0"),
            "also when the game is over",
        ),
        (turn_of("1 if more == 0 else 2 if more == 1 else 0"), "+1 stands for X, -1 for O"),
        (turn_of("'X' if more == 0 else 'O'"), "one number is asked for"),
        (turn_of("more == 0"), "one number is asked for"),
        (turn_of("1 if more == 0 else 0"), "the numbers of X and O fit here"),
        # A second `if` begins anew, and its `else` takes the first case, too.
        (turn_of("-1 if more == 1 else 0"), "is the second question an `elif`?"),
        ("def turn_of(state):\n    my_decode(state)", "turn_of(0) returns None"),
        (turn_of("1 if more == 0 else -1 if more == 1 else None"), "turn_of(2) returns None"),
    ],
    "01.4": [
        (
            by_lines("1 if [1, 1, 1] in lines else 2 if [2, 2, 2] in lines else 0"),
            "that is the digit of the mark; for O it is -1",
        ),
        (by_lines("1 if [1, 1, 1] in lines else -1"), "nobody has a line"),
        (by_lines("[1, 1, 1] in lines"), "one number is asked for"),
        (winner_of(otherwise="return 0"), "the loop returns before it comes to the next"),
        (winner_of(line="board[a] == board[b] == board[c]"), "three empty cells are none"),
        (winner_of(answer="board[a]"), "that is the digit of the mark; for O it is -1"),
        (BY_SUMS, "2 + 1 + 0 is 3, too: compare each of the three digits"),
        (
            by_lines("1 if 3 in map(sum, lines) else -1 if 6 in map(sum, lines) else 0"),
            "compare the digits, not their sums",
        ),
        (
            winner_of(line="board[a] == board[b] == board[c]", answer="board[a]"),
            "it stopped at three empty cells, the first line of three equal digits; and for O",
        ),
        (winner_of(answer="'X' if board[a] == 1 else 'O'"), "one number is asked for"),
        # One branch without a `return`.
        (
            winner_of(line="board[a] == board[b] == board[c] == 1").replace("    return 0", ""),
            "winner_of(0) returns None: perhaps a `return` is missing",
        ),
        # A mark that is in the line twice is taken for a line.
        (winner_of(line="board[a] == board[b] != 0"), "nobody has a line"),
    ],
    "01.5": [
        (legal_moves(over="False"), "the game is over here"),
        (legal_moves(over="my_turn(state) == 0"), "the game is over here"),
        (legal_moves(over="my_winner(state)"), "nobody is to move here"),
        # Moves for X alone.
        (legal_moves(over="my_winner(state) or my_turn(state) != 1"), "O may move, too"),
        (legal_moves(over="my_turn(state) < 1"), "O may move, too"),
        # The first empty cell for each of them.
        (
            legal_moves(answer="[board.index(digit) for digit in board if digit == 0]"),
            "board.index(digit) is the first cell with this digit, each time",
        ),
        # Only X's line ends the game.
        (legal_moves(over="my_winner(state) == 1 or my_turn(state) == 0"), "the game is over here"),
        # Cells counted from 1, as in the first article.
        (
            legal_moves(answer="[cell + 1 for cell in range(9) if board[cell] == 0]"),
            "it returns [1, 2, 3, 4, 5, 6, 7, 8, 9]; give cell numbers 0 to 8",
        ),
        (
            legal_moves(answer="[cell for cell in range(1, 9) if board[cell] == 0]"),
            "an empty cell is missing",
        ),
        (legal_moves(answer="[cell for cell in range(9) if board[cell]]"), "these cells are taken"),
        (
            legal_moves(over="my_winner(state) and my_turn(state) == 0"),
            "look at your `and` or `or`",
        ),
        (legal_moves(answer="list(range(9))"), "a cell in it is taken"),
        (legal_moves(answer="[0, 0, *range(1, 9)]"), "a cell is in it twice"),
        # Digits instead of cells, and one branch without a `return`.
        (legal_moves(answer="[digit for digit in board if digit == 0]"), "these are digits"),
        (legal_moves(answer="board"), "these are digits; the numbers of the cells are asked for"),
        (
            legal_moves(over="my_winner(state)").replace("return []", "return None"),
            "returns None: perhaps a `return` is missing",
        ),
        (
            legal_moves(answer="np.flatnonzero(np.array(board) == 0)"),
            "it returns an array, but a list is asked for",
        ),
        # Text, a row of the package's table, a table.
        (legal_moves(answer="[str(c) for c in range(9) if not board[c]]"), "give cell numbers"),
        (legal_moves(answer="ttt.LEGAL[state]"), "these are True and False, not cell numbers"),
        (legal_moves(answer="{c: True for c in range(9)}"), "it returns a dict"),
    ],
    "01.6": [
        (next_state("state + 3**cell"), "O adds twice the weight"),
        (next_state("state + 3**cell * (3 - my_turn(state)) / 2"), "a float"),
        (next_state("state + (3 - digit) * 3**cell"), "it is the other side's move"),
        (next_state("state + my_turn(state) * 3**cell"), "the digit 2, not -1"),
        (
            next_state("state + 3**cell if digit == 1 else 2 * 3**cell"),
            "put brackets round the choice",
        ),
        (next_state("my_decode(state)"), "one number is asked for"),
        (next_state("None"), "a `return` is missing"),
        (next_state("state"), "next_state(0, 0) is 0, and 1 is right"),
    ],
    "01.7": [
        (reachable(answer="found - {ttt.START}"), "the empty board is a position, too"),
        (
            reachable(answer="{state for state in found if my_moves(state)}"),
            "boards on which the game is over are positions, too",
        ),
        ("reachable = reachable_solution()", "a function is asked for here, but this is {"),
        (reachable(found="layer"), "only the last boards are kept"),
        (reachable(times=1), "no board in it has nine marks"),
        (reachable(times=8), "no board in it has nine marks"),
        (reachable(answer="len(found)"), "it returns an int, but a set of states is asked for"),
        (reachable(answer="[*found, ttt.START]"), "more than once: collect them in a set"),
        (reachable(answer="{str(state) for state in found}"), "not all that it returns are state"),
        (reachable(answer="set(range(n_codes))"), "no game gets there"),
        ("def reachable():\n    found = {ttt.START}", "a `return` is missing"),
    ],
    "01.8": [
        ('explanation = ["B", "E", "C", "G"]', "the marks do not: print both codes"),
        ('explanation = ["A", "F", "C", "G"]', "what is in the brackets of your functions"),
        ('explanation = ["A", "E", "D", "G"]', "asked about the same number in both games"),
        ('explanation = ["A", "E", "C", "H"]', "is about what comes next, and that is the same"),
        ('explanation = ["A", "C", "E", "G"]', "gap 2, 'the same in both': read the sentence"),
        ('explanation = ["A", "E", "C", 4]', "gap 4: '4' is none of the letters A to H"),
        ('explanation = ["A", "E", "C"]', "a list of 4 letters is asked for"),
        ('explanation = "ACEG"', "a list of 4 letters is asked for"),
    ],
    "01.9": [
        # Turns only.
        (canonical(), "the smallest of the four turns; turn the mirror image too"),
        # The turns, and the mirror image unturned.
        (canonical(f"min(*codes, {MIRRORED})"), "and four of the mirror image?"),
        # A name of the lesson's in place of the argument.
        (
            canonical().replace("board = my_decode(state)", "board = my_decode(7)"),
            "the lesson's `board`",
        ),
        (ONE_TURN, "one turn, not three; turn the image you made last"),
        # The state and its mirror image only.
        (canonical(f"min(state, {MIRRORED})"), "another image has a smaller code"),
        (canonical("max(ttt.symmetries(state))"), "the largest of the codes"),
        (canonical("min(images)"), "one number is asked for"),
        (canonical("codes"), "one number is asked for"),
        (canonical("str(min(codes))"), "it returns '0', but one number is asked for"),
        (canonical("sum(codes)"), "not the code of one of its eight images"),
    ],
    "01.10": [
        # It only ever looks at one side, or returns before all cells were tried.
        (player(wins="my_winner(my_next(state, cell)) == 1"), "O is to move and wins at once"),
        (player(otherwise="return my_moves(state)[0]"), "is to move and wins at once in cell"),
        (player(wins="False"), "is to move and wins at once in cell"),
        (player(wins="my_winner(state) != 0"), "is to move and wins at once in cell"),
        (player(cells="range(9)", wins="True"), "player(1) is 0, and that cell is taken"),
        (player(answer="my_moves(state)"), "is not a cell: a number 0 to 8"),
        (player(answer="ttt.START - 1"), "-1 is not a cell"),
        (player(answer="'A1'"), "player(1) is 0, and that cell is taken"),
        (player(answer="None"), "a `return` is missing"),
        (
            player(answer="int(np.random.default_rng().choice(my_moves(state)))"),
            "leave chance out",
        ),
    ],
    "01.11": [
        # The first article's rule.
        ("def possible(state):\n    return bool(kept[state])", "the first one ended the game"),
        (
            "def possible(state):\n    both = has_line(state, 1) and has_line(state, 2)\n"
            "    return kept[state] and not both",
            "moved last, after the other side had won",
        ),
        # O's marks after X's line are noticed, X's after O's are not.
        (
            "def possible(state):\n    if has_line(state, 1) and my_turn(state) != -1:\n"
            "        return False\n    both = has_line(state, 1) and has_line(state, 2)\n"
            "    return my_turn(state) != 0 and not both",
            "X moved last, after the other side had won",
        ),
        # What was found by playing looked up.
        ("def possible(state):\n    return state in positions", "`positions` was found by playing"),
        ("def possible(state):\n    return ttt.REACHABLE[state]", "`REACHABLE` was found by"),
        # The lines without the counts.
        (
            "def possible(state):\n    return not (has_line(state, 1) and has_line(state, 2))",
            "taking turns never gives these numbers of X and O",
        ),
        (
            "def possible(state):\n    won = has_line(state, 1) or has_line(state, 2)\n"
            "    return my_turn(state) != 0 and not won",
            "boards on which somebody has won are positions, too",
        ),
        # Two lines at once taken for impossible.
        (
            "def possible(state):\n"
            "    return possible_solution(state) and len(ttt.winning_lines(state)) < 2",
            "one last move can complete two lines",
        ),
        (
            "def possible(state):\n    if my_turn(state) == 0:\n        return False",
            "a `return` is missing",
        ),
        (
            "def possible(state):\n    return 'possible' if my_turn(state) else 'impossible'",
            "it returns 'possible', but True or False is asked for",
        ),
    ],
    "01.12": [
        # X's marks in any order, O's marks in any order: but some of these games end early.
        (
            "from math import factorial\ndef histories(state):\n"
            "    x, o = (my_decode(state).count(digit) for digit in (1, 2))\n"
            "    return factorial(x) * factorial(o)",
            "orders in which the game was over before",
        ),
        (
            "from math import factorial\ndef histories(state):\n"
            "    return factorial(9 - my_decode(state).count(0))",
            "X and O take turns",
        ),
        # One of the boards before is asked, not all of them.
        (
            "@functools.cache\ndef histories(state):\n    if state == 0:\n        return 1\n"
            "    digit = 2 if my_turn(state) == 1 else 1\n    board = my_decode(state)\n"
            "    before = [state - digit * 3**c for c in range(9) if board[c] == digit]\n"
            "    return next(histories(s) for s in before if my_moves(s))",
            "that counts one way only",
        ),
        # Counting the boards one move before, not the histories.
        (
            "def histories(state):\n"
            "    return sum(state in [my_next(s, c) for c in my_moves(s)] for s in positions)",
            "histories(0) is 0, and 1 is right; there is one way to have no marks",
        ),
        (
            "def histories(state):\n    return str(histories_solution(state))",
            "it returns '1', but one number is asked for",
        ),
        ("def histories(state):\n    return [1]", "it returns [1], but one number is asked for"),
        # Taking marks of either side away.
        (
            "@functools.cache\ndef histories(state):\n    if state == 0:\n        return 1\n"
            "    board = my_decode(state)\n"
            "    return sum(histories(state - board[c] * 3**c) for c in range(9) if board[c])",
            "X and O take turns",
        ),
        # Taking marks of the side that is to move away.
        (
            "@functools.cache\ndef histories(state):\n    if state == 0:\n        return 1\n"
            "    digit = 1 if my_turn(state) == 1 else 2\n"
            "    board = my_decode(state)\n"
            "    before = [state - digit * 3**c for c in range(9) if board[c] == digit]\n"
            "    return sum(histories(s) for s in before if my_moves(s))",
            "O is to move here, so the last mark was one of X: take each of these away",
        ),
    ],
}
