"""Makes the file of the solutions that `ttt.solution` shows: `python run.py solutions`.

The original of each solution is the cell in its lesson; a test says when the file is due.
"""

import sys

from tools.masters import solutions
from tttlearn.course.exercises.solutions import FILE, file_text


def main():
    """Write the file anew; returns the exit status."""
    found = solutions()
    FILE.write_text(file_text(found), encoding="utf-8", newline="\n")
    print(f"{len(found)} solutions are in {FILE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
