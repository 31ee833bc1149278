"""Reject transforms that an engine drops or distorts.

What it checks:
    The world transform and size of every enabled body and of every working collider on one.
Why it matters:
    PhysX drops shear, refuses a zero scale and a non-finite pose, all with one log line or none: the body is then
    missing, falls through the floor, or collides with another shape than the drawn one. Far from the origin or at an
    absurd size 32-bit floats no longer resolve the contact.
How:
    The matrix of each prim relative to the stage unit, its position in metres, and extent and volume of the collider.
Passes when:
    All of them are finite, invertible, without shear, within 10 km of the origin, and between 10 um and 10 km in size,
    and every analytic solid has a volume.
Fails when:
    SAF012: one of these does not hold.
Not applicable when:
    The collider is static or switched off; it takes no part in the fall. (A mesh whose transform is not finite is
    rejected all the same: the engine still cooks it.)
False positives avoided:
    Negative and uneven scales are fine here (SAF015 looks at spheres and capsules). A child of a bad body is not
    reported again. The same defect on many prims is reported once.
Thresholds and sources:
    1e4 m: a 32-bit float resolves 1 mm there; measured with PhysX 5.12, a 0.2 m box at 1e6 m jitters 0.3 m deep. 1e-5
    m: a tenth of the smallest part that was measured to work (0.1 mm).
How to fix:
    Freeze the transforms in the authoring tool; write finite numbers, a scale other than 0 and a radius, height and
    size above 0; place the asset at the origin; check metersPerUnit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from harness.safeguards.base import Safeguard, transform_problem
from harness.safeguards.mesh_points import points_problem
from harness.stage.facts import ColliderFacts, StageFacts, TransformFacts
from harness.verdict import Finding, finding

__all__ = ["TRANSFORM"]

_MAX_DISTANCE_M = 1e4
_MAX_SIZE_M = 1e4
_MIN_SIZE_M = 1e-5
# Numbers that make the volume of an analytic solid.
_SIZES = {
    "Sphere": "radius",
    "Capsule": "radius",
    "Cylinder": "radius or height",
    "Cone": "radius or height",
    "Cube": "size",
}


def _check(facts: StageFacts) -> Iterator[Finding]:
    bad: set[str] = set()
    for body in facts.bodies:
        if not body.is_enabled:
            continue
        problem = transform_problem(body.transform) or _too_far(body.transform)
        if problem is not None:
            bad.add(body.path)
            yield _degenerate(body.path, body.transform, problem)
    for collider in facts.colliders:
        # A static mesh is cooked all the same, with points that its transform has spoilt.
        is_cooked = collider.mesh is not None and not collider.transform.is_finite
        takes_part = collider.is_enabled and collider.body_path is not None
        if collider.body_path in bad or not (takes_part or is_cooked):
            continue
        problem = transform_problem(collider.transform)
        if problem is not None:
            yield _degenerate(collider.path, collider.transform, problem)
        else:
            yield from _size(collider)


def _degenerate(path: str, transform: TransformFacts, problem: str) -> Finding:
    if not transform.is_finite:
        fix = "Write finite numbers in its transform operations (xformOp) and in those above it."
    elif transform.has_shear:
        fix = None
    elif transform_problem(transform) is not None:
        fix = "Write a scale other than 0 along every axis, on it and above it."
    else:
        fix = "Place it near the origin, and check metersPerUnit."
    return finding("SAF012", f"The transform of {path} {problem}.", sites=[path], fix=fix)


def _too_far(transform: TransformFacts) -> str | None:
    distance = float(np.linalg.norm(transform.matrix[:3, 3]))
    if distance <= _MAX_DISTANCE_M:
        return None
    return f"puts it {distance:.3g} m from the origin; beyond 1e4 m an engine cannot resolve a millimetre"


def _size(collider: ColliderFacts) -> Iterator[Finding]:
    if collider.size_m is None or not all(map(math.isfinite, collider.size_m)):
        return
    if collider.mesh is not None and points_problem(collider.mesh) is not None:
        return
    size = max(collider.size_m)
    numbers = _SIZES.get(collider.prim_type)
    if numbers is not None and collider.volume_m3 == 0:
        yield finding(
            "SAF012",
            f"The {collider.prim_type} {collider.path} has no volume: its {numbers} is 0. The engine makes no collider "
            "from it.",
            sites=[collider.path],
            fix=f"Write a {numbers.replace(' or ', ' and a ')} above 0.",
            measured=0.0,
            limit=_MIN_SIZE_M,
            unit="m",
        )
        return
    if size > _MAX_SIZE_M:
        problem, limit = "larger than 1e4 m: an engine cannot resolve a millimetre there", _MAX_SIZE_M
    elif size < _MIN_SIZE_M:
        problem, limit = "smaller than 10 um: the engine makes no usable collider from it", _MIN_SIZE_M
    else:
        return
    yield finding(
        "SAF012",
        f"The collider {collider.path} is {size:.3g} m in size, {problem}.",
        sites=[collider.path],
        fix="Write the size of the real object: check metersPerUnit, scales, and radius, height or size.",
        measured=size,
        limit=limit,
        unit="m",
    )


TRANSFORM = Safeguard(name="transform", codes=("SAF012",), check=_check, attributes=("xformOp",))
