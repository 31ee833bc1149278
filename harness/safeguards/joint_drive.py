"""Check drives, limits and break forces of joints.

What it checks:
    Numbers of the drives, limits and break force of every enabled joint.
Why it matters:
    One NaN drive stiffness in an articulation turns every pose into NaN in the first step. Outside articulations PhysX
    drops the drive or limit with one log line, and the mechanism moves freely. A drive without force moves and holds
    nothing.
How:
    Each authored number against what it may be.
Passes when:
    Gains are finite and not negative, targets finite, limits ordered, and forces positive or unlimited.
Fails when:
    SAF040: a number is not usable, or a lower limit lies above the upper one. SAF048 only warns: a drive with gains has
    a maximum force of 0.
Not applicable when:
    The joint is switched off.
False positives avoided:
    Infinity is the schema's "unlimited" for forces and limits. Lower above upper means "locked" on a D6 axis, and a
    negative distance limit means "none".
Thresholds and sources:
    UsdPhysicsDriveAPI, UsdPhysicsLimitAPI, UsdPhysicsJoint; effects measured with PhysX 5.12.
How to fix:
    Write finite drive gains and limits with lower <= upper; write the actuator's real force limit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from harness.safeguards.base import Safeguard
from harness.stage.facts import DriveFacts, JointFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["JOINT_DRIVE"]

_ORDERED_LIMITS = frozenset({"PhysicsRevoluteJoint", "PhysicsPrismaticJoint"})


def _check(facts: StageFacts) -> Iterator[Finding]:
    for joint in facts.joints:
        if not joint.is_enabled:
            continue
        for text in (*_drives(joint), *_limits(joint)):
            yield finding("SAF040", f"The joint {joint.path} has {text}.", sites=[joint.path])
        for drive in joint.drives:
            if drive.max_force == 0 and (drive.stiffness or drive.damping):
                yield finding(
                    "SAF048",
                    f"The {drive.axis} drive of the joint {joint.path} has a maximum force of 0: it can neither move "
                    "nor hold the joint.",
                    sites=[joint.path],
                    measured=0.0,
                    limit=0.0,
                )


def _drives(joint: JointFacts) -> Iterator[str]:
    for drive in joint.drives:
        for name, value in _gains(drive):
            if value is not None and not (math.isfinite(value) and value >= 0):
                yield f"{name} = {value:g} in its {drive.axis} drive, which no engine can use"
        if drive.max_force is not None and (math.isnan(drive.max_force) or drive.max_force < 0):
            yield f"a maximum force of {drive.max_force:g} in its {drive.axis} drive"
        for name, value in (("target position", drive.target_position), ("target velocity", drive.target_velocity)):
            if value is not None and not math.isfinite(value):
                yield f"{name} = {value:g} in its {drive.axis} drive"


def _gains(drive: DriveFacts) -> tuple[tuple[str, float | None], ...]:
    return ("stiffness", drive.stiffness), ("damping", drive.damping)


def _limits(joint: JointFacts) -> Iterator[str]:
    low, high = joint.lower_limit, joint.upper_limit
    if any(v is not None and math.isnan(v) for v in (low, high)):
        yield "a limit that is not a number"
    elif low is not None and high is not None and low > high:
        is_distance = joint.prim_type == "PhysicsDistanceJoint" and high >= 0
        if joint.prim_type in _ORDERED_LIMITS or is_distance:
            order = f"a lower limit of {low:g} above its upper limit of {high:g}"
            yield f"{order}; the engine drops both or tears the parts apart"
    force = joint.break_force
    if force is not None and (math.isnan(force) or force < 0):
        yield f"a break force of {force:g}"


JOINT_DRIVE = Safeguard(
    name="joint-drive",
    codes=("SAF040", "SAF048"),
    check=_check,
    attributes=(
        "drive:",
        "limit:",
        "physics:lowerLimit",
        "physics:upperLimit",
        "physics:minDistance",
        "physics:maxDistance",
        "physics:breakForce",
    ),
)
