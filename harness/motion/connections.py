"""Who hangs on whom: bodies that a coordinate moves, closed loops, and points that joints keep together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from harness.motion.frames import rigid_pose
from harness.motion.record import Connection
from harness.motion.system import JointSystem
from harness.safeguards.graph import is_valid
from harness.scene.spec import Placement
from harness.stage.facts import BodyFacts, JointFacts, JointSide, StageFacts

__all__ = ["WORLD", "coupled_coordinates", "find_connections", "joint_ends", "looping_joints", "moved_bodies"]

Array = npt.NDArray[np.float64]

WORLD = ""
"""Name of the world among the bodies of a graph."""

_POINT_JOINTS = ("PhysicsFixedJoint", "PhysicsRevoluteJoint", "PhysicsPrismaticJoint", "PhysicsSphericalJoint")
_SLIDES = ("transX", "transY", "transZ")


def joint_ends(joint: JointFacts) -> tuple[str, str]:
    """Return the bodies of a joint, :data:`WORLD` for a side that is none."""
    return joint.body0 or WORLD, joint.body1 or WORLD


def _links(facts: StageFacts) -> list[JointFacts]:
    """Joints that an engine creates and that tie two different things together."""
    return [
        j
        for j in facts.joints
        if is_valid(j) and joint_ends(j)[0] != joint_ends(j)[1] and j.prim_type != "PhysicsDistanceJoint"
    ]


def _reached(start: Iterable[str], joints: Sequence[JointFacts], without: JointFacts | None = None) -> set[str]:
    mates: dict[str, list[str]] = {}
    for joint in joints:
        if joint is without:
            continue
        first, second = joint_ends(joint)
        mates.setdefault(first, []).append(second)
        mates.setdefault(second, []).append(first)
    found = set(start)
    front = list(found)
    while front:
        for mate in mates.get(front.pop(), ()):
            if mate not in found:
                found.add(mate)
                front.append(mate)
    return found


def looping_joints(facts: StageFacts) -> frozenset[str]:
    """Return the paths of all joints that are part of a closed loop, also one over the world.

    Args:
        facts: The asset.
    """
    joints = _links(facts)
    return frozenset(j.path for j in joints if joint_ends(j)[1] in _reached([joint_ends(j)[0]], joints, without=j))


def coupled_coordinates(system: JointSystem, facts: StageFacts) -> npt.NDArray[np.bool_]:
    """Return which coordinates belong to a closed loop, a gear or a tendon, so that they cannot move alone, shape (D,).

    Args:
        system: The joints.
        facts: The asset.
    """
    tied = looping_joints(facts) | {p for j in facts.joints if j.is_enabled for p in j.tied_joints}
    return np.array([p in tied for p in system.joint_paths], dtype=np.bool_)


def moved_bodies(system: JointSystem, facts: StageFacts, body_paths: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Return which coordinate moves which body when all others stand still, shape (B, D).

    Args:
        system: The joints, paths in the asset.
        facts: The asset.
        body_paths: Bodies of the trajectory.
    """
    joints = _links(facts)
    by_path = {j.path: j for j in joints}
    roots = {p for p, is_root in zip(system.link_paths, system.link_is_root, strict=True) if is_root}
    result = np.zeros((len(body_paths), system.count), dtype=np.bool_)
    for index, path in enumerate(system.joint_paths):
        joint = by_path.get(path)
        if joint is None:
            continue
        beyond = _reached(joint_ends(joint), joints)
        # A body next to the world counts as held even where its anchor was replaced.
        still = _reached({*roots, WORLD} & beyond or roots, joints, without=joint)
        moved = beyond - still - {WORLD}
        result[:, index] = [p in moved for p in body_paths]
    return result


def find_connections(facts: StageFacts, body_paths: Sequence[str], placement: Placement) -> tuple[Connection, ...]:
    """Return the points that joints keep together, in the frames of the bodies.

    Args:
        facts: The asset.
        body_paths: Bodies of the trajectory, asset paths.
        placement: Where the asset stands in the world.
    """
    row = {p: i for i, p in enumerate(body_paths)}
    bodies = {b.path: b for b in facts.bodies}
    found: list[Connection] = []
    for joint in _links(facts):
        mechanics = joint.mechanics
        is_d6 = joint.prim_type == "PhysicsJoint" and all(a in (joint.constrained_axes or ()) for a in _SLIDES)
        if mechanics is None or not (joint.prim_type in _POINT_JOINTS or is_d6):
            continue
        sides = (joint.body0, joint.body1)
        if any(b is not None and b not in row for b in sides):
            continue
        points: list[tuple[float, float, float]] = []
        for body, frame in zip(sides, (mechanics.world_frame0, mechanics.world_frame1), strict=True):
            # From the authored pose: an engine may have assembled the mechanism before its first frame.
            point = placement.to_world(frame[:3, 3]) if body is None else _local(bodies[body], frame)[:3, 3]
            points.append((float(point[0]), float(point[1]), float(point[2])))
        found.append(
            Connection(
                path=joint.path,
                body0=-1 if joint.body0 is None else row[joint.body0],
                body1=-1 if joint.body1 is None else row[joint.body1],
                point0_m=points[0],
                point1_m=points[1],
                slide_axis=_slide_axis(joint, bodies),
            )
        )
    return tuple(found)


def _local(body: BodyFacts, frame: Array) -> Array:
    """Return a world frame in the frame of a body, 4 x 4."""
    result: Array = np.linalg.inv(rigid_pose(body)) @ frame
    return result


def _slide_axis(joint: JointFacts, bodies: dict[str, BodyFacts]) -> tuple[float, float, float] | None:
    if joint.prim_type != "PhysicsPrismaticJoint" or joint.mechanics is None:
        return None
    frame = joint.mechanics.world_frame0
    if joint.side0 is JointSide.BODY and joint.body0 is not None:
        frame = _local(bodies[joint.body0], frame)
    axis = frame[:3, "XYZ".index(joint.mechanics.axis)]
    return float(axis[0]), float(axis[1]), float(axis[2])
