"""The checks of lesson 05, TD value learning."""

import dis
from itertools import product

import numpy as np

from tttlearn.check import NotAttempted, Wrong, ask, attempted, exercise
from tttlearn.episodes import Episode
from tttlearn.game import Game, to_cell
from tttlearn.rules import LEGAL, N_STATES, NEXT, START, TERMINAL, TURN, UNDECIDED, WINNER, O, X
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
}
"""What is wrong with a step, and its weights of the old value, the next value and the winner."""

ENDS = {
    "before": "",
    "never": "the last position never gets the winner as its value, so there is nothing to learn",
    "after": "the last position gets the winner as its value after the others have looked at it",
}
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
    trials = [(_random_game(rng), rng.uniform(-1, 1, N_STATES)) for _ in range(50)]
    found = []
    for episode, V in trials:
        table = V.copy()
        returned = attempted(answer(table, episode, ALPHA, GAMMA))
        if returned is not None and (table == V).all():
            raise Wrong("it returns something and leaves V as it was: change V itself, in place")
        found.append(table)
    if not _agrees(found, trials, order, "before", ""):
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


def _variant(V, episode, order, end, step):
    """V after a rule that visits the states in `order`, sets the `end` so and makes this `step`."""
    V, states = V.copy(), episode.states
    if end == "before":
        V[states[-1]] = episode.winner
    for t in range(len(states) - 1)[:: 1 if order == "forward" else -1]:
        V[states[t]] = np.dot(STEPS[step], (V[states[t]], V[states[t + 1]], episode.winner))
    if end == "after":
        V[states[-1]] = episode.winner
    return V


def _agrees(found, trials, order, end, step):
    return all(
        _close(table, _variant(V, episode, order, end, step))
        for table, (episode, V) in zip(found, trials, strict=True)
    )


def _close(found, right):
    return bool((np.abs(found - right) <= 1e-9).all())


def _rule_reason(found, trials, order):
    """The reason and the state that shows it; the fault by name where it is a known one."""
    reasons = {}
    for other, end, step in product(ORDERS, ENDS, STEPS):
        if _agrees(found, trials, other, end, step):
            faults = [f for f in (ORDERS[other] * (other != order), ENDS[end], step) if f]
            reasons[len(faults)] = "; ".join(faults)
    table, (episode, V) = next(
        (table, trial)
        for table, trial in zip(found, trials, strict=True)
        if not _close(table, _variant(trial[1], trial[0], order, "before", ""))
    )
    right = _variant(V, episode, order, "before", "")
    state = int(np.argmin(np.abs(table - right) <= 1e-9))
    if state not in episode.states:
        return "it changes the value of a position that did not occur in the game", state
    numbers = f"V is {V[state]:+.3f} and should become {right[state]:+.3f}, not {table[state]:+.3f}"
    return (reasons[min(reasons)] if reasons else numbers), state


@exercise("05.3")
def schedule(answer):
    """A function from numbers of games, an array, to the probabilities of exploring after them."""
    epsilons = np.asarray(ask(answer, np.arange(GAMES)))
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
        f"{safe} of {SEEDS} seeds cannot be beaten, and each has seen {seen:,} positions or more."
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
    if not isinstance(cells, (list, tuple)):
        raise Wrong(f"a list of cells is asked for here, such as [4, 0, 8], and this is {cells!r}")
    game, met = Game(), False
    for count, cell in enumerate(cells, 1):
        if game.is_over:
            break
        if not game.is_legal(cell):
            raise Wrong(f"your move number {count}, cell {cell!r}, is not free", game.state)
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
        returned = ask(answer, list(values), reward, ALPHA, GAMMA)
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


def _backfed(values, reward):
    new = []
    for value in values:
        reward = value + ALPHA * (GAMMA * reward - value)
        new.append(reward)
    return np.array(new)


def _backfeed_reason(values, reward, found, right):
    case = f"from {values} and reward {reward} it makes {np.round(found, 3).tolist()}"
    published = _backfed(values[::-1], reward)
    alone = np.array([v + ALPHA * (GAMMA * reward - v) for v in values])
    if _close(found, published):
        return f"{case}, as the article does: the newest value is made from the oldest one"
    if _close(found, published[::-1]):
        return f"{case}: the reward goes to the oldest position first; the newest has earned it"
    if _close(found, right[::-1]):
        return f"{case}: the values are right, but they come out oldest first"
    if _close(found, alone):
        return f"{case}: all move towards the reward, and not towards the new value before them"
    return f"{case}, and should make {np.round(right, 3).tolist()}"
