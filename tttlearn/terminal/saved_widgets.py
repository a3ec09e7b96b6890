"""Save the state of all widgets that a notebook shows, in the JupyterLab that tttlearn starts.

JupyterLab saves only the state of widgets whose kernel is running. So a board in a notebook that
was opened again would be lost with the next save, and each of a hundred runs of a cell would be
kept.
"""

import json
import re
from pathlib import Path

from tttlearn.support.files import INVALID_JSON_ERRORS

STATE = "application/vnd.jupyter.widget-state+json"
IDENTIFIER = re.compile("(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])")


def _jupyter_server_extension_points():
    """Return what the server of JupyterLab loads from this module."""
    return [{"module": __name__}]


def _load_jupyter_server_extension(server):
    """Let the server call `keep_shown` before it saves a file."""
    server.contents_manager.register_pre_save_hook(keep_shown)


def keep_shown(model, path, contents_manager):
    """Give a notebook the states of all widgets that its outputs show, and of no others.

    States that JupyterLab does not have any more are read from the file that will be overwritten.
    The parameters are those of a `pre_save_hook` of Jupyter's server.
    """
    if model["type"] != "notebook":
        return
    notebook = model["content"]
    try:
        file = Path(contents_manager.root_dir, path.strip("/"))
        known = _states(json.loads(file.read_text(encoding="utf-8"))) | _states(notebook)
    except (OSError, *INVALID_JSON_ERRORS):  # there is no such notebook yet
        known = _states(notebook)
    shown = _reached([cell.get("outputs") for cell in notebook["cells"]], known)
    notebook["metadata"].pop("widgets", None)
    if shown:
        saved = {"version_major": 2, "version_minor": 0, "state": shown}
        notebook["metadata"]["widgets"] = {STATE: saved}


def _states(notebook):
    """Return {identifier: state} of the widgets that a notebook has saved."""
    return notebook["metadata"].get("widgets", {}).get(STATE, {}).get("state", {})


def _reached(outputs, known):
    """Return the known states that the outputs refer to, directly or through other states."""
    reached, naming = {}, outputs
    while new := set(IDENTIFIER.findall(json.dumps(naming))) & known.keys() - reached.keys():
        naming = {name: known[name] for name in new}
        reached |= naming
    return reached
