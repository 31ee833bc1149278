"""Find settings that keep a body in the air.

What it checks:
    Kinematic bodies, bodies that start asleep, bodies without gravity, and bodies whose vertical motion is locked.
Why it matters:
    Such a body hangs where it is put. An engine obeys without a word, and a body that never moves looks "at rest".
How:
    The settings are read from each enabled body; bodies that joints connect are judged together.
Passes when:
    Every body is dynamic, awake, subject to gravity and free to move down.
Fails when:
    SAF004: a kinematic body without a mechanism on it. SAF016: all bodies of a mechanism start asleep. SAF017: gravity
    is off for all bodies of a mechanism; for some of them it only warns. SAF018: the vertical axis of a body is locked.
Not applicable when:
    The asset is pinned to the world. A kinematic base that carries jointed bodies is an anchor (SAF006).
False positives avoided:
    A sleeping link is woken by the awake ones that it is jointed to. Locked horizontal axes and locked rotations do not
    hold a body up.
Thresholds and sources:
    physxRigidBody:lockedPosAxis bits 1 = x, 2 = y, 4 = z (PhysxSchema); the vertical bit follows the stage's up axis.
How to fix:
    Set kinematicEnabled, startsAsleep and disableGravity to false; clear lockedPosAxis.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard
from harness.safeguards.graph import linking_joints, members
from harness.stage.facts import BodyFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["FREE_FALL"]

_VERTICAL_BIT = {"Y": 2, "Z": 4}


def _check(facts: StageFacts) -> Iterator[Finding]:
    yield from _kinematic(facts)
    mechanisms = members(facts)
    by_path = {b.path: b for b in facts.bodies}
    for body in facts.moving_bodies:
        mates = [by_path[p] for p in mechanisms[body.path] if by_path[p].is_enabled and not by_path[p].is_kinematic]
        if body.starts_asleep and all(m.starts_asleep for m in mates):
            yield finding(
                "SAF016",
                f"{body.path} starts asleep (physics:startsAsleep = true): it hangs in the air until something touches "
                "it.",
                sites=[body.path],
            )
        if body.is_gravity_disabled:
            yield _without_gravity(body, mates)
        if body.locked_position_axes & _VERTICAL_BIT.get(facts.up_axis, 4):
            yield finding(
                "SAF018",
                f"physxRigidBody:lockedPosAxis of {body.path} is {body.locked_position_axes}, which locks the vertical "
                f"axis ({facts.up_axis}): it cannot fall.",
                sites=[body.path],
            )


def _kinematic(facts: StageFacts) -> Iterator[Finding]:
    dynamic = {b.path for b in facts.moving_bodies}
    carriers = {p for j in linking_joints(facts) if {j.body0, j.body1} & dynamic for p in (j.body0, j.body1)}
    for body in facts.bodies:
        if body.is_enabled and body.is_kinematic and not body.is_instance_proxy and body.path not in carriers:
            yield finding(
                "SAF004",
                f"{body.path} is kinematic (physics:kinematicEnabled = true): it ignores gravity and stays where it "
                "is.",
                sites=[body.path],
            )


def _without_gravity(body: BodyFacts, mates: list[BodyFacts]) -> Finding:
    heavy = [m for m in mates if not m.is_gravity_disabled]
    setting = f"Gravity is switched off for {body.path} (physxRigidBody:disableGravity = true)"
    if not heavy:
        return finding("SAF017", f"{setting}: it never falls.", sites=[body.path])
    return finding(
        "SAF017",
        f"{setting}; {len(heavy)} of the {len(mates)} bodies in its mechanism still have it, so the asset falls too "
        "slowly.",
        sites=[body.path],
        severity=Severity.WARN,
    )


FREE_FALL = Safeguard(
    name="free-fall",
    codes=("SAF004", "SAF016", "SAF017", "SAF018"),
    check=_check,
    moot_when_anchored=frozenset({"SAF004", "SAF016", "SAF017", "SAF018"}),
)
