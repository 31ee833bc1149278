"""The dynamics against closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest

from harness.dynamics import (
    ActuatorType,
    JointActuator,
    JointKind,
    Link,
    Mechanism,
    MechanismError,
    bias_force,
    forward_kinematics,
    gravity_force,
    inverse_dynamics,
    joint_reaction,
    mass_matrix,
    solve_hybrid,
)
from harness.dynamics.model import State
from harness.dynamics.rollout import rollout, step
from tests.dynamics.mechanisms import random_mechanism, random_state

G = 9.81
PASSIVE = JointActuator(kind=ActuatorType.PASSIVE)
LOCKED = JointActuator(kind=ActuatorType.LOCKED)


def moved(x=0.0, y=0.0, z=0.0):
    frame = np.eye(4)
    frame[:3, 3] = (x, y, z)
    return frame


def rod(name, parent, *, mass=1.0, length=1.0, start=0.0, inertia=0.0, kind=JointKind.REVOLUTE, armature=0.0):
    """Return a rod along x that turns about y, downwards for positive angles."""
    return Link(
        name=name,
        joint_name=f"{name}_joint",
        parent=parent,
        kind=kind,
        axis=(0, 1, 0),
        parent_frame=moved(x=start),
        child_frame=np.eye(4),
        mass_kg=mass,
        center_of_mass_m=np.array([length, 0, 0]),
        inertia_kg_m2=inertia * np.eye(3),
        armature=armature,
    )


def solve(mechanism, position, velocity, actuators, timestep=None):
    state = State(position=np.array(position, float), velocity=np.array(velocity, float))
    kinematics = forward_kinematics(mechanism, state)
    return solve_hybrid(
        mass_matrix(mechanism, kinematics),
        bias_force(mechanism, state, kinematics),
        state.velocity,
        actuators,
        timestep_s=timestep,
    )


@pytest.mark.parametrize("angle", [-1.2, 0.0, 0.7])
def test_pendulum_needs_m_g_l_cosine(angle):
    """Holding a pendulum takes -m g l cos(q); letting it go accelerates it by m g l cos(q) / (m l^2 + I)."""
    mechanism = Mechanism(links=(rod("arm", -1, mass=2.0, length=0.5, inertia=0.1),))
    torque = 2.0 * G * 0.5 * math.cos(angle)
    assert solve(mechanism, [angle], [0], [LOCKED]).force[0] == pytest.approx(-torque)
    free = solve(mechanism, [angle], [0], [PASSIVE])
    assert free.acceleration[0] == pytest.approx(torque / (2.0 * 0.25 + 0.1))
    assert free.force[0] == 0


def test_pendulum_swings_with_the_period_of_small_oscillations():
    """T = 2 pi sqrt(I / (m g l)), here for 0.01 rad about the lowest point."""
    mechanism = Mechanism(links=(rod("arm", -1, mass=1.5, length=0.4, inertia=0.05),))
    start = State(position=np.array([math.pi / 2 + 0.01]), velocity=np.zeros(1))
    motion = rollout(mechanism, start, lambda t, s: [PASSIVE], timestep_s=1 / 1000, step_count=3000)
    swing = motion.position[:, 0] - math.pi / 2
    crossings = motion.time_s[1:][(swing[:-1] > 0) & (swing[1:] <= 0)]
    period = 2 * math.pi * math.sqrt((1.5 * 0.16 + 0.05) / (1.5 * G * 0.4))
    assert np.diff(crossings).mean() == pytest.approx(period, rel=2e-3)


def test_two_link_arm_agrees_with_the_textbook():
    """Mass matrix, Coriolis and gravity terms of the planar arm, as every robotics textbook has them."""
    m1, m2, l1, a1, a2, i1, i2 = 2.0, 1.5, 0.8, 0.35, 0.3, 0.11, 0.07
    mechanism = Mechanism(
        links=(rod("one", -1, mass=m1, length=a1, inertia=i1), rod("two", 0, mass=m2, length=a2, start=l1, inertia=i2))
    )
    q1, q2, v1, v2 = 0.4, -0.9, 1.3, -2.1
    state = State(position=np.array([q1, q2]), velocity=np.array([v1, v2]))
    kinematics = forward_kinematics(mechanism, state)
    cosine, sine = math.cos(q2), math.sin(q2)
    m22 = i2 + m2 * a2**2
    m12 = m22 + m2 * l1 * a2 * cosine
    m11 = i1 + m1 * a1**2 + i2 + m2 * (l1**2 + a2**2 + 2 * l1 * a2 * cosine)
    assert mass_matrix(mechanism, kinematics) == pytest.approx(np.array([[m11, m12], [m12, m22]]))
    b = m2 * l1 * a2 * sine
    coriolis = np.array([-b * (2 * v1 * v2 + v2**2), b * v1**2])
    g2 = -m2 * G * a2 * math.cos(q1 + q2)
    weight = np.array([-(m1 * a1 + m2 * l1) * G * math.cos(q1) + g2, g2])
    assert gravity_force(mechanism, kinematics) == pytest.approx(weight)
    assert bias_force(mechanism, state, kinematics) == pytest.approx(coriolis + weight)


def test_prismatic_joint_under_gravity():
    """A vertical slide needs m g to stand and falls with g; its armature slows the fall to m g / (m + armature)."""
    for armature in (0.0, 3.0):
        lift = Link(
            name="lift",
            parent=-1,
            kind=JointKind.PRISMATIC,
            axis=(0, 0, 1),
            parent_frame=np.eye(4),
            child_frame=np.eye(4),
            mass_kg=5.0,
            center_of_mass_m=np.zeros(3),
            inertia_kg_m2=np.eye(3),
            armature=armature,
        )
        mechanism = Mechanism(links=(lift,))
        assert solve(mechanism, [0.3], [0], [LOCKED]).force[0] == pytest.approx(5 * G)
        assert solve(mechanism, [0.3], [0], [PASSIVE]).acceleration[0] == pytest.approx(-5 * G / (5 + armature))


def test_locked_joint_carries_the_weight_and_the_moment_of_what_hangs_on_it():
    """A horizontal rod on a locked joint: reaction m g upwards and m g l about the axis, and nothing moves."""
    mechanism = Mechanism(links=(rod("arm", -1, mass=3.0, length=0.6, inertia=0.2),))
    solution = solve(mechanism, [0], [0], [LOCKED])
    assert solution.acceleration[0] == 0
    state = State(position=np.zeros(1), velocity=np.zeros(1))
    reaction = joint_reaction(mechanism, state, forward_kinematics(mechanism, state), solution.acceleration)
    assert reaction[0] == pytest.approx([0, 0, 3 * G, 0, -3 * G * 0.6, 0])


def test_free_joint_needs_no_effort_at_any_speed():
    """A spinning free joint without gravity: effort 0 and constant speed, although its bearing carries m v^2 / l."""
    mechanism = Mechanism(links=(rod("arm", -1, mass=2.0, length=0.5, inertia=0.1),), gravity_m_s2=(0, 0, 0))
    solution = solve(mechanism, [0.3], [2.0], [PASSIVE])
    assert solution.force[0] == 0
    assert solution.acceleration[0] == pytest.approx(0, abs=1e-12)
    state = State(position=np.array([0.3]), velocity=np.array([2.0]))
    reaction = joint_reaction(mechanism, state, forward_kinematics(mechanism, state), solution.acceleration)
    assert np.linalg.norm(reaction[0, :3]) == pytest.approx(2.0 * 0.5 * 4.0)
    needed = inverse_dynamics(mechanism, state, forward_kinematics(mechanism, state), solution.acceleration)
    assert needed[0] == pytest.approx(0, abs=1e-12)


def test_velocity_command_is_reached_exactly_and_the_free_joint_responds():
    """The driven joint follows a sine to rounding while the other one swings."""
    mechanism = Mechanism(links=(rod("one", -1, length=0.5, inertia=0.1), rod("two", 0, start=1.0, inertia=0.1)))
    start = State(position=np.array([0.0, 0.5]), velocity=np.zeros(2))
    timestep = 1 / 500

    def command(time, state):
        return [JointActuator(kind=ActuatorType.VELOCITY, command=math.sin(3 * (time + timestep))), PASSIVE]

    motion = rollout(mechanism, start, command, timestep_s=timestep, step_count=500)
    assert motion.velocity[1:, 0] == pytest.approx(np.sin(3 * motion.time_s[1:]), abs=1e-12)
    assert np.ptp(motion.position[:, 1]) > 0.5
    assert (motion.force[1:, 1] == 0).all()


def test_mimic_joint_keeps_its_ratio_and_does_no_work():
    """a_2 = r a_1, and the power that the follower takes is the power that the leader gives."""
    mechanism = Mechanism(links=(rod("one", -1, inertia=0.1), rod("two", 0, start=1.0, mass=0.5, inertia=0.1)))
    follower = JointActuator(kind=ActuatorType.MIMIC, leader=0, multiplier=-0.5)
    velocity = np.array([1.2, -0.6])
    solution = solve(mechanism, [0.2, -0.1], velocity, [JointActuator(command=4.0), follower])
    assert solution.acceleration[1] == pytest.approx(-0.5 * solution.acceleration[0])
    state = State(position=np.array([0.2, -0.1]), velocity=velocity)
    kinematics = forward_kinematics(mechanism, state)
    needed = inverse_dynamics(mechanism, state, kinematics, solution.acceleration)
    assert needed @ velocity == pytest.approx(4.0 * velocity[0])
    held = solve(mechanism, [0.2, -0.1], [0, 0], [LOCKED, follower])
    weight = gravity_force(mechanism, kinematics)
    assert held.force[0] == pytest.approx(weight[0] - 0.5 * weight[1])


def test_mimic_circle_and_missing_leader_are_refused():
    """Neither can be solved, and the message says which coordinate it is."""
    mechanism = Mechanism(links=(rod("one", -1), rod("two", 0, start=1.0)))
    circle = [JointActuator(kind=ActuatorType.MIMIC, leader=1), JointActuator(kind=ActuatorType.MIMIC, leader=0)]
    with pytest.raises(MechanismError, match="follows itself"):
        solve(mechanism, [0, 0], [0, 0], circle)
    with pytest.raises(MechanismError, match="no coordinate"):
        solve(mechanism, [0, 0], [0, 0], [JointActuator(kind=ActuatorType.MIMIC, leader=7), PASSIVE])


@pytest.mark.parametrize(
    ("actuators", "message"),
    [
        ([JointActuator(kind=ActuatorType.VELOCITY), PASSIVE], "time step"),
        ([JointActuator(command=math.nan), PASSIVE], "not finite"),
        ([PASSIVE], "do not fit"),
    ],
)
def test_commands_that_cannot_be_used_are_refused(actuators, message):
    """One clear error instead of a wrong number."""
    mechanism = Mechanism(links=(rod("one", -1), rod("two", 0, start=1.0)))
    with pytest.raises(MechanismError, match=message):
        solve(mechanism, [0, 0], [0, 0], actuators)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"parent": 3}, "does not come before"),
        ({"mass_kg": -1.0}, "mass"),
        ({"mass_kg": math.nan}, "mass"),
        ({"inertia_kg_m2": np.full((3, 3), np.nan)}, "inertia"),
        ({"axis": (0, 0, 2)}, "axis"),
        ({"child_frame": np.diag([1.0, 1, -1, 1])}, "not rigid"),
        ({"armature": -0.1}, "armature"),
    ],
)
def test_links_that_cannot_be_computed_with_are_refused(change, message):
    """Nothing non-physical enters the algorithms."""
    fields = {**rod("arm", -1).__dict__, **change}
    with pytest.raises(MechanismError, match=message):
        Mechanism(links=(Link(**fields),))


def test_conservative_mechanism_keeps_its_energy():
    """A double pendulum loses or gains less than 2 % of its swing energy in 4 s, and drifts less than 0.2 %."""
    mechanism = Mechanism(links=(rod("one", -1, inertia=0.1), rod("two", 0, start=1.0, inertia=0.1)))
    start = State(position=np.array([0.3, 0.4]), velocity=np.zeros(2))
    motion = rollout(mechanism, start, lambda t, s: [PASSIVE, PASSIVE], timestep_s=1 / 1000, step_count=4000)
    swing = 2 * G * 3.0
    assert np.abs(motion.energy_j - motion.energy_j[0]).max() / swing < 2e-2
    assert abs(motion.energy_j[-400:].mean() - motion.energy_j[:400].mean()) / swing < 2e-3


@pytest.mark.parametrize("seed", range(20))
def test_batches_give_the_same_numbers_as_single_states(seed):
    """A whole motion in one call equals frame after frame, and M a + h equals inverse dynamics."""
    random = np.random.default_rng(seed)
    mechanism = random_mechanism(random)
    states = [random_state(random, mechanism) for _ in range(4)]
    floats = mechanism.is_floating
    batch = State(
        position=np.array([s.position for s in states]),
        velocity=np.array([s.velocity for s in states]),
        root_pose=np.array([s.root_pose for s in states]) if floats else None,
        root_velocity=np.array([s.root_velocity for s in states]) if floats else None,
    )
    kinematics = forward_kinematics(mechanism, batch)
    matrices, biases = mass_matrix(mechanism, kinematics), bias_force(mechanism, batch, kinematics)
    accelerations = random.normal(size=(4, mechanism.coordinate_count))
    needed = inverse_dynamics(mechanism, batch, kinematics, accelerations)
    reaction = joint_reaction(mechanism, batch, kinematics, accelerations)
    for index, state in enumerate(states):
        single = forward_kinematics(mechanism, state)
        assert matrices[index] == pytest.approx(mass_matrix(mechanism, single), rel=1e-12, abs=1e-12)
        assert biases[index] == pytest.approx(bias_force(mechanism, state, single), rel=1e-12, abs=1e-12)
        expected = matrices[index] @ accelerations[index] + biases[index]
        assert needed[index] == pytest.approx(expected, rel=1e-9, abs=1e-9)
        one = joint_reaction(mechanism, state, single, accelerations[index])
        assert reaction[index] == pytest.approx(one, rel=1e-9, abs=1e-9)


def test_floating_mechanism_keeps_its_momentum_in_free_fall():
    """Without gravity and joint forces the total linear momentum stays as it is, whatever the joints do."""
    random = np.random.default_rng(3)
    mechanism = next(m for m in (random_mechanism(random) for _ in range(50)) if m.is_floating and len(m.links) > 3)
    mechanism = Mechanism(links=mechanism.links, gravity_m_s2=(0, 0, 0))
    state = random_state(random, mechanism)
    actuators = [JointActuator(command=1.0) for _ in mechanism.joint_links]

    def momentum(state):
        kinematics = forward_kinematics(mechanism, state)
        velocity = np.concatenate([state.root_velocity, state.velocity])
        return sum(n.mass_kg * kinematics.linear[i] @ velocity for i, n in enumerate(mechanism.links))

    before = momentum(state)
    for _ in range(200):
        state, _ = step(mechanism, state, actuators, timestep_s=1e-4)
    assert momentum(state) == pytest.approx(before, rel=2e-3, abs=2e-3)
