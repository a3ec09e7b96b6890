"""List wrong answers to the exercises of lesson 00, each with a part of the reason it must get.

Those with two pieces of code are the solution with the first replaced by the second.
"""

AFTER = "ttt.next_state(before_the_move, action)"
"""A piece of a solution that several answers replace."""

WRONG = {
    "00.winning_cell": [
        ("winning_cell = 4", "cell 4 is taken already"),
        ("winning_cell = 2", "X in cell 2 completes no line"),
        ("winning_cell = 'A1'", "cell 0 is taken already"),
        ("winning_cell = None", "None is not a cell: give its number"),
        ("winning_cell = 9", "9 is not a cell: a number 0 to 8 without quotes"),
    ],
    "00.counter": [
        ("counter_at_the_end = 5", "5 counts all runs of cell B"),
        ("counter_at_the_end = 2", "the value before cell A was run again"),
        ("counter_at_the_end = 1", "each cell runs once, in the order on the page"),
        ("counter_at_the_end = 7", "the counter does not end at 7"),
        ("counter_at_the_end = '3'", "a whole number is asked for, without quotes"),
    ],
    "00.move": [
        ("= 8", "= 6", "cell 6 is not the bottom right corner"),
        (AFTER, "before_the_move", "the state before the move, in which nothing has changed"),
        (AFTER, "8", "`after` is the cell; which state does the action lead to?"),
        (AFTER, "ttt.show(before_the_move)", "`after` is a text, but a state is a number"),
        ("move, action", "move, 7", "that is not the board after O takes cell 8"),
        ("= ttt.next_state(before_the_move, action)", "= print(action)", "`after` is None"),
    ],
    "00.words": [
        ('"state"', '"action"', "'a board, written as one number' is not called 'action'"),
        ('"value"', "...", "1 of the 5 words is still missing"),
        ('"action"', '"move"', "'move' is not one of the five words state, action, value"),
        ("words = list(words_solution.values())", "a table from descriptions to words"),
    ],
}
