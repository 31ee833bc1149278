"""Repairs of mass, inertia and centre of mass. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from harness.outcomes import Severity
from harness.repair.change import Context, Draft, sites_of
from harness.repair.size_doubt import unit_in_doubt
from harness.safeguards.mass import HEAVY_KG_M3, LIGHT_KG_M3, MASS
from harness.scene.opinion import Opinion, set_attribute
from harness.scene.variation import mass_from_density
from harness.stage.facts import BodyFacts, ColliderFacts, MaterialFacts, StageFacts
from harness.verdict import Finding

__all__ = ["center_from_geometry", "inertia_from_geometry", "plausible_mass", "valid_mass", "would_count", "zero_mass"]

_DENSITY_KG_M3 = 1000.0
_SLIPS = (1e-3, 1e3)
# g/cm3 for kg/m3, and the same the other way round; in a stage of centimetres a factor of a million.
_DENSITY_SLIPS = (1e3, 1e-3, 1e6, 1e-6)
_SIZE_IN_DOUBT = ("SAF059", "INT007", "INT008", "INT012")


def _is_plausible(mass_kg: float, volume_m3: float | None) -> bool:
    return volume_m3 is not None and volume_m3 > 0 and LIGHT_KG_M3 <= mass_kg / volume_m3 <= HEAVY_KG_M3


def _from_volume(context: Context, body: BodyFacts) -> Iterator[Opinion]:
    own = [c for c in context.known.colliders if c.body_path == body.path]
    for opinion in mass_from_density(context.known, body, own, _DENSITY_KG_M3):
        # Where its mass lies was not what the finding is about.
        if opinion.name != "physics:centerOfMass":
            yield opinion


def valid_mass(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Write the positive number where a sign slipped and the density fits, else let mass follow from the volume."""
    facts, named = context.known, set(sites_of(findings))
    opinions: list[Opinion] = []
    for body in facts.bodies:
        if body.path not in named:
            continue
        doubt = None if _is_sign_slip(body) else unit_in_doubt(context, [body])
        if doubt is not None:
            return doubt
        opinions += _valid(context, body)
    owners = {*(c.path for c in facts.colliders), *(m.path for m in facts.materials)}
    for path in sorted((owners & named) - {b.path for b in facts.bodies}):
        opinions += [
            set_attribute(path, name, "float", None)
            for name in ("physics:density", "physics:mass")
            if context.source.value(path, name) is not None
        ]
    if not opinions:
        return "The prim that holds the value was not found."
    return Draft(title="Write a mass that an engine accepts", reason=findings[0].message, opinions=tuple(opinions))


def _is_sign_slip(body: BodyFacts) -> bool:
    mass = body.mass_kg
    return mass is not None and -math.inf < mass < 0 and _is_plausible(-mass, body.collider_volume_m3)


def _valid(context: Context, body: BodyFacts) -> Iterator[Opinion]:
    mass, density = body.mass_kg, body.density_kg_m3
    if mass is not None and not 0 <= mass < math.inf:
        if _is_sign_slip(body):
            yield set_attribute(body.path, "physics:mass", "float", -mass / context.known.kilograms_per_unit)
        else:
            yield from _from_volume(context, body)
    elif density is not None and not 0 <= density < math.inf:
        unit = context.known.kilograms_per_unit / context.known.meters_per_unit**3
        is_slip = LIGHT_KG_M3 <= -density <= HEAVY_KG_M3
        yield set_attribute(body.path, "physics:density", "float", (-density if is_slip else _DENSITY_KG_M3) / unit)


