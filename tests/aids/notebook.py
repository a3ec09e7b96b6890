"""Run cells one after the other in one namespace, like a notebook."""

import linecache

import numpy as np


class Notebook:
    """Notebook whose cells define the names in `names`."""

    def __init__(self):
        self.names, self.cells = {"np": np}, 0

    def run(self, source):
        """Run a cell, and make its lines available to messages."""
        self.cells += 1
        file = f"/tmp/ipykernel_1/{id(self)}{self.cells}.py"
        linecache.cache[file] = len(source), None, source.splitlines(True), file
        exec(compile(source, file, "exec"), self.names)
