"""Check lesson 03: minimax, memory, alpha-beta, a depth limit and what it costs."""

from dataclasses import replace
from functools import cache, partial
from operator import itemgetter

import numpy as np

from tttlearn.course.exercises import built, kinds
from tttlearn.course.exercises.answers import NotAttempted, Wrong, ask, error_hints, exercise
from tttlearn.course.exercises.cases import Cases
from tttlearn.evaluation.exact import state_values
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import (
    CANONICAL,
    LEGAL,
    NEXT,
    PLY,
    REACHABLE,
    START,
    TERMINAL,
    TURN,
    UNDECIDED,
    WINNER,
    parse,
)
from tttlearn.game.tables import O, X, side_name
from tttlearn.players.roster import player
from tttlearn.search.game_tree import children, fast_score, limited_values, no_idea
from tttlearn.support.strangers import described
from tttlearn.support.text import value_text

CORNERS = [0, 2, 6, 8]
DONE, LATE = parse("OXO/OXX/.X."), parse("OXO/OXX/...")
NEVER_ENDS = error_hints("03.value")
FIRST, LAST = itemgetter(0), itemgetter(-1)
BOTH_HIGHEST = "that is the highest for both sides; O takes the lowest"
BOTH_LOWEST = "that is the lowest for both sides; X takes the highest"
OTHER_WAY = "it is the other way round; X takes the highest, O the lowest"
FROM_ZERO = (
    "the loop for the best value starts at 0, so a board that is lost for the side to move counts "
    "as a draw: start it beyond every value, at -2 or 2"
)


@cache
def _names(marks):
    """Return the canonical codes of positions with this many marks or more, the latest first."""
    names = np.unique(CANONICAL[REACHABLE & (PLY >= marks)])
    return sorted(names.tolist(), key=lambda state: -PLY[state])


def _mover(state):
    return "the game is over" if TERMINAL[state] else f"{side_name(TURN[state])} is to move"


def _plain(value):
    """Return a value as text: whole numbers with their sign, others unchanged."""
    return value_text(value) if value in (-1, 0, 1) else f"{value:g}"


def _asked(answer, *arguments):
    """Return what the reader's function returns; raise Wrong if that is `...`.

    A body that is only `...` was noticed earlier, so here a function that it calls is unfinished.
    """
    try:
        return ask(answer, *arguments)
    except NotAttempted:
        raise Wrong(
            "it returns `...`: is a function that it calls not written yet, or its cell not run?"
        ) from None


def _recursion(answer, *arguments):
    """Return what a recursive function returns; raise Wrong, with the state, if it never ends."""
    try:
        return ask(answer, *arguments)
    except (Wrong, NotAttempted):
        raise
    except Exception as error:
        text = described(error)
        if words := [words for piece, words in NEVER_ENDS.items() if piece in text]:
            raise Wrong(words[0], arguments[0]) from None
        raise


BEST_FOR = Cases(
    task="A function (side, values): what the board above is worth when `side` chooses.",
    solution=built.best_for,
    kind=kinds.real,
    inputs=[
        (side, list(values))
        for values in ((0, 1, -1), (1, 0), (-1,), (0, 0, 1), (-1, -1, 0), (0.03, -0.01))
        for side in (X, O)
    ],
    describe=lambda result, right, side, values: (
        f"{side_name(side)} is to move and chooses among {values}: the value is {_plain(right)}, "
        f"not {_plain(result)}"
    ),
    faults={
        BOTH_HIGHEST: lambda side, values: max(values),
        BOTH_LOWEST: lambda side, values: min(values),
        OTHER_WAY: lambda side, values: min(values) if side == X else max(values),
        "that is the value to the side that moves; values are to X, and a win of O is -1": (
            lambda side, values: max(side * value for value in values)
        ),
        "turning the sign does not make it the lowest; O takes the lowest as it is": (
            lambda side, values: side * max(values)
        ),
        "that is the mean of the values": lambda side, values: sum(values) / len(values),
        "that is the place of the value in the list; return the value itself": (
            lambda side, values: values.index(built.best_for(side, values))
        ),
    },
    remark="X takes the highest value, O the lowest.",
)
best_for = exercise("03.best_for", minutes=5)(BEST_FOR)


