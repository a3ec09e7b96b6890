"""environment.yml says the same as pyproject.toml, in conda's words.

No conda channel is asked here: these tests read the file, they do not solve it.
"""

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from rattler import MatchSpec

CONDA_NAMES = {
    "matplotlib": "matplotlib-base",
    "build": "python-build",
    "playwright": "playwright-python",
}
NOT_IN_PYPROJECT = {"python", "pip"}


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
    conda = {spec.name.normalized: str(spec.version) for spec in specs}
    extras = pyproject["project"]["optional-dependencies"]
    wanted = [*pyproject["project"]["dependencies"]]
    # The site is for its authors, who have `run.py`; not all of it is known to be on conda-forge.
    wanted += [text for name, extra in extras.items() if name != "site" for text in extra]
    wanted = [Requirement(text) for text in wanted]
    pip = {CONDA_NAMES.get(want.name, want.name): str(want.specifier) for want in wanted}
    assert {name: conda[name] for name in conda.keys() - NOT_IN_PYPROJECT} == pip


def test_python_is_one_version_that_the_project_supports(conda_lines, pyproject):
    # Binder reads only this form, and silently takes an old Python otherwise.
    (python,) = [line for line in conda_lines if line.startswith("python=")]
    version = python.removeprefix("python=")
    assert version.replace(".", "").isdigit()
    assert SpecifierSet(pyproject["project"]["requires-python"]).contains(version)


def test_the_project_itself_comes_from_the_checkout(environment):
    assert environment["channels"] == ["conda-forge"]
    assert environment["dependencies"][-1] == {"pip": ["-e ."]}
