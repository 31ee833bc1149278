"""Groups of bodies that move against each other, and how each group can be held still at one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harness.motion.connections import WORLD, joint_ends
from harness.safeguards.graph import is_valid
from harness.stage.facts import JointFacts, StageFacts

__all__ = ["MechanismGroup", "find_mechanisms", "is_movable", "unbuilt_joints"]


@dataclass(frozen=True, kw_only=True)
class MechanismGroup:
    """Bodies that joints connect, with what ties them to the world."""

    bodies: tuple[str, ...]
    joints: tuple[JointFacts, ...]
    """Joints between its bodies."""
    anchors: tuple[JointFacts, ...]
    """Joints between one of its bodies and the world."""
    articulation: str | None
    """Prim with the articulation root that covers it; ``None`` for joints that work one by one."""

    @property
    def fixed_anchor(self) -> JointFacts | None:
        """The joint that holds a body to the world, if there is one."""
        return next((j for j in self.anchors if j.locks_all_axes), None)

    @property
    def movable_count(self) -> int:
        """Joints that let something move."""
        return sum(is_movable(j) for j in (*self.joints, *self.anchors))


def is_movable(joint: JointFacts) -> bool:
    """Whether a joint lets its bodies move in a way that has a coordinate."""
    return joint.prim_type != "PhysicsDistanceJoint" and not joint.locks_all_axes


def unbuilt_joints(facts: StageFacts, joint_paths: Sequence[str]) -> tuple[str, ...]:
    """Return the joints that should move and that an engine gave no coordinate.

    Args:
        facts: The asset.
        joint_paths: Asset paths of the joints that have coordinates.
    """
    known = set(joint_paths)
    joints = (j for g in find_mechanisms(facts) for j in (*g.joints, *g.anchors))
    tying = ("PhysxPhysicsGearJoint", "PhysxPhysicsRackAndPinionJoint")
    return tuple(
        dict.fromkeys(j.path for j in joints if is_movable(j) and j.path not in known and j.prim_type not in tying)
    )


def find_mechanisms(facts: StageFacts) -> tuple[MechanismGroup, ...]:
    """Return the groups of connected bodies in which something can move, in the order of the namespace.

    Args:
        facts: The asset.
    """
    usable = [j for j in facts.joints if is_valid(j) and joint_ends(j)[0] != joint_ends(j)[1]]
    between = [j for j in usable if WORLD not in joint_ends(j)]
    leader = {b.path: b.path for b in facts.bodies if b.is_enabled}

    def find(path: str) -> str:
        while leader[path] != path:
            path = leader[path]
        return path

    for joint in between:
        first, second = joint_ends(joint)
        if first in leader and second in leader:
            leader[find(second)] = find(first)
    members: dict[str, list[str]] = {}
    for path in leader:
        members.setdefault(find(path), []).append(path)
    groups = []
    for bodies in members.values():
        own = set(bodies)
        group = MechanismGroup(
            bodies=tuple(bodies),
            joints=tuple(j for j in between if set(joint_ends(j)) <= own),
            anchors=tuple(j for j in usable if WORLD in joint_ends(j) and own & set(joint_ends(j))),
            articulation=next((a.path for a in facts.articulations if a.is_enabled and own & set(a.body_paths)), None),
        )
        if group.movable_count:
            groups.append(group)
    return tuple(groups)
