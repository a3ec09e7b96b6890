"""The class tournament where people keep their files: below /home, as an ordinary user.

The project is copied into a path with spaces and umlauts there, with a .venv of its own; strangers'
code is run by the command that people type. Run by root, as in continuous integration, the test
makes a user of its own, who has only a number.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.course.classroom import hogs
from tests.course.classroom.walled import needs_walls

pytestmark = [
    pytest.mark.slow,  # a Python is set up below /home, and forty processes run into their limits
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux has walls"),
]

NUMBER = 54321
FIRST = "def act(board, side, rng):\n    return board.index('.')\n"
# Only the first answer of a process may take long.
LOOP = "n = []\ndef act(*_):\n    n.append(0)\n    while len(n) > 1: pass\n    return 0\n"
ALIVE = "import ctypes, os, signal, time\n"
SECRET = "the marks of last year"
THIEF = """
import os, socket, time
FOUND, visited = [], 0
def tries(name, what):
    try:
        what()
    except BaseException:
        return
    FOUND.append(name)
for path in {outside}:
    tries("read " + path, lambda: open(path).read())
    tries("list " + path, lambda: os.listdir(path))
    tries("write " + path, lambda: open(path + "/new" if os.path.isdir(path) else path, "a"))
for top, folders, files in os.walk("/"):
    folders.sort(key=lambda name: name in ("usr", "lib", "lib64"))  # the largest come last
    if (visited := visited + 1) > 3000:  # by then only libraries are left
        break
    for file in files:
        place = os.path.join(top, file)
        if os.path.realpath(place) == "/dev/null":
            continue
        tries("write " + place, lambda: open(place, "a"))
        if file == "secret.txt" or file.endswith((".py", ".csv")) and "hand-ins" in top:
            FOUND.append("saw " + place)
    tries("make in " + top, lambda: open(os.path.join(top, "made"), "x"))
for name in list(FOUND):
    if name in ("make in /submission", "write /submission/submission"):
        FOUND.remove(name)
