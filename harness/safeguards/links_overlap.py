"""Warn of links of a mechanism that overlap where they collide with each other.

What it checks:
    Pairs of moving bodies of one mechanism that no joint connects directly, or whose joint lets them collide.
Why it matters:
    The engine pushes overlapping links apart in every step while the joints pull them together: the mechanism shakes,
    drifts or is thrown.
How:
    The depth is the smallest shift that separates the convex colliders of the two bodies, as for loose bodies.
Passes when:
    The links are apart, touch, or do not collide.
Fails when:
    Never; SAF054 warns from a depth of 10 % of the smaller collider, and informs below.
Not applicable when:
    The articulation switches self-collisions off, the pair is filtered, or a collision group keeps the two apart.
False positives avoided:
    Bodies that a joint connects do not collide unless the joint says so. Colliders that are no convex shapes are left
    out: their hulls overlap where the shapes do not.
Thresholds and sources:
    2 mm or 2 % of the smaller collider: the error of the sampled directions. Warning from 10 % and 5 mm: hip and knee
    colliders of public walking robots overlap by less and settle.
How to fix:
    Shrink the colliders, filter the pair with FilteredPairsAPI, or set physxArticulation:enabledSelfCollisions to
    false.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard, is_below, solid_colliders, usable_points
from harness.safeguards.graph import linking_joints, members
from harness.safeguards.overlap import is_convex_collider, overlap_depth
from harness.stage.facts import BodyFacts, ColliderFacts, Points, StageFacts
from harness.verdict import Finding, finding

__all__ = ["LINKS_OVERLAP"]

_MIN_DEPTH_M, _RELATIVE_DEPTH = 2e-3, 0.02
_WARN_DEPTH_M, _WARN_RELATIVE = 5e-3, 0.10
_MAX_LINKS, _MAX_PAIRS = 200, 400


def _check(facts: StageFacts) -> Iterator[Finding]:
    solid = solid_colliders(facts)
    moving = {b.path: b for b in facts.moving_bodies if not b.is_point_instanced}
    silent = {p for a in facts.articulations if a.is_enabled and not a.has_self_collisions for p in a.body_paths}
    jointed = {frozenset((j.body0, j.body1)): j.has_collisions for j in linking_joints(facts)}
    compared = 0
    for paths in dict.fromkeys(members(facts).values()):
        links = [moving[p] for p in paths if p in moving][:_MAX_LINKS]
        for first, second in combinations(links, 2):
            is_apart = first.path in silent and second.path in silent
            if (
                is_apart
                or not jointed.get(frozenset((first.path, second.path)), True)
                or not _boxes_meet(first, second)
            ):
                continue
            compared += 1
            if compared > _MAX_PAIRS:
                return
            yield from _compare(facts, (first, second), (solid[first.path], solid[second.path]))


def _boxes_meet(first: BodyFacts, second: BodyFacts) -> bool:
    clouds = [usable_points(b.collider_points_m) for b in (first, second)]
    if not all(len(c) for c in clouds):
        return False
    (low0, high0), (low1, high1) = ((c.min(axis=0), c.max(axis=0)) for c in clouds)
    return bool((low0 < high1).all() and (low1 < high0).all())


def _compare(
    facts: StageFacts, bodies: tuple[BodyFacts, BodyFacts], colliders: tuple[list[ColliderFacts], list[ColliderFacts]]
) -> Iterator[Finding]:
    deepest: tuple[float, float, str, str] | None = None
    for one in colliders[0]:
        for other in colliders[1]:
            if _is_filtered(facts, one.path, other.path) or not (is_convex_collider(one) and is_convex_collider(other)):
                continue
            for first in map(usable_points, one.pieces_m):
                for second in map(usable_points, other.pieces_m):
                    depth, size = _depth(bodies, first, second)
                    if deepest is None or depth > deepest[0]:
                        deepest = (depth, size, one.path, other.path)
    if deepest is None or deepest[0] <= max(_MIN_DEPTH_M, _RELATIVE_DEPTH * deepest[1]):
        return
    depth, size, one_path, other_path = deepest
    limit = max(_WARN_DEPTH_M, _WARN_RELATIVE * size)
    yield finding(
        "SAF054",
        f"The colliders {one_path} and {other_path} of one mechanism overlap by {depth:.3g} m at the authored pose and "
        "collide with each other, so the engine pushes the links apart against their joints.",
        sites=list(dict.fromkeys([*(b.path for b in bodies), one_path, other_path])),
        severity=None if depth > limit else Severity.INFO,
        measured=depth,
        limit=limit,
        unit="m",
    )


def _depth(bodies: tuple[BodyFacts, BodyFacts], first: Points, second: Points) -> tuple[float, float]:
    """Return depth and size of the smaller of two convex pieces; nothing where their boxes are apart."""
    if len(first) < 4 or len(second) < 4:
        return 0.0, 1.0
    if not ((first.min(axis=0) < second.max(axis=0)) & (second.min(axis=0) < first.max(axis=0))).all():
        return 0.0, 1.0
    axes = np.concatenate([np.eye(3), *(b.transform.matrix[:3, :3].T for b in bodies if b.transform.is_finite)])
    size = min(float(np.ptp(p, axis=0).max()) for p in (first, second))
    return overlap_depth(first, second, axes), size


def _is_filtered(facts: StageFacts, one: str, other: str) -> bool:
    pairs = facts.filtered_pairs
    if any((is_below(one, a) and is_below(other, b)) or (is_below(one, b) and is_below(other, a)) for a, b in pairs):
        return True
    return any((one in a and other in b) or (one in b and other in a) for a, b in facts.group_filters)


LINKS_OVERLAP = Safeguard(
    name="links-overlap",
    codes=("SAF054",),
    check=_check,
)
