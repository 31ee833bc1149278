"""Criteria and words that all tests of joints share."""

from __future__ import annotations

import math
from collections.abc import Sequence

from harness.catalog import RunContext
from harness.monitors.base import find_event
from harness.motion.system import JointSystem
from harness.outcomes import CriterionStatus
from harness.verdict import Criterion, Event

__all__ = ["built_criterion", "finite_criterion", "has_no_authority", "plain_position"]


def plain_position(value: float | None, is_linear: bool) -> str:
    """Return a joint position in words: degrees, or millimetres for small lengths."""
    if value is None or not math.isfinite(value):
        return "an unknown position"
    if is_linear:
        return f"{1000 * value:.4g} mm" if abs(value) < 1 else f"{value:.4g} m"
    return f"{math.degrees(value):.4g} deg"


def has_no_authority(system: JointSystem, index: int) -> str:
    """Return why a joint cannot do anything, or nothing when it can."""
    if system.has_drive(index) and system.max_effort[index] == 0:
        return "a drive whose largest effort is 0: it can neither move nor hold the joint"
    if system.max_velocity[index] == 0:
        return "a velocity limit of 0: whatever drives it, it cannot move"
    return ""


def finite_criterion(events: Sequence[Event], context: RunContext) -> Criterion:
    """Return the criterion that every state is finite."""
    event = find_event(events, "non-finite")
    prim = None
    if event is not None and event.value is not None and int(event.value) < len(context.body_paths):
        prim = context.body_paths[int(event.value)]
    return Criterion(
        name="finite-state",
        title="Every pose and velocity is a finite number",
        status=CriterionStatus.MET if event is None else CriterionStatus.NOT_MET,
        is_required=True,
        measured=None,
        limit=None,
        unit="",
        margin=None,
        code="MON004",
        time_s=event.time_s if event else None,
        frame_index=event.frame_index if event else None,
        prim_path=prim,
    )


def built_criterion(context: RunContext) -> Criterion:
    """Return the criterion that the engine built what the asset authors."""
    count = context.built_findings
    return Criterion(
        name="engine-built-everything",
        title="The engine built all that the asset authors",
        status=CriterionStatus.MET if count == 0 else CriterionStatus.NOT_MET,
        is_required=True,
        measured=float(count),
        limit=0.0,
        unit="differences",
        margin=float(-count),
        code="",
    )
