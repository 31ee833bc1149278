"""Check physics materials.

What it checks:
    Friction, restitution and compliant-contact stiffness of every physics material that a collider uses, and that
    bindings for purpose physics lead to one.
Why it matters:
    PhysX rejects a negative friction or a restitution above 1 and uses its default material instead; a negative
    restitution or a compliant stiffness silently turns the contact into a spring, and the asset sinks metres into the
    floor.
How:
    Authored values against their valid range.
Passes when:
    Friction is at least 0, restitution between 0 and 1, all finite, and contacts are rigid.
Fails when:
    SAF027: a friction or restitution is outside its range or not finite. SAF046 only warns: the contact is compliant.
    SAF067 only warns: a friction is above 5; it informs of a friction of 0. SAF070 only warns: a restitution above 0.95
    with combine mode max; with any other mode it informs. SAF074 only warns: what is bound does not exist or is no
    physics material.
Not applicable when:
    No physics material is bound. What is bound for all purposes may be a look.
False positives avoided:
    Friction above 1 is real (rubber). Frictionless materials and restitution 1 are legal and never fail. With a combine
    mode other than max a partner that takes energy keeps a bouncy material calm.
Thresholds and sources:
    Ranges of UsdPhysicsMaterialAPI and PxMaterial. Friction 5: racing tyres reach 2, silicone on glass about 3.
    Restitution 0.95: hardened steel balls on steel; a bouncing rubber ball reaches 0.9. Measured with PhysX 5.12:
    restitution -1 sinks 41 m, compliant stiffness 100 sinks 0.95 m.
How to fix:
    Write friction >= 0 and restitution between 0 and 1; set compliantContactStiffness to 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from harness.outcomes import Severity
from harness.safeguards.base import Safeguard
from harness.stage.facts import MaterialFacts, StageFacts
from harness.verdict import Finding, finding

__all__ = ["MATERIAL"]

_MAX_FRICTION = 5.0
_MAX_RESTITUTION = 0.95


def _check(facts: StageFacts) -> Iterator[Finding]:
    for binding in facts.missing_materials:
        what = "has no PhysicsMaterialAPI" if binding.is_present else "does not exist"
        yield finding(
            "SAF074",
            f"material:binding:physics of {binding.prim_path} names {binding.target}, which {what}. The engine takes "
            "its default friction and restitution.",
            sites=[binding.prim_path],
        )
    for material in facts.materials:
        for value, name, high in (
            (material.static_friction, "physics:staticFriction", math.inf),
            (material.dynamic_friction, "physics:dynamicFriction", math.inf),
            (material.restitution, "physics:restitution", 1.0),
        ):
            if value is not None and not (math.isfinite(value) and 0 <= value <= high):
                yield _out_of_range(material, value, name, high)
        yield from _friction(material)
        yield from _bounce(material)
        stiffness = material.compliant_stiffness
        if stiffness:
            yield finding(
                "SAF046",
                f"physxMaterial:compliantContactStiffness of {material.path} is {stiffness:g}: contacts are springs, "
                "and the asset sinks into what it lands on.",
                sites=[material.path],
                measured=stiffness if math.isfinite(stiffness) else None,
                limit=0.0,
            )


def _friction(material: MaterialFacts) -> Iterator[Finding]:
    values = [v for v in (material.static_friction, material.dynamic_friction) if v is not None]
    if not values or not all(map(math.isfinite, values)):
        return
    largest = max(values)
    if largest > _MAX_FRICTION:
        yield finding(
            "SAF067",
            f"The friction of the material {material.path} is {largest:g}; no pair of real materials grips like that.",
            sites=[material.path],
            measured=largest,
            limit=_MAX_FRICTION,
        )
    elif largest == 0:
        yield finding(
            "SAF067",
            f"The friction of the material {material.path} is 0: it slides for ever on anything that does not grip.",
            sites=[material.path],
            severity=Severity.INFO,
            measured=0.0,
            limit=0.0,
        )


def _bounce(material: MaterialFacts) -> Iterator[Finding]:
    value = material.restitution
    # Outside 0 to 1 is SAF027.
    if value is None or not _MAX_RESTITUTION < value <= 1:
        return
    is_forced = material.restitution_combine_mode == "max"
    effect = (
        "its combine mode max keeps it so whatever it lands on, and whether it comes to rest is chance"
        if is_forced
        else "it hardly comes to rest on its own kind"
    )
    yield finding(
        "SAF070",
        f"The restitution of the material {material.path} is {value:g}: {effect}.",
        sites=[material.path],
        severity=None if is_forced else Severity.INFO,
        measured=value,
        limit=_MAX_RESTITUTION,
    )


def _out_of_range(material: MaterialFacts, value: float, name: str, high: float) -> Finding:
    allowed = "0 or more" if high == math.inf else f"between 0 and {high:g}"
    if name == "physics:restitution" and value < 0:
        effect = "The engine turns the contact into a soft spring: the asset sinks in"
    else:
        effect = "The engine rejects the material and uses its default"
    return finding(
        "SAF027",
        f"{name} of the material {material.path} is {value:g}; it must be {allowed}. {effect}.",
        sites=[material.path],
        measured=value if math.isfinite(value) else None,
        limit=0.0 if value < 0 or high == math.inf else high,
    )


MATERIAL = Safeguard(
    name="material",
    codes=("SAF027", "SAF046", "SAF067", "SAF070", "SAF074"),
    check=_check,
    attributes=(
        "physics:staticFriction",
        "physics:dynamicFriction",
        "physics:restitution",
        "physxMaterial:compliantContactStiffness",
    ),
)
