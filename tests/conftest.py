"""What tests of more than one folder need."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BUILD = "import sys; from pathlib import Path; from tools.site.__main__ import build\n"
BUILD += "sys.exit(build(Path(sys.argv[1])))"


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the site, built once for all tests, without a warning."""
    folder = tmp_path_factory.mktemp("site") / "pages"
    command = [sys.executable, "-c", BUILD, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    return folder
