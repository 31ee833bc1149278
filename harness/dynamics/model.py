"""What a mechanism is: a tree of links, each tied to its parent by one joint with at most one degree of freedom."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
import numpy.typing as npt

__all__ = ["JointKind", "Link", "Mechanism", "MechanismError", "State", "skew"]

Array = npt.NDArray[np.float64]


class MechanismError(ValueError):
    """The links do not form a tree that can be computed with; the message says which one and why."""


class JointKind(StrEnum):
    """How a link moves relative to its parent."""

    FIXED = "fixed"
    """Not at all."""
    REVOLUTE = "revolute"
    """About an axis, in radians."""
    PRISMATIC = "prismatic"
    """Along an axis, in metres."""
    FREE = "free"
    """All six ways; only for the root of a floating mechanism."""


@dataclass(frozen=True, kw_only=True)
class Link:
    """One rigid body with the joint that ties it to its parent."""

    name: str
    """Unique name; a prim path for mechanisms that come from a stage."""
    joint_name: str = ""
    """Name of the joint to the parent."""
    parent: int
    """Index of the parent link, smaller than the own one; -1 for the world."""
    kind: JointKind
    """Kind of the joint to the parent."""
    axis: tuple[float, float, float] = (0.0, 0.0, 1.0)
    """Unit axis in the joint frame; not used by fixed and free joints."""
    parent_frame: Array
    """Joint frame in the parent's frame (in the world for parent -1), 4 x 4, rigid, metres."""
    child_frame: Array
    """Joint frame in the own frame, 4 x 4, rigid, metres."""
    mass_kg: float
    """Mass; not negative."""
    center_of_mass_m: Array
    """Centre of mass in the own frame, shape (3,)."""
    inertia_kg_m2: Array
    """Inertia about the centre of mass, axes of the own frame, shape (3, 3), symmetric."""
    armature: float = 0.0
    """Reflected rotor inertia of the joint [kg m2 or kg]: added to the diagonal of the mass matrix, without gravity."""


@dataclass(frozen=True, kw_only=True)
class State:
    """Configuration and velocity of a mechanism, for one instant or for F of them.

    Every array may have leading batch dimensions, the same for all.
    """

    position: Array
    """Joint coordinates [rad or m], shape (..., D)."""
    velocity: Array
    """Joint velocities [rad/s or m/s], shape (..., D)."""
    root_pose: Array | None = None
    """Pose of the root link in the world, shape (..., 4, 4); ``None`` for a fixed base."""
    root_velocity: Array | None = None
    """Linear velocity of the root link's origin and angular velocity, world axes, shape (..., 6); ``None`` is rest."""


@dataclass(frozen=True, kw_only=True)
class Mechanism:
    """A tree of links in an order in which parents come before children.

    Raises:
        MechanismError: If the order, a frame, a mass or an inertia cannot be used.
    """

    links: tuple[Link, ...]
    gravity_m_s2: tuple[float, float, float] = (0.0, 0.0, -9.81)
    """Acceleration of free fall, world axes."""

    def __post_init__(self) -> None:
        """Check everything once, so that the algorithms need not."""
        if not self.links:
            raise MechanismError("A mechanism needs at least one link.")
        for index, link in enumerate(self.links):
            _check_link(index, link)
        if len({link.name for link in self.links}) != len(self.links):
            raise MechanismError("Two links have the same name.")

    @property
    def is_floating(self) -> bool:
        """Whether the root moves freely."""
        return self.links[0].kind is JointKind.FREE

    @cached_property
    def joint_links(self) -> tuple[int, ...]:
        """Indices of the links behind a revolute or prismatic joint, in order; one coordinate each, D in all."""
        return tuple(i for i, n in enumerate(self.links) if n.kind in (JointKind.REVOLUTE, JointKind.PRISMATIC))

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of the movable joints, in the order of the coordinates."""
        return tuple(self.links[i].joint_name or self.links[i].name for i in self.joint_links)

    @property
    def base_count(self) -> int:
        """Generalized velocities of the base: 6 when it floats, else 0."""
        return 6 if self.is_floating else 0

    @property
    def coordinate_count(self) -> int:
        """Number of generalized velocities, base included."""
        return self.base_count + len(self.joint_links)

    @cached_property
    def moves(self) -> npt.NDArray[np.bool_]:
        """Which joint coordinate moves which link, shape (L, D)."""
        column = {link: k for k, link in enumerate(self.joint_links)}
        result = np.zeros((len(self.links), len(column)), dtype=np.bool_)
        for index, link in enumerate(self.links):
            if link.parent >= 0:
                result[index] = result[link.parent]
            if index in column:
                result[index, column[index]] = True
        return result

    @cached_property
    def armature(self) -> Array:
        """Armature of each joint coordinate, shape (D,)."""
        return np.array([self.links[i].armature for i in self.joint_links], dtype=np.float64)


def _check_link(index: int, link: Link) -> None:
    if not -1 <= link.parent < index:
        raise MechanismError(f"{link.name}: parent {link.parent} does not come before link {index}.")
    if link.kind is JointKind.FREE and index != 0:
        raise MechanismError(f"{link.name}: only the root may float.")
    for name, frame in (("parent", link.parent_frame), ("child", link.child_frame)):
        if frame.shape != (4, 4) or not np.isfinite(frame).all():
            raise MechanismError(f"{link.name}: the {name} frame is not a finite 4 x 4 matrix.")
        turn = frame[:3, :3]
        if np.abs(turn @ turn.T - np.eye(3)).max() > 1e-6 or np.linalg.det(turn) < 0:
            raise MechanismError(f"{link.name}: the {name} frame is not rigid.")
    if not (np.isfinite(link.mass_kg) and link.mass_kg >= 0):
        raise MechanismError(f"{link.name}: a mass of {link.mass_kg:g} kg.")
    inertia = link.inertia_kg_m2
    if inertia.shape != (3, 3) or not np.isfinite(inertia).all():
        raise MechanismError(f"{link.name}: the inertia is not a finite 3 x 3 matrix.")
    if link.center_of_mass_m.shape != (3,) or not np.isfinite(link.center_of_mass_m).all():
        raise MechanismError(f"{link.name}: the centre of mass is not finite.")
    if abs(float(np.linalg.norm(link.axis)) - 1) > 1e-6 and link.kind in (JointKind.REVOLUTE, JointKind.PRISMATIC):
        raise MechanismError(f"{link.name}: the joint axis has not length 1.")
    if not (np.isfinite(link.armature) and link.armature >= 0):
        raise MechanismError(f"{link.name}: an armature of {link.armature:g}.")


def skew(vectors: Array) -> Array:
    """Return the matrices of the cross product from the left, (..., 3) to (..., 3, 3)."""
    x, y, z = vectors[..., 0], vectors[..., 1], vectors[..., 2]
    zero = np.zeros_like(x)
    rows = ((zero, -z, y), (z, zero, -x), (-y, x, zero))
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
