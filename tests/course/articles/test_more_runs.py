"""More runs let one tell what nobody could before, and turn no verdict into its contrary."""

import numpy as np
import pytest

from tttlearn.course.articles.published import Published
from tttlearn.course.articles.tables import joint
from tttlearn.course.articles.verdicts import CANNOT, SHARE_LIMITS, Measured, Statement

FEW, MORE = 200, 1_000


POPULATIONS = {
    "mostly nothing": lambda rng, n: np.where(rng.random(n) < 0.03, rng.random(n), 0.0),
    "hardly ever anything": lambda rng, n: np.where(rng.random(n) < 0.002, rng.random(n), 0.0),
    "near the middle": lambda rng, n: np.clip(rng.normal(0.6, 0.04, n), 0, 1),
    "two kinds": lambda rng, n: np.where(rng.random(n) < 0.2, 0.5, 0.02) + 0.01 * rng.random(n),
    "anything": lambda rng, n: rng.random(n),
}


@pytest.mark.parametrize("name", POPULATIONS)
@pytest.mark.parametrize("printed", [0.0, 0.03, 0.6])
def test_hardly_any_number_becomes_the_contrary_of_what_it_was(name, printed):
    published = Published("somebody", "a table", "", "wins", f"{100 * printed:.2f}", "%", "100")
    contrary = 0
    for seed in range(40):
        ours = np.round(100 * POPULATIONS[name](np.random.default_rng(seed), MORE))  # few differ
        few, more = (Measured("", published, ours[:runs], 1_000) for runs in (FEW, MORE))
        contrary += CANNOT not in (few.verdict, more.verdict) and few.verdict != more.verdict
    assert contrary <= 1


@pytest.mark.parametrize("about", [about for about in SHARE_LIMITS if about != "every run"])
@pytest.mark.parametrize("share", [0.002, 0.03, 0.2, 0.55, 0.9, 0.97, 0.998])
def test_a_statement_keeps_its_verdict(about, share):
    published = Published("somebody", "a text", "", "play", "good", "text")
    taken_back = 0
    for seed in range(60):
        ours = np.random.default_rng(seed).random(MORE) < share
        few, more = (Statement("", published, ours[:n], about=about) for n in (FEW, MORE))
        taken_back += few.verdict not in (CANNOT, more.verdict)
    assert taken_back <= 1


def cells(shares, printed):
    """Measured rows for pairings with these shares of our runs, (runs, pairings, 3)."""
    rows = []
    for pairing in range(shares.shape[1]):
        for end in range(3):
            value = f"{100 * printed[pairing][end]:.2f}"
            row = Published("somebody", "a table", f"{pairing}", f"{end}", value, "%", "100")
            rows.append(Measured("", row, 100 * shares[:, pairing, end], 1_000))
    return rows


def test_a_table_that_no_run_could_print_is_different_though_each_cell_passes():
    # Whoever wins little against one player wins much against the other.
    won = np.random.default_rng(0).uniform(0.2, 0.8, 600)
    lost, drawn = np.full(600, 0.1), 0.9 - won
    shares = np.stack([np.stack([won, drawn, lost], 1), np.stack([drawn, won, lost], 1)], 1)
    like_ours = [(0.5, 0.4, 0.1), (0.4, 0.5, 0.1)]
    beyond = [(0.75, 0.05, 0.2), (0.15, 0.65, 0.2)]
    assert joint("", cells(shares, like_ours)).verdict == "within sampling error"
    assert joint("", cells(shares, beyond)).verdict == "different"
    few = joint("", cells(shares[:40], beyond))
    assert (few.verdict, few.why) == (CANNOT, "our 40 runs leave it open, so it takes more of them")


def test_a_table_of_exact_players_is_judged_by_its_games():
    exact = np.array([[[0.6, 0.1, 0.3], [1.0, 0.0, 0.0]]])
    within, other = ([(0.61, 0.10, 0.29), (1.0, 0.0, 0.0)], [(0.6, 0.1, 0.3), (0.999, 0.001, 0.0)])
    rows = [joint("", cells(exact, printed)) for printed in (within, other)]
    assert [row.verdict for row in rows] == ["within sampling error", "different"]
    assert "than half of the tables that such games give" in rows[0].ours_text
    with pytest.raises(ValueError, match="in threes"):
        joint("", cells(exact, within)[:2])


def test_our_own_tables_are_hardly_ever_different():
    rng = np.random.default_rng(1)
    different = 0
    for _ in range(100):
        won = rng.beta(2, 3, 301)
        shares = np.stack([won, 0.6 * (1 - won), 0.4 * (1 - won)], 1)[:, None]
        printed = rng.multinomial(1_000, shares[0, 0]) / 1_000
        different += joint("", cells(shares[1:], [printed])).verdict == "different"
    assert different <= 3
