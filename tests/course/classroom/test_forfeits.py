"""Exact results with forfeits, against the slow and obvious way; the standings made of them."""

from fractions import Fraction
from functools import cache
from random import Random

import numpy as np
import pytest

from tests.aids import naive
from tttlearn.course.classroom import forfeits
from tttlearn.course.classroom.mistakes import in_words, worst_mistake
from tttlearn.course.classroom.standings import Entrant, Standings
from tttlearn.evaluation import exact
from tttlearn.evaluation.passes import chances_of, chances_of_many, outcomes, values
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import N_STATES, START, TURN, UNDECIDED, parse
from tttlearn.game.rules import TICTACTOE as RULES
from tttlearn.game.tables import O, X
from tttlearn.search.game_tree import minimax_player

RANDOM, PERFECT = random_policy(), exact.minimax_policy()
FEW = {"random": RANDOM, "perfect": PERFECT, "two-ply": minimax_player(2).policy}


@cache
def gaps(seed):
    """A row for each undecided board that lacks all or some of its weight here and there."""
    rng, rows = Random(seed), naive.random_rows(seed)
    keep = {board: rng.choice((0, Fraction(1, 3), 1, 1, 1)) for board in naive.undecided()}
    return {board: {a: p * keep[board] for a, p in row.items()} for board, row in rows.items()}


def meet(policy, field, side=X):
    """The outcomes of a policy that sits at `side` against each of the field, (P, 3)."""
    return outcomes(*seated(policy, field, side), RULES, forfeits=True).T


def value(policy, field, side):
    """The value to X of the games of a policy that sits at `side` against each of the field."""
    return values(*seated(policy, field, side), RULES, forfeits=True)[START]


def seated(policy, field, side):
    mine, theirs = chances_of(policy, RULES), chances_of_many(list(field), RULES)
    return (mine, theirs) if side == X else (theirs, mine)


def test_forfeits_are_exact():
    mine, others = gaps(1), [gaps(2), gaps(3), naive.random_rows(1)]
    found = meet(naive.table(mine.get), [naive.table(rows.get) for rows in others])
    expected = np.array([[float(p) for p in naive.outcome(mine.get, rows.get)] for rows in others])
    assert found == pytest.approx(expected, abs=1e-12)
    assert found.sum(1) == pytest.approx(np.ones(3), abs=1e-12)
    worst = forfeits.worst_case(naive.table(mine.get))
    as_x, as_o = (naive.value_against(side, mine.get) for side in "XO")
    assert worst.points == pytest.approx(float((1 + min(as_x, -as_o)) / 2), abs=1e-12)


def test_without_forfeits_all_is_as_solve_has_it():
    for policy in FEW.values():
        expected = np.array([exact.outcome(policy, other) for other in FEW.values()])
        assert meet(policy, FEW.values()) == pytest.approx(expected, abs=1e-12)
        assert forfeits.worst_case(policy) == pytest.approx(exact.worst_case(policy))
        assert forfeits.optimal_share(policy) == exact.optimal_share(policy)
        assert not forfeits.lack(policy).any()
        assert set(np.flatnonzero(forfeits.losses(policy))) == set(exact.errs(policy))


def test_who_always_forfeits_loses_every_game_and_the_field_wins_them():
    nobody = np.zeros((N_STATES, 9))
    assert meet(nobody, [RANDOM, nobody]).tolist() == [[0, 0, 1], [0, 0, 1]]
    assert meet(RANDOM, [RANDOM, nobody])[1].tolist() == pytest.approx([1, 0, 0])
    assert forfeits.worst_case(nobody) == (-1, 1)
    assert forfeits.worst_case(nobody).points == 0
    assert forfeits.optimal_share(nobody) == 0
    # A forfeited draw is one point of value lost; who has lost anyway loses nothing more.
    V = exact.state_values()[UNDECIDED] * TURN[UNDECIDED]
    assert forfeits.losses(nobody)[UNDECIDED] == pytest.approx(V + 1)


