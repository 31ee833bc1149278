"""Find settings that make the fall something else than a fall from rest.

What it checks:
    Authored start velocities, linear damping, speed limits, sleep thresholds, locked axes and forces on the body.
Why it matters:
    A damped or speed-limited body lands softer than a real one, a large sleep threshold freezes it in mid-air, a force
    or a moving surface keeps it going for ever. The verdict would then say little about the asset.
How:
    Each value is compared with what a drop from eight times the asset's height needs.
Passes when:
    The body starts at rest and nothing but gravity and contact acts on it.
Fails when:
    SAF026: a constant force carries the weight of the body. Otherwise SAF025, SAF026 and SAF051 warn, and the run shows
    what comes of it.
Not applicable when:
    There is no moving body.
False positives avoided:
    The damping of 0.05 and the sleep threshold of 0.005 that robot frameworks author by habit are far below the limits.
    An engine's own "unlimited" (1e38 or infinity) is no limit. A locked vertical axis is SAF018, not this.
Thresholds and sources:
    Start speed 1e-3 m/s or rad/s: moves less than the rest tolerance of 2 cm in a whole run. Damping above 10 1/s:
    terminal speed g / damping is below 1 m/s, less than the impact speed from 5 cm. Speed limit: below sqrt(2 g 8 h)
    for the asset's height h. Sleep threshold above 0.05 m2/s2: 1000 times PhysX's default of 5e-5, so that a body that
    moves at 0.3 m/s falls asleep.
How to fix:
    Remove the velocity, damping, limit or force, or justify it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from harness.outcomes import Severity
from harness.safeguards.base import GRAVITY_M_S2, Safeguard, landing_speed_m_s, likely_mass_kg, listed
from harness.stage.facts import BodyFacts, ForceFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["FALL_IMPEDED"]

_START_SPEED = 1e-3
_DAMPING = 10.0
_SLEEP_THRESHOLD_M2_S2 = 0.05
# A balance of forces is exact in the engine; the mass here may be off by a few percent where it follows from a hull.
_CARRIED = 0.95


def _check(facts: StageFacts) -> Iterator[Finding]:
    impact_speed = landing_speed_m_s(facts)
    for body in facts.moving_bodies:
        yield from _velocities(body)
        yield from _brakes(body, impact_speed)
        yield from _locks(body, vertical_bit=4 if facts.up_axis == "Z" else 2)
        yield from _forces(body)


def _forces(body: BodyFacts) -> Iterator[Finding]:
    """Judge constant forces: one that carries the weight leaves nothing to fall."""
    upward = sum(_upward_acceleration(f, body) or 0.0 for f in body.forces)
    if upward >= _CARRIED * GRAVITY_M_S2:
        paths = [f.path for f in body.forces]
        yield finding(
            "SAF026",
            f"A constant force holds {body.path} up (PhysxForceAPI on {listed(paths)}): {upward:.3g} m/s2 upward "
            f"against {GRAVITY_M_S2:g} m/s2 of gravity, so it does not fall.",
            sites=[body.path, *paths],
            severity=Severity.FAIL,
            fix="Switch the force off (physxForce:forceEnabled), or remove PhysxForceAPI.",
            measured=upward,
            limit=GRAVITY_M_S2,
            unit="m/s2",
        )
    elif body.has_force_api:
        yield finding(
            "SAF026",
            f"{body.path} carries PhysxForceAPI or PhysxSurfaceVelocityAPI: something besides gravity moves it.",
            sites=[body.path, *(f.path for f in body.forces)],
        )


def _upward_acceleration(item: ForceFacts, body: BodyFacts) -> float | None:
    """Return what a force does to the fall [m/s^2]; ``None`` when the mass is not known."""
    if item.is_acceleration:
        return item.force[2]
    mass = likely_mass_kg(body)
    return item.force[2] / mass if mass is not None else None


def _velocities(body: BodyFacts) -> Iterator[Finding]:
    for velocity, name, unit in (
        (body.linear_velocity_m_s, "physics:velocity", "m/s"),
        (body.angular_velocity_rad_s, "physics:angularVelocity", "rad/s"),
    ):
        speed = float(np.linalg.norm(velocity)) if velocity is not None else 0.0
        if _START_SPEED < speed < math.inf:
            yield finding(
                "SAF025",
                f"{body.path} starts with {name} = {speed:.4g} {unit}, so this is no drop from rest.",
                sites=[body.path],
                measured=speed,
                limit=_START_SPEED,
                unit=unit,
            )


def _brakes(body: BodyFacts, impact_speed: float) -> Iterator[Finding]:
    damping, limit, threshold = body.linear_damping, body.max_linear_velocity_m_s, body.sleep_threshold
    if damping is not None and _DAMPING < damping < math.inf:
        yield finding(
            "SAF026",
            f"The linear damping of {body.path} is {damping:.4g} 1/s, so it falls no faster than "
            f"{GRAVITY_M_S2 / damping:.3g} m/s.",
            sites=[body.path],
            measured=damping,
            limit=_DAMPING,
            unit="1/s",
        )
    if damping is not None and damping < 0:
        yield finding(
            "SAF026",
            f"The linear damping of {body.path} is {damping:.4g} 1/s; a negative one is none, and engines refuse it.",
            sites=[body.path],
            measured=damping,
            limit=0.0,
            unit="1/s",
        )
    if limit is not None and limit < impact_speed:
        yield finding(
            "SAF026",
            f"physxRigidBody:maxLinearVelocity of {body.path} is {limit:.4g} m/s; the drop reaches {impact_speed:.4g} "
            "m/s.",
            sites=[body.path],
            measured=limit,
            limit=impact_speed,
            unit="m/s",
        )
    if threshold is not None and threshold > _SLEEP_THRESHOLD_M2_S2:
        yield finding(
            "SAF026",
            f"physxRigidBody:sleepThreshold of {body.path} is {threshold:.4g} m2/s2: it falls asleep while it still "
            f"moves at {math.sqrt(2 * threshold):.3g} m/s, in the air too.",
            sites=[body.path],
            measured=threshold,
            limit=_SLEEP_THRESHOLD_M2_S2,
            unit="m2/s2",
        )


def _locks(body: BodyFacts, *, vertical_bit: int) -> Iterator[Finding]:
    turns, slides = body.locked_rotation_axes, body.locked_position_axes
    if turns or slides & ~vertical_bit:
        yield finding(
            "SAF051",
            f"Axes of {body.path} are locked (physxRigidBody:lockedRotAxis = {turns}, lockedPosAxis = {slides}), so it "
            "cannot tip, roll or slide as a real object would.",
            sites=[body.path],
        )


FALL_IMPEDED = Safeguard(
    name="fall-impeded",
    codes=("SAF025", "SAF026", "SAF051"),
    check=_check,
    moot_when_anchored=frozenset({"SAF025", "SAF026", "SAF051"}),
)
