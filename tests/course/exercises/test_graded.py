"""What is worth a talk is named, and nothing else is; and the table of it."""

import pytest

from tools.editions.nbgrader_course import assignment
from tools.masters import lessons, read
from tttlearn.course.exercises.graded import as_file, topics

SOURCES = {path.stem: assignment(read(path))["cells"] for path in lessons()}
every_lesson = pytest.mark.parametrize("name", SOURCES)
STUB = 'def reply(state, moves):\n    """A cell."""\n    return ...'
SOLUTION = """\
def reply_solution(state, moves):
    # The first that wins.
    winning = [move for move in moves if ttt.WINNER[ttt.next_state(state, move)] != 0]
    return winning[0] if winning else moves[0]
reply = reply_solution"""
OWN = "def reply(state, moves):\n    return max(moves, key=lambda move: VALUES[state][move])"


def cell(source, name="answer-careful"):
    return {"source": source, "metadata": {"nbgrader": {"grade_id": name}}}


def answered(answer, stub=STUB, solution=SOLUTION):
    source = cell(f"{stub}\n### BEGIN SOLUTION\n{solution}\n### END SOLUTION")
    return [what for _, what in topics("10", [source], [cell("1", "answer-other"), cell(answer)])]


@pytest.mark.parametrize(
    ("answer", "topic"),
    [
        (SOLUTION, "has the text of the solution"),
        (f"{STUB}\n\n\n{SOLUTION}", "has the text of the solution"),
        (SOLUTION.replace("_solution", "").replace("# The first", "# Mine"), "has the text"),
        ("reply = built.reply", "takes the package's own: built.reply"),
        (f"{OWN}\n\n\nreply = built.reply", "takes the package's own: built.reply"),
        ("from tttlearn.course.exercises.built_10 import reply", "takes the package's own: from"),
        ("def reply(s, m):\n    return ttt.reply(s, m)", "takes the package's own: ttt.reply"),
    ],
)
def test_what_comes_from_elsewhere_is_named(answer, topic):
    (found,) = answered(answer)
    assert found.startswith(topic)


@pytest.mark.parametrize("answer", [OWN, STUB, "", "def reply(", "reply = ...", "import numpy"])
def test_an_answer_of_ones_own_is_not_named(answer):
    assert answered(answer) == []


def test_what_is_short_or_handed_out_is_alike_by_chance():
    assert answered("reply = 8", "reply = ...", "reply_solution = 8\nreply = reply_solution") == []
    given = f"{SOLUTION.replace('_solution', '')}\nchosen = ..."
    assert answered(f"{given}\nchosen = 1", given, "chosen = 1") == []
    uses = "own = built.reply\nchosen = ..."
    assert answered("own = built.reply\nchosen = 1", uses, "chosen = 2") == []


def test_what_cells_of_ones_own_import_is_named_once():
    given = {"cell_type": "code", "metadata": {}}
    setup = "from tttlearn.course.exercises import lesson_10 as check"
    source = [given | {"source": f"{setup}\nimport numpy"}]
    own = f"{setup}\nimport math\nfrom tttlearn.course.exercises import grading"
    handed_in = [given | {"source": own}, given | {"source": own}, given | {"source": "1 +"}]
    assert topics("10", source, source) == []
    named = "a cell has `from tttlearn.course.exercises import grading`"
    assert topics("10", source, handed_in) == [("", named)]


def test_an_exercise_is_named_by_its_number():
    source = [one for one in SOURCES["01_the_game_as_data"] if "nbgrader" in one["metadata"]]
    handed_in = [dict(one, source="encode = built.encode") for one in source[:1]]
    assert topics("01", source, handed_in) == [("01.1", "takes the package's own: built.encode")]


@every_lesson
def test_no_stub_is_named(name):
    source = [one for one in SOURCES[name] if "nbgrader" in one["metadata"]]
    stubs = [dict(one, source=one["source"].partition("\n### BEGIN")[0]) for one in source]
    assert topics(name[:2], source, stubs) == []


@every_lesson
def test_solutions_are_named_for_their_text_alone(name):
    found = topics(name[:2], SOURCES[name], SOURCES[name])
    assert {what for _, what in found} <= {"has the text of the solution"}


def test_a_table_has_empty_cells_and_nothing_to_calculate():
    rows = [
        {"student": "0012", "topic": "=Zoë", "exercise": 9.0},
        {"student": "0007", "topic": None, "exercise": None},
    ]
    lines = as_file(rows).decode("utf-8-sig").splitlines()
    assert lines == ["student,topic,exercise", "0012,'=Zoë,9.0", "0007,,"]
    assert as_file([]).decode("utf-8-sig").strip() == ""
