"""Recognise an asset that a joint pins to the world.

What it checks:
    Every enabled joint with exactly one side on a rigid body, and every kinematic body that carries a mechanism.
Why it matters:
    A pinned asset cannot fall by design, so a drop says nothing about it. Simulated all the same, the joint snaps the
    asset back to its authored height within one step, which looks like a landing, or tears it off at hundreds of m/s.
How:
    A joint side that has no target, whose target does not exist, or whose target has no enabled rigid body at or above
    it, is the world for PhysX. One such side is an anchor. A fixed joint or a fully locked D6 joint holds all six axes;
    revolute, prismatic, spherical and distance joints leave some motion but no free fall.
Passes when:
    No body is tied to the world.
Fails when:
    Never; an anchor makes the test not applicable. SAF071 warns that a side names a prim that does not exist: the
    anchor may be meant, the name is wrong either way. A body of nearly the same path is named.
Not applicable when:
    SAF006: a side is empty, or a kinematic base carries jointed bodies. SAF007: a side names something that is no body.
False positives avoided:
    Disabled joints, joints between two bodies, and joints that the engine rejects (non-finite frames) do not count. A
    D6 joint that neither constrains nor drives an axis leaves the body free. A kinematic body without a joint to a
    dynamic body is a
    defect of its own (SAF004), not an anchor.
Thresholds and sources:
    None. How PhysX resolves an empty, missing or non-body side was measured with PhysX 5.12.
How to fix:
    Remove the joint if the asset is meant to be loose. If a target was meant to be a body, apply RigidBodyAPI to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from harness.safeguards.base import Safeguard, listed
from harness.safeguards.graph import is_valid, linking_joints
from harness.stage.facts import JointFacts, JointSide, StageFacts
from harness.verdict import Finding, finding

__all__ = ["WORLD_ANCHOR", "anchoring_joints", "near_body"]

# Likeness of two names, from 0 to 1: lid and lid_01 have 0.67, link1 and link2 0.8, base and chassis 0.36.
_NEAR = 0.65

_KINDS = {
    "PhysicsFixedJoint": "fixed joint",
    "PhysicsRevoluteJoint": "revolute joint",
    "PhysicsPrismaticJoint": "prismatic joint",
    "PhysicsSphericalJoint": "spherical joint",
    "PhysicsDistanceJoint": "distance joint",
    "PhysicsJoint": "D6 joint",
}


def anchoring_joints(facts: StageFacts) -> list[JointFacts]:
    """Return the joints that tie a body to the world.

    Args:
        facts: The asset.
    """
    return [
        j
        for j in facts.joints
        if is_valid(j) and (j.side0 is JointSide.BODY) != (j.side1 is JointSide.BODY) and not _is_free(j)
    ]


def _is_free(joint: JointFacts) -> bool:
    if joint.prim_type == "PhysicsDistanceJoint":
        # Without a longest distance nothing holds the body.
        return joint.upper_limit is None or joint.upper_limit < 0
    # A drive pulls the body to a place in the world, limits or not.
    is_driven = any((d.stiffness or 0) > 0 or (d.damping or 0) > 0 for d in joint.drives)
    return joint.prim_type == "PhysicsJoint" and joint.constrained_axes == () and not is_driven


def _check(facts: StageFacts) -> Iterator[Finding]:
    for joint in anchoring_joints(facts):
        yield _joint_finding(joint)
        if JointSide.MISSING in (joint.side0, joint.side1):
            yield _dangling(facts, joint)
    yield from _kinematic_bases(facts)


def _joint_finding(joint: JointFacts) -> Finding:
    is_first = joint.side0 is JointSide.BODY
    body = joint.body0 if is_first else joint.body1
    side = joint.side1 if is_first else joint.side0
    targets = joint.body1_targets if is_first else joint.body0_targets
    label = "body1" if is_first else "body0"
    kind = _KINDS.get(joint.prim_type, "joint")
    if joint.prim_type == "PhysicsFixedJoint" or joint.locks_all_axes:
        effect = "cannot fall by design"
    else:
        effect = "can only move as the joint allows and cannot fall freely"
    if side is JointSide.EMPTY:
        message = f"The {kind} {joint.path} ties {body} to the world ({label} is empty), so it {effect}."
        return finding("SAF006", message, sites=[joint.path])
    what = "does not exist" if side is JointSide.MISSING else "has no enabled rigid body"
    message = (
        f"{label} of the {kind} {joint.path} is {listed(targets)}, which {what}. The engine takes it as the world, "
        f"so {body} {effect}."
    )
    return finding("SAF007", message, sites=[joint.path, *targets])


def _dangling(facts: StageFacts, joint: JointFacts) -> Finding:
    is_first = joint.side0 is JointSide.MISSING
    targets = joint.body0_targets if is_first else joint.body1_targets
    near = near_body(facts, joint)
    text = f"{'body0' if is_first else 'body1'} of {joint.path} names {listed(targets)}, and there is no such prim."
    return finding("SAF071", text + (f" Perhaps {near} was meant." if near else ""), sites=[joint.path])


def near_body(facts: StageFacts, joint: JointFacts) -> str | None:
    """Return the body whose path is like the one that a joint names and that does not exist, ``None`` without one.

    Args:
        facts: The asset.
        joint: A joint with a side that names no prim.
    """
    is_first = joint.side0 is JointSide.MISSING
    targets, other = (joint.body0_targets, joint.body1) if is_first else (joint.body1_targets, joint.body0)
    if not targets:
        return None
    # Names, not paths: bodies of one asset share most of their paths. Upper and lower case are a common slip.
    by_name: dict[str, list[str]] = {}
    for body in facts.bodies:
        if body.path != other:
            by_name.setdefault(body.path.rpartition("/")[2].lower(), []).append(body.path)
    names = get_close_matches(targets[0].rpartition("/")[2].lower(), by_name, n=1, cutoff=_NEAR)
    paths = get_close_matches(targets[0], by_name[names[0]], n=1, cutoff=0.0) if names else []
    return paths[0] if paths else None


def _kinematic_bases(facts: StageFacts) -> Iterator[Finding]:
    dynamic = {b.path for b in facts.moving_bodies}
    for body in facts.bodies:
        if not body.is_enabled or not body.is_kinematic:
            continue
        carried = [j for j in linking_joints(facts) if body.path in (j.body0, j.body1) and {j.body0, j.body1} & dynamic]
        if carried:
            yield finding(
                "SAF006",
                f"{body.path} is a kinematic base: it ignores gravity and holds the bodies that are jointed to it "
                f"({listed([j.path for j in carried])}), so the asset cannot fall by design.",
                sites=[body.path, *(j.path for j in carried)],
                fix="Set physics:kinematicEnabled to false on the base if the asset is meant to be loose.",
            )


WORLD_ANCHOR = Safeguard(name="world-anchor", codes=("SAF006", "SAF007", "SAF071"), check=_check)
