"""Rules as curious learners type them, and what they see: what was learned, or a sentence.

Each is the text of a notebook's cell. What is learned is compared with a slow second way; what is
said is compared word by word.
"""

import copy
import inspect
import io
import re
from contextlib import redirect_stdout
from functools import cache

import numpy as np
import pytest

from tests.aids.notebook import Notebook
from tests.learn import own_rules
from tests.learn.own_rules import learn_in_plain_python, refused, told
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import LEGAL, N_STATES, TURN
from tttlearn.learn import engine
from tttlearn.learn.learner import Learner
from tttlearn.learn.td import TDLearner, td
from tttlearn.support.compiled import HAS_NUMBA

STATES, ACTIONS = (N_STATES,), (N_STATES, 9)
REMEMBERED = "what a rule is to remember belongs in its table, which with read= may have any shape"
COMPILED = pytest.mark.skipif(not HAS_NUMBA, reason="plain Python has no objection")


def learner_of(cell, shape=STATES, settings=None, name="rule", **options):
    """A learner by the rule that a cell, or a list of them, defines; and the notebook."""
    notebook = notebook_of(*([cell] if isinstance(cell, str) else cell))
    options = {"epsilon": 1, "seed": 3, **options}
    return Learner(notebook.names[name], np.zeros(shape), settings or {}, **options), notebook


@cache
def notebook_of(*cells):
    """A notebook in which these cells were run: a rule that is typed twice is compiled once."""
    notebook = Notebook()
    for source in cells:
        notebook.run(source)
    return notebook


def episodes(learner, games):
    """The episodes of the learner's next games, which it does not learn from: it explores."""
    seen, twin = [], learner.fresh(learner.seed)
    twin.rule = lambda table, episode: seen.append(
        episode._replace(states=episode.states.copy(), actions=episode.actions.copy())
    )
    twin.settings = {}
    learn_in_plain_python(twin, games)
    return seen


# --- expected SARSA

EXPECTED_SARSA = """
def rule(Q, episode, alpha, gamma, eps):
    for t in range(len(episode.actions)):
        s, a = episode.states[t], episode.actions[t]
        target = float(episode.winner)
        if t + 1 < len(episode.actions):
            s_next = episode.states[t + 1]
            turn, best, mean, n = episode.turn[s_next], -np.inf, 0.0, 0
            for b in range(9):
                if episode.choices[s_next, b]:
                    best = max(best, turn * Q[s_next, b])
                    mean += Q[s_next, b]
                    n += 1
            target = gamma * (eps * mean / n + (1 - eps) * turn * best)
        Q[s, a] += alpha * (target - Q[s, a])
"""


@pytest.mark.usefixtures("plain")
def test_expected_sarsa_learns_what_a_second_way_learns():
    settings = {"alpha": 0.3, "gamma": 0.9, "eps": 0.2}
    learner, _ = learner_of(EXPECTED_SARSA, ACTIONS, settings)
    Q = np.zeros(ACTIONS)
    for episode in episodes(learner, 300):
        for t, (s, a) in enumerate(zip(episode.states[:-1], episode.actions, strict=True)):
            after = episode.states[t + 1]
            legal = Q[after, LEGAL[after]]
            chances = np.full(len(legal), 0.2 / max(len(legal), 1))
            chances[(TURN[after] * legal).argmax() if len(legal) else []] += 0.8
            target = 0.9 * chances @ legal if len(legal) else episode.winner
            Q[s, a] += 0.3 * (target - Q[s, a])
    assert told(learner, 300) == []
    assert np.count_nonzero(Q) > 200
    np.testing.assert_allclose(learner.table, Q, rtol=1e-9, atol=1e-12)


# --- Monte Carlo with 1/n

MEAN = """
def rule(T, episode):
    for s in episode.states:
        T[s, 1] += 1
        T[s, 0] += (episode.winner - T[s, 0]) / T[s, 1]
"""
COUNTS_OUTSIDE = """
def rule(V, episode):
    for s in episode.states:
        counts[s] += 1
        V[s] += (episode.winner - V[s]) / counts[s]
"""


