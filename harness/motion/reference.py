"""A reference model of an asset's articulations, and its numbers for a recorded motion.

The model takes frames from the stage, and masses, centres, inertias and armatures that the asset authors; what is not
authored comes from the engine. So a difference to the engine's own dynamics points at what it does not take over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from harness.dynamics.model import JointKind, Link, Mechanism, MechanismError, State
from harness.dynamics.rigid_body import (
    bias_force,
    forward_kinematics,
    gravity_force,
    inverse_dynamics,
    mass_matrix,
    mechanical_energy,
)
from harness.geometry import quaternion_to_matrix
from harness.motion.frames import rigid_pose
from harness.motion.record import JointFrames
from harness.motion.system import JointSystem
from harness.safeguards.graph import is_valid
from harness.scene.spec import SceneSpec
from harness.stage.facts import BodyFacts, JointFacts, StageFacts

__all__ = ["ReferenceModel", "build_reference", "reference_numbers"]

Array = npt.NDArray[np.float64]

_KINDS = {
    "PhysicsFixedJoint": JointKind.FIXED,
    "PhysicsRevoluteJoint": JointKind.REVOLUTE,
    "PhysicsPrismaticJoint": JointKind.PRISMATIC,
}
_FRAMES_AT_ONCE = 512


@dataclass(frozen=True, kw_only=True)
class ReferenceModel:
    """A mechanism with the engine's coordinates that it describes."""

    mechanism: Mechanism
    coordinates: tuple[int, ...]
    """Engine coordinate of each coordinate of the mechanism."""


def build_reference(system: JointSystem, facts: StageFacts, index: int, gravity_m_s2: float) -> ReferenceModel | None:
    """Build the model of one articulation with a held base.

    Args:
        system: The joints, paths in the asset.
        facts: The asset.
        index: Which articulation.
        gravity_m_s2: Gravity of the scene, downwards.

    Returns:
        The model, or ``None`` for what it cannot describe: floating bases, joints with several degrees of freedom,
        closed loops, mirrored bodies, masses that no body can have.
    """
    if not system.is_fixed_base[index] or index >= len(system.articulation_paths):
        return None
    if any(b.transform.determinant < 0 for b in facts.bodies if b.path in system.link_paths):
        return None
    wanted = [k for k in range(system.count) if system.articulation_of[k] == index]
    paths = [system.joint_paths[k] for k in wanted]
    if len(set(paths)) < len(paths):
        return None
    start = int(np.flatnonzero(system.link_is_root)[index])
    links = list(_tree(system, facts, start))
    try:
        mechanism = Mechanism(links=tuple(links), gravity_m_s2=(0.0, 0.0, -gravity_m_s2))
    except MechanismError:
        return None
    if sorted(mechanism.joint_names) != sorted(paths):
        return None
    order = tuple(wanted[paths.index(name)] for name in mechanism.joint_names)
    return ReferenceModel(mechanism=mechanism, coordinates=order)


def _tree(system: JointSystem, facts: StageFacts, start: int) -> Iterator[Link]:
    """Yield links from the root outwards; nothing when a frame is unusable."""
    bodies = {b.path: b for b in facts.bodies}
    row = {p: i for i, p in enumerate(system.link_paths)}
    root = system.link_paths[start]
    if root not in bodies or not bodies[root].transform.is_finite:
        # The harness's own base: it stands at the world's origin.
        yield _link(system, start, None, (-1, JointKind.FIXED, "", np.eye(4), np.eye(4), (0.0, 0.0, 1.0)))
    else:
        frame = rigid_pose(bodies[root])
        yield _link(system, start, bodies[root], (-1, JointKind.FIXED, "", frame, np.eye(4), (0.0, 0.0, 1.0)))
    number = {root: 0}
    open_ends = [root]
    joints = [j for j in facts.joints if is_valid(j) and not j.is_outside_articulation and j.mechanics is not None]
    own_base = root not in bodies
    while open_ends:
        parent = open_ends.pop(0)
        for joint in joints:
            ends = [b or (root if own_base else "") for b in (joint.body0, joint.body1)]
            if parent not in ends or joint.prim_type not in _KINDS:
                continue
            is_reversed = ends[1] == parent
            child = ends[0] if is_reversed else ends[1]
            if child in number or child not in row or child not in bodies:
                continue
            placed = rigid_pose(bodies[parent]) if parent in bodies else np.eye(4)
            yield _jointed(system, joint, (bodies[child], row[child]), (number[parent], placed, is_reversed))
            number[child] = len(number)
            open_ends.append(child)


