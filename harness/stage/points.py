"""Small helpers on points and on numbers that may be absent."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from pxr import Usd

from harness.stage.shapes import extreme_points, is_sampled

__all__ = ["extremes_of", "finite", "join", "move", "quaternion_xyzw", "scaled", "scaled3"]

Points = npt.NDArray[np.float64]


def move(points: Points, matrix: Points) -> Points:
    """Move points, shape (P, 3), by a 4 x 4 matrix (column vectors)."""
    with np.errstate(over="ignore", invalid="ignore"):
        moved: Points = points @ matrix[:3, :3].T + matrix[:3, 3]
    return moved


def extremes_of(prim: Usd.Prim, points: Points) -> Points:
    """Reduce the points of one gprim, unless they are samples of a convex solid."""
    return points if is_sampled(prim) else extreme_points(points)


def finite(points: Points) -> Points:
    """Drop points that are not finite; the facts about the mesh report them."""
    return points[np.isfinite(points).all(axis=1)]


def join(clouds: list[Points]) -> Points:
    """Join clouds of points and reduce them again."""
    if not clouds:
        return np.zeros((0, 3))
    return clouds[0] if len(clouds) == 1 else extreme_points(np.concatenate(clouds))


def scaled(value: float | None, factor: float) -> float | None:
    """Scale a number that may be absent."""
    return None if value is None else value * factor


def scaled3(value: tuple[float, float, float] | None, factor: float) -> tuple[float, float, float] | None:
    """Scale a vector that may be absent."""
    return None if value is None else (value[0] * factor, value[1] * factor, value[2] * factor)


def quaternion_xyzw(value: object) -> tuple[float, float, float, float] | None:
    """Return a USD quaternion as x y z w, or ``None`` for anything else."""
    real, imaginary = getattr(value, "real", None), getattr(value, "imaginary", None)
    if real is None or imaginary is None:
        return None
    x, y, z = (float(v) for v in imaginary)
    return x, y, z, float(real)
