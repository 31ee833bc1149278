"""Find visible geometry that no collider covers.

What it checks:
    How much of the drawn geometry of each moving body lies within its working colliders, and colliders that are
    switched off beside working ones.
Why it matters:
    The uncovered part sinks into the floor and into everything else, and a gripper closes through it. A chair whose
    legs have no collider rests on its seat.
How:
    For each drawn prim without a collider of its own, points spread through its hull are looked for in the hulls of the
    body's colliders. The share that is covered by none counts with the prim's volume.
Passes when:
    At least 90 % of the drawn volume is covered, and no collider is switched off.
Fails when:
    Never. SAF052 warns with the uncovered prims and their share of the volume, and informs from 2 %. From 2 % it warns
    as well of a whole prim without cover on the outside of the body, such as one leg of four. SAF063 warns of a
    switched-off collider on geometry that nothing else covers, and informs when something does.
Not applicable when:
    The body has no working collider (SAF002, SAF003), or nothing of it is drawn.
False positives avoided:
    A prim that is a collider itself is covered, whatever its approximation. A hollow prim, such as a chest with a
    collider for each wall, counts as covered when most of its corners are. Colliders may fall short by 2 % of the
    body's size. A bare prim inside the body, such as a motor in its housing, only counts by its volume.
Thresholds and sources:
    10 %: trim, screws and labels of the assets in this project and of public robots stay below 8 %. The hulls are exact
    along the axes of collider and body and up to 1 % too large in between, measured on spheres.
How to fix:
    Apply CollisionAPI to the named prims, or enlarge the collider; set physics:collisionEnabled to true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard, listed, solid_colliders, usable_points
from harness.safeguards.convex import Convex, sample_box
from harness.stage.facts import BodyFacts, ColliderFacts, PartFacts, Points, StageFacts
from harness.verdict import Finding, finding

__all__ = ["COVERAGE", "uncovered_parts"]

_WARN, _INFORM = 0.10, 0.02
# A prim is bare as a whole when no more of it is covered than where it joins the others, as a leg its seat.
_WHOLE = 0.9
_TOLERANCE = 0.02
_SAMPLES = 400
_CORNERS_COVERED = 0.5
_MAX_COMPARED = 4000


class Uncovered(NamedTuple):
    """A drawn prim, and how much of it no collider covers."""

    part: PartFacts
    share: float
    """Of its own volume."""


def uncovered_parts(body: BodyFacts, parts: Sequence[PartFacts], colliders: Sequence[ColliderFacts]) -> list[Uncovered]:
    """Return the drawn prims of a body that its colliders cover by less than all, largest first.

    Args:
        body: The body.
        parts: What is drawn of it.
        colliders: Its working colliders.
    """
    axes = _axes(body.transform.matrix)
    pieces = [
        Convex(points, np.concatenate([axes, _axes(c.transform.matrix)]))
        for c in colliders
        for points in map(usable_points, c.pieces_m)
        if len(points)
    ]
    size = float(np.ptp(np.concatenate([p.points_m for p in parts]), axis=0).max())
    found = []
    for part in parts:
        points = usable_points(part.points_m)
        if part.is_collider or not len(points) or not part.volume_m3 > 0:
            continue
        share = _uncovered_share(points, axes, pieces, _TOLERANCE * size)
        if share > 0:
            found.append(Uncovered(part, share))
    return sorted(found, key=lambda u: -u.share * u.part.volume_m3)


def _axes(matrix: Points) -> Points:
    """Return the directions of the axes of a transform as rows; those of the world when it is of no use."""
    rows = matrix[:3, :3].T
    lengths = np.linalg.norm(rows, axis=1)
    if not np.isfinite(rows).all() or not (lengths > 0).all():
        return np.eye(3)
    return np.asarray(rows / lengths[:, None])


def _uncovered_share(points: Points, axes: Points, pieces: Sequence[Convex], tolerance: float) -> float:
    corners = np.zeros(len(points), dtype=bool)
    for piece in pieces:
        corners |= piece.contains(points, tolerance)
    if corners.all() or corners.mean() > _CORNERS_COVERED:
        # Either it is covered, or it is hollow and its walls are.
        return 0.0
    spread = sample_box(points, _orthogonal(axes), _SAMPLES)
    own = spread[Convex(points, axes).contains(spread, 0.0)]
    if not len(own):
        return float(1 - corners.mean())
    covered = np.zeros(len(own), dtype=bool)
    for piece in pieces:
        covered |= piece.contains(own, tolerance)
    return float(1 - covered.mean())


def _orthogonal(axes: Points) -> Points:
    """Return the nearest rotation, since a box needs right angles."""
    left, _, right = np.linalg.svd(axes)
    return np.asarray(left @ right)


def _check(facts: StageFacts) -> Iterator[Finding]:
    by_body: dict[str, list[PartFacts]] = {}
    for part in facts.visible_parts:
        by_body.setdefault(part.body_path, []).append(part)
    solid = solid_colliders(facts)
    compared = 0
    for body in facts.moving_bodies:
        parts, colliders = by_body.get(body.path, []), solid[body.path]
        if not parts or not colliders or all(p.is_collider for p in parts):
            continue
        compared += len(parts) * len(colliders)
        if compared > _MAX_COMPARED:
            return
        uncovered = uncovered_parts(body, parts, colliders)
        yield from _missing(body, parts, uncovered)
        yield from _switched_off(parts, uncovered)


def _missing(body: BodyFacts, parts: Sequence[PartFacts], uncovered: Sequence[Uncovered]) -> Iterator[Finding]:
    drawn = sum(p.volume_m3 for p in parts)
    bare = sum(u.share * u.part.volume_m3 for u in uncovered)
    share = bare / drawn if drawn > 0 else 0.0
    if share < _INFORM:
        return
    names = [f"{u.part.path} ({100 * u.share:.0f} % of it)" for u in uncovered]
    yield finding(
        "SAF052",
        f"{100 * share:.0f} % of the visible volume of {body.path} has no collider: {listed(names)}. It passes through "
        "the floor and through everything else.",
        sites=[body.path, *(u.part.path for u in uncovered)],
        severity=None if share > _WARN or any(_is_limb(u, parts, drawn) for u in uncovered) else Severity.INFO,
        measured=100 * share,
        limit=100 * _WARN,
        unit="%",
    )


def _is_limb(uncovered: Uncovered, parts: Sequence[PartFacts], drawn_m3: float) -> bool:
    """Whether a prim is bare as a whole, of some size, and among the outermost of its body on some side."""
    if uncovered.share < _WHOLE or uncovered.part.volume_m3 < _INFORM * drawn_m3:
        return False
    boxes = [
        (points.min(axis=0), points.max(axis=0)) for points in (usable_points(p.points_m) for p in parts) if len(points)
    ]
    low, high = np.min([b[0] for b in boxes], axis=0), np.max([b[1] for b in boxes], axis=0)
    own = usable_points(uncovered.part.points_m)
    reach = _TOLERANCE * float((high - low).max())
    return bool((own.min(axis=0) < low + reach).any() or (own.max(axis=0) > high - reach).any())


def _switched_off(parts: Sequence[PartFacts], uncovered: Sequence[Uncovered]) -> Iterator[Finding]:
    bare = {u.part.path for u in uncovered if u.share > 1 - _CORNERS_COVERED}
    for part in parts:
        path = part.disabled_collider_path
        if path is None or part.is_collider:
            continue
        others = "nothing else covers it" if part.path in bare else "other colliders cover it"
        yield finding(
            "SAF063",
            f"The collider {path} is switched off (physics:collisionEnabled is false); {others}.",
            sites=[path],
            severity=None if part.path in bare else Severity.INFO,
        )


COVERAGE = Safeguard(
    name="coverage",
    codes=("SAF052", "SAF063"),
    check=_check,
)