@cache
def _worth(state, x=max, o=min):
    """Return the value of a state if X and O choose by these functions."""
    if TERMINAL[state]:
        return int(WINNER[state])
    values = [_worth(after, x, o) for after in children(state)]
    return x(values) if TURN[state] == X else o(values)


def _won(_):
    return X


def _lost(_):
    return O


def _one_move_ahead(state):
    """Return the winner, or the best winner that the side to move makes with one move.

    A recursion that begins its search for the best value at 0 gives the same: at the next level it
    already finds nothing better than 0 but a win of the side to move.
    """
    if TERMINAL[state]:
        return int(WINNER[state])
    return built.best_for(TURN[state], [int(WINNER[after]) for after in children(state)])


def _two_moves_ahead(state):
    """Return what asking `first_try`, whose loop starts at 0, about the next boards gives."""
    if TERMINAL[state]:
        return int(WINNER[state])
    return built.best_for(TURN[state], [_one_move_ahead(after) for after in children(state)])


@cache
def _by_chance():
    return state_values(random_policy(), random_policy())


VALUE = Cases(
    task="A function from a state to its value to X under best play.",
    solution=built.value,
    kind=kinds.real,
    inputs=lambda: [(state,) for state in _names(1)],
    describe=lambda result, right, state: (
        f"the value of this board is {_plain(right)}, not {_plain(result)} ({_mover(state)})"
    ),
    faults={
        BOTH_HIGHEST: lambda state: _worth(state, max, max),
        BOTH_LOWEST: lambda state: _worth(state, min, min),
        OTHER_WAY: lambda state: _worth(state, min, max),
        "that is the value to the side that is to move; values are to X, whoever moves": (
            lambda state: TURN[state] * built.value(state)
        ),
        "that is the mean, as if both played at random": lambda state: _by_chance()[state],
        "that is the sum of the values below": lambda state: _worth(state, sum, sum),
        "only the first move is looked at: the `return` is inside the loop": lambda state: _worth(
            state, FIRST, FIRST
        ),
        "only the last move counts: collect the values of all of them": lambda state: _worth(
            state, LAST, LAST
        ),
        "that looks one move ahead only; ask `value(after)`": _one_move_ahead,
        FROM_ZERO: _one_move_ahead,
        "that looks two moves ahead only; ask `value(after)`": _two_moves_ahead,
        "it asks `first_try` about the boards below, whose loop starts at 0; ask `value(after)`": (
            _two_moves_ahead
        ),
        "O's loop for the lowest value starts at -1, and nothing is lower: start it at 2, and X's "
        "at -2": lambda state: _worth(state, max, _lost),
        "X's loop for the highest value starts at +1, and nothing is higher: start it at -2, and "
        "O's at 2": lambda state: _worth(state, _won, min),
        "the loop for the best value starts at the best there is, +1 for X and -1 for O, and "
        "nothing beats that: start X's at -2 and O's at 2": lambda state: _worth(
            state, _won, _lost
        ),
        "the function answers for the board alone; it must ask itself what the boards after the "
        "moves are worth": lambda state: int(WINNER[state]),
    },
    signs={
        "that is a state; ask for its value": lambda result, state: result in children(state),
    },
    call=partial(_asked, _recursion),
    remark="It is right in {n} positions, one of each kind that looks alike. Only the empty board "
    "was left out; it comes next.",
)
value = exercise("03.value", minutes=12)(VALUE)


REMEMBERED = replace(
    VALUE,
    inputs=lambda: [(state,) for state in _names(4)],
    faults={
        words: VALUE.faults[words] for words in (BOTH_HIGHEST, BOTH_LOWEST, OTHER_WAY, FROM_ZERO)
    },
)