@pytest.mark.usefixtures("plain")
def test_a_mean_with_its_counts_in_the_table_is_the_mean():
    def read(table, state, action, following):
        return table[following, 0]

    learner, _ = learner_of(MEAN, (N_STATES, 2), read=read)
    results = {}
    for episode in episodes(learner, 300):
        for s in episode.states:
            results.setdefault(s, []).append(episode.winner)
    assert told(learner, 300) == []
    assert {s: n for s, n in enumerate(learner.table[:, 1]) if n} == {
        s: len(found) for s, found in results.items()
    }
    for s, found in results.items():
        assert learner.table[s, 0] == pytest.approx(np.mean(found), abs=1e-12)
    best = learner.act(0, learner.rng)
    after = learner.rules.next[0]
    assert learner.table[after[best], 0] == learner.table[after, 0].max()


@pytest.mark.parametrize(
    "counts",
    ["np.zeros(19683)", "collections.defaultdict(int)", "[0] * 19683", "collections.Counter()"],
)
def test_counts_outside_are_told_of_the_table(counts):
    made = f"import collections\ncounts = {counts}"
    learner, notebook = learner_of([made, COUNTS_OUTSIDE])
    before = copy.deepcopy(notebook.names["counts"])
    assert refused(learner) == (
        "the rule rule learns something else when the same games are played again, because it "
        f"keeps counts from game to game: make it in each game, or {REMEMBERED}"
    )
    assert np.array_equal(notebook.names["counts"], before)


@pytest.mark.parametrize("counts", [np.zeros(N_STATES), [0] * N_STATES, {}])
def test_counts_among_the_settings_are_told_of_the_table(counts):
    cell = COUNTS_OUTSIDE.replace("episode)", "episode, counts)")
    learner, _ = learner_of(cell, STATES, {"counts": counts})
    with pytest.raises(ValueError, match="number") as raised:
        learner.learn(1)
    said = re.fullmatch(
        f"the setting counts is a number, not (.*); {REMEMBERED}", str(raised.value)
    )
    assert len(said[1]) < 60


# --- n steps


@pytest.mark.usefixtures("plain")
def test_n_steps_are_those_of_the_package_for_one_and_the_result_for_nine():
    cell = inspect.getsource(own_rules.n_step_td)
    settings = {"alpha": 0.25, "gamma": 1.0, "n": 1}
    one, _ = learner_of(cell, STATES, settings, "n_step_td")
    by_td = TDLearner(0.25, epsilon=1, seed=3)
    for learner in (one, by_td):
        assert told(learner, 300) == []
    assert one.table.tobytes() == by_td.table.tobytes()
    nine, _ = learner_of(cell, STATES, {**settings, "n": 9}, "n_step_td")
    V = np.zeros(STATES)
    for episode in episodes(nine, 300):
        V[episode.states[-1]] = episode.winner
        V[episode.states[:-1]] += 0.25 * (episode.winner - V[episode.states[:-1]])
    nine.learn(300)
    np.testing.assert_allclose(nine.table, V, rtol=1e-9, atol=1e-12)


# --- TD(lambda), with a trace for every state

TD_LAMBDA = """
def rule(V, episode, alpha, gamma, lam):
    trace = np.zeros(len(V))
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 1):
        s, s_next = episode.states[t], episode.states[t + 1]
        delta = gamma * V[s_next] - V[s]
        trace *= gamma * lam
        trace[s] += 1
        V += alpha * delta * trace
"""


@pytest.mark.usefixtures("plain")
def test_td_lambda_with_a_trace_for_every_state_learns_what_the_package_does():
    settings = {"alpha": 0.2, "gamma": 0.9, "lam": 0.7}
    learner, _ = learner_of(TD_LAMBDA, STATES, settings)
    package = TDLearner(0.2, 0.9, 0.7, epsilon=1, seed=3)
    for one in (learner, package):
        assert told(one, 200) == []
    np.testing.assert_allclose(learner.table, package.table, rtol=1e-9, atol=1e-12)


# --- with a bug

FOR_STATES = """
def rule(V, episode, alpha):
    for s in episode.states:
        V[s] += alpha * (episode.winner - V[s])
"""


@pytest.mark.usefixtures("plain")
def test_values_of_states_in_a_table_of_actions_are_told():
    learner, _ = learner_of(FOR_STATES, ACTIONS, {"alpha": 0.1})
    assert told(learner, 999) == []
    assert told(learner, 500) == [
        "the rule rule writes one number for all actions of a state, which leaves nothing to "
        "choose by: write into Q[s, a], or learn values of states, in a table of shape (19683,)"
    ]
    assert told(learner, 500) == []


