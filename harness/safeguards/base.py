"""The type of a safeguard and the helpers that all of them share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from harness.stage.facts import BodyFacts, ColliderFacts, Points, StageFacts, TransformFacts
from harness.verdict import Finding

__all__ = [
    "GRAVITY_M_S2",
    "MAX_LISTED",
    "Safeguard",
    "asset_height",
    "body_frame_extent",
    "is_below",
    "landing_speed_m_s",
    "likely_mass_kg",
    "listed",
    "solid_colliders",
    "transform_problem",
    "usable_points",
]

_MIN_SCALE = 1e-9
_MAX_USABLE_M = 1e9
_DROP_FACTOR, _MIN_DROP_M = 8.0, 0.25
_DEFAULT_DENSITY_KG_M3 = 1000.0

GRAVITY_M_S2 = 9.81
"""Of every test."""

MAX_LISTED = 3
"""Prims that a message names before it says how many more there are."""


@dataclass(frozen=True, kw_only=True)
class Safeguard:
    """A check of the facts before anything is simulated."""

    name: str
    """Kebab-case name, unique."""
    codes: tuple[str, ...]
    """Codes that it may report."""
    check: Callable[[StageFacts], Iterable[Finding]]
    """Pure function over the facts; yields nothing when all is well."""
    moot_when_anchored: frozenset[str] = frozenset()
    """Codes that only say "it would not fall" and so mean nothing for an asset that is pinned to the world."""
    attributes: tuple[str, ...] = ()
    """Beginnings of attribute names that it judges; a generic finding about the same attribute would be a "
    "repetition."""


def listed(paths: Sequence[str], limit: int = MAX_LISTED) -> str:
    """Join prim paths for a message: the first few, then how many more.

    Args:
        paths: Prim paths.
        limit: Paths to name.
    """
    if len(paths) <= limit:
        return ", ".join(paths)
    return f"{', '.join(paths[:limit])} and {len(paths) - limit} more"


def is_below(path: str, ancestor: str) -> bool:
    """Whether a prim path is the ancestor or lies below it.

    Args:
        path: Prim path.
        ancestor: Prim path.
    """
    return path == ancestor or path.startswith(ancestor.rstrip("/") + "/")


def solid_colliders(facts: StageFacts) -> dict[str, list[ColliderFacts]]:
    """Map every body path to its colliders that resist contact: enabled and no triggers.

    Args:
        facts: The asset.
    """
    solid: dict[str, list[ColliderFacts]] = {b.path: [] for b in facts.bodies}
    for collider in facts.colliders:
        if collider.body_path in solid and collider.is_enabled and not collider.is_trigger:
            solid[collider.body_path].append(collider)
    return solid


def usable_points(points: Points) -> Points:
    """Return the points that sizes can be computed from: finite and within any sensible range.

    Args:
        points: Shape (P, 3).
    """
    with np.errstate(invalid="ignore"):
        usable: Points = points[(np.abs(points) < _MAX_USABLE_M).all(axis=1)]
    return usable


def body_frame_extent(body: BodyFacts, points: Points) -> tuple[float, float, float] | None:
    """Return the size [m] of points along the body's own axes, or ``None`` without finite points.

    The world box of a turned bar is far larger than the bar; along its own axes it is right.

    Args:
        body: The body, whose rotation is used when it has one.
        points: Points in the SI asset frame, shape (P, 3).
    """
    finite = usable_points(points)
    if not len(finite):
        return None
    axes = body.transform.matrix[:3, :3]
    lengths = np.linalg.norm(axes, axis=0) if np.isfinite(axes).all() else np.zeros(3)
    if (lengths > 0).all() and not body.transform.has_shear:
        finite = finite @ (axes / lengths)
    extent = np.ptp(finite, axis=0)
    return float(extent[0]), float(extent[1]), float(extent[2])


def asset_height(facts: StageFacts) -> float | None:
    """Return the height [m] of the judged geometry of all moving bodies, or ``None`` when there is none.

    Args:
        facts: The asset.
    """
    clouds = [usable_points(b.judged_points_m) for b in facts.moving_bodies if len(b.judged_points_m)]
    points = np.concatenate(clouds) if clouds else np.zeros((0, 3))
    return float(np.ptp(points[:, 2])) if len(points) else None


def landing_speed_m_s(facts: StageFacts) -> float:
    """Return the speed at the end of a drop from eight times the asset's height, 0.25 m at least: sqrt(2 g h).

    Args:
        facts: The asset.
    """
    return math.sqrt(2 * GRAVITY_M_S2 * max(_DROP_FACTOR * (asset_height(facts) or 0.0), _MIN_DROP_M))


def likely_mass_kg(body: BodyFacts) -> float | None:
    """Return the authored mass of a body, else volume times density as engines compute it; ``None`` when unknown.

    Args:
        body: The body.
    """
    mass, volume = body.mass_kg, body.collider_volume_m3
    if not mass and volume is not None:
        mass = volume * (body.density_kg_m3 or _DEFAULT_DENSITY_KG_M3)
    return mass if mass is not None and mass > 0 and math.isfinite(mass) else None


def transform_problem(transform: TransformFacts) -> str | None:
    """Return what is wrong with a transform, or ``None``.

    Args:
        transform: The transform.
    """
    if not transform.is_finite:
        return "is not finite. The engine refuses the pose and leaves the body out"
    if transform.determinant == 0 or min(transform.scale) < _MIN_SCALE:
        scale = ", ".join(f"{s:.3g}" for s in transform.scale)
        return f"has zero scale ({scale}). The engine makes no collider from it, so nothing is solid there"
    if transform.has_shear:
        return (
            "contains shear (an uneven scale above a rotation). The engine drops it, so the collider differs from the "
            "drawn geometry"
        )
    return None
