"""Criteria and words that all tests of joints share."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from harness.catalog import RunContext
from harness.motion.record import JointRecord
from harness.motion.system import JointSystem
from harness.outcomes import CriterionStatus
from harness.verdict import Criterion, Event, Finding, finding
from tests_catalog.finite import finite_criterion

__all__ = [
    "authority_criterion",
    "authority_findings",
    "built_criterion",
    "finite_findings",
    "has_no_authority",
    "is_actuated",
    "plain_position",
    "pose_words",
    "target_findings",
    "unbuilt_findings",
]


def plain_position(value: float | None, is_linear: bool) -> str:
    """Return a joint position in words: degrees, or millimetres for small lengths."""
    if value is None or not math.isfinite(value):
        return "an unknown position"
    if is_linear:
        return f"{1000 * value:.4g} mm" if abs(value) < 1 else f"{value:.4g} m"
    return f"{math.degrees(value):.4g} deg"


def pose_words(record: JointRecord, frame: int) -> str:
    """Return the positions of all joints in a frame, those at 0 left out."""
    parts = []
    for index, value in enumerate(record.frames.position[frame].tolist()):
        if not math.isfinite(value) or abs(value) < 1e-3:
            continue
        name = record.labels[index].rpartition("/")[2]
        parts.append(f"{name} {plain_position(value, bool(record.system.is_linear[index]))}")
    return ", ".join(parts) or "all joints at 0"


def is_actuated(system: JointSystem, index: int) -> bool:
    """Whether something is meant to move the joint: a drive with gains or with a finite effort limit."""
    is_limited = bool(np.isfinite(system.max_effort[index]))
    return bool(system.drive_type[index] != 0 and (system.has_drive(index) or is_limited))


def authority_criterion(system: JointSystem) -> Criterion:
    """Return the criterion that no limit of 0 keeps a joint from doing anything."""
    bad = [i for i in range(system.count) if has_no_authority(system, i)]
    return Criterion(
        name="joints-have-authority",
        title="No drive or limit keeps a joint from doing anything",
        status=CriterionStatus.NOT_MET if bad else CriterionStatus.MET,
        is_required=True,
        measured=float(len(bad)),
        limit=0.0,
        unit="joints",
        margin=float(-len(bad)),
        code="MON039",
        prim_path=system.joint_paths[bad[0]] if bad else None,
    )


def authority_findings(system: JointSystem) -> Iterable[Finding]:
    """Yield a finding for each joint that a limit of 0 keeps from doing anything."""
    for index in range(system.count):
        reason = has_no_authority(system, index)
        if reason:
            yield finding("MON039", f"The joint {system.label(index)} has {reason}.", sites=[system.joint_paths[index]])


def has_no_authority(system: JointSystem, index: int) -> str:
    """Return why a joint cannot do anything, or nothing when it can."""
    if is_actuated(system, index) and system.max_effort[index] == 0:
        return "a drive whose largest effort is 0: it can neither move nor hold the joint"
    if system.max_velocity[index] == 0:
        return "a velocity limit of 0: whatever drives it, it cannot move"
    return ""


def unbuilt_findings(record: JointRecord) -> Iterable[Finding]:
    """Yield the warning that joints of the asset are missing in the engine, so that nothing is known about them."""
    if record.unbuilt_joints:
        names = ", ".join(record.unbuilt_joints[:3])
        more = f" and {len(record.unbuilt_joints) - 3} more" if len(record.unbuilt_joints) > 3 else ""
        yield finding(
            "TST013",
            f"The engine made no coordinate of {names}{more}, so nothing of the result is about them. Look at the "
            "bodies that they name, and whether they are part of an articulation.",
            sites=record.unbuilt_joints,
        )


def target_findings(system: JointSystem) -> Iterable[Finding]:
    """Yield the warning that drives have a target position and no stiffness that would pull towards it."""
    bad = [
        i
        for i in range(system.count)
        if system.drive_type[i] != 0 and system.stiffness[i] == 0 and abs(system.position_target[i]) > 1e-6
    ]
    if bad:
        names = ", ".join(system.label(i) for i in bad[:3])
        more = f" and {len(bad) - 3} more" if len(bad) > 3 else ""
        yield finding(
            "TST022",
            f"The drives of {names}{more} have a target position but a stiffness of 0: nothing pulls them there.",
            sites=[system.joint_paths[i] for i in bad],
        )


def finite_findings(events: Sequence[Event], context: RunContext) -> Iterable[Finding]:
    """Yield the finding that a state stopped being finite."""
    criterion = finite_criterion(events, context)
    if criterion.status is CriterionStatus.NOT_MET:
        yield finding(
            "MON004",
            f"At {criterion.time_s or 0:.2f} s the state of {criterion.prim_path or 'a body'} stopped being a finite "
            "number.",
            sites=[criterion.prim_path] if criterion.prim_path else [],
            time_s=criterion.time_s,
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
