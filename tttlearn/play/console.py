"""The game at a terminal: boards in plain characters, and a human who types cells and commands.

The rules of the sitting, such as what undo takes back, are those of `Session`; here are its looks.
"""

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import fill

from tttlearn.game.played import cell_name
from tttlearn.game.rules import CELLS, TICTACTOE
from tttlearn.play.session import Session
from tttlearn.support.strangers import FailedError, attempt

WIDTH = 79
HELP = """\
Type a cell: the digit shown in it, or its name: column letter and row digit, as in B2.
  undo   take back your last move and the answer to it
  hint   name the best cell
  help   show this again
  quit   stop, as does the end of the input (Ctrl-D, or Ctrl-Z on Windows)"""


class _Quit(Exception):
    """The human wants to stop."""


def grid(texts, faint=()):
    """Nine short texts as a 3x3 picture under A B C, beside 1 2 3; cells in `faint` are dimmed."""
    width = max(3, *(len(text) + 2 for text in texts))

    def cell(a):
        padded = texts[a].center(width)
        return padded.replace(texts[a], f"\x1b[2m{texts[a]}\x1b[0m") if a in faint else padded

    lines = ["    " + " ".join(column.center(width) for column in "ABC")]
    for row in range(3):
        lines.append(f" {row + 1}  " + "|".join(cell(3 * row + column) for column in range(3)))
        lines.append("    " + "+".join(["-" * width] * 3))
    return "\n".join(line.rstrip() for line in lines[:-1])


def marks(state, empty):
    """The nine cells of a board as texts: X, O, and `empty[cell]` where the cell is free."""
    return [(empty[a], "X", "O")[digit] for a, digit in enumerate(CELLS[state])]


def probability_table(row, chosen):
    """Nine probabilities as a picture in percent: * marks the highest, # the chosen cell.

    The two differ when the highest stands on a cell that is taken.
    """
    highest = max(range(9), key=lambda cell: row[cell])
    signs = {highest: "*", chosen: "#"} if highest != chosen else {chosen: "*#"}
    texts = [f"{100 * p:.1f}%{signs.get(cell, '')}" for cell, p in enumerate(row)]
    return grid(texts) + "\n    * highest of all, # chosen: the highest of a free cell"


@dataclass
class Console:
    """A session at a terminal: `run` asks and answers until the human has had enough.

    `ask` returns what is typed after a prompt, as `input` does, and raises EOFError at the end of
    the input; `say` puts out text; `dim` prints the digits of free cells faintly (ANSI). An
    opponent with `probabilities` shows them for each of its moves; one that can `learn_from_game`
    learns from every game that comes to an end.
    """

    session: Session
    ask: Callable[[str], str] = input
    say: Callable[[str], None] = print
    dim: bool = False

    def run(self):
        """Play until the human quits, then say goodbye with the score."""
        self.say(self._welcome())
        try:
            self._show(self._answer())
            while True:
                self._ask()
        except (EOFError, KeyboardInterrupt):
            self.say("")  # the prompt still stands on the line
        except _Quit:
            pass
        self.say(f"Goodbye. {self._score()}")

    def _welcome(self):
        about = f" ({self.session.about})" if self.session.about else ""
        return f"You are {self.session.human} against {self.session.opponent}{about}.\n{HELP}"

    def _show(self, said):
        """The board, what is to be said about the last move, and how the game ended if it did."""
        session = self.session
        if weighed := self._attempt(self._weighed):
            self.say(f"\n{weighed}")
        digits = [str(cell + 1) for cell in range(9)]
        free = [cell for cell, digit in enumerate(CELLS[session.game.state]) if not digit]
        self.say("\n" + grid(marks(session.game.state, digits), free if self.dim else ()) + "\n")
        if said:
            self.say(fill(said, WIDTH))
        if session.game.is_over:
            self.say(f"{session.message} {self._score()}")
            self._attempt(self._teach)

    def _answered(self):
        """Whether the opponent made the last move."""
        side = "X" if len(self.session.game.history) % 2 else "O"
        return bool(self.session.game.history) and side != self.session.human

    def _answer(self):
        """The sentence on the opponent's move, if it made the last one, or on how it failed to."""
        if self.session.owes_move:
            return f"{self.session.message} The game is not lost."
        return self.session.why if self._answered() else ""

    def _weighed(self):
        """The probabilities by which the opponent chose, if it has such and made the last move."""
        table = getattr(self.session.player, "probabilities", None)
        if table is None or not self._answered():
            return ""
        game = self.session.game
        return probability_table(table[game.states[-2]], game.history[-1])

    def _teach(self):
        learn = getattr(self.session.player, "learn_from_game", None)
        if learn:
            learn(self.session.game, "O" if self.session.human == "X" else "X")
            self.say(f"{self.session.opponent} has learned from this game.")

    def _attempt(self, function):
        """What a function returns that asks the opponent; None, and a word on it, if that fails."""
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
        commands = {"undo": self._undo, "hint": self._hint, "help": lambda: self.say(HELP)}
        if typed in commands:
            commands[typed]()
        elif (cell := _cell(typed)) is None:
            self.say(f"{typed!r} is no cell and no command. {self._free_cells()}")
        elif cell not in self.session.legal_moves:
            self.say(f"{cell_name(cell)} is taken. {self._free_cells()}")
        else:
            self.session.click(cell)
            self._show(self._answer())

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
            self.say(f"{typed!r} is no answer: type y {meaning}, n to stop, or undo.")

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

    def _free_cells(self):
        return f"Free cells: {' '.join(map(cell_name, self.session.legal_moves))}; or type help."


def _cell(typed):
    """The cell 0..8 that was typed as a name or as a digit 1..9, or None."""
    if typed.upper() in TICTACTOE.cell_names:
        return TICTACTOE.cell_names.index(typed.upper())
    return "123456789".index(typed) if len(typed) == 1 and typed in "123456789" else None
