"""Cases drawn at random: nobody looked at them when the safeguards were written."""

from __future__ import annotations

import math
import random
from dataclasses import replace

from benchmarks.defects.model import SHAPES, Asset, make_body
from benchmarks.defects.planted import DEFECTS, GOOD_CHANGES, Case, single

_UNITS_M = (1.0, 0.1, 0.01, 0.001, 0.0254, 0.3048)
_GOOD_SHARE = 0.4
_PLACED = ("overlap", "joint-frames", "joint-target", "own-floor", "anchored")
"""What these add lies where the body is at first."""


def drawn_cases(seed: int, count: int) -> list[Case]:
    """Return cases of random kind, shape, size, density, unit, axis and heading.

    Args:
        seed: The same seed gives the same cases.
        count: How many.
    """
    rng = random.Random(seed)
    cases: list[Case] = []
    while len(cases) < count:
        case = _good(rng) if rng.random() < _GOOD_SHARE else _broken(rng)
        if case is not None:
            cases.append(replace(case, number=len(cases) + 1))
    return cases


def _asset(rng: random.Random, shape: str, size: float) -> Asset:
    body = make_body(shape, size, density_kg_m3=10 ** rng.uniform(2, 3.9))
    asset = single(body, (rng.choice(_UNITS_M), rng.choice("YZ")))
    if rng.random() < 0.5:
        body.xform.append(f"float xformOp:rotate{asset.up_axis} = {rng.uniform(-180, 180):.3f}")
    body.centre_m = (rng.uniform(-3, 3), rng.uniform(-3, 3), rng.uniform(0, 2))
    return asset


def _size(rng: random.Random, sizes_m: tuple[float, ...]) -> float:
    """Return a size between the smallest and the largest, each power of ten as likely."""
    return float(f"{math.exp(rng.uniform(math.log(min(sizes_m)), math.log(max(sizes_m)))):.4g}")


def _good(rng: random.Random) -> Case:
    name, shape = rng.choice(["plain", *(n for n in GOOD_CHANGES if n != "turned")]), rng.choice(SHAPES)
    size = _size(rng, (0.03, 10.0))
    asset = _asset(rng, shape, size)
    if name != "plain":
        GOOD_CHANGES[name](asset, size)
    return Case("good", name, shape, size, "clean", asset)


def _broken(rng: random.Random) -> Case | None:
    kind = rng.choice([k for k in DEFECTS if k != "sinks-in-engine"])
    defect = DEFECTS[kind]
    severity, shape = rng.choice(defect.severities), rng.choice(defect.shapes)
    size = _size(rng, defect.sizes_m)
    truth = defect.expected(size, severity)
    if truth is None:
        return None
    asset = _asset(rng, shape, size)
    if kind in _PLACED:
        asset.bodies[0].centre_m = (0.0, 0.0, 0.0)
        asset.bodies[0].xform.clear()
    defect.plant(asset, size, severity)
    return Case(kind, severity, shape, size, truth, asset)
