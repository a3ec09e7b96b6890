"""The doctor: every check passes here, and says what is wrong where something is."""

import sys
from pathlib import Path

import pytest

from tests.aids.fresh_python import printed
from tttlearn.support import compiled
from tttlearn.terminal import doctor


def failed(finding):
    """Whether a finding is a failure that names a cure."""
    return not finding.ok and finding.message and finding.cure


def test_report_has_a_line_for_each_check(monkeypatch, capsys):
    def crash():
        """A crashing check."""
        raise RuntimeError("boom")

    good = doctor.Finding(True, "all is well")
    bad = doctor.Finding(False, "it leaks", "mend it")
    monkeypatch.setattr(doctor, "CHECKS", (crash, lambda: bad, lambda: good))
    assert doctor.main() == 1
    crashed, cure, leaks, mend, well, summary = capsys.readouterr().out.splitlines()
    assert crashed == "FAIL  A crashing check. RuntimeError: boom"
    assert doctor.REPAIR in cure
    assert (leaks, mend.strip()) == ("FAIL  it leaks", "-> mend it")
    assert (well, summary) == ("ok    all is well", "2 of 3 checks failed")


def test_all_is_well(monkeypatch, capsys):
    monkeypatch.setattr(doctor, "CHECKS", (doctor.python_version, doctor.widgets, doctor.writable))
    assert doctor.main() == 0
    assert capsys.readouterr().out.endswith("Ready for the lessons.\n")


def test_the_venv_of_the_project_is_known(root):
    # By it the cures name `python run.py lab`; another environment is another's to mend.
    assert doctor.VENV == root / ".venv"


def test_jupyterlab_is_there_and_half_of_it_is_not(monkeypatch):
    assert doctor.jupyterlab().ok
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", None)
    finding = doctor.examine(doctor.jupyterlab)
    assert failed(finding)
    assert "jupyterlab.labapp" in finding.message


def test_kernel_answers_and_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("IPYTHONDIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    assert doctor.kernel().ok
    assert list(tmp_path.iterdir()) == []


def time_out(manager, expression):
    raise RuntimeError("Kernel didn't respond in 30 seconds")


def nowhere(*names):
    return ["/nowhere"]


DOCTOR = "tttlearn.terminal.doctor"
BROKEN = {
    "old Python": (doctor.python_version, "sys.version_info", (3, 10), ""),
    "nonsense": (doctor.kernel, f"{DOCTOR}.ask_kernel", lambda *_: "3", ""),
    "no answer": (doctor.kernel, f"{DOCTOR}.ask_kernel", time_out, "didn't respond"),
    "no widgets": (doctor.widgets, "jupyter_core.paths.jupyter_path", nowhere, "anywidget"),
    "old widgets": (doctor.widgets, f"{DOCTOR}.installed_version", lambda _: "7.7.5", "too old"),
    "no Numba": (doctor.numba, "tttlearn.support.compiled.HAS_NUMBA", False, ""),
}


@pytest.mark.parametrize(("check", "place", "instead", "said"), BROKEN.values(), ids=BROKEN)
def test_what_is_broken_is_a_failure_that_names_a_cure(monkeypatch, check, place, instead, said):
    monkeypatch.setattr(place, instead)
    finding = doctor.examine(check)
    assert failed(finding)
    assert said in finding.message


def test_folder_that_cannot_be_written(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(doctor, "cache_folder", lambda: Path(tmp_path / "file/cache"))
    assert failed(doctor.writable())
    assert "NUMBA_CACHE_DIR" in doctor.writable().cure


@pytest.mark.parametrize("name", ["JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR"])
def test_folders_of_jupyter_are_tried_and_not_made(name, monkeypatch, tmp_path):
    monkeypatch.setenv(name, str(tmp_path / "new" / "folder"))
    assert doctor.writable().ok
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "new").write_text("")
    finding = doctor.writable()
    assert failed(finding)
    assert str(tmp_path / "new" / "folder") in finding.message
    assert name in finding.cure


@pytest.mark.skipif(not compiled.HAS_NUMBA, reason="nothing is compiled")
def test_if_numba_can_keep_nothing_all_is_compiled_and_the_cure_is_named(monkeypatch):
    # Neither the package nor the home can be written to: root may write anywhere, so it is played.
    def njit(cache=False, **options):
        if cache:
            raise RuntimeError("cannot cache function 'f': no locator available for file 'f.py'")
        return original(**options)

    original = compiled._njit
    monkeypatch.setattr(compiled, "_njit", njit)
    for compiling in (compiled.njit, compiled.njit_lean):
        function = compiling(lambda number: 2 * number)
        assert function(21) == 42
        assert function.signatures
    finding = doctor.numba()
    assert failed(finding)
    assert "anew at each start" in finding.message
    assert "HOME" in finding.cure
    monkeypatch.setattr("tttlearn.evaluation.matches._play_games", function)
    assert doctor.writable().ok  # it is said once


def test_where_pip_has_installed_the_package_pip_adds_what_is_missing():
    # A Python that is not that of the project's .venv, and has what that has but JupyterLab.
    code = (
        "import sys; sys.prefix = '/elsewhere'; sys.modules['jupyterlab'] = None\n"
        "from tttlearn.terminal import doctor; print(doctor.examine(doctor.jupyterlab).cure)"
    )
    assert printed("-c", code) == 'run `python -m pip install "tttlearn[lab]"`\n'


def test_the_cure_names_an_extra_that_there_is(pyproject):
    extras = pyproject["project"]["optional-dependencies"]
    assert any(text.startswith("jupyterlab") for text in extras["lab"])
    assert '"tttlearn[lab]"' in doctor.INSTALL
