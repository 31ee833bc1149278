"""Compose a scene in which joints can be moved: the asset far above the floor, held at its bases.

Joints are read and commanded as coordinates of articulations, so every mechanism becomes one with a fixed base: an
anchored one keeps its anchor, which is lifted with it, a floating one is held at its root, joints that work one by one
are joined. All of this is authored over the asset in the composed scene; the asset itself is never edited.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from harness.motion.connections import WORLD, joint_ends
from harness.motion.frames import rigid_pose
from harness.motion.mechanism import MechanismGroup, find_mechanisms
from harness.scene.opinion import Opinion, OpinionKind, apply_api, set_attribute
from harness.scene.spec import Placement, SceneSpec
from harness.scene.variation import instances_above
from harness.stage.facts import JointFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["HELD_BASE", "compose_joint_scene", "holding_notes"]

HELD_BASE = "AssetQaBase"
"""Name of the harness's prims below the asset's root."""

_ROOT_API = "PhysicsArticulationRootAPI"
Array = npt.NDArray[np.float64]


def compose_joint_scene(
    facts: StageFacts, asset_file: Path, *, gravity_m_s2: float, timestep_s: float, has_contacts: bool
) -> SceneSpec | Finding:
    """Describe the scene, or return the finding that there is nothing to move.

    Args:
        facts: The asset.
        asset_file: USD file to reference.
        gravity_m_s2: Gravity, downwards.
        timestep_s: Physics time step.
        has_contacts: Whether links of one mechanism may touch each other as the asset says.
    """
    groups = find_mechanisms(facts)
    if not groups:
        return finding("TST010", "No enabled joint lets anything move, so there are no joints to test.")
    static = [c for c in facts.colliders if c.body_path is None and c.is_enabled]
    placement = _place(facts)
    lifted = _Lifted(facts, placement)
    opinions = [o for number, group in enumerate(groups) for o in _hold(lifted, group, number, has_contacts)]
    if not has_contacts:
        opinions += [o for group in groups for o in _untouched(facts, group)]
    return SceneSpec(
        asset_file=asset_file,
        root_prim_path=facts.root_prim_path,
        meters_per_unit=facts.meters_per_unit,
        kilograms_per_unit=facts.kilograms_per_unit,
        up_axis=facts.up_axis,
        placement=placement,
        gravity_m_s2=gravity_m_s2,
        timestep_s=timestep_s,
        floor_friction=0.5,
        floor_restitution=0.0,
        deactivated_paths=facts.scene_paths,
        disabled_collider_paths=tuple(c.path for c in static),
        uninstanced_paths=tuple(
            dict.fromkeys(
                [p for c in static for p in c.instance_paths]
                + [p for o in opinions for p in instances_above(facts, o.prim_path)]
            )
        ),
        cleared_owner_paths=facts.simulation_owner_paths,
        reset_xforms=facts.reset_xforms,
        variants=facts.variant_selections,
        opinions=tuple(opinions),
    )


def holding_notes(facts: StageFacts) -> tuple[str, ...]:
    """Say in plain words what the scene adds so that the joints can be moved.

    Args:
        facts: The asset.
    """
    notes = []
    for group in find_mechanisms(facts):
        base = _base(facts, group)
        if group.fixed_anchor is None and base is not None:
            notes.append(f"{base} is held in place, since the mechanism has no fixed base of its own.")
        if group.articulation is None:
            notes.append(
                f"The {group.movable_count} joints of {group.bodies[0]} and what hangs on it are simulated as one "
                "articulation; the asset leaves them separate."
            )
    return tuple(notes)


def _place(facts: StageFacts) -> Placement:
    """Lift the asset so far that nothing of it can reach the floor."""
    clouds = [p for b in facts.bodies for p in (b.judged_points_m, b.collider_points_m) if len(p)]
    points = np.concatenate(clouds) if clouds else np.zeros((1, 3))
    points = points[np.isfinite(points).all(axis=1)]
    low, high = (points.min(axis=0), points.max(axis=0)) if len(points) else (np.zeros(3), np.zeros(3))
    size = float(np.linalg.norm(high - low))
    gap = 1.5 * max(size, 0.1)
    middle = (low + high) / 2
    return Placement(
        translation_m=(-float(middle[0]), -float(middle[1]), gap - float(low[2])),
        height_m=float(high[2] - low[2]),
        drop_height_m=gap,
        is_height_raised=False,
        fall_time_s=math.sqrt(2 * gap / 9.81),
        impact_speed_m_s=math.sqrt(2 * gap * 9.81),
        box_min_m=(float(low[0]), float(low[1]), float(low[2])),
        box_max_m=(float(high[0]), float(high[1]), float(high[2])),
    )


class _Lifted:
    """The asset at its place in the scene.

    Args:
        facts: The asset.
        placement: Where it stands.
    """

    def __init__(self, facts: StageFacts, placement: Placement) -> None:
        self.facts, self._placement = facts, placement

    def frame(self, pose: Array) -> Array:
        """Return where a pose of the SI asset frame stands in the scene, 4 x 4."""
        moved = pose.copy()
        moved[:3, 3] = self._placement.to_world(pose[:3, 3])
        return moved


def _base(facts: StageFacts, group: MechanismGroup) -> str | None:
    """Return the body to hold; ``None`` when the world itself is the base of movable anchors."""
    if group.fixed_anchor is not None:
        return next(b for b in joint_ends(group.fixed_anchor) if b != WORLD)
    kinematic = [b.path for b in facts.bodies if b.path in group.bodies and b.is_kinematic]
    if kinematic:
        return kinematic[0]
    if group.anchors:
        return None
    if group.articulation in group.bodies:
        return group.articulation
    children = {joint_ends(j)[1] for j in group.joints}
    parents = [b for b in group.bodies if b not in children]
    return parents[0] if parents else group.bodies[0]


def _hold(lifted: _Lifted, group: MechanismGroup, number: int, has_contacts: bool) -> Iterator[Opinion]:
    """Yield what makes a group an articulation with a fixed base."""
    facts = lifted.facts
    root = facts.root_prim_path.rstrip("/")
    base = _base(facts, group)
    bodies = {b.path: b for b in facts.bodies}
    for path in group.bodies:
        if bodies[path].is_kinematic:
            yield set_attribute(path, "physics:kinematicEnabled", "bool", False)
    holder = group.fixed_anchor.path if group.fixed_anchor is not None else f"{root}/{HELD_BASE}Joint{number}"
    if base is None:
        world = f"{root}/{HELD_BASE}{number}"
        yield from _world_body(world)
        yield from _fixed_joint(holder, world, np.eye(4), facts)
        for joint in group.anchors:
            yield from _to_world(joint, lifted, world)
    else:
        for joint in group.anchors:
            yield from _to_world(joint, lifted, None)
        if group.fixed_anchor is None:
            yield from _fixed_joint(holder, base, lifted.frame(rigid_pose(bodies[base])), facts)
    is_on_ancestor = group.articulation is not None and group.articulation not in (*group.bodies, holder)
    host = str(group.articulation) if is_on_ancestor else holder
    if not is_on_ancestor and group.articulation != holder:
        if group.articulation is not None:
            # Switched off instead of taken away: the engine's reader does not heed schemas that are removed.
            yield apply_api(group.articulation, "PhysxArticulationAPI")
            yield set_attribute(group.articulation, "physxArticulation:articulationEnabled", "bool", False)
        yield apply_api(holder, _ROOT_API)
    if host != group.articulation or not has_contacts:
        yield apply_api(host, "PhysxArticulationAPI")
        contacts = has_contacts and _self_collisions(facts, group)
        yield set_attribute(host, "physxArticulation:enabledSelfCollisions", "bool", contacts)


def _untouched(facts: StageFacts, group: MechanismGroup) -> Iterator[Opinion]:
    """Let nothing outside a group touch it. Its colliders stay: masses may follow from them."""
    others = tuple(b.path for b in facts.bodies if b.is_enabled and b.path not in group.bodies)
    if not others:
        return
    for path in group.bodies:
        authored = tuple(second for first, second in facts.filtered_pairs if first == path)
        yield apply_api(path, "PhysicsFilteredPairsAPI")
        targets = tuple(dict.fromkeys((*authored, *others)))
        yield Opinion(prim_path=path, kind=OpinionKind.RELATIONSHIP, name="physics:filteredPairs", value=targets)


def _self_collisions(facts: StageFacts, group: MechanismGroup) -> bool:
    articulation = next((a for a in facts.articulations if a.path == group.articulation), None)
    return True if articulation is None else articulation.has_self_collisions


def _world_body(path: str) -> Iterator[Opinion]:
    yield Opinion(prim_path=path, kind=OpinionKind.DEFINE, type_name="Xform")
    yield set_attribute(path, "xformOpOrder", "token[]", ("!resetXformStack!",), is_uniform=True)
    yield apply_api(path, "PhysicsRigidBodyAPI")
    yield apply_api(path, "PhysicsMassAPI")
    yield set_attribute(path, "physics:mass", "float", 1.0)
    yield set_attribute(path, "physics:diagonalInertia", "float3", (1.0, 1.0, 1.0))


def _fixed_joint(path: str, body: str, pose: Array, facts: StageFacts) -> Iterator[Opinion]:
    yield Opinion(prim_path=path, kind=OpinionKind.DEFINE, type_name="PhysicsFixedJoint")
    yield Opinion(prim_path=path, kind=OpinionKind.RELATIONSHIP, name="physics:body1", value=(body,))
    yield from _frame(path, 0, pose, facts)
    yield set_attribute(path, "physics:localPos1", "point3f", (0.0, 0.0, 0.0))
    yield set_attribute(path, "physics:localRot1", "quatf", (1.0, 0.0, 0.0, 0.0))


def _to_world(joint: JointFacts, lifted: _Lifted, world: str | None) -> Iterator[Opinion]:
    """Lift the world side of an anchor with the asset, and tie it to the harness's base where there is one."""
    if joint.mechanics is None:
        return
    side = 0 if joint.body0 is None else 1
    frame = joint.mechanics.world_frame0 if side == 0 else joint.mechanics.world_frame1
    # A world side without a body: a frame that is written anew, whatever prim it named.
    targets = () if world is None else (world,)
    yield Opinion(prim_path=joint.path, kind=OpinionKind.RELATIONSHIP, name=f"physics:body{side}", value=targets)
    yield from _frame(joint.path, side, lifted.frame(frame), lifted.facts)


