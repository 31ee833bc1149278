"""Check that no two colliders of a body fill the same place where its mass follows from them.

What it checks:
    The colliders of every moving body without an authored mass, except triggers. Switched-off ones are weighed too.
Why it matters:
    Where no mass is written, engines sum up volume times density over the colliders. A drawn mesh and its stand-in that
    both collide count twice: the asset weighs twice what it should, and nothing in the motion of a drop shows it.
How:
    The extents of the colliders in 300 directions and their volumes are compared.
Passes when:
    Each place is filled by one collider, or the mass is written.
Fails when:
    SAF073 only warns: two colliders have the same extents and about the same volume.
Not applicable when:
    The body has a mass of its own, or both colliders have.
False positives avoided:
    Parts that only overlap have different extents; crossed bars have the same box, but not along their diagonals.
Thresholds and sources:
    Extents that agree within 2 % of the size, volumes within 25 %: a stand-in is a simpler copy of what is drawn.
    Summed densities: UsdPhysicsMassAPI, measured with PhysX 5.12: 16 kg instead of 8, also where one of the two has
    collisionEnabled = false, but not where it is a trigger.
How to fix:
    Take CollisionAPI off one of them, or write physics:mass on the body.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from harness.safeguards.base import Safeguard, usable_points
from harness.safeguards.convex import sphere_directions
from harness.stage.facts import ColliderFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["DOUBLED"]

_SAME_EXTENT = 0.02
_DIRECTIONS = 300
_SAME_VOLUME = 0.25
_MAX_COLLIDERS = 1000


def _check(facts: StageFacts) -> Iterator[Finding]:
    weighed = {b.path for b in facts.bodies if b.mass_kg}
    moving = {b.path for b in facts.moving_bodies}
    of_body: dict[str, list[ColliderFacts]] = {}
    for collider in facts.colliders:
        if collider.body_path in moving - weighed and not collider.is_trigger and not collider.mass_kg:
            of_body.setdefault(str(collider.body_path), []).append(collider)
    for path, colliders in of_body.items():
        yield from _of_body(path, colliders[:_MAX_COLLIDERS])


def _of_body(path: str, colliders: Sequence[ColliderFacts]) -> Iterator[Finding]:
    known = [(c, reach, c.volume_m3) for c in colliders if (reach := _reach(c)) is not None and c.volume_m3]
    twice: list[tuple[ColliderFacts, ColliderFacts]] = []
    counted: set[str] = set()
    for at, (collider, reach, volume) in enumerate(known):
        for other, other_reach, other_volume in known[at + 1 :]:
            is_same = np.abs(reach - other_reach).max() <= _SAME_EXTENT * float((reach[:, 0] + reach[:, 1]).max())
            if is_same and math.isclose(volume, other_volume, rel_tol=_SAME_VOLUME) and other.path not in counted:
                counted.add(other.path)
                twice.append((collider, other))
    if twice:
        first, second = twice[0]
        total = math.fsum(v for _, _, v in known)
        once = math.fsum(v for c, _, v in known if c.path not in counted)
        more = f", and {len(twice) - 1} more likewise" if len(twice) > 1 else ""
        yield finding(
            "SAF073",
            f"{first.path} and {second.path} fill the same place{more}. No mass is written for {path}, so both count: "
            f"it weighs {total / once:.3g} times what it should.",
            sites=[c.path for pair in twice for c in pair],
            measured=total / once,
            limit=1.0,
            unit="times the mass",
        )


def _reach(collider: ColliderFacts) -> npt.NDArray[np.float64] | None:
    """Return how far [m] a collider reaches from the origin along each direction and against it, shape (D, 2)."""
    clouds = [p for p in map(usable_points, collider.pieces_m) if len(p)]
    if not clouds:
        return None
    along = np.concatenate(clouds) @ sphere_directions(_DIRECTIONS).T
    return np.stack([along.max(axis=0), -along.min(axis=0)], axis=1)


DOUBLED = Safeguard(name="doubled", codes=("SAF073",), check=_check)
