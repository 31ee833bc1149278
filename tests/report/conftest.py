"""Options of the report tests."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-report-goldens", action="store_true", help="write the expected texts anew")
