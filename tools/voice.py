"""Measure how dense the prose of each lesson is: short sentences, colons and semicolons.

    python -m tools.voice       a line for each lesson, its notes and the glossary

Textbooks that read easily have 11 to 18 % of sentences of eight words or fewer, and one colon or
semicolon in 150 to 300 words. The numbers say where to look, not what is good: no test reads them.
"""

import re

from tools.lint_notebooks import prose
from tools.masters import masters, read, source, tags

SHORT_WORDS = 8
SENTENCE_END = re.compile(r"(?<=[.!?])[*\")]*\s+(?=[*\"(]*[A-Z0-9])|\n\s*\n|\n(?=\s*[-|>])")
INLINE = re.compile(r"(?s)```.*?```|\$\$.*?\$\$|(`[^`]+`|\$[^$\n]+\$)")
"""Code and formulas: a block is not prose, inside a sentence they count as one word."""
VERDICT = re.compile(r"(?m)^(\**(?:Right|Wrong|Not quite)[.:,]\**) ")
"""Pattern of the beginning of an answer in a quiz."""
WORD = re.compile(r"[A-Za-z0-9][\w'’.,%/-]*")


def density(text):
    """Return the words, the share of short sentences, the mean length and the marks per 100 words.

    A piece without a full stop at its end, such as a heading or a cell of a table, is no sentence.
    """
    text = prose(VERDICT.sub("", INLINE.sub(lambda match: "x" if match[1] else " ", text)))
    pieces = [piece.strip() for piece in SENTENCE_END.split(text)]
    lengths = [len(WORD.findall(s)) for s in pieces if re.search(r"[.!?][*\")]*$", s)]
    lengths = [length for length in lengths if length]
    words = len(WORD.findall(text))
    marks = len(re.findall(r"[:;](?=\s|$)", text))
    short = sum(length <= SHORT_WORDS for length in lengths)
    return words, short / len(lengths), sum(lengths) / len(lengths), 100 * marks / words


def main():
    """Print a line for each text."""
    print(f"{'':32}{'words':>7}{'short':>7}{'mean':>7}{'; :':>6}")
    for path in masters():
        cells = [cell for cell in read(path)["cells"] if cell["cell_type"] == "markdown"]
        for name, notes in ((path.stem, False), (f"{path.stem[:2]}, notes", True)):
            own = [source(cell) for cell in cells if ("teaching-notes" in tags(cell)) == notes]
            if own:
                words, short, mean, marks = density("\n\n".join(own))
                print(f"{name:32}{words:7,}{short:7.0%}{mean:7.1f}{marks:6.1f}")


if __name__ == "__main__":
    main()
