"""The session below the board: games, refusals, failing opponents, score, and its sentences."""

import copy
import itertools

import numpy as np
import pytest

from tests.aids.named import named
from tests.aids.scripted import Mute, Scripted
from tttlearn.evaluation.policy import PolicyPlayer, action_values, random_policy
from tttlearn.game.boards import boards
from tttlearn.game.rules import CELLS, LEGAL, UNDECIDED, parse
from tttlearn.game.tables import IllegalMoveError
from tttlearn.play.reasons import thoughts, value_text, why
from tttlearn.play.session import Score, Session
from tttlearn.players import roster
from tttlearn.search.mcts import MCTS


class Wordless(Mute, Exception):
    """An error that ends the program when it is asked for its text."""


class Unreadable:
    """An answer that fails when it is looked at."""

    def __index__(self):
        raise RuntimeError("not today")


class Thoughtful(Scripted):
    """Has thoughts, which come out as they are told to."""

    def __init__(self, thought, *answers):
        super().__init__(*answers)
        self.thought = thought

    def think(self, state):
        if isinstance(self.thought, BaseException):
            raise self.thought
        return self.thought


class Valued(Scripted):
    """Has values that cannot be had."""

    @property
    def values(self):
        raise SystemExit("no values")


def lost_by(opponent, side="X"):
    """A session in which the human has won at once against a scripted opponent."""
    session = Session(opponent, side)
    for cell in ("A1", "B1", "C1"):
        session.click(cell)
    return session


def test_a_click_is_answered():
    session = Session("minimax", rng=1)
    session.click("A1")
    assert session.game.history == (0, 4)
    assert session.message == "Your move: you are X."
    assert session.why == "O took B2: it thinks a draw (0) is the best it can get."


def test_the_opponent_starts_when_the_human_is_o():
    session = Session("minimax-first", "O")
    assert session.game.history == (0,)
    assert session.message == "Your move: you are O."
    assert session.why.startswith("X took A1: it thinks a draw (0) is the best it can get; 8 other")


@pytest.mark.parametrize(
    ("before", "cell", "message"),
    [("A1", "A1", "A1 is taken: choose a free cell."), ("A1", "Z9", "a cell is a number")],
)
def test_an_impossible_click_is_refused_with_its_reason(before, cell, message):
    session = Session("minimax", rng=1)
    session.click(before)
    with pytest.raises(IllegalMoveError, match=message):
        session.click(cell)
    assert len(session.game.history) == 2
    assert session.message.startswith(message)


def test_what_cannot_be_done_says_why():
    session = Session("minimax")
    with pytest.raises(ValueError, match=r"no move to take back(.|\n)*\. \. \."):
        session.undo()
    over = lost_by(Scripted(3, 4))
    for action in (over.hint, lambda: over.click("C3")):
        with pytest.raises(ValueError, match="The game is over"):
            action()
        assert "The game is over" in over.message


def test_undo_takes_back_both_moves():
    session = Session("minimax", rng=1)
    session.click("A1")
    turn = session.turn
    session.undo()
    assert session.game.history == ()
    assert session.why == "Taken back: A1 and B2."
    assert session.turn > turn


def test_the_score_counts_ends_and_only_ends():
    session = lost_by(Scripted(3, 4, 3))
    assert session.score == Score(1, 0, 0)
    assert session.message == "You win with A1-B1-C1."
    session.undo()
    assert session.score == Score(0, 0, 0)
    session.click("C1")
    session.new_game()
    session.click("A1")
    session.new_game()
    assert session.score == Score(1, 0, 0)


def test_wins_of_the_opponent_and_draws_count():
    session = Session(Scripted(3, 4, 5, 4, 2, 3, 8))
    for cell in ("A1", "B1", "C3"):
        session.click(cell)
    assert session.message == "Scripted wins with A2-B2-C2."
    session.new_game()
    for cell in (0, 1, 6, 5, 7):
        session.click(cell)
    assert session.message == "The game is a draw."
    assert session.score == Score(0, 1, 1)


