"""Plain facts about an asset, read once from its stage; every check works on these and never on USD.

Lengths are metres, masses kilograms, angles radians, Z is up: the reader converts from the stage's own units and axis
("SI asset frame": the authored pose, before the asset is placed for the drop). Authored quantities that are absent are
``None``; non-finite authored values stay non-finite so that a check can name them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.stage.defect_facts import AttributeDefect, IgnoredAttribute, MissingMaterial, MissingTexture
from harness.stage.joint_facts import ArticulationFacts, DriveFacts, JointFacts, JointMechanics, JointSide, MimicFacts
from harness.urdf.facts import UrdfFacts

__all__ = [
    "ArticulationFacts",
    "AttributeDefect",
    "BodyFacts",
    "ColliderFacts",
    "DriveFacts",
    "ForceFacts",
    "IgnoredAttribute",
    "JointFacts",
    "JointMechanics",
    "JointSide",
    "LayerFacts",
    "MaterialFacts",
    "MeshFacts",
    "MimicFacts",
    "MissingMaterial",
    "MissingTexture",
    "PartFacts",
    "ResetXform",
    "StageFacts",
    "TransformFacts",
    "VariantHint",
    "VariantSelection",
    "XformDefect",
]

Points = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class TransformFacts:
    """World transform of a prim in the SI asset frame."""

    matrix: npt.NDArray[np.float64]
    """4 x 4, column vectors, metres."""
    is_finite: bool
    """Whether every element is finite."""
    determinant: float
    """Of the upper 3 x 3, relative to the stage unit scale (1 for a rigid transform)."""
    scale: tuple[float, float, float]
    """Lengths of the three axes relative to the stage unit."""
    has_shear: bool
    """Whether the axes are not orthogonal; engines drop shear."""

    @property
    def is_uniform(self) -> bool:
        """Whether the three scales agree within 0.1 %."""
        low, high = min(self.scale), max(self.scale)
        return high - low <= 1e-3 * high


@dataclass(frozen=True, kw_only=True)
class MeshFacts:
    """Topology and points of a Mesh, checked before any engine sees them."""

    point_count: int
    face_count: int
    counts_min: int | None
    """Smallest faceVertexCounts entry."""
    counts_sum: int
    index_count: int
    index_min: int | None
    index_max: int | None
    has_non_finite_points: bool
    max_abs_point_m: float | None
    """Largest coordinate, ``None`` without points."""
    area_m2: float | None
    """Total area of the triangulated faces; ``None`` when topology is invalid."""
    signed_volume_m3: float | None
    """Volume by the divergence theorem; negative when faces point inward. ``None`` when topology is invalid."""
    is_closed: bool | None
    """Whether every edge has exactly two faces; ``None`` when topology is invalid."""
    extent_m: tuple[float, float, float] | None
    """Size of the point cloud, ``None`` without finite points."""
    triangle_count: int
    """Triangles after fan triangulation; 0 when topology is invalid."""
    mixed_edge_count: int | None = None
    """Edges whose two faces run along them the same way, so that one faces in and one out; ``None`` as for
    ``is_closed``."""


@dataclass(frozen=True, kw_only=True)
class ColliderFacts:
    """A prim with CollisionAPI."""

    path: str
    prim_type: str
    """Schema type such as ``Mesh``, ``Cube`` or ``Xform``."""
    body_path: str | None
    """The enabled rigid body that carries it; ``None`` for a static collider."""
    is_gprim: bool
    is_enabled: bool
    """physics:collisionEnabled."""
    is_trigger: bool
    """PhysxTriggerAPI."""
    is_instance_proxy: bool
    approximation: str | None
    """physics:approximation as authored; ``None`` when not authored or without MeshCollisionAPI (engines ignore it)."""
    levels_below_body: int | None
    """Namespace levels between the body and the collider."""
    transform: TransformFacts
    mesh: MeshFacts | None
    """Only for a Mesh."""
    sdf_resolution: int | None = None
    contact_offset_m: float | None = None
    rest_offset_m: float | None = None
    size_m: tuple[float, float, float] | None = None
    """Extent of the collider's authored geometry in the SI asset frame."""
    volume_m3: float | None = None
    """Volume of the collider's convex hull or analytic shape; ``None`` when unknown."""
    material_path: str | None = None
    """Physics material bound for purpose ``physics`` or for all purposes."""
    instance_paths: tuple[str, ...] = ()
    """Instanceable prims above an instance proxy, outermost first; a scene edits the prim only when they are not."""
    nested_collider_paths: tuple[str, ...] = ()
    """Colliders below this one that it also merges (a CollisionAPI on an Xform merges all geometry below it)."""
    merged_meshes: tuple[tuple[str, MeshFacts], ...] = ()
    """(path, mesh) of every Mesh below a CollisionAPI on a prim that is no Gprim; the engine cooks them too."""
    sphere_fill_count: int | None = None
    """physxSphereFillCollision:maxSpheres as authored."""
    sphere_fill_voxels: int | None = None
    """physxSphereFillCollision:voxelResolution as authored."""
    mass_kg: float | None = None
    """physics:mass of a MassAPI on the collider itself; it counts when the body has no mass of its own."""
    density_kg_m3: float | None = None
    """physics:density of a MassAPI on the collider itself."""
    has_reset_below_body: bool = False
    """A ``!resetXformStack!`` lies between the body and the collider. PhysX does not heed it."""
    pieces_m: tuple[Points, ...] = ()
    """Extreme points of each convex piece that the engine makes, as far as is known, SI asset frame, each (P, 3)."""


