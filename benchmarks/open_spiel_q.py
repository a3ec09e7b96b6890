"""OpenSpiel's tabular Q-learner in self-play, for comparison; needs `pip install open_spiel`."""

from importlib.util import find_spec

AVAILABLE = find_spec("pyspiel") is not None


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
