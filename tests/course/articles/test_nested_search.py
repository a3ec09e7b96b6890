"""nestedsoftware's tree search at its published size, and live, beside a slow one with dicts.

Written from source 2, rows 2-15 to 2-17.
"""

import math

import pytest

from tests.aids import naive
from tttlearn.course.articles.recipes import nestedsoftware_mcts


class Tree:
    """Nodes for boards up to symmetry: visits, points (wins and draws), and known parents.

    Points are those of the side that moved there.
    """

    def __init__(self):
        self.visits, self.points, self.parents, self.names = {}, {}, {}, {}

    def name(self, board):
        if board not in self.names:
            self.names[board] = min(naive.images(board))
        return self.names[board]

    def bound(self, parent, board):
        """Value + sqrt(2 ln(visits of all known parents) / visits); infinite when not visited."""
        node, above = self.name(board), self.name(parent)
        self.parents.setdefault(node, set()).add(above)
        if not self.visits.get(node):
            return math.inf
        total = sum(self.visits.get(one, 0) for one in self.parents[node])
        explore = math.sqrt(2) * math.sqrt(math.log(total) / self.visits[node])
        return self.points[node] / self.visits[node] + explore

    def playout(self, root):
        """To the end of a game by the highest bound, and what it was worth, all the way back."""
        path = [root]
        while not naive.is_over(path[-1]):
            board = path[-1]
            following = [naive.after(board, cell) for cell in naive.moves(board)]
            path.append(max(following, key=lambda after: self.bound(board, after)))
        loser = {"X": "O", "O": "X"}.get(naive.winner(path[-1]))
        for board in path:
            node = self.name(board)
            moved = "O" if naive.mover(board) == "X" else "X"
            self.visits[node] = self.visits.get(node, 0) + 1
            self.points[node] = self.points.get(node, 0) + (moved != loser)

    def value(self, board):
        node = self.name(board)
        return self.points[node] / self.visits[node] if self.visits.get(node) else 0.0

    def choose(self, board):
        """The first move to a board with the highest value, however often it was visited."""
        return max(naive.moves(board), key=lambda cell: self.value(naive.after(board, cell)))


def test_after_4000_playouts_the_same_values_and_moves_in_all_positions():
    tree, ours = Tree(), nestedsoftware_mcts()
    for _ in range(4_000):
        tree.playout("." * 9)
    values, policy = ours.values, ours.policy
    for board in naive.undecided():
        state, side = naive.code(board), 1 if naive.mover(board) == "X" else -1
        for cell in naive.moves(board):
            expected = side * (2 * tree.value(naive.after(board, cell)) - 1)
            assert values[state, cell] == pytest.approx(expected, rel=0, abs=1e-12)
        assert policy[state].argmax() == tree.choose(board), board


def replies(own):
    """Other players: they take the first, the last or the middle one of the free cells."""
    return [lambda free: free[0], lambda free: free[-1], lambda free: free[len(free) // 2]][own]


@pytest.mark.parametrize("side", ["X", "O"])
@pytest.mark.parametrize("other", range(3))
def test_live_it_makes_the_same_moves_and_keeps_the_same_nodes_through_a_game(side, other):
    playouts = 60
    live, tree, board = nestedsoftware_mcts(live=True, playouts=playouts), Tree(), "." * 9
    while not naive.is_over(board):
        if naive.mover(board) == side:
            for _ in range(playouts):
                tree.playout(board)
            cell = live.act(naive.code(board))
            assert cell == tree.choose(board)
            for after in (naive.after(board, cell) for cell in naive.moves(board)):
                node = tree.name(after)
                mine = live.memory.visits[[naive.code(image) for image in naive.images(after)]]
                assert mine.max() == tree.visits.get(node, 0)
        else:
            cell = replies(other)(naive.moves(board))
        board = naive.after(board, cell)
