"""What a page says of the planted answers to exercises is what the notebook says."""

import json

import numpy as np
import pytest

import tttlearn as ttt
from tools.live import checked, checks
from tools.masters import lessons, wrong_answers
from tttlearn.course.exercises.solutions import solutions

PLANTED = {id: answers for path in lessons() for id, answers in wrong_answers(path.stem).items()}
NAMES = {"06.q": "q_learning"}
"""Where the function has another name than the check."""
ABOVE = {
    "01.decode": "decode_solution = my_decode\n",
    "03.value": "best_for = lambda side, values: ...\n",
    "06.sarsa": solutions()["06.q"].split("\n\n\ncheck.")[0] + "\n",
}
"""What stands above an exercise in its notebook, and is used in planted answers."""
UNHEARD = {
    "01.decode": [".tolist()"],
    "05.td": [
        *("V is the whole", "positions are episode.states", "one shorter", "too many indices")
    ],
    "06.q": ["are read with a dot"],
}
"""Reasons that a page cannot give: NumPy is not there, nor is the compiler."""


def said_of(id, answer):
    """The verdict on the page, and all that is said there."""
    name, text = NAMES.get(id, id[3:]), checks.exported(id)
    try:
        verdict, why, state = checked.judged(
            id, text, ABOVE.get(id, "") + answer, name, lambda: None
        )
    except Exception as error:
        return "raised", f"{checked.described(error)} {checked.often}", None
    return verdict, why, state


@pytest.mark.parametrize("id", checks.CHECKS)
def test_planted_answers_get_their_reasons_on_the_page(id):
    unheard = UNHEARD.get(id, [])
    assert (
        said_of(id, solutions()[id].replace("_solution", "").split("\ncheck.")[0])[0] == "correct"
    )
    missed = [reason for answer, reason in PLANTED[id] if reason not in said_of(id, answer)[1]]
    assert all(any(part in reason for part in unheard) for reason in missed), missed
    assert len(missed) == len(unheard)


def test_the_tables_of_a_page_are_those_of_the_package():
    for name in ("CELLS", "TURN", "WINNER", "TERMINAL", "LEGAL", "NEXT"):
        table = getattr(checked, name)
        made = np.array([table[state] for state in range(checked.N_STATES)])
        assert (made == getattr(ttt, name)).all(), name
    assert checked.NAMES["my_moves"](163) == np.flatnonzero(ttt.LEGAL[163]).tolist()
    with pytest.raises(AttributeError, match="only START"):
        checked.TTT.minimax_policy  # noqa: B018


def test_a_check_is_text_alone_and_gives_no_solution_away():
    for id in checks.CHECKS:
        data = json.loads(checks.exported(id))
        assert "solution" not in data["source"]
        assert data["every"] <= len(checked.unpacked(data["solved"]))
