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
            "Once trained, the learner draws every game against itself, and the boards and their "
            "hashes come out as described.",
            ("hickman-draws", "hickman-boards"),
        ),
        NOT: Sentence(
            "The code stops with an error when a person plays second, and one of its comments "
            "gives another number of training games than the code itself.",
            ("hickman-human", "hickman-settings"),
        ),
        OPEN: Sentence(
            "How long a game takes depends on the computer, and his is not known.",
            ("hickman-speed",),
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
            "much as a win, and adding up values instead of averaging them spoils the player.",
            ("nested-text", "nested-draw-reward", "nested-sum"),
        ),
        OPEN: Sentence(
            "Against perfect play one run loses nothing and the next one everything, so that "
            "the tables of a single run could show almost any number there.",
            ("readme-july", "readme-august", "readme-2020"),
        ),
    },
    "antirez": {
        HELD: Sentence(
            "The printed wins and losses are ordinary ones, some runs are luckier than others, "
            "and more layers do not help.",
            ("antirez-table", "antirez-no-loss", "antirez-layers"),
        ),
        NOT: Sentence(
            "With the rewards of the README most runs can still lose to random play, and luck "
            "does not come from the first weights.",
            ("antirez-no-loss", "antirez-luck"),
        ),
        OPEN: Sentence(
            "Whether the printed number of ties is an ordinary one would take more runs of two "
            "million games.",
            ("antirez-table",),
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
