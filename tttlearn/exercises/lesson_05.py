"""The checks of lesson 05, TD value learning."""

import numpy as np

from tttlearn.evaluation.exact import errs, state_values
from tttlearn.exercises.answers import Wrong, ask, exercise
from tttlearn.exercises.kinds import given, numbers
from tttlearn.exercises.td_faults import ALPHA, GAMMA, check_rule, close
from tttlearn.game.played import Game, IllegalMoveError, to_cell
from tttlearn.game.rules import N_STATES, NEXT, REACHABLE, TURN, UNDECIDED
from tttlearn.game.tables import O, X
from tttlearn.learn.td import TDLearner
from tttlearn.learn.training import train_seeds
from tttlearn.support.text import signed

SEEDS, NEEDED, POSITIONS, GAMES = 20, 12, 5400, 100_000


@exercise("05.1")
def td(answer):
    """A rule answer(V, episode, alpha, gamma) that is TD(0) in the order of play."""
    check_rule(answer, "forward")
    return "On 50 random games and tables it changes exactly what TD(0) changes."


@exercise("05.2")
def backward(answer):
    """A rule answer(V, episode, alpha, gamma) that is TD(0) from the end to the start."""
    check_rule(answer, "backward")
    return "From the last move to the first: one game now tells its result to its first move."


@exercise("05.3")
def schedule(answer):
    """A function from numbers of games, an array, to the probabilities of exploring after them."""
    epsilons = np.asarray(given(ask(answer, np.arange(GAMES))))
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
def beat(position, cells, opponent):
    """A position that the opponent, as O, gets wrong, and X's cells in a won game through it."""
    state = _position(position, opponent)
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
            game.play(int(np.argmax(opponent[game.state])))
    if not game.is_over:
        raise Wrong("the game is not over after your moves", game.state)
    if game.winner != X:
        end = "nobody wins" if game.winner == 0 else "the opponent wins"
        raise Wrong(f"{end} this game", game.state)
    if not met:
        raise Wrong("you win, but your game does not come through your position", state)
    played = ", ".join(str(to_cell(cell)) for cell in game.history)
    return f"The game was {played}: the opponent had a draw, gave it away there, and you took it."


def _check_cell(game, count, cell):
    """Wrong unless the cell can be taken."""
    try:
        to_cell(cell)
    except IllegalMoveError:
        raise Wrong(f"your move number {count}, {cell!r}, is no cell: 0 to 8") from None
    if not game.is_legal(cell):
        raise Wrong(f"your move number {count}, cell {cell}, is not free", game.state)


def _position(position, opponent):
    try:
        state = int(position)
    except (TypeError, ValueError):
        raise Wrong(f"a state code is asked for as position, and this is {position!r}") from None
    if state not in UNDECIDED or TURN[state] != O:
        raise Wrong(
            "the position must be one in which O, the opponent, is to move", state % N_STATES
        )
    cell = int(np.argmax(opponent[state]))
    V = state_values()
    if state not in errs(opponent) or V[state] != 0:
        value, after = V[state], V[NEXT[state, cell]]
        raise Wrong(
            f"the opponent gives no draw away there: it takes cell {cell}, and the value to X, "
            f"{signed(value, 0)}, becomes {signed(after, 0)}",
            state,
        )
    return state


@exercise("05.5")
def backfeed(answer):
    """A function backfeed(values, reward, alpha, gamma) from old values to new, newest first."""
    rng = np.random.default_rng(1)
    for n in (1, 2, 3, 4, 5, 3, 4):
        values, reward = rng.uniform(0, 1, n).round(2).tolist(), float(rng.choice([0, 0.1, 0.5, 1]))
        found = numbers(ask(answer, list(values), reward, ALPHA, GAMMA))
        right = _backfed(values, reward)
        if found.shape != (n,):
            raise Wrong(f"{n} values went in, and the answer has shape {found.shape}")
        if not close(found, right):
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
    if close(found, published):
        return f"{case}, as the article does: the newest value is made from the oldest one"
    if close(found, published[::-1]):
        return f"{case}: the reward goes to the oldest position first; the newest has earned it"
    if close(found, undiscounted):
        return f"{case}: gamma is missing"
    if close(found, neighbours):
        return f"{case}: each moves towards the old value of the one after it, not the new one"
    if close(found, right[::-1]):
        return f"{case}: the values are right, but they come out oldest first"
    if close(found, alone):
        return f"{case}: all move towards the reward, and not towards the new value before them"
    return f"{case}, and should make {np.round(right, 3).tolist()}"
