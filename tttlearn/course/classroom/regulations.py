"""The rules of a class tournament: the limits, and what happens when; shown with its results."""

from typing import NamedTuple

from tttlearn.game.rules import UNDECIDED

VERSION = 4
"""Raise it when a player may be read differently than before: what was kept is then read anew."""


class Limits(NamedTuple):
    """What a submission may use. Seconds are of processor time."""

    start_seconds: float = 20
    """To import the file and run `learn`, and again for the first answer; of each process."""
    move_seconds: float = 5
    """For one of the answers after the first."""
    total_seconds: float = 30
    """For all of them together."""
    clock_factor: float = 10
    """So many times as many seconds of the clock end what sleeps, each time and in all."""
    process_ends: int = 3
    """So many times the process may end or be ended; then what is unanswered is forfeited."""
    asks: int = 20
    """Times that a player who plays by chance is asked in every position."""
    memory_bytes: int = 2 << 30
    file_bytes: int = 16 << 20
    submission_bytes: int = 16 << 20

    @property
    def clock_seconds(self):
        """Seconds of the clock for one submission in all, however often its process is started."""
        return self.clock_factor * (2 * self.start_seconds + self.total_seconds)

    @property
    def answer_ms(self):
        """Milliseconds for an answer, where each position is asked about twice."""
        return 1000 * self.total_seconds / (2 * len(UNDECIDED))


RULES = (
    (
        "The name",
        "A player is called what its file is called, without the ending, or its folder. From what "
        "Moodle hands out the student's name is taken; a list names.csv (file, name) goes first.",
    ),
    (
        "Two players of one name, or of names that look the same; the name of a house player",
        "None of them takes part; capital letters make no difference.",
    ),
    (
        "A folder with more than one file, with none or with a folder in it",
        "It does not take part.",
    ),
    (
        "A file that is neither .py nor .npz, is a link, or is larger than {megabytes} MB",
        "It does not take part.",
    ),
    (
        "A file that cannot be read: no Python, no function act(board, side, rng), a damaged "
        "learner; an error or an exit while it is read or learns; more than {start_seconds:g} s "
        "for that",
        "It does not take part.",
    ),
    (
        "Seconds",
        "They are seconds of processor time, which the system counts for each process: how busy "
        "the computer is makes hardly any difference. Sleeping or waiting takes none, but after "
        "{clock_factor:g} times as many seconds of the clock it is as if they had been used up, "
        "and the process is not started again.",
    ),
    (
        "The first answer of each process",
        "It may take {start_seconds:g} s as well and is not counted below, since code may be "
        "compiled there. What is compiled later is counted: make such moves in learn(rng).",
    ),
    (
        "An answer that is no free cell 0 to 8, an error, an exit such as sys.exit()",
        "The position is forfeited: each game that gets there is lost there. Any number that "
        "equals a cell is taken, 4.0, too; a text is no number.",
    ),
    (
        "No legal answer in any position",
        "It is not ranked, and its games do not count.",
    ),
    (
        "Another answer takes more than {move_seconds:g} s, or the process ends (memory, a crash)",
        "The position is forfeited, and the process is started again for the others, but not after "
        "{process_ends} such ends: then all positions without an answer are forfeited.",
    ),
    (
        "More than {total_seconds:g} s for all of these, which is {each:.2g} ms for an answer",
        "Positions without an answer are forfeited; one asked only once is taken at its word. "
        "Those that its own games can get to come first, so that slow players miss others.",
    ),
    (
        "A limit of time that struck, or {process_ends} ends of the process",
        "What was found counts in this tournament, but is not kept: the next run asks again.",
    ),
    (
        "The questions",
        "Positions, not games, in any order: what a player remembers of earlier questions is not "
        "the game that it is in.",
    ),
    (
        "Two different answers in one position",
        "By chance, or because it remembers: it is asked {asks} times in each position, and its "
        "results are estimates, marked with their standard error.",
    ),
    ("The board is changed", "It was a copy: nothing follows, but it is mentioned."),
    (
        "Chance that is not that of rng, such as that of the module random",
        "It counts; but the results change from run to run, which is mentioned.",
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
"""What happens, and what follows, in the order in which it may strike."""


def rules(limits):
    """The rules with these limits: a list of (what happens, what follows)."""
    values = limits._asdict() | {"megabytes": limits.submission_bytes >> 20}
    values["each"] = limits.answer_ms
    return [(what.format(**values), follows.format(**values)) for what, follows in RULES]
