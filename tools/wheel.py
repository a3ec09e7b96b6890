"""Put the student edition of the lessons into the wheel when it is built: a hook of hatchling.

A wheel needs the lessons for `python -m tttlearn lessons`, but they should not be twice in the
repository. An editable installation finds the notebooks beside the package.
"""

import importlib.util
from pathlib import Path
from tempfile import TemporaryDirectory

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STUDENT, LESSONS = "tttlearn/course/exercises/student.py", "tttlearn/lessons"


class Lessons(BuildHookInterface):
    """Hook that hatchling calls before and after it packs the wheel."""

    def initialize(self, version, build_data):
        """Make the lessons in a temporary folder, and tell hatchling to include them."""
        self.folder = TemporaryDirectory()
        if version == "editable":
            return
        student = _student(self.root)
        for path in sorted(Path(self.root, "notebooks").glob("*.ipynb")):
            target = Path(self.folder.name, path.name)
            text = student.as_text(student.student_edition(student.read(path)))
            target.write_text(text, encoding="utf-8", newline="\n")
            build_data["force_include"][str(target)] = f"{LESSONS}/{path.name}"

    def finalize(self, version, build_data, artifact_path):
        """Delete the folder."""
        self.folder.cleanup()


def _student(root):
    """Return the module that makes student editions.

    It is loaded by its file, since the package needs libraries that are not installed here.
    """
    spec = importlib.util.spec_from_file_location("student", Path(root, STUDENT))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
