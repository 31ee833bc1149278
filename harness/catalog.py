"""What a test of the catalogue is, and how to find one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.errors import UnknownNameError
from harness.geometry import Bounds
from harness.monitors.base import Monitor
from harness.outcomes import Lifecycle
from harness.scene.spec import SceneSpec
from harness.stage.facts import StageFacts
from harness.trajectory import Trajectory
from harness.verdict import Criterion, Event, Finding, Table

__all__ = ["AssetTest", "Judgement", "RunContext", "find_test", "load_catalog"]


@dataclass(frozen=True, kw_only=True)
class RunContext:
    """Numbers of one run that monitors and judgement need; stored, so that rejudging needs no stage."""

    height_m: float
    drop_height_m: float
    fall_time_s: float
    impact_speed_m_s: float
    body_paths: tuple[str, ...]
    """Asset paths in the order of the trajectory."""
    is_height_raised: bool = False
    built_findings: int = 0
    """Deciding findings of the comparison between authored and built scene."""


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """What a test concludes from a trajectory."""

    criteria: tuple[Criterion, ...]
    findings: tuple[Finding, ...]
    events: tuple[Event, ...]
    measurements: dict[str, float | None]
    tables: tuple[Table, ...] = ()
    """Numbers by joint, pose or trial."""


@dataclass(frozen=True, kw_only=True)
class AssetTest:
    """A test: a configuration class and pure functions. The runner owns the loop."""

    name: str
    version: str
    lifecycle: Lifecycle
    summary: str
    """One line for ``asset-qa list``."""
    config_type: type[Any]
    judging_settings: frozenset[str]
    """Settings that only judge a motion; the others shape it and cannot be changed afterwards."""
    scene: Callable[[StageFacts, Path, Any], SceneSpec | Finding]
    """Compose the scene from facts, or say why it cannot be."""
    monitors: Callable[[RunContext, Any], Sequence[Monitor]]
    """Fresh monitors for one run."""
    stop_frame: Callable[[Sequence[Event], RunContext, Any], int | None]
    """Last frame to simulate, once the events decide it."""
    step_limit: Callable[[RunContext, Any], int]
    """Last frame to simulate in any case."""
    judge: Callable[[Trajectory, Bounds, Sequence[Event], RunContext, Any], Judgement]
    """Criteria, findings and numbers."""


def load_catalog() -> tuple[AssetTest, ...]:
    """Return all tests in their documented order."""
    from tests_catalog import CATALOG

    return CATALOG


def find_test(name: str) -> AssetTest:
    """Return a test by name.

    Raises:
        UnknownNameError: If there is no such test.
    """
    tests = {t.name: t for t in load_catalog()}
    if name not in tests:
        raise UnknownNameError("test", name, tests)
    return tests[name]
