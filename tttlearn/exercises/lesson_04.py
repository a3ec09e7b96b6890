"""The checks of lesson 04, How good is a player?"""

from inspect import signature

import numpy as np

from tttlearn.evaluation.exact import (
    minimax_policy,
    outcome,
    state_values,
    visit_probabilities,
    worst_case,
)
from tttlearn.evaluation.policy import action_values, epsilon_greedy, first_best, random_policy
from tttlearn.exercises import built, kinds
from tttlearn.exercises.answers import Wrong, ask, close, exercise
from tttlearn.game.played import Game, to_cell
from tttlearn.game.rules import LEGAL, NEXT, REACHABLE, TURN, UNDECIDED, WINNER
from tttlearn.game.tables import X, side_name
from tttlearn.search.game_tree import minimax_player
from tttlearn.support.text import signed


@exercise("04.1")
def beat(moves, impostor):
    """X's cells in a game that X wins against the impostor."""
    if not isinstance(moves, (list, tuple)):
        raise Wrong(f"a list of cells is asked for here, such as [4, 8, 5], and this is {moves!r}")
    if outcome(minimax_policy(), impostor).x_wins > 0:
        raise Wrong("you played somebody else: no perfect opponent beats the impostor")
    game, lowest = Game(), 0
    for count, cell in enumerate(moves, 1):
        if game.is_over:
            break
        kinds.cell(cell)
        if not game.is_legal(cell):
            raise Wrong(_not_free(count, cell, game), game.state)
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
        raise Wrong(f"you won after {played} moves; your list has {len(moves)}", game.state)
    cells = ", ".join(str(to_cell(cell)) for cell in game.history)
    return (
        f"The game was {cells}. On the way you gave perfect play a won game: only so could you "
        "leave the impostor's book."
    )


def _not_free(count, cell, game):
    """Why this move cannot be made: often the list holds the answers of the impostor too."""
    reason = f"your move number {count}, cell {cell!r}, is not free"
    if to_cell(cell) in game.history[1::2]:
        return f"{reason}: the impostor has taken it; list only your own moves, those of X"
    return reason


@exercise("04.2")
def values(answer):
    """A function values(x=None, o=None): the value to X of every state."""
    random, looking = random_policy(), minimax_player(2).policy
    cases = {
        "both policies given": {"x": random, "o": looking},
        "x given and o=None": {"x": random},
        "o given and x=None": {"o": random},
        "no policy given": {},
    }
    for case, policies in cases.items():
        found = ask(answer, policies.get("x"), policies.get("o"))
        _compare(found, policies, case)
    try:
        signature(answer).bind()
    except TypeError:
        first = "its first line should be `def values(x=None, o=None):`"
        raise Wrong(f"values() does not work without arguments; {first}") from None
    return "All positions agree: policy evaluation, best reply to either side, and minimax."


def _compare(found, policies, case):
    right = state_values(**policies)
    if found is None:
        raise Wrong("the answer is None: does your function end with `return V`?")
    kind = np.asarray(found).dtype.kind
    try:
        found = np.asarray(found, dtype=float)
    except (TypeError, ValueError):
        raise Wrong("the answer is not an array with a value for each state") from None
    if found.shape != right.shape:
        raise Wrong(f"the answer has shape {found.shape}, not one value for each of 19,683 codes")
    states = np.flatnonzero(REACHABLE)[::-1]
    off = states[~(np.abs(found[states] - right[states]) <= 1e-6)]
    if off.size:
        # The largest code that is off: everything after it is right, so the fault is here.
        raise Wrong(f"with {case}, {_why(off[0], policies, found, right, kind)}", int(off[0]))


def _why(state, policies, found, right, kind):
    if not LEGAL[state].any():
        return "the game is over here, and its value is that of the winner"
    side = side_name(TURN[state])
    numbers = f"the value is {signed(right[state], 3)}, and yours is {signed(found[state], 3)}"
    if kind in "iub" and (found == _in_whole_numbers(policies)).all():
        whole = "your array holds whole numbers only, so each value loses what is after its point"
        return f"{numbers}: {whole}; begin with `ttt.WINNER.astype(float)`"
    if np.allclose(found[UNDECIDED], _run_forwards(policies)):
        forwards = "this value is worked out before those that it is made of"
        return f"{numbers}: {forwards}; go from the largest code down: `ttt.UNDECIDED[::-1]`"
    if policies.get(side.lower()) is not None:
        return f"{numbers}: {side} is to move and averages over its policy"
    best = "highest" if side == "X" else "lowest"
    return f"{numbers}: {side} is to move and takes the {best} value"


