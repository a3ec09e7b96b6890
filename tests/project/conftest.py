"""Provide the project's files, for the tests that read them."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root():
    return ROOT


@pytest.fixture(scope="session")
def pyproject(root):
    return tomllib.loads((root / "pyproject.toml").read_text())
