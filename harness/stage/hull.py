"""Convex hulls of point clouds: the points that can touch something first, whichever way a body turns.

No USD here. SciPy is loaded when the first cloud is large enough to need it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

__all__ = ["Hull", "enclosing_ball", "extreme_points", "hull_of"]

Points = npt.NDArray[np.float64]

_KEEP_ALL = 64
_FLAT = 1e-10
"""Thickness over size below which a cloud counts as flat; a thousand times the noise of double precision."""
_MANY = 20_000
_DIRECTIONS = 10_000


@dataclass(frozen=True, kw_only=True)
class Hull:
    """What the convex hull of a cloud says."""

    points: Points
    """Extreme points, shape (Q, 3)."""
    volume: float
    """Volume of the hull; 0 for a flat cloud."""


def extreme_points(points: Points) -> Points:
    """Reduce points to those that can be extreme in some direction.

    Args:
        points: Finite points, shape (P, 3).

    Returns:
        A subset with the same support in every direction, shape (Q, 3). Up to 64 points are returned as they are.
        More than 20 000 extreme points (a very fine smooth surface) are thinned: the support then falls short by at
        most 0.04 % of the size of the cloud where it is smooth.

    Source: vertices of the convex hull (Qhull, Barber et al. 1996).
    """
    return points if len(points) <= _KEEP_ALL else hull_of(points).points


def hull_of(points: Points) -> Hull:
    """Return extreme points and volume of the convex hull; see :func:`extreme_points`.

    Args:
        points: Finite points, shape (P, 3).
    """
    from scipy.spatial import ConvexHull, QhullError

    if len(points) < 4:
        return Hull(points=points, volume=0.0)
    # About the centre: Qhull's tolerance grows with the coordinates. A common size keeps it from under- and overflow.
    low, high = points.min(axis=0), points.max(axis=0)
    center, size = low / 2 + high / 2, float((high - low).max())
    if not 0 < size < np.inf:
        return Hull(points=np.unique(points, axis=0), volume=0.0)
    local = (points - center) / size
    try:
        hull = ConvexHull(local)
    except QhullError:
        return Hull(points=_flat(points, local), volume=0.0)
    kept = points if len(points) <= _KEEP_ALL else points[hull.vertices]
    if len(kept) > _MANY:
        kept = _thinned(kept)
    return Hull(points=kept, volume=float(hull.volume) * size * size * size)


def _flat(points: Points, local: Points) -> Points:
    """Reduce points that lie in a plane or on a line within rounding."""
    from scipy.spatial import ConvexHull, QhullError

    _, index = np.unique(local, axis=0, return_index=True)
    if len(index) <= _KEEP_ALL:
        return np.asarray(points[index])
    points, local = points[index], local[index]
    _, _, axes = np.linalg.svd(local - local.mean(axis=0), full_matrices=False)
    along = local @ axes.T
    extent = np.ptp(along, axis=0)
    if extent[2] > _FLAT:
        return points
    ends = np.concatenate([along.argmin(axis=0), along.argmax(axis=0)])
    if extent[1] <= _FLAT:
        return np.asarray(points[np.unique(ends)])
    try:
        vertices = ConvexHull(along[:, :2]).vertices
    except QhullError:
        return points
    return np.asarray(points[np.unique(np.concatenate([vertices, ends]))])


@cache
def _directions() -> npt.NDArray[np.float32]:
    """Unit vectors of a Fibonacci lattice, shape (3, N)."""
    index = np.arange(_DIRECTIONS) + 0.5
    height = 1 - 2 * index / _DIRECTIONS
    angle, ring = index * np.pi * (3 - np.sqrt(5)), np.sqrt(1 - height**2)
    return np.stack([ring * np.cos(angle), ring * np.sin(angle), height]).astype(np.float32)


def _thinned(points: Points) -> Points:
    """Keep the points that are extreme in one of many directions, and the corners of the box."""
    local = (points - points.mean(axis=0)).astype(np.float32)
    directions = _directions()
    keep = [points.argmin(axis=0), points.argmax(axis=0)]
    step = max(1, 40_000_000 // len(points))
    for start in range(0, directions.shape[1], step):
        keep.append((local @ directions[:, start : start + step]).argmax(axis=0))
    return np.asarray(points[np.unique(np.concatenate(keep))])


def enclosing_ball(points: Points) -> tuple[Points, float]:
    """Return centre, shape (3,), and radius of the smallest ball around points.

    Args:
        points: Finite points, shape (P, 3), at least one.

    Source: the ball is defined by at most four points; the farthest point is added until none is outside (as in
    Gaertner, Fast and robust smallest enclosing balls, 1999).
    """
    cloud = extreme_points(points)
    support = cloud[[int(np.linalg.norm(cloud - cloud.mean(axis=0), axis=1).argmax())]]
    center, radius = support[0], 0.0
    for _ in range(200):
        distances = np.linalg.norm(cloud - center, axis=1)
        far = int(distances.argmax())
        if distances[far] <= radius * (1 + 1e-9):
            break
        support, center, radius = _smallest(np.concatenate([support, cloud[[far]]]))
    return center, radius


def _smallest(points: Points) -> tuple[Points, Points, float]:
    """Return the support, centre and radius of the smallest ball around at most five points."""
    best: tuple[Points, Points, float] | None = None
    for count in range(1, min(4, len(points)) + 1):
        for chosen in combinations(range(len(points)), count):
            part = points[list(chosen)]
            # The centre has the same distance from all chosen points and lies in their affine hull.
            edges = part[1:] - part[0]
            offset = np.linalg.lstsq(2 * edges @ edges.T, (edges**2).sum(axis=1), rcond=None)[0] if count > 1 else None
            center = part[0] if offset is None else part[0] + offset @ edges
            radius = float(np.linalg.norm(part - center, axis=1).max())
            is_around = bool((np.linalg.norm(points - center, axis=1) <= radius * (1 + 1e-9) + 1e-300).all())
            if is_around and (best is None or radius < best[2]):
                best = (part, center, radius)
    if best is None:
        center = points.mean(axis=0)
        return points[:4], center, float(np.linalg.norm(points - center, axis=1).max())
    return best
