"""Fixtures shared by all tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from harness.engines import load_engine
from harness.engines.base import Engine


@pytest.fixture(scope="session")
def ovphysx() -> Iterator[Engine]:
    """One warm embedded engine for a whole test process."""
    with load_engine("ovphysx") as engine:
        yield engine
