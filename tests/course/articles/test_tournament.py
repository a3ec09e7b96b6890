"""The articles' players in the tournament of everybody."""

import tttlearn as ttt
from tttlearn.tournament.league import Tournament, everybody


def test_a_level_has_learned_from_its_games():
    games = Tournament({"a": ttt.level(3), "b": ttt.random_policy()}).ranking.games
    assert games.to_dict() == {"a": 1000, "b": 0}


def test_the_articles_players_are_among_everybody(monkeypatch):
    monkeypatch.setattr("tttlearn.players.roster.trained", lambda name, games, seed: name)
    names = set(everybody())
    assert {"network", "nested-q", "nested-mcts", "self-play", "nested-deep-q"} <= names
    assert "level-0" not in names  # which is random, once more