def _jointed(
    system: JointSystem, joint: JointFacts, child: tuple[BodyFacts, int], place: tuple[int, Array, bool]
) -> Link:
    body, row = child
    parent, placed, is_reversed = place
    mechanics = joint.mechanics
    if mechanics is None:
        raise MechanismError(f"{joint.path}: no frames")
    first, second = mechanics.world_frame0, mechanics.world_frame1
    if is_reversed:
        first, second = second, first
    unit = np.eye(3)["XYZ".index(mechanics.axis)] * (-1.0 if is_reversed else 1.0)
    armature = 0.0
    if joint.path in system.joint_paths:
        engine = float(system.armature[system.joint_paths.index(joint.path)])
        armature = engine if mechanics.armature is None else mechanics.armature
    axis = (float(unit[0]), float(unit[1]), float(unit[2]))
    frames = (np.linalg.inv(placed) @ first, np.linalg.inv(rigid_pose(body)) @ second)
    link = _link(system, row, body, (parent, _KINDS[joint.prim_type], joint.path, *frames, axis))
    return replace(link, armature=armature)


def _link(
    system: JointSystem,
    row: int,
    body: BodyFacts | None,
    joint: tuple[int, JointKind, str, Array, Array, tuple[float, float, float]],
) -> Link:
    parent, kind, name, parent_frame, child_frame, axis = joint
    mass, center, inertia = _mass_properties(system, row, body)
    return Link(
        name=system.link_paths[row] or f"link {row}",
        joint_name=name,
        parent=parent,
        kind=kind,
        axis=axis,
        parent_frame=parent_frame,
        child_frame=child_frame,
        mass_kg=mass,
        center_of_mass_m=center,
        inertia_kg_m2=inertia,
    )


def _mass_properties(system: JointSystem, row: int, body: BodyFacts | None) -> tuple[float, Array, Array]:
    """Return mass, centre and inertia of a link: as authored where it is, else as the engine has them."""
    mass, center = float(system.link_mass_kg[row]), system.link_center_m[row]
    inertia = system.link_inertia_kg_m2[row]
    if body is None:
        return mass, center, inertia
    if body.mass_kg is not None and body.mass_kg > 0:
        mass = body.mass_kg
    if body.center_of_mass_m is not None and np.isfinite(body.center_of_mass_m).all():
        frame = rigid_pose(body)
        center = frame[:3, :3].T @ (np.asarray(body.center_of_mass_m) - frame[:3, 3])
    diagonal = body.diagonal_inertia_kg_m2
    if diagonal is not None and min(diagonal) > 0 and np.isfinite(diagonal).all():
        turn = quaternion_to_matrix(body.principal_axes_xyzw or (0.0, 0.0, 0.0, 1.0))
        if np.isfinite(turn).all():
            inertia = turn @ np.diag(diagonal) @ turn.T
    return mass, np.asarray(center, dtype=np.float64), np.asarray(inertia, dtype=np.float64)


