"""The same results on every computer: other processors, cores, hash seeds, with Numba or without.

Saved outputs of lessons and published tables depend on it. Where a result changes on purpose, the
failure says the new fingerprint, which then takes the place of the old one here.
"""

import pytest

from tests.aids.fresh_python import printed
from tests.project.same import STUDIES, fingerprint

FINGERPRINTS = {
    "td": "00da0147c1f76bc6",
    "td, shared positions": "616b22a3789d0355",
    "q": "4348f75c22d7ff90",
    "q, shared moves": "bf7e43fc5d11eae3",
    "double q": "8698a702494b060e",
    "hickman": "5eaaa0ab01baf329",
    "hickman, repaired": "5773db9db961154b",
    "kota7": "6b26844a717d27e1",
    "nestedsoftware": "58cf614d4e14d81b",
    "nestedsoftware, double": "3d9427085ee7c651",
    "nestedsoftware, repository": "3d373eccce27e94b",
    "nestedsoftware, tree": "b6fa5c89723b5944",
    "nestedsoftware, deep": "013ca4c289ab6f97",
    "antirez": "03104a39e14e95dd",
    "antirez, tanh": "4001275917843565",
    "antirez, sigmoid": "c09fdbcb1af66251",
    "self-play": "c5317c52f758b7cc",
    "search": "6910ba4bc4aa08ea",
    "games": "01127bba5b9bbdf3",
    "sweep": "b532e276d290677b",
    "tournament": "6463e160147af63d",
    "exact": "7335263f250998f0",
}
# Other code is compiled there, into an empty cache, which takes its time: so only one of a kind.
# The loops of "td" and "self-play" are those of their neighbours here around the same arithmetic.
ONE_OF_A_KIND = ("q, shared moves", "nestedsoftware, deep", "antirez", "search", "games", "exact")


def elsewhere(studies, **environment):
    """The fingerprints that a fresh Python finds in another environment: a dict by study."""
    found = printed("-m", "tests.project.same", *studies, **environment).split()
    return dict(zip(studies, found, strict=True))


def test_every_study_has_a_fingerprint_of_its_own():
    assert list(FINGERPRINTS) == list(STUDIES)
    assert len(set(FINGERPRINTS.values())) == len(STUDIES)


@pytest.mark.parametrize("study", STUDIES)
def test_a_study_comes_out_as_it_did_where_it_was_written_down(study):
    assert fingerprint(study) == FINGERPRINTS[study]


@pytest.mark.slow  # all is compiled anew
def test_the_same_for_another_processor_core_and_hash_seed(tmp_path):
    other = {"NUMBA_CPU_NAME": "generic", "NUMBA_CACHE_DIR": str(tmp_path)}
    other |= {"NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "4"}
    assert elsewhere(ONE_OF_A_KIND, **other) == {name: FINGERPRINTS[name] for name in ONE_OF_A_KIND}
    assert any(tmp_path.rglob("*.nbi")), "nothing was compiled anew"


def test_the_same_without_numba():
    found = elsewhere(STUDIES, TTTLEARN_NO_NUMBA="1", PYTHONHASHSEED="5")
    assert found == FINGERPRINTS
