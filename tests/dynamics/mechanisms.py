"""Random mechanisms and states, and the same mechanism in DART."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.dynamics.model import JointKind, Link, Mechanism, State

GRAVITY = (0.0, 0.0, -9.81)


def random_rotation(random: np.random.Generator) -> np.ndarray:
    turn, upper = np.linalg.qr(random.normal(size=(3, 3)))
    turn = turn * np.sign(np.diag(upper))
    return turn if np.linalg.det(turn) > 0 else -turn


def random_frame(random: np.random.Generator, size: float = 0.5) -> np.ndarray:
    frame = np.eye(4)
    frame[:3, :3] = random_rotation(random)
    frame[:3, 3] = random.uniform(-size, size, 3)
    return frame


def random_inertia(random: np.random.Generator, mass: float) -> np.ndarray:
    """Return the inertia of a cloud of points, so that it is one that a body can have."""
    points = random.normal(size=(6, 3)) * random.uniform(0.05, 0.4)
    points -= points.mean(axis=0)
    square = np.einsum("pi,pj->ij", points, points) / len(points)
    return mass * (np.trace(square) * np.eye(3) - square)


def random_mechanism(random: np.random.Generator, *, armature: bool = True) -> Mechanism:
    """Return a chain or tree of 1 to 10 links with mixed joints on a fixed or floating base."""
    count = int(random.integers(1, 11))
    is_chain, is_floating = random.random() < 0.5, random.random() < 0.5
    links = []
    for index in range(count):
        kind = random.choice([JointKind.REVOLUTE, JointKind.REVOLUTE, JointKind.PRISMATIC, JointKind.FIXED])
        if index == 0:
            kind = JointKind.FREE if is_floating else kind
        elif index == count - 1:
            kind = random.choice([JointKind.REVOLUTE, JointKind.PRISMATIC])
        axis = random.normal(size=3)
        axis /= np.linalg.norm(axis)
        mass = float(random.uniform(0.1, 5))
        links.append(
            Link(
                name=f"link{index}",
                joint_name=f"joint{index}",
                parent=index - 1 if is_chain or index == 0 else int(random.integers(0, index)),
                kind=JointKind(kind),
                axis=tuple(axis),
                parent_frame=np.eye(4) if kind == JointKind.FREE else random_frame(random),
                child_frame=np.eye(4) if kind == JointKind.FREE else random_frame(random),
                mass_kg=mass,
                center_of_mass_m=random.uniform(-0.3, 0.3, 3),
                inertia_kg_m2=random_inertia(random, mass),
                armature=float(random.uniform(0, 0.3)) if armature and random.random() < 0.5 else 0.0,
            )
        )
    if not any(n.kind in (JointKind.REVOLUTE, JointKind.PRISMATIC) for n in links):
        return random_mechanism(random, armature=armature)
    return Mechanism(links=tuple(links), gravity_m_s2=GRAVITY)


def random_state(random: np.random.Generator, mechanism: Mechanism) -> State:
    count = len(mechanism.joint_links)
    return State(
        position=random.uniform(-2, 2, count),
        velocity=random.uniform(-3, 3, count),
        root_pose=random_frame(random, 2.0) if mechanism.is_floating else None,
        root_velocity=random.uniform(-2, 2, 6) if mechanism.is_floating else None,
    )


class DartTwin:
    """The same mechanism, built link by link in DART."""

    def __init__(self, dart: Any, mechanism: Mechanism) -> None:
        self.dart, self.mechanism = dart, mechanism
        self.skeleton = dart.dynamics.Skeleton("twin")
        self.skeleton.setGravity(list(mechanism.gravity_m_s2))
        bodies: list[Any] = []
        self.joints: list[Any] = []
        for link in mechanism.links:
            joint, body = self._add(link, bodies[link.parent] if link.parent >= 0 else None)
            self.joints.append(joint)
            bodies.append(body)
        self.bodies = bodies

    def _add(self, link: Link, parent: Any) -> tuple[Any, Any]:
        isometry = self.dart.math.Isometry3
        name = {
            JointKind.FIXED: "Weld",
            JointKind.REVOLUTE: "Revolute",
            JointKind.PRISMATIC: "Prismatic",
            JointKind.FREE: "Free",
        }[link.kind]
        create = getattr(self.skeleton, f"create{name}JointAndBodyNodePair")
        joint, body = create(parent)
        joint.setName(link.joint_name)
        joint.setTransformFromParentBodyNode(isometry(link.parent_frame))
        joint.setTransformFromChildBodyNode(isometry(link.child_frame))
        if link.kind in (JointKind.REVOLUTE, JointKind.PRISMATIC):
            joint.setAxis(list(link.axis))
        body.setName(link.name)
        x = link.inertia_kg_m2
        body.setMass(link.mass_kg)
        body.setLocalCOM(list(link.center_of_mass_m))
        body.setMomentOfInertia(x[0, 0], x[1, 1], x[2, 2], x[0, 1], x[0, 2], x[1, 2])
        return joint, body

    def set_state(self, state: State) -> None:
        for k, link in enumerate(self.mechanism.joint_links):
            self.joints[link].setPosition(0, float(state.position[k]))
            self.joints[link].setVelocity(0, float(state.velocity[k]))
        if self.mechanism.is_floating:
            joint = self.joints[0]
            joint.setTransform(self.dart.math.Isometry3(state.root_pose))
            joint.setLinearVelocity(list(state.root_velocity[:3]))
            joint.setAngularVelocity(list(state.root_velocity[3:]))

    def base_acceleration(self) -> np.ndarray:
        """Return the acceleration of the root link's origin and its angular acceleration, world axes."""
        return np.concatenate([self.bodies[0].getLinearAcceleration(), self.bodies[0].getAngularAcceleration()])
