"""What is learned, and what is said, is the same however fast the computer is."""

import re
import warnings
from contextlib import nullcontext
from functools import cache

import numpy as np
import pytest

from tests.aids.learning import fading
from tests.learn.own_rules import told
from tttlearn.game.rules import N_STATES
from tttlearn.learn import blocks, engine
from tttlearn.learn.blocks import FIRST_BLOCK_GAMES, MAX_BLOCK_GAMES, Pace, block_end
from tttlearn.learn.learner import Learner
from tttlearn.learn.td import TDLearner
from tttlearn.network.learner import BothSides


def spoils(V, episode, nan, repaired, outside):
    """Go wrong in the games with these numbers, counted on a board that no game reaches."""
    V[19682] += 1
    game = V[19682]
    if game == nan:
        V[5] = np.nan
    if game == repaired:
        V[5] = 0.0
    if game == outside:
        V[19683] = 1.0
    V[episode.states[-1]] += 0.5 * (episode.winner - V[episode.states[-1]])


def rebinds(V, episode):
    V = V + 1.0


def for_one_side(V, episode):
    if episode.side != -1:
        V[episode.states[-1]] += 0.5 * (episode.winner - V[episode.states[-1]])


def spoiling(nan=0, repaired=0, outside=0, epsilon=0.3):
    settings = {"nan": nan, "repaired": repaired, "outside": outside}
    return Learner(spoils, np.zeros(N_STATES), settings, epsilon=epsilon, seed=2)


def bad_from(game):
    return lambda games: np.where(games < game, 0.3, 1.5)


def raising_at(game):
    def epsilon(games):
        if (games >= game).any():
            raise ZeroDivisionError(f"asked for {games[0]} to {games[-1]}")
        return 0.3

    return epsilon


def as_a_whole(games):
    """An epsilon that depends on which games it is asked for together."""
    return 0.5 * games / games.max() if len(games) > 1 else 0.1


MAKERS = {
    "it learns": lambda: TDLearner(epsilon=fading, seed=5),
    "in two calls": lambda: TDLearner(epsilon=fading, seed=5),
    "epsilon as a whole": lambda: TDLearner(epsilon=as_a_whole),
    "a rule before epsilon": lambda: spoiling(outside=37, epsilon=bad_from(100)),
    "epsilon before a rule": lambda: spoiling(outside=137, epsilon=bad_from(100)),
    "epsilon that raises": lambda: spoiling(outside=1_050, epsilon=raising_at(1_010)),
    "not finite": lambda: spoiling(nan=5),
    "not finite for a while": lambda: spoiling(nan=5, repaired=6),
    "not finite before it raises": lambda: spoiling(nan=5, outside=17),
    "repaired before it raises": lambda: spoiling(nan=5, repaired=9, outside=17),
    "not finite in the second block": lambda: spoiling(nan=1_003),
    "in the first game": lambda: spoiling(outside=1),
    "idle": lambda: Learner(rebinds, np.zeros(N_STATES), seed=1),
    "takes side 0 for X": lambda: Learner(for_one_side, np.zeros(N_STATES), seed=1),
    "network": lambda: BothSides(seed=3),
    "network that grows": lambda: BothSides(spread=0.5, rate=0.3, seed=3),
}
KEPT = r"\(what it learned before is kept\)"
# The numbers of games that are asked for, how many are learned, and the error that is raised.
CASES = {
    "it learns": ([1_100], 1_100, None),
    "in two calls": ([700, 400], 1_100, None),
    "epsilon as a whole": ([60], 60, None),
    "a rule before epsilon": ([500], 36, f"RuleError: .* in game 37 {KEPT}, raised IndexErr"),
    "epsilon before a rule": ([500], 100, r"ValueError: epsilon after 100 games .* not 1\.5"),
    "epsilon that raises": ([1_100], 1_000, "ZeroDivisionError: asked for 1000 to 1099"),
    "not finite": ([20], 4, f"RuleError: the rule spoils, in game 5 {KEPT}"),
    "not finite for a while": ([20], 20, None),
    "not finite before it raises": ([20], 4, f"RuleError: .* in game 5 {KEPT}, yields a number"),
    "repaired before it raises": ([20], 16, f"RuleError: .* in game 17 {KEPT}, raised IndexErr"),
    "not finite in the second block": ([1_040], 1_002, f"RuleError: .* in game 1003 {KEPT}"),
    "in the first game": ([20], 0, "RuleError: the rule spoils, in game 1, raised IndexError"),
    "idle": ([1_040], 1_040, None),
    "takes side 0 for X": ([30], 30, None),
    "network": ([20], 20, None),
    "network that grows": ([30], None, "ValueError: the weights grow beyond all bounds in game "),
}
TOLD = {"idle": "has changed nothing in 1,000 games", "takes side 0 for X": "takes side 0 for X"}


def slices_of(monkeypatch, games):
    """From now on a slice has so many games, whatever the clock says."""
    monkeypatch.setattr(blocks, "FIRST_SLICE_GAMES", games)
    monkeypatch.setattr(Pace, "measure", lambda *_: None)


def seen(name, calls=None):
    """All that can be seen when a new learner learns in its calls, or in these."""
    learner, winners, error = MAKERS[name](), [], None
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            winners = [learner.learn(games).tolist() for games in calls or CASES[name][0]]
        except Exception as raised:
            error = f"{type(raised).__name__}: {raised}"
    texts = sorted({str(one.message) for one in warned})
    table, visits = learner.table.tobytes(), learner.visits.tobytes()
    return error, texts, learner.games, winners, learner.rng.bit_generator.state, table, visits


@cache
def at_once(name):
    with pytest.MonkeyPatch.context() as patched:
        slices_of(patched, MAX_BLOCK_GAMES)
        return seen(name)


