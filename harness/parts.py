"""What was tested, as a report shows it: the asset, its bodies and its joints. SI units, paths of the user's asset."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["LATER", "AssetRecord", "BodyRecord", "JointRecord", "StampRecord"]

LATER = "added-later"
"""Mark of a field that older records lack. For information only: what is missing must never read as a good result."""


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


@dataclass(frozen=True, kw_only=True)
class StampRecord:
    """What other tools wrote about an earlier validation; information that no outcome depends on."""

    source: str
    """Where it was found: ``root layer`` or the name of a file beside the asset."""
    profile: str = ""
    """Profile that the asset was validated against."""
    profile_version: str = ""
    """Version of that profile."""
    validated_at: str = ""
    """Time of the newest validation, as it is written there."""
    passed_features: tuple[str, ...] = ()
    """Features that passed, by name."""
    failed_features: tuple[str, ...] = ()
    """Features that did not pass, by name."""
    tested_at: str = ""
    """Time of the newest tests, as it is written there."""
    passed_tests: tuple[str, ...] = ()
    """Features, or tests in the earlier layout, that passed when the asset was last simulated."""
    failed_tests: tuple[str, ...] = ()
    """The same that did not pass."""
    producer: str = ""
    """Tool that wrote it, where it names itself."""
    problem: str = ""
    """Why it could not be understood."""


@dataclass(frozen=True, kw_only=True)
class AssetRecord:
    """What was tested."""

    name: str
    """Short name, unique within the run."""
    path: str
    """Path as given by the user."""
    sha256: str | None = None
    """Digest of the root file."""
    layers: tuple[tuple[str, str], ...] = ()
    """(layer identifier relative to the asset, sha256) of every layer that was used."""
    meters_per_unit: float | None = None
    """Stage unit of length."""
    kilograms_per_unit: float | None = None
    """Stage unit of mass."""
    up_axis: str | None = None
    """``Y`` or ``Z``."""
    conversions: tuple[str, ...] = ()
    """What was converted to SI and Z up, in words."""
    height_m: float | None = None
    """Height of the physics bodies' bounds at the authored pose."""
    size_m: tuple[float, float, float] | None = None
    """Extents of those bounds, X Y Z."""
    body_count: int | None = None
    """Enabled rigid bodies."""
    total_mass_kg: float | None = None
    """Mass that the engine used, over all bodies."""
    bodies: tuple[BodyRecord, ...] = ()
    """Every rigid body."""
    joints: tuple[JointRecord, ...] = ()
    """Every joint."""
    stamp: StampRecord | None = field(default=None, metadata={LATER: True})
    """What NVIDIA's SimReady tools wrote about an earlier validation; never changes the outcome."""
