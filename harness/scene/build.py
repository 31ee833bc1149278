"""Write the composed scene: a blue room that references the asset. The asset itself is never edited.

Every PhysxSceneAPI value that PhysX versions default differently is authored, so that two engines see one scene.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from pxr import Gf, Sdf, Usd, UsdGeom, UsdLux, UsdPhysics, Vt

from harness.scene.author import author_opinions
from harness.scene.build_ramp import author_ramp, bind_material
from harness.scene.spec import ASSET_PRIM, GROUND_PRIM, LANES_PRIM, Placement, SceneSpec, to_scene_path

__all__ = ["write_scene"]

_WALL_BLUE = (0.16, 0.33, 0.62)
_FLOOR_BLUE = (0.20, 0.40, 0.72)


def write_scene(spec: SceneSpec, path: Path) -> None:
    """Author ``spec`` as a USD layer at ``path``.

    The asset is referenced by a path relative to the scene, so both can be moved together. The file is written
    under a temporary name first, so a half-written scene never exists.

    Args:
        spec: What to write.
        path: Target, with suffix ``.usda``.
    """
    layer = Sdf.Layer.CreateAnonymous(".usda")
    stage = Usd.Stage.Open(layer)
    unit = 1.0 / spec.meters_per_unit
    UsdGeom.SetStageMetersPerUnit(stage, spec.meters_per_unit)
    UsdPhysics.SetStageKilogramsPerUnit(stage, spec.kilograms_per_unit)
    UsdGeom.SetStageUpAxis(stage, spec.up_axis)
    stage.SetTimeCodesPerSecond(round(1 / spec.timestep_s))
    stage.SetDefaultPrim(UsdGeom.Xform.Define(stage, "/World").GetPrim())
    _author_physics_scene(stage, spec, unit)
    _author_floor(stage, spec, unit)
    _author_room(stage, spec, unit)
    if spec.ramp is not None:
        author_ramp(stage, spec, spec.ramp)
    _author_asset(stage, spec)
    author_opinions(layer, spec.opinions, lambda path: to_scene_path(path, spec.root_prim_path))
    # Last and without a stage on the layer: the path is relative to the file, which does not exist yet.
    del stage
    reference = os.path.relpath(spec.asset_file.resolve(), path.parent.resolve())
    target = Sdf.Reference(Path(reference).as_posix(), spec.root_prim_path)
    layer.GetPrimAtPath(ASSET_PRIM).referenceList.Prepend(target)
    temporary = path.with_name(f".{path.stem}.{os.getpid()}.tmp.usda")
    layer.Export(str(temporary), comment="Composed by asset-qa; the asset is referenced, not edited.")
    temporary.replace(path)


def _author_physics_scene(stage: Usd.Stage, spec: SceneSpec, unit: float) -> None:
    # Bodies without an owner go to the first scene in path order, so the name must sort before the asset's.
    scene = UsdPhysics.Scene.Define(stage, "/World/AAPhysicsScene")
    down = Gf.Vec3f(0, 0, -1) if spec.up_axis == "Z" else Gf.Vec3f(0, -1, 0)
    scene.CreateGravityDirectionAttr(down)
    scene.CreateGravityMagnitudeAttr(spec.gravity_m_s2 * unit)
    prim = scene.GetPrim()
    prim.AddAppliedSchema("PhysxSceneAPI")
    token, boolean, real, uint = (
        Sdf.ValueTypeNames.Token,
        Sdf.ValueTypeNames.Bool,
        Sdf.ValueTypeNames.Float,
        Sdf.ValueTypeNames.UInt,
    )
    # Values and reasons: docs/design/scene.md. Lengths scale with the stage unit, as the engine's own defaults do.
    for name, kind, value in (
        ("timeStepsPerSecond", uint, round(1 / spec.timestep_s)),
        ("solverType", token, "TGS"),
        ("broadphaseType", token, "MBP"),
        ("collisionSystem", token, "PCM"),
        ("enableGPUDynamics", boolean, False),
        ("enableCCD", boolean, spec.is_ccd_enabled),
        ("enableStabilization", boolean, False),
        ("enableEnhancedDeterminism", boolean, False),
        ("enableExternalForcesEveryIteration", boolean, True),
        ("disableSleeping", boolean, False),
        ("bounceThreshold", real, 0.0),
        ("frictionOffsetThreshold", real, 0.04 * unit),
        ("frictionCorrelationDistance", real, 0.025 * unit),
        ("minPositionIterationCount", uint, 1),
        ("minVelocityIterationCount", uint, 0),
    ):
        prim.CreateAttribute(f"physxScene:{name}", kind).Set(value)


def _author_floor(stage: Usd.Stage, spec: SceneSpec, unit: float) -> None:
    # A plane is a half-space: nothing tunnels through it, and 5 mm parts rest on it without sinking.
    floor = UsdGeom.Plane.Define(stage, GROUND_PRIM)
    floor.CreateAxisAttr(spec.up_axis)
    size = 2 * _room_half_size_m(spec) * unit
    floor.CreateWidthAttr(size)
    floor.CreateLengthAttr(size)
    floor.CreateExtentAttr(UsdGeom.Plane.ComputeExtentFromPlugins(floor, Usd.TimeCode.Default()))
    floor.CreateDisplayColorAttr([Gf.Vec3f(*_FLOOR_BLUE)])
    prim = floor.GetPrim()
    UsdPhysics.CollisionAPI.Apply(prim)
    for name in ("PhysxCollisionAPI", "PhysxContactReportAPI"):
        prim.AddAppliedSchema(name)
    real = Sdf.ValueTypeNames.Float
    prim.CreateAttribute("physxCollision:contactOffset", real).Set(spec.floor_contact_offset_m * unit)
    prim.CreateAttribute("physxCollision:restOffset", real).Set(0.0)
    prim.CreateAttribute("physxContactReport:threshold", real).Set(0.0)
    bind_material(prim, "/World/FloorMaterial", spec.floor_friction, spec.floor_restitution)


def _room_half_size_m(spec: SceneSpec) -> float:
    low, high = spec.placement.box_min_m, spec.placement.box_max_m
    spread = max(high[0] - low[0], high[1] - low[1], high[2] - low[2])
    ramp = 0.0 if spec.ramp is None else spec.ramp.length_m
    return max(6.0 * spread, spec.placement.drop_height_m, ramp, 0.5)


def _author_room(stage: Usd.Stage, spec: SceneSpec, unit: float) -> None:
    half = _room_half_size_m(spec) * unit
    top = max(2 * half, 1.3 * (spec.placement.drop_height_m + spec.placement.height_m) * unit)
    walls = UsdGeom.Scope.Define(stage, "/World/Room").GetPath()
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    for index, name in enumerate(("South", "East", "North", "West")):
        (x0, y0), (x1, y1) = corners[index], corners[(index + 1) % 4]
        points = [(x0, y0, 0), (x1, y1, 0), (x1, y1, top), (x0, y0, top)]
        wall = UsdGeom.Mesh.Define(stage, walls.AppendChild(name))
        wall.CreatePointsAttr([_to_stage_axes(p, spec.up_axis) for p in points])
        # Faces look inward and are single-sided, so the room is open from outside.
        wall.CreateFaceVertexCountsAttr([4])
        wall.CreateFaceVertexIndicesAttr([3, 2, 1, 0])
        wall.CreateSubdivisionSchemeAttr("none")
        wall.CreateExtentAttr(UsdGeom.PointBased.ComputeExtent(wall.GetPointsAttr().Get()))
        wall.CreateDisplayColorAttr([Gf.Vec3f(*_WALL_BLUE)])
    dome = UsdLux.DomeLight.Define(stage, "/World/Lights/Dome")
    dome.CreateIntensityAttr(600)
    sun = UsdLux.DistantLight.Define(stage, "/World/Lights/Key")
    sun.CreateIntensityAttr(1500)
    sun.CreateAngleAttr(2.0)
    tilt = Gf.Vec3f(-35, 0, 25) if spec.up_axis == "Y" else Gf.Vec3f(40, 0, 25)
    UsdGeom.XformCommonAPI(sun).SetRotate(tilt)


def _to_stage_axes(point: tuple[float, float, float], up_axis: str) -> Gf.Vec3f:
    x, y, z = point
    return Gf.Vec3f(x, y, z) if up_axis == "Z" else Gf.Vec3f(x, z, -y)


def _author_asset(stage: Usd.Stage, spec: SceneSpec) -> None:
    offset, turn = _place(stage, "/World/Drop", spec, spec.placement)
    # No type: the reference brings the one that the asset authors.
    stage.DefinePrim(ASSET_PRIM)
    for choice in spec.variants:
        sets = _over(stage, spec, choice.prim_path).GetVariantSets()
        sets.GetVariantSet(choice.variant_set).SetVariantSelection(choice.selection)
    for path in spec.deactivated_paths:
        _over(stage, spec, path).SetActive(False)
    for path in spec.uninstanced_paths:
        _over(stage, spec, path).SetInstanceable(False)
    for path in spec.disabled_collider_paths:
        attribute = _over(stage, spec, path).CreateAttribute("physics:collisionEnabled", Sdf.ValueTypeNames.Bool)
        attribute.Set(False)
    for path in spec.cleared_owner_paths:
        # An explicit empty list blocks the weaker opinion; clearing would only remove ours.
        _over(stage, spec, path).CreateRelationship("physics:simulationOwner").SetTargets([])
    for reset in spec.reset_xforms:
        placed = Gf.Matrix4d().SetRotate(turn) * Gf.Matrix4d().SetTranslate(offset)
        _place_reset(stage, spec, reset.path, Gf.Matrix4d(reset.matrix.T.tolist()) * placed)
    for number, placement in enumerate(spec.lanes, start=1):
        _place(stage, f"{LANES_PRIM}/L{number}", spec, placement)
        # The same prim again, with everything that is changed on it.
        copy = stage.DefinePrim(f"{LANES_PRIM}/L{number}/Asset")
        copy.GetReferences().AddInternalReference(ASSET_PRIM)


def _place(stage: Usd.Stage, path: str, spec: SceneSpec, placement: Placement) -> tuple[Gf.Vec3d, Gf.Quatd]:
    """Define the prim that moves an asset; return its translation and rotation in stage units and axes."""
    drop = UsdGeom.Xform.Define(stage, path)
    unit = 1.0 / spec.meters_per_unit
    x, y, z = (component * unit for component in placement.translation_m)
    offset = Gf.Vec3d(x, y, z) if spec.up_axis == "Z" else Gf.Vec3d(x, z, -y)
    drop.AddTranslateOp().Set(offset)
    x, y, z, w = placement.rotation_xyzw
    turn = Gf.Quatd(w, x, y, z) if spec.up_axis == "Z" else Gf.Quatd(w, x, z, -y)
    if turn != Gf.Quatd(1):
        drop.AddOrientOp(UsdGeom.XformOp.PrecisionDouble).Set(turn)
    return offset, turn


def _over(stage: Usd.Stage, spec: SceneSpec, asset_path: str) -> Any:
    return stage.OverridePrim(to_scene_path(asset_path, spec.root_prim_path))


def _place_reset(stage: Usd.Stage, spec: SceneSpec, path: str, placed: Gf.Matrix4d) -> None:
    prim = _over(stage, spec, path)
    prim.CreateAttribute("xformOp:transform:placed", Sdf.ValueTypeNames.Matrix4d).Set(placed)
    order = prim.CreateAttribute("xformOpOrder", Sdf.ValueTypeNames.TokenArray, False, Sdf.VariabilityUniform)
    order.Set(Vt.TokenArray(["!resetXformStack!", "xformOp:transform:placed"]))
