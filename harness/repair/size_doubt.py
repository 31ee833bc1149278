"""Whether a mass is wrong or the size is: another unit of length may explain the same density. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from harness.repair.change import Context
from harness.safeguards.base import usable_points
from harness.safeguards.mass import HEAVY_KG_M3, LIGHT_KG_M3
from harness.stage.facts import BodyFacts

__all__ = ["unit_in_doubt"]

_UNITS = {1.0: "metres", 0.1: "decimetres", 0.01: "centimetres", 0.001: "millimetres", 0.0254: "inches", 0.3048: "feet"}
_WATER_KG_M3 = 1000.0
# Within this factor of the mass of water, writing a mass from the volume is a correction, not another object.
_NEAR = 10.0
# From a watch screw to a wind turbine: no asset of another size is a reason to doubt a unit.
_SMALL_M, _LARGE_M = 0.001, 100.0


def unit_in_doubt(context: Context, bodies: Sequence[BodyFacts]) -> str | None:
    """Return why the mass of bodies must not follow from their volume, ``None`` when nothing speaks against it.

    It must not where it would change an authored mass more than tenfold, and the authored mass would be right had the
    geometry been modelled in another common unit.

    Args:
        context: The asset.
        bodies: Bodies of one mechanism.
    """
    masses = [abs(b.mass_kg) for b in bodies if b.mass_kg is not None and math.isfinite(b.mass_kg)]
    mass, volume = sum(masses), sum(b.collider_volume_m3 or 0.0 for b in bodies)
    clouds = [p for p in (usable_points(b.judged_points_m) for b in context.known.bodies) if len(p)]
    if not mass > 0 or not 0 < volume < math.inf or not clouds:
        return None
    if 1 / _NEAR < mass / (volume * _WATER_KG_M3) < _NEAR:
        return None
    size, unit = float(np.ptp(np.concatenate(clouds), axis=0).max()), context.known.meters_per_unit
    fitting = [
        (mass / (volume * (other / unit) ** 3), size * other / unit, other)
        for other in _UNITS
        if not math.isclose(other, unit, rel_tol=1e-3)
    ]
    fitting = [f for f in fitting if LIGHT_KG_M3 <= f[0] <= HEAVY_KG_M3 and _SMALL_M <= f[1] <= _LARGE_M]
    if not fitting:
        return None
    fitting.sort(key=lambda f: abs(math.log(f[0] / _WATER_KG_M3)))
    choices = " or ".join(f"{_UNITS[u]} ({length:.3g} m, {density:.3g} kg/m3)" for density, length, u in fitting)
    return (
        f"The size is in doubt, not only the mass: {mass:.3g} kg fits the geometry if it was modelled in {choices}, "
        f"while metersPerUnit is {unit:g} and makes it {size:.3g} m. Write the metersPerUnit that was meant, or the "
        "real mass."
    )
