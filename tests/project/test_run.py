"""run.py, the command that people type first, in small copies of the project.

The copies have empty locks, or one that names a small package whose wheel lies beside it, so that
setting up needs no network, and a `bench` that says hello.
"""

import base64
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile

import pytest

from tests.aids.fresh_python import printed
from tests.aids.run_py import imported

HELLO = "print('hello from bench')\n"
NOTHING_LISTENS = "http://127.0.0.1:9/"
UNKNOWN_PACKAGE = f"tttlearn-no-such-package==1.0 --hash=sha256:{'0' * 64}\n"


@pytest.fixture
def project(root, tmp_path):
    """A folder with run.py and what it reads, without .venv."""
    return make_project(root, tmp_path / "project")


@pytest.fixture(scope="module")
def complete(root, tmp_path_factory):
    """A project that was set up, with pip; to be copied, not changed."""
    project = make_project(root, tmp_path_factory.mktemp("complete") / "project")
    done = run(project, "bench")
    assert done.returncode == 0, done.stderr
    return project


INSTALLERS = "pip", "setuptools", "pkg_resources"


def copied(project, place):
    """A copy of a project that was set up, in which what installs, 1,500 files, is linked."""
    linked = INSTALLERS if os.name != "nt" else ()
    shutil.copytree(project, place, symlinks=True, ignore=shutil.ignore_patterns(*linked))
    for name in linked:
        for folder in project.glob(f".venv/lib/python3*/site-packages/{name}"):
            (place / folder.relative_to(project)).symlink_to(folder)
    return place


@pytest.fixture
def ready(complete, tmp_path):
    """A copy of a project that was set up."""
    return copied(complete, tmp_path / "ready")


@pytest.fixture(scope="module")
def complete_with_wheel(complete, tmp_path_factory):
    """A project that was set up from a folder of wheels; to be copied, not changed."""
    project = tmp_path_factory.mktemp("wheel") / "project"
    shutil.copytree(complete, project, symlinks=True)
    # What the lock names is all that is looked for, not what a package asks for: a look for more
    # stops where an older version than the lock's is there, and has no hash.
    add_wheel(project, more="Requires-Dist: nowhere\n")
    done = run(project, "bench", **no_network(project.parent))
    assert done.returncode == 0, done.stderr
    return project


@pytest.fixture
def with_wheel(complete_with_wheel, tmp_path):
    """A copy of a project that was set up from a folder of wheels."""
    return copied(complete_with_wheel, tmp_path / "ready")


@pytest.fixture(scope="module")
def venv_module(complete, tmp_path_factory):
    """A module `venv` that copies the .venv of a project that was set up: Python's takes seconds.

    Beside a run.py it stands before Python's own.
    """
    made = copied(complete, tmp_path_factory.mktemp("made") / "project") / ".venv"
    for known_to_run_py in made.glob("tttlearn*"):
        known_to_run_py.unlink()
    return f"""import os, shutil, sys, time
clear, place = sys.argv[1:]
assert clear == "--clear"
if os.path.islink(place):
    sys.exit()  # as Python's own
shutil.rmtree(place, ignore_errors=True)
time.sleep(2)  # so that another that does not wait comes while this is at work
shutil.copytree({str(made)!r}, place, symlinks=True)
"""


@pytest.fixture
def module(project):
    """run.py of a project without .venv, imported."""
    return imported(project)


def make_project(root, folder):
    (folder / "benchmarks").mkdir(parents=True)
    (folder / "benchmarks/bench.py").write_text(HELLO)
    (folder / "tttlearn").mkdir()
    (folder / "tttlearn/__init__.py").write_text("")
    (folder / "tttlearn/__main__.py").write_text("print('all else is well')\n")
    (folder / "tttlearn/support").mkdir()
    for name in ("cores.py", "files.py"):
        shutil.copy(root / "tttlearn/support" / name, folder / "tttlearn/support")
    (folder / "tools").mkdir()
    shutil.copy(root / "tools/installed.py", folder / "tools")
    for name in ("requirements.lock", "requirements-all.lock"):
        (folder / name).write_text("")
    shutil.copy(root / "pyproject.toml", folder)
    shutil.copy(root / "run.py", folder)
    return folder


def digest(text):
    """The hash of a file as a wheel's list of files has it."""
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


