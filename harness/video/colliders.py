"""Shapes that the engine collides with, as far as the asset tells, in the frames of the recorded bodies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from pxr import Tf, Usd, UsdGeom, UsdPhysics

from harness.stage.hull import enclosing_ball
from harness.video import shapes
from harness.video.meshes import MeshDefect
from harness.video.poses import BodyPoses, rigid_matrices
from harness.video.scene import body_of
from harness.video.usd_shapes import LookTable, shape_surfaces
from harness.video.usd_walk import DRAWN_TYPES, ROOM_PATHS, TIME, Shape, open_stage, world_from_stage

__all__ = ["ColliderMesh", "load_colliders"]

Array = npt.NDArray[np.float64]
MAX_COLLIDERS = 2_000


@dataclass(frozen=True, kw_only=True)
class ColliderMesh:
    """Triangles of one collider."""

    path: str
    body: int
    """Index of the body that carries it; -1: it stands still."""
    points: Array
    """In the frame of the body [m], shape (V, 3)."""
    indices: npt.NDArray[np.int64]
    """Shape (T, 3)."""


def load_colliders(scene: Path, poses: BodyPoses, warnings: list[str]) -> tuple[ColliderMesh, ...]:
    """Return the enabled colliders of the asset.

    Convex hulls, boxes and balls are made as the token says. Convex pieces, fields and simplified meshes exist only
    inside the engine; their mesh is returned, and a warning says so.

    Args:
        scene: Path of the composed scene.
        poses: Recorded poses; the first frame is where the scene has its shapes.
        warnings: Receives what differs from the engine's shapes.
    """
    stage = open_stage(scene)
    bodies = {path: index for index, path in enumerate(poses.body_paths)}
    start = rigid_matrices(poses.position_m[0], poses.orientation_xyzw[0])
    inverse = [np.linalg.inv(matrix) for matrix in start] + [np.eye(4)]
    table, found = LookTable([]), list[ColliderMesh]()
    for shape, token in _collider_shapes(stage):
        if len(found) >= MAX_COLLIDERS:
            warnings.append(f"only the first {MAX_COLLIDERS} colliders are shown")
            break
        body = body_of(shape.path, bodies)
        try:
            surfaces = list(shape_surfaces(shape, inverse[body] @ shape.world, table))
        except (MeshDefect, ValueError, TypeError, OverflowError, Tf.ErrorException) as error:
            warnings.append(f"the collider {shape.path} is not shown: {error}")
            continue
        rows = np.concatenate([s.vertices[:, :3] for s in surfaces]).astype(np.float64)
        is_mesh = shape.prim.GetTypeName() == "Mesh"
        points, indices = _cooked(rows, token if is_mesh else None, body >= 0, shape.path, warnings)
        found.append(ColliderMesh(path=shape.path, body=body, points=points, indices=indices))
    return tuple(found)


def _collider_shapes(stage: Usd.Stage) -> Iterator[tuple[Shape, str]]:
    """Yield every shape that collides with its approximation; a collider that is no shape takes all shapes below it."""
    si, cache = world_from_stage(stage), UsdGeom.XformCache(TIME)
    predicate = Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)
    walk = iter(Usd.PrimRange(stage.GetPseudoRoot(), predicate))
    for prim in walk:
        if str(prim.GetPath()) in ROOM_PATHS:
            walk.PruneChildren()
            continue
        if not prim.HasAPI(UsdPhysics.CollisionAPI):
            continue
        if UsdPhysics.CollisionAPI(prim).GetCollisionEnabledAttr().Get(TIME) is False:
            continue
        token = str(UsdPhysics.MeshCollisionAPI(prim).GetApproximationAttr().Get(TIME) or "none")
        parts = [prim] if prim.GetTypeName() in DRAWN_TYPES else list(Usd.PrimRange(prim, predicate))
        for part in parts:
            if part.GetTypeName() in DRAWN_TYPES and (part == prim or not part.HasAPI(UsdPhysics.CollisionAPI)):
                world = np.asarray(si @ np.array(cache.GetLocalToWorldTransform(part), np.float64).T)
                yield Shape(prim=part, path=str(part.GetPath()), world=world, is_collider=True, segments=24), token


def _cooked(
    rows: Array, token: str | None, is_moving: bool, path: str, warnings: list[str]
) -> tuple[Array, npt.NDArray[np.int64]]:
    """Return points and triangles of a collider.

    Args:
        rows: Corners of its triangles, shape (3 T, 3).
        token: Approximation of a mesh; ``None`` for a built-in shape.
        is_moving: Whether a body carries it.
        path: Prim, for warnings.
        warnings: Receives what differs from the engine's shape.
    """
    as_authored = rows, np.arange(len(rows)).reshape(-1, 3)
    if token is None:
        return as_authored
    if token == "boundingCube":
        low, high = rows.min(axis=0), rows.max(axis=0)
        box = shapes.cube(1.0)
        return box.points * (high - low) + (low + high) / 2, box.indices
    if token == "boundingSphere":
        center, radius = enclosing_ball(rows)
        ball = shapes.sphere(radius, 24)
        return ball.points + center, ball.indices
    if token == "convexHull" or (token == "none" and is_moving):
        return _hull(rows) or as_authored
    if token != "none":
        warnings.append(f"the collider {path} is shown as its mesh; the engine makes its own shape of it ({token})")
    return as_authored


def _hull(rows: Array) -> tuple[Array, npt.NDArray[np.int64]] | None:
    """Return the convex hull; ``None`` for a flat cloud."""
    from scipy.spatial import ConvexHull, QhullError

    points = np.unique(rows, axis=0)
    try:
        hull = ConvexHull(points)
    except (QhullError, ValueError):
        return None
    used, indices = np.unique(hull.simplices, return_inverse=True)
    return points[used], indices.reshape(-1, 3).astype(np.int64)
