"""Make the files that `ttt.solution` and `ttt.hint` read: `python run.py solutions`.

The original of each solution, and of each hint, is a cell in its lesson; a test says when the files
are due.
"""

import argparse
import sys

from tools.masters import hints, solutions
from tools.written import write_all
from tttlearn.course.exercises.solutions import FILE, HINTS, file_text, hints_text


def main():
    """Write the files; return the exit status."""
    sources = solutions()
    write_all({FILE: file_text(sources), HINTS: hints_text(hints())})
    print(f"{len(sources)} solutions are in {FILE.name}, the hints in {HINTS.name}")
    return 0


if __name__ == "__main__":
    argparse.ArgumentParser(
        prog="run.py solutions", description=__doc__.partition("\n")[0]
    ).parse_args()
    sys.exit(main())
