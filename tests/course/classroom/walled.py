"""Whether the walls of the class tournament stand here, for the tests that need them."""

import os
import sys
from functools import cache

import pytest

from tttlearn.course.classroom import walls


@cache
def why_not():
    """Why there are no walls; empty where they stand."""
    try:
        walls.check()
    except walls.WallsError as error:
        return str(error)
    return ""


def walls_stand():
    """Whether there are walls: tests of what holds with and without use them where they can."""
    return not why_not()


def needs_walls():
    """Skip a test where there are no walls, but never in continuous integration on Linux."""
    if why_not() and sys.platform == "linux" and os.environ.get("CI"):
        pytest.fail(why_not())
    if why_not():
        pytest.skip(why_not())