class _Notes(dict):
    """A dictionary that records which keys it is asked for, and whether one is written."""

    def __init__(self):
        super().__init__()
        self.forget()

    def forget(self):
        """Forget which keys were asked for, and that one was written."""
        self.asked, self.is_written = set(), False

    def __contains__(self, key):
        self.asked.add(key)
        return super().__contains__(key)

    def __getitem__(self, key):
        self.asked.add(key)
        return super().__getitem__(key)

    def get(self, key, default=None):
        self.asked.add(key)
        return super().get(key, default)

    def setdefault(self, key, default=None):
        self.asked.add(key)
        return super().setdefault(key, default)

    def __setitem__(self, key, value):
        self.is_written = True
        super().__setitem__(key, value)


@exercise("03.remembered", minutes=12)
def remembered(answer):
    """Check a function (state, values) that gives the value and stores it under canonical codes."""
    kinds.function(answer)
    V, right = state_values(), len(np.unique(CANONICAL[REACHABLE]))
    values, recursion = _Notes(), partial(_recursion, answer)
    # A finished board is asked about twice, to find a forgotten `return`. A late board comes before
    # the empty one, on which a function that remembers nothing would be very slow.
    for state in (DONE, DONE, LATE, START):
        if state == LATE:
            values = _Notes()
        _compare(_noted(recursion, state, values), V, state, recursion)
        if state != DONE:
            _look_into(values, recursion, state)
    for state in np.flatnonzero(REACHABLE).tolist():
        _compare(_asked(recursion, state, values), V, state, recursion)
    over = "" if len(values) == right else f" ({right} with all those of finished boards)"
    return f"{len(values)} names{over} are enough for all {REACHABLE.sum():,} positions."


def _noted(recursion, state, values):
    """Return what the reader's function returns; raise Wrong if it asks for a missing name."""
    try:
        return _asked(recursion, state, values)
    except KeyError as error:
        if error.args[0] not in CANONICAL:
            raise Wrong(
                f"it asks the dictionary for {error.args[0]}, which is no common name: the value "
                "of the board is `values[name]`",
                state,
            ) from None
        raise Wrong(
            "it asks the dictionary for a name that is not in it: ask `if name in values` first, "
            "and store the value under `name`",
            state,
        ) from None


def _compare(result, V, state, recursion):
    """Raise Wrong unless this is the value of the state, with its cause if that needs no notes."""
    result = kinds.number(result, state=state)
    if result != V[state]:
        REMEMBERED.check(lambda state: _noted(recursion, state, {}))
        raise Wrong(
            f"the value of this board is {_plain(V[state])}, not {_plain(result)} "
            f"({_mover(state)})",
            state,
        )


def _look_into(values, recursion, asked):
    """Raise Wrong if notes were not kept, not shared by the inner calls, or are not read."""
    if not values:
        raise Wrong(
            "the dictionary is still empty after a call: write into the one that it is given"
        )
    if len(values) == 1:
        raise Wrong(
            "after one call the dictionary holds this board only: work the value out from "
            "`remembered(after, values)`, so that the inner calls write into it too",
            LATE,
        )
    if unnamed := [key for key in values if key not in CANONICAL]:
        raise Wrong(
            f"the dictionary has a value for {unnamed[0]}, which is no common name: store it in "
            "`values[name]`, and look there, too"
        )
    if CANONICAL[asked] not in values:
        raise Wrong(
            "the boards below are in the dictionary after a call, but the board that it was asked "
            "about is not: store its own value too, under its own name",
            asked,
        )
    if again := _worked_out_again(values, recursion):
        false = "; a stored 0 is false in an `if`, so ask `name in values`" * (again == {0})
        raise Wrong(
            "asked again about boards whose values it has noted, it works them out once more: look "
            f"a name up before you work its value out{false}"
        )


def _worked_out_again(values, recursion):
    """Return the values, a set, of boards after LATE that are in the notes but worked out again.

    How often a name is written the first time does not matter, and neither does what is noted about
    finished games. If a function that remembers is asked about another board again, it writes
    nothing, and looks up no other name; a function that asks about the boards below first does.
    """
    again, below = set(), [LATE]
    for state in below:
        if CANONICAL[state] in values and not TERMINAL[state]:
            values.forget()
            worth = recursion(state, values)
            if values.is_written or values.asked - {CANONICAL[state]}:
                again.add(worth)
        below += children(state)
    return again


