"""Modules that have moved: their old names import the very same modules."""

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec


class _Finder:
    def __init__(self, places):
        self.places, self.specs = places, {}

    def find_spec(self, name, path=None, target=None):
        """A spec for a module below one of the old names; None for any other."""
        return ModuleSpec(name, self) if self._place(name) else None

    def _place(self, name):
        for old, new in self.places.items():
            if name == old or name.startswith(f"{old}."):
                return new + name[len(old) :]
        return None

    def create_module(self, spec):
        """The module at its new place."""
        module = import_module(self._place(spec.name))
        self.specs[spec.name] = module.__spec__
        return module

    def exec_module(self, module):
        """Give the module back its own spec, which Python replaced with that of the old name."""
        module.__spec__ = self.specs.pop(module.__spec__.name)


def redirect(places):
    """Let modules below old names, the keys, be found below their new names, the values."""
    # First, because below a moved package Python would find a second copy of each module.
    sys.meta_path.insert(0, _Finder(places))
