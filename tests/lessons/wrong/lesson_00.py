"""Wrong answers to the exercises of lesson 00, each with a piece of the reason it must get."""

WRONG = {
    "00.1": [
        ("winning_cell = 4", "cell 4 is taken already"),
        ("winning_cell = 2", "X in cell 2 completes no line"),
        ("winning_cell = 'A1'", "cell 0 is taken already"),
        ("winning_cell = 9", "a cell is a number 0..8 or a name A1..C3, not 9"),
    ],
    "00.2": [
        ("counter_at_the_end = 3", "3 counts all runs of cell B"),
        ("counter_at_the_end = 2", "2 is its value after the first three runs"),
        ("counter_at_the_end = 0", "it is not 0"),
    ],
    "00.3": [
        (
            "words = {**words_solution, 'a board, written as one number': 'action'}",
            "'a board, written as one number' is not called 'action'",
        ),
        (
            "words = {**words_solution, 'what a position is worth to X': ...}",
            "1 of the 5 words are still missing",
        ),
        ("words = list(words_solution.values())", "a table from descriptions to words"),
    ],
}
