"""The checks of lesson 05, TD value learning."""

import dis
from itertools import product

import numpy as np

from tttlearn.check import NotAttempted, Wrong, ask, attempted, exercise
from tttlearn.episodes import Episode
from tttlearn.game import Game, IllegalMoveError, to_cell
from tttlearn.rules import (
    LEGAL,
    N_STATES,
    NEXT,
    REACHABLE,
    START,
    TERMINAL,
    TURN,
    UNDECIDED,
    WINNER,
    O,
    X,
)
from tttlearn.solve import errs, state_values
from tttlearn.tabular import TDLearner
from tttlearn.training import train_seeds

ALPHA, GAMMA = 0.3, 0.8
SEEDS, NEEDED, POSITIONS, GAMES = 10, 8, 5400, 100_000

STEPS = {
    "": (1 - ALPHA, ALPHA * GAMMA, 0),
    "gamma is missing": (1 - ALPHA, ALPHA, 0),
    "gamma belongs to the next value, not to the error": (1 - ALPHA * GAMMA, ALPHA * GAMMA, 0),
    "the error has the wrong sign: it is target minus value": (1 + ALPHA, -ALPHA * GAMMA, 0),
    "the old value is lost: the step is added to it": (-ALPHA, ALPHA * GAMMA, 0),
    "each value moves towards the winner, not the next value": (1 - ALPHA, 0, ALPHA * GAMMA),
    "each value moves towards itself, not the next value": (1 - ALPHA + ALPHA * GAMMA, 0, 0),
    "alpha is missing: each value moves all the way to its target": (0, GAMMA, 0),
    "in the error s and s_next have changed places": (1 + ALPHA * GAMMA, -ALPHA, 0),
    "s and s_next have changed places: the later value moves towards the earlier one": None,
}
"""What is wrong with a step, and its weights of the old value, the next value and the winner."""

ENDS = {
    "before": "",
    "never": "the last position never gets the winner as its value, so there is nothing to learn",
    "after": "the last position gets the winner as its value after the others have looked at it",
    "part": "the last position moves towards the winner only by alpha; its value is known: set it",
    "start": "the first position gets the winner as its value, not the last",
}
LOOPS = {
    "whole": "",
    "short": "the loop ends one move too early: the position before the last keeps its value",
    "late": "the loop leaves out the first move: the empty board keeps its value",
    "none": "only the end of the game changes: the loop does not run (down to 0 needs the step -1)",
}
"""What is wrong with the moves that a rule learns from, for each choice of `_moves`."""
ORDERS = {
    "forward": "the positions are visited from the first move to the last",
    "backward": "the positions are visited from the last move to the first",
}


@exercise("05.1")
def td(answer):
    """A rule answer(V, episode, alpha, gamma) that is TD(0) in the order of play."""
    _check_rule(answer, "forward")
    return "On 50 random games and tables it changes exactly what TD(0) changes."


@exercise("05.2")
def backward(answer):
    """A rule answer(V, episode, alpha, gamma) that is TD(0) from the end to the start."""
    _check_rule(answer, "backward")
    return "From the last move to the first: one game now tells its result to its first move."


def _check_rule(answer, order):
    if not callable(answer):
        raise Wrong(f"a function is asked for here, and this is {answer!r}")
    if _is_empty(answer):
        raise NotAttempted
    rng = np.random.default_rng(0)
    trials, found = [], []
    for _ in range(50):
        episode, V = _random_game(rng), rng.uniform(-1, 1, N_STATES)
        table = V.copy()
        returned = attempted(answer(table, episode, ALPHA, GAMMA))
        if returned is not None and (table == V).all():
            raise Wrong("it returns something and leaves V as it was: change V itself, in place")
        trials.append((episode, V))
        found.append(table)
        if not _close(table, _variant(V, episode, order)):
            raise Wrong(*_rule_reason(found, trials, order))


