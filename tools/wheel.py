"""Puts the student edition of the lessons into the wheel, when it is built: a hook of hatchling.

A wheel needs the lessons for `python -m tttlearn lessons`, and nobody needs them twice in the
repository. What was installed as editable finds the notebooks beside the package.
"""

import importlib.util
from pathlib import Path
from tempfile import TemporaryDirectory

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STUDENT, LESSONS = "tttlearn/course/exercises/student.py", "tttlearn/lessons"


class Lessons(BuildHookInterface):
    """What hatchling calls before and after it packs the wheel."""

    def initialize(self, version, build_data):
        """Make the lessons in a folder of their own, and name them to hatchling."""
        self.folder = TemporaryDirectory()
        if version == "editable":
            return
        student = _student(self.root)
        for path in sorted(Path(self.root, "notebooks").glob("*.ipynb")):
            made = Path(self.folder.name, path.name)
            text = student.as_text(student.student_edition(student.read(path)))
            made.write_text(text, encoding="utf-8", newline="\n")
            build_data["force_include"][str(made)] = f"{LESSONS}/{path.name}"

    def finalize(self, version, build_data, artifact_path):
        """Delete the folder."""
        self.folder.cleanup()


def _student(root):
    """The module that makes student editions, by its file: the package needs more than is here."""
    spec = importlib.util.spec_from_file_location("student", Path(root, STUDENT))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
