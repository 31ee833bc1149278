"""Read how a joint moves: frames in the world, velocity limit, armature, mimic relation, actuator."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from pxr import Usd

from harness.geometry import rotation_of
from harness.stage.joint_facts import JointMechanics, MimicFacts
from harness.stage.values import authored_bool, authored_float, authored_token, targets
from harness.stage.walk import Node, StageUnits

__all__ = ["read_mechanics", "world_frame"]

Matrix = npt.NDArray[np.float64]

_AXIS_TOKENS = ("X", "Y", "Z")
_INSTANCES = ("angular", "linear", "rotX", "rotY", "rotZ", "transX", "transY", "transZ")


def world_frame(node: Node | None, frame: Matrix, units: StageUnits) -> Matrix | None:
    """Return a joint frame in the SI asset frame, 4 x 4; ``None`` when a transform is not finite.

    The position scales with the prim, the rotation does not: engines turn joint frames by the body's rotation only.

    Args:
        node: Prim that the frame belongs to; ``None`` for the world.
        frame: Local joint frame, 4 x 4, column vectors, stage units of the prim.
        units: Conversion to the SI asset frame.
    """
    matrix = units.world(np.eye(4) if node is None else node.matrix)
    if not np.isfinite(matrix).all():
        return None
    placed = np.eye(4)
    placed[:3, :3] = rotation_of(matrix[:3, :3]) @ frame[:3, :3]
    placed[:3, 3] = matrix[:3, :3] @ frame[:3, 3] + matrix[:3, 3]
    return placed


def read_mechanics(
    node: Node, sides: Sequence[Node | None], frames: Sequence[Matrix], units: StageUnits
) -> JointMechanics | None:
    """Describe how a joint moves, or ``None`` when its frames cannot be used (not finite or flat).

    Args:
        node: The joint.
        sides: Prims of its two sides; ``None`` for the world.
        frames: Its local frames.
        units: Conversion to the SI asset frame.
    """
    placed = [world_frame(side, frame, units) for side, frame in zip(sides, frames, strict=True)]
    first, second = placed
    if first is None or second is None or min(np.linalg.det(first[:3, :3]), np.linalg.det(second[:3, :3])) < 0.5:
        return None
    prim = node.prim
    is_linear = node.type_name == "PhysicsPrismaticJoint"
    axis = authored_token(prim, "physics:axis") or "X"
    scale = units.meters if is_linear else 1.0
    velocity = _first(prim, ("physxJoint:maxJointVelocity", "newton:velocityLimit"), "maxJointVelocity")
    armature = _first(prim, ("physxJoint:armature", "newton:armature"), "armature")
    # Angles are authored in degrees.
    velocity_scale = units.meters if is_linear else math.pi / 180
    return JointMechanics(
        axis=axis if axis in _AXIS_TOKENS else "X",
        world_frame0=first,
        world_frame1=second,
        max_velocity=None if velocity is None else velocity * velocity_scale,
        armature=None if armature is None else armature * units.kilograms * (1.0 if is_linear else units.meters**2),
        friction=_first(prim, ("physxJoint:jointFriction",), "dynamicFrictionEffort"),
        mimic=_mimic(prim, node.schemas, scale, is_linear),
        actuator=_actuator(prim),
    )


def _first(prim: Usd.Prim, names: Sequence[str], axis_name: str) -> float | None:
    for name in (*(f"physxJointAxis:{i}:{axis_name}" for i in _INSTANCES), *names):
        value = authored_float(prim, name)
        if value is not None:
            return value
    return None


def _actuator(prim: Usd.Prim) -> str | None:
    return authored_token(prim, "actuator") or authored_token(prim, "assetqa:actuator")


def _mimic(prim: Usd.Prim, schemas: frozenset[str], scale: float, is_linear: bool) -> MimicFacts | None:
    """Return the mimic relation as position = multiplier x other + offset.

    NewtonMimicAPI states it so; PhysxMimicJointAPI as position + gearing x other + offset = 0. Offsets of angles are in
    degrees.
    """
    to_si = scale if is_linear else math.pi / 180
    if "NewtonMimicAPI" in schemas and authored_bool(prim, "newton:mimicEnabled", True):
        leader = targets(prim, "newton:mimicJoint")
        if leader:
            ratio, offset = authored_float(prim, "newton:mimicCoef1"), authored_float(prim, "newton:mimicCoef0")
            return MimicFacts(
                joint_path=leader[0], multiplier=1.0 if ratio is None else ratio, offset=(offset or 0.0) * to_si
            )
    for schema in sorted(schemas):
        kind, _, instance = schema.partition(":")
        if kind != "PhysxMimicJointAPI" or not instance:
            continue
        prefix = f"physxMimicJoint:{instance}:"
        leader = targets(prim, prefix + "referenceJoint")
        if leader:
            gearing, offset = authored_float(prim, prefix + "gearing"), authored_float(prim, prefix + "offset")
            return MimicFacts(
                joint_path=leader[0],
                multiplier=-(1.0 if gearing is None else gearing),
                offset=-(offset or 0.0) * to_si,
            )
    return None
