"""Every engine that runs here passes the same checks, and the checks notice an engine that is wrong."""

from __future__ import annotations

import pytest

from harness.testing.conformance import check_engine
from tests.support import fake


@pytest.mark.engine_ovphysx
def test_embedded_engine_conforms(ovphysx, tmp_path):
    """Accept the embedded engine."""
    assert check_engine(ovphysx, tmp_path) == []


def test_scripted_engine_conforms(tmp_path):
    """Accept the scripted engine, so that its faults are only those of its scripts."""
    with fake("pass") as engine:
        assert check_engine(engine, tmp_path) == []


@pytest.mark.parametrize("script", ["sink", "hover", "inside", "drop-body"])
def test_wrong_engines_are_noticed(tmp_path, script):
    """Name at least one deviation of an engine that lets the box sink, hover or vanish."""
    with fake(script) as engine:
        assert check_engine(engine, tmp_path) != []
