"""Check lesson 04, on how good a player is."""

from dataclasses import replace
from functools import cache, partial
from inspect import signature

import numpy as np

from tttlearn.course.exercises import built, kinds
from tttlearn.course.exercises.answers import Wrong, ask, error_hints, exercise, explained
from tttlearn.course.exercises.cases import Cases
from tttlearn.evaluation.exact import (
    minimax_policy,
    optimal_cells,
    optimal_share,
    outcome,
    state_values,
    visit_probabilities,
    worst_case,
)
from tttlearn.evaluation.passes import BEST
from tttlearn.evaluation.policy import action_values, epsilon_greedy, first_best, random_policy
from tttlearn.game.played import Game, to_cell
from tttlearn.game.rules import (
    LAYERS,
    LEGAL,
    N_STATES,
    NEXT,
    REACHABLE,
    START,
    TERMINAL,
    TURN,
    UNDECIDED,
    WINNER,
)
from tttlearn.game.tables import X
from tttlearn.search.game_tree import minimax_player
from tttlearn.support.text import counted, signed


@cache
def _players():
    """Return the policies that answers are asked about, by their names."""
    Q = action_values(state_values())
    return {
        "random": random_policy(),
        "two-ply": minimax_player(2).policy,
        "minimax": minimax_policy(),
        "minimax with epsilon 0.1": epsilon_greedy(Q, 0.1),
        "three-ply": minimax_player(3).policy,
    }


def _name(policy):
    """Return the name of a policy of `_players`; "None" for a side that plays its best."""
    return next((name for name, known in _players().items() if known is policy), "None")


def _pairs(*names):
    """Return the pairs (x, o) of players with these names, two in each name."""
    return [tuple(_players()[name] for name in pair.split(" - ")) for pair in names]


def _playing(x, o):
    return f"with x = {_name(x)} and o = {_name(o)}"


def _forward(x, o, layers=LAYERS, start=1.0, adds=True, part=np.multiply):
    """Return the visits, with something about the pass changed."""
    share = np.zeros(len(REACHABLE))
    share[START] = start
    for layer in layers:
        rows, cells = np.nonzero(LEGAL[layer])
        states = layer[rows]
        policy = np.where(TURN[states] == X, x[states, cells], o[states, cells])
        after, come = NEXT[states, cells], part(share[states], policy)
        if adds:
            np.add.at(share, after, come)
        else:
            share[after] = come
    return share


def _in_whole_shares(x, o):
    """Return what an array of whole numbers holds: only certain moves pass anything on."""
    return _forward(x, o, part=lambda share, p: np.trunc(share * p))


def _first_move_only(x, o):
    share = np.zeros(len(REACHABLE))
    share[[START, NEXT[START, 0]]] = 1, x[START, 0]
    return share


def _first_off(result, right, *case):
    """Return the position with the smallest number that is off, or None."""
    return next(iter(np.flatnonzero(~(np.abs(result - right) <= 1e-9)).tolist()), None)


_of_all_codes = partial(
    kinds.shaped, shape=REACHABLE.shape, what=f"{N_STATES:,} numbers (one for each state)"
)


def _visits_seen(result, right, x, o):
    state = _first_off(result, right)
    return (
        f"{_playing(x, o)}, the share of the games that come to this board is {right[state]:.6g}, "
        f"but yours is {result[state]:.6g}"
    )


