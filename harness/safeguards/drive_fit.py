"""Warn of joint drives that cannot do what they ask for.

What it checks:
    Each drive against the joint that carries it: does the joint have that axis, do the gains do anything, is the target
    within the limits?
Why it matters:
    An engine ignores an angular drive on a sliding joint without a word. A drive without gains holds nothing, and one
    whose target lies beyond a limit presses against it for ever, so the mechanism never comes to rest.
How:
    Axis, gains, target and limits as authored, in the joint's own unit.
Passes when:
    Every drive moves an axis of its joint, has a gain, and aims within the limits.
Fails when:
    Never; SAF056 warns.
Not applicable when:
    The joint is switched off, or its numbers are not usable (SAF040).
False positives avoided:
    A drive whose attributes are all left at their fallbacks is a place for a controller, as robot importers write it,
    and is not reported. Targets may exceed a limit by rounding.
Thresholds and sources:
    1 % of the range for the target. UsdPhysicsDriveAPI: "angular" belongs to revolute, "linear" to prismatic joints;
    PhysX 5.12 ignores the others.
How to fix:
    Use the drive axis that the joint moves; write stiffness or damping; put the target within the limits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from harness.safeguards.base import Safeguard
from harness.stage.facts import DriveFacts, JointFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["DRIVE_FIT"]

_AXES = {
    "PhysicsRevoluteJoint": frozenset({"angular"}),
    "PhysicsPrismaticJoint": frozenset({"linear"}),
    "PhysicsFixedJoint": frozenset[str](),
    "PhysicsSphericalJoint": frozenset[str](),
}
_ROUNDING = 0.01


def _check(facts: StageFacts) -> Iterator[Finding]:
    for joint in facts.joints:
        if not joint.is_enabled:
            continue
        for drive in joint.drives:
            problem = _problem(joint, drive)
            if problem is not None:
                yield finding("SAF056", f"The {drive.axis} drive of {joint.path} {problem}.", sites=[joint.path])


def _problem(joint: JointFacts, drive: DriveFacts) -> str | None:
    allowed = _AXES.get(joint.prim_type)
    has_gain = bool(drive.stiffness) or bool(drive.damping)
    if allowed is not None and drive.axis not in allowed:
        kind = joint.prim_type.removeprefix("Physics").removesuffix("Joint").lower()
        if not has_gain:
            return None
        return f"has no axis to move: a {kind} joint has {'none' if not allowed else f'only {min(allowed)}'} to drive"
    has_target = bool(drive.target_position) or bool(drive.target_velocity)
    if has_target and not has_gain:
        return "has a target but neither stiffness nor damping, so it does nothing"
    return _beyond_limits(joint, drive)


def _beyond_limits(joint: JointFacts, drive: DriveFacts) -> str | None:
    low, high, target = joint.lower_limit, joint.upper_limit, drive.target_position
    if joint.prim_type not in ("PhysicsRevoluteJoint", "PhysicsPrismaticJoint") or not drive.stiffness:
        return None
    target = 0.0 if target is None else target
    low, high = -math.inf if low is None else low, math.inf if high is None else high
    if not math.isfinite(target) or low > high:
        return None
    spare = _ROUNDING * (high - low) if math.isfinite(high - low) else 0.0
    if low - spare <= target <= high + spare:
        return None
    unit = "degrees" if joint.prim_type == "PhysicsRevoluteJoint" else "stage units"
    return f"aims at {target:g} {unit}, outside the limits {low:g} to {high:g}: it presses against the stop for ever"


DRIVE_FIT = Safeguard(name="drive-fit", codes=("SAF056",), check=_check)
