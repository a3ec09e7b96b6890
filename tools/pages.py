"""Make the pages of the five articles and that of the players: `python run.py pages`.

They take minutes, so they are kept in `data`, as the lessons are kept executed, and the site takes
them from there. Tests compare what is exact on them with what the program computes now.
"""

import sys
from pathlib import Path

from tools import judged
from tools.written import write_all
from tttlearn.__main__ import main as tttlearn
from tttlearn.course.articles.pages import DISTANCES, page_names

ROOT = Path(__file__).resolve().parents[1]
PAGES, BUILD = ROOT / "data" / "reproduced", ROOT / "build" / "reproduced"


def main(arguments):
    """Make the pages and return the exit status."""
    if arguments:
        print(f"pages takes no arguments, not {' '.join(arguments)!r}", file=sys.stderr)
        return 2
    status = tttlearn(["reproduce", "--out", str(BUILD)])
    if status == 0:
        names = [*page_names(), *(path.name for path in BUILD.glob(f"*{DISTANCES}"))]
        pages = {PAGES / name: (BUILD / name).read_bytes() for name in names}
        write_all(pages | {judged.PAGE: judged.judged()})
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
