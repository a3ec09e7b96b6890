"""Define what can be reproduced: items with an id and a function that makes rows and a figure."""

from collections.abc import Callable
from dataclasses import dataclass, field

IMPORTS = "import tttlearn as ttt", "from tttlearn.course.articles import recipes"
"""Imports that the calls of the recipes need."""


@dataclass
class Result:
    """Result of an item: its rows, and how to draw it.

    `draw()` returns the Axes of the item's own figure; without it, the rows are drawn, published
    beside ours. `caption` describes the figure, `note` is a sentence for the page. `filled_in` says
    which lines of the article's code its text lacks, and what replaces them here.
    """

    rows: list
    draw: Callable | None = None
    caption: str = ""
    note: str = ""
    filled_in: str = ""
    tables: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Item:
    """Figure, table or statement of a source; `find(data)` returns its Result.

    `recipe` tells the reader how the item is made: a call, which works after IMPORTS, and further
    words after a colon; "" if no call of the package makes it. `batches` are the names of the runs
    that it needs; `find` gets their results, a dict by name.
    """

    id: str
    source: str
    title: str
    recipe: str
    find: Callable
    batches: tuple = ()

    @property
    def call(self):
        """Call in the recipe and the words after it, (code, words), each "" if it is absent."""
        code, _, words = self.recipe.partition(": ")
        return code, words


def item(id, source, title, recipe, *batches):
    """Replace the decorated function by an Item that calls it, under the name of the function."""
    return lambda function: Item(id, source, title, recipe, function, batches)
