"""Poses in which an asset can lie on a flat floor, from the convex hull of its colliders."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.stage.facts import StageFacts

__all__ = ["StablePose", "find_stable_poses", "spread_rotations"]

Array = npt.NDArray[np.float64]
Quaternion = tuple[float, float, float, float]

# Facets whose normals differ by less lie in one plane.
_FLAT_RAD = math.radians(0.5)


@dataclass(frozen=True, kw_only=True)
class StablePose:
    """A face of the hull that the asset can lie on."""

    down: tuple[float, float, float]
    """Outward normal of the face in the SI asset frame; it points down when the asset lies on it."""
    rotation_xyzw: Quaternion
    """Turn that brings the face down."""
    probability: float
    """Share of directions from which a slow tumble ends on this face."""


def find_stable_poses(facts: StageFacts, *, count: int, min_probability: float = 0.02) -> tuple[StablePose, ...]:
    """Return the likeliest poses, likeliest first.

    The asset is taken as one rigid body. Its centre of mass is the authored one of a single body, else the centroid of
    the hull.

    Args:
        facts: The asset.
        count: Poses at most.
        min_probability: Rarer poses are left out; a round body has hundreds of them.

    Returns:
        Empty when the colliders span no volume.

    Source: quasi-static tumbling over faces, Goldberg et al., Part pose statistics (1999).
    """
    from scipy.spatial import ConvexHull, QhullError

    clouds = [b.collider_points_m for b in facts.moving_bodies if len(b.collider_points_m)]
    if not clouds:
        return ()
    points = np.concatenate(clouds)
    try:
        hull = ConvexHull(points)
    except (QhullError, ValueError):
        # A flat or empty cloud has no faces to lie on.
        return ()
    bodies = facts.moving_bodies
    authored = bodies[0].center_of_mass_m if len(bodies) == 1 else None
    known = authored is not None and bool(np.isfinite(authored).all())
    centre = np.asarray(authored) if known else _centroid(points, hull.simplices)
    faces = _merge(hull.equations, hull.simplices, hull.neighbors)
    shares = _tumble(points, centre, hull, faces)
    order = sorted(range(len(shares)), key=lambda i: -shares[i])[:count]
    poses = []
    for index in order:
        if shares[index] < max(min_probability, 1e-12):
            continue
        normal = hull.equations[faces[index][0], :3]
        x, y, z = (float(v) for v in normal)
        poses.append(StablePose(down=(x, y, z), rotation_xyzw=_turn_down(normal), probability=float(shares[index])))
    return tuple(poses)


def _centroid(points: Array, simplices: npt.NDArray[np.int32]) -> Array:
    inside = points[np.unique(simplices)].mean(axis=0)
    corners = points[simplices] - inside
    volumes = np.abs(np.einsum("ni,ni->n", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])))
    middle: Array = inside + (volumes[:, None] * corners.sum(axis=1) / 4).sum(axis=0) / max(volumes.sum(), 1e-300)
    return middle


def _merge(equations: Array, simplices: npt.NDArray[np.int32], neighbours: npt.NDArray[np.int32]) -> list[list[int]]:
    """Group triangles that lie in one plane."""
    owner = np.full(len(simplices), -1)
    faces: list[list[int]] = []
    for start in range(len(simplices)):
        if owner[start] >= 0:
            continue
        owner[start] = len(faces)
        group, waiting = [start], [start]
        while waiting:
            for other in neighbours[waiting.pop()]:
                is_flat = float(equations[start, :3] @ equations[other, :3]) > math.cos(_FLAT_RAD)
                if owner[other] < 0 and is_flat:
                    owner[other] = len(faces)
                    group.append(int(other))
                    waiting.append(int(other))
        faces.append(group)
    return faces


def _tumble(points: Array, centre: Array, hull: object, faces: list[list[int]]) -> list[float]:
    """Give every face the solid angle under which the centre of mass sees it, and roll it on while it is unstable."""
    simplices, equations, neighbours = (getattr(hull, n) for n in ("simplices", "equations", "neighbors"))
    owner = np.empty(len(simplices), dtype=int)
    for index, group in enumerate(faces):
        owner[group] = index
    share: list[float] = []
    following: list[int] = []
    for index, group in enumerate(faces):
        share.append(sum(_solid_angle(points[simplices[t]] - centre) for t in group) / (4 * math.pi))
        normal = equations[group[0], :3]
        following.append(_next_face(index, group, (points, centre, normal), (simplices, neighbours, owner)))
    result: dict[int, float] = defaultdict(float)
    for index in range(len(faces)):
        face, seen = index, set()
        while following[face] != face and face not in seen:
            seen.add(face)
            face = following[face]
        result[face] += share[index]
    return [result[i] if following[i] == i else 0.0 for i in range(len(faces))]


def _next_face(
    index: int,
    group: list[int],
    place: tuple[Array, Array, Array],
    mesh: tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int64]],
) -> int:
    """Return the face itself when the centre of mass stands over it, else the one beyond the edge that it passes."""
    points, centre, normal = place
    simplices, neighbours, owner = mesh
    worst, target = 1e-9, index
    for triangle in group:
        for corner, other in enumerate(neighbours[triangle]):
            if owner[other] == index:
                continue
            # The edge to a neighbour is opposite the corner of the same number.
            a, b = points[np.delete(simplices[triangle], corner)]
            outward = np.cross(b - a, normal)
            length = float(np.linalg.norm(outward))
            if length == 0:
                continue
            inside = points[simplices[triangle][corner]]
            outward *= -math.copysign(1.0, float((inside - a) @ outward)) / length
            beyond = float((centre - a) @ outward)
            if beyond > worst:
                worst, target = beyond, int(owner[other])
    return target


def _solid_angle(corners: Array) -> float:
    """Return the solid angle of a triangle seen from the origin. Source: Van Oosterom and Strackee (1983)."""
    lengths = np.linalg.norm(corners, axis=1)
    a, b, c = corners
    numerator = abs(float(a @ np.cross(b, c)))
    denominator = float(lengths.prod() + (a @ b) * lengths[2] + (a @ c) * lengths[1] + (b @ c) * lengths[0])
    return 2 * math.atan2(numerator, denominator)


def _turn_down(normal: Array) -> Quaternion:
    """Return the shortest turn that brings a direction to -Z."""
    down = np.array([0.0, 0.0, -1.0])
    cosine = float(normal @ down)
    if cosine < -1 + 1e-12:
        return (1.0, 0.0, 0.0, 0.0)
    axis = np.cross(normal, down)
    quaternion = np.array([*axis, 1 + cosine])
    x, y, z, w = (float(v) for v in quaternion / np.linalg.norm(quaternion))
    return (x, y, z, w)


def spread_rotations(count: int, seed: int) -> tuple[Quaternion, ...]:
    """Return rotations that cover all orientations evenly; the same for the same numbers.

    Args:
        count: How many.
        seed: Turns the whole set by a random rotation.

    Source: super-Fibonacci spirals, Alexa (2022).
    """
    phi, psi = math.sqrt(2.0), 1.533751168755204288118041
    first = np.random.default_rng(seed).normal(size=4)
    first /= np.linalg.norm(first)
    result: list[Quaternion] = []
    for index in range(count):
        s = index + 0.5
        t = s / count
        alpha, beta = 2 * math.pi * s / phi, 2 * math.pi * s / psi
        inner, outer = math.sqrt(t), math.sqrt(1 - t)
        even = (inner * math.sin(alpha), inner * math.cos(alpha), outer * math.sin(beta), outer * math.cos(beta))
        result.append(_product(first, np.array(even)))
    return tuple(result)


def _product(p: Array, q: Array) -> Quaternion:
    """Return the rotation q followed by p, both x y z w."""
    v = p[3] * q[:3] + q[3] * p[:3] + np.cross(p[:3], q[:3])
    w = p[3] * q[3] - p[:3] @ q[:3]
    return (float(v[0]), float(v[1]), float(v[2]), float(w))