def zero_mass(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Write down what an engine takes for a mass of 0: volume times 1000 kg/m3."""
    named = set(sites_of(findings))
    bodies = [b for b in context.known.bodies if b.path in named and (b.collider_volume_m3 or 0) > 0]
    if not bodies:
        return "The body has no collider with a volume to compute a mass from; write the real mass."
    return Draft(
        title="Let the mass follow from volume and density",
        reason=findings[0].message,
        opinions=tuple(o for b in bodies for o in _from_volume(context, b)),
    )


def plausible_mass(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Undo a mix-up of grams and kilograms where that gives a real density, else let mass follow from the volume."""
    doubt = next((f.code for f in context.findings if f.code in _SIZE_IN_DOUBT), None)
    if doubt is not None:
        return f"The size is in doubt ({doubt}), so it says nothing about the mass; settle the units first."
    named = set(sites_of(findings))
    densities = list(_densities(context, named))
    if densities:
        title = "Undo a mix-up of g/cm3 and kg/m3"
        return Draft(title=title, reason=findings[0].message, opinions=tuple(densities))
    opinions, are_slips = list[Opinion](), True
    for item in findings:
        sites = set(sites_of([item]))
        bodies = [b for b in context.known.bodies if b.path in sites and b.mass_kg]
        factor = _slip(context, bodies)
        doubt = unit_in_doubt(context, bodies) if factor is None else None
        if doubt is not None:
            return doubt
        are_slips &= factor is not None
        for body in bodies:
            if factor is not None:
                opinions += _scaled(context, body, factor)
            elif body.collider_volume_m3:
                opinions += _from_volume(context, body)
    if not opinions:
        return "Neither a slip of units nor a collider's volume explains it; write the real mass or density."
    what = "Undo a mix-up of grams and kilograms" if are_slips else "Let mass follow from volume and density"
    return Draft(title=what, reason=findings[0].message, opinions=tuple(opinions))


def _slip(context: Context, bodies: Sequence[BodyFacts]) -> float | None:
    """Return the factor that makes a real density of the mass of a mechanism, if its author can have missed it."""
    volume, mass = sum(b.collider_volume_m3 or 0.0 for b in bodies), sum(b.mass_kg or 0.0 for b in bodies)
    factor = next((s for s in _SLIPS if _is_plausible(mass * s, volume)), None)
    if factor is not None and factor > 1 and context.known.kilograms_per_unit >= 1:
        # Who writes kilograms does not mean tonnes; a size in another unit is likelier, if one fits.
        return None if unit_in_doubt(context, bodies) else factor
    return factor


def would_count(facts: StageFacts) -> str | None:
    """Return why values that engines do not read must not begin to count, ``None`` when they may.

    Args:
        facts: The asset, with masses and densities that lack their schema.
    """
    read = replace(facts, ignored_attributes=())
    now = {f.message for f in MASS.check(facts)}
    wrong = [f for f in MASS.check(read) if f.code in ("SAF008", "SAF049") and f.severity is not Severity.INFO]
    message = next((f.message for f in wrong if f.message not in now), None)
    if message is None:
        return None
    return (
        f"With MassAPI the mass that engines ignore now would begin to count. {message} Write the real value and apply "
        "the schema, or remove the value."
    )


def _densities(context: Context, named: set[str]) -> Iterator[Opinion]:
    facts = context.known
    owners: list[BodyFacts | ColliderFacts | MaterialFacts] = [*facts.bodies, *facts.colliders, *facts.materials]
    for owner in owners:
        density = owner.density_kg_m3
        if owner.path not in named or density is None or LIGHT_KG_M3 <= density <= HEAVY_KG_M3:
            continue
        fitting = [s for s in _DENSITY_SLIPS if LIGHT_KG_M3 <= density * s <= HEAVY_KG_M3]
        if len(fitting) == 1:
            unit = facts.kilograms_per_unit / facts.meters_per_unit**3
            yield set_attribute(owner.path, "physics:density", "float", density * fitting[0] / unit)


def _scaled(context: Context, body: BodyFacts, factor: float) -> Iterator[Opinion]:
    unit = context.known.kilograms_per_unit
    yield set_attribute(body.path, "physics:mass", "float", (body.mass_kg or 0.0) * factor / unit)
    inertia = context.source.value(body.path, "physics:diagonalInertia")
    if isinstance(inertia, tuple) and any(inertia):
        # An inertia that was written with the wrong mass is wrong by the same factor.
        yield from _without_inertia(context, body.path)


def inertia_from_geometry(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Take an impossible inertia away, so that it follows from geometry and mass."""
    opinions = [o for p in sites_of(findings) for o in _without_inertia(context, p)]
    if not opinions:
        return "No authored inertia was found on the prims that the finding names."
    return Draft(title="Let the inertia follow from geometry", reason=findings[0].message, opinions=tuple(opinions))


def _without_inertia(context: Context, path: str) -> Iterator[Opinion]:
    for name, kind in (("physics:diagonalInertia", "float3"), ("physics:principalAxes", "quatf")):
        if context.source.value(path, name) is not None:
            yield set_attribute(path, name, kind, None)


def center_from_geometry(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Take a centre of mass outside the body away, so that it follows from the geometry and lies in the hull."""
    opinions = [
        set_attribute(p, "physics:centerOfMass", "point3f", None)
        for p in sites_of(findings)
        if context.source.value(p, "physics:centerOfMass") is not None
    ]
    if not opinions:
        return "No authored centre of mass was found on the prims that the finding names."
    return Draft(title="Put the centre of mass into the collider", reason=findings[0].message, opinions=tuple(opinions))
