"""Pages without a kernel: what their JavaScript does is what Python does, number for number."""

import base64
import json

import numpy as np
import pytest
from playwright.sync_api import expect

import tttlearn as ttt
from tests.aids.on_pages import sarsa
from tests.browser.conftest import page_of, watched
from tools.live.parts import inline
from tools.live.stored import MOVES, STATES, stored, stored_falling
from tttlearn.course.articles import recipes
from tttlearn.course.exercises import built, built_rules
from tttlearn.evaluation.exact import O_COLUMNS, X_COLUMNS
from tttlearn.evaluation.policy import PolicyPlayer, action_values, epsilon_greedy
from tttlearn.game.rules import TICTACTOE
from tttlearn.learn.engine import run_games
from tttlearn.play.board import Board
from tttlearn.play.reasons import best_move, why

pytestmark = pytest.mark.browser

FOUR = ttt.boards(rows=4, columns=4, k=4, falling=True)
NUMBERS = 400
"""So many random numbers are enough for a session."""
INSIDE = """NEXT, TURN, WINNER, OVER, STATES, TICTACTOE, rowOf, rounded, bestMove, why, opponentsOf,
    boardModel, generator, greedy, measure, ABOUT, STUDIES, LearnerOnPage, NetworkOnPage,
    FallingGame, fallingOpponent"""
"""What tests look into of the scripts of a page."""


@pytest.fixture(scope="module")
def page(window, tmp_path_factory):
    """A page with live parts, opened as a file; nothing may fail in it or be fetched."""
    file = tmp_path_factory.mktemp("live") / "page.html"
    html = inline("board", opponents={"perfect": "minimax"}) + inline("tables")
    html += inline("network") + inline("four", rules=FOUR, opponents={"perfect": "minimax"})
    file.write_text(page_of(html, INSIDE), encoding="utf-8")
    wrong = watched(window, file.as_uri())
    window.goto(file.as_uri())
    expect(window.locator(".live-still")).to_have_count(0)
    yield window
    assert wrong == []


def test_the_rules_are_the_same_in_every_position(page):
    known = page.evaluate("""() => live.STATES.map(state => [
        state, live.TURN[state], live.WINNER[state], live.OVER[state],
        [...live.rowOf(live.NEXT, state)],
    ])""")
    assert [row[0] for row in known] == STATES.tolist()
    for at, table in enumerate((TICTACTOE.turn, TICTACTOE.winner, TICTACTOE.terminal), 1):
        assert [row[at] for row in known] == table[STATES].tolist()
    assert [row[4] for row in known] == TICTACTOE.next[STATES].tolist()


def test_numbers_are_rounded_alike(page):
    rng = np.random.default_rng(1)
    thousandths, eighths = np.arange(-1500, 1501) / 1000, np.arange(-64, 65) / 8
    numbers = [*thousandths, *eighths, *rng.normal(size=5_000)]
    for digits in (1, 2, 3):
        found = page.evaluate("([all, n]) => all.map(x => live.rounded(x, n))", [numbers, digits])
        assert found == [f"{number:.{digits}f}" for number in numbers]


def opponents():
    """Opponents of both sides, by label: some draw lots, some think in values, some in chances."""
    novice, adept = ttt.TDLearner(seed=1), ttt.QLearner(seed=2, ties="first")
    novice.learn(1_000)
    adept.learn(20_000)
    eighths = action_values(np.round(8 * novice.table) / 8)  # on the cells: ties of rounding
    found = {"minimax": "minimax", "first": "minimax-first", "two-ply": "two-ply", "dice": "random"}
    found |= {"td": novice.as_it_is(), "q": adept.as_it_is()}
    found["eighths"] = PolicyPlayer(epsilon_greedy(eighths, 0.3), values=eighths)
    found["soft"] = PolicyPlayer(epsilon_greedy(eighths, 0.375))
    return found


KINDS = {"click": 55, "undo": 8, "hint": 6, "replay": 6, "ask": 2, "new_game": 6, "choose": 4}
KINDS |= {"play_as": 5, "show_thoughts": 5, "name_cells": 3}


