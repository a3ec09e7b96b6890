"""Add the articles' learners to those that must learn the same compiled and in Python.

Run as a program it prints the fingerprints of all CASES, as tests/aids/learning.py does of its own.
"""

import sys
from functools import partial

from tests.aids.learning import learned
from tttlearn.course.articles.recipes import hickman, kota7, nestedsoftware

CASES = {
    "hickman": (hickman, {}, "alone"),
    "hickman repaired": (hickman, {"repaired": True}, "alone"),
    "kota7": (partial(kota7, 0), {}, "alone"),
    "nestedsoftware": (nestedsoftware, {}, "X against one"),
    "nestedsoftware, double": (nestedsoftware, {"double": True}, "O against two"),
    "nestedsoftware, after": (nestedsoftware, {"rewards": "repository"}, "O against two"),
}

if __name__ == "__main__":
    for case in CASES.values():
        print(learned(case, int(sys.argv[1])))
