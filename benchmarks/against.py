"""Compare this version's speed with an earlier one's: `python run.py bench --against v0.1.0`.

Each version runs in a process of its own, from its own files, with its own rows of `bench`; what
both have is measured in pairs, now one first and now the other, so that a busy moment of the
computer favours neither. A ratio above 1 means that this version is the faster one. It is the
median of all pairs, and beside it stands their middle half.
"""

import io
import subprocess
import sys
import tarfile
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).parents[1]
PAIRS = 15
# Code that runs in each version's process, so that an earlier version need not have this module.
WORKER = """
import sys
from benchmarks import bench
rows = {name: row for _, _, group in bench.GROUPS for name, row in group.items()}
print(*rows, sep="\\t", flush=True)
for line in sys.stdin:
    print(rows[line[:-1]](), flush=True)
"""


class Version:
    """Rows of one version, measured by a process in its folder; `names` are the rows' names."""

    def __init__(self, folder):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen([sys.executable, "-c", WORKER], cwd=folder, **pipes)
        self.names = self._said().split("\t")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.communicate()

    def measure(self, name):
        """Measure a row once and return the result, in the row's own unit."""
        self.process.stdin.write(f"{name}\n")
        self.process.stdin.flush()
        return float(self._said())

    def _said(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("a version ended before its time, see above")
        return line[:-1]


def compare(reference, groups, peers):
    """Print each row of `groups` that both versions have, except those of `peers`."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        unpack(reference, folder)
        before = stack.enter_context(Version(folder))
        now = stack.enter_context(Version(ROOT))
        print(f"{'':<42} {reference:>12} {'now':>12} {'ratio':>7}  middle half of {PAIRS} pairs")
        for title, unit, rows in groups:
            print(f"{title}, {unit}")
            for name in rows:
                if name not in peers and name in before.names:
                    pairs = measure_pairs(before, now, name)
                    print(row_of(name, pairs, unit == "milliseconds"), flush=True)


def unpack(reference, folder):
    """Put the files of a version that git knows into a folder; raise ValueError for any other."""
    command = ["git", "archive", reference]
    done = subprocess.run(command, cwd=ROOT, capture_output=True)
    if done.returncode:
        raise ValueError(f"git has no version {reference!r}: {done.stderr.decode().strip()}")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")


def measure_pairs(before, now, name):
    """Return (before, now) of each pair of measurements.

    The first measurement of each version, which compiles, does not count.
    """
    before.measure(name), now.measure(name)
    pairs = []
    for number in range(PAIRS):
        if number % 2:
            there = now.measure(name)
            pairs.append((before.measure(name), there))
        else:
            pairs.append((before.measure(name), now.measure(name)))
    return pairs


def row_of(name, pairs, less_is_better):
    """Return a row of the table as text."""
    ratios = [old / new if less_is_better else new / old for old, new in pairs]
    olds, news = zip(*pairs, strict=True)
    digits = 2 if less_is_better else 0
    numbers = f"{median(olds):>12,.{digits}f} {median(news):>12,.{digits}f}"
    low, _, high = quantiles(ratios, n=4, method="inclusive")
    spread = f"{low:.2f} to {high:.2f}"
    return f"  {name:<40} {numbers} {median(ratios):>7.2f}  {spread}"
