"""A URDF robot as plain records. SI units and radians as in the file; every record knows its line and its element.

What a file leaves out is ``None`` where it matters that it was left out, and the default of the specification where it
does not. Source of names and defaults: the URDF XML specification of ROS.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from harness.urdf.xml import XmlElement

__all__ = [
    "Box",
    "Calibration",
    "Capsule",
    "Collision",
    "ContactCoefficients",
    "Cylinder",
    "Dynamics",
    "Geometry",
    "Inertia",
    "Inertial",
    "Joint",
    "JointType",
    "Limit",
    "Link",
    "Material",
    "Mesh",
    "Mimic",
    "Pose",
    "Robot",
    "Safety",
    "Sphere",
    "Visual",
]

Vector = tuple[float, float, float]


class JointType(StrEnum):
    """How a joint moves."""

    REVOLUTE = "revolute"
    CONTINUOUS = "continuous"
    PRISMATIC = "prismatic"
    FIXED = "fixed"
    FLOATING = "floating"
    PLANAR = "planar"

    @property
    def is_angular(self) -> bool:
        """Whether its position is an angle."""
        return self in (JointType.REVOLUTE, JointType.CONTINUOUS)

    @property
    def has_axis(self) -> bool:
        """Whether it uses the axis."""
        return self not in (JointType.FIXED, JointType.FLOATING)

    @property
    def has_position(self) -> bool:
        """Whether its position is one number."""
        return self in (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC)


@dataclass(frozen=True, kw_only=True)
class _Written:
    """Something that is written in the file."""

    element: XmlElement = field(repr=False, compare=False)
    """The element, with everything in it that the model does not know."""

    @property
    def line(self) -> int:
        """Line of its start tag, counted from 1."""
        return self.element.line


@dataclass(frozen=True, kw_only=True)
class Pose:
    """An origin: turn about the fixed axes x, y, z (roll, pitch, yaw), then move."""

    xyz: Vector = (0.0, 0.0, 0.0)
    """Metres."""
    rpy: Vector = (0.0, 0.0, 0.0)
    """Radians."""
    element: XmlElement | None = field(default=None, repr=False, compare=False)
    """``None`` when no origin is written."""


@dataclass(frozen=True, kw_only=True)
class Box(_Written):
    """A box about its origin."""

    size: Vector
    """Full lengths in metres."""


@dataclass(frozen=True, kw_only=True)
class Cylinder(_Written):
    """A cylinder about its origin, along z."""

    radius: float
    length: float


@dataclass(frozen=True, kw_only=True)
class Capsule(_Written):
    """A capsule about its origin, along z. Not in the specification; several tools write it."""

    radius: float
    length: float
    """Without the two caps."""


@dataclass(frozen=True, kw_only=True)
class Sphere(_Written):
    """A sphere about its origin."""

    radius: float


@dataclass(frozen=True, kw_only=True)
class Mesh(_Written):
    """A mesh file."""

    filename: str
    """As it is written, with ``package://`` if so."""
    scale: Vector = (1.0, 1.0, 1.0)


Geometry = Box | Cylinder | Capsule | Sphere | Mesh


@dataclass(frozen=True, kw_only=True)
class Material(_Written):
    """A material, written in a visual or at the top."""

    name: str
    """Empty when it has none."""
    rgba: tuple[float, float, float, float] | None = None
    texture: str | None = None
    """File as it is written."""

    @property
    def is_reference(self) -> bool:
        """Whether it only names a material of the robot."""
        return self.rgba is None and self.texture is None


@dataclass(frozen=True, kw_only=True)
class ContactCoefficients(_Written):
    """Contact numbers of a collision or link."""

    mu: float | None = None
    """Friction coefficient."""
    kp: float | None = None
    """Contact stiffness in N/m."""
    kd: float | None = None
    """Contact damping in N s/m."""


@dataclass(frozen=True, kw_only=True)
class Visual(_Written):
    """Something to look at."""

    name: str
    """Empty when it has none."""
    origin: Pose
    geometry: Geometry | None
    """``None`` when it is missing or of an unknown kind."""
    material: Material | None = None


@dataclass(frozen=True, kw_only=True)
class Collision(_Written):
    """Something to touch."""

    name: str
    """Empty when it has none."""
    origin: Pose
    geometry: Geometry | None
    """``None`` when it is missing or of an unknown kind."""
    contact: ContactCoefficients | None = None


