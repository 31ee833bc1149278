"""Collision meshes that a repair adds: hulls of points and thickened sheets, in the space of their parent prim."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from harness.scene.opinion import Opinion, OpinionKind, apply_api, set_attribute

__all__ = ["guide_mesh", "thickened"]

_MAX_POINTS = 62
_LYING = 0.7
"""Cosine of the angle between the normal of a sheet and up below which it stands."""
_STICKS_OUT = 0.1
"""How far corners may reach beyond the shape, over half its size."""

Points = npt.NDArray[np.float64]


def thickened(points: Points, thickness: float, up: Points) -> Points:
    """Return the points of a sheet or plate moved out until it is as thick as asked, shape (2 P, 3).

    A sheet that lies grows upward only, so that it rests where it is drawn; one that stands grows to both sides.

    Args:
        points: Points of something flat, shape (P, 3).
        thickness: Thickness that it gets, if it has not got it.
        up: Unit vector that points up where the sheet is, shape (3,).
    """
    centered = points - points.mean(axis=0)
    _, _, axes = np.linalg.svd(centered, full_matrices=True)
    present = float(np.ptp(centered @ axes[2]))
    # A little more: in the single precision of a mesh it would be a little less than asked.
    offset = axes[2] * max(0.0, thickness * (1 + 1e-4) - present) / 2
    if abs(float(axes[2] @ up)) > _LYING:
        rise = offset if float(offset @ up) > 0 else -offset
        return np.concatenate([points + 2 * rise, points])
    return np.concatenate([points + offset, points - offset])


def guide_mesh(path: str, points: Points) -> Iterator[Opinion]:
    """Yield opinions that define a hidden convex collision mesh around points.

    Args:
        path: Path of the new prim.
        points: Points in the space of its parent, shape (P, 3), not in one plane.

    Raises:
        ValueError: If the points span no volume.
    """
    corners, triangles = _hull(points if len(points) <= _MAX_POINTS else _simpler(points))
    low, high = corners.min(axis=0), corners.max(axis=0)
    yield Opinion(prim_path=path, kind=OpinionKind.DEFINE, type_name="Mesh")
    for name in ("PhysicsCollisionAPI", "PhysicsMeshCollisionAPI"):
        yield apply_api(path, name)
    yield set_attribute(path, "physics:approximation", "token", "convexHull", is_uniform=True)
    yield set_attribute(path, "purpose", "token", "guide", is_uniform=True)
    yield set_attribute(path, "subdivisionScheme", "token", "none", is_uniform=True)
    yield set_attribute(path, "points", "point3f[]", tuple(tuple(float(v) for v in p) for p in corners))
    yield set_attribute(path, "faceVertexCounts", "int[]", (3,) * len(triangles))
    yield set_attribute(path, "faceVertexIndices", "int[]", tuple(int(i) for i in triangles.reshape(-1)))
    extent = tuple(tuple(float(v) for v in corner) for corner in (low, high))
    yield set_attribute(path, "extent", "float3[]", extent)


def _simpler(points: Points) -> Points:
    """Return at most 62 corners that stand for many points: an engine's hull holds 64 and would drop others.

    An asset comes to rest on a facet. So the facets touch the points, as long as the corners between them do not stick
    out far; else corners are some of the points, and it rests a little deeper than it is drawn.
    """
    around = _circumscribed(points)
    return around if around is not None else _chosen(points)


def _circumscribed(points: Points) -> Points | None:
    """Return the corners of a body of 32 facets that all touch the points, ``None`` if it fits badly.

    Source: facet normals are the corners of an icosahedron and a dodecahedron over the shape's own proportions; around
    a ball the corners stick out by 8 %.
    """
    from scipy.spatial import ConvexHull, HalfspaceIntersection, QhullError

    low, size = points.min(axis=0), np.ptp(points, axis=0)
    if not (size > 0).all():
        return None
    local = (points - low) / size * 2 - 1
    normals = _normals()
    reach = (local @ normals.T).max(axis=0)
    inside = local.mean(axis=0)
    try:
        planes = ConvexHull(local).equations
        corners = HalfspaceIntersection(np.hstack([normals, -reach[:, None]]), inside).intersections
    except QhullError:
        return None
    # Facets that meet in more than three give a corner several times.
    corners = np.unique(corners.round(9), axis=0)
    is_close = bool((corners @ planes[:, :3].T + planes[:, 3] <= _STICKS_OUT).all())
    return (corners + 1) / 2 * size + low if is_close and len(corners) <= _MAX_POINTS else None


def _normals() -> Points:
    """Return unit normals, up and down among them, shape (32, 3)."""
    golden = (1 + 5**0.5) / 2
    pairs = [(a, b) for a in (-1.0, 1.0) for b in (-golden, golden)]
    corners = [v for a, b in pairs for v in ((0.0, a, b), (a, b, 0.0), (b, 0.0, a))]
    faces = [v for a, b in pairs for v in ((a / golden, 0.0, b), (0.0, b, a / golden), (b, a / golden, 0.0))]
    cube = [(a, b, c) for a in (-1.0, 1.0) for b in (-1.0, 1.0) for c in (-1.0, 1.0)]
    normals = np.array(corners + faces + cube)
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    # Turned about X until a corner of the icosahedron points up.
    up = np.array([0, 1, golden]) / np.hypot(1, golden)
    turn = np.array([[1, 0, 0], [0, up[2], -up[1]], [0, up[1], up[2]]])
    return np.asarray(normals @ turn.T)


def _chosen(points: Points) -> Points:
    """Keep at most 62 of the points, those that are extreme along the axes among them."""
    tilts, turns = np.radians([-60, -30, 0, 30, 60]), np.radians(np.arange(0, 360, 30))
    rings = [(np.cos(t) * np.cos(a), np.cos(t) * np.sin(a), np.sin(t)) for t in tilts for a in turns]
    directions = np.array([(0, 0, 1), (0, 0, -1), *rings])
    size = np.ptp(points, axis=0)
    # Over the shape's own proportions, so that a flat one keeps points all around.
    extreme = (directions / np.where(size > 0, size, 1.0)) @ (points - points.mean(axis=0)).T
    return np.asarray(points[np.unique(extreme.argmax(axis=1))])


def _hull(points: Points) -> tuple[Points, npt.NDArray[np.int64]]:
    """Return the corners of the convex hull and its triangles, wound outward."""
    from scipy.spatial import ConvexHull, QhullError

    size = float(np.ptp(points, axis=0).max())
    middle = points.mean(axis=0)
    if not size > 0:
        raise ValueError("the points span no volume")
    try:
        hull = ConvexHull((points - middle) / size)
    except QhullError as error:
        raise ValueError("the points span no volume") from error
    index = np.full(len(points), -1, dtype=np.int64)
    index[hull.vertices] = np.arange(len(hull.vertices))
    triangles = index[hull.simplices]
    corners = points[hull.vertices]
    a, b, c = (corners[triangles[:, i]] for i in range(3))
    inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), a - corners.mean(axis=0)) < 0
    triangles[inward] = triangles[inward][:, ::-1]
    return corners, triangles
