"""The one reader of physics schemas: turns a stage into plain facts in a single walk."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from pxr import Usd, UsdGeom, UsdPhysics, UsdShade

from harness.stage.attributes import attribute_defects
from harness.stage.facts import (
    ArticulationFacts,
    BodyFacts,
    ColliderFacts,
    LayerFacts,
    MaterialFacts,
    ResetXform,
    StageFacts,
    VariantHint,
)
from harness.stage.mesh import mesh_facts
from harness.stage.points import extremes_of, finite, join, move, quaternion_xyzw, scaled, scaled3
from harness.stage.read_joints import read_joints
from harness.stage.shapes import (
    array_of,
    collider_points,
    extreme_points,
    index_array,
    is_gprim,
    local_points,
    shape_volume,
)
from harness.stage.values import authored, authored_bool, authored_float, authored_int, authored_token, authored_vector
from harness.stage.values import targets as rel_targets
from harness.stage.walk import Node, StageUnits, walk

__all__ = ["read_stage"]

Points = npt.NDArray[np.float64]

_MAX_LISTED = 20
_MAX_INSTANCES = 2000
_MAX_FINE_PARTS = 4
# Applied schemas and prim types that the embedded engine builds on a GPU only, or not at all.
_UNSUPPORTED = ("Deformable", "Particle", "Vehicle", "Cloth")
_UNSUPPORTED_FREE = ("PhysxVehicleTireFriction",)


class _Reader:
    """State of one walk."""

    def __init__(self, stage: Usd.Stage, root_path: str) -> None:
        self.stage, self.root_path = stage, root_path
        self.meters_per_unit = float(UsdGeom.GetStageMetersPerUnit(stage))
        self.kilograms_per_unit = float(UsdPhysics.GetStageKilogramsPerUnit(stage))
        self.up_axis = str(UsdGeom.GetStageUpAxis(stage))
        self.units = StageUnits(self.meters_per_unit, self.up_axis)
        self.nodes = list(walk(stage, root_path))
        self.by_path = {n.path: n for n in self.nodes}
        self.visible: dict[str, list[Points]] = {}
        self.solid: dict[str, list[Points]] = {}
        self.volumes: dict[str, list[float | None]] = {}
        self.colliders_of: dict[str, list[str]] = {}
        self.colliders: list[ColliderFacts] = []
        self.unbodied: list[str] = []
        self.materials: dict[str, MaterialFacts] = {}
        self.triangle_count = 0
        self.instance_count = 0
        self._merging: list[str] = []
        round_parts = sum(n.prim.GetTypeName() in ("Sphere", "Capsule") for n in self.nodes)
        self._is_coarse = round_parts > _MAX_FINE_PARTS

    def read_geometry(self) -> None:
        """Read every gprim and collider once."""
        for node in self.nodes:
            self._merging = [p for p in self._merging if node.path.startswith(p + "/")]
            is_collider = "PhysicsCollisionAPI" in node.schemas
            if node.prim.IsA(UsdGeom.PointInstancer):
                self._read_instancer(node)
            elif node.instancer_path is None:
                self._read_gprim(node, is_collider)
            if is_collider:
                self._read_collider(node)

    def _read_gprim(self, node: Node, is_collider: bool) -> None:
        if not is_gprim(node.prim):
            return
        matrix = self.units.world(node.matrix)
        is_merged = bool(self._merging) and not is_collider
        if node.is_drawn:
            points = finite(move(local_points(node.prim, is_coarse=self._is_coarse), matrix))
            if node.body_path is None:
                if len(self.unbodied) < _MAX_LISTED and len(points) and not is_collider:
                    self.unbodied.append(node.path)
            elif len(points):
                self.visible.setdefault(node.body_path, []).append(extremes_of(node.prim, points))
        if is_merged and node.body_path is not None:
            host = self.by_path[self._merging[-1]]
            self._add_solid(node, authored_token(host.prim, "physics:approximation"), matrix)

    def _read_collider(self, node: Node) -> None:
        prim = node.prim
        transform = self.units.transform(node.matrix)
        approximation = authored_token(prim, "physics:approximation")
        enabled = authored_bool(prim, "physics:collisionEnabled", True)
        trigger = bool({"PhysxTriggerAPI"} & node.schemas)
        gprim = is_gprim(prim)
        mesh = None
        if prim.GetTypeName() == "Mesh":
            points = move(array_of(prim, "points", 3), transform.matrix)
            mesh = mesh_facts(
                points,
                index_array(prim, "faceVertexCounts"),
                index_array(prim, "faceVertexIndices"),
                is_left_handed=authored_token(prim, "orientation") == "leftHanded",
                is_mirrored=transform.determinant < 0,
            )
            self.triangle_count += mesh.triangle_count
        size = volume = None
        if enabled and not trigger and gprim and node.body_path is not None and node.instancer_path is None:
            size, volume = self._add_solid(node, approximation, transform.matrix)
        if enabled and not gprim:
            self._merging.append(node.path)
        if node.body_path is not None:
            self.colliders_of.setdefault(node.body_path, []).append(node.path)
        self.colliders.append(
            ColliderFacts(
                path=node.path,
                prim_type=str(prim.GetTypeName()),
                body_path=node.body_path,
                is_gprim=gprim,
                is_enabled=enabled,
                is_trigger=trigger,
                is_instance_proxy=bool(prim.IsInstanceProxy()),
                approximation=approximation,
                levels_below_body=node.levels_below_body,
                transform=transform,
                mesh=mesh,
                sdf_resolution=authored_int(prim, "physxSDFMeshCollision:sdfResolution"),
                contact_offset_m=self._length(prim, "physxCollision:contactOffset"),
                rest_offset_m=self._length(prim, "physxCollision:restOffset"),
                size_m=size,
                volume_m3=volume,
                material_path=self._material(node),
                nested_collider_paths=() if gprim else self._nested(node.path),
            )
        )

    def _nested(self, path: str) -> tuple[str, ...]:
        below = (n for n in self.nodes if n.path.startswith(path + "/"))
        return tuple(n.path for n in below if "PhysicsCollisionAPI" in n.schemas)

    def _add_solid(
        self, node: Node, approximation: str | None, matrix: Points
    ) -> tuple[tuple[float, float, float] | None, float | None]:
        points = collider_points(node.prim, approximation, matrix, is_coarse=self._is_coarse)
        with np.errstate(over="ignore", invalid="ignore"):
            volume = shape_volume(node.prim, float(np.linalg.det(matrix[:3, :3])), points)
        clean = finite(points)
        if node.body_path is not None:
            self.volumes.setdefault(node.body_path, []).append(volume)
            if len(clean):
                self.solid.setdefault(node.body_path, []).append(extremes_of(node.prim, clean))
        if not len(clean):
            return None, volume
        x, y, z = (float(v) for v in np.ptp(clean, axis=0))
        return (x, y, z), volume

    def _read_instancer(self, node: Node) -> None:
        instancer = UsdGeom.PointInstancer(node.prim)
        indices = instancer.GetProtoIndicesAttr().Get() or []
        self.instance_count += len(indices)
        prototypes = instancer.GetPrototypesRel().GetTargets()
        is_sound = len(indices) and max(indices) < len(prototypes) and min(indices) >= 0
        if node.body_path is None or not is_sound or len(indices) > _MAX_INSTANCES:
            return
        transforms = instancer.ComputeInstanceTransformsAtTime(Usd.TimeCode.Default(), Usd.TimeCode.Default())
        if len(transforms) != len(indices):
            return
        clouds = [self._prototype(str(p)) for p in prototypes]
        for number, transform in zip(indices, transforms, strict=True):
            matrix = node.matrix @ np.array(transform, dtype=np.float64).T
            for points, is_drawn, is_solid in clouds[number]:
                world = finite(move(points, self.units.world(matrix)))
                if len(world) and is_drawn:
                    self.visible.setdefault(node.body_path, []).append(extreme_points(world))
                if len(world) and is_solid:
                    self.solid.setdefault(node.body_path, []).append(extreme_points(world))

    def _prototype(self, path: str) -> list[tuple[Points, bool, bool]]:
        """Return the gprims of a prototype in its own space: points, whether drawn, whether solid."""
        root = self.by_path.get(path)
        if root is None or not np.isfinite(root.matrix).all() or np.linalg.det(root.matrix[:3, :3]) == 0:
            return []
        inverse = np.linalg.inv(root.matrix)
        found = []
        for node in self.nodes:
            if (node.path == path or node.path.startswith(path + "/")) and is_gprim(node.prim):
                is_solid = "PhysicsCollisionAPI" in node.schemas
                found.append(
                    (move(local_points(node.prim, is_coarse=True), inverse @ node.matrix), node.is_drawn, is_solid)
                )
        return found

    def _material(self, node: Node) -> str | None:
        material, _ = UsdShade.MaterialBindingAPI(node.prim).ComputeBoundMaterial("physics")
        if not material or "PhysicsMaterialAPI" not in material.GetPrim().GetAppliedSchemas():
            return None
        prim = material.GetPrim()
        path = str(prim.GetPath())
        if path not in self.materials:
            self.materials[path] = MaterialFacts(
                path=path,
                static_friction=authored_float(prim, "physics:staticFriction"),
                dynamic_friction=authored_float(prim, "physics:dynamicFriction"),
                restitution=authored_float(prim, "physics:restitution"),
                restitution_combine_mode=authored_token(prim, "physxMaterial:restitutionCombineMode"),
                compliant_stiffness=authored_float(prim, "physxMaterial:compliantContactStiffness"),
            )
        return path

    def read_bodies(self) -> tuple[BodyFacts, ...]:
        """Describe every prim with RigidBodyAPI."""
        roots = [n.path for n in self.nodes if "PhysicsArticulationRootAPI" in n.schemas]
        return tuple(self._body(n, roots) for n in self.nodes if "PhysicsRigidBodyAPI" in n.schemas)

    def _body(self, node: Node, roots: list[str]) -> BodyFacts:
        prim, units, kilograms = node.prim, self.units, self.kilograms_per_unit
        metres = self.meters_per_unit
        density = authored_float(prim, "physics:density")
        inertia = authored_vector(prim, "physics:diagonalInertia")
        transform = units.transform(node.matrix)
        colliders = self.colliders_of.get(node.path, [])
        visible = join(self.visible.get(node.path, []))
        solid = join(self.solid.get(node.path, []))
        volumes = self.volumes.get(node.path, [])
        known = [v for v in volumes if v is not None]
        owner = rel_targets(prim, "physics:simulationOwner")
        axes = authored(prim, "physics:principalAxes")
        return BodyFacts(
            path=node.path,
            prim_type=str(prim.GetTypeName()),
            is_enabled=authored_bool(prim, "physics:rigidBodyEnabled", True),
            is_kinematic=authored_bool(prim, "physics:kinematicEnabled", False),
            starts_asleep=authored_bool(prim, "physics:startsAsleep", False),
            is_instance_proxy=bool(prim.IsInstanceProxy()),
            is_point_instanced=node.instancer_path is not None,
            resets_xform_stack=node.is_reset,
            parent_body_path=node.parent_body_path,
            articulation_root_path=next((r for r in roots if node.path == r or node.path.startswith(r + "/")), None),
            transform=transform,
            mass_kg=scaled(authored_float(prim, "physics:mass"), kilograms),
            density_kg_m3=scaled(density, kilograms / metres**3),
            diagonal_inertia_kg_m2=scaled3(inertia, kilograms * metres**2),
            center_of_mass_m=self._center_of_mass(prim, transform.matrix),
            principal_axes_xyzw=quaternion_xyzw(axes),
            linear_velocity_m_s=units.vector(authored_vector(prim, "physics:velocity"), metres),
            angular_velocity_rad_s=units.vector(authored_vector(prim, "physics:angularVelocity"), np.pi / 180),
            is_gravity_disabled=authored_bool(prim, "physxRigidBody:disableGravity", False),
            linear_damping=authored_float(prim, "physxRigidBody:linearDamping"),
            max_linear_velocity_m_s=scaled(authored_float(prim, "physxRigidBody:maxLinearVelocity"), metres),
            sleep_threshold=scaled(authored_float(prim, "physxRigidBody:sleepThreshold"), metres**2),
            locked_position_axes=authored_int(prim, "physxRigidBody:lockedPosAxis") or 0,
            locked_rotation_axes=authored_int(prim, "physxRigidBody:lockedRotAxis") or 0,
            has_force_api=bool(
                {"PhysxForceAPI", "PhysxSurfaceVelocityAPI", "PhysxSplinesSurfaceVelocityAPI"} & node.schemas
            ),
            simulation_owner=owner[0] if owner else None,
            collider_paths=tuple(colliders),
            judged_points_m=visible if len(visible) else solid,
            collider_points_m=solid,
            has_visible_geometry=bool(len(visible)),
            collider_volume_m3=sum(known) if known and len(known) == len(volumes) else None,
        )

    def _center_of_mass(self, prim: Usd.Prim, matrix: Points) -> tuple[float, float, float] | None:
        local = authored_vector(prim, "physics:centerOfMass")
        if local is None or not np.isfinite(local).any():
            # The schema's fallback is -inf in all components: not given.
            return None
        x, y, z = (float(v) for v in matrix[:3, :3] @ np.array(local) + matrix[:3, 3])
        return x, y, z

    def _length(self, prim: Usd.Prim, name: str) -> float | None:
        return scaled(authored_float(prim, name), self.meters_per_unit)

    def unsupported(self) -> tuple[tuple[str, str], ...]:
        """List what a CPU engine does not build, or builds without reporting it."""
        found: list[tuple[str, str]] = []
        for node in self.nodes:
            names = sorted([*node.schemas, str(node.prim.GetTypeName())])
            found += [
                (node.path, name)
                for name in names
                if name.startswith(("Physx", "OmniPhysics", "Physics"))
                and any(word in name for word in _UNSUPPORTED)
                and name not in _UNSUPPORTED_FREE
            ]
            if node.instancer_path is not None and "PhysicsRigidBodyAPI" in node.schemas:
                found.append((node.path, "rigid bodies in a PointInstancer"))
        return tuple(found)

    def variant_hints(self) -> tuple[VariantHint, ...]:
        """Find variants that would bring a rigid body in, when there is none."""
        hints: list[VariantHint] = []
        for node in self.nodes[:50]:
            sets = node.prim.GetVariantSets()
            for name in sets.GetNames():
                hints += self._try_variants(node.path, name, sets.GetVariantSet(name))
        return tuple(hints)

    def _try_variants(self, path: str, name: str, variant_set: Usd.VariantSet) -> list[VariantHint]:
        current = variant_set.GetVariantSelection()
        for choice in variant_set.GetVariantNames():
            if choice == current:
                continue
            trial = Usd.Stage.Open(self.stage.GetRootLayer(), self.stage.GetPathResolverContext())
            trial.SetEditTarget(trial.GetSessionLayer())
            trial.GetPrimAtPath(path).GetVariantSet(name).SetVariantSelection(choice)
            prims = Usd.PrimRange(trial.GetPrimAtPath(self.root_path), Usd.TraverseInstanceProxies())
            if any("PhysicsRigidBodyAPI" in p.GetAppliedSchemas() for p in prims):
                return [VariantHint(prim_path=path, variant_set=name, current=current, enabling=choice)]
        return []


def read_stage(
    stage: Usd.Stage, root_prim_path: str, *, layers: tuple[LayerFacts, ...] = (), has_default_prim: bool = True
) -> StageFacts:
    """Read all facts about the asset below one prim.

    Args:
        stage: Open stage with the variant selections to test.
        root_prim_path: Prim that the scene will reference.
        layers: Layers that take part, for the record.
        has_default_prim: Whether the layer names its default prim.
    """
    reader = _Reader(stage, root_prim_path)
    reader.read_geometry()
    bodies = reader.read_bodies()
    nodes = reader.nodes
    owners = [n for n in nodes if rel_targets(n.prim, "physics:simulationOwner")]
    root_layer = stage.GetRootLayer().pseudoRoot
    has_body = any(b.is_enabled for b in bodies)
    return StageFacts(
        root_prim_path=root_prim_path,
        meters_per_unit=reader.meters_per_unit,
        kilograms_per_unit=reader.kilograms_per_unit,
        up_axis=reader.up_axis,
        is_meters_per_unit_authored=root_layer.HasInfo("metersPerUnit"),
        is_kilograms_per_unit_authored=root_layer.HasInfo("kilogramsPerUnit"),
        is_up_axis_authored=root_layer.HasInfo("upAxis"),
        has_default_prim=has_default_prim,
        layers=layers,
        bodies=bodies,
        colliders=tuple(reader.colliders),
        joints=read_joints(nodes, reader.by_path, stage, reader.units),
        articulations=tuple(
            ArticulationFacts(
                path=n.path,
                is_enabled=authored_bool(n.prim, "physxArticulation:articulationEnabled", True),
                body_paths=tuple(b.path for b in bodies if b.path == n.path or b.path.startswith(n.path + "/")),
            )
            for n in nodes
            if "PhysicsArticulationRootAPI" in n.schemas
        ),
        materials=tuple(reader.materials.values()),
        attribute_defects=attribute_defects(nodes),
        scene_paths=tuple(n.path for n in nodes if n.prim.GetTypeName() == "PhysicsScene"),
        simulation_owner_paths=tuple(n.path for n in owners if not n.prim.IsInstanceProxy()),
        dangling_owner_paths=tuple(
            n.path
            for n in owners
            if any(t not in reader.by_path for t in rel_targets(n.prim, "physics:simulationOwner"))
        ),
        unsupported=reader.unsupported(),
        reset_xforms=tuple(
            ResetXform(path=n.path, matrix=n.matrix) for n in nodes if n.resets_here and not n.prim.IsInstanceProxy()
        ),
        variant_hints=() if has_body else reader.variant_hints(),
        unbodied_visible_paths=tuple(reader.unbodied),
        point_instancer_count=sum(n.prim.IsA(UsdGeom.PointInstancer) for n in nodes),
        instance_count=reader.instance_count,
        prim_count=len(nodes),
        triangle_count=reader.triangle_count,
    )
