"""Provide learners in plain Python, for tests in which the compiler plays no part."""

import pytest

from tttlearn.learn import learner as learner_module
from tttlearn.learn.episodes import plain_loop


@pytest.fixture
def plain(monkeypatch):
    """Learners that run in plain Python: to compile a rule takes half a second."""
    monkeypatch.setattr(
        learner_module, "compiled_loop", lambda rule, read, *_: plain_loop(rule, read)
    )
