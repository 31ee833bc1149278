"""Check that joints which follow others can do so.

What it checks:
    Every mimic of a URDF file.
Why it matters:
    A mimic of a joint that does not exist leaves a finger loose. Two joints that follow each other have no position. A
    mimic that its limits forbid breaks the hand against its own stop.
How:
    The chain of references is followed. The range of the other joint is mapped by multiplier and offset into the range
    of the joint.
Passes when:
    The chain ends at a joint that moves on its own, and the mapped range lies within the limits.
Fails when:
    SAF112: the other joint does not exist, has no single position, or the chain comes back. SAF113 only warns: part of
    the range cannot be followed.
Not applicable when:
    The asset is no URDF file.
False positives avoided:
    A chain of several mimics is fine. Infinite limits and continuous joints hold nothing back.
Thresholds and sources:
    The URDF XML specification of ROS: position = multiplier x other + offset. Ranges may be off by 1 % of the range:
    files round.
How to fix:
    Correct the name, or the limits of the joint that follows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from harness.safeguards.base import Safeguard
from harness.safeguards.urdf_base import said, shown
from harness.stage.facts import StageFacts
from harness.urdf.facts import UrdfFacts
from harness.urdf.model import Joint, JointType, Mimic
from harness.verdict import Finding

__all__ = ["URDF_MIMIC"]

_ROUNDING = 0.01


def _check(facts: StageFacts) -> Iterator[Finding]:
    urdf = facts.urdf
    if urdf is None:
        return
    joints = {j.name: j for j in urdf.robot.joints}
    for joint in urdf.robot.joints:
        if joint.mimic is None:
            continue
        broken = _broken(joint, joint.mimic, joints)
        what = f"joint '{joint.name}'"
        if broken:
            yield said(urdf, "SAF112", what, joint.mimic.element, broken)
        elif joint.type.has_position:
            yield from _unreachable(urdf, joint, joint.mimic, joints[joint.mimic.joint])


def _broken(joint: Joint, mimic: Mimic, joints: dict[str, Joint]) -> str:
    other = joints.get(mimic.joint)
    if other is None:
        return f"it follows '{mimic.joint}', a joint that does not exist, so it is loose."
    if not other.type.has_position:
        return f"it follows '{mimic.joint}', a {other.type} joint, which has no position to follow."
    seen = [joint.name]
    while other is not None and other.mimic is not None:
        if other.name in seen:
            return f"it follows itself through {' -> '.join([*seen, other.name])}, so none of them has a position."
        seen.append(other.name)
        other = joints.get(other.mimic.joint)
    return ""


def _range(joint: Joint) -> tuple[float, float]:
    if joint.type is JointType.CONTINUOUS or joint.limit is None:
        return -math.inf, math.inf
    return joint.limit.lower or 0.0, joint.limit.upper or 0.0


def _unreachable(urdf: UrdfFacts, joint: Joint, mimic: Mimic, other: Joint) -> Iterator[Finding]:
    what = f"joint '{joint.name}'"
    low, high = _range(joint)
    ends = [mimic.multiplier * v + mimic.offset if mimic.multiplier else mimic.offset for v in _range(other)]
    wanted_low, wanted_high = min(ends), max(ends)
    rounding = _ROUNDING * (high - low) if math.isfinite(high - low) else 0.0
    if wanted_low < low - rounding or wanted_high > high + rounding:
        text = (
            f"following '{other.name}' takes it from {shown(wanted_low)} to {shown(wanted_high)}, but its limits are "
            f"{shown(low)} to {shown(high)}."
        )
        yield said(urdf, "SAF113", what, mimic.element, text)


URDF_MIMIC = Safeguard(name="urdf-mimic", codes=("SAF112", "SAF113"), check=_check)
