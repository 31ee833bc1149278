"""The hybrid dynamics against DART, an independent implementation, on random mechanisms."""

from __future__ import annotations

import numpy as np
import pytest

from harness.dynamics import (
    ActuatorType,
    JointActuator,
    bias_force,
    forward_kinematics,
    gravity_force,
    inverse_dynamics,
    joint_reaction,
    mass_matrix,
    mechanical_energy,
    solve_hybrid,
)
from tests.dynamics.mechanisms import DartTwin, random_mechanism, random_state

dart = pytest.importorskip("dartpy", reason="dartpy is not installed: pip install asset-qa[test]")

MECHANISMS = 200
KINDS = [k for k in ActuatorType if k not in (ActuatorType.SERVO, ActuatorType.MIMIC)]


def relative(ours: np.ndarray, theirs: np.ndarray) -> float:
    """Largest difference over the largest value; a micronewton is nothing."""
    scale = max(float(np.abs(theirs).max(initial=0)), 1e-6)
    return float(np.abs(ours - theirs).max(initial=0)) / scale


@pytest.mark.parametrize("seed", range(MECHANISMS))
def test_random_mechanism_agrees_with_dart(seed):
    """Mass matrix, bias, gravity, energy, and hybrid accelerations and forces agree to 1e-6 of the largest."""
    random = np.random.default_rng(seed)
    mechanism = random_mechanism(random, armature=False)
    state = random_state(random, mechanism)
    twin = DartTwin(dart, mechanism)
    twin.set_state(state)
    skeleton, base = twin.skeleton, mechanism.base_count
    kinematics = forward_kinematics(mechanism, state)
    matrix, bias = mass_matrix(mechanism, kinematics), bias_force(mechanism, state, kinematics)
    assert relative(matrix[base:, base:], np.array(skeleton.getMassMatrix())[base:, base:]) < 1e-9
    assert relative(gravity_force(mechanism, kinematics)[base:], np.array(skeleton.getGravityForces())[base:]) < 1e-9
    kinetic, potential = mechanical_energy(mechanism, state, kinematics)
    assert kinetic == pytest.approx(skeleton.computeKineticEnergy(), rel=1e-9, abs=1e-9)
    assert potential == pytest.approx(skeleton.computePotentialEnergy(), rel=1e-9, abs=1e-9)

    actuators = []
    joints = [twin.joints[i] for i in mechanism.joint_links]
    for k, joint in enumerate(joints):
        kind = ActuatorType(random.choice(KINDS))
        command = 0.0 if kind in (ActuatorType.PASSIVE, ActuatorType.LOCKED) else float(random.uniform(-5, 5))
        joint.setActuatorType(getattr(dart.dynamics.ActuatorType, kind.name))
        if kind is ActuatorType.LOCKED:
            # A locked joint stands still; both sides start from there.
            joint.setVelocity(0, 0.0)
            state.velocity[k] = 0.0
        joint.setCommand(0, command)
        actuators.append(JointActuator(kind=kind, command=command))
    timestep = 0.001
    skeleton.setTimeStep(timestep)
    bias = bias_force(mechanism, state, kinematics)
    root = state.root_velocity if mechanism.is_floating else np.zeros(0)
    solution = solve_hybrid(matrix, bias, np.concatenate([root, state.velocity]), actuators, timestep_s=timestep)
    skeleton.computeForwardDynamics()
    theirs = np.array([j.getAcceleration(0) for j in joints])
    if mechanism.is_floating:
        theirs = np.concatenate([twin.base_acceleration(), theirs])
    assert relative(solution.acceleration, theirs) < 1e-6
    forces = np.array(
        [0.0 if a.kind is ActuatorType.PASSIVE else j.getForce(0) for j, a in zip(joints, actuators, strict=True)]
    )
    assert relative(solution.force[base:], forces) < 1e-6
    assert relative(solution.force[:base], np.zeros(base)) == 0
    # Forces of joints for these accelerations, all of them unknown: inverse dynamics.
    needed = inverse_dynamics(mechanism, state, kinematics, solution.acceleration)
    assert relative(needed, np.concatenate([np.zeros(base), forces])) < 1e-6
    _compare_reactions(twin, joint_reaction(mechanism, state, kinematics, solution.acceleration))


def _compare_reactions(twin: DartTwin, ours: np.ndarray) -> None:
    """Forces that DART transmits to each body: moment and force in the frame of the body."""
    theirs = []
    for body in twin.bodies:
        wrench = np.array(body.getBodyForce())
        turn = np.array(body.getWorldTransform().matrix())[:3, :3]
        theirs.append(turn @ wrench[3:])
    assert relative(ours[:, :3], np.array(theirs)) < 1e-6


def test_servo_is_velocity_control_within_its_limit_and_force_control_at_it():
    """A servo below its limit equals DART's velocity joint; above it, DART's force joint with that force."""
    random = np.random.default_rng(7)
    for _ in range(20):
        mechanism = random_mechanism(random, armature=False)
        state = random_state(random, mechanism)
        twin = DartTwin(dart, mechanism)
        twin.set_state(state)
        twin.skeleton.setTimeStep(0.01)
        kinematics = forward_kinematics(mechanism, state)
        limit = float(random.uniform(0.1, 40))
        actuators = [
            JointActuator(kind=ActuatorType.SERVO, command=0.5, force_limit=limit) for _ in mechanism.joint_links
        ]
        root = state.root_velocity if mechanism.is_floating else np.zeros(0)
        solution = solve_hybrid(
            mass_matrix(mechanism, kinematics),
            bias_force(mechanism, state, kinematics),
            np.concatenate([root, state.velocity]),
            actuators,
            timestep_s=0.01,
        )
        base = mechanism.base_count
        assert np.abs(solution.force[base:]).max() <= limit * (1 + 1e-9)
        for k, link in enumerate(mechanism.joint_links):
            joint = twin.joints[link]
            is_limited = k in solution.saturated
            kind = dart.dynamics.ActuatorType.FORCE if is_limited else dart.dynamics.ActuatorType.VELOCITY
            joint.setActuatorType(kind)
            joint.setCommand(0, float(solution.force[base + k]) if is_limited else 0.5)
        twin.skeleton.computeForwardDynamics()
        theirs = np.array([twin.joints[i].getAcceleration(0) for i in mechanism.joint_links])
        assert relative(solution.acceleration[base:], theirs) < 1e-6
