"""Find colliders where an engine ignores, merges or misplaces them.

What it checks:
    The prim type under each CollisionAPI, its depth below the body, and colliders that are counted twice.
Why it matters:
    PhysX merges all geometry below a CollisionAPI on an Xform, other engines ignore it. It makes no dynamic collider
    from points, curves and planes, and silently leaves a collider more than 62 levels below its body behind as a static
    part.
How:
    Type and depth of every working collider of a body.
Passes when:
    CollisionAPI sits on meshes and analytic solids at most 60 levels below the body, and none is below another.
Fails when:
    SAF042: the prim type gives no dynamic collider; it only warns where the body has another collider that works, as
    the run then shows what the missing one is needed for. SAF023: the collider is too deep. SAF034 (merged) and SAF041
    (merged and counted twice) only warn.
Not applicable when:
    The collider is static or switched off. The asset is pinned to the world; SAF023 and SAF042 are moot then.
False positives avoided:
    A plane under a static or kinematic prim is fine. A merging collider with colliders below is reported once, as
    SAF041.
Thresholds and sources:
    60 levels: the last depth that was measured to work with PhysX 5.12; 200 does not.
How to fix:
    Apply CollisionAPI to the geometry prims only; use a mesh or an analytic solid; flatten the hierarchy.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard, listed
from harness.stage.facts import ColliderFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["COLLIDER_PLACEMENT"]

_MAX_LEVELS = 60
_NO_DYNAMIC_SHAPE = frozenset(
    {
        "Points",
        "BasisCurves",
        "NurbsCurves",
        "HermiteCurves",
        "NurbsPatch",
        "Plane",
        "Volume",
        "TetMesh",
        "Capsule_1",
        "Cylinder_1",
    }
)


def _check(facts: StageFacts) -> Iterator[Finding]:
    enabled = {b.path: b for b in facts.bodies if b.is_enabled}
    solid = {c.body_path for c in facts.colliders if c.is_enabled and not c.is_trigger and not _is_missing(c)}
    for collider in facts.colliders:
        if not collider.is_enabled or collider.body_path not in enabled:
            continue
        has_other = collider.body_path in solid
        effect = f"{collider.body_path} is not solid there" if has_other else "the body falls through everything"
        levels = collider.levels_below_body
        if levels is not None and levels > _MAX_LEVELS:
            yield finding(
                "SAF023",
                f"The collider {collider.path.rsplit('/', 1)[-1]} lies {levels} levels below its body "
                f"{collider.body_path}. Beyond 60 the engine silently leaves it behind as a static part: {effect}.",
                sites=[collider.path],
                measured=float(levels),
                limit=float(_MAX_LEVELS),
                unit="levels",
            )
        if collider.prim_type in _NO_DYNAMIC_SHAPE and not enabled[collider.body_path].is_kinematic:
            yield finding(
                "SAF042",
                f"The CollisionAPI of {collider.path} sits on a {collider.prim_type} prim, from which the engine makes "
                f"no collider for a moving body: {effect}.",
                sites=[collider.path],
                severity=Severity.WARN if has_other else None,
            )
        elif not collider.is_gprim:
            yield _merged(collider)


def _is_missing(collider: ColliderFacts) -> bool:
    """Whether the engine leaves the collider out of a moving body."""
    levels = collider.levels_below_body
    return collider.prim_type in _NO_DYNAMIC_SHAPE or (levels is not None and levels > _MAX_LEVELS)


def _merged(collider: ColliderFacts) -> Finding:
    kind = collider.prim_type or "untyped prim"
    if collider.nested_collider_paths:
        return finding(
            "SAF041",
            f"The CollisionAPI on the {kind} {collider.path} merges all geometry below it, and "
            f"{listed(collider.nested_collider_paths)} below has a collider of its own: shape and computed mass count "
            "twice.",
            sites=[collider.path, *collider.nested_collider_paths],
        )
    return finding(
        "SAF034",
        f"The CollisionAPI of {collider.path} sits on a prim without geometry of its own ({kind}). This engine merges "
        "everything below into one collider; other engines ignore it and let the body fall through.",
        sites=[collider.path],
    )


COLLIDER_PLACEMENT = Safeguard(
    name="collider-placement",
    codes=("SAF023", "SAF034", "SAF041", "SAF042"),
    check=_check,
    moot_when_anchored=frozenset({"SAF023", "SAF042"}),
)
