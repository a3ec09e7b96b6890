"""Rules in plain Python: what they may keep, how they stop, and what is said of their `read`."""

import numpy as np
import pytest

import tttlearn as ttt
from tests.learn.own_rules import refused, told
from tttlearn.game.rules import N_STATES
from tttlearn.learn.learner import Learner
from tttlearn.learn.rule_errors import RuleError
from tttlearn.learn.td import td
from tttlearn.support.compiled import HAS_NUMBA

PLAIN_ALONE = pytest.mark.filterwarnings("ignore::tttlearn.learn.rule_errors.RuleWarning")
TD = {"alpha": 0.5, "gamma": 1.0}


def learner_of(rule, settings=None, **options):
    return Learner(rule, np.zeros(N_STATES), settings or {}, **{"epsilon": 1, "seed": 2} | options)


class Counter:
    def __init__(self):
        self.n = 0


counter, n_games, seen = Counter(), 0, []


def keeps_a_global(V, episode):
    global n_games
    n_games += 1
    V[episode.states] += 1 / n_games + len(f"{episode.side}")


def keeps_an_attribute(V, episode):
    keeps_an_attribute.n = getattr(keeps_an_attribute, "n", 0) + 1
    V[episode.states] += 1 / keeps_an_attribute.n


def weight():
    counter.n += 1
    return 1 / counter.n


def keeps_in_a_helper(V, episode):
    V[episode.states] += weight()


def only_notes(V, episode):
    seen.append(f"{episode.winner}")
    V[episode.states] += 0.5 * (episode.winner - V[episode.states])


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        (keeps_a_global, "n_games"),
        (keeps_an_attribute, "keeps_an_attribute"),
        (keeps_in_a_helper, "counter"),
    ],
)
def test_a_rule_that_keeps_something_is_refused_and_nothing_has_changed(rule, kept):
    learner = learner_of(rule)
    before = learner.rng.bit_generator.state
    for _ in range(2):  # the second time, too
        assert f"because it keeps {kept} from game to game: make it" in refused(learner, 50)
    assert learner.rng.bit_generator.state == before
    assert (counter.n, n_games, vars(rule)) == (0, 0, {})


@PLAIN_ALONE
def test_what_a_rule_notes_without_learning_from_it_is_its_own_affair():
    seen.clear()
    learner = learner_of(only_notes)
    winners = learner.learn(30)
    assert list(map(int, seen)) == winners.tolist()  # the trials left none


@PLAIN_ALONE
def test_who_stops_a_plain_rule_keeps_whole_games():
    def stopped(V, episode):
        V[episode.states[-1]] += len(f"{episode.winner}")
        if V.sum() > 300:
            raise KeyboardInterrupt

    def never(V, episode):
        V[episode.states[-1]] += len(f"{episode.winner}")

    learner, twin = learner_of(stopped), learner_of(never)
    with pytest.raises(KeyboardInterrupt):
        learner.learn(10_000)
    assert 0 < learner.games < 300
    twin.learn(learner.games)
    assert learner.table.tobytes() == twin.table.tobytes()
    assert learner.rng.random() == twin.rng.random()


@PLAIN_ALONE
def test_many_seeds_of_a_plain_rule_learn_as_each_alone():
    def rule(V, episode):
        V[episode.states[-1]] += len(f"{episode.winner}")

    _, learners = ttt.train_seeds(learner_of(rule), 60, range(3), checkpoints=[60])
    for seed, learner in enumerate(learners):
        alone = learner_of(rule, seed=seed)
        alone.learn(60)
        assert learner.table.tobytes() == alone.table.tobytes()


def reads_a_dict(table, state, action, following):
    return {0: table}[0][following]


def test_a_way_of_reading_that_cannot_be_compiled_is_told_as_such():
    learner, twin = (learner_of(td, TD, **read) for read in ({"read": reads_a_dict}, {}))
    found = told(learner, 50)
    assert ["because read cannot be compiled" in said for said in found] == [True] * HAS_NUMBA
    twin.learn(50)
    assert learner.table.tobytes() == twin.table.tobytes()


def test_a_way_of_reading_that_fails_is_told_as_such_with_its_line():
    def read(table, state, action, following):
        return table[following if np.size(following) > 1 else following + N_STATES]

    with pytest.raises(RuleError, match=r"^read, in game 1, raised IndexError: .*, line \d+: ret"):
        learner_of(td, TD, read=read, epsilon=0).learn(10)


def counts_explored(V, episode):
    V[0] += len(episode.explored)
    for t in range(len(episode.actions)):
        mine = episode.side == 0 or episode.turn[episode.states[t]] == episode.side
        V[1] += episode.explored[t]
        V[2] += mine
        V[3] += episode.explored[t] and not mine


@pytest.mark.parametrize("opponent", [None, "random"])
@pytest.mark.parametrize("epsilon", [0, 0.5, 1])
def test_an_episode_says_which_moves_explored(opponent, epsilon):
    learner = learner_of(counts_explored, epsilon=epsilon)
    learner.learn(2_000, opponent and ttt.player("random"), "X" if opponent else "both")
    n, explored, mine, of_others = learner.table[:4]
    assert n == learner.visits.sum() + (n - mine) - 2_000  # each game ends in one more state
    assert of_others == 0
    assert mine == (n if opponent is None else pytest.approx(n / 2, rel=0.2))
    assert explored == (epsilon * mine if epsilon in (0, 1) else pytest.approx(mine / 2, rel=0.05))
