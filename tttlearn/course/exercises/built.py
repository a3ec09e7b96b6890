"""What a lesson's exercises build and its later cells use, for the student edition.

A lesson keeps running there whether or not its exercises are solved. The checks compare with the
same functions. Each says which exercise it answers; the lesson explains it.
"""

from fractions import Fraction
from functools import cache, lru_cache
from math import ceil, comb, inf, log, sqrt
from operator import truediv

import numpy as np

from tttlearn.course.articles.shares import NORMAL, quantiles, student, wilson
from tttlearn.course.articles.verdicts import Statement
from tttlearn.course.exercises.net_faults import (
    delta_with,
    forward_with,
    learn_with,
    pulled_with,
    slopes_with,
)
from tttlearn.evaluation.exact import (
    best_reply,
    optimal_share,
    outcome,
    state_values,
    worst_case,
)
from tttlearn.evaluation.forecasts import expected_score
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import (
    CANONICAL,
    CELLS,
    LAYERS,
    LEGAL,
    LINES,
    N_STATES,
    NEXT,
    REACHABLE,
    START,
    TERMINAL,
    TURN,
    UNDECIDED,
    WINNER,
    next_state,
)
from tttlearn.game.tables import O, X, fixed
from tttlearn.network.basics import numerical_gradient, softmax
from tttlearn.search.game_tree import children, square_heuristic

CURIOUS = sqrt(2)
"""The c of UCB1 that theory recommends (lesson 09)."""


def encode(board):
    """The state code of nine digits, cell 0 first (01.1)."""
    return sum(digit * 3**cell for cell, digit in enumerate(board))


def decode(state):
    """The nine digits of a state code, a list (01.2)."""
    return CELLS[state].tolist()


def turn_of(state):
    """+1 when X is to move, -1 when O is, 0 when the numbers of marks fit neither (01.3)."""
    return int(TURN[state])


def winner_of(state):
    """+1 when X has a line, -1 when O has, 0 when neither or both have (01.4)."""
    return int(WINNER[state])


def legal_moves(state):
    """The cells that the side to move may take, a list (01.5)."""
    return np.flatnonzero(LEGAL[state]).tolist()


def reachable():
    """All states that games get to, an ascending list (01.7)."""
    return np.flatnonzero(REACHABLE).tolist()


def canonical(state):
    """The smallest code among the eight images of a board (01.9)."""
    return int(CANONICAL[state])


def wins_at_once(state):
    """The first cell that wins, or else the first free one (01.10)."""
    return next(iter(completing(state, TURN[state]) or legal_moves(state)))


@cache
def all_histories():
    """The number of histories of each state, (19683,) int, counted forward."""
    ways = np.zeros(N_STATES, int)
    ways[START] = 1
    for layer in LAYERS:
        states, cells = np.nonzero(LEGAL[layer])
        np.add.at(ways, NEXT[layer[states], cells], ways[layer[states]])
    return fixed(ways)


def histories(state):
    """How many orders of moves lead from the empty board to this position (01.5)."""
    return int(all_histories()[state])


def shares(winners):
    """The shares of the games that X won, that nobody did, that O won, a list (02.1)."""
    return [float((winners == side).mean()) for side in (1, 0, -1)]


def one_move(boards, part=truediv, adds=True):
    """The chances of the boards after a random move, from those before it, two dicts (02.2).

    `part` and `adds` are what the move is about: what each of a board's free cells gets, of its
    chance and their number, and that what several boards bring to one is added up.
    """
    after = {}
    for state, chance in boards.items():
        cells = legal_moves(state)
        for reached in NEXT[state, cells].tolist():
            after[reached] = part(chance, len(cells)) + (after.get(reached, 0) if adds else 0)
    return after


def random_ends(over=TERMINAL):
    """The chances that X wins, that nobody does, that O wins, of random play, Fractions (02.3).

    `over` says which boards are counted as ends.
    """
    ends = {1: 0, 0: 0, -1: 0}
    for boards in _after_random_moves():
        for state, chance in boards.items():
            if over[state]:
                ends[int(WINNER[state])] += chance
    return list(ends.values())