def test_the_score_survives_a_change_of_side_and_opponent():
    session = lost_by(Scripted(3, 4, 0))
    session.play_as("O")
    assert session.score == Score(1, 0, 0)
    session.choose("random")
    assert session.score == Score(1, 0, 0)
    assert (session.opponent, session.human, len(session.game.history)) == ("random", "O", 1)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (ZeroDivisionError("division by zero"), "raised ZeroDivisionError: division by zero."),
        (0, "answered A1, which is taken."),
        (np.int64(0), "answered A1, which is taken."),
        ("D4", "answered 'D4', which is no cell 0..8."),
        (None, "answered None, which is no cell 0..8."),
        (Mute(), "answered something of type Mute, which is no cell 0..8."),
        (Unreadable(), "raised RuntimeError: not today."),
        (SystemExit(), "raised SystemExit."),
        (SystemExit(3), "raised SystemExit: 3."),
        (GeneratorExit("enough"), "raised GeneratorExit: enough."),
        (Wordless(), "raised Wordless: (and SystemExit when asked what is wrong)."),
        (ValueError("one\ntwo"), "raised ValueError: one two."),
        (ValueError("a" * 10**6), f"raised ValueError: {'a' * 297}...."),
    ],
)
def test_a_failing_opponent_costs_nobody_the_game(answer, said):
    session = Session(Scripted(answer, answer, 4))
    session.click("A1")
    assert session.owes_move
    assert session.legal_moves == []
    assert session.message == f"Scripted {said}"
    with pytest.raises(IllegalMoveError, match="ask it again"):
        session.click("B1")
    session.ask()
    assert session.owes_move
    session.ask()
    assert session.game.history == (0, 4)
    assert session.message == "Your move: you are X."


