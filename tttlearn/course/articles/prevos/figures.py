"""Reproduce P. Prevos, "Tic Tac Toe Part 3: The Minimax Algorithm", 2017 (code by Alberto C.)."""

from functools import cache

import numpy as np

from tttlearn.course.articles.figures import bars, by_depth, is_narrow
from tttlearn.course.articles.items import Result, item
from tttlearn.course.articles.published import published
from tttlearn.course.articles.verdicts import Setting, Statement
from tttlearn.evaluation.exact import best_reply, minimax_policy, outcome, worst_case
from tttlearn.game.rules import (
    CANONICAL,
    CELLS,
    LEGAL,
    NEXT,
    REACHABLE,
    START,
    TERMINAL,
    TURN,
    WINNER,
    next_state,
    winning_lines,
)
from tttlearn.pictures.boards import draw_boards
from tttlearn.search.game_tree import minimax_player, no_idea, square_heuristic

SOURCE = "Prevos"
DEPTHS = range(1, 10)
CENTRE = 4


@item("prevos-two-ply", SOURCE, "two moves ahead can be beaten", "ttt.minimax_player(2)")
def find_two_ply(data):
    """Can anybody beat a player that looks two moves ahead and trusts its values of the squares?

    The player is ours. The article tells what its earlier algorithm did, but does not print it.
    """
    ahead = published(SOURCE, "earlier algorithm looked ahead")
    two = minimax_player(int(ahead.number))
    worst, alone = worst_case(two.policy), outcome(two.policy, two.policy)
    opening = two.policy[START].argmax()
    beater, states, state = best_reply(two.policy), [], START
    while not TERMINAL[state]:
        policy = beater if TURN[state] == 1 else two.policy
        state = next_state(state, int(policy[state].argmax()))
        states.append(state)
    rows = [
        Statement(
            "against somebody who knows how",
            published(SOURCE, "result", "earlier algorithm, against a reader"),
            worst.as_o == 1,
            f"as O it loses {worst.as_o:.0%} of its games to the best reply, as X it loses none",
        ),
        Statement(
            "its opening, against itself",
            published(SOURCE, "opening"),
            opening == CENTRE and two.policy[START, CENTRE] == 1 and alone.draws == 1,
            "it always opens in the centre; all games are drawn",
        ),
    ]
    titles = [f"{'XO'[i % 2]}, move {i + 1}" for i in range(len(states))]
    caption = (
        f"a game in which O looks {ahead.value} moves ahead and is beaten: X has two threats after "
        f"move {len(states) - 2} and wins with move {len(states)}"
    )
    return Result(
        rows, lambda: draw_boards(states, titles, columns=2 if is_narrow() else 4), caption
    )


@cache
def gains_by_depth():
    """Compute the best reply's gain at each depth, as X and O together: lists by name."""
    players = {"squares, ties at random": (square_heuristic, "random")}
    players |= {"squares, first of ties": (square_heuristic, "first")}
    players |= {"no opinion, ties at random": (no_idea, "random")}
    gains = {}
    for name, (opinion, ties) in players.items():
        worst = [worst_case(minimax_player(depth, opinion, ties).policy) for depth in DEPTHS]
        gains[name] = [abs(w.as_x) + abs(w.as_o) for w in worst]
    return gains


