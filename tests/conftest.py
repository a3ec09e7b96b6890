"""Provide what tests of more than one folder need."""

import gc
import signal

import pytest
from hypothesis import settings

# A process that a shell starts in the background ignores interrupts, and so do its children: tests
# that interrupt a process would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

# To compile a function makes a great many objects, most of which stay: to look through all of them
# for garbage after every 700 new ones takes a tenth of the time.
gc.set_threshold(100_000, 20, 20)

# A property is tested on the same 100 examples each time; `python run.py test --all` tests many
# others, new ones each time. A test whose examples are slow takes a part of these numbers.
settings.register_profile("same", deadline=None, database=None, derandomize=True)
settings.register_profile("long", deadline=None, database=None, max_examples=5_000)
settings.load_profile("same")


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Build the site once for all tests, and return its folder; a warning would be a failure."""
    from tools.site.__main__ import build

    folder = tmp_path_factory.mktemp("site") / "pages"
    assert build(folder) == 0
    return folder


@pytest.fixture(scope="session")
def editions(tmp_path_factory):
    """Build the editions once, in a folder with an older file, and return the folder."""
    from tools.editions import __main__ as command

    folder = tmp_path_factory.mktemp("build")
    (folder / "student").mkdir()
    (folder / "student" / "left_over.ipynb").write_text("{}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "BUILD", folder)
        assert command.main() == 0
    return folder
