"""Numbers of joint_motion, joint by joint, from a recorded motion."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harness.geometry import quaternion_to_matrix
from harness.motion.plan import Phase
from harness.motion.record import JointRecord
from harness.motion.system import JointMode
from harness.trajectory import Trajectory

__all__ = ["DriveResponse", "JointNumbers", "Separation", "measure_drive", "measure_joint", "worst_separation"]

Array = npt.NDArray[np.float64]

_SWEEPS = ("sweep-upper", "return-upper", "sweep-lower", "return-lower")
_PUSHES = ("push-upper", "push-lower")
_SEPARATION_STRIDE = 4
# Friction that eats more than this share of the way leaves nothing to judge a coasting joint by.
_MIN_EXPECTED_SHARE = 0.3
# Share of the range beyond which an end counts as missed: more than an error of following, less than any contact.
_MISSED_SHARE = 0.001


@dataclass(frozen=True, kw_only=True)
class DriveResponse:
    """How a drive followed a step of its target."""

    step: float
    """Height of the step [rad or m]."""
    overshoot: float
    """Beyond the target, over the step."""
    settling_s: float | None
    """After which it stayed near the target; ``None`` when it did not."""
    final_error: float
    """At the end [rad or m]."""
    is_oscillating: bool
    """Still swings about its target, without getting calmer."""


class Others(NamedTuple):
    """What moved most although it should stand still while a joint swept."""

    joint: int | None
    joint_error: float
    body: int | None
    body_m: float


@dataclass(frozen=True, kw_only=True)
class JointNumbers:
    """What one coordinate did. ``None`` is what was not measured."""

    index: int
    low: float
    high: float
    """Ends of the sweep."""
    reached_low: float
    reached_high: float
    is_stopped: bool
    """It did not come near an end."""
    stop_position: float | None
    """Where it was stopped first."""
    stop_frame: int | None
    covered: float
    """Share of the range."""
    follow_error: float | None
    """Largest distance to the reference, where nothing stops the joint [rad or m]; ``None`` when it is jammed."""
    follow_frame: int | None
    return_error: float
    return_frame: int
    limit_excess: float | None
    """Largest way beyond a limit under a push."""
    limit_frame: int | None
    other: Others
    """What moved although it should stand still."""
    coast_share: float | None
    """Way over the expected one; ``None`` when friction holds the joint."""
    coast_frame: int | None
    mimic_error: float | None
    """Largest error of what mimics it, over the follower's range."""
    mimic_joint: int | None
    drive: DriveResponse | None

    @property
    def gaps(self) -> tuple[float, float]:
        """Distances that are missing to the lower and to the upper end."""
        return self.reached_low - self.low, self.high - self.reached_high


def measure_joint(trajectory: Trajectory, record: JointRecord, index: int, end_tolerance: float) -> JointNumbers | None:
    """Measure one coordinate; ``None`` when it has no complete sweep.

    Args:
        trajectory: The run.
        record: Its joints.
        index: Coordinate.
        end_tolerance: Share of the range that may be missing at an end.
    """
    phases = {p.name: p for p in record.plan.phases if p.joint == index}
    if not all(n in phases for n in _SWEEPS) or phases["return-lower"].last >= len(record.frames.position):
        return None
    sweeps = [phases[n] for n in _SWEEPS]
    reference = np.concatenate([_reference(record, p)[:, index] for p in sweeps])
    low, high = float(reference.min()), float(reference.max())
    position = np.concatenate([_position(record, p)[:, index] for p in sweeps])
    frames = np.concatenate([np.arange(p.first, p.last + 1) for p in sweeps])
    reached = (float(position.min()), float(position.max()))
    missing = max(reached[0] - low, high - reached[1])
    is_stopped = missing > end_tolerance * (high - low)
    follow_error, follow_frame = _following(record, sweeps[::2] if is_stopped else sweeps, index, reached)
    home = sweeps[-1].last
    end = int(np.argmin(position) if reached[0] - low > high - reached[1] else np.argmax(position))
    limit = _limit_excess(record, phases, index, low, high)
    other = _others(trajectory, record, index, slice(phases["hold"].last, home + 1))
    mimic = _mimic(record, index, slice(sweeps[0].first, home + 1))
    return JointNumbers(
        index=index,
        low=low,
        high=high,
        reached_low=reached[0],
        reached_high=reached[1],
        is_stopped=is_stopped,
        stop_position=float(position[end]) if is_stopped else None,
        stop_frame=int(frames[end]) if is_stopped else None,
        covered=max(0.0, min(reached[1], high) - max(reached[0], low)) / (high - low),
        follow_error=follow_error,
        follow_frame=follow_frame,
        return_error=max(float(abs(record.frames.position[p.last, index] - reference[-1])) for p in sweeps[1::2]),
        return_frame=home,
        limit_excess=limit[0],
        limit_frame=limit[1],
        other=other,
        coast_share=_coast(trajectory, record, phases.get("coast"), index, reached),
        coast_frame=phases["coast"].last if "coast" in phases else None,
        mimic_error=mimic[0],
        mimic_joint=mimic[1],
        drive=measure_drive(trajectory, record, phases.get("drive"), index, 0.05),
    )


