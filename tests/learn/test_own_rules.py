"""A reader's own rule learns as it says in plain Python, or is told what is wrong with it."""

import inspect
import re
from threading import Thread

import numpy as np
import pytest

from tests.aids.learning import coin, fingerprint, nothing
from tests.aids.networks import OneSide
from tests.aids.notebook import Notebook
from tests.learn import own_rules
from tests.learn.own_rules import here, learn_in_plain_python, told
from tttlearn.evaluation.many import many_outcomes
from tttlearn.evaluation.policy import PolicyPlayer, random_policy
from tttlearn.game.rules import N_STATES
from tttlearn.learn import engine
from tttlearn.learn.learner import Learner
from tttlearn.learn.rule_errors import RuleError, RuleWarning
from tttlearn.learn.td import TDLearner, td, td_lambda
from tttlearn.players.roster import player
from tttlearn.players.saved import load, save
from tttlearn.search.mcts import MCTS
from tttlearn.support.compiled import HAS_NUMBA, njit_checked

STATES, ACTIONS = (N_STATES,), (N_STATES, 9)
LEARNING = {
    "every_visit": (ACTIONS, {"alpha": 0.2}),
    "with_helpers": (STATES, {"alpha": 0.2, "gamma": 0.9}),
    "with_an_inner_function": (STATES, {"alpha": 0.2}),
}
DICT = "; an array in place of the dict would make it fast"
PLAIN = {
    **dict.fromkeys(("a_generator", "by_the_module", "a_helper_with_a_generator"), ""),
    "an_f_string": "; without the f-string it may be fast",
    "a_list_outside": "; an array in place of the list, np.array(...), would make it fast",
    "a_dict_outside": DICT,
    "a_mixed_dict": DICT,
    "an_empty_dict": DICT,
    "objects": "; numbers and arrays in place of objects would make it fast",
    "a_frame": "; NumPy's arrays in place of pandas would make it fast",
    "with_a_file": "",
}
"""Rules that cannot be compiled, and what they are told would make them fast."""
WITHOUT_LINE = "a_mixed_dict", "with_a_file"
"""The compiler does not say where it stops in these."""


def learner_with(name, shape=STATES, settings=(), **options):
    options = {"epsilon": 0.3, "seed": 2, **options}
    return Learner(getattr(own_rules, name), np.zeros(shape), dict(settings), **options)


@pytest.mark.skipif(not HAS_NUMBA, reason="it is plain Python itself")
@pytest.mark.parametrize("name", LEARNING)
def test_a_rule_learns_what_it_learns_in_plain_python(name):
    learner, plain = (learner_with(name, *LEARNING[name]) for _ in range(2))
    assert len(learner.learn(200)) == 200
    learn_in_plain_python(plain, 200)
    assert learner.table.tobytes() == plain.table.tobytes()


def kinds(V, episode, a, b, c, d=2):
    V[0] = 1000 * a + 100 * b + 10 * c + d
    V[1] = 7 // a + (0.5 if c else 0.25)


@pytest.mark.usefixtures("plain")
def test_settings_keep_their_kinds_also_in_a_file(tmp_path):
    given = {"a": np.int64(2), "b": np.float32(0.5), "c": np.True_}
    learner = Learner(kinds, np.zeros(N_STATES), given)
    assert [(type(v), v) for v in learner.arguments()] == [
        *((int, 2), (float, 0.5), (bool, True), (int, 2))
    ]
    learner.learn(1)
    assert learner.table[:2].tolist() == [2062, 3.5]
    read = load(save(learner, tmp_path / "own"), rule=kinds)
    assert [type(value) for value in read.arguments()] == [int, float, bool, int]
    for one in (read, learner):
        one.learn(3)
    assert fingerprint(read) == fingerprint(learner)


def test_a_file_and_a_rule_that_do_not_fit_are_told(tmp_path):
    path = save(Learner(kinds, np.zeros(N_STATES), {"a": 1, "b": 2, "c": 3}), tmp_path / "own")
    with pytest.raises(RuleError, match="the rule td has no setting a"):
        load(path, rule=td)


def test_a_learner_of_the_package_has_floats_that_its_rule_names():
    assert TDLearner(1).settings == {"alpha": 1.0, "gamma": 1.0}
    assert [type(value) for value in TDLearner(1, lam=1).settings.values()] == [float] * 3


@pytest.mark.parametrize("value", [None, "much", [0.1]])
def test_a_setting_is_a_number(value):
    with pytest.raises(ValueError, match=re.escape(f"setting alpha is a number, not {value!r}")):
        learner_with("every_visit", ACTIONS, {"alpha": value}).learn(1)