tries("network", lambda: socket.create_connection(("127.0.0.1", {port}), 2))
FOUND += [name for name in os.environ if "SECRET" in name]
raise RuntimeError("got " + "; ".join(FOUND))
"""
STAY = {
    "kill the group": f"{ALIVE}signal.signal(15, signal.SIG_IGN)\nos.kill(0, 9)\n{FIRST}",
    "kill the group later": f"{ALIVE}def act(*_): os.kill(0, 9)",
    "kill all": ALIVE + LOOP.replace("n.append(0)", "n.append(0); os.kill(-1, 9)"),
    "ignore signals": f"{ALIVE}for n in range(1, 65):\n    try: signal.signal(n, signal.SIG_IGN)\n"
    f"    except (OSError, ValueError): pass\n{LOOP}",
    "leave the session": f"{ALIVE}try: os.setsid()\nexcept OSError: pass\n"
    f"ctypes.CDLL(None).prctl(1, 0)\n{LOOP}",
    "fork twice": ALIVE
    + LOOP.replace(
        "n.append(0)",
        "n.append(0)\n    try:\n        os.fork() or os.fork()\n    except OSError:\n        pass",
    ),
    "leave slowly": f"{ALIVE}import atexit\natexit.register(time.sleep, 99)\n"
    "def act(*_): raise SystemExit",
}


class Home:
    """A home folder below /home, with the project, a Python and a secret; and who lives there."""

    def __init__(self, folder, user):
        self.folder, self.user = folder, user
        self.project = folder / "Kürs 1" / "tttlearn ü"
        self.python = self.project / ".venv" / "bin" / "python"

    def start(self, *command, **options):
        """A process of the one who lives here, in the project."""
        who = {} if self.user is None else {"user": self.user, "group": self.user}
        who |= {} if self.user is None else {"extra_groups": []}
        environment = {"HOME": str(self.folder), "PATH": os.environ["PATH"], "A_SECRET": "1"}
        environment |= {"TTTLEARN_NO_NUMBA": "1", "TQDM_DISABLE": "1", "PYTHONUTF8": "1"}
        out = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        return subprocess.Popen(command, cwd=self.project, env=environment, **who, **out, **options)

    def tournament(self, *more):
        """The tournament of the hand-ins, started."""
        # With these seconds a loop that is left behind goes on for longer than `all_gone` waits.
        words = ("tournament", "hand-ins", "--out", "results", "--games", "50", "--seconds", "20")
        return self.start(str(self.python), "-m", "tttlearn", *words, *more)

    def hand_in(self, files):
        """Let these files, a dict of texts, be all that was handed in."""
        shutil.rmtree(self.project / "hand-ins", ignore_errors=True)
        (self.project / "hand-ins").mkdir()
        for name, text in files.items():
            (self.project / "hand-ins" / f"{name}.py").write_text(text, encoding="utf-8")

    def left(self):
        """The processes of submissions that are there, a set of (number, process world).

        They are those in a process world of their own.
        """
        here, found = os.readlink("/proc/self/ns/pid"), set()
        for path in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                lines = (path / "status").read_text(errors="replace").splitlines()
                about = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
                if about["State"].startswith("Z"):  # ended; the first process is to take note
                    continue
                user = int(about["Uid"].split()[0])
                world = os.readlink(path / "ns/pid")
                if world != here and self.user in (user, None):
                    found.add((path.name, world))
        return found

    def all_gone(self):
        """Whether no process of a submission is left, after a minute at most."""
        end = time.monotonic() + 60
        while self.left() and time.monotonic() < end:
            time.sleep(0.02)
        return not self.left()


@pytest.fixture(scope="module")
def home():
    needs_walls()
    user = NUMBER if os.getuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="tttlearn-", dir="/home" if user else Path.home()))
    try:
        folder.chmod(0o755)
        one = Home(folder, user)
        furnish(one)
        yield one
    finally:
        shutil.rmtree(folder)


def furnish(home):
    """Put the project, a .venv and a secret into a home."""
    package = Path(__file__).parents[2] / "tttlearn"
    no_caches = shutil.ignore_patterns("__pycache__")
    shutil.copytree(package, home.project / "tttlearn", ignore=no_caches)
    (home.folder / "secret.txt").write_text(SECRET)
    (home.project / "marks.csv").write_text(SECRET)
    if home.user is not None:
        for path in (home.folder, *home.folder.rglob("*")):
            os.chown(path, home.user, home.user)
    subprocess.run(
        [python_for(home), "-m", "venv", "--without-pip", home.project / ".venv"], check=True
    )
    (site,) = (home.project / ".venv/lib").glob("python3.*/site-packages")
    ours = Path(sys.prefix, *site.parts[-3:])
    shutil.copytree(ours, site, dirs_exist_ok=True, copy_function=link, ignore=LEFT_OUT)
    # "x": a file of this name would be a link to the one that says where the project itself is.
    with open(site / "tttlearn.pth", "x", encoding="utf-8") as file:
        file.write(f"{home.project}\n")


LARGE = ("tests", "playwright", "jupyter*", "sphinx*", "dask")
LEFT_OUT = shutil.ignore_patterns("tttlearn*", *LARGE)


def link(source, place):
    """The same file once more, not to be written to; a copy where there can be no link."""
    try:
        os.link(source, place)
    except OSError:
        shutil.copy2(source, place)
    return place


def python_for(home):
    """This Python, or a copy of it where the one who lives there cannot run it."""
    real = Path(os.path.realpath(sys.executable))
    with suppress(PermissionError):
        trial = home.start(real, "-c", "")
        trial.communicate()
        if trial.returncode == 0:
            return real
    unused = shutil.ignore_patterns("site-packages", "test", "__pycache__", "*.a")
    shutil.copytree(
        sys.base_prefix, home.folder / "python", ignore=unused, copy_function=link, symlinks=True
    )
    return home.folder / "python" / "bin" / real.name


@pytest.fixture(scope="module")
def held(home):
    """What a tournament said in which all of them take part, and whether none was left after it."""
    outside = [
        *(home.folder / "secret.txt", home.project / "marks.csv", home.project / "hand-ins"),
        *(home.folder, home.project, "/tmp", "/etc/passwd", "/proc", "/sys", "/home", "/root"),
    ]
    with socket.create_server(("127.0.0.1", 0)) as server:
        text = THIEF.replace("{outside}", str([str(path) for path in outside]))
        text = text.replace("{port}", str(server.getsockname()[1]))
        home.hand_in({"Thief": text, "Ada": FIRST} | STAY | hogs.FILES)
        tournament = home.tournament()
        said = tournament.communicate()[0]
    assert tournament.returncode == 0, said
    assert "behind walls (bubblewrap" in said
    return said, home.all_gone()


def test_a_thief_reads_nothing_and_writes_nothing(home, held):
    said, _ = held
    got = re.search(r"Thief.py: reading it failed: RuntimeError: got ?(.*?) \(line", said)
    # Folders on the way to Python and to the project are seen, with nothing in them but that way.
    way = {
        home.folder,
        home.project,
        Path("/home"),
        *Path(os.path.realpath(sys.executable)).parents,
    }
    seen = set(filter(None, got[1].split("; "))) - {f"list {folder}" for folder in way}
    assert not seen
    assert SECRET not in said
    assert SECRET not in (home.project / "results/leaderboard.html").read_text(encoding="utf-8")
    assert not list(home.folder.rglob("new"))
    assert not list(home.folder.rglob("made"))


def test_nothing_stays_when_the_tournament_is_over(held):
    said, gone = held
    assert gone, said
    assert "Ada" in said


def test_memory_can_be_held_in_no_other_way_than_up_to_the_limit(held):
    said, _ = held
    reasons = dict(re.findall(r"^Not taking part: (.+?)\.py: (.*)$", said, re.MULTILINE))
    assert [name for name in hogs.FILES if hogs.STOPPED[name] not in reasons[name]] == [], said
    assert "Ada" not in reasons


def test_nothing_stays_when_the_tournament_is_killed(home):
    shutil.rmtree(home.project / "results", ignore_errors=True)
    names = ("ignore signals", "leave the session")
    home.hand_in({name: STAY[name] for name in names} | {"Ada": FIRST})
    tournament = home.tournament("--seconds", "60")
    at_once = min(len(names), os.cpu_count())
    end = time.monotonic() + 600
    met, stay = home.left(), set()
    # Those of the probe go soon, those of Ada, too.
    while len({world for _, world in stay}) < at_once and time.monotonic() < end:
        time.sleep(1.5)
        met, stay = home.left(), met & home.left()
    tournament.kill()
    said = tournament.communicate()[0]
    assert len({world for _, world in stay}) == at_once, said
    assert home.all_gone()
