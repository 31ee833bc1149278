"""Author joints: frames, limits, dynamics, mimics, and everything else that a joint says.

Angles become degrees: positions and speeds times 180/pi, damping times pi/180 (it is per speed), torques stay.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from pxr import Gf, Sdf, Usd, UsdPhysics

from harness.intake.urdf_usd import put, put_custom, quaternion
from harness.urdf.bodies import BodyPlan, JointPlan
from harness.urdf.fidelity import Fate, Fidelity
from harness.urdf.model import Joint, JointType
from harness.urdf.tree import Tree, pose_matrix

__all__ = ["author_joint", "author_mimics", "joint_frames"]

Matrix = npt.NDArray[np.float64]

_AXES = {(1.0, 0.0, 0.0): "X", (0.0, 1.0, 0.0): "Y", (0.0, 0.0, 1.0): "Z"}
_ALIGNED = 1e-12
_FLOAT = Sdf.ValueTypeNames.Float


def joint_frames(plan: JointPlan, tree: Tree) -> tuple[Matrix, Matrix, str]:
    """Return the joint frame in body 0 and in body 1, 4 x 4, column vectors, and the token of the axis.

    An axis along x, y or z keeps its letter. Any other one becomes x of a turned frame.

    Args:
        plan: The joint and its bodies.
        tree: Poses of the links.
    """
    token, turn = _alignment(plan.joint)
    local1 = np.eye(4)
    local1[:3, :3] = turn
    # Joint position 0, wherever the child stands; between parent and carrier there are fixed joints only.
    world = tree.poses[plan.joint.parent] @ pose_matrix(plan.joint.origin) @ local1
    base = np.eye(4) if plan.body0 is None else tree.poses[plan.body0]
    inverse = np.eye(4)
    inverse[:3, :3] = base[:3, :3].T
    inverse[:3, 3] = -base[:3, :3].T @ base[:3, 3]
    return inverse @ world, local1, token


def _alignment(joint: Joint) -> tuple[str, Matrix]:
    if not joint.type.has_axis:
        return "X", np.eye(3)
    axis = np.array(joint.axis) / np.linalg.norm(joint.axis)
    for direction, token in _AXES.items():
        # The planar joint is built on x.
        is_free_choice = joint.type is not JointType.PLANAR or token == "X"
        if is_free_choice and np.abs(axis - direction).max() < _ALIGNED:
            return token, np.eye(3)
    x = np.array([1.0, 0.0, 0.0])
    cosine = float(axis[0])
    if cosine < -1 + 1e-9:
        return "X", np.diag([-1.0, -1.0, 1.0])
    cross = np.cross(x, axis)
    skew = np.array([[0, -cross[2], cross[1]], [cross[2], 0, -cross[0]], [-cross[1], cross[0], 0]])
    # Rodrigues' formula for the shortest turn of x onto the axis.
    return "X", np.eye(3) + skew + skew @ skew / (1 + cosine)


def author_joint(
    stage: Usd.Stage, path: str, plan: JointPlan, tree: Tree, body_paths: Mapping[str, str], fidelity: Fidelity
) -> Usd.Prim:
    """Author one joint.

    Args:
        stage: Stage to author on.
        path: New prim.
        plan: The joint and its bodies.
        tree: Poses of the links.
        body_paths: Prims of the bodies by link.
        fidelity: Takes what could not be converted.
    """
    joint = plan.joint
    frame0, frame1, token = joint_frames(plan, tree)
    schema = _define(stage, path, joint, token)
    prim = schema.GetPrim()
    if plan.body0 is not None:
        schema.CreateBody0Rel().SetTargets([body_paths[plan.body0]])
    schema.CreateBody1Rel().SetTargets([body_paths[plan.body1]])
    schema.CreateLocalPos0Attr(Gf.Vec3f(*frame0[:3, 3].tolist()))
    schema.CreateLocalRot0Attr(Gf.Quatf(quaternion(frame0[:3, :3])))
    schema.CreateLocalPos1Attr(Gf.Vec3f(*frame1[:3, 3].tolist()))
    schema.CreateLocalRot1Attr(Gf.Quatf(quaternion(frame1[:3, :3])))
    _limits(schema, joint)
    position = tree.positions.get(joint.name)
    if position is not None:
        # Engines start articulations at 0, whatever the poses of the bodies say.
        kind = "angular" if joint.type.is_angular else "linear"
        value = position * (180 / math.pi if joint.type.is_angular else 1.0)
        put(prim, f"PhysicsJointStateAPI:{kind}", {f"state:{kind}:physics:position": (_FLOAT, value)})
    _dynamics(prim, joint, fidelity)
    if plan.body0 is None:
        _tell_what_the_world_loses(joint, path, fidelity)
    _unread(prim, joint, fidelity)
    if plan.is_retargeted:
        carrier = "the world" if plan.body0 is None else f"'{plan.body0}'"
        text = f"its parent '{joint.parent}' is only a frame; the joint hangs on {carrier}"
        # The same place and the same motion: nothing is lost.
        put_custom(prim, "parent", joint.parent)
        fidelity.add(Fate.KEPT, joint.element, text, path)
    fidelity.converted(f"{joint.type} joint")
    return prim


def _define(stage: Usd.Stage, path: str, joint: Joint, token: str) -> Any:
    if joint.type is JointType.FIXED:
        return UsdPhysics.FixedJoint.Define(stage, path)
    if joint.type is JointType.PLANAR:
        schema = UsdPhysics.Joint.Define(stage, path)
        # Free along the plane and about its normal, which is x of the frame.
        for axis in ("transX", "rotY", "rotZ"):
            limit = UsdPhysics.LimitAPI.Apply(schema.GetPrim(), axis)
            limit.CreateLowAttr(1.0)
            limit.CreateHighAttr(-1.0)
        return schema
    kind = UsdPhysics.PrismaticJoint if joint.type is JointType.PRISMATIC else UsdPhysics.RevoluteJoint
    schema = kind.Define(stage, path)
    schema.CreateAxisAttr(token)
    return schema


def _limits(schema: Any, joint: Joint) -> None:
    if joint.type not in (JointType.REVOLUTE, JointType.PRISMATIC):
        return
    scale = 180 / math.pi if joint.type.is_angular else 1.0
    limit = joint.limit
    lower = 0.0 if limit is None or limit.lower is None else limit.lower
    upper = 0.0 if limit is None or limit.upper is None else limit.upper
    if math.isfinite(lower):
        schema.CreateLowerLimitAttr(lower * scale)
    if math.isfinite(upper):
        schema.CreateUpperLimitAttr(upper * scale)


def _dynamics(prim: Usd.Prim, joint: Joint, fidelity: Fidelity) -> None:
    if not joint.type.has_position:
        for element in (joint.dynamics, joint.limit):
            if element is not None and joint.type is JointType.PLANAR:
                text = f"a planar joint has no single position, so <{element.element.tag}> has no counterpart"
                fidelity.add(Fate.DROPPED, element.element, text, str(prim.GetPath()))
        return
    degrees = 180 / math.pi if joint.type.is_angular else 1.0
    newton: dict[str, tuple[Any, Any]] = {}
    physx: dict[str, tuple[Any, Any]] = {}
    axis = "angular" if joint.type.is_angular else "linear"
    prefix = f"physxJointAxis:{axis}:"
    if joint.dynamics is not None:
        damping, friction = joint.dynamics.damping / degrees, joint.dynamics.friction
        newton |= {"newton:damping": (_FLOAT, damping), "newton:friction": (_FLOAT, friction)}
        physx[prefix + "viscousFrictionCoefficient"] = (_FLOAT, damping)
        physx[prefix + "staticFrictionEffort"] = (_FLOAT, friction)
        physx[prefix + "dynamicFrictionEffort"] = (_FLOAT, friction)
    limit = joint.limit
    if limit is not None and limit.velocity is not None and math.isfinite(limit.velocity):
        newton["newton:velocityLimit"] = (_FLOAT, limit.velocity * degrees)
        physx[prefix + "maxJointVelocity"] = (_FLOAT, limit.velocity * degrees)
    if newton:
        put(prim, "NewtonJointAPI", newton)
        put(prim, f"PhysxJointAxisAPI:{axis}", physx)
    if limit is not None and limit.effort is not None:
        drive = UsdPhysics.DriveAPI.Apply(prim, axis)
        drive.CreateStiffnessAttr(0.0)
        drive.CreateDampingAttr(0.0)
        if math.isfinite(limit.effort):
            drive.CreateMaxForceAttr(limit.effort)


def _tell_what_the_world_loses(joint: Joint, path: str, fidelity: Fidelity) -> None:
    """Name what PhysX only knows for joints inside an articulation, which a moving joint at the world is not."""
    if not joint.type.has_position:
        return
    where = f"'{joint.name}' hangs directly on the world, outside of any articulation, where PhysX knows no"
    dynamics, limit = joint.dynamics, joint.limit
    if dynamics is not None and (dynamics.damping or dynamics.friction):
        fidelity.add(Fate.DROPPED, dynamics.element, f"{where} damping or friction of a joint", path)
    if limit is not None and limit.velocity is not None and math.isfinite(limit.velocity):
        fidelity.add(Fate.APPROXIMATED, limit.element, f"{where} velocity limit of a joint", path)


def _unread(prim: Usd.Prim, joint: Joint, fidelity: Fidelity) -> None:
    """Keep what no schema has under names of its own, in the units of the file."""
    for element, names in (
        (joint.limit, ("effort", "velocity")),
        (joint.safety, ("soft_lower_limit", "soft_upper_limit", "k_position", "k_velocity")),
        (joint.calibration, ("rising", "falling", "reference_position")),
    ):
        if element is None:
            continue
        tag = element.element.tag
        for name in names:
            value = getattr(element, name)
            if value is not None:
                put_custom(prim, f"{tag}:{name}", value)
        if tag != "limit":
            fidelity.add(Fate.KEPT, element.element, f"no engine reads it ({joint.name})", str(prim.GetPath()))


def author_mimics(prims: Mapping[str, Usd.Prim], plan: BodyPlan, fidelity: Fidelity) -> None:
    """Author mimics, once all joints exist.

    Args:
        prims: Prim of each joint by its name.
        plan: The joints.
        fidelity: Takes what could not be converted.
    """
    joints = {p.joint.name: p.joint for p in plan.joints}
    loose = {p.joint.name for p in plan.joints if p.body0 is None}
    for joint in joints.values():
        mimic = joint.mimic
        if mimic is None:
            continue
        prim, other = prims[joint.name], joints.get(mimic.joint)
        put_custom(prim, "mimic:joint", mimic.joint)
        put_custom(prim, "mimic:multiplier", mimic.multiplier)
        put_custom(prim, "mimic:offset", mimic.offset)
        is_possible = other is not None and other.type.has_position and joint.type.has_position and other is not joint
        if other is None or not is_possible:
            why = "does not exist in the USD" if other is None else "or the joint itself has no single position"
            text = f"'{mimic.joint}' {why}, so '{joint.name}' does not follow it"
            # SAF112 tells everything but a joint that has no position of its own.
            is_told = joint.type.has_position
            fidelity.add(Fate.DROPPED, mimic.element, text, str(prim.GetPath()), has_finding=is_told)
            continue
        if loose & {joint.name, other.name}:
            text = f"'{joint.name}' or '{other.name}' hangs directly on the world, where PhysX couples no joints"
            fidelity.add(Fate.DROPPED, mimic.element, text, str(prim.GetPath()))
            continue
        _mimic(prim, prims[other.name], joint, other)
        fidelity.converted("mimic")


def _mimic(prim: Usd.Prim, reference: Usd.Prim, joint: Joint, other: Joint) -> None:
    """Author position = multiplier * other + offset in the units of the two joints."""
    assert joint.mimic is not None
    own = 180 / math.pi if joint.type.is_angular else 1.0
    its = 180 / math.pi if other.type.is_angular else 1.0
    factor, offset = joint.mimic.multiplier * own / its, joint.mimic.offset * own
    values = {
        "newton:mimicEnabled": (Sdf.ValueTypeNames.Bool, True),
        "newton:mimicCoef0": (_FLOAT, offset),
        "newton:mimicCoef1": (_FLOAT, factor),
    }
    put(prim, "NewtonMimicAPI", values)
    prim.CreateRelationship("newton:mimicJoint", custom=False).SetTargets([reference.GetPath()])
