"""What came out of each article, in three sentences that open its page: written by hand.

They are about the article's settings with the usual number of runs, and a test compares them with
the verdicts on the pages that were made so. A sentence that names no item says that there is none.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Sentence:
    """A plain sentence, and the ids of the items that it speaks of."""

    text: str
    ids: tuple = ()


HELD, NOT, OPEN = "What held", "What did not", "What nobody can tell"
IN_SHORT = {
    "hickman": {
        HELD: Sentence(
            "Boards on which somebody has won are worth more than others, as the figure shows, and "
            "two players who make no mistakes draw.",
            ("hickman-density", "hickman-draws"),
        ),
        NOT: Sentence(
            "The code stores values for the wrong boards, so that no value reaches 0.9; it works "
            "for no other size of board, and stops with an error when a person plays second.",
            ("hickman-update", "hickman-density", "hickman-boards", "hickman-human"),
        ),
        OPEN: Sentence(
            "Nearly all runs, not surely all, draw every test game; and how long a game takes "
            "depends on a computer that we do not know.",
            ("hickman-draws", "hickman-speed"),
        ),
    },
    "kota7": {
        HELD: Sentence(
            "Both tables of results could have been ours, all settings are as printed, and the "
            "better the learner gets, the more of its games with itself are drawn.",
            ("kota7-random", "kota7-trained", "kota7-settings", "kota7-smarter"),
        ),
        NOT: Sentence("Nothing came out differently."),
        OPEN: Sentence(
            "The figure shows from which game on all games are drawn, but runs differ so much in "
            "this that a single one says little.",
            ("kota7-curve",),
        ),
    },
    "nestedsoftware": {
        HELD: Sentence(
            "The learner wins against random play as often as printed, some training runs do turn "
            "out badly, and a learner taught by perfect play knows as few positions as the "
            "article says.",
            ("nested-text", "nested-40", "nested-355"),
        ),
        NOT: Sentence(
            "Most runs do make mistakes against perfect play, bad runs remain when a draw pays as "
            "much as a win, adding up values instead of averaging them spoils the player, and two "
            "tables come no nearer to the truth than one.",
            ("nested-text", "nested-draw-reward", "nested-sum", "nested-values"),
        ),
        OPEN: Sentence(
            "Against perfect play one run loses nothing and the next one everything, so that the "
            "tables of a single run could show almost any number there.",
            ("readme-july", "readme-2020"),
        ),
    },
    "antirez": {
        HELD: Sentence(
            "The printed wins, losses and ties are ordinary for a run that has stopped losing; "
            "some runs are luckier than others, and 25 hidden units play well, but not perfectly.",
            ("antirez-table", "antirez-no-loss", "antirez-small"),
        ),
        NOT: Sentence(
            "With the rewards of the README most runs can still lose to random play; with those of "
            "the code luck does not come from the first weights, and the move importance hurts.",
            ("antirez-no-loss", "antirez-luck", "antirez-importance"),
        ),
        OPEN: Sentence(
            "With the rewards of the README our runs do not show whether first weights make luck, "
            "nor whether the move importance helps.",
            ("antirez-luck", "antirez-importance"),
        ),
    },
    "prevos": {
        HELD: Sentence(
            "Minimax to the end of the game cannot be beaten, a player that looks two moves ahead "
            "can, and there are three different openings.",
            ("prevos-perfect", "prevos-two-ply", "prevos-openings"),
        ),
        NOT: Sentence(
            "The printed code is not complete: R stops after the first move, because a function "
            "is missing.",
            ("prevos-code",),
        ),
        OPEN: Sentence(
            "Symmetry is said to save a factor of 5, in a comment that the text we have breaks "
            "off.",
            ("prevos-openings",),
        ),
    },
}
"""By the name of the article's page, and by what became of it."""
