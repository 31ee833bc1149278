"""The movable joints of a loaded scene as an engine describes them, in SI units."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

__all__ = ["JointMode", "JointSystem"]

Array = npt.NDArray[np.float64]


class JointMode:
    """How a joint coordinate is moved during a step; values of small arrays that cross the engine's process."""

    FOLLOW = 0
    """A computed effort makes it follow a reference, as far as its effort bound allows."""
    EFFORT = 1
    """A given effort acts; 0 leaves it free. Its own drive is off."""
    DRIVE = 2
    """Its own drive, as the asset authors it, pulls it to a target."""
    PUSH = 3
    """A given effort presses it against a stop: it is taken to stand still."""


@dataclass(frozen=True, kw_only=True)
class JointSystem:
    """Coordinates of all articulations of a scene, D in all, in the engine's order.

    Positions are rad or m, efforts N m or N. What is unlimited is infinite.
    """

    articulation_paths: tuple[str, ...]
    """Scene paths."""
    is_fixed_base: tuple[bool, ...]
    """One an articulation."""
    articulation_of: npt.NDArray[np.int64]
    """Index of the articulation of each coordinate, shape (D,)."""
    joint_paths: tuple[str, ...]
    """Scene path of the joint of each coordinate; joints with several coordinates repeat."""
    axis_index: npt.NDArray[np.int64]
    """0 for joints with one coordinate; else which rotation, X, Y or Z, shape (D,)."""
    is_linear: npt.NDArray[np.bool_]
    """Whether the coordinate is a length, shape (D,)."""
    position: Array
    """Positions after the first step, shape (D,)."""
    lower: Array
    """Lower limits, shape (D,)."""
    upper: Array
    """Upper limits, shape (D,)."""
    max_velocity: Array
    """Velocity limits, shape (D,)."""
    max_effort: Array
    """Largest effort of the joint's drive, shape (D,)."""
    armature: Array
    """Shape (D,)."""
    stiffness: Array
    """Gains of the drive as authored, shape (D,) [N m/rad or N/m]."""
    damping: Array
    """Shape (D,) [N m s/rad or N s/m]."""
    friction: Array
    """Static friction effort, dynamic friction effort and viscous coefficient, shape (D, 3)."""
    drive_type: npt.NDArray[np.int64]
    """0 no drive, 1 force drive, 2 acceleration drive, shape (D,)."""
    position_target: Array
    """Target of the drive as authored, shape (D,)."""
    velocity_target: Array
    """Shape (D,)."""
    mass_matrix: Array
    """Mass matrix of the joint coordinates after the first step, armatures on its diagonal, shape (D, D)."""
    link_paths: tuple[str, ...]
    """Scene paths of all links, shape (L,)."""
    link_mass_kg: Array
    """Shape (L,)."""
    link_center_m: Array
    """Centres of mass in the frames of the links, shape (L, 3)."""
    link_inertia_kg_m2: Array
    """Inertias about the centres of mass, axes of the links, shape (L, 3, 3)."""
    link_is_root: npt.NDArray[np.bool_]
    """Whether the link is the root of its articulation, shape (L,)."""

    @property
    def count(self) -> int:
        """Number of coordinates."""
        return len(self.joint_paths)

    def label(self, index: int) -> str:
        """Return a name for a coordinate: the joint's path, and the axis where it has several."""
        path = self.joint_paths[index]
        if self.joint_paths.count(path) == 1:
            return path
        return f"{path} ({'XYZ'[int(self.axis_index[index]) % 3]})"

    def unit(self, index: int) -> str:
        """Return the unit of a position."""
        return "m" if self.is_linear[index] else "rad"

    def effort_unit(self, index: int) -> str:
        """Return the unit of an effort."""
        return "N" if self.is_linear[index] else "N m"

    def has_drive(self, index: int) -> bool:
        """Whether the asset gives the joint a drive that does something."""
        return bool(self.drive_type[index] != 0 and (self.stiffness[index] > 0 or self.damping[index] > 0))

    @staticmethod
    def array_names() -> tuple[str, ...]:
        """Names of the fields that are arrays."""
        return tuple(f.name for f in fields(JointSystem) if "NDArray" in str(f.type) or f.type == "Array")
