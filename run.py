#!/usr/bin/env python3
"""Set up tttlearn and run it:

    python run.py lab                   open your copy of the lessons, my_lessons, in JupyterLab
    python run.py lab --fresh 05        put a fresh copy of lesson 05 beside yours, and open it
    python run.py lab notebooks         open another folder or notebook, unchanged
    python run.py doctor                is this computer ready? a line for each check, with its cure
    python run.py test                  run every check; with arguments: only pytest, with them
    python run.py test --all            also the slow checks, as every week
    python run.py bench                 measure the speed of the package
    python run.py execute [NOTEBOOK...] run notebooks again and save their outputs (default: all)
    python run.py readme                bring the lessons' minutes and the README up to date
    python run.py solutions             bring the files that ttt.solution and ttt.hint read
                                        up to date
    python run.py editions              build the lessons for students and lecturers, the slides,
                                        the handouts and a zip to hand out, into build/
    python run.py site                  build the lessons as web pages, into build/site, without
                                        the solutions; with them: --with-solutions, as for
                                        editions and stick; --serve shows them in a browser
    python run.py pages                 make the pages of the five articles again, in minutes
    python run.py planted               find out which of their verdicts notice a changed setting
    python run.py seeds [LESSON...]     compare the numbers that lessons take from one seed with
                                        those of 200 others
    python run.py stick FOLDER [SYSTEM-PYTHON...]
                                        what students get, to install without a network, here
                                        or on the systems named, as windows-3.13 mac-3.12
    python run.py lock [--upgrade]      choose the versions of the locks again (needs uv)
    python run.py resolve               can each system and Python have the locks? (needs uv)

The first start makes the folder .venv and installs into it exactly the versions of
requirements.lock; `test`, `editions` and `site` add those of requirements-all.lock. It takes uv if
that is installed, otherwise pip, and the folder `wheels`, if it is there, instead of the network.
Further arguments are passed on, as in: python run.py lab --no-browser --port 9999
The students' copy has `lab` and `doctor`; the other commands need the whole project.
`python run.py --version` prints the version.
"""

