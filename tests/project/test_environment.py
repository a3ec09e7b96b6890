"""environment.yml says the same as pyproject.toml, in conda's words.

No conda channel is asked here: these tests read the file, they do not solve it.
"""

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version
from rattler import MatchSpec

CONDA_NAMES = {"matplotlib": "matplotlib-base"}
NOT_IN_PYPROJECT = {"python", "pip"}
# They come with it; pyproject.toml names them only to hold a version back.
PARTS_OF_JUPYTERLAB = {"argon2-cffi-bindings", "jsonschema"}


@pytest.fixture(scope="module")
def environment(root):
    return yaml.safe_load((root / "environment.yml").read_text())


@pytest.fixture(scope="module")
def conda_lines(environment):
    return [line for line in environment["dependencies"] if isinstance(line, str)]


def test_every_line_is_a_conda_requirement(conda_lines):
    for line in conda_lines:
        MatchSpec(line, strict=True)


def test_names_and_ranges_are_those_of_pyproject(conda_lines, pyproject):
    specs = [MatchSpec(line, strict=True) for line in conda_lines]
    conda = {spec.name.normalized: str(spec.version or "") for spec in specs}
    extras = pyproject["project"]["optional-dependencies"]
    wanted = [Requirement(text) for text in pyproject["project"]["dependencies"] + extras["lab"]]
    wanted += [want for want in map(Requirement, extras["test"]) if want.name == "nbval"]
    wanted = [want for want in wanted if want.name not in PARTS_OF_JUPYTERLAB]
    names = {CONDA_NAMES.get(want.name, want.name) for want in wanted}
    assert conda.keys() - NOT_IN_PYPROJECT == names
    for name in names:
        same = [want for want in wanted if CONDA_NAMES.get(want.name, want.name) == name]
        ranges = [one for want in same for one in want.specifier]
        lowest = min(Version(one.version) for one in ranges if one.operator in (">=", "=="))
        (range_,) = SpecifierSet(conda[name])
        assert (range_.operator, Version(range_.version)) == (">=", lowest), name


def test_python_is_one_version_that_the_project_supports(conda_lines, pyproject):
    # Binder reads only this form, and silently takes an old Python otherwise.
    (python,) = [line for line in conda_lines if line.startswith("python=")]
    version = python.removeprefix("python=")
    assert version.replace(".", "").isdigit()
    assert SpecifierSet(pyproject["project"]["requires-python"]).contains(version)


def test_the_project_itself_comes_from_the_checkout(environment):
    assert environment["channels"] == ["conda-forge"]
    assert environment["dependencies"][-1] == {"pip": ["-e ."]}
