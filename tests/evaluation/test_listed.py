"""The compiled passes of games with millions of positions, against the passes of all others."""

import numpy as np
import pytest

import tttlearn as ttt
from tttlearn.evaluation.exact import measure_choices
from tttlearn.evaluation.listed import is_sound, look_ahead
from tttlearn.evaluation.passes import BEST, chances_of, outcomes, values, visits
from tttlearn.game.tables import Rules

LISTED = ttt.boards(rows=7, columns=2, k=3, falling=True)
TABLES = "next", "winner", "terminal", "turn", "start"
PLAIN = Rules("the same game", *(getattr(LISTED, name) for name in TABLES))


def policies():
    """Return policies of all kinds: even, of random numbers, of one action a state."""
    rng = np.random.default_rng(0)
    weights = rng.integers(0, 3, LISTED.next.shape) * LISTED.legal
    weights += (weights.sum(1, keepdims=True) == 0) * LISTED.legal
    drawn = weights / np.maximum(weights.sum(1, keepdims=True), 1)
    return (
        ttt.random_policy(LISTED),
        drawn,
        ttt.first_best(ttt.action_values(ttt.state_values(rules=LISTED), LISTED), LISTED),
    )


def test_both_kinds_of_passes_agree():
    assert LISTED.is_listed
    assert not PLAIN.is_listed
    for x in policies():
        for o in policies():
            for forfeits, pair in ((False, (x, o)), (True, (x * 0.75, o))):  # X forfeits games
                results = []
                for rules in (LISTED, PLAIN):
                    sides = [chances_of(policy, rules) for policy in pair]
                    results.append(
                        [
                            visits(*sides, rules),
                            outcomes(*sides, rules, forfeits=forfeits),
                            values(*sides, rules, forfeits),
                            values(sides[0], BEST, rules, forfeits),
                            values(BEST, sides[1], rules, forfeits),
                        ]
                    )
                for listed, plain in zip(*results, strict=True):
                    np.testing.assert_allclose(listed, plain, rtol=0, atol=1e-12)


def test_measures_are_those_of_all_games():
    for policy in policies():
        assert ttt.measure(policy, LISTED) == pytest.approx(ttt.measure(policy, PLAIN), abs=1e-12)
        assert (ttt.errs(policy, LISTED) == ttt.errs(policy, PLAIN)).all()
        assert (ttt.best_reply(policy, LISTED) == ttt.best_reply(policy, PLAIN)).all()
    assert (ttt.minimax_policy(LISTED) == ttt.minimax_policy(PLAIN)).all()


def test_looking_to_the_end_gives_the_exact_values():
    V = LISTED.winner.astype(float)
    look_ahead(V, LISTED.longest, LISTED)
    assert (V == ttt.state_values(rules=PLAIN))[LISTED.reachable].all()


@pytest.mark.parametrize("ties", ["random", "first"])
def test_choices_are_measured_as_the_policy_that_they_mean(ties):
    learner = ttt.TDLearner(ties=ties, rules=LISTED)
    curve = ttt.train(learner, 300, checkpoints=[300])
    expected = ttt.measure(learner.policy, LISTED)
    assert curve[[*expected]].iloc[0].to_dict() == pytest.approx(expected, abs=1e-12)
    (found,) = measure_choices([learner.choices], LISTED)
    assert found == pytest.approx(expected, abs=1e-12)


def test_policies_are_sound_unless_an_illegal_action_is_taken():
    for policy in policies():
        assert is_sound(policy, LISTED, 1e-9)
        state = LISTED.undecided[~LISTED.legal[LISTED.undecided].all(1)][0]
        policy[state] = 1 / policy.shape[1]
        assert not is_sound(policy, LISTED, 1e-9)


def test_a_wrong_policy_of_a_listed_game_is_refused_with_its_board():
    policy = ttt.random_policy(LISTED)
    state = LISTED.undecided[100]
    for wrong, problem in ((2, "do not sum to 1 but to 2"), (-1, "negative"), (np.nan, "NaN")):
        faulty = policy.copy()
        faulty[state] = 0
        faulty[state, 0] = wrong
        with pytest.raises(ValueError, match=problem) as error:
            ttt.check_policy(faulty, LISTED)
        assert LISTED.show(state) in str(error.value)
