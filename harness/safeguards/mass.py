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
    SAF008: a value is negative or not finite; it only warns where a mass in force wins over that value. SAF013 only
    warns: a mass of 0 means "not given", not kinematic. SAF045 only warns: the centre of mass is outside. SAF049: the
    density is above a million kg/m3 although metersPerUnit is written; it only warns above 25 000 or below 0.1, and
    informs below 10. It warns of a physics:density outside 10 to 25 000 that counts, which is that of the material
    itself.
Not applicable when:
    Nothing is authored.
False positives avoided:
    The density is that of a whole mechanism, since a link often shows only part of itself; it is too high only when the
    box around everything visible is too small for the mass, and too low only when the colliders' volume is too large
    for it. A mass of 0 beside a positive density is the documented way to use the density. The box is widened by a
    tenth of its size, for links whose motors are not modelled; bodies without geometry are left alone. A value that
    engines do not read, as its schema is not applied, is SAF050's.
Thresholds and sources:
    25 000 kg/m3: osmium has 22 600, so more is possible only where a link shows part of itself; a million is 44 times
    osmium, which no motor or battery inside explains. 10 kg/m3: the lightest foams in use. Hollow things are lighter
    over their volume (a beach ball has 2), so a warning starts at 0.1, a tenth of air: a balloon's skin. "0 means
    unauthored" is UsdPhysicsMassAPI's definition. Fall-back density 1000 kg/m3: UsdPhysics, measured with PhysX 5.12.
    10 %: a loose box with its centre of mass at twice its half height still settles, at ten times it rolls on.
How to fix:
    Write a positive mass in proportion to the real object, or remove the attribute.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard, body_frame_extent, listed, solid_colliders, usable_points
from harness.safeguards.graph import members
from harness.stage.facts import BodyFacts, ColliderFacts, MaterialFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["HEAVY_KG_M3", "LIGHT_KG_M3", "MASS"]

_DEFAULT_DENSITY_KG_M3 = 1000.0
_BOX_MARGIN = 0.1
_SHEET = 1e-4
LIGHT_KG_M3 = 10.0
HEAVY_KG_M3 = 25_000.0
_TOO_LIGHT_KG_M3 = 0.1
_IMPOSSIBLE_KG_M3 = 1e6

_Unread = frozenset[tuple[str, str]]
"""Prim path and attribute of values that no engine reads."""


def _check(facts: StageFacts) -> Iterator[Finding]:
    solid = solid_colliders(facts)
    unread = _unread(facts)
    weighed = {b.path for b in facts.bodies if _is_mass(b.mass_kg) and (b.path, "physics:mass") not in unread}
    yield from _invalid_values(facts, weighed, unread)
    for body in facts.bodies:
        if not body.is_enabled:
            continue
        if body.mass_kg == 0 and not body.density_kg_m3:
            yield _zero(body, has_collider=bool(solid[body.path]))
        yield from _center(body)
    yield from _densities(facts, unread)
    yield from _authored_densities(facts, weighed, unread)


def _is_mass(value: float | None) -> bool:
    return value is not None and math.isfinite(value) and value > 0


def _invalid_values(facts: StageFacts, weighed: set[str], unread: _Unread) -> Iterator[Finding]:
    """Find values that cannot be; one that loses against a mass in force does not decide."""
    for body in facts.bodies:
        if body.is_enabled:
            yield from _invalid(body, unread, is_lost=False)
    bodies = {b.path for b in facts.bodies}
    for collider in facts.colliders:
        # What a body carries may have a mass of its own; a collider on the body itself is the body's.
        if collider.path not in bodies:
            yield from _invalid(collider, unread, is_lost=collider.body_path in weighed)
    is_all_weighed = all(b.path in weighed for b in facts.bodies if b.is_enabled)
    for material in facts.materials:
        yield from _invalid(material, unread, is_lost=is_all_weighed)


def _authored_densities(facts: StageFacts, weighed: set[str], unread: _Unread) -> Iterator[Finding]:
    """Judge densities that decide a mass; one beside a mass, or without its schema, is ignored by engines."""
    owners: list[BodyFacts | ColliderFacts | MaterialFacts] = [
        b for b in facts.bodies if b.is_enabled and b.path not in weighed
    ]
    owners += [c for c in facts.colliders if c.body_path not in weighed and not c.mass_kg]
    owners += facts.materials if any(b.path not in weighed for b in facts.bodies) else ()
    by_density: dict[float, list[str]] = {}
    for owner in owners:
        density = None if (owner.path, "physics:density") in unread else owner.density_kg_m3
        if density is None or not 0 < density < math.inf or LIGHT_KG_M3 <= density <= HEAVY_KG_M3:
            continue
        by_density.setdefault(density, []).append(owner.path)
    for density, paths in by_density.items():
        word, limit = ("light", LIGHT_KG_M3) if density < LIGHT_KG_M3 else ("heavy", HEAVY_KG_M3)
        yield finding(
            "SAF049",
            f"physics:density of {listed(list(dict.fromkeys(paths)))} is {density:.3g} kg/m3. No material is that "
            f"{word}; water has 1000. It is written in kilogramsPerUnit over cubic metersPerUnit.",
            sites=list(dict.fromkeys(paths)),
            measured=density,
            limit=limit,
            unit="kg/m3",
            fix="Write the density of the material in the units of the stage.",
        )


