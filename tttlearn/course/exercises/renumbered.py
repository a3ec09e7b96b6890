"""Exercises that had another number in version 0.2, for records of that time.

Since version 0.3 a number keeps its meaning for good, and a record says that it has these numbers.
One of before does not, nor does one that 0.3.0 wrote; but 0.3.0 also kept tries and predictions.
"""

NUMBERS = "0.3"
"""What a record says of its numbers: the version since which they are what they are."""
OF_0_2 = {
    "00": (1, 2, 4),
    "01": (2, 5, 11, 9, 12),
    "02": (9, 5, 11, 8),
    "03": (10, 3, 11, 7, 12),
    "04": (4, 6, 8, 9),
    "05": (2, 3, 7, 8, 9),
    "06": (2, 8, 7, 9),
    "07": (7, 8, 4, 9),
    "08": (2, 4, 9, 8),
    "09": (2, 5, 8, 9),
    "10": (1, 2, 3),
    "11": (1, 7, 8),
    "99": (1, 2),
}
"""For each lesson its exercises of version 0.2, in order, by the numbers of today. An exercise is
the same where today's check takes the answer of then; eight that are asked no more (03.10 to 03.12,
05.8, 05.9, 06.8, 06.9 and 08.9) have numbers that no other exercise gets."""
TODAY = {
    f"{lesson}.{then}": f"{lesson}.{now}"
    for lesson, numbers in OF_0_2.items()
    for then, now in enumerate(numbers, 1)
}


def by_todays_numbers(passed, about):
    """{number of today: day} of what was passed, a dict from the numbers in a record that says all
    this `about` itself.

    A record without word of its numbers is of 0.2 if it has nothing else, and no number that 0.2
    did not have. So is then one of 0.3.0, of somebody who predicted nothing, passed only what has
    such numbers, and each at once: that cannot be told.
    """
    says_more = about.keys() & {"numbers", "tries", "predictions", "limits"}
    if says_more or not passed.keys() <= TODAY.keys():
        return passed
    return {TODAY[number]: day for number, day in passed.items()}