import argparse
import hashlib
import math
import os
import platform
import runpy
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LEARN, ALL = "requirements.lock", "requirements-all.lock"
HANDED_OUT = "lab", "doctor"  # what works without the rest of the project
WHEELS = ROOT / "wheels"
MY_LESSONS = "my_lessons"
PYTHONS = (3, 11), (3, 14)
# The stamp identifies what was installed; it is written only after all of it was found complete.
STAMP = VENV / "tttlearn-stamp"
# Of the settings of pip and uv only those that say where packages come from: PIP_TARGET and its
# like would put them elsewhere.
SOURCES = ("INDEX", "LINKS", "CERT", "HOST", "PROXY", "TIMEOUT", "RETRIES", "CACHE", "CONFIG")
SOURCES += ("OFFLINE", "TLS", "KEYRING", "USERNAME", "PASSWORD")
# Saved outputs must not depend on the order of sets, the number of threads or a progress bar.
REPEATABLE = {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "TQDM_DISABLE": "1"}
PYTEST = ["pytest", "-p", "no:nbval", "--durations=20"]
# The kernel that runs a lesson also tries its exercises, see tests/lessons/in_kernel.py.
NOTEBOOK_TEST = ["pytest", "--nbval", "--nbval-current-env", "--nbval-cell-timeout=1200"]
NOTEBOOK_TEST += ["--nbval-sanitize-with", "tests/nbval.cfg", "-p", "no:python"]
NOTEBOOK_TEST += ["-p", "tests.lessons.plugin", "--durations=20"]
NOTEBOOKS = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("notebooks/*.ipynb"))
# The tests have their own list of fonts: that of the home folder may come from a .venv that was
# replaced. And they start hundreds of Pythons, which should keep the modules they have compiled.
CACHES = {"MPLCONFIGDIR": str(VENV / "matplotlib"), "PYTHONDONTWRITEBYTECODE": ""}
NO_NUMBA = {"TTTLEARN_NO_NUMBA": "1"}
# Tests of code or messages that differ without Numba. That the whole package computes the same, bit
# for bit, is tested by tests/project/test_same_everywhere.py and tests/learn.
OTHERWISE = [
    f"tests/learn/test_{name}.py" for name in ("learn", "own_rules", "plain_rules", "rule_errors")
]
# The example of a sweep runs in one process: to start others takes longer than all examples.
ONE_PROCESS = {"LOKY_MAX_CPU_COUNT": "1"}
# Each fills Numba's cache with what several of the next steps would otherwise compile at once.
SEARCHES = ["nestedsoftware, tree", "nestedsoftware, deep", "search", "games"]
NETWORKS = ["antirez", "self-play"]
FIRST_STEPS = [  # name, module with its arguments, environment
    ("compile searches", ["tests.project.same", *SEARCHES], {}),
    ("compile networks", ["tests.project.same", *NETWORKS], {}),
    ("lint", ["ruff", "check", "."], {}),
    ("format", ["ruff", "format", "--check", "."], {}),
]
# Rooms whose tests share what is expensive, such as the site and a browser, or the processes of the
# class tournament: tests of `project` look for those that stay. What is compiled for a test stays
# in the memory of its process, so those that compile the most are apart.
ROOMS = {
    "pages": ("browser", "lessons"),
    "project": ("project", "course/classroom", "support", "terminal"),
    "learning": ("learn", "network"),
    "articles": ("course/articles",),
    "exercises": ("course/exercises", "evaluation", "game"),
    "playing": ("pictures", "play", "players", "search", "tournament"),
}
# The longest first, so that all end together: above all the browser, which waits a lot. Each half
# has every other lesson, since adjacent lessons take about the same time.
ENGINE = ("game", "evaluation", "search", "learn", "pictures", "players", "play", "tournament")
EXAMPLES = [*PYTEST, "--doctest-modules", *(f"tttlearn/{room}" for room in ENGINE)]
TEST_STEPS = [
    *((name, [*PYTEST, *(f"tests/{room}" for room in rooms)], {}) for name, rooms in ROOMS.items()),
    ("lessons, half 1", [*NOTEBOOK_TEST, *NOTEBOOKS[::2]], REPEATABLE),
    ("lessons, half 2", [*NOTEBOOK_TEST, *NOTEBOOKS[1::2]], REPEATABLE),
    ("without Numba", [*PYTEST, *OTHERWISE], NO_NUMBA),
    ("examples", EXAMPLES, ONE_PROCESS),
]
# Tests that take minutes, or seconds where a quicker test shows nearly the same: the marker `slow`
# moves them here. Of the planted wrong answers, the steps above try every fourth.
ALL_ANSWERS = {"TTTLEARN_ALL_WRONG_ANSWERS": "1"}
SLOW = [*PYTEST, "-o", "faulthandler_timeout=0"]
SLOW_STEPS = [
    ("slow tests", [*SLOW, "-m", "slow", "tests"], {}),
    ("all wrong answers", [*NOTEBOOK_TEST, *NOTEBOOKS], REPEATABLE | ALL_ANSWERS),
    ("long fuzzing", [*SLOW, "-m", "hypothesis", "--hypothesis-profile=long", "tests"], {}),
]
# Lines of a failed step that are printed again at the end, where readers look first.
REPEATED_LINES = 80


def main(arguments):
    """Run one command and return its exit status."""
    command, rest = (arguments or [""])[0], arguments[1:]
    if command in ("help", "--help", "-h"):
        print(__doc__)
        return 0
    if command == "--version":
        print("tttlearn", runpy.run_path(str(ROOT / "tttlearn/support/version.py"))["VERSION"])
        return 0
    if command not in COMMANDS:
        problem = f"no command {command!r}" if command else "a command is missing"
        say(f"{problem}; the commands are {', '.join(commands())} and help")
        return 2
    if command not in commands():
        say(f"`{command}` needs the whole project; this copy of it has {' and '.join(commands())}")
        return 1
    if unsupported():
        say(unsupported())
        return 1
    try:
        return COMMANDS[command](rest)
    except SetupError as error:
        say(error)
    except KeyboardInterrupt:
        return 130
    return 1