VISITS = Cases(
    task="A function visits(x, o): the share of the games that come through each state.",
    solution=visit_probabilities,
    inputs=partial(_pairs, "random - random", "two-ply - random", "random - minimax"),
    describe=_visits_seen,
    kind=_of_all_codes,
    faults={
        "the empty board has the share 0; all games begin there, so it is 1": partial(
            _forward, start=0
        ),
        "`=` keeps only what the last of several moves brings; add up what they bring: "
        "`+=`": partial(_forward, adds=False),
        "it counts the ways to get there; multiply by the probability of each move": partial(
            _forward, part=lambda share, p: share
        ),
        "it adds up probabilities of moves; multiply each by the share of the position it starts "
        "from": partial(_forward, part=lambda share, p: p),
        "it multiplies by the rows of both sides; only the side to move has a say": lambda x, o: (
            _forward(x * o, x * o)
        ),
        "x moves for both sides; where O is to move, the row comes from o": lambda x, o: _forward(
            x, x
        ),
        "o moves for both sides; where X is to move, the row comes from x": lambda x, o: _forward(
            o, o
        ),
        "x moves for O, and o for X; X is to move where `ttt.TURN[state]` is 1": lambda x, o: (
            _forward(o, x)
        ),
        "the array holds only whole numbers; begin with `np.zeros(19683)`": _in_whole_shares,
        (
            "each free cell gets an equal share; multiply by the probability of the move, "
            "`policy[state, cell]`"
        ): lambda x, o: _forward(*2 * [_players()["random"]]),
        # The same results: in the wrong order, or without O's positions, others have no share yet.
        "only the empty board passes its share on: the `return` is inside the loop, or the order "
        "is wrong (go through `ttt.UNDECIDED` from its beginning), or O's positions pass nothing "
        "on": partial(_forward, layers=LAYERS[:1]),
        "a position loses its share when it passes it on; it should keep it, because those games "
        "came through it": lambda x, o: visit_probabilities(x, o) * TERMINAL,
        "only the first move is made: the `return` is inside the inner loop": _first_move_only,
    },
    board=_first_off,
    remark="The share of every position, in three pairings: exact, without playing a single game.",
)
visits = exercise("04.visits", minutes=12)(VISITS)


def _ends(x, o, over=TERMINAL, winners=(1, 0, -1), share=visit_probabilities):
    """Return the shares of the three ends, with something about them changed."""
    share = share(x, o)
    return np.array([share[over & (WINNER == winner)].sum() for winner in winners])


def _without_brackets(x, o):
    """Return what `ttt.TERMINAL & ttt.WINNER == winner` gives, where `&` comes before `==`."""
    share = visit_probabilities(x, o)
    return np.array([share[(TERMINAL & WINNER) == winner].sum() for winner in (1, 0, -1)])


def _outcome_seen(result, right, x, o):
    result, right = (", ".join(f"{p:.4f}" for p in numbers) for numbers in (result, right))
    return f"{_playing(x, o)}, the outcome is {right}, but yours is {result}"


ORDERS = {
    "O comes first": (-1, 0, 1),
    "the draws come first": (0, 1, -1),
    "the draws come last": (1, -1, 0),
    "O comes first and the draws last": (-1, 1, 0),
    "the draws come first and X last": (0, -1, 1),
}
"""Other orders of the three ends in the list, by the words for them."""
OUTCOME = Cases(
    task="A function outcome(x, o): the probabilities that X wins, that nobody does, that O does.",
    solution=outcome,
    inputs=partial(_pairs, "two-ply - random", "random - random", "random - minimax"),
    describe=_outcome_seen,
    kind=partial(
        kinds.shaped,
        shape=(3,),
        what="three numbers (X wins, nobody does, O wins)",
        of=kinds.numbers,
    ),
    faults={
        **{
            f"{now}; the order is X wins, nobody does, O wins": partial(_ends, winners=winners)
            for now, winners in ORDERS.items()
        },
        "it counts unfinished games as draws; a board that is not full yet has no winner either: "
        "ask for `ttt.TERMINAL`, too": partial(_ends, over=REACHABLE),
        "`&` binds more tightly than `==`; put brackets round `ttt.WINNER == 1`": _without_brackets,
        "it counts positions; add up their shares, `own_visits(x, o)`": partial(
            _ends, share=lambda x, o: (visit_probabilities(x, o) > 0) * 1.0
        ),
        "it counts boards; add up their shares, `own_visits(x, o)`": partial(
            _ends, share=lambda x, o: np.ones(len(WINNER))
        ),
        "x and o are swapped": lambda x, o: _ends(o, x),
        "these are percentages; probabilities go from 0 to 1": lambda x, o: 100 * _ends(x, o),
    },
    error_hints=error_hints("04.outcomes"),
    signs={
        "the three together are more than 1": lambda result, *_: result.sum() > 1 + 1e-9,
        "the three together are less than 1": lambda result, *_: result.sum() < 1 - 1e-9,
    },
    remark="Your three shares sum to 1, and need no error bars.",
)
outcomes = exercise("04.outcomes", minutes=5)(OUTCOME)


