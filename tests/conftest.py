"""What tests of more than one folder need."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BUILD = "import sys; from pathlib import Path; from tools.site.__main__ import build\n"
BUILD += "sys.exit(build(Path(sys.argv[1])))"


# What a shell starts in the background ignores interruptions, and so do those that it starts: tests
# that interrupt a process would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the site, built once for all tests, without a warning."""
    folder = tmp_path_factory.mktemp("site") / "pages"
    command = [sys.executable, "-c", BUILD, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    return folder


@pytest.fixture(scope="session")
def editions(tmp_path_factory):
    """The folder of the editions, built once, where an older build had left a file."""
    from tools.editions import __main__ as command

    folder = tmp_path_factory.mktemp("build")
    (folder / "student").mkdir()
    (folder / "student" / "left_over.ipynb").write_text("{}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "BUILD", folder)
        assert command.main() == 0
    return folder