def commands():
    """Return the names of the commands available here: in a copy for students only some of them."""
    return list(COMMANDS) if (ROOT / ALL).is_file() else list(HANDED_OUT)


def unsupported(version=None, system=None):
    """Return what is wrong with this Python on this computer, in a line; "" if nothing is."""
    version = version or sys.version_info[:2]
    (_, oldest), (_, newest) = PYTHONS
    if (system or (sys.platform, platform.machine())) == ("darwin", "x86_64"):
        newest, why = 13, ", on a Mac with an Intel processor (Numba has no newer wheels there)"
    else:
        why = ""
    if (3, oldest) <= version <= (3, newest):
        return ""
    here = ".".join(map(str, version))
    return f"tttlearn needs Python 3.{oldest} to 3.{newest}{why}, and this is {here}"


def lab(arguments):
    """Open JupyterLab on the learner's copy of the first lesson, or on what is named."""
    parser = argparse.ArgumentParser(prog="run.py lab", add_help=False, allow_abbrev=False)
    parser.add_argument("--fresh", action="append", default=[], metavar="NN")
    own, passed_on = parser.parse_known_args(arguments)
    named = [name for name in passed_on if name and (ROOT / name).exists()]
    if named and own.fresh:
        raise SetupError(f"open {named[0]}, or a fresh copy of a lesson: not both at once")
    set_up()
    if named:
        return run(["tttlearn.terminal.lab", *passed_on])
    fresh = [f"--fresh={number}" for number in own.fresh]
    return run(["tttlearn", "lessons", MY_LESSONS, *fresh, *(f"--lab={a}" for a in passed_on)])


def test(arguments):
    """Run every step, even after one that fails; end with the failures and a table of the steps.

    With the argument --all also the slow ones, with any others only pytest.
    """
    set_up(ALL)
    if arguments and arguments != ["--all"]:
        return run(["pytest", *arguments])
    rows = at_once(FIRST_STEPS) + at_once(TEST_STEPS)
    if arguments:
        rows += at_once(SLOW_STEPS)
    failed = [(name, printed) for name, status, *_, printed in rows if status]
    for name, printed in failed:
        print(f"\n=== {name} FAILED; its last lines again:")
        print(*printed.splitlines()[-REPEATED_LINES:], sep="\n")
    print(f"\n{'step':<17} {'result':<8} seconds  processor seconds")
    for name, status, seconds, worked, _ in rows:
        print(f"{name:<17} {'FAILED' if status else 'ok':<8} {seconds:7.1f} {worked:18.1f}")
    return int(bool(failed))


def at_once(steps):
    """Run steps, as many side by side as there are processors for them.

    Return a row of each: name, exit status, seconds, processor seconds, what it printed.
    """
    cores = runpy.run_path(str(ROOT / "tttlearn/support/cores.py"))["cores"]
    with ThreadPoolExecutor(cores()) as pool:
        return list(pool.map(timed_step, steps))


def timed_step(step):
    """Run one step of the tests, print its output when it has ended, and return its row."""
    name, command, environment = step
    start = time.monotonic()
    with tempfile.TemporaryFile() as output:
        status, worked = ended(in_venv(command), CACHES | environment, output)
        seconds = time.monotonic() - start
        output.seek(0)
        printed = output.read().decode(errors="replace")
    print(f"\n=== {name}: {' '.join(command)}\n{printed}", end="", flush=True)
    return name, status, seconds, worked, printed


def module(name, environment=None, lock=LEARN):
    """Return a command that runs a module of this project with the arguments it is given."""

    def command(arguments):
        set_up(lock)
        return run([name, *arguments], environment)

    return command


def doctor(arguments):
    """Print a line for each check, with the cure, even without .venv; return 1 for a failure.

    What is damaged loses its stamp, so that the next start installs it again.
    """
    version = python_version()
    lock = stamped(version)
    if lock:
        problem = damage(lock)
    elif not version:
        problem = "there is no .venv yet, or its Python does not start"
    else:
        installed = STAMP.is_file()
        problem = "the lock has changed" if installed else "it was not installed to its end"
    if problem:
        STAMP.unlink(missing_ok=True)
        print(f"FAIL  packages: {problem}\n      -> run `python run.py lab`, which installs them")
        return 1
    print(f"ok    packages: all of {lock} is there, whole", flush=True)
    return run(["tttlearn", "doctor", *arguments])