@exercise("04.beat", minutes=8)
def beat(moves, impostor):
    """Check X's cells in a game that X wins against the impostor."""
    moves = moves.tolist() if isinstance(moves, np.ndarray) else moves
    if not isinstance(moves, (list, tuple)):
        raise Wrong(f"a list of cells is asked for here, such as [4, 8, 5], not {moves!r}")
    if outcome(minimax_policy(), impostor).x_wins > 0:
        raise Wrong(
            "the opponent that you played is not the impostor, because a perfect opponent beats "
            "yours, but never beats the impostor"
        )
    game, lowest = Game(), 0
    for count, cell in enumerate(moves, 1):
        if game.is_over:
            break
        if isinstance(cell, float):
            raise Wrong(f"{cell!r} has a decimal point, and a cell is a whole number, such as 4")
        kinds.cell(cell)
        if not game.is_legal(cell):
            listed = "; list only your own moves, those of X" * _of_both(moves, impostor)
            raise Wrong(f"{_not_free(count, cell, game)}{listed}", game.state)
        game.play(cell)
        lowest = min(lowest, state_values()[game.state])
        if not game.is_over:
            game.play(int(np.argmax(impostor[game.state])))
    if not game.is_over:
        raise Wrong("the game is not over after your moves", game.state)
    if game.winner != X:
        end = "nobody wins" if game.winner == 0 else "the impostor wins"
        stayed = "; you made no move that loses to perfect play" if lowest == 0 else ""
        raise Wrong(f"{end}{stayed}", game.state)
    played = (len(game.history) + 1) // 2
    if len(moves) > played:
        raise Wrong(f"you won after {played} moves, but your list has {len(moves)}", game.state)
    cells = ", ".join(str(to_cell(cell)) for cell in game.history)
    return (
        f"The game was {cells}. On the way you made a move that loses to perfect play: that was "
        "the only way out of the impostor's book."
    )


def _not_free(count, cell, game):
    """Return why this move cannot be made."""
    reason = f"your move number {count}, cell {cell!r}, is not free"
    if to_cell(cell) not in game.history[1::2]:
        return reason
    return f"{reason}: the impostor has taken it"


def _of_both(moves, impostor):
    """Return whether these are the moves of both sides: at least two are the impostor's."""
    game = Game()
    for count, cell in enumerate(map(kinds.cell, moves)):
        replies = count % 2 == 0 or cell == int(np.argmax(impostor[game.state]))
        if game.is_over or not game.is_legal(cell) or not replies:
            return False
        game.play(cell)
    return len(moves) > 3


@cache
def _books():
    """Return the states that an impostor must know, (19683,) bool, and the policy it copies."""
    known, perfect = minimax_player(ties="first").policy, minimax_policy()
    with_x, with_o = visit_probabilities(known, perfect), visit_probabilities(perfect, known)
    return np.where(TURN == X, with_x, with_o) > 0, known


MUST_LOSE = 0.5
"""Smallest share of its games as X against random play that a careless impostor must lose."""


@exercise("04.careless", minutes=12)
def careless(answer):
    """Check a function careless(state): the free cell of a bad impostor outside its book."""
    kinds.function(answer)
    in_book, known = _books()
    policy = np.zeros((len(REACHABLE), 9))
    for state in UNDECIDED.tolist():
        with explained(error_hints("04.careless")):
            policy[state, kinds.free_cell_of(answer, state)] = 1
    wins = {s: built.completing(s, TURN[s]) for s in UNDECIDED[~in_book[UNDECIDED]]}
    # Where every free cell wins, there is no other choice.
    takes = [s for s in wins if policy[s].argmax() in wins[s] and len(wins[s]) < LEGAL[s].sum()]
    policy[in_book] = known[in_book]
    lost = outcome(policy, random_policy()).o_wins
    if lost >= MUST_LOSE:
        return (
            f"No perfect opponent ever beats it, but as X it loses {lost:.1%} of its games to "
            "random play."
        )
    text = f"as X it loses {lost:.1%} of its games to random play, which is less than half"
    for state in (s for s in takes if TURN[s] == X):
        cell = policy[state].argmax()
        raise Wrong(f"{text}: on this board X could still win, and takes cell {cell}", state)
    raise Wrong(f"{text}, so let it be more careless: it need not stop what O threatens either")


