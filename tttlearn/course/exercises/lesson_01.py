"""Check lesson 01: codes, rules, positions, symmetries, a first player and histories.

Each check tries all boards to which its question applies, the simplest first, so that the board it
shows is simple.
"""

from functools import partial
from math import factorial
from numbers import Integral

import numpy as np

from tttlearn.course.exercises import built, kinds
from tttlearn.course.exercises.answers import Wrong, ask, error_hints, exercise
from tttlearn.course.exercises.cases import Cases
from tttlearn.game.rules import (
    CELLS,
    IMAGES,
    LEGAL,
    LINES,
    N_STATES,
    NEXT,
    PLY,
    REACHABLE,
    START,
    TERMINAL,
    TURN,
    UNDECIDED,
    WINNER,
    winning_lines,
)
from tttlearn.game.tables import O, X, side_name

BY_MARKS = np.lexsort((PLY, ~REACHABLE)).tolist()
"""All codes, with the reachable positions first, and those with fewer marks before others."""
POSITIONS = [state for state in BY_MARKS if REACHABLE[state]]
TWO_WINNERS = np.logical_and.reduce(
    [(CELLS[:, LINES] == mark).all(axis=2).any(axis=1) for mark in (1, 2)]
)
"""Whether both sides have a line, as on no board of a game: (19683,) bool."""
ONE_WINNER = [state for state in BY_MARKS if not TWO_WINNERS[state]]
EVERY = f"on all {N_STATES:,} codes"


def _returned(name, answer, *case):
    """Return what the reader's function, called `name`, returns; raise Wrong for None."""
    call = f"{name}({', '.join(map(str, case))})"
    return kinds.given(ask(answer, *case), f"{call} returns", case[0])


def _list(result):
    """Return a list, a tuple or an array as a list, with plain numbers instead of NumPy's."""
    if not isinstance(kinds.given(result), (list, tuple, np.ndarray)):
        raise Wrong(f"it returns {kinds.kind_of(result)}, but a list is asked for")
    return [x.item() if isinstance(x, np.generic) else x for x in result]


def _counted_list(result):
    """Return a list or a tuple as a list; raise Wrong for an array, which has no `count`."""
    if isinstance(kinds.given(result), np.ndarray):
        raise Wrong("it returns an array, but a list is asked for: .tolist() makes one of it")
    return _list(result)


def _is_flat(result):
    return len(result) == 9 and not any(np.ndim(x) for x in result)


def _while_any_is_left(state):
    """Return the digits of a state without the empty cells after its last mark."""
    return built.decode(state)[: int(np.flatnonzero(CELLS[state]).max(initial=-1)) + 1]


ENCODE = Cases(
    task="A function from nine digits to their state code.",
    solution=built.encode,
    inputs=[(CELLS[state].tolist(),) for state in (163, *BY_MARKS)],
    describe=lambda result, right, board: f"encode({board}) is {result}, and the code is {right}",
    faults={
        "the weights are powers of ten; here each is three times the one before": lambda board: sum(
            digit * 10**cell for cell, digit in enumerate(board)
        ),
        "back to front: cell 0 is the lightest, with the weight 1": lambda board: built.encode(
            board[::-1]
        ),
        "cell 0 weighs 1, which is 3**0": lambda board: 3 * built.encode(board),
        "the weights are 3 times the cell; they are powers, 3**cell": lambda board: sum(
            digit * 3 * cell for cell, digit in enumerate(board)
        ),
        "`enumerate` gives the cell first, then its digit": lambda board: sum(
            cell * 3**digit for cell, digit in enumerate(board)
        ),
        "that is the code of the lesson's `digits`, whatever is asked: use `board`": lambda _: 163,
        "multiply each weight by its digit: an O counts twice": lambda board: built.encode(
            [min(digit, 1) for digit in board]
        ),
        "that is the sum of the digits; each has a weight": sum,
        "only cell 0 was counted: the `return` is inside the loop": lambda board: board[0],
        "only the last cell was counted: add up what all of them bring": lambda board: (
            board[8] * 3**8
        ),
    },
    board=lambda result, right, board: right,
    remark="It gives every board its code.",
)
encode = exercise("01.encode", minutes=5)(ENCODE)


