"""Closed polygon meshes with outward faces."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

__all__ = ["box", "extrude", "flipped", "half_ring", "lathe", "turned", "uv_sphere", "volume"]

Vec = tuple[float, float, float]
Shape = tuple[list[Vec], list[list[int]]]


def volume(shape: Shape) -> float:
    """Return the signed volume; positive when faces point outward. Source: divergence theorem."""
    points, faces = shape
    total = 0.0
    for face in faces:
        for second, third in pairwise(face[1:]):
            (a, b, c), (d, e, f), (g, h, i) = points[face[0]], points[second], points[third]
            total += a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    return total / 6


def flipped(shape: Shape) -> Shape:
    """Return the mesh turned inside out."""
    return shape[0], [list(reversed(f)) for f in shape[1]]


def _outward(shape: Shape) -> Shape:
    return shape if volume(shape) > 0 else flipped(shape)


def box(size: Vec, at: Vec = (0, 0, 0)) -> Shape:
    """Return a box of quads."""
    points = [
        (at[0] + x * size[0] / 2, at[1] + y * size[1] / 2, at[2] + z * size[2] / 2)
        for z in (-1, 1)
        for y in (-1, 1)
        for x in (-1, 1)
    ]
    faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [1, 3, 7, 5], [3, 2, 6, 7], [2, 0, 4, 6]]
    return points, faces


def lathe(profile: Sequence[tuple[float, float]], segments: int, start_turn: float = 0.0) -> Shape:
    """Turn a profile of (radius, height) about Z; it starts and ends on the axis, so the mesh is closed.

    Args:
        profile: From one point on the axis to another.
        segments: Corners of each ring.
        start_turn: Angle of the first corner [rad].
    """
    points: list[Vec] = []
    rings: list[list[int]] = []
    for radius, height in profile:
        first = len(points)
        if radius == 0:
            points.append((0.0, 0.0, height))
            rings.append([first] * segments)
            continue
        for k in range(segments):
            angle = start_turn + 2 * math.pi * k / segments
            points.append((radius * math.cos(angle), radius * math.sin(angle), height))
        rings.append(list(range(first, first + segments)))
    faces = []
    for below, above in pairwise(rings):
        for k in range(segments):
            n = (k + 1) % segments
            corners = [below[k], below[n], above[n], above[k]]
            face = list(dict.fromkeys(corners))
            if len(face) >= 3:
                faces.append(face)
    return _outward((points, faces))


def extrude(outline: Sequence[tuple[float, float]], caps: Sequence[Sequence[int]], depth: float) -> Shape:
    """Extrude an outline in the XZ plane along Y.

    Args:
        outline: Corners, anticlockwise.
        caps: Convex faces that fill the outline, as corner numbers.
        depth: Length along Y, centred.
    """
    count = len(outline)
    points: list[Vec] = [(x, y, z) for y in (-depth / 2, depth / 2) for x, z in outline]
    faces = [list(c) for c in caps] + [[i + count for i in reversed(c)] for c in caps]
    faces += [[(k + 1) % count, k, k + count, (k + 1) % count + count] for k in range(count)]
    return _outward((points, faces))


def half_ring(radius: float, tube: float, segments: int, corners: int) -> Shape:
    """Return half a torus in the XZ plane that bulges towards +X, with closed ends."""
    points: list[Vec] = []
    for k in range(segments + 1):
        angle = math.pi * k / segments - math.pi / 2
        for j in range(corners):
            turn = 2 * math.pi * j / corners
            distance = radius + tube * math.cos(turn)
            points.append((distance * math.cos(angle), tube * math.sin(turn), distance * math.sin(angle)))
    faces = [list(range(corners)), [segments * corners + j for j in reversed(range(corners))]]
    for k in range(segments):
        for j in range(corners):
            n = (j + 1) % corners
            a, b = k * corners, (k + 1) * corners
            faces.append([a + n, a + j, b + j, b + n])
    return _outward((points, faces))


def uv_sphere(radius: float, segments: int, rings: int) -> Shape:
    """Return a sphere of quads with triangles at the poles."""
    profile = [(0.0, -radius)]
    for k in range(1, rings):
        angle = math.pi * k / rings - math.pi / 2
        profile.append((radius * math.cos(angle), radius * math.sin(angle)))
    return lathe([*profile, (0.0, radius)], segments)


def turned(shape: Shape, axis: str) -> Shape:
    """Turn a mesh about Z into one about another axis."""
    order = {"X": (2, 0, 1), "Y": (1, 2, 0), "Z": (0, 1, 2)}[axis]
    return [(p[order[0]], p[order[1]], p[order[2]]) for p in shape[0]], shape[1]