def _average(side, rows, after):
    """Return the mean over the moves of each position; the nine values are nan for taken cells."""
    return np.nansum(rows * after, axis=1)


def _highest(side, after):
    return np.nanmax(after, axis=1)


def _lowest(side, after):
    return np.nanmin(after, axis=1)


def _own_best(side, after):
    return _highest(side, after) if side == X else _lowest(side, after)


def _unless_given(best):
    """Return a step that averages over a policy that is given, and otherwise is `best`."""
    return lambda side, rows, after: (
        best(side, after) if rows is None else _average(side, rows, after)
    )


def _backward(x, o, step=_average, layers=LAYERS[::-1], ends=WINNER, kind=float):
    """Return the values of all positions, with something about the pass changed."""
    V = ends.astype(kind)
    for layer in layers:
        states = layer[LEGAL[layer].any(1)]
        if states.size:
            side = TURN[states[0]]  # the same for all states of a layer
            policy = x if side == X else o
            after = np.where(LEGAL[states], V[NEXT[states]], np.nan)
            V[states] = step(side, None if policy is None else policy[states], after)
    return V


def _last_move(side, rows, after):
    """Return what the last free cell alone contributes to the average."""
    brought = rows * after
    last = 8 - np.isfinite(brought)[:, ::-1].argmax(axis=1)
    return brought[np.arange(len(last)), last]


def _at_positions(result):
    """Return the values of the positions; an array of whole numbers stays one, for WHOLE."""
    values = _of_all_codes(result)
    whole = np.asarray(result).dtype.kind in "biu"
    return (values.astype(int) if whole else values)[REACHABLE]


def _last_off(result, right, *case):
    """Return the last position that is off: all later ones are right, so the fault is here."""
    off = np.flatnonzero(~(np.abs(result - right) <= 1e-6))
    return int(np.flatnonzero(REACHABLE)[off[-1]])


def _values_seen(result, right, x, o):
    state = _last_off(result, right)
    place = np.searchsorted(np.flatnonzero(REACHABLE), state)
    numbers = f"the value is {signed(right[place], 3)}, but yours is {signed(result[place], 3)}"
    policy = x if TURN[state] == X else o
    side, best = ("X", "highest") if TURN[state] == X else ("O", "lowest")
    if not LEGAL[state].any():
        situation = "the game is over here, so the value is the winner"
    elif policy is None:
        situation = f"{side} is to move and takes the {best} value"
    else:
        situation = f"{side} is to move and averages over its policy"
    return f"{_playing(x, o)}, {situation}: {numbers}"


def _values(x, o):
    return state_values(*(BEST if policy is None else policy for policy in (x, o)))


UNFINISHED = {
    "each value is worked out before the values that it needs; go from the largest number down: "
    "`ttt.UNDECIDED[::-1]`": partial(_backward, layers=LAYERS),
    # The same results: a position without a value yet has 0, as an undecided one.
    "it looks at who has won after the move, but what counts is the value of that position, "
    "`V[ttt.NEXT[state, cells]]`": partial(_backward, layers=LAYERS),
    "finished games have the value 0; begin with `ttt.WINNER.astype(float)`": partial(
        _backward, ends=np.zeros(len(WINNER))
    ),
}
EARLY = {
    "only one position gets its value: the `return` is inside the loop, or the loop has only "
    "one position (all of them, from the end, are `ttt.UNDECIDED[::-1]`)": partial(
        _backward, layers=[UNDECIDED[-1:]]
    ),
}
WHOLE = {
    "your array holds only whole numbers, so each value loses its decimals; begin with "
    "`ttt.WINNER.astype(float)`": lambda result, x, o: result.dtype.kind == "i",
}
EVALUATE = Cases(
    task="A function evaluate(x, o): the value to X of every position when x plays against o.",
    solution=_values,
    inputs=partial(_pairs, "random - two-ply", "two-ply - random", "random - random"),
    describe=_values_seen,
    kind=_at_positions,
    faults={
        **UNFINISHED,
        **EARLY,
        "x moves for both sides; where O is to move, the row comes from o": lambda x, o: _backward(
            x, x
        ),
        "x moves for O, and o for X": lambda x, o: _backward(o, x),
        "all free cells count alike; weight the value "
        "of each by the probability of the move": partial(
            _backward, step=lambda side, rows, after: np.nanmean(after, axis=1)
        ),
        "it adds the values up; weight each by its probability": partial(
            _backward, step=lambda side, rows, after: np.nansum(after, axis=1)
        ),
        "only the last free cell counts; add up what all of them bring, `+=`": partial(
            _backward, step=_last_move
        ),
        "in yours each side plays its best, but here both policies are given": partial(
            _backward, step=lambda side, rows, after: _own_best(side, after)
        ),
        "it multiplies by `ttt.TURN`; a value is to X, whoever moves": partial(
            _backward, step=lambda side, rows, after: side * _average(side, rows, after)
        ),
    },
    error_hints=error_hints("04.evaluate"),
    signs=WHOLE,
    board=_last_off,
    tolerance=1e-6,
    remark="All positions agree, in three pairings.",
)
evaluate = exercise("04.evaluate", minutes=12)(EVALUATE)


