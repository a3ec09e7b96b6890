"""What may sit at a board, and what is refused: the reader's own functions, policies, players."""

from functools import partial

import numpy as np
import pytest

from tttlearn.evaluation.policy import PolicyPlayer, random_policy
from tttlearn.game.boards import boards
from tttlearn.learn.td import TDLearner
from tttlearn.players import offered
from tttlearn.players.offered import on_offer, take
from tttlearn.search.mcts import MCTS

WIDE = boards(rows=3, columns=4, k=3)
RNG = np.random.default_rng(0)


def state_only(state):
    return 4


def with_rng(state, rng):
    return int(rng.integers(9))


def with_depth(state, depth=2):
    return depth


def with_rng_at_will(state, rng=None):
    return 1 if rng is None else 2


def act_of(opponent, state=0):
    offered, _ = on_offer({"mine": opponent})
    return take(offered["mine"]).act(state, RNG)


@pytest.mark.parametrize(
    ("function", "action"),
    [
        (with_rng_at_will, 2),
        (partial(with_depth, depth=7), 7),
        (lambda *everything: len(everything), 1),
    ],
)
def test_a_function_of_ones_own_is_an_opponent(function, action):
    assert act_of(function) == action


def test_it_gets_the_state_and_the_randomness_of_the_board():
    seen = []
    act_of(lambda state, rng: seen.append((state, rng)) or 0, 81)
    assert seen[-1] == (81, RNG)  # before that it was tried in some positions


def test_each_kind_of_opponent_keeps_its_key_and_its_place():
    kinds = {
        "mine": state_only,
        "table": random_policy(),
        "learner": TDLearner(),
        "search": MCTS(10),
        "named": "minimax",
    }
    offered, first = on_offer(kinds)
    assert (list(offered), first) == (list(kinds), "mine")
    assert all(0 <= take(one).act(0, RNG) < 9 for one in offered.values())
    assert offered["table"].name == offered["mine"].name.replace("mine", "table")


def test_a_function_by_itself_has_its_own_name(monkeypatch):
    monkeypatch.setattr(offered, "program_player", lambda program, rules, label: program)
    assert on_offer(with_rng)[1] == "with_rng"
    assert on_offer(lambda s: 4)[1] == "your function"
    assert list(on_offer([state_only, state_only])[0]) == ["state_only", "state_only #2"]


@pytest.mark.parametrize(
    ("opponent", "said"),
    [
        (lambda: 4, r"mine is f\(\): a player is f\(position\), f\(position, rng\)"),
        (lambda a, b, c, d: 4, r"mine is f\(a, b, c, d\): a player is f\(position\)"),
        (lambda s, *, key: 4, r"mine is f\(s, \*, key\)"),
        (..., "mine is still ...: write it first"),
        (PolicyPlayer, r"PolicyPlayer\(\) raised TypeError: .* make an object of it"),
        (None, "mine: an opponent is a name .* a function .* not None: does your function"),
        (random_policy(WIDE), r"mine: .* of shape \(19683, 9\), not \(531441, 12\)"),
        (
            TDLearner(rules=WIDE),
            r"mine plays 3 in a row on 3 x 4, not tic-tac-toe: its tables are \(531441, 12\), "
            r"those of this game \(19683, 9\)",
        ),
    ],
)
def test_what_is_no_opponent_is_refused_by_its_key(opponent, said):
    with pytest.raises(ValueError, match=said):
        on_offer({"mine": opponent})


def test_policies_of_this_game_on_another_board_are_refused_with_both_shapes():
    with pytest.raises(ValueError, match=r"mine: .* \(531441, 12\), not \(19683, 9\)"):
        on_offer({"mine": random_policy()}, WIDE)


def test_on_a_listed_board_a_function_plays_and_names_cost_nothing_before_their_game(monkeypatch):
    rules = boards(rows=7, columns=2, k=3, falling=True)

    made = "tttlearn.players.roster.trained"
    monkeypatch.setattr(made, lambda *_, **__: pytest.fail("a player was made"))

    def leftmost(state):
        return rules.actions(state)[0]

    offered, first = on_offer({"mine": leftmost, "td": "td"}, rules)
    assert first == "mine"
    assert take(offered["mine"], rules).act(rules.start, RNG) == 0
    with pytest.raises(ValueError, match="no player is called 'nobody' in 3 in a row on 7 x 2"):
        on_offer({"nobody": "nobody"}, rules)
