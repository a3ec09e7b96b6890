"""Build and run the network of `network.c` with the C compiler of this computer, if it has one."""

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).with_name("network.c")
COMPILER = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
FLAGS = {"-O3 -ffast-math": (), "-O3 -ffast-math -march=native": ("-march=native",)}
"""Flags of the published program, and the same with those for this computer's processor."""


@cache
def built(flags):
    """Return (path of the program built with these flags, its temporary folder).

    The folder is deleted when Python ends.
    """
    folder = tempfile.TemporaryDirectory()
    program = Path(folder.name) / "network"
    command = [
        COMPILER,
        "-O3",
        "-ffast-math",
        *FLAGS[flags],
        str(SOURCE),
        "-o",
        str(program),
        "-lm",
    ]
    subprocess.run(command, check=True)
    return program, folder


def learn(flags, games, seed=1):
    """Return (O wins, X wins, draws, seconds) of these games; the program measures the seconds."""
    program, _ = built(flags)
    done = subprocess.run(
        [str(program), str(games), str(seed)], check=True, capture_output=True, text=True
    )
    *ended, seconds = done.stdout.split()
    return *map(int, ended), float(seconds)
