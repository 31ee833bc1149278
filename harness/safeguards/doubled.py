"""Check that no two colliders of a body fill the same place where its mass follows from them.

What it checks:
    The solid colliders of every moving body without an authored mass.
Why it matters:
    Where no mass is written, engines sum up volume times density over the colliders. A drawn mesh and its stand-in that
    both collide count twice: the asset weighs twice what it should, and nothing in the motion of a drop shows it.
How:
    The boxes around the colliders and their volumes are compared.
Passes when:
    Each place is filled by one collider, or the mass is written.
Fails when:
    SAF073 only warns: two colliders have the same box and about the same volume.
Not applicable when:
    The body has a mass of its own, or both colliders have.
False positives avoided:
    Parts that only overlap, such as the bars of a frame, have different boxes.
Thresholds and sources:
    Boxes that agree within 2 % of their size, volumes within 25 %: a stand-in is a simpler copy of what is drawn.
    Summed densities: UsdPhysicsMassAPI, measured with PhysX 5.12: 16 kg instead of 8.
How to fix:
    Take CollisionAPI off one of them, or write physics:mass on the body.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from harness.safeguards.base import Safeguard, solid_colliders, usable_points
from harness.stage.facts import ColliderFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["DOUBLED"]

_SAME_BOX = 0.02
_SAME_VOLUME = 0.25
_MAX_COLLIDERS = 1000


def _check(facts: StageFacts) -> Iterator[Finding]:
    weighed = {b.path for b in facts.bodies if b.mass_kg}
    moving = {b.path for b in facts.moving_bodies}
    for path, colliders in solid_colliders(facts).items():
        if path in moving and path not in weighed:
            yield from _of_body(path, [c for c in colliders if not c.mass_kg][:_MAX_COLLIDERS])


def _of_body(path: str, colliders: Sequence[ColliderFacts]) -> Iterator[Finding]:
    known = [(c, box, c.volume_m3) for c in colliders if (box := _box(c)) is not None and c.volume_m3]
    twice: list[tuple[ColliderFacts, ColliderFacts]] = []
    counted: set[str] = set()
    for at, (collider, box, volume) in enumerate(known):
        for other, other_box, other_volume in known[at + 1 :]:
            is_same = np.abs(box - other_box).max() <= _SAME_BOX * float(np.ptp(box.reshape(2, 3), axis=0).max())
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


def _box(collider: ColliderFacts) -> npt.NDArray[np.float64] | None:
    clouds = [p for p in map(usable_points, collider.pieces_m) if len(p)]
    if not clouds:
        return None
    points = np.concatenate(clouds)
    return np.concatenate([points.min(axis=0), points.max(axis=0)])


DOUBLED = Safeguard(name="doubled", codes=("SAF073",), check=_check)
