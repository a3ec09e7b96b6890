"""Many games: in the exact proportions, with honest referees."""

import numpy as np
import pytest

from tests.aids.naive import random_table
from tests.evaluation.test_policy import Fixed
from tttlearn.evaluation import matches
from tttlearn.evaluation.exact import minimax_policy, outcome, visit_probabilities
from tttlearn.evaluation.matches import (
    _play_games,
    play_games,
    play_match,
    round_robin,
    states_of_game,
    thresholds,
)
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import LEGAL, NEXT, START, TERMINAL, TURN, UNDECIDED, WINNER, parse, show
from tttlearn.game.tables import IllegalMoveError
from tttlearn.players.roster import player
from tttlearn.search.game_tree import minimax_player


@pytest.mark.parametrize("games", [play_games, play_match])
def test_the_seed_decides_the_games(games):
    pair = (random_policy(), random_policy())
    first, again, other = (games(*pair, 60, np.random.default_rng(seed)) for seed in (5, 5, 6))
    assert (first == again).all()
    assert (first != other).any()


@pytest.mark.parametrize("games", [play_games, play_match])
def test_no_games_is_an_empty_array(games):
    assert games(random_policy(), random_policy(), 0, np.random.default_rng(0)).shape == (0,)


@pytest.mark.parametrize("games", [play_games, play_match])
@pytest.mark.parametrize("n", [-1, 2.0, "3", None, True])
def test_a_number_of_games_is_a_whole_number(games, n):
    with pytest.raises(ValueError, match="number of games") as error:
        games(random_policy(), random_policy(), n, np.random.default_rng(0))
    assert repr(n) in str(error.value)


def test_the_fast_games_are_those_of_a_match_with_the_same_seed():
    x, o = random_table(9), random_table(10)
    fast, slow = (play(x, o, 300, np.random.default_rng(11)) for play in (play_games, play_match))
    assert (fast == slow).all()
    assert len(set(slow.tolist())) == 3


@pytest.mark.parametrize("games", [play_games, play_match])
def test_who_stops_games_is_told_how_many_were_played(monkeypatch, games):
    called = []

    def interrupted_in_the_third(*_):
        called.append(None)
        if len(called) == 3:
            raise KeyboardInterrupt

    # One game at a time: the third one does not come to its end.
    monkeypatch.setattr(matches, "GAMES_PER_CALL", 1)
    for one in ("_play_games", "_play_one"):
        monkeypatch.setattr(matches, one, interrupted_in_the_third)
    with pytest.raises(KeyboardInterrupt, match=r"^stopped after 2 of 1,000 games$"):
        games(random_policy(), random_policy(), 1_000, np.random.default_rng(0))


@pytest.mark.parametrize("number", [0.0, 0.25, 0.5, np.nextafter(1, 0)])
def test_a_number_on_a_threshold_means_the_cell_after_it(number):
    kernel = getattr(_play_games, "py_func", _play_games)
    for seed in range(2):
        x, o = random_table(seed), random_table(seed + 1)
        totals = np.where((TURN == 1)[:, None], thresholds(x), thresholds(o))
        winners = np.empty(1, np.int8)
        kernel(totals, NEXT, TERMINAL, WINNER, START, tuple(range(9)), winners, Fixed(number))
        assert winners.tolist() == play_match(x, o, 1, Fixed(number)).tolist()


def test_thresholds_leave_no_gap_for_rounding():
    policy = random_table(7).copy()
    policy[UNDECIDED] *= 1 - 9e-10  # rounding at its worst
    totals = thresholds(policy)
    for number in (0.0, 0.5, np.nextafter(1, 0)):
        cells = (number >= totals[UNDECIDED, :8]).sum(1)
        assert (policy[UNDECIDED, cells] > 0).all()


class Answers:
    """A player that gives the same answer whatever the board is."""

    def __init__(self, answer):
        self.answer = answer

    def act(self, state, rng):
        return self.answer


