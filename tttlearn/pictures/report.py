"""Report on a player: what is known of it as text, as a page and as data, its games drawn."""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

from tttlearn.evaluation.exact import state_values
from tttlearn.evaluation.judgement import ITSELF, Error, Judgement, Worst, judgement
from tttlearn.game.boards import SIGNS, BoardRules
from tttlearn.game.rules import TICTACTOE
from tttlearn.game.tables import Rules, side_name
from tttlearn.pictures.svg import board_svg
from tttlearn.support import arguments
from tttlearn.support.files import write_atomically
from tttlearn.support.text import sentence, value_text

MAX_ERRORS_DRAWN = 3
"""Maximum number of errors that are drawn."""
CONFIDENCE = 0.95
"""Probability with which a move as frequent as the report says has been seen."""
ENDS = {1: "a win", 0: "a draw", -1: "a loss"}
"""Names of the results of a game, to the player."""
LEGEND = "<p>Solid: the right cells. Dashed: those that it takes.</p>"
STYLE = Path(__file__).with_suffix(".css")


def judge(
    player: Any,
    rules: Rules = TICTACTOE,
    *,
    board: Any = None,
    cells: Any = None,
    view: str | None = None,
    values: str | None = None,
    asks: int | None = None,
    seed: int = 0,
) -> Report:
    """Return a report on how good a player is, exactly; in a notebook the report shows itself.

    Parameters
    ----------
    player : object
        Player in any form that `policy_of` takes. Unlike there, an answer that is no legal action
        is counted, and loses the game.
    rules : Rules, default TICTACTOE
        Rules of the game.
    board : object, optional
        How a program sees the board, as for `policy_of`.
    cells : object, optional
        How a program calls the cells, as for `policy_of`.
    view : {"X", "mover"}, optional
        Whose side has the first sign on the board of a program, as for `policy_of`.
    values : {"X", "mover"}, optional
        Whose values a table or program gives, as for `policy_of`.
    asks : int, optional
        Number of times that a program which answers by chance is asked in each position, as for
        `policy_of`.
    seed : int, default 0
        Seed of the generators that a program is given.

    Returns
    -------
    Report
        Report to `print`, to `save` as a page (.html), data (.json) or text (.txt), or to let the
        notebook show.

    Raises
    ------
    ValueError
        As `policy_of` does.

    Notes
    -----
    The fewest positions to change take a second for most players, and a minute for random play, the
    farthest from perfect.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> report = ttt.judge("minimax")
    >>> print(report.text().splitlines()[0])
    minimax, tic-tac-toe. Exact: no game is sampled.
    """
    form = {"board": board, "cells": cells, "view": view, "values": values}
    return Report(judgement(player, rules, **form, asks=asks, seed=seed))


