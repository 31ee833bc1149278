"""Read colliders and their physics materials."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from pxr import Usd, UsdShade

from harness.stage.facts import ColliderFacts, MaterialFacts, MeshFacts, MissingMaterial
from harness.stage.mesh import mesh_facts
from harness.stage.read_geometry import Geometry, approximation_of
from harness.stage.shapes import Solid
from harness.stage.values import Vector, authored_bool, authored_float, authored_int, authored_token, targets
from harness.stage.walk import Node, StageUnits

__all__ = ["missing_materials", "read_colliders", "read_materials"]

_BINDING = "material:binding:physics"
_COLLECTION_BINDING = "material:binding:collection:physics"
_MATERIAL_API = "PhysicsMaterialAPI"


def read_colliders(nodes: Sequence[Node], geometry: Geometry, units: StageUnits) -> tuple[ColliderFacts, ...]:
    """Describe every prim with CollisionAPI.

    Args:
        nodes: All prims of the asset.
        geometry: Their geometry.
        units: Conversion to the SI asset frame.
    """
    colliders = [n for n in nodes if n.is_collider]
    nested = _nested(colliders)
    return tuple(
        _collider(node, geometry, units, material, nested.get(node.path, ()))
        for node, material in zip(colliders, _bound_materials(colliders), strict=True)
    )


def _nested(colliders: Sequence[Node]) -> dict[str, tuple[str, ...]]:
    """Map each collider that merges what is below it to the colliders among that."""
    found: dict[str, list[str]] = {}
    for node in colliders:
        if node.merge_path is not None and node.merge_path != node.path:
            found.setdefault(node.merge_path, []).append(node.path)
    return {path: tuple(paths) for path, paths in found.items()}


def _bound_materials(colliders: Sequence[Node]) -> list[str | None]:
    """Return the path of the physics material of each collider."""
    if not colliders:
        return []
    materials, _ = UsdShade.MaterialBindingAPI.ComputeBoundMaterials([n.prim for n in colliders], "physics")
    return [
        str(m.GetPath()) if m and _MATERIAL_API in m.GetPrim().GetPrimTypeInfo().GetAppliedAPISchemas() else None
        for m in materials
    ]


def _collider(
    node: Node, geometry: Geometry, units: StageUnits, material: str | None, nested: tuple[str, ...]
) -> ColliderFacts:
    prim, schemas = node.prim, node.schemas
    mass = "PhysicsMassAPI" in schemas
    offsets = "PhysxCollisionAPI" in schemas
    solids = geometry.solids[node.path]
    spheres = "PhysxSphereFillCollisionAPI" in schemas
    return ColliderFacts(
        path=node.path,
        prim_type=node.type_name,
        body_path=node.body_path,
        is_gprim=node.is_gprim,
        is_enabled=authored_bool(prim, "physics:collisionEnabled", True),
        is_trigger="PhysxTriggerAPI" in schemas,
        is_instance_proxy=node.is_proxy,
        instance_paths=_instances_above(prim) if node.is_proxy else (),
        approximation=approximation_of(node),
        levels_below_body=node.levels_below_body,
        transform=units.transform(node.matrix),
        mesh=_mesh(node, geometry, units),
        merged_meshes=_merged(node, geometry, units),
        sdf_resolution=_sdf_resolution(node),
        sphere_fill_count=authored_int(prim, "physxSphereFillCollision:maxSpheres") if spheres else None,
        sphere_fill_voxels=authored_int(prim, "physxSphereFillCollision:voxelResolution") if spheres else None,
        contact_offset_m=_scaled(authored_float(prim, "physxCollision:contactOffset"), units.meters)
        if offsets
        else None,
        rest_offset_m=_scaled(authored_float(prim, "physxCollision:restOffset"), units.meters) if offsets else None,
        size_m=_size(solids),
        volume_m3=_volume(solids),
        mass_kg=_scaled(authored_float(prim, "physics:mass"), units.kilograms) if mass else None,
        density_kg_m3=_scaled(authored_float(prim, "physics:density"), units.density) if mass else None,
        has_reset_below_body=node.has_reset_below_body,
        material_path=material,
        nested_collider_paths=nested,
        pieces_m=tuple(s.points for s in solids if len(s.points)),
    )


def _instances_above(prim: Usd.Prim) -> tuple[str, ...]:
    found = []
    parent = prim.GetParent()
    while parent and not parent.IsPseudoRoot():
        if parent.IsInstanceable():
            found.append(str(parent.GetPath()))
        parent = parent.GetParent()
    return tuple(reversed(found))


def _scaled(value: float | None, factor: float) -> float | None:
    return None if value is None else value * factor


def _sdf_resolution(node: Node) -> int | None:
    if "PhysxSDFMeshCollisionAPI" not in node.schemas:
        return None
    return authored_int(node.prim, "physxSDFMeshCollision:sdfResolution")


def _mesh(node: Node, geometry: Geometry, units: StageUnits) -> MeshFacts | None:
    if node.type_name != "Mesh":
        return None
    data = geometry.shapes.read(node.prim).mesh
    return None if data is None else mesh_facts(data, units.world(node.matrix))


def _merged(node: Node, geometry: Geometry, units: StageUnits) -> tuple[tuple[str, MeshFacts], ...]:
    found = ((member.path, _mesh(member, geometry, units)) for member in geometry.members.get(node.path, ()))
    return tuple((path, mesh) for path, mesh in found if mesh is not None)


def _size(solids: Sequence[Solid]) -> Vector | None:
    clouds = [s.points for s in solids if len(s.points)]
    if not clouds:
        return None
    x, y, z = np.ptp(np.concatenate(clouds), axis=0)
    return float(x), float(y), float(z)


def _volume(solids: Sequence[Solid]) -> float | None:
    volumes = [s.volume for s in solids]
    known = [v for v in volumes if v is not None]
    total = math.fsum(known)
    return total if known and len(known) == len(volumes) else None


def read_materials(
    nodes: Sequence[Node], colliders: Sequence[ColliderFacts], units: StageUnits
) -> tuple[MaterialFacts, ...]:
    """Describe the physics materials that enabled colliders use.

    Args:
        nodes: All prims of the asset; materials elsewhere on the stage are found through them.
        colliders: Its colliders.
        units: Conversion to the SI asset frame.
    """
    paths = dict.fromkeys(c.material_path for c in colliders if c.is_enabled and c.material_path is not None)
    if not paths:
        return ()
    stage = nodes[0].prim.GetStage()
    return tuple(_material(stage.GetPrimAtPath(path), path, units) for path in paths)


def _material(prim: Usd.Prim, path: str, units: StageUnits) -> MaterialFacts:
    is_extended = "PhysxMaterialAPI" in prim.GetPrimTypeInfo().GetAppliedAPISchemas()
    return MaterialFacts(
        path=path,
        static_friction=authored_float(prim, "physics:staticFriction"),
        dynamic_friction=authored_float(prim, "physics:dynamicFriction"),
        restitution=authored_float(prim, "physics:restitution"),
        restitution_combine_mode=authored_token(prim, "physxMaterial:restitutionCombineMode") if is_extended else None,
        friction_combine_mode=authored_token(prim, "physxMaterial:frictionCombineMode") if is_extended else None,
        compliant_stiffness=authored_float(prim, "physxMaterial:compliantContactStiffness") if is_extended else None,
        density_kg_m3=_scaled(authored_float(prim, "physics:density"), units.density),
    )


def missing_materials(nodes: Sequence[Node], colliders: Sequence[ColliderFacts]) -> tuple[MissingMaterial, ...]:
    """Return the bindings for purpose physics, at or above working colliders, that lead to no physics material.

    Args:
        nodes: All prims of the asset.
        colliders: Its colliders.
    """
    concerned: set[str] = set()
    for collider in colliders:
        path = collider.path if collider.is_enabled else ""
        while path and path not in concerned:
            concerned.add(path)
            path = path.rpartition("/")[0]
    found: dict[tuple[str, str], MissingMaterial] = {}
    for node in nodes:
        for target in _physics_targets(node.prim) if node.path in concerned else ():
            prim = node.prim.GetStage().GetPrimAtPath(target)
            if not prim or _MATERIAL_API not in prim.GetPrimTypeInfo().GetAppliedAPISchemas():
                found[node.path, target] = MissingMaterial(prim_path=node.path, target=target, is_present=bool(prim))
    return tuple(found.values())


def _physics_targets(prim: Usd.Prim) -> list[str]:
    """Return the materials that a prim binds for purpose physics, directly or by collections."""
    direct = list(targets(prim, _BINDING))[:1]
    names = (str(n) for n in prim.GetAuthoredPropertyNames() if str(n).startswith(_COLLECTION_BINDING))
    # A binding of a collection names the collection and the material.
    return direct + [found[-1] for found in (targets(prim, n) for n in names) if found]
