"""Any program as a policy: its form is found, or told, and never guessed wrongly without a word."""

import json
import random
import re
from functools import partial
from itertools import cycle, product

import numpy as np
import pytest

import tttlearn as ttt
from tests.aids.alike import first_of
from tests.aids.bars import bars_of
from tests.aids.games import GAMES
from tttlearn.evaluation import programs
from tttlearn.evaluation.any_player import as_player, policy_of, read_player
from tttlearn.evaluation.conventions import action_forms, board_form
from tttlearn.game.boards import boards
from tttlearn.game.tables import X
from tttlearn.support.strangers import FailedError

SMALL = boards(rows=2, columns=3, k=2)


class Planted:
    """A program of a beginner, in one of the forms in which beginners write.

    `signs`: of an empty cell, the side that begins, and the other; `is_movers`: whether the side to
    move always has the first sign; `answer`: how it calls a cell (row, column).
    """

    def __init__(self, signs, is_movers, answer, rules=ttt.TICTACTOE):
        self.empty, self.first, self.second = signs
        self.is_movers, self.answer, self.rules = is_movers, answer, rules
        self.lines = rules.lines.tolist()

    def cells(self, board):
        """The board as one list, however it is nested."""
        return [sign for part in board for sign in (part if np.ndim(part) else [part])]

    def me(self, cells):
        """The sign of the side to move."""
        counts = [cells.count(sign) for sign in (self.first, self.second)]
        return self.first if self.is_movers or counts[0] == counts[1] else self.second

    def __call__(self, board):
        return self.answer(*divmod(self.place(self.cells(board)), self.rules.columns))


class FirstFree(Planted):
    def place(self, cells):
        return cells.index(self.empty)


class WinsAndBlocks(Planted):
    def place(self, cells):
        mine = self.me(cells)
        for who in (mine, self.second if mine == self.first else self.first):
            for line in self.lines:
                row = [cells[a] for a in line]
                if row.count(who) == len(line) - 1 and self.empty in row:
                    return line[row.index(self.empty)]
        return cells.index(self.empty)


class OneIllegalAnswer(FirstFree):
    """It forgets to look at the board once, where X has the first two cells."""

    def place(self, cells):
        if cells[:3] == [self.first, self.second, self.first]:
            return 0
        return super().place(cells)


def flat(marks, _):
    return list(marks)


def rows(marks, columns):
    return [list(marks[at : at + columns]) for at in range(0, len(marks), columns)]


BOARDS = {
    "a text": ((".", "X", "O"), lambda marks, _: "".join(marks)),
    "a list of letters": ((" ", "X", "O"), flat),
    "a list of numbers": ((0, 1, 2), flat),
    "a list of signs": ((0, 1, -1), flat),
    "rows of letters": (("", "X", "O"), rows),
    "rows of signs": ((0, 1, -1), rows),
    "an array": ((0, 1, -1), lambda marks, columns: np.array(rows(marks, columns))),
    "O begins": (("_", "O", "X"), flat),
}
"""The signs, and what makes the form of a list of marks, row by row."""


def answers(columns):
    return {
        "from 0": lambda r, c: columns * r + c,
        "row, column": lambda r, c: (r, c),
        "from 1": lambda r, c: columns * r + c + 1,
        "column, row": lambda r, c: (c, r),
        "a name": lambda r, c: f"{'ABC'[c]}{r + 1}",
        "keypad": lambda r, c: columns * (SMALL.rows - 1 - r) + c + 1,
    }


def planted(kind, board, answer, is_movers, rules=SMALL):
    """(a program, the arguments that say its form)."""
    signs, make = BOARDS[board]
    call = answers(rules.columns)[answer]
    marks = [signs[1], *[signs[0]] * (rules.columns - 2), signs[2]]
    marks += [signs[0]] * (rules.n_cells - rules.columns)
    told = {
        "board": make(marks, rules.columns),
        "cells": call(0, rules.columns - 1),
        "view": "mover" if is_movers else "X",
    }
    return kind(signs, is_movers, call, rules), told