@item(
    "prevos-three-moves",
    SOURCE,
    "three moves ahead are needed",
    "[ttt.minimax_player(depth) for depth in range(1, 10)]",
)
def find_depth(data):
    """How many moves ahead must a player look so that nobody can beat it?"""
    needed = published(SOURCE, "look-ahead needed for a perfect game (at least)")
    least = {name: 1 + max(d for d, g in zip(DEPTHS, gains, strict=True) if g > 0)
             for name, gains in gains_by_depth().items()}  # fmt: skip
    fewer = int(needed.number) - 1
    beaten = [
        gains[depth - 1] > 0 for gains in gains_by_depth().values() for depth in DEPTHS[:fewer]
    ]
    at_three = gains_by_depth()["squares, ties at random"][fewer]
    summary = (
        f"players that look {fewer} or fewer moves ahead are beaten; nobody beats a player from "
        f"{least['squares, ties at random']} moves on if it has an opinion on squares, and from "
        f"{max(least.values())} on if it has none"
    )
    note = (
        f"{needed.value} moves are not enough, and the article does not say that they are. Counted "
        f"from the player's own move, the best reply still gains {at_three:.2f} over two "
        "games, one in each seat. Counted from the opponent's reply, four moves are three."
    )
    caption = (
        "what the best reply gains in two games, one as X and one as O, from players that look so "
        "many moves ahead, exact. Nobody beats them from this many moves on: "
        + "; ".join(f"{number} ({name})" for name, number in least.items())
    )
    row = Statement(
        f"that players that look fewer than {needed.value} moves ahead can be beaten",
        needed,
        all(beaten),
        summary,
    )
    return Result([row], lambda: by_depth(DEPTHS, gains_by_depth()), caption, note)


@item("prevos-perfect", SOURCE, "minimax to the end is perfect", "ttt.minimax_player()")
def find_perfect(data):
    """Can anybody beat full minimax, whichever of equal moves the noise picks?"""
    worst = worst_case(minimax_policy())
    noise = published(SOURCE, "noise that breaks ties (from / to)")
    win = published(SOURCE, "value of a win of -1 / of +1 / other")
    most = float(noise.value.split(" / ")[1])
    gap = abs(float(win.value.split(" / ")[0]))
    undecided = np.flatnonzero(REACHABLE & ~TERMINAL)
    best = (minimax_policy() > 0).sum(1)
    rows = [
        Statement(
            "play to the end of the game",
            published(SOURCE, "play", "minimax to the end of the game"),
            worst == (0, 0),
            f"the best reply gains {worst.as_o:.0f} from O and {-worst.as_x + 0:.0f} from X",
        ),
        Statement(
            "noise that breaks ties",
            noise,
            9 * most < gap,
            f"it is at most {9 * most:.1f} over the nine moves of a game; a win is worth {gap:.0f}",
        ),
        Statement(
            "that it does not always play the same move in the same situation",
            published(SOURCE, "purpose of the noise"),
            best[START] > 1,
            f"it chooses among {best[START]} best moves in the first position, and among two or "
            f"more in {(best[undecided] > 1).mean():.0%} of all {len(undecided):,} undecided "
            "positions; in the others only one is best",
        ),
    ]
    return Result(rows, note="Any choice among the best moves is safe, so the noise is, too.")


@item("prevos-openings", SOURCE, "three openings, a factor of 5", "ttt.CANONICAL")
def find_openings(data):
    """How many openings are there up to symmetry, and how many games if symmetry is used?"""
    openings = np.unique(CANONICAL[NEXT[START]])
    every = games(0)
    left = {
        "first move only": games(1),
        "first two moves": games(2),
        "at every move": games(9),
    }
    factors = {name: every / number for name, number in left.items()}
    claim = published(SOURCE, "possible reduction of the number of games (roughly)")
    summary = (
        f"of {every:,} games the three openings alone leave {left['first move only']:,}, a factor "
        f"of {factors['first move only']:.1f}; with symmetry in the first two moves it is "
        f"{factors['first two moves']:.1f}, at every move {factors['at every move']:.1f}"
    )
    near = [abs(factor - claim.number) <= claim.rounding for factor in factors.values()]
    missing = "the comment goes on with a list that is missing from our text; it takes that list"
    three = published(SOURCE, "different opening moves (corner, edge, centre)")
    rows = [
        Setting("openings up to symmetry", three, len(openings)),
        Statement("reduction of the games", claim, any(near), summary, missing_evidence=missing),
    ]
    caption = (
        f"how many times fewer games than {every:,} there are if only one of the moves that look "
        "alike is tried: " + ", ".join(f"{name} {factor:.1f}" for name, factor in factors.items())
    )
    xlabel = "times fewer games"
    return Result(rows, lambda: bars(factors, xlabel, claim.number), caption)


