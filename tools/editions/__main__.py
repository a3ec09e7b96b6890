"""Build the five editions of the lessons into build/, and what students are handed, in one zip:

python run.py editions
python run.py editions --with-solutions    # ttt.solution shows them to who has the zip
"""

import argparse
import shutil
import sys

from tools.decks import pages
from tools.decks.source import decks
from tools.editions import handout, moodle_questions, nbgrader_course, render
from tools.editions.instructor import instructor
from tools.masters import NOTEBOOKS, ROOT, is_lesson, masters, read, said_of_wrong_answers
from tools.student_package import NAME, pack
from tttlearn.course.exercises.student import as_text, student_edition

BUILD = ROOT / "build"


def main(arguments=()):
    """Make all editions from the masters as they are saved; return the exit status."""
    parser = argparse.ArgumentParser(prog="run.py editions", description=__doc__.partition("\n")[0])
    parser.add_argument("--with-solutions", action="store_true", help="leave them in the zip")
    options = parser.parse_args(arguments)
    build(BUILD)
    pack(BUILD / f"{NAME}.zip", options.with_solutions)
    print(f"the lessons are in build/: student, instructor, slides, handout, nbgrader, {NAME}.zip")
    return 0


def build(folder):
    """Write all editions of the masters into `folder`."""
    notebooks = {path.stem: read(path) for path in masters()}
    lessons = {path.stem: notebooks[path.stem] for path in masters() if is_lesson(path)}
    for name in ("student", "instructor", "slides", "handout"):
        shutil.rmtree(folder / name, ignore_errors=True)
    write({name: student_edition(master) for name, master in notebooks.items()}, folder / "student")
    # Lessons link to the glossary, which is in both editions as it is.
    open_ones = {name: instructor(nb, said_of_wrong_answers(name)) for name, nb in lessons.items()}
    write(notebooks | open_ones, folder / "instructor")
    moodle_questions.write(lessons, folder / "instructor" / "moodle")
    write_slides(lessons, folder / "slides")
    write_handouts(lessons, folder / "handout")
    nbgrader_course.write(lessons, folder / "nbgrader")


def write_slides(lessons, folder):
    """Write the decks of lessons, {name: master}, and an index of them into `folder`."""
    titles = {name: lessons[name]["metadata"]["tttlearn"]["title"] for name in decks()}
    pages.write(titles, folder)
    render.write_index(folder, "Slides", titles)


def write_handouts(lessons, folder):
    """Write a page for each of the lessons, {name: master}, and an index of them into `folder`."""
    handout.write(lessons, read(NOTEBOOKS / "glossary.ipynb"), folder)


def write(notebooks, folder):
    """Write notebooks, {name: notebook}, into `folder`."""
    folder.mkdir(parents=True)
    for name, notebook in notebooks.items():
        (folder / f"{name}.ipynb").write_text(as_text(notebook), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