def _step(state, V, policies):
    """The value of a position from those after it: the average, or the best for a side."""
    side, best = ("x", max) if TURN[state] == X else ("o", min)
    cells = np.flatnonzero(LEGAL[state])
    after, policy = V[NEXT[state, cells]], policies.get(side)
    return best(after) if policy is None else policy[state, cells] @ after


def _run_forwards(policies):
    """What the undecided positions get when all after them are still undecided, and so 0."""
    return [_step(state, WINNER, policies) for state in UNDECIDED]


def _in_whole_numbers(policies):
    """What the right pass leaves in an array of whole numbers, which cuts off what is not one."""
    V = WINNER.copy()
    for state in UNDECIDED[::-1]:
        V[state] = _step(state, V, policies)
    return V


@exercise("04.3")
def errors_per_game(answer):
    """A function errors_per_game(x, o): the expected number of errors of x as X."""
    V = state_values()
    Q = action_values(V)
    mistake = LEGAL & (Q != V[:, None])
    random, perfect = random_policy(), minimax_policy()
    players = {
        "minimax": perfect,
        "two-ply": minimax_player(2).policy,
        "random": random,
        "minimax with epsilon 0.1": epsilon_greedy(Q, 0.1),
        "three-ply": minimax_player(3).policy,
    }
    for name, x in players.items():
        for other, o in {"random": random, "minimax": perfect}.items():
            made = visit_probabilities(x, o) * (x * mistake).sum(1)
            found, right = ask(answer, x, o), made[TURN == X].sum()
            if not close(found, right):
                raise Wrong(_errors_reason(name, other, x, o, mistake, found, right))
    lost = outcome(players["three-ply"], perfect).o_wins
    return (
        f"Against minimax one error is one lost game: three-ply makes {lost:.3f} errors a game as "
        f"X, and loses {lost:.1%} of its games."
    )


def _errors_reason(name, other, x, o, mistake, found, right):
    try:
        reason = f"x = {name} against o = {other} makes {right:.4f} errors a game, not {found:.4f}"
    except (TypeError, ValueError):
        forgot = ": does your function `return` its answer?" if found is None else ""
        return f"one number is asked for here, and this is {type(found).__name__}{forgot}"
    visits, wrong = visit_probabilities(x, o), (x * mistake).sum(1)
    mine = TURN == X
    if close(found, (visits * wrong).sum()):
        return f"{reason}: positions with O to move are counted too, and there x does not move"
    if close(found, (visits * (wrong > 0))[mine].sum()):
        return f"{reason}: you count each visit as an error, but x errs there only sometimes"
    if close(found, wrong[mine].sum()) or close(found, wrong[UNDECIDED][mine[UNDECIDED]].sum()):
        return f"{reason}: an error counts only as often as its position is visited"
    if close(found, (visits[:, None] * mistake)[mine].sum()):
        return f"{reason}: you count all wrong moves that there are, not those that x makes"
    if close(found, (visit_probabilities(o, x) * wrong)[mine].sum()):
        return f"{reason}: did you swap x and o in visit_probabilities? x is the first"
    return reason


@exercise("04.4")
def report_seeds(answer):
    """A function from a list of policies to the report over seeds, a dict."""
    Q = action_values(state_values())
    for group in (
        [epsilon_greedy(Q, 0.2), epsilon_greedy(Q, 0.4), first_best(Q)],
        [epsilon_greedy(Q, 0.1), minimax_player(2).policy],
    ):
        _compare_reports(ask(answer, group), group)
    return "Means where a mean is fair, and the worst where one bad seed is enough."


def _compare_reports(found, policies):
    worst = [worst_case(p) for p in policies]
    right = built.report_seeds(policies)
    kinds.table(found, right, "the report")
    for key, value in right.items():
        if not _same(found[key], value):
            raise Wrong(f"{key!r} is not right{_report_reason(key, found[key], right, worst)}")


def _same(found, right):
    try:
        found = np.asarray(found, dtype=float)
    except (TypeError, ValueError):
        return False
    return found.shape == np.shape(right) and bool(np.all(np.abs(found - right) <= 1e-9))


def _report_reason(key, found, right, worst):
    as_x, as_o = zip(*worst, strict=True)
    if key == "as O" and _same(found, right["as X"]):
        return ": that is the outcome as X; let the policies play O"
    if key in ("worst X", "worst O") and _same(found, np.mean(as_x if key == "worst X" else as_o)):
        return ": that is the mean, and one bad seed is what a worst case should show"
    if key == "worst O" and _same(found, min(as_o)):
        return ": that is the best of them, since values are to X and O wants them low"
    if key == "worst X" and _same(found, max(as_x)):
        return ": that is the best of them, since X wants its value high"
    if key == "as O" and _same(found, right["as O"][::-1]):
        return ": the order is X wins, draws, O wins, also when the policies play O"
    return f"; for {len(worst)} policies of mine it should be {np.round(right[key], 4)}"