@cache
def _limited_values(depth, **more):
    return limited_values(depth, **more).tolist()


def _limited(state, depth, **more):
    return _limited_values(depth, **more)[state]


def _best_moves_seen(result, right, state):
    return f"{_mover(state)}, and the best moves are the cells {right}; yours are {result}"


def _mixed_up(result, state, value_of):
    """Return whether these are the moves that are worst for the side to move."""
    return result == built.best_moves(state, lambda after: -value_of(after))


def _listed_cells(listed):
    """Return the cells of a list, sorted; raise Wrong for anything but a list or a tuple.

    A tuple passes, as in lesson 01. Others have no order, or can be gone through only once.
    """
    cells = kinds.cells(listed)
    if not isinstance(listed, (list, tuple)):
        raise Wrong(f"it returns {kinds.kind_of(listed)}, but a list is asked for")
    return sorted(cells)


def _places(state, value_of):
    """Return the best moves as places in the list of the free cells."""
    free = np.flatnonzero(LEGAL[state]).tolist()
    return [free.index(cell) for cell in built.best_moves(state, value_of)]


def _squares(state):
    """Return the opinion of a player that looks two moves ahead, on a board after its own move."""
    return _limited(state, 1)


def _that_keep_the_opinion(state):
    """Return the moves after which the opinion is that of the state: right for exact values."""
    cells = np.flatnonzero(LEGAL[state]).tolist()
    return [cell for cell in cells if _squares(int(NEXT[state, cell])) == _squares(state)]


def _best_moves_by(value_of, faults, **more):
    """Return the Cases of best_moves by these values of the next states, with these faults."""
    return Cases(
        solution=lambda state: built.best_moves(state, value_of),
        describe=_best_moves_seen,
        kind=_listed_cells,
        faults={
            "these are places among the free cells; return the cells at these places": (
                lambda state: _places(state, value_of)
            ),
            **faults,
        },
        signs={
            "these are values; return the cells that have the best one": lambda result, s: (
                len(result) > 1 and set(result) == {0}
            ),
            "not all of these cells are free": lambda result, s: not LEGAL[s, result].all(),
            "a cell is listed twice": lambda result, s: len(result) > len(set(result)),
            "your list is empty": lambda result, s: not result,
            "these are best for the other side": lambda result, s: _mixed_up(result, s, value_of),
            "these are all free cells; the next boards differ in value": lambda result, s: (
                len(result) == LEGAL[s].sum()
            ),
            "others of the same value are as good, and they are missing": lambda result, s: (
                set(result) < set(built.best_moves(s, value_of))
            ),
        },
        **more,
    )


BEST_MOVES = _best_moves_by(built.value, {}, inputs=[(state,) for state in UNDECIDED.tolist()])
BY_SQUARES = _best_moves_by(
    _squares,
    {
        "these keep `value_of(state)`, but an opinion may change with every move; keep the best of "
        "the values after the moves": _that_keep_the_opinion,
    },
    inputs=BEST_MOVES.inputs,
)


def _of_boards(value_of):
    """Return the same function of a state; it raises Wrong if no game reaches the state."""

    def asked(state):
        if not REACHABLE[state]:
            raise Wrong(
                f"`value_of` was asked about {state}, and no game comes to a board of that number: "
                "is it a cell? The board after the move is `ttt.next_state(state, cell)`"
            )
        return value_of(state)

    return asked