@cache
def _after_random_moves():
    """The chances of the boards after one random move, after two, and up to nine: dicts."""
    layers, boards = [], {START: Fraction(1)}
    while boards := one_move(boards):
        layers.append(boards)
    return layers


def standard_error(p, n):
    """The standard error of a share of n games that are won with probability p (02.5)."""
    return np.sqrt(p * (1 - p) / n)


def hits(samples, p, wins=lambda sample: (sample == 1).sum(), games=len):
    """How many of the samples, rows of winners, have an interval that holds p (02.7).

    `wins` and `games` are what is counted in a sample.
    """
    bars = [wilson(wins(sample), games(sample)) for sample in samples]
    return sum(bool(low <= p <= high) for low, high in bars)


ADAS_ORDER = (4, 0, 2, 6, 8, 1, 3, 5, 7)
"""The centre, the corners, the edges."""


def thumb(state):
    """The cell of a rule of thumb: complete a line, else centre, corners, edges (04.1)."""
    free = [cell for cell in ADAS_ORDER if LEGAL[state, cell]]
    wins = [cell for cell in free if WINNER[NEXT[state, cell]] != 0]
    return (wins or free)[0]


def best_for(side, values):
    """What a state is worth to X when `side` takes its choice among these values (03.1)."""
    return max(values) if side == X else min(values)


@cache
def _values():
    return state_values().tolist()


def values(x=None, o=None):
    """The value to X of every state; a side whose policy is None plays its best (04.7)."""
    fixed = {side: policy for side, policy in {"x": x, "o": o}.items() if policy is not None}
    return state_values(**fixed)


def value(state):
    """What a state is worth to X when both sides play their best (03.2)."""
    return int(_values()[state])


def remembered(state, values):
    """The same from `values`, which it fills: a dict from common names to values (03.3)."""
    name = int(CANONICAL[state])
    if name not in values:
        below = [remembered(after, values) for after in children(state)]
        values[name] = best_for(TURN[state], below) if below else int(WINNER[state])
    return values[name]


def best_moves(state, value_of):
    """The free cells after which the side to move is best off, by `value_of` (03.4)."""
    after = {a: value_of(int(NEXT[state, a])) for a in range(9) if LEGAL[state, a]}
    best = best_for(TURN[state], after.values())
    return [cell for cell, worth in after.items() if worth == best]


def _no_longer_below(low, high, found):
    return low >= high


def _risen(low, _, found):
    return max(low, found)


def _fallen(_, high, found):
    return min(high, found)


def alpha_beta(state, low=-2, high=2, update=(_risen, _fallen), enough=_no_longer_below):
    """(the value as far as it matters, the number of positions looked at) (03.5).

    `update` and `enough` are what alpha-beta is about, functions of (low, high, found): to what low
    rises, to what high falls, and whether the other moves are left out.
    """
    if TERMINAL[state]:
        return int(WINNER[state]), 1
    looked_at, is_x = 1, TURN[state] == X
    for after in children(state):
        found, below = alpha_beta(after, low, high, update, enough)
        looked_at += below
        if is_x:
            low = update[0](low, high, found)
        else:
            high = update[1](low, high, found)
        if enough(low, high, found):
            break
    return (low if is_x else high), looked_at


def ordered_search(ordered, state=START, low=-2, high=2):
    """What alpha_beta finds when `ordered(state)` gives the boards after the moves (03.8)."""
    if TERMINAL[state]:
        return int(WINNER[state]), 1
    looked_at, is_x = 1, TURN[state] == X
    for after in ordered(state):
        found, below = ordered_search(ordered, after, low, high)
        looked_at += below
        low, high = (max(low, found), high) if is_x else (low, min(high, found))
        if low >= high:
            break
    return (low if is_x else high), looked_at


def limited(state, depth):
    """The value of a state, looking `depth` moves ahead and then trusting the squares (03.6)."""
    if TERMINAL[state]:
        return int(WINNER[state])
    if depth == 0:
        return square_heuristic(state)
    return best_for(TURN[state], [limited(after, depth - 1) for after in children(state)])


