"""Build the lessons as a JupyterLite site, which runs in the browser alone: `python -m tools.lite`.

This needs the network: JupyterLite is installed into an environment that is thrown away, and a page
that is opened later fetches Python itself and NumPy from the net. Further arguments are handed to
`jupyter lite build`; with `--pyodide ARCHIVE`, a release of Pyodide, the pages need no network.

In the browser there is no Numba: the package falls back to plain Python, which gives the same
numbers and takes longer.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat

from tools import masters

ROOT = Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "build" / "lite"
# anywidget brings the parts of JupyterLab that show the board.
PACKAGES = ["jupyterlite-core>=0.8,<0.9", "jupyterlite-pyodide-kernel>=0.8,<0.9", "anywidget>=0.10"]
PACKAGES += ["jupyter-server>=2.15"]  # without it JupyterLite would leave the lessons out
PACKAGES += ["pip"]  # which uv does not put into an environment
# What the lessons need beside the packages that Pyodide has; all of it is plain Python.
WHEELS = ["anywidget", "comm", "ipywidgets", "jupyterlab-widgets", "psygnal", "seaborn"]
INSTALL = """# In the browser only: fetch the package that comes with these lessons.
%pip install -q tttlearn"""


def main(arguments):
    """Build build/lite anew and return the exit status."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            prepare_and_build(Path(folder), arguments)
    except subprocess.CalledProcessError as error:
        step = " ".join(map(str, error.cmd[:4]))
        print(f"lite: `{step} ...` failed, see above; it needs the network", file=sys.stderr)
        return 1
    where = OUTPUT.relative_to(ROOT)
    print(f"open it with: {Path(sys.executable).name} -m http.server --directory {where}")
    return 0


def prepare_and_build(folder, arguments):
    """Put into the folder all that JupyterLite needs, and run it."""
    write_contents(folder / "contents")
    make_wheel(folder / "wheels")
    python = make_environment(folder / "environment")
    download(python, folder / "wheels")
    build(python, folder, arguments)


def build(python, folder, arguments):
    """Run JupyterLite on the folder's contents and wheels."""
    if OUTPUT.exists():
        shutil.rmtree(OUTPUT)
    command = [python, "-m", "jupyterlite_core", "build", "--contents", str(folder / "contents")]
    for wheel in sorted((folder / "wheels").glob("*.whl")):
        command += ["--piplite-wheels", str(wheel)]
    command += ["--output-dir", str(OUTPUT), *arguments]
    subprocess.run(command, cwd=folder, check=True)


def write_contents(folder):
    """Write what the learner finds: notebooks that install the package first, and the data."""
    (folder / "notebooks").mkdir(parents=True)
    shutil.copytree(ROOT / "data", folder / "data")
    for path in masters.masters():
        notebook = nbformat.reads(json.dumps(for_the_browser(masters.read(path))), as_version=4)
        # JupyterLite reads the file as it is: a text must be one string, not a list of lines.
        text = nbformat.writes(notebook, split_lines=False)
        (folder / "notebooks" / path.name).write_text(text, encoding="utf-8")


def for_the_browser(notebook):
    """The notebook without notes for teachers; below its title a cell that installs the package."""
    lesson = masters.without(notebook, "teaching-notes")
    install = {"cell_type": "code", "id": "install", "metadata": {"tags": ["setup"]}}
    install |= {"source": INSTALL, "execution_count": None, "outputs": []}
    if any(cell["cell_type"] == "code" for cell in lesson["cells"]):
        lesson["cells"].insert(1, install)
    return lesson


def make_wheel(folder):
    """Build the package's wheel into the folder, with what is installed already."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*command, str(ROOT)], check=True, stdout=subprocess.DEVNULL)


def download(python, folder):
    """Fetch the WHEELS into the folder, so that a page need not ask for them."""
    command = [python, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
    command += ["--only-binary", ":all:", "--platform", "any", "--python-version", "3.14"]
    subprocess.run([*command, *WHEELS], check=True)


def make_environment(folder):
    """The Python of a new environment with JupyterLite, made with uv where it is installed."""
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if shutil.which("uv"):
        make = ["uv", "venv", "--quiet", "--python", sys.executable, str(folder)]
        install = ["uv", "pip", "install", "--quiet", "--python", str(python)]
    else:
        make = [sys.executable, "-m", "venv", str(folder)]
        install = [str(python), "-m", "pip", "install", "--quiet"]
    subprocess.run(make, check=True)
    subprocess.run([*install, *PACKAGES], check=True)
    return str(python)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