@pytest.mark.parametrize(
    ("rule", "settings", "said"),
    [
        (td, {"gama": 0.9}, "the rule td has no setting gama (did you mean gamma?); it has alpha"),
        (td_lambda, {"lambda": 1}, "(did you mean lam?); it has alpha, gamma, lam"),
        (td, {"steps": 3}, "the rule td has no setting steps; it has alpha, gamma"),
        (td, {"epsilon": 0.2}, "(it belongs to the learner: Learner(..., epsilon=...))"),
        (nothing, {"alpha": 1}, "the rule nothing has no setting alpha; it has none"),
        (coin, {"rng": 1}, "(a rule that names rng gets the learner's own)"),
    ],
)
def test_a_setting_that_the_rule_does_not_name_is_told(rule, settings, said):
    with pytest.raises(RuleError, match=re.escape(said)):
        Learner(rule, np.zeros(N_STATES), settings)


def test_a_setting_that_is_put_in_later_is_told_too():
    learner = TDLearner()
    learner.settings["alhpa"] = 0.1
    with pytest.raises(ValueError, match=r"no setting alhpa \(did you mean alpha\?\)"):
        learner.learn(1)


def test_a_rule_names_its_settings_one_by_one():
    with pytest.raises(RuleError, match="must name its settings one by one"):
        Learner(lambda V, episode, **settings: None, np.zeros(N_STATES), {"alpha": 1})


def test_a_rule_with_a_yield_is_told():
    def yields(V, episode):
        V[0] = 1.0
        yield

    with pytest.raises(RuleError, match="the rule yields has a yield: its lines would never run"):
        Learner(yields, np.zeros(N_STATES))


def test_a_rule_that_rebinds_its_table_is_told_once_with_its_line():
    learner = learner_with("rebinds", STATES, {"alpha": 0.5})
    assert told(learner, 999) == []
    with pytest.warns(RuleWarning) as warned:
        learner.learn(5)
    assert [one.filename for one in warned] == [own_rules.__file__]
    assert here(own_rules.rebinds).startswith(f"line {warned[0].lineno}:")
    said = str(warned[0].message)
    assert said.startswith("the rule rebinds has changed nothing in 1,000 games: V = ... gives the")
    assert here(own_rules.rebinds) in said
    assert said.endswith("write into it, V[s] = ... or V[:] = ...")
    assert told(learner) == []
    assert learner.games == 2_004


@pytest.mark.usefixtures("plain")
def test_a_rule_that_learns_in_a_copy_is_told():
    (said,) = told(learner_with("copies", STATES, {"alpha": 0.5}))
    assert "changed nothing in 1,000 games: it writes nothing into its table" in said
    assert "or into a copy of it" in said


@pytest.mark.usefixtures("plain")
def test_a_rule_that_was_asked_to_change_nothing_is_not_told():
    zero, one = ({"alpha": alpha} for alpha in (0, 1))
    assert told(learner_with("writes_what_stands_there", STATES, zero)) == []
    assert told(learner_with("writes_what_stands_there", STATES, one)) == []
    assert told(TDLearner(alpha=0, initial=0.5)) == []
    assert told(learner_with("cannot_do_with_1", STATES, {"n": 0})) == []
    # With an alpha of 1 this one would learn nothing, too.
    assert len(told(learner_with("copies", STATES, zero))) == 1


RULE = """
def rule(V, episode):
    V[0] = double(1.0)
"""
TWICE = """
def double(x):
    return scaled(x, 2)
"""
SCALED = """
def scaled(x, by):
    return x * by
"""


def test_a_helper_that_is_typed_anew_counts_at_once():
    notebook = Notebook()
    for cell in (SCALED, TWICE, RULE):
        notebook.run(cell)
    learner, again = (Learner(notebook.names["rule"], np.zeros(N_STATES)) for _ in range(2))
    learner.learn(1)
    assert learner.table[0] == 2
    # Compiling has left the notebook as it was.
    assert all(inspect.isfunction(notebook.names[name]) for name in ("rule", "double", "scaled"))
    notebook.run(SCALED.replace("x * by", "x * by + 0.5"))
    for one in (learner, again):
        one.learn(1)
        assert one.table[0] == 2.5
    notebook.names["scaled"] = njit_checked(lambda x, by: x - by)
    again.learn(1)
    assert again.table[0] == -1
    notebook.run("double = 3")
    with pytest.raises(RuleError, match=r"line 3: V\[0\] = double\(1\.0\)"):
        again.learn(1)


def test_a_helper_may_stand_around_the_rule():
    def even(k):
        return True if k == 0 else odd(k - 1)

    def odd(k):
        return False if k == 0 else even(k - 1)

    def rule(V, episode):
        V[episode.states[-1]] = 1.0 if even(len(episode.actions)) else 2.0

    learner = Learner(rule, np.zeros(N_STATES))
    learner.learn(20)
    assert set(np.unique(learner.table)) <= {0, 1, 2}