def _rows(record: JointRecord, phase: Phase) -> slice:
    offset = record.plan.phases[0].first
    return slice(phase.first - offset, phase.last + 1 - offset)


def _reference(record: JointRecord, phase: Phase) -> Array:
    return record.plan.reference[_rows(record, phase)]


def _position(record: JointRecord, phase: Phase) -> Array:
    return record.frames.position[phase.first : phase.last + 1]


def _following(
    record: JointRecord, sweeps: Sequence[Phase], index: int, reached: tuple[float, float]
) -> tuple[float | None, int | None]:
    """Return the largest distance to the reference, and its frame, where nothing stops the joint.

    What stops it may slow it down long before, as it slides along. So towards an end that it misses only the inner half
    of the way is judged: how far it gets is judged by itself.
    """
    reference = np.concatenate([_reference(record, p)[:, index] for p in sweeps])
    position = np.concatenate([_position(record, p)[:, index] for p in sweeps])
    frames = np.concatenate([np.arange(p.first, p.last + 1) for p in sweeps])
    start, low, high = float(reference[0]), float(reference.min()), float(reference.max())
    room = _MISSED_SHARE * (high - low)
    lowest = 0.5 * (start + min(start, reached[0])) if reached[0] - low > room else -math.inf
    highest = 0.5 * (start + max(start, reached[1])) if high - reached[1] > room else math.inf
    judged = np.flatnonzero((reference >= lowest) & (reference <= highest))
    if not len(judged):
        return None, None
    error = np.abs(position - reference)[judged]
    worst = int(np.argmax(error))
    return float(error[worst]), int(frames[judged[worst]])


def _limit_excess(
    record: JointRecord, phases: dict[str, Phase], index: int, low: float, high: float
) -> tuple[float | None, int | None]:
    """Return the largest way beyond a limit while the joint was pushed against it, and its frame."""
    worst: tuple[float | None, int | None] = (None, None)
    for name in _PUSHES:
        if name not in phases:
            continue
        position = _position(record, phases[name])[:, index]
        excess = position - high if name == "push-upper" else low - position
        at = int(np.argmax(excess))
        if worst[0] is None or float(excess[at]) > worst[0]:
            worst = (float(excess[at]), phases[name].first + at)
    return worst


def _others(trajectory: Trajectory, record: JointRecord, index: int, frames: slice) -> Others:
    """Return what moved most although it should stand still while a joint sweeps."""
    offset = record.plan.phases[0].first
    rows = slice(frames.start - offset, frames.stop - offset)
    holds = (record.plan.mode[rows] == JointMode.FOLLOW).all(axis=0) & ~record.is_coupled & (record.plan.leader < 0)
    holds[index] = False
    joint, joint_error = None, 0.0
    if holds.any():
        error = np.abs(record.frames.position[frames] - record.plan.reference[rows]).max(axis=0)
        # In units of each joint: rad and m are compared with tolerances of their own by the caller.
        error[~holds] = -1.0
        joint = int(np.argmax(error))
        joint_error = float(error[joint])
    movers = [index, *np.flatnonzero(record.plan.leader == index).tolist()]
    still = [int(b) for b in record.link_bodies if not record.moved_bodies[b, movers].any()]
    if not still or record.is_coupled.any():
        return Others(joint, joint_error, None, 0.0)
    place = trajectory.frames.position_m[frames][:, still].astype(np.float64)
    way = np.linalg.norm(place - place[:1], axis=2).max(axis=0)
    body = int(np.argmax(way))
    return Others(joint, joint_error, still[body], float(way[body]))


def _coast(
    trajectory: Trajectory, record: JointRecord, phase: Phase | None, index: int, reached: tuple[float, float]
) -> float | None:
    """Return how far a free joint went over how far its speed and its friction should have taken it.

    ``None`` when friction holds it, or when its way leads to where the sweep was stopped, too.
    """
    if phase is None or phase.value is None or phase.last >= len(record.frames.position):
        return None
    steps, sign = phase.last - phase.first + 1, math.copysign(1.0, phase.value)
    start = float(record.plan.set_position[_rows(record, phase)][0, index])
    way = sign * (float(record.frames.position[phase.last, index]) - start)
    inertia = max(float(record.system.mass_matrix[index, index]), 1e-12)
    dynamic, viscous = float(record.system.friction[index, 1]), float(record.system.friction[index, 2])
    dynamic = max(dynamic, float(record.system.friction[index, 0]))
    speed, expected = abs(phase.value), 0.0
    for _ in range(steps):
        speed = max(0.0, speed - trajectory.timestep_s * (dynamic + viscous * speed) / inertia)
        expected += trajectory.timestep_s * speed
    if expected <= _MIN_EXPECTED_SHARE * abs(phase.value) * steps * trajectory.timestep_s:
        return None
    # Only where the sweep went far beyond: what stops the joint is said once.
    if not reached[0] <= start + sign * 1.5 * expected <= reached[1]:
        return None
    return way / expected