def policy_by_hand(program, board, rules):
    """What a program answers everywhere, -1 where that is taken; it is asked in its own form."""
    signs, make = BOARDS[board]
    spots = {program.answer(*divmod(cell, rules.columns)): cell for cell in range(rules.n_cells)}
    found = np.full(rules.n_states, -1)
    for state in rules.undecided.tolist():
        marks = rules.cells[state].tolist()
        if program.is_movers and rules.turn[state] != X:
            marks = [(0, 2, 1)[mark] for mark in marks]
        cell = spots[program(make([signs[mark] for mark in marks], rules.columns))]
        found[state] = cell if rules.legal[state, cell] else -1
    return found


def assert_is(policy, by_hand, rules):
    assert (policy[rules.undecided].argmax(1) == by_hand[rules.undecided]).all()
    assert (policy[rules.undecided].max(1) == 1).all()


# Each form of a board with some form of an answer; the slow cases have each with each.
EACH_ONCE = [*zip(BOARDS, cycle(answers(3)), cycle([False, False, True]), strict=False)]
WITH_EACH = product(BOARDS, answers(3), [False, True])


@pytest.mark.parametrize("form", first_of(8, dict.fromkeys([*EACH_ONCE, *WITH_EACH])), ids=str)
@pytest.mark.parametrize("kind", first_of(1, [WinsAndBlocks, FirstFree]))
def test_with_what_has_to_be_said_it_is_read_rightly(kind, form):
    board, answer, is_movers = form
    program, told = planted(kind, board, answer, is_movers)
    by_hand = policy_by_hand(program, board, SMALL)
    assert_is(policy_of(program, SMALL, **told), by_hand, SMALL)
    if "X" in BOARDS[board][0] and not is_movers:  # a board of letters says whose they are
        del told["view"]
        assert_is(policy_of(program, SMALL, **told), by_hand, SMALL)


def test_on_a_square_board_rows_and_columns_are_told_apart():
    program, told = planted(WinsAndBlocks, "an array", "column, row", True, ttt.TICTACTOE)
    by_hand = policy_by_hand(program, "an array", ttt.TICTACTOE)
    assert_is(policy_of(program, **told), by_hand, ttt.TICTACTOE)


@pytest.mark.parametrize("board", BOARDS)
def test_else_the_error_names_the_arguments_that_decide(board):
    program, told = planted(WinsAndBlocks, board, "from 0", False)
    with pytest.raises(ValueError, match="say which is right, ") as refused:
        policy_of(program, SMALL)
    if "X" in BOARDS[board][0]:  # letters say whose they are
        del told["view"]
    assert set(re.findall(r"\b(\w+)=", str(refused.value))) == set(told)
    answers = re.findall(r"(.*) in the first form, (.*) in the second", str(refused.value))
    assert len(answers) == 2
    assert all(one != other for one, other in answers)


@pytest.mark.parametrize("board", first_of(2, BOARDS))
def test_an_illegal_answer_is_shown_and_no_other_form_is_taken_for_it(board):
    program, told = planted(OneIllegalAnswer, board, "from 0", False)
    by_hand = policy_by_hand(program, board, SMALL)
    wrong = SMALL.undecided[by_hand[SMALL.undecided] < 0]
    with pytest.raises(ValueError, match=r"no legal answer|plays differently"):
        policy_of(program, SMALL)
    with pytest.raises(ValueError, match="no legal answer") as refused:
        policy_of(program, SMALL, **told)
    counted = f"no legal answer in {len(wrong)} of {len(SMALL.undecided)} positions"
    assert counted in str(refused.value)
    assert SMALL.show(wrong[0]) in str(refused.value)


def first(state):
    return int(np.flatnonzero(SMALL.legal[int(state)])[0])


class Agent:
    def __init__(self, name="agent"):
        self.name = name

    def get_move(self, board):
        return board.index(" ")


def with_side_and_rng(board, side, rng):
    return rng.choice([a for a, sign in enumerate(board) if sign == "."])


def its_own(state, depth=3, explore=False):
    assert (depth, explore) == (3, False)
    return first(state)


def of_the_number_and_its_side(state, side):
    assert side == ("X" if SMALL.turn[int(state)] == X else "O")
    return first(state)


FIRST = ttt.first_best(np.zeros(SMALL.next.shape), SMALL)


@pytest.mark.parametrize(
    "player", [first, Agent, Agent(), of_the_number_and_its_side, its_own, FIRST]
)
def test_each_kind_of_player_becomes_its_policy(player):
    assert (policy_of(player, SMALL) == FIRST).all()
    if player is first:  # the number of the drawn position, instead of the word
        assert (policy_of(first, SMALL, board=SMALL.parse("X.O/...")) == FIRST).all()


