"""Let a human play against an opponent: all that the playable board does, without its looks.

A session holds the game, the opponents on offer, the score and the sentences to show. What cannot
be done raises ValueError and puts its reason into `message`, so that the view has something to say
and Python code stops. If an opponent raises an exception or answers an illegal cell, the game is
not lost: the session then waits in `owes_move` until the opponent is asked again, the human takes
the move back, or another opponent takes over.
"""

from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from tttlearn.game.boards import MARKS
from tttlearn.game.played import Game
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import SIDES, IllegalMoveError, Rules, side_name
from tttlearn.play.reasons import (
    Blunder,
    Thoughts,
    best_move,
    free_word,
    last_blunder,
    line_name,
    move_name,
    no_thoughts,
    numbered,
    thoughts,
    why,
    why_lost,
)
from tttlearn.play.sentences import say
from tttlearn.players import roster
from tttlearn.players.offered import on_offer, take
from tttlearn.support.arguments import generator_from, is_one_of, shown, true_or_false
from tttlearn.support.strangers import FailedError, attempt, own_line
from tttlearn.support.text import sentence

CHOICE_KINDS = "probabilities", "visits"
"""Kinds of thoughts that are about the player's own choice of a move, not about the position."""
LETTER_NAMING = "A1"
"""Name of the naming in which cells are A1, B1, ...; the other one is "0-8", by their numbers."""


class Score(NamedTuple):
    """Numbers of games that each side has won, and of draws.

    Attributes
    ----------
    you : int
        Games that the human has won.
    draws : int
        Games that were drawn.
    it : int
        Games that the opponent has won.
    """

    you: int
    draws: int
    it: int


