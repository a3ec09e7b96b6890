"""List wrong answers to the exercises of lesson 01, each with a part of the reason it must get.

Those with two pieces of code are the solution with the first replaced by the second.
"""

WRONG = {
    "01.encode": [
        ("3**cell", "10**cell", "the weights are powers of ten"),
        ("3**cell", "3 ** (8 - cell)", "back to front"),
        ("digit * 3**cell", "digit", "the sum of the digits"),
        ("digit * 3**cell", "cell**3 * digit", "and the code is 163"),
    ],
    "01.decode": [
        ("3**cell % 3", "10**cell % 10", "these are the digits in base ten, not three"),
        (
            "range(9)",
            "range(9) if state >= 3**cell",
            "an empty cell is a digit too, so there are nine",
        ),
        ("return [", "return np.zeros(9, int) + [", ".tolist() makes one of it"),
        # Each in a list of its own, fractions.
        ("state // 3**cell % 3", "[state // 3**cell % 3]", "asked for, in one flat list"),
        ("//", "/", "not whole numbers: divide with //"),
    ],
    "01.turn_of": [
        ("-1 if more == 1 else 0", "-1", "no game leaves these numbers of marks"),
        ("1 if more == 0 else -1", "-1 if more == 0 else 1", "the other side: X begins"),
        ("return", "more %= 2\n    return", "an even or odd number of marks is not enough to know"),
        ("return 1", "return 0 if 0 not in my_decode(state) else 1", "also when the game is over"),
        ("-1 if", "2 if", "+1 stands for X, -1 for O"),
        ("-1 if more == 1 else 0", "0", "a game can have these numbers of X and O"),
        ("else 0", "else None", "turn_of(2) returns None"),
    ],
    "01.winner_of": [
        ("-1 if", "2 if", "that is the digit of the mark; for O it is -1"),
        ("-1 if [2, 2, 2] in lines else 0", "-1", "nobody has a line"),
        ("LINES", "LINES[:1]", "the loop returns before it comes to the next"),
        (
            "[2, 2, 2] in lines",
            "[2, 2, 2] in lines or [0, 0, 0] in lines",
            "three empty cells are not a line",
        ),
        (
            "return 1 if",
            "lines = [sum(line) for line in lines if sum(line) in (3, 6)][:1]\n"
            "    return 1 if 3 in lines else -1 if 6 in lines else 0 if",
            "2 + 1 + 0 is 3, too: compare each of the three digits",
        ),
    ],
    "01.legal_moves": [
        ("my_winner(state) or my_turn(state) == 0", "False", "the game is over here"),
        # Only X's line ends the game.
        (" or my_turn(state) == 0", "", "nobody is to move here"),
        # Moves for X alone.
        ("my_turn(state) == 0", "my_turn(state) != 1", "O may move, too"),
        # Cells counted from 1, as in the first article.
        ("[cell for", "[cell + 1 for", "it returns [1, 2, 3, 4, 5, 6, 7, 8, 9]; give cell numbers"),
        ("if digit == 0", "if digit == 0 and cell", "an empty cell is missing"),
        (" if digit == 0", "", "a cell in it is taken"),
        ("else free", "else [0, 0, *range(1, 9)]", "a cell is in it twice"),
        ("[cell for", "[digit for", "these are digits"),
        ("else free", "else my_decode(state)", "digits; the numbers of the cells are asked for"),
        # Text, a row of the package's table.
        ("[cell for", "[str(cell) for", "give cell numbers"),
        ("else free", "else ttt.LEGAL[state]", "these are True and False, not cell numbers"),
    ],
    "01.next_state": [
        ("digit * 3**cell", "3**cell", "O adds twice the weight"),
        ("my_turn(state) == 1", "my_turn(state) == -1", "it is the other side's move"),
        ("else 2", "else -1", "the digit 2, not -1"),
        (" + digit * 3**cell", "", "next_state(0, 0) is 0, and 1 is right"),
    ],
    "01.reachable": [
        ("return found", "return found - {ttt.START}", "the empty board is a position, too"),
        ("found | layer", "layer or found", "only the last boards are kept"),
        ("while layer", "for _ in range(8)", "no board in it has nine marks"),
        ("return found", "return [*found, ttt.START]", "more than once: collect them in a set"),
        ("return found", "return set(map(str, found))", "not all that it returns are state"),
        ("return found", "return set(range(n_codes))", "no game gets there"),
    ],
    "01.explanation": [
        ('"A"', '"B"', "the marks do not: print both codes"),
        ('"E"', '"F"', "what is in the brackets of your functions"),
        ('"C"', '"D"', "asked about the same number in both games"),
        ('"G"', '"H"', "is about the next moves, and they are the same"),
        ('"E", "C"', '"C", "E"', "gap 2, 'the same in both': read the sentence"),
        ('"G"', "4", "gap 4: '4' is none of the letters A to H"),
        (', "G"', "", "a list of 4 letters is asked for"),
    ],
    "01.canonical": [
        # Turns only.
        ("mirror]", "range(9)]", "the smallest of the four turns; turn the mirror image too"),
        # The mirror image unturned, and of the board one turn.
        (" = [board[cell] for", " = [my_decode(state)[cell] for", "and four of the mirror image?"),
        ("range(4)", "range(2)", "one turn, not three; turn the image you made last"),
        # The state and its mirror image only.
        ("range(4)", "range(1)", "another image has a smaller code"),
        ("min(codes)", "max(codes)", "the largest of the codes"),
        ("min(codes)", "sum(codes)", "not the code of one of its eight images"),
    ],
    "01.player": [
        # It only ever looks at one side, or returns before all cells were tried.
        ("!= 0", "== 1", "O is to move and wins at once"),
        ("    return my_moves(", "        return my_moves(", "is to move and wins at once in cell"),
        ("my_winner(my_next(state, cell))", "my_winner(state)", "and wins at once in cell"),
        ("my_moves(state)[0]", "0", "player(1) is 0, and that cell is taken"),
        ("my_moves(state)[0]", "ttt.START - 1", "-1 is not a cell"),
        ("return my_moves(state)[0]", "my_moves(state)[0]", "a `return` is missing"),
        ("my_moves(state)[0]", "np.random.choice(my_moves(state))", "leave chance out"),
    ],
    "01.possible": [
        # The first article's rule.
        ("def possible(state):\n    return bool(kept[state])", "the first one ended the game"),
        ("turn != -1", "has_line(state, 2)", "moved last, after the other side had won"),
        # O's marks after X's line are noticed, X's after O's are not.
        (" and turn != 1", " and has_line(state, 1)", "X moved last, after the other side had won"),
        # What was found by playing looked up.
        ("turn != 0", "state in positions", "`positions` was found by playing"),
        ("turn != 0", "ttt.REACHABLE[state]", "`REACHABLE` was found by"),
        # The lines without the counts.
        ("turn != 0", "True", "taking turns never gives these numbers of X and O"),
        # Two lines at once taken for impossible.
        (
            "turn != 0",
            "turn != 0 and len(ttt.winning_lines(state)) < 2",
            "one last move can complete two lines",
        ),
    ],
    "01.histories": [
        # X's marks in any order, O's marks in any order: but some of these games end early.
        (" if len(my_moves(earlier)) > 0", "", "orders in which the game was over before"),
        (
            "from math import factorial\ndef histories(state):\n"
            "    return factorial(9 - my_decode(state).count(0))",
            "X and O take turns",
        ),
        # Counting the boards one move before, not the histories.
        ("return 1", "return 0", "histories(0) is 0, and 1 is right; there is one way"),
        # Taking marks of the side that is to move away.
        ("== -1 else 2", "== 1 else 2", "O is to move here, so the last mark was one of X: take"),
    ],
}