def _asked_the_wrong_way(side, rows, after):
    """Return a step's best value where a policy is given; raise TypeError for None.

    None has no rows to average over.
    """
    if rows is None:
        raise TypeError("there is no row")
    return _own_best(side, after)


def _best_of_all_nine(side, rows, after):
    """Return a step's best of all nine cells, although `ttt.NEXT` of a taken cell is invalid."""
    if rows is not None:
        return _average(side, rows, after)
    return _own_best(side, np.where(np.isnan(after), WINNER[-1], after))  # NEXT is -1 there


def _without_turn(x, o):
    """Return the values if x and o are compared with None before asking who is to move."""
    best = _highest if x is None else _lowest if o is None else None
    return _backward(
        x,
        o,
        step=lambda side, rows, after: best(side, after) if best else _average(side, rows, after),
    )


def _one_sided():
    """Return pairs with both policies given, then one of them, then none."""
    (pair,) = _pairs("random - two-ply")
    return [pair, (pair[0], None), (None, pair[1]), (None, None)]


def _takes_nothing(values):
    """Raise Wrong unless the reader's function can be called without arguments."""
    try:
        signature(values).bind()
    except TypeError:
        first = "its first line should be `def values(x=None, o=None):`"
        raise Wrong(f"values() does not work without arguments; {first}") from None


VALUES = Cases(
    task="A function values(x=None, o=None): the value to X of every state.",
    solution=_values,
    inputs=_one_sided,
    describe=_values_seen,
    kind=_at_positions,
    faults={
        **{
            words: partial(fault, step=_unless_given(_own_best))
            for words, fault in (UNFINISHED | EARLY).items()
        },
        "it takes the lowest value for both sides, but X wants the value high": partial(
            _backward, step=_unless_given(_lowest)
        ),
        "it takes the highest value for both sides, but O wants the value low": partial(
            _backward, step=_unless_given(_highest)
        ),
        "here X takes the lowest and O the highest; it should be the other way round, because "
        "values are to X": partial(
            _backward,
            step=_unless_given(lambda side, after: _own_best(-side, after)),
        ),
        "where the policy is None it averages over the free cells, as random play would; that side "
        "plays its best": (
            partial(_backward, step=_unless_given(lambda side, after: np.nanmean(after, axis=1)))
        ),
        "where a policy is given it takes the best move, and where it is None it has no "
        "row to average over; exchange the two cases": partial(
            _backward, step=_asked_the_wrong_way
        ),
        "with x None each position gets its highest value, with o None its lowest; first find out "
        "whose turn it is, then ask whether that side's policy is None": _without_turn,
        "it takes the best of all nine cells, even of taken ones; only the free ones are moves: "
        "`cells = np.flatnonzero(ttt.LEGAL[state])`": partial(_backward, step=_best_of_all_nine),
        "both sides play their best, although a policy is given": partial(
            _backward, step=lambda side, rows, after: _own_best(side, after)
        ),
    },
    error_hints=error_hints("04.evaluate", "04.values"),
    signs=WHOLE,
    board=_last_off,
    tolerance=1e-6,
    extra_check=_takes_nothing,
    remark="All positions agree: policy evaluation, best reply to either side, and minimax.",
)
values = exercise("04.values", minutes=12)(VALUES)