@exercise("03.best_moves", minutes=12)
def best_moves(answer):
    """Check a function (state, value_of) that gives the cells best for the side to move."""
    kinds.function(answer)
    positions = BEST_MOVES.check(lambda state: _asked(answer, state, _of_boards(built.value)))
    looked_at = set()

    @_of_boards
    def value_of(after):
        looked_at.add(after)
        return _squares(after)

    try:
        BY_SQUARES.check(lambda state: _asked(answer, state, value_of))
    except Wrong as wrong:
        ignored = "" if looked_at else ". Ask the function that is handed in"
        raise Wrong(
            "it is right for the values under best play, but not for another `value_of`, the "
            f"opinion of a player that looks two moves ahead: {wrong}{ignored}",
            wrong.state,
            wrong.causes,
        ) from None
    return f"Your lists are right in all {len(positions):,} undecided positions."


def _counted(state, **changed):
    return np.array(built.alpha_beta(state, **changed), float)


def _alpha_beta_seen(result, right, state):
    if result[0] != right[0]:
        return f"the value of this board is {_plain(right[0])}, not {_plain(result[0])}"
    more = "needs only" if result[1] > right[1] else "by the rules it should be"
    return f"from this board on it looks at {result[1]:.0f} positions, and {more} {right[1]:.0f}"


LOW, HIGH = 0, 1


def _newest(_, found):
    return found


def _bounded(rises, falls):
    """Return a wrong answer whose low and high become max or min of (LOW or HIGH) and found.

    `rises` and `falls` are pairs such as (max, LOW).
    """
    update = [partial(_bound, *rises), partial(_bound, *falls)]
    return lambda state: _counted(state, update=update)


def _bound(better, which, low, high, found):
    return better((low, high)[which], found)


def _nothing_left_out(state):
    return _counted(state, enough=lambda low, high, found: False)


ALPHA_BETA = Cases(
    solution=_counted,
    inputs=lambda: [(state,) for state in _names(4) if not TERMINAL[state]],
    describe=_alpha_beta_seen,
    faults={
        (
            "no move is left out, but once low is no longer below high, the other moves cannot "
            "matter"
        ): _nothing_left_out,
        "low and high are not handed down: each call inside begins again with -2 and 2": (
            _nothing_left_out
        ),
        (
            "it goes on when low and high are equal, but equal is enough: the other moves "
            "cannot matter any more"
        ): lambda s: _counted(s, enough=lambda low, high, found: low > high),
        "low can jump past high, and is then not equal to it: `low >= high`": lambda s: _counted(
            s, enough=lambda low, high, found: low == high
        ),
        "where O is to move, high is never above found, so O tries only one move; compare "
        "low with high": lambda s: _counted(s, enough=lambda low, high, found: high <= found),
        "where X is to move, low is never below found, so X tries only one move; compare "
        "low with high": lambda s: _counted(s, enough=lambda low, high, found: low >= found),
        "moves are left out that still matter; does the `if` have the right condition?": (
            lambda s: _counted(s, enough=lambda low, high, found: low < high)
        ),
        (
            "low may fall again, but X keeps what it is sure of, so take the larger of low and "
            "found"
        ): _bounded((_newest, LOW), (min, HIGH)),
        (
            "high may rise again, but O keeps what it is sure of, so take the smaller of high "
            "and found"
        ): _bounded((max, LOW), (_newest, HIGH)),
        (
            "low and high always become the newest value; keep the better one of the old and "
            "the new"
        ): _bounded((_newest, LOW), (_newest, HIGH)),
        "low never rises and high never falls; take the larger of low and found, and the smaller "
        "of high and found": _bounded((min, LOW), (max, HIGH)),
        "high never falls; with a better move O is sure of less, so take the smaller of high and "
        "found": _bounded((max, LOW), (max, HIGH)),
        "low never rises; with a better move X is sure of more, so take the larger of low and "
        "found": _bounded((min, LOW), (min, HIGH)),
        "high is made from low; O keeps what it is sure of, the smaller of high and found": (
            _bounded((max, LOW), (min, LOW))
        ),
        "low is made from high; X keeps what it is sure of, the larger of low and found": (
            _bounded((max, HIGH), (min, HIGH))
        ),
        "low is made from high, and high from low; take the larger of low and found, and the "
        "smaller of high and found": _bounded((max, HIGH), (min, LOW)),
    },
    signs={
        "some moves are left out sooner than the rules say": lambda result, state: (
            result[0] == _counted(state)[0] and result[1] < _counted(state)[1]
        ),
    },
    kind=lambda result: np.array(kinds.pair(result, "the value and the number of positions")),
)


