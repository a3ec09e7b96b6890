"""The editions keep what they promise: no solution for students, nothing lost, nothing invented."""

import copy
import re

import nbformat
import pytest

from tools.decks.source import decks
from tools.editions import handout
from tools.editions.instructor import instructor
from tools.editions.leaks import leaks, notebook_texts
from tools.masters import (
    NOTEBOOKS,
    lessons,
    masters,
    read,
    said_of_wrong_answers,
    tags,
    wrong_answers,
)
from tttlearn.course.exercises.student import student_edition

MASTERS = {path.stem: read(path) for path in lessons()}
GLOSSARY = read(NOTEBOOKS / "glossary.ipynb")
SAID = {name: said_of_wrong_answers(name) for name in MASTERS}
every_lesson = pytest.mark.parametrize("name", MASTERS)


def solutions(master):
    return [cell for cell in master["cells"] if "solution" in tags(cell)]


# --- student


def _output(notebook, text):
    code = next(c for c in notebook["cells"] if c["cell_type"] == "code")
    code["outputs"].append({"output_type": "stream", "name": "stdout", "text": text})


def _alt(notebook, text):
    code = next(c for c in notebook["cells"] if c["cell_type"] == "code")
    picture = {"output_type": "display_data", "data": {"image/png": "AAAA"}}
    code["outputs"].append(picture | {"metadata": {"image/png": {"alt": text}}})


PLACES = {
    "code": lambda notebook, text: notebook["cells"][2].update(source=text),
    "Markdown": lambda notebook, text: notebook["cells"][1].update(source=f"So:\n\n{text}"),
    "lines of an output": lambda notebook, text: _output(notebook, text.splitlines(True)),
    "an alternative text": _alt,
    "a cell's metadata": lambda nb, text: nb["cells"][1]["metadata"].update(note={"a": [text]}),
    "the notebook's metadata": lambda nb, text: nb["metadata"].update(answer=text),
    "a name in the metadata": lambda nb, text: nb["metadata"].update({text: 1}),
    "other letters and spaces": lambda nb, text: nb["cells"][1].update(source=respaced(text)),
    "another name": lambda nb, text: _output(nb, text.replace("_solution", "")),
}


def respaced(text):
    return text.upper().replace(" ", "  ").replace("\n", "\n\n\t")


@pytest.mark.parametrize("place", PLACES)
def test_a_planted_solution_is_found(place):
    name = "03_minimax"
    for solution in solutions(MASTERS[name])[:2]:
        leaky = student_edition(MASTERS["09_tree_search"])
        PLACES[place](leaky, solution["source"])
        found = leaks(MASTERS, {"leaky": list(notebook_texts(leaky))})
        assert {leak.solution.split(",")[0] for leak in found} == {name}


@every_lesson
def test_only_a_number_or_a_short_list_could_slip_through(name):
    texts = [solution["source"] for solution in solutions(MASTERS[name])]
    found = {leak.file for leak in leaks(MASTERS, {text: [("text", text)] for text in texts})}
    for text in {*texts} - found:
        assert re.fullmatch(r"# Solution\n\w+ = [\d., \[\]]{,12}\ncheck.*", text)


@every_lesson
def test_student_loses_only_solutions_and_notes(name):
    shown = iter(student_edition(MASTERS[name])["cells"])
    for cell in MASTERS[name]["cells"]:
        own = cell["metadata"].get("tttlearn", {}).get("student")
        if tags(cell) & {"solution", "teaching-notes"} and not own:
            continue
        assert (next(shown)["source"] != cell["source"]) == bool(own)
    assert next(shown, None) is None


@every_lesson
def test_students_get_what_nobody_has_run(name):
    cells = student_edition(MASTERS[name])["cells"]
    assert not {"solution", "teaching-notes"} & set().union(*map(tags, cells))
    assert all(set(cell["metadata"]) <= {"tags", "jupyter"} for cell in cells)
    for cell in cells:
        code = cell["cell_type"] == "code"
        assert (cell.get("outputs"), cell.get("execution_count")) == ([] if code else None, None)
        assert code == ("execution_count" in cell)
        if "figure" in tags(cell):
            assert cell["metadata"]["jupyter"]["source_hidden"] is True


@every_lesson
def test_a_student_edition_is_its_own_and_its_master_as_it_was(name):
    before = copy.deepcopy(MASTERS[name])
    edition = student_edition(MASTERS[name])
    assert student_edition(edition) == edition
    edition["cells"][0]["source"] = "changed"
    edition["metadata"]["tttlearn"]["sections"].clear()
    assert MASTERS[name] == before
    nbformat.validate(nbformat.from_dict(student_edition(MASTERS[name])))


def test_words_to_replace_must_be_there():
    master = copy.deepcopy(MASTERS["99_lesson_template"])
    master["cells"][1]["metadata"]["tttlearn"] = {"student": {"no such words": "others"}}
    with pytest.raises(
        ValueError, match="replaces 'no such words', which is not in '## Objectives"
    ):
        student_edition(master)


# --- instructor


