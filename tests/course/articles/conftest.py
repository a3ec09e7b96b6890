"""Make one short run of everything, for all tests that look at results or pages."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from tttlearn.course.articles import reproduce
from tttlearn.course.articles.antirez import figures as antirez
from tttlearn.course.articles.batches import run as run_batches


@pytest.fixture(scope="session")
def everything():
    """Return the results of all items in runs of few games, a dict from ids to Result."""
    needed = {}
    for name, batch in reproduce.BATCHES.items():
        stages = tuple((SHORT.get(games, games), *rest) for games, *rest in batch.stages)
        needed[name] = replace(batch, stages=stages, runs=RUNS)
    data = MappingProxyType(run_batches(needed))  # into which no item may write
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(antirez, "TARGET_SEEDS", range(RUNS))
        return {item.id: item.find(data) for item in reproduce.ITEMS.values()}


RUNS = 4
SHORT = dict.fromkeys((100_000, 7_000, 4_000_000), 1_000)
SHORT |= dict.fromkeys((2_000_000, 150_000), 10_000)
"""{games of a stage: games of the short run}."""
