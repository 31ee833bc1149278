"""Warn of bodies below bodies and of prims that ignore where the asset is put.

What it checks:
    Rigid bodies with a rigid body above them, and prims with ``!resetXformStack!``.
Why it matters:
    USD lets a body lie below another, engines simulate both independently, and some reject the asset. A prim that
    resets its transform stack stays at its place in the file wherever the asset is referenced: it is left behind.
How:
    Both are listed by the reader. For the test the scene places such prims together with the asset.
Passes when:
    Bodies are siblings and every transform is relative to its parent.
Fails when:
    Never; SAF030 and SAF032 warn.
Not applicable when:
    There are no bodies.
False positives avoided:
    A body above that is switched off does not count. All nested bodies of an asset are one finding. A reset between a
    body and the body above it is part of SAF030: it must stay as long as the bodies are nested.
Thresholds and sources:
    Rule RB.006 of the published SimReady requirements; independence measured with PhysX 5.12.
How to fix:
    Make the bodies siblings and connect them with a joint; remove ``!resetXformStack!``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.safeguards.base import Safeguard, is_below, listed
from harness.stage.facts import StageFacts
from harness.verdict import Finding, finding

__all__ = ["NESTING", "nested_resets"]


def nested_resets(facts: StageFacts) -> list[str]:
    """Return the prims whose ``!resetXformStack!`` detaches a body from the body above it, as RB.006 asks.

    Args:
        facts: The asset.
    """
    nested = [(b.path, b.parent_body_path) for b in facts.bodies if b.is_enabled and b.parent_body_path is not None]
    return [
        r.path
        for r in facts.reset_xforms
        if any(is_below(path, r.path) and r.path != above and is_below(r.path, above) for path, above in nested)
    ]


def _left_behind(paths: Sequence[str]) -> str:
    if not paths:
        return ""
    return (
        f" {listed(paths)} {'resets its' if len(paths) == 1 else 'reset their'} transform stack (!resetXformStack!), "
        "as a body below a body has to, and so stays behind when the asset is referenced elsewhere."
    )


def _check(facts: StageFacts) -> Iterator[Finding]:
    nested = [b for b in facts.bodies if b.is_enabled and b.parent_body_path is not None]
    if nested:
        paths = [b.path for b in nested]
        above = nested[0].parent_body_path
        apart = nested_resets(facts)
        yield finding(
            "SAF030",
            f"{listed(paths)} {'lies' if len(paths) == 1 else 'lie'} below another rigid body ({paths[0]} below "
            f"{above}). Engines simulate both independently; some reject the asset." + _left_behind(apart),
            sites=paths,
        )
    # SAF061 tells of those that move a collider away from its body.
    misplaced = [c.path for c in facts.colliders if c.has_reset_below_body]
    told = nested_resets(facts)
    resets = [
        r.path for r in facts.reset_xforms if r.path not in told and not any(is_below(p, r.path) for p in misplaced)
    ]
    if resets:
        yield finding(
            "SAF032",
            f"{listed(resets)} {'resets its' if len(resets) == 1 else 'reset their'} transform stack "
            "(!resetXformStack!) and so ignores where the asset is placed. It was placed with the asset for the test; "
            "a plain reference leaves it behind.",
            sites=resets,
        )


NESTING = Safeguard(name="nesting", codes=("SAF030", "SAF032"), check=_check)
