"""Parts of a link as the modifiers see them: shape, pose, and lengths along an axis."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.errors import UsageError
from harness.urdf.model import Box, Capsule, Collision, Cylinder, Inertial, Link, Mesh, Pose, Robot, Sphere, Visual
from harness.urdf.tree import rpy_matrix
from harness.urdf.values import describe
from harness.urdf.xml import XmlElement
from harness.vary.edit import UrdfEdit, number_text
from harness.vary.stretch import AxisMap

__all__ = ["Array", "MeshBounds", "Part", "VaryError", "link_of", "parts_of", "problem", "set_inertial", "set_origin"]

Array = npt.NDArray[np.float64]
MeshBounds = Callable[[str], "tuple[Array, Array]"]
"""File name as written to the corners (lowest, highest) of the mesh, in metres before its scale; raises VaryError."""

# Angles in files are often written with four digits, such as 1.5708.
_PARALLEL = 1e-3
_SNAP = 1e-4


class VaryError(UsageError):
    """A change of a robot cannot be made as it is asked for."""

    code = "HAR051"


def problem(robot: Robot, element: XmlElement, text: str) -> VaryError:
    """Return an error that names file, line and element.

    Args:
        robot: The robot.
        element: Where it is.
        text: What is wrong and what to do, as a clause.
    """
    return VaryError(f"{robot.file}, line {element.line}, {describe(element)}: {text}")


def link_of(robot: Robot, name: str) -> Link:
    """Return a link.

    Raises:
        VaryError: If there is none of that name.
    """
    link = robot.link(name)
    if link is None:
        names = ", ".join(k.name for k in robot.links[:12]) + (", ..." if len(robot.links) > 12 else "")
        raise VaryError(f"{robot.file} has no link '{name}'. It has: {names}.")
    return link


@dataclass(frozen=True, kw_only=True, eq=False)
class Part:
    """A visual or collision with a shape."""

    element: XmlElement
    origin: Pose
    shape: Box | Cylinder | Capsule | Sphere | Mesh
    corners: tuple[Array, Array]
    """Lowest and highest corner in the frame of the shape, metres."""

    @property
    def turn(self) -> Array:
        """Axes of the shape as columns, in the link frame; exact where the file means a right angle."""
        matrix = rpy_matrix(self.origin.rpy)
        snapped = np.round(matrix)
        return snapped if np.abs(matrix - snapped).max() < _SNAP else matrix

    @property
    def position(self) -> Array:
        """Origin of the shape in the link frame, shape (3,)."""
        return np.array(self.origin.xyz)

    def side(self, axis: Array) -> int | None:
        """Return the axis of the shape along which it can be stretched in a direction, or ``None``.

        Args:
            axis: Unit vector in the link frame.
        """
        along = np.abs(self.turn.T @ axis)
        index = int(np.argmax(along))
        if isinstance(self.shape, Sphere) or (isinstance(self.shape, Cylinder | Capsule) and index != 2):
            return None
        others = float(np.linalg.norm(np.delete(along, index)))
        return index if others < _PARALLEL else None

    def length(self, index: int) -> float:
        """Return the size along an axis of the shape, metres."""
        return float(self.corners[1][index] - self.corners[0][index])

    def center(self) -> Array:
        """Return the middle of the shape in the link frame, shape (3,)."""
        return self.position + rpy_matrix(self.origin.rpy) @ ((self.corners[0] + self.corners[1]) / 2)

    def follow(self, edit: UrdfEdit, moved: AxisMap, axis: Array) -> bool:
        """Write the part after a map; returns whether its length changed too.

        Args:
            edit: Where to write.
            moved: The map.
            axis: Unit vector in the link frame.

        Raises:
            VaryError: If a capsule would become shorter than its caps.
        """
        index = self.side(axis)
        if index is None:
            shift = moved.moved(self.center(), axis) - self.center()
            set_origin(edit, self.element, self.origin, self.position + shift)
            return False
        # The shape is stretched about its own origin, so the map of that origin is the map of the whole shape.
        set_origin(edit, self.element, self.origin, moved.moved(self.position, axis))
        self._stretch(edit, index, moved.factor)
        return True

    def _stretch(self, edit: UrdfEdit, index: int, factor: float) -> None:
        shape = self.shape
        if isinstance(shape, Box):
            sizes = [s * factor if i == index else s for i, s in enumerate(shape.size)]
            edit.set_numbers(shape.element, "size", shape.size, sizes)
        elif isinstance(shape, Mesh):
            scale = [s * factor if i == index else s for i, s in enumerate(shape.scale)]
            edit.set_numbers(shape.element, "scale", shape.scale, scale)
        elif isinstance(shape, Cylinder):
            edit.set_numbers(shape.element, "length", [shape.length], [shape.length * factor])
        elif isinstance(shape, Capsule):
            tube = (shape.length + 2 * shape.radius) * factor - 2 * shape.radius
            if factor != 1 and not tube > 0:
                raise VaryError(
                    f"line {shape.element.line}, <capsule>: its two caps alone are longer than the wanted length; make "
                    "its radius smaller first."
                )
            edit.set_numbers(shape.element, "length", [shape.length], [shape.length if factor == 1 else tube])


def parts_of(robot: Robot, items: Sequence[Visual] | Sequence[Collision], bounds: MeshBounds) -> tuple[Part, ...]:
    """Return the parts with a known shape.

    Args:
        robot: The robot, for messages.
        items: Visuals or collisions of a link.
        bounds: Reads the corners of meshes.

    Raises:
        VaryError: If a mesh cannot be read.
    """
    found = []
    for item in items:
        shape = item.geometry
        if shape is None:
            continue
        if isinstance(shape, Mesh):
            try:
                low, high = bounds(shape.filename)
            except VaryError as error:
                raise problem(robot, shape.element, str(error)) from error
            scaled = np.array([low, high]) * np.array(shape.scale)
            corners = scaled.min(axis=0), scaled.max(axis=0)
        else:
            half = _half(shape)
            corners = -half, half
        found.append(Part(element=item.element, origin=item.origin, shape=shape, corners=corners))
    return tuple(found)


def _half(shape: Box | Cylinder | Capsule | Sphere) -> Array:
    if isinstance(shape, Box):
        return np.array(shape.size) / 2
    if isinstance(shape, Sphere):
        return np.full(3, shape.radius)
    caps = shape.radius if isinstance(shape, Capsule) else 0.0
    return np.array([shape.radius, shape.radius, shape.length / 2 + caps])


def set_origin(edit: UrdfEdit, owner: XmlElement, origin: Pose, xyz: Array) -> None:
    """Write a position; an origin that is not written is added only when it is needed.

    Args:
        edit: Where to write.
        owner: The element that has the origin.
        origin: As it is now.
        xyz: New position, metres, shape (3,).
    """
    values = [float(v) for v in xyz]
    if origin.element is not None:
        edit.set_numbers(origin.element, "xyz", origin.xyz, values)
    elif any(values):
        edit.add_first(owner, f'<origin xyz="{" ".join(number_text(v) for v in values)}"/>')


def set_inertial(
    edit: UrdfEdit, inertial: Inertial, *, mass: float | None, center: Array, inertia: Array | None
) -> None:
    """Write mass properties; what was not written stays unwritten.

    Args:
        edit: Where to write.
        inertial: As it is now.
        mass: Kilograms, or ``None`` to leave it.
        center: Centre of mass in the link frame, metres, shape (3,).
        inertia: Along the axes of the inertial frame, kg m2, shape (3, 3), or ``None`` to leave it.
    """
    if not inertial.element.children:
        return
    set_origin(edit, inertial.element, inertial.origin, center)
    element = inertial.element.first("mass")
    if mass is not None and inertial.mass is not None and element is not None:
        edit.set_numbers(element, "value", [inertial.mass], [mass])
    if inertia is None or inertial.inertia is None:
        return
    old = inertial.inertia
    size = max(abs(getattr(old, n)) for n in ("ixx", "iyy", "izz"))
    for name, row, column in (
        ("ixx", 0, 0), ("ixy", 0, 1), ("ixz", 0, 2), ("iyy", 1, 1), ("iyz", 1, 2), ("izz", 2, 2)
    ):  # fmt: skip
        before, after = float(getattr(old, name)), float(inertia[row, column])
        # What is nothing beside the large terms is rounding, not a product of inertia.
        if abs(after - before) > 1e-13 * size:
            edit.set_numbers(old.element, name, [before], [after])
