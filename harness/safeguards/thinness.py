"""Point out colliders that are thin or long and thin.

What it checks:
    The smallest and the largest width of each working collider of a moving body.
Why it matters:
    An engine looks for contacts step by step. What moves further in one step than it is thick can be on the other side
    of a thin obstacle before anything is noticed: it tunnels. GPU pipelines refuse hulls that are too long for their
    thickness.
How:
    Width along 300 directions and the axes of collider and body; the smallest one counts.
Passes when:
    Every collider is at least 1 cm thick and no hull is more than 64 times as long as it is thick.
Fails when:
    Never. SAF053 informs of a collider thinner than 1 cm. SAF058 warns of a mesh whose hull is more than 64 times as
    long as thick and most of its body, and informs of a smaller piece.
Not applicable when:
    The mesh is flat (SAF036) or the collider is switched off.
False positives avoided:
    Small parts are thin throughout and behave on the floor of ground_drop, so thinness alone never warns; whether it
    tunnels is seen in the run. Boxes, spheres and capsules are exact at any proportion, so only meshes count as oblong.
Thresholds and sources:
    1 cm: failure table of ground_drop 3.0.0. Measured with PhysX 5.12 at 240 steps a second, boxes from 20 mm down to
    0.1 mm thick, flat, tilted and on edge, at 5.6 and 9.9 m/s (23 and 41 mm a step): on an infinite floor none passes
    through. On a slab of 20 mm those up to 1 mm do at 9.9 m/s; on a slab of 2 mm those up to 5 mm at 5.6 m/s and up to
    10 mm at 9.9 m/s; on a floor of triangles those up to 5 mm at 5.6 m/s and all at 9.9 m/s. So it takes a step that is
    longer than both are thick together. 64: limit of the GPU hull builder, which logs it.
How to fix:
    Thicken the collider to 1 cm, or switch on continuous collision detection for the body
    (physxRigidBody:enableCCD) where it meets thin obstacles; use several shorter hulls for a long part.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard, landing_speed_m_s, solid_colliders, usable_points
from harness.safeguards.convex import Convex
from harness.stage.facts import ColliderFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["THINNESS"]

_THIN_M = 0.01
_OBLONG = 64.0
_MAIN_SHARE = 0.5
_FLAT = 1e-4
_MAX_COLLIDERS = 2000
_STEPS_PER_SECOND = 240


def _check(facts: StageFacts) -> Iterator[Finding]:
    moving = {b.path for b in facts.moving_bodies}
    step = landing_speed_m_s(facts) / _STEPS_PER_SECOND
    seen = 0
    for path, colliders in solid_colliders(facts).items():
        if path not in moving:
            continue
        for collider in colliders:
            seen += 1
            if seen > _MAX_COLLIDERS:
                return
            yield from _judge(collider, step, share=_share(collider, colliders))


def _share(collider: ColliderFacts, all_of_body: list[ColliderFacts]) -> float:
    """Return how much of the body's solid volume a collider has; all of it when that is not known."""
    volumes = [c.volume_m3 or 0.0 for c in all_of_body]
    total = math.fsum(volumes)
    return (collider.volume_m3 or 0.0) / total if total > 0 and collider.volume_m3 is not None else 1.0


def _judge(collider: ColliderFacts, step_m: float, *, share: float) -> Iterator[Finding]:
    points = [p for p in map(usable_points, collider.pieces_m) if len(p)]
    if not points:
        return
    axes = collider.transform.matrix[:3, :3].T
    exact = np.concatenate([np.eye(3), axes if np.isfinite(axes).all() else np.eye(3)])
    widths = [(c.thickness, c.length) for c in (Convex(p, exact) for p in points)]
    thickness, length = max(widths)
    if not length > 0 or thickness < _FLAT * length:
        return
    if thickness < _THIN_M:
        yield finding(
            "SAF053",
            f"The collider {collider.path} is {1000 * thickness:.3g} mm thick. The infinite floor of a drop test "
            f"holds it all the same. At the end of its drop it moves {1000 * step_m:.3g} mm in a step of "
            "1/240 s: an obstacle that is thinner than the difference may be passed through.",
            sites=[collider.path],
            measured=thickness,
            limit=_THIN_M,
            unit="m",
        )
    is_main = share > _MAIN_SHARE
    if collider.mesh is not None and length > _OBLONG * thickness:
        effect = "the body falls through everything there" if is_main else "that piece is missing there"
        yield finding(
            "SAF058",
            f"The hull of {collider.path} is {length / thickness:.3g} times as long as it is thick. GPU pipelines "
            f"refuse to build it: {effect}.",
            sites=[collider.path],
            severity=None if is_main else Severity.INFO,
            measured=length / thickness,
            limit=_OBLONG,
            unit="times",
        )


THINNESS = Safeguard(name="thinness", codes=("SAF053", "SAF058"), check=_check)
