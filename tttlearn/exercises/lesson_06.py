"""The checks of lesson 06, Q-learning."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np

from tttlearn.articles.kota7.recipe import level
from tttlearn.articles.recipes import nestedsoftware, train_nested
from tttlearn.evaluation.exact import minimax_policy, outcome, state_values, visit_probabilities
from tttlearn.evaluation.policy import random_policy
from tttlearn.exercises.answers import Wrong, close, exercise
from tttlearn.exercises.q_faults import check_update
from tttlearn.game.rules import N_STATES, NEXT, TURN, UNDECIDED
from tttlearn.game.tables import O

RUNS, SEEDS, MAY_LOSE, MUST_WIN = 1_000, 100, 10, 0.87


@exercise("06.1")
def q(answer):
    """A rule answer(Q, episode, alpha, gamma) that is Q-learning in the order of play."""
    check_update(answer)
    return "On 30 random games and tables, as X and as O, it changes what Q-learning changes."


@exercise("06.2")
def failing(seed, position):
    """The seed of a run that can lose as O to perfect play, and where it gives the draw away."""
    if not _is_whole(seed) or not 0 <= seed < RUNS:
        raise Wrong(f"a seed is a whole number from 0 to {RUNS - 1}, not {seed!r}")
    policy = train_nested(nestedsoftware(seed=int(seed)), random_policy()).policy
    lost = outcome(minimax_policy(), policy).x_wins
    if lost == 0:
        raise Wrong(f"the learner of seed {seed} never loses to perfect play as O: look at `lost`")
    state = _position(position)
    cell, V = int(policy[state].argmax()), state_values()
    if V[state] != 0:
        raise Wrong(f"no draw can be given away there: the value to X is {V[state]:+.0f}", state)
    if V[NEXT[state, cell]] == 0:
        raise Wrong(f"it takes cell {cell} there, and holds the draw", state)
    met = visit_probabilities(minimax_policy(), policy)[state]
    if met == 0:
        raise Wrong("it errs there, but no game against perfect play comes to this position", state)
    return (
        f"Seed {seed} loses {lost:.1%} of its games to perfect play; {met:.1%} of them all come to "
        f"this position, where it takes cell {cell}."
    )


def _is_whole(number):
    return isinstance(number, (int, np.integer)) and not isinstance(number, bool)


def _position(position):
    if not _is_whole(position) or not 0 <= position < N_STATES:
        raise Wrong(f"a position is a state code, as `ttt.parse` makes it, not {position!r}")
    if position not in UNDECIDED or TURN[position] != O:
        raise Wrong("in the position O, the learner, must be to move", int(position))
    return int(position)


@exercise("06.3")
def repair(draw):
    """A reward for a draw with which few runs can lose as O, and O still wins against random."""
    if not isinstance(draw, (int, float, np.number)) or not -1 <= draw <= 1:
        raise Wrong(f"a draw pays between a loss, -1, and a win, 1, not {draw!r}")
    lose, wins = _repaired(float(draw))
    found = f"{lose} of {SEEDS} seeds can lose as O, and O wins {wins:.1%} against random play"
    if lose > MAY_LOSE and draw == 0.5:
        raise Wrong(
            f"{found}: with 0.5 the trap is worth exactly what the centre is; a draw must pay more"
        )
    if lose > MAY_LOSE and draw < 0.5:
        raise Wrong(
            f"{found}: with {draw:g} the trap is still worth its risk; a draw must pay more"
        )
    if lose > MAY_LOSE:
        raise Wrong(
            f"{found}: the trap is closed, but by less than the noise; a draw must pay more"
        )
    if wins < MUST_WIN:
        raise Wrong(
            f"{found}: with {draw:g} there is too little reason to win; a draw must pay less"
        )
    return f"With {draw:g}, {found}."


@cache
def _repaired(draw):
    """How many seeds can lose as O to perfect play, and O's mean share of wins against random."""

    def run(seed):
        learner = nestedsoftware(seed=seed)
        learner.settings["draw"] = draw
        policy = train_nested(learner, random_policy()).policy
        lost = outcome(minimax_policy(), policy).x_wins
        return lost > 0, outcome(random_policy(), policy).o_wins

    run(0)  # compiled once, before the threads need it
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        lose, wins = np.array(list(pool.map(run, range(SEEDS)))).T
    return int(lose.sum()), float(wins.mean())


@exercise("06.4")
def levels(prediction, score):
    """A prediction and the exact score of level 3 as X against level 4 as O."""
    for name, number in {"prediction": prediction, "score": score}.items():
        if not isinstance(number, (int, float, np.number)) or isinstance(number, bool):
            raise Wrong(f"the {name} is a number from 0 to 1, not {number!r}")
    if not 0 <= prediction <= 1:
        raise Wrong(f"a score lies between 0 and 1, and your prediction is {prediction}")
    third, fourth = level(3).policy, level(4).policy
    there, back = outcome(third, fourth), outcome(fourth, third)
    right = there.x_wins + there.draws / 2
    if abs(score - right) > 0.0005:  # three decimals, as they are printed
        raise Wrong(_score_reason(score, there, back))
    off = abs(prediction - right)
    verdict = "close" if off < 0.05 else "off, and now you know"
    return f"Level 3 scores {right:.3f}: your prediction, {prediction:g}, was {verdict}."


def _score_reason(score, there, back):
    known = {
        "these are the wins alone: half of the draws belong to the score": there.x_wins,
        "a draw counts half, not whole": there.x_wins + there.draws,
        "this is the value to X, wins less losses": there.x_wins - there.o_wins,
        "this is the score of level 4: level 3 plays X": there.o_wins + there.draws / 2,
        "here level 4 plays X; level 3 does": back.x_wins + back.draws / 2,
        "here level 4 plays X; and this is level 3's score as O": back.o_wins + back.draws / 2,
        "this is the share of draws": there.draws,
    }
    for words, number in known.items():
        if close(score, number):
            return words
    return f"{score:.3f} is not the score: take `x_wins + draws / 2` of the exact outcome"
