"""Report parts of the asset that would stay behind.

What it checks:
    Working static colliders in the asset, and visible geometry that no rigid body carries.
Why it matters:
    A static collider falls with nothing: the asset would land on its own part in mid-air. Geometry without a body hangs
    where the asset was put while the rest falls away from it.
How:
    The reader attributes every collider and every visible prim to the nearest body at or above it.
Passes when:
    Everything that is solid or visible belongs to a body.
Fails when:
    SAF035: no body carries anything visible, while other visible geometry stays in the air. Otherwise SAF020 and SAF035
    warn. Static colliders are switched off for the test.
Not applicable when:
    The asset has no enabled body at all (SAF001 says so), or is pinned to the world.
False positives avoided:
    Triggers and switched-off colliders are no obstacles. What a switched-off body carries is covered by SAF005, and
    what a body inside an instance carries by SAF022, and deformables by SAF028. Geometry that is reported as a static
    collider is not reported again.
Thresholds and sources:
    None. Measured with PhysX 5.12: a static part holds the asset 2.5 m above the floor.
How to fix:
    Move the prims under a rigid body, or out of the asset.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard, is_below, listed
from harness.stage.facts import StageFacts
from harness.verdict import Finding, finding

__all__ = ["STATIC_PARTS"]


def _check(facts: StageFacts) -> Iterator[Finding]:
    if not any(b.is_enabled for b in facts.bodies):
        return
    explained = [b.path for b in facts.bodies if not b.is_enabled or (b.is_instance_proxy and not b.is_point_instanced)]
    explained += [path for path, _ in facts.unsupported]
    parts = [
        c
        for c in facts.colliders
        if c.body_path is None and c.is_enabled and not c.is_trigger and not any(is_below(c.path, p) for p in explained)
    ]
    static = [c.path for c in parts]
    yield from _static(static)
    loose = [
        p
        for p in facts.unbodied_visible_paths
        if not any(is_below(p, s) or is_below(s, p) for s in (*static, *explained))
    ]
    if loose:
        verb = "belongs" if len(loose) == 1 else "belong"
        yield finding(
            "SAF035",
            f"The visible geometry {listed(loose)} {verb} to no rigid body and stays behind when the asset falls.",
            # Nothing that can be seen falls: the picture and the physics are two things.
            severity=None if any(b.has_visible_geometry for b in facts.moving_bodies) else Severity.FAIL,
            sites=loose,
        )


def _static(paths: list[str]) -> Iterator[Finding]:
    if not paths:
        return
    is_one = len(paths) == 1
    yield finding(
        "SAF020",
        f"{listed(paths)} {'is a collider' if is_one else 'are colliders'} that no rigid body carries. The asset would "
        f"land on {'it' if is_one else 'them'} in mid-air; {'it was' if is_one else 'they were'} switched off for the "
        "test.",
        sites=paths,
    )


STATIC_PARTS = Safeguard(
    name="static-parts",
    codes=("SAF020", "SAF035"),
    check=_check,
    moot_when_anchored=frozenset({"SAF020", "SAF035"}),
)
