"""Claims in words: each row says what its computation says, and could have said something else."""

import numpy as np
import pytest

from tttlearn.course.articles import reproduce
from tttlearn.course.articles.antirez import figures as antirez
from tttlearn.course.articles.antirez import kept_runs
from tttlearn.course.articles.batches import run as run_batches
from tttlearn.course.articles.kota7.figures import wins_now_and_later
from tttlearn.course.articles.nestedsoftware import runs as nested
from tttlearn.course.articles.nestedsoftware import studies
from tttlearn.course.articles.published import all_published
from tttlearn.course.articles.verdicts import CANNOT, FALSE, TRUE, Comparison
from tttlearn.evaluation.exact import best_reply, state_values
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import TURN


def rows(id, data=None):
    return {row.label: row for row in reproduce.ITEMS[id].find(data or {}).rows}


def test_a_person_can_play_hickmans_computer_from_the_first_seat_only():
    first, second = rows("hickman-human").values()
    assert (first.verdict, second.verdict) == (TRUE, FALSE)
    assert "player1_epsilon is not an argument" in second.why


def test_an_earlier_win_is_better_only_with_a_discount():
    now, later = wins_now_and_later(0.99)
    assert len(now) > 500
    assert (now > later).all()
    now, later = wins_now_and_later(1.0)
    assert not (now > later).any()


def test_without_exploration_one_first_move_is_tried():
    data = run_batches({name: nested.BATCHES[name] for name in ("nested", "nested-greedy")}, 10)
    tried = [[run["tried"] for run in data[name]] for name in data]
    assert tried == [[9] * 10, [1] * 10]
    one, less = rows("nested-feedback", data).values()
    assert (one.verdict, less.verdict) == (TRUE, TRUE)
    alike = {"nested": data["nested"], "nested-greedy": data["nested"]}
    one, less = rows("nested-feedback", alike).values()
    assert one.verdict == CANNOT
    assert less.verdict == CANNOT


def test_a_table_that_says_too_much_is_off_by_so_much():
    data = run_batches({"nested": nested.BATCHES["nested"]}, 4)
    signed, off = nested.errors(data, "nested")
    assert (abs(signed) < off).all()
    raised = [run | {"claimed": run["claimed"] + TURN[nested.POSITIONS]} for run in data["nested"]]
    more, further = nested.errors({"raised": raised}, "raised")
    assert more == pytest.approx(signed + 1, abs=1e-6)
    assert (further > 0.9).all()


def test_what_a_player_without_errors_says_of_its_moves_is_what_they_are_worth():
    best = best_reply(random_policy())
    exact = state_values(o=random_policy()), state_values(x=random_policy())
    worth = np.where(TURN == 1, *exact)[nested.POSITIONS]
    run = {"cells": best.argmax(1).astype(np.int8), "claimed": worth.astype(np.float32)}
    signed, off = nested.errors({"best": [run, run]}, "best")
    assert [*signed, *off] == pytest.approx([0] * 4, abs=1e-6)


@pytest.mark.parametrize(("two", "verdict"), [(0.5, TRUE), (1.0, CANNOT), (2.0, FALSE)])
def test_two_tables_are_better_where_they_are_nearer_to_the_truth(two, verdict, monkeypatch):
    spread = np.linspace(-0.5, 0.5, 41)
    found = {"nested": (spread + 1, spread + 1), "nested-double": (-two - spread, spread + two)}
    monkeypatch.setattr(studies, "errors", lambda data, batch: np.array(found[batch]))
    too_much, nearer = rows("nested-values").values()
    assert (too_much.verdict, nearer.verdict) == (TRUE, verdict)


