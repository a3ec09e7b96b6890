"""Count the rows of each kind by their verdicts."""

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
"""Kinds of rows with their names, in the order in which they are printed."""


def counts(rows):
    """Count the rows of each kind by their verdicts: a DataFrame, KINDS by VERDICTS."""
    pairs = pd.DataFrame([(row.kind, row.verdict) for row in rows], columns=["kind", "verdict"])
    table = pd.crosstab(pairs.kind, pairs.verdict)
    return table.reindex(index=[*KINDS], columns=[*VERDICTS], fill_value=0)


def lines(rows):
    """Return the same counts as texts, one for each kind that occurs.

    For example ["measured: 4 agree", ...].
    """
    texts = []
    for kind, numbers in counts(rows).iterrows():
        verdicts = ", ".join(_many(n, verdict) for verdict, n in numbers.items() if n)
        if verdicts:
            texts.append(f"{KINDS[kind]}: {verdicts}")
    return texts


def counts_line(rows):
    """Return the same counts as one line of text."""
    return "; ".join(lines(rows))


def _many(number, verdict):
    return f"{number} agree" if verdict == AGREES and number > 1 else f"{number} {verdict}"
