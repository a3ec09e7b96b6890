"""Check lesson 12, which answers questions about Connect Four exactly."""

from dataclasses import replace
from functools import cache, partial
from itertools import product

import numpy as np

from tttlearn.course.articles.episodes import random_game
from tttlearn.course.exercises import built, kinds
from tttlearn.course.exercises.answers import Wrong, ask, error_hints, exercise
from tttlearn.course.exercises.cases import Cases, combined
from tttlearn.course.exercises.reader_rules import ALPHA, in_play, most_off, rule_cases
from tttlearn.course.exercises.td_faults import WEIGHTS
from tttlearn.evaluation.exact import errs, optimal_cells, state_values
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.boards import boards
from tttlearn.game.rules import N_STATES, REACHABLE, TICTACTOE
from tttlearn.search.game_tree import minimax_player
from tttlearn.support.arguments import shown
from tttlearn.support.text import signed

SIZES = ((4, 4), (5, 4), (6, 7))
"""Rows and columns of the boards on which marks are looked at."""
ALL_WAYS = "up", "down", "across", "rise"
"""Directions of a line: up a column, and to the next column downwards, level and upwards."""
_next, _judged = built.next_layer, built.best_or_given
"""The right functions, of which a slip changes a part."""
PER_SIZE = 60
"""Number of random sets of marks for each of these boards."""


def _bits(cells, rows):
    """Return the bitboard of cells, pairs of a column and a height."""
    return sum(1 << column * (rows + 1) + height for column, height in cells)


def _lines(rows, columns):
    """Yield the cells of each line of four on a board."""
    for column, height in product(range(columns), range(rows)):
        for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if column + 3 * right < columns and 0 <= height + 3 * up < rows:
                yield [(column + i * right, height + i * up) for i in range(4)]


