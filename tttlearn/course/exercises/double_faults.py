"""Find what is wrong with a reader's double Q-learning, its rule or its target, by known faults."""

from functools import partial
from itertools import pairwise

import numpy as np

from tttlearn.course.articles.episodes import random_game
from tttlearn.course.exercises.answers import Wrong, attempted, error_hints, explained
from tttlearn.course.exercises.cases import Cases, combined
from tttlearn.course.exercises.kinds import function, numbers
from tttlearn.course.exercises.reader_rules import (
    ALPHA,
    GAMMA,
    UNCHANGED,
    check_learns,
    known_slips,
)
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import LEGAL, N_STATES, TURN
from tttlearn.game.tables import side_name
from tttlearn.support.text import signed

TRIALS = 45


def _best(row, s):
    """Return the action of `best_entry` for a table's row of state s; -1 if the game is over."""
    return np.where(LEGAL[s], TURN[s] * row, -np.inf).argmax() if LEGAL[s].any() else -1


def _named_by(Q, table, s):
    return _best(Q[table, s], s)


def _mean(Q, s):
    """Return the means of the two tables in state s, a row."""
    return Q[:, s].mean(0)


def _right(Q, one, s):
    return Q[1 - one, s, _named_by(Q, one, s)]


TARGETS = {
    "the table that names the action also says what it is worth; ask the other one": (
        lambda Q, one, s: Q[one, s, _named_by(Q, one, s)]
    ),
    "the other table both names the action and says what it is worth; the one that is updated "
    "names it": lambda Q, one, s: Q[1 - one, s, _named_by(Q, 1 - one, s)],
    "the two have changed roles; the table that is updated must name the action, the other judge": (
        lambda Q, one, s: Q[one, s, _named_by(Q, 1 - one, s)]
    ),
    "the mean of the tables is for acting; in the target one table names and the other judges": (
        lambda Q, one, s: _mean(Q, s)[_best(_mean(Q, s), s)]
    ),
    "the mean of the tables names the action; the table that is updated should": (
        lambda Q, one, s: Q[1 - one, s, _best(_mean(Q, s), s)]
    ),
    "the mean of the tables says what the action is worth; the other table alone should": (
        lambda Q, one, s: _mean(Q, s)[_named_by(Q, one, s)]
    ),
    "this is the highest entry of the other table; let the table that is updated name an action, "
    "with best_entry": lambda Q, one, s: Q[1 - one, s].max(),
    "this is the highest free entry of the other table; let the table that is updated name an "
    "action, with best_entry": lambda Q, one, s: Q[1 - one, s, LEGAL[s]].max(),
    "table 0 always names and table 1 judges; the one that is updated, Q[one], should name": (
        lambda Q, one, s: Q[1, s, _named_by(Q, 0, s)]
    ),
    "argmax knows neither the side nor the free cells, but best_entry knows both": (
        lambda Q, one, s: Q[1 - one, s, Q[one, s].argmax()]
    ),
    "it takes the highest, but for O the best entry is the lowest; best_entry knows the side": (
        lambda Q, one, s: Q[1 - one, s, np.where(LEGAL[s], Q[one, s], -np.inf).argmax()]
    ),
    "taken cells are chosen, too; best_entry looks only at legal actions": (
        lambda Q, one, s: Q[1 - one, s, (TURN[s] * Q[one, s]).argmax()]
    ),
}
"""What may be wrong with the value of the next state, and a function that computes it so."""


def _towards(old, other, target):
    return old + ALPHA * (target - old)


STEPS = {
    "the error is taken from the other table's entry": lambda old, other, target: (
        old + ALPHA * (target - other)
    ),
    "the error is taken from the mean of both entries; take it from the one that moves": (
        lambda old, other, target: old + ALPHA * (target - (old + other) / 2)
    ),
    "alpha is missing: the entry moves all the way to its target": lambda old, other, target: (
        target
    ),
    "the old value is lost; it should move towards the target": lambda old, other, target: (
        ALPHA * target
    ),
    "alpha and 1 - alpha are swapped": lambda old, other, target: (
        ALPHA * old + (1 - ALPHA) * target
    ),
    "the old value is lost; the step must be added to it": lambda old, other, target: (
        ALPHA * (target - old)
    ),
    "the error has the wrong sign; it should be target minus entry": lambda old, other, target: (
        old - ALPHA * (target - old)
    ),
}
"""What may be wrong with the step towards the target, and a function that computes it so."""