def luck(weights, games, groups=60):
    """Data of runs whose luck is made by first weights and by games, in such parts."""
    rng, each = np.random.default_rng(0), antirez.SHARED

    def runs(sharing):
        weighed = np.repeat(weights * rng.normal(size=groups * each // sharing), sharing)
        counts = np.zeros((groups * each, 1, 3))
        counts[:, 0, 0] = np.exp(7 + weighed + games * rng.normal(size=groups * each))
        return [{"counts": one, "cells": np.zeros(19683, np.int8)} for one in counts]

    shared, usual = runs(each), runs(1)
    kinds = {"antirez-weights": shared, "antirez-short": usual}
    return {antirez.of(name, rewards): made for name, made in kinds.items()
            for rewards in ("code", "readme")}  # fmt: skip


@pytest.mark.parametrize(
    ("weights", "games", "verdict"), [(1.0, 0.3, TRUE), (0.3, 1.0, FALSE), (1.0, 1.0, CANNOT)]
)
def test_the_cause_of_luck_is_what_takes_half_of_it_away(weights, games, verdict, monkeypatch):
    monkeypatch.setattr(kept_runs, "outcomes", lambda cells, side, who: np.zeros((len(cells), 3)))
    for row in rows("antirez-luck", luck(weights, games)).values():
        assert row.verdict == verdict
        assert row.seeds == "1,000 to 1,239, in groups of 4; others: 0 to 239"


def first_kept(**settings):
    """What a batch keeps of the first of the kept short runs with these settings."""
    lost = kept_runs.kept(kept_runs.SHORT, **settings)["lost"][: kept_runs.MADE]
    counts = np.zeros((len(lost), 15, 3), int)
    counts[:, 0, 0] = lost
    return [{"counts": one, "cells": n} for n, one in enumerate(counts)]


def test_move_importance_matters_with_the_rewards_of_the_code_and_hurts(monkeypatch):
    data = {
        antirez.of(name, rewards): [
            run | {"cells": (rewards, later)} for run in first_kept(rewards=rewards, later=later)
        ]
        for rewards in ("code", "readme")
        for name, later in (("antirez-short", 0.5), ("antirez-even", 0.0))
    }

    def risks(cells, side, opponent):
        found = kept_runs.kept(kept_runs.SHORT, rewards=str(cells[0, 0]), later=float(cells[0, 1]))
        return found["risk"][: kept_runs.MADE, None]

    monkeypatch.setattr(kept_runs, "outcomes", risks)
    found = rows("antirez-importance", data)
    assert {len(row.ours) for row in found.values()} == {400}
    code = [row.verdict for what, row in found.items() if what.endswith("code")]
    assert code == [TRUE, FALSE, TRUE]
    assert next(row.verdict for what, row in found.items() if what.endswith("README")) != TRUE


def test_other_functions_than_relu_are_judged_by_what_they_lose():
    never, often = np.zeros(20), np.full(20, 2 * antirez.WELL)
    row = all_published()[0]
    assert antirez._well("code", row, never, "").verdict == TRUE
    assert antirez._well("code", row, often, "").verdict == FALSE


def test_runs_with_the_same_first_weights_differ_in_their_games():
    one, two, other = (antirez.BATCHES["antirez-weights"].make(seed) for seed in (0, 1, 4))
    assert (one.table == two.table).all()
    assert (one.table != other.table).any()
    games = [learner.learn(200, None, "O") for learner in (one, two)]
    assert (games[0] != games[1]).any()


def test_what_is_said_of_some_runs_or_of_all_has_its_runs(everything):
    about = {}
    for result in everything.values():
        for row in result.rows:
            if row.kind == "statement" and row.about != "a run":
                about.setdefault(row.about, []).append(row.label)
                assert row.runs_text != "exact", row.label
    assert set(about) == {"most runs", "some run", "every run"}
    assert "that occasionally there is a bad run" in about["some run"]


def test_a_comparison_names_two_groups(everything):
    found = [row for result in everything.values() for row in result.rows
             if isinstance(row, Comparison)]  # fmt: skip
    assert len(found) > 15
    assert all(len(set(row.names)) == 2 for row in found)
