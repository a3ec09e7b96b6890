"""The locks: exact, hashed, and the same for whoever reads them; one is a part of the other."""

import re
from importlib.metadata import requires

import pytest
from packaging.requirements import Requirement

from tools.installed import entries as entries_of
from tools.systems import SYSTEMS, VERSIONS

LEARN, ALL = "requirements.lock", "requirements-all.lock"
EXTRAS = {LEARN: ["lab"], ALL: ["lab", "test", "site"]}


@pytest.fixture(scope="module", params=[LEARN, ALL])
def name(request):
    return request.param


@pytest.fixture(scope="module")
def lock(root, name):
    return (root / name).read_text()


@pytest.fixture(scope="module")
def entries(lock):
    return list(entries_of(lock))


def test_names_no_place(lock):
    # A hash is letters and digits, so whatever has a slash is a URL or a path.
    assert "/" not in lock
    assert not re.search(r"file:|^-|@", lock, re.M)


def test_every_requirement_is_pinned_and_hashed(entries):
    assert len(entries) > 50
    for wanted, hashes in entries:
        assert [specifier.operator for specifier in wanted.specifier] == ["=="], wanted
        assert hashes, wanted
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", text) for text in hashes)


def test_names_the_extras_that_its_packages_ask_of_each_other(root):
    # pip before 23.3 (Python 3.11.7 brings 23.2.1) refuses the hashes of a pin that lacks them.
    here = [pin for pin, _ in entries_of((root / LEARN).read_text())]
    here = {pin.name: pin for pin in here if not pin.marker or pin.marker.evaluate()}
    asked = [Requirement(text) for name in here for text in requires(name) or []]
    asked = [wanted for wanted in asked if wanted.extras]
    asked = [
        wanted for wanted in asked if not wanted.marker or wanted.marker.evaluate({"extra": ""})
    ]
    assert asked
    for wanted in asked:
        assert wanted.extras <= here[wanted.name].extras, str(wanted)


def test_holds_every_direct_dependency_within_its_range(name, entries, pyproject):
    locked = {}
    for wanted, _ in entries:
        version = next(iter(wanted.specifier)).version
        locked.setdefault(wanted.name, []).append(version)
    extras = pyproject["project"]["optional-dependencies"]
    direct = sum((extras[extra] for extra in EXTRAS[name]), pyproject["project"]["dependencies"])
    for text in direct:
        wanted = Requirement(text)
        assert locked.get(wanted.name), text
        if not wanted.marker:
            assert all(wanted.specifier.contains(version) for version in locked[wanted.name]), text


def pins(lock, environment):
    """The versions that a lock names in this environment of markers."""
    return {
        (want.name, str(want.specifier))
        for want, _ in entries_of(lock)
        if not want.marker or want.marker.evaluate(environment)
    }


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("version", VERSIONS)
def test_what_learners_install_is_a_part_of_all(root, system, version):
    environment = {"python_version": version, "python_full_version": f"{version}.6"}
    environment |= SYSTEMS[system].markers
    learn, everything = (pins((root / name).read_text(), environment) for name in (LEARN, ALL))
    assert learn < everything
    assert len({name for name, _ in everything}) == len(everything)
    assert not {"sphinx", "playwright", "py-rattler", "pytest"} & {name for name, _ in learn}


@pytest.mark.parametrize("version", VERSIONS)
def test_only_intel_macs_get_the_last_numba_with_wheels_for_them(root, version):
    found = {}
    for system, about in SYSTEMS.items():
        environment = {"python_version": version, "python_full_version": f"{version}.6"}
        found[system] = dict(pins((root / LEARN).read_text(), environment | about.markers))
    intel = found.pop("intel-mac")
    assert intel["numpy"].startswith("==2.3.")
    assert intel.get("numba") == (None if version == "3.14" else "==0.62.1")
    assert all(intel["numba"] != other["numba"] for other in found.values() if "numba" in intel)
    assert len({(other["numba"], other["numpy"]) for other in found.values()}) == 1
