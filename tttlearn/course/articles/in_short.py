"""Summarize what came out of each article, in three sentences written by hand.

They describe the results with the article's settings and the default number of runs. A test
compares them with the verdicts on the pages. A sentence without the id of an item says that nothing
of this kind was found.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Sentence:
    """Plain sentence, with the ids of the items that it is about."""

    text: str
    ids: tuple = ()


HELD, NOT, OPEN = "What held", "What did not", "What nobody can tell"
IN_SHORT = {
    "hickman": {
        HELD: Sentence(
            "Boards on which somebody has won are worth more than others, as the figure shows, "
            "and two players that make no mistakes draw.",
            ("hickman-density", "hickman-draws"),
        ),
        NOT: Sentence(
            "The code stores values for the wrong boards, if we have filled in the one line that "
            "our text lacks as it was; so no value reaches 0.9. It works for no other size of "
            "board, which the author had not tried, and it stops if a person plays second.",
            ("hickman-update", "hickman-density", "hickman-boards", "hickman-human"),
        ),
        OPEN: Sentence(
            "Nearly all runs draw every one of the last test games, but not surely all do. How "
            "long a game takes depends on a computer that we do not know.",
            ("hickman-draws", "hickman-speed"),
        ),
    },
    "kota7": {
        HELD: Sentence(
            "Our runs could have printed both tables of results, and all settings are as "
            "printed. The better the learner gets, the more games with itself it draws.",
            ("kota7-random", "kota7-trained", "kota7-settings", "kota7-smarter"),
        ),
        NOT: Sentence(
            "What the manual calls Q-learning looks at all moves, not only at the one that was "
            "made, so it is a step of value iteration.",
            ("kota7-settings",),
        ),
        OPEN: Sentence(
            "The figure shows from when on all games are drawn, but runs differ so much in this "
            "that a single run says little.",
            ("kota7-curve",),
        ),
    },
    "nestedsoftware": {
        HELD: Sentence(
            "The learner wins against random play as often as printed, and some training runs "
            "do turn out badly. A learner taught by perfect play knows as few positions as the "
            "article says.",
            ("nested-text", "nested-40", "nested-355"),
        ),
        NOT: Sentence(
            "Most runs do make mistakes against perfect play, and bad runs remain if a draw "
            "pays as much as a win. Adding values instead of averaging them spoils the player, "
            "and two tables come no nearer to the truth than one.",
            ("nested-text", "nested-draw-reward", "nested-sum", "nested-values"),
        ),
        OPEN: Sentence(
            "Against perfect play one run loses nothing and the next one everything, so the "
            "table of a single run could show almost any number there.",
            ("readme-july", "readme-2020"),
        ),
    },
    "antirez": {
        HELD: Sentence(
            "The printed wins, losses and ties are ordinary for a run that has stopped losing with "
            "the rewards of the README. Some runs are luckier than others, and 25 hidden units "
            "play well, but not perfectly. The article asks whether its approach works with "
            "Connect Four: on a board of 4 x 4 it does.",
            ("antirez-table", "antirez-no-loss", "antirez-small", "antirez-connect-four"),
        ),
        NOT: Sentence(
            "With the rewards of the README most runs can still lose to random play. With those "
            "of the code, luck does not come from the first weights, and the move importance, "
            "by which late moves count more, hurts. The README names a target for lost games with "
            "which no network can learn. With a column more, Connect Four is not learned in "
            "half a million games.",
            (
                *("antirez-no-loss", "antirez-luck", "antirez-importance", "antirez-target"),
                "antirez-connect-four",
            ),
        ),
        OPEN: Sentence(
            "With the rewards of the README, our runs do not show whether luck comes from the "
            "first weights, or whether the move importance helps.",
            ("antirez-luck", "antirez-importance"),
        ),
    },
    "prevos": {
        HELD: Sentence(
            "Nobody can beat minimax to the end of the game, but a player that looks only two "
            "moves ahead can be beaten. There are three different openings.",
            ("prevos-perfect", "prevos-two-ply", "prevos-openings"),
        ),
        NOT: Sentence(
            "The printed code is not complete: R stops after the first move, because a function "
            "is missing.",
            ("prevos-code",),
        ),
        OPEN: Sentence(
            "A comment says that symmetry saves a factor of 5, but it breaks off in the text "
            "that we have.",
            ("prevos-openings",),
        ),
    },
}
"""Sentences by the name of the article's page, and by the kind of result."""
