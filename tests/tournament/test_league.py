"""The tournament: ratings that are known, results in any order, the command line."""

import csv
from itertools import product

import numpy as np
import pytest

import tttlearn as ttt
from tests.aids.games import GAMES
from tttlearn.__main__ import main
from tttlearn.evaluation.exact import minimax_policy, outcome, state_values
from tttlearn.evaluation.forecasts import expected_score
from tttlearn.evaluation.policy import random_policy
from tttlearn.players import roster
from tttlearn.players.guests import Entry
from tttlearn.search.game_tree import minimax_player
from tttlearn.tournament.league import Tournament, bradley_terry, everybody

RANDOM, PERFECT = random_policy(), minimax_policy()
FEW = {"random": RANDOM, "two": minimax_player(2), "minimax": PERFECT, "one": minimax_player(1)}


def foretold(ratings):
    """The scores that these ratings foretell."""
    return expected_score(np.subtract.outer(ratings, ratings))


@pytest.mark.parametrize("n", [2, 3, 12, 40])
def test_known_strengths_are_found_again(n):
    ratings = np.random.default_rng(n).normal(0, 250, n)
    ratings -= ratings.mean()
    assert bradley_terry(foretold(ratings)) == pytest.approx(ratings, abs=1e-6)


def test_strengths_far_apart_are_found_again():
    ratings = np.array([-1500.0, 0, 100, 1400])
    assert bradley_terry(foretold(ratings)) == pytest.approx(ratings, abs=1e-3)


def test_equal_players_have_equal_ratings_and_ten_to_one_is_400_points():
    assert bradley_terry(np.full((4, 4), 0.5)) == pytest.approx(np.zeros(4))
    high, low = bradley_terry(np.array([[0.5, 10 / 11], [1 / 11, 0.5]]))
    assert high - low == pytest.approx(400)


def test_no_rating_fits_who_takes_everything():
    with pytest.raises(ValueError, match="no finite rating fits"):
        bradley_terry(np.array([[0.5, 1.0], [0.0, 0.5]]))
    with pytest.raises(ValueError, match="sum to 1"):
        bradley_terry(np.array([[0.5, 0.9], [0.3, 0.5]]))


def test_a_tournament_with_a_player_who_takes_everything_has_ratings_all_the_same():
    beaten = Tournament({"one": _cell(RANDOM, first=True), "other": _cell(RANDOM, first=False)})
    assert np.isfinite(beaten.ratings).all()
    assert beaten.ratings.mean() == pytest.approx(1500)


def _cell(policy, first):
    """The policy that takes the first, or the last, free cell."""
    cells = np.where(policy > 0, np.arange(9), 99 if first else -1)
    return np.eye(9)[cells.argmin(1) if first else cells.argmax(1)] * (policy > 0)


@pytest.fixture(scope="module")
def few():
    return Tournament(FEW)


def test_the_cross_table_is_exact(few):
    result = outcome(PERFECT, RANDOM)
    assert few.scores.loc["minimax", "random"] == result.x_wins + result.draws / 2
    assert len(ttt.round_robin(few.policies)) == 16
    assert (few.both_seats + few.both_seats.T) == pytest.approx(np.ones((4, 4)))


def test_the_ranking_by_score_and_by_worst_case(few):
    ranking = few.ranking
    assert list(ranking.index) == ["minimax", "two", "one", "random"]
    assert ranking.loc["minimax", "worst"] == pytest.approx(0.5)
    assert ranking.loc["minimax", "worst_rank"] == 1
    assert ranking.loc["two", "worst"] == pytest.approx(0)
    assert ranking.score.mean() == pytest.approx(0.5)
    assert few.ratings == pytest.approx(1500 + bradley_terry(few.both_seats))
    assert ((ranking.as_x + ranking.as_o) / 2).tolist() == pytest.approx(ranking.score.tolist())
    assert (ranking.ms > 0).all()


def test_the_order_in_which_they_enter_changes_no_number(few):
    again = Tournament(dict(reversed(FEW.items())))
    columns = ["score", "as_x", "as_o", "worst", "rating"]
    one, two = few.ranking[columns], again.ranking[columns]
    assert list(one.index) == list(two.index)
    assert one.to_numpy() == pytest.approx(two.to_numpy())


def test_what_a_rating_hides():
    circle = Tournament({"a": RANDOM, "b": RANDOM, "c": PERFECT})
    scores = np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]])
    circle.both_seats = scores
    assert circle.cycles() == [("a", "b", "c")]
    assert circle.ratings == pytest.approx(np.full(3, 1500))
    worst = circle.surprises(1).iloc[0]
    assert abs(worst.difference) == pytest.approx(0.4)
    assert Tournament(FEW).cycles() == []


