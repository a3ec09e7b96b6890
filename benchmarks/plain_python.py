"""Play the same games in plain Python: a list of nine cells and a loop, as in most tutorials."""

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def play_games(n, rng):
    """Return the winners of n games between two random players, a list of +1 X, -1 O, 0 draw.

    `rng` is a random.Random.
    """
    return [play_game(rng) for _ in range(n)]


def play_game(rng):
    """Return the winner of one game between two random players."""
    board, side = [0] * 9, 1
    for _ in range(9):
        empty = [cell for cell in range(9) if board[cell] == 0]
        board[rng.choice(empty)] = side
        if any(board[a] == board[b] == board[c] == side for a, b, c in LINES):
            return side
        side = -side
    return 0
