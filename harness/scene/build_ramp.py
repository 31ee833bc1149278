"""Author the ramp of a scene, and physics materials of the harness' own colliders."""

from __future__ import annotations

from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics, UsdShade

from harness.scene.ramp import RAMP_PRIM, Ramp
from harness.scene.spec import SceneSpec

__all__ = ["author_ramp", "bind_material"]

_RAMP_BLUE = (0.24, 0.42, 0.72)
_LINE_BLUE = (0.62, 0.75, 0.95)
_LINES = 64
Point = tuple[float, float, float]
# Faces of the wedge, seen from outside: top, back, underside, two sides.
_COUNTS = [4, 4, 4, 3, 3]
_INDICES = [0, 2, 3, 1, 0, 1, 5, 4, 4, 5, 3, 2, 0, 4, 2, 1, 3, 5]


def author_ramp(stage: Usd.Stage, spec: SceneSpec, ramp: Ramp) -> None:
    """Add a wedge with a convex hull as its collider.

    Args:
        stage: Stage of the scene.
        spec: The scene, for its units.
        ramp: The wedge.
    """
    half, unit = ramp.width_m / 2, 1.0 / spec.meters_per_unit
    corners = [
        (ramp.upper_x_m, -half, ramp.height_m),
        (ramp.upper_x_m, half, ramp.height_m),
        (ramp.lower_x_m, -half, 0.0),
        (ramp.lower_x_m, half, 0.0),
        (ramp.upper_x_m, -half, 0.0),
        (ramp.upper_x_m, half, 0.0),
    ]
    prim = _mesh(stage, spec, RAMP_PRIM, corners, _COUNTS, _INDICES)
    UsdGeom.Gprim(prim).CreateDisplayColorAttr([Gf.Vec3f(*_RAMP_BLUE)])
    _author_lines(stage, spec, ramp)
    UsdPhysics.CollisionAPI.Apply(prim)
    UsdPhysics.MeshCollisionAPI.Apply(prim).CreateApproximationAttr("convexHull")
    prim.AddAppliedSchema("PhysxCollisionAPI")
    real = Sdf.ValueTypeNames.Float
    prim.CreateAttribute("physxCollision:contactOffset", real).Set(ramp.contact_offset_m * unit)
    prim.CreateAttribute("physxCollision:restOffset", real).Set(0.0)
    bind_material(prim, "/World/RampMaterial", ramp.friction, spec.floor_restitution)


def _mesh(
    stage: Usd.Stage, spec: SceneSpec, path: str, points_m: list[Point], counts: list[int], indices: list[int]
) -> Usd.Prim:
    mesh = UsdGeom.Mesh.Define(stage, path)
    unit = 1.0 / spec.meters_per_unit
    axes = [(x, y, z) if spec.up_axis == "Z" else (x, z, -y) for x, y, z in points_m]
    mesh.CreatePointsAttr([Gf.Vec3f(*(v * unit for v in p)) for p in axes])
    mesh.CreateFaceVertexCountsAttr(counts)
    mesh.CreateFaceVertexIndicesAttr(indices)
    mesh.CreateSubdivisionSchemeAttr("none")
    mesh.CreateExtentAttr(UsdGeom.PointBased.ComputeExtent(mesh.GetPointsAttr().Get()))
    return mesh.GetPrim()


def _author_lines(stage: Usd.Stage, spec: SceneSpec, ramp: Ramp) -> None:
    """Draw lines across the top, a hair above it, so that motion shows in a picture that follows the asset."""
    gap = ramp.length_m / _LINES
    patch = ramp.patch
    points: list[Point] = []
    for index in range(1, _LINES):
        for along in (index * gap, (index + 0.06) * gap):
            x, _, z = (
                o + along * d + 0.004 * gap * n
                for o, d, n in zip(patch.origin_m, patch.downhill, patch.normal, strict=True)
            )
            points += [(x, -ramp.width_m / 2, z), (x, ramp.width_m / 2, z)]
    quads = [i for k in range(0, len(points), 4) for i in (k, k + 2, k + 3, k + 1)]
    lines = _mesh(stage, spec, RAMP_PRIM + "Lines", points, [4] * (_LINES - 1), quads)
    UsdGeom.Gprim(lines).CreateDisplayColorAttr([Gf.Vec3f(*_LINE_BLUE)])


def bind_material(prim: Usd.Prim, path: str, friction: float, restitution: float) -> None:
    """Give a collider of the harness a physics material.

    Args:
        prim: The collider.
        path: Prim path of the material.
        friction: Static and dynamic friction.
        restitution: Restitution.
    """
    material = UsdShade.Material.Define(prim.GetStage(), path)
    physics = UsdPhysics.MaterialAPI.Apply(material.GetPrim())
    physics.CreateStaticFrictionAttr(friction)
    physics.CreateDynamicFrictionAttr(friction)
    physics.CreateRestitutionAttr(restitution)
    material.GetPrim().AddAppliedSchema("PhysxMaterialAPI")
    # "multiply" lets a restitution of 0 win over all but an asset that insists on "max".
    combine = material.GetPrim().CreateAttribute("physxMaterial:restitutionCombineMode", Sdf.ValueTypeNames.Token)
    combine.Set("multiply")
    UsdShade.MaterialBindingAPI.Apply(prim).Bind(material, UsdShade.Tokens.weakerThanDescendants, "physics")
