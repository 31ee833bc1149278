"""Check that joints which connect the same two bodies leave them a common motion.

What it checks:
    Every pair of bodies that two or more enabled joints connect.
Why it matters:
    Each joint forbids what the others allow. Formats such as MJCF write one hinge for each axis of a hip or a shoulder;
    taken over as they are, three hinges between the same two bodies lock them, and a solver that is told so fights
    itself: parts tremble or do not move, in silence.
How:
    A joint allows a space of velocities of one body against the other. The common velocities of all joints of a pair
    are the intersection of their spaces, found by the smallest singular value of what each of them forbids.
Passes when:
    The joints of each pair have a common motion, as two hinges of a door on one line have.
Fails when:
    SAF072 only warns: each joint alone would let the pair move, all together do not.
Not applicable when:
    A joint of the pair locks it on purpose, or its freedoms are not certain: D6 and distance joints.
False positives avoided:
    Hinges that are nearly on one line count as on one line.
Thresholds and sources:
    1 %: of a right angle's sine in direction, of the size of the bodies in position. Twists of joints: K. M. Lynch,
    F. C. Park, Modern Robotics, Cambridge 2017, chapter 3.
How to fix:
    Write one PhysicsJoint (D6) that leaves the wanted axes free, or a small body between each two joints.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from harness.safeguards.base import Safeguard, body_frame_extent, listed
from harness.safeguards.graph import linking_joints
from harness.stage.facts import JointFacts, JointMechanics, StageFacts
from harness.verdict import Finding, finding

__all__ = ["JOINT_CONFLICT", "common_freedoms"]

_TOLERANCE = 0.01
_MOVING = ("PhysicsRevoluteJoint", "PhysicsPrismaticJoint", "PhysicsSphericalJoint")

Array = npt.NDArray[np.float64]


def common_freedoms(joints: Sequence[tuple[str, JointMechanics]], length_m: float) -> int:
    """Return how many independent motions a group of joints allows together.

    Args:
        joints: USD type (revolute, prismatic or spherical) and mechanics of each.
        length_m: Length at which turning by an angle and moving by the same share of it count alike.
    """
    origin = joints[0][1].world_frame0[:3, 3]
    forbidden = [_forbidden(_twists(kind, mechanics, origin, length_m)) for kind, mechanics in joints]
    values = np.linalg.svd(np.vstack(forbidden), compute_uv=False)
    return int((values < _TOLERANCE).sum())


def _twists(kind: str, mechanics: JointMechanics, origin: Array, length_m: float) -> Array:
    """Return the velocities that a joint allows, rows (angular, linear over the length at the origin), shape (K, 6)."""
    frame = mechanics.world_frame0
    axis = frame[:3, "XYZ".index(mechanics.axis)]
    if kind == "PhysicsPrismaticJoint":
        return np.concatenate([np.zeros(3), axis])[None]
    axes = frame[:3, :3].T if kind == "PhysicsSphericalJoint" else axis[None]
    arm = (origin - frame[:3, 3]) / length_m
    return np.hstack([axes, np.cross(axes, arm)])


def _forbidden(twists: Array) -> Array:
    """Return the projection onto what is not allowed, shape (6, 6)."""
    basis, _ = np.linalg.qr(twists.T)
    return np.asarray(np.eye(6) - basis @ basis.T)


def _check(facts: StageFacts) -> Iterator[Finding]:
    pairs: dict[tuple[str, str], list[JointFacts]] = defaultdict(list)
    for joint in linking_joints(facts):
        pairs[min(str(joint.body0), str(joint.body1)), max(str(joint.body0), str(joint.body1))].append(joint)
    sizes = {b.path: max(body_frame_extent(b, b.judged_points_m) or (0.0,)) for b in facts.bodies}
    for bodies, joints in pairs.items():
        if len(joints) < 2:
            continue
        known = [(j.prim_type, j.mechanics) for j in joints if j.prim_type in _MOVING and j.mechanics is not None]
        length = max(sizes.get(path, 0.0) for path in bodies)
        if len(known) == len(joints) and length > 0 and common_freedoms(known, length) == 0:
            yield _conflict(bodies, joints)


def _conflict(bodies: tuple[str, str], joints: Sequence[JointFacts]) -> Finding:
    paths = [j.path for j in joints]
    return finding(
        "SAF072",
        f"{len(joints)} joints connect {bodies[0]} and {bodies[1]} ({listed(paths)}), and what each allows another "
        "forbids: together they lock the two bodies.",
        sites=[*paths, *bodies],
        measured=0.0,
        limit=1.0,
        unit="common motions",
    )


JOINT_CONFLICT = Safeguard(name="joint-conflict", codes=("SAF072",), check=_check)