def _mimic(record: JointRecord, index: int, frames: slice) -> tuple[float | None, int | None]:
    """Return the largest error of a follower of this joint over the follower's range, and the follower."""
    plan, position = record.plan, record.frames.position[frames]
    worst: tuple[float | None, int | None] = (None, None)
    for follower in np.flatnonzero(plan.leader == index):
        ratio = float(plan.multiplier[follower])
        offset = float(plan.reference[0, follower] - ratio * plan.reference[0, index])
        error = float(np.abs(position[:, follower] - ratio * position[:, index] - offset).max())
        width = float(np.ptp(plan.reference[:, follower]))
        share = error / width if width > 0 else math.inf
        if worst[0] is None or share > worst[0]:
            worst = (share, int(follower))
    return worst


def measure_drive(
    trajectory: Trajectory, record: JointRecord, phase: Phase | None, index: int, settle_fraction: float
) -> DriveResponse | None:
    """Measure a step of a drive; ``None`` without one.

    Args:
        trajectory: The run.
        record: Its joints.
        phase: The phase of the drive.
        index: Coordinate.
        settle_fraction: Share of the step within which it has settled.
    """
    if phase is None or not phase.value or phase.last >= len(record.frames.position):
        return None
    step = phase.value
    target = float(record.plan.target[_rows(record, phase)][0, index])
    error = (_position(record, phase)[:, index] - target) / abs(step)
    outside = np.flatnonzero(np.abs(error) > settle_fraction)
    settled = (
        len(error) if len(outside) and outside[-1] == len(error) - 1 else int(outside[-1]) + 1 if len(outside) else 0
    )
    rest = error[len(error) // 2 :]
    last = rest[len(rest) // 2 :]
    middle = rest[: len(rest) // 2]
    # Swings about the target, not a slow approach: the error changes its sign again and again.
    reversals = int((np.diff(np.sign(rest)) != 0).sum())
    calmer = float(np.ptp(last)) < 0.8 * float(np.ptp(middle)) if len(middle) and len(last) else True
    return DriveResponse(
        step=abs(step),
        overshoot=max(0.0, float((error * math.copysign(1.0, step)).max())),
        settling_s=None if settled >= len(error) else settled * trajectory.timestep_s,
        final_error=float(abs(error[-1])) * abs(step),
        is_oscillating=reversals >= 3 and float(np.ptp(last)) > 2 * settle_fraction and not calmer,
    )


class Separation(NamedTuple):
    """How far a joint let its bodies come apart."""

    path: str
    distance_m: float
    frame: int


def worst_separation(trajectory: Trajectory, record: JointRecord) -> list[Separation]:
    """Return for each joint the largest distance of its two anchors, beyond what it has at the first step.

    Only steps before the first state that is no finite number count: what comes after it is no distance.

    Args:
        trajectory: The run.
        record: Its joints.
    """
    frames = np.arange(1, trajectory.frames.frame_count, _SEPARATION_STRIDE)
    if not len(frames) or not record.connections:
        return []
    states = (trajectory.frames.position_m[frames], trajectory.frames.orientation_xyzw[frames])
    is_finite = np.logical_and.reduce([np.isfinite(s).all(axis=(1, 2)) for s in states])
    frames = frames[: len(frames) if is_finite.all() else int(np.argmin(is_finite))]
    if not len(frames):
        return []
    position = trajectory.frames.position_m[frames].astype(np.float64)
    turn = quaternion_to_matrix(trajectory.frames.orientation_xyzw[frames])
    result = []
    for connection in record.connections:
        points = []
        for body, point in ((connection.body0, connection.point0_m), (connection.body1, connection.point1_m)):
            local = np.asarray(point)
            points.append(np.tile(local, (len(frames), 1)) if body < 0 else turn[:, body] @ local + position[:, body])
        gap = points[1] - points[0]
        if connection.slide_axis is not None:
            axis = np.asarray(connection.slide_axis)
            axis = np.tile(axis, (len(frames), 1)) if connection.body0 < 0 else turn[:, connection.body0] @ axis
            gap = gap - (gap * axis).sum(axis=1, keepdims=True) * axis
        distance = np.linalg.norm(gap, axis=1)
        distance -= distance[0]
        at = int(np.argmax(distance))
        result.append(Separation(connection.path, float(distance[at]), int(frames[at])))
    return result
