"""Read rigid bodies: settings, mass, start state, and the geometry that moves with them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from pxr import Usd

from harness.stage.facts import ArticulationFacts, BodyFacts, ForceFacts
from harness.stage.read_geometry import Geometry
from harness.stage.values import (
    Quaternion,
    Vector,
    authored_bool,
    authored_float,
    authored_int,
    authored_quaternion,
    authored_token,
    authored_vector,
    targets,
)
from harness.stage.walk import Node, StageUnits

__all__ = ["read_bodies"]

_FORCE = "PhysxForceAPI"
# Switch, and the vectors of which one must not be zero, of each schema that pushes a body.
_PUSHERS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (_FORCE, "physxForce:forceEnabled", ("physxForce:force", "physxForce:torque")),
    (
        "PhysxSurfaceVelocityAPI",
        "physxSurfaceVelocity:surfaceVelocityEnabled",
        ("physxSurfaceVelocity:surfaceVelocity", "physxSurfaceVelocity:surfaceAngularVelocity"),
    ),
)
_SPLINE = "PhysxSplinesSurfaceVelocityAPI"


def read_bodies(
    nodes: Sequence[Node], geometry: Geometry, articulations: Sequence[ArticulationFacts], units: StageUnits
) -> tuple[BodyFacts, ...]:
    """Describe every prim with RigidBodyAPI.

    Args:
        nodes: All prims of the asset.
        geometry: Their geometry.
        articulations: Its articulations.
        units: Conversion to the SI asset frame.
    """
    bodies = [n for n in nodes if n.is_body]
    if not bodies:
        return ()
    colliders: dict[str, list[str]] = {}
    pushed: set[str] = set()
    forces: dict[str, list[ForceFacts]] = {}
    for node in nodes:
        if node.body_path is not None and node.is_collider:
            colliders.setdefault(node.body_path, []).append(node.path)
        if node.body_path is not None and _pushes(node):
            pushed.add(node.body_path)
            if _FORCE in node.schemas:
                forces.setdefault(node.body_path, []).append(_force(node, units))
    root_of: dict[str, str] = {}
    for articulation in articulations:
        if articulation.is_enabled:
            for path in articulation.body_paths:
                root_of.setdefault(path, articulation.path)
    related = _Related(geometry=geometry, colliders=colliders, pushed=pushed, root_of=root_of, forces=forces)
    return tuple(_body(n, related, units) for n in bodies)


class _Related:
    """What other prims say about bodies."""

    def __init__(
        self,
        *,
        geometry: Geometry,
        colliders: Mapping[str, list[str]],
        pushed: set[str],
        root_of: Mapping[str, str],
        forces: Mapping[str, list[ForceFacts]],
    ) -> None:
        self.geometry, self.colliders, self.pushed, self.root_of = geometry, colliders, pushed, root_of
        self.forces = forces


def _body(node: Node, related: _Related, units: StageUnits) -> BodyFacts:
    prim = node.prim
    own = _Own(prim, node.schemas)
    mass, density = authored_float(prim, "physics:mass"), authored_float(prim, "physics:density")
    transform = units.transform(node.matrix)
    visible = related.geometry.visible(node.path)
    solid = related.geometry.solid(node.path)
    owner = targets(prim, "physics:simulationOwner")
    return BodyFacts(
        path=node.path,
        prim_type=node.type_name,
        is_enabled=authored_bool(prim, "physics:rigidBodyEnabled", True),
        is_kinematic=authored_bool(prim, "physics:kinematicEnabled", False),
        starts_asleep=authored_bool(prim, "physics:startsAsleep", False),
        is_instance_proxy=node.is_proxy,
        is_point_instanced=node.instancer_path is not None,
        resets_xform_stack=node.has_reset,
        parent_body_path=node.parent_body_path,
        articulation_root_path=related.root_of.get(node.path),
        transform=transform,
        mass_kg=None if mass is None else mass * units.kilograms,
        density_kg_m3=None if density is None else density * units.density,
        diagonal_inertia_kg_m2=own.inertia(units.kilograms * units.meters * units.meters),
        center_of_mass_m=own.center(node, units),
        principal_axes_xyzw=own.axes(),
        linear_velocity_m_s=units.vector(authored_vector(prim, "physics:velocity"), units.meters),
        angular_velocity_rad_s=units.vector(authored_vector(prim, "physics:angularVelocity"), math.pi / 180),
        is_gravity_disabled=own.is_physx and authored_bool(prim, "physxRigidBody:disableGravity", False),
        linear_damping=own.physx("linearDamping", 1.0),
        angular_damping=own.physx("angularDamping", 1.0),
        max_linear_velocity_m_s=own.physx("maxLinearVelocity", units.meters),
        max_contact_impulse_n_s=own.physx("maxContactImpulse", units.kilograms * units.meters),
        sleep_threshold=own.physx("sleepThreshold", units.meters * units.meters),
        locked_position_axes=own.bits("lockedPosAxis"),
        locked_rotation_axes=own.bits("lockedRotAxis"),
        has_force_api=node.path in related.pushed,
        simulation_owner=owner[0] if owner else None,
        collider_paths=tuple(related.colliders.get(node.path, ())),
        judged_points_m=visible if len(visible) else solid,
        collider_points_m=solid,
        has_visible_geometry=bool(len(visible)),
        collider_volume_m3=related.geometry.volume(node.path),
        forces=tuple(related.forces.get(node.path, ())),
    )


class _Own:
    """Attributes of schemas that a body may have besides RigidBodyAPI.

    Engines read none of them without the schema. Mass properties are reported all the same, since whoever wrote them
    meant them and the engine's mass is compared with them; switches and limits that do nothing are not.
    """

    def __init__(self, prim: Usd.Prim, schemas: frozenset[str]) -> None:
        self._prim = prim
        self.is_physx = "PhysxRigidBodyAPI" in schemas

    def inertia(self, scale: float) -> Vector | None:
        """Return the scaled principal inertia."""
        value = authored_vector(self._prim, "physics:diagonalInertia")
        return None if value is None else (value[0] * scale, value[1] * scale, value[2] * scale)

    def axes(self) -> Quaternion | None:
        """Return the principal axes; the schema's fallback, all zero, means that there are none."""
        value = authored_quaternion(self._prim, "physics:principalAxes")
        return None if value is None or not any(value) else value

    def center(self, node: Node, units: StageUnits) -> Vector | None:
        """Return the centre of mass in the SI asset frame; the schema's fallback, -inf, means that there is none."""
        local = authored_vector(self._prim, "physics:centerOfMass")
        if local is None or all(v == -math.inf for v in local):
            return None
        if not all(map(math.isfinite, local)):
            return math.nan, math.nan, math.nan
        matrix = units.world(node.matrix)
        x, y, z = matrix[:3, :3] @ local + matrix[:3, 3]
        return float(x), float(y), float(z)

    def physx(self, name: str, scale: float) -> float | None:
        """Return a scaled number of PhysxRigidBodyAPI."""
        value = authored_float(self._prim, f"physxRigidBody:{name}") if self.is_physx else None
        return None if value is None else value * scale

    def bits(self, name: str) -> int:
        """Return a bit mask of PhysxRigidBodyAPI."""
        return (authored_int(self._prim, f"physxRigidBody:{name}") or 0) if self.is_physx else 0


