"""Walls around a stranger's code: the program bubblewrap starts Python behind them.

Behind the walls a process has

    no network      not even the loopback
    no other files  Python, its libraries and the package, read-only, and one small empty folder
    no processes    in a world of its own, where it sees no other and starts none; when the
                    tournament ends, however it ends, the process ends
    no rights       and none to gain; the calls of `calls` are refused by the kernel

It can still use the processor until its time is up, and who breaks the kernel's own walls is out.
Only Linux has bubblewrap. `check` asks a process behind the walls to break out, before strangers
do.
"""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from tttlearn.course.classroom import calls

PACKAGE = Path(__file__).resolve().parents[2]
FOLDER = "/submission"
"""The one folder that can be written to, behind the walls."""
OLDEST = (0, 8)
LIBRARIES = (
    *("/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/nix/store"),
    "/etc/ld.so.cache",
)
NOBODY = "65534"
INSTALL = (
    "install the package bubblewrap (Debian, Ubuntu: sudo apt install bubblewrap; Fedora: sudo dnf "
    "install bubblewrap; Arch: sudo pacman -S bubblewrap; conda: conda install -c conda-forge "
    "bubblewrap)"
)
APPARMOR = (
    "Ubuntu restricts it by AppArmor since 23.10. To allow it to bubblewrap alone: sudo apt "
    "install apparmor-profiles; sudo cp /usr/share/apparmor/extra-profiles/bwrap-userns-restrict "
    "/etc/apparmor.d/; sudo apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict"
)
REFUSALS = {
    "kernel/apparmor_restrict_unprivileged_userns": ("1", APPARMOR),
    "kernel/unprivileged_userns_clone": (
        "0",
        "To allow it: sudo sysctl kernel.unprivileged_userns_clone=1",
    ),
    "user/max_user_namespaces": ("0", "To allow it: sudo sysctl user.max_user_namespaces=10000"),
}
"""Settings that refuse bubblewrap, the value that does, and the cure."""
SETTINGS = Path("/proc/sys")
"""Where Linux shows them."""
NO_CAUSE = (
    "No setting is known that forbids it: in a container, that of the container may; else ask who "
    "looks after this computer about user namespaces"
)


class WallsError(ValueError):
    """The walls do not stand; the message says why, and what to do."""


def packages():
    """The folders from which this Python imports packages, ours first."""
    found = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
    return list(dict.fromkeys([str(PACKAGE.parent), *found, str(Path(np.__file__).parents[1])]))


def python(program, *arguments):
    """The command that runs the function `main` of a module of the classroom in a fresh Python."""
    code = "import json, sys; sys.path[:0] = json.loads(sys.argv.pop(1)); "
    code += f"from tttlearn.course.classroom.{program} import main; main()"
    # Not the Python of a virtual environment, which may be a link out of what is visible, and on
    # Windows only starts the real one, whose processor time is wanted.
    own = sys._base_executable if os.name == "nt" else sys.executable
    command = [os.path.realpath(own), "-P", "-s", "-S", "-B", "-c", code]
    return [*command, json.dumps(packages()), *arguments]


def environment(folder):
    """Nothing of ours but what Python needs; one thread for the linear algebra."""
    variables = {name: folder for name in ("HOME", "TMPDIR", "NUMBA_CACHE_DIR")}
    variables |= {"PATH": "", "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}
    variables |= {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL", "NUMEXPR")}
    ours = ("SYSTEMROOT", "LD_LIBRARY_PATH")  # Windows, and Pythons that need it to start
    return variables | {name: os.environ[name] for name in ours if name in os.environ}


@contextmanager
def around(command, file_bytes):
    """The command that runs `command` behind the walls, and the descriptors to hand on to it.

    `file_bytes`: the size of the folder that can be written to. The last of the descriptors is
    a file where bubblewrap tells, as JSON, which process it has started. Raises WallsError.
    """
    if not calls.known():
        raise WallsError(f"the walls are not known for this processor ({platform.machine()})")
    with tempfile.TemporaryFile() as program, tempfile.TemporaryFile() as told:
        program.write(calls.program())
        program.seek(0)
        handed_on = program.fileno(), told.fileno()
        yield [*_walls(file_bytes, *handed_on), "--", *command], handed_on


def _walls(file_bytes, program, told):
    arguments = [_bubblewrap(), "--unshare-all", "--unshare-user", "--disable-userns"]
    arguments += ["--uid", NOBODY, "--gid", NOBODY, "--hostname", "tournament"]
    arguments += ["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"]
    for name, value in environment(FOLDER).items():
        arguments += ["--setenv", name, value]
    for path in _visible():
        arguments += ["--ro-bind-try", path, path]
    arguments += ["--dev-bind", "/dev/null", "/dev/null"]
    arguments += ["--size", str(file_bytes), "--tmpfs", FOLDER, "--remount-ro", "/"]
    return [*arguments, "--chdir", FOLDER, "--seccomp", str(program), "--info-fd", str(told)]


def _visible():
    """The files and folders that Python needs, also where links to them lead; outer ones first."""
    folders = [sys.prefix, sys.base_prefix, sys.base_exec_prefix, *packages()[1:], str(PACKAGE)]
    found = {*LIBRARIES, *folders, *map(os.path.realpath, [*folders, sys.executable])}
    return sorted(found - {"/"})


def _bubblewrap():
    """The path of the program. Raises WallsError when there is none, or only an old one."""
    if sys.platform != "linux":
        raise WallsError(f"there are no walls for this system ({sys.platform})")
    path = shutil.which("bwrap")
    if path is None:
        raise WallsError(f"bubblewrap, which makes the walls, is missing: {INSTALL}")
    if version(path) < OLDEST:
        wanted, found = (".".join(map(str, numbers)) for numbers in (OLDEST, version(path)))
        raise WallsError(f"bubblewrap {found} is too old, the walls need {wanted}: {INSTALL}")
    return path


def version(path=None):
    """The version of bubblewrap, as a tuple of numbers; empty when it does not say."""
    said = subprocess.run(
        [path or _bubblewrap(), "--version"], capture_output=True, text=True, check=False
    )
    return tuple(int(number) for number in re.findall(r"\d+", said.stdout))


def check():
    """Raise WallsError unless the walls stand, with what is missing or refused, and the cure."""
    with tempfile.NamedTemporaryFile() as secret:
        try:
            with around(python("probe", secret.name, str(PACKAGE)), 1 << 20) as (command, fds):
                options = {"capture_output": True, "text": True, "timeout": 60}
                done = subprocess.run(command, pass_fds=fds, check=False, **options)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise WallsError(f"bubblewrap, which makes the walls, fails: {error}") from None
    last = (done.stderr.strip().splitlines() or ["without a word"])[-1]
    if last.startswith("bwrap: "):
        raise WallsError(f"bubblewrap is installed, but refused here ({last}). {_cure()}")
    if done.returncode:
        raise WallsError(f"Python does not start behind the walls ({last})")
    if holes := json.loads(done.stdout):
        raise WallsError(f"the walls that bubblewrap makes have holes here: {', '.join(holes)}")


def _cure():
    for setting, (value, cure) in REFUSALS.items():
        path = SETTINGS / setting
        if path.is_file() and path.read_text(encoding="ascii").strip() == value:
            return cure
    return NO_CAUSE