def check_rule(answer):
    """Raise Wrong or NotAttempted unless the answer is double Q-learning, on 45 random games."""
    function(answer)
    rng = np.random.default_rng(0)
    before, games = rng.uniform(-1, 1, (2, N_STATES, 9)), []
    for trial in range(TRIALS):
        episode = random_game(rng, 1 if trial % 2 else -1)
        after = _applied(answer, before, episode, seed=trial)
        if not (after == _applied(answer, before, episode, seed=trial)).all():
            raise Wrong("it tosses a coin that is not `rng`: the same rng gave two results")
        changed = _places(before != after)
        games.append((episode, changed, after[:, *_own(episode)]))
    if not any(changed for _, changed, _ in games):
        raise Wrong(UNCHANGED)
    coins = [_coins(episode, changed) for episode, changed, _ in games]
    trials = [
        (episode, tossed, after[tossed, range(len(tossed))])
        for (episode, _, after), tossed in zip(games, coins, strict=True)
    ]
    _cases(before, trials).check(lambda episode, coins, after: after)
    _check_coins(coins)
    shape, settings = before.shape, {"alpha": ALPHA, "gamma": GAMMA}
    check_learns(answer, shape, random_policy(), "X", **settings)


def _places(marked):
    """Return the places where a boolean array is True, a list of tuples.

    np.argwhere takes five times as long.
    """
    places = np.unravel_index(np.flatnonzero(marked), marked.shape)
    return list(zip(*map(np.ndarray.tolist, places), strict=True))


def _seen(result, right, episode, *_):
    k = int(np.abs(result - right).argmax())
    return (
        f"the entry of move number {k + 1} of a learner that plays {side_name(episode.side)} "
        f"becomes {signed(result[k], 3)}, but should become {signed(right[k], 3)}"
    )


def _cases(before, trials):
    """Return the Cases of a rule on these tables: (episode, coins, and the entries after it)."""
    right = partial(_moved, before)
    return Cases(
        solution=right,
        inputs=trials,
        describe=_seen,
        faults=combined({"target": TARGETS, "step": STEPS, "way": WAYS}, right, most=3),
        kind=numbers,
        board=lambda result, right, episode, *_: int(
            _own(episode)[0][np.abs(result - right).argmax()]
        ),
    )


HINTS = error_hints("07.double", "turns", "best_entry")
"""What an exception often means where there are two tables."""


def _applied(answer, before, episode, seed):
    """Return the tables after the reader's rule."""
    Q, rng = before.copy(), np.random.default_rng(seed)
    copy = episode._replace(states=episode.states.copy(), actions=episode.actions.copy())
    with explained(HINTS):
        returned = attempted(answer(Q, copy, ALPHA, GAMMA, rng))
    if returned is not None and (Q == before).all():
        raise Wrong("it returns something and leaves Q as it was: change Q itself, in place")
    return Q


def _own(episode):
    """Return the learner's own states and actions, two arrays."""
    turns = slice(int(episode.side == -1), None, 2)
    actions = episode.actions[turns]
    return episode.states[turns][: len(actions)], actions


def _coins(episode, changed):
    """Return which table changed at each of the learner's actions; raise Wrong if not just one.

    changed: (table, state, action) of each entry that changed
    """
    own = list(zip(*map(np.ndarray.tolist, _own(episode)), strict=True))
    for _, state, action in changed:
        if (state, action) not in own:
            where = _other_place(state, episode, own)
            raise Wrong(f"it changes entries that are not the learner's own: {where}", state)
    tables = [[table for table, *place in changed if tuple(place) == move] for move in own]
    for i, changed_tables in enumerate(tables):
        if len(changed_tables) != 1:
            last = i == len(own) - 1
            raise Wrong(_place_reason(changed_tables, i, last, episode.winner), own[i][0])
    return [table for (table,) in tables]


def _other_place(state, episode, own):
    """Return whose entry one of this state is, if it belongs to no move of the learner."""
    if state in dict(own):
        return "those of a cell that it did not take"
    if state in episode.states:
        return "those of a board on which it is not to move"
    return "those of a board that was not in the game"


def _place_reason(changed_tables, i, last, winner):
    """Return why it is wrong that these tables, both or none, changed at the learner's action i."""
    if changed_tables:
        if last and i:
            return "the last action changes both tables, as in the article; the paper updates one"
        return "one action changes both tables; the coin chooses one of them"
    if last and not winner:
        return (
            "the last action of a drawn game is not updated: the step is alpha times (target minus "
            "entry), even if the target is 0"
        )
    return "the last action is not updated" if last else f"action number {i + 1} is not updated"


