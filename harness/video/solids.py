"""Finds meshes that are closed solids, whose back sides are never seen and need not be drawn."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["outward_flips"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
MAX_ROUNDS = 64


def outward_flips(points: FloatArray, triangles: IntArray) -> npt.NDArray[np.bool_] | None:
    """Return which triangles have to be turned so that all of them face outwards.

    Every edge must be shared by exactly two triangles that run along it in opposite directions. Each connected part is
    then a closed surface that faces either outwards or inwards, which the sign of its volume tells.

    Args:
        points: Shape (V, 3).
        triangles: Index of a point for each corner, equal for corners in the same place, shape (T, 3).

    Returns:
        Shape (T,), or None when the mesh is not closed.
    """
    a, b, c = triangles.T
    is_real = (a != b) & (b != c) & (a != c)
    real = triangles[is_real]
    if real.shape[0] < 4 or not _is_closed(real, points.shape[0]):
        return None
    part = _parts(real, points.shape[0])
    if part is None:
        return None
    # Relative to a point of the mesh, far-away meshes lose no precision.
    corner = points[real] - points[real[0, 0]]
    volume = np.einsum("ij,ij->i", corner[:, 0], np.cross(corner[:, 1], corner[:, 2]))
    total = np.bincount(part, volume, points.shape[0])
    result = np.zeros(triangles.shape[0], np.bool_)
    result[is_real] = total[part] < 0
    return result


def _is_closed(triangles: IntArray, point_count: int) -> bool:
    """Return whether each directed edge occurs once, and once in the other direction."""
    start = triangles.ravel()
    end = triangles[:, [1, 2, 0]].ravel()
    forward = np.sort(start * point_count + end)
    if (forward[1:] == forward[:-1]).any():
        return False
    return bool(np.array_equal(forward, np.sort(end * point_count + start)))


def _parts(triangles: IntArray, point_count: int) -> IntArray | None:
    """Return a number for each triangle, equal within a connected part; None when that takes too many rounds."""
    label = np.arange(point_count)
    corners = triangles.ravel()
    for _ in range(MAX_ROUNDS):
        lowest = label[triangles].min(axis=1)
        before = label.copy()
        # Both the points of a triangle and the points they stand for take its lowest label.
        np.minimum.at(label, before[corners], np.repeat(lowest, 3))
        np.minimum.at(label, corners, np.repeat(lowest, 3))
        label = label[label]
        if np.array_equal(label, before):
            return np.asarray(label[triangles[:, 0]], np.int64)
    return None
