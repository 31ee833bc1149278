"""Convex shapes by their support in many directions: what lies inside, how thick they are. NumPy only."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from harness.stage.facts import Points

__all__ = ["Convex", "sample_box", "sphere_directions"]

_DIRECTIONS = 300


@cache
def sphere_directions(count: int) -> Points:
    """Return evenly spread unit vectors, shape (count, 3). Source: Fibonacci lattice."""
    index = np.arange(count) + 0.5
    height = 1 - 2 * index / count
    radius = np.sqrt(1 - height * height)
    turn = math.pi * (1 + math.sqrt(5)) * index
    return np.stack([radius * np.cos(turn), radius * np.sin(turn), height], axis=1)


@cache
def _lattice(count: int) -> Points:
    """Return evenly spread points of the unit cube, shape (count, 3).

    Source: additive recurrence with the plastic number (Roberts, The unreasonable effectiveness of quasirandom
    sequences, 2018).
    """
    plastic = 1.2207440846057596
    steps = 1 / plastic ** np.arange(1, 4)
    return (0.5 + np.outer(np.arange(1, count + 1), steps)) % 1.0


class Convex:
    """The intersection of half-spaces that touch a cloud: its hull, slightly too large between the directions.

    Args:
        points: Points in the SI asset frame, shape (P, 3), at least one, finite.
        axes: Rows of further directions, such as face normals, along which it is exact, shape (N, 3).
    """

    def __init__(self, points: Points, axes: Points) -> None:
        lengths = np.linalg.norm(axes, axis=1)
        exact = axes[lengths > 1e-12] / lengths[lengths > 1e-12, None]
        self._directions = np.concatenate([sphere_directions(_DIRECTIONS), exact, -exact])
        self.center: Points = points.mean(axis=0)
        along = (points - self.center) @ self._directions.T
        self._high, self._low = along.max(axis=0), along.min(axis=0)

    @property
    def thickness(self) -> float:
        """Smallest width [m] over all directions."""
        return float((self._high - self._low).min())

    @property
    def length(self) -> float:
        """Largest width [m] over all directions."""
        return float((self._high - self._low).max())

    def contains(self, points: Points, tolerance: float) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Return which points lie inside, shape (N,).

        Args:
            points: Shape (N, 3).
            tolerance: How far outside [m] still counts as inside.
        """
        along = (points - self.center) @ self._directions.T
        inside: np.ndarray[tuple[int], np.dtype[np.bool_]] = (along <= self._high + tolerance).all(axis=1)
        return inside


def sample_box(points: Points, axes: Points, count: int) -> Points:
    """Return evenly spread points of the box around a cloud.

    Args:
        points: Shape (P, 3).
        axes: Rotation whose rows are the box's axes, shape (3, 3).
        count: Number of points.
    """
    local = points @ axes.T
    low, high = local.min(axis=0), local.max(axis=0)
    sampled: Points = (low + _lattice(count) * (high - low)) @ axes
    return sampled