WAYS = known_slips(__file__)["way"]
"""What may be wrong with the targets along a game, and the argument of `_goal` that does it."""


def _moved(before, episode, coins, after, target=_right, step=_towards, way="forward"):
    """Return the learner's entries after a rule with these faults, each in its coin's table."""
    own = states, actions = _own(episode)
    Q, old, moved = before, before[:, *own].copy(), np.zeros(len(states))
    order = range(len(states))
    for i in reversed(order) if way == "backward" else order:
        s, a, one = states[i], actions[i], coins[i]
        goal = _goal(Q, episode, i, one, target, way)
        moved[i] = Q[one, s, a] = step(Q[one, s, a], Q[1 - one, s, a], goal)
    before[:, *own] = old
    return moved


def _goal(Q, episode, i, one, target, way):
    """Return the target of the learner's action i, under a rule with these faults."""
    states = _own(episode)[0]
    last, t = i == len(states) - 1, 2 * i + (episode.side == -1)
    within = {"own board": t + 1, "one turn on": t + 2}.get(way, t) < len(episode.actions)
    if way in ("own board", "one turn on") and within:
        return GAMMA * target(Q, one, episode.states[t + 1])
    if way in ("past the end", "open") and t + 2 == len(episode.actions):
        return GAMMA * target(Q, one, episode.states[t + 2])
    if way == "open" and last:
        return np.nan
    if last or way == "all end":
        ends = {"no end": 0.0, "gamma end": GAMMA * episode.winner}
        return ends.get(way, episode.winner * (episode.side if way == "own winner" else 1))
    return target(Q, one, states[i + 1]) * {"no gamma": 1, "negated": -GAMMA}.get(way, GAMMA)


def _check_coins(coins):
    """Raise Wrong unless a fair coin is tossed for each action.

    `coins` are the tables that changed in each game, in the order of its actions.
    """
    tossed = [coin for game in coins for coin in game]
    share = np.mean(tossed)
    if share in (0, 1):
        raise Wrong(f"only table {tossed[0]} is ever updated: toss the coin")
    changes = np.mean([a != b for game in coins for a, b in pairwise(game)])
    if changes == 0:
        raise Wrong("one coin decides for a whole game; toss it for each action")
    if changes == 1:
        raise Wrong("the tables take turns; toss the coin for each action")
    for place, name in ((0, "first"), (-1, "last"), (1, "second"), (-2, "last but one")):
        there = {game[place] for game in coins}
        if len(there) == 1:
            raise Wrong(
                f"the {name} action always updates table {there.pop()}; toss the coin there, too"
            )
    if not 0.4 <= share <= 0.6:
        raise Wrong(f"table 1 is updated in {share:.0%} of all actions, but the coin must be fair")
    if not 0.25 <= changes <= 0.75:
        raise Wrong(
            f"the table changes from one action to the next in {changes:.0%} of all cases; each "
            "toss should know nothing of the one before"
        )


def target_of(Q, one, episode, t, gamma, target=_right, way="forward"):
    """Return the target of double Q-learning at turn t if table `one` learns, with these faults.

    `gamma` is always GAMMA, with which the faults are computed.
    """
    return float(_goal(Q, episode, t // 2, one, target, way))


def _names_only(Q, one, episode, t, gamma):
    if t + 2 >= len(episode.actions):
        return float(episode.winner)
    return float(gamma * _named_by(Q, one, episode.states[t + 2]))


TARGET_WAYS = {words: way for words, way in WAYS.items() if way != "backward"}
TARGET_FAULTS = {
    "that is the error, target minus entry; the target alone is asked for": (
        lambda Q, one, e, t, gamma: (
            target_of(Q, one, e, t, gamma) - Q[one, e.states[t], e.actions[t]]
        )
    ),
    "best_entry gives the cell of the best entry: look up what the other table says of it": (
        _names_only
    ),
    "the winner is added to each target, but before the end there is no reward yet": (
        lambda Q, one, e, t, gamma: (
            target_of(Q, one, e, t, gamma) + (e.winner if t + 2 < len(e.actions) else 0)
        )
    ),
    "both parts of the formula are added: before the end there is no reward yet, and at the end "
    "there is no next row": lambda Q, one, episode, t, gamma: (
        episode.winner + target_of(Q, one, episode, t, gamma, way="open")
    ),
    **combined({"target": TARGETS, "way": TARGET_WAYS}, target_of, most=1),
}
"""What may be wrong with the target alone, and a function that computes it so."""
