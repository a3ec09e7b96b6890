"""Do the same work in OpenSpiel, if it is installed: `pip install open_spiel`.

Where it has several ways to compute something, the fastest one known to us is used.
"""

import math
from functools import cache
from importlib.util import find_spec

AVAILABLE = find_spec("pyspiel") is not None

CONNECT_FOUR = {"4 x 4": "connect_four(rows=4,columns=4)", "7 x 6": "connect_four"}
"""Its names of boards of Connect Four."""


@cache
def loaded(name="tic_tac_toe"):
    """Return OpenSpiel and a game of its, which is loaded once."""
    import pyspiel

    return pyspiel, pyspiel.load_game(name)


def play_games(n, name="tic_tac_toe"):
    """Return the winners of n games of its random bots, in C++: a list of +1 X, -1 O, 0 draw."""
    spiel, game = loaded(name)
    bots = [spiel.make_uniform_random_bot(side, side + 1) for side in range(2)]
    # The last number is a seed for chance nodes, which this game does not have.
    ends = (spiel.evaluate_bots(game.new_initial_state(), bots, 0) for _ in range(n))
    return [int(returns[0]) for returns in ends]


def moves(n, playouts, played=(), seed=0):
    """Return the cells that its C++ bot chooses after the moves `played`, in n separate searches.

    As ours: a random game for each playout, no search for proven wins. It counts a win as 1 and a
    loss as -1, which are twice as far apart as ours, so that to explore as much takes twice the
    constant.
    """
    spiel, game = loaded()
    evaluator = spiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    settings = {"uct_c": 2 * math.sqrt(2), "max_simulations": playouts, "max_memory_mb": 1_000}
    bot = spiel.MCTSBot(game, evaluator, **settings, solve=False, seed=seed, verbose=False)
    state = game.new_initial_state()
    for cell in played:
        state.apply_action(cell)
    return [bot.step(state) for _ in range(n)]


def worst_case_of_random_play():
    """Return the values to X of random play against the best reply, (as_x, as_o), in C++.

    It computes its best reply over states. Its functions that walk all lines of play, as a game
    with hidden cards needs, take ten times as long.
    """
    spiel, game = loaded()
    policy = spiel.UniformRandomPolicy(game)  # named, since the next line does not keep it alive
    result = spiel.TabularBestResponseMDP(game, policy).exploitability()
    replies_as_x, replies_as_o = result.br_values
    return -replies_as_o, replies_as_x


def learn(games):
    """Let two of OpenSpiel's Q-learners play each other and learn, as its own example does."""
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import tabular_qlearner

    environment = rl_environment.Environment("tic_tac_toe")
    actions = environment.action_spec()["num_actions"]
    agents = [tabular_qlearner.QLearner(side, actions) for side in range(2)]
    for _ in range(games):
        step = environment.reset()
        while not step.last():
            agent = agents[step.observations["current_player"]]
            step = environment.step([agent.step(step).action])
        for agent in agents:
            agent.step(step)
    return agents
