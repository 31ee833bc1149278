"""Check authored inertia against what mass and size allow.

What it checks:
    physics:diagonalInertia of every enabled body.
Why it matters:
    PhysX takes the numbers as they are. With an inertia that is far too small, one contact spins the body up until it
    tunnels through the floor or its pose becomes NaN; one that breaks the triangle inequality gains energy from
    nothing. Neither is logged.
How:
    The three values are sorted and compared with those of a solid box of the body's size and mass, largest with largest
    and smallest with smallest, so that the orientation of the principal axes does not matter. The mass is the authored
    one, else density x volume, else 1000 kg/m3 x volume.
Passes when:
    Nothing is authored, all three are 0 (the schema's "not given"), or the values are possible and plausible.
Fails when:
    SAF009: a value is negative or not finite; one or two values are 0 (the engine locks these rotations); the two
    smaller ones together are less than a tenth of the largest; or a value is more than 10 000 times off the solid box.
    SAF047 only warns: more than 100 times off, or the two smaller ones fall short of the largest by more than 5 %, or
    the values are the identity and more than 10 times off.
Not applicable when:
    The body has no geometry to compare with; then only sign, finiteness and the triangle inequality are checked.
False positives avoided:
    Thin plates and rods are compared per axis, not by one length. Links of a mechanism often show only part of their
    mass and are held by joints: for them zeros on some axes only warn, and the limit is 1e8 instead of 1e4. The
    identity of a URDF file, its usual placeholder, only warns: public props have it and land. Shipped
    robots break the triangle inequality by up to 51 % (cameras of a quadruped, finger links of a hand) and simulate
    well.
Thresholds and sources:
    Mass anywhere inside the box gives at most 3 times the solid box (all of it in the corners) and 1e-4 times when it
    fills only a hundredth of the size. Triangle inequality: any rigid body (Featherstone, Rigid Body Dynamics
    Algorithms, 2008, 2.13). Measured with PhysX 5.12 on a solid 0.2 m, 8 kg box: 0.01 times sinks 5 cm deep at impact
    and recovers, 1e-3 falls 0.25 m into the floor, 1e-4 0.9 m, 1e-12 kg m2 for ever; 100 and 1000 times rocks on for
    more than 10 s when it lands on an edge; 10 000 times stays balanced on that edge and so passes; 80 % short of the
    triangle inequality settles, (1, 1e-4, 1e-4) kg m2 is thrown 20 m high.
How to fix:
    Remove the authored diagonalInertia so that it follows from the geometry, or write values that fit the mass and
    size.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard, body_frame_extent
from harness.safeguards.graph import linking_joints
from harness.stage.facts import BodyFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["INERTIA", "InertiaMisfit", "box_inertia", "inertia_misfit"]

_IMPOSSIBLE_RATIO = 1e4
_IMPOSSIBLE_RATIO_LINK = 1e8
_IMPLAUSIBLE_RATIO = 1e2
_PLACEHOLDER_RATIO = 10.0
_TRIANGLE_FAIL = 0.90
_TRIANGLE_WARN = 0.05
_DEFAULT_DENSITY_KG_M3 = 1000.0


def box_inertia(mass_kg: float, size_m: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return the principal inertia [kg m2] of a solid box.

    Args:
        mass_kg: Its mass.
        size_m: Its edge lengths.

    Source: m / 12 (a^2 + b^2), any mechanics textbook.
    """
    a, b, c = (s * s for s in size_m)
    return mass_kg / 12 * (b + c), mass_kg / 12 * (a + c), mass_kg / 12 * (a + b)


def _check(facts: StageFacts) -> Iterator[Finding]:
    linked = {p for j in linking_joints(facts) for p in (j.body0, j.body1)}
    for body in facts.bodies:
        inertia = body.diagonal_inertia_kg_m2
        if not body.is_enabled or inertia is None or inertia == (0.0, 0.0, 0.0):
            continue
        text = f"({', '.join(f'{v:.4g}' for v in inertia)}) kg m2"
        problem = _impossible(inertia)
        if problem is not None:
            yield finding(
                "SAF009",
                f"physics:diagonalInertia of {body.path} is {text}: {problem}.",
                sites=[body.path],
                severity=Severity.WARN if min(inertia) == 0 and body.path in linked else None,
                unit="kg m2",
            )
            continue
        limit = _IMPOSSIBLE_RATIO_LINK if body.path in linked else _IMPOSSIBLE_RATIO
        if facts.urdf is not None and inertia == (1.0, 1.0, 1.0):
            # The usual placeholder of URDF files, which SAF103 names: wrong, but the motion decides what comes of it.
            limit = math.inf
        found = [*_triangle(body, text, inertia), *_ratio(body, text, inertia, limit)]
        # One defect is enough: values that break the inequality are usually also far from the solid box.
        yield from sorted(found, key=lambda f: f.code)[:1]