def report_seeds(policies):
    """The numbers of a learner over its seeds, given the policy that each led to (04.10)."""
    random, worst = random_policy(), [worst_case(policy) for policy in policies]
    return {
        "as X": np.mean([outcome(policy, random) for policy in policies], axis=0),
        "as O": np.mean([outcome(random, policy) for policy in policies], axis=0),
        "worst X": min(w.as_x for w in worst),
        "worst O": max(w.as_o for w in worst),
        "optimal": np.mean([optimal_share(policy) for policy in policies]),
        "seeds": len(policies),
    }


def move(Q, state):
    """The free cell with the best entry of Q for the side to move (06.3)."""
    free = np.flatnonzero(LEGAL[state])
    return int(free[(TURN[state] * Q[state, free]).argmax()])


def best_mean(pulls):
    """What the best machine of these pulls, a row for each, seems to be worth (07.1)."""
    return float(pulls.mean(1).max())


def second_opinion(pulls, afresh):
    """What the fresh pulls say of the machine that the first pulls have named (07.2)."""
    return float(afresh.mean(1)[pulls.mean(1).argmax()])


def bias(values, opponent):
    """What O's best entries promise on its first turn, minus the truth; mean of openings (07.5)."""
    openings = NEXT[START]
    truth = state_values(x=opponent)[openings]
    return float((truth - np.nanmin(values[openings], axis=1)).mean())


def act(Q, state):
    """The free cell that is best for the side to move by the mean of two tables (07.6)."""
    free = np.flatnonzero(LEGAL[state])
    return int(free[(TURN[state] * Q[:, state, free].mean(0)).argmax()])


def chances(n, p=0.5):
    """The chances of 0 to n wins in n games or pulls, each won with p (02.11, 07.8)."""
    return np.array([ways * p**w * (1 - p) ** (n - w) for w, ways in enumerate(_ways(n))])


@lru_cache(10)
def _ways(n):
    """In how many orders n games can have 0 to n wins, a tuple."""
    return tuple(comb(n, w) for w in range(n + 1))


def surprise(k, n, p):
    """The chance of a number of wins at least as far from n * p as k is (02.12)."""
    far = abs(np.arange(n + 1) - n * p) >= abs(k - n * p)
    return float(chances(n, p)[far].sum())


def best_of(k, n):
    """The expectation of the largest of k means of n fair pulls each (07.7)."""
    at_most = np.cumsum(chances(n)) ** k
    return float((np.diff(at_most, prepend=0) * (2 * np.arange(n + 1) / n - 1)).sum())


def named(n, tie=0.5):
    """The probability that the good machine has more wins, ties counted by `tie`."""
    pairs = np.outer(chances(n, 0.6), chances(n))
    return float(np.tril(pairs, -1).sum() + tie * np.trace(pairs))


def expected_opinion(n):
    """The expected second estimate of the machine that n first pulls of each have named (07.8)."""
    return 0.2 * named(n)


def forward(x, W1, b1, W2, b2):
    """The hidden layer and the nine probabilities (08.2)."""
    return forward_with(x, W1, b1, W2, b2)


def slope(error, w, nudge):
    """By how many times as much as w the error grows, from a small nudge (08.3)."""
    at = np.array([float(w)])
    return float(numerical_gradient(lambda: error(at[0]), at, nudge)[0])


DOWNHILL = (0.5, 0.3, 0.12)
"""Three changes of a weight, each of which makes its error smaller (08.4)."""


def pull(z, pay, rate, rng):
    """Draw an arm by the softmax of z, pull it, and change z in place by what it pays (08.5)."""
    arm = int(rng.random() < softmax(z)[1])
    z[:] = pulled_with(z, arm, pay(arm), rate)


def firm_pull(z, pay, rate, rng):
    """The same, but without dice: it always pulls the arm with the higher z (lesson 08)."""
    arm = int(z.argmax())
    z[:] = pulled_with(z, arm, pay(arm), rate)


def delta(p, action, legal, reward):
    """The error at the nine outputs (08.6)."""
    return delta_with(p, action, legal, reward)


def slopes(x, h, delta, W2):
    """The slopes of W1, b1, W2 and b2 (08.7)."""
    return slopes_with(x, h, delta, W2)


