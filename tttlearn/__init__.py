"""tttlearn: how machines learn to play, with tic-tac-toe as the whole world.

    import tttlearn as ttt
    ttt.outcome(ttt.random_policy(), ttt.minimax_policy())

The engine; each of its rooms imports only from those above it:

    support     What any program needs: checked arguments, compiling, files, text, progress
    game        What a game is: its rules as tables, the family of boards, one game as it was played
    evaluation  What a policy is: every answer about it, exact; and many sampled games at once
    search      Players that look ahead: minimax in its variants, Monte-Carlo tree search
    learn       Players that learn a table: rules, the compiled game loop, training, sweeps
    network     Players that learn with a small neural network, by hand
    pictures    Every picture: boards, trees, learning curves, tournaments
    players     All players that have a name, and saved learners
    play        Where a person plays: session, board, time machine, console
    tournament  The league of players, and their ratings

One wing is built on it, the course; the engine knows nothing of it and works without it:

    articles    The five source articles: for each its recipe, then its figures; what judges them
    classroom   The class tournament: what students handed in, all against all, exactly
    exercises   The exercises: the five answers of a check, named faults, one module a lesson

Above both is the terminal, the command line.

Whatever needs Numba, matplotlib or a notebook front end is imported on first use, so that
`import tttlearn` is quick.
"""

from importlib import import_module as _import_module
from importlib.util import find_spec as _find_spec

from tttlearn.evaluation.any_player import NAMED as _NAMED
from tttlearn.evaluation.any_player import policy_of
from tttlearn.evaluation.exact import (
    Outcome,
    WorstCase,
    best_reply,
    errs,
    measure,
    minimax_policy,
    optimal_share,
    outcome,
    state_values,
    visit_probabilities,
    worst_case,
)
from tttlearn.evaluation.policy import (
    PolicyPlayer,
    action_values,
    check_policy,
    epsilon_greedy,
    first_best,
    greedy,
    random_policy,
    sample,
)
from tttlearn.game.boards import boards
from tttlearn.game.played import Game, cell_name, to_cell
from tttlearn.game.rules import (
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
    TICTACTOE,
    TURN,
    UNDECIDED,
    WINNER,
    next_state,
    parse,
    show,
    symmetries,
    winning_line,
    winning_lines,
)
from tttlearn.game.tables import IllegalMoveError, Rules
from tttlearn.support.text import signed
from tttlearn.support.version import VERSION as __version__

_LAZY = {
    "Learner": "learn.learner",
    "TDLearner": "learn.td",
    "QLearner": "learn.qlearning",
    "DoubleQLearner": "learn.qlearning",
    "load": "players.saved",
    "LargeRules": "game.large",
    "tabulate": "game.tabulate",
    "MCTS": "search.mcts",
    "data_path": "support.files",
    "distance": "evaluation.distance",
    "judge": "pictures.report",
    "many_outcomes": "evaluation.many",
    "many_reached": "evaluation.many",
    "many_visits": "evaluation.many",
    "save": "players.saved",
    "Tournament": "tournament.league",
    "everybody": "tournament.league",
    "sweep": "learn.sweep",
    "train": "learn.training",
    "train_seeds": "learn.training",
    "play_games": "evaluation.matches",
    "play_match": "evaluation.matches",
    "round_robin": "evaluation.matches",
    "minimax_player": "search.game_tree",
    "player": "players.roster",
    "draw_board": "pictures.boards",
    "plot_learning_curves": "pictures.learning",
    "plot_outcomes": "pictures.boards",
    "plot_result_groups": "pictures.learning",
    "plot_search_tree": "pictures.trees",
    "plot_tree": "pictures.boards",
    "plot_value_density": "pictures.learning",
    "show_figure": "pictures.boards",
    "set_style": "pictures.boards",
    "Board": "play.board",
    "SeeForward": "play.seeing",
    "StepAlphaBeta": "play.stepping",
    "StepGames": "play.stepping",
    "StepSearch": "play.growing",
    "TimeMachine": "play.timemachine",
}


_COURSE = {
    "hand_in": "classroom.handing_in",
    "hint": "exercises.solutions",
    "level": "articles.kota7.recipe",
    "mine": "exercises.answers",
    "predict": "exercises.predictions",
    "predictions": "exercises.predictions",
    "read_record": "exercises.record",
    "reveal": "exercises.predictions",
    "solution": "exercises.solutions",
    "StepChances": "exercises.motion",
    "StepEntries": "exercises.motion",
    "StepIntervals": "exercises.changing",
    "StepPulls": "exercises.motion",
    "StepRanking": "exercises.changing",
    "StepValues": "exercises.motion",
}
_WING = "tttlearn.course"
_HAS_COURSE = _find_spec(_WING) is not None


def __getattr__(name):
    # play imports Numba, plots matplotlib and board the widget classes: only when they are used.
    if name in _LAZY:
        return getattr(_import_module(f"tttlearn.{_LAZY[name]}"), name)
    if name in _COURSE and not _HAS_COURSE:
        raise AttributeError(f"ttt.{name} belongs to the course, which this installation lacks")
    if name in _COURSE:
        return getattr(_import_module(f"{_WING}.{_COURSE[name]}"), name)
    raise AttributeError(f"module 'tttlearn' has no attribute {name!r}")


def __dir__():
    return sorted([*globals(), *_LAZY, *(_COURSE if _HAS_COURSE else ())])


_NAMED.append(lambda text, rules: _import_module("tttlearn.players.texts").player_of(text, rules))
if _HAS_COURSE:
    from tttlearn.course.articles.players import GUESTS as _GUESTS
    from tttlearn.players.guests import BROUGHT as _BROUGHT

    _BROUGHT.append(_GUESTS)
