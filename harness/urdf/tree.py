"""How links hang together: parents, children, roots, poses of the links, and what is wrong with that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.outcomes import Severity
from harness.urdf.model import Joint, JointType, Pose, Robot
from harness.urdf.values import describe
from harness.urdf.xml import XmlElement
from harness.verdict import Finding, Site, finding

__all__ = ["Tree", "build_tree", "motion_matrix", "pose_matrix", "rest_positions", "rpy_matrix", "structure_findings"]

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Tree:
    """The usable part of the structure; joints that would break the tree are left out."""

    order: tuple[str, ...]
    """Link names, each after its parent; roots in the order of the file."""
    roots: tuple[str, ...]
    parent_joint: dict[str, Joint]
    """Joint above each link that is no root."""
    child_joints: dict[str, tuple[Joint, ...]]
    """Joints below each link, in the order of the file."""
    poses: dict[str, Matrix]
    """Frame of each link in the frame of its root, 4 x 4, column vectors, metres, all joints at their positions."""
    positions: dict[str, float]
    """Position of each joint that is not at 0, by its name [rad or m]."""

    def parent(self, link: str) -> str | None:
        """Return the link above, or ``None`` for a root.

        Args:
            link: Name of the link.
        """
        joint = self.parent_joint.get(link)
        return None if joint is None else joint.parent


def rpy_matrix(rpy: tuple[float, float, float]) -> Matrix:
    """Return the rotation of roll, pitch, yaw about the fixed axes x, y, z: Rz(yaw) Ry(pitch) Rx(roll), 3 x 3.

    Args:
        rpy: Radians.
    """
    (cr, cp, cy), (sr, sp, sy) = np.cos(rpy), np.sin(rpy)
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def pose_matrix(pose: Pose) -> Matrix:
    """Return a pose as a matrix, 4 x 4, column vectors.

    Args:
        pose: The pose.
    """
    matrix = np.eye(4)
    matrix[:3, :3] = rpy_matrix(pose.rpy)
    matrix[:3, 3] = pose.xyz
    return matrix


def motion_matrix(joint: Joint, position: float) -> Matrix:
    """Return how a joint moves its child, in the joint frame, 4 x 4, column vectors.

    Args:
        joint: The joint.
        position: Its position [rad or m].

    Source: Rodrigues' formula.
    """
    matrix = np.eye(4)
    length = float(np.linalg.norm(joint.axis))
    if not position or length == 0:
        return matrix
    x, y, z = np.array(joint.axis) / length
    if joint.type.is_angular:
        skew = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        matrix[:3, :3] += np.sin(position) * skew + (1 - np.cos(position)) * skew @ skew
    elif joint.type.has_position:
        matrix[:3, 3] = np.array([x, y, z]) * position
    return matrix


def rest_positions(robot: Robot) -> dict[str, float]:
    """Return where each joint is when all are as near 0 as limits and mimics allow; those at 0 are left out.

    A joint outside its limits is thrown back by an engine in the first step, at any speed.

    Args:
        robot: The robot.
    """
    joints = {j.name: j for j in robot.joints}
    found: dict[str, float] = {}
    for joint in robot.joints:
        position = _rest(joint, joints, set())
        if position:
            found[joint.name] = position
    return found


def _rest(joint: Joint, joints: dict[str, Joint], seen: set[str]) -> float:
    if not joint.type.has_position or joint.name in seen:
        return 0.0
    wanted = 0.0
    if joint.mimic is not None and joint.mimic.joint in joints:
        other = _rest(joints[joint.mimic.joint], joints, seen | {joint.name})
        wanted = joint.mimic.multiplier * other + joint.mimic.offset
    limit = joint.limit
    if joint.type is JointType.CONTINUOUS or limit is None:
        return wanted
    low, high = limit.lower or 0.0, limit.upper or 0.0
    return min(max(wanted, low), high) if low <= high else wanted


def build_tree(robot: Robot) -> Tree:
    """Connect the links.

    Args:
        robot: The robot.
    """
    positions = rest_positions(robot)
    names = [link.name for link in robot.links]
    parent_joint: dict[str, Joint] = {}
    for joint in robot.joints:
        is_known = joint.parent in names and joint.child in names and joint.child not in parent_joint
        if is_known and not _closes_loop(joint, parent_joint):
            parent_joint[joint.child] = joint
    children: dict[str, list[Joint]] = {name: [] for name in names}
    for joint in parent_joint.values():
        children[joint.parent].append(joint)
    roots = tuple(n for n in names if n not in parent_joint)
    order: list[str] = []
    poses: dict[str, Matrix] = {}
    waiting = [(root, np.eye(4)) for root in reversed(roots)]
    while waiting:
        name, pose = waiting.pop()
        order.append(name)
        poses[name] = pose
        waiting += [
            (j.child, pose @ pose_matrix(j.origin) @ motion_matrix(j, positions.get(j.name, 0.0)))
            for j in reversed(children[name])
        ]
    return Tree(
        order=tuple(order),
        roots=roots,
        parent_joint=parent_joint,
        child_joints={n: tuple(c) for n, c in children.items()},
        poses=poses,
        positions=positions,
    )


def _closes_loop(joint: Joint, parent_joint: dict[str, Joint]) -> bool:
    name: str | None = joint.parent
    while name is not None:
        if name == joint.child:
            return True
        above = parent_joint.get(name)
        name = None if above is None else above.parent
    return False


def structure_findings(robot: Robot, *, is_complete: bool = True) -> tuple[Finding, ...]:
    """Report joints and links that make no tree.

    Args:
        robot: The robot.
        is_complete: Whether every joint of the file could be read; links without a parent mean nothing otherwise.
    """
    return tuple(_structure(robot, is_complete=is_complete))


def _structure(robot: Robot, *, is_complete: bool) -> Iterator[Finding]:
    if not robot.links:
        yield _at(robot, "INT025", robot.element, "it has no link, so there is nothing to test.")
        return
    names = {link.name for link in robot.links}
    parent_joint: dict[str, Joint] = {}
    for joint in robot.joints:
        yield from _unknown_ends(robot, joint, names)
        if joint.parent not in names or joint.child not in names:
            continue
        if joint.child in parent_joint:
            first = parent_joint[joint.child]
            text = f"'{joint.child}' is the child of the joint '{first.name}' (line {first.line}) too: two parents."
            yield _at(robot, "INT025", joint.element, text)
        elif _closes_loop(joint, parent_joint):
            text = f"it closes a loop from '{joint.child}' back to itself; URDF describes trees only."
            yield _at(robot, "INT025", joint.element, text)
        else:
            parent_joint[joint.child] = joint
    roots = [link for link in robot.links if link.name not in parent_joint]
    # A joint with another defect is why its child has no parent.
    is_telling = is_complete and all({j.parent, j.child} <= names for j in robot.joints)
    if len(roots) > 1 and is_telling:
        listed = ", ".join(f"'{r.name}' (line {r.line})" for r in roots[:5]) + (", ..." if len(roots) > 5 else "")
        text = f"{len(roots)} links have no parent: {listed}. Joints must connect all but one of them, the root."
        yield _at(robot, "INT025", roots[1].element, text)


def _unknown_ends(robot: Robot, joint: Joint, names: set[str]) -> Iterator[Finding]:
    for tag, name in (("parent", joint.parent), ("child", joint.child)):
        if name not in names:
            element = joint.element.first(tag) or joint.element
            text = f"the {tag} of the joint '{joint.name}' is the link '{name}', which the file does not define."
            yield _at(robot, "INT023", element, text)


def _at(robot: Robot, code: str, element: XmlElement, text: str, severity: Severity | None = None) -> Finding:
    message = f"{robot.file}, line {element.line}, {describe(element)}: {text}"
    return finding(code, message, sites=[Site(file=robot.file, line=element.line)], severity=severity)
