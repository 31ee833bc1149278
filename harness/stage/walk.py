"""One walk over the stage: what each prim inherits from those above it, in the order of the namespace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from pxr import Tf, Usd, UsdGeom

from harness.stage.facts import TransformFacts
from harness.stage.values import authored_bool, authored_token

__all__ = ["Node", "StageUnits", "walk"]

Matrix = npt.NDArray[np.float64]


class StageUnits:
    """Converts from stage units and axes to the SI asset frame.

    Args:
        meters_per_unit: Stage unit of length.
        up_axis: ``Y`` or ``Z``.
    """

    def __init__(self, meters_per_unit: float, up_axis: str) -> None:
        self.meters_per_unit = meters_per_unit
        self.axes = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]]) if up_axis == "Y" else np.eye(3)

    def world(self, matrix: Matrix) -> Matrix:
        """Turn a stage matrix (column vectors) into one from local stage units to the SI asset frame."""
        out = np.eye(4)
        out[:3] = self.axes @ matrix[:3] * self.meters_per_unit
        return out

    def vector(self, value: tuple[float, float, float] | None, scale: float) -> tuple[float, float, float] | None:
        """Turn and scale a vector."""
        if value is None:
            return None
        with np.errstate(invalid="ignore"):
            x, y, z = (float(v) for v in self.axes @ np.array(value) * scale)
        return x, y, z

    def transform(self, matrix: Matrix) -> TransformFacts:
        """Describe a stage matrix (column vectors)."""
        linear = matrix[:3, :3]
        is_finite = bool(np.isfinite(matrix).all())
        if not is_finite:
            return TransformFacts(
                matrix=self.world(matrix), is_finite=False, determinant=0.0, scale=(0.0, 0.0, 0.0), has_shear=False
            )
        scale = np.linalg.norm(linear, axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            unit = linear / scale
        cosines = np.abs(np.array([unit[:, 0] @ unit[:, 1], unit[:, 1] @ unit[:, 2], unit[:, 2] @ unit[:, 0]]))
        return TransformFacts(
            matrix=self.world(matrix),
            is_finite=True,
            determinant=_determinant(linear),
            scale=(float(scale[0]), float(scale[1]), float(scale[2])),
            # Single-precision rotations are orthogonal to about 1e-6.
            has_shear=bool((cosines > 1e-4).any()),
        )


@dataclass(frozen=True, kw_only=True)
class Node:
    """A prim with what it inherits."""

    prim: Usd.Prim
    path: str
    schemas: frozenset[str]
    """Applied API schemas, also those that this USD does not know."""
    matrix: Matrix
    """World transform on the asset's stage, stage units, column vectors."""
    body_path: str | None
    """Nearest enabled rigid body at or above."""
    parent_body_path: str | None
    """Nearest enabled rigid body above."""
    levels_below_body: int | None
    is_visible: bool
    purpose: str
    is_reset: bool
    """A transform reset at or above it."""
    resets_here: bool
    instancer_path: str | None
    """PointInstancer above it."""

    @property
    def is_drawn(self) -> bool:
        """Whether a viewer shows it by default."""
        return self.is_visible and self.purpose != "guide"


def walk(stage: Usd.Stage, root_path: str) -> Iterator[Node]:
    """Yield every active, defined, loaded prim at and below the root, instances included, parents first."""
    cache = UsdGeom.XformCache()
    parents: dict[str, Node] = {}
    root = stage.GetPrimAtPath(root_path)
    for prim in Usd.PrimRange(root, Usd.TraverseInstanceProxies()):
        path = str(prim.GetPath())
        node = _node(prim, path, parents.get(path.rpartition("/")[0]), cache)
        parents[path] = node
        yield node


def _node(prim: Usd.Prim, path: str, above: Node | None, cache: UsdGeom.XformCache) -> Node:
    schemas = frozenset(str(s) for s in prim.GetPrimTypeInfo().GetAppliedAPISchemas())
    is_body = "PhysicsRigidBodyAPI" in schemas and authored_bool(prim, "physics:rigidBodyEnabled", True)
    parent_body = above.body_path if above else None
    levels = None
    if is_body:
        levels = 0
    elif above is not None and above.levels_below_body is not None:
        levels = above.levels_below_body + 1
    resets = bool(prim.IsA(UsdGeom.Xformable)) and bool(UsdGeom.Xformable(prim).GetResetXformStack())
    purpose = authored_token(prim, "purpose") or (above.purpose if above else "default")
    return Node(
        prim=prim,
        path=path,
        schemas=schemas,
        matrix=_world(prim, cache),
        body_path=path if is_body else parent_body,
        parent_body_path=parent_body,
        levels_below_body=levels,
        is_visible=(above is None or above.is_visible) and authored_token(prim, "visibility") != "invisible",
        purpose=purpose,
        is_reset=resets or (above is not None and above.is_reset),
        resets_here=resets,
        instancer_path=_instancer(above),
    )


def _determinant(linear: Matrix) -> float:
    with np.errstate(over="ignore", invalid="ignore"):
        return float(np.linalg.det(linear))


def _world(prim: Usd.Prim, cache: UsdGeom.XformCache) -> Matrix:
    """Return the world transform; NaN when the authored operations cannot be evaluated, so that a check names it."""
    try:
        return np.array(cache.GetLocalToWorldTransform(prim), dtype=np.float64).T
    except Tf.ErrorException:
        return np.full((4, 4), np.nan)


def _instancer(above: Node | None) -> str | None:
    if above is None:
        return None
    return above.path if above.prim.IsA(UsdGeom.PointInstancer) else above.instancer_path
