"""The benchmark compares like with like: all ways of playing give the same kind of games."""

import random

import numpy as np
import pytest

from benchmarks import (
    against,
    bench,
    c_network,
    in_open_spiel,
    in_pettingzoo,
    in_pgx,
    numpy_batch,
    plain_python,
)
from tttlearn.course.articles.recipes import antirez
from tttlearn.evaluation import exact
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import TICTACTOE
from tttlearn.learn.qlearning import DoubleQLearner, QLearner
from tttlearn.learn.td import TDLearner
from tttlearn.search import playouts

with_open_spiel = pytest.mark.skipif(
    not in_open_spiel.AVAILABLE, reason="OpenSpiel is not installed"
)
with_pettingzoo = pytest.mark.skipif(
    not in_pettingzoo.AVAILABLE, reason="PettingZoo is not installed"
)
with_pgx = pytest.mark.skipif(not in_pgx.AVAILABLE, reason="pgx is not installed")

X_WINS, DRAWS, O_WINS = 737 / 1260, 8 / 63, 121 / 420


def winners_in_numpy(n):
    return numpy_batch.play_games(random_policy(), random_policy(), n, np.random.default_rng(0))


def winners_in_python(n):
    return np.array(plain_python.play_games(n, random.Random(0)))


def winners_in_open_spiel(n):
    return np.array(in_open_spiel.play_games(n))


def winners_in_pgx(n):
    return in_pgx.play_games(2 * in_pgx.BOARDS)[:n]


PLAYS = [winners_in_numpy, winners_in_python]
PLAYS += [pytest.param(winners_in_open_spiel, marks=with_open_spiel)]
PLAYS += [pytest.param(winners_in_pgx, marks=with_pgx)]


@pytest.mark.parametrize("play", PLAYS)
def test_random_games_end_as_they_must(play):
    winners = play(20_000)
    assert len(winners) == 20_000
    # Four standard errors of a share over 20,000 games are below 0.015, over 1,000 below 0.065.
    assert shares(winners) == pytest.approx([X_WINS, DRAWS, O_WINS], abs=0.015)


def shares(winners):
    return [np.mean(np.array(winners) == winner) for winner in (1, 0, -1)]


@with_open_spiel
def test_random_games_of_connect_four_end_as_they_must():
    played = in_open_spiel.play_games(20_000, in_open_spiel.CONNECT_FOUR["4 x 4"])
    policy = bench.even(4, 4)
    exact_shares = exact.outcome(policy, policy, bench.connect_four(4, 4))
    assert shares(played) == pytest.approx(exact_shares, abs=0.015)


@with_open_spiel
@with_pettingzoo
def test_on_the_usual_board_both_packages_play_the_same_game():
    theirs = in_open_spiel.play_games(20_000, in_open_spiel.CONNECT_FOUR["7 x 6"])
    assert shares(in_pettingzoo.play_games(1_000)) == pytest.approx(shares(theirs), abs=0.065)


@pytest.mark.parametrize("maker", [TDLearner, QLearner, DoubleQLearner])
def test_compiled_and_plain_learning_play_the_same_games(maker):
    compiled, plain = bench.learning(maker)(300), bench.learning_in_python(maker)(300)
    assert compiled.tolist() == plain.tolist()


@pytest.mark.skipif(c_network.COMPILER is None, reason="there is no C compiler")
def test_the_network_in_c_learns_what_ours_does():
    ours = [(antirez(seed=seed).learn(40_000) == -1).mean() for seed in range(1, 6)]
    shares = []
    for seed in range(1, 6):
        *ended, seconds = c_network.learn(next(iter(c_network.FLAGS)), 40_000, seed)
        assert sum(ended) == 40_000
        assert seconds > 0
        shares.append(ended[0] / 40_000)
    # Of 30 seeds, C won 0.78 to 0.87 of its games and ours as many: a standard deviation of 0.025,
    # so that the mean of five is known to 0.011, and two means differ by less than 0.065.
    assert 0.79 < np.mean(shares) < 0.88
    assert np.mean(ours) == pytest.approx(np.mean(shares), abs=0.065)


def test_compiled_and_plain_search_grow_the_same_tree():
    def tree(functions):
        room = playouts.empty_tree(300)
        settings = 300, 2**0.5, playouts.logarithms(300), np.random.default_rng(3)
        functions["grow"](room, playouts.tables(TICTACTOE), 0, *settings)
        return [part.tolist() for part in room]

    assert tree(vars(playouts)) == tree(bench.in_plain_python(playouts))