@dataclass(frozen=True, kw_only=True)
class ForceFacts:
    """A PhysxForceAPI that is switched on and not zero."""

    path: str
    force: tuple[float, float, float]
    """In the SI asset frame at the authored pose: newtons, or m/s^2 when ``is_acceleration``."""
    is_acceleration: bool


@dataclass(frozen=True, kw_only=True)
class PartFacts:
    """A piece of geometry that is drawn and that a body carries."""

    path: str
    body_path: str
    points_m: Points
    """Extreme points, SI asset frame, shape (P, 3)."""
    volume_m3: float
    """Volume of its hull or analytic shape."""
    is_collider: bool
    """Whether it is, or is merged into, a collider that works."""
    disabled_collider_path: str | None = None
    """A collider that it is or is merged into, and that is switched off."""


@dataclass(frozen=True, kw_only=True)
class XformDefect:
    """A transform operation that USD ignores."""

    prim_path: str
    attribute: str
    """Attribute, or entry of xformOpOrder."""
    reason: str
    """Why it has no effect."""


@dataclass(frozen=True, kw_only=True)
class BodyFacts:
    """A prim with RigidBodyAPI."""

    path: str
    prim_type: str
    is_enabled: bool
    """physics:rigidBodyEnabled."""
    is_kinematic: bool
    starts_asleep: bool
    is_instance_proxy: bool
    """Inside an instance; engines make it silently static."""
    is_point_instanced: bool
    """Below the prototypes of a PointInstancer."""
    resets_xform_stack: bool
    """At or above the prim, below the asset root, a ``!resetXformStack!`` detaches it from the root transform."""
    parent_body_path: str | None
    """Nearest enabled rigid body above it."""
    articulation_root_path: str | None
    """Articulation it belongs to."""
    transform: TransformFacts
    mass_kg: float | None
    """Authored physics:mass in kilograms, an authored 0 too; also without MassAPI (see ``ignored_attributes``)."""
    density_kg_m3: float | None
    """Authored physics:density."""
    diagonal_inertia_kg_m2: tuple[float, float, float] | None
    center_of_mass_m: tuple[float, float, float] | None
    """Authored centre of mass in the SI asset frame (world point), scaled as the body prim is; ``None`` when absent."""
    principal_axes_xyzw: tuple[float, float, float, float] | None
    linear_velocity_m_s: tuple[float, float, float] | None
    angular_velocity_rad_s: tuple[float, float, float] | None
    is_gravity_disabled: bool
    linear_damping: float | None
    angular_damping: float | None
    max_linear_velocity_m_s: float | None
    sleep_threshold: float | None
    """physxRigidBody:sleepThreshold as authored, in m^2/s^2."""
    locked_position_axes: int
    """physxRigidBody:lockedPosAxis bits."""
    locked_rotation_axes: int
    has_force_api: bool
    """A PhysxForceAPI or PhysxSurfaceVelocityAPI at or below the body is switched on and not zero."""
    simulation_owner: str | None
    """Target of physics:simulationOwner, existing or not."""
    collider_paths: tuple[str, ...]
    """All colliders that it carries, enabled or not."""
    judged_points_m: Points
    """Extreme points of the visible geometry (of the colliders where nothing is visible), SI asset frame, (P, 3)."""
    collider_points_m: Points
    """Extreme points of the enabled colliders as the engine would see them, SI asset frame, shape (Q, 3)."""
    has_visible_geometry: bool
    collider_volume_m3: float | None
    """Sum over enabled colliders; ``None`` when unknown."""
    forces: tuple[ForceFacts, ...] = ()
    """Constant forces that are switched on at or below the body."""
    max_contact_impulse_n_s: float | None = None
    """physxRigidBody:maxContactImpulse as authored [N s]."""


@dataclass(frozen=True, kw_only=True)
class MaterialFacts:
    """A prim with physics MaterialAPI that an enabled collider uses."""

    path: str
    static_friction: float | None
    dynamic_friction: float | None
    restitution: float | None
    restitution_combine_mode: str | None
    friction_combine_mode: str | None = None
    compliant_stiffness: float | None
    density_kg_m3: float | None = None
    """physics:density; it counts for colliders without a density or mass of their own."""