@exercise("03.alpha_beta", minutes=12)
def alpha_beta(answer):
    """Check a function of a state that gives (its value, the positions alpha-beta examines)."""
    positions = ALPHA_BETA.check(partial(_recursion, answer))
    result = ask(answer, START)
    kinds.whole_number(result[1], "the number of positions is", START)
    if tuple(result) != built.alpha_beta(START):
        raise Wrong("it is right on late boards, but not on the empty board", START)
    return (
        f"In {len(positions)} positions and on the empty board it finds the value of minimax, and "
        "leaves out all that the rules leave out."
    )


@cache
def _over_last(state, depth):
    """Return the value of a search that asks for an opinion before it asks for the end."""
    if depth == 0:
        return built.square_heuristic(state)
    if TERMINAL[state]:
        return int(WINNER[state])
    return built.best_for(TURN[state], [_over_last(a, depth - 1) for a in children(state)])


@cache
def _draws_forgotten(state, depth):
    """Return the value of a limited search that only a win ends: nan if nothing follows a draw."""
    if WINNER[state] or depth == 0:
        return int(WINNER[state]) or built.square_heuristic(state)
    values = [_draws_forgotten(after, depth - 1) for after in children(state)]
    return (np.max if TURN[state] == X else np.min)(values or [np.nan])


@cache
def _falling(state, depth, least):
    """Return the value of a limited search whose loop subtracts 1 from `depth` for every move.

    `least`: whether it also ends below 0.
    """
    if TERMINAL[state] or depth == 0 or (least and depth < 0):
        return _limited(state, 0)
    below = [_falling(after, depth - i, least) for i, after in enumerate(children(state), 1)]
    return built.best_for(TURN[state], below)


@cache
def _looking(state, depth, best):
    """Return the value of a limited search in which both sides choose with one function."""
    if depth == 0 or TERMINAL[state]:
        return _limited(state, 0)
    return best([_looking(after, depth - 1, best) for after in children(state)])


def _hundredfold(state):
    return 100 * built.square_heuristic(state)


def _hundredth(state):
    return built.square_heuristic(state) / 100


def _to_mover(state):
    return TURN[state] * built.square_heuristic(state)


LIMITED = Cases(
    task=(
        "A function (state, depth): the value of a state to a player that looks `depth` moves "
        "ahead."
    ),
    solution=_limited,
    inputs=lambda: [(state, depth) for depth in (0, 1, 2, 3) for state in _names(4)],
    describe=lambda result, right, state, depth: (
        f"looking {depth} move{'s' * (depth != 1)} ahead, this board is worth {_plain(right)}, "
        f"not {_plain(result)} ({_mover(state)})"
    ),
    faults={
        "it looks to the end; stop when `depth` is 0 (is there a `return`?), and hand "
        "`depth - 1` down": (lambda state, depth: built.value(state)),
        "it looks to the end unless `depth` is 0 at once; ask `limited(after, depth - 1)`": (
            lambda state, depth: built.value(state) if depth else _limited(state, 0)
        ),
        "ask first whether the game is over; a finished game needs no opinion": _over_last,
        "a draw is over, too: ask `ttt.TERMINAL`": _draws_forgotten,
        "it looks one move too far; stop when `depth` is 0": lambda state, depth: _limited(
            state, depth + 1
        ),
        "it stops one move too early; stop when `depth` is 0": lambda state, depth: _limited(
            state, max(depth - 1, 0)
        ),
        "it stops when `depth` is 1; stop when it is 0": lambda state, depth: (
            _limited(state, depth - 1) if depth else built.value(state)
        ),
        "`depth` falls with every move that the loop tries; leave `depth` as it is, and hand "
        "`depth - 1` down. Otherwise it jumps past 0, and the search goes on to the end": partial(
            _falling, least=False
        ),
        "`depth` falls with every move that the loop tries, so the later moves are looked at less "
        "far; leave `depth` as it is, and hand `depth - 1` down": partial(_falling, least=True),
        "when it stops, ask `game_tree.square_heuristic` for an opinion": lambda state, depth: (
            _limited(state, depth, heuristic=no_idea)
        ),
        "the opinion is rounded to a whole number, and so it is 0: take it as it is": (
            lambda state, depth: _limited(state, depth, heuristic=no_idea)
        ),
        BOTH_HIGHEST: lambda state, depth: _looking(state, depth, max),
        BOTH_LOWEST: lambda state, depth: _looking(state, depth, min),
        "only the first move is looked at: the `return` is inside the loop": (
            lambda state, depth: _looking(state, depth, FIRST)
        ),
        (
            "your opinion outweighs a win: `square_heuristic` has divided it by 100 already, "
            "so take it as it is"
        ): lambda state, depth: _limited(state, depth, heuristic=_hundredfold),
        (
            "the opinion is divided by 100 twice: `square_heuristic` has done it already, so "
            "take it as it is"
        ): lambda state, depth: _limited(state, depth, heuristic=_hundredth),
        "the opinion is a value to X, whoever moves: take it as it is": lambda state, depth: (
            _limited(state, depth, heuristic=_to_mover)
        ),
    },
    call=partial(_asked, _recursion),
    remark=lambda results: (
        f"It is right at depths 0, 1, 2 and 3, in {len(results) // 4} positions each."
    ),
)
limited = exercise("03.limited", minutes=12)(LIMITED)


