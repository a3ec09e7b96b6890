"""Limit what an answer prints while it is checked: show the beginning, and count the rest."""

import sys
from contextlib import contextmanager, redirect_stdout

MAX_LINES, MAX_CHARACTERS = 100, 10_000


@contextmanager
def beginning_only():
    """Show only the beginning of what is printed inside, and then how much was left out."""
    beginning = _Beginning(sys.stdout)
    try:
        with redirect_stdout(beginning):
            yield
    finally:
        beginning.end()


class _Beginning:
    """A text stream that passes on the beginning of what is written to it."""

    def __init__(self, stream):
        self.stream, self.last = stream, "\n"
        self.lines, self.characters, self.left_out = MAX_LINES, MAX_CHARACTERS, 0

    def write(self, text):
        kept = "".join(text[: self.characters].splitlines(keepends=True)[: self.lines])
        self.lines -= kept.count("\n")
        self.characters -= len(kept)
        self.left_out += len(text) - len(kept)
        if kept:
            self.stream.write(kept)
            self.last = kept[-1]
        return len(text)

    def end(self):
        """Print how much was left out, on a line of its own."""
        if self.left_out:
            begin = "\n" * (self.last != "\n")
            self.stream.write(f"{begin}… and {self.left_out:,} more characters were left out\n")

    def __getattr__(self, name):
        return getattr(self.stream, name)