def _frame(path: str, side: int, pose: Array, facts: StageFacts) -> Iterator[Opinion]:
    """Yield the local frame of a joint side that is the world: a pose in SI, Z up, in units and axes of the stage."""
    to_stage = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]]) if facts.up_axis == "Y" else np.eye(3)
    x, y, z = (float(v) for v in to_stage @ pose[:3, 3] / facts.meters_per_unit)
    yield set_attribute(path, f"physics:localPos{side}", "point3f", (x, y, z))
    yield set_attribute(path, f"physics:localRot{side}", "quatf", _quaternion_wxyz(to_stage @ pose[:3, :3]))


def _quaternion_wxyz(turn: Array) -> tuple[float, float, float, float]:
    """Return the unit quaternion of a rotation matrix, real part first.

    Source: largest eigenvector of Bar-Itzhack's matrix, which is exact for every rotation.
    """
    m = turn
    k = np.array(
        [
            [m[0, 0] - m[1, 1] - m[2, 2], m[1, 0] + m[0, 1], m[2, 0] + m[0, 2], m[2, 1] - m[1, 2]],
            [m[1, 0] + m[0, 1], m[1, 1] - m[0, 0] - m[2, 2], m[2, 1] + m[1, 2], m[0, 2] - m[2, 0]],
            [m[2, 0] + m[0, 2], m[2, 1] + m[1, 2], m[2, 2] - m[0, 0] - m[1, 1], m[1, 0] - m[0, 1]],
            [m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], m[0, 0] + m[1, 1] + m[2, 2]],
        ]
    )
    x, y, z, w = np.linalg.eigh(k)[1][:, -1]
    return float(w), float(x), float(y), float(z)
