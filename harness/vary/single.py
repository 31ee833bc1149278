"""Modifiers of one aspect: mass, density, radius, position of a link, position and type of a joint."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from harness.urdf.mass import inertia_matrix, shape_solid
from harness.urdf.model import Box, Capsule, Cylinder, Inertial, Joint, JointType, Link, Mesh, Robot, Sphere
from harness.urdf.parse import UrdfFile
from harness.urdf.tree import rpy_matrix
from harness.vary.edit import UrdfEdit, number_text
from harness.vary.modifiers import Amount, Keep, Modifier, parse_axis
from harness.vary.parts import MeshBounds, Part, VaryError, link_of, parts_of, problem, set_inertial, set_origin
from harness.vary.stretch import AxisMap, scaled_inertia

__all__ = [
    "DensityModifier",
    "JointPositionModifier",
    "JointTypeModifier",
    "LinkPositionModifier",
    "MassModifier",
    "RadiusModifier",
]

_LIMITED = (JointType.REVOLUTE, JointType.PRISMATIC)


@dataclass(frozen=True, kw_only=True)
class MassModifier(Modifier):
    """Changes the mass of a link; the inertia follows in proportion."""

    link: str
    mass: Amount
    """Kilograms, or a multiplier."""

    def edit(self, file: UrdfFile, edit: UrdfEdit, bounds: MeshBounds) -> Sequence[str]:
        """Write the change; see :class:`Modifier`."""
        del bounds
        assert file.robot is not None
        inertial, mass = _with_mass(file.robot, self.link)
        return [_set_mass(file.robot, edit, inertial, mass, self.mass.of(mass))]


@dataclass(frozen=True, kw_only=True)
class DensityModifier(Modifier):
    """Changes the mass of a link so that its shapes have a density; the inertia follows in proportion."""

    link: str
    density: Amount
    """kg/m3 of all collisions together (of the visuals where there are none), or a multiplier of the present mass."""

    def edit(self, file: UrdfFile, edit: UrdfEdit, bounds: MeshBounds) -> Sequence[str]:
        """Write the change; see :class:`Modifier`."""
        del bounds
        robot = file.robot
        assert robot is not None
        inertial, mass = _with_mass(robot, self.link)
        if self.density.is_factor:
            return [_set_mass(robot, edit, inertial, mass, mass * self.density.value)]
        link = link_of(robot, self.link)
        return [_set_mass(robot, edit, inertial, mass, self.density.value * _volume(robot, link))]


@dataclass(frozen=True, kw_only=True)
class RadiusModifier(Modifier):
    """Changes the radius of the cylinders, capsules and spheres of a link, each by the same factor."""

    link: str
    radius: Amount
    """Metres that the first round visual gets (collision where there is none), or a multiplier."""
    keep: Keep = Keep.DENSITY

    def edit(self, file: UrdfFile, edit: UrdfEdit, bounds: MeshBounds) -> Sequence[str]:
        """Write the change; see :class:`Modifier`."""
        robot = file.robot
        assert robot is not None
        link = link_of(robot, self.link)
        shapes = [*(v.geometry for v in link.visuals), *(c.geometry for c in link.collisions)]
        round_ones = [g for g in shapes if isinstance(g, Cylinder | Capsule | Sphere)]
        if not round_ones:
            raise problem(robot, link.element, "it has no cylinder, capsule or sphere whose radius could change.")
        first = round_ones[0]
        new = self.radius.of(first.radius)
        if not new > 0:
            raise problem(robot, first.element, f"the radius {new:g} m is not above 0.")
        factor = self.radius.value if self.radius.is_factor else new / first.radius
        for shape in round_ones:
            edit.set_numbers(shape.element, "radius", [shape.radius], [shape.radius * factor])
        visuals = [p for p in parts_of(robot, link.visuals, bounds) if p.shape is first]
        driver = (visuals or [p for p in parts_of(robot, link.collisions, bounds) if p.shape is first])[0]
        notes = [f"{link.name}: radius {first.radius:g} m to {new:g} m"]
        if link.inertial is not None and link.inertial.is_effective and factor != 1:
            notes += self._inertial(edit, link.inertial, driver, factor)
        return notes

    def _inertial(self, edit: UrdfEdit, inertial: Inertial, driver: Part, factor: float) -> list[str]:
        shape = driver.shape
        assert isinstance(shape, Cylinder | Capsule | Sphere)
        along = factor if isinstance(shape, Sphere) else 1.0
        turn = rpy_matrix(driver.origin.rpy)
        # In the frame of the link, about the centre of the shape.
        stretch = turn @ np.diag([factor, factor, along]) @ turn.T
        center = driver.position + stretch @ (np.array(inertial.origin.xyz) - driver.position)
        ratio = 1.0
        if self.keep is Keep.DENSITY:
            ratio = _round_volume(shape, factor) / shape_solid(shape).mass
        frame = rpy_matrix(inertial.origin.rpy)
        inertia = None
        if inertial.inertia is not None:
            inertia = scaled_inertia(inertia_matrix(inertial.inertia), frame.T @ stretch @ frame, ratio)
        mass = None if inertial.mass is None else inertial.mass * ratio
        set_inertial(edit, inertial, mass=mass, center=center, inertia=inertia)
        notes = [] if mass is None or ratio == 1 else [f"mass {inertial.mass:g} kg to {mass:g} kg"]
        if isinstance(shape, Capsule):
            notes.append("inertia of a capsule: its caps are taken as stretched across, not along")
        return notes


@dataclass(frozen=True, kw_only=True)
class LinkPositionModifier(Modifier):
    """Moves everything on a link along an axis: visuals, collisions and centre of mass; no joint."""

    link: str
    position: Amount
    """Coordinate of the centre of the first visual (collision where there is none), metres, or a multiplier of it."""
    axis: str = "z"

    def edit(self, file: UrdfFile, edit: UrdfEdit, bounds: MeshBounds) -> Sequence[str]:
        """Write the change; see :class:`Modifier`."""
        robot = file.robot
        assert robot is not None
        link = link_of(robot, self.link)
        axis = _axis(self.axis)
        visuals = parts_of(robot, link.visuals, bounds)
        parts = (*visuals, *parts_of(robot, link.collisions, bounds))
        if not parts:
            raise problem(robot, link.element, "it has no shape that could move.")
        old = float(axis @ parts[0].center())
        moved = AxisMap(factor=1.0, shift=self.position.of(old) - old)
        for part in parts:
            set_origin(edit, part.element, part.origin, moved.moved(part.position, axis))
        if link.inertial is not None and link.inertial.is_effective:
            center = moved.moved(np.array(link.inertial.origin.xyz), axis)
            set_inertial(edit, link.inertial, mass=None, center=center, inertia=None)
        return [f"{link.name}: position from {old:g} m to {self.position.of(old):g} m"]


@dataclass(frozen=True, kw_only=True)
class JointPositionModifier(Modifier):
    """Moves a joint, and with it everything that hangs on it, along an axis of the parent link."""

    joint: str
    position: Amount
    """Coordinate in metres, or a multiplier of it."""
    axis: str = "z"

    def edit(self, file: UrdfFile, edit: UrdfEdit, bounds: MeshBounds) -> Sequence[str]:
        """Write the change; see :class:`Modifier`."""
        del bounds
        assert file.robot is not None
        joint, axis = _joint(file.robot, self.joint), _axis(self.axis)
        at = np.array(joint.origin.xyz)
        old = float(axis @ at)
        new = self.position.of(old)
        set_origin(edit, joint.element, joint.origin, AxisMap(factor=1.0, shift=new - old).moved(at, axis))
        return [f"{joint.name}: position from {old:g} m to {new:g} m"]


@dataclass(frozen=True, kw_only=True)
class JointTypeModifier(Modifier):
    """Changes the type of a joint."""

    joint: str
    type: str

    def edit(self, file: UrdfFile, edit: UrdfEdit, bounds: MeshBounds) -> Sequence[str]:
        """Write the change; see :class:`Modifier`."""
        del bounds
        robot = file.robot
        assert robot is not None
        joint = _joint(robot, self.joint)
        if self.type not in list(JointType):
            raise VaryError(f"'{self.type}' is no joint type. Give one of {', '.join(JointType)}.")
        new = JointType(self.type)
        if new in _LIMITED and joint.limit is None:
            raise problem(robot, joint.element, f"a {new} joint needs a <limit>, and this one has none; add it first.")
        mimics = [j.name for j in robot.joints if j.mimic is not None and j.mimic.joint == joint.name]
        if mimics and not new.has_position:
            text = f"a {new} joint has no position that {', '.join(mimics)} could follow."
            raise problem(robot, joint.element, text)
        edit.set_text(joint.element, "type", new.value)
        notes = [f"{joint.name}: type {joint.type} to {new}"]
        if joint.type.is_angular != new.is_angular and new in _LIMITED and joint.type in _LIMITED:
            notes.append(f"{joint.name}: its limits are the same numbers in another unit; check them")
        return notes


def _axis(text: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    axis = parse_axis(text)
    if axis is None:
        raise VaryError("a position needs an axis: x, y, z or three numbers.")
    return axis


def _joint(robot: Robot, name: str) -> Joint:
    joint = robot.joint(name)
    if joint is None:
        names = ", ".join(j.name for j in robot.joints[:12]) + (", ..." if len(robot.joints) > 12 else "")
        raise VaryError(f"{robot.file} has no joint '{name}'. It has: {names or 'none'}.")
    return joint


def _with_mass(robot: Robot, name: str) -> tuple[Inertial, float]:
    link = link_of(robot, name)
    if link.inertial is None or link.inertial.mass is None or not link.inertial.mass > 0:
        raise problem(robot, link.element, "it has no mass to start from; write an <inertial> with a mass first.")
    return link.inertial, link.inertial.mass


def _set_mass(robot: Robot, edit: UrdfEdit, inertial: Inertial, old: float, new: float) -> str:
    if not (math.isfinite(new) and new > 0):
        raise problem(robot, inertial.element, f"the mass {new:g} kg is not above 0.")
    inertia = None if inertial.inertia is None else inertia_matrix(inertial.inertia) * (new / old)
    set_inertial(edit, inertial, mass=new, center=np.array(inertial.origin.xyz), inertia=inertia)
    return f"mass {old:g} kg to {number_text(new)} kg"


def _volume(robot: Robot, link: Link) -> float:
    shapes = [s.geometry for s in (link.collisions or link.visuals) if s.geometry is not None]
    if not shapes:
        raise problem(robot, link.element, "it has no shape whose volume a density could fill.")
    if any(isinstance(s, Mesh) for s in shapes):
        raise problem(robot, link.element, "the volume of its meshes is not known for sure; give --mass instead.")
    return sum(shape_solid(s).mass for s in shapes if isinstance(s, Box | Cylinder | Capsule | Sphere))


def _round_volume(shape: Cylinder | Capsule | Sphere, factor: float) -> float:
    radius = shape.radius * factor
    if isinstance(shape, Sphere):
        return 4 / 3 * math.pi * radius**3
    tube = math.pi * radius**2 * shape.length
    return tube if isinstance(shape, Cylinder) else tube + 4 / 3 * math.pi * radius**3
