"""List wrong answers to the exercises of lesson 10, each with a part of the reason it must get.

Those with two pieces of code are the solution with the first replaced by the second.
"""

WRONG = {
    "10.step": [
        ("[:, None] - ratings", " - ratings[:, None]", "exchanged in the expected score"),
        ("return ratings + ", "return ", "the change alone"),
        (
            "def my_step(ratings, scores, k):\n    ratings = ratings.copy()\n"
            "    for i in range(len(ratings)):\n"
            "        expected = 1 / (1 + 10 ** (-(ratings[i] - ratings) / 400))\n"
            "        ratings[i] += k * (scores[i] - expected).sum()\n    return ratings",
            "all change at once",
        ),
    ],
    "10.circle": [
        ("circle = [minimax_first, minimax_first, minimax_first]", "a scores 0.500 against b"),
        ("circle = list(reversed(circle_solution))", "the other way round"),
        ("circle = circle_solution[:2]", "a list of three policies"),
        ("circle = [held.policies[n] for n in ('minimax', 'td', 'random')]", "c scores 0.0"),
        ("ttt.START: 4, corner: 1", "ttt.START: 4", "b replies in cell 4, which is no trap"),
        ("circle = [with_moves({3: 1}), *circle_solution[1:]]", "illegal cell in state 3"),
        ("circle = ['a', 'b', 'c']", "a policy of tic-tac-toe is an array"),
    ],
    "10.hunter": [
        # A name of the lesson's, whatever is asked.
        ("return", "return perfect\n    return", "that is no more than minimax scores"),
        ("np.mean(policies, axis=0)", "policies[0]", "it answers only the first of them"),
        ("ttt.best_reply", "", "it scores 0.5000, and minimax 0.9363: look for"),
        ("np.mean(policies, axis=0)", "sum(policies)", "the mean of several policies is a policy"),
        (", axis=0", "", "np.mean without axis=0 makes one number"),
        ("np.mean", "np.max", "neither are their largest numbers"),
    ],
    "10.careful": [
        (
            "(completes(state) or safe",
            "(built.completing(state, -ttt.TURN[state]) or completes(state)",
            "a win comes before a block",
        ),
        ("or safe ", "", "it blocks nothing; look for the other side's lines"),
        ("safe or free)", "sorted(safe) or free)", "in the order of Ada's rule"),
        ("(completes(state) or safe", "(safe", "could complete"),
        ("or safe or free)", "or [4])", "cell 4 is taken"),
    ],
    "10.mend": [
        (".copy()", "", "it changes the policy it is given"),
        ("mended[mistake.state] =", "mended[mistake.state] +=", "keep their probabilities"),
        ("np.eye(9)[mistake.right[0]]", "0", "sums to 0, but probabilities sum to 1"),
        ("return mended", "return minimax_first", "other positions have changed, too"),
    ],
}