def test_a_number_that_becomes_whole_counts_too():
    notebook = Notebook()
    notebook.run("N = 1.0")
    notebook.run("def rule(V, episode):\n    V[episode.states[N]] = 1\n")
    learner = Learner(notebook.names["rule"], np.zeros(N_STATES))
    with pytest.raises(RuleError, match=r"line 2: V\[episode\.states\[N\]\] = 1"):
        learner.learn(1)
    notebook.run("N = 1")
    learner.learn(1)
    assert learner.table.sum() == 1


@pytest.mark.parametrize("name", PLAIN)
def test_what_cannot_be_compiled_runs_in_plain_python_and_says_what_that_costs(name):
    settings = {"alpha": 0.1} if name == "a_generator" else {}
    learner, twin, other = (learner_with(name, STATES, settings, epsilon=1) for _ in range(3))
    heard = told(learner, 100)
    learn_in_plain_python(twin, 100)
    assert learner.table.any()
    assert learner.table.tobytes() == twin.table.tobytes()
    assert learner.rng.random() == twin.rng.random()
    assert told(other, 100) == []
    if HAS_NUMBA:
        helper = name == "a_helper_with_a_generator"
        where = f", in shared, {here(own_rules.shared)}" if helper else ""
        if not helper and name not in WITHOUT_LINE:
            where = f", {here(getattr(own_rules, name))}"
        (said,) = heard
        assert re.fullmatch(
            rf"the rule {name} runs in plain Python, about [1-9]0*(,0+)? games a second, because "
            rf"it cannot be compiled{re.escape(where + PLAIN[name])}",
            said,
        )


@pytest.mark.usefixtures("plain")
def test_a_helper_that_fails_is_named_with_its_line():
    said = f"IndexError: .*, in outside, {re.escape(here(own_rules.outside))}$"
    with pytest.raises(RuleError, match=f"the rule a_helper_that_fails, in game 1, raised {said}"):
        learner_with("a_helper_that_fails").learn(10)


def test_a_player_with_a_policy_is_an_opponent():
    minimax, trained = player("minimax"), TDLearner(seed=3)
    trained.learn(50)
    for opponents in (
        (minimax, minimax.policy),
        (trained, trained.policy),
        ([minimax, random_policy()], [minimax.policy, PolicyPlayer(random_policy())]),
    ):
        one, other = TDLearner(seed=1), TDLearner(seed=1)
        one.learn(60, opponents[0], "O")
        other.learn(60, opponents[1], "O")
        assert fingerprint(one) == fingerprint(other)
    OneSide().learn(2, minimax, "O")
    cells = minimax.policy.argmax(1)[None]
    assert (many_outcomes(cells, "X", minimax) == many_outcomes(cells, "X", minimax.policy)).all()


def test_a_player_without_a_policy_is_told_what_to_do():
    with pytest.raises(
        ValueError, match=r"mcts has no policy, .*: ttt.policy_of\(player, asks=10\)"
    ):
        TDLearner().learn(1, MCTS(), "X")


def noisy(V, episode, alpha):
    print("a game")
    V[0] += alpha * np.mean(V[:0])  # NumPy warns of this, compiled code does not
    V[0] = 0.5


@pytest.fixture
def plain_runs(monkeypatch):
    """A list that grows with each run of games in plain Python."""
    found, made = [], engine.plain_loop

    def counting(*functions):
        found.append(True)
        return made(*functions)

    monkeypatch.setattr(engine, "plain_loop", counting)
    return found


@pytest.mark.skipif(not HAS_NUMBA, reason="what runs in plain Python needs no trial")
def test_a_rule_is_tried_in_plain_python_once_and_unseen(plain_runs, capfd, recwarn):
    learners = [Learner(noisy, np.zeros(N_STATES), {"alpha": 1.0}) for _ in range(2)]
    learners[0].learn(2)
    for learner in learners:
        learner.learn(1)
    assert capfd.readouterr().out.count("a game") == 4
    assert not recwarn.list
    assert plain_runs == [True]
    TDLearner().learn(5)
    assert plain_runs == [True]  # the rules of this package come to an end


@pytest.mark.skipif(not HAS_NUMBA, reason="what runs in plain Python needs no trial")
def test_only_the_main_thread_which_is_interrupted_tries_a_rule(plain_runs):
    def rule(V, episode):
        V[0] = 1.0

    learner = Learner(rule, np.zeros(N_STATES))
    thread = Thread(target=learner.learn, args=(1,))
    thread.start()
    thread.join()
    assert (learner.games, plain_runs) == (1, [])
    learner.learn(1)
    assert plain_runs == [True]
