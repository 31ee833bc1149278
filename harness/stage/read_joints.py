"""Read joints: which bodies they connect, and whether their frames agree."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from pxr import Usd, UsdPhysics

from harness.stage.facts import DriveFacts, JointFacts, JointSide
from harness.stage.values import authored, authored_bool, authored_float, targets
from harness.stage.walk import Node, StageUnits

__all__ = ["read_joints"]

Matrix = npt.NDArray[np.float64]

_AXES = ("transX", "transY", "transZ", "rotX", "rotY", "rotZ")


def read_joints(
    nodes: Sequence[Node], by_path: Mapping[str, Node], stage: Usd.Stage, units: StageUnits
) -> tuple[JointFacts, ...]:
    """Describe every joint prim.

    Args:
        nodes: All prims of the asset.
        by_path: The same by path.
        stage: Their stage.
        units: Conversion to the SI asset frame.
    """
    return tuple(_joint(n, by_path, stage, units) for n in nodes if n.prim.IsA(UsdPhysics.Joint))


def _joint(node: Node, by_path: Mapping[str, Node], stage: Usd.Stage, units: StageUnits) -> JointFacts:
    prim = node.prim
    first, second = targets(prim, "physics:body0"), targets(prim, "physics:body1")
    side0, body0 = _side(first, by_path, stage)
    side1, body1 = _side(second, by_path, stage)
    frames = [_frame(prim, index) for index in (0, 1)]
    finite = all(f is not None and np.isfinite(f).all() for f in frames)
    unit = all(0.5 < _rotation_length(prim, index) < 2 for index in (0, 1))
    gap = angle = None
    if finite and unit and side0 is JointSide.BODY and side1 is JointSide.BODY and first and second:
        gap, angle = _disagreement(by_path[first[0]], by_path[second[0]], frames, units)
    lower, upper = _limits(prim)
    locks = prim.GetTypeName() == "PhysicsFixedJoint" or _locks_all(prim, node.schemas)
    return JointFacts(
        path=node.path,
        prim_type=str(prim.GetTypeName()),
        is_enabled=authored_bool(prim, "physics:jointEnabled", True),
        body0_targets=first,
        body1_targets=second,
        side0=side0,
        side1=side1,
        body0=body0,
        body1=body1,
        locks_all_axes=locks,
        has_finite_frames=finite,
        has_unit_rotations=unit,
        frame_gap_m=gap,
        frame_angle_rad=angle,
        lower_limit=lower,
        upper_limit=upper,
        break_force=authored_float(prim, "physics:breakForce"),
        drives=_drives(prim, node.schemas),
        constrained_axes=_constrained(prim, node.schemas),
    )


def _side(names: tuple[str, ...], by_path: Mapping[str, Node], stage: Usd.Stage) -> tuple[JointSide, str | None]:
    if not names:
        return JointSide.EMPTY, None
    node = by_path.get(names[0])
    if node is None:
        # A prim outside the asset's root is not there once the asset is referenced.
        return JointSide.MISSING, None
    body = node.body_path
    if body is None or stage.GetPrimAtPath(body).IsInstanceProxy():
        return JointSide.NOT_A_BODY, None
    return JointSide.BODY, body


def _frame(prim: Usd.Prim, index: int) -> Matrix | None:
    position = prim.GetAttribute(f"physics:localPos{index}").Get()
    rotation = prim.GetAttribute(f"physics:localRot{index}").Get()
    if position is None or rotation is None:
        return None
    matrix = np.eye(4)
    w, (x, y, z) = float(rotation.real), (float(v) for v in rotation.imaginary)
    norm = w * w + x * x + y * y + z * z
    if not norm > 0:
        return matrix
    s = 2 / norm
    matrix[:3, :3] = [
        [1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
        [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)],
        [s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)],
    ]
    matrix[:3, 3] = [float(v) for v in position]
    return matrix


def _rotation_length(prim: Usd.Prim, index: int) -> float:
    rotation: Any = prim.GetAttribute(f"physics:localRot{index}").Get()
    return float(rotation.GetLength()) if rotation is not None else math.nan


def _disagreement(first: Node, second: Node, frames: list[Matrix | None], units: StageUnits) -> tuple[float, float]:
    """Return distance [m] and angle [rad] between the two frames of a joint at the authored pose."""
    world = []
    for node, frame in zip((first, second), frames, strict=True):
        if frame is None:
            return math.nan, math.nan
        matrix = units.world(node.matrix)
        origin = matrix[:3, :3] @ frame[:3, 3] + matrix[:3, 3]
        # Without scale: engines turn joint frames by the rotation of the body only.
        turn, _ = np.linalg.qr(matrix[:3, :3]) if np.isfinite(matrix).all() else (np.eye(3), None)
        turn = turn * np.sign(np.einsum("ij,ij->j", turn, matrix[:3, :3]))
        world.append((origin, turn @ frame[:3, :3]))
    gap = float(np.linalg.norm(world[0][0] - world[1][0]))
    cosine = (float(np.trace(world[0][1].T @ world[1][1])) - 1) / 2
    return gap, math.acos(min(1.0, max(-1.0, cosine)))


def _locks_all(prim: Usd.Prim, schemas: frozenset[str]) -> bool:
    if prim.GetTypeName() != "PhysicsJoint":
        return False
    for axis in _AXES:
        low, high = (
            authored_float(prim, f"limit:{axis}:physics:low"),
            authored_float(prim, f"limit:{axis}:physics:high"),
        )
        is_locked = low is not None and high is not None and (low > high or low == high == 0)
        if f"PhysicsLimitAPI:{axis}" not in schemas or not is_locked:
            return False
    return True


def _limits(prim: Usd.Prim) -> tuple[float | None, float | None]:
    """Return the authored limits; of a distance joint the distances, of which a negative one means no limit."""
    if prim.GetTypeName() != "PhysicsDistanceJoint":
        return authored_float(prim, "physics:lowerLimit"), authored_float(prim, "physics:upperLimit")
    low, high = authored_float(prim, "physics:minDistance"), authored_float(prim, "physics:maxDistance")
    return (None if low is not None and low < 0 else low), (None if high is not None and high < 0 else high)


def _constrained(prim: Usd.Prim, schemas: frozenset[str]) -> tuple[str, ...] | None:
    if prim.GetTypeName() != "PhysicsJoint":
        return None
    return tuple(axis for axis in _AXES if f"PhysicsLimitAPI:{axis}" in schemas)


def _drives(prim: Usd.Prim, schemas: frozenset[str]) -> tuple[DriveFacts, ...]:
    drives = []
    for schema in sorted(schemas):
        if not schema.startswith("PhysicsDriveAPI:"):
            continue
        axis = schema.partition(":")[2]

        def number(name: str, axis: str = axis) -> float | None:
            value = authored(prim, f"drive:{axis}:physics:{name}")
            return float(value) if isinstance(value, (int, float)) else None

        drives.append(
            DriveFacts(
                axis=axis,
                stiffness=number("stiffness"),
                damping=number("damping"),
                max_force=number("maxForce"),
                target_position=number("targetPosition"),
                target_velocity=number("targetVelocity"),
            )
        )
    return tuple(drives)
