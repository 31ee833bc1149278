"""Move a mechanism through time with hybrid dynamics: the reference that engines are compared with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from harness.dynamics.hybrid import ActuatorType, HybridSolution, JointActuator, solve_hybrid
from harness.dynamics.model import Array, Mechanism, State, skew
from harness.dynamics.rigid_body import bias_force, forward_kinematics, mass_matrix, mechanical_energy

__all__ = ["Rollout", "rollout", "step"]

Controller = Callable[[float, State], Sequence[JointActuator]]


@dataclass(frozen=True, kw_only=True)
class Rollout:
    """A simulated motion; row 0 is the start."""

    time_s: Array
    """Shape (F,)."""
    position: Array
    """Joint coordinates, shape (F, D)."""
    velocity: Array
    """Joint velocities, shape (F, D)."""
    acceleration: Array
    """Generalized accelerations over the step that ends at each row, shape (F, N); row 0 is NaN."""
    force: Array
    """Generalized forces over the same step, shape (F, N); row 0 is NaN."""
    energy_j: Array
    """Kinetic plus potential energy, shape (F,)."""


def step(
    mechanism: Mechanism,
    state: State,
    actuators: Sequence[JointActuator],
    *,
    timestep_s: float,
    damping: Array | None = None,
) -> tuple[State, HybridSolution]:
    """Advance one time step: velocities first, then positions with the new velocities (semi-implicit Euler).

    Kinematic joints follow their commands exactly; position limits and contacts do not exist here.

    Args:
        mechanism: The mechanism.
        state: State of one instant.
        actuators: One a joint coordinate.
        timestep_s: Length of the step.
        damping: Viscous damping of the joints [N s/m or N m s/rad], shape (D,).

    Returns:
        The new state, and accelerations and forces during the step.

    Raises:
        MechanismError: As :func:`harness.dynamics.hybrid.solve_hybrid`.
    """
    state = _with_locked_at_rest(state, actuators)
    base = mechanism.base_count
    kinematics = forward_kinematics(mechanism, state)
    bias = bias_force(mechanism, state, kinematics)
    if damping is not None:
        bias[base:] += damping * state.velocity
    root = state.root_velocity if state.root_velocity is not None else np.zeros(base)
    solution = solve_hybrid(
        mass_matrix(mechanism, kinematics),
        bias,
        np.concatenate([root, state.velocity]),
        actuators,
        timestep_s=timestep_s,
    )
    velocity = state.velocity + timestep_s * solution.acceleration[base:]
    position = state.position + timestep_s * velocity
    if not base:
        return State(position=position, velocity=velocity), solution
    pose, root = _advance_root(state.root_pose, root + timestep_s * solution.acceleration[:base], timestep_s)
    return State(position=position, velocity=velocity, root_pose=pose, root_velocity=root), solution


def _with_locked_at_rest(state: State, actuators: Sequence[JointActuator]) -> State:
    locked = np.array([a.kind is ActuatorType.LOCKED for a in actuators], dtype=np.bool_)
    return replace(state, velocity=np.where(locked, 0.0, state.velocity))


def _advance_root(pose: Array | None, velocity: Array, timestep_s: float) -> tuple[Array | None, Array]:
    if pose is None:
        return None, velocity
    moved = pose.copy()
    moved[:3, 3] += timestep_s * velocity[:3]
    moved[:3, :3] = _turn(timestep_s * velocity[3:]) @ moved[:3, :3]
    return moved, velocity


def rollout(
    mechanism: Mechanism,
    state: State,
    controller: Controller,
    *,
    timestep_s: float,
    step_count: int,
    damping: Array | None = None,
) -> Rollout:
    """Simulate with commands that a controller gives for each step.

    Args:
        mechanism: The mechanism.
        state: Where it starts.
        controller: Called with the time at the start of the step [s] and the state; returns one actuator a coordinate.
        timestep_s: Length of a step.
        step_count: Number of steps.
        damping: Viscous damping of the joints, shape (D,).

    Raises:
        MechanismError: As :func:`step`.
    """
    count, joints = mechanism.coordinate_count, len(mechanism.joint_links)
    position, velocity = np.empty((step_count + 1, joints)), np.empty((step_count + 1, joints))
    acceleration, force = np.full((step_count + 1, count), np.nan), np.full((step_count + 1, count), np.nan)
    energy = np.empty(step_count + 1)
    for index in range(step_count + 1):
        position[index], velocity[index] = state.position, state.velocity
        energy[index] = sum(mechanical_energy(mechanism, state, forward_kinematics(mechanism, state)))
        if index == step_count:
            break
        actuators = controller(index * timestep_s, state)
        state, solution = step(mechanism, state, actuators, timestep_s=timestep_s, damping=damping)
        acceleration[index + 1], force[index + 1] = solution.acceleration, solution.force
    return Rollout(
        time_s=np.arange(step_count + 1, dtype=np.float64) * timestep_s,
        position=position,
        velocity=velocity,
        acceleration=acceleration,
        force=force,
        energy_j=energy,
    )


def _turn(vector: Array) -> Array:
    """Return the rotation matrix of a rotation vector [rad]."""
    angle = float(np.linalg.norm(vector))
    if angle < 1e-12:
        return np.eye(3) + skew(vector)
    cross = skew(vector / angle)
    result: Array = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross)
    return result
