"""Show an algorithm one step at a time: a slider, with a sentence and a picture for each step.

For example:

    ttt.StepAlphaBeta(ttt.parse("XXO / OOX / ..."))

Alpha-beta on a small game tree, low and high written on it; `alpha_beta_steps` makes its steps
without a browser. `ttt.StepGames` moves through games, one beside the other. The saved notebook
keeps the last step as a picture, and all in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from tttlearn.game.rules import TICTACTOE
from tttlearn.game.tables import IllegalMoveError, Rules, X, side_name
from tttlearn.pictures.boards import INK, draw_board, plot_tree, readable_ends, tree_levels
from tttlearn.pictures.images import png
from tttlearn.play.moving import LOOK, Moving, html_picture, status
from tttlearn.play.timemachine import AgeSlider
from tttlearn.search.game_tree import check_reachable
from tttlearn.support.arguments import items, shown
from tttlearn.support.text import sentence, value_text

LOW, HIGH = -2, 2
"""What X and O are sure of at first: bounds beyond every value."""
HERE = "#d3e6f5"
MAX_GAMES = 3
"""More boards than these would be too small in one row."""


class AlphaBetaStep(NamedTuple):
    """What is known after a step; a board is identified by the actions that lead to it, a tuple.

    Attributes
    ----------
    caption : str
        The step in words.
    at : tuple of int
        Board that the step looks at.
    bounds : dict of tuple to tuple of int
        (low, high) of each board that has been begun.
    values : dict of tuple to int
        Value, to X, that came back from each board.
    skipped : frozenset of tuple
        Boards that were left out.
    """

    caption: str
    at: tuple
    bounds: dict
    values: dict
    skipped: frozenset


def alpha_beta_steps(state: int, rules: Rules = TICTACTOE) -> list[AlphaBetaStep]:
    """Return the steps of alpha-beta below an undecided state, its moves tried in their order.

    Parameters
    ----------
    state : int
        State at the top of the tree.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    list of AlphaBetaStep
        The steps, in order.

    Raises
    ------
    ValueError
        If the tree is too wide or too deep to read; before any step is made.
    IllegalMoveError
        If the game is over in the state. It is a ValueError, too.
    """
    state = check_reachable(state, rules)
    if rules.terminal[state]:
        raise IllegalMoveError(f"nobody is to move in state {state}:\n{rules.show(state)}")
    readable_ends(state, rules.longest, rules, "begin later in the game")
    walk = _Walk(rules)
    walk.look(state, (), LOW, HIGH)
    return walk.steps


class _Walk:
    """Alpha-beta that records its steps."""

    def __init__(self, rules):
        self.rules, self.steps = rules, []
        self.bounds, self.values, self.skipped = {}, {}, set()

    def look(self, state, at, low, high):
        """Return the value of the board `at`, or a bound of it if that is enough."""
        is_x, mark = self.rules.turn[state] == X, side_name(self.rules.turn[state])
        self.note(at, f"{mark} is to move", low, high)
        every = enumerate(self.rules.next[state].tolist())
        moves = [(action, after) for action, after in every if after >= 0]
        for tried, (action, after) in enumerate(moves, 1):
            worth = self.value(after, (*at, action), low, high)
            low, high = (max(low, worth), high) if is_x else (low, min(high, worth))
            left = [(*at, other) for other, _ in moves[tried:]]
            caption = f"{mark} in cell {action} is worth {value_text(worth)}"
            if low >= high or not left:
                self.values[at] = low if is_x else high
                self.skipped.update(left)
            if low >= high and left:
                caption += f", and low is no longer below high. Left out: {_cells(left)}"
            self.note(at, caption, low, high)
            if low >= high:
                break
        return self.values[at]

    def value(self, state, at, low, high):
        """Return the value of a board, whether the game is over there or not."""
        if not self.rules.terminal[state]:
            return self.look(state, at, low, high)
        self.values[at] = int(self.rules.winner[state])
        return self.values[at]

    def note(self, at, caption, low, high):
        """Record an AlphaBetaStep."""
        self.bounds[at] = low, high
        where = f"after {', '.join(map(str, at))}" if at else "at the top"
        caption = f"{where}: low {low}, high {high}. {caption}."
        known = dict(self.bounds), dict(self.values), frozenset(self.skipped)
        self.steps.append(AlphaBetaStep(caption, at, *known))


def _cells(paths):
    """Return the last actions of these boards, in words."""
    return " and ".join(f"cell {path[-1]}" for path in paths)


def draw_step(step: AlphaBetaStep, state: int, ax: Axes, rules: Rules = TICTACTOE) -> Axes:
    """Draw the tree below a state as known after a step.

    Parameters
    ----------
    step : AlphaBetaStep
        The step.
    state : int
        State at the top of the tree.
    ax : matplotlib.axes.Axes
        Where to draw.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    matplotlib.axes.Axes
        The same axes.
    """
    levels = tree_levels(state, rules.longest, rules)
    plot_tree(state, len(levels) - 1, ax, rules, lambda node: step.values.get(node.actions))
    for depth, level in enumerate(levels):
        for node in level:
            _annotate(ax, node, depth, step)
    return ax


def _annotate(ax, node, depth, step):
    """Mark the board that the step looks at, write low and high, or cover what is left out."""
    at, x = node.actions, node.x
    if at == step.at:
        ax.add_patch(Rectangle((x - 0.36, depth - 0.46), 0.72, 0.86, color=HERE, zorder=-1))
    if any(at[: len(cut)] == cut for cut in step.skipped):
        cover = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "zorder": 9}
        ax.add_patch(Rectangle((x - 0.48, depth - 0.47), 0.96, 1.02, **cover))
    said = {"fontsize": 16, "color": INK, "zorder": 10}
    if at in step.skipped:
        ax.text(x, depth, "never\nlooked at", ha="center", va="center", **said)
    if at in step.bounds and depth < 2:  # below that there is no room between the boards
        low, high = step.bounds[at]
        ax.text(x + 0.4, depth, f"low {low}\nhigh {high}", ha="left", va="center", **said)


class Stepper(Moving):
    """Slider over the steps of an algorithm, with a sentence and a picture for each.

    A subclass sets `title` and `shows`, and defines `draw(step, ax)`.

    Parameters
    ----------
    steps : list of NamedTuple
        The steps, each with a sentence `caption`.

    Attributes
    ----------
    title : str
        Name of the algorithm.
    shows : str
        What the picture shows, for people who do not see it.
    """

    title = shows = ""

    def __init__(self, steps: list[Any]) -> None:
        self.steps = steps
        self.picture = cache(self._picture)
        labels = [f"{i} of {len(steps)}" for i in range(1, len(steps) + 1)]
        self.slider = AgeSlider(labels, self._page, "Step")
        super().__init__([self.slider])

    def draw(self, step: Any, ax: Axes) -> None:
        """Draw what is known after a step.

        Parameters
        ----------
        step : NamedTuple
            The step.
        ax : matplotlib.axes.Axes
            Where to draw.
        """
        raise NotImplementedError

    def _page(self, index):
        drawn = html_picture(self.picture(index), f"{self.shows} after this step", 840)
        return status(self.in_words(index)) + drawn

    def in_words(self, index: int) -> str:
        """Return a step as a numbered sentence.

        Parameters
        ----------
        index : int
            Index of the step, counted from 0.

        Returns
        -------
        str
            The sentence, numbered from 1.
        """
        return f"{index + 1}. {sentence(self.steps[index].caption)}"

    def _picture(self, index):
        """Return the picture after a step, as PNG bytes."""
        with style.context(LOOK):
            figure = Figure(figsize=(12, 6.2), dpi=140)
            self.draw(self.steps[index], figure.add_axes((0, 0, 1, 1)))
            return png(figure, colours=64)

    def twin(self) -> tuple[str, str, bytes]:
        """Return what a saved notebook keeps: all steps in words, and the last picture.

        Returns
        -------
        text : str
            All steps in words.
        alt : str
            Alternative text of the picture.
        picture : bytes
            The picture, a PNG.
        """
        last = len(self.steps) - 1
        text = "\n".join([f"{self.title}, step by step", *map(self.in_words, range(last + 1))])
        alt = f"{sentence(self.shows)} after the last step of {self.title}. {self.in_words(last)}"
        return text, alt, self.picture(last)


class StepAlphaBeta(Stepper):
    """Slider over the steps of alpha-beta on a game tree, with the tree after each of them.

    Parameters
    ----------
    state : int
        State at the top of the tree, which may have 24 ends at most.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Raises
    ------
    ValueError
        If the tree is wider, or no side is to move in the state.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> stepper = ttt.StepAlphaBeta(ttt.parse("XXO / OOX / ..."))
    >>> print(stepper.in_words(0))
    1. At the top: low -2, high 2. X is to move.
    """

    title, shows = "Alpha-beta", "the game tree"

    def __init__(self, state: int, rules: Rules = TICTACTOE) -> None:
        self.state, self.rules = check_reachable(state, rules), rules
        super().__init__(alpha_beta_steps(state, rules))

    def draw(self, step: AlphaBetaStep, ax: Axes) -> None:
        """Draw the tree as known after a step.

        Parameters
        ----------
        step : AlphaBetaStep
            The step.
        ax : matplotlib.axes.Axes
            Where to draw.
        """
        draw_step(step, self.state, ax, self.rules)


def board_places(ax: Axes, titles: Sequence[str]) -> list[Axes]:
    """Divide the place of a picture into places for boards, side by side, each under its title.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        The whole place.
    titles : sequence of str
        Titles, at most `MAX_GAMES`.

    Returns
    -------
    list of matplotlib.axes.Axes
        The place of each board.
    """
    ax.axis("off")
    width = 1 / len(titles)
    for place, title in enumerate(titles):
        ax.text((place + 0.5) * width, 0.92, title, ha="center", va="center", fontsize=24)
    places = range(len(titles))
    return [ax.inset_axes(((place + 0.06) * width, 0.04, 0.88 * width, 0.78)) for place in places]


class GamesStep(NamedTuple):
    """Move in each of some games.

    Attributes
    ----------
    caption : str
        The step in words.
    states : tuple of int
        Board of each game after it.
    """

    caption: str
    states: tuple[int, ...]


def games_steps(games: dict[str, Sequence[int]], rules: Rules = TICTACTOE) -> list[GamesStep]:
    """Return the steps of some games, a move of each game at a time.

    A game that is shorter than others stays at its last board.

    Parameters
    ----------
    games : dict of str to sequence of int
        The states of each game, in order, by its title.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    list of GamesStep
        The steps.

    Raises
    ------
    ValueError
        If there is no game, or a state does not follow from the one before it.
    """
    lists = {name: items(states) for name, states in games.items()}
    if not lists or not all(lists.values()):
        raise ValueError("games are a dict from titles to lists of states, at least one in each")
    games = {name: [check_reachable(s, rules) for s in states] for name, states in lists.items()}
    steps = []
    for number in range(max(map(len, games.values()))):
        parts = [f"{name}: {_moved(states, number, rules)}" for name, states in games.items()]
        boards = tuple(states[min(number, len(states) - 1)] for states in games.values())
        steps.append(GamesStep(f"{'; '.join(parts)}.", boards))
    return steps


def _moved(states, number, rules):
    """Say what happens at this step of a game."""
    if number >= len(states):
        return "it is over"
    state = states[number]
    if rules.terminal[state]:
        winner = rules.winner[state]
        end = f", and {side_name(winner)} has won" if winner else ", and nobody has won"
    else:
        end = ""
    if number == 0:
        return f"{side_name(rules.turn[state])} is to move" if not end else "it is over"
    before = states[number - 1]
    actions = [a for a, after in enumerate(rules.next[before].tolist()) if after == state]
    if not actions:
        raise ValueError(f"no move leads from state {before} to state {state}")
    return f"{side_name(rules.turn[before])} takes {actions[0]}{end}"


class StepGames(Stepper):
    """Slider over the moves of some games, one beside the other.

    Parameters
    ----------
    games : dict of str to sequence of int
        The states of each game, in order, by its title; at most three games.
    rules : Rules, default TICTACTOE
        The game.

    Raises
    ------
    ValueError
        If there are no games or too many, or a state does not follow from the one before it.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> games = ttt.StepGames({"one": [0, 1, 7], "two": [0, 81]})
    >>> print(games.in_words(1))
    2. One: X takes 0; two: X takes 4.
    """

    title, shows = "Games", "the boards of the games"

    def __init__(self, games: dict[str, Sequence[int]], rules: Rules = TICTACTOE) -> None:
        if not isinstance(games, dict):
            raise ValueError(f"games are a dict from titles to lists of states, not {shown(games)}")
        if len(games) > MAX_GAMES:
            raise ValueError(
                f"at most {MAX_GAMES} games can be seen side by side, not {len(games)}"
            )
        self.names, self.rules = [*games], rules
        super().__init__(games_steps(games, rules))

    def draw(self, step: GamesStep, ax: Axes) -> None:
        """Draw the board of each game after a step, under its title.

        Parameters
        ----------
        step : GamesStep
            The step.
        ax : matplotlib.axes.Axes
            Where to draw.
        """
        places = board_places(ax, self.names)
        for inner, state in zip(places, step.states, strict=True):
            draw_board(state, ax=inner, rules=self.rules)