def add_wheel(project, name="tiny", version="1.0", more=""):
    """Let both locks name a package of one file, whose wheel lies in the folder `wheels`.

    `more`: lines of what it says about itself.
    """
    about = f"{name}-{version}.dist-info"
    told = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{more}"
    files = {f"{name}.py": "x = 1\n", f"{about}/METADATA": told}
    files[f"{about}/WHEEL"] = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = [f"{file},sha256={digest(text)},{len(text)}\n" for file, text in files.items()]
    files[f"{about}/RECORD"] = "".join([*record, f"{about}/RECORD,,\n"])
    (project / "wheels").mkdir(exist_ok=True)
    wheel = project / "wheels" / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for file, text in files.items():
            archive.writestr(file, text)
    found = hashlib.sha256(wheel.read_bytes()).hexdigest()
    for lock in ("requirements.lock", "requirements-all.lock"):
        with open(project / lock, "a") as file:
            file.write(f"{name}=={version} --hash=sha256:{found}\n")


def run(project, *arguments, **environment):
    """Run run.py where no uv is found, unless PATH says otherwise."""
    environment = {**os.environ, "PATH": str(project / "empty"), **environment}
    command = [sys.executable, "run.py", *arguments]
    return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True)


def last_line(done):
    return done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize("command", ["frobnicate", ""])
def test_unknown_or_no_command_is_told_the_commands(project, command):
    done = run(project, *filter(None, [command]))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    for name in ("lab", "doctor", "test", "bench", "execute", "stick", "lock", "resolve", "help"):
        assert name in done.stderr
    assert not (project / ".venv").exists()


@pytest.mark.parametrize("command", ["help", "--help", "-h"])
def test_help_shows_the_usage(project, command):
    done = run(project, command)
    assert (done.returncode, done.stderr) == (0, "")
    assert "python run.py lab" in done.stdout


