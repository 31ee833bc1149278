"""Mesh data and facts about it, checked with whole arrays before any engine sees them. No USD here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from harness.stage.facts import MeshFacts

__all__ = ["MeshData", "mesh_data", "mesh_facts", "triangulate"]

Points = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_MAX_WELDED = 300_000


@dataclass(frozen=True)
class MeshData:
    """Points and faces of one mesh in its own space."""

    points: Points
    """Shape (P, 3), stage units; may hold NaN."""
    counts: Ints
    """faceVertexCounts."""
    indices: Ints
    """faceVertexIndices."""
    is_left_handed: bool
    """Whether the authored winding is left-handed."""

    @cached_property
    def is_valid(self) -> bool:
        """Whether every face has at least three corners and every index names a point."""
        counts, indices = self.counts, self.indices
        if not len(counts) or int(counts.min()) < 3 or int(counts.sum()) != len(indices):
            return False
        return int(indices.min()) >= 0 and int(indices.max()) < len(self.points)

    @cached_property
    def triangles(self) -> Ints:
        """Faces as fans, shape (T, 3); none when the topology is not valid."""
        return triangulate(self.counts, self.indices) if self.is_valid else np.zeros((0, 3), np.int64)

    @property
    def triangle_count(self) -> int:
        """Triangles after splitting; 0 when the topology is not valid."""
        return int(self.counts.sum()) - 2 * len(self.counts) if self.is_valid else 0

    @cached_property
    def is_closed(self) -> bool | None:
        """Whether every edge has exactly two faces; corners at one place count as one point."""
        return None if not self.is_valid else self._surface[0]

    @cached_property
    def mixed_edge_count(self) -> int | None:
        """Edges along which two faces run the same way, so that one of them is turned over."""
        if not self.is_valid:
            return None
        triangles = self._surface[1]
        first, second = triangles.reshape(-1), triangles[:, [1, 2, 0]].reshape(-1)
        keys = np.sort(first * (int(triangles.max()) + 1) + second)
        return int((keys[1:] == keys[:-1]).sum())

    @cached_property
    def _surface(self) -> tuple[bool, Ints]:
        """Whether the surface is closed, and its triangles with corners at one place made one where that was tried."""
        if _is_closed(self.triangles):
            return True, self.triangles
        # Exporters often write a point for each corner of a face.
        if len(self.points) > _MAX_WELDED or not np.isfinite(self.points).all():
            return False, self.triangles
        _, index = np.unique(self.points, axis=0, return_inverse=True)
        welded = index.reshape(-1)[self.triangles]
        return _is_closed(welded), welded

    def used_points(self) -> Points | None:
        """Return the points that faces use; ``None`` when that is all of them or the topology is not valid."""
        if not self.is_valid:
            return None
        used = np.zeros(len(self.points), dtype=bool)
        used[self.indices] = True
        return None if used.all() else self.points[used]


def mesh_data(points: Points, counts: Ints, indices: Ints, *, is_left_handed: bool) -> MeshData:
    """Bundle the arrays of one mesh.

    Args:
        points: Points in its own space, shape (P, 3); may hold NaN.
        counts: faceVertexCounts.
        indices: faceVertexIndices.
        is_left_handed: Whether the authored winding is left-handed.
    """
    return MeshData(points, counts, indices, is_left_handed)


def triangulate(counts: Ints, indices: Ints) -> Ints:
    """Split faces into fans.

    Args:
        counts: Indices of each face, all at least 3, shape (F,).
        indices: Point indices of all faces, shape (sum of counts,).

    Returns:
        Triangles, shape (sum of counts - 2 F, 3).
    """
    if int(counts.max()) == 3:
        return indices.reshape(-1, 3)
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    per_face = counts - 2
    face = np.repeat(np.arange(len(counts)), per_face)
    within = np.arange(len(face)) - np.repeat(np.cumsum(per_face) - per_face, per_face)
    first = starts[face]
    return np.stack([indices[first], indices[first + within + 1], indices[first + within + 2]], axis=1)


def mesh_facts(mesh: MeshData, matrix: Points) -> MeshFacts:
    """Gather the facts of one mesh.

    Args:
        mesh: The mesh.
        matrix: Local to SI asset frame, 4 x 4, column vectors.

    Source: volume by the divergence theorem, sum of signed tetrahedra; a closed surface has each edge in two faces.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        points = mesh.points @ matrix[:3, :3].T + matrix[:3, 3]
        is_mirrored = bool(np.linalg.det(matrix[:3, :3]) < 0)
    is_clean = bool(np.isfinite(points).all())
    area = volume = None
    if mesh.is_valid and is_clean:
        area, volume = _area_and_volume(points, mesh.triangles)
        if mesh.is_left_handed != is_mirrored:
            volume = -volume
    clean = points if is_clean else points[np.isfinite(points).all(axis=1)]
    extent = np.ptp(clean, axis=0) if len(clean) else None
    counts, indices = mesh.counts, mesh.indices
    return MeshFacts(
        point_count=len(points),
        face_count=len(counts),
        counts_min=int(counts.min()) if len(counts) else None,
        counts_sum=int(counts.sum()),
        index_count=len(indices),
        index_min=int(indices.min()) if len(indices) else None,
        index_max=int(indices.max()) if len(indices) else None,
        has_non_finite_points=not is_clean,
        max_abs_point_m=float(np.abs(clean).max()) if len(clean) else None,
        area_m2=area,
        signed_volume_m3=volume,
        is_closed=mesh.is_closed,
        extent_m=None if extent is None else (float(extent[0]), float(extent[1]), float(extent[2])),
        triangle_count=mesh.triangle_count,
        mixed_edge_count=mesh.mixed_edge_count,
    )


def _area_and_volume(points: Points, triangles: Ints) -> tuple[float, float]:
    # About the centre: far from the origin the signed volumes would cancel badly. One row for each axis: gathering
    # and crossing whole rows is several times faster than rows of three.
    local = np.ascontiguousarray((points - points.mean(axis=0)).T)
    with np.errstate(over="ignore", invalid="ignore"):
        a = local.take(triangles[:, 0], axis=1)
        b = local.take(triangles[:, 1], axis=1) - a
        c = local.take(triangles[:, 2], axis=1) - a
        x = b[1] * c[2] - b[2] * c[1]
        y = b[2] * c[0] - b[0] * c[2]
        z = b[0] * c[1] - b[1] * c[0]
        area = 0.5 * float(np.sqrt(x * x + y * y + z * z).sum())
        volume = float((a[0] * x + a[1] * y + a[2] * z).sum()) / 6.0
    return area, volume


def _is_closed(triangles: Ints) -> bool:
    first = triangles.reshape(-1)
    second = triangles[:, [1, 2, 0]].reshape(-1)
    if len(first) % 2:
        return False
    keys = np.sort(np.minimum(first, second) * (int(triangles.max()) + 1) + np.maximum(first, second))
    # Each edge twice: sorted keys come in equal pairs, and neighbouring pairs differ.
    pairs = keys.reshape(-1, 2)
    return bool((pairs[:, 0] == pairs[:, 1]).all() and (np.diff(pairs[:, 0]) > 0).all())
