"""Check axes and limits of the joints of a URDF file.

What it checks:
    Axis, limit and safety controller of every joint that moves.
Why it matters:
    Missing or zero limits mean "cannot move" to one program and "no limit" to another. An effort of 0 gives a joint no
    force: commands do nothing. Programs that do not normalise an axis scale the motion by its length.
How:
    The text is compared with the specification.
Passes when:
    Axes are unit vectors, limits are complete and in order, effort and velocity are above 0.
Fails when:
    Never by itself; all of them warn. SAF105: the axis is not normalised. SAF106: a limit lacks effort or velocity.
    SAF107: lower and upper are equal, so the joint cannot move. SAF108: effort or velocity is 0 or negative. SAF109: a
    continuous joint has position limits, which are ignored. SAF110: soft limits lie outside the hard ones or are
    inverted. SAF111: a safety controller lacks k_velocity.
Not applicable when:
    The asset is no URDF file; fixed and floating joints have neither axis nor limit.
False positives avoided:
    Infinite effort and velocity are accepted as "no limit". lower above upper is SAF040, which sees all assets. A
    missing <limit> is an error of the file (INT021). Soft limits count only where they are written.
Thresholds and sources:
    The URDF XML specification of ROS. Length of an axis within 0.1 % of 1: files round to four digits.
How to fix:
    Write a unit axis, and <limit lower= upper= effort= velocity=> with the values of the actuator.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from harness.safeguards.base import Safeguard
from harness.safeguards.urdf_base import grouped, said, shown
from harness.stage.facts import StageFacts
from harness.urdf.facts import UrdfFacts
from harness.urdf.model import Joint, JointType, Limit
from harness.verdict import Finding

__all__ = ["URDF_LIMITS"]

_AXIS_TOLERANCE = 1e-3
_LIMITED = (JointType.REVOLUTE, JointType.PRISMATIC)


def _check(facts: StageFacts) -> list[Finding]:
    return [] if facts.urdf is None else grouped(_found(facts.urdf))


def _found(urdf: UrdfFacts) -> Iterator[Finding]:
    for joint in urdf.robot.joints:
        what = f"joint '{joint.name}'"
        yield from _axis(urdf, joint, what)
        if joint.type.has_position and joint.limit is not None:
            yield from _limit(urdf, joint, joint.limit, what)
        yield from _safety(urdf, joint, what)


def _axis(urdf: UrdfFacts, joint: Joint, what: str) -> Iterator[Finding]:
    length = math.hypot(*joint.axis)
    if joint.type.has_axis and joint.axis_element is not None and abs(length - 1) > _AXIS_TOLERANCE:
        text = f"its axis has the length {shown(length)} instead of 1; elsewhere that scales the motion."
        yield said(urdf, "SAF105", what, joint.axis_element, text)


def _limit(urdf: UrdfFacts, joint: Joint, limit: Limit, what: str) -> Iterator[Finding]:
    missing = [n for n in ("effort", "velocity") if getattr(limit, n) is None]
    if missing:
        text = f"its limit has no {' and no '.join(missing)}, which the specification requires; programs guess."
        yield said(urdf, "SAF106", what, limit.element, text)
    for name in ("effort", "velocity"):
        value = getattr(limit, name)
        if value is not None and value <= 0:
            effect = "commands cannot move it" if value == 0 else "that is no limit"
            yield said(urdf, "SAF108", what, limit.element, f"its {name} limit is {shown(value)}: {effect}.")
    if joint.type in _LIMITED and (limit.lower or 0.0) == (limit.upper or 0.0):
        text = f"its lower and upper limit are both {shown(limit.lower or 0.0)}, so it cannot move."
        yield said(urdf, "SAF107", what, limit.element, text)
    if joint.type is JointType.CONTINUOUS and ((limit.lower or 0.0) != 0 or (limit.upper or 0.0) != 0):
        text = "it is continuous, yet has position limits, which are ignored; make it revolute if they are meant."
        yield said(urdf, "SAF109", what, limit.element, text)


def _safety(urdf: UrdfFacts, joint: Joint, what: str) -> Iterator[Finding]:
    safety, limit = joint.safety, joint.limit
    if safety is None:
        return
    if safety.k_velocity is None:
        text = "its safety controller has no k_velocity, which the specification requires."
        yield said(urdf, "SAF111", what, safety.element, text)
    written = [n for n in ("soft_lower_limit", "soft_upper_limit") if n in safety.element.attributes]
    if not written:
        return
    low, high = safety.soft_lower_limit, safety.soft_upper_limit
    problems = []
    if joint.type in _LIMITED and limit is not None:
        if "soft_lower_limit" in written and low < (limit.lower or 0.0):
            problems.append(f"soft_lower_limit {shown(low)} is below lower {shown(limit.lower or 0.0)}")
        if "soft_upper_limit" in written and high > (limit.upper or 0.0):
            problems.append(f"soft_upper_limit {shown(high)} is above upper {shown(limit.upper or 0.0)}")
    if len(written) == 2 and low > high:
        problems.append(f"soft_lower_limit {shown(low)} is above soft_upper_limit {shown(high)}")
    if problems:
        text = f"{' and '.join(problems)}; the controller never acts, or always."
        yield said(urdf, "SAF110", what, safety.element, text)


URDF_LIMITS = Safeguard(
    name="urdf-limits",
    codes=("SAF105", "SAF106", "SAF107", "SAF108", "SAF109", "SAF110", "SAF111"),
    check=_check,
)
