"""Run notebooks and save them with their outputs: `python run.py execute [NOTEBOOK...]`.

What is saved depends on the notebook alone, not on the day or the machine: running it twice leaves
the same bytes. So everything that changes from run to run and that no reader misses is removed.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

import nbformat
import zmq
from jupyter_client import AsyncKernelClient
from jupyter_client.channels import AsyncZMQSocketChannel
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from traitlets.config import Config

from tools.decks import kept
from tools.decks.source import decks
from tools.written import write_all
from tttlearn.course.exercises.record import MASTER

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
SECONDS_PER_CELL = 600


class ShellChannel(AsyncZMQSocketChannel):
    """A channel that hears an answer that arrives while something is sent.

    The notebook client sends what a cell prints into a widget while it waits for the answer of that
    cell. A socket announces once that something has come, and sending takes that announcement: the
    client would wait until the limit of the cell (nbclient issue 312).
    """

    def send(self, msg):
        """Send a message, then look whether something has come, which wakes who waits for it."""
        super().send(msg)
        self.socket.get(zmq.EVENTS)


class KernelClient(AsyncKernelClient):
    """A client of a kernel that misses no answer of a cell."""

    shell_channel_class = ShellChannel


def main(arguments):
    """Run the notebooks named, or all; return 1 if a cell of one raised an error."""
    parser = argparse.ArgumentParser(prog="run.py execute", description=__doc__.partition("\n")[0])
    parser.add_argument("notebooks", nargs="*", type=Path, metavar="NOTEBOOK", help="default: all")
    paths = parser.parse_args(arguments).notebooks or sorted(NOTEBOOKS.glob("*.ipynb"))
    # A list, so that a failing notebook does not keep the others from being run.
    return int(not all([execute(path) for path in paths]))


def execute(path):
    """Run one notebook in place; if a cell fails, print it, change no file and return False."""
    notebook = fresh(json.loads(path.read_text(encoding="utf-8")))
    running = client(notebook, NOTEBOOKS, SECONDS_PER_CELL)
    with tempfile.TemporaryDirectory() as folder:
        if path.stem in decks():  # the same run also draws the pictures of the slides
            begin = kept.BEGIN.format(name=path.stem, folder=folder)
            running.on_notebook_start = lambda **_: running.kc.execute(begin, silent=True)
        try:
            running.execute(env=os.environ | {MASTER: "1"})
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            print(f"{path}: {last_started(notebook)} failed:\n{error}", file=sys.stderr)
            return False
        files = kept.files(path.stem, folder)
    write_all({path: nbformat.writes(normalised(notebook)) + "\n"} | files)
    print(f"{path}: {sum(cell.cell_type == 'code' for cell in notebook.cells)} code cells run")
    return True


def client(notebook, folder, seconds, **options):
    """Return a client that runs a notebook in a folder; the timeout of a cell is in seconds."""
    return NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=seconds,
        record_timing=False,
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
        resources={"metadata": {"path": str(folder)}},
        config=Config(AsyncKernelManager={"client_factory": KernelClient}),
        **options,
    )


def fresh(content):
    """Return the notebook in a file's content, without outputs and with an id for every cell."""
    content["nbformat_minor"] = 5
    for number, cell in enumerate(content["cells"], 1):
        # Numbered here, because nbformat would draw a random id.
        cell.setdefault("id", f"c{number:02}")
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    return nbformat.reads(json.dumps(content), as_version=4)


def last_started(notebook):
    """Return the number and id of the cell that the kernel began last, for a message."""
    started = [(n, c) for n, c in enumerate(notebook.cells, 1) if c.get("execution_count")]
    number, cell = started[-1]
    return f"cell {number} (id {cell.id})"


def normalised(notebook):
    """Return the notebook without what differs between runs, machines and versions of Python."""
    notebook.metadata.update(kernelspec=KERNEL, language_info={"name": "python"})
    notebook.metadata.pop("widgets", None)
    for cell in notebook.cells:
        for name in ("execution", "ExecuteTime"):
            cell.metadata.pop(name, None)
        if cell.cell_type == "code":
            cell.outputs = merge_streams([without_view(output) for output in cell.outputs])
    return notebook


def without_view(output):
    """Return the output without its reference to a running widget, a random number.

    A saved file has no running widget: its readers see the picture and the text beside it.
    """
    if len(output.get("data", {})) > 1:
        output.data.pop(WIDGET_VIEW, None)
    return output


def merge_streams(outputs):
    """Return the outputs with adjacent pieces of one text stream joined.

    On a slow machine, a stream is saved in more pieces.
    """
    merged = []
    for output in outputs:
        last = merged[-1] if merged else {}
        if output.output_type == "stream" == last.get("output_type") and output.name == last.name:
            last.text += output.text
        else:
            merged.append(output)
    return merged


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
