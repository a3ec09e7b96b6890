"""The checks of lesson 03: values, memory, alpha-beta, a depth limit and its punishment, scores."""

import numpy as np

from tttlearn.evaluation.exact import state_values
from tttlearn.exercises import kinds
from tttlearn.exercises.answers import Wrong, ask, exercise
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
from tttlearn.search.game_tree import fast_score
from tttlearn.support.text import signed

DONE, LATE = parse("OXO/OXX/.X."), parse("OXO/OXX/...")


@exercise("03.1")
def best_moves(answer):
    """A function from an undecided state to the list of the moves that keep its value."""
    V = state_values()
    for state in UNDECIDED.tolist():
        right = {a for a in range(9) if LEGAL[state, a] and V[NEXT[state, a]] == V[state]}
        found = set(kinds.cells(ask(answer, state), state))
        side = side_name(TURN[state])
        if wrong := sorted(found - right):
            raise Wrong(_not_best(V, state, wrong[0], side), state)
        if missing := sorted(right - found):
            raise Wrong(
                f"cell {missing[0]} keeps the value {signed(V[state], 0)} too, and it is not in "
                f"your list {sorted(found)}",
                state,
            )
    return f"Your lists are right in all {len(UNDECIDED):,} undecided positions."


def _not_best(V, state, cell, side):
    if not LEGAL[state, cell]:
        return f"cell {cell} is in your list and it is taken"
    lowest = "; O takes the lowest value" if side == "O" else ""
    return (
        f"{side} in cell {cell} leads to the value {signed(V[NEXT[state, cell]], 0)}, and the "
        f"position is worth {signed(V[state], 0)}{lowest}"
    )


class _Notes(dict):
    """A dictionary that counts how often something is written into it."""

    written = 0

    def __setitem__(self, key, value):
        self.written += 1
        super().__setitem__(key, value)


@exercise("03.2")
def remembered(answer):
    """A function (state, values) to the value, which keeps its answers under canonical names."""
    V, right = state_values(), len(np.unique(CANONICAL[REACHABLE]))
    values = _Notes()
    # A finished board twice, for a forgotten `return`, then a late one: whoever remembers nothing
    # would be very slow on the empty board.
    for state in (DONE, DONE, LATE, START):
        if state == LATE:
            values = _Notes()
        _compare(ask(answer, state, values), V, state)
        if state != DONE:
            _look_into(values)
    if len(values) > right:
        raise Wrong(
            f"it remembers {len(values):,} boards; only {right} are left when those that look "
            "alike share one name"
        )
    for state in np.flatnonzero(REACHABLE).tolist():
        _compare(ask(answer, state, values), V, state)
    over = "" if len(values) == right else f" ({right} with all those of finished boards)"
    return f"{len(values)} names{over} are enough for all {REACHABLE.sum():,} positions."


def _compare(found, V, state):
    found = kinds.number(found, state=state)
    if found != V[state]:
        right, yours = signed(V[state], 0), f"{found:+g}" if found else "0"
        raise Wrong(f"the value of this board is {right}, not {yours}", state)


def _look_into(values):
    """Wrong when these notes were not kept, not shared by the inner calls, or not read."""
    if not values:
        raise Wrong("the dictionary is still empty after a call: nothing was remembered")
    if len(values) == 1:
        raise Wrong(
            "after one call the dictionary holds this board only: work the value out from "
            "`remembered(after, values)`, so that the inner calls write into it too",
            LATE,
        )
    if values.written > len(values):
        raise Wrong(
            f"it wrote {values.written:,} answers for {len(values):,} names: look a name up "
            "before you work its value out again"
        )


def _alpha_beta(state, order, low, high):
    """(value, positions looked at), the moves tried in `order`; as the lesson writes it."""
    if TERMINAL[state]:
        return int(WINNER[state]), 1
    looked_at, is_x = 1, TURN[state] == X
    for after in NEXT[state, order].tolist():
        if after >= 0 and low < high:
            found, below = _alpha_beta(after, order, low, high)
            looked_at += below
            low, high = (max(low, found), high) if is_x else (low, min(high, found))
    return (low if is_x else high), looked_at


@exercise("03.3")
def order(answer):
    """An order of the nine cells with which alpha-beta looks at fewer than 7,000 positions."""
    if isinstance(answer, (set, frozenset)):
        raise Wrong("a set has no order: use a list or a tuple")
    named = kinds.cells(answer)
    if sorted(named) != list(range(9)):
        raise Wrong(f"{named} does not name each of the nine cells once")
    looked_at = _alpha_beta(START, named, -2, 2)[1]
    if looked_at >= 7000:
        first = "" if named[0] == 4 else "; try the centre first"
        raise Wrong(f"this order makes alpha-beta look at {looked_at:,} positions{first}")
    return f"It looks at {looked_at:,} positions."


@exercise("03.4")
def recipe(answer):
    """A function from a state to X's cell that wins every game against two moves ahead."""
    games = _win_all(answer, player("two-ply").policy, START, ())
    return f"You win all {games} games that it can choose between."


def _win_all(answer, policy, state, moves):
    """How many different games X's answers win; Wrong with the first one that X does not win."""
    if TERMINAL[state]:
        if WINNER[state] != X:
            end = "O wins" if WINNER[state] == O else "it is a draw"
            raise Wrong(f"when the cells {', '.join(map(str, moves))} are taken, {end}", state)
        return 1
    if TURN[state] == X:
        cell = ask(answer, state)
        found = kinds.cell(cell, state)
        if not LEGAL[state, found]:
            raise Wrong(f"cell {cell} is no free cell here", state)
        return _win_all(answer, policy, int(NEXT[state, found]), (*moves, found))
    replies = np.flatnonzero(policy[state]).tolist()
    return sum(_win_all(answer, policy, int(NEXT[state, a]), (*moves, a)) for a in replies)


@exercise("03.5")
def score(answer):
    """A function from a finished game to its value to X, in which quick wins are worth most."""
    ends = sorted(np.flatnonzero(REACHABLE & TERMINAL).tolist(), key=lambda state: PLY[state])
    scores = {state: kinds.finite(ask(answer, state), state=state) for state in ends}
    for state, found in scores.items():
        if np.sign(found) != WINNER[state]:
            end = {X: "X has won, above 0", O: "O has won, below 0", 0: "it is a draw, 0"}
            raise Wrong(f"the score is {found:g}, and {end[int(WINNER[state])]} is right", state)
    for side, mark in ((X, "X"), (O, "O")):
        wins = [state for state in ends if WINNER[state] == side]
        worst_quick = {}  # by number of marks, the win that is worth least to its side
        for state in wins:
            rival = worst_quick.setdefault(int(PLY[state]), state)
            if side * scores[state] < side * scores[rival]:
                worst_quick[int(PLY[state])] = state
        for state in wins:
            for marks, quick in worst_quick.items():
                if marks < PLY[state] and side * scores[quick] <= side * scores[state]:
                    raise Wrong(
                        f"{mark}'s win with {PLY[state]} marks scores {scores[state]:g}, and its "
                        f"quicker one with {marks} marks {scores[quick]:g}, which is not better "
                        f"for {mark}",
                        state,
                    )
    if all(found == fast_score(state) for state, found in scores.items()):
        raise Wrong(
            "these are the numbers of fast_score: right, and printed above. Find another score "
            "with the same properties"
        )
    return f"All {len(ends)} finished games are in the right order."