@exercise("03.recipe", minutes=12)
def recipe(answer):
    """Check a function from a state to X's cell that wins every game against two moves ahead."""
    games = _win_all(answer, player("two-ply").policy, START, ())
    return f"You win all {games} games that its choices can lead to."


def _win_all(answer, policy, state, moves):
    """Return the number of games that X's answers win; raise Wrong at the first one not won."""
    if TERMINAL[state]:
        if WINNER[state] != X:
            end = "O wins" if WINNER[state] == O else "it is a draw"
            side_by_side = {moves[0], moves[2]} <= set(CORNERS) and moves[0] + moves[2] != 8
            why = ". Take the opposite corner first, so that O has nothing to block" * side_by_side
            taken = ", ".join(map(str, moves))
            raise Wrong(f"when the cells {taken} are taken, {end}{why}", state)
        return 1
    if TURN[state] == X:
        cell = ask(answer, state)
        if cell is None and not LEGAL[state, CORNERS].any():
            raise Wrong("it returns None if no corner is free: now complete your line", state)
        chosen = kinds.steady_cell_of(answer, state)
        if not LEGAL[state, chosen]:
            wins = " or ".join(map(str, built.completing(state, X)))
            why = f", and X wins at once in {wins}: complete a line first" if wins else ""
            raise Wrong(f"cell {cell} is not free here{why}", state)
        return _win_all(answer, policy, int(NEXT[state, chosen]), (*moves, chosen))
    replies = np.flatnonzero(policy[state]).tolist()
    return sum(_win_all(answer, policy, int(NEXT[state, a]), (*moves, a)) for a in replies)


MAX_EXAMINED = 4_000


def _sorted_by(answer, state):
    """Return what the reader's function returns; raise Wrong if `sorted` got a NumPy bool."""
    try:
        return _asked(answer, state)
    except TypeError as error:
        if "interpreted as an integer" not in f"{error}":
            raise
        message = (
            "`reverse` takes Python's own True or False, but this is NumPy's: `reverse=bool(...)`"
        )
        raise Wrong(message, state) from None