def test_the_version_is_read_where_it_stands_and_needs_no_venv(project):
    (project / "tttlearn/support/version.py").write_text('VERSION = "7.8.9"\n')
    done = run(project, "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, "tttlearn 7.8.9\n", "")
    assert not (project / ".venv").exists()


@pytest.mark.parametrize(
    ("version", "system", "message"),
    [
        ("3.10", ("linux", "x86_64"), "tttlearn needs Python 3.11 to 3.14, and this is 3.10"),
        ("3.15", ("win32", "AMD64"), "tttlearn needs Python 3.11 to 3.14, and this is 3.15"),
        ("3.14", ("darwin", "arm64"), ""),
        ("3.13", ("darwin", "x86_64"), ""),
        (
            *("3.14", ("darwin", "x86_64")),
            "tttlearn needs Python 3.11 to 3.13, on a Mac with an Intel processor (Numba has no "
            "newer wheels there), and this is 3.14",
        ),
    ],
)
def test_a_python_that_cannot_have_the_packages_is_told_so(module, version, system, message):
    assert module.unsupported(tuple(map(int, version.split("."))), system) == message


def test_old_python_stops_in_one_line(project):
    code = (
        "import runpy, sys; sys.version_info = (3, 10, 2);"
        "sys.argv = ['run.py', 'lab']; runpy.run_path('run.py', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=project, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "run.py: tttlearn needs Python 3.11 to 3.14, and this is 3.10\n"


def test_the_project_can_be_imported(ready):
    (ready / "benchmarks/bench.py").write_text(
        "import os, subprocess, sys\n"
        "os.chdir('/')\n"
        "sys.exit(subprocess.call([sys.executable, '-c', 'import tttlearn']))\n"
    )
    assert run(ready, "bench").returncode == 0


@pytest.mark.slow
def test_of_two_commands_at_once_one_sets_up_and_the_other_waits(project, venv_module):
    """Each used to clear the folder that the other was filling."""
    (project / "venv.py").write_text(venv_module)
    environment = {**os.environ, "PATH": str(project / "empty")}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    command = [sys.executable, "run.py", "bench"]
    both = [subprocess.Popen(command, cwd=project, env=environment, **pipes) for _ in range(2)]
    said = [one.communicate() for one in both]
    assert [one.returncode for one in both] == [0, 0], said
    assert sum("setting up .venv" in error for _, error in said) == 1


def python_not_executable(project):
    for path in (project / ".venv/bin").glob("python*"):
        path.unlink()
        path.write_text("#!/bin/sh\n")


def base_python_removed(project):
    for path in (project / ".venv/bin").glob("python*"):
        path.unlink()
        path.symlink_to("/nonexistent/bin/python3")


def installation_interrupted(project):
    (project / ".venv/tttlearn-stamp").rename(project / ".venv/tttlearn-stamp.new")
    (project / ".venv/half-installed").write_text("")


@pytest.mark.skipif(os.name == "nt", reason="breaks .venv as laid out on Linux and macOS")
@pytest.mark.parametrize("damage", [python_not_executable, base_python_removed])
def test_a_venv_whose_python_does_not_run_counts_as_none(ready, damage):
    module = imported(ready)
    assert module.python_version()
    damage(ready)
    assert module.python_version() is None  # so that it is made anew, as the next one is


@pytest.mark.parametrize(
    ("version", "stamp", "made"),
    [("3.13", "x", False), ("3.13", None, True), (None, "x", True), (None, None, True)],
)
def test_only_a_whole_venv_is_added_to(module, monkeypatch, version, stamp, made):
    steps = []
    monkeypatch.setattr(module, "python_version", lambda: version)
    for name in ("make_venv", "install", "finish"):
        monkeypatch.setattr(module, name, lambda *_, name=name: steps.append(name))
    module.VENV.mkdir()
    if stamp:
        module.STAMP.write_text(stamp)
    module.set_up()
    assert steps == ["make_venv"] * made + ["install", "finish"]
    assert not module.STAMP.exists()  # what only `finish` writes


@pytest.mark.skipif(os.name == "nt", reason="breaks .venv as laid out on Linux and macOS")
def test_the_cure_that_the_doctor_names_is_true_whatever_the_settings(
    with_wheel, venv_module, tmp_path
):
    (with_wheel / "venv.py").write_text(venv_module)
    base_python_removed(with_wheel)
    half_removed(with_wheel)
    (with_wheel / ".venv/half-installed").write_text("")
    (with_wheel / "benchmarks/bench.py").write_text("import tiny\nprint(tiny.__file__)\n")
    assert run(with_wheel, "doctor").returncode == 1
    elsewhere = no_network(tmp_path) | {"PIP_USER": "1", "PIP_DRY_RUN": "1"}
    for name in ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PYTHONUSERBASE"):
        elsewhere[name] = str(tmp_path / "elsewhere" / name)
    done = run(with_wheel, "bench", **elsewhere)  # sets up as lab does
    assert done.returncode == 0, done.stderr
    assert "setting up .venv" in done.stderr
    assert str(with_wheel / ".venv") in done.stdout
    assert not (tmp_path / "elsewhere").exists()
    assert not (with_wheel / ".venv/half-installed").exists()
    assert run(with_wheel, "doctor").returncode == 0


@pytest.mark.slow
def test_a_venv_may_be_a_link_and_one_that_leads_nowhere_is_explained(ready, venv_module):
    (ready / "venv.py").write_text(venv_module)
    venv, elsewhere = ready / ".venv", ready / "elsewhere"
    venv.rename(elsewhere)
    venv.symlink_to(elsewhere, target_is_directory=True)
    (elsewhere / "tttlearn-stamp").unlink()  # so that it is made anew, in the same place
    done = run(ready, "bench")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, HELLO[7:-3]), done.stderr
    assert (elsewhere / "tttlearn-stamp").is_file()
    shutil.rmtree(elsewhere)
    done = run(ready, "bench")
    assert done.returncode == 1
    assert last_line(done) == (
        "run.py: .venv is a link to a folder that is not there: delete the link"
    )


def test_a_file_in_place_of_the_venv_is_explained(project):
    (project / ".venv").write_text("")
    done = run(project, "bench")
    assert done.returncode == 1
    assert last_line(done) == (
        "run.py: .venv is a file, but must become a folder: delete or rename it"
    )


with_uv = pytest.mark.skipif(not shutil.which("uv"), reason="uv is not installed here")


def no_network(tmp_path):
    """An environment in which neither pip nor uv finds anything."""
    return {
        **{"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": NOTHING_LISTENS, "PIP_RETRIES": "0"},
        **{"PIP_FIND_LINKS": "", "PIP_EXTRA_INDEX_URL": "", "PIP_NO_CACHE_DIR": "1"},
        **{"UV_DEFAULT_INDEX": NOTHING_LISTENS, "UV_CACHE_DIR": str(tmp_path / "cache")},
        **{"UV_NO_CONFIG": "1", "UV_HTTP_RETRIES": "0"},
    }


@pytest.mark.parametrize("installer", ["pip", pytest.param("uv", marks=with_uv)])
def test_without_a_network_it_says_so_and_believes_nothing(ready, tmp_path, installer):
    environment = no_network(tmp_path)
    if installer == "uv":
        environment["PATH"] = os.environ["PATH"]
    (ready / "requirements.lock").write_text(UNKNOWN_PACKAGE)
    done = run(ready, "bench", **environment)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert last_line(done).startswith("run.py: the packages could not be installed, see above")
    assert "network" in last_line(done)
    assert not (ready / ".venv/tttlearn-stamp").exists()


def test_a_read_only_folder_is_explained(module, monkeypatch, capsys):
    # Root may write anywhere, so the refusal is played.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert module.main(["bench"]) == 1
    message = capsys.readouterr().err.splitlines()[-1]
    assert message.startswith("run.py: this folder is read-only: copy it")


def test_a_venv_in_use_is_explained(module, monkeypatch, capsys):
    def refuse():
        raise PermissionError(13, "Permission denied", ".venv")

    monkeypatch.setattr(module, "make_venv", refuse)
    assert module.main(["bench"]) == 1
    message = capsys.readouterr().err.splitlines()[-1]
    assert message.startswith("run.py: cannot write to .venv")


@pytest.fixture
def started(module, monkeypatch):
    """The modules that were started, with their arguments."""
    started = []
    monkeypatch.setattr(module, "set_up", lambda lock=None: None)
    monkeypatch.setattr(module, "run", lambda command, *_: started.append(command))
    return started


def test_lab_opens_the_copy_of_the_lessons_and_passes_arguments_on(module, started):
    module.lab(["--no-browser", "--fresh", "03", "--port", "9999", "--fresh=05"])
    put = ["tttlearn", "lessons", "my_lessons", "--fresh=03", "--fresh=05"]
    assert started == [[*put, "--lab=--no-browser", "--lab=--port", "--lab=9999"]]


def test_lab_opens_what_is_named_as_it_is(module, project, started, capsys):
    (project / "my_lessons").mkdir()
    for name in ("my_lessons", "run.py", str(project / "my_lessons")):
        module.lab([name, "--no-browser"])
        assert started.pop() == ["tttlearn.terminal.lab", name, "--no-browser"]
    assert module.main(["lab", "my_lessons", "--fresh", "05"]) == 1
    said = "run.py: open my_lessons, or a fresh copy of a lesson: not both at once\n"
    assert (started, capsys.readouterr().err) == ([], said)


@pytest.mark.parametrize("arguments", [[], ["--all"]])
def test_test_runs_every_step_and_says_again_at_the_end_what_failed(
    module, monkeypatch, capsys, arguments
):
    say = "import sys; print('said by', sys.argv[2]); sys.exit(int(sys.argv[1]))"
    for name in ("FIRST", "TEST", "SLOW"):
        step = name, ["-c", say, str(int(name == "FIRST")), name], {}
        monkeypatch.setattr(module, f"{name}_STEPS", [step])
    monkeypatch.setattr(module, "set_up", lambda lock: None)
    monkeypatch.setattr(module, "in_venv", lambda command: [sys.executable, *command])
    assert module.test(arguments) == 1
    lines = capsys.readouterr().out.splitlines()
    again = lines.index("=== FIRST FAILED; its last lines again:")
    assert [line for line in lines[again + 1 :] if line.startswith("said by")] == ["said by FIRST"]
    assert [line for line in lines[:again] if line == "said by TEST"]
    table = [line.split()[:2] for line in lines[again + 4 :]]
    assert table == [["FIRST", "FAILED"], ["TEST", "ok"], *[["SLOW", "ok"]] * len(arguments)]
    monkeypatch.setattr(module, "FIRST_STEPS", [])
    assert module.test(arguments) == 0


def test_only_the_slow_steps_run_what_is_slow(root, tmp_path):
    (tmp_path / "test_two.py").write_text(
        "import pytest\n@pytest.mark.slow\ndef test_slow(): pass\ndef test_quick(): pass\n"
    )
    (_, slow, _), *_ = imported(root).SLOW_STEPS
    for options, chosen in ([], "test_quick"), (slow[1:-1], "test_slow"):
        command = "-m", "pytest", "-c", root / "pyproject.toml", "-v", *options, tmp_path
        said = printed(*command, cwd=root, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
        assert re.findall(r"::(\w+) PASSED", said) == [chosen], said


def test_every_room_of_tests_and_every_notebook_is_in_one_step(root):
    here = imported(root)
    rooms = {path.parent.relative_to(root / "tests") for path in root.glob("tests/**/test_*.py")}
    assert sorted(map(str, rooms)) == sorted(room for some in here.ROOMS.values() for room in some)
    run = [word for _, command, _ in here.TEST_STEPS for word in command if "notebooks/" in word]
    assert sorted(run) == sorted(f"notebooks/{p.name}" for p in root.glob("notebooks/*.ipynb"))


def test_test_with_arguments_is_pytest_alone(module, monkeypatch):
    monkeypatch.setattr(module, "set_up", lambda lock=None: None)
    monkeypatch.setattr(module, "run", list)
    assert module.test(["-k", "foo"]) == ["pytest", "-k", "foo"]


@pytest.mark.parametrize(
    ("command", "lock"),
    [("lab", "LEARN"), ("bench", "LEARN"), ("stick", "LEARN"), ("test", "ALL"), ("site", "ALL")],
)
def test_only_what_a_command_needs_is_installed(module, monkeypatch, command, lock):
    wanted = []
    monkeypatch.setattr(module, "set_up", lambda lock="requirements.lock": wanted.append(lock))
    monkeypatch.setattr(module, "run", lambda *_: 0)
    module.main([command, "-k", "foo"])
    assert wanted == [getattr(module, lock)]


def test_more_is_added_into_the_same_venv_and_then_it_is_enough_for_less(ready):
    add_wheel(ready)
    (ready / "requirements.lock").write_text("")
    (ready / ".venv/kept").write_text("")
    assert "setting up" in run(ready, "bench").stderr
    assert not list((ready / ".venv").rglob("tiny.py"))
    assert "setting up" in run(ready, "test", "--version").stderr
    assert list((ready / ".venv").rglob("tiny.py"))
    assert run(ready, "bench").stderr == ""
    assert (ready / ".venv/kept").exists()


def test_a_folder_of_wheels_for_another_system_is_explained(ready, tmp_path):
    add_wheel(ready)
    wheel = next((ready / "wheels").iterdir())
    wheel.rename(wheel.with_name("tiny-1.0-cp27-none-beos.whl"))
    done = run(ready, "bench", **no_network(tmp_path))
    assert done.returncode == 1
    assert "the folder `wheels` was not filled for this system and Python" in last_line(done)


def test_a_set_up_is_believed_only_when_what_was_installed_is_there(ready, tmp_path):
    add_wheel(ready)
    (tmp_path / "pip.conf").write_text(f"[install]\ntarget = {tmp_path / 'elsewhere'}\n")
    environment = no_network(tmp_path) | {"PIP_CONFIG_FILE": str(tmp_path / "pip.conf")}
    done = run(ready, "bench", **environment)
    assert done.returncode == 1
    assert last_line(done).startswith("run.py: the packages were installed, but tiny is missing")
    assert not (ready / ".venv/tttlearn-stamp").exists()


def uninstalled(project):
    for path in (project / ".venv").rglob("tiny*"):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def half_removed(project):
    next((project / ".venv").rglob("tiny.py")).unlink()


def cut_short(project):
    next((project / ".venv").rglob("tiny.py")).write_text("x")


def another_version(project):
    next((project / ".venv").rglob("tiny-1.0.dist-info/METADATA")).write_text(
        "Metadata-Version: 2.1\nName: tiny\nVersion: 0.9\n"
    )


def without_a_list(project):
    next((project / ".venv").rglob("tiny-1.0.dist-info/RECORD")).unlink()


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (uninstalled, "tiny is missing"),
        (half_removed, "tiny lacks files (tiny.py)"),
        (cut_short, "tiny lacks files (tiny.py)"),
        (another_version, "tiny is 0.9, not 1.0"),
        (without_a_list, "tiny has lost its list of files"),
        (installation_interrupted, "it was not installed to its end"),
        (lambda project: shutil.rmtree(project / ".venv"), "there is no .venv yet"),
    ],
)
def test_the_doctor_names_what_is_damaged(with_wheel, harm, words):
    harm(with_wheel)
    done = run(with_wheel, "doctor")
    assert (done.returncode, done.stderr) == (1, "")
    found, cure = done.stdout.splitlines()
    assert found.startswith("FAIL  packages:")
    assert words in found
    assert "run `python run.py lab`" in cure
    # So the next start makes all of it anew, whatever the damage was.
    assert not (with_wheel / ".venv/tttlearn-stamp").exists()


@pytest.mark.parametrize("command", ["lock", "resolve"])
def test_without_uv_it_is_explained(project, command):
    done = run(project, command)
    assert done.returncode == 1
    assert last_line(done).startswith(f"run.py: `{command}` needs uv")
    assert not (project / ".venv").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups to interrupt")
def test_ctrl_c_lets_the_command_tidy_up(ready):
    (ready / "benchmarks/bench.py").write_text(
        "import time\n"
        "try:\n"
        "    print('started', flush=True)\n"
        "    while True:\n"
        "        time.sleep(1)\n"
        "except KeyboardInterrupt:\n"
        "    time.sleep(0.5)\n"
        "    print('tidied up')\n"
    )
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    command = [sys.executable, "run.py", "bench"]
    with subprocess.Popen(command, cwd=ready, start_new_session=True, **pipes) as process:
        assert process.stdout.readline() == "started\n"
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (130, "tidied up\n", "")
