"""Reproduce every published figure and table of the five sources, each with a verdict.

    from tttlearn.course.articles import reproduce
    found = reproduce.find(["nested-40", "prevos-two-ply"])
    [(row.label, row.verdict, row.why) for row in found["nested-40"].rows]

An *item* is a figure, a table or a statement; `ITEMS` has them all. `find` makes the runs that
items need, once for all of them, and compares each published number with ours, with a verdict and a
reason. `verdicts` explains how that is decided. `report.write_report` writes the pages, the figures
as PNG and SVG, and the tables as CSV into a folder.
"""

from math import inf

from tttlearn.course.articles.antirez import figures as antirez
from tttlearn.course.articles.batches import bar, run_counted, seconds, settings_of, with_settings
from tttlearn.course.articles.hickman import figures as hickman
from tttlearn.course.articles.items import Item
from tttlearn.course.articles.kota7 import figures as kota7
from tttlearn.course.articles.nestedsoftware import figures as nested
from tttlearn.course.articles.nestedsoftware import readme, runs, studies
from tttlearn.course.articles.prevos import figures as prevos
from tttlearn.support.arguments import number
from tttlearn.support.cores import cores

SOURCES = (hickman, kota7, nested, studies, readme, antirez, prevos)
"""Modules of the items, in the order of the sources."""
ITEMS = {
    item.id: item for module in SOURCES for item in vars(module).values() if isinstance(item, Item)
}
"""All items by their id, in the order of the sources."""
BATCHES = {
    name: batch
    for module in (hickman, kota7, runs, antirez)
    for name, batch in module.BATCHES.items()
}
"""All runs that items may need, by name."""


RANGES = {"alpha": (0, 1), "gamma": (0, 1), "epsilon": (0, 1), "later": (0, 1)}
RANGES |= {"rate": (0, inf), "spread": (0, inf), "games_each": (1, inf)}
"""Lowest and highest value of the settings that cannot be any number."""


def chosen(ids=()):
    """Return the items with these ids, by default all; raise ValueError for other ids."""
    unknown = [id for id in ids if id not in ITEMS]
    if unknown:
        raise ValueError(
            f"there is no figure or table {unknown[0]!r}; there are {', '.join(ITEMS)}"
        )
    return [ITEMS[id] for id in dict.fromkeys(ids)] or list(ITEMS.values())


def find(ids=(), runs=None, own=None, kept=None):
    """Return the results of the items with these ids, by default all: a dict from ids to Result.

    `runs` is the number of training runs of each learner, in place of the item's own. `own` has
    settings by name in place of the article's. `kept` is a KeptRuns, to continue from. Raises
    ValueError for an unknown id or setting, and for fewer than two runs, which have no spread.
    """
    items = chosen(ids)
    if runs is not None and runs < 2:
        raise ValueError(f"a spread takes two runs or more, not {runs}")
    batches = _batches(items)
    if own:
        check_own_settings(items, own)
        batches = {name: with_settings(batch, own) for name, batch in batches.items()}
    # While an item is computed, on one core, the other cores wait.
    times, results = {item.id: cores() * seconds("item", item.id) for item in items}, {}
    with bar(batches, runs, kept, after=sum(times.values())) as counted:
        data = run_counted(batches, counted, runs, kept)
        for item in items:
            results[item.id] = item.find(data)
            counted(times[item.id])
    return results


def _batches(items):
    """Return the batches that these items need, by name."""
    return {
        name: batch
        for name, batch in BATCHES.items()
        if any(name in item.batches for item in items)
    }


def check_own_settings(items, own):
    """Check that the reader's own settings, a dict, are valid; raise ValueError otherwise.

    They are valid if they are for one item, its learners have them, and their values are possible.
    """
    if not own:
        return
    if len(items) != 1:
        raise ValueError(f"settings of your own can be given to one item, not to {len(items)}")
    known = {}
    for batch in _batches(items).values():
        known |= settings_of(batch.make(0))
    unknown = [name for name in own if name not in known]
    if unknown and not known:
        raise ValueError(f"{items[0].id} trains nobody: it has no settings")
    if unknown:
        listed = ", ".join(f"{name} ({value:g})" for name, value in known.items())
        raise ValueError(f"{items[0].id} has no setting {unknown[0]!r}; there are {listed}")
    for name, value in own.items():
        number(value, name, *RANGES.get(name, ()))
    for batch in _batches(items).values():
        with_settings(batch, own).make(0)  # a network checks its own settings when it is made
