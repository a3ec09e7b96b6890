"""Write the files that are kept in the repository: after the work, and each file atomically."""

import runpy
from pathlib import Path

# By its path, because `tools.lock` runs without the packages that tttlearn imports.
FILES = Path(__file__).resolve().parents[1] / "tttlearn" / "support" / "files.py"
write_atomically = runpy.run_path(str(FILES))["write_atomically"]


def write_all(files):
    """Write these files, {path: its text or bytes}, and make their folders if they are missing.

    A tool calls it once, when it has all of them: if the work fails or is stopped, no file changes.
    """
    for path, content in files.items():
        path.parent.mkdir(exist_ok=True)
        write_atomically(path, content if isinstance(content, bytes) else content.encode())
