"""Build the four editions of the lessons into build/: `python run.py editions`."""

import json
import shutil
import sys

from tools.editions import handout, slides
from tools.editions.instructor import instructor
from tools.editions.student import student
from tools.masters import ROOT, masters, read, wrong_answers

BUILD = ROOT / "build"


def main():
    """Make the editions anew out of the masters as they are saved; returns the exit status."""
    notebooks = {path.stem: read(path) for path in masters()}
    build(notebooks, BUILD)
    print(f"{len(notebooks)} lessons in build/: student, instructor, slides, handout")
    return 0


def build(notebooks, folder):
    """Write all editions of {name: master} into `folder`, and the data that lessons read."""
    for name in ("student", "instructor", "slides", "handout", "data"):
        shutil.rmtree(folder / name, ignore_errors=True)
    shutil.copytree(ROOT / "data", folder / "data")
    write({name: student(master) for name, master in notebooks.items()}, folder / "student")
    wrong = {path.stem: wrong_answers(path) for path in masters()}
    for_lecturers = {name: instructor(nb, wrong[name]) for name, nb in notebooks.items()}
    write(for_lecturers, folder / "instructor")
    slides.write(notebooks, folder / "slides")
    handout.write(notebooks, folder / "handout")


def write(notebooks, folder):
    """Write notebooks, {name: notebook}, into `folder`."""
    folder.mkdir(parents=True)
    for name, notebook in notebooks.items():
        text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
        (folder / f"{name}.ipynb").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
