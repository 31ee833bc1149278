"""Convex hulls of point clouds: the points that can touch something first, whichever way a body turns.

No USD here. SciPy is loaded when the first cloud is large enough to need it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from harness.stage.qhull import qhull

__all__ = ["Hull", "enclosing_ball", "extreme_points", "hull_of"]

Points = npt.NDArray[np.float64]

_KEEP_ALL = 64
_FLAT = 1e-10
"""Thickness over size below which a cloud counts as flat: near the noise of double precision far from the origin."""
_MANY = 20_000
_SAMPLE = 1_000
_BUNDLES = (20, 200, 5_000)


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
        Of a very fine round surface (more than 20 000 points, most of them extreme) those that are extreme in one of
        5 000 directions are kept: the support falls short by at most 0.08 % of the radius.

    Source: vertices of the convex hull (Qhull, Barber et al. 1996).
    """
    return points if len(points) <= _KEEP_ALL else hull_of(points).points


def hull_of(points: Points) -> Hull:
    """Return extreme points and volume of the convex hull; see :func:`extreme_points`.

    Args:
        points: Finite points, shape (P, 3).
    """
    if len(points) < 4:
        return Hull(points=points, volume=0.0)
    # About the centre: Qhull's tolerance grows with the coordinates. A common size keeps it from under- and overflow.
    low, high = points.min(axis=0), points.max(axis=0)
    center, size = low / 2 + high / 2, float((high - low).max())
    if not 0 < size < np.inf:
        return Hull(points=np.unique(points, axis=0), volume=0.0)
    if len(points) > _MANY and _is_round(points, center, size):
        points = _thinned(points)
    # Qhull loses points of thin clouds without a word. Hulls are affine, so it gets the cloud stretched to a cube.
    along, extent = _principal((points - center) / size)
    rank = int((extent > _FLAT * extent[0]).sum())
    ends = np.concatenate([along.argmin(axis=0), along.argmax(axis=0)])
    if rank == 1:
        return Hull(points=points[np.unique(ends)], volume=0.0)
    try:
        hull = qhull().ConvexHull(along[:, :rank] / extent[:rank])
    except qhull().QhullError:
        return Hull(points=np.unique(points, axis=0), volume=0.0)
    volume = float(hull.volume * extent.prod()) * size * size * size if rank == 3 else 0.0
    kept = points if len(points) <= _KEEP_ALL else points[np.union1d(hull.vertices, ends)]
    return Hull(points=kept, volume=volume)


def _principal(local: Points) -> tuple[Points, Points]:
    """Return points along their principal axes, shape (P, 3), longest first, and the extents, shape (3,)."""
    centered = local - local.mean(axis=0)
    if len(local) > _MANY:
        # The axes of a thin direction are exact to double precision this way too, and many times faster.
        _, columns = np.linalg.eigh(centered.T @ centered)
        axes = columns.T
    else:
        _, _, axes = np.linalg.svd(np.linalg.qr(centered, mode="r"))
    along = centered @ axes.T
    order = np.argsort(-np.ptp(along, axis=0))
    along = along[:, order]
    return along, np.ptp(along, axis=0)


def _is_round(points: Points, center: Points, size: float) -> bool:
    """Whether most points are extreme, so that a hull keeps nearly all of them; judged by a sample."""
    # Spread by the golden ratio: a plain stride can hit a single meridian of a grid, and random numbers load slowly.
    chosen = (np.arange(_SAMPLE) * 0.6180339887498949 % 1 * len(points)).astype(np.int64)
    sample = (points[chosen] - center) / size
    try:
        return len(qhull().ConvexHull(sample).vertices) > _SAMPLE / 2
    except qhull().QhullError:
        return False


@cache
def _directions(count: int) -> npt.NDArray[np.float32]:
    """Unit vectors of a Fibonacci lattice, shape (N, 3)."""
    index = np.arange(count) + 0.5
    height = 1 - 2 * index / count
    angle, ring = index * np.pi * (3 - np.sqrt(5)), np.sqrt(1 - height**2)
    return np.stack([ring * np.cos(angle), ring * np.sin(angle), height], axis=1).astype(np.float32)