def with_uv(name):
    """Return a command that asks uv about packages, a module of `tools`; it needs no .venv."""

    def command(arguments):
        if not shutil.which("uv"):
            raise SetupError(f"`{name}` needs uv, see https://docs.astral.sh/uv/; pip cannot do it")
        return call([sys.executable, "-m", f"tools.{name}", *arguments])

    return command


COMMANDS = {
    "lab": lab,
    "doctor": doctor,
    "test": test,
    "bench": module("benchmarks.bench"),
    "execute": module("tools.execute", REPEATABLE),
    "readme": module("tools.readme"),
    "solutions": module("tools.solutions"),
    "editions": module("tools.editions", lock=ALL),
    "site": module("tools.site", lock=ALL),
    "pages": module("tools.pages"),
    "planted": module("tools.planted"),
    "seeds": module("tools.seeds", REPEATABLE),
    "stick": module("tools.stick"),
    "lock": with_uv("lock"),
    "resolve": with_uv("resolve"),
}


class SetupError(Exception):
    """Error that stops the set-up; the message is one line that says what to do."""


def set_up(lock=LEARN):
    """Make a .venv that holds what the lock names; return at once if the stamp confirms it."""
    if stamped(python_version()) in (lock, ALL):  # ALL includes all of LEARN
        return
    try:
        with alone():
            version = python_version()
            if stamped(version) in (lock, ALL):  # since another command has just done it
                return
            say("setting up .venv, once; this takes a few minutes at most")
            if not (version and STAMP.is_file()):
                make_venv()
            STAMP.unlink(missing_ok=True)
            install(lock)
            finish(lock)
    except OSError as error:
        raise SetupError(
            f"cannot write to .venv ({error}): close what is using it, delete it and try again"
        ) from error


@contextmanager
def alone():
    """Make other commands that set up this .venv wait: each would discard the other's work.

    The lock ends with the program, however that ends. It is a file of the user's, outside this
    folder, which may be read-only.
    """
    take = runpy.run_path(str(ROOT / "tttlearn/support/files.py"))["lock_until_closed"]
    name = hashlib.sha256(f"{Path.home()}\0{os.path.realpath(VENV)}".encode()).hexdigest()[:16]
    with open(Path(tempfile.gettempdir()) / f"tttlearn-{name}.lock", "w") as file:
        while True:
            try:
                take(file, file.name)
                break
            except BlockingIOError:  # another command has it
                time.sleep(0.2)
        yield


def python_version():
    """Return the version of .venv's Python as text; None if it is missing, broken or too old."""
    code = "import sys; print(sys.version); sys.exit(sys.version_info < (3, 11))"
    try:
        done = subprocess.run([PYTHON, "-I", "-S", "-c", code], capture_output=True, text=True)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def stamped(version):
    """Return the lock that the stamp gives as installed for a version of Python; None if none."""
    installed = STAMP.read_text() if version and STAMP.is_file() else None
    return next(
        (lock for lock in (ALL, LEARN) if installed and installed == stamp(version, lock)), None
    )


def stamp(version, lock):
    """Return the fingerprint of everything that decides what is installed."""
    there = [ROOT / name for name in (LEARN, ALL, "pyproject.toml") if (ROOT / name).is_file()]
    parts = [path.read_bytes() for path in there]
    return hashlib.sha256(b"\0".join([*parts, version.encode(), lock.encode()])).hexdigest()


def make_venv():
    """Make a new .venv, and delete what an interrupted or broken set-up left."""
    if VENV.is_symlink() and not VENV.exists():
        raise SetupError(".venv is a link to a folder that is not there: delete the link")
    if VENV.exists() and not VENV.is_dir():
        raise SetupError(".venv is a file, but must become a folder: delete or rename it")
    if not os.access(str(ROOT), os.W_OK):
        raise SetupError("this folder is read-only: copy it to your own files and run it there")
    # By its real path, because venv creates nothing at a link.
    if call([sys.executable, "-m", "venv", "--clear", os.path.realpath(VENV)]):
        raise SetupError(
            "could not make .venv, see above; if ensurepip is missing (Debian, Ubuntu): "
            "sudo apt install python3-venv"
        )


