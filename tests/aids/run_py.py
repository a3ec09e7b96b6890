"""The run.py of a folder, for tests that ask its functions."""

import importlib.util


def imported(folder):
    """run.py of this folder as a module of its own, whichever others were imported before."""
    spec = importlib.util.spec_from_file_location("run_of_folder", folder / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
