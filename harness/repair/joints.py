"""Repairs of joints, drives, ghost bodies and overlaps. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from harness.geometry import rotation_of
from harness.repair.change import Context, Draft, sites_of
from harness.safeguards.graph import groups
from harness.safeguards.world_anchor import anchoring_joints, near_body
from harness.scene.opinion import Opinion, OpinionKind, set_attribute
from harness.stage.facts import JointFacts, JointSide, StageFacts
from harness.stage.joint_pose import twist_about
from harness.verdict import Finding

__all__ = [
    "disable_anchors",
    "filter_pairs",
    "matching_frames",
    "remove_ghosts",
    "stop_drives",
    "stop_motion",
    "usable_drives",
    "valid_joints",
]

Matrix = npt.NDArray[np.float64]


def _joints(context: Context, findings: Sequence[Finding]) -> list[JointFacts]:
    named = set(sites_of(findings))
    return [j for j in context.known.joints if j.path in named]


def disable_anchors(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Switch joints to the world off and free kinematic bases, when that was asked for."""
    if not context.are_anchors_allowed:
        return "The asset is pinned to the world, which may be meant; add --allow-anchors to make it loose."
    facts, named = context.known, set(sites_of(findings))
    for joint in facts.joints:
        if joint.path in named and JointSide.MISSING in (joint.side0, joint.side1):
            near = near_body(facts, joint)
            return (
                f"{joint.path} names a prim that does not exist (SAF071), so it may be a joint of the mechanism and no "
                f"anchor. Point it at the body that was meant{f', perhaps {near}' if near else ''}, or remove it."
            )
    opinions = [
        set_attribute(j.path, "physics:jointEnabled", "bool", False) for j in anchoring_joints(facts) if j.path in named
    ]
    opinions += [
        set_attribute(b.path, "physics:kinematicEnabled", "bool", False)
        for b in facts.bodies
        if b.path in named and b.is_kinematic
    ]
    if not opinions:
        return "The joint that pins the asset was not found."
    return Draft(title="Make the asset loose", reason=findings[0].message, opinions=tuple(opinions))


def _frame(context: Context, joint: JointFacts, side: int) -> Matrix:
    """Return the authored local frame of a joint, 4 x 4; the identity for a rotation that is none."""
    frame = np.eye(4)
    position = context.source.value(joint.path, f"physics:localPos{side}")
    if isinstance(position, tuple) and np.isfinite(np.asarray(position, dtype=np.float64)).all():
        frame[:3, 3] = position
    turn = context.source.value(joint.path, f"physics:localRot{side}")
    if isinstance(turn, tuple):
        w, x, y, z = (float(v) for v in turn if isinstance(v, (int, float)))
        norm = w * w + x * x + y * y + z * z
        if 0 < norm < math.inf:
            s = 2 / norm
            frame[:3, :3] = [
                [1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
                [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)],
                [s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)],
            ]
    return frame


def _is_sound(context: Context, joint: JointFacts, side: int) -> bool:
    turn = context.source.value(joint.path, f"physics:localRot{side}")
    position = context.source.value(joint.path, f"physics:localPos{side}")
    values = [v for part in (turn, position) if isinstance(part, tuple) for v in part if isinstance(v, (int, float))]
    return bool(np.isfinite(values).all()) and (not isinstance(turn, tuple) or any(turn))


def _quaternion(turn: Matrix) -> tuple[float, float, float, float]:
    """Return the unit quaternion of a rotation, real part first. Source: Shepperd's method (1978)."""
    trace = float(np.trace(turn))
    sums = [trace, *(2 * float(turn[i, i]) - trace for i in range(3))]
    largest = int(np.argmax(sums))
    root = math.sqrt(max(1 + sums[largest], 0.0))
    differences = (turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1])
    if largest == 0:
        w, x, y, z = root / 2, *(float(d) / (2 * root) for d in differences)
        return w, x, y, z
    axis = largest - 1
    out = [0.0, 0.0, 0.0]
    for other in range(3):
        together = float(turn[axis, other] + turn[other, axis])
        out[other] = root / 2 if other == axis else together / (2 * root)
    return float(differences[axis]) / (2 * root), out[0], out[1], out[2]


