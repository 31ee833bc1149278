"""Rigid-body dynamics of mechanisms: mass matrix, bias forces, and hybrid dynamics. NumPy only, no engine, no USD.

Units are SI. Everything is expressed in the world frame. Generalized coordinates come in the order of
:class:`harness.dynamics.model.Mechanism`: for a floating base the six velocities of the root link first (linear
velocity of its origin, then angular velocity), then one coordinate for each movable joint.
"""

from harness.dynamics.hybrid import ActuatorType, HybridSolution, JointActuator, solve_hybrid
from harness.dynamics.model import JointKind, Link, Mechanism, MechanismError
from harness.dynamics.rigid_body import (
    bias_force,
    forward_kinematics,
    gravity_force,
    inverse_dynamics,
    joint_reaction,
    mass_matrix,
    mechanical_energy,
)

__all__ = [
    "ActuatorType",
    "HybridSolution",
    "JointActuator",
    "JointKind",
    "Link",
    "Mechanism",
    "MechanismError",
    "bias_force",
    "forward_kinematics",
    "gravity_force",
    "inverse_dynamics",
    "joint_reaction",
    "mass_matrix",
    "mechanical_energy",
    "solve_hybrid",
]
