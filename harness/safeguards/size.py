"""Warn of an asset whose size hints at wrong units, and of one that is heavy to handle.

What it checks:
    The largest extent of all moving bodies together, and the triangles of the asset.
Why it matters:
    A mug of 100 m was drawn in centimetres and read in metres: it falls from 800 m, and every limit in metres means
    something else. Millions of triangles cost memory and loading time wherever the asset is used.
How:
    Extent of the judged geometry in metres; triangles of all meshes.
Passes when:
    The asset is between 1 mm and 50 m in size and has at most 2 million triangles.
Fails when:
    Never. SAF059 warns of the size, SAF055 of the triangles (and informs from 500 000).
Not applicable when:
    There is no moving body with geometry.
False positives avoided:
    Screws of a few millimetres and trucks of 20 m are real. Scenery that no body moves may have any size.
Thresholds and sources:
    50 m: longer than any road vehicle (30 m road trains) and than anything that one body stands for in a warehouse.
    1 mm: a grain of sand; PhysX's contact offset is five times as large. Triangles, measured: 1 million take 0.6 s and
    540 MB to prepare as a hull, so 2 million exceed a gigabyte.
How to fix:
    Check metersPerUnit against the drawing; reduce the mesh, and give colliders simple shapes of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard, usable_points
from harness.stage.facts import StageFacts
from harness.verdict import Finding, finding

__all__ = ["SIZE"]

_LARGE_M, _SMALL_M = 50.0, 1e-3
_TRIANGLES_WARN, _TRIANGLES_INFORM = 2_000_000, 500_000


def _check(facts: StageFacts) -> Iterator[Finding]:
    yield from _size(facts)
    count = facts.triangle_count
    if count > _TRIANGLES_INFORM:
        yield finding(
            "SAF055",
            f"The asset has {count:,} triangles. They cost loading time and memory wherever it is used.",
            sites=[facts.root_prim_path],
            severity=None if count > _TRIANGLES_WARN else Severity.INFO,
            measured=float(count),
            limit=float(_TRIANGLES_WARN),
            unit="triangles",
        )


def _size(facts: StageFacts) -> Iterator[Finding]:
    # One body, since an asset may be a whole scene of them.
    sizes = {}
    for body in facts.moving_bodies:
        points = usable_points(body.judged_points_m)
        if len(points):
            sizes[body.path] = float(np.ptp(points, axis=0).max())
    if not sizes or max(sizes.values()) == 0:
        return
    path = max(sizes, key=lambda p: sizes[p])
    largest = sizes[path]
    unit = f"metersPerUnit is {facts.meters_per_unit:g}{'' if facts.is_meters_per_unit_authored else ' by default'}"
    if largest > _LARGE_M:
        text, limit = (
            f"{path} is {largest:.3g} m in size, larger than anything that moves in one piece; {unit}",
            _LARGE_M,
        )
    elif largest < _SMALL_M:
        text, limit = f"The largest body, {path}, is {1000 * largest:.2g} mm in size; {unit}", _SMALL_M
    else:
        return
    yield finding(
        "SAF059",
        f"{text}. The units are probably mixed up.",
        sites=[path],
        measured=largest,
        limit=limit,
        unit="m",
    )


SIZE = Safeguard(name="size", codes=("SAF055", "SAF059"), check=_check)