@pytest.mark.parametrize(
    ("function", "said", "place"),
    [
        (lambda state: 1 // 0, "raised ZeroDivisionError: ", "line {} of <lambda>: "),
        (lambda state: 0, "answered A1, which is taken.", ""),
        (lambda state: ..., "answered ...: that is still to be written.", ""),
        (lambda state: 4.5, "answered 4.5, which is no cell 0..8.", ""),
    ],
)
def test_a_function_of_ones_own_that_fails_is_told_by_its_key(function, said, place):
    session = Session({"mine": function, "perfect": "minimax"}, rng=1)
    session.click("A1")
    assert session.message.startswith(f"mine {said}")
    assert (session.owes_move, session.game.history) == (True, (0,))
    if place:
        line = place.format(function.__code__.co_firstlineno)
        assert session.why.startswith(f"It happened in {line}")
    assert session.why.endswith("the game is not lost.")
    session.choose("perfect")
    assert session.game.history == (0, 4)


THOUGHTLESS = [
    (Thoughtful(ValueError("no idea"), 4), "raised ValueError: no idea"),
    (Thoughtful(SystemExit(), 4), "raised SystemExit"),
    (Thoughtful(Wordless(), 4), "raised Wordless: (and SystemExit when asked what is wrong)"),
    (
        Thoughtful(("values", [1, 2]), 4),
        "gives its thoughts as an array of shape (2,), not as one number for each of nine cells",
    ),
    (Thoughtful(("values", "much"), 4), "raised ValueError"),
    (
        Thoughtful(("odds", [0.0] * 9), 4),
        "calls its thoughts 'odds', but they must be values, probabilities or visits",
    ),
    (Thoughtful(None, 4), "raised TypeError"),
    (Valued(4), "raised SystemExit: no values"),
]


@pytest.mark.parametrize(("opponent", "said"), THOUGHTLESS)
def test_an_opponent_that_fails_to_say_what_it_thinks_plays_on(opponent, said):
    opponent = copy.deepcopy(opponent)
    session, name = Session(opponent), type(opponent).__name__
    session.show_thoughts()
    assert session.message.startswith(
        f"Nothing to show: when {name} was asked what it thinks, it {said}"
    )
    assert session.thoughts == ("", (None,) * 9)
    session.click("A1")
    assert session.game.history == (0, 4)
    assert session.message == "Your move: you are X."
    assert session.why.startswith(f"O took B2: when it was asked what it thinks, it {said}")
    session.show_thoughts(False)
    session.undo()
    assert session.why == "Taken back: A1 and B2."


def test_who_stops_an_opponent_that_thinks_is_told():
    opponent = Thoughtful(KeyboardInterrupt(), 4, 4)
    session = Session(opponent)
    with pytest.raises(KeyboardInterrupt):
        session.show_thoughts()
    assert session.message == "Thoughtful was interrupted when it was asked what it thinks."
    session.show_thoughts(False)
    with pytest.raises(KeyboardInterrupt):
        session.click("A1")
    assert session.message == "Thoughtful was interrupted while it was thinking."
    assert (session.owes_move, session.game.history) == (True, (0,))
    opponent.thought = "probabilities", [1 / 7] * 9
    session.ask()
    assert session.game.history == (0, 4)


def test_undo_after_a_failure_takes_back_one_move():
    session = Session(Scripted(4, None))
    session.click("A1")
    session.click("B1")
    session.undo()
    assert session.game.history == (0, 4)


def test_another_opponent_takes_over_the_move_that_is_owed():
    session = Session(Scripted(None))
    session.click("A1")
    session.choose("minimax")
    assert session.game.history == (0, 4)


def test_thoughts_are_values_then_probabilities_then_nothing():
    session = Session({"v": "minimax", "p": random_policy(), "n": Scripted(*range(1, 9))}, rng=1)
    assert session.thoughts.kind == ""
    session.show_thoughts()
    assert session.thoughts == ("values", (0.0,) * 9)
    session.choose("n")
    session.show_thoughts()
    assert session.message.startswith("Nothing to show: this opponent has no values")
    session.show_thoughts(False)
    assert session.message == "Your move: you are X."


@pytest.mark.parametrize("opponent", [random_policy(), MCTS(10)], ids=["policy", "search"])
def test_how_it_chooses_is_shown_of_its_own_last_move_only(opponent):
    session = Session(opponent, rng=1)
    session.show_thoughts()
    assert session.thoughts.kind == ""
    assert session.message == (
        "Nothing to show: it has not moved yet; you will see how it chose after its move."
    )
    session.click("A1")
    found, reply = session.thoughts, session.game.history[1]
    assert session.thought_of(found) == 1
    assert [row is None for row in found.row] == [True] + [False] * 8
    assert found.row[reply] is not None
    assert session.message == "Your move: you are X."
    session.undo()
    assert session.thoughts.kind == ""


def test_how_it_would_move_is_shown_while_it_owes_a_move():
    player = PolicyPlayer(random_policy(), "stuck")
    object.__setattr__(player, "act", Scripted(0).act)
    session = Session(player)
    session.show_thoughts()
    session.click("A1")
    assert session.owes_move
    assert session.thought_of(session.thoughts) == session.game.state == 1


def test_thoughts_leave_out_taken_cells_and_what_is_no_number():
    values = np.where(CELLS == 0, 0.5, np.nan)
    values[parse("X../.../..."), 8] = np.inf
    player = PolicyPlayer(random_policy(), "half", values)
    assert thoughts(player, parse("X../.../...")).row == (None, *[0.5] * 7, None)
    assert thoughts(player, parse("XXX/OO./...")).row == (None,) * 9


@pytest.mark.parametrize(
    ("player", "board", "cell", "sentence"),
    [
        ("minimax", "XX./OO./X..", 5, "O took C2: it completes the line A2-B2-C2."),
        ("random", "XX./.O./...", 2, "O took C1: it blocks your line A1-B1-C1; it picks at random: "
         "each of 6 free cells had probability 0.17."),
        ("random", "XX./.O./...", 8, "O took C3: it leaves your line A1-B1-C1 open; it picks at "
         "random: each of 6 free cells had probability 0.17."),
        ("random", "XX./OO./X..", 8, "O took C3: it could have won at once at C2; it leaves "
         "your line A1-B1-C1 open; it picks at random: each of 4 free cells had probability 0.25."),
        ("minimax", "X../.O./..X", 1, "O took B1: it thinks a draw (0) is the best it can get; "
         "3 other moves are as good."),
        ("minimax", "X../.O./..X", 2, "O took C1: it values the move at +1 to X, though B1 with 0 "
         "is better for it."),
        ("minimax", "X.O/.../X.O", 3, "X took A2: it completes the line A1-A2-A3."),
        ("minimax", "XX./.O./...", 2, "O took C1: it blocks your line A1-B1-C1; it thinks a draw "
         "(0) is the best it can get."),
        ("minimax", "X.O/.../X..", 1, "O took B1: it leaves your line A1-A2-A3 open; it expects to "
         "lose (+1) wherever it plays."),
        ("minimax", "XO./.../...", 3, "X took A2: it sees a sure win (+1); 2 other moves are as "
         "good."),
        ("minimax", "XO./X../O..", 4, "X took B2: it forks: two threats at once, C2 and C3; it "
         "sees a sure win (+1)."),
        ("minimax", "XOX/.X./O..", 8, "O took C3: it blocks your line A1-B2-C3; it thinks"),
        ("minimax", "XOX/OXX/OO.", 8, "X took C3: it completes the line C1-C2-C3 and the line "
         "A1-B2-C3."),
        ("minimax", "XOX/XOO/OX.", 8, "X took C3: it was the only free cell."),
    ],
)  # fmt: skip
def test_the_reason_for_a_move(player, board, cell, sentence):
    found = why(roster.player(player), parse(board), cell)
    assert found.startswith(sentence), found


def test_every_move_of_every_named_opponent_has_a_reason():
    for name, state in itertools.product(roster.NAMES, UNDECIDED[::230]):
        player = MCTS(10) if name == "mcts" else named(name)
        policy = np.zeros(LEGAL.shape) + LEGAL if name == "mcts" else player.policy
        for cell in np.flatnonzero(policy[state]):
            assert why(player, int(state), int(cell)).endswith(".")


def test_the_reason_of_a_player_without_tables_is_what_the_rules_show():
    assert "no values or probabilities" in why(Scripted(), parse("X../.../..."), 4)
    assert why(Scripted(), parse("XX./.O./..."), 2) == "O took C1: it blocks your line A1-B1-C1."


def test_reasons_with_learned_values_name_the_number():
    rng = np.random.default_rng(0)
    player = PolicyPlayer(random_policy(), "learned", action_values(rng.uniform(-1, 1, 19683)))
    row = player.values[1]
    best = int(np.nanargmin(row))
    sentence = f"it values the move at {value_text(row[best])} to X, the lowest that it sees."
    assert why(player, 1, best).endswith(sentence)


@pytest.mark.parametrize(
    ("value", "text"), [(1, "+1"), (-1.0, "-1"), (0, "0"), (-0.001, "0"), (0.354, "+0.35")]
)
def test_values_as_text(value, text):
    assert value_text(value) == text


def test_opponents_on_offer():
    assert list(Session().opponents) == roster.READY_IN_SECONDS
    assert Session("random").opponent == "random"
    assert list(Session("q").opponents) == roster.READY_IN_SECONDS
    assert list(Session(Scripted()).opponents) == ["Scripted", *roster.READY_IN_SECONDS]
    assert list(Session(random_policy()).opponents) == ["your policy", *roster.READY_IN_SECONDS]
    assert list(Session([Scripted(), Scripted(), "random"]).opponents) == [
        "Scripted",
        "Scripted #2",
        "random",
    ]
    for names in (["p", "p", "p #2"], ["p #2", "p", "p", "p #2"], ["p", "p #2", "p #2", "p"]):
        session = Session([PolicyPlayer(random_policy(), name) for name in names])
        assert len(session.opponents) == len(names), names
        assert set(names) <= set(session.opponents)
    assert list(Session({1: "random", "1": "minimax"}).opponents) == ["1", "1 #2"]
    mine = PolicyPlayer(random_policy(), "minimax")
    assert Session(mine).player is mine
    assert Session(mine).about == ""
    assert Session("random").about == roster.NAMES["random"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"opponent": 42}, "an opponent is a name"),
        ({"opponent": []}, "empty"),
        ({"human": "x"}, '"X" or "O", not \'x\''),
        ({"human": ["X"]}, '"X" or "O", not'),
        ({"rng": "seven"}, "rng is a numpy Generator"),
    ],
)
def test_bad_arguments_say_what_would_be_right(arguments, said):
    with pytest.raises(ValueError, match=said):
        Session(**arguments)