def in_a_circle(lead, first=RANDOM):
    """Three players, each of whom beats the next by this lead; the first one is as given."""
    circle = Tournament({"a": first, "b": RANDOM, "c": PERFECT})
    circle.both_seats = 0.5 + lead * np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    return circle


class Sampler:
    """A player who has no policy, only an estimate of one."""

    def estimate_policy(self, samples, rng):
        return RANDOM

    def act(self, state, rng):
        return 0


def test_a_small_circle_counts_when_it_is_exact_and_not_when_it_is_an_estimate():
    assert in_a_circle(0.004).cycles() == [("a", "b", "c")]
    assert in_a_circle(0.004).cycles(margin=0.3) == [("a", "b", "c")]
    assert in_a_circle(0.004, Sampler()).cycles() == []
    assert in_a_circle(0.004, Sampler()).cycles(margin=0) == [("a", "b", "c")]
    assert in_a_circle(0.02, Sampler()).cycles() == [("a", "b", "c")]


def test_even_scores_and_the_last_bits_of_rounding_make_no_circle():
    for lead in (0, 1e-15, -1e-15):
        assert in_a_circle(lead).cycles(margin=0) == []
        assert in_a_circle(lead, Sampler()).cycles(margin=0) == []


def test_a_player_may_have_any_name():
    named = {name: ttt.PolicyPlayer(RANDOM, name) for name in ("level-9", "level-one", "level-3 b")}
    assert Tournament(named).ranking.games.tolist() == [0, 0, 0]


def test_one_player_is_no_tournament():
    with pytest.raises(ValueError, match="takes two players or more, not 1"):
        Tournament({"alone": RANDOM})
    with pytest.raises(ValueError, match=r"a policy of .* is an array of shape"):
        Tournament({"a": RANDOM, "b": np.zeros(3)})


def test_a_learner_enters_by_one_line():
    from tttlearn.learn.td import TDLearner

    mine = TDLearner(seed=4)
    mine.learn(500)
    ranking = Tournament(FEW | {"mine": mine}).ranking
    assert ranking.loc["mine", "games"] == 500
    assert ranking.loc["random", "score"] < ranking.loc["mine", "score"]


def test_everybody_is_there():
    names = set(everybody(games=100))
    assert all(roster.ROSTER[name].same_as in names for name in set(roster.NAMES) - names)
    assert set(roster.LEARNERS) <= names


def test_whoever_plays_as_another_does_enters_once(monkeypatch):
    monkeypatch.setattr(roster, "trained", lambda name, games, seed: name)
    before = list(everybody())
    twin = Entry("plays as random does", lambda name, seed: None, same_as="random")
    monkeypatch.setitem(roster.ROSTER, "twin", twin)
    assert list(everybody()) == before
    monkeypatch.setitem(roster.ROSTER, "twin", twin._replace(same_as=""))
    assert list(everybody()) == [*before, "twin"]


def test_the_tournament_on_the_command_line(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("tttlearn.tournament.league.everybody", lambda games, seed: dict(FEW))
    mine = tmp_path / "mine.npz"
    assert main(["train", "--games", "300", "--out", str(mine)]) == 0
    capsys.readouterr()
    assert main(["tournament", str(mine), "--out", str(tmp_path / "all")]) == 0
    said = capsys.readouterr().out
    assert "5 players, each against each in both seats" in said
    assert "mine (file)" in said
    with (tmp_path / "all" / "ranking.csv").open(encoding="utf-8") as file:
        assert len(list(csv.reader(file))) == 6
    for name in ("cross_table.png", "cross_table.svg", "cross_table.md", "ranking.png"):
        assert (tmp_path / "all" / name).stat().st_size > 300


def test_a_file_that_is_not_there_is_one_line(capsys):
    assert main(["tournament", "nowhere.npz"]) == 1
    error = capsys.readouterr().err
    assert "there is no folder and no saved learner nowhere.npz" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("name", ["2 x 2", "nim"])
def test_a_league_of_another_game(name):
    rules = GAMES[name]()
    names = ("random", "one-ply", "minimax", "td")
    league = Tournament({one: roster.player(one, rules) for one in names}, rules=rules)
    table = ttt.round_robin(league.policies, league.rules).set_index(["x", "o"])
    for x, o in product(names, names):
        pair = (roster.player(x, rules).policy, roster.player(o, rules).policy)
        assert tuple(table.loc[(x, o), ["x_wins", "draws", "o_wins"]]) == outcome(*pair, rules)
    # Who sits on the lost side of a decided game has nothing: its worse seat.
    value = state_values(rules=rules)[rules.start]
    assert league.ranking.worst.loc["minimax"] == pytest.approx((1 - abs(value)) / 2)