@pytest.mark.parametrize("answer", [-1, 9, 4.0, "Z9", None, True])
@pytest.mark.parametrize(("side", "board"), [("X", "........."), ("O", "X........")])
def test_nobody_loses_by_an_illegal_answer(answer, side, board):
    pair = {"X": player("minimax-first"), "O": player("minimax-first"), side: Answers(answer)}
    with pytest.raises(IllegalMoveError) as error:
        play_match(pair["X"], pair["O"], 1, np.random.default_rng(0))
    expected = f"the player of {side} answered {answer!r} on the board\n{show(parse(board))}"
    assert str(error.value) == expected


def test_a_taken_cell_is_an_illegal_answer():
    with pytest.raises(IllegalMoveError, match="player of O answered 4") as error:
        play_match(Answers(4), Answers(4), 1, np.random.default_rng(0))
    assert show(parse(".../.X./...")) in str(error.value)


def test_the_exception_of_a_player_is_left_as_it_is():
    class Breaks:
        def act(self, state, rng):
            raise RuntimeError("out of ideas")

    with pytest.raises(RuntimeError, match="out of ideas"):
        play_match(random_policy(), Breaks(), 1, np.random.default_rng(0))


def test_a_match_hands_over_each_state_and_the_rng():
    seen = []

    class FirstFree:
        def act(self, state, rng):
            seen.append((state, rng))
            return int(np.flatnonzero(LEGAL[state])[0])

    rng = np.random.default_rng(0)
    assert play_match(FirstFree(), FirstFree(), 1, rng).tolist() == [1]  # A3, B2, C1 for X
    assert [state for state, _ in seen] == [0, 1, 7, 16, 70, 151, 637]
    assert all(given is rng for _, given in seen)


def test_a_round_robin_is_exact_and_has_a_row_for_each_ordered_pair():
    policies = {"random": random_policy(), "minimax": minimax_policy(), "drawn": random_table(8)}
    table = round_robin(policies)
    assert list(table.columns) == ["x", "o", "x_wins", "draws", "o_wins", "score"]
    assert list(zip(table.x, table.o, strict=True)) == [(x, o) for x in policies for o in policies]
    for row in table.itertuples():
        exact = outcome(policies[row.x], policies[row.o])
        assert (row.x_wins, row.draws, row.o_wins) == exact
        assert row.score == exact.x_wins + exact.draws / 2


def test_a_match_is_shown_board_by_board(capsys):
    winners = play_match(
        player("minimax-first"), player("minimax-first"), 1, np.random.default_rng(0), True
    )
    boards = capsys.readouterr().out.split("\n\n")
    assert winners.tolist() == [0]
    assert len(boards) == 10 + 1
    assert boards[0] == ". . .\n. . .\n. . ."
    assert "." not in boards[9]


@pytest.mark.parametrize(("answers", "games"), [(["", "", ""], 3), (["", "Quit"], 2), ([], 1)])
def test_a_match_pauses_on_chosen_results(monkeypatch, answers, games):
    asked = iter(answers)

    def ask(prompt):
        for answer in asked:
            return answer
        raise EOFError

    monkeypatch.setattr("builtins.input", ask)
    perfect = player("minimax")
    assert len(play_match(perfect, perfect, 3, np.random.default_rng(0), pause_on=[0])) == games
    assert len(play_match(perfect, perfect, 3, np.random.default_rng(0), pause_on=[1, -1])) == 3


def test_pausing_on_something_else_is_refused():
    with pytest.raises(ValueError, match=r"pause_on is a list of winners, .*'draw'"):
        play_match(random_policy(), random_policy(), 1, np.random.default_rng(0), pause_on=["draw"])


def test_the_states_of_a_game_without_dice_are_those_that_its_players_pass_through():
    first, perfect = minimax_player(ties="first").policy, minimax_player(2, ties="first").policy
    states = states_of_game(first, perfect)
    assert states == np.flatnonzero(visit_probabilities(first, perfect)).tolist()
