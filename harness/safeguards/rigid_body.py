"""Require a rigid body that can move.

What it checks:
    That at least one prim has an enabled RigidBodyAPI, outside of instances, and that no body is switched off.
Why it matters:
    Without a body nothing can fall. An engine says nothing about it: it simulates an empty scene that is "at rest".
How:
    Bodies are counted, those inside instances apart (SAF022: an engine makes them silently static). When there is none,
    variants that are not selected are named if one of them brings physics in (SAF021).
Passes when:
    An enabled rigid body exists outside of instances.
Fails when:
    SAF001: there is none. SAF005: a body with geometry is switched off. SAF021: the physics is in a variant that is not
    selected. SAF022: a body lies inside an instance.
Not applicable when:
    The asset is pinned to the world; then SAF005 and SAF022 are moot.
False positives avoided:
    A switched-off body without geometry of its own (a leftover on a root prim) is no defect. Bodies in prototypes of a
    point instancer count as bodies.
Thresholds and sources:
    None. UsdPhysics schema; behaviour inside instances measured with PhysX 5.12.
How to fix:
    Apply RigidBodyAPI to the root prim, set physics:rigidBodyEnabled to true, select the variant, or clear
    ``instanceable`` on the prim above the body.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.safeguards.base import Safeguard, is_below, listed
from harness.stage.facts import BodyFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["RIGID_BODY"]


def _check(facts: StageFacts) -> Iterator[Finding]:
    yield from _inside_instances(facts)
    disabled = [b for b in facts.bodies if not b.is_enabled and not b.is_instance_proxy and _has_geometry(facts, b)]
    if any(b.is_enabled for b in facts.bodies):
        for body in disabled:
            yield _disabled(body)
        return
    if facts.variant_hints:
        yield from _variants(facts)
        return
    off = disabled or [b for b in facts.bodies if not b.is_enabled]
    if off:
        for body in off:
            yield _disabled(body)
        return
    yield _missing(facts)


def _inside_instances(facts: StageFacts) -> Iterator[Finding]:
    for body in facts.bodies:
        if body.is_enabled and body.is_instance_proxy and not body.is_point_instanced:
            yield finding(
                "SAF022",
                f"The rigid body {body.path} lies inside an instance. The engine makes it static without a word, so it "
                "stays in the air.",
                sites=[body.path],
            )


def _has_geometry(facts: StageFacts, body: BodyFacts) -> bool:
    """Whether something would have moved with the body: its own static colliders or visible geometry below it."""
    if body.has_visible_geometry and not body.parent_body_path:
        return True
    static = any(c.body_path is None and is_below(c.path, body.path) for c in facts.colliders)
    return static or any(is_below(p, body.path) for p in facts.unbodied_visible_paths)


def _disabled(body: BodyFacts) -> Finding:
    return finding(
        "SAF005",
        f"The rigid body {body.path} is switched off (physics:rigidBodyEnabled = false), so it is static and cannot "
        "fall.",
        sites=[body.path],
    )


def _variants(facts: StageFacts) -> Iterator[Finding]:
    choices: dict[tuple[str, str, str], list[str]] = {}
    for hint in facts.variant_hints:
        choices.setdefault((hint.prim_path, hint.variant_set, hint.current), []).append(hint.enabling)
    for (path, name, current), enabling in choices.items():
        quoted = [f"'{e}'" for e in enabling]
        which = f"one of {', '.join(quoted)}" if len(quoted) > 1 else f"the variant {quoted[0]}"
        words = [f"--variant {name}={e}" for e in enabling]
        yield finding(
            "SAF021",
            f"No prim has a rigid body as delivered, but variant set '{name}' of {path} is on '{current}', and "
            f"{' and '.join(quoted)} would {'each ' if len(quoted) > 1 else ''}bring the physics in.",
            sites=[path],
            fix=f"Select {which}, or run with {' or '.join(words)}.",
        )


def _missing(facts: StageFacts) -> Finding:
    if not facts.colliders:
        return finding(
            "SAF001",
            f"No prim below {facts.root_prim_path} has a RigidBodyAPI, and none has a CollisionAPI: the asset is only "
            "something to look at. Nothing can fall and nothing could land.",
            sites=[facts.root_prim_path],
            fix="Apply UsdPhysics.RigidBodyAPI to the root prim and UsdPhysics.CollisionAPI to at least one mesh.",
        )
    paths = [c.path for c in facts.colliders]
    return finding(
        "SAF001",
        f"There are colliders ({listed(paths)}) but no prim has a RigidBodyAPI: the asset is static scenery and hangs "
        "where it is put.",
        sites=[facts.root_prim_path],
    )


RIGID_BODY = Safeguard(
    name="rigid-body",
    codes=("SAF001", "SAF005", "SAF021", "SAF022"),
    check=_check,
    moot_when_anchored=frozenset({"SAF001", "SAF005", "SAF022"}),
)
