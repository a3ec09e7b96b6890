"""Make python.js: MicroPython, the game loop and the checks, for what readers write on pages.

One file for all pages. It holds a script for a worker, the program of MicroPython and the checks,
compressed, so that it can be loaded from a file, with the network off.
"""

import base64
import hashlib
import json
import zlib
from pathlib import Path

from tools.live import checks

HERE = Path(__file__).parent
NAME = "python.js"
FOLDER = HERE / "python"
SHA256 = {
    "micropython.mjs": "c2be87e7ba24e3b47d133022b009a66bff07f4720aa23d816d216ef8cc47014c",
    "micropython.wasm": "06338c955b03c5700aa0069015d3e392d76836ef8e2ce25bedbe59b88ccd373c",
}
# A classic script, since browsers start no worker that is a module from a page that is a file.
REPLACEMENTS = [
    ("import.meta.url", "self.location.href", 4),
    ("export async function loadMicroPython", "async function loadMicroPython", 1),
    ("export default _createMicroPythonModule;", "", 1),
]
"""(what stands in micropython.mjs, what replaces it, how often it stands there)."""


def write(folder):
    """Write python.js into a folder."""
    (folder / NAME).write_text(script(), encoding="utf-8")


def script():
    """Return the text of python.js, which sets `tttlearnPython` to its two parts."""
    code = "\n".join(
        [
            "(async () => {",
            as_classic_script(_checked("micropython.mjs").decode("utf-8")),
            f"const RULE_PY = {json.dumps(text('rule.py'))};",
            f"const CHECKED_PY = {json.dumps(text('checked.py'))};",
            *map(text, ("rules.js", "learning.js", "worker.js")),
            "})();",
        ]
    )
    parts = {"code": _packed(code.encode()), "wasm": _packed(_checked("micropython.wasm"))}
    parts |= {"words": checks.words(), "checks": {id: _check(id) for id in checks.CHECKS}}
    parts["checks"][checks.PLAYER] = checks.about(checks.PLAYER)
    licence = (FOLDER / "LICENSE").read_text(encoding="utf-8").replace("*/", "* /")
    made = "".join(f"tttlearnPython.{name} = {made};\n" for name, made in on_the_page().items())
    return f"/* {licence}*/\nglobalThis.tttlearnPython = {json.dumps(parts)};\n{made}"


def on_the_page():
    """Return {name: JavaScript} of what a page shows once Python is there.

    Each is a function of what it takes of the page's own scripts.
    """
    judging = "\n".join(
        [
            "({ node, digits }) => {",
            *map(text, ("explained.js", "verdict.js")),
            "return { loopsIn, explained, drawVerdict };\n}",
        ]
    )
    learning = (
        f"({taken('learns.js', 'LEARNED_OF')}) => {{\n{text('learned.js')}return makeRuns;\n}}"
    )
    return {"judging": judging, "learning": learning}


def _check(id):
    """Return what a page needs of an exercise, beside its stub."""
    return checks.about(id) | {"check": _packed(checks.exported(id).encode())}


def as_classic_script(module):
    """Return micropython.mjs as a script that is no module; raise ValueError where it is another.

    A replacement that does not fit would show only in a reader's browser.
    """
    for old, new, times in REPLACEMENTS:
        if module.count(old) != times:
            raise ValueError(
                f"micropython.mjs has {old!r} {module.count(old)} times, not {times}: "
                "see tools/live/python/README.md"
            )
        module = module.replace(old, new)
    return module


def _checked(name):
    """Return the bytes of a file of MicroPython, which must be those that were tested."""
    content = (FOLDER / name).read_bytes()
    if hashlib.sha256(content).hexdigest() != SHA256[name]:
        raise ValueError(f"{name} is not the file of SHA256: see tools/live/python/README.md")
    return content


def taken(name, constant):
    """Return the names, in braces, that a script of a page hands over as this constant."""
    return text(name).partition(f"{constant} = ")[2].partition(";")[0]


def text(name):
    """Return the text of a script beside this module."""
    return (HERE / name).read_text(encoding="utf-8")


def _packed(content):
    return base64.b64encode(zlib.compress(content, 9)).decode()