@cache
def _marks():
    """Return (marks, rows) of each case: all lines of the smallest board, and random marks."""
    rng = np.random.default_rng(12)
    cases = [(_bits(line, 4), 4) for line in _lines(4, 4)]
    cases += [(_bits(line[:3], 4), 4) for line in _lines(4, 4)]
    for rows, columns in SIZES:
        cells = list(product(range(columns), range(rows)))
        for _ in range(PER_SIZE):
            some = rng.choice(len(cells), len(cells) // 2, replace=False)
            cases.append((_bits([cells[i] for i in some], rows), rows))
    # Marks that are neighbours only if the top of a column touches the bottom of the next.
    cases.append((_bits([(0, 2), (0, 3), (1, 0), (1, 1)], 4), 4))
    return cases


def _four(marks, rows, ways=ALL_WAYS, gap=2):
    """Return whether there is a pair of pairs in one of these directions, `gap` steps apart."""
    steps = {"up": 1, "down": rows, "across": rows + 1, "rise": rows + 2}
    for step in (steps[way] for way in ways):
        pairs = marks & marks >> step
        if (pairs & pairs >> gap * step) if gap else pairs:
            return True
    return False


def _without(*ways):
    return partial(_four, ways=[way for way in ALL_WAYS if way not in ways])


def _drawn(marks, rows):
    """Return marks as text, the top row first."""
    columns = max(4, marks.bit_length() // (rows + 1) + 1)
    return " / ".join(
        "".join(".X"[marks >> column * (rows + 1) + height & 1] for column in range(columns))
        for height in reversed(range(rows))
    )


FOUR = Cases(
    task="A function four(marks, rows): whether marks of one side have four in a row.",
    solution=built.four,
    inputs=_marks,
    describe=lambda result, right, marks, rows: (
        f"on {_drawn(marks, rows)} there is {'a' if right else 'no'} line of four, but it returns "
        f"{result}"
    ),
    kind=kinds.truth,
    faults={
        "it looks only up the columns, perhaps because a `return` ends the loop in its first "
        "turn": _without("down", "across", "rise"),
        "it misses the lines across, to the next column: `rows + 1`": _without("across"),
        "it misses the lines up a column: `1`": _without("up"),
        "it misses the diagonals that rise to the right: `rows + 2`": _without("rise"),
        "it misses the diagonals that fall to the right: `rows`": _without("down"),
        "it misses both diagonals: `rows` and `rows + 2`": _without("rise", "down"),
        "three in a row are enough for it; the two pairs of four are two steps apart, `2 * "
        "step`": partial(_four, gap=1),
        "two in a row are enough for it; look for a pair of pairs": partial(_four, gap=0),
        "a column has `rows + 1` bits, because one above it stays empty": lambda marks, rows: _four(
            marks, rows - 1, ALL_WAYS
        ),
        "True and False are swapped": lambda marks, rows: not built.four(marks, rows),
        "it says True whatever it sees": lambda marks, rows: True,
        "it says False whatever it sees": lambda marks, rows: False,
    },
    error_hints=error_hints("12.four"),
    remark="It is right for {n} sets of marks on boards of three sizes, the one in the shop too.",
)
four = exercise("12.four", minutes=12)(FOUR)


@cache
def _layers():
    """Return (layer, rows, columns): the layers of a narrow board, and the first of a larger."""
    cases = []
    for rows, columns, n_layers in ((4, 4, 6), (4, 3, 12)):
        layer = frozenset({(0, 0)})
        for _ in range(n_layers):
            cases.append((layer, rows, columns))
            layer = frozenset(built.next_layer(layer, rows, columns))
    return cases


def _positions(value):
    """Return the positions of a set, a sorted list of pairs."""
    value = kinds.given(value)
    if isinstance(value, (list, tuple, np.ndarray)):
        raise Wrong(
            f"it returns {kinds.kind_of(value)}; make it a set, in which a position is only once, "
            "however many moves lead to it"
        )
    if not isinstance(value, (set, frozenset)):
        raise Wrong(f"a set of positions is asked for, but this is {shown(value)}")
    for position in value:
        if not (isinstance(position, tuple) and len(position) == 2):
            raise Wrong(f"a position is a pair (x, o) of two ints, but this is {shown(position)}")
    return sorted(tuple(map(int, position)) for position in value)


def _layer_seen(result, right, layer, rows, columns):
    marks = sum(bits.bit_count() for bits in next(iter(layer)))
    board = f"{columns} columns and {rows} rows"
    if len(result) != len(right):
        return (
            f"on {board} there are {len(right):,} positions of {marks + 1} marks, but yours are "
            f"{len(result):,}"
        )
    x, o = next(position for position in result if position not in right)
    return (
        f"on {board}, no game comes to the position with X's marks on {_drawn(x, rows)} and O's on "
        f"{_drawn(o, rows)}, which is among yours"
    )


NEXT_LAYER = Cases(
    task="A function next_layer(layer, rows, columns): all positions after one more move.",
    solution=built.next_layer,
    inputs=_layers,
    describe=_layer_seen,
    kind=_positions,
    call=lambda answer, layer, rows, columns: answer(set(layer), rows, columns),
    faults={
        "games go on after a line of four; leave out positions in which `four` is true": partial(
            _next, over=lambda *_: False
        ),
        "only X's lines end a game for it": partial(_next, sides="X"),
        "only O's lines end a game for it": partial(_next, sides="O"),
        "X makes every move": partial(_next, mover=lambda x, o: True),
        "O makes every move": partial(_next, mover=lambda x, o: False),
        "X and O are swapped; X moves if both have the same number of marks": partial(
            _next, mover=lambda x, o: x.bit_count() != o.bit_count()
        ),
        "it compares the numbers x and o; count the marks, `x.bit_count()`": partial(
            _next, mover=lambda x, o: x == o
        ),
        "a full column passes the position on unchanged; leave it out where `landing` is 0": (
            partial(_next, full="kept")
        ),
        "marks land at the bottom of each column even if it is taken": partial(
            _next, full="only bottom"
        ),
        "the positions before the move are among those after it": lambda layer, rows, columns: (
            {*layer, *built.next_layer(layer, rows, columns)}
        ),
    },
    error_hints=error_hints("12.next_layer"),
    remark="It is right for {n} layers, from the empty board to the full one.",
)
next_layer = exercise("12.next_layer", minutes=12)(NEXT_LAYER)


@cache
def _games():
    """Return the games in which players are judged: two with nine cells, one with 15."""
    misere = replace(TICTACTOE, winner=-TICTACTOE.winner, name="tic-tac-toe where a line loses")
    return TICTACTOE, misere, boards(rows=5, columns=3, k=3, falling=True)


@cache
def _pairings():
    """Return (rules, x, o) of each case."""
    cases = []
    for rules in _games():
        dice, two = random_policy(rules), minimax_player(2, rules=rules).policy
        cases += [(rules, *pair) for pair in ((None, None), (two, None), (None, two), (dice, two))]
    return cases


def _of_states(value):
    """Return the values of all states; 0 for codes of tic-tac-toe that no game reaches."""
    value = kinds.array(value)
    if value.ndim != 1:
        raise Wrong(f"one value for each state is asked for, but this has the shape {value.shape}")
    return np.where(REACHABLE, value, 0.0) if len(value) == N_STATES else value


def _way_of(policy, rules):
    if policy is None:
        return "its best"
    return "at random" if np.array_equal(policy, random_policy(rules)) else "two moves ahead"


def _value_seen(result, right, rules, x, o):
    if result.shape != right.shape:
        return f"{rules.name} has {len(right):,} states, but yours are {len(result):,} values"
    state = int(np.flatnonzero(~(np.abs(result - right) <= 1e-9))[-1])
    text = rules.show(state).replace(" ", "").replace("\n", " / ")
    return (
        f"in {rules.name}, if X plays {_way_of(x, rules)} and O {_way_of(o, rules)}, the position "
        f"{text} is worth {signed(right[state], 3)}, but yours is {signed(result[state], 3)}"
    )


VALUES = Cases(
    task="A function values(rules, x=None, o=None): the value to X of each state of any game.",
    solution=built.best_or_given,
    inputs=_pairings,
    describe=_value_seen,
    kind=_of_states,
    faults={
        "it goes from the first layer to the last; the values come from the end, "
        "`rules.layers[::-1]`": partial(_judged, reverse=False),
        "both sides take the highest value, but O wants it low": partial(_judged, best=(1, 1)),
        "both sides take the lowest value, but X wants it high": partial(_judged, best=(-1, -1)),
        "X takes the lowest value and O the highest; it is the other way round": partial(
            _judged, best=(-1, 1)
        ),
        "the best value stays one to the side that moves; multiply it by the side again": partial(
            _judged, back=False
        ),
        "a side that is given a policy plays its best all the same": partial(
            _judged, given=(False, False)
        ),
        "it has no use for X's policy": partial(_judged, given=(False, True)),
        "it has no use for O's policy": partial(_judged, given=(True, False)),
        "moves that are not allowed count, too: `rules.next` is -1 there, and V[-1] is the last "
        "state": partial(_judged, legal=False),
        "the winner has the wrong sign": partial(_judged, ends=-1),
        "all moves count alike; weight them by the policy": partial(_judged, even=True),
        "the mean over a policy changes its sign for O, but values are always to X": partial(
            _judged, turned=True
        ),
        "the policies of X and O are swapped": lambda rules, x=None, o=None: _judged(rules, o, x),
    },
    error_hints=error_hints("12.values"),
    remark="The same lines are right in {n} pairings of three games.",
)
values = exercise("12.values", minutes=15)(VALUES)


@exercise("12.mend", minutes=8)
def mend(answer):
    """Check a function mend(policy, rules, V): the policy without its errors."""
    kinds.function(answer)
    rules_of_case = _games()[0], _games()[2]
    mended = 0
    for rules in rules_of_case:
        policy, V = minimax_player(3, ties="first", rules=rules).policy, state_values(rules=rules)
        given, wrong = policy.copy(), errs(policy, rules=rules)
        result = kinds.array(ask(answer, given, rules, V))
        if not np.array_equal(given, policy):
            raise Wrong("it changes the policy it is given; begin with `policy.copy()`")
        if result.shape != policy.shape:
            raise Wrong(
                f"a policy of {rules.name} has the shape {policy.shape}, but this has the shape "
                f"{result.shape}"
            )
        _check_mended(result, policy, rules, wrong)
        mended += len(wrong)
    return f"It mends {mended} errors of two players, and leaves all else as it was."


def _check_mended(result, policy, rules, wrong):
    """Raise Wrong unless the wrong rows, and only these, have become best moves."""
    undecided = rules.reachable & ~rules.terminal
    n_wrong = f"the player looks three moves ahead in {rules.name}, and errs in {len(wrong)}"
    others = undecided.copy()
    others[wrong] = False
    is_changed = (result != policy).any(axis=1)
    if not is_changed.any():
        raise Wrong(f"{n_wrong} positions, but the policy that comes back is the same")
    if (is_changed & others).any():
        raise Wrong(*_shown("it changes a row without an error", is_changed & others, rules))
    sums = result[wrong].sum(axis=1)
    if (bad := np.abs(sums - 1) > 1e-9).any():
        reason = f"a row should have the sum 1, but one that was wrong has {sums[bad][0]:g}"
        hint = "; take the old move away, `better[s] = 0`" * bool(sums[bad][0] > 1)
        raise Wrong(reason + hint)
    if ((result[wrong] != 0) & ~rules.legal[wrong]).any():
        raise Wrong("a mended row takes a move that is not allowed; look at `rules.legal[s]`")
    left = ((result != 0) & ~optimal_cells(rules)).any(axis=1) & undecided
    if left.any():
        sides = {int(side) for side in rules.turn[left]}
        only = {(1,): " with X to move", (-1,): " with O to move"}.get(tuple(sides), "")
        if not left[wrong].all() and only:
            only += "; values are to X, so O wants them low" * (sides == {-1})
        reason = f"{n_wrong} positions; it still errs in {int(left.sum())}{only}"
        raise Wrong(*_shown(reason, left, rules))


def _shown(reason, where, rules):
    """Return a reason with a board that shows it, if the game is tic-tac-toe."""
    return (reason, int(np.flatnonzero(where)[0])) if rules is TICTACTOE else (reason,)


@cache
def _episodes():
    """Return (episode, V) of random games, in which some moves were made to explore."""
    rng, cases = np.random.default_rng(0), []
    for _ in range(40):
        episode = random_game(rng)
        explored = rng.random(len(episode.actions)) < 0.3
        cases.append((episode._replace(explored=explored), rng.uniform(-1, 1, N_STATES)))
    return cases


def _slipless(episode, V, end="before", learns=None, step=(1 - ALPHA, ALPHA)):
    """Return the new values of a game's positions after the rule, with something changed."""
    v, winner, explored = V[episode.states], episode.winner, episode.explored
    if end in ("before", "minus"):
        v[-1] = winner if end == "before" else -winner
    turns = range(len(explored))
    for t in [t for t in turns if not explored[t]] if learns is None else learns(explored):
        v[t] = step[0] * v[t] + step[1] * v[t + 1]
    if end == "after":
        v[-1] = winner
    return v


def _until_a_slip(explored):
    return range(int(explored.argmax()) if explored.any() else len(explored))


LEARNS = {
    "it learns from moves that were made to explore, too": lambda e: range(len(e)),
    "it learns only from moves that were made to explore; a `not` is missing": np.flatnonzero,
    "it looks whether the move before was made to explore; the move from position t to the next is "
    "number t": lambda e: [t for t in range(len(e)) if t == 0 or not e[t - 1]],
    "after the first move that was made to explore it learns nothing more, as with a "
    "`break`": _until_a_slip,
    "it learns nothing from a game in which a move was made to explore": lambda e: (
        [] if e.any() else range(len(e))
    ),
    "it leaves out the last move": lambda e: np.flatnonzero(~e[:-1]),
    "it leaves out the first move": lambda e: 1 + np.flatnonzero(~e[1:]),
}
"""Of which moves a rule learns, given which were made to explore."""
ENDS = {
    "the last position never gets the winner as its value, so there is nothing to learn": "never",
    "the last position gets the winner only after the others have looked at it": "after",
    "the last position gets the winner with the wrong sign": "minus",
}


def _td_seen(result, right, episode, V):
    t = int(most_off(result, right)[0])
    was, wanted, made = (signed(v[t], 3) for v in (V[episode.states], right, result))
    how = "at the end of the game"
    if t < len(episode.explored):
        how = "from which the move was made to explore" if episode.explored[t] else "in a game"
    should = "keep it" if was == wanted else f"become {wanted}"
    return f"V of a position {how} is {was} and should {should}, but becomes {made}"


TD = rule_cases(
    task="A rule my_td(V, episode, alpha): TD(0) that learns nothing from exploring moves.",
    solution=_slipless,
    inputs=_episodes,
    describe=_td_seen,
    call=lambda answer, episode, V: in_play(
        lambda table, game, alpha, _: answer(table, game, alpha), episode, V
    ),
    gamma=False,
    faults=combined({"end": ENDS, "learns": LEARNS, "step": WEIGHTS}, _slipless),
    error_hints=error_hints("12.td"),
    remark="On {n} random games it changes exactly what it should, and keeps what a slip would "
    "spoil.",
)
td = exercise("12.td", minutes=10)(TD)