def message(rng, board):
    """A random message to a board, such as its view sends them; now and then it comes too late."""
    kind = str(rng.choice([*KINDS], p=np.array([*KINDS.values()]) / 100))
    known = range(board.rules.n_actions)
    legal = board.legal if board.legal and rng.random() < 0.9 else known
    choices = {"click": legal, "choose": board.opponents, "play_as": ["X", "O"]}
    choices |= {"show_thoughts": [True, True, False], "name_cells": board.namings}
    arg = choices[kind][int(rng.integers(len(choices[kind])))] if kind in choices else None
    return {"kind": kind, "arg": arg, "turn": board.turn - int(rng.random() < 0.03)}


def synced(board):
    """The names of the traits of a Board that its view draws."""
    names = [name for name in board.trait_names(sync=True) if not name.startswith("_")]
    return [name for name in names if name not in ("layout", "tabbable", "tooltip", "comm")]


def traits(board, names):
    """These traits of a Board, as they arrive in its view."""
    return json.loads(json.dumps({name: getattr(board, name) for name in names}))


ANSWERS = """([labels, human, numbers, messages]) => {
    const opponents = Object.fromEntries(labels.map(label => [label, live.opponents[label]]));
    const random = () => numbers.shift();
    const model = live.boardModel({ opponents, human, random, game: live.game });
    const none = one => one === undefined || (typeof one === "number" && !Number.isFinite(one));
    return [null, ...messages].map(message => {
        if (message) model.send(message);
        return JSON.stringify(model.traits, (key, one) => (none(one) ? String(one) : one));
    });
}"""
"""All traits after each message, as JSON, which is faster to hand over than objects; what JSON has
no word for, such as NaN, is a text there, and no null."""


def sessions_are_the_same(page, sessions, seed, length=20):
    """Play random sessions of tic-tac-toe on both sides; what was said, as one text."""
    players = opponents()
    given = {label: stored(one) for label, one in players.items()}
    page.evaluate(
        """async all => {
            [live.game, live.opponents] = [live.TICTACTOE, await live.opponentsOf(all)];
        }""",
        given,
    )
    return played_alike(page, players, TICTACTOE, sessions, seed, length)


def played_alike(page, players, rules, sessions, seed, length):
    """Play random sessions with the page's `game` and `opponents` on both sides, as above."""
    rng, said = np.random.default_rng(seed), []
    for _ in range(sessions):
        labels = [str(label) for label in rng.permutation([*players])]
        human, start = "XO"[rng.integers(2)], int(rng.integers(1 << 40))
        board = Board({label: players[label] for label in labels}, human, start, rules)
        names = synced(board)  # once, since to find them takes longer than to read them
        python, messages = [traits(board, names)], []
        for _ in range(length):
            messages.append(message(rng, board))
            board._handle_custom_msg(messages[-1], [])
            python.append(traits(board, names))
        numbers = np.random.default_rng(start).random(NUMBERS).tolist()
        found = map(json.loads, page.evaluate(ANSWERS, [labels, human, numbers, messages]))
        for before, ours, theirs in zip([None, *messages], python, found, strict=True):
            assert theirs == ours, before
        said += [f"{one['message']} {one['why']}" for one in python]
    return "\n".join(said)


SAID = (
    *("Your move: you are O", "is a draw", "You win with", "minimax wins with", "is over"),
    *("is taken", "no move to take back", "Taken back: "),
    *("no mistake to go back to", "before your mistake"),
    *("Hint: every move loses", " wins; no other", "keeps the draw; 1 other", "Nothing to show"),
    *("Your mistake was", "Its mistake was", "have kept the draw", "have won", "cell 4", "0-1-2"),
    *("could have won", "blocks your line", "leaves your line", "it forks: two"),
    *("only free cell", "better for it", "a sure win", "a draw (0)"),
    *("the lowest", "the highest", "1 other move is", "2 other moves are"),
    *("at random", "chose this"),
)


def test_every_trait_of_the_board_is_the_same_over_random_sessions(page):
    said = sessions_are_the_same(page, 100, seed=1)
    assert [words for words in SAID if words not in said] == []


@pytest.mark.slow
def test_every_trait_of_the_board_is_the_same_over_many_random_sessions(page):
    sessions_are_the_same(page, 2_000, seed=2)