def install(lock):
    """Install the locked versions, each checked by its hash."""
    if shutil.which("uv"):
        installer = ["uv", "pip", "install", "--python", str(PYTHON)]
    else:
        # Compiling everything takes a third of the time; Python compiles what it uses anyway.
        installer = [str(PYTHON), "-m", "pip", "install", "--no-compile"]
        installer += ["--disable-pip-version-check"]
    if WHEELS.is_dir():
        installer += ["--no-index", "--find-links", str(WHEELS)]
    # The lock names all dependencies: if pip resolved them, it would take a version that is
    # installed already, and stop at its missing hash.
    installer += ["--no-deps", "--require-hashes", "-r", str(ROOT / lock)]
    if call(installer, unset=diverting()):
        cure = "connect to the network (or free some disk space)"
        if WHEELS.is_dir():
            cure = "the folder `wheels` was not filled for this system and Python: delete it, and "
            cure += "connect to the network"
        raise SetupError(
            f"the packages could not be installed, see above: {cure}, then run the same command "
            "again"
        )


def diverting():
    """Return the settings in the environment that could put packages elsewhere, by name."""
    return [
        name
        for name in os.environ
        if name in ("PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE")
        or (name.startswith(("PIP_", "UV_")) and not any(word in name for word in SOURCES))
    ]


def finish(lock):
    """Make the project importable and, last of all, stamp."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = subprocess.run([PYTHON, "-I", "-c", code], capture_output=True, text=True)
    site = Path(packages.stdout.strip())
    # A line in a .pth file, so that nothing is built; relative, so the encoding does not matter.
    (site / "tttlearn.pth").write_text(os.path.relpath(str(ROOT), str(site)) + "\n")
    problem = damage(lock)
    if problem:
        raise SetupError(
            f"the packages were installed, but {problem}: a setting of pip may put them elsewhere "
            "(see `pip config list`), or a program may have removed files; then run it again"
        )
    unfinished = STAMP.with_suffix(".new")
    unfinished.write_text(stamp(python_version(), lock))
    unfinished.replace(STAMP)


def damage(lock):
    """Return what the lock names and is missing or broken, in a line; "" if nothing is."""
    command = [PYTHON, "-I", ROOT / "tools" / "installed.py", ROOT / lock]
    done = subprocess.run(command, capture_output=True, text=True)
    crash = done.stderr.strip().splitlines()[-1:] if done.returncode else []
    return done.stdout.strip() or "".join(crash)


def in_venv(command):
    """Return the command that runs a module with its arguments in .venv."""
    return [str(PYTHON), "-m", *command]


def run(command, environment=None):
    """Run a module with its arguments in .venv and return its exit status."""
    return call(in_venv(command), environment)


def call(command, environment=None, unset=()):
    """Run a command in the project's folder and return its exit status."""
    return ended(command, environment, unset=unset)[0]


def ended(command, environment=None, output=None, unset=()):
    """Run a command in the project's folder; return its exit status and its processor seconds.

    `environment` is added to the environment, the names of `unset` are removed from it; `output` is
    a file for what it prints. Ctrl-C reaches the command itself, which may ask a question or tidy
    up: wait until it has ended.
    """
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    where = {"cwd": str(ROOT), "env": kept | (environment or {})}
    errors = subprocess.STDOUT if output else None
    child = subprocess.Popen(command, stdout=output, stderr=errors, **where)
    interrupted, worked = False, math.nan
    while child.returncode is None:
        try:
            worked = wait_for(child)
        except KeyboardInterrupt:
            interrupted = True
    if interrupted:
        raise KeyboardInterrupt
    return child.returncode, worked


def wait_for(child):
    """Wait until a process has ended; return the processor seconds of it and of its children.

    Windows does not provide them: there it returns nan.
    """
    if not hasattr(os, "wait4"):
        child.wait()
        return math.nan
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime


def say(message):
    """Print a line of our own, marked to differ from the lines of the programs that run."""
    print(f"run.py: {message}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
