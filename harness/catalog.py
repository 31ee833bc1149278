"""What a test of the catalogue is, and how to find one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from harness.errors import UnknownNameError
from harness.geometry import Bounds, Patch
from harness.monitors.base import Monitor
from harness.motion.plan import JointPlan
from harness.motion.system import JointSystem
from harness.outcomes import Lifecycle
from harness.scene.spec import SceneSpec
from harness.stage.facts import StageFacts
from harness.trajectory import Trajectory
from harness.verdict import Criterion, Event, Finding, Table

__all__ = [
    "FIRST_TRIAL",
    "AssetTest",
    "Judgement",
    "Picture",
    "RunContext",
    "Trial",
    "TrialRun",
    "find_test",
    "load_catalog",
]

FIRST_TRIAL = "first"
"""Name of the run that is recorded, filmed and charted; the further ones follow it."""


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
    trial: str = FIRST_TRIAL
    """Name of the trial that is run."""
    patch: Patch | None = None
    """Top of the ramp, in a scene that has one."""
    numbers: dict[str, float] = field(default_factory=dict)
    """Further numbers of the scene that the test's own judgement needs, unit in the name."""
    planned_steps: int = 0
    """Steps of a run whose joints follow a plan; 0 for other runs."""


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A moment of a trial that is worth a picture."""

    name: str
    """Lower case, digits and hyphens, unique in the case: ``pose-1``."""
    trial: str
    """Name of the trial."""
    frame_index: int
    """Physics frame of that trial."""


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """What a test concludes from a trajectory."""

    criteria: tuple[Criterion, ...]
    findings: tuple[Finding, ...]
    events: tuple[Event, ...]
    measurements: dict[str, float | None]
    tables: tuple[Table, ...] = ()
    """Numbers by joint, pose or trial."""
    pictures: tuple[Picture, ...] = ()
    """Moments that a report shows as pictures."""
    pass_sentence: str = ""
    """What an asset that passes does, in plain words and without a full stop: "Falls 1.6 m and lands"."""


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A further simulation in the same case, judged together with the first one."""

    name: str
    """Unique in the case; lower case, digits and hyphens: it becomes a file name."""
    label: str
    """What is different, in plain words."""
    spec: SceneSpec
    facts: StageFacts | None = None
    """Facts about the asset as this trial changes it; ``None`` when they are those of the case."""
    seed: int | None = None
    """Seed of what is random in it; stored."""
    settings: dict[str, float | int | str | bool] = field(default_factory=dict)
    """Settings of the test that have another value in this trial."""
    is_exploration: bool = False
    """Whether it is there for statistics only. It then decides nothing, whatever becomes of it."""


@dataclass(frozen=True, kw_only=True)
class TrialRun:
    """What became of a trial. The motion is ``None`` when the engine crashed, hung, was cut off or was not asked."""

    name: str
    label: str
    seed: int | None
    is_exploration: bool
    config: Any
    """Settings of the test with those of the trial."""
    trajectory: Trajectory | None
    bounds: Bounds | None
    events: tuple[Event, ...]
    context: RunContext | None
    problem: str = ""
    """Why there is no complete motion; empty when there is one."""

    @property
    def is_complete(self) -> bool:
        """Whether there is a motion that ended on purpose. A trial without one never counts as passed."""
        return not self.problem and self.trajectory is not None and self.trajectory.is_complete


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
    is_probed: bool = False
    """Whether a failure of the first run is explained by repeating it with one thing changed."""
    drive: Callable[[JointSystem, StageFacts, Any], JointPlan | Finding] | None = None
    """Plan the motion of the joints, from what the engine built and what the asset authors, or say why there is
    nothing to move. A run with a plan steps through all of it; ``Trajectory.joints`` holds what the joints did."""
    settled_codes: frozenset[str] = frozenset()
    """Codes of safeguards that mean nothing to this test, such as an anchor to one that never drops."""
    trials: Callable[[StageFacts, SceneSpec, Any], Sequence[Trial]] | None = None
    """Further simulations of the case, from its facts and its first scene. ``RunContext.trial`` tells the other
    functions which one they look at."""
    judge_trials: Callable[[Judgement, Sequence[TrialRun], Any], Judgement] | None = None
    """What follows from all runs together, the first one included, given what ``judge`` says of the first. The runner
    adds a required criterion that every trial has finished."""


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
