"""Evidence of ground_drop beyond its definition: it warns by default and fails a strict run."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from harness.monitors.base import find_event
from harness.outcomes import CriterionStatus
from harness.trajectory import Trajectory
from harness.verdict import Criterion
from tests_catalog.common import evidence

if TYPE_CHECKING:
    from tests_catalog.drop_judgement import DropData

__all__ = ["Misfit", "collider_misfit", "judge_evidence"]

MET, NOT_MET, UNDECIDED = CriterionStatus.MET, CriterionStatus.NOT_MET, CriterionStatus.UNDECIDED

# Velocities are judged over the last half second before rest is declared: long enough to skip a lucky frame.
_SPEED_WINDOW_S = 0.5


@dataclass(frozen=True, kw_only=True)
class Misfit:
    """Largest difference between collider and visible geometry."""

    body_index: int
    difference_m: float
    """Largest distance between the two boxes on any of six sides, in the body frame."""
    relative: float
    """That distance over the size of the visible geometry of the body."""
    size_m: float


def collider_misfit(trajectory: Trajectory) -> Misfit | None:
    """Find the body whose collider fits its judged geometry worst; ``None`` when no body has both."""
    worst: Misfit | None = None
    geometry = trajectory.geometry
    for index, (judged, solid) in enumerate(zip(geometry.judged_points_m, geometry.collider_points_m, strict=True)):
        if not len(judged) or not len(solid):
            continue
        sides = np.concatenate([judged.min(0) - solid.min(0), judged.max(0) - solid.max(0)])
        size = float(np.ptp(judged, axis=0).max())
        difference = float(np.abs(sides).max())
        relative = difference / size if size > 0 else math.inf if difference > 0 else 0.0
        if worst is None or relative > worst.relative:
            worst = Misfit(body_index=index, difference_m=difference, relative=relative, size_m=size)
    return worst


def judge_evidence(data: DropData) -> tuple[Criterion, ...]:
    """Return the criteria that the outcome does not depend on."""
    return (
        _real_contact(data),
        _rest_gap(data),
        _rest_depth(data),
        _rest_speed(data, "rest-speed"),
        _rest_speed(data, "rest-spin"),
        _collider_fit(data),
        _free_fall(data),
    )


def _real_contact(data: DropData) -> Criterion:
    event = find_event(data.events, "floor-force")
    unknown = data.trajectory.frames.floor_force_n is None or data.rest is None
    return Criterion(
        name="real-contact",
        title="The floor feels it",
        status=MET if event is not None else UNDECIDED if unknown else NOT_MET,
        is_required=False,
        measured=event.value if event else None,
        limit=None,
        unit="N",
        margin=None,
        code="MON006",
        time_s=event.time_s if event else None,
        frame_index=event.frame_index if event else None,
        note="first contact force on the floor",
    )


def _at_rest_low(data: DropData) -> float | None:
    return None if data.rest is None else float(data.low_m[data.rest.frame_index])


def _rest_gap(data: DropData) -> Criterion:
    config = data.config
    limit = max(config.hover_fraction * data.context.height_m, config.rest_depth_min_m)
    return evidence("rest-gap", "Rests on the floor, not above it", "MON006", "m", _at_rest_low(data), limit)


def _rest_depth(data: DropData) -> Criterion:
    config = data.config
    limit = max(config.rest_depth_fraction * data.context.height_m, config.rest_depth_min_m)
    low = _at_rest_low(data)
    depth = None if low is None else max(0.0, -low)
    return evidence("rest-depth", "Rests on the floor, not inside it", "MON007", "m", depth, limit)


def _rest_speed(data: DropData, name: str) -> Criterion:
    frames, config = data.trajectory.frames, data.config
    is_spin = name == "rest-spin"
    velocity = frames.angular_velocity_rad_s if is_spin else frames.linear_velocity_m_s
    value = None
    if data.rest is not None and velocity is not None and velocity.shape[1]:
        end = data.rest.frame_index + 1
        speed = np.linalg.norm(velocity[end - config.steps(_SPEED_WINDOW_S) : end].astype(np.float64), axis=2)
        value = float(np.median(speed, axis=0).max())
    if is_spin:
        return evidence(name, "Does not spin at rest", "MON008", "rad/s", value, config.rest_spin_rad_s)
    return evidence(name, "Does not creep at rest", "MON008", "m/s", value, config.rest_speed_m_s)


def _collider_fit(data: DropData) -> Criterion:
    config = data.config
    misfit = collider_misfit(data.trajectory)
    title = "The collider fits the visible geometry"
    if misfit is None:
        return evidence("collider-fit", title, "MON009", "m", None, config.collider_fit_min_m)
    limit = max(config.collider_fit_fraction * misfit.size_m, config.collider_fit_min_m)
    prim = data.context.body_paths[misfit.body_index]
    return evidence("collider-fit", title, "MON009", "m", misfit.difference_m, limit, prim)


def _free_fall(data: DropData) -> Criterion:
    """Compare the speed of the common centre of mass just before the floor is touched with g t.

    Whatever moves inside an articulated asset, its centre of mass falls freely. Source: momentum theorem; the
    integrator adds g dt to the velocity in each step, so the speed after k steps is g k dt exactly.
    """
    config, frames, mass = data.config, data.trajectory.frames, data.trajectory.mass_kg
    touch = find_event(data.events, "floor-force") or data.contact
    last = (touch.frame_index if touch is not None else frames.frame_count) - 1
    velocity = frames.linear_velocity_m_s
    difference = expected = None
    if velocity is not None and mass is not None and last >= 1 and len(mass):
        expected = config.gravity_m_s2 * float(frames.time_s[last])
        falling = -float((velocity[last, :, 2].astype(np.float64) * mass).sum() / mass.sum())
        difference = falling - expected
    limit = config.fall_speed_fraction * (expected or 0.0) + config.gravity_m_s2 * config.timestep_s
    status = UNDECIDED
    if difference is not None and math.isfinite(difference):
        status = MET if abs(difference) <= limit else NOT_MET
    return Criterion(
        name="free-fall-speed",
        title="Falls as gravity demands",
        status=status,
        is_required=False,
        measured=difference,
        limit=limit,
        unit="m/s",
        margin=None if difference is None else limit - abs(difference),
        code="MON010",
        time_s=float(frames.time_s[last]) if last >= 0 else None,
        note=f"centre of mass, difference to g t = {expected:.3f} m/s" if expected is not None else "not measured",
    )
