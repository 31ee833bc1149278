"""Kinematics and dynamics of a mechanism, for one instant or for many at once.

The equation of motion is M(q) a + h(q, v) = tau with h = Coriolis and centrifugal forces minus the force of gravity.
All functions accept leading batch dimensions in the state, so that a whole recorded motion takes one call.

Source: Featherstone, Rigid Body Dynamics Algorithms, 2008, chapters 2, 5 and 6, written here with geometric Jacobians
of the centres of mass in world axes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from harness.dynamics.model import Array, JointKind, Link, Mechanism, MechanismError, State, skew

__all__ = [
    "Kinematics",
    "bias_force",
    "forward_kinematics",
    "gravity_force",
    "inverse_dynamics",
    "joint_reaction",
    "mass_matrix",
    "mechanical_energy",
]


@dataclass(frozen=True, kw_only=True)
class Kinematics:
    """Where everything is, world axes, leading batch dimensions as in the state."""

    pose: Array
    """Poses of the links, shape (..., L, 4, 4)."""
    center_m: Array
    """Centres of mass, shape (..., L, 3)."""
    axis: Array
    """Axes of the joint coordinates, shape (..., D, 3)."""
    anchor_m: Array
    """Origins of the joints of the coordinates, shape (..., D, 3)."""
    inertia_kg_m2: Array
    """Inertias about the centres of mass, shape (..., L, 3, 3)."""
    linear: Array
    """Jacobians of the centres of mass, shape (..., L, 3, N), N generalized velocities."""
    angular: Array
    """Jacobians of the angular velocities, shape (..., L, 3, N)."""


def forward_kinematics(mechanism: Mechanism, state: State) -> Kinematics:
    """Compute poses, Jacobians and world inertias.

    Args:
        mechanism: The mechanism.
        state: Its state; velocities are not used.

    Raises:
        MechanismError: If an array has the wrong shape or a root pose is missing.
    """
    batch = _check_state(mechanism, state)
    links, column = mechanism.links, {link: k for k, link in enumerate(mechanism.joint_links)}
    pose = np.empty((*batch, len(links), 4, 4))
    axis = np.empty((*batch, len(column), 3))
    anchor = np.empty((*batch, len(column), 3))
    for index, link in enumerate(links):
        if link.kind is JointKind.FREE:
            pose[..., index, :, :] = state.root_pose
            continue
        parent = np.eye(4) if link.parent < 0 else pose[..., link.parent, :, :]
        frame = parent @ link.parent_frame
        if index in column:
            k = column[index]
            axis[..., k, :] = frame[..., :3, :3] @ np.asarray(link.axis)
            anchor[..., k, :] = frame[..., :3, 3]
            frame = frame @ _motion(link, state.position[..., k])
        pose[..., index, :, :] = frame @ _inverse(link.child_frame)
    turn = pose[..., :3, :3]
    local_center = np.array([n.center_of_mass_m for n in links])
    center = (turn @ local_center[:, :, None])[..., 0] + pose[..., :3, 3]
    inertia = turn @ np.array([n.inertia_kg_m2 for n in links]) @ np.swapaxes(turn, -1, -2)
    linear, angular = _jacobians(mechanism, (pose, center, axis, anchor))
    return Kinematics(
        pose=pose, center_m=center, axis=axis, anchor_m=anchor, inertia_kg_m2=inertia, linear=linear, angular=angular
    )


def _check_state(mechanism: Mechanism, state: State) -> tuple[int, ...]:
    count = len(mechanism.joint_links)
    if state.position.shape[-1:] != (count,) or state.velocity.shape != state.position.shape:
        raise MechanismError(f"The state has {state.position.shape[-1:]} joint coordinates, the mechanism {count}.")
    batch = state.position.shape[:-1]
    if mechanism.is_floating and (state.root_pose is None or state.root_pose.shape != (*batch, 4, 4)):
        raise MechanismError("A floating mechanism needs a root pose of the shape of the state.")
    return batch


def _motion(link: Link, value: Array) -> Array:
    """Return the transforms of a joint for its coordinate, shape (..., 4, 4)."""
    result = np.zeros((*value.shape, 4, 4))
    result[..., range(4), range(4)] = 1.0
    axis = np.asarray(link.axis)
    if link.kind is JointKind.PRISMATIC:
        result[..., :3, 3] = value[..., None] * axis
        return result
    cross = skew(axis)
    sine, cosine = np.sin(value)[..., None, None], np.cos(value)[..., None, None]
    # Rodrigues' formula.
    result[..., :3, :3] = np.eye(3) + sine * cross + (1 - cosine) * (cross @ cross)
    return result


def _inverse(frame: Array) -> Array:
    result = np.eye(4)
    result[:3, :3] = frame[:3, :3].T
    result[:3, 3] = -frame[:3, :3].T @ frame[:3, 3]
    return result


def _jacobians(mechanism: Mechanism, parts: tuple[Array, Array, Array, Array]) -> tuple[Array, Array]:
    pose, center, axis, anchor = parts
    base, batch = mechanism.base_count, pose.shape[:-3]
    shape = (*batch, len(mechanism.links), 3, mechanism.coordinate_count)
    linear, angular = np.zeros(shape), np.zeros(shape)
    if base:
        arm = center - pose[..., :1, :3, 3]
        linear[..., :3] = np.eye(3)
        linear[..., 3:6] = -skew(arm)
        angular[..., 3:6] = np.eye(3)
    kinds = [mechanism.links[i].kind for i in mechanism.joint_links]
    for k, kind in enumerate(kinds):
        moved = mechanism.moves[:, k]
        along = axis[..., None, k, :]
        linear_column, angular_column = linear[..., base + k], angular[..., base + k]
        if kind is JointKind.PRISMATIC:
            linear_column[..., moved, :] = along
        else:
            angular_column[..., moved, :] = along
            linear_column[..., moved, :] = np.cross(along, center[..., moved, :] - anchor[..., None, k, :])
    return linear, angular


def mass_matrix(mechanism: Mechanism, kinematics: Kinematics) -> Array:
    """Return the generalized mass matrix, armature included, shape (..., N, N).

    Args:
        mechanism: The mechanism.
        kinematics: From :func:`forward_kinematics`.
    """
    mass = np.array([n.mass_kg for n in mechanism.links])[:, None, None]
    linear, angular = kinematics.linear, kinematics.angular
    # The links side by side, so that one product sums over them.
    total: Array = np.swapaxes(_flat(linear), -1, -2) @ _flat(mass * linear)
    total += np.swapaxes(_flat(angular), -1, -2) @ _flat(kinematics.inertia_kg_m2 @ angular)
    rows = np.arange(mechanism.base_count, mechanism.coordinate_count)
    total[..., rows, rows] += mechanism.armature
    return total


def _flat(blocks: Array) -> Array:
    """Join (..., L, 3, N) to (..., 3 L, N)."""
    return blocks.reshape(*blocks.shape[:-3], -1, blocks.shape[-1])


def _generalized_velocity(mechanism: Mechanism, state: State) -> Array:
    if not mechanism.is_floating:
        return state.velocity
    root = state.root_velocity
    if root is None:
        root = np.zeros((*state.velocity.shape[:-1], 6))
    return np.concatenate([root, state.velocity], axis=-1)


def _accelerations(
    mechanism: Mechanism, state: State, kinematics: Kinematics, acceleration: Array | None
) -> tuple[Array, Array, Array]:
    """Return angular velocities, angular accelerations and accelerations of the centres of mass, each (..., L, 3)."""
    velocity = _generalized_velocity(mechanism, state)
    spin = (kinematics.angular @ velocity[..., None, :, None])[..., 0]
    turning, origin = np.zeros_like(spin), np.zeros_like(spin)
    column = {link: k for k, link in enumerate(mechanism.joint_links)}
    for index, link in enumerate(mechanism.links):
        if link.parent < 0:
            base_spin = np.zeros_like(spin[..., 0, :])
            base_turning, base_linear = np.zeros_like(base_spin), np.zeros_like(base_spin)
            reference = np.zeros_like(base_spin)
        else:
            base_spin, base_turning = spin[..., link.parent, :], turning[..., link.parent, :]
            base_linear, reference = origin[..., link.parent, :], kinematics.pose[..., link.parent, :3, 3]
        arm = kinematics.pose[..., index, :3, 3] - reference
        turning[..., index, :] = base_turning
        origin[..., index, :] = (
            base_linear + np.cross(base_turning, arm) + np.cross(base_spin, np.cross(base_spin, arm))
        )
        if index not in column:
            continue
        k = column[index]
        along, rate = kinematics.axis[..., k, :], state.velocity[..., k, None]
        if link.kind is JointKind.PRISMATIC:
            origin[..., index, :] += 2 * rate * np.cross(base_spin, along)
            continue
        # The joint's own turning moves the origin about the anchor.
        lever = kinematics.pose[..., index, :3, 3] - kinematics.anchor_m[..., k, :]
        gyration = rate * np.cross(base_spin, along)
        turning[..., index, :] += gyration
        own = spin[..., index, :]
        origin[..., index, :] += (
            np.cross(gyration, lever)
            + np.cross(own, np.cross(own, lever))
            - np.cross(base_spin, np.cross(base_spin, lever))
        )
    offset = kinematics.center_m - kinematics.pose[..., :3, 3]
    center = origin + np.cross(turning, offset) + np.cross(spin, np.cross(spin, offset))
    if acceleration is not None:
        turning = turning + (kinematics.angular @ acceleration[..., None, :, None])[..., 0]
        center = center + (kinematics.linear @ acceleration[..., None, :, None])[..., 0]
    return spin, turning, center


def _link_wrenches(
    mechanism: Mechanism, state: State, kinematics: Kinematics, acceleration: Array | None, *, with_gravity: bool = True
) -> tuple[Array, Array]:
    """Return the forces and moments about the centres of mass that the links need, each (..., L, 3)."""
    spin, turning, center = _accelerations(mechanism, state, kinematics, acceleration)
    gravity = np.asarray(mechanism.gravity_m_s2) if with_gravity else np.zeros(3)
    mass = np.array([n.mass_kg for n in mechanism.links])[:, None]
    force = mass * (center - gravity)
    momentum = (kinematics.inertia_kg_m2 @ spin[..., None])[..., 0]
    moment = (kinematics.inertia_kg_m2 @ turning[..., None])[..., 0] + np.cross(spin, momentum)
    return force, moment


def _project(kinematics: Kinematics, force: Array, moment: Array) -> Array:
    batch = force.shape[:-2]
    result: Array = force.reshape(*batch, 1, -1) @ _flat(kinematics.linear)
    result += moment.reshape(*batch, 1, -1) @ _flat(kinematics.angular)
    return result[..., 0, :]


def bias_force(mechanism: Mechanism, state: State, kinematics: Kinematics) -> Array:
    """Return h: the generalized forces that hold all accelerations at zero, shape (..., N).

    Args:
        mechanism: The mechanism.
        state: Its state.
        kinematics: From :func:`forward_kinematics` for the same state.
    """
    return _project(kinematics, *_link_wrenches(mechanism, state, kinematics, None))


def gravity_force(mechanism: Mechanism, kinematics: Kinematics) -> Array:
    """Return the generalized forces that hold the mechanism at rest against gravity, shape (..., N).

    Args:
        mechanism: The mechanism.
        kinematics: From :func:`forward_kinematics`.
    """
    weight = -np.array([n.mass_kg for n in mechanism.links])[:, None] * np.asarray(mechanism.gravity_m_s2)
    force = np.broadcast_to(weight, kinematics.center_m.shape)
    return _project(kinematics, force, np.zeros_like(force))


def inverse_dynamics(mechanism: Mechanism, state: State, kinematics: Kinematics, acceleration: Array) -> Array:
    """Return the generalized forces for given accelerations: M a + h, shape (..., N).

    Args:
        mechanism: The mechanism.
        state: Its state.
        kinematics: From :func:`forward_kinematics` for the same state.
        acceleration: Generalized accelerations, shape (..., N).
    """
    force = _project(kinematics, *_link_wrenches(mechanism, state, kinematics, acceleration))
    force[..., mechanism.base_count :] += mechanism.armature * acceleration[..., mechanism.base_count :]
    return force


def joint_reaction(mechanism: Mechanism, state: State, kinematics: Kinematics, acceleration: Array) -> Array:
    """Return what each link gets from its parent through the joint, shape (..., L, 6).

    Force [N], then moment [N m] about the origin of the joint frame, world axes. All six components: what the structure
    carries and what the actuator gives.

    Args:
        mechanism: The mechanism.
        state: Its state.
        kinematics: From :func:`forward_kinematics` for the same state.
        acceleration: Generalized accelerations, shape (..., N).
    """
    force, moment = _link_wrenches(mechanism, state, kinematics, acceleration)
    force, about = force.copy(), moment + np.cross(kinematics.center_m, force)
    for index in range(len(mechanism.links) - 1, 0, -1):
        parent = mechanism.links[index].parent
        if parent >= 0:
            force[..., parent, :] += force[..., index, :]
            about[..., parent, :] += about[..., index, :]
    frames = np.array([n.child_frame for n in mechanism.links])
    origin = (kinematics.pose @ frames)[..., :3, 3]
    return np.concatenate([force, about - np.cross(origin, force)], axis=-1)


def mechanical_energy(mechanism: Mechanism, state: State, kinematics: Kinematics) -> tuple[Array, Array]:
    """Return kinetic and potential energy [J], each of the shape of the batch; potential 0 at the world origin.

    Args:
        mechanism: The mechanism.
        state: Its state.
        kinematics: From :func:`forward_kinematics` for the same state.
    """
    velocity = _generalized_velocity(mechanism, state)
    kinetic = 0.5 * np.einsum("...i,...ij,...j->...", velocity, mass_matrix(mechanism, kinematics), velocity)
    mass = np.array([n.mass_kg for n in mechanism.links])
    potential = -np.einsum("l,...lk,k->...", mass, kinematics.center_m, np.asarray(mechanism.gravity_m_s2))
    return kinetic, potential