@pytest.mark.parametrize("empty", [".", " ", "-", "_", "", None, 0])
def test_an_empty_cell_beside_letters_has_any_usual_sign(empty):
    def with_side(board, side):
        assert side in ("X", "O")
        return list(board).index(empty)

    assert (policy_of(with_side, SMALL) == FIRST).all()


def test_a_name_and_a_learner_are_players():
    assert (policy_of("minimax-first") == ttt.player("minimax-first").policy).all()
    learner = ttt.TDLearner(seed=1)
    learner.learn(100)
    assert (policy_of(learner) == learner.policy).all()


def test_every_judge_takes_a_program():
    perfect = ttt.player("minimax-first", SMALL).policy
    for judge in (ttt.worst_case, ttt.optimal_share, ttt.measure):
        assert judge(first, SMALL) == judge(FIRST, SMALL)
    assert (ttt.errs(first, SMALL) == ttt.errs(FIRST, SMALL)).all()
    assert ttt.outcome(first, "minimax-first", SMALL) == ttt.outcome(FIRST, perfect, SMALL)
    assert (ttt.best_reply(first, SMALL) == ttt.best_reply(FIRST, SMALL)).all()
    chance = partial(np.random.default_rng, 1)
    games = [ttt.play_games(x, perfect, 10, chance(), SMALL) for x in (first, FIRST)]
    assert (games[0] == games[1]).all()


def test_who_answers_by_chance_is_asked_often_and_gets_the_shares():
    by_rng = policy_of(with_side_and_rng, SMALL, asks=32)
    assert set((32 * by_rng).ravel()) <= set(range(33))
    assert np.abs((by_rng - ttt.random_policy(SMALL))[SMALL.undecided].mean(0)).max() < 0.02

    def by_random(board):
        return random.choice([a for a, sign in enumerate(board) if sign == "."])

    assert (policy_of(by_random, SMALL, asks=2) == policy_of(by_random, SMALL, asks=2)).all()


@pytest.mark.parametrize("drawn", [SMALL.undecided[:20], SMALL.undecided[-20:]])
@pytest.mark.parametrize("draw", [random.random, np.random.random], ids=["Python", "NumPy"])
def test_global_chance_is_made_of_seed_and_state_wherever_it_is_first_drawn(drawn, draw):
    def player(state):
        legal = np.flatnonzero(SMALL.legal[int(state)])
        return int(legal[int(draw() * len(legal)) if state in drawn else 0])

    taken, expected = policy_of(player, SMALL, asks=3, seed=5), np.zeros(SMALL.legal.shape)
    for base, state in product((5, 6, 7), SMALL.undecided.tolist()):
        programs.seed_all(hash((base, state)))
        expected[state, player(state)] += 1 / 3
    assert np.allclose(taken, expected)


def test_a_fault_that_seeds_undo_is_none():
    programs.seed_all(0)
    first = random.random()

    def player(state):  # before it is seen to draw, its chance is that of the seed alone
        return 9 if random.random() == first else int(SMALL.legal[int(state)].argmax())

    assert read_player(player, SMALL, asks=2).faults == {}


class Remembers:
    def __init__(self):
        self.asked = 0

    def act(self, state):
        self.asked += 1
        legal = np.flatnonzero(SMALL.legal[int(state)])
        return int(legal[self.asked % len(legal)])


def test_who_answers_by_what_was_asked_before_is_told_and_may_be_taken_all_the_same():
    one = Remembers()
    with pytest.raises(ValueError, match="answers by what it was asked before: it learns"):
        policy_of(one, SMALL, board="state", cells=2)
    assert one.asked == 0  # a copy is asked
    assert policy_of(one, SMALL, board="state", cells=2, asks=2)[SMALL.start].sum() == 1


@pytest.mark.parametrize(
    ("player", "said"),
    [
        (lambda board: int(input()), r"it asks for input\(\)"),
        (lambda state: None, "fails or answers nothing legal in most positions"),
        (lambda: 4, r"is f\(\): a player is f\(position\), f\(position, rng\)"),
        (lambda a, b, c, d: 4, r"is f\(a, b, c, d\): a player is"),
        (object(), "is no player: a player is a policy"),
        ("nobody", "no player is called 'nobody', and there is no such file"),
    ],
)
def test_what_is_no_player_is_refused_in_words(player, said):
    with pytest.raises(ValueError, match=said):
        policy_of(player)