def falling_opponents():
    """Opponents of Connect Four, by label."""
    learner = ttt.TDLearner(0.1, seed=1, ties="first", rules=FOUR)
    learner.learn(20_000)
    learner.table[:] = learner.table.astype("f4")  # as it is stored
    return {"minimax": "minimax", "td": learner}


SAID_OF_COLUMNS = (
    *("Your move: you are O", "You win with", "minimax wins with", "is over", "is a draw"),
    *("Column A is full: choose a free column", "it forks: two", "blocks your line"),
    *("could have won at once at", "leaves your line", "only free column", "before your mistake"),
    *("Your mistake was column", "Its mistake was column", "Hint: column", "Taken back: column"),
    *("a sure win", "a draw (0)", "the lowest", "the highest"),
)


def test_connect_four_is_solved_and_played_as_in_python(page):
    results = page.evaluate("""() => {
        const { values } = (live.game = new live.FallingGame(4, 4, 4)).solved;
        const result = value => "O=X"[1 + Math.sign(value)];
        return values.flatMap(layer => [...layer].map(result)).join("");
    }""")
    assert (len(results), results[0]) == (161_029, "=")
    assert results == "".join("O=X"[1 + int(value)] for value in ttt.state_values(rules=FOUR))
    players = falling_opponents()
    page.evaluate(
        """async all => {
            live.opponents = {};
            for (const [label, one] of Object.entries(all)) {
                live.opponents[label] = await live.fallingOpponent(live.game, one);
            }
        }""",
        {label: stored_falling(one, FOUR) for label, one in players.items()},
    )
    said = played_alike(page, players, FOUR, 30, seed=3, length=30)
    assert [words for words in SAID_OF_COLUMNS if words not in said] == []


def test_a_falling_board_of_a_page_has_no_other_player_with_a_name():
    with pytest.raises(ValueError, match="has minimax, not 'quick'"):
        stored_falling("quick", FOUR)


def test_the_hints_in_all_positions_are_the_same(page):
    found = page.evaluate("""() => live.STATES.filter(state => !live.OVER[state])
        .map(state => live.bestMove(live.TICTACTOE, state, "A1"))""")
    assert found == [[*best_move(state)] for state in TICTACTOE.undecided.tolist()]


@pytest.mark.parametrize(
    ("label", "words"),
    [("minimax", "expects to lose"), ("td", "completes the line"), ("soft", "chose this one")],
)
def test_the_reasons_for_moves_are_the_same(page, label, words):
    opponent = opponents()[label]
    player = ttt.player(opponent) if isinstance(opponent, str) else opponent
    moves = np.transpose(MOVES)[::13].tolist()
    found = page.evaluate(
        """async ([one, moves]) => {
            const { it } = await live.opponentsOf({ it: one });
            return moves.map(([state, cell]) => live.why(live.TICTACTOE, it, state, cell, "A1"));
        }""",
        [stored(opponent), moves],
    )
    assert found == [why(player, state, cell) for state, cell in moves]
    assert any(words in one for one in found)


@pytest.mark.parametrize("seed", [0, 6, 2**32 - 7])
def test_the_random_numbers_are_numpys(page, seed):
    found = page.evaluate(
        "seed => { const next = live.generator(seed); return [...Array(99)].map(next); }", seed
    )
    assert found == np.random.default_rng(seed).random(99).tolist()


RULES = {
    "td": lambda alpha, gamma, **ways: ttt.TDLearner(alpha, gamma, **ways),
    "q": lambda alpha, gamma, **ways: ttt.QLearner(alpha, gamma, **ways),
    "sarsa": lambda alpha, gamma, **ways: ttt.Learner(
        sarsa, np.zeros(TICTACTOE.next.shape), {"alpha": alpha, "gamma": gamma}, **ways
    ),
}
RUNS = [
    ("td", "both", 0.1, 1.0, 0.1, 1),
    ("td", "both", 0.35, 0.9, 0.5, 2),
    ("td", "O", 0.1, 1.0, 0.0, 3),
    ("q", "both", 0.1, 1.0, 0.1, 4),
    ("q", "X", 0.4, 0.95, 0.3, 5),
    ("sarsa", "X", 0.1, 1.0, 0.1, 6),
    ("sarsa", "both", 0.2, 0.9, 0.25, 2**32 - 7),
]
GAMES = 1_500
LEARN = """([given, against, games]) => {
    const Kind = live.ABOUT[given.rule].learner ?? live.LearnerOnPage;
    const learner = live.learner = new Kind({ ...given, policy: live.STUDIES[against].policy });
    learner.play(games);
    const bytes = new Uint8Array(learner.table.buffer), texts = [];
    for (let i = 0; i < bytes.length; i += 8192)
        texts.push(String.fromCharCode(...bytes.subarray(i, i + 8192)));
    return btoa(texts.join(""));
}"""


