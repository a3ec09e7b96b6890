"""Build the site into build/site:

python run.py site
python run.py site --serve             # and show it in a browser, until Ctrl+C
python run.py site --with-solutions    # behind a button, for all who open it
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools.live import league, python
from tools.site import articles, teaching
from tools.site.sources import ROOT, write_sources
from tools.student_package import NAME, pack

OUTPUT = ROOT / "build" / "site"


def main(arguments):
    """Build build/site and return the exit status, which is not 0 after a warning, too."""
    parser = argparse.ArgumentParser(prog="run.py site", description=__doc__.partition("\n")[0])
    parser.add_argument("--with-solutions", action="store_true", help="show them, behind a button")
    parser.add_argument("--serve", action="store_true", help="show it on this computer, by HTTP")
    parser.add_argument(
        "--address", default="", help="where it will be published, for pages that show a link to it"
    )
    options = parser.parse_args(arguments)
    status = build(OUTPUT, options.with_solutions, options.address)
    if status == 0:
        print(f"the site is there: open {(OUTPUT / 'index.html').relative_to(ROOT)}")
        if options.serve:
            serve(OUTPUT)
    return status


def build(output, with_solutions=False, address=""):
    """Build the site as the folder `output`; return Sphinx's exit status.

    After a failure the folder is as it was before.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_sources(folder / "sources", with_solutions)
        # Not in `output` yet, since myst-nb leaves a folder beside the pages.
        status = run_sphinx(folder / "sources", folder / "site", folder / "doctrees", address)
        if status == 0:
            articles.add(folder / "site")
            teaching.write(folder / "site")
            for part in (python, league):
                part.write(folder / "site" / "_static")
            pack(folder / "site" / f"{NAME}.zip", with_solutions)
            shutil.rmtree(output, ignore_errors=True)
            shutil.copytree(folder / "site", output)
    return status


def run_sphinx(sources, output, doctrees, address=""):
    """Make the pages of the sources; a warning, such as a broken link, is a failure."""
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--nitpicky", "--quiet"]
    command += ["-c", str(ROOT / "tools" / "site"), "-d", str(doctrees)]
    if address:
        command += ["-D", f"html_baseurl={address.rstrip('/')}/"]
    # Without Numba all functions are plain ones, whose signatures can be read.
    environment = os.environ | {"TTTLEARN_NO_NUMBA": "1", "PYTHONPATH": str(ROOT)}
    return subprocess.run([*command, str(sources), str(output)], env=environment).returncode


def serve(folder):
    """Serve the folder to this computer alone, until Ctrl+C."""
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        print(f"and at http://127.0.0.1:{server.server_port}/ until Ctrl+C", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
