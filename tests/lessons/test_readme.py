"""The README's lesson table, figure and list are those of the notebooks; Python in texts runs."""

import re
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

import tttlearn as ttt
from tools import grown
from tools.readme import LIST, ROOT, lesson_list, with_table


def test_lesson_table_is_up_to_date():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert with_table(text) == text, "run `python run.py readme`"


def test_list_of_lessons_is_up_to_date():
    assert LIST.read_text(encoding="utf-8") == lesson_list(), "run `python run.py readme`"


def test_the_picture_of_the_learner_is_that_of_today():
    kept, drawn = (
        Image.open(source).convert("RGB") for source in (grown.PICTURE, BytesIO(grown.picture()))
    )
    assert kept.size == drawn.size == (1200, 630)
    off = np.abs(np.asarray(kept, float) - np.asarray(drawn, float)).mean()
    assert off < 1, "run `python run.py readme`"  # letters differ a little between systems
    assert f"![{grown.described()}]" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_only_a_corner_saves_o_as_the_picture_says():
    worth = {
        cell: ttt.state_values()[ttt.TICTACTOE.next[grown.ASKED, cell]]
        for cell in (0, 1, 2, 3, 5, 6, 7, 8)
    }
    assert worth == {0: 0, 2: 0, 6: 0, 8: 0, 1: 1, 3: 1, 5: 1, 7: 1}


def test_pictures_are_there_and_described():
    pictures = re.findall(
        r"!\[([^]]*)\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8")
    )
    assert len(pictures) >= 2
    for description, place in pictures:
        assert len(description) > 20
        assert (ROOT / place).is_file()


def python_of(text):
    """The blocks of Python in a text."""
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """The names after all Python of these two texts was run, in order, in an empty folder."""
    names = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("reader"))
        for path in (ROOT / "README.md", ROOT / "docs" / "package.md"):
            blocks = python_of(path.read_text(encoding="utf-8"))
            assert blocks
            for number, block in enumerate(blocks, 1):
                exec(compile(block, f"<block {number} of {path.name}>", "exec"), names)
    return names


def test_all_python_runs_and_comes_to_what_is_said(ran):
    assert ttt.outcome(ran["random"], ran["perfect"])[1:] == pytest.approx(
        (0.2225, 0.7774), abs=1e-4
    )
    stones, learner = ran["stones"], ran["learner"]
    assert ttt.state_values(rules=stones)[stones.start] == 1
    assert ttt.worst_case(learner.policy, rules=stones) == (1, 1)
    assert stones.show(3) == "(18, -1)"
    assert ran["search"].shape == (stones.n_states, 3)
    assert ran["curve"].games.tolist() == [100, 5_000]
    assert ttt.optimal_share(ran["mine"].policy, rules=stones) > 0.9


def test_the_section_on_the_engine_needs_nothing_of_the_course():
    text = (ROOT / "docs" / "package.md").read_text(encoding="utf-8")
    section = text[text.index("## The engine alone") : text.index("## In the terminal")]
    used = set(re.findall(r"ttt\.(\w+)", "".join(python_of(section))))
    assert {"train", "outcome", "worst_case", "play_match"} <= used
    assert not used & set(ttt._COURSE)
