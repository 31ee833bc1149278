"""Read joints and articulations: which bodies hang together, and whether the frames of a joint agree."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt
from pxr import Usd, UsdPhysics

from harness.stage.facts import ArticulationFacts, DriveFacts, JointFacts, JointSide
from harness.stage.joint_pose import JointPose, joint_pose
from harness.stage.joint_ranges import AXES, axis_state, read_ranges
from harness.stage.read_mechanics import read_mechanics, world_frame
from harness.stage.values import (
    Quaternion,
    authored_bool,
    authored_float,
    authored_quaternion,
    authored_vector,
    targets,
)
from harness.stage.walk import Node, StageUnits, is_below

__all__ = ["read_articulations", "read_joints"]

Matrix = npt.NDArray[np.float64]

_PHYSX_JOINTS = ("PhysxPhysicsGearJoint", "PhysxPhysicsRackAndPinionJoint")
_TIES = ("physics:hinge0", "physics:hinge1", "physics:hinge", "physics:prismatic")
_TENDON_SCHEMAS = ("PhysxTendonAxisAPI", "PhysxTendonAxisRootAPI")
_ROOT = "PhysicsArticulationRootAPI"
_WORLD = (JointSide.EMPTY, JointSide.MISSING)


def read_joints(nodes: Sequence[Node], units: StageUnits) -> tuple[JointFacts, ...]:
    """Describe every joint prim.

    Args:
        nodes: All prims of the asset.
        units: Conversion to the SI asset frame.
    """
    joints = [n for n in nodes if n.type_name in _PHYSX_JOINTS or n.prim.IsA(UsdPhysics.Joint)]
    if not joints:
        return ()
    by_path = {n.path: n for n in nodes}
    return tuple(_joint(n, by_path, units) for n in joints)


def _joint(node: Node, by_path: Mapping[str, Node], units: StageUnits) -> JointFacts:
    prim = node.prim
    first, second = targets(prim, "physics:body0"), targets(prim, "physics:body1")
    (side0, body0), (side1, body1) = _side(first, by_path), _side(second, by_path)
    frames = [_frame(prim, index) for index in (0, 1)]
    rotations = [_rotation(prim, index) for index in (0, 1)]
    is_finite = all(bool(np.isfinite(f).all()) for f in frames)
    has_rotations = all(math.hypot(*q) > 1e-6 or not all(map(math.isfinite, q)) for q in rotations)
    pose = None
    if is_finite and has_rotations and side0 is JointSide.BODY and side1 is JointSide.BODY:
        pose = _pose(node, (by_path[first[0]], by_path[second[0]]), frames, units)
    mechanics = None
    if is_finite and has_rotations:
        sides = tuple(
            None if side in _WORLD else by_path[names[0]] for side, names in ((side0, first), (side1, second))
        )
        mechanics = read_mechanics(node, sides, frames, units)
    lower, upper = _limits(prim, node.type_name)
    states = {axis: axis_state(prim, axis, node.schemas) for axis in AXES}
    is_free_joint = node.type_name == "PhysicsJoint"
    return JointFacts(
        path=node.path,
        prim_type=node.type_name,
        is_enabled=authored_bool(prim, "physics:jointEnabled", True),
        body0_targets=first,
        body1_targets=second,
        side0=side0,
        side1=side1,
        body0=body0,
        body1=body1,
        locks_all_axes=node.type_name == "PhysicsFixedJoint"
        or (is_free_joint and all(s == "locked" for s in states.values())),
        has_finite_frames=is_finite,
        has_unit_rotations=has_rotations,
        frame_gap_m=pose.gap_m if pose is not None else None,
        frame_angle_rad=pose.angle_rad if pose is not None else None,
        beyond_limits=pose.beyond if pose is not None else (),
        lower_limit=lower,
        upper_limit=upper,
        break_force=authored_float(prim, "physics:breakForce"),
        drives=tuple(_drives(prim, node.schemas)),
        constrained_axes=tuple(a for a, s in states.items() if s != "free") if is_free_joint else None,
        is_outside_articulation=authored_bool(prim, "physics:excludeFromArticulation", False),
        has_collisions=authored_bool(prim, "physics:collisionEnabled", False),
        tied_joints=_tied(node),
        mechanics=mechanics,
    )


def _tied(node: Node) -> tuple[str, ...]:
    """Return the joints that a gear or rack ties together, or the joint itself when a tendon runs over it."""
    if node.type_name in _PHYSX_JOINTS:
        return tuple(t for name in _TIES for t in targets(node.prim, name))
    is_on_tendon = any(s.partition(":")[0] in _TENDON_SCHEMAS for s in node.schemas)
    return (node.path,) if is_on_tendon else ()


def _side(names: tuple[str, ...], by_path: Mapping[str, Node]) -> tuple[JointSide, str | None]:
    if not names:
        return JointSide.EMPTY, None
    node = by_path.get(names[0])
    if node is None:
        # A prim outside the asset's root is not there once the asset is referenced.
        return JointSide.MISSING, None
    body = node.body_path
    if body is None or by_path[body].is_proxy:
        return JointSide.NOT_A_BODY, None
    return JointSide.BODY, body


def _rotation(prim: Usd.Prim, index: int) -> Quaternion:
    return authored_quaternion(prim, f"physics:localRot{index}") or (0.0, 0.0, 0.0, 1.0)


def _frame(prim: Usd.Prim, index: int) -> Matrix:
    """Return a local joint frame, 4 x 4, column vectors; engines normalise its rotation."""
    x, y, z, w = _rotation(prim, index)
    matrix = np.eye(4)
    matrix[:3, 3] = authored_vector(prim, f"physics:localPos{index}") or (0.0, 0.0, 0.0)
    norm = w * w + x * x + y * y + z * z
    if norm == 0:
        return matrix
    s = 2 / norm
    matrix[:3, :3] = [
        [1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
        [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)],
        [s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)],
    ]
    return matrix


def _pose(node: Node, sides: tuple[Node, Node], frames: Sequence[Matrix], units: StageUnits) -> JointPose | None:
    """Compare the two frames of a joint at the authored pose; ``None`` when a transform cannot be used."""
    placed = [world_frame(side, frame, units) for side, frame in zip(sides, frames, strict=True)]
    if placed[0] is None or placed[1] is None:
        return None
    relative = np.eye(4)
    relative[:3, :3] = placed[0][:3, :3].T @ placed[1][:3, :3]
    relative[:3, 3] = placed[0][:3, :3].T @ (placed[1][:3, 3] - placed[0][:3, 3])
    return joint_pose(relative, read_ranges(node, units))


def _limits(prim: Usd.Prim, type_name: str) -> tuple[float | None, float | None]:
    if type_name != "PhysicsDistanceJoint":
        return authored_float(prim, "physics:lowerLimit"), authored_float(prim, "physics:upperLimit")
    low, high = authored_float(prim, "physics:minDistance"), authored_float(prim, "physics:maxDistance")
    # Negative means "no limit".
    return (None if low is not None and low < 0 else low), (None if high is not None and high < 0 else high)


def _drives(prim: Usd.Prim, schemas: frozenset[str]) -> Iterator[DriveFacts]:
    for schema in sorted(schemas):
        if not schema.startswith("PhysicsDriveAPI:"):
            continue
        axis = schema.partition(":")[2]
        prefix = f"drive:{axis}:physics:"
        yield DriveFacts(
            axis=axis,
            stiffness=authored_float(prim, prefix + "stiffness"),
            damping=authored_float(prim, prefix + "damping"),
            max_force=authored_float(prim, prefix + "maxForce"),
            target_position=authored_float(prim, prefix + "targetPosition"),
            target_velocity=authored_float(prim, prefix + "targetVelocity"),
        )


def read_articulations(nodes: Sequence[Node], joints: Sequence[JointFacts]) -> tuple[ArticulationFacts, ...]:
    """Describe every articulation root with the bodies that belong to it.

    A body belongs to it when joints connect it, over any number of others, to a jointed body at or below the root.
    A root on a rigid body is an articulation even without joints.

    Args:
        nodes: All prims of the asset.
        joints: Its joints.
    """
    roots = [n for n in nodes if _ROOT in n.schemas]
    if not roots:
        return ()
    usable = [j for j in joints if j.is_enabled and not j.is_outside_articulation]
    mates: dict[str, set[str]] = {}
    for joint in usable:
        ends = {b for b in (joint.body0, joint.body1) if b is not None}
        for body in ends:
            mates.setdefault(body, set()).update(ends)
    by_joint = {j.path: j for j in usable}
    return tuple(_articulation(n, nodes, mates, by_joint.get(n.path)) for n in roots)


def _articulation(
    root: Node, nodes: Sequence[Node], mates: Mapping[str, set[str]], joint: JointFacts | None
) -> ArticulationFacts:
    if joint is not None:
        seeds = {b for b in (joint.body0, joint.body1) if b is not None}
    elif root.body_path == root.path:
        seeds = {root.path}
    else:
        seeds = {body for body in mates if is_below(body, root.path)}
    members, open_ends = set(seeds), list(seeds)
    while open_ends:
        for mate in mates.get(open_ends.pop(), set()) - members:
            members.add(mate)
            open_ends.append(mate)
    return ArticulationFacts(
        path=root.path,
        is_enabled=authored_bool(root.prim, "physxArticulation:articulationEnabled", True),
        body_paths=tuple(n.path for n in nodes if n.path in members),
        has_self_collisions=authored_bool(root.prim, "physxArticulation:enabledSelfCollisions", True),
    )
