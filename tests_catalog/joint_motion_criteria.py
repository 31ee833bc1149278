"""What joint_motion asks of each joint: a value, its limit, and the sentence when it is not met."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harness.catalog import RunContext
from harness.motion.record import JointRecord
from harness.trajectory import Trajectory
from harness.verdict import Event
from tests_catalog.joint_criteria import plain_position
from tests_catalog.joint_motion_measure import JointNumbers, Separation

if TYPE_CHECKING:
    from tests_catalog.joint_motion import JointMotionConfig

__all__ = ["MEASURES", "Measure", "MotionCase", "excess_of", "unit_of", "words"]


@dataclass(frozen=True, kw_only=True)
class MotionCase:
    """Everything that a criterion looks at."""

    trajectory: Trajectory
    record: JointRecord
    events: Sequence[Event]
    context: RunContext
    config: JointMotionConfig
    joints: tuple[JointNumbers, ...]
    separations: tuple[Separation, ...]

    def label(self, index: int) -> str:
        """Name of a coordinate."""
        return self.record.labels[index]

    def path(self, index: int) -> str:
        """Asset path of the joint of a coordinate."""
        return self.record.system.joint_paths[index]

    def tolerance(self, name: str, index: int) -> float:
        """Tolerance of a coordinate."""
        return self.config.tolerance(name, bool(self.record.system.is_linear[index]))

    def needed(self, numbers: JointNumbers) -> float:
        """Share of its range that a joint must cover; of wider ranges than a turn, that share of a turn."""
        is_linear = bool(self.record.system.is_linear[numbers.index])
        turns = 1.0 if is_linear else (numbers.high - numbers.low) / (2 * math.pi)
        return self.config.min_reach_fraction / max(1.0, turns)

    def time(self, frame: int | None) -> float | None:
        """Simulated time of a frame."""
        return None if frame is None else float(self.trajectory.frames.time_s[frame])


@dataclass(frozen=True, kw_only=True)
class Measure:
    """One criterion as a value and a limit for each joint; smaller is better."""

    name: str
    title: str
    code: str
    value: Callable[[MotionCase, JointNumbers], float | None]
    limit: Callable[[MotionCase, JointNumbers], float]
    unit: Callable[[MotionCase, JointNumbers], str]
    frame: Callable[[JointNumbers], int | None]
    text: Callable[[MotionCase, JointNumbers], str]


def excess_of(case: MotionCase, measure: Measure, numbers: JointNumbers) -> float | None:
    """How far a joint is over its limit, as a share of the limit; ``None`` when it was not measured."""
    value = measure.value(case, numbers)
    if value is None:
        return None
    limit = measure.limit(case, numbers)
    return math.inf if not math.isfinite(value) else (value - limit) / max(limit, 1e-12)


def unit_of(case: MotionCase, numbers: JointNumbers) -> str:
    """Return the unit of the positions of a joint."""
    return case.record.system.unit(numbers.index)


def words(case: MotionCase, numbers: JointNumbers, position: float | None) -> str:
    """Return a position of a joint in words."""
    return plain_position(position, bool(case.record.system.is_linear[numbers.index]))


def _reach_text(case: MotionCase, n: JointNumbers) -> str:
    return (
        f"The joint {case.label(n.index)} covers {100 * n.covered:.0f} % of its range from {words(case, n, n.low)} to "
        f"{words(case, n, n.high)}: something stops it at {words(case, n, n.stop_position)}."
    )


def _still_value(case: MotionCase, n: JointNumbers) -> float | None:
    """The worse of joint and body, each over its own tolerance."""
    if n.is_stopped:
        return None
    shares = [n.other.body_m / case.config.still_tolerance_m]
    if n.other.joint is not None:
        shares.append(n.other.joint_error / case.tolerance("still", n.other.joint))
    return max(shares)


def _still_text(case: MotionCase, n: JointNumbers) -> str:
    parts = []
    if n.other.joint is not None and n.other.joint_error > case.tolerance("still", n.other.joint):
        moved = plain_position(n.other.joint_error, bool(case.record.system.is_linear[n.other.joint]))
        parts.append(f"the joint {case.label(n.other.joint)} moves by {moved}")
    if n.other.body is not None and n.other.body_m > case.config.still_tolerance_m:
        parts.append(f"{case.context.body_paths[n.other.body]} moves by {n.other.body_m:.4g} m")
    return f"While only the joint {case.label(n.index)} moves, {' and '.join(parts)}, which should stand still."


def _coast_words(n: JointNumbers) -> str:
    return f"coasts only {100 * max(0.0, n.coast_share or 0):.0f} % of the way that its inertia and friction allow"


MEASURES = (
    Measure(
        name="joints-reach",
        title="Every joint covers its range",
        code="MON030",
        value=lambda case, n: 1 - n.covered,
        limit=lambda case, n: 1 - case.needed(n),
        unit=lambda case, n: "of the range missing",
        frame=lambda n: n.stop_frame,
        text=_reach_text,
    ),
    Measure(
        name="joints-follow",
        title="Every joint follows its reference",
        code="MON031",
        value=lambda case, n: n.follow_error,
        limit=lambda case, n: case.tolerance("follow", n.index),
        unit=unit_of,
        frame=lambda n: n.follow_frame,
        text=lambda case, n: (
            f"The joint {case.label(n.index)} runs up to {words(case, n, n.follow_error)} behind its reference; "
            f"{words(case, n, case.tolerance('follow', n.index))} are allowed."
        ),
    ),
    Measure(
        name="joints-return",
        title="Every joint returns to where it started",
        code="MON032",
        value=lambda case, n: None if n.is_stopped and n.covered < case.needed(n) else n.return_error,
        limit=lambda case, n: case.tolerance("follow", n.index),
        unit=unit_of,
        frame=lambda n: n.return_frame,
        text=lambda case, n: (
            f"After its sweep the joint {case.label(n.index)} is {words(case, n, n.return_error)} away from where it "
            f"started; {words(case, n, case.tolerance('follow', n.index))} are allowed."
        ),
    ),
    Measure(
        name="others-still",
        title="Nothing else moves",
        code="MON033",
        value=_still_value,
        limit=lambda case, n: 1.0,
        unit=lambda case, n: "of the tolerance",
        frame=lambda n: n.return_frame,
        text=_still_text,
    ),
    Measure(
        name="limits-hold",
        title="Limits hold against the joint's own effort",
        code="MON035",
        value=lambda case, n: n.limit_excess,
        limit=lambda case, n: case.tolerance("limit", n.index),
        unit=unit_of,
        frame=lambda n: n.limit_frame,
        text=lambda case, n: (
            f"Pushed with its own effort, the joint {case.label(n.index)} goes {words(case, n, n.limit_excess)} beyond "
            f"its limits of {words(case, n, n.low)} and {words(case, n, n.high)}."
        ),
    ),
    Measure(
        name="joints-free",
        title="Joints that nothing drives move freely",
        code="MON036",
        value=lambda case, n: None if n.coast_share is None else 1 - n.coast_share,
        limit=lambda case, n: 1 - case.config.coast_fraction,
        unit=lambda case, n: "of the way missing",
        frame=lambda n: n.coast_frame,
        text=lambda case, n: (
            f"The joint {case.label(n.index)}, given a speed and let go, "
            + ("is pushed back instead of coasting" if (n.coast_share or 0) < -0.005 else _coast_words(n))
            + "."
        ),
    ),
    Measure(
        name="mimic-kept",
        title="Mimic joints keep ratio and offset",
        code="MON037",
        value=lambda case, n: n.mimic_error,
        limit=lambda case, n: case.config.mimic_tolerance_fraction,
        unit=lambda case, n: "of the follower's range",
        frame=lambda n: n.return_frame,
        text=lambda case, n: (
            f"While the joint {case.label(n.index)} moves, {case.label(n.mimic_joint or 0)}, which mimics it, is up to "
            f"{100 * (n.mimic_error or 0):.3g} % of its range off."
        ),
    ),
)
