"""The student edition knows its sections, and a change of one changes its fingerprint only."""

import copy
from itertools import chain

import pytest

from tools.masters import masters, read
from tttlearn.course.exercises.student import sections, student_edition


def markdown(source):
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def code(source, **more):
    return {"cell_type": "code", "metadata": {}, "outputs": [], "source": source} | more


CELLS = [markdown("# Title\n\nWhy?\n\n## One\n\nText."), code("a = 1"), markdown("### Two\n\nEnd.")]


def changed(*cells):
    """The headings whose fingerprints differ from those of CELLS, or are there in one only."""
    before, after = sections(CELLS), sections(cells)
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def test_each_heading_has_a_fingerprint():
    found = sections(CELLS)
    assert list(found) == ["Title", "One", "Two"]
    assert all(len(digits) == 8 and int(digits, 16) >= 0 for digits in found.values())
    assert len(set(found.values())) == 3


def test_what_is_run_tagged_or_folded_makes_no_difference():
    metadata = {"tags": ["figure"], "jupyter": {"source_hidden": True}}
    run = code("a = 1", outputs=[{"text": "1"}], execution_count=7, metadata=metadata, id="x")
    assert changed(CELLS[0], run, CELLS[2]) == set()


@pytest.mark.parametrize(
    ("cells", "names"),
    [
        ([CELLS[0], code("a = 2"), CELLS[2]], {"One"}),
        ([CELLS[0], CELLS[2]], {"One"}),
        ([CELLS[0], markdown("a = 1"), CELLS[2]], {"One"}),
        ([*CELLS, code("")], {"Two"}),
        ([*CELLS, markdown("## Three")], {"Three"}),
        (CELLS[:2], {"Two"}),
        ([*CELLS[:2], markdown("### Else\n\nEnd.")], {"Two", "Else"}),
    ],
)
def test_a_change_changes_its_section_only(cells, names):
    assert changed(*cells) == names


def test_comments_in_code_are_no_headings():
    fenced = markdown("## One\n\n```python\n# a comment\n```\n\n## Two")
    assert list(sections([code("# a comment"), fenced])) == ["", "One", "Two"]


@pytest.mark.parametrize("path", masters(), ids=lambda path: path.stem)
def test_no_two_sections_of_a_lesson_share_a_name(path):
    cells = student_edition(read(path))["cells"]
    prose = [cell for cell in copy.deepcopy(cells) if cell["cell_type"] == "markdown"]
    names = list(chain.from_iterable(sections([cell]) for cell in prose))
    names = [name for name in names if name]
    assert len(names) == len(set(names)) == len([name for name in sections(cells) if name])