@item("prevos-code", SOURCE, "the printed code runs", "")
def find_code(data):
    """Does the printed code run? R stops at the first call of a function that is not there."""
    defined, called = (
        set(published(SOURCE, what).value.split(" / ")) for what in ("defined", "called")
    )
    lacking = sorted(called - defined)
    tested = published(SOURCE, "win test eval.game").value
    won = max(published(SOURCE, "value of a win of -1 / of +1 / other").numbers)
    row = Statement(
        "that all functions of a game are printed",
        published(SOURCE, "code", "the printed functions"),
        not lacking,
        f"it calls {', '.join(lacking)}, which is not there" if lacking else "all are there",
        reason="R stops at the first call, after the first move. It is not enough to call ganador "
        f"instead, which is printed: the game is tested for a win worth {tested}, but in ganador a "
        f"win is worth {won:.0f}",
    )
    return Result([row])


@item("prevos-lines", SOURCE, "the winning lines that it draws", "")
def find_lines(data):
    """Are the red lines of the printed function right on every board that can occur?"""
    states = np.flatnonzero(REACHABLE)
    right = [lines_drawn(state) == set(winning_lines(state)) for state in states]
    won = np.flatnonzero(REACHABLE & (WINNER != 0))
    row = Statement(
        "lines drawn through three equal marks",
        published(SOURCE, "winning lines"),
        all(right),
        f"it draws just these on {sum(right):,} of {len(states):,} boards, of which {len(won):,} "
        "are won",
    )
    two = next(state for state in won if len(winning_lines(state)) == 2)
    caption = "boards with their winning lines: one line, and two made by one move"
    return Result([row], lambda: draw_boards([won[0], two], ["one line", "two lines"]), caption)


def lines_drawn(state):
    """Return the cells, in threes, that the lines of the printed function pass on a board.

    It has rows of marks at heights 25, 15 and 5 of a window of 30, and columns at 5, 15 and 25.
    """
    size = published(SOURCE, "plot window, each axis (from / to)").numbers[1]
    third = size / 3
    square = np.where(CELLS[state] == 1, 1, -(CELLS[state] == 2).astype(int)).reshape(3, 3)
    ends = [((0, (4 - row) * third - third / 2), (size, (4 - row) * third - third / 2))
            for row in 1 + np.flatnonzero(abs(square.sum(1)) == 3)]  # fmt: skip
    ends += [((column * third - third / 2, 0), (column * third - third / 2, size))
             for column in 1 + np.flatnonzero(abs(square.sum(0)) == 3)]  # fmt: skip
    if abs(np.trace(square)) == 3:
        ends.append(((2, size - 2), (size - 2, 2)))
    if abs(np.trace(square[:, ::-1])) == 3:
        ends.append(((2, 2), (size - 2, size - 2)))
    return {_passed(*pair, third) for pair in ends}


def _passed(start, end, third):
    """Return the cells that a line passes in their middle."""
    middles = [(third * (cell % 3 + 0.5), third * (2.5 - cell // 3)) for cell in range(9)]
    (x0, y0), (x1, y1) = start, end
    is_on_line = [abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) < 1e-9 for x, y in middles]
    return tuple(int(cell) for cell in np.flatnonzero(is_on_line))


@cache
def games(merged, state=START):
    """Count the games from `state`, merging moves that look alike in the first `merged` moves.

    Of such moves only one is tried.
    """
    if TERMINAL[state]:
        return 1
    following = NEXT[state, LEGAL[state]]
    if merged:
        following = following[np.unique(CANONICAL[following], return_index=True)[1]]
    return sum(games(max(merged - 1, 0), int(after)) for after in following)
