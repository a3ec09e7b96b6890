"""List wrong answers to the exercises of lesson 99, each with a part of the reason it must get.

Those with two pieces of code are the solution with the first replaced by the second.
"""

WRONG = {
    "99.openings": [
        ("n_openings = 9", "9 counts every cell"),
        ("n_openings = 4", "4 is not the number of groups"),
    ],
    "99.kind": [
        ('    if cell == 4:\n        return "centre"\n', "", "has an even number, too"),
        ("def kind(cell):\n    return 'corner' if cell % 2 else 'edge'", "this cell is 'corner'"),
        ("def kind(cell):\n    return 'corner'", "kind(1) is 'corner', and this cell is 'edge'"),
    ],
}