@pytest.mark.parametrize(("rule", "side", "alpha", "gamma", "epsilon", "seed"), RUNS)
def test_whole_runs_learn_the_same_to_the_last_bit(page, rule, side, alpha, gamma, epsilon, seed):
    twin = RULES[rule](alpha, gamma, epsilon=epsilon, seed=seed)
    seat = twin.seat(None if side == "both" else ttt.random_policy(), side)
    settings = {"rule": rule, "side": side, "alpha": alpha, "gamma": gamma, "epsilon": epsilon}
    same_bits(page, twin, seat, settings | {"seed": seed})
    assert_measured_alike(page, twin)


@pytest.mark.parametrize(("rule", "epsilon", "seed"), [("double", 1.0, 7), ("own_judge", 0.1, 8)])
def test_learners_with_two_tables_learn_the_same_to_the_last_bit(page, rule, epsilon, seed):
    slips = 0.9 * ttt.minimax_policy() + 0.1 * ttt.random_policy()
    settings = {"alpha": 0.8, "gamma": 1.0}
    twin = ttt.DoubleQLearner(**settings, epsilon=epsilon, seed=seed)
    if rule == "own_judge":
        twin = ttt.Learner(built_rules.own_judge, twin.table, settings, epsilon=epsilon, seed=seed)
    given = settings | {"rule": rule, "side": "O", "epsilon": epsilon, "seed": seed}
    same_bits(page, twin, twin.seat(slips, "O"), given, "slips")
    found = page.evaluate("() => live.STUDIES.slips.measure(live.learner)")
    result = -ttt.state_values(slips, twin.policy)[ttt.START]
    assert found == pytest.approx(
        {"bias": built.bias(twin.values, slips), "result": result}, rel=0, abs=1e-12
    )


def same_bits(page, twin, seat, given, against="random"):
    """Assert that the page's learner of these settings learns what its twin in Python learns."""
    winners = np.empty(GAMES, np.int8)
    run_games(twin, twin.loop(plain=True), seat, twin.exploring(np.arange(GAMES)), winners)
    text = page.evaluate(LEARN, [given, against, GAMES])
    assert np.count_nonzero(twin.table) > 300
    assert base64.b64decode(text) == twin.table.tobytes()


def test_the_network_learns_the_same_to_the_last_bit(page):
    seed = 6
    twin = recipes.antirez(seed=seed)
    twin.learn(GAMES, ttt.random_policy(), "O")
    found = page.evaluate(
        """([seed, games]) => {
            const it = live.learner = new live.NetworkOnPage({ seed });
            it.play(games);
            return { W1: [...it.W1], W2: [...it.W2], b2: [...it.b2] };
        }""",
        [seed, GAMES],
    )
    assert [*found["W1"], *found["W2"], *found["b2"]] == twin.table.tolist()
    measured = page.evaluate("() => live.STUDIES.network.measure(live.learner)")
    assert measured["worstAsO"] == ttt.worst_case(twin.policy).as_o
    ends = ttt.outcome(ttt.random_policy(), twin.policy)
    assert measured["ends"] == pytest.approx(list(ends), rel=0, abs=1e-12)


def assert_measured_alike(page, twin):
    """What is said of the learner that has just learned, on the page and in Python."""
    found = page.evaluate("() => live.measure(live.greedy(live.learner.values))")
    ours = ttt.measure(twin.policy)
    flat = [
        *found["asX"],
        *found["asO"][::-1],
        found["worstAsX"],
        found["worstAsO"],
        found["share"],
    ]
    names = [*X_COLUMNS, *O_COLUMNS, "worst_as_x", "worst_as_o", "optimal_share"]
    assert flat == pytest.approx([ours[name] for name in names], rel=0, abs=1e-12)
