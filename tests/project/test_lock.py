"""requirements.lock: exact, hashed, and the same for whoever reads it."""

import re

import pytest
from packaging.requirements import Requirement


@pytest.fixture(scope="module")
def lock(root):
    return (root / "requirements.lock").read_text()


@pytest.fixture(scope="module")
def entries(lock):
    """Each requirement with its hash lines, joined."""
    return lock.replace("\\\n", " ").strip().splitlines()


def test_names_no_place(lock):
    # A hash is letters and digits, so whatever has a slash is a URL or a path.
    assert "/" not in lock
    assert not re.search(r"file:|^-|@", lock, re.M)


def test_every_requirement_is_pinned_and_hashed(entries):
    assert len(entries) > 50
    for entry in entries:
        requirement, *hashes = entry.split("--hash=")
        operators = [specifier.operator for specifier in Requirement(requirement).specifier]
        assert operators == ["=="], requirement
        assert hashes, requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", text.strip()) for text in hashes)


def test_holds_every_direct_dependency_within_its_range(entries, pyproject):
    locked = {}
    for entry in entries:
        requirement = Requirement(entry.split("--hash=")[0])
        version = next(iter(requirement.specifier)).version
        locked.setdefault(requirement.name, []).append(version)
    extras = pyproject["project"]["optional-dependencies"].values()
    for text in sum(extras, pyproject["project"]["dependencies"]):
        wanted = Requirement(text)
        assert locked.get(wanted.name), text
        assert all(wanted.specifier.contains(version) for version in locked[wanted.name]), text