class Report:
    """Report on a player, as text, as HTML and as data.

    Parameters
    ----------
    judgement : Judgement
        The numbers.

    Attributes
    ----------
    judgement : Judgement
        The numbers.
    """

    def __init__(self, judgement: Judgement) -> None:
        self.judgement = judgement

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return f"<style>{STYLE.read_text(encoding='utf-8')}</style>{self.html()}"

    def save(self, path: Any) -> Path:
        """Write the report to a file, in the form that its ending says.

        Parameters
        ----------
        path : str or path-like
            Path of the file, which ends in .html, .json or .txt.

        Returns
        -------
        Path
            The path.

        Raises
        ------
        ValueError
            If the path has another ending.
        """
        path = arguments.path(path, "path")
        forms = {".html": self._page, ".json": self.json, ".txt": self.text}
        if path.suffix not in forms:
            raise ValueError(f"a report is written as .html, .json or .txt, not {path.name}")
        write_atomically(path, forms[path.suffix]().encode())
        return path

    def json(self) -> str:
        """Return the numbers as JSON, all errors with their states, without the time of a move.

        Returns
        -------
        str
            The JSON text.
        """
        judgement = self.judgement
        about = {
            "player": judgement.read.name,
            "game": judgement.rules.name,
            "asked": judgement.read.form,
            "exact": not judgement.read.is_estimate,
            "asks": judgement.read.asks,
            "positions": len(judgement.rules.undecided),
            "without_error": judgement.n_right,
            "illegal": {str(state): fault for state, fault in judgement.read.faults.items()},
            "against": {
                name: {"X": pair[0]._asdict(), "O": pair[1]._asdict()}
                for name, pair in judgement.against.items()
            },
            "worst_case": {side_name(s): worst._asdict() for s, worst in judgement.worst.items()},
            "errors": [
                error._asdict() | {"actions": {str(a): p for a, p in error.actions.items()}}
                for error in judgement.errors
            ],
            "distance": {
                side_name(side): {
                    "changes": {str(s): a for s, a in distance.changes.items()},
                    "least": distance.is_least,
                }
                for side, distance in judgement.distances.items()
            },
        }
        return json.dumps(about, indent=1) + "\n"

    # --- as text

    def text(self) -> str:
        """Return the report as text.

        Returns
        -------
        str
            The text.
        """
        judgement = self.judgement
        parts = [
            self._title(),
            self._table(),
            *map(self._worst, judgement.worst.values(), judgement.worst),
        ]
        parts += [self._errors_in_words()]
        parts += [
            f"{self._error(error)}\n{judgement.rules.show(error.state)}" for error in self._shown()
        ]
        parts += self._distances()
        return "\n\n".join(part for part in parts if part) + "\n"

    def _title(self) -> str:
        read, rules = self.judgement.read, self.judgement.rules
        lines = [f"{read.name}, {rules.name}. Exact: no game is sampled."]
        if read.is_estimate:
            unseen = 1 - (1 - CONFIDENCE) ** (1 / read.asks)
            lines = [
                f"{read.name}, {rules.name}. Estimated: it was asked {read.asks} times in each "
                f"position, so a move that it makes there in less than {unseen:.1%} of the times "
                f"may not have been seen; its worst case can be worse."
            ]
        if read.form:
            lines.append(f"As it was asked, {read.form}.")
        if read.faults:
            state, fault = next(iter(read.faults.items()))
            n = len(read.faults)
            lines.append(
                f"It has no legal answer in {n:,} position{'s' * (n > 1)}, and loses there: in "
                f"state {state} it {fault}."
            )
        return "\n".join(lines)

    def _rows(self) -> Iterable[tuple[str, list[str]]]:
        """Yield each opponent, and the shares of wins, draws and losses as X and as O."""
        for name, (as_x, as_o) in self.judgement.against.items():
            shares = [*as_x, *reversed(as_o)]
            if name == ITSELF:  # X's wins are O's losses
                shares = [*as_x]
            yield name, [f"{100 * share:.2f} %" for share in shares]

    def _table(self) -> str:
        head = ["", *(f"{side}: {end}" for side in "XO" for end in ("wins", "draws", "losses"))]
        rows = [head, *([f"against {name}", *shares] for name, shares in self._rows())]
        return "\n".join(
            f"{row[0]:<22}" + "".join(f"{cell:>11}" for cell in row[1:]) for row in rows
        )

    def _worst(self, worst: Worst, side: int) -> str:
        return f"{self._worst_words(worst, side)}\n{self._beside(self._states(worst.game))}"

    def _worst_words(self, worst: Worst, side: int) -> str:
        best = side * float(state_values(rules=self.judgement.rules)[self.judgement.rules.start])
        level = ", as good as can be" if worst.value > best - 1e-9 else ""
        return (
            f"Worst case as {side_name(side)}: {value_text(worst.value)}{level} (+1 is a win, -1 a "
            f"loss, perfect play gets {value_text(best)}). A game that shows it:"
        )

    def _states(self, game: list[int]) -> list[int]:
        """Return the states of a game, from its first move on."""
        states = [self.judgement.rules.start]
        for action in game:
            states.append(int(self.judgement.rules.next[states[-1], action]))
        return states[1:]

    def _beside(self, states: list[int]) -> str:
        """Return states side by side, as text."""
        drawn = [self.judgement.rules.show(state).split("\n") for state in states]
        return "\n".join("   ".join(row) for row in zip(*drawn, strict=True)) if drawn else ""

    def _errors_in_words(self) -> str:
        n, right = len(self.judgement.rules.undecided), self.judgement.n_right
        if right == n:
            return f"It moves without an error in all {n:,} positions."
        shown = "the one" if n - right == 1 else f"the {min(MAX_ERRORS_DRAWN, n - right)} costliest"
        return (
            f"It moves without an error in {right:,} of {n:,} positions ({right / n:.1%}). Of its "
            f"errors, {shown} in games against random play:"
        )

    def _shown(self) -> list[Error]:
        return self.judgement.errors[:MAX_ERRORS_DRAWN]

    def _error(self, error: Error) -> str:
        rules = self.judgement.rules
        side = int(rules.turn[error.state])
        best = int(side * state_values(rules=rules)[error.state])
        taken = " or ".join(
            f"{'nothing legal' if action is None else rules.action_name(action)}"
            f"{'' if share > 1 - 1e-9 else f' ({share:.0%})'}"
            for action, share in error.actions.items()
        )
        right = " or ".join(map(rules.action_name, error.right))
        return (
            f"{side_name(side)} to move, who can have {ENDS[best]} with {right}, takes {taken} and "
            f"gives away {error.gives_away:.2g}; {error.reached:.2%} of its games come here"
        )

    def _distances(self) -> list[str]:
        return [
            f"To get what the game is worth in every game as {side_name(side)}, it has to move "
            f"otherwise in {self._number(distance)}"
            for side, distance in self.judgement.distances.items()
        ]

    def _number(self, distance: Any) -> str:
        n = len(distance.changes)
        if not n:
            return "no position."
        some = sorted(
            distance.changes.items(), key=lambda pair: self.judgement.rules.depth[pair[0]]
        )
        names = [
            f"{self.judgement.rules.action_name(a)} in state {s}"
            for s, a in some[:MAX_ERRORS_DRAWN]
        ]
        more = f", and {n - len(names)} more" * (n > len(names))
        least = "and in no fewer" if distance.is_least else "at most"
        return f"{n:,} position{'s' * (n > 1)}, {least}: {', '.join(names)}{more}."

    # --- as a page

    def _page(self) -> str:
        title = escape(f"How good is {self.judgement.read.name}?")
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{title}</title><style>{STYLE.read_text(encoding='utf-8')}</style></head>"
            f"<body class=ttt-judge-page>{self.html()}{self._time()}</body></html>\n"
        )

    def _time(self) -> str:
        seconds = self.judgement.read.seconds
        return "" if seconds is None else f"<p>A move took {1000 * seconds:.2g} ms.</p>"

    def html(self) -> str:
        """Return the report as HTML, without its style and the time of a move.

        Returns
        -------
        str
            A `div` element.
        """
        judgement = self.judgement
        title, *lines = self._title().split("\n")
        parts = [f"<h2>{escape(judgement.read.name)}</h2>"]
        parts += [f"<p>{escape(line)}</p>" for line in (title, *lines)]
        parts.append(self._html_table())
        for side, worst in judgement.worst.items():
            parts.append(f"<p>{escape(self._worst_words(worst, side))}</p>")
            parts.append(self._boards([(state, "") for state in self._states(worst.game)]))
        parts.append(f"<p>{escape(self._errors_in_words())}</p>")
        parts.append(LEGEND * bool(judgement.errors))
        errors = [(error.state, sentence(self._error(error))) for error in self._shown()]
        parts += [self._boards(errors, self._shown())] if errors else []
        parts += [f"<p>{escape(line)}</p>" for line in self._distances()]
        return f"<div class=ttt-judge>{''.join(parts)}</div>"

    def _html_table(self) -> str:
        ends = "".join(f"<th scope=col>{end}</th>" for end in ("wins", "draws", "losses")) * 2
        rows = "".join(
            f"<tr><th scope=row>{name}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
            for name, cells in self._rows()
        )
        return (
            "<table><thead><tr><td></td><th colspan=3 scope=colgroup>as X</th>"
            f"<th colspan=3 scope=colgroup>as O</th></tr><tr><th scope=col>against</th>{ends}</tr>"
            f"</thead><tbody>{rows}</tbody></table>"
        )

    def _boards(self, shown: list[tuple[int, str]], errors: Iterable[Error] = ()) -> str:
        """Return boards in a row, each above its words, the right cells of an error in green."""
        right = {error.state: error.right for error in errors}
        wrong = {error.state: [a for a in error.actions if a is not None] for error in errors}
        figures = "".join(
            f"<figure>{self._board(state, right.get(state, []), wrong.get(state, []))}"
            f"{f'<figcaption>{escape(words)}</figcaption>' if words else ''}</figure>"
            for state, words in shown
        )
        return f"<div class=boards>{figures}</div>"

    def _board(self, state: int, right: list[int], wrong: list[int]) -> str:
        rules = self.judgement.rules
        if not isinstance(rules, BoardRules):
            return f"<pre>{escape(rules.show(state))}</pre>"
        free = dict(rules.free_cells(state))
        frames = {"right": right, "wrong": wrong}
        return board_svg(
            [SIGNS[digit] for digit in rules.cells[state].tolist()],
            rules.columns,
            {kind: [free[a] for a in actions if a in free] for kind, actions in frames.items()},
        )
