"""Check authored masses and densities.

What it checks:
    physics:mass and physics:density of every enabled body, and where the centre of mass lies.
Why it matters:
    PhysX silently replaces a mass that it cannot use by volume x 1000 kg/m3, so the run looks perfect while the asset
    weighs something else in every other tool. A centre of mass outside the body makes it roll about thin air.
How:
    Authored values are taken as they are written. The centre of mass is compared with the box around the body's visible
    geometry and colliders.
Passes when:
    Mass and density are absent or positive and finite, and the centre of mass lies within the body.
Fails when:
    SAF008: a value is negative or not finite. SAF013 only warns: a mass of 0 means "not given", not kinematic. SAF045
    only warns: the centre of mass is outside.
Not applicable when:
    Nothing is authored.
False positives avoided:
    A mass of 0 beside a positive density is the documented way to use the density. The box is widened by a tenth of its
    size, for links whose motors are not modelled; bodies without geometry are left alone.
Thresholds and sources:
    "0 means unauthored" is UsdPhysicsMassAPI's definition. Fall-back density 1000 kg/m3: UsdPhysics, measured with
    PhysX 5.12. 10 %: a loose box with its centre of mass at twice its half height still settles, at ten times it rolls
    on.
How to fix:
    Write a positive mass in proportion to the real object, or remove the attribute.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from harness.safeguards.base import Safeguard, solid_colliders
from harness.stage.facts import BodyFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["MASS"]

_DEFAULT_DENSITY_KG_M3 = 1000.0
_BOX_MARGIN = 0.1


def _check(facts: StageFacts) -> Iterator[Finding]:
    solid = solid_colliders(facts)
    for body in facts.bodies:
        if not body.is_enabled:
            continue
        yield from _invalid(body)
        if body.mass_kg == 0 and not body.density_kg_m3:
            yield _zero(body, has_collider=bool(solid[body.path]))
        yield from _center(body)


def _invalid(body: BodyFacts) -> Iterator[Finding]:
    for value, name, unit in (
        (body.mass_kg, "physics:mass", "kg"),
        (body.density_kg_m3, "physics:density", "kg/m3"),
    ):
        if value is None or (math.isfinite(value) and value >= 0):
            continue
        yield finding(
            "SAF008",
            f"{name} of {body.path} is {value:g} {unit}. The engine silently uses another mass, so the run would look "
            "fine.",
            sites=[body.path],
            measured=value if math.isfinite(value) else None,
            limit=0.0,
            unit=unit,
        )


def _zero(body: BodyFacts, *, has_collider: bool) -> Finding:
    volume = body.collider_volume_m3
    if volume is not None and math.isfinite(volume) and volume > 0:
        used = f"volume x 1000 kg/m3 = {volume * _DEFAULT_DENSITY_KG_M3:.3g} kg"
    elif has_collider:
        used = "the collider's volume x 1000 kg/m3"
    else:
        used = "a default of about 1 kg, as there is no collider to compute it from"
    return finding(
        "SAF013",
        f'physics:mass of {body.path} is 0. That means "not given" (not kinematic, not weightless): the engine '
        f"uses {used}.",
        sites=[body.path],
        measured=0.0,
        limit=0.0,
        unit="kg",
    )


def _center(body: BodyFacts) -> Iterator[Finding]:
    center = body.center_of_mass_m
    if center is None or not all(map(math.isfinite, center)):
        return
    clouds = [p for p in (body.judged_points_m, body.collider_points_m) if len(p)]
    points = np.concatenate(clouds) if clouds else np.empty((0, 3))
    points = points[np.isfinite(points).all(axis=1)]
    if not len(points):
        return
    low, high = points.min(axis=0), points.max(axis=0)
    size = float((high - low).max())
    outside = float(np.maximum(np.maximum(low - center, center - high), 0.0).max())
    if outside > _BOX_MARGIN * size:
        yield finding(
            "SAF045",
            f"The authored centre of mass of {body.path} lies {outside:.3g} m outside the box around the body "
            f"({size:.3g} m in size). It rolls and topples about a point that is not part of it.",
            sites=[body.path],
            measured=outside,
            limit=_BOX_MARGIN * size,
            unit="m",
        )


MASS = Safeguard(
    name="mass",
    codes=("SAF008", "SAF013", "SAF045"),
    check=_check,
    attributes=("physics:mass", "physics:density"),
)