@every_lesson
def test_instructor_has_the_code_of_the_master(name):
    edition = instructor(MASTERS[name], SAID[name])
    code, master = (
        [c for c in nb["cells"] if c["cell_type"] == "code"] for nb in (edition, MASTERS[name])
    )
    for key in ("source", "outputs", "execution_count"):
        assert [cell[key] for cell in code] == [cell[key] for cell in master]
    assert not any("jupyter" in cell["metadata"] for cell in code)


@every_lesson
def test_each_exercise_has_words_for_planted_answers(name):
    planted = wrong_answers(name)
    for number, said in SAID[name].items():
        assert said.keys() <= {reason for _, reason in planted[number]}
        for sentence in said.values():  # it can be said aloud, and no code can
            assert re.fullmatch(r"[A-Z][^`_=\[\]{}()*]{30,}\.", sentence), sentence
        # What only a machine complains of is left out.
        assert not re.search(r"raised|it returns|compiled", " ".join(said))


@every_lesson
def test_instructor_shows_what_to_say_below_each_solution(name):
    cells = instructor(MASTERS[name], SAID[name])["cells"]
    below = [cells[i + 1]["source"] for i, c in enumerate(cells) if "solution" in tags(c)]
    assert len(below) == len(SAID[name])
    for text, said in zip(below, SAID[name].values(), strict=True):
        assert "```" not in text
        assert text.count("The check:") == len(said) >= 1
        assert all(sentence in text and why in text for why, sentence in said.items())


def test_instructor_notes_stand_where_they_are_needed():
    cells = instructor(MASTERS["01_the_game_as_data"], SAID["01_the_game_as_data"])["cells"]
    sources = [cell["source"] for cell in cells]
    at = next(i for i, source in enumerate(sources) if source.startswith("## Objectives"))
    heads = [source.split("\n")[0] for source in sources[at + 1 : at + 6]]
    assert heads[:3] == [
        "## For the lecturer",
        "### A plan for 50 minutes",
        "### A plan for 90 minutes",
    ]
    solved = next(i for i, cell in enumerate(cells) if "solution" in tags(cell))
    below = r"#### For the lecturer: Exercise 01\.1\n\n[^.]*\b\d+ minutes\b"
    assert re.match(below, sources[solved + 1])
    notes = [
        cell for cell in MASTERS["01_the_game_as_data"]["cells"] if "teaching" in str(tags(cell))
    ]
    for note in notes:  # nothing is lost, nothing stands there twice
        assert "\n".join(sources).count(note["source"].partition("\n\n")[2]) == 1


# --- handout


@every_lesson
def test_handout_has_its_parts_and_no_answers(name):
    page = handout.handout(name, MASTERS[name], GLOSSARY)
    assert page["title"] == MASTERS[name]["metadata"]["tttlearn"]["title"]
    assert page["questions"].count("<li>") >= 2
    assert page["learned"].count("<li>") >= 3
    assert page["mistakes"].count("<li>") >= 2
    assert page["marked"], "no cell of the master is marked for the handout"
    assert len(page["quiz"]) == 3
    for question, options in page["quiz"]:
        assert len(options) >= 3
        assert not re.search(r"\b(Right|Wrong):", question + "".join(options))


def test_a_handout_explains_its_words_by_themselves():
    text = "### A\n\n- **alpha**: the *learning rate*. ([lesson 05](05_x.ipynb))\n"
    text += "- **error**: a move that\n  loses. It costs. "
    text += "(lessons [04](04_x.ipynb) and [05](05_x.ipynb))\n"
    text += "- **ply**: one move (of lesson 04) of one side. ([lesson 05](05_x.ipynb))\n"
    prose = ["An **error**, by **alpha**.\n\n## A ply", "## What you learned\n\n**Node**"]
    text += "- **node**: a board. ([lesson 05](05_x.ipynb))\n"
    glossary = {"cells": [{"source": "## Words"}, {"source": text}]}
    assert list(handout.words("05_x", prose, glossary)) == [
        "**error**: a move that loses. It costs.",
        "**ply**: one move (of lesson 04) of one side.",
    ]
    assert list(handout.words("06_x", prose, glossary)) == []


def test_the_handout_of_q_learning_defines_its_target():
    page = handout.handout("06_q_learning", MASTERS["06_q_learning"], GLOSSARY)
    assert any("<strong>target</strong>: what an update moves" in text for text in page["words"])


@every_lesson
def test_a_handout_does_not_say_what_a_prediction_comes_to(name):
    page = handout.handout(name, MASTERS[name], GLOSSARY)
    assert "The answer is" not in "".join(page["marked"])


# --- all of them


def test_build_leaves_only_what_belongs_there(editions):
    for name, more in (("student", set()), ("instructor", {"moodle"})):
        files = {path.stem for path in (editions / name).iterdir()}
        assert files == {path.stem for path in masters()} | more > set(MASTERS)
    for name, pages in (("slides", decks()), ("handout", MASTERS)):
        assert {path.stem for path in (editions / name).glob("*.html")} == {*pages, "index"}


def test_each_lesson_has_a_deck():
    assert decks() == [name for name in MASTERS if name[:2] != "99"]