def _thinned(points: Points) -> Points:
    """Keep the points that are extreme in one of many directions, and those that span the box.

    Let q be any point and p the extreme one in a direction at the angle a from c. Then p lies at most tan(a) times as
    far below q, along c, as it lies beside q: a flat cone under q. So each bundle of directions needs to see few points
    only, and bundles of bundles narrow them down step by step.
    """
    cloud = np.ascontiguousarray((points - points.mean(axis=0)).astype(np.float32).T)
    keep = [points.argmin(axis=0), points.argmax(axis=0)]
    keep += list(_extremes(cloud, np.arange(cloud.shape[1]), _BUNDLES, _directions(_BUNDLES[-1])))
    return np.asarray(points[np.unique(np.concatenate(keep))])


def _extremes(
    cloud: npt.NDArray[np.float32],
    index: npt.NDArray[np.int64],
    levels: Sequence[int],
    wanted: npt.NDArray[np.float32],
) -> Iterator[npt.NDArray[np.int64]]:
    """Yield the indices of points that are extreme in one of the wanted directions.

    Args:
        cloud: Points that can be, about the centre of the whole cloud, shape (3, P).
        index: What to call them, shape (P,).
        levels: Numbers of directions, each finer than the one before; the last one stands for the wanted ones.
        wanted: Directions, shape (N, 3).
    """
    if len(levels) == 1:
        yield index[(wanted @ cloud).argmax(axis=1)]
        return
    bundles = _directions(levels[0])
    cosine = wanted @ bundles.T
    nearest = cosine.argmax(axis=1)
    square = (cloud * cloud).sum(axis=0)
    # Single precision: the tolerance only keeps a few points more.
    tolerance = 1e-5 * float(np.sqrt(square.max()))
    for number in np.unique(nearest):
        bundle = nearest == number
        least = max(float(cosine[bundle, number].min()) - 1e-5, 0.0)
        # Whole clouds in place: what counts here is how often memory is read.
        along = bundles[number] @ cloud
        top = int(along.argmax())
        depth = np.subtract(along[top] - tolerance, along, out=along)
        np.maximum(depth, 0.0, out=depth)
        np.square(depth, out=depth)
        # The cone: depth <= tan * beside, or depth^2 <= sin^2 * distance^2.
        reach = (cloud[:, top] * np.float32(-2)) @ cloud
        reach += square
        reach += square[top]
        reach *= np.float32(1 - least * least)
        near = np.flatnonzero(depth <= np.maximum(reach, 0.0, out=reach))
        near = near if len(near) else np.array([top])
        yield from _extremes(cloud.take(near, axis=1), index[near], levels[1:], wanted[bundle])


def enclosing_ball(points: Points) -> tuple[Points, float]:
    """Return centre, shape (3,), and radius of the smallest ball around points.

    Args:
        points: Finite points, shape (P, 3), at least one.

    Source: the ball is defined by at most four points; the farthest point is added until none is outside (as in
    Gaertner, Fast and robust smallest enclosing balls, 1999).
    """
    low, high = points.min(axis=0), points.max(axis=0)
    middle, size = low / 2 + high / 2, float((high - low).max())
    if not 0 < size < np.inf:
        return middle, size
    cloud = (extreme_points(points) - middle) / size
    support = cloud[[int(np.linalg.norm(cloud - cloud.mean(axis=0), axis=1).argmax())]]
    center, radius = support[0], 0.0
    for _ in range(200):
        distances = np.linalg.norm(cloud - center, axis=1)
        far = int(distances.argmax())
        if distances[far] <= radius * (1 + 1e-9):
            break
        support, center, radius = _smallest(np.concatenate([support, cloud[[far]]]))
    return center * size + middle, radius * size


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
            is_around = bool((np.linalg.norm(points - center, axis=1) <= radius * (1 + 1e-9) + 1e-15).all())
            if is_around and (best is None or radius < best[2]):
                best = (part, center, radius)
    if best is None:
        center = points.mean(axis=0)
        return points[:4], center, float(np.linalg.norm(points - center, axis=1).max())
    return best