def learn(game, parts, rate):
    """Let the four arrays of a network learn from a game, in place (08.8)."""
    for part, after in zip(parts, learn_with(game, parts, rate), strict=True):
        part[...] = after


def rest(seen, win, draw, loss):
    """Where the probability of a move with this Outcome of its games comes to rest (08.9)."""
    a, b = win * seen.o_wins + draw * seen.draws, -loss * seen.x_wins
    return a / (a + b)


class Node:
    """A position in the tree of a search: what lesson 09 grows.

    `state`: the board; `parent`: the node above, None at the root; `action`: the move that led
    here; `untried`: the cells that no playout has tried yet, a list; `children`: the nodes below,
    a list; `visits`: its playouts; `total`: the sum of their winners, a value to X.
    """

    def __init__(self, state, parent=None, action=None):
        self.state, self.parent, self.action = int(state), parent, action
        self.untried = np.flatnonzero(LEGAL[state]).tolist()
        self.children, self.visits, self.total = [], 0, 0

    def __repr__(self):
        board = " / ".join("".join(".XO"[digit] for digit in row) for row in self._rows())
        known = f"visits {self.visits}, total {self.total}, {len(self.children)} children"
        return f"{board}: {known}, untried {self.untried}"

    def _rows(self):
        return CELLS[self.state].reshape(3, 3)


def draw(moves, rng):
    """One of the moves, each as likely as the others."""
    return moves[int(rng.random() * len(moves))]


def play_out(state, rng, cells_of=legal_moves):
    """The winner of a game that goes on with moves drawn from `cells_of(state)` (09.1)."""
    while not TERMINAL[state]:
        state = int(NEXT[state, draw(cells_of(state), rng)])
    return int(WINNER[state])


def bound(points, n, N, c):
    """The upper bound of UCB1 for a machine with these points in n of all N pulls (09.2)."""
    return points / n + c * sqrt(log(N) / n) if n else inf


def select(node, c):
    """The first node on the way down with an untried move, or where the game is over (09.3)."""
    side = TURN[node.state]

    def own_bound(child):
        return bound((child.visits + side * child.total) / 2, child.visits, node.visits, c)

    if node.untried or not node.children:
        return node
    return select(max(node.children, key=own_bound), c)


def expand(node, rng):
    """A new child of the node, of its kind, or the node itself at a game's end (09.4)."""
    if not node.untried:
        return node
    action = draw(node.untried, rng)
    node.untried.remove(action)
    node.children.append(type(node)(NEXT[node.state, action], node, action))
    return node.children[-1]


def back_up(node, winner):
    """Count the visit, and the winner, in the node and all above it (09.5)."""
    if node is not None:
        node.visits, node.total = node.visits + 1, node.total + winner
        back_up(node.parent, winner)


def search(state, playouts, rng, c=CURIOUS, play_out=play_out, new=Node):
    """The root of the tree after so many playouts; `new` makes its nodes (09.6)."""
    root = new(state)
    for _ in range(playouts):
        leaf = expand(select(root, c), rng)
        back_up(leaf, play_out(leaf.state, rng))
    return root


def choice(root):
    """The cell of the most visited child, of equals the one better for the side to move (09.7)."""
    return max(root.children, key=lambda one: (one.visits, TURN[root.state] * one.total)).action


def frozen(take, rng):
    """A random player as O, with chance as it fell: for each board that its games come to, the cell
    that `take(state, rng)` gave there once; a policy, random for X (lesson 09)."""
    policy, met = random_policy().copy(), {START}
    for state in UNDECIDED.tolist():  # a move makes the code larger
        if state in met:
            if TURN[state] == O:
                policy[state] = np.eye(9)[take(state, rng)]
            met.update(NEXT[state, policy[state] > 0].tolist())
    return policy


def lure(values, state, right, best=np.max):
    """How much better the best wrong move is than the best right one, to the mover (09.8)."""
    looks = TURN[state] * values[NEXT[state]]
    return best(looks[LEGAL[state] & ~right[state]]) - best(looks[right[state]])


