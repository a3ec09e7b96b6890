"""tttlearn: how machines learn to play, with tic-tac-toe as the whole world.

    import tttlearn as ttt
    ttt.outcome(ttt.random_policy(), ttt.minimax_policy())

The floors, each importing only from those below it: `rules`, `text`; `policy`; `solve`, `mcts`,
`game`, `play`, `search`, `many`; `players`, `learn`; `tabular`, `recipes`, `training`, `sweeps`,
`versus`, `plots`; `store`; `tournament`, `classroom`, `reproduce`, `board`, `check`; the command
line. What needs Numba, matplotlib or a notebook front end is imported on first use, so that
`import tttlearn` is quick.
"""

from importlib import import_module

from tttlearn.game import Game, cell_name, to_cell
from tttlearn.policy import (
    PolicyPlayer,
    action_values,
    check_policy,
    epsilon_greedy,
    first_best,
    greedy,
    random_policy,
    sample,
)
from tttlearn.rules import (
    ACTION_MAPS,
    CANONICAL,
    CELLS,
    LEGAL,
    LINES,
    NEXT,
    PLY,
    REACHABLE,
    START,
    TERMINAL,
    TURN,
    UNDECIDED,
    WINNER,
    IllegalMoveError,
    next_state,
    parse,
    show,
    symmetries,
    winning_line,
    winning_lines,
)
from tttlearn.solve import (
    Outcome,
    WorstCase,
    best_reply,
    errs,
    minimax_policy,
    optimal_share,
    outcome,
    state_values,
    visit_probabilities,
    worst_case,
)
from tttlearn.text import signed

__version__ = "0.1.0"

_LAZY = {
    "Learner": "learn",
    "TDLearner": "tabular",
    "QLearner": "qlearning",
    "DoubleQLearner": "qlearning",
    "hand_in": "classroom.handing_in",
    "Versus": "versus",
    "load": "store",
    "MCTS": "mcts",
    "data_path": "files",
    "many_outcomes": "many",
    "many_reached": "many",
    "many_visits": "many",
    "measure": "training",
    "read_record": "record",
    "save": "store",
    "Tournament": "tournament",
    "everybody": "tournament",
    "strength_by_playouts": "strength",
    "sweep": "sweeps",
    "train": "training",
    "train_seeds": "training",
    "play_games": "play",
    "play_match": "play",
    "round_robin": "play",
    "minimax_player": "search",
    "player": "players",
    "level": "players",
    "draw_board": "plots",
    "plot_learning_curves": "plots_learning",
    "plot_outcomes": "plots",
    "plot_result_groups": "plots_learning",
    "plot_search_tree": "plots_search",
    "plot_tree": "plots",
    "plot_value_density": "plots_learning",
    "show_figure": "plots",
    "set_style": "plots",
    "Board": "board",
    "TimeMachine": "timemachine",
}


def __getattr__(name):
    # play pulls in Numba, plots matplotlib and board the widget classes: only when asked for.
    if name in _LAZY:
        return getattr(import_module(f"tttlearn.{_LAZY[name]}"), name)
    raise AttributeError(f"module 'tttlearn' has no attribute {name!r}")


def __dir__():
    return sorted([*globals(), *_LAZY])
