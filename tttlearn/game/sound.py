"""What makes tables a game: what `Rules` check, each with a ValueError that says what is wrong.

Tables are checked once, when rules are made of them. Afterwards everything that plays or evaluates
the game trusts them, even the compiled loops, which check no index.
"""

import numpy as np

from tttlearn.support.arguments import as_array, shown


def sound_table(given, what, kind, shape, among=None):
    """The table as a read-only array of this kind, a copy of what others can write to.

    `kind`: np.bool_, or the integers for whole numbers; `shape`: with None for a length that may be
    any from 1 up; `among`: the least and the greatest entry. Raises ValueError for anything else.
    """
    array = as_array(given, f"{what} is an array")
    if array.ndim and not _fits(array.shape, shape):
        asked = str(shape).replace("None", "any")
        raise ValueError(f"{what} is an array of shape {asked}, not {array.shape}")
    if not array.ndim or array.dtype.kind not in ("b" if kind is np.bool_ else "iu"):
        numbers = "True and False" if kind is np.bool_ else "whole numbers"
        kind_given = f"of {array.dtype}, as {array.flat[0]}" if array.ndim else shown(given)
        raise ValueError(f"{what} is an array of {numbers}, not {kind_given}")
    if among and (array.min() < among[0] or array.max() > among[1]):
        wrong = array[(array < among[0]) | (array > among[1])][0]
        raise ValueError(f"the entries of {what} are {among[0]}..{among[1]}, not {wrong}")
    shared = array is given and not array.flags.writeable and array.flags.c_contiguous
    if not shared or array.dtype != kind:
        array = np.array(array, kind, order="C")
        array.setflags(write=False)
    return array


def _fits(shape, asked):
    return len(shape) == len(asked) and all(
        n > 0 if length is None else n == length for n, length in zip(shape, asked, strict=True)
    )


def check_game(rules):
    """ValueError, with the first state that is wrong, unless the tables are those of a game.

    Only what a game reaches must come to an end; the rest must be true of every code.
    """
    moves, over = rules.legal.any(1), rules.terminal
    refuse(rules, over & moves, "is terminal, but next has moves there; they are all -1")
    refuse(rules, moves & (rules.turn == 0), "has moves, but its turn is 0, not +1 (X) or -1 (O)")
    won = (rules.winner != 0) & ~over
    refuse(rules, won, "has a winner, but is not terminal; nobody has won until the game is over")
    if over[rules.start]:
        raise ValueError(f"in {rules.name} the game is over in the state in which it starts")
    stuck = rules.reachable & ~over & ~moves
    unsaid = "has no moves, but is not terminal; mark it, and say who has won there, 0 for a draw"
    refuse(rules, stuck, unsaid)


def check_symmetries(rules):
    """ValueError unless `images` and `action_maps` take the game to itself, where it gets."""
    states, actions = np.arange(rules.n_states), np.arange(rules.n_actions)
    if (rules.images[:, 0] != states).any() or (rules.action_maps[0] != actions).any():
        raise ValueError("the first image of a state is the state itself, and so of each action")
    if (np.sort(rules.action_maps, 1) != actions).any():
        raise ValueError("each row of action_maps has every action once")
    reached = np.flatnonzero(rules.reachable)
    for image, action_map in zip(rules.images.T, rules.action_maps, strict=True):
        wrong = np.zeros(rules.n_states, dtype=bool)
        wrong[reached] = _differs(rules, reached, image, action_map)
        problem = "has an image in which the game goes on differently; a game without symmetries"
        refuse(rules, wrong, f"{problem} has neither images nor action_maps")


def _differs(rules, states, image, action_map):
    """(n,) bool: where the game goes on differently in the images of these states."""
    there, same_for = image[states], (rules.winner, rules.terminal, rules.turn, rules.canonical)
    after, expected = rules.next[there][:, action_map], rules.next[states]
    expected = np.where(expected >= 0, image[expected], -1)
    differs = (after != expected).any(1)
    for known in same_for:
        differs |= known[there] != known[states]
    return differs


def refuse(rules, wrong, problem):
    """ValueError with the first state in which there is this problem, if there is one."""
    if wrong.any():
        state = int(wrong.argmax())
        raise ValueError(f"in {rules.name}, state {state} {problem}:\n{rules.show(state)}")


def depths(rules):
    """(S,) int64: the number of moves on the longest way to a state, -1 for unreachable ones.

    Raises ValueError, with the state, if one comes up twice in a game.
    """
    following, ways = rules.next, _ways(rules.next, rules.start)
    depth, layer, number = np.full(len(following), -1), np.array([rules.start]), 0
    layer = layer[ways[layer] == 0]
    while layer.size:
        depth[layer] = number
        after = following[layer]
        after, count = np.unique(after[after >= 0], return_counts=True)
        ways[after] -= count
        layer, number = after[ways[after] == 0], number + 1
    again = "comes up twice in a game, which Rules exclude; a count of moves makes it two states"
    refuse(rules, _on_a_way_round(following, ways > 0), again)
    return depth


def _on_a_way_round(following, left):
    """(S,) bool: one state on a cycle; `left` (S,): those on a cycle, or after one."""
    here = np.zeros(len(following), dtype=bool)
    if left.any():
        sources, actions = np.nonzero((following >= 0) & left[:, None])
        came_from = dict(zip(following[sources, actions].tolist(), sources.tolist(), strict=True))
        state = int(left.argmax())
        for _ in range(np.count_nonzero(left)):  # this many steps back end on the cycle
            state = came_from[state]
        here[state] = True
    return here


def _ways(following, start):
    """(S,) int64: how many moves lead to a state, from states that a game reaches."""
    reached, layer, led_to = np.zeros(len(following), dtype=bool), np.array([start]), []
    while layer.size:
        reached[layer] = True
        after = following[layer]
        led_to.append(after[after >= 0])
        new = np.zeros(len(following), dtype=bool)
        new[led_to[-1]] = True
        layer = np.flatnonzero(new & ~reached)
    return np.bincount(np.concatenate(led_to), minlength=len(following))
