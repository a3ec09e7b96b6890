"""Play the same random games in pgx, whose boards JAX steps together; needs `pip install pgx`."""

import os
from functools import cache
from importlib.util import find_spec

import numpy as np

AVAILABLE = find_spec("pgx") is not None
BOARDS = 16_384
"""Number of games that are played together."""


def play_games(n):
    """Return the winners of n games, (n,) int, +1 X, -1 O, 0 draw; n is a multiple of BOARDS."""
    jax, play = compiled()
    # np.asarray waits for each result; otherwise JAX would play several at once.
    winners = [np.asarray(play(jax.random.key(seed))) for seed in range(n // BOARDS)]
    return np.array([1, -1, 0])[np.concatenate(winners)]


@cache
def compiled():
    """Return (JAX, a compiled function that plays BOARDS games with pgx).

    The function takes a random key and returns the winners as pgx numbers them: 0, 1, or -1.
    """
    # One core, as in all rows; these must be set before JAX starts.
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    import jax
    import pgx

    game = pgx.make("tic_tac_toe")
    init, step = jax.vmap(game.init), jax.vmap(game.step)

    def move(state, key):
        # The k-th of the legal cells, twice as fast as to draw one from nine probabilities.
        counts = state.legal_action_mask.cumsum(1)
        k = (jax.random.uniform(key, (BOARDS, 1)) * counts[:, -1:]).astype(int)
        return step(state, (counts <= k).sum(1)), None

    def play(key):
        first, *keys = jax.random.split(key, 10)
        state = init(jax.random.split(first, BOARDS))
        state, _ = jax.lax.scan(move, state, jax.numpy.stack(keys))
        return state._x.winner

    return jax, jax.jit(play)