def _is_empty(function):
    """Whether the body of a function is nothing but `...`, `pass` or `return ...`."""
    code = getattr(function, "__code__", None)
    idle = {"RESUME", "NOP", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE"}
    return code is not None and {i.opname for i in dis.get_instructions(code)} <= idle


def _random_game(rng):
    states, actions = [START], []
    while not TERMINAL[states[-1]]:
        actions.append(rng.choice(np.flatnonzero(LEGAL[states[-1]])))
        states.append(NEXT[states[-1], actions[-1]])
    return Episode(np.array(states), np.array(actions), int(WINNER[states[-1]]), 0)


def _variant(V, episode, order, end="before", step="", loop="whole"):
    """V after a rule that visits the states in `order`, sets the `end` so and makes this `step`."""
    V, states, winner = V.copy(), episode.states, episode.winner
    if end in ("before", "start"):
        V[states[-1 if end == "before" else 0]] = winner
    elif end == "part":
        V[states[-1]] += ALPHA * (winner - V[states[-1]])
    for t in _moves(len(states) - 1, loop)[:: 1 if order == "forward" else -1]:
        here, there = states[t], states[t + 1]
        if STEPS[step] is None:
            V[there] += ALPHA * (GAMMA * V[here] - V[there])
        else:
            V[here] = np.dot(STEPS[step], (V[here], V[there], winner))
    if end == "after":
        V[states[-1]] = winner
    return V


def _moves(moves, loop):
    """The moves that a rule learns from, of all the moves of a game."""
    return range(loop == "late", 0 if loop == "none" else moves - (loop == "short"))


def _agrees(found, trials, *faults):
    return all(
        _close(table, _variant(V, episode, *faults))
        for table, (episode, V) in zip(found, trials, strict=True)
    )


def _close(found, right):
    return bool((np.abs(found - right) <= 1e-9).all())


def _rule_reason(found, trials, order):
    """The reason and the state that shows it, in the last trial; known faults by their names."""
    reasons = {}
    for other, end, step, loop in product(ORDERS, ENDS, STEPS, LOOPS):
        if _agrees(found, trials, other, end, step, loop):
            faults = [ENDS[end], ORDERS[other] * (other != order), LOOPS[loop], step]
            faults = [fault for fault in faults if fault]
            reasons.setdefault(len(faults), "; ".join(faults))
    table, (episode, V) = found[-1], trials[-1]
    right = _variant(V, episode, order)
    state = int(np.argmin(np.abs(table - right) <= 1e-9))
    if state not in episode.states:
        return "it changes the value of a position that did not occur in the game", state
    numbers = f"V is {V[state]:+.3f} and should become {right[state]:+.3f}, not {table[state]:+.3f}"
    return (reasons[min(reasons)] if reasons else numbers), state


def _ask(function, *arguments):
    """As `ask`, for a function that must return something."""
    returned = ask(function, *arguments)
    if returned is None:
        raise Wrong("it returns None: perhaps a `return` is missing")
    return returned


@exercise("05.3")
def schedule(answer):
    """A function from numbers of games, an array, to the probabilities of exploring after them."""
    epsilons = np.asarray(_ask(answer, np.arange(GAMES)))
    if epsilons.dtype.kind not in "fiub" or epsilons.shape not in ((), (GAMES,)):
        raise Wrong("one number is asked for here for each entry of the array `games`")
    epsilons = np.broadcast_to(epsilons.astype(float), GAMES)
    outside = np.flatnonzero(~((epsilons >= 0) & (epsilons <= 1)))
    if outside.size:
        at = outside[0]
        raise Wrong(f"after {at:,} games it is {epsilons[at]:.3f}, which is no probability")
    learner = TDLearner(alpha=0.3, epsilon=lambda games: epsilons[games])
    history = train_seeds(learner, GAMES, range(SEEDS), checkpoints=[GAMES])[0]
    safe = int(((history.worst_as_x == 0) & (history.worst_as_o == 0)).sum())
    seen, seed = int(history.visited.min()), int(history.seed[history.visited.idxmin()])
    if seen < POSITIONS:
        raise Wrong(
            f"with seed {seed} it has seen only {seen:,} positions, and {POSITIONS:,} are asked "
            f"for ({safe} of {SEEDS} seeds cannot be beaten): explore more, above all at the start"
        )
    if safe < NEEDED:
        raise Wrong(f"only {safe} of {SEEDS} seeds cannot be beaten{_schedule_reason(epsilons)}")
    return (
        f"{safe} of {SEEDS} seeds cannot be beaten, and each has seen at least {seen:,} of the "
        f"{REACHABLE.sum():,} positions."
    )


def _schedule_reason(epsilons):
    falls = -np.diff(epsilons)
    if epsilons[-1] > 0.05:
        return (
            f": with epsilon {epsilons[-1]:.2f} to the end it learns the values of play with slips"
        )
    if falls.max() > 0.2:
        at = int(falls.argmax())
        return (
            f": epsilon falls from {epsilons[at]:.2f} to {epsilons[at + 1]:.2f} at once, and "
            "values learned from random play are left standing: lower it little by little"
        )
    return ": lower epsilon more slowly, and end near 0"


@exercise("05.4")
def beat(position, cells, agent):
    """A position that the agent, playing O, gets wrong, and X's cells in a won game through it."""
    state = _position(position, agent)
    if not isinstance(cells, (list, tuple, np.ndarray)):
        raise Wrong(f"a list of cells is asked for here, such as [4, 0, 8], and this is {cells!r}")
    game, met = Game(), False
    for count, cell in enumerate(cells, 1):
        if game.is_over and game.winner == X:
            raise Wrong(f"you have won after {count - 1} moves: leave out the rest", game.state)
        if game.is_over:
            break
        _check_cell(game, count, cell)
        game.play(cell)
        met = met or game.state == state
        if not game.is_over:
            game.play(int(np.argmax(agent[game.state])))
    if not game.is_over:
        raise Wrong("the game is not over after your moves", game.state)
    if game.winner != X:
        end = "nobody wins" if game.winner == 0 else "the agent wins"
        raise Wrong(f"{end} this game", game.state)
    if not met:
        raise Wrong("you win, but your game does not come through your position", state)
    played = ", ".join(str(to_cell(cell)) for cell in game.history)
    return f"The game was {played}: the agent had a draw, gave it away there, and you took it."


def _check_cell(game, count, cell):
    """Wrong unless the cell can be taken."""
    try:
        to_cell(cell)
    except IllegalMoveError:
        raise Wrong(f"your move number {count}, {cell!r}, is no cell: 0 to 8") from None
    if not game.is_legal(cell):
        raise Wrong(f"your move number {count}, cell {cell}, is not free", game.state)


def _position(position, agent):
    try:
        state = int(position)
    except (TypeError, ValueError):
        raise Wrong(f"a state code is asked for as position, and this is {position!r}") from None
    if state not in UNDECIDED or TURN[state] != O:
        raise Wrong("the position must be one in which O, the agent, is to move", state % N_STATES)
    cell = int(np.argmax(agent[state]))
    V = state_values()
    if state not in errs(agent) or V[state] != 0:
        value, after = V[state], V[NEXT[state, cell]]
        raise Wrong(
            f"the agent gives no draw away there: it takes cell {cell}, and the value to X, "
            f"{value + 0:+.0f}, becomes {after + 0:+.0f}",
            state,
        )
    return state


@exercise("05.5")
def backfeed(answer):
    """A function backfeed(values, reward, alpha, gamma) from old values to new, newest first."""
    rng = np.random.default_rng(1)
    for n in (1, 2, 3, 4, 5, 3, 4):
        values, reward = rng.uniform(0, 1, n).round(2).tolist(), float(rng.choice([0, 0.1, 0.5, 1]))
        returned = _ask(answer, list(values), reward, ALPHA, GAMMA)
        try:
            found = np.asarray(returned, dtype=float)
        except (TypeError, ValueError):
            raise Wrong("a list of numbers is asked for here, one for each value") from None
        right = _backfed(values, reward)
        if found.shape != (n,):
            raise Wrong(f"{n} values went in, and the answer has shape {found.shape}")
        if not _close(found, right):
            raise Wrong(_backfeed_reason(values, reward, found, right))
    return "Each position now moves from its own old value, and the last one towards the reward."


def _backfed(values, reward, gamma=GAMMA):
    new = []
    for value in values:
        reward = value + ALPHA * (gamma * reward - value)
        new.append(reward)
    return np.array(new)


def _backfeed_reason(values, reward, found, right):
    case = f"from {values} and reward {reward} it makes {np.round(found, 3).tolist()}"
    published = _backfed(values[::-1], reward)
    undiscounted = _backfed(values, reward, gamma=1)
    alone = np.array([v + ALPHA * (GAMMA * reward - v) for v in values])
    later = np.array([reward, *values[:-1]])
    neighbours = np.array(values) + ALPHA * (GAMMA * later - values)
    if _close(found, published):
        return f"{case}, as the article does: the newest value is made from the oldest one"
    if _close(found, published[::-1]):
        return f"{case}: the reward goes to the oldest position first; the newest has earned it"
    if _close(found, undiscounted):
        return f"{case}: gamma is missing"
    if _close(found, neighbours):
        return f"{case}: each moves towards the old value of the one after it, not the new one"
    if _close(found, right[::-1]):
        return f"{case}: the values are right, but they come out oldest first"
    if _close(found, alone):
        return f"{case}: all move towards the reward, and not towards the new value before them"
    return f"{case}, and should make {np.round(right, 3).tolist()}"