class Session:
    """Games of a human against opponents, one after the other.

    Parameters
    ----------
    opponent : str, player, dict or list, default "minimax"
        A name of `roster.NAMES`, a policy of shape (S, A), a program as in `policy_of`, anything
        with `act(state, rng)`, or a dict or list of these to choose from.
    human : {"X", "O"}, default "X"
        Side of the human; X begins.
    rng : numpy.random.Generator or int, optional
        Source of the opponents' randomness, or its seed. By default it differs each time.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Attributes
    ----------
    opponents : dict
        The opponents on offer, by label.
    opponent : str
        Label of the opponent now.
    human : str
        Side of the human, "X" or "O".
    game : Game
        The game that is being played.
    message : str
        Sentence on the position, or on what could not be done.
    why : str
        Sentence on the last move, or on how the opponent failed; "" if there is none.
    hinted : int or None
        Action that the last hint named.
    overlay : bool
        Whether `thoughts` are shown.
    cells : str
        How the cells are called, one of `namings`.
    turn : int
        Grows with every change of the position, so that messages that come too late are recognised.

    Raises
    ------
    ValueError
        If an argument is none of these.
    """

    def __init__(
        self,
        opponent: Any = "minimax",
        human: str = "X",
        rng: np.random.Generator | int | None = None,
        rules: Rules = TICTACTOE,
    ) -> None:
        self.rules = check_rules(rules)
        self.opponents, self.opponent = on_offer(opponent, rules)
        self.human = _check_side(human)
        self.rng = generator_from(rng)
        self.overlay = False
        self.cells, self._spoken = LETTER_NAMING, rules
        self.turn = 0  # grows with every change of the position, so that late messages are noticed
        self.game = Game(rules)
        self._finished = Score(0, 0, 0)
        self._restart()

    @property
    def player(self) -> Any:
        """Opponent now, as something with `act`."""
        return take(self.opponents[self.opponent], self.rules)

    @property
    def about(self) -> str:
        """One line on what the opponent does, if it is one of those with a name; else ""."""
        offered = self.opponents[self.opponent]
        return roster.NAMES[offered] if isinstance(offered, str) else ""

    @property
    def owes_move(self) -> bool:
        """Whether the opponent is to move: it has failed to, since it otherwise answers at once."""
        return self.game.to_move == -SIDES[self.human]

    @property
    def legal_moves(self) -> list[int]:
        """The cells that the human may take now; in another game, the actions."""
        return [] if self.owes_move else self.game.legal_moves

    @property
    def score(self) -> Score:
        """Score of the games that came to an end; one that is taken back does not count."""
        if not self.game.is_over:
            return self._finished
        ended = (SIDES[self.human], 0, -SIDES[self.human]).index(self.game.winner)
        return Score(*(n + (ended == i) for i, n in enumerate(self._finished)))

    @property
    def thoughts(self) -> Thoughts:
        """What the opponent thinks of the moves on the board, if that is to be shown.

        Values are those of the position as it is. Probabilities and visits tell how it chooses: on
        the human's turn, those of its last move. They are of kind "" where it fails to say; then
        `why`, or `show_thoughts`, says what went wrong.
        """
        if self.overlay:
            with suppress(FailedError):
                return self._thoughts()
        return no_thoughts(self.rules)

    def thought_of(self, thought: Thoughts) -> int:
        """Return the position that Thoughts are about.

        Parameters
        ----------
        thought : Thoughts
            What the opponent thinks, from `thoughts`.

        Returns
        -------
        int
            The state.
        """
        return self._chose_in() if thought.kind in CHOICE_KINDS else self.game.state

    @property
    def mistake(self) -> Blunder | None:
        """Last mistake of the loser in a game that was won, else None (see `game.winner`).

        By exact values: the last move after which the game was worth less to the loser.
        """
        winner = self.game.winner if self.game.is_over else 0
        return last_blunder(self.game, -winner, self.rules) if winner else None

    @property
    def verdict(self) -> str:
        """A sentence on what the loser did wrong, once a game was won; else ""."""
        if not self.game.is_over or not self.game.winner:
            return ""
        return why_lost(self.mistake, self.game, SIDES[self.human], self._spoken)

    @property
    def can_replay(self) -> bool:
        """Whether the human lost by a mistake, from before which `replay` plays on."""
        lost = self.game.is_over and self.game.winner == -SIDES[self.human]
        return bool(lost and self.mistake)

    @property
    def namings(self) -> list[str]:
        """What the cells may be called by, as `name_cells` takes it: "A1" and "0-8"."""
        if self.rules.action_word != "cell":
            return [LETTER_NAMING]
        return [LETTER_NAMING, f"0-{self.rules.n_actions - 1}"]

    def click(self, cell: int | str) -> None:
        """Take a cell for the human, and let the opponent answer.

        Parameters
        ----------
        cell : int or str
            Cell, 0 to 8 or a name. In another game, an action: where marks fall, a column.

        Raises
        ------
        IllegalMoveError
            If the cell cannot be taken now. It is a ValueError.
        """
        try:
            action = self.rules.action(cell)
        except IllegalMoveError as error:
            self._refuse(f"{error}.", IllegalMoveError)
        if self.game.is_over:
            self._refuse(say("over"), IllegalMoveError)
        if self.owes_move:
            self._refuse(say("not_yours"), IllegalMoveError)
        if not self.game.is_legal(action):
            slots = {"Move": sentence(self._name(action)), "free": free_word(1, self.rules)}
            shut = self.rules.shut(self.game.state, action)
            self._refuse(say("taken", shut=shut, **slots), IllegalMoveError)
        self._play(action)
        self.ask()

    def ask(self) -> None:
        """Ask the opponent for its move, if it is to move; a failure becomes the message."""
        reasons = []
        while self.owes_move:
            try:
                action = attempt(self._answer)
                reasons.append(why(self.player, self.game.state, action, self._spoken))
            except FailedError as failure:
                self._fail(f"{failure}", failure.__cause__)
                return
            except KeyboardInterrupt:
                self._fail(say("interrupted"))
                raise
            self.why = " ".join(reasons)
            self._play(action)
        self.message = self._standing()

    def undo(self) -> None:
        """Take back the human's last move and what the opponent answered.

        Raises
        ------
        ValueError
            If the human has not moved yet.
        """
        mine = SIDES[self.human]
        if mine not in self.rules.turn[list(self.game.states[:-1])]:
            self._refuse(say("nothing_to_undo"))
        taken = [self.game.undo()]
        while self.game.to_move != mine:
            taken.append(self.game.undo())
        moves = say("and").join(map(self._name, reversed(taken)))
        self.turn += 1
        self.hinted, self.why = None, say("undone", moves=moves)
        self.message = self._standing()

    def replay(self) -> None:
        """Go back to before the human's mistake, after a loss; the game does not count so far.

        Raises
        ------
        ValueError
            If the human has not lost by a mistake.
        """
        if not self.can_replay:
            self._refuse(say("nothing_to_replay"))
        mistake = self.mistake
        while len(self.game.history) > mistake.ply:
            self.game.undo()
        self.turn += 1
        self.hinted = None
        self.why = say("replayed", move=self._name(mistake.action))
        self.message = self._standing()

    def hint(self) -> None:
        """Mark the best move by exact values, the quickest win first, and say what it is worth.

        Raises
        ------
        ValueError
            If the human is not to move.
        """
        if self.game.is_over:
            self._refuse(say("no_hint"))
        if self.owes_move:
            self._refuse(say("not_yours"))
        self.hinted, self.message = best_move(self.game.state, self._spoken)

    def new_game(self) -> None:
        """Start again; a game that is not over does not count."""
        self._restart()

    def choose(self, label: str) -> None:
        """Choose another opponent: for a new game, or for this one if the present one owes a move.

        Parameters
        ----------
        label : str
            One of the labels in `opponents`.

        Raises
        ------
        ValueError
            If there is no such opponent.
        """
        if not is_one_of(label, self.opponents):
            known = ", ".join(self.opponents)
            self._refuse(say("no_opponent", given=shown(label), known=known))
        takes_over = self.owes_move
        self.opponent = label
        if takes_over:
            self.ask()
        else:
            self._restart()

    def play_as(self, human: str) -> None:
        """Start a new game with the human on a side.

        Parameters
        ----------
        human : {"X", "O"}
            Side of the human.

        Raises
        ------
        ValueError
            If it is no side.
        """
        if not is_one_of(human, SIDES):
            self._refuse(say("no_side", given=shown(human)))
        self._restart(human)

    def name_cells(self, naming: str) -> None:
        """Choose what the cells are called from now on, also in the present message.

        Parameters
        ----------
        naming : str
            One of `namings`.

        Raises
        ------
        ValueError
            If it is not.
        """
        if not is_one_of(naming, self.namings):
            known = " or ".join(self.namings)
            self._refuse(say("no_naming", given=shown(naming), known=known))
        self.cells = naming
        self._spoken = self.rules if naming == LETTER_NAMING else numbered(self.rules)
        self.hinted = None
        if not self.owes_move:
            self.message, self.why = self._standing(), self._reason()

    def show_thoughts(self, on: bool = True) -> None:
        """Show what the opponent thinks of each move from now on, or stop showing it.

        Parameters
        ----------
        on : bool, default True
            Whether to show it.

        Raises
        ------
        ValueError
            If `on` is no bool.
        """
        self.overlay = true_or_false(on, "on")
        if nothing := self._why_nothing() if on else "":
            self.message = say("nothing_to_show") + nothing
        elif self.message.startswith(say("nothing_to_show")):
            self.message = self._standing()

    def _why_nothing(self):
        """Return why there are no thoughts to show; "" where there are."""
        try:
            if self._thoughts().kind:
                return ""
            hidden = self._chose_in() is None and self._asked(self.game.state).kind
        except FailedError as failure:
            return say("asked", opponent=self.opponent, failure=failure)
        return say("not_moved_yet" if hidden else "no_thoughts")

    def _thoughts(self):
        """Return what the opponent thinks, as `thoughts` says; FailedError if it fails to say."""
        chose = self._chose_in()
        if chose is not None and (thought := self._asked(chose)).kind != "values":
            return thought
        thought = self._asked(self.game.state)
        return thought if thought.kind == "values" else no_thoughts(self.rules)

    def _asked(self, state):
        """Return what the opponent thinks in a state; FailedError if it fails to say."""
        try:
            return thoughts(self.player, state, self.rules)
        except KeyboardInterrupt:
            self.message = say("interrupted_asked", opponent=self.opponent)
            raise

    def _chose_in(self):
        """Return the last state in which the opponent was to move, or None."""
        mine = SIDES[self.human]
        its = [s for s in self.game.states if self.rules.turn[s] == -mine]
        return its[-1] if its else None

    def _reason(self):
        """Return why the opponent made its moves since the human's last one; "" if it made none."""
        made, reasons = [*zip(self.game.states[:-1], self.game.history, strict=True)], []
        while made and self.rules.turn[made[-1][0]] != SIDES[self.human]:
            reasons.append(why(self.player, *made.pop(), self._spoken))
        return " ".join(reversed(reasons))

    def _name(self, action):
        return move_name(action, self._spoken)

    def _answer(self):
        """Return the action that the opponent takes; FailedError if it is not legal."""
        answer = self.player.act(self.game.state, self.rng)
        try:
            action = self.rules.action(answer)
        except IllegalMoveError:
            last = self.rules.n_actions - 1
            slots = {"answer": shown(answer), "word": self.rules.action_word, "last": last}
            raise FailedError(say("no_action", **slots)) from None
        if not self.game.is_legal(action):
            shut = self.rules.shut(self.game.state, action)
            raise FailedError(say("illegal", move=self._name(action), shut=shut))
        return action

    def _restart(self, human=None):
        self._finished = self.score
        self.game, self.human = Game(self.rules), human or self.human
        self.turn += 1
        self.hinted, self.why = None, ""
        self.ask()

    def _play(self, action):
        self.game.play(action)
        self.turn += 1
        self.hinted = None

    def _standing(self):
        """Return the sentence for the position as it is."""
        if self.owes_move:
            return say("owed")
        if not self.game.is_over:
            return say("your_move", human=self.human)
        if not self.game.winner:
            return say("draw")
        key = "you_win" if self.game.winner == SIDES[self.human] else "it_wins"
        return say(key, opponent=self.opponent, how=self._by_line())

    def _by_line(self):
        """Return words on how a line on the board agrees with the winner; "" without a line."""
        rules, state, winner = self.rules, self.game.state, self.game.winner
        lines = rules.winning_lines(state)
        its = [line for line in lines if rules.cells[state, line[0]] == MARKS[winner]]
        if its:
            return say("with_line", line=line_name(its[0], self._spoken))
        if not lines:
            return ""
        line = line_name(lines[0], self._spoken)
        return say("other_has_line", side=side_name(-winner), line=line)

    def _fail(self, how, error=None):
        self.message = say("failed", opponent=self.opponent, how=how)
        line = own_line(error) if error else ""
        self.why = say("not_lost", where=say("where", line=line) if line else "")

    def _refuse(self, reason, error=ValueError):
        self.message = reason
        raise error(f"{reason} The board is\n{self.game}")


def _check_side(human):
    if not is_one_of(human, SIDES):
        raise ValueError(f'the human plays "X" or "O", not {shown(human)}')
    return human
