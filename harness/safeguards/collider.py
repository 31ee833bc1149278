"""Require a working collider on every body that has to carry itself.

What it checks:
    That each moving body has a collider that is switched on and is no trigger.
Why it matters:
    A body without one falls through the floor and through everything else, and an engine only hints at it by a warning
    about its inertia.
How:
    Colliders are attributed to bodies by the reader, instance proxies included. A body whose joints connect it to
    bodies with colliders is carried by them and only needs a mass of its own.
Passes when:
    Every moving body has a working collider or is jointed to one that has.
Fails when:
    SAF002: a body (or a whole mechanism) has no collider; also when neither bodies nor colliders exist. SAF003: all its
    colliders are switched off or triggers. A RigidBodyAPI on a prim without a transform, such as a Scope, is named as
    the cause. SAF039 only warns: a body with neither collider nor mass is a mere frame.
Not applicable when:
    The asset is pinned to the world; the findings are moot then.
False positives avoided:
    Colliders inside instances count. Sensor frames and links without collision in a robot do not fail it.
Thresholds and sources:
    None. UsdPhysics schema; fall-through measured with PhysX 5.12.
How to fix:
    Apply CollisionAPI to at least one mesh of the body; set physics:collisionEnabled to true; remove PhysxTriggerAPI;
    take RigidBodyAPI off a prim that is only a frame.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard, listed, solid_colliders
from harness.safeguards.graph import members
from harness.stage.facts import BodyFacts, ColliderFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["COLLIDER", "wrong_prim"]

# Prims of an asset that UsdGeomXformable does not derive; materials and their like hold no geometry either.
_WITHOUT_TRANSFORM = frozenset({"", "Scope", "Material", "Shader", "NodeGraph", "GeomSubset"})


def _check(facts: StageFacts) -> Iterator[Finding]:
    if not facts.bodies and not facts.colliders and not facts.variant_hints:
        yield finding(
            "SAF002",
            f"No prim below {facts.root_prim_path} has a CollisionAPI, so there is nothing to touch the floor with.",
            sites=[facts.root_prim_path],
        )
        return
    mechanisms = members(facts)
    by_path = {b.path: b for b in facts.bodies}
    solid = {path for path, colliders in solid_colliders(facts).items() if colliders}
    for body in facts.moving_bodies:
        if body.path in solid:
            continue
        is_carried = any(p in solid for p in mechanisms[body.path] if by_path[p].is_enabled)
        own = [c for c in facts.colliders if c.body_path == body.path]
        if own:
            yield _switched_off(body, own, is_carried=is_carried)
        elif not is_carried:
            yield _without(facts, body, len(mechanisms[body.path]))
        elif _is_massless(body):
            yield finding(
                "SAF039",
                f"{body.path} is a rigid body with neither collider nor mass, only held by joints: a frame, not an "
                "object. An engine gives it a default mass of about 1 kg.",
                sites=[body.path],
            )


def _switched_off(body: BodyFacts, own: list[ColliderFacts], *, is_carried: bool) -> Finding:
    reasons = []
    disabled = [c.path for c in own if not c.is_enabled]
    triggers = [c.path for c in own if c.is_trigger]
    if disabled:
        reasons.append(f"physics:collisionEnabled is false on {listed(disabled)}")
    if triggers:
        reasons.append(f"PhysxTriggerAPI is on {listed(triggers)}")
    effect = "other bodies of the mechanism carry it" if is_carried else "it falls through everything"
    return finding(
        "SAF003",
        f"No collider of {body.path} works: {' and '.join(reasons)}, so {effect}.",
        sites=[body.path, *(c.path for c in own)],
        severity=Severity.INFO if is_carried else None,
    )


def wrong_prim(body: BodyFacts) -> str | None:
    """Return why a prim cannot be a body, ``None`` when it can.

    Args:
        body: The prim with RigidBodyAPI.
    """
    if body.prim_type not in _WITHOUT_TRANSFORM:
        return None
    kind = f"a {body.prim_type}" if body.prim_type else "a prim without a type"
    return f"{body.path} is {kind}, which has no transform and cannot be a body: the RigidBodyAPI is on the wrong prim."


def _without(facts: StageFacts, body: BodyFacts, member_count: int) -> Finding:
    whole = f" and neither has any of the {member_count - 1} bodies jointed to it" if member_count > 1 else ""
    misplaced = wrong_prim(body)
    static = [c.path for c in facts.colliders if c.body_path is None]
    target = f"the prim that holds {listed(static)}" if static else "the prim that holds the geometry"
    return finding(
        "SAF002",
        f"{body.path} has a RigidBodyAPI but nothing of it has a CollisionAPI{whole}, so it falls through everything."
        + (f" {misplaced}" if misplaced else ""),
        sites=[body.path],
        fix=f"Move RigidBodyAPI from {body.path} to {target}." if misplaced else None,
    )


def _is_massless(body: BodyFacts) -> bool:
    return not body.mass_kg and not body.density_kg_m3


COLLIDER = Safeguard(
    name="collider",
    codes=("SAF002", "SAF003", "SAF039"),
    check=_check,
    moot_when_anchored=frozenset({"SAF002", "SAF003", "SAF039"}),
)
