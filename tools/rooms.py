"""Print the rooms of the package and their modules: `python -m tools.rooms`.

The docstring of `tttlearn` has the rooms in their order, that of each module says what it is.
"""

import ast
import re
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "tttlearn"
WING = "course"
FILES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts): path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.name not in ("__init__.py", "__main__.py")
}
"""{module, such as "game.rules": its file}."""


def says(path):
    """Return the docstring of a Python file."""
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""


@cache
def rooms():
    """Return {name: what the room is}, in the order in which rooms may import each other."""
    listed = re.findall(r"^    (\w+)  +(\S.*)$", says(PACKAGE / "__init__.py"), re.MULTILINE)
    named = {
        name if (PACKAGE / name).is_dir() else f"{WING}.{name}": about for name, about in listed
    }
    return named | {"terminal": says(PACKAGE / "terminal" / "__init__.py").rstrip(".")}


def room_of(module):
    """Return the room of a module, which may be in a subfolder of it."""
    return next(room for room in rooms() if f"{module}.".startswith(f"{room}."))


def main():
    """Print each room with the first sentence of each of its modules."""
    for room, about in rooms().items():
        print(f"\n{room}: {about}")
        for module in (name for name in FILES if room_of(name) == room):
            print(f"    {module}: {says(FILES[module]).partition(chr(10))[0]}")


if __name__ == "__main__":
    main()