def _force(node: Node, units: StageUnits) -> ForceFacts:
    """Return the force of a PhysxForceAPI in the SI asset frame; by the schema it is local and an acceleration."""
    local = authored_vector(node.prim, "physxForce:force") or (0.0, 0.0, 0.0)
    is_acceleration = (authored_token(node.prim, "physxForce:mode") or "acceleration") == "acceleration"
    if not authored_bool(node.prim, "physxForce:worldFrameEnabled", False):
        axes = node.matrix[:3, :3]
        lengths = np.linalg.norm(axes, axis=0)
        x, y, z = (axes / np.where(lengths > 0, lengths, 1.0)) @ local
        local = float(x), float(y), float(z)
    scale = units.meters if is_acceleration else units.meters * units.kilograms
    force = units.vector(local, scale) or (0.0, 0.0, 0.0)
    return ForceFacts(path=node.path, force=force, is_acceleration=is_acceleration)


def _pushes(node: Node) -> bool:
    """Whether a force or a moving surface acts at the prim."""
    for schema, switch, names in _PUSHERS:
        if schema in node.schemas and authored_bool(node.prim, switch, True):
            return any(any(authored_vector(node.prim, n) or ()) for n in names)
    if _SPLINE not in node.schemas or not authored_bool(
        node.prim, "physxSplinesSurfaceVelocity:surfaceVelocityEnabled", True
    ):
        return False
    return bool(authored_float(node.prim, "physxSplinesSurfaceVelocity:surfaceVelocityMagnitude"))
