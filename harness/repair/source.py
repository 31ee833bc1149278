"""Looks things up in an asset for the rules of repairs. The asset is opened, never edited."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from pxr import Sdf, Usd, UsdGeom, UsdPhysics

from harness.intake.variants import select_variants
from harness.repair.change import Geometry
from harness.repair.plan import text_of
from harness.scene.opinion import Opinion, OpinionKind, Value
from harness.stage.facts import StageFacts
from harness.stage.hull import hull_of
from harness.stage.mesh import MeshData, mesh_facts
from harness.stage.read import read_stage
from harness.stage.shapes import ShapeReader, finite
from harness.stage.walk import Node, is_below, walk

__all__ = ["AssetSource"]

_MAX_FILL_POINTS = 200_000
_KILOGRAMS = ("physics:mass",)
_UNITS = {
    "physics:density": "density",
    "physics:centerOfMass": "length",
    "physics:velocity": "speed",
    "physics:angularVelocity": "degrees/s",
    "physics:localPos0": "length",
    "physics:localPos1": "length",
    "physxCollision:restOffset": "length",
    "physxCollision:contactOffset": "length",
    "physxRigidBody:maxLinearVelocity": "speed",
    "physxRigidBody:linearDamping": "1/s",
    "physics:diagonalInertia": "inertia",
}


class AssetSource:
    """An open asset.

    Args:
        path: Its file.
        root_prim_path: Its root prim; ``None`` when it is not known yet.
        variants: Selections by name of the variant set.
    """

    def __init__(self, path: Path, root_prim_path: str | None, variants: Mapping[str, str]) -> None:
        self._stage = Usd.Stage.Open(str(path.absolute()), Usd.Stage.LoadAll)
        prim = self._stage.GetDefaultPrim()
        roots = [p for p in self._stage.GetPseudoRoot().GetChildren() if p.IsDefined()]
        self._root = root_prim_path or str((prim or roots[0]).GetPath() if prim or roots else "/")
        if variants:
            select_variants(self._stage, self._root, variants)

    @cached_property
    def _nodes(self) -> dict[str, Node]:
        return {n.path: n for n in walk(self._stage, self._root)}

    def value(self, path: str, name: str) -> Value:
        """Return an authored value as plain data; see :class:`harness.repair.change.Source`."""
        prim = self._stage.GetPrimAtPath(path)
        attribute = prim.GetAttribute(name) if prim else None
        if not attribute or not attribute.HasAuthoredValue():
            return None
        return _plain(attribute.Get())

    def schemas(self, path: str) -> frozenset[str]:
        """Return the applied API schemas."""
        prim = self._stage.GetPrimAtPath(path)
        return frozenset(str(s) for s in prim.GetPrimTypeInfo().GetAppliedAPISchemas()) if prim else frozenset()

    def geometry(self, path: str) -> list[Geometry]:
        """Return the geometry at and below a prim, with the body that carries each."""
        return [
            Geometry(
                path=n.path,
                type_name=n.type_name,
                is_drawn=n.is_drawn,
                is_collider=n.is_collider,
                body_path=n.body_path,
            )
            for n in self._nodes.values()
            if n.is_gprim and is_below(n.path, path)
        ]

    def points(self, path: str) -> npt.NDArray[np.float64]:
        """Return the extreme points of what is drawn of a prim, in its own space."""
        return np.asarray(finite(ShapeReader().read(self._nodes[path].prim).drawn))

    def mesh(self, path: str) -> MeshData | None:
        """Return points and faces of a mesh."""
        node = self._nodes.get(path)
        return ShapeReader().read(node.prim).mesh if node is not None and node.type_name == "Mesh" else None

    def fill(self, path: str) -> float | None:
        """Return how much of its hull a closed mesh fills."""
        mesh = self.mesh(path)
        if mesh is None or not mesh.is_closed or len(mesh.points) > _MAX_FILL_POINTS:
            return None
        volume, hull = mesh_facts(mesh, np.eye(4)).signed_volume_m3, hull_of(finite(mesh.points)).volume
        return abs(volume) / hull if volume is not None and hull > 0 else None

    def world(self, path: str) -> npt.NDArray[np.float64]:
        """Return the world transform, column vectors."""
        node = self._nodes.get(path)
        if node is not None:
            return node.matrix
        prim = self._stage.GetPrimAtPath(path)
        return np.array(UsdGeom.XformCache().GetLocalToWorldTransform(prim), dtype=np.float64).T if prim else np.eye(4)

    def with_units(self, meters_per_unit: float, kilograms_per_unit: float | None) -> StageFacts | None:
        """Read the asset with other units, in memory."""
        layer = Sdf.Layer.CreateAnonymous(".usda")
        layer.subLayerPaths.append(self._stage.GetRootLayer().identifier)
        layer.defaultPrim = self._root.strip("/").split("/")[0]
        stage = Usd.Stage.Open(layer, Usd.Stage.LoadAll)
        UsdGeom.SetStageMetersPerUnit(stage, meters_per_unit)
        mass = kilograms_per_unit or UsdPhysics.GetStageKilogramsPerUnit(self._stage)
        UsdPhysics.SetStageKilogramsPerUnit(stage, mass if 0 < mass < np.inf else 1.0)
        UsdGeom.SetStageUpAxis(stage, UsdGeom.GetStageUpAxis(self._stage))
        return read_stage(stage, self._root)

    def describe(self, opinion: Opinion) -> tuple[str, str]:
        """Return what is there now, and its unit."""
        prim = self._stage.GetPrimAtPath(opinion.prim_path)
        if not prim:
            return "absent", ""
        if opinion.kind is OpinionKind.ATTRIBUTE:
            return text_of(self.value(opinion.prim_path, opinion.name)), self._unit(opinion.name)
        if opinion.kind is OpinionKind.RELATIONSHIP:
            relationship = prim.GetRelationship(opinion.name)
            targets = tuple(str(t) for t in relationship.GetTargets()) if relationship else ()
            return text_of(targets), ""
        if opinion.kind in (OpinionKind.APPLY_API, OpinionKind.REMOVE_API):
            return ("applied" if opinion.name in self.schemas(opinion.prim_path) else "not applied"), ""
        if opinion.kind is OpinionKind.VARIANT:
            return str(prim.GetVariantSet(opinion.name).GetVariantSelection()) or "none", ""
        return text_of(prim.IsInstanceable() if opinion.kind is OpinionKind.INSTANCEABLE else prim.IsActive()), ""

    def _unit(self, name: str) -> str:
        kind = "mass" if name in _KILOGRAMS else _UNITS.get(name, "")
        metre, kilogram = UsdGeom.GetStageMetersPerUnit(self._stage), UsdPhysics.GetStageKilogramsPerUnit(self._stage)
        length = {1.0: "m", 0.01: "cm", 0.001: "mm"}.get(metre, f"({metre:g} m)")
        mass = {1.0: "kg", 0.001: "g"}.get(kilogram, f"({kilogram:g} kg)")
        return {
            "mass": mass,
            "density": f"{mass}/{length}3",
            "length": length,
            "speed": f"{length}/s",
            "inertia": f"{mass} {length}2",
        }.get(kind, kind)


def _plain(value: Any) -> Value:
    """Turn a USD value into plain data."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if hasattr(value, "real") and hasattr(value, "imaginary"):
        return (float(value.real), *(float(v) for v in value.imaginary))
    try:
        items = list(value)
        if all(isinstance(v, (bool, int, float, str)) for v in items):
            return tuple(items)
        return tuple(tuple(float(x) for x in v) for v in items)
    except TypeError:
        return str(value)
