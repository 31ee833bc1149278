"""Polygon meshes as triangles with normals; malformed input is refused, never drawn wrongly."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["Corners", "MeshDefect", "fan_triangles", "same_place", "smooth_normals", "spread_to_corners", "weld"]

SMOOTH_ANGLE_DEG = 40.0
"""Faces that meet at a smaller angle look like one curved surface."""

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]


class MeshDefect(ValueError):
    """A mesh cannot be drawn; the message says why."""


class Corners(NamedTuple):
    """Triangle corners of a polygon mesh; K = 3 x triangles, three corners in a row are a triangle."""

    point: IntArray
    """Index into the points, shape (K,)."""
    face: IntArray
    """Index of the polygon, shape (K,)."""
    corner: IntArray
    """Index of the corner of the polygon mesh, shape (K,); selects face-varying values."""


def fan_triangles(counts: IntArray, indices: IntArray, point_count: int, left_handed: bool = False) -> Corners:
    """Cut polygons into fans of triangles.

    Args:
        counts: Corners of each polygon, shape (N,).
        indices: Point of each corner, shape (sum of counts,).
        point_count: Number of points.
        left_handed: Whether polygons turn clockwise seen from outside.

    Raises:
        MeshDefect: Counts and indices do not fit together, or an index is out of range.
    """
    if counts.size == 0:
        raise MeshDefect("it has no faces")
    if counts.min() < 0 or int(counts.sum()) != indices.size:
        raise MeshDefect(f"face counts ask for {int(counts.sum())} corners, but there are {indices.size} indices")
    if indices.size and (indices.min() < 0 or indices.max() >= point_count):
        raise MeshDefect(f"face indices are outside 0 to {point_count - 1}")
    per_face = np.maximum(counts - 2, 0)
    total = int(per_face.sum())
    if total == 0:
        raise MeshDefect("no face has three corners")
    face = np.repeat(np.arange(counts.size), per_face)
    start = np.repeat(np.cumsum(counts) - counts, per_face)
    step = np.arange(total) - np.repeat(np.cumsum(per_face) - per_face, per_face)
    second, third = (step + 2, step + 1) if left_handed else (step + 1, step + 2)
    corner = np.stack([start, start + second, start + third], axis=1).ravel()
    return Corners(point=indices[corner], face=np.repeat(face, 3), corner=corner)


def spread_to_corners(
    values: FloatArray, interpolation: str, corners: Corners, sizes: tuple[int, int, int]
) -> FloatArray | None:
    """Return one value for each triangle corner, or None when the count of values fits no interpolation.

    Args:
        values: Shape (M, C).
        interpolation: USD name: constant, uniform, vertex, varying or faceVarying.
        corners: Triangle corners.
        sizes: Number of points, faces and mesh corners.

    Returns:
        Shape (K, C).
    """
    count = values.shape[0]
    point_count, face_count, corner_count = sizes
    if interpolation in ("vertex", "varying") and count == point_count:
        return values[corners.point]
    if interpolation == "faceVarying" and count == corner_count:
        return values[corners.corner]
    if interpolation == "uniform" and count == face_count:
        return values[corners.face]
    if count == 1:
        return np.repeat(values, corners.point.size, axis=0)
    return None


def smooth_normals(points: FloatArray, corner_point: IntArray, corner_place: IntArray) -> FloatArray:
    """Return a unit normal for each triangle corner: smooth over curved surfaces, sharp at edges.

    Args:
        points: Shape (V, 3).
        corner_point: Point of each triangle corner, shape (K,).
        corner_place: A number for each corner that is equal for corners in the same place, shape (K,).

    Returns:
        Shape (K, 3). Triangles without area get the direction +Z.
    """
    triangle = points[corner_point].reshape(-1, 3, 3)
    area = np.cross(triangle[:, 1] - triangle[:, 0], triangle[:, 2] - triangle[:, 0])
    length = np.linalg.norm(area, axis=1, keepdims=True)
    unit = np.where(length > 0, area / np.where(length > 0, length, 1), 0.0)
    order = np.argsort(corner_place, kind="stable")
    sorted_place = corner_place[order]
    starts = np.flatnonzero(np.concatenate([[True], np.diff(sorted_place) > 0]))
    valence = np.diff(np.append(starts, sorted_place.size))
    result = np.empty((corner_point.size, 3))
    limit = np.cos(np.radians(SMOOTH_ANGLE_DEG))
    for count in np.unique(valence):
        rows = starts[valence == count]
        step = max(1, 4_000_000 // (int(count) ** 2))
        for begin in range(0, rows.size, step):
            block = order[rows[begin : begin + step, None] + np.arange(count)]
            if count > 256:
                result[block] = area[block // 3].sum(axis=1, keepdims=True)
                continue
            own = unit[block // 3]
            is_smooth = (own @ own.transpose(0, 2, 1)) >= limit
            result[block] = is_smooth.astype(np.float64) @ area[block // 3]
    size = np.linalg.norm(result, axis=1, keepdims=True)
    # A triangle without area is smooth with nothing, not even itself.
    result = np.where(size > 0, result / np.where(size > 0, size, 1), np.repeat(unit, 3, axis=0))
    return np.where(np.abs(result).sum(axis=1, keepdims=True) > 0, result, np.array([0.0, 0.0, 1.0]))


def same_place(points: FloatArray) -> IntArray:
    """Return a number for each point that is equal for points in the same place, shape (V,).

    Args:
        points: Shape (V, 3); a millionth of their extent counts as no distance, and not finite ones as one place.
    """
    finite = np.where(np.isfinite(points), points, 0.0)
    low = finite.min(axis=0)
    extent = float((finite.max(axis=0) - low).max())
    steps = np.round((finite - low) * (5e5 / extent if extent > 0 else 0.0)).astype(np.float32)
    _, inverse = np.unique(_row_keys(steps), return_inverse=True)
    return np.asarray(inverse, np.int64).reshape(-1)


def _row_keys(rows: npt.NDArray[np.float32]) -> npt.NDArray[np.uint64]:
    """Return a 64-bit mix of the bits of each row, shape (N,)."""
    bits = rows.view(np.uint32).astype(np.uint64)
    key = np.zeros(rows.shape[0], np.uint64)
    for column in range(bits.shape[1]):
        key = (key ^ bits[:, column]) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(29)
    return key


def weld(vertices: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.float32], IntArray]:
    """Merge equal vertices.

    Args:
        vertices: One row for each triangle corner, shape (K, C).

    Returns:
        Distinct rows, and the index of each corner's row, shape (K,).
    """
    _, first, inverse = np.unique(_row_keys(vertices), return_index=True, return_inverse=True)
    return vertices[first], np.asarray(inverse, np.int64).reshape(-1)
