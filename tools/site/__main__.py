"""Build the site into build/site:

python run.py site
python run.py site --with-solutions    # behind a button, for all who open it
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.site.sources import ROOT, write_sources

OUTPUT = ROOT / "build" / "site"


def main(arguments):
    """Build build/site anew and return the exit status, which is not 0 after a warning, too."""
    parser = argparse.ArgumentParser(prog="run.py site", description=__doc__.partition("\n")[0])
    parser.add_argument("--with-solutions", action="store_true", help="show them, behind a button")
    status = build(OUTPUT, parser.parse_args(arguments).with_solutions)
    if status == 0:
        print(f"the site is there: open {(OUTPUT / 'index.html').relative_to(ROOT)}")
    return status


def build(output, with_solutions=False):
    """Build the site as the folder `output`, anew; returns Sphinx's exit status.

    After a failure the folder is as it was before.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_sources(folder / "sources", with_solutions)
        # Elsewhere first, since what reads the notebooks leaves a folder beside the pages.
        status = run_sphinx(folder / "sources", folder / "site", folder / "doctrees")
        if status == 0:
            shutil.copytree(ROOT / "data" / "reproduced", folder / "site" / "reproduced")
            shutil.rmtree(output, ignore_errors=True)
            shutil.copytree(folder / "site", output)
    return status


def run_sphinx(sources, output, doctrees):
    """Make the pages of the sources; a warning, such as a broken link, is a failure."""
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--nitpicky", "--quiet"]
    command += ["-c", str(ROOT / "tools" / "site"), "-d", str(doctrees)]
    # Without Numba all functions are plain ones, whose signatures can be read.
    environment = os.environ | {"TTTLEARN_NO_NUMBA": "1", "PYTHONPATH": str(ROOT)}
    return subprocess.run([*command, str(sources), str(output)], env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
