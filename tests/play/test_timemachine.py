"""The time machine without a browser: what its slider moves, and what a saved notebook keeps."""

from base64 import b64decode

import numpy as np
import pytest

import tttlearn as ttt
from tests.aids.networks import OneSide
from tttlearn.play.timemachine import TimeMachine, ages, position_values

GAMES = [1, 50, 2_000]


@pytest.fixture(scope="module")
def trained():
    learner, kept = ttt.TDLearner(seed=5), {}
    ttt.train(learner, GAMES[-1], checkpoints=GAMES, keep=kept)
    return learner, kept


@pytest.fixture(scope="module")
def shared(trained):
    return TimeMachine(*trained, state=ttt.parse("X.. .O. ..X"), rng=1)


@pytest.fixture
def machine(shared):
    shared.go_to("1 game")
    return shared


def test_ages_are_the_learner_as_it_was(trained):
    found = ages(*trained)
    assert [age.label for age in found] == ["1 game", "50 games", "2,000 games"]
    assert (found[-1].player.policy == trained[0].policy).all()
    assert found[-1].report.startswith("After 2,000 games: right in ")
    assert "against its best reply -0.92 as X, +0.99 as O" in found[0].report


def test_ages_leave_the_learner_as_it_is(trained):
    learner = trained[0]
    before, played = learner.table.copy(), learner.games
    ages(*trained)
    assert (learner.table == before).all()
    assert learner.games == played


def test_the_slider_moves_the_pictures_and_the_opponent(machine):
    assert machine.board.opponent == "1 game"
    machine.go_to("2,000 games")
    assert machine.board.opponent == "2,000 games"
    assert machine.slider.page == machine.pictures[2]
    assert machine.age.report in machine.slider.page
    assert "right in" in machine.slider.page
    assert 'alt="Left: the density' in machine.slider.page


def test_the_boards_own_list_of_opponents_moves_the_slider(machine):
    machine.board.choose("50 games")
    assert machine.age.label == "50 games"
    assert machine.slider.page == machine.pictures[1]


def test_one_can_play_against_each_age(machine):
    for age in machine.ages:
        machine.go_to(age.label)
        machine.board.click(4)
        assert ttt.PLY[machine.board.game.state] == 2


def test_a_saved_notebook_keeps_text_and_a_picture(machine):
    data, metadata = machine._repr_mimebundle_()
    assert data["text/plain"].startswith("Time machine for\nX . .\n. O .\n. . X\nAfter 1 game:")
    assert b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert len(data["image/png"]) < 100_000
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "After 2,000 games" in metadata["image/png"]["alt"]


def test_what_cannot_be_shown_is_refused(trained, machine):
    with pytest.raises(
        ValueError, match=r"is a dict that train\(\.\.\., keep={}\) has filled, not {}"
    ):
        TimeMachine(trained[0], {})
    with pytest.raises(ValueError, match="learner learns probabilities, and a time machine shows"):
        TimeMachine(OneSide(), trained[1])
    with pytest.raises(ValueError, match="one state"):
        TimeMachine(*trained, state=[0, 1])
    with pytest.raises(ValueError, match="no age '7 games'; there are 1 game, 50 games"):
        machine.go_to("7 games")


@pytest.mark.parametrize(("index", "shown"), [(99, 2), (-1, 0)])
def test_a_place_beyond_the_slider_is_its_end(machine, index, shown):
    machine.slider.set_state({"index": index})
    assert machine.age is machine.ages[shown]
    assert machine.slider.page == machine.pictures[shown]


def test_the_ages_of_a_listed_game_are_measured_and_shown_by_its_learner():
    rules, kept = ttt.boards(rows=7, columns=2, k=3, falling=True), {}
    learner = ttt.TDLearner(rules=rules)
    curve = ttt.train(learner, 300, checkpoints=[300], keep=kept)
    (age,) = ages(learner, kept)
    assert f"right in {curve['optimal_share'][0]:.1%}" in age.report
    state = rules.undecided[0]
    of_best = np.nanmax(age.player.values[state])  # X is to move
    assert position_values(age.player)[0] == of_best
    assert np.array_equal(age.player.values_at(state), age.player.values[state], equal_nan=True)
