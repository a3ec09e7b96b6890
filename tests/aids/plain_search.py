"""Search by Monte-Carlo a second time, as one would write it with objects."""

import math
from functools import partial

import numpy as np


def plain_search(game, board, n_actions, playouts, c, rng):
    """Return (visits, values) of each action in the first position, arrays (n_actions,).

    `game` has functions of a board: `moves`, a list; `after(board, action)`; `mover`, "X" or "O";
    `is_over`, and `result`, the winner as a value to X.
    """

    def node(board):
        return {"board": board, "untried": game.moves(board), "below": [], "n": 0, "total": 0}

    def bound(child, parent):
        side = 1 if game.mover(parent["board"]) == "X" else -1
        points = (1 + side * child["total"] / child["n"]) / 2
        return points + c * math.sqrt(math.log(parent["n"]) / child["n"])

    root = node(board)
    for _ in range(playouts):
        path = [root]
        while not path[-1]["untried"] and path[-1]["below"]:
            path.append(max(path[-1]["below"], key=partial(bound, parent=path[-1])))
        last = path[-1]
        if last["untried"]:
            a = last["untried"].pop(int(rng.random() * len(last["untried"])))
            last["below"].append(node(game.after(last["board"], a)) | {"action": a})
            path.append(last["below"][-1])
        board = path[-1]["board"]
        while not game.is_over(board):
            free = game.moves(board)
            board = game.after(board, free[int(rng.random() * len(free))])
        for visited in path:
            visited["n"] += 1
            visited["total"] += game.result(board)
    visits, values = np.zeros(n_actions, int), np.full(n_actions, np.nan)
    for child in root["below"]:
        visits[child["action"]] = child["n"]
        values[child["action"]] = child["total"] / child["n"]
    return visits, values