def _write_frame(path: str, side: int, world_point: Matrix, world_turn: Matrix, body: Matrix) -> Iterator[Opinion]:
    """Yield the local frame of one side of a joint for a frame in the world."""
    point = np.linalg.solve(body, np.append(world_point, 1.0))[:3]
    turn = _quaternion(rotation_of(body[:3, :3]).T @ world_turn)
    x, y, z = (round(float(v), 7) + 0.0 for v in point)
    yield set_attribute(path, f"physics:localPos{side}", "point3f", (x, y, z))
    yield set_attribute(path, f"physics:localRot{side}", "quatf", tuple(round(v, 7) + 0.0 for v in turn))


def _aligned(context: Context, joint: JointFacts, first: str, second: str) -> Iterator[Opinion]:
    """Yield opinions that move the weaker frame of a joint onto the other one."""
    keep = 0 if _is_sound(context, joint, 0) or not _is_sound(context, joint, 1) else 1
    bodies = (context.source.world(first), context.source.world(second))
    kept = _in_world(context, joint, keep, bodies[keep])
    point, turn = kept[:3, 3], kept[:3, :3]
    if not _is_sound(context, joint, keep):
        yield from _write_frame(joint.path, keep, point, turn, bodies[keep])
    moved = kept
    if _is_sound(context, joint, 1 - keep):
        relative: Matrix = np.linalg.inv(kept) @ _in_world(context, joint, 1 - keep, bodies[1 - keep])
        moved = np.asarray(kept @ _position(joint, relative))
    yield from _write_frame(joint.path, 1 - keep, moved[:3, 3], moved[:3, :3], bodies[1 - keep])


def _in_world(context: Context, joint: JointFacts, side: int, body: Matrix) -> Matrix:
    """Return a joint frame as an engine places it, 4 x 4."""
    frame, placed = _frame(context, joint, side), np.eye(4)
    placed[:3, :3] = rotation_of(body[:3, :3]) @ frame[:3, :3]
    placed[:3, 3] = body[:3, :3] @ frame[:3, 3] + body[:3, 3]
    return placed


def _position(joint: JointFacts, relative: Matrix) -> Matrix:
    """Return what of a displacement the joint allows: its limits count from frames that must not turn along with it."""
    allowed = np.eye(4)
    axis = "XYZ".index(joint.mechanics.axis) if joint.mechanics is not None else 0
    if joint.prim_type == "PhysicsPrismaticJoint":
        allowed[axis, 3] = relative[axis, 3]
    elif joint.prim_type == "PhysicsRevoluteJoint":
        angle, after, last = twist_about(relative[:3, :3], axis), (axis + 1) % 3, (axis + 2) % 3
        allowed[after, after] = allowed[last, last] = math.cos(angle)
        allowed[last, after], allowed[after, last] = math.sin(angle), -math.sin(angle)
    return allowed