def _share(policy, counts=np.all, positions=UNDECIDED):
    """Return the share of positions whose moves keep the value, with something about it changed."""
    keep, may = optimal_cells()[positions], policy[positions] > 0
    return counts(keep, axis=1, where=may).mean()


SHARE = Cases(
    task="A function optimal_share(policy): the share of the undecided positions without an error.",
    solution=optimal_share,
    inputs=lambda: [(policy,) for policy in _players().values()],
    describe=lambda result, right, policy: (
        f"the optimal share of {_name(policy)} is {right:.4f}, but yours is {result:.4f}"
    ),
    faults={
        "it is the share of positions with an error; the others are asked for": lambda p: (
            1 - _share(p)
        ),
        "it is a number of positions, not a share; divide by `len(ttt.UNDECIDED)`": lambda p: (
            _share(p) * len(UNDECIDED)
        ),
        "it is a share of all 19,683 states; divide by `len(ttt.UNDECIDED)`": lambda p: (
            _share(p) * len(UNDECIDED) / len(REACHABLE)
        ),
        "it is a percentage; a share is a number from 0 to 1": lambda p: 100 * _share(p),
        "one good move is enough for it; all moves that the player may make must keep the "
        "value": partial(_share, counts=np.any),
        "it is a share of all positions, even of those where the game is over; divide by "
        "`len(ttt.UNDECIDED)`": lambda p: _share(p) * len(UNDECIDED) / REACHABLE.sum(),
        (
            "it averages over the moves of a position, but a position counts whole or not at "
            "all: `.all()`"
        ): partial(_share, counts=np.mean),
        "it counts moves; a position counts once, if all its moves keep the value": partial(
            _share, counts=np.sum
        ),
        "it looks only at the first of the likeliest moves, not at every move that may be "
        "made": lambda p: optimal_cells()[UNDECIDED, p[UNDECIDED].argmax(1)].mean(),
        "it weights each move by its probability, but "
        "a position counts whole or not at all": lambda p: (
            (p * optimal_cells())[UNDECIDED].sum(1).mean()
        ),
        "it looks at all legal moves; only those with `policy[state] > 0` may be made": lambda p: (
            _share(LEGAL)
        ),
        "only the first position is counted: the `return` is inside the loop": lambda p: (
            _share(p, positions=UNDECIDED[:1]) / len(UNDECIDED)
        ),
        "it is the share where X is to move; the player moves for O as well": partial(
            _share, positions=UNDECIDED[TURN[UNDECIDED] == X]
        ),
    },
    error_hints=error_hints("04.share"),
    remark=lambda results: (
        f"For {counted(len(results))} players, from {min(results):.1%} to {max(results):.1%}."
    ),
)
share = exercise("04.share", minutes=12)(SHARE)


@cache
def _mistakes():
    """Return whether each move loses value, (19683, 9) bool."""
    return LEGAL & ~optimal_cells()


def _errors(x, o, wrong=None, side=TURN == X):
    """Return the errors of x in a game, with something about the sum changed."""
    wrong = (x * _mistakes()).sum(1) if wrong is None else wrong
    return (visit_probabilities(x, o) * wrong)[side].sum()


def _unvisited(x, o):
    return (x * _mistakes()).sum(1)[(TURN == X) & ~TERMINAL & REACHABLE].sum()


def _errors_remark(results):
    three = _players()["three-ply"]
    lost = outcome(three, minimax_policy()).o_wins
    return (
        f"Against minimax one error is one lost game: three-ply makes {lost:.3f} errors a game as "
        f"X, and loses {lost:.1%} of its games."
    )


