"""Check that all packages of a lock are installed here, whole, for the Python that runs it.

    python -I tools/installed.py requirements.lock

Prints what is wrong in one line, the first few packages of it, and leaves with status 1; prints
nothing when all is well.
"""

import sys
from contextlib import suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

MAX_SHOWN = 5
# Packages that can be complete and still not start: an old processor, a missing system library.
IMPORTS = {
    **{"numpy": "numpy", "pandas": "pandas", "matplotlib": "matplotlib", "numba": "numba"},
    **{"pillow": "PIL.Image", "ipykernel": "ipykernel", "jupyterlab": "jupyterlab.labapp"},
    **{"ipywidgets": "ipywidgets", "anywidget": "anywidget"},
}


def main(lock):
    """Print what is wrong with the packages of a lock; return the exit status."""
    pins = locked_versions(Path(lock).read_text(encoding="utf-8"))
    wrong = [problem for pin in pins.items() if (problem := problem_of(*pin))]
    # Only if all packages are there: a missing one also keeps others from being imported.
    wrong = wrong or [
        reason for name in IMPORTS.keys() & pins if (reason := refusal(IMPORTS[name]))
    ]
    if wrong:
        more = f" and {len(wrong) - MAX_SHOWN} more" if len(wrong) > MAX_SHOWN else ""
        print("; ".join(wrong[:MAX_SHOWN]) + more)
    return int(bool(wrong))


def locked_versions(text):
    """Return {package: version} of the packages that a lock requires on this computer."""
    return {
        pin.name: next(iter(pin.specifier)).version
        for pin, _ in entries(text)
        if pin.marker is None or pin.marker.evaluate()
    }


def entries(text):
    """Yield (requirement, its hashes as options of pip) for each entry of a lock."""
    try:
        Requirement = import_module("packaging.requirements").Requirement
    except ImportError:  # pip brings one along
        Requirement = import_module("pip._vendor.packaging.requirements").Requirement
    for entry in text.replace("\\\n", " ").splitlines():
        if "==" in entry and not entry.lstrip().startswith("#"):
            pin, *hashes = entry.split("--hash=")
            yield Requirement(pin.strip()), [f"--hash={digest.strip()}" for digest in hashes]


def problem_of(name, version):
    """Return what is wrong with an installed package, in a few words; "" if nothing is."""
    try:
        package = distribution(name)
    except PackageNotFoundError:
        return f"{name} is missing"
    if package.version != version:
        return f"{name} is {package.version}, not {version}"
    if package.files is None:
        return f"{name} has lost its list of files"
    # Files without a hash were made later: compiled ones, and the list itself.
    changed = [file for file in package.files if file.hash and size(file) != file.size]
    return f"{name} lacks files ({changed[0]})" if changed else ""


def size(file):
    """Return the size of an installed file; None if it is missing."""
    with suppress(OSError):
        return file.locate().stat().st_size
    return None


def refusal(module):
    """Return why a module cannot be imported, in a few words; "" if it can."""
    try:
        import_module(module)
    except Exception as error:
        return f"{module} does not import ({type(error).__name__}: {error})"
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