def test_an_unknown_choice_is_refused():
    session = Session("random")
    with pytest.raises(ValueError, match="no opponent 'me'; there are random, one-ply"):
        session.choose("me")
    with pytest.raises(ValueError, match="no opponent"):
        session.choose(["random"])
    for side in ("Z", ["X"], None):
        with pytest.raises(ValueError, match='"X" or "O"'):
            session.play_as(side)
        assert session.message.startswith('You play "X" or "O", not ')


def test_the_same_seed_plays_the_same_game():
    games = []
    for rng in (5, np.random.default_rng(5)):
        session = Session("random", rng=rng)
        while not session.game.is_over:
            session.click(session.legal_moves[0])
        games.append(session.game.history)
    assert games[0] == games[1]


def test_a_loss_is_told_by_the_mistake_and_played_again_from_there():
    session = Session(Scripted(3, 4, 5, 5))
    for cell in ("A1", "B1", "C3"):
        session.click(cell)
    assert session.verdict == "Your mistake was C3 (your move 3): C1 would have won."
    turn = session.turn
    session.replay()
    assert session.game.history == (0, 3, 1, 4)
    assert (session.message, session.score) == ("Your move: you are X.", Score(0, 0, 0))
    assert session.why == "This is the board before your mistake, C3: find a better move."
    assert session.turn > turn
    with pytest.raises(ValueError, match="no mistake to go back to"):
        session.replay()
    session.click("C1")
    assert session.score == Score(1, 0, 0)


