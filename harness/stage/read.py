"""The one reader of physics schemas: turns a stage into plain facts in a single walk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from pxr import Sdf, Usd, UsdGeom, UsdPhysics

from harness.stage.attributes import read_attributes
from harness.stage.facts import LayerFacts, ResetXform, StageFacts, VariantSelection
from harness.stage.read_bodies import read_bodies
from harness.stage.read_colliders import missing_materials, read_colliders, read_materials
from harness.stage.read_geometry import Geometry
from harness.stage.read_groups import outside_paths, read_group_filters
from harness.stage.read_joints import read_articulations, read_joints
from harness.stage.values import targets
from harness.stage.variants import variant_hints
from harness.stage.walk import Node, StageUnits, walk

__all__ = ["read_stage", "up_axis_of"]

# Prim types and applied schemas that the embedded engine builds on a GPU only, or not at all. Materials and settings
# of a scene do nothing by themselves.
_UNSUPPORTED = ("Deformable", "Particle", "Vehicle", "Cloth")
_HARMLESS = ("Material", "VehicleTireFriction", "VehicleContext")
_OWNER = "physics:simulationOwner"


# Numbers too large to compute with become facts, not warnings.
@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def read_stage(
    stage: Usd.Stage,
    root_prim_path: str,
    *,
    layers: tuple[LayerFacts, ...] = (),
    has_default_prim: bool = True,
    variant_selections: tuple[VariantSelection, ...] = (),
) -> StageFacts:
    """Read all facts about the asset below one prim.

    Args:
        stage: Open stage with the variant selections to test.
        root_prim_path: Prim that the scene will reference.
        layers: Layers that take part, for the record.
        has_default_prim: Whether the layer names its default prim.
        variant_selections: Selections that differ from the asset's own, for the record.
    """
    layer = stage.GetRootLayer()
    units = StageUnits(
        float(UsdGeom.GetStageMetersPerUnit(stage)),
        float(UsdPhysics.GetStageKilogramsPerUnit(stage)),
        up_axis_of(layer),
    )
    nodes = walk(stage, root_prim_path)
    geometry = Geometry(nodes, units)
    colliders = read_colliders(nodes, geometry, units)
    joints = read_joints(nodes, units)
    articulations = read_articulations(nodes, joints)
    bodies = read_bodies(nodes, geometry, articulations, units)
    report = read_attributes(nodes)
    owners = [n for n in nodes if targets(n.prim, _OWNER)]
    present = {n.path for n in nodes}
    return StageFacts(
        root_prim_path=root_prim_path,
        meters_per_unit=units.meters,
        kilograms_per_unit=units.kilograms,
        up_axis=units.up_axis,
        is_meters_per_unit_authored=layer.pseudoRoot.HasInfo("metersPerUnit"),
        is_kilograms_per_unit_authored=layer.pseudoRoot.HasInfo("kilogramsPerUnit"),
        is_up_axis_authored=layer.pseudoRoot.HasInfo("upAxis"),
        has_default_prim=has_default_prim,
        layers=layers,
        bodies=bodies,
        colliders=colliders,
        joints=joints,
        articulations=articulations,
        materials=read_materials(nodes, colliders, units),
        missing_materials=missing_materials(nodes, colliders),
        attribute_defects=report.defects,
        ignored_attributes=report.ignored,
        scene_paths=tuple(n.path for n in nodes if n.type_name == "PhysicsScene"),
        simulation_owner_paths=tuple(n.path for n in owners if not n.is_proxy),
        dangling_owner_paths=tuple(n.path for n in owners if not present.issuperset(targets(n.prim, _OWNER))),
        unsupported=tuple(_unsupported(nodes)),
        reset_xforms=tuple(ResetXform(path=n.path, matrix=n.matrix) for n in nodes if n.resets_here and not n.is_proxy),
        unbodied_visible_paths=tuple(geometry.unbodied),
        filtered_pairs=tuple(_filtered_pairs(nodes)),
        group_filters=read_group_filters(nodes),
        visible_parts=tuple(geometry.parts),
        outside_paths=outside_paths(stage, root_prim_path),
        xform_defects=report.transforms,
        missing_texture_paths=tuple(m.asset_path for m in report.missing),
        missing_textures=report.missing,
        variant_selections=variant_selections,
        animated_paths=tuple(_animated(nodes)),
        animated_mesh_paths=tuple(n.path for n in nodes if n.is_gprim and _has_samples(n.prim, "points")),
        point_instancer_count=sum(n.type_name == "PointInstancer" for n in nodes),
        instance_paths=tuple(n.path for n in nodes if n.prim.IsInstanceable()),
        instance_count=geometry.instance_count,
        prim_count=len(nodes),
        triangle_count=geometry.triangle_count,
        # Last: trying variants recomposes the stage and may invalidate the prims of the nodes.
        variant_hints=() if any(b.is_enabled for b in bodies) else variant_hints(stage, root_prim_path, nodes),
    )


def up_axis_of(layer: Sdf.Layer) -> str:
    """Return the up axis of a root layer, ``Y`` or ``Z``; anything else counts as USD's fallback.

    Args:
        layer: Root layer.
    """
    info = layer.pseudoRoot.GetInfo("upAxis") if layer.pseudoRoot.HasInfo("upAxis") else UsdGeom.GetFallbackUpAxis()
    return str(info) if str(info) in ("Y", "Z") else "Y"


def _unsupported(nodes: Sequence[Node]) -> Iterator[tuple[str, str]]:
    for node in nodes:
        for name in sorted({*node.schemas, node.type_name}):
            is_physics = name.startswith(("Physx", "OmniPhysics", "Physics"))
            if is_physics and _contains(name, _UNSUPPORTED) and not _contains(name, _HARMLESS):
                yield node.path, name
        if node.instancer_path is not None and node.is_body:
            yield node.path, "rigid bodies in a PointInstancer"


def _contains(name: str, words: Sequence[str]) -> bool:
    return any(word in name for word in words)


def _filtered_pairs(nodes: Sequence[Node]) -> Iterator[tuple[str, str]]:
    for node in nodes:
        if "PhysicsFilteredPairsAPI" in node.schemas:
            yield from ((node.path, other) for other in targets(node.prim, "physics:filteredPairs"))


def _has_samples(prim: Usd.Prim, name: str) -> bool:
    attribute = prim.GetAttribute(name)
    return bool(attribute) and attribute.GetNumTimeSamples() > 0


def _animated(nodes: Sequence[Node]) -> Iterator[str]:
    """Yield prims whose transform has time samples, at or above a body or collider."""
    concerned: set[str] = set()
    for node in nodes:
        if node.is_body or node.is_collider:
            path = node.path
            while path and path not in concerned:
                concerned.add(path)
                path = path.rpartition("/")[0]
    for node in nodes:
        if node.path in concerned and UsdGeom.Xformable(node.prim).GetTimeSamples():
            yield node.path