def matching_frames(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Recompute the second frame of a joint from the first one and the authored poses."""
    opinions: list[Opinion] = []
    for joint in _joints(context, findings):
        if joint.body0 is None or joint.body1 is None:
            continue
        first = joint.body0_targets[0] if joint.body0_targets else joint.body0
        second = joint.body1_targets[0] if joint.body1_targets else joint.body1
        opinions += _aligned(context, joint, first, second)
    if not opinions:
        return "The joint does not connect two bodies."
    return Draft(title="Recompute the joint frame", reason=findings[0].message, opinions=tuple(opinions))


def valid_joints(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Give a joint its frames, and the one body that it can only have meant, back."""
    opinions: list[Opinion] = []
    for joint in _joints(context, findings):
        ends = _ends(context, joint)
        if ends is None:
            return (
                f"It is unknown which bodies {joint.path} is to join: more than one choice is left. Set body0 and "
                "body1, or remove the joint."
            )
        first, second = ends
        for side, target, old in ((0, first, joint.body0_targets), (1, second, joint.body1_targets)):
            if old != (target,):
                opinions.append(
                    Opinion(
                        prim_path=joint.path,
                        kind=OpinionKind.RELATIONSHIP,
                        name=f"physics:body{side}",
                        value=(target,),
                    )
                )
        opinions += _aligned(context, joint, first, second)
    if not opinions:
        return "The joint was not found."
    return Draft(title="Repair the joint", reason=findings[0].message, opinions=tuple(opinions))


def _ends(context: Context, joint: JointFacts) -> tuple[str, str] | None:
    """Return the two bodies of a joint; ``None`` when it is unknown which are meant."""
    if joint.body0 is not None and joint.body1 is not None and joint.body0 != joint.body1:
        return joint.body0_targets[0], joint.body1_targets[0]
    facts = context.known
    others = [j for j in facts.joints if j.path != joint.path and j.is_enabled]
    taken = {b for j in others for b in (j.body0, j.body1) if b is not None}
    known = joint.body0 or joint.body1
    free = [b.path for b in facts.moving_bodies if b.path not in taken and b.path != known]
    if known is None:
        return (free[0], free[1]) if len(free) == 2 else None
    if len(free) != 1:
        return None
    return (known, free[0]) if joint.body0 is not None else (free[0], known)


def remove_ghosts(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Make plain frames of ghost bodies, and switch off the joints that hold them.

    What a ghost carried over a joint that locks it is joined to its carrier instead.
    """
    opinions: list[Opinion] = []
    for path in sites_of(findings):
        if any(g.is_drawn for g in context.source.geometry(path)):
            return f"{path} has visible geometry, so it may be an object that lacks its collider; decide which."
        joints = [j for j in context.known.joints if j.is_enabled and path in (j.body0, j.body1)]
        holders = [j for j in joints if j.locks_all_axes]
        if len(joints) > 1 and len(holders) != 1:
            return f"{path} stands between {len(joints)} joints, none or several of which lock it; remove it by hand."
        for schema in ("PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysxRigidBodyAPI"):
            if schema in context.source.schemas(path):
                opinions.append(Opinion(prim_path=path, kind=OpinionKind.REMOVE_API, name=schema))
        holder = holders[0] if holders else joints[0] if joints else None
        if holder is not None:
            opinions.append(Opinion(prim_path=holder.path, kind=OpinionKind.ACTIVE, value=False))
            carrier = holder.body1 if holder.body0 == path else holder.body0
            for joint in joints:
                if joint.path != holder.path and carrier is not None:
                    opinions += _handed_on(context, joint, path, carrier)
    if not opinions:
        return "The ghost body was not found."
    return Draft(title="Make plain frames of ghost bodies", reason=findings[0].message, opinions=tuple(opinions))


def _handed_on(context: Context, joint: JointFacts, ghost: str, carrier: str) -> Iterator[Opinion]:
    side = 0 if joint.body0 == ghost else 1
    targets = joint.body0_targets if side == 0 else joint.body1_targets
    old, new = context.source.world(targets[0] if targets else ghost), context.source.world(carrier)
    frame = _frame(context, joint, side)
    yield Opinion(prim_path=joint.path, kind=OpinionKind.RELATIONSHIP, name=f"physics:body{side}", value=(carrier,))
    point = old[:3, :3] @ frame[:3, 3] + old[:3, 3]
    yield from _write_frame(joint.path, side, point, rotation_of(old[:3, :3]) @ frame[:3, :3], new)


def usable_drives(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Swap inverted limits, and take away numbers that no engine can use."""
    opinions: list[Opinion] = []
    for joint in _joints(context, findings):
        low, high = joint.lower_limit, joint.upper_limit
        names = ("minDistance", "maxDistance") if "Distance" in joint.prim_type else ("lowerLimit", "upperLimit")
        if low is not None and high is not None and low > high:
            opinions.append(set_attribute(joint.path, f"physics:{names[0]}", "float", high))
            opinions.append(set_attribute(joint.path, f"physics:{names[1]}", "float", low))
        for name, value in zip(names, (low, high), strict=True):
            if value is not None and math.isnan(value):
                opinions.append(set_attribute(joint.path, f"physics:{name}", "float", None))
        if joint.break_force is not None and (math.isnan(joint.break_force) or joint.break_force < 0):
            opinions.append(set_attribute(joint.path, "physics:breakForce", "float", None))
        opinions += _unusable(joint)
    if not opinions:
        return "The number that is wrong was not found on the joint."
    return Draft(title="Write limits and gains that work", reason=findings[0].message, opinions=tuple(opinions))


def _unusable(joint: JointFacts) -> Iterator[Opinion]:
    for drive in joint.drives:
        for name, value, is_signed in (
            ("stiffness", drive.stiffness, False),
            ("damping", drive.damping, False),
            ("targetPosition", drive.target_position, True),
            ("targetVelocity", drive.target_velocity, True),
        ):
            if value is not None and (not math.isfinite(value) or (value < 0 and not is_signed)):
                yield set_attribute(joint.path, f"drive:{drive.axis}:physics:{name}", "float", None)
        force = drive.max_force
        if force is not None and (math.isnan(force) or force < 0):
            yield set_attribute(joint.path, f"drive:{drive.axis}:physics:maxForce", "float", None)


def filter_pairs(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Switch collisions between overlapping links of one mechanism off with FilteredPairsAPI."""
    partners: dict[str, list[str]] = {}
    group_of = groups(context.known)
    for item in findings:
        pair = [s.prim_path for s in item.sites if s.prim_path in group_of]
        if len(pair) == 2 and pair[0] and pair[1]:
            if group_of[pair[0]] != group_of[pair[1]]:
                return (
                    f"No joint connects {pair[0]} and {pair[1]}, so they would sink into each other; move them apart."
                )
            partners.setdefault(pair[0], []).append(pair[1])
    opinions: list[Opinion] = []
    for path, others in partners.items():
        old = tuple(b for a, b in context.known.filtered_pairs if a == path)
        opinions.append(Opinion(prim_path=path, kind=OpinionKind.APPLY_API, name="PhysicsFilteredPairsAPI"))
        opinions.append(
            Opinion(
                prim_path=path,
                kind=OpinionKind.RELATIONSHIP,
                name="physics:filteredPairs",
                value=tuple(dict.fromkeys((*old, *others))),
            )
        )
    if not opinions:
        return "The two links that overlap were not found."
    return Draft(
        title="Switch collisions between the overlapping links off",
        reason=findings[0].message,
        opinions=tuple(opinions),
    )


def _turning_drives(facts: StageFacts) -> tuple[list[str], list[Opinion]]:
    reasons, opinions = list[str](), list[Opinion]()
    for joint in facts.joints:
        for drive in joint.drives:
            if joint.is_enabled and drive.target_velocity and drive.damping:
                name = f"drive:{drive.axis}:physics:targetVelocity"
                opinions.append(set_attribute(joint.path, name, "float", 0.0))
                reasons.append(f"The {drive.axis} drive of {joint.path} keeps turning.")
    return reasons, opinions


def stop_drives(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Stop drives that turn an asset that is at rest as a whole."""
    reasons, opinions = _turning_drives(context.known)
    if not opinions:
        return "No drive keeps it turning; a rounded base or low friction is a matter of the model."
    return Draft(title="Stop what keeps turning", reason=" ".join(reasons), opinions=tuple(opinions))


def stop_motion(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Stop what keeps an asset moving: drives with a target velocity, bouncy or frictionless materials."""
    facts = context.known
    reasons, opinions = _turning_drives(facts)
    for material in facts.materials:
        if (material.restitution or 0) >= 0.9 or (material.restitution and material.restitution_combine_mode == "max"):
            if material.restitution_combine_mode == "max":
                name = "physxMaterial:restitutionCombineMode"
                opinions.append(set_attribute(material.path, name, "token", "average", is_uniform=True))
            else:
                opinions.append(set_attribute(material.path, "physics:restitution", "float", 0.5))
            reasons.append(f"{material.path} bounces on although the floor takes all energy.")
        if not material.dynamic_friction:
            for name in ("physics:staticFriction", "physics:dynamicFriction"):
                opinions.append(set_attribute(material.path, name, "float", 0.5))
            reasons.append(f"{material.path} has no friction.")
    if not opinions:
        return "Nothing that keeps it moving was found: no drive that turns, no bouncy or frictionless material."
    return Draft(title="Stop what keeps the asset moving", reason=" ".join(reasons), opinions=tuple(opinions))