def test_a_win_is_told_by_the_mistake_of_the_opponent():
    session = lost_by(Scripted(3, 4))
    assert session.verdict == "Its mistake was A2 (its move 1): B2 would have kept the draw."
    assert not session.can_replay
    with pytest.raises(ValueError, match="no mistake to go back to"):
        session.replay()
    session.undo()
    assert (session.mistake, session.verdict) == (None, "")


def test_who_loses_a_lost_game_made_no_mistake():
    rules = boards(rows=2, columns=2, k=2)
    session = Session(Scripted(0, 3), "O", rules=rules)
    session.click(1)
    assert session.verdict == "You made no mistake: X wins this game by force from the start."
    assert not session.can_replay
    session = Session(Scripted(1), "X", rules=rules)
    for cell in (0, 3):
        session.click(cell)
    assert session.verdict == "It made no mistake: X wins this game by force from the start."


def test_cells_may_be_called_by_their_numbers():
    session = Session("minimax", rng=1)
    assert (session.cells, session.namings) == ("A1", ["A1", "0-8"])
    session.click("A1")
    session.hint()
    session.name_cells("0-8")
    assert session.why == "O took cell 4: it thinks a draw (0) is the best it can get."
    assert (session.message, session.hinted) == ("Your move: you are X.", None)
    with pytest.raises(IllegalMoveError, match="Cell 0 is taken: choose a free cell"):
        session.click(0)
    session.hint()
    assert session.message.startswith(f"Hint: cell {session.hinted} keeps the draw")
    session.undo()
    assert session.why == "Taken back: cell 0 and cell 4."
    session.name_cells("A1")
    session.hint()
    assert session.message.startswith("Hint: A1 ")
    with pytest.raises(ValueError, match=r"called A1 or 0-8, not \'B\'"):
        session.name_cells("B")


def test_lines_and_mistakes_are_called_by_numbers_too():
    session = Session(Scripted(3, 4, 5))
    for cell in ("A1", "B1", "C3"):
        session.click(cell)
    session.name_cells("0-8")
    assert session.message == "Scripted wins with 3-4-5."
    assert session.why == "O took cell 5: it completes the line 3-4-5."
    assert session.verdict == "Your mistake was cell 8 (your move 3): cell 2 would have won."


def test_another_name_for_the_cells_leaves_a_failure_as_it_is():
    session = Session(Scripted(None))
    session.click("A1")
    message, why_ = session.message, session.why
    session.name_cells("0-8")
    assert (session.message, session.why) == (message, why_)
