"""Numbers as text."""

import pytest

from tttlearn.text import signed


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (1, 0, "+1"),
        (-1.0, 0, "-1"),
        (0, 0, "0"),
        (-0.0, 2, "0.00"),
        (0.004, 2, "0.00"),
        (-0.004, 2, "0.00"),
        (-0.006, 2, "-0.01"),
        (0.5, 3, "+0.500"),
        (10, 0, "+10"),
    ],
)
def test_nothing_has_no_sign(value, digits, text):
    assert signed(value, digits) == text