# --- with a global array

WITH_AN_ARRAY = """
def rule(V, episode):
    V[0] = bonus[1]
"""


def test_a_global_array_or_tuple_that_changes_counts_at_once():
    learner, notebook = learner_of(["bonus = np.array([0.0, 1.0, 5.0])", WITH_AN_ARRAY])
    seen = []
    for cell in (
        "",
        "bonus[1] = 7",
        "bonus = 0.0, 2.0",
        "bonus = 0.0, 3.0",
        "bonus = np.zeros(200_000)",
    ):
        notebook.run(cell)
        assert told(learner, 1) == []
        seen.append(learner.table[0])
    notebook.run("bonus[1] = 4")  # a large array, of which nothing is copied
    learner.learn(1)
    assert [*seen, learner.table[0]] == [1, 7, 2, 3, 0, 4]


# --- endless

ENDLESS = """
def rule(V, episode):
    t = 0
    while t < len(episode.actions):
        if episode.winner == 0:
            t -= 1
        t += 1
    V[0] += 1
"""


@COMPILED
def test_a_rule_without_an_end_is_stopped_with_a_sentence(monkeypatch):
    monkeypatch.setattr(engine, "TRIAL_SECONDS", 0.5)
    learner, _ = learner_of(ENDLESS)
    first = 1 + [episode.winner for episode in episodes(learner, 50)].index(0)
    said = refused(learner)
    assert said.startswith(
        "the rule rule does not come to an end, or is much too slow: after 0.5 seconds of plain "
        f"Python it was still in game {first}, at line "
    )
    assert re.search(r" at line [4567] of rule: \S", said)
    learner.rule = learner_of(FOR_STATES.replace(", alpha", "").replace("alpha", "0.5"))[0].rule
    learner.learn(10)  # nothing of the interruption is left
    assert learner.games == 10


# --- for one side only

ONE_SIDE = """
def rule(Q, episode, alpha, gamma):
    for t in range(0 if episode.side == 1 else 1, len(episode.actions), 2):
        s, a = episode.states[t], episode.actions[t]
        target = float(episode.winner)
        if t + 2 < len(episode.actions):
            target = gamma * Q[episode.states[t + 2], episode.actions[t + 2]]
        Q[s, a] += alpha * (target - Q[s, a])
"""
BOTH_SIDES = (
    "without an opponent a learner plays both sides, and episode.side is 0; learn from all moves "
    'then, or let it play one side, learn(games, opponent, "X")'
)
SETTINGS = {"alpha": 0.1, "gamma": 1.0}


@pytest.mark.usefixtures("plain")
def test_a_rule_for_one_side_is_told_once_when_it_meets_side_0():
    learner, _ = learner_of(ONE_SIDE, ACTIONS, SETTINGS)
    assert told(learner, 30, random_policy(), "X") == []
    twin = learner.fresh(0)
    assert told(learner) == [f"the rule rule takes side 0 for O: {BOTH_SIDES}"]
    assert told(learner) == []
    assert told(twin, 1) == [f"the rule rule takes side 0 for O: {BOTH_SIDES}"]
    assert learner.table[TURN == -1].any()


@pytest.mark.usefixtures("plain")
def test_the_look_at_side_0_leaves_no_trace():
    looked, not_looked = (learner_of(ONE_SIDE, ACTIONS, SETTINGS)[0] for _ in range(2))
    engine.SIDE_CHECKED_LEARNERS.add(not_looked)
    assert (len(told(looked, 30)), told(not_looked, 30)) == (1, [])
    assert looked.table.tobytes() == not_looked.table.tobytes()
    assert looked.rng.random() == not_looked.rng.random()


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    ("first", "taken"),
    [
        ("(1 - episode.side) // 2", ["X"]),
        ("int(episode.side == -1)", ["X"]),
        ("side_of(episode)", ["O"]),
        ("int(episode.turn[0] != 1)", []),  # it does not ask
    ],
)
def test_side_0_is_told_by_what_a_rule_does(first, taken):
    helper = "def side_of(episode):\n    return 0 if episode.side == 1 else 1"
    cell = ONE_SIDE.replace("0 if episode.side == 1 else 1", first)
    learner, _ = learner_of([helper, cell], ACTIONS, SETTINGS)
    said = [f"the rule rule takes side 0 for {side}: {BOTH_SIDES}" for side in taken]
    assert told(learner) == said


