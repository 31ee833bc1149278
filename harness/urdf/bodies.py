"""Which links become rigid bodies, and which body carries a link that does not: the ghost-link rule.

A ghost link is only a frame: no visual, no collision, no effective inertial. It gets no body when it belongs to a fixed
joint and no mimic joint refers to that joint. A joint to a child without a body is left out; a parent without one is
replaced by the body that carries it. Source: the rule of urdf-usd-converter (its pull request 138). Roots need more,
because a joint side without a body is the world for every engine:

- A ghost root is no anchor. The bodies that fixed joints hang on it are welded to each other instead.
- A root named ``world`` that holds something by a joint is the world: what hangs on it is anchored. Where only moving
  joints hang on it, it has a body, itself fixed to the world: they need a base to be part of an articulation.
- A ghost root above floating joints only, or above nothing, holds nothing and has no body.
- A ghost root that only frames are fixed to keeps its body when it alone connects two or more moving parts.
"""

from __future__ import annotations

from dataclasses import dataclass

from harness.urdf.model import Joint, JointType, Robot
from harness.urdf.tree import Tree

__all__ = ["BodyPlan", "JointPlan", "plan_bodies"]

WORLD = "world"
"""Name of a root link that stands for the world."""


@dataclass(frozen=True, kw_only=True)
class JointPlan:
    """A joint of the file that becomes a joint between bodies."""

    joint: Joint
    body0: str | None
    """Link whose body is the parent side; ``None`` for the world."""
    body1: str
    """Link whose body is the child side."""

    @property
    def is_retargeted(self) -> bool:
        """Whether the parent of the file has no body and another one stands for it."""
        return self.body0 != self.joint.parent


@dataclass(frozen=True, kw_only=True)
class BodyPlan:
    """Links with and without bodies."""

    bodies: tuple[str, ...]
    """Links with a body, each after its parent."""
    carrier: dict[str, str | None]
    """Body of each link: its own, or that of the link it is fixed to; ``None`` for the world or for nothing at all."""
    joints: tuple[JointPlan, ...]
    """Joints that are kept, in the order of the file. A floating joint leaves its child free and is not among them."""
    dropped: tuple[Joint, ...]
    """Joints that are left out: the child has no body, both sides are the same body, or the parent hangs on nothing."""
    world: str | None
    """Root link that stands for the world."""
    is_world_a_body: bool = False
    """Whether that link has a body, which a joint of its own must hold in place."""


def plan_bodies(robot: Robot, tree: Tree, *, merged: frozenset[str] = frozenset()) -> BodyPlan:
    """Apply the ghost-link rule.

    Args:
        robot: The robot.
        tree: Its structure.
        merged: Further links without a body: their mass has been added to their parent's.
    """
    mimicked = {j.mimic.joint for j in robot.joints if j.mimic is not None}
    world = next((r for r in tree.roots if _is_world(robot, tree, r)), None)
    bodies = {n for n in tree.order if n != world and n not in merged and _has_body(robot, tree, n, mimicked)}
    is_base = world is not None and all(j.type is not JointType.FIXED for j in tree.child_joints[world])
    if world is not None and is_base:
        bodies.add(world)
    carrier, unheld = _carriers(tree, bodies, world)
    # A frame that nothing holds, yet on which two parts hang, is what connects them.
    for root in tree.roots:
        hanging = [j for j in tree.parent_joint.values() if j.child in bodies and unheld.get(j.parent) == root]
        if len([j for j in hanging if j.type is not JointType.FLOATING]) > 1:
            bodies.add(root)
    carrier, unheld = _carriers(tree, bodies, world)
    joints: list[JointPlan] = []
    dropped: list[Joint] = []
    for joint in robot.joints:
        if tree.parent_joint.get(joint.child) is not joint or joint.type is JointType.FLOATING:
            continue
        body0 = carrier[joint.parent]
        if joint.child not in bodies or body0 == joint.child or joint.parent in unheld:
            dropped.append(joint)
        else:
            joints.append(JointPlan(joint=joint, body0=body0, body1=joint.child))
    return BodyPlan(
        bodies=tuple(n for n in tree.order if n in bodies),
        carrier=carrier,
        joints=tuple(joints),
        dropped=tuple(dropped),
        world=world,
        is_world_a_body=is_base,
    )


def _is_world(robot: Robot, tree: Tree, name: str) -> bool:
    if name != WORLD:
        return False
    link = robot.link(name)
    types = {j.type for j in tree.child_joints[name]}
    if link is not None and link.is_ghost:
        return bool(types - {JointType.FLOATING})
    return JointType.FIXED in types


def _has_body(robot: Robot, tree: Tree, name: str, mimicked: set[str]) -> bool:
    link = robot.link(name)
    if link is None or not link.is_ghost:
        return True
    above = tree.parent_joint.get(name)
    if above is not None:
        return above.type is not JointType.FIXED or above.name in mimicked
    types = {j.type for j in tree.child_joints[name]}
    return bool(types - {JointType.FLOATING}) and JointType.FIXED not in types


def _carriers(tree: Tree, bodies: set[str], world: str | None) -> tuple[dict[str, str | None], dict[str, str]]:
    """Return the body of each link, and the root of each link that has none although it does not hang on the world."""
    carrier: dict[str, str | None] = {}
    unheld: dict[str, str] = {}
    for name in tree.order:
        above = tree.parent(name)
        if name in bodies:
            carrier[name] = name
        elif above is not None:
            carrier[name] = carrier[above]
            if above in unheld:
                unheld[name] = unheld[above]
        else:
            carrier[name] = None if name == world else _fixed_body_below(tree, name, bodies)
            if name != world and carrier[name] is None:
                unheld[name] = name
    return carrier, unheld


def _fixed_body_below(tree: Tree, root: str, bodies: set[str]) -> str | None:
    """Return the first body that fixed joints tie to a root without a body."""
    waiting = [root]
    while waiting:
        name = waiting.pop(0)
        if name in bodies:
            return name
        waiting += [j.child for j in tree.child_joints[name] if j.type is JointType.FIXED]
    return None