def reference_numbers(
    system: JointSystem, facts: StageFacts, frames: JointFrames, spec: SceneSpec
) -> Mapping[str, Array] | None:
    """Compute the model's dynamics at the recorded states; ``None`` when no articulation can be modelled.

    Args:
        system: The joints, paths in the asset.
        facts: The asset.
        frames: What the joints did.
        spec: The scene.

    Returns:
        ``is_modelled`` (D,), 1 or 0; ``armature`` (D,); ``effort`` (F, D): forces for the measured accelerations, NaN
        where unknown; ``energy_j`` and ``kinetic_j`` (F,): of all modelled articulations, and the kinetic part of it;
        ``is_damped`` (1,), 1 where a body authors damping; ``mass_matrix`` (K, D, D), ``coriolis`` and ``gravity``
        (K, D) at the frames whose dynamics were recorded.
    """
    count, rows = system.count, frames.dynamics_frames
    result = {
        "is_modelled": np.zeros(count),
        "armature": np.full(count, np.nan),
        "effort": np.full(frames.position.shape, np.nan),
        "energy_j": np.zeros(len(frames.position)),
        "kinetic_j": np.zeros(len(frames.position)),
        "is_damped": np.array([float(any(_is_damped(b) for b in facts.bodies))]),
        "mass_matrix": np.full((len(rows), count, count), np.nan),
        "coriolis": np.full((len(rows), count), np.nan),
        "gravity": np.full((len(rows), count), np.nan),
    }
    for index in range(len(system.articulation_paths)):
        model = build_reference(system, facts, index, spec.gravity_m_s2)
        if model is None:
            continue
        result["is_modelled"][list(model.coordinates)] = 1.0
        result["armature"][list(model.coordinates)] = model.mechanism.armature
        for first in range(1, len(frames.position), _FRAMES_AT_ONCE):
            _fill_efforts(model, frames, slice(first, first + _FRAMES_AT_ONCE), spec.timestep_s, result)
        if len(rows):
            _fill_dynamics(model, frames, result)
    return result if result["is_modelled"].any() else None


def _is_damped(body: BodyFacts) -> bool:
    """Whether damping is authored. Articulation links without it keep their energy in PhysX."""
    return any(d is not None and d != 0 for d in (body.linear_damping, body.angular_damping))


def _state(model: ReferenceModel, frames: JointFrames, rows: slice | npt.NDArray[np.int64]) -> State:
    order = list(model.coordinates)
    return State(position=frames.position[rows][:, order], velocity=frames.velocity[rows][:, order])


def _fill_efforts(
    model: ReferenceModel, frames: JointFrames, rows: slice, timestep_s: float, result: dict[str, Array]
) -> None:
    """Fill efforts of the steps that lead to some frames, and the energy at these frames."""
    order = list(model.coordinates)
    now = _state(model, frames, rows)
    before = _state(model, frames, slice(rows.start - 1, rows.stop - 1))
    before = State(position=before.position[: len(now.position)], velocity=before.velocity[: len(now.position)])
    with np.errstate(invalid="ignore"):
        acceleration = (now.velocity - before.velocity) / timestep_s
        kinematics = forward_kinematics(model.mechanism, before)
        effort = inverse_dynamics(model.mechanism, before, kinematics, acceleration)
        kinetic, potential = mechanical_energy(model.mechanism, now, forward_kinematics(model.mechanism, now))
    target = result["effort"][rows]
    target[:, order] = effort
    result["energy_j"][rows] += kinetic + potential
    result["kinetic_j"][rows] += kinetic


def _fill_dynamics(model: ReferenceModel, frames: JointFrames, result: dict[str, Array]) -> None:
    order = list(model.coordinates)
    state = _state(model, frames, frames.dynamics_frames)
    kinematics = forward_kinematics(model.mechanism, state)
    gravity = gravity_force(model.mechanism, kinematics)
    result["gravity"][:, order] = gravity
    result["coriolis"][:, order] = bias_force(model.mechanism, state, kinematics) - gravity
    k = np.arange(len(state.position))[:, None, None]
    column = np.array(order)
    result["mass_matrix"][k, column[:, None], column[None, :]] = mass_matrix(model.mechanism, kinematics)
