"""The smaller files of the project agree with each other."""

import ast
import os
import re
import sys

import pytest
import yaml

import tttlearn as ttt
from tttlearn.support import files


@pytest.fixture(scope="module")
def text(root):
    return lambda name: (root / name).read_text()


def test_citation_has_what_the_format_requires(text, pyproject):
    citation = yaml.safe_load(text("CITATION.cff"))
    assert citation["cff-version"] == "1.2.0"
    assert citation.keys() >= {"message", "title", "authors"}
    assert str(citation["version"]) == pyproject["project"]["version"]
    assert citation["license"] == pyproject["project"]["license"]


def test_makefile_only_passes_on_to_run_py(text):
    recipes = re.findall(r"^\t(.*)", text("Makefile"), re.M)
    assert recipes == ["@python3 run.py $@"]
    (targets,) = re.findall(r"^(\w.*):$", text("Makefile"), re.M)
    assert targets.split() == ["lab", "test", "bench", "execute", "editions", "site"]


def test_every_job_runs_the_one_test_command_and_the_weekly_one_all_of_it(text):
    workflow = yaml.safe_load(text(".github/workflows/ci.yml"))
    commands = {name: job["steps"][-1]["run"] for name, job in workflow["jobs"].items()}
    assert commands == {"locked": "python run.py test", "newest": "python run.py test --all"}
    assert workflow["jobs"]["newest"]["if"] == "github.event_name == 'schedule'"
    assert set(workflow["jobs"]["locked"]["strategy"]["matrix"]["os"]) == {
        *("ubuntu-latest", "macos-latest", "windows-latest")
    }
    assert text(".ci/run").endswith("exec python3 run.py test\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no executable bit")
def test_ci_run_is_executable(root):
    assert os.access(root / ".ci/run", os.X_OK)


def test_run_py_can_be_read_by_an_old_python(text):
    # It must get as far as saying which Python it needs.
    ast.parse(text("run.py"), feature_version=(3, 6))


def test_run_py_needs_nothing_installed(text):
    tree = ast.parse(text("run.py"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {getattr(node, "module", None) or node.names[0].name for node in imports}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


def test_data_are_found_from_every_folder(tmp_path, monkeypatch):
    here = ttt.data_path("published.csv").read_bytes()
    monkeypatch.chdir(tmp_path)
    assert ttt.data_path("published.csv").read_bytes() == here
    assert ttt.data_path("published.csv").is_absolute()


def test_a_wheel_has_its_data_inside_and_they_come_first(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "DATA_FOLDERS", (tmp_path / "inside", *files.DATA_FOLDERS))
    outside = ttt.data_path("published.csv")
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "published.csv").write_text("")
    assert ttt.data_path("published.csv") == tmp_path / "inside" / "published.csv" != outside