def completing(state, side):
    """The cells that complete a line of `side`, in order."""
    digits, mark = CELLS[state], 1 if side == X else 2
    lines = [line for line in LINES if sorted(digits[list(line)]) == [0, mark, mark]]
    return sorted({cell for line in lines for cell in line if digits[cell] == 0})


def careful(state):
    """The cells among which a careful player draws: wins, else blocks, else all free (09.9)."""
    side, free = TURN[state], np.flatnonzero(LEGAL[state]).tolist()
    return completing(state, side) or completing(state, -side) or free


def elo_step(ratings, scores, k):
    """All ratings after one step of Elo's rule (10.1)."""
    foretold = expected_score(np.subtract.outer(ratings, ratings))
    return ratings + k * (scores - foretold).sum(1)


def circle(with_moves):
    """Three policies, each of which beats the next, made by `with_moves` of lesson 10 (10.2)."""
    corner, centre, edge = (next_state(START, cell) for cell in (0, 4, 1))
    moves = {START: 0, edge: 3}, {START: 4, corner: 1}, {START: 1, centre: 1}
    return [with_moves(own) for own in moves]


def hunter(policies):
    """A policy that scores more against these than minimax does (10.3)."""
    return best_reply(np.mean(policies, axis=0))


def blocking(state):
    """The cell of a player that wins, else lets nobody win at once, else centre first (10.4)."""
    free = [cell for cell in ADAS_ORDER if LEGAL[state, cell]]
    wins = [cell for cell in free if WINNER[NEXT[state, cell]] != 0]
    safe = [cell for cell in free if not completing(NEXT[state, cell], -TURN[state])]
    return (wins or safe or free)[0]


def mend(policy, mistake):
    """A copy of a policy that takes the first right cell in the position of a Mistake (10.5)."""
    mended = policy.copy()
    mended[mistake.state] = np.eye(9)[mistake.right[0]]
    return mended


def interval(n, p):
    """(low, high): the shares between which 99 of 100 results of n games lie (11.1)."""
    return quantiles([p], n)


def forecast(shares, games):
    """(low, high) of what one more run would print, from the exact shares of a few runs (11.2)."""
    in_runs = shares.var(ddof=1) * (1 + 1 / len(shares))
    reach = student(len(shares) - 1) * sqrt(in_runs + (shares * (1 - shares)).mean() / games)
    return float(shares.mean() - reach), float(shares.mean() + reach)


def place(last, lost, printed):
    """The share of the runs that have stopped losing that lose no more than was printed (11.3)."""
    return (lost[last == 0] <= printed).mean()


def at_most(k, n, p):
    """The chance of k or fewer of n, each with probability p (11.4)."""
    return chances(n, p)[: k + 1].sum()


def judged(runs, lost):
    """Whether each run can lose no more; and the losses of adding and of averaging (11.5)."""
    return (runs.risk == 0).to_numpy(), (lost["nested-sum"], lost["nested"])


def plays_perfectly(published):
    """The claim of this row that a run never loses, a function of runs (11.5)."""
    return lambda runs: Statement("plays perfectly", published, (runs.risk == 0).to_numpy())


def needed(spread, scale):
    """Of how many runs the mean must be so that its interval is a third of the scale (11.6)."""
    return ceil((2 * NORMAL * spread / (scale / 3)) ** 2)


def unbeaten(policy, limit):
    """Whether the best reply beats O in no more than this share of the games (11.7)."""
    return worst_case(policy).as_o <= limit


CLAIM = "hickman-level", 0.0, unbeaten
"""An item, a limit, and whether the claim is true of a run that ended with a policy (11.7)."""


def trust(losses, n):
    """The probability that a run which lost none of n games never loses (11.8)."""
    return (losses == 0).sum() / ((1 - losses) ** n).sum()


def stretch(settings, holds, published):
    """(lowest, highest) setting of the unbroken stretch around `published`, or None (11.9)."""
    low = high = settings.index(published)
    if not holds[low]:
        return None
    while low > 0 and holds[low - 1]:
        low -= 1
    while high < len(holds) - 1 and holds[high + 1]:
        high += 1
    return settings[low], settings[high]
