"""What files of learners name is registered where it is defined, once for each name."""

import pytest

from tttlearn.learn.known import KNOWN, known
from tttlearn.network.learner import NetworkLearner


def test_a_name_is_given_once_but_its_module_may_be_loaded_again(monkeypatch):
    monkeypatch.delitem(KNOWN, "some", raising=False)

    def some():
        return 1

    assert known(some) is some is KNOWN["some"]
    known(some)
    other = type("some", (), {})
    with pytest.raises(ValueError, match=r"some is registered already, as tests.learn.test_known"):
        known(other)
    del KNOWN["some"]


def test_a_network_of_a_readers_may_have_the_name_of_one_here():
    before = KNOWN["PolicyNetwork"]
    type("PolicyNetwork", (NetworkLearner,), {})
    assert KNOWN["PolicyNetwork"] is before
