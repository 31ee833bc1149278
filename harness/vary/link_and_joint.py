"""Change the length of a link together with the joint to its child, its visuals, collisions and mass properties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.urdf.mass import inertia_matrix
from harness.urdf.model import Inertial, Joint, JointType, Link, Robot, Sphere
from harness.urdf.parse import UrdfFile
from harness.urdf.tree import rpy_matrix
from harness.vary.edit import UrdfEdit, number_text
from harness.vary.modifiers import Amount, Keep, Modifier, parse_axis
from harness.vary.parts import MeshBounds, Part, link_of, parts_of, problem, set_inertial, set_origin
from harness.vary.stretch import AxisMap, Extent, Mode, factor_for_length, make_map, scaled_inertia

__all__ = ["LinkAndJointModifier"]

Array = npt.NDArray[np.float64]
# Nothing along an axis, in metres.
_ZERO = 1e-9
# A direction is ambiguous when the next best one is nearly as good.
_CLEAR = 1.1


@dataclass(frozen=True, kw_only=True)
class LinkAndJointModifier(Modifier):
    """Makes a link longer or shorter; see :mod:`harness.vary.stretch` for the modes.

    The longest visual that can be stretched along the axis is the part of the formulas; without visuals it is a
    collision. The longest collision obeys the same formulas with its own length and centre. Further visuals and
    collisions, and the mass properties, follow the map of the part. Spheres and shapes askew to the axis only move.
    """

    link: str
    """Name of the link."""
    size: Amount
    """Multiplier ``K``, or the wanted length of the part in metres."""
    mode: Mode = Mode.KEEP_BOTH
    axis: str = "auto"
    """Direction in the link frame: ``x``, ``y``, ``z``, three numbers, or ``auto``: that axis of the part along which
    the child joint lies, or its longest one without a child joint."""
    joint: str = ""
    """Joint to the child; empty for the only one, or the only one that moves."""
    keep: Keep = Keep.DENSITY

    def edit(self, file: UrdfFile, edit: UrdfEdit, bounds: MeshBounds) -> Sequence[str]:
        """Write the change; see :class:`Modifier`."""
        robot = file.robot
        assert robot is not None
        link = link_of(robot, self.link)
        joint = _child_joint(robot, link, self.joint)
        visuals = parts_of(robot, link.visuals, bounds)
        collisions = parts_of(robot, link.collisions, bounds)
        if joint is None and self.mode is Mode.KEEP_BOTH:
            text = "no joint hangs on it, so there is no end whose distance could be kept; use mode 0 or 1."
            raise problem(robot, link.element, text)
        axis, driver = self._driver(robot, link, visuals or collisions, joint)
        extent = _extent(driver, axis, joint)
        try:
            factor = self.size.value if self.size.is_factor else factor_for_length(extent, self.size.value, self.mode)
            moved = make_map(extent, factor, self.mode)
            main = _longest(collisions, axis)
            touched = moved if main is None else make_map(_extent(main, axis, joint), factor, self.mode)
        except ValueError as error:
            raise problem(robot, link.element, f"{error}.") from error
        notes = [f"{link.name}: length {_mm(extent.length)} to {_mm(extent.length * moved.factor)}"]
        for part, own in (*((p, moved) for p in visuals), *((p, touched) for p in collisions)):
            if not own.is_identity:
                part.follow(edit, own, axis)
        if joint is not None and factor != 1:
            notes.append(_move_joint(edit, joint, axis, factor))
        if link.inertial is not None and link.inertial.is_effective:
            ratio = moved.factor if self.keep is Keep.DENSITY else 1.0
            notes += _move_inertial(edit, link.inertial, axis, moved, ratio)
        others = [j.name for j in robot.joints if j.parent == link.name and j is not joint]
        if others and factor != 1:
            notes.append(f"{link.name}: other joints on it stay where they are: {', '.join(others)}")
        return notes

    def _driver(self, robot: Robot, link: Link, parts: tuple[Part, ...], joint: Joint | None) -> tuple[Array, Part]:
        axis = parse_axis(self.axis)
        if not parts:
            raise problem(robot, link.element, "it has no shape whose length could change.")
        if axis is None:
            axis = _auto_axis(robot, link, parts, joint)
        driver = _longest(parts, axis)
        if driver is None:
            only = (
                "a sphere has no length, change its radius"
                if all(isinstance(p.shape, Sphere) for p in parts)
                else (
                    "none of its shapes has a side along that axis, and a shape can only be stretched along its sides"
                )
            )
            raise problem(robot, link.element, f"{only} (axis {_shown(axis)}).")
        return axis, driver


def _child_joint(robot: Robot, link: Link, name: str) -> Joint | None:
    below = [j for j in robot.joints if j.parent == link.name]
    if name:
        found = next((j for j in below if j.name == name), None)
        if found is None:
            names = ", ".join(j.name for j in below) or "none"
            raise problem(robot, link.element, f"no joint '{name}' hangs on it; there are: {names}.")
        return found
    moving = [j for j in below if j.type is not JointType.FIXED]
    if len(below) == 1 or len(moving) == 1:
        return moving[0] if moving else below[0]
    if below:
        names = ", ".join(j.name for j in below)
        raise problem(robot, link.element, f"several joints hang on it ({names}); name the one at its end.")
    return None


def _auto_axis(robot: Robot, link: Link, parts: Sequence[Part], joint: Joint | None) -> Array:
    """Return that side of the longest part along which the child joint lies, or its longest side."""
    choices: list[tuple[float, Array]] = []
    largest = max(parts, key=lambda p: max(p.length(i) for i in range(3)))
    for index in range(3):
        axis = largest.turn[:, index]
        if largest.side(axis) is None:
            continue
        along = largest.length(index) if joint is None else abs(float(axis @ np.array(joint.origin.xyz)))
        choices.append((along, axis))
    choices.sort(key=lambda c: -c[0])
    if not choices:
        raise problem(robot, link.element, "its largest shape is a sphere, which has no length; change its radius.")
    if joint is not None and choices[0][0] < _ZERO:
        text = f"the joint '{joint.name}' lies at its origin, so no axis follows from it; give --axis and mode 0 or 1."
        raise problem(robot, link.element, text)
    if len(choices) > 1 and choices[0][0] < _CLEAR * choices[1][0]:
        raise problem(robot, link.element, "two of its sides are as likely to be its length; give --axis.")
    return choices[0][1]


def _longest(parts: Sequence[Part], axis: Array) -> Part | None:
    usable = [(p, i) for p in parts if (i := p.side(axis)) is not None]
    return max(usable, key=lambda c: c[0].length(c[1]))[0] if usable else None


def _extent(part: Part, axis: Array, joint: Joint | None) -> Extent:
    index = part.side(axis)
    assert index is not None
    offset = float(axis @ part.center())
    at = offset if joint is None else float(axis @ np.array(joint.origin.xyz))
    # Without a child joint only the direction counts: the end that is farther from the link frame grows.
    at = 0.0 if abs(at) < _ZERO else at
    return Extent(length=part.length(index), offset=offset, joint=at)


def _move_joint(edit: UrdfEdit, joint: Joint, axis: Array, factor: float) -> str:
    old = np.array(joint.origin.xyz)
    new = AxisMap(factor=factor, shift=0.0).moved(old, axis)
    set_origin(edit, joint.element, joint.origin, new)
    return f"{joint.name}: from {_mm(float(axis @ old))} to {_mm(float(axis @ new))} along the link"


def _move_inertial(edit: UrdfEdit, inertial: Inertial, axis: Array, moved: AxisMap, ratio: float) -> list[str]:
    if moved.is_identity and ratio == 1:
        return []
    turn = rpy_matrix(inertial.origin.rpy)
    own = turn.T @ axis
    stretch = np.eye(3) + (moved.factor - 1) * np.outer(own, own)
    inertia = None
    if inertial.inertia is not None:
        inertia = scaled_inertia(inertia_matrix(inertial.inertia), stretch, ratio)
    mass = None if inertial.mass is None else inertial.mass * ratio
    set_inertial(edit, inertial, mass=mass, center=moved.moved(np.array(inertial.origin.xyz), axis), inertia=inertia)
    return [] if mass is None or ratio == 1 else [f"mass {inertial.mass:g} kg to {mass:g} kg"]


def _mm(value: float) -> str:
    return f"{number_text(round(1000 * value, 6))} mm"


def _shown(axis: Array) -> str:
    return " ".join(f"{v:g}" for v in axis)