@exercise("03.best_first", minutes=12)
def best_first(answer):
    """Check a function from a state to the boards after its moves, the most promising first."""
    kinds.function(answer)
    after = {}
    for state in UNDECIDED.tolist():
        result, right = kinds.given(_sorted_by(answer, state), state=state), children(state)
        if isinstance(result, (set, frozenset)):
            raise Wrong("a set has no order: return a list", state)
        try:
            after[state] = [
                kinds.whole_number(board, "a board in it is", state) for board in result
            ]
        except (TypeError, ValueError):
            raise Wrong(f"it should be a list of states, and this is {result!r}", state) from None
        if sorted(after[state]) != sorted(right):
            raise Wrong(
                f"it returns {after[state]}, and the boards after the moves are {right}: change "
                "only their order",
                state,
            )
    looked_at = built.ordered_search(after.get)[1]
    if looked_at >= MAX_EXAMINED:
        raise Wrong(
            f"alpha-beta then looks at {looked_at:,} positions, not fewer than "
            f"{MAX_EXAMINED:,}{_why_many(after, looked_at)}"
        )
    costs = ", but your opinion costs a full search" * _by_true_values(after)
    return f"Alpha-beta then looks at {looked_at:,} positions{costs}."


def _why_many(after, looked_at):
    """Return why these orders of the boards, {state: boards}, save too little; "" if unknown."""

    def with_turned(side):
        turned = {s: boards[::-1] if TURN[s] == side else boards for s, boards in after.items()}
        return built.ordered_search(turned.get)[1]

    fewer = (
        "; if {} tried its boards in the opposite order, there would be fewer. What is good for {}?"
    )
    if all(boards == children(state) for state, boards in after.items()):
        return ": the boards are still in the order they came in"
    if with_turned(O) < looked_at:
        return f"{fewer.format('O', 'O')} Its best boards have the lowest values, and come first"
    if with_turned(X) < looked_at:
        return f"{fewer.format('X', 'X')} Its best boards have the highest values, and come first"
    for state, boards in after.items():
        wins = [board for board in boards if WINNER[board] == TURN[state]]
        if wins and boards[0] not in wins:
            return ": squares alone are not enough. Does a winning move come first?"
    return ""


def _by_true_values(after):
    """Return whether these orders, {state: boards}, are those of the values under best play."""
    V = state_values()
    ordered = (TURN[state] * V[boards] for state, boards in after.items())
    return all((np.diff(values) <= 0).all() for values in ordered)


@exercise("03.quick", minutes=12)
def quick(answer):
    """Check a function from a state to a value with the right sign that prefers quick wins."""
    kinds.function(getattr(answer, "__wrapped__", answer))  # the lesson caches this function
    V, fast, values = state_values(), _limited_values(9, score=fast_score), {}
    recursion = partial(_recursion, answer)
    for state in sorted(np.flatnonzero(REACHABLE).tolist(), key=lambda state: -PLY[state]):
        values[state] = kinds.finite(_asked(recursion, state), state=state)
        if np.sign(values[state]) != V[state]:
            sign = {X: "above 0", O: "below 0", 0: "0"}[int(V[state])]
            raise Wrong(f"it gives {values[state]:g} to this board, which should be {sign}", state)
    for state in sorted(UNDECIDED.tolist(), key=lambda state: -PLY[state]):
        yours = built.best_moves(state, lambda after: round(values[after], 9))
        right = built.best_moves(state, lambda after: fast[after])
        if yours != right:
            raise Wrong(f"{_not_quick(fast, state, yours, right)}{_by_values(values)}", state)
    return f"In all {len(UNDECIDED):,} undecided positions it wins as soon, or holds out as long, \
as it can."


def _by_values(values):
    """Return what these values, {state: value}, make of a win to come; "" if its worth falls."""
    sizes = {round(abs(worth), 9) for worth in values.values()}
    if len(sizes - {0}) < 2:
        return ": by your values a win is worth the same whenever it comes"
    if max(sizes) > round(max(abs(values[state]) for state in values if TERMINAL[state]), 9):
        return (
            ": by your values a later win is worth more than one on the board already, as "
            "with a factor above 1"
        )
    return ""


def _not_quick(fast, state, yours, right):
    aim = "win soonest" if TURN[state] * fast[state] > 0 else "hold out longest"
    return (
        f"{_mover(state)}, and by your values the best moves are the cells {yours}. To {aim} they "
        f"would be {right}"
    )
