"""Author small stages in memory and read them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics, UsdShade, Vt

from harness.stage.facts import BodyFacts, ColliderFacts, StageFacts
from harness.stage.read import read_stage

CUBE_POINTS = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
CUBE_FACES = [0, 1, 3, 2, 4, 6, 7, 5, 0, 4, 5, 1, 2, 3, 7, 6, 0, 2, 6, 4, 1, 5, 7, 3]


class Builder:
    """A stage with a root prim ``/Root`` that grows by one-line calls."""

    def __init__(self, *, mpu: float | None = 1.0, kpu: float | None = None, up: str | None = "Z") -> None:
        self.stage = Usd.Stage.CreateInMemory()
        if mpu is not None:
            UsdGeom.SetStageMetersPerUnit(self.stage, mpu)
        if kpu is not None:
            UsdPhysics.SetStageKilogramsPerUnit(self.stage, kpu)
        if up is not None:
            UsdGeom.SetStageUpAxis(self.stage, up)
        self.root = self.prim("/Root")
        self.stage.SetDefaultPrim(self.root)

    def prim(self, path: str, kind: str = "Xform", *apis: str, **attributes: object) -> Usd.Prim:
        """Define a prim with API schemas and attributes; ``__`` in a name stands for a colon."""
        prim = self.stage.DefinePrim(path, kind)
        for api in apis:
            prim.AddAppliedSchema(api)
        for name, value in attributes.items():
            put(prim, name.replace("__", ":"), value)
        return prim

    def body(self, path: str, kind: str = "Xform", *apis: str, **attributes: object) -> Usd.Prim:
        """Define a rigid body."""
        return self.prim(path, kind, "PhysicsRigidBodyAPI", *apis, **attributes)

    def cube(self, path: str, *apis: str, size: float = 0.2, **attributes: object) -> Usd.Prim:
        """Define a cube with a collider."""
        return self.prim(path, "Cube", "PhysicsCollisionAPI", *apis, size=size, **attributes)

    def mesh(self, path: str, *apis: str, scale: float = 0.1, **arrays: object) -> Usd.Prim:
        """Define a mesh, by default a closed box with outward faces."""
        prim = self.prim(path, "Mesh", *apis)
        mesh = UsdGeom.Mesh(prim)
        mesh.CreatePointsAttr(arrays.get("points", [Gf.Vec3f(*p) * scale for p in CUBE_POINTS]))
        mesh.CreateFaceVertexCountsAttr(arrays.get("counts", [4] * 6))
        mesh.CreateFaceVertexIndicesAttr(arrays.get("indices", CUBE_FACES))
        return prim

    def joint(self, path: str, kind: str, body0: str | None, body1: str | None, **attributes: object) -> Usd.Prim:
        """Define a joint."""
        prim = self.prim(path, kind, **attributes)
        for name, target in (("physics:body0", body0), ("physics:body1", body1)):
            if target is not None:
                prim.CreateRelationship(name).SetTargets([target])
        return prim

    def material(self, path: str, *apis: str, **attributes: object) -> Usd.Prim:
        """Define a material."""
        prim = UsdShade.Material.Define(self.stage, path).GetPrim()
        for api in apis:
            prim.AddAppliedSchema(api)
        for name, value in attributes.items():
            put(prim, name.replace("__", ":"), value)
        return prim

    def read(self, root: str = "/Root") -> StageFacts:
        """Read the facts."""
        return read_stage(self.stage, root)


def put(prim: Usd.Prim, name: str, value: object) -> None:
    """Author an attribute with the type of its value; a pair names the type itself."""
    kinds = Sdf.ValueTypeNames
    if name == "translate":
        UsdGeom.Xformable(prim).AddTranslateOp().Set(Gf.Vec3d(*value))  # type: ignore[misc]
    elif name == "rotate":
        UsdGeom.Xformable(prim).AddRotateXYZOp().Set(Gf.Vec3f(*value))  # type: ignore[misc]
    elif name == "scale":
        UsdGeom.Xformable(prim).AddScaleOp().Set(Gf.Vec3f(*value))  # type: ignore[misc]
    elif isinstance(value, bool):
        prim.CreateAttribute(name, kinds.Bool).Set(value)
    elif isinstance(value, int):
        prim.CreateAttribute(name, kinds.Int).Set(value)
    elif isinstance(value, float):
        has_double = name in ("size", "radius", "height", "width", "length", "radiusTop", "radiusBottom")
        prim.CreateAttribute(name, kinds.Double if has_double else kinds.Float).Set(value)
    elif isinstance(value, str):
        prim.CreateAttribute(name, kinds.Token).Set(value)
    elif isinstance(value, Gf.Quatf):
        prim.CreateAttribute(name, kinds.Quatf).Set(value)
    elif isinstance(value, tuple) and len(value) == 3:
        prim.CreateAttribute(name, kinds.Vector3f).Set(Gf.Vec3f(*value))
    else:
        kind, content = value  # type: ignore[misc]
        prim.CreateAttribute(name, kind).Set(content)


def only_body(facts: StageFacts) -> BodyFacts:
    """Return the body of an asset that has one."""
    (body,) = facts.bodies
    return body


def only_collider(facts: StageFacts) -> ColliderFacts:
    """Return the collider of an asset that has one."""
    (collider,) = facts.colliders
    return collider


def box(points: np.ndarray) -> tuple[list[float], list[float]]:
    """Return the corners of the box around points, rounded to a micrometre."""
    return points.min(axis=0).round(6).tolist(), points.max(axis=0).round(6).tolist()


def vec3_array(points: Sequence[Sequence[float]]) -> Vt.Vec3fArray:
    """Return points as a USD array."""
    return Vt.Vec3fArray([Gf.Vec3f(*p) for p in points])