@dataclass(frozen=True, kw_only=True)
class Inertia(_Written):
    """Rotational inertia about the centre of mass, along the axes of the inertial frame, in kg m2."""

    ixx: float
    ixy: float
    ixz: float
    iyy: float
    iyz: float
    izz: float


@dataclass(frozen=True, kw_only=True)
class Inertial(_Written):
    """Mass properties as they are written."""

    origin: Pose
    mass: float | None
    """Kilograms; ``None`` when it is not written."""
    inertia: Inertia | None
    """``None`` when it is not written."""

    @property
    def is_effective(self) -> bool:
        """Whether there is any mass: not only an origin, and not mass 0 with an inertia of 0."""
        terms = self.inertia
        has_inertia = terms is not None and any((terms.ixx, terms.ixy, terms.ixz, terms.iyy, terms.iyz, terms.izz))
        return has_inertia or bool(self.mass)


@dataclass(frozen=True, kw_only=True)
class Link(_Written):
    """A rigid part."""

    name: str
    inertial: Inertial | None
    visuals: tuple[Visual, ...]
    collisions: tuple[Collision, ...]
    contact: ContactCoefficients | None = None
    """Contact numbers of the whole link, as Bullet writes them; ``None`` without."""

    @property
    def is_ghost(self) -> bool:
        """Whether it is only a frame: no visual, no collision, no effective inertial."""
        return not self.visuals and not self.collisions and not (self.inertial and self.inertial.is_effective)


@dataclass(frozen=True, kw_only=True)
class Limit(_Written):
    """Limits of a joint."""

    lower: float | None
    """Radians or metres; ``None`` when it is not written, which means 0."""
    upper: float | None
    """Radians or metres; ``None`` when it is not written, which means 0."""
    effort: float | None
    """N m or N."""
    velocity: float | None
    """rad/s or m/s."""


@dataclass(frozen=True, kw_only=True)
class Dynamics(_Written):
    """Damping and friction of a joint."""

    damping: float = 0.0
    """N m s/rad or N s/m."""
    friction: float = 0.0
    """N m or N."""


@dataclass(frozen=True, kw_only=True)
class Mimic(_Written):
    """Follows another joint: position = multiplier * other + offset."""

    joint: str
    multiplier: float = 1.0
    offset: float = 0.0
    """Radians or metres."""


@dataclass(frozen=True, kw_only=True)
class Safety(_Written):
    """Limits that a controller keeps."""

    soft_lower_limit: float = 0.0
    soft_upper_limit: float = 0.0
    k_position: float = 0.0
    k_velocity: float | None = None
    """Required by the specification; ``None`` when it is not written."""


@dataclass(frozen=True, kw_only=True)
class Calibration(_Written):
    """Positions at which a reference switch changes."""

    rising: float | None = None
    falling: float | None = None
    reference_position: float | None = None


@dataclass(frozen=True, kw_only=True)
class Joint(_Written):
    """Connects two links. Its frame is the frame of the child."""

    name: str
    type: JointType
    parent: str
    child: str
    origin: Pose
    """Frame of the child in the frame of the parent."""
    axis: Vector
    """In the joint frame, as written (not normalised); (1, 0, 0) by default."""
    axis_element: XmlElement | None = field(default=None, repr=False, compare=False)
    limit: Limit | None = None
    dynamics: Dynamics | None = None
    mimic: Mimic | None = None
    safety: Safety | None = None
    calibration: Calibration | None = None


@dataclass(frozen=True, kw_only=True)
class Robot(_Written):
    """Everything in a file."""

    name: str
    file: str
    """Name of the file, without folders."""
    links: tuple[Link, ...]
    joints: tuple[Joint, ...]
    materials: tuple[Material, ...]
    extras: tuple[XmlElement, ...] = field(default=(), repr=False, compare=False)
    """Elements that the model does not know: ``gazebo``, ``transmission`` and so on, at any depth; topmost only."""

    def link(self, name: str) -> Link | None:
        """Return a link by name.

        Args:
            name: Its name.
        """
        return next((v for v in self.links if v.name == name), None)

    def joint(self, name: str) -> Joint | None:
        """Return a joint by name.

        Args:
            name: Its name.
        """
        return next((v for v in self.joints if v.name == name), None)
