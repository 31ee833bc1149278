"""Hybrid dynamics: at each joint either the force or the acceleration is given; solve for the others.

With the mass matrix M, the bias h, d the dynamic and k the kinematic coordinates:
a_d = M_dd^-1 (tau_d - h_d - M_dk a_k) and tau_k = M_kd a_d + M_kk a_k + h_k.

Source: Featherstone, Rigid Body Dynamics Algorithms, 2008, section 9.2; mimic joints by the principle of d'Alembert (an
ideal transmission does no work); force-limited servos as a box-constrained complementarity problem.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from harness.dynamics.model import Array, MechanismError

__all__ = ["ActuatorType", "HybridSolution", "JointActuator", "solve_hybrid"]


class ActuatorType(StrEnum):
    """What is commanded at a joint."""

    FORCE = "force"
    """Command: force [N or N m]. Result: acceleration."""
    PASSIVE = "passive"
    """No command; the force is 0. Result: acceleration."""
    SERVO = "servo"
    """Command: velocity, within a force limit. Result: acceleration."""
    ACCELERATION = "acceleration"
    """Command: acceleration. Result: force."""
    VELOCITY = "velocity"
    """Command: velocity at the end of the step. Result: force."""
    LOCKED = "locked"
    """No command; velocity and acceleration are 0. Result: force."""
    MIMIC = "mimic"
    """Follows another joint: position = multiplier x other + offset. Result: force of the transmission."""

    @property
    def is_kinematic(self) -> bool:
        """Whether the motion is given, so that position limits and contacts cannot change it."""
        return self in (ActuatorType.ACCELERATION, ActuatorType.VELOCITY, ActuatorType.LOCKED)


@dataclass(frozen=True, kw_only=True)
class JointActuator:
    """Actuator of one joint coordinate."""

    kind: ActuatorType = ActuatorType.FORCE
    command: float = 0.0
    """Force [N, N m], acceleration or velocity, as the kind says."""
    force_limit: float = np.inf
    """Largest force of a servo [N or N m]."""
    leader: int | None = None
    """Coordinate that a mimic joint follows."""
    multiplier: float = 1.0
    """Ratio of a mimic joint."""


@dataclass(frozen=True, kw_only=True)
class HybridSolution:
    """Accelerations and forces of all generalized coordinates."""

    acceleration: Array
    """Shape (N,) [m/s2, rad/s2]."""
    force: Array
    """Shape (N,) [N, N m]: forces of the actuators; for mimic joints the force that the transmission passes on."""
    saturated: tuple[int, ...] = ()
    """Joint coordinates whose servo is at its force limit."""


def solve_hybrid(
    mass_matrix: Array,
    bias: Array,
    velocity: Array,
    actuators: Sequence[JointActuator],
    *,
    timestep_s: float | None = None,
) -> HybridSolution:
    """Solve the hybrid dynamics of one instant.

    Generalized coordinates before the first actuator (the floating base) are dynamic with force 0.

    Args:
        mass_matrix: Shape (N, N), symmetric, positive definite over the dynamic coordinates.
        bias: Coriolis, centrifugal and gravity forces h, shape (N,); forces that act from outside are subtracted.
        velocity: Generalized velocities, shape (N,); used by velocity commands and servos.
        actuators: One a joint coordinate, shape (D,), D = N or N - 6.
        timestep_s: Step over which velocity commands are reached; needed for ``VELOCITY`` and ``SERVO``.

    Raises:
        MechanismError: If shapes disagree, a number is not finite, a time step is missing, mimic joints follow each
            other in a circle, or the mass matrix of the dynamic coordinates is singular.
    """
    count = len(bias)
    base = count - len(actuators)
    if mass_matrix.shape != (count, count) or velocity.shape != (count,) or base not in (0, 6):
        raise MechanismError(
            f"Mass matrix {mass_matrix.shape}, bias {bias.shape}, velocity {velocity.shape} and {len(actuators)} "
            "actuators do not fit together."
        )
    if not (np.isfinite(mass_matrix).all() and np.isfinite(bias).all() and np.isfinite(velocity).all()):
        raise MechanismError("Mass matrix, bias or velocity is not finite.")
    given = _given_accelerations(velocity[base:], actuators, timestep_s)
    leaders = _leaders(actuators)
    limits = {i: a.force_limit for i, a in enumerate(actuators) if a.kind is ActuatorType.SERVO}
    clamped: dict[int, float] = {}
    # Least-index pivoting over the servos ends for a positive definite matrix; the bound only guards against rounding.
    for _ in range(8 + 4 * len(limits) ** 2):
        acceleration, force = _solve_once((mass_matrix, bias), actuators, given, leaders, clamped)
        change = _pivot(limits, clamped, force[base:], acceleration[base:], given)
        if change is None:
            break
        index, value = change
        if value is None:
            del clamped[index]
        else:
            clamped[index] = value
    return HybridSolution(acceleration=acceleration, force=force, saturated=tuple(sorted(clamped)))


def _given_accelerations(
    velocity: Array, actuators: Sequence[JointActuator], timestep_s: float | None
) -> dict[int, float]:
    given: dict[int, float] = {}
    for index, actuator in enumerate(actuators):
        kind = actuator.kind
        if not np.isfinite(actuator.command):
            raise MechanismError(f"The command of coordinate {index} is not finite.")
        if kind in (ActuatorType.VELOCITY, ActuatorType.SERVO):
            if timestep_s is None or not timestep_s > 0:
                raise MechanismError(f"Coordinate {index} has a velocity command, which needs a time step.")
            given[index] = (actuator.command - float(velocity[index])) / timestep_s
        elif kind is ActuatorType.ACCELERATION:
            given[index] = actuator.command
        elif kind is ActuatorType.LOCKED:
            given[index] = 0.0
    return given


def _leaders(actuators: Sequence[JointActuator]) -> dict[int, tuple[int, float]]:
    """Map each mimic coordinate to the coordinate that it follows in the end, and the ratio to it."""
    result: dict[int, tuple[int, float]] = {}
    for index, actuator in enumerate(actuators):
        if actuator.kind is not ActuatorType.MIMIC:
            continue
        ratio, at, seen = 1.0, index, {index}
        while actuators[at].kind is ActuatorType.MIMIC:
            leader = actuators[at].leader
            if leader is None or not 0 <= leader < len(actuators):
                raise MechanismError(f"Mimic coordinate {at} follows no coordinate of the mechanism.")
            if leader in seen:
                raise MechanismError(f"Mimic coordinate {index} follows itself through others.")
            ratio *= actuators[at].multiplier
            seen.add(leader)
            at = leader
        result[index] = (at, ratio)
    return result


def _solve_once(
    system: tuple[Array, Array],
    actuators: Sequence[JointActuator],
    given: dict[int, float],
    leaders: dict[int, tuple[int, float]],
    clamped: dict[int, float],
) -> tuple[Array, Array]:
    """Solve with a fixed set of servos at their limits: a = S y + s with y the free accelerations."""
    matrix, bias = system
    count = len(bias)
    base = count - len(actuators)
    applied = np.zeros(count)
    fixed = np.zeros(count)
    free = list(range(base))
    for index, actuator in enumerate(actuators):
        if actuator.kind is ActuatorType.FORCE:
            applied[base + index] = actuator.command
        if index in clamped:
            applied[base + index] = clamped[index]
        if index in given and index not in clamped:
            fixed[base + index] = given[index]
        elif index not in leaders:
            free.append(base + index)
    spread: npt.NDArray[np.float64] = np.zeros((count, len(free)))
    spread[free, range(len(free))] = 1.0
    for index, (leader, ratio) in leaders.items():
        spread[base + index] = ratio * spread[base + leader]
        fixed[base + index] = ratio * fixed[base + leader]
    acceleration = fixed
    if free:
        reduced = spread.T @ matrix @ spread
        try:
            solved = np.linalg.solve(reduced, spread.T @ (applied - bias - matrix @ fixed))
        except np.linalg.LinAlgError as error:
            raise MechanismError("The mass matrix of the dynamic coordinates is singular.") from error
        acceleration = fixed + spread @ solved
    needed = matrix @ acceleration + bias
    force = applied.copy()
    for index in given:
        if index not in clamped:
            force[base + index] = needed[base + index]
    for index, (leader, ratio) in leaders.items():
        force[base + index] = needed[base + index]
        if leader in given and leader not in clamped:
            force[base + leader] += ratio * needed[base + index]
    return acceleration, force


def _pivot(
    limits: dict[int, float], clamped: dict[int, float], force: Array, acceleration: Array, given: dict[int, float]
) -> tuple[int, float | None] | None:
    """Return the first servo that must change: over its limit, or held at it although it overshoots its command."""
    for index, limit in limits.items():
        if index in clamped:
            excess = (acceleration[index] - given[index]) * np.sign(clamped[index])
            if limit > 0 and excess > 1e-9 * (1 + abs(given[index])):
                return index, None
        elif abs(force[index]) > limit * (1 + 1e-12):
            return index, float(np.copysign(limit, force[index]))
    return None
