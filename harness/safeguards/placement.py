"""Find parts of the asset that are not where, or not what, they seem to be.

What it checks:
    Rigid bodies and joints outside the root prim, transforms that are animated or misspelt, colliders that leave their
    body's transform, and negative scales.
Why it matters:
    A reference to the asset brings its root prim and what is below; a joint beside it stays behind unseen. A transform
    operation that is not in xformOpOrder does nothing. A body with an animated transform is simulated from its default
    pose and ignores the animation. PhysX ignores ``!resetXformStack!`` between a body and its collider and puts the
    collider elsewhere than a viewer draws it.
How:
    All are listed by the reader.
Passes when:
    All physics is below the root prim and every transform is a plain, static one.
Fails when:
    SAF061: a collider resets its transform below its body. SAF060, SAF062 and SAF064 only warn. SAF057 informs, and
    warns where a joint holds the mirrored body and its frame is turned by that.
Not applicable when:
    There is no physics. For joints of SAF057: one side is the world.
False positives avoided:
    Scenes, materials and static floors beside the root prim are usual and not counted. Only transforms at or above
    bodies and colliders count as animated. A mirrored part is drawn and simulated well, so a negative scale only
    informs; it does no harm to a joint either whose bodies are mirrored alike or whose frames make up for it.
Thresholds and sources:
    Measured with PhysX 5.12 and usd-core: a mirrored body is built as half a turn and a scale of (-1, -1, -1); joint
    positions follow, joint rotations do not, and a fixed joint snaps over by 180 degrees at up to 2300 m/s. Angle 1
    degree: as for SAF031.
How to fix:
    Move the prims below the root prim; list every operation in xformOpOrder by its exact name; remove the animation
    from simulated prims; remove ``!resetXformStack!`` and write the transform relative to the body.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard, listed
from harness.safeguards.graph import is_valid
from harness.safeguards.joint import MAX_ANGLE_RAD
from harness.stage.facts import JointFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["PLACEMENT"]


def _check(facts: StageFacts) -> Iterator[Finding]:
    if facts.outside_paths:
        count = len(facts.outside_paths)
        yield finding(
            "SAF060",
            f"{listed(facts.outside_paths)} {'is' if count == 1 else 'are'} physics outside the root prim "
            f"{facts.root_prim_path}. A reference to the asset leaves it out, and so does this test.",
            sites=facts.outside_paths,
        )
    for collider in facts.colliders:
        if collider.has_reset_below_body and collider.is_enabled and not collider.is_trigger:
            yield finding(
                "SAF061",
                f"The collider {collider.path} resets its transform stack below its body {collider.body_path}. PhysX "
                "does not heed that and puts it elsewhere than it is drawn.",
                sites=[collider.path],
            )
    animated = facts.animated_paths
    if animated:
        yield finding(
            "SAF062",
            f"The transform of {listed(animated)} is animated, at or above a body or collider. The engine starts from "
            "the pose at the default time and ignores the animation.",
            sites=animated,
        )
    for defect in facts.xform_defects:
        yield finding(
            "SAF064",
            f"{defect.attribute} of {defect.prim_path} has no effect: {defect.reason}. The prim is not where its "
            "author meant it to be.",
            sites=[defect.prim_path],
        )
    yield from _mirrored(facts)


def _mirrored(facts: StageFacts) -> Iterator[Finding]:
    turned: set[str] = set()
    flipped = {b.path for b in facts.bodies if b.is_enabled and b.transform.determinant < 0}
    for joint in facts.joints:
        held = [p for p in dict.fromkeys((joint.body0, joint.body1)) if p is not None and p in flipped]
        angle = _snap_rad(joint) if held and is_valid(joint) else 0.0
        if angle > MAX_ANGLE_RAD:
            turned.update(held)
            yield _turned(joint, held, angle)
    bodies = {b.path for b in facts.bodies if b.is_enabled} - turned
    mirrored = [
        c.path for c in facts.colliders if c.body_path in bodies and c.is_enabled and c.transform.determinant < 0
    ]
    if mirrored:
        yield finding(
            "SAF057",
            f"The scale of {listed(mirrored)} is negative, so it is mirrored. This engine handles it; some engines and "
            "tools turn it inside out.",
            sites=mirrored,
        )


def _snap_rad(joint: JointFacts) -> float:
    """Return by how much the engine turns a joint in the first step."""
    beyond = [b.excess for b in joint.beyond_limits if b.is_angle]
    return max(joint.frame_angle_rad or 0.0, *beyond, 0.0)


def _turned(joint: JointFacts, held: list[str], angle: float) -> Finding:
    is_one = len(held) == 1
    degrees = math.degrees(angle)
    return finding(
        "SAF057",
        f"The scale of {listed(held)} is negative, and the joint {joint.path} holds {'it' if is_one else 'them'}. The "
        "engine makes half a turn of the mirroring and turns the joint frame with it, so the two frames of the joint "
        f"are {degrees:.3g} degrees apart and it snaps over at the first step.",
        sites=[joint.path, *held],
        severity=Severity.WARN,
        fix="Freeze the transforms: mirror the points of the mesh instead of writing a negative scale on the body.",
        measured=degrees,
        limit=math.degrees(MAX_ANGLE_RAD),
        unit="degrees",
    )


PLACEMENT = Safeguard(
    name="placement",
    codes=("SAF057", "SAF060", "SAF061", "SAF062", "SAF064"),
    check=_check,
    moot_when_anchored=frozenset({"SAF061"}),
)
