"""Check that joints connect what they should, where they should.

What it checks:
    Both ends and both frames of every enabled joint.
Why it matters:
    PhysX skips a joint that it cannot build with one log line, and the parts fall apart. A joint whose frames are apart
    at the authored pose snaps together in the first step, at hundreds of metres a second.
How:
    The reader resolves each side to a body and puts both frames into the asset frame.
Passes when:
    A joint has two different bodies, finite frames with unit rotations, frames that coincide along the locked axes, and
    a position at the authored pose that its limits allow.
Fails when:
    SAF029: no side has a target, both sides are the same body, a frame is not finite, or a rotation has no length. It
    only warns when both targets exist but neither is a body. SAF031 and SAF075 only warn: the frames are apart, or the
    authored pose is beyond the limits; they fail a joint that is off by twice the size of its bodies. SAF068 (an
    articulation root below another one) and SAF069 (several targets on one side) only warn.
Not applicable when:
    The joint is switched off, or one side is the world (SAF006, SAF007).
False positives avoided:
    Only what a joint locks is compared: all of a fixed joint, everything but the axis of a revolute or prismatic joint,
    the place of a spherical joint, the locked axes of a D6 joint. An angle is the same after a whole turn.
Thresholds and sources:
    Distance 1 mm or 1 % of the larger body, angle 1 degree: smaller errors are absorbed within a few steps without
    visible motion. Measured with PhysX 5.12: a gap of 2 m snaps at 238 m/s, a hinge that stands 45 degrees outside of
    its limits turns by 41 degrees in one step.
How to fix:
    Give the joint two bodies; recompute localPos and localRot from the authored poses; pose the bodies within limits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard, body_frame_extent, is_below, listed
from harness.stage.facts import JointFacts, JointSide, StageFacts
from harness.verdict import Finding, finding

__all__ = ["JOINT", "MAX_ANGLE_RAD"]

_MIN_GAP_M = 1e-3
_THROWN = 2.0
_RELATIVE_GAP = 0.01
_NAMES = {"cone": "its axis leans by", "distance": "its frames are apart by"}
MAX_ANGLE_RAD = math.radians(1.0)


def _check(facts: StageFacts) -> Iterator[Finding]:
    yield from _nested(facts)
    sizes: dict[str, float] = {}
    for body in facts.bodies:
        extent = body_frame_extent(body, body.judged_points_m)
        sizes[body.path] = max(extent) if extent is not None else 0.0
    for joint in facts.joints:
        if not joint.is_enabled:
            continue
        yield from _targets(joint)
        invalid = list(_invalid(joint))
        yield from invalid
        if not invalid:
            size_m = max(sizes.get(joint.body0 or "", 0.0), sizes.get(joint.body1 or "", 0.0))
            yield from _apart(joint, size_m)
            yield from _beyond(joint, size_m)


def _targets(joint: JointFacts) -> Iterator[Finding]:
    for name, targets in (("physics:body0", joint.body0_targets), ("physics:body1", joint.body1_targets)):
        if len(targets) > 1:
            yield finding(
                "SAF069",
                f"{name} of the joint {joint.path} has {len(targets)} targets ({listed(targets)}). Engines take the "
                "first one only.",
                sites=[joint.path, *targets],
                measured=float(len(targets)),
                limit=1.0,
                unit="targets",
            )


def _nested(facts: StageFacts) -> Iterator[Finding]:
    roots = [a.path for a in facts.articulations if a.is_enabled]
    for path in roots:
        above = [other for other in roots if other != path and is_below(path, other)]
        if above:
            yield finding(
                "SAF068",
                f"The articulation root {path} lies below the articulation root {max(above, key=len)}; engines make "
                "one articulation of both or refuse one.",
                sites=[path, max(above, key=len)],
            )


def _invalid(joint: JointFacts) -> Iterator[Finding]:
    targets = (*joint.body0_targets, *joint.body1_targets)
    if joint.side0 is JointSide.EMPTY and joint.side1 is JointSide.EMPTY:
        yield finding(
            "SAF029", f"The joint {joint.path} has neither body0 nor body1; it joins nothing.", sites=[joint.path]
        )
    elif joint.side0 is not JointSide.BODY and joint.side1 is not JointSide.BODY:
        yield finding(
            "SAF029",
            f"Neither side of the joint {joint.path} is an enabled rigid body ({listed(targets)}); the engine skips "
            "it.",
            sites=[joint.path, *targets],
            severity=Severity.WARN,
        )
    elif joint.body0 is not None and joint.body0 == joint.body1:
        yield finding(
            "SAF029",
            f"Both sides of the joint {joint.path} are the same body {joint.body0}; the engine skips it.",
            sites=[joint.path],
        )
    if not joint.has_finite_frames:
        yield finding(
            "SAF029",
            f"A local frame of the joint {joint.path} is not finite. The engine skips the joint and the parts fall "
            "apart.",
            sites=[joint.path],
        )
    elif not joint.has_unit_rotations:
        yield finding(
            "SAF029",
            f"localRot0 or localRot1 of the joint {joint.path} is no unit quaternion. The engine skips the joint and "
            "the parts fall apart.",
            sites=[joint.path],
        )


def _apart(joint: JointFacts, size_m: float) -> Iterator[Finding]:
    gap, angle = joint.frame_gap_m, joint.frame_angle_rad
    limit = max(_MIN_GAP_M, _RELATIVE_GAP * size_m)
    problems: list[str] = []
    measured, bound, unit = 0.0, 0.0, ""
    if gap is not None and gap > limit:
        problems.append(f"{gap:.3g} m apart ({limit:.2g} m allowed)")
        measured, bound, unit = gap, limit, "m"
    if angle is not None and angle > MAX_ANGLE_RAD:
        problems.append(f"turned by {math.degrees(angle):.3g} degrees against each other (1 allowed)")
        if not unit:
            measured, bound, unit = math.degrees(angle), math.degrees(MAX_ANGLE_RAD), "degrees"
    if problems:
        yield finding(
            "SAF031",
            f"The two frames of the joint {joint.path} are {' and '.join(problems)} at the authored pose, so it snaps "
            "together at the first step.",
            # Twice as far apart as the parts are large: they are thrown, whatever comes of it.
            severity=Severity.FAIL if unit == "m" and size_m > 0 and measured > _THROWN * size_m else None,
            sites=[joint.path],
            measured=measured,
            limit=bound,
            unit=unit,
        )


def _beyond(joint: JointFacts, size_m: float) -> Iterator[Finding]:
    far = [
        b
        for b in joint.beyond_limits
        if b.excess > (MAX_ANGLE_RAD if b.is_angle else max(_MIN_GAP_M, _RELATIVE_GAP * size_m))
    ]
    for item in far:
        scale, unit = (180 / math.pi, "degrees") if item.is_angle else (1.0, "m")
        low, high = (f"{v * scale:.4g}" if math.isfinite(v) else "any" for v in (item.low, item.high))
        what = _NAMES.get(item.axis, f"{item.axis} is")
        is_thrown = not item.is_angle and size_m > 0 and item.excess > _THROWN * size_m
        yield finding(
            "SAF075",
            f"At the authored pose the joint {joint.path} is beyond its limits: {what} {item.position * scale:.4g} "
            f"{unit}, allowed are {low} to {high}. The engine jerks it within them at the first step.",
            severity=Severity.FAIL if is_thrown else None,
            sites=[joint.path],
            measured=item.position * scale,
            limit=(item.low if item.position < item.low else item.high) * scale,
            unit=unit,
        )


JOINT = Safeguard(
    name="joint",
    codes=("SAF029", "SAF031", "SAF068", "SAF069", "SAF075"),
    check=_check,
    attributes=("physics:localPos", "physics:localRot"),
)
