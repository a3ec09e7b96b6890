"""Provide the articles' learners by name, with the settings as published and their known quirks."""

from tttlearn.course.articles.antirez.connect_four import connect_four_run
from tttlearn.course.articles.antirez.deeper import antirez_deeper
from tttlearn.course.articles.antirez.recipe import (
    ANTIREZ_REWARDS,
    RewardedMoves,
    antirez,
    self_play,
)
from tttlearn.course.articles.hickman.recipe import (
    HICKMAN_TEST,
    HICKMAN_TIMED,
    HICKMAN_TRAINING,
    hickman,
    hickman_epsilon,
    hickman_repaired_rule,
    hickman_reward,
    hickman_rule,
)
from tttlearn.course.articles.kota7.recipe import KOTA7_GAMES, kota7, level
from tttlearn.course.articles.nestedsoftware.deep_q import DQN_GAMES, nestedsoftware_dqn
from tttlearn.course.articles.nestedsoftware.q_table import (
    NESTED_GAMES,
    nested_epsilon,
    nested_rule,
    nested_sum_rule,
    nestedsoftware,
    train_nested,
)
from tttlearn.course.articles.nestedsoftware.shared_tree import (
    NESTED_PLAYOUTS,
    nested_mcts_table,
    nestedsoftware_mcts,
)
