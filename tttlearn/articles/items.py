"""What can be reproduced: an item has an id, and a function that makes its rows and its figure."""

from collections.abc import Callable
from dataclasses import dataclass, field

ITEMS = {}
"""All items by their id, in the order of the sources."""


@dataclass
class Result:
    """What an item found: its rows, and how to draw it.

    `draw()` returns the Axes of its own figure; without one the rows are drawn, published beside
    ours. `caption` says what is seen in it. `note`: a sentence for the summary.
    """

    rows: list
    draw: Callable | None = None
    caption: str = ""
    note: str = ""
    tables: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Item:
    """A figure, a table or a statement of a source: `find(data)` returns its Result.

    `recipe`: how it is made, for the reader; `batches`: the runs that it needs, whose results
    `find` gets, a dict by their names.
    """

    id: str
    source: str
    title: str
    recipe: str
    find: Callable
    batches: tuple = ()


def item(id, source, title, recipe, *batches):
    """Make an Item of the function below, and list it in ITEMS."""

    def listed(function):
        ITEMS[id] = Item(id, source, title, recipe, function, batches)
        return function

    return listed
