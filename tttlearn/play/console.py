"""Play the game at a terminal: plain boards, and a human who types cells and commands.

What a human may do, such as what undo takes back, is decided by `Session`; this module decides how
it looks.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from textwrap import fill

from tttlearn.game.boards import BoardRules
from tttlearn.game.rules import TICTACTOE
from tttlearn.game.tables import SIDES, IllegalMoveError, Rules
from tttlearn.play.reasons import free_word, move_name
from tttlearn.play.session import Session
from tttlearn.support.strangers import FailedError, attempt
from tttlearn.support.text import sentence

LINE_CHARACTERS = 79
"""Largest number of characters in a printed line."""
HELP_TEMPLATE = """\
Type a {}.
  undo   take back your last move and the answer to it
  hint   name the best {}
  help   show this again
  quit   stop, as does the end of the input (Ctrl-D, or Ctrl-Z on Windows)"""
MOVE_HELP = {
    "cell": "cell: the digit shown in it, or its name: column letter and row digit, as in B2",
    "column": "column: the digit shown in it, or its letter, as in B",
    "action": "move: its name",
}
"""What may be typed for a move, by the word for an action."""


class _Quit(Exception):
    """Signal that the human wants to stop."""


def help_text(rules: Rules = TICTACTOE) -> str:
    """Return what may be typed in a game.

    Parameters
    ----------
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    str
        Several lines.
    """
    return HELP_TEMPLATE.format(
        MOVE_HELP[rules.action_word], rules.action_word.replace("action", "move")
    )


def grid(texts: Sequence[str], faint: Collection[int] = (), rules: BoardRules = TICTACTOE) -> str:
    """Return a board of short texts, with the letters of its columns and numbers of its rows.

    Parameters
    ----------
    texts : sequence of str
        A text for each cell, nine in tic-tac-toe.
    faint : collection of int, default ()
        Cells whose text is dimmed by ANSI codes.
    rules : BoardRules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    str
        Several lines.
    """
    width = max(3, *(len(text) + 2 for text in texts))

    def cell(a):
        padded = texts[a].center(width)
        return padded.replace(texts[a], f"\x1b[2m{texts[a]}\x1b[0m") if a in faint else padded

    letters = [name[0] for name in rules.cell_names[: rules.columns]]
    lines = ["    " + " ".join(letter.center(width) for letter in letters)]
    for row in range(rules.rows):
        places = range(rules.columns * row, rules.columns * (row + 1))
        lines.append(f"{row + 1:>2}  " + "|".join(map(cell, places)))
        lines.append("    " + "+".join(["-" * width] * rules.columns))
    return "\n".join(line.rstrip() for line in lines[:-1])


def marks(state: int, empty: Sequence[str], rules: BoardRules = TICTACTOE) -> list[str]:
    """Return the cells of a board as texts: X, O, or a given text for a free cell.

    Parameters
    ----------
    state : int
        State of the game.
    empty : sequence of str
        Text for each action, shown in its cell if it is free. If marks fall, `empty[column]` is
        in the cell that the next mark fills.
    rules : BoardRules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    list of str
        A text for each cell.
    """
    texts = [("", "X", "O")[digit] for digit in rules.cells[state]]
    for action, cell in rules.free_cells(state):
        texts[cell] = empty[action]
    return texts


def probability_table(row: Sequence[float], chosen: int, rules: Rules = TICTACTOE) -> str:
    """Return the probabilities of all actions in percent, as a picture of the board.

    An asterisk marks the highest of all, # the chosen action. They differ if the highest is on a
    cell that is taken. If the actions are not cells, the probabilities are in one line with their
    names.

    Parameters
    ----------
    row : sequence of float, shape (A,)
        Probability of each action.
    chosen : int
        The action that was taken.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    str
        Several lines; the last one explains the signs.
    """
    highest = max(range(len(row)), key=lambda action: row[action])
    signs = {highest: "*", chosen: "#"} if highest != chosen else {chosen: "*#"}
    texts = [f"{100 * p:.1f}%{signs.get(action, '')}" for action, p in enumerate(row)]
    if rules.action_word == "cell":
        table = grid(texts, rules=rules)
    else:
        table = "    " + "  ".join(map(" ".join, zip(rules.action_names, texts, strict=True)))
    return table + f"\n    * highest of all, # chosen: the highest of the {free_word(2, rules)}"


@dataclass
class Console:
    """Session at a terminal.

    An opponent with `probabilities` shows them for each of its moves; one that has
    `learn_from_game` learns from every game that ends.

    Attributes
    ----------
    session : Session
        The games, the opponents and the score.
    ask : callable, default input
        Returns what is typed after a prompt, and raises EOFError at the end of the input.
    say : callable, default print
        Prints a text.
    dim : bool, default False
        Whether the digits of free cells are dimmed by ANSI codes.
    """

    session: Session
    ask: Callable[[str], str] = input
    say: Callable[[str], None] = print
    dim: bool = False

    def run(self) -> None:
        """Ask and answer until the human quits, then say goodbye with the score."""
        self.say(self._welcome())
        try:
            self._show(self._answer())
            while True:
                self._ask()
        except (EOFError, KeyboardInterrupt):
            self.say("")  # the prompt is still on the line
        except _Quit:
            pass
        self.say(f"Goodbye. {self._score()}")

    def _welcome(self):
        about = f" ({self.session.about})" if self.session.about else ""
        greeting = f"You are {self.session.human} against {self.session.opponent}{about}."
        return f"{greeting}\n{help_text(self.session.rules)}"

    def _show(self, message):
        """Print the board, a sentence on the last move, and how the game ended if it did."""
        session = self.session
        if weighed := self._attempt(self._weighed):
            self.say(f"\n{weighed}")
        self.say(f"\n{self._drawn()}\n")
        if message:
            self.say(fill(message, LINE_CHARACTERS))
        if session.game.is_over:
            self.say(f"{session.message} {self._score()}")
            self._attempt(self._teach)

    def _drawn(self):
        """Return the state as text: a board with digits in free cells, or what `show` makes."""
        rules, state = self.session.rules, self.session.game.state
        if not isinstance(rules, BoardRules):
            return rules.show(state)
        digits = [str(action + 1) for action in range(rules.n_actions)]
        free = {cell for _, cell in rules.free_cells(state)} if self.dim else ()
        return grid(marks(state, digits, rules), free, rules)

    def _answered(self):
        """Return whether the opponent made the last move."""
        game = self.session.game
        mine = SIDES[self.session.human]
        return bool(game.history) and self.session.rules.turn[game.states[-2]] != mine

    def _answer(self):
        """Return the sentence on the opponent's last move, or on how it failed; else ""."""
        if self.session.owes_move:
            return f"{self.session.message} The game is not lost."
        return self.session.why if self._answered() else ""

    def _weighed(self):
        """Return the probabilities by which the opponent chose the last move, as text, or ""."""
        table = getattr(self.session.player, "probabilities", None)
        if table is None or not self._answered():
            return ""
        game = self.session.game
        return probability_table(table[game.states[-2]], game.history[-1], self.session.rules)

    def _teach(self):
        learn = getattr(self.session.player, "learn_from_game", None)
        if learn:
            learn(self.session.game, "O" if self.session.human == "X" else "X")
            self.say(f"{self.session.opponent} has learned from this game.")

    def _attempt(self, function):
        """Call a function that asks the opponent; if it fails, say so and return None."""
        try:
            return attempt(function)
        except FailedError as failure:
            self.say(f"{self.session.opponent} {failure}.")

    def _score(self):
        won, drawn, lost = self.session.score
        return f"You won {won}, drew {drawn} and lost {lost}."

    def _ask(self):
        if self.session.game.is_over:
            self._ask_whether("Play again?", "for another game", self.session.new_game)
        elif self.session.owes_move:
            self._ask_whether("Ask it again?", "to ask again", self.session.ask)
        else:
            self._ask_for_move()

    def _ask_for_move(self):
        typed = self._read(f"Your move, {self.session.human}: ")
        commands = {"undo": self._undo, "hint": self._hint, "help": self._help}
        rules, word = self.session.rules, self.session.rules.action_word
        if typed in commands:
            commands[typed]()
        elif (action := _action(typed, rules)) is None:
            self.say(f"{typed!r} names no {word} and no command. {self._free()}")
        elif action not in self.session.legal_moves:
            shut = rules.shut(self.session.game.state, action)
            self.say(f"{sentence(move_name(action, rules))} is {shut}. {self._free()}")
        else:
            self.session.click(action)
            self._show(self._answer())

    def _help(self):
        self.say(help_text(self.session.rules))

    def _ask_whether(self, question, meaning, go_on):
        typed = self._read(f"{question} (y/n, or undo) ")
        if typed in ("y", "yes"):
            go_on()
            self._show(self._answer())
        elif typed in ("n", "no"):
            raise _Quit
        elif typed == "undo":
            self._undo()
        else:
            self.say(f"{typed!r} is not an answer here: type y {meaning}, n to stop, or undo.")

    def _read(self, prompt):
        typed = self.ask(prompt).strip().lower()
        if typed == "quit":
            raise _Quit
        return typed

    def _undo(self):
        try:
            self.session.undo()
        except ValueError:
            return self.say(self.session.message)
        self._show(self.session.why)

    def _hint(self):
        self.session.hint()
        self.say(self.session.message)

    def _free(self):
        rules = self.session.rules
        names = " ".join(map(rules.action_name, self.session.legal_moves))
        return f"{sentence(free_word(2, rules))}: {names}; or type help."


def _action(typed, rules):
    """Return the action typed as a name or, on a board, as a digit from 1 up; or None."""
    with suppress(IllegalMoveError):
        return rules.action(typed)
    digits = [str(action + 1) for action in range(rules.n_actions)]
    return digits.index(typed) if isinstance(rules, BoardRules) and typed in digits else None
