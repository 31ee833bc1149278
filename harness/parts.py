"""What an asset is made of, as a report shows it: bodies and joints. SI units, paths of the user's asset."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BodyRecord", "JointRecord"]


@dataclass(frozen=True, kw_only=True)
class BodyRecord:
    """A rigid body as authored and, once it was simulated, as the engine used it."""

    path: str
    """Prim path."""
    kind: str
    """``dynamic``, ``kinematic``, ``disabled``, ``instance`` or ``articulation link``."""
    mass_kg: float | None = None
    """Mass that the engine used; ``None`` when it was not asked."""
    authored_mass_kg: float | None = None
    """physics:mass as authored."""
    authored_density_kg_m3: float | None = None
    """physics:density as authored."""
    density_kg_m3: float | None = None
    """Mass that the engine used over the volume of the colliders."""
    inertia_kg_m2: tuple[float, float, float] | None = None
    """Principal moments about the centre of mass that the engine used, smallest first."""
    center_of_mass_m: tuple[float, float, float] | None = None
    """Centre of mass that the engine used, in the frame of the body."""
    collider_count: int = 0
    """Enabled colliders that it carries."""
    approximations: tuple[str, ...] = ()
    """How its colliders are approximated: the token for meshes, the type for built-in shapes."""
    hull_vertices: int | None = None
    """Extreme points of its colliders, the vertices of their hull; ``None`` without any."""
    volume_m3: float | None = None
    """Volume of its colliders; ``None`` when it is not known."""


@dataclass(frozen=True, kw_only=True)
class JointRecord:
    """A joint as authored."""

    path: str
    """Prim path."""
    kind: str
    """Type of the prim without its prefix, such as ``RevoluteJoint``."""
    body0: str | None = None
    """Body of side 0; ``None`` for the world."""
    body1: str | None = None
    """Body of side 1; ``None`` for the world."""
    is_enabled: bool = True
    """physics:jointEnabled."""
    lower_limit: float | None = None
    """As authored: degrees for a revolute joint, stage units for a prismatic one."""
    upper_limit: float | None = None
    """As ``lower_limit``."""
    drives: tuple[str, ...] = ()
    """Each drive in words, numbers as authored."""
