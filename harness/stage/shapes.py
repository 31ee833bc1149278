"""Extreme points of geometry: what touches first, whichever way the body turns.

Curved shapes are sampled; how densely depends on how many of them an asset has.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from pxr import Usd, UsdGeom

__all__ = ["collider_points", "extreme_points", "hull_volume", "is_gprim", "is_sampled", "local_points", "shape_volume"]

Points = npt.NDArray[np.float64]

_KEEP_ALL = 64
_RING = 96
# Points on a sphere: support exact to 0.03 % of the radius; and for assets of many round parts, to 0.2 %.
_BALL_FINE = 3000
_BALL_COARSE = 500
# Planes are infinite for an engine and finite in a picture; they are never part of a body's bounds.
_NO_BOUNDS = ("Plane",)


def extreme_points(points: Points) -> Points:
    """Reduce points to those that can be extreme in some direction.

    Args:
        points: Shape (P, 3), finite.

    Returns:
        A subset with the same support in every direction, shape (Q, 3). Flat and thin sets keep what spans them.

    Source: vertices of the convex hull (Qhull).
    """
    if len(points) <= _KEEP_ALL:
        return points
    from scipy.spatial import ConvexHull, QhullError

    try:
        corners: Points = points[ConvexHull(points).vertices]
    except QhullError:
        return _flat_extremes(points)
    return corners


def _flat_extremes(points: Points) -> Points:
    """Reduce points that lie in a plane or on a line within rounding."""
    from scipy.spatial import ConvexHull, QhullError

    unique = np.unique(points, axis=0)
    if len(unique) <= _KEEP_ALL:
        return unique
    _, sizes, axes = np.linalg.svd(unique - unique.mean(axis=0), full_matrices=False)
    if sizes[1] <= 1e-9 * sizes[0]:
        along = unique @ axes[0]
        ends: Points = unique[[int(along.argmin()), int(along.argmax())]]
        return ends
    try:
        rim: Points = unique[ConvexHull(unique @ axes[:2].T).vertices]
    except QhullError:
        return unique
    return rim


def hull_volume(points: Points) -> float | None:
    """Return the volume of the convex hull; 0 for a flat set, ``None`` without enough points.

    Args:
        points: Shape (P, 3), finite.
    """
    if len(points) < 4:
        return None
    from scipy.spatial import ConvexHull, QhullError

    try:
        return float(ConvexHull(points).volume)
    except QhullError:
        return 0.0


@cache
def _ball(count: int) -> Points:
    """Unit sphere by a Fibonacci lattice, pushed out by half its largest support error, shape (N, 3)."""
    z = 1 - (2 * np.arange(count) + 1) / count
    angle = np.arange(count) * math.pi * (3 - math.sqrt(5))
    ring = np.sqrt(1 - z**2)
    lattice = np.stack([ring * np.cos(angle), ring * np.sin(angle), z], axis=1)
    poles = np.array([[0.0, 0, 1], [0, 0, -1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]])
    return np.concatenate([lattice * (1 + 1.0 / count), poles])


@cache
def _ring() -> Points:
    angle = np.arange(_RING) * 2 * math.pi / _RING
    return np.stack([np.cos(angle), np.sin(angle), np.zeros(_RING)], axis=1)


def _along(points: Points, axis: str) -> Points:
    """Turn points about Z into points about another axis, as the schema's axis attribute does."""
    order = {"X": (2, 0, 1), "Y": (1, 2, 0)}.get(axis, (0, 1, 2))
    return points[:, list(order)]


def local_points(prim: Usd.Prim, *, is_coarse: bool = False) -> Points:
    """Return the points of a gprim in its own space and stage units, shape (P, 3); unreadable data gives none.

    Args:
        prim: Any gprim.
        is_coarse: Sample spheres and capsules with fewer points.
    """
    ball = _ball(_BALL_COARSE if is_coarse else _BALL_FINE)
    kind = str(prim.GetTypeName())
    if kind in _NO_BOUNDS:
        return np.zeros((0, 3))
    if kind == "Cube":
        half = _number(prim, "size") / 2
        return half * np.array([[x, y, z] for x in (-1.0, 1) for y in (-1.0, 1) for z in (-1.0, 1)])
    if kind == "Sphere":
        return ball * _number(prim, "radius")
    if kind in ("Cylinder", "Cone", "Capsule", "Cylinder_1", "Capsule_1"):
        return _along(_turned(prim, kind, ball), str(prim.GetAttribute("axis").Get()))
    return mesh_points(prim)


def _turned(prim: Usd.Prim, kind: str, ball: Points) -> Points:
    half = _number(prim, "height") / 2
    up = np.array([0, 0, half])
    if kind.endswith("_1"):
        top, bottom = _number(prim, "radiusTop"), _number(prim, "radiusBottom")
    else:
        top = bottom = _number(prim, "radius")
    if kind.startswith("Capsule"):
        return np.concatenate([ball[ball[:, 2] >= 0] * top + up, ball[ball[:, 2] <= 0] * bottom - up])
    if kind == "Cone":
        return np.concatenate([_ring() * bottom - up, up[None]])
    return np.concatenate([_ring() * top + up, _ring() * bottom - up])


