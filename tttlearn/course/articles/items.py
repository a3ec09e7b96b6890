"""What can be reproduced: each item has an id, and a function that makes its rows and figure."""

from collections.abc import Callable
from dataclasses import dataclass, field

IMPORTS = "import tttlearn as ttt", "from tttlearn.course.articles import recipes"
"""What the calls of the recipes need."""


@dataclass
class Result:
    """What an item found: its rows, and how to draw it.

    `draw()` returns the Axes of its own figure; without one the rows are drawn, published beside
    ours. `caption` says what is seen in it. `note`: a sentence for the page. `filled_in`: which
    lines of the article's code its text lacks, and what stands here in their place.
    """

    rows: list
    draw: Callable | None = None
    caption: str = ""
    note: str = ""
    filled_in: str = ""
    tables: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Item:
    """A figure, a table or a statement of a source: `find(data)` returns its Result.

    `recipe`: how it is made, for the reader: a call, which works after IMPORTS, and further words
    after a colon; "" where no call of the package makes it. `batches`: the runs that it needs,
    whose results `find` gets, a dict by their names.
    """

    id: str
    source: str
    title: str
    recipe: str
    find: Callable
    batches: tuple = ()

    @property
    def call(self):
        """(the call of the recipe, the words after it), each "" where there are none."""
        code, _, words = self.recipe.partition(": ")
        return code, words


def item(id, source, title, recipe, *batches):
    """Make an Item of the function below, under the name of the function."""
    return lambda function: Item(id, source, title, recipe, function, batches)