def test_who_plays_one_side_only_is_told():
    def only_x(state):
        return first(state) if SMALL.turn[int(state)] == 1 else None

    with pytest.raises(ValueError, match="always where O is to move"):
        policy_of(only_x, SMALL, board="state", cells=2)


def test_games_that_are_no_boards_are_asked_by_the_number_of_their_state():
    piles = GAMES["nim"]()
    policy = policy_of(lambda state: int(np.flatnonzero(piles.legal[state])[0]), piles)
    assert (policy[piles.undecided].max(1) == 1).all()


def test_cells_may_be_the_names_of_all_actions_each_once():
    names = [f"cell {letter}" for letter in "abcdef"]

    def named(state):
        return names[first(state)]

    assert (policy_of(named, SMALL, board="state", cells=names) == FIRST).all()
    with pytest.raises(ValueError, match=r"cells is .* fits no form"):
        policy_of(named, SMALL, board="state", cells=[*names[:5], names[0]])


def test_in_a_game_that_is_no_board_cells_is_the_name_of_the_last_action():
    stones = ttt.tabulate(
        "5 stones", (5, 1), lambda p: {f"take {n}": (p[0] - n, -p[1]) for n in (1, 2) if n <= p[0]},
        lambda p: p[1] if p[0] else -p[1],
    )  # fmt: skip
    policy = policy_of(lambda state: "TAKE 1", stones, board="state", cells="take 2")
    assert (policy[stones.undecided, 0] == 1).all()
    for form in action_forms(stones):
        assert form.decode(form.example) == stones.n_actions - 1


def test_each_bar_ends_when_the_player_has_been_asked(monkeypatch):
    seen = bars_of(monkeypatch, programs)
    policy_of(
        lambda state, rng=None: rng.choice(np.flatnonzero(SMALL.legal[int(state)])), SMALL, asks=3
    )
    # Twice, to see whether its answers vary; once more from the same seed; then to estimate them.
    answers = [times * len(SMALL.undecided) for times in (2, 2, 3)]
    assert [(bar.total, sum(bar.ticks)) for bar in seen] == [(n, n) for n in answers]


def test_at_the_board_an_answer_is_an_action_or_shown_as_it_is_or_a_fault():
    start, named, none, dots = SMALL.undecided[:4].tolist()
    answers = {named: "F9", none: None, dots: ...}
    player = as_player(lambda state: answers[state] if state in answers else first(state), SMALL)
    assert player.act(start, None) == first(start)
    assert player.act(named, None) == "F9"
    for state, said in ((none, "answered None"), (dots, "still to be written")):
        with pytest.raises(FailedError, match=said):
            player.act(state, None)


@pytest.mark.parametrize("answer", [int, lambda column: column + 1, "ABCD".__getitem__])
def test_where_marks_fall_a_column_is_answered_in_three_ways(answer):
    game = boards(rows=3, columns=4, k=3, falling=True)
    lowest = game.legal.argmax(1)
    policy = policy_of(lambda state: answer(lowest[state]), game)
    assert (policy.argmax(1) == lowest)[game.undecided].all()


def test_the_time_of_an_answer_is_the_mean_of_all(monkeypatch):
    now = [0.0]

    def slow(state):
        now[0] += 0.25
        return first(state)

    monkeypatch.setattr(programs, "perf_counter", lambda: now[0])
    assert read_player(slow, SMALL).seconds == 0.25


def test_of_a_policy_nobody_was_asked():
    assert read_player(ttt.random_policy()).asks == 0


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (2, 4)])
def test_the_examples_of_a_board_in_the_message_are_read_as_boards(rows, columns):
    game = boards(rows=rows, columns=columns, k=2)
    with pytest.raises(ValueError, match="such as") as told:
        policy_of(first, game, board=17.5)
    text, rest = re.search(r"such as '(\S+)', (.*) or 'state'", str(told.value)).groups()
    for example in (text, json.loads(rest)):
        assert board_form(example, game).order == board_form(text, game).order


def test_rows_of_two_letters_stay_rows():
    game = boards(rows=2, columns=2, k=2)
    assert board_form(["XO", ".."], game).encode(game.parse("X./.O"), game) == ["X.", ".O"]
