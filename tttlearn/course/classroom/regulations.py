"""The rules of a class tournament: the limits, and what follows when; shown with its results."""

from typing import NamedTuple

from tttlearn.game.rules import UNDECIDED

VERSION = 4
"""Raise it when players may be read differently than before: kept ones are then read again."""


class Limits(NamedTuple):
    """What a submission may use. Seconds are of processor time."""

    start_seconds: float = 20
    """To import the file and run `learn`, and again for the first answer; of each process."""
    move_seconds: float = 5
    """For each answer after the first."""
    total_seconds: float = 30
    """For all these answers together."""
    clock_factor: float = 10
    """This many times as many seconds of the clock end what sleeps, each time and in total."""
    process_ends: int = 3
    """How often the process may end or be ended; then unanswered positions are forfeited."""
    asks: int = 20
    """How often a player that plays by chance is asked in every position."""
    memory_bytes: int = 2 << 30
    file_bytes: int = 16 << 20
    submission_bytes: int = 16 << 20

    @property
    def clock_seconds(self):
        """Seconds of the clock for one submission in total, however often its process starts."""
        return self.clock_factor * (2 * self.start_seconds + self.total_seconds)

    @property
    def answer_ms(self):
        """Milliseconds for an answer, where each position is asked about twice."""
        return 1000 * self.total_seconds / (2 * len(UNDECIDED))


RULES = (
    (
        "The name",
        "A player has the name of its file, without the ending, or of its folder. In a download "
        "from Moodle it is the student's name. A list names.csv (file, name) overrides both.",
    ),
    (
        "Two players with the same name, or names that look the same; the name of a house player",
        "None of them takes part; capital letters make no difference.",
    ),
    (
        "A folder with more than one file, with none, or with a folder in it",
        "It does not take part.",
    ),
    (
        "A file that is neither .py nor .npz, is a link, or is larger than {megabytes} MB",
        "It does not take part.",
    ),
    (
        "A file that cannot be read: it is not Python, has no function act(board, side, rng), or "
        "holds a damaged learner; it raises an error or exits while it is read or learns, or takes "
        "more than {start_seconds:g} s for that",
        "It does not take part.",
    ),
    (
        "Seconds",
        "They are seconds of processor time, which the system counts for each process, so it makes "
        "hardly any difference how busy the computer is. Sleeping or waiting takes none; but after "
        "{clock_factor:g} times as many seconds of the clock they count as used up, and the "
        "process is not started again.",
    ),
    (
        "The first answer of each process",
        "It, too, may take {start_seconds:g} s, and is not counted below, since it may compile "
        "code. What is compiled later is counted: make such moves in learn(rng).",
    ),
    (
        "An answer that is not a free cell 0 to 8, an error, an exit such as sys.exit()",
        "The position is forfeited: every game that gets there is lost. Any number that equals a "
        "cell is taken, even 4.0; a text is not a number.",
    ),
    (
        "No legal answer in any position",
        "It is not ranked, and its games do not count.",
    ),
    (
        "A later answer takes more than {move_seconds:g} s, or the process ends (memory, a crash)",
        "The position is forfeited, and the process is started again for the others. After "
        "{process_ends} such ends it is not: all positions without an answer are forfeited.",
    ),
    (
        "More than {total_seconds:g} s for all later answers, which is {each:.2g} ms for each",
        "Positions without an answer are forfeited; if a position was asked only once, that answer "
        "counts. Positions that the player's own games can get to are asked first, so a slow "
        "player misses others.",
    ),
    (
        "A time limit is reached, or the process has ended {process_ends} times",
        "What was found counts in this tournament, but is not kept: the next run asks again.",
    ),
    (
        "The questions",
        "A player is asked about positions, not games, in any order: the questions it remembers "
        "are not the earlier moves of a game.",
    ),
    (
        "Two different answers in one position",
        "The player uses chance, or it remembers. It is asked {asks} times in each position, and "
        "its results are estimates, marked with their standard error.",
    ),
    ("The board is changed", "It was a copy: nothing follows, but a remark says so."),
    (
        "Chance from elsewhere than rng, such as the module random",
        "It counts, but the results change from run to run, and a remark says so.",
    ),
    ("Anything printed, and input()", "Nobody reads it, and nobody answers: input() is an error."),
    (
        "Threads, other processes, the network, files of others",
        "Behind walls they are refused: the call fails, which is an error like any other.",
    ),
    (
        "Points",
        "A win 1, a draw one half, against every other player and the house, as X and as O.",
    ),
)
"""What happens, and what follows, in the order in which it may happen."""


def rules(limits):
    """The rules with these limits: a list of (what happens, what follows)."""
    values = limits._asdict() | {"megabytes": limits.submission_bytes >> 20}
    values["each"] = limits.answer_ms
    return [(what.format(**values), follows.format(**values)) for what, follows in RULES]