def _number(prim: Usd.Prim, name: str) -> float:
    value = prim.GetAttribute(name).Get()
    return float(value) if isinstance(value, (int, float)) else math.nan


def mesh_points(prim: Usd.Prim) -> Points:
    """Return the points that a point-based prim draws; for a mesh with sound topology only those that faces use."""
    points = array_of(prim, "points", 3)
    if prim.GetTypeName() == "Mesh" and len(points):
        indices = index_array(prim, "faceVertexIndices")
        if len(indices) and int(indices.min()) >= 0 and int(indices.max()) < len(points):
            used = np.zeros(len(points), dtype=bool)
            used[indices] = True
            points = points[used]
    return points


def array_of(prim: Usd.Prim, name: str, width: int) -> Points:
    """Return a vector attribute as doubles, shape (N, width); empty when it is absent or of another type."""
    value: Any = prim.GetAttribute(name).Get() if prim.HasAttribute(name) else None
    if value is None:
        return np.zeros((0, width))
    array = np.asarray(value, dtype=np.float64)
    return array if array.ndim == 2 and array.shape[1] == width else np.zeros((0, width))


def index_array(prim: Usd.Prim, name: str) -> npt.NDArray[np.int64]:
    """Return an integer array attribute; empty when it is absent or of another type."""
    value: Any = prim.GetAttribute(name).Get() if prim.HasAttribute(name) else None
    return np.zeros(0, np.int64) if value is None else np.asarray(value, dtype=np.int64).reshape(-1)


def collider_points(prim: Usd.Prim, approximation: str | None, matrix: Points, *, is_coarse: bool = False) -> Points:
    """Return world points of a collider as PhysX makes it from the authored shape.

    Args:
        prim: Gprim with CollisionAPI.
        approximation: physics:approximation of a Mesh.
        matrix: Local to SI asset frame, 4 x 4, column vectors.
        is_coarse: Sample spheres and capsules with fewer points.

    Source: PhysX takes the largest scale for spheres and capsules; boundingSphere circumscribes the bounding box.
    """
    kind = str(prim.GetTypeName())
    points = local_points(prim, is_coarse=is_coarse)
    if kind in ("Sphere", "Capsule"):
        return _rounded(points, matrix)
    if kind == "Mesh" and approximation in ("boundingCube", "boundingSphere") and len(points):
        low, high = points.min(axis=0), points.max(axis=0)
        if approximation == "boundingCube":
            points = np.array(
                [[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
            )
        else:
            radius = float(np.linalg.norm(high - low)) / 2
            ball = _ball(_BALL_FINE) * radius
            return _rounded(ball, matrix @ _shift((low + high) / 2))
    return points @ matrix[:3, :3].T + matrix[:3, 3]


def _shift(offset: Points) -> Points:
    out = np.eye(4)
    out[:3, 3] = offset
    return out


def _rounded(points: Points, matrix: Points) -> Points:
    """Move a sphere or capsule with one scale, the largest, as the engine does."""
    linear = matrix[:3, :3]
    scale = np.linalg.norm(linear, axis=0)
    if np.isfinite(scale).all() and (scale > 0).all():
        linear = linear / scale * scale.max()
    return points @ linear.T + matrix[:3, 3]


def shape_volume(prim: Usd.Prim, determinant: float, world: Points) -> float | None:
    """Return the volume of a collider [m^3]: analytic for solids, of the hull for meshes.

    Args:
        prim: Gprim.
        determinant: Of the upper 3 x 3 of local to SI asset frame.
        world: World points of the collider, shape (P, 3).
    """
    kind = str(prim.GetTypeName())
    if kind == "Mesh":
        return hull_volume(world) if np.isfinite(world).all() else None
    if kind == "Cube":
        return abs(determinant) * _number(prim, "size") ** 3
    if kind == "Sphere":
        return abs(determinant) * 4 / 3 * math.pi * _number(prim, "radius") ** 3
    if kind in ("Cylinder", "Cone", "Capsule"):
        area, height = math.pi * _number(prim, "radius") ** 2, _number(prim, "height")
        ball = 4 / 3 * area * _number(prim, "radius") if kind == "Capsule" else 0.0
        return abs(determinant) * (area * height * (1 / 3 if kind == "Cone" else 1) + ball)
    return None


def is_sampled(prim: Usd.Prim) -> bool:
    """Whether the points of a gprim are samples of a convex solid, of which none can be left out."""
    return str(prim.GetTypeName()) in ("Cube", "Sphere", "Cylinder", "Cone", "Capsule", "Cylinder_1", "Capsule_1")


def is_gprim(prim: Usd.Prim) -> bool:
    """Whether a prim has geometry of its own."""
    return bool(prim.IsA(UsdGeom.Gprim))