@pytest.mark.parametrize("name", CASES)
def test_a_block_at_once_learns_and_says_what_it_should(name):
    _, games, said = CASES[name]
    error, texts, learned, *_ = at_once(name)
    assert (error is None) if said is None else re.match(said, error)
    assert games in (None, learned)
    assert len(texts) == (name in TOLD)
    assert TOLD.get(name, "") in "".join(texts)


@pytest.mark.parametrize("size", [pytest.param(1, marks=pytest.mark.slow), 7])
@pytest.mark.parametrize("name", CASES)
def test_the_size_of_slices_changes_nothing(name, size, monkeypatch):
    slices_of(monkeypatch, size)
    assert seen(name) == at_once(name)


@pytest.mark.parametrize("seconds", [0.0, 1e-3, 0.25, 60.0])
@pytest.mark.parametrize(
    "name", ["a rule before epsilon", "epsilon as a whole", "not finite for a while"]
)
def test_the_clock_changes_nothing(name, seconds, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(blocks, "perf_counter", lambda: now.append(now[-1] + seconds) or now[-1])
    assert seen(name) == at_once(name)


def test_up_to_a_bad_game_it_is_as_if_it_had_been_asked_for_so_many():
    for name in ("a rule before epsilon", "not finite", "not finite in the second block"):
        error, _, games, _, *learned = at_once(name)
        assert error
        assert learned == list(seen(name, [games])[4:])
    error, _, games, _, *learned = at_once("network that grows")
    assert games > 1
    assert error == (
        f"ValueError: the weights grow beyond all bounds in game {games + 1} (what it learned "
        "before is kept): learn in smaller steps"
    )
    assert learned == list(seen("network that grows", [games])[4:])


def writes(V, episode, worth):
    V[episode.states[-1]] = worth - 2.0


@pytest.mark.parametrize(("changed", "n_told"), [(999, 0), (1_000, 0), (1_001, 1)])
def test_a_rule_that_writes_later_is_told_of_at_the_same_game(changed, n_told):
    learner = Learner(writes, np.zeros(N_STATES), {"worth": 2.0}, seed=1)
    found = told(learner, changed - 1)
    learner.settings["worth"] = 3.0
    found += told(learner, 1_100 - learner.games)
    assert len(found) == n_told


def test_blocks_end_after_the_same_games_everywhere():
    ends = [block_end(0)]
    while len(ends) < 12:
        ends.append(block_end(ends[-1]))
    assert ends[:4] == [1_000, 2_000, 4_000, 8_000]
    assert ends[8:] == [256_000, 512_000, 1_024_000, 1_536_000]
    assert [block_end(games) for games in (999, 1_001, 10**9)] == [1_000, 2_000, 1_000_448_000]
    assert MAX_BLOCK_GAMES % FIRST_BLOCK_GAMES == 0


def test_a_slice_fits_into_a_fifth_of_a_second():
    pace = Pace()
    sizes = [pace.games]
    for games, seconds in ((1, 0.0), (11, 0.01), (111, 0.05), (445, 0.2), (3, 0.001)):
        pace.measure(games, seconds)
        sizes.append(pace.games)
    assert sizes == [1, 11, 111, 445, 446, 446]
    pace.measure(446, 2.0)
    assert pace.games == 45


def test_who_stops_between_slices_has_learned_from_whole_slices(monkeypatch):
    slices_of(monkeypatch, 7)
    learner, twin = spoiling(), spoiling()
    games = learner.learn_in_slices(50)
    assert [len(next(games)) for _ in range(3)] == [7, 7, 7]
    games.close()
    twin.learn(21)
    assert learner.games == 21
    assert learner.table.tobytes() == twin.table.tobytes()
    assert learner.rng.random() == twin.rng.random()


@pytest.mark.filterwarnings("ignore::tttlearn.learn.rule_errors.RuleWarning")
def test_signals_wait_for_the_end_of_a_slice_unless_it_is_plain_python(monkeypatch):
    def plain(V, episode):
        V[episode.states[-1]] += len(f"{episode.winner}")

    held = []
    monkeypatch.setattr(blocks, "signals_held", lambda: held.append(True) or nullcontext())
    Learner(plain, np.zeros(N_STATES)).learn(3)
    assert held == []
    TDLearner().learn(3)
    assert held


def test_who_stops_while_the_table_is_not_finite_goes_back_to_the_block(monkeypatch):
    slices_of(monkeypatch, 7)
    learner = spoiling(nan=5, repaired=20)
    games = learner.learn_in_slices(50)
    next(games)
    assert np.isnan(learner.table).any()
    games.close()
    assert (learner.games, learner.table.any(), learner.visits.any()) == (0, False, False)


def test_an_interrupt_in_the_middle_of_a_game_undoes_its_slice(monkeypatch):
    slices_of(monkeypatch, 7)
    learner, twin, play = spoiling(), spoiling(), engine.run_games
    twin.learn(7)

    def interrupted(learner, loop, seat, epsilons, winners):
        play(learner, loop, seat, epsilons, winners)
        if len(winners) == 7 and learner.games == 14:
            learner.visits[0] += 1
            raise KeyboardInterrupt

    monkeypatch.setattr(engine, "run_games", interrupted)
    with pytest.raises(KeyboardInterrupt, match="stopped after 7 of 50 games"):
        learner.learn(50)
    monkeypatch.setattr(engine, "run_games", play)
    assert learner.games == 7
    assert learner.table.tobytes() == twin.table.tobytes()
    assert learner.visits.tolist() == twin.visits.tolist()
    learner.learn(20)
    twin.learn(20)
    assert learner.table.tobytes() == twin.table.tobytes()