@pytest.mark.usefixtures("plain")
def test_a_rule_that_has_thought_of_side_0_is_not_told():
    cell = ONE_SIDE.replace(
        "len(episode.actions), 2)", "len(episode.actions), 1 if episode.side == 0 else 2)"
    ).replace("0 if episode.side == 1", "0 if episode.side != -1")
    learner, _ = learner_of(cell, ACTIONS, SETTINGS)
    assert told(learner) == []
    assert learner.table[TURN == 1].any()


@pytest.mark.usefixtures("plain")
def test_a_rule_that_learns_nothing_from_side_0_is_told_why():
    cell = FOR_STATES.replace("episode.winner", "episode.side * episode.winner")
    learner, _ = learner_of(cell, STATES, {"alpha": 0.1})
    assert told(learner, 1_000) == [
        f"the rule rule has changed nothing in 1,000 games: {BOTH_SIDES}"
    ]


# --- with its own random numbers

DRAWING = """
def rule(V, episode, alpha):
    for s in episode.states:
        if np.random.random() < 0.5:
            V[s] += alpha * (episode.winner - V[s])
"""
UNSEEDED = "it draws without the learner's seed; name rng as a setting, and take rng.random()"


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    ("above", "drawn"),
    [
        ("", "np.random.random()"),
        ("import random", "random.random()"),
        ("import random as dice", "dice.random()"),
        ("from random import random", "random()"),
    ],
)
def test_random_numbers_of_its_own_are_told(above, drawn):
    cell = DRAWING.replace("np.random.random()", drawn)
    learner, _ = learner_of([above, cell], STATES, {"alpha": 0.1})
    assert told(learner, 2) == [f"the rule rule learns something else each time: {UNSEEDED}"]
    assert told(learner, 2) == []


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("annotation", ["", ": np.random.Generator"])
def test_the_learners_random_numbers_repeat_themselves(annotation):
    cell = DRAWING.replace("np.random", "rng").replace("alpha)", f"alpha, rng{annotation})")
    rng = "rng = np.random.default_rng(0)"  # which the rule does not use: it has its own name
    one, other = (learner_of([rng, cell], STATES, {"alpha": 0.1})[0] for _ in range(2))
    for learner in (one, other):
        assert told(learner, 100) == []
    assert one.table.tobytes() == other.table.tobytes()
    assert one.table.any()


@pytest.mark.parametrize("inside", [False, True])
def test_a_generator_of_its_own_is_told_of_the_learners(inside):
    made, cell = "rng = np.random.default_rng(0)", DRAWING.replace("np.random.random", "rng.random")
    cells = cell.replace("    for", f"    {made}\n    for", 1) if inside else [made, cell]
    learner, _ = learner_of(cells, STATES, {"alpha": 0.1})
    if inside:  # it draws the same in each game, which the sentence does not see
        said = told(learner)
        assert said.pop() == f"the rule rule learns something else each time: {UNSEEDED}"
        assert len(said) == HAS_NUMBA
    else:
        assert refused(learner) == (
            "the rule rule learns something else when the same games are played again, because it "
            f"keeps rng from game to game: {UNSEEDED}"
        )


# --- with a print

PRINTING = """
def rule(V, episode):
    print("winner", episode.winner, "after", len(episode.actions))
    V[episode.states[-1]] = episode.winner
"""


def test_a_print_is_seen_once_for_each_game():
    learner, _ = learner_of(PRINTING)
    expected = [f"winner {e.winner} after {len(e.actions)}" for e in episodes(learner, 30)]
    seen = io.StringIO()
    with redirect_stdout(seen):
        assert told(learner, 30) == []
    assert seen.getvalue().splitlines() == expected


def test_a_print_that_cannot_be_compiled_is_seen_too(capsys):
    learner, _ = learner_of('def rule(V, episode):\n    print("V:", V[0], sep="")\n    V[0] += 1')
    assert len(told(learner, 3)) == HAS_NUMBA
    assert capsys.readouterr().out == "V:0.0\nV:1.0\nV:2.0\n"


def test_the_rules_of_the_package_are_not_looked_at():
    learner = Learner(td, np.zeros(STATES), SETTINGS)
    assert told(learner, 5) == []
    assert learner not in engine.SIDE_CHECKED_LEARNERS
