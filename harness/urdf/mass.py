"""Mass, centre of mass and inertia of links: as written, merged from frames that only carry mass, or from geometry.

Everything is double precision in the frame of the link; the conversion to USD rounds to single precision.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from harness.urdf.model import Box, Capsule, Cylinder, Inertia, Joint, JointType, Link, Robot, Sphere
from harness.urdf.tree import Tree, pose_matrix, rpy_matrix

__all__ = [
    "DEFAULT_DENSITY_KG_M3",
    "LinkMass",
    "MassSource",
    "ShapeSolids",
    "Solid",
    "combine",
    "inertia_matrix",
    "link_mass",
    "merged_links",
    "moved",
    "principal_axes",
    "shape_solid",
]

Matrix = npt.NDArray[np.float64]

DEFAULT_DENSITY_KG_M3 = 1000.0
"""Density of geometry without a mass: that of water, which USD physics takes too."""
_ZERO_RATIO = 1e-9


@dataclass(frozen=True, kw_only=True)
class Solid:
    """Mass properties of a body or shape."""

    mass: float
    """Kilograms; for a shape of density 1 its volume in m3."""
    center: Matrix
    """Centre of mass in metres, shape (3,)."""
    inertia: Matrix
    """About the centre of mass, along the axes of the frame, kg m2, shape (3, 3)."""


@dataclass(frozen=True, kw_only=True)
class ShapeSolids:
    """Geometry of a link at density 1, in its frame."""

    collisions: tuple[Solid, ...] = ()
    visuals: tuple[Solid, ...] = ()
    """Only of a link without collisions."""


class MassSource(StrEnum):
    """Where a number is from."""

    FILE = "file"
    MERGED = "merged"
    GEOMETRY = "geometry"
    MISSING = "missing"


@dataclass(frozen=True, kw_only=True)
class LinkMass:
    """What is known about the mass of a link, in its frame. ``None`` is not known."""

    mass: float | None
    center: Matrix | None
    """Shape (3,)."""
    inertia: Matrix | None
    """About the centre of mass, along the axes of the link, shape (3, 3)."""
    mass_source: MassSource
    inertia_source: MassSource


def inertia_matrix(inertia: Inertia) -> Matrix:
    """Return the six numbers as a matrix, 3 x 3, along the axes of the inertial frame.

    Args:
        inertia: As it is written.
    """
    v = inertia
    return np.array([[v.ixx, v.ixy, v.ixz], [v.ixy, v.iyy, v.iyz], [v.ixz, v.iyz, v.izz]])


def principal_axes(inertia: Matrix) -> tuple[Matrix, Matrix]:
    """Return principal moments, shape (3,), and axes as columns of a rotation, 3 x 3: ``R diag(m) R^T``.

    Axes stay as close to those of the frame as they can, so a diagonal matrix gives its own diagonal and no rotation.

    Args:
        inertia: Symmetric, 3 x 3.
    """
    if not np.any(inertia - np.diag(np.diag(inertia))):
        return np.diag(inertia).copy(), np.eye(3)
    moments, axes = np.linalg.eigh(inertia)
    # Give each axis of the frame the principal axis that is nearest, without using one twice.
    order = [-1, -1, -1]
    closeness = np.abs(axes)
    for _ in range(3):
        row, column = np.unravel_index(int(np.argmax(closeness)), (3, 3))
        order[int(row)] = int(column)
        closeness[row, :] = closeness[:, column] = -1
    moments, axes = moments[order], axes[:, order]
    axes = axes * np.where(np.diag(axes) < 0, -1.0, 1.0)
    if np.linalg.det(axes) < 0:
        axes[:, int(np.argmin(np.abs(np.diag(axes))))] *= -1
    return moments, axes


def moved(solid: Solid, matrix: Matrix) -> Solid:
    """Return a solid in another frame.

    Args:
        solid: In its own frame.
        matrix: That frame in the other one, 4 x 4, rigid.
    """
    turn = matrix[:3, :3]
    return Solid(mass=solid.mass, center=turn @ solid.center + matrix[:3, 3], inertia=turn @ solid.inertia @ turn.T)


def combine(solids: Iterable[Solid]) -> Solid | None:
    """Return several solids as one, or ``None`` without any mass.

    Args:
        solids: In one frame.
    """
    parts = [s for s in solids if s.mass > 0]
    mass = math.fsum(s.mass for s in parts)
    if not parts or not math.isfinite(mass):
        return None
    center = np.array([math.fsum(s.mass * s.center[i] for s in parts) / mass for i in range(3)])
    inertia = np.zeros((3, 3))
    for part in parts:
        offset = part.center - center
        inertia += part.inertia + part.mass * (offset @ offset * np.eye(3) - np.outer(offset, offset))
    return Solid(mass=mass, center=center, inertia=inertia)


def shape_solid(shape: Box | Cylinder | Capsule | Sphere) -> Solid:
    """Return volume and inertia of a shape of density 1, about its own centre.

    Args:
        shape: The shape.
    """
    if isinstance(shape, Box):
        x, y, z = shape.size
        volume = x * y * z
        moments = [volume / 12 * (y * y + z * z), volume / 12 * (x * x + z * z), volume / 12 * (x * x + y * y)]
    elif isinstance(shape, Sphere):
        volume = 4 / 3 * math.pi * shape.radius**3
        moments = [0.4 * volume * shape.radius**2] * 3
    else:
        volume, moments = _round(shape)
    return Solid(mass=volume, center=np.zeros(3), inertia=np.diag(moments))


def _round(shape: Cylinder | Capsule) -> tuple[float, list[float]]:
    r, h = shape.radius, shape.length
    tube = math.pi * r * r * h
    across, along = tube * (3 * r * r + h * h) / 12, tube * r * r / 2
    if isinstance(shape, Cylinder):
        return tube, [across, across, along]
    # Two half balls: 83/320 m r2 about their own centre of mass, which lies 3/8 r from the flat side.
    half = 2 / 3 * math.pi * r**3
    arm = h / 2 + 3 / 8 * r
    across += 2 * (83 / 320 * half * r * r + half * arm * arm)
    along += 2 * 0.4 * half * r * r
    return tube + 2 * half, [across, across, along]


def is_usable_inertia(inertia: Matrix) -> bool:
    """Whether all principal moments say something: none of them is zero. Negative ones do; they are a defect.

    Args:
        inertia: Symmetric, 3 x 3.
    """
    moments = np.abs(np.linalg.eigvalsh(inertia))
    return bool(moments.max() > 0 and moments.min() > _ZERO_RATIO * moments.max())


def merged_links(robot: Robot, tree: Tree) -> dict[str, tuple[Joint, ...]]:
    """Return the links that get the mass of frames fixed to them, with the joints to those frames.

    Some exporters give a root no inertial and fix a frame with the mass to it, because KDL allows none in a root. The
    pattern: a link with geometry and no effective inertial, and on fixed joints links with nothing but an inertial.

    Args:
        robot: The robot.
        tree: Its structure.
    """
    mimicked = {j.mimic.joint for j in robot.joints if j.mimic is not None}
    found: dict[str, tuple[Joint, ...]] = {}
    links = {link.name: link for link in robot.links}
    for name in tree.order:
        link = links[name]
        if not (link.visuals or link.collisions) or (link.inertial is not None and link.inertial.is_effective):
            continue
        joints = [
            j
            for j in tree.child_joints[name]
            if j.type is JointType.FIXED and j.name not in mimicked and _has_only_mass(links[j.child])
        ]
        if joints:
            found[name] = tuple(joints)
    return found


def _has_only_mass(link: Link) -> bool:
    written = link.inertial
    return not link.visuals and not link.collisions and written is not None and bool((written.mass or 0) > 0)


def _written(link: Link) -> Solid | None:
    """Return the mass properties of a link as they are written, if mass and inertia are."""
    written = link.inertial
    if written is None or not written.mass or written.inertia is None:
        return None
    turn = rpy_matrix(written.origin.rpy)
    inertia = turn @ inertia_matrix(written.inertia) @ turn.T
    return Solid(mass=written.mass, center=np.array(written.origin.xyz), inertia=inertia)


def link_mass(
    link: Link,
    solids: ShapeSolids,
    *,
    merged: Sequence[Joint] = (),
    links: Mapping[str, Link] | None = None,
) -> LinkMass:
    """Return the mass properties that a link gets.

    What is written counts. A missing mass is that of its collision geometry with the density of water; a missing
    inertia, or one with a zero moment, is that of its collision (else visual) geometry, scaled to the mass.

    Args:
        link: The link.
        solids: Its geometry.
        merged: Joints to frames whose mass it gets.
        links: All links by name, for those frames.
    """
    if merged and links is not None:
        parts = [moved(s, pose_matrix(j.origin)) for j in merged if (s := _written(links[j.child])) is not None]
        whole = combine(parts)
        if whole is not None and len(parts) == len(merged):
            return _from_solid(whole, MassSource.MERGED)
    shape = combine(solids.collisions)
    written = link.inertial
    if written is None or not written.is_effective:
        if shape is None:
            return LinkMass(
                mass=None,
                center=None,
                inertia=None,
                mass_source=MassSource.MISSING,
                inertia_source=MassSource.MISSING,
            )
        return _from_solid(_scaled(shape, DEFAULT_DENSITY_KG_M3), MassSource.GEOMETRY)
    return _completed(link, shape, shape or combine(solids.visuals))


def _from_solid(solid: Solid, source: MassSource) -> LinkMass:
    return LinkMass(
        mass=solid.mass, center=solid.center, inertia=solid.inertia, mass_source=source, inertia_source=source
    )


def _scaled(solid: Solid, factor: float) -> Solid:
    return Solid(mass=solid.mass * factor, center=solid.center, inertia=solid.inertia * factor)


def _completed(link: Link, shape: Solid | None, like: Solid | None) -> LinkMass:
    """Fill the gaps of an inertial: a mass from the shape that collides, an inertia from the shape that it is like."""
    written = link.inertial
    assert written is not None
    mass, mass_source = written.mass, MassSource.FILE
    if not mass:
        mass = None if shape is None else shape.mass * DEFAULT_DENSITY_KG_M3
        mass_source = MassSource.MISSING if shape is None else MassSource.GEOMETRY
    inertia, inertia_source = None, MassSource.MISSING
    if written.inertia is not None:
        turn = rpy_matrix(written.origin.rpy)
        inertia = turn @ inertia_matrix(written.inertia) @ turn.T
        inertia_source = MassSource.FILE
    if inertia is not None and not is_usable_inertia(inertia):
        # A moment of zero would be taken as infinite.
        inertia, inertia_source = None, MassSource.MISSING
    if inertia is None and like is not None and mass is not None and mass > 0:
        inertia = like.inertia * (mass / like.mass)
        inertia_source = MassSource.GEOMETRY
    return LinkMass(
        mass=mass,
        center=np.array(written.origin.xyz),
        inertia=inertia,
        mass_source=mass_source,
        inertia_source=inertia_source,
    )
