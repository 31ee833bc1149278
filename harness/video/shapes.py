"""Triangles of the built-in USD shapes, in local units."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["Triangles", "capsule", "cone", "cube", "cylinder", "orient", "plane", "sphere"]

SEGMENTS = 48
"""Steps around a round shape."""


class Triangles(NamedTuple):
    """Indexed triangles."""

    points: npt.NDArray[np.float64]
    """Shape (V, 3)."""
    normals: npt.NDArray[np.float64]
    """Unit length, shape (V, 3)."""
    indices: npt.NDArray[np.int64]
    """Shape (T, 3), counter-clockwise seen from outside."""


def cube(size: float) -> Triangles:
    """Return a cube around the origin with edges of length ``size``."""
    points: list[npt.NDArray[np.float64]] = []
    normals: list[npt.NDArray[np.float64]] = []
    indices: list[list[int]] = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            normal = np.zeros(3)
            normal[axis] = sign
            first = np.roll(np.array([0.0, 1.0, 0.0]), axis)
            second = np.cross(normal, first)
            base = 4 * len(normals)
            corners = [
                normal - first - second,
                normal + first - second,
                normal + first + second,
                normal - first + second,
            ]
            points.append(np.array(corners) * size / 2)
            normals.append(normal)
            indices += [[base, base + 1, base + 2], [base, base + 2, base + 3]]
    return Triangles(np.concatenate(points), np.repeat(np.array(normals), 4, axis=0), np.array(indices))


def plane(width: float, length: float) -> Triangles:
    """Return a rectangle in the XY plane that faces +Z."""
    x, y = width / 2, length / 2
    points = np.array([[-x, -y, 0.0], [x, -y, 0.0], [x, y, 0.0], [-x, y, 0.0]])
    return Triangles(points, np.tile([0.0, 0.0, 1.0], (4, 1)), np.array([[0, 1, 2], [0, 2, 3]]))


def _revolve(profile: list[tuple[float, float, float, float]], segments: int) -> Triangles:
    """Revolve profile points (radius, z, normal radius, normal z), from bottom to top, around Z."""
    angle = np.linspace(0, 2 * math.pi, segments + 1)
    rows = np.array(profile)
    cos, sin = np.cos(angle), np.sin(angle)
    points = np.stack([np.outer(rows[:, 0], cos), np.outer(rows[:, 0], sin), np.repeat(rows[:, 1:2], angle.size, 1)], 2)
    normals = np.stack(
        [np.outer(rows[:, 2], cos), np.outer(rows[:, 2], sin), np.repeat(rows[:, 3:4], angle.size, 1)], 2
    )
    stride = angle.size
    ring, step = np.meshgrid(np.arange(rows.shape[0] - 1), np.arange(segments), indexing="ij")
    a = (ring * stride + step).ravel()
    lower = np.stack([a, a + 1, a + stride + 1], 1)
    upper = np.stack([a, a + stride + 1, a + stride], 1)
    return Triangles(points.reshape(-1, 3), normals.reshape(-1, 3), np.concatenate([lower, upper]))


def sphere(radius: float, segments: int = SEGMENTS) -> Triangles:
    """Return a sphere around the origin."""
    latitude = np.linspace(-math.pi / 2, math.pi / 2, segments // 2 + 1)
    rows = [(radius * math.cos(t), radius * math.sin(t), math.cos(t), math.sin(t)) for t in latitude.tolist()]
    return _revolve(rows, segments)


def cylinder(radius: float, height: float, segments: int = SEGMENTS) -> Triangles:
    """Return a closed cylinder along Z around the origin."""
    half = height / 2
    rows = [(0.0, -half, 0.0, -1.0), (radius, -half, 0.0, -1.0), (radius, -half, 1.0, 0.0)]
    return _revolve([*rows, (radius, half, 1.0, 0.0), (radius, half, 0.0, 1.0), (0.0, half, 0.0, 1.0)], segments)


def cone(radius: float, height: float, segments: int = SEGMENTS) -> Triangles:
    """Return a closed cone along Z around the origin, with its tip at +Z."""
    half = height / 2
    slope = math.hypot(radius, height) or 1.0
    out, rise = height / slope, radius / slope
    rows = [(0.0, -half, 0.0, -1.0), (radius, -half, 0.0, -1.0), (radius, -half, out, rise), (0.0, half, out, rise)]
    return _revolve(rows, segments)


def capsule(radius: float, height: float, segments: int = SEGMENTS) -> Triangles:
    """Return a capsule along Z around the origin; ``height`` is that of the cylinder between the half spheres."""
    half = height / 2
    latitude = np.linspace(0, math.pi / 2, segments // 4 + 1).tolist()
    lower = [(radius * math.cos(t), -half - radius * math.sin(t), math.cos(t), -math.sin(t)) for t in latitude[::-1]]
    upper = [(radius * math.cos(t), half + radius * math.sin(t), math.cos(t), math.sin(t)) for t in latitude]
    return _revolve(lower + upper, segments)


def orient(triangles: Triangles, axis: str) -> Triangles:
    """Return triangles along Z turned to lie along the axis "X", "Y" or "Z"."""
    shift = {"X": 1, "Y": 2}.get(axis, 0)
    return Triangles(np.roll(triangles.points, shift, 1), np.roll(triangles.normals, shift, 1), triangles.indices)
