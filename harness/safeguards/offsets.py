"""Warn of contact and rest offsets that move the surface.

What it checks:
    physxCollision:restOffset and physxCollision:contactOffset of every working collider of a body.
Why it matters:
    A rest offset moves the surface: with +5 cm the asset floats 5 cm above the floor, with -5 cm it sinks in as far. A
    contact offset below the rest offset is ignored by the engine.
How:
    The rest offset is compared with the size of the collider.
Passes when:
    The rest offset is at most 1 mm and 1 % of the collider's size, and the contact offset is larger than it.
Fails when:
    Never; SAF038 warns.
Not applicable when:
    Nothing is authored, or -inf, which means "automatic".
False positives avoided:
    A large contact offset alone only makes the engine look for contacts earlier and is fine.
Thresholds and sources:
    1 mm: visible in a still image of a 0.3 m asset. 1 %: the tolerance at which resting inside the floor is reported.
How to fix:
    Leave restOffset at 0 and contactOffset to the engine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from harness.safeguards.base import Safeguard
from harness.stage.facts import ColliderFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["OFFSETS"]

_MAX_REST_M = 1e-3
_RELATIVE_REST = 0.01
_MIN_REST_M = 1e-5


def _check(facts: StageFacts) -> Iterator[Finding]:
    for collider in facts.colliders:
        if not collider.is_enabled or collider.body_path is None:
            continue
        yield from _rest(collider)
        contact, rest = collider.contact_offset_m, collider.rest_offset_m
        if contact is None or not math.isfinite(contact):
            continue
        floor = rest if rest is not None and math.isfinite(rest) else 0.0
        if contact < 0 or contact < floor:
            yield finding(
                "SAF038",
                f"physxCollision:contactOffset of {collider.path} is {contact:.3g} m, below the rest offset of "
                f"{floor:.3g} m; the engine ignores it.",
                sites=[collider.path],
                measured=contact,
                limit=floor,
                unit="m",
            )


def _rest(collider: ColliderFacts) -> Iterator[Finding]:
    rest = collider.rest_offset_m
    if rest is None or not math.isfinite(rest):
        return
    size = max(collider.size_m) if collider.size_m is not None else math.inf
    limit = max(min(_MAX_REST_M, _RELATIVE_REST * size), _MIN_REST_M)
    if abs(rest) > limit:
        effect = "floats above" if rest > 0 else "sinks into"
        yield finding(
            "SAF038",
            f"physxCollision:restOffset of {collider.path} is {1000 * rest:.3g} mm: the asset {effect} what it lands "
            f"on by as much ({1000 * limit:.2g} mm allowed).",
            sites=[collider.path],
            measured=rest,
            limit=math.copysign(limit, rest),
            unit="m",
        )


OFFSETS = Safeguard(name="offsets", codes=("SAF038",), check=_check)