def _impossible(inertia: tuple[float, float, float]) -> str | None:
    if not all(map(math.isfinite, inertia)):
        return "not finite. The engine ignores it or hangs on it"
    if min(inertia) < 0:
        return "negative. The engine silently replaces it, so the run would look fine"
    if min(inertia) == 0:
        return "zero about some axes only, which the engine takes as infinite: the body cannot turn about them"
    return None


def _triangle(body: BodyFacts, text: str, inertia: tuple[float, float, float]) -> Iterator[Finding]:
    low, middle, high = sorted(inertia)
    shortage = 1 - (low + middle) / high
    if shortage > _TRIANGLE_WARN:
        yield finding(
            "SAF009" if shortage > _TRIANGLE_FAIL else "SAF047",
            f"physics:diagonalInertia of {body.path} is {text}: the two smaller values together are "
            f"{100 * shortage:.3g} % less than the largest, which no real body can have (triangle inequality). It "
            "does not tumble as a real one does.",
            sites=[body.path],
            measured=low + middle,
            limit=high,
            unit="kg m2",
        )


def _ratio(body: BodyFacts, text: str, inertia: tuple[float, float, float], limit: float) -> Iterator[Finding]:
    misfit = inertia_misfit(body)
    is_placeholder = inertia == (1.0, 1.0, 1.0)
    if misfit is None or misfit.factor <= (_PLACEHOLDER_RATIO if is_placeholder else _IMPLAUSIBLE_RATIO):
        return
    effect = "any contact spins it up without bound" if misfit.is_too_small else "it hardly turns, whatever hits it"
    way = "small" if misfit.is_too_small else "large"
    hint = " The identity is what exporters write when they know nothing." if is_placeholder else ""
    yield finding(
        "SAF009" if misfit.factor > limit else "SAF047",
        f"physics:diagonalInertia of {body.path} is {text}, {misfit.factor:.2g} times too {way} for {misfit.basis} (a "
        f"solid box has {misfit.estimate_kg_m2:.2g} kg m2): {effect}.{hint}",
        sites=[body.path],
        measured=misfit.factor,
        limit=_IMPLAUSIBLE_RATIO,
        unit=f"times too {way}",
    )


class InertiaMisfit(NamedTuple):
    """How far an authored inertia is from that of a solid box of the same mass and size."""

    factor: float
    """1 or more, on the axis that is furthest off."""
    is_too_small: bool
    estimate_kg_m2: float
    """Inertia of the solid box about that axis."""
    basis: str
    """Mass and size in words."""


def inertia_misfit(body: BodyFacts) -> InertiaMisfit | None:
    """Compare an authored inertia with a solid box; ``None`` when either is not known.

    Args:
        body: The body; its three values are taken to be positive and finite.
    """
    reference, inertia = _reference(body), body.diagonal_inertia_kg_m2
    if reference is None or inertia is None or not (min(inertia) > 0 and math.isfinite(max(inertia))):
        return None
    estimates, basis = reference
    ordered = sorted(inertia)
    too_small, too_large = estimates[0] / ordered[0], ordered[2] / estimates[2]
    is_small = too_small > too_large
    return InertiaMisfit(max(too_small, too_large, 1.0), is_small, estimates[0 if is_small else 2], basis)


def _reference(body: BodyFacts) -> tuple[list[float], str] | None:
    """Return the sorted inertia of a solid box like the body, and what it is based on; ``None`` without geometry."""
    clouds = [p for p in (body.judged_points_m, body.collider_points_m) if len(p)]
    extent = body_frame_extent(body, np.concatenate(clouds)) if clouds else None
    if extent is None:
        return None
    volume = body.collider_volume_m3 if body.collider_volume_m3 else math.prod(extent)
    mass, source = body.mass_kg, "authored"
    if mass is None or mass <= 0:
        density = body.density_kg_m3
        has_density = density is not None and density > 0
        mass = volume * (float(density or 0) if has_density else _DEFAULT_DENSITY_KG_M3)
        source = "from the authored density" if has_density else "from volume x 1000 kg/m3"
    if not (math.isfinite(mass) and mass > 0):
        return None
    estimates = sorted(box_inertia(mass, extent))
    if not (estimates[0] > 0 and math.isfinite(estimates[2])):
        return None
    size = " x ".join(f"{e:.3g}" for e in extent)
    return estimates, f"{mass:.3g} kg ({source}) and {size} m"


INERTIA = Safeguard(name="inertia", codes=("SAF009", "SAF047"), check=_check, attributes=("physics:diagonalInertia",))
