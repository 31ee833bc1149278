"""Facts about mesh data, checked with whole arrays before any engine sees them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from harness.stage.facts import MeshFacts

__all__ = ["has_valid_topology", "mesh_facts", "triangulate"]

Points = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def has_valid_topology(point_count: int, counts: Ints, indices: Ints) -> bool:
    """Whether every face has at least three indices and every index names a point."""
    if not len(counts) or int(counts.min()) < 3 or int(counts.sum()) != len(indices):
        return False
    return int(indices.min()) >= 0 and int(indices.max()) < point_count


def triangulate(counts: Ints, indices: Ints) -> Ints:
    """Split faces into fans.

    Args:
        counts: Indices of each face, all at least 3, shape (F,).
        indices: Point indices of all faces, shape (sum of counts,).

    Returns:
        Triangles, shape (sum of counts - 2 F, 3).
    """
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    per_face = counts - 2
    face = np.repeat(np.arange(len(counts)), per_face)
    within = np.arange(len(face)) - np.repeat(np.cumsum(per_face) - per_face, per_face)
    first = starts[face]
    return np.stack([indices[first], indices[first + within + 1], indices[first + within + 2]], axis=1)


def mesh_facts(points_m: Points, counts: Ints, indices: Ints, *, is_left_handed: bool, is_mirrored: bool) -> MeshFacts:
    """Gather the facts of one mesh.

    Args:
        points_m: World points, SI asset frame, shape (P, 3); may hold NaN.
        counts: faceVertexCounts.
        indices: faceVertexIndices.
        is_left_handed: Whether the authored winding is left-handed.
        is_mirrored: Whether the world transform mirrors, which turns the winding around.

    Source: volume by the divergence theorem, sum of signed tetrahedra; a closed surface has each edge in two faces.
    """
    finite = np.isfinite(points_m).all(axis=1)
    valid = has_valid_topology(len(points_m), counts, indices)
    area = volume = None
    closed = None
    triangle_count = 0
    if valid:
        triangles = triangulate(counts, indices)
        triangle_count = len(triangles)
        closed = _is_closed(triangles)
        if finite.all():
            area, volume = _area_and_volume(points_m, triangles)
            if is_left_handed != is_mirrored:
                volume = -volume
    clean = points_m[finite]
    extent = np.ptp(clean, axis=0) if len(clean) else None
    return MeshFacts(
        point_count=len(points_m),
        face_count=len(counts),
        counts_min=int(counts.min()) if len(counts) else None,
        counts_sum=int(counts.sum()),
        index_count=len(indices),
        index_min=int(indices.min()) if len(indices) else None,
        index_max=int(indices.max()) if len(indices) else None,
        has_non_finite_points=not bool(finite.all()),
        max_abs_point_m=float(np.abs(clean).max()) if len(clean) else None,
        area_m2=area,
        signed_volume_m3=volume,
        is_closed=closed,
        extent_m=None if extent is None else (float(extent[0]), float(extent[1]), float(extent[2])),
        triangle_count=triangle_count,
    )


def _area_and_volume(points: Points, triangles: Ints) -> tuple[float, float]:
    # About the centre: far from the origin the signed volumes would cancel badly.
    local = points - points.mean(axis=0)
    a, b, c = (local[triangles[:, i]] for i in range(3))
    with np.errstate(over="ignore", invalid="ignore"):
        normal = np.cross(b - a, c - a)
        area = 0.5 * float(np.linalg.norm(normal, axis=1).sum())
        volume = float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum()) / 6.0
    return area, volume


def _is_closed(triangles: Ints) -> bool:
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    edges.sort(axis=1)
    keys = np.sort(edges[:, 0] * (int(triangles.max()) + 1) + edges[:, 1])
    if len(keys) % 2:
        return False
    # Each edge twice: sorted keys come in equal pairs, and neighbouring pairs differ.
    pairs = keys.reshape(-1, 2)
    return bool((pairs[:, 0] == pairs[:, 1]).all() and (np.diff(pairs[:, 0]) > 0).all())
