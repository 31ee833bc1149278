"""One walk over the stage: what each prim inherits from those above it, in the order of the namespace."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from pxr import Tf, Usd, UsdGeom, Vt

from harness.stage.facts import TransformFacts
from harness.stage.values import Vector, authored_bool, authored_token, targets

__all__ = ["BODY", "COLLIDER", "Node", "StageUnits", "is_below", "walk"]

Matrix = npt.NDArray[np.float64]

BODY = "PhysicsRigidBodyAPI"
COLLIDER = "PhysicsCollisionAPI"

# Cosine between axes: single-precision rotations stay below 1e-6, and 1e-3 moves a 1 m part by a millimetre.
_SHEAR = 1e-3
_NEXT = [2, 0, 1]


class StageUnits:
    """Converts from stage units and axes to the SI asset frame.

    Args:
        meters_per_unit: Stage unit of length.
        kilograms_per_unit: Stage unit of mass.
        up_axis: ``Y`` or ``Z``.
    """

    def __init__(self, meters_per_unit: float, kilograms_per_unit: float, up_axis: str) -> None:
        self.meters = meters_per_unit
        self.kilograms = kilograms_per_unit
        volume = meters_per_unit * meters_per_unit * meters_per_unit
        self.density = kilograms_per_unit / volume if volume else math.nan
        self.up_axis = up_axis
        self._axes = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]]) if up_axis == "Y" else np.eye(3)

    def world(self, matrix: Matrix) -> Matrix:
        """Turn a stage matrix (column vectors) into one from local stage units to the SI asset frame."""
        out = np.eye(4)
        with np.errstate(invalid="ignore", over="ignore"):
            out[:3] = self._axes @ matrix[:3] * self.meters
        return out

    def vector(self, value: Vector | None, scale: float) -> Vector | None:
        """Turn and scale a vector."""
        if value is None:
            return None
        x, y, z = value
        if self.up_axis == "Y":
            y, z = -z, y
        return x * scale, y * scale, z * scale

    def transform(self, matrix: Matrix) -> TransformFacts:
        """Describe a stage matrix (column vectors)."""
        world = self.world(matrix)
        if not np.isfinite(world).all():
            return TransformFacts(
                matrix=world, is_finite=False, determinant=0.0, scale=(0.0, 0.0, 0.0), has_shear=False
            )
        linear = matrix[:3, :3]
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            scale = np.sqrt((linear * linear).sum(axis=0))
            cosines = np.abs((linear * linear[:, _NEXT]).sum(axis=0)) / (scale * scale[_NEXT])
            determinant = float(np.linalg.det(linear))
        return TransformFacts(
            matrix=world,
            is_finite=True,
            determinant=determinant,
            scale=(float(scale[0]), float(scale[1]), float(scale[2])),
            has_shear=bool((cosines > _SHEAR).any()),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Node:
    """A prim with what it inherits."""

    prim: Usd.Prim
    path: str
    type_name: str
    schemas: frozenset[str]
    """Applied API schemas, also those that this USD does not know."""
    matrix: Matrix
    """World transform on the asset's stage, stage units, column vectors."""
    is_gprim: bool
    is_proxy: bool
    """Inside an instance."""
    body_path: str | None
    """Enabled rigid body that carries it, itself included."""
    parent_body_path: str | None
    """Enabled rigid body that would carry it if it were none itself."""
    levels_below_body: int | None
    merge_path: str | None
    """A collider without geometry of its own, at or above, that takes all geometry below it."""
    is_visible: bool
    purpose: str
    resets_here: bool
    has_reset: bool
    """A transform reset at or above it, below the root prim."""
    has_reset_below_body: bool
    """A transform reset between it and the body that carries it."""
    instancer_path: str | None
    """PointInstancer above it, or one that names it or a prim above it as a prototype."""

    @property
    def is_drawn(self) -> bool:
        """Whether a viewer shows it by default."""
        return self.is_visible and self.purpose != "guide"

    @property
    def is_body(self) -> bool:
        """Whether it has RigidBodyAPI, enabled or not."""
        return BODY in self.schemas

    @property
    def is_collider(self) -> bool:
        """Whether it has CollisionAPI, enabled or not."""
        return COLLIDER in self.schemas


def is_below(path: str, ancestor: str) -> bool:
    """Whether a path is the ancestor or lies below it."""
    return path == ancestor or path.startswith(ancestor + "/")