ERRORS = Cases(
    task="A function errors_per_game(x, o): the expected number of errors of x as X.",
    solution=_errors,
    inputs=lambda: [(x, _players()[o]) for x in _players().values() for o in ("random", "minimax")],
    describe=lambda result, right, x, o: (
        f"x = {_name(x)} against o = {_name(o)} makes {right:.4f} errors a game, not {result:.4f}"
    ),
    faults={
        "positions with O to move are counted too, but x does not move there": lambda x, o: _errors(
            x, o, side=TURN != 0
        ),
        "each visit counts as an error, but x errs there only sometimes": lambda x, o: _errors(
            x, o, wrong=(x * _mistakes()).any(1)
        ),
        "visits are left out; an error counts only as often as its position is visited": _unvisited,
        "it counts all wrong moves that there are, not those that x makes": lambda x, o: _errors(
            x, o, wrong=_mistakes().sum(1)
        ),
        "it asks whether a wrong move exists; what counts is how likely x is to make one, "
        "`(x * mistake).sum(1)`": lambda x, o: _errors(x, o, wrong=_mistakes().any(1)),
        "x and o are swapped in the visits; x comes first": lambda x, o: _errors(
            o, x, wrong=(x * _mistakes()).sum(1)
        ),
    },
    error_hints=error_hints("04.errors_per_game"),
    remark=_errors_remark,
)
errors_per_game = exercise("04.errors_per_game", minutes=10)(ERRORS)


@cache
def _groups():
    """Return two groups of policies, of different sizes."""
    Q = action_values(state_values())
    return (
        (epsilon_greedy(Q, 0.2), epsilon_greedy(Q, 0.4), first_best(Q)),
        (epsilon_greedy(Q, 0.1), minimax_player(2).policy),
    )


def _reported(key, shape=(), **faults):
    """Return the Cases of an entry of the report, for the policies of a group."""

    def seen(result, right, *policies):
        given = f"for {len(policies)} policies of the check {key!r} should be"
        return f"{given} {np.round(right, 4)}, and yours is {np.round(result, 4)}"

    asked = "three numbers are" if shape else "one number is"
    return Cases(
        solution=lambda *policies: built.report_seeds(policies)[key],
        inputs=_groups,
        describe=seen,
        kind=partial(_of_shape, shape=shape, asked=f"{key!r}: {asked} asked for"),
        **faults,
    )


def _of_shape(result, shape, asked):
    result = kinds.numbers(result)
    if result.shape != shape:
        axis = "; average over the policies, with `axis=0`" * bool(shape)
        raise Wrong(f"{asked}, but this has the shape {result.shape}{axis}")
    return result


def _worst(side, best):
    """Return a fault of the report: the worst cases of "as_x" or "as_o", combined by `best`."""
    return lambda *policies: best([getattr(worst_case(policy), side) for policy in policies])


MEAN = "it is the mean, but a worst case should show even one bad seed"
REPORT = {
    "as X": _reported("as X", (3,)),
    "as O": _reported(
        "as O",
        (3,),
        faults={
            "it is the outcome as X; let the policies play O": lambda *policies: built.report_seeds(
                policies
            )["as X"],
            "O's wins come first; the order is X wins, draws, O wins, also when policies play "
            "O": lambda *policies: built.report_seeds(policies)["as O"][::-1],
        },
    ),
    "worst X": _reported(
        "worst X",
        faults={
            MEAN: _worst("as_x", np.mean),
            "it is the value of the best seed, because X wants the value high": _worst("as_x", max),
            "it is the policies' value as O, `o=policy`; as X they come in as `x=policy`": _worst(
                "as_o", min
            ),
        },
    ),
    "worst O": _reported(
        "worst O",
        faults={
            MEAN: _worst("as_o", np.mean),
            "it is the value of the best seed, because "
            "values are to X and O wants them low": _worst("as_o", min),
            "it is the policies' value as X, `x=policy`; as O they come in as `o=policy`": _worst(
                "as_x", max
            ),
            "it is the worst of their values as X, `x=policy`; as O they come in as `o=policy`, "
            "and there the highest is the worst": _worst("as_x", min),
        },
    ),
    "optimal": _reported(
        "optimal",
        faults={
            "it is the share of the worst seed; take the mean": lambda *policies: min(
                map(optimal_share, policies)
            ),
        },
    ),
    "seeds": replace(_reported("seeds"), kind=partial(kinds.whole_number, says="'seeds' is")),
}
"""Cases of each entry of the report."""


@exercise("04.report_seeds", minutes=12)
def report_seeds(answer):
    """Check a function from a list of policies to the report over seeds, a dict."""
    reports = {len(group): ask(answer, list(group)) for group in _groups()}
    for report in reports.values():
        kinds.table(report, REPORT, "the report")
    for key, cases in REPORT.items():
        cases.check(lambda *policies, key=key: reports[len(policies)][key])
    return "You report means where a mean is fair, and the worst where one bad seed is enough."
