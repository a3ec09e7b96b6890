"""The articles' players in the tournament of everybody."""

import tttlearn as ttt
from tttlearn.players.roster import ROSTER, player
from tttlearn.tournament.league import Tournament, everybody


def test_a_level_has_learned_from_its_games():
    games = Tournament({"a": ttt.level(3), "b": ttt.random_policy()}).ranking.games
    assert games.to_dict() == {"a": 1000, "b": 0}


def test_the_articles_players_are_among_everybody(monkeypatch):
    monkeypatch.setattr("tttlearn.players.roster.trained", lambda name, games, seed: name)
    names = set(everybody())
    assert {"network", "nested-q", "nested-mcts", "self-play", "nested-deep-q"} <= names
    assert set(ROSTER) - names == {"level-0"}


def test_who_is_left_out_plays_as_another_does():
    for name, entry in ROSTER.items():
        if entry.same_as:
            assert (player(name).policy == player(entry.same_as).policy).all()
