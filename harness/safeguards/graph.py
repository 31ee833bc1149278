"""Which bodies hang together by joints. Several safeguards judge a mechanism as one thing."""

from __future__ import annotations

from harness.stage.facts import JointFacts, JointSide, StageFacts

__all__ = ["groups", "is_valid", "linking_joints", "members", "unbraked_joints"]


def is_valid(joint: JointFacts) -> bool:
    """Whether an engine would create the joint, as far as its frames go.

    Args:
        joint: The joint.
    """
    return joint.is_enabled and joint.has_finite_frames and joint.has_unit_rotations


def linking_joints(facts: StageFacts) -> list[JointFacts]:
    """Return the enabled joints that connect two different bodies.

    Args:
        facts: The asset.
    """
    return [
        j
        for j in facts.joints
        if is_valid(j)
        and j.side0 is JointSide.BODY
        and j.side1 is JointSide.BODY
        and j.body0 is not None
        and j.body1 is not None
        and j.body0 != j.body1
    ]


def unbraked_joints(facts: StageFacts) -> list[JointFacts]:
    """Return the revolute, prismatic and spherical joints between two bodies that no drive or friction holds or brakes.

    Args:
        facts: The asset.
    """
    return [
        j
        for j in linking_joints(facts)
        if j.prim_type in ("PhysicsRevoluteJoint", "PhysicsPrismaticJoint", "PhysicsSphericalJoint")
        and not any(d.damping or d.stiffness for d in j.drives)
        and not (j.mechanics is not None and j.mechanics.friction)
    ]


def groups(facts: StageFacts) -> dict[str, str]:
    """Map every body path to the name of its group; bodies that joints connect share one.

    Args:
        facts: The asset.
    """
    leader = {b.path: b.path for b in facts.bodies}

    def find(path: str) -> str:
        while leader[path] != path:
            leader[path] = leader[leader[path]]
            path = leader[path]
        return path

    for joint in linking_joints(facts):
        if joint.body0 in leader and joint.body1 in leader:
            first, second = find(str(joint.body0)), find(str(joint.body1))
            leader[max(first, second)] = min(first, second)
    return {path: find(path) for path in leader}


def members(facts: StageFacts) -> dict[str, tuple[str, ...]]:
    """Map every body path to all bodies of its group, itself included.

    Args:
        facts: The asset.
    """
    group_of = groups(facts)
    lists: dict[str, list[str]] = {}
    for path, group in group_of.items():
        lists.setdefault(group, []).append(path)
    return {path: tuple(lists[group]) for path, group in group_of.items()}
