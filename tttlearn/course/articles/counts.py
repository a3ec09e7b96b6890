"""How many rows of which kind have which verdict."""

import pandas as pd

from tttlearn.course.articles.verdicts import AGREES, VERDICTS

KINDS = {
    "table": "tables as a whole",
    "measured": "measured",
    "alike": "numbers that every run of ours prints alike",
    "comparison": "compared, by means of many runs",
    "statement": "statements",
    "certain": "without chance",
    "timed": "times, which belong to a computer",
    "setting": "settings and counts",
}
"""What there is to count, in the order in which it is told."""


def counts(rows):
    """How many rows of each kind have which verdict: a DataFrame, KINDS by VERDICTS."""
    pairs = pd.DataFrame([(row.kind, row.verdict) for row in rows], columns=["kind", "verdict"])
    found = pd.crosstab(pairs.kind, pairs.verdict)
    return found.reindex(index=[*KINDS], columns=[*VERDICTS], fill_value=0)


def lines(rows):
    """The same in words, a line for each kind of which there are any: ["measured: 4 agree", ...]"""
    texts = []
    for kind, numbers in counts(rows).iterrows():
        told = ", ".join(_many(n, verdict) for verdict, n in numbers.items() if n)
        if told:
            texts.append(f"{KINDS[kind]}: {told}")
    return texts


def counts_line(rows):
    """All of them in one line."""
    return "; ".join(lines(rows))


def _many(number, verdict):
    return f"{number} agree" if verdict == AGREES and number > 1 else f"{number} {verdict}"
