"""The glossary has every new word of the lessons, and sends its reader to the right lesson.

A lesson sets a word in bold where it explains it. Bold sentences, and the labels that all lessons
share, are no words.
"""

import re
from itertools import pairwise

import pytest

import tttlearn as ttt
from tools.masters import NOTEBOOKS, lessons, read
from tools.teaching_notes import without_notes

GLOSSARY = NOTEBOOKS / "glossary.ipynb"
LABELS = {"questions", "common mistakes"}
MAX_WORDS = 3  # in a term; longer texts are sentences


def prose(path):
    """The Markdown that a notebook shows to learners, without code and formulas."""
    cells = without_notes(read(path)["cells"])
    text = "\n\n".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")
    return re.sub(r"(?s)```.*?```|`[^`\n]*`|\$\$.*?\$\$", "", text)


def new_words(text):
    """The words in bold that are neither labels nor sentences, in lower case."""
    bold = [" ".join(run.split()).lower() for run in re.findall(r"\*\*([^*]+)\*\*", text)]
    return {
        run
        for run in bold
        if run not in LABELS and len(run.split()) <= MAX_WORDS and run[-1] not in ".:?"
    }


def entries():
    """The entries of the glossary, as lists of words and the rest of the text, in order."""
    for entry in re.findall(r"^- (\*\*.+(?:\n  .+)*)", prose(GLOSSARY), re.MULTILINE):
        yield [word.lower() for word in re.findall(r"\*\*([^*]+)\*\*", entry.split(":")[0])], entry


def first_lessons():
    """{word: the file of the first lesson that explains it}."""
    first = {}
    for path in lessons():
        for word in new_words(prose(path)):
            first.setdefault(word, path.name)
    return first


@pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)
def test_every_new_word_is_in_the_glossary(path):
    known = {word for words, _ in entries() for word in words}
    assert new_words(prose(path)) <= known


def test_each_entry_leads_to_the_lesson_that_explains_it():
    first, found = first_lessons(), {word: entry for words, entry in entries() for word in words}
    assert len(first) > 50
    assert [word for word in first if f"({first[word]})" not in found.get(word, "")] == []


def test_each_entry_leads_to_some_lesson():
    assert len(list(entries())) > 80
    assert [words for words, entry in entries() if ".ipynb)" not in entry] == []


def test_words_are_in_order_and_stand_once():
    section = prose(GLOSSARY).split("\n## Words\n")[1].split("\n## ")[0]
    first = [word.lower() for word in re.findall(r"^- \*\*([^*]+)\*\*", section, re.MULTILINE)]
    assert all(one < other for one, other in pairwise(first))


def test_words_stand_under_their_letter():
    section = prose(GLOSSARY).split("\n## Words\n")[1].split("\n## ")[0]
    for part in section.split("\n### ")[1:]:
        letter = part.split("\n")[0]
        assert set(re.findall(r"^- \*\*(.)", part, re.MULTILINE)) <= {letter, letter.lower()}


def test_the_tables_that_it_names_exist():
    cells = "\n".join(cell["source"] for cell in read(GLOSSARY)["cells"])
    names = set(re.findall(r"`([A-Z]{2,}(?:_[A-Z]+)?)\b(?!\d)[^`]*`", cells))
    assert len(names) >= 13
    assert [name for name in names if not hasattr(ttt, name)] == []


def test_a_word_is_told_from_a_sentence_and_a_label():
    text = (
        "a **state** and **Predict.** or **TD error**; **X takes the best of all**; **Questions**"
    )
    assert new_words(text) == {"state", "td error"}
