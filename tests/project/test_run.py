"""run.py, the command that people type first, in small copies of the project.

The copies have an empty lock, so that setting up needs no network, and a `bench` that says hello.
"""

import importlib.util
import os
import shutil
import signal
import subprocess
import sys

import pytest

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


@pytest.fixture
def ready(complete, tmp_path):
    """A copy of a project that was set up."""
    return shutil.copytree(complete, tmp_path / "ready", symlinks=True)


@pytest.fixture
def module(project):
    """run.py of a project without .venv, imported."""
    spec = importlib.util.spec_from_file_location("run_in_copy", project / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make_project(root, folder):
    (folder / "benchmarks").mkdir(parents=True)
    (folder / "benchmarks/bench.py").write_text(HELLO)
    (folder / "requirements.lock").write_text("")
    shutil.copy(root / "pyproject.toml", folder)
    shutil.copy(root / "run.py", folder)
    return folder


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
    for name in ("lab", "test", "bench", "execute", "lock", "readme", "site", "help"):
        assert name in done.stderr
    assert not (project / ".venv").exists()


@pytest.mark.parametrize("command", ["help", "--help", "-h"])
def test_help_shows_the_usage(project, command):
    done = run(project, command)
    assert (done.returncode, done.stderr) == (0, "")
    assert "python run.py lab" in done.stdout


def test_old_python_is_told_so(project):
    code = (
        "import runpy, sys; sys.version_info = (3, 10, 2); sys.version = '3.10.2 (old)';"
        "sys.argv = ['run.py', 'lab']; runpy.run_path('run.py', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=project, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "run.py: tttlearn needs Python 3.11 or newer, this is 3.10.2\n"


def test_second_start_installs_nothing(ready):
    done = run(ready, "bench")
    assert (done.returncode, done.stdout, done.stderr) == (0, HELLO[7:-3] + "\n", "")


def test_the_project_can_be_imported_and_lab_is_quiet(ready):
    (ready / "tttlearn").mkdir()
    (ready / "tttlearn/__init__.py").write_text("")
    (ready / "benchmarks/bench.py").write_text(
        "import os, subprocess, sys\n"
        "os.chdir('/')\n"
        "sys.exit(subprocess.call([sys.executable, '-c', 'import tttlearn']))\n"
    )
    assert run(ready, "bench").returncode == 0
    settings = ready / ".venv/share/jupyter/lab/settings/overrides.json"
    assert '"fetchNews": "false"' in settings.read_text()


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
@pytest.mark.parametrize(
    "damage", [python_not_executable, base_python_removed, installation_interrupted]
)
def test_a_broken_venv_is_made_anew(ready, damage):
    damage(ready)
    done = run(ready, "bench")
    assert done.returncode == 0, done.stderr
    assert "setting up .venv" in done.stderr
    assert "hello from bench" in done.stdout
    assert not (ready / ".venv/half-installed").exists()


def test_a_file_in_place_of_the_venv_is_explained(project):
    (project / ".venv").write_text("")
    done = run(project, "bench")
    assert done.returncode == 1
    assert last_line(done) == (
        "run.py: .venv is a file, but must become a folder: delete or rename it"
    )


def test_a_changed_lock_is_installed_into_the_same_venv(ready):
    (ready / "requirements.lock").write_text("# changed\n")
    (ready / ".venv/kept").write_text("")
    done = run(ready, "bench")
    assert done.returncode == 0
    assert "setting up .venv" in done.stderr
    assert (ready / ".venv/kept").exists()
    assert run(ready, "bench").stderr == ""


def no_network(tmp_path):
    """An environment in which neither pip nor uv finds anything."""
    return {
        **{"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": NOTHING_LISTENS, "PIP_RETRIES": "0"},
        **{"PIP_FIND_LINKS": "", "PIP_EXTRA_INDEX_URL": "", "PIP_NO_CACHE_DIR": "1"},
        **{"UV_DEFAULT_INDEX": NOTHING_LISTENS, "UV_CACHE_DIR": str(tmp_path / "cache")},
        **{"UV_NO_CONFIG": "1", "UV_HTTP_RETRIES": "0"},
    }


@pytest.mark.parametrize("installer", ["pip", "uv"])
def test_without_a_network_it_says_so_and_believes_nothing(ready, tmp_path, installer):
    environment = no_network(tmp_path)
    if installer == "uv":
        if not shutil.which("uv"):
            pytest.skip("uv is not installed here")
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


def test_lab_opens_the_first_lesson_and_passes_arguments_on(module, monkeypatch):
    monkeypatch.setattr(module, "set_up", lambda: None)
    monkeypatch.setattr(module, "run", list)
    name, *options = module.lab(["--no-browser", "--port", "9999"])
    assert name == "jupyterlab"
    assert "--LabApp.default_url=/lab/tree/00_start_here.ipynb" in options
    assert options[-3:] == ["--no-browser", "--port", "9999"]


def test_test_runs_every_step_and_fails_if_one_did(module, monkeypatch, capsys):
    steps = []

    def run_step(command, environment, output=None):
        steps.append(command)
        return len(steps) == 2

    monkeypatch.setattr(module, "set_up", lambda: None)
    monkeypatch.setattr(module, "run", run_step)
    assert module.main(["test"]) == 1
    planned = [*module.TEST_STEPS, *(step for lane in module.TEST_LANES for step in lane)]
    assert sorted(steps) == sorted(command for _, command, _ in planned)
    table = capsys.readouterr().out.splitlines()[-len(steps) :]
    assert [line.split()[-2] for line in table] == ["ok", "FAILED", *["ok"] * (len(steps) - 2)]
    assert module.main(["test"]) == 0


def test_test_with_arguments_is_pytest_alone(module, monkeypatch):
    monkeypatch.setattr(module, "set_up", lambda: None)
    monkeypatch.setattr(module, "run", list)
    assert module.test(["-k", "foo"]) == ["pytest", "-k", "foo"]


def test_lock_without_uv_is_explained(project):
    done = run(project, "lock")
    assert done.returncode == 1
    assert last_line(done).startswith("run.py: `lock` needs uv")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups to interrupt")
def test_ctrl_c_lets_the_command_tidy_up(ready):
    (ready / "benchmarks/bench.py").write_text(
        "import time\n"
        "try:\n"
        "    print('started', flush=True)\n"
        "    time.sleep(30)\n"
        "except KeyboardInterrupt:\n"
        "    time.sleep(0.5)\n"
        "    print('tidied up')\n"
    )
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    command = [sys.executable, "run.py", "bench"]
    with subprocess.Popen(command, cwd=ready, start_new_session=True, **pipes) as process:
        assert process.stdout.readline() == "started\n"
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=10)
    assert (process.returncode, out, err) == (130, "tidied up\n", "")