def walk(stage: Usd.Stage, root_path: str) -> list[Node]:
    """Return every active, defined, loaded prim at and below the root, instances included, parents first."""
    return list(_Walk(stage, root_path).nodes())


class _Walk:
    """State of one walk."""

    def __init__(self, stage: Usd.Stage, root_path: str) -> None:
        self._root = stage.GetPrimAtPath(root_path)
        self._root_path = root_path
        self._cache = UsdGeom.XformCache()
        # A reference to a prim below another one leaves the transforms above it behind.
        above = self._matrix(self._root.GetParent()) if root_path.count("/") > 1 else np.eye(4)
        is_regular = bool(np.isfinite(above).all()) and float(np.linalg.det(above)) != 0
        self._base = None if root_path.count("/") == 1 or not is_regular else np.linalg.inv(above)
        self._prims = list(Usd.PrimRange(self._root, Usd.TraverseInstanceProxies()))
        self._prototypes = self._find_prototypes()

    def _find_prototypes(self) -> dict[str, str]:
        instancers = [p for p in self._prims if p.GetTypeName() == "PointInstancer"]
        return {target: str(p.GetPath()) for p in instancers for target in targets(p, "prototypes")}

    def nodes(self) -> Iterator[Node]:
        """Yield the nodes, parents first."""
        known: dict[str, Node] = {}
        for prim in self._prims:
            path = str(prim.GetPath())
            node = self._node(prim, path, known.get(path.rpartition("/")[0]))
            known[path] = node
            yield node

    def _node(self, prim: Usd.Prim, path: str, above: Node | None) -> Node:
        schemas = frozenset(str(s) for s in prim.GetPrimTypeInfo().GetAppliedAPISchemas())
        is_gprim = bool(prim.IsA(UsdGeom.Gprim))
        is_proxy = bool(prim.IsInstanceProxy())
        parent_body = above.body_path if above else None
        # PhysX does not see a RigidBodyAPI inside an instance: its colliders go to the body above the instance.
        decides = BODY in schemas and not (is_proxy and parent_body is not None)
        is_body = decides and authored_bool(prim, "physics:rigidBodyEnabled", True)
        # A switched-off body also ends the search: PhysX makes static parts of what is below it.
        body = path if is_body else None if decides else parent_body
        resets = _resets(prim)
        merge = None if above is None or decides else above.merge_path
        if COLLIDER in schemas and not is_gprim:
            merge = path
        purpose = authored_token(prim, "purpose") or (above.purpose if above else "default")
        return Node(
            prim=prim,
            path=path,
            type_name=str(prim.GetTypeName()),
            schemas=schemas,
            matrix=self._relative(prim),
            is_gprim=is_gprim,
            is_proxy=is_proxy,
            body_path=body,
            parent_body_path=parent_body,
            levels_below_body=_levels(is_body, body, above),
            merge_path=merge,
            is_visible=(above is None or above.is_visible) and authored_token(prim, "visibility") != "invisible",
            purpose=purpose,
            resets_here=resets,
            has_reset=above is not None and (resets or above.has_reset),
            has_reset_below_body=not is_body and body is not None and (resets or _has_reset_below_body(above)),
            instancer_path=self._instancer(path, above),
        )

    def _relative(self, prim: Usd.Prim) -> Matrix:
        matrix = self._matrix(prim)
        return matrix if self._base is None else self._base @ matrix

    def _matrix(self, prim: Usd.Prim) -> Matrix:
        """Return the world transform; NaN when its operations cannot be evaluated, so that a check names it."""
        try:
            return np.array(self._cache.GetLocalToWorldTransform(prim), dtype=np.float64).T
        except Tf.ErrorException:
            return np.full((4, 4), np.nan)

    def _instancer(self, path: str, above: Node | None) -> str | None:
        if path in self._prototypes:
            return self._prototypes[path]
        if above is None:
            return None
        return above.path if above.type_name == "PointInstancer" else above.instancer_path


def _levels(is_body: bool, body: str | None, above: Node | None) -> int | None:
    if is_body:
        return 0
    if body is None or above is None or above.levels_below_body is None:
        return None
    return above.levels_below_body + 1


def _has_reset_below_body(above: Node | None) -> bool:
    return above is not None and above.has_reset_below_body


def _resets(prim: Usd.Prim) -> bool:
    if not prim.HasAttribute("xformOpOrder"):
        return False
    order = prim.GetAttribute("xformOpOrder").Get()
    return isinstance(order, Vt.TokenArray) and "!resetXformStack!" in list(order)