def test_the_standard_error_is_what_estimates_scatter_by():
    asks, rng, field = 5, np.random.default_rng(8), [RANDOM, PERFECT]
    true = naive.table(gaps(3).get)
    answers = np.column_stack([true[UNDECIDED], forfeits.lack(true)[UNDECIDED]])
    answers /= answers.sum(1)[:, None]
    theirs = chances_of_many(field, RULES)
    scores, errors = [], []
    for _ in range(80):
        policy = np.zeros((N_STATES, 9))
        policy[UNDECIDED] = rng.multinomial(asks, answers)[:, :9] / asks
        asked = np.full(len(UNDECIDED), asks)
        scores.append(score(policy, field))
        errors.append(forfeits.standard_error(policy, asked, theirs))
    assert np.std(scores) == pytest.approx(np.mean(errors), rel=0.3)
    assert np.mean(scores) == pytest.approx(score(true, field), abs=4 * np.std(scores) / 80**0.5)


def score(policy, field):
    """Points a game against the field in both seats."""
    as_x, as_o = (side * value(policy, field, side).mean() for side in (X, O))
    return (2 + as_x + as_o) / 4


def entrants(**policies):
    """An Entrant for each, those of capital names of the class."""
    return [Entrant(name, p, house=name.islower()) for name, p in policies.items()]


def test_the_standings_are_the_mean_over_all_others():
    held = Standings(entrants(Ann=PERFECT, Bob=naive.table(gaps(1).get), dice=RANDOM))
    table = held.table
    assert list(table.name) == ["Ann", "dice", "Bob"]
    assert list(table.place) == [1, 0, 2]
    assert table.score.mean() == pytest.approx(0.5)
    ann = table.loc[0]
    parts = [held.scores[0, 1], held.scores[0, 2], 1 - held.scores[1, 0], 1 - held.scores[2, 0]]
    assert ann.score == pytest.approx(np.mean(parts))
    assert ann.score == pytest.approx((ann.as_x + ann.as_o) / 2)
    assert np.isnan(table.error).all()
    assert table.forfeited.loc[1] == sum(sum(row.values()) < 1 for row in gaps(1).values())


def test_equal_players_share_a_place_and_one_alone_has_no_tournament():
    held = Standings(entrants(Ann=PERFECT, Bob=RANDOM, Cid=PERFECT, Dot=PERFECT * 0))
    assert list(held.table.place) == [1, 1, 3, 4]
    with pytest.raises(ValueError, match="two players or more"):
        Standings(entrants(Ann=PERFECT))


def test_how_often_games_get_somewhere():
    held = Standings(entrants(Ann=PERFECT, Bob=RANDOM, Cid=FEW["two-ply"]))
    as_x = (
        exact.visit_probabilities(PERFECT, RANDOM)
        + exact.visit_probabilities(PERFECT, FEW["two-ply"])
    ) / 2
    x_moves = UNDECIDED[TURN[UNDECIDED] == X]
    assert held.reached[0][x_moves] == pytest.approx(as_x[x_moves])


def test_a_planted_mistake_is_found_and_told():
    state, policy = parse("X.. .O. ..X"), PERFECT.copy()
    policy[state] = np.eye(9)[2]  # a corner: X takes the other and forks
    found = worst_mistake(policy, Standings(entrants(Ann=policy, dice=RANDOM)).reached[0])
    assert (found.state, found.cell, found.right) == (state, 2, (1, 3, 5, 7))
    assert found.costs == pytest.approx(found.reached / 2)
    words = in_words(found)
    assert "O is to move, and could have a draw, but takes C1, which leads to a sure loss" in words
    assert "B1, A2, C2 or B3 keeps the draw" in words


def test_a_forfeit_can_be_the_mistake_and_perfect_play_has_none():
    policy = PERFECT.copy()
    policy[0] = 0
    found = worst_mistake(policy, Standings(entrants(Ann=policy, dice=RANDOM)).reached[0])
    assert (found.state, found.cell, found.reached, found.costs) == (0, None, 1, 0.5)
    words = "but has no legal answer, and loses. Any cell keeps the draw. 100% of"
    assert words in in_words(found)
    assert worst_mistake(PERFECT, np.ones(N_STATES)) is None
    assert in_words(found._replace(costs=0.01)).endswith("costs 1 point in 100 games as X.")
    assert in_words(found._replace(costs=0.02)).endswith("costs 2 points in 100 games as X.")


def test_of_many_mistakes_the_costliest_counts():
    held = Standings(entrants(Ann=RANDOM, Bob=PERFECT, Cid=FEW["two-ply"]))
    found = worst_mistake(RANDOM, held.reached[0])
    costs = held.reached[0] * forfeits.losses(RANDOM) / 2
    assert found.costs == pytest.approx(costs.max())
    assert found.state in UNDECIDED
