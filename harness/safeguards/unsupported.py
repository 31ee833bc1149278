"""Say when part of the asset would go untested.

What it checks:
    Deformables, particles, vehicles and the like, and rigid bodies that a point instancer repeats.
Why it matters:
    A CPU engine skips these with one log line and simulates the rest; a verdict about the rest would be taken for one
    about the asset. Instanced bodies are simulated, but their poses cannot be read reliably.
How:
    Applied schemas and prim types, listed by the reader.
Passes when:
    The asset is made of rigid bodies only.
Fails when:
    Never; SAF028 makes the test inconclusive.
Not applicable when:
    The asset is pinned to the world; the finding is moot then.
False positives avoided:
    A point instancer that repeats only geometry or colliders inside one body is simulated correctly and not reported.
Thresholds and sources:
    None. Measured with PhysX 5.12 on a CPU.
How to fix:
    Run the test on an engine that supports the feature (GPU), or use ordinary instances for bodies.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.safeguards.base import Safeguard, listed
from harness.stage.facts import StageFacts
from harness.verdict import Finding, finding

__all__ = ["UNSUPPORTED"]


def _check(facts: StageFacts) -> Iterator[Finding]:
    instanced = {b.path for b in facts.bodies if b.is_point_instanced}
    features: dict[str, list[str]] = {}
    for path, what in facts.unsupported:
        if path not in instanced:
            features.setdefault(path, []).append(what)
    for path, names in features.items():
        yield finding(
            "SAF028",
            f"{path} uses {listed(names)}, which this engine does not simulate on a CPU: it would go untested.",
            sites=[path],
        )
    bodies = [b.path for b in facts.bodies if b.is_point_instanced and b.is_enabled]
    if bodies:
        count = f" ({facts.instance_count} instances in all)" if facts.instance_count else ""
        yield finding(
            "SAF028",
            f"A point instancer repeats the rigid bodies {listed(bodies)}{count}. Their poses cannot be read from this "
            "engine, so nobody would see whether they land.",
            sites=bodies,
        )


UNSUPPORTED = Safeguard(name="unsupported", codes=("SAF028",), check=_check, moot_when_anchored=frozenset({"SAF028"}))
