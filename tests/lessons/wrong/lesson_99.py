"""Wrong answers to the exercises of lesson 99, each with a piece of the reason it must get."""

WRONG = {
    "99.1": [
        ("n_openings = 9", "9 counts every cell"),
        ("n_openings = 4", "4 is not the number of groups"),
    ],
    "99.2": [
        ("def kind(cell):\n    return 'edge' if cell % 2 else 'corner'", "has an even number, too"),
        ("def kind(cell):\n    return 'corner' if cell % 2 else 'edge'", "this cell is 'corner'"),
        (
            "def kind(cell):\n    return 'centre' if cell == 4 else ['edge', 'corner'][cell % 2]",
            "the odd cells are the edges",
        ),
        ("def kind(cell):\n    mine = 'edge'", "None: perhaps a `return` is missing"),
        ("def kind(cell):\n    return 'corner'", "kind(1) is 'corner', and this cell is 'edge'"),
        ("def kind(cell):\n    return kinds[cell]", "raised NameError: name 'kinds'"),
        ("kind = 'corner'", "a function is asked for here"),
    ],
}
