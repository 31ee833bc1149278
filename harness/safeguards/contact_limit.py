"""Find limits on the force with which contacts can hold a body.

What it checks:
    physxRigidBody:maxContactImpulse of every body that falls.
Why it matters:
    It bounds what a contact may do to the body in one step. With 0 no contact does anything: the body passes through
    the floor although its collider is right. With little it sinks in before it stops. No engine says a word.
How:
    The limit is compared with the impulse that stops the body in one step after a drop from eight times the asset's
    height, its mass being authored or following from volume and density.
Passes when:
    No limit is authored, or it is large enough for the landing.
Fails when:
    SAF076: the limit is 0 or less. It only warns when the limit is positive but less than the landing needs, and when
    other bodies of the mechanism carry the body.
Not applicable when:
    There is no moving body, or PhysxRigidBodyAPI is not applied (SAF050). The asset is pinned to the world.
False positives avoided:
    Infinity and the schema's default mean no limit. A limit that is too small for one contact may do for several, so it
    only warns; the run shows it.
Thresholds and sources:
    Measured with PhysX 5.12: a box of 8 kg falls through at 0 and -1, sinks 0.27 m at 0.5 N s and lands at 2 N s on
    four contacts, where stopping it in one step takes 45 N s. The limit counts for each contact point.
How to fix:
    Remove physxRigidBody:maxContactImpulse, or raise it above mass times landing speed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard, landing_speed_m_s, likely_mass_kg
from harness.safeguards.graph import members
from harness.stage.facts import BodyFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["CONTACT_LIMIT"]


def _check(facts: StageFacts) -> Iterator[Finding]:
    limited = [b for b in facts.moving_bodies if b.max_contact_impulse_n_s is not None]
    if not limited:
        return
    speed = landing_speed_m_s(facts)
    mates = members(facts)
    for body in limited:
        limit, mass = body.max_contact_impulse_n_s, likely_mass_kg(body)
        if limit is None or math.isnan(limit):
            continue
        if limit <= 0:
            yield _no_contact(body, limit, is_carried=len(mates[body.path]) > 1)
        elif mass is not None and limit < mass * speed:
            yield finding(
                "SAF076",
                f"physxRigidBody:maxContactImpulse of {body.path} is {limit:.3g} N s; stopping its {mass:.3g} kg in "
                f"one step takes {mass * speed:.3g} N s, so it may sink in where it lands.",
                sites=[body.path],
                severity=Severity.WARN,
                measured=limit,
                limit=mass * speed,
                unit="N s",
            )


def _no_contact(body: BodyFacts, limit: float, *, is_carried: bool) -> Finding:
    effect = "only what it is jointed to holds it up" if is_carried else "it passes through the floor"
    return finding(
        "SAF076",
        f"physxRigidBody:maxContactImpulse of {body.path} is {limit:.3g}, so no contact does anything to it: {effect}.",
        sites=[body.path],
        severity=Severity.WARN if is_carried else None,
        measured=limit,
        limit=0.0,
        unit="N s",
    )


CONTACT_LIMIT = Safeguard(
    name="contact-limit",
    codes=("SAF076",),
    check=_check,
    moot_when_anchored=frozenset({"SAF076"}),
    attributes=("physxRigidBody:maxContactImpulse",),
)