def _unread(facts: StageFacts) -> _Unread:
    """Return prim path and attribute of values that lack their schema (SAF050), so that no engine reads them."""
    return frozenset((entry.prim_path, entry.attribute) for entry in facts.ignored_attributes)


def _densities(facts: StageFacts, unread: _Unread) -> Iterator[Finding]:
    by_path = {b.path: b for b in facts.bodies if b.is_enabled}
    carried = solid_colliders(facts)
    for paths in dict.fromkeys(members(facts).values()):
        bodies = [by_path[p] for p in paths if p in by_path]
        masses = [m for m in (_mass_of(b, carried[b.path], unread) for b in bodies) if m is not None]
        if not masses or len(masses) < len(bodies) or not all(map(_is_mass, masses)):
            continue
        mass, solid = sum(masses), sum(b.collider_volume_m3 or 0.0 for b in bodies)
        boxes = [_box_volume(b) for b in bodies]
        if not math.isfinite(solid) or None in boxes:
            continue
        box = max(solid, sum(v for v in boxes if v is not None))
        yield from _density(paths, mass, (box, solid), has_units=facts.is_meters_per_unit_authored)


def _mass_of(body: BodyFacts, colliders: Sequence[ColliderFacts], unread: _Unread) -> float | None:
    """Return the mass that is written for a body or, where it has none, for all of its colliders."""
    mass = None if (body.path, "physics:mass") in unread else body.mass_kg
    if mass or (body.density_kg_m3 and (body.path, "physics:density") not in unread):
        return mass
    parts = [c.mass_kg for c in colliders]
    return sum(m for m in parts if m is not None) if parts and all(map(_is_mass, parts)) else mass


def _density(
    paths: tuple[str, ...], mass: float, volumes: tuple[float, float], *, has_units: bool
) -> Iterator[Finding]:
    """Judge a density: against the whole box when it is high, against what is solid when it is low."""
    box, solid = volumes
    if box > 0 and mass / box > HEAVY_KG_M3:
        # Without a unit the size is a guess, which INT007 says.
        severity = Severity.FAIL if has_units and mass / box > _IMPOSSIBLE_KG_M3 else None
        yield _implausible(paths, mass, box, HEAVY_KG_M3, severity)
    elif solid > 0 and mass / solid < LIGHT_KG_M3:
        severity = None if mass / solid < _TOO_LIGHT_KG_M3 else Severity.INFO
        yield _implausible(paths, mass, solid, LIGHT_KG_M3 if severity else _TOO_LIGHT_KG_M3, severity)


def _implausible(
    paths: tuple[str, ...], mass: float, volume: float, limit: float, severity: Severity | None
) -> Finding:
    density = mass / volume
    likely = "Nothing real is that {}; the units are probably mixed up."
    if severity is Severity.INFO:
        likely = "Only foam and hollow things are that {}."
    others = f" and the {len(paths) - 1} bodies jointed to it" if len(paths) > 1 else ""
    return finding(
        "SAF049",
        f"{paths[0]}{others}: {mass:.3g} kg in {volume:.3g} m3 is {density:.3g} kg/m3. "
        + likely.format("light" if density < limit else "heavy"),
        severity=severity,
        sites=paths,
        measured=density,
        limit=limit,
        unit="kg/m3",
    )


def _box_volume(body: BodyFacts) -> float | None:
    """Return the volume of the box around a body: 0 without geometry, ``None`` for a sheet."""
    clouds = [p for p in (body.judged_points_m, body.collider_points_m) if len(p)]
    extent = body_frame_extent(body, np.concatenate(clouds)) if clouds else None
    if extent is None:
        return 0.0
    return math.prod(extent) if min(extent) > _SHEET * max(extent) else None


def _invalid(owner: BodyFacts | ColliderFacts | MaterialFacts, unread: _Unread, *, is_lost: bool) -> Iterator[Finding]:
    mass = None if isinstance(owner, MaterialFacts) else owner.mass_kg
    for value, name, unit, is_beaten in (
        (mass, "physics:mass", "kg", is_lost),
        (owner.density_kg_m3, "physics:density", "kg/m3", is_lost or _is_mass(mass)),
    ):
        if value is None or (math.isfinite(value) and value >= 0) or (owner.path, name) in unread:
            continue
        outcome = (
            "A mass that is in force wins over it, so it changes nothing here."
            if is_beaten
            else "The engine silently uses another mass, so the run would look fine."
        )
        yield finding(
            "SAF008",
            f"{name} of {owner.path} is {value:g} {unit}. {outcome}",
            severity=Severity.WARN if is_beaten else None,
            sites=[owner.path],
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
    points = usable_points(points)
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
    codes=("SAF008", "SAF013", "SAF045", "SAF049"),
    check=_check,
    attributes=("physics:mass", "physics:density"),
)