@dataclass(frozen=True, kw_only=True)
class LayerFacts:
    """A layer that takes part in the asset."""

    identifier: str
    """Relative to the folder of the root file, or the bare name."""
    sha256: str | None


@dataclass(frozen=True, kw_only=True)
class ResetXform:
    """A prim that resets its transform stack; the scene must place it with the rest of the asset."""

    path: str
    matrix: npt.NDArray[np.float64]
    """World transform on the asset's own stage, 4 x 4, column vectors, **stage units and stage axes**."""


@dataclass(frozen=True, kw_only=True)
class VariantHint:
    """A variant that would bring the physics in."""

    prim_path: str
    variant_set: str
    current: str
    enabling: str


@dataclass(frozen=True, kw_only=True)
class VariantSelection:
    """A selection that the user asked for; the scene must repeat it."""

    prim_path: str
    variant_set: str
    selection: str


@dataclass(frozen=True, kw_only=True)
class StageFacts:
    """Everything that checks and the scene composer need to know about one asset."""

    root_prim_path: str
    """Prim that the scene references: the default prim, or the only root prim."""
    meters_per_unit: float
    kilograms_per_unit: float
    up_axis: str
    """``Y`` or ``Z``."""
    is_meters_per_unit_authored: bool
    is_kilograms_per_unit_authored: bool
    is_up_axis_authored: bool
    has_default_prim: bool
    layers: tuple[LayerFacts, ...]
    bodies: tuple[BodyFacts, ...]
    colliders: tuple[ColliderFacts, ...]
    """All of them: carried by a body or static."""
    joints: tuple[JointFacts, ...]
    articulations: tuple[ArticulationFacts, ...]
    materials: tuple[MaterialFacts, ...]
    attribute_defects: tuple[AttributeDefect, ...]
    scene_paths: tuple[str, ...]
    """PhysicsScene prims that the asset brings."""
    simulation_owner_paths: tuple[str, ...]
    """Prims with an authored physics:simulationOwner."""
    dangling_owner_paths: tuple[str, ...]
    """Those whose owner is not on the stage."""
    unsupported: tuple[tuple[str, str], ...]
    """(prim path, what it is) of deformables, particles, vehicles and the like that a CPU engine does not build."""
    reset_xforms: tuple[ResetXform, ...]
    variant_hints: tuple[VariantHint, ...]
    unbodied_visible_paths: tuple[str, ...]
    """Visible geometry that no rigid body carries (at most 20 are listed)."""
    filtered_pairs: tuple[tuple[str, str], ...] = ()
    """Pairs of prims whose mutual collisions the asset switches off (FilteredPairsAPI)."""
    missing_materials: tuple[MissingMaterial, ...] = ()
    """Physics bindings at or above working colliders that lead to no physics material."""
    missing_texture_paths: tuple[str, ...] = ()
    missing_textures: tuple[MissingTexture, ...] = ()
    """The same with the prim and the layer that name each."""
    ignored_attributes: tuple[IgnoredAttribute, ...] = ()
    variant_selections: tuple[VariantSelection, ...] = ()
    """Selections that the user asked for, on the root prim and below it."""
    animated_mesh_paths: tuple[str, ...] = ()
    """Meshes and point clouds whose points have time samples; engines take the default value, if there is one."""
    animated_paths: tuple[str, ...] = ()
    """Prims at or above bodies and colliders whose transform has time samples; engines take the default value."""
    visible_parts: tuple[PartFacts, ...] = ()
    """Drawn geometry of bodies, except instances of a PointInstancer."""
    outside_paths: tuple[str, ...] = ()
    """Rigid bodies and joints outside the root prim; a reference to the asset leaves them out."""
    xform_defects: tuple[XformDefect, ...] = ()
    """Transform operations that have no effect."""
    group_filters: tuple[tuple[frozenset[str], frozenset[str]], ...] = ()
    """Pairs of sets of colliders whose mutual collisions a PhysicsCollisionGroup switches off."""
    point_instancer_count: int = 0
    instance_paths: tuple[str, ...] = ()
    """Instanceable prims, parents first; nothing below one can be changed until it is opened."""
    instance_count: int = 0
    """Point instances over all point instancers."""
    prim_count: int = 0
    triangle_count: int = 0
    urdf: UrdfFacts | None = None
    """The URDF file that the stage was converted from."""

    @property
    def moving_bodies(self) -> tuple[BodyFacts, ...]:
        """Bodies that the engine is expected to move: enabled, not kinematic, not inside an instance."""
        return tuple(b for b in self.bodies if b.is_enabled and not b.is_kinematic and not b.is_instance_proxy)
