"""Fixtures shared by all tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from harness.engines import load_engine
from harness.engines.base import Engine

# How long an example takes says something about the machine only: others may be busy on it.
settings.register_profile("asset-qa", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("asset-qa")


def pytest_configure(config):
    """Let tests interrupt what they start: a shell starts background jobs with Ctrl-C ignored for all below."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def ovphysx() -> Iterator[Engine]:
    """One warm embedded engine for a whole test process."""
    with load_engine("ovphysx") as engine:
        yield engine


# Whole folders of real assets, clusters and long sweeps: run them with "pytest -m slow".
SLOW = (
    "tests/batch/test_artifacts.py::test_clips_of_the_chosen_cases[all",
    "tests/batch/test_artifacts.py::test_clips_of_the_chosen_cases[none",
    "tests/batch/test_ray.py",
    "tests/browser/test_pages.py::test_pages_pass_the_accessibility_check[dark-single]",
    "tests/dynamics/test_analytic.py::test_conservative_mechanism_keeps_its_energy",
    "tests/engines/test_kit.py::test_faults_get_a_verdict_and_leave_nothing_behind[hang",
    "tests/golden/test_drop_robustness.py",
    "tests/golden/test_planted.py::test_sample_is_judged_right",
    "tests/golden/test_presets_on_assets.py",
    "tests/golden/test_real_assets.py",
    "tests/golden/test_stack_and_push.py",
    "tests/pipelines/test_pytest_plugin.py::test_distributed_sessions_work",
)


def pytest_collection_modifyitems(items):
    """Mark what takes minutes."""
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker(pytest.mark.slow)
