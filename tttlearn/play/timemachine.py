"""Show a learner at several ages: a slider over the games that it has learned from.

For example:

    kept = {}
    ttt.train(learner, 100_000, keep=kept)
    ttt.TimeMachine(learner, kept, state=ttt.parse("X.. .O. ..X"))

The slider moves three things at once: the density of the values that the learner gives to all
positions, what it thinks of one of them, and the opponent on a board to play on. `ages` makes all
of this without a browser; the saved notebook keeps a strip of some ages as a picture.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import anywidget
import numpy as np
import traitlets as t
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tttlearn.evaluation.exact import state_values
from tttlearn.evaluation.policy import undecided_by_blocks
from tttlearn.game.tables import side_name
from tttlearn.learn.pupil import Pupil, check_pupil
from tttlearn.learn.training import measures
from tttlearn.pictures.boards import draw_board
from tttlearn.pictures.images import png
from tttlearn.pictures.learning import plot_value_density
from tttlearn.play.board import Board
from tttlearn.play.moving import LOOK, Moving, html_picture, status
from tttlearn.play.sentences import say
from tttlearn.support.arguments import doubles, is_one_of, named, shown, whole
from tttlearn.support.text import signed, value_text

STRIP = 4
"""How many ages the picture in the saved notebook shows."""


class Age(NamedTuple):
    """Learner at one age.

    Attributes
    ----------
    label : str
        Name of the age on the slider.
    player : Pupil
        The learner as it was at this age.
    report : str
        Sentence on its strength.
    """

    label: str
    player: Pupil
    report: str


def ages(learner: Pupil, tables_by_games: dict[int, np.ndarray]) -> list[Age]:
    """Return the ages of a learner, from its table after each number of games.

    Parameters
    ----------
    learner : Pupil
        The learner, which does not change.
    tables_by_games : dict of int to ndarray
        Its table after each number of games, as `train(..., keep=...)` fills it.

    Returns
    -------
    list of Age
        The ages, youngest first.

    Raises
    ------
    ValueError
        If it is no learner, or learns probabilities instead of values, or the dict is not one that
        `train` fills.
    """
    check_pupil(learner)
    if type(learner).values is None:
        raise ValueError(
            "learner learns probabilities, and a time machine shows values: give it one that "
            "learns values, such as ttt.TDLearner"
        )
    named(tables_by_games, "tables_by_games is a dict that train(..., keep={}) has filled")
    for games, table in tables_by_games.items():
        whole(games, "a key of tables_by_games, a number of games,")
        doubles(table, f"tables_by_games[{games}] is an array", learner.table.shape)
    return [_age(learner, games, tables_by_games[games]) for games in sorted(tables_by_games)]


def _age(learner, games, table):
    then = learner.fresh(learner.seed)
    then.table[...] = table
    label = say("games", games, count=f"{games:,}")
    rules = learner.rules
    (found,) = measures([then], rules)
    worst = found["worst_as_x"], found["worst_as_o"], state_values(rules=rules)[rules.start]
    slots = dict(zip(("x", "o", "best"), map(value_text, worst), strict=True))
    report = say("age", games=label, share=f"{found['optimal_share']:.1%}", **slots)
    return Age(label, then, report)


def position_values(learner: Pupil) -> np.ndarray:
    """Return what a learner thinks of its best move in each undecided position.

    Parameters
    ----------
    learner : Pupil
        The learner.

    Returns
    -------
    ndarray of float64, shape (n_undecided,)
        Values to X, 4,520 in tic-tac-toe.
    """
    rules, best = learner.rules, []
    for states in undecided_by_blocks(rules):
        signs = rules.turn[states].astype(float)
        to_mover = signs[:, None] * learner.values_in(states)
        best.append(signs * np.where(rules.legal[states], to_mover, -np.inf).max(1))
    return np.concatenate(best)


def draw_density(learner: Pupil, ax: Axes) -> Axes:
    """Draw the density of a learner's values of all positions, coloured by perfect play's result.

    Parameters
    ----------
    learner : Pupil
        The learner.
    ax : matplotlib.axes.Axes
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        The same axes.
    """
    perfect = state_values(rules=learner.rules)[learner.rules.undecided]
    plot_value_density(position_values(learner), perfect, ax=ax)
    return ax


class AgeSlider(anywidget.AnyWidget):
    """Slider over labels, and below it a page for each label.

    Unlike the slider of ipywidgets it keeps its keys from the notebook. Its view asks for all
    pages, one after the other, and keeps them, so that a move need not wait for Python.

    Parameters
    ----------
    labels : list of str
        Labels of the positions of the slider.
    page_of : callable
        Function that returns the page of an index, HTML as text.
    title : str, optional
        Text before the label, by default that of the time machine.
    """

    _esm = Path(__file__).with_suffix(".js")
    _css = Path(__file__).with_suffix(".css")

    title = t.Unicode(say("learned_from"), read_only=True).tag(sync=True)
    labels = t.List().tag(sync=True)
    index = t.Int(0).tag(sync=True)
    page = t.Unicode().tag(sync=True)
    shown = t.Int(0).tag(sync=True)  # the index of that page, which comes later

    def __init__(
        self, labels: list[str], page_of: Callable[[int], str], title: str | None = None
    ) -> None:
        self.page_of = page_of
        super().__init__(labels=labels, page=page_of(0))
        if title:
            self.set_trait("title", title)
        self.on_msg(self._on_message)

    @t.validate("index")
    def _within(self, proposal):
        return min(max(proposal.value, 0), len(self.labels) - 1)

    @t.observe("index")
    def _turn(self, _change):
        with self.hold_sync():  # one message to the browser
            self.page, self.shown = self.page_of(self.index), self.index

    def _on_message(self, _widget, content, _buffers):
        index = content.get("want") if isinstance(content, dict) else None
        if type(index) is int and index in range(len(self.labels)):
            self.send({"index": index, "page": self.page_of(index)})


class TimeMachine(Moving):
    """Slider over the ages of a learner, their pictures, and a board to play each of them.

    Parameters
    ----------
    learner : Pupil
        The learner, which does not change.
    tables_by_games : dict of int to ndarray
        Its table after each number of games, as `train(..., keep=...)` fills it.
    state : int, optional
        Position whose moves are shown, by default the first one of the game.
    human : {"X", "O"}, default "X"
        Side of the human on the board.
    rng : numpy.random.Generator or int, optional
        Source of the opponents' randomness, or its seed, as in `Board`.

    Raises
    ------
    ValueError
        If it is no learner, or the tables are not its own.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> learner, kept = ttt.TDLearner(seed=1), {}
    >>> curve = ttt.train(learner, 1_000, checkpoints=[10, 1_000], keep=kept)
    >>> machine = ttt.TimeMachine(learner, kept)
    >>> [age.label for age in machine.ages]
    ['10 games', '1,000 games']
    """

    def __init__(
        self,
        learner: Pupil,
        tables_by_games: dict[int, np.ndarray],
        state: int | None = None,
        human: str = "X",
        rng: np.random.Generator | int | None = None,
    ) -> None:
        self.ages = ages(learner, tables_by_games)
        self.rules = learner.rules
        self.state = self.rules.check_one_state(self.rules.start if state is None else state)
        players = {age.label: age.player for age in self.ages}
        self.board = Board(players, human=human, rng=rng, rules=self.rules)
        self.pictures = [_page(age, self.state) for age in self.ages]
        self.slider = AgeSlider([age.label for age in self.ages], self.pictures.__getitem__)
        super().__init__([self.slider, self.board])
        self.slider.observe(self._on_slider, "index")
        self.board.observe(self._on_board, "opponent")

    def go_to(self, label: str) -> None:
        """Go to the age with a label.

        Parameters
        ----------
        label : str
            Label of the age on the slider.

        Raises
        ------
        ValueError
            If there is no such age; the message lists those that there are.
        """
        if not is_one_of(label, self.slider.labels):
            known = ", ".join(self.slider.labels)
            raise ValueError(f"there is no age {shown(label)}; there are {known}")
        self.slider.index = self.slider.labels.index(label)

    @property
    def age(self) -> Age:
        """Age that is shown."""
        return self.ages[self.slider.index]

    def _on_slider(self, _change):
        if self.board.opponent != self.age.label:
            self.board.choose(self.age.label)

    def _on_board(self, change):
        # The board has its own list of opponents; the slider follows it.
        self.go_to(change["new"])

    def twin(self) -> tuple[str, str, bytes]:
        """Return what a saved notebook keeps: reports on some ages, and a strip of their pictures.

        Returns
        -------
        text : str
            The position, and a sentence on each of these ages.
        alt : str
            Alternative text of the picture.
        picture : bytes
            The picture, a PNG.
        """
        shown = self._strip()
        drawn = self.rules.show(self.state)
        text = "\n".join([f"Time machine for\n{drawn}", *(age.report for age in shown)])
        alt = "What a learner thinks, at several ages. " + " ".join(age.report for age in shown)
        return text, alt, _strip_picture(shown, self.state)

    def _strip(self):
        """Return the ages of the saved picture, evenly spread from the first to the last."""
        places = np.linspace(0, len(self.ages) - 1, min(STRIP, len(self.ages))).round()
        return [self.ages[int(place)] for place in places]


def _page(age, state):
    """Return what the slider moves, as HTML: two pictures and the sentence under them."""
    with style.context(LOOK):
        figure = Figure(figsize=(9.2, 3.6), dpi=144)
        density = draw_density(age.player, figure.add_axes((0.03, 0.17, 0.61, 0.7)))
        density.set(ylabel="", xlabel="value of the best move")
        board = figure.add_axes((0.69, 0.08, 0.3, 0.8))
        _draw_thoughts(age.player, state, board)
        picture = png(figure, colours=64)
    return html_picture(picture, _alt(age, state), 662) + status(age.report)


def _draw_thoughts(player, state, ax):
    """Draw what a player thinks of the moves in a state, on a board with the side to move."""
    draw_board(state, values=player.values_at(state), ax=ax, rules=player.rules)
    ax.set_title(f"{side_name(player.rules.turn[state])} to move")


def _alt(age, state):
    row, word = age.player.values_at(state), age.player.rules.action_word
    known = np.flatnonzero(~np.isnan(row))
    moves = ", ".join(f"{word} {action} {signed(row[action])}" for action in known)
    density = "the density of what it thinks of its best move in each position"
    return f"Left: {density}. Right: its values to X: {moves}."


def _strip_picture(shown, state):
    with style.context(LOOK):
        # Small, so that its letters are large when it fills a slide.
        figure = Figure(figsize=(2.2 * len(shown), 4.4), dpi=112, layout="constrained")
        axes = figure.subplots(2, len(shown), squeeze=False, height_ratios=(1, 1.7))
        for age, top, bottom in zip(shown, *axes, strict=True):
            draw_density(age.player, top).set(
                title=age.label, ylabel="", xlabel="value of best move"
            )
            top.get_legend().remove()
            _draw_thoughts(age.player, state, bottom)
        handles = axes[0, 0].get_legend_handles_labels()
        figure.legend(*handles, ncols=3, loc="outside upper center", frameon=False)
        return png(figure, colours=64)