def test_the_comparisons_are_of_medians():
    measured = {bench.COMPILED: [1e6, 2e6, 9e6], bench.PLAIN: [10_000, 20_000, 30_000]}
    measured |= {flags: [3e5, 1e5, 2e5] for flags in c_network.FLAGS}
    measured |= {bench.NETWORK: [6e5, 5e5, 9e5], bench.MOVE: [3e5, 1e5, 2e5]}
    assert list(bench.against_open_spiel(measured)) == []
    measured[bench.OPEN_SPIELS_MOVE] = [1e5, 5e4, 2e5]
    compared = bench.comparison, bench.against_c, bench.against_open_spiel
    said = " ".join(line for compare in compared for line in compare(measured))
    assert "plain Python: 100 times as fast" in said
    assert "compiled TD: 2,705 times as fast" in said  # 2 games a microsecond times 1,352.258
    assert said.count("3.00 times as fast") == 2
    assert said.endswith("2.00 times as fast")


QUICK = [
    row for _, unit, rows in bench.GROUPS if unit == bench.MILLISECONDS for row in rows.items()
]


def is_of_a_large_board(name):
    """Whether a row takes seconds, and a gigabyte."""
    return "4 columns x 5 rows" in name or "5 columns x 4 rows" in name


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=name, marks=[pytest.mark.slow] * is_of_a_large_board(name))
        for name, row in QUICK
    ],
)
def test_each_call_that_is_timed_can_be_called(row):
    assert row() > 0


def test_a_move_of_ours_is_a_search_for_every_1000_playouts():
    cells = bench.moving(3_000)
    assert len(cells) == 3
    assert all(0 <= cell < 9 for cell in cells)


@with_open_spiel
def test_openspiel_learns_from_its_games():
    agents = in_open_spiel.learn(20)
    assert all(len(agent._q_values) > 10 for agent in agents)


@with_open_spiel
def test_openspiel_searches_for_wins_and_blocks():
    assert in_open_spiel.moves(3, 1_000, played=(0, 3, 1, 4)) == [2, 2, 2]  # X wins
    assert in_open_spiel.moves(3, 1_000, played=(0, 4, 1)) == [2, 2, 2]  # O blocks


@with_open_spiel
def test_openspiel_finds_the_same_worst_case():
    ours = exact.worst_case(random_policy())
    assert in_open_spiel.worst_case_of_random_play() == pytest.approx(ours, abs=1e-12)


# --- beside an earlier version


def test_a_ratio_above_one_means_faster_now():
    row = against.row_of("games", [(100, 150), (100, 200), (100, 300)], less_is_better=False)
    assert row.split() == ["games", "100", "200", "2.00", "1.75", "to", "2.50"]
    row = against.row_of("calls", [(3.0, 1.5), (3.0, 1.0), (3.0, 6.0)], less_is_better=True)
    assert row.split() == ["calls", "3.00", "1.50", "2.00", "1.25", "to", "2.50"]


class Played:
    """A version that counts how often it was asked, and when."""

    def __init__(self, said, number):
        self.said, self.number = said, number

    def measure(self, name):
        self.said.append(self.number)
        return self.number


def test_pairs_begin_with_one_and_with_the_other_in_turn():
    said = []
    pairs = against.measure_pairs(Played(said, 1), Played(said, 2), "row")
    assert pairs == [(1, 2)] * against.PAIRS
    assert against.PAIRS >= 15
    assert said[2:10] == [1, 2, 2, 1, 1, 2, 2, 1]


def test_a_version_runs_from_its_own_files(tmp_path):
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks/bench.py").write_text(
        "GROUPS = [('title', 'milliseconds', {'one row': lambda: 1.5, 'another': lambda: 2})]"
    )
    with against.Version(tmp_path) as version:
        assert version.names == ["one row", "another"]
        assert version.measure("one row") == 1.5
        assert version.measure("another") == 2


def test_an_unknown_version_is_named(tmp_path):
    with pytest.raises(ValueError, match="git has no version 'no-such'"):
        against.unpack("no-such", tmp_path)


def test_the_peers_are_rows():
    rows = {name for _, _, group in bench.GROUPS for name in group}
    assert bench.PEERS - {*c_network.FLAGS} <= rows
    assert (bench.OPEN_SPIELS_MOVE in bench.PEERS) is in_open_spiel.AVAILABLE
    assert "MCTS, compiled" not in bench.PEERS
