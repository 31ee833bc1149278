"""Warn of loose bodies that overlap at the authored pose.

What it checks:
    Every pair of moving bodies that no chain of joints connects.
Why it matters:
    The engine pushes overlapping bodies apart in the first steps: they fly off to the sides, or explode when the asset
    lifts the limit on that speed. What then lands is not what was delivered.
How:
    Boxes first. For pairs whose boxes overlap, the depth is the smallest shift that separates the convex hulls of their
    colliders, over 300 directions and the axes of both bodies, refined around the best one.
Passes when:
    The hulls are apart or only touch.
Fails when:
    Never; SAF044 warns with the depth.
Not applicable when:
    There are fewer than two loose bodies.
False positives avoided:
    Only bodies with one convex collider are compared: a ball in a cup overlaps the cup's hull, not the cup. Bodies of
    one mechanism and filtered pairs may overlap by design. Stacked bodies touch, within the tolerance.
Thresholds and sources:
    1 mm or 2 % of the smaller body, whichever is larger: more than the error of the sampled directions. Measured with
    PhysX 5.12: two 0.2 m cubes that overlap by 0.15 m end 1 m apart.
How to fix:
    Move the bodies apart, or connect them with a joint. Filtering the pair lets one sink into the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from harness.safeguards.base import Safeguard, is_below, solid_colliders, usable_points
from harness.safeguards.graph import groups
from harness.stage.facts import BodyFacts, ColliderFacts, Points, StageFacts
from harness.verdict import Finding, finding

__all__ = ["OVERLAP", "is_convex_collider", "overlap_depth"]

_MIN_DEPTH_M = 1e-3
_RELATIVE_DEPTH = 0.02
_DIRECTIONS = 300
_MAX_BODIES = 1000
_MAX_PAIRS = 200
_ROUND = frozenset({"convexDecomposition", "sdf"})
_SOLIDS = frozenset({"Cube", "Sphere", "Capsule", "Cylinder", "Cone"})


def overlap_depth(first: Points, second: Points, axes: Points) -> float:
    """Return how deep two convex hulls overlap [m]; zero or less when they are apart.

    Args:
        first: Points of one hull, shape (P, 3).
        second: Points of the other, shape (Q, 3).
        axes: Directions that are likely to separate them, such as face normals, shape (N, 3).

    Source: separating axis theorem; the depth is the minimum over all directions of the overlap of both shadows.
    """
    between = (second.mean(axis=0) - first.mean(axis=0)).reshape(1, 3)
    likely = np.concatenate([axes, between])
    directions = np.concatenate([_sphere(_DIRECTIONS), likely, -likely])
    best, depth = _shallowest(first, second, directions)
    for radius in (0.2, 0.05, 0.0125):
        closer, candidate = _shallowest(first, second, best + radius * _sphere(60))
        if candidate < depth:
            best, depth = closer, candidate
    return depth


def _sphere(count: int) -> Points:
    """Return evenly spread unit vectors. Source: Fibonacci lattice."""
    index = np.arange(count) + 0.5
    height = 1 - 2 * index / count
    radius = np.sqrt(1 - height * height)
    turn = math.pi * (1 + math.sqrt(5)) * index
    return np.stack([radius * np.cos(turn), radius * np.sin(turn), height], axis=1)


def _shallowest(first: Points, second: Points, directions: Points) -> tuple[npt.NDArray[np.float64], float]:
    lengths = np.linalg.norm(directions, axis=1)
    units = directions[lengths > 1e-12] / lengths[lengths > 1e-12, None]
    depths = (first @ units.T).max(axis=0) - (second @ units.T).min(axis=0)
    index = int(np.argmin(depths))
    return units[index], float(depths[index])


def _check(facts: StageFacts) -> Iterator[Finding]:
    solid = solid_colliders(facts)
    bodies = [b for b in facts.moving_bodies if _is_convex(b, solid[b.path])][:_MAX_BODIES]
    group_of = groups(facts)
    compared = 0
    for i, j in _touching_boxes(bodies):
        first, second = bodies[i], bodies[j]
        if group_of[first.path] == group_of[second.path] or _is_filtered(facts, first, second):
            continue
        compared += 1
        if compared > _MAX_PAIRS:
            return
        yield from _compare(first, second)


def _is_convex(body: BodyFacts, solid: list[ColliderFacts]) -> bool:
    points = body.collider_points_m
    is_sound = len(points) >= 4 and len(usable_points(points)) == len(points)
    return len(solid) == 1 and is_sound and not body.is_point_instanced and is_convex_collider(solid[0])


def is_convex_collider(collider: ColliderFacts) -> bool:
    """Whether what the engine makes of a collider is convex, so that its extreme points say all.

    Args:
        collider: The collider.
    """
    if collider.mesh is None:
        return collider.prim_type in _SOLIDS
    return collider.approximation not in _ROUND


def _touching_boxes(bodies: list[BodyFacts]) -> Iterator[tuple[int, int]]:
    if len(bodies) < 2:
        return
    low = np.stack([b.collider_points_m.min(axis=0) for b in bodies])
    high = np.stack([b.collider_points_m.max(axis=0) for b in bodies])
    apart = (low[:, None, :] >= high[None, :, :]).any(axis=2)
    yield from ((int(i), int(j)) for i, j in np.argwhere(np.triu(~(apart | apart.T), k=1)))


def _is_filtered(facts: StageFacts, first: BodyFacts, second: BodyFacts) -> bool:
    return any(
        (is_below(a, first.path) and is_below(b, second.path)) or (is_below(a, second.path) and is_below(b, first.path))
        for a, b in facts.filtered_pairs
    )


def _compare(first: BodyFacts, second: BodyFacts) -> Iterator[Finding]:
    axes = np.concatenate(
        [np.eye(3), *(b.transform.matrix[:3, :3].T for b in (first, second) if b.transform.is_finite)]
    )
    depth = overlap_depth(first.collider_points_m, second.collider_points_m, axes)
    size = min(float(np.ptp(b.collider_points_m, axis=0).max()) for b in (first, second))
    limit = max(_MIN_DEPTH_M, _RELATIVE_DEPTH * size)
    if depth > limit:
        yield finding(
            "SAF044",
            f"{first.path} and {second.path} overlap by {depth:.3g} m at the authored pose and no joint connects them, "
            "so the engine pushes them apart at the first step.",
            sites=[first.path, second.path],
            measured=depth,
            limit=limit,
            unit="m",
        )


OVERLAP = Safeguard(name="overlap", codes=("SAF044",), check=_check)