DECODE = Cases(
    task="A function from a state code to its nine digits.",
    solution=built.decode,
    inputs=[(state,) for state in (163, *range(N_STATES))],
    describe=lambda result, right, state: (
        f"decode({state}) is {result}, and the digits are {right}"
    ),
    faults={
        "back to front: cell 0, with the weight 1, comes first": lambda state: built.decode(state)[
            ::-1
        ],
        "these are the digits in base ten, not three": lambda state: [
            state // 10**cell % 10 for cell in range(9)
        ],
        "that is base ten, as in the example; in base three cell a weighs 3**a": lambda state: [
            state // 100 % 10 for cell in range(9)
        ],
        "the weights are those of base three, and the remainder is still that of base ten": (
            lambda state: [state // 3**cell % 10 for cell in range(9)]
        ),
        "the weights are still those of base ten; in base three cell a weighs 3**a": (
            lambda state: [state // 10**cell % 3 for cell in range(9)]
        ),
        "the division drops the lighter digits; the heavier ones are still in it: % 3": (
            lambda state: [state // 3**cell for cell in range(9)]
        ),
        "the weight is a power, `3**cell`": lambda state: [
            state // 3 * cell % 3 for cell in range(9)
        ],
        "drop the lighter digits first, with // 3**cell, and then take % 3": lambda state: [
            state % 3**cell for cell in range(9)
        ],
        "cell 0 has the weight 1, which is 3**0": lambda state: [
            state // 3 ** (cell + 1) % 3 for cell in range(9)
        ],
        "it stops when nothing is left; an empty cell is a digit too, so there are nine": (
            _while_any_is_left
        ),
        "the last cell is missing; there are nine, `range(9)`": lambda s: built.decode(s)[:8],
        "only one digit is in it: the `return` is inside the loop": lambda state: [state % 3],
    },
    signs={
        "nine digits are asked for, in one flat list": lambda result, state: not _is_flat(result),
        "these are not whole numbers: divide with //": lambda result, state: any(
            isinstance(x, float) and x % 1 != 0 for x in result
        ),
    },
    error_hints=error_hints("01.decode"),
    kind=_counted_list,
    call=partial(_returned, "decode"),
    remark=f"It undoes encode {EVERY}.",
)
decode = exercise("01.decode", minutes=5)(DECODE)


def _marks(state):
    """Return (number of X, number of O) on the board."""
    return tuple(int((CELLS[state] == mark).sum()) for mark in (1, 2))


def _describe_result(call, result, right):
    return f"{call} is {result}, and {right} is right"


TURN_OF = Cases(
    task="A function from a state code to +1, -1 or 0: who is to move by the number of marks.",
    solution=built.turn_of,
    inputs=[(state,) for state in BY_MARKS],
    describe=lambda result, right, state: _describe_result(f"turn_of({state})", result, right),
    faults={
        "this is the other side: X begins, so "
        "as many X as O means that X is to move": lambda state: -TURN[state],
        (
            "an even or odd number of marks is not enough to know: X begins, so no game leaves "
            "one O alone, and 0 is right"
        ): lambda state: O if PLY[state] % 2 else X,
        "that is how many X there are more than O; say which side is to move": lambda state: (
            np.subtract(*_marks(state))
        ),
        "X is never to move: is the second question an `elif`? A second `if` has an `else` of its "
        "own": lambda state: min(TURN[state], 0),
    },
    signs={
        "no game leaves these numbers of marks": lambda result, state: TURN[state] == 0,
        "only count the marks, also when the game is over": lambda result, state: TERMINAL[state],
        "a game can have these numbers of X and O, so a side is to move": lambda result, state: (
            result == 0
        ),
        "+1 stands for X, -1 for O": lambda result, state: result not in (X, O),
    },
    call=partial(_returned, "turn_of"),
    remark=f"It agrees with the package's table TURN {EVERY}.",
)
turn_of = exercise("01.turn_of", minutes=5)(TURN_OF)


def _with_lines(lines):
    """Return a wrong `winner_of` that looks only at some of the lines."""

    def winner(state):
        for line in lines:
            marks = set(CELLS[state, line])
            if marks in ({1}, {2}):
                return X if marks == {1} else O
        return 0

    return winner


def _by_sums(state):
    """Return what a wrong `winner_of` gives that adds up the digits of each line."""
    sums = (CELLS[state, line].sum() for line in LINES)
    return next((X if total == 3 else O for total in sums if total in (3, 6)), 0)


def _by_three(state):
    """Return the same for all lines at once: first whether one has the sum 3, then 6."""
    sums = CELLS[state, LINES].sum(axis=1)
    return X if 3 in sums else O if 6 in sums else 0


def _first_equal(state):
    """Return the digit of the first line of three equal digits, which may be empty; 0 for none."""
    same = (CELLS[state, line[0]] for line in LINES if len(set(CELLS[state, line])) == 1)
    return next(same, 0)


WINNER_OF = Cases(
    task="A function from a state code to +1, -1 or 0: who has a line.",
    solution=built.winner_of,
    inputs=[(state,) for state in ONE_WINNER],
    describe=lambda result, right, state: _describe_result(f"winner_of({state})", result, right),
    faults={
        "the other side: +1 stands for X": lambda state: -WINNER[state],
        "that is the digit of the mark; for O it is -1": lambda state: WINNER[state] % 3,
        "O's lines are missing": lambda state: max(WINNER[state], 0),
        "X's lines are missing": lambda state: min(WINNER[state], 0),
        "only the first line is looked at: the loop returns before it comes to the next": (
            _with_lines(LINES[:1])
        ),
        "only the last line counts: what was found before is written over": _with_lines(LINES[-1:]),
        "the diagonals are missing": _with_lines(LINES[:6]),
        "only the rows are looked at": _with_lines(LINES[:3]),
        "the rows are missing": _with_lines(LINES[3:]),
        "O has this line, so the answer is -1": lambda state: abs(WINNER[state]),
        "nobody ever wins: `lines` holds digits, no cells, and each line of it is a list, in "
        "square brackets": lambda state: 0,
        "2 + 1 + 0 is 3, too: compare each of the three digits": _by_sums,
        "2 + 1 + 0 is 3, too: compare the digits, not their sums": _by_three,
        "it stopped at three empty cells, the first line of three equal digits": lambda state: (
            0,
            X,
            O,
        )[_first_equal(state)],
        "it stopped at three empty cells, the first line of three equal digits; and for O the "
        "answer is -1, not the digit 2": _first_equal,
    },
    signs={
        "nobody has a line, because three empty cells are not a line": lambda result, state: (
            state == START
        ),
        "nobody has a line": lambda result, state: not winning_lines(state),
    },
    call=partial(_returned, "winner_of"),
    remark="On all {n:,} boards on which not both sides have a line.",
)
winner_of = exercise("01.winner_of", minutes=5)(WINNER_OF)


def _moves(result):
    """Return the cells that a function returned, in order."""
    if any(isinstance(x, bool) for x in _list(result)):
        raise Wrong(f"it returns {_list(result)}: these are True and False, not cell numbers")
    result = _counted_list(result)
    if not all(isinstance(x, Integral) and 0 <= x <= 8 for x in result):
        raise Wrong(f"it returns {result}; give cell numbers 0 to 8")
    return sorted(result)


def _unless(over, digits=(0,)):
    """Return a wrong `legal_moves`: the cells with these digits, and none where `over(state)`."""
    return lambda state: (
        [] if over(state) else np.flatnonzero(np.isin(CELLS[state], digits)).tolist()
    )


LEGAL_MOVES = Cases(
    task="A function from a state code to the cells that may be taken.",
    solution=built.legal_moves,
    inputs=[(state,) for state in ONE_WINNER],
    describe=lambda result, right, state: _describe_result(f"legal_moves({state})", result, right),
    faults={
        "board.index(digit) is the first cell with this digit, each time; count the cells, as "
        "enumerate or range(9) does": lambda state: (
            [CELLS[state].tolist().index(0)] * len(built.legal_moves(state))
            if built.legal_moves(state)
            else []
        ),
        "a move needs both, that nobody has won and that a side is to move: look at your `and` or "
        "`or`": _unless(lambda state: WINNER[state] and not TURN[state]),
        "these cells are taken; a cell is empty where its digit is 0": _unless(
            lambda state: WINNER[state] or not TURN[state], digits=(1, 2)
        ),
    },
    signs={
        "the game is over here, so no cell may be taken": lambda result, state: TERMINAL[state],
        "nobody is to move here, as turn_of says": lambda result, state: not TURN[state],
        "O may move, too: only where my_turn is 0 it is nobody's turn": lambda result, state: (
            not result and TURN[state] == O
        ),
        "these are digits; the numbers of the cells are asked for": lambda result, state: (
            len(result) > 1 and set(result) == {0}
        ),
        "a cell is in it twice": lambda result, state: len(set(result)) < len(result),
        "a cell in it is taken": lambda result, state: any(CELLS[state, cell] for cell in result),
        "an empty cell is missing": lambda result, state: True,
    },
    kind=_moves,
    call=partial(_returned, "legal_moves"),
    remark="On all {n:,} boards on which not both sides have a line.",
)
legal_moves = exercise("01.legal_moves", minutes=5)(LEGAL_MOVES)


def _mark(state, digits=(1, 2)):
    """Return the digit that the side to move writes, given those of X and of O."""
    return digits[0] if TURN[state] == X else digits[1]


NEXT_STATE = Cases(
    task="A function from a state code and a legal cell to the code after the move.",
    solution=lambda state, cell: int(NEXT[state, cell]),
    inputs=[(state, cell) for state in POSITIONS for cell in np.flatnonzero(LEGAL[state]).tolist()],
    describe=lambda result, right, state, cell: _describe_result(
        f"next_state({state}, {cell})", result, right
    ),
    faults={
        "O's digit is 2, so O adds twice the weight": lambda s, cell: s + 3**cell,
        "it is the other side's move; ask turn_of": lambda s, cell: s + _mark(s, (2, 1)) * 3**cell,
        "the mark of O is the digit 2, not -1": lambda s, cell: s + _mark(s, (1, -1)) * 3**cell,
        "a cell has the weight 3**cell": lambda s, cell: s + _mark(s) * cell,
        "the `else` takes all that is before the `if`: put brackets round the choice": (
            lambda s, cell: s + 3**cell if TURN[s] == X else 2 * 3**cell
        ),
        "cell 0 has the weight 1, which is 3**0": lambda s, cell: s + _mark(s) * 3 ** (cell + 1),
        "that is what the move adds; add it to the state": lambda s, cell: _mark(s) * 3**cell,
    },
    call=partial(_returned, "next_state"),
    remark="For all {n:,} moves that a game can offer.",
)
next_state = exercise("01.next_state", minutes=5)(NEXT_STATE)


def _states(result):
    """Return the states that a function returned, in order, each once."""
    if not isinstance(kinds.given(result), (set, frozenset, list, tuple, np.ndarray)):
        raise Wrong(f"it returns {kinds.kind_of(result)}, but a set of states is asked for")
    states = [x.item() if isinstance(x, np.generic) else x for x in result]
    if not all(isinstance(x, Integral) and 0 <= x < N_STATES for x in states):
        raise Wrong("not all that it returns are state codes")
    if len(set(states)) < len(states):
        raise Wrong("a position is in it more than once: collect them in a set")
    return sorted(states)


def _first_off(result, right):
    """Return the simplest state that is missing, or should not be there."""
    off = set(result) ^ set(right)
    return next(state for state in BY_MARKS if state in off)


def _off(result, right):
    if _first_off(result, right) in right:
        return "the board below is missing, and a game gets there"
    return "the board below is in it, and no game gets there"


REACHED = Cases(
    task="A function without arguments that finds all positions, by playing.",
    solution=built.reachable,
    inputs=[()],
    describe=_off,
    faults={
        "only the empty board is in it: add each layer to `found`": lambda: [START],
        "the empty board is a position, too": lambda: built.reachable()[1:],
        "boards on which the game is over are positions, too": UNDECIDED.tolist,
        "it plays on when the game is over": np.flatnonzero(TURN).tolist,
    },
    signs={
        "only the last boards are kept; collect those before, too": lambda result: (
            PLY[result].min(initial=9) > 1
        ),
        "no board in it has nine marks: go on from all that you find, until nothing is new": (
            lambda result: PLY[result].max(initial=0) < 9
        ),
    },
    kind=_states,
    board=_first_off,
    remark="All boards that a game can reach: none is missing, and none too many.",
)
reachable = exercise("01.reachable", minutes=12)(REACHED)


PIECES = {
    "A": "the same state",
    "B": "two different states",
    "C": "the same in both",
    "D": "different in the two",
    "E": "a state",
    "F": "the list of the moves so far",
    "G": "holds for the other as well",
    "H": "must be found out again for the other",
}
GAPS = (
    ("A", {"B": "the order of the moves differs, the marks do not: print both codes"}),
    ("E", {"F": "look at what is in the brackets of your functions, in their first lines"}),
    ("C", {"D": "from here on your functions are asked about the same number in both games"}),
    ("G", {"H": "what was found out is about the next moves, and they are the same in both games"}),
)
"""For each gap of the explanation the right piece, and why wrong pieces are wrong."""


@exercise("01.explanation", minutes=5)
def explanation(answer):
    """Check four letters, the pieces that complete the explanation."""
    if not isinstance(answer, (list, tuple)) or len(answer) != len(GAPS):
        raise Wrong(f"a list of {len(GAPS)} letters is asked for, but this is {answer!r}")
    for gap, (letter, (right, why)) in enumerate(zip(answer, GAPS, strict=True), 1):
        letter = str(letter).strip().upper()
        if letter not in PIECES:
            raise Wrong(f"gap {gap}: {letter!r} is none of the letters A to H")
        if letter != right:
            reason = why.get(letter, "read the sentence aloud with this piece in its gap")
            raise Wrong(f"gap {gap}, {PIECES[letter]!r}: {reason}")
    return "The state is all that counts, whatever way led to it."


IN_TURNS = IMAGES[:, :4]
"""The board itself and its three quarter turns, without mirror images: (19683, 4)."""
QUARTER, MIRROR = [6, 3, 0, 7, 4, 1, 8, 5, 2], [2, 1, 0, 5, 4, 3, 8, 7, 6]
"""Two maps of the lesson: the new cell a shows what cell QUARTER[a], or MIRROR[a], held."""


def _moved(state, source):
    return built.encode(CELLS[state, source].tolist())


def _turned_once(state):
    """Return a board and its first quarter turn: the result if each turn starts from the board."""
    return [state, _moved(state, QUARTER)]


COMMON = Cases(
    task="A function from a state code to the smallest code of its images.",
    solution=built.canonical,
    inputs=[(state,) for state in BY_MARKS],
    describe=lambda result, right, state: _describe_result(f"canonical({state})", result, right),
    faults={
        "that is the smallest of the four turns; turn the mirror image too": lambda state: IN_TURNS[
            state
        ].min(),
        "each turn starts again from the same board, so there is one turn, not three; turn the "
        "image you made last": lambda state: min(
            [*_turned_once(state), *_turned_once(_moved(state, MIRROR))]
        ),
        "each turn starts again from `state`, so there is one turn, not three; turn the image you "
        "made last, and the mirror image, too": lambda state: min(_turned_once(state)),
        "that is the largest of the codes": lambda state: IMAGES[state].max(),
        "that is the smallest of the lists of digits, which are compared from cell 0 on, the one "
        "that weighs least; make the eight codes first, and take their `min`": lambda state: min(
            IMAGES[state], key=lambda image: tuple(CELLS[image])
        ),
        "that is the board itself; its images may have smaller codes": lambda state: state,
        "that is the name of the lesson's `board`, whatever is asked: begin with the digits of "
        "`state`": lambda state: 7,
    },
    signs={
        "that is not the code of one of its eight images": lambda result, state: (
            result not in IMAGES[state]
        ),
        "another image has a smaller code; are there four turns, each of the image before it, and "
        "four of the mirror image?": lambda result, state: True,
    },
    call=partial(_returned, "canonical"),
    remark=f"It agrees with the package's table CANONICAL {EVERY}.",
)
canonical = exercise("01.canonical", minutes=12)(COMMON)


def _played(answer, state):
    """Return the cell, a number, that the reader's player takes; raise Wrong if it is taken."""
    cell = kinds.cell(ask(answer, state), state)
    if not LEGAL[state, cell]:
        raise Wrong(f"player({state}) is {cell}, and that cell is taken", state)
    return cell


@exercise("01.player", minutes=12)
def player(answer):
    """Check a function from a state to a free cell, which wins where it can."""
    for state in [state for state in POSITIONS if not TERMINAL[state]]:
        cell, wins = _played(answer, state), built.completing(state, TURN[state])
        if wins and cell not in wins:
            who = f"{side_name(TURN[state])} is to move and wins at once in cell {wins[0]}"
            raise Wrong(f"player({state}) is {cell}, and {who}", state)
        if PLY[state] < 4 and (again := _played(answer, state)) != cell:
            raise Wrong(
                f"on the same board it takes cell {cell} and then cell {again}; leave chance out",
                state,
            )
    return (
        f"In all {len(UNDECIDED):,} positions: a free cell, and one that wins where there is one."
    )


PLAYED = {"positions", "my_reachable", "reachable", "REACHABLE"}
"""Names of lists that were found by playing."""


def _look_only(answer):
    """Raise Wrong if the reader's function uses a list that was found by playing."""
    names = getattr(getattr(answer, "__code__", None), "co_names", ())
    if known := sorted(PLAYED & set(names)):
        raise Wrong(f"`{known[0]}` was found by playing: ask `my_turn` and `has_line` only")


POSSIBLE = Cases(
    solution=lambda state: bool(REACHABLE[state]),
    inputs=[(state,) for state in BY_MARKS],
    describe=lambda result, right, state: f"possible({state}) is {result}",
    faults={
        "but boards on which somebody has won are positions, too": lambda s: (
            TURN[s] != 0 and not winning_lines(s)
        ),
    },
    signs={
        "but one last move can complete two lines": lambda result, s: (
            REACHABLE[s] and len(winning_lines(s)) == 2
        ),
        "but a game does get there": lambda result, s: REACHABLE[s],
        "but taking turns never gives these numbers of X and O": lambda result, s: not TURN[s],
        "but both sides have a line, and the first one ended the game": lambda result, s: (
            TWO_WINNERS[s]
        ),
        "but X moved last, after the other side had won": lambda result, s: TURN[s] == O,
        "but O moved last, after the other side had won": lambda result, s: TURN[s] == X,
    },
    kind=kinds.truth,
)


@exercise("01.possible", minutes=12)
def possible(answer):
    """Check a function from a state code to whether a game reaches it."""
    _look_only(answer)
    POSSIBLE.check(partial(_returned, "possible", answer))
    return (
        f"Counts and lines are enough: exactly {REACHABLE.sum():,} of {N_STATES:,} boards, "
        "and no game was played."
    )


def _seen_histories(result, right, state):
    text = _describe_result(f"histories({state})", result, right)
    if state == START:
        return f"{text}; there is one way to have no marks, to begin"
    last, other = (side_name(side) for side in (-TURN[state], TURN[state]))
    return f"{text}; {other} is to move here, so the last mark was one of {last}"


HISTORIES = Cases(
    task="A function from a position to the number of orders of moves that lead there.",
    solution=built.histories,
    inputs=[(state,) for state in POSITIONS],
    describe=_seen_histories,
    faults={
        "that also counts orders in which the game was over before all marks were there": (
            lambda state: factorial(_marks(state)[0]) * factorial(_marks(state)[1])
        ),
        "X and O take turns, so not every order of the marks is a game": lambda state: factorial(
            PLY[state]
        ),
        "that counts one way only; each mark that may have been the last has its own, so add them "
        "up, and `return` after the loop": lambda state: 1,
    },
    signs={
        "take each of these away in turn, and no other mark, and add up the histories of the "
        "boards before": lambda result, state: state != START,
    },
    call=partial(_returned, "histories"),
    remark=lambda results: (
        f"{sum(results):,} histories lead to {len(results):,} positions, "
        f"{sum(results) / len(results):.0f} to each on average."
    ),
)
histories = exercise("01.histories", minutes=15)(HISTORIES)
