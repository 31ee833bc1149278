"""Repairs of the stage, of materials and of single attributes. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from harness.repair.change import Context, Draft, sites_of
from harness.repair.masses import would_count
from harness.safeguards.base import is_below
from harness.safeguards.mass import HEAVY_KG_M3, LIGHT_KG_M3
from harness.safeguards.nesting import nested_resets
from harness.scene.opinion import Opinion, OpinionKind, apply_api, set_attribute
from harness.stage.facts import MaterialFacts, StageFacts
from harness.verdict import Finding

__all__ = [
    "apply_missing_schema",
    "author_units",
    "author_up_axis",
    "block_attribute",
    "clear_owner",
    "firm_contact",
    "keep_transform_stack",
    "name_default_prim",
    "scene_off",
    "valid_material",
    "valid_units",
]

_NAMES = {1.0: "metres", 0.01: "centimetres", 0.001: "millimetres", 0.0254: "inches"}
_SMALL_M, _LARGE_M = 0.01, 20.0
_FRICTION = 0.5


def name_default_prim(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Name the only root prim as the default prim."""
    path = context.known.root_prim_path
    return Draft(
        title="Name the default prim", reason=findings[0].message, stage={"defaultPrim": path.strip("/").split("/")[0]}
    )


def _size_m(facts: StageFacts) -> float | None:
    clouds = [b.judged_points_m for b in facts.bodies if len(b.judged_points_m)]
    points = np.concatenate(clouds) if clouds else np.zeros((0, 3))
    return float(np.ptp(points, axis=0).max()) if len(points) and np.isfinite(points).all() else None


def _density(facts: StageFacts) -> float | None:
    masses = [b.mass_kg for b in facts.bodies if b.mass_kg]
    volumes = [b.collider_volume_m3 for b in facts.bodies if b.mass_kg]
    if not masses or not all(volumes):
        return None
    total = sum(v for v in volumes if v)
    return sum(masses) / total if total > 0 else None


def _fits(facts: StageFacts | None) -> bool:
    """Whether size and, where a mass is authored, density are those of a real object."""
    size = _size_m(facts) if facts is not None else None
    if facts is None or size is None or not _SMALL_M <= size <= _LARGE_M:
        return False
    density = _density(facts)
    return density is None or LIGHT_KG_M3 <= density <= HEAVY_KG_M3


def author_units(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Write metersPerUnit: the fallback that counts now where it gives a real object, else the one unit that does."""
    return _units(context, findings, (context.known.meters_per_unit, *_NAMES), None)


def valid_units(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Write a unit in place of one that is none, when one gives a real object."""
    is_mass = any("kilogramsPerUnit" in f.message for f in findings)
    kilograms = 1.0 if is_mass else None
    if not any("metersPerUnit" in f.message for f in findings):
        return Draft(
            title="Write kilogramsPerUnit",
            reason=f"{findings[0].message} USD's fallback of 1 kg is taken.",
            stage={"kilogramsPerUnit": 1.0},
        )
    return _units(context, findings, tuple(_NAMES), kilograms)


def _units(
    context: Context, findings: Sequence[Finding], candidates: Sequence[float], kilograms: float | None
) -> Draft | str:
    fitting = [u for u in dict.fromkeys(candidates) if _fits(context.source.with_units(u, kilograms))]
    if not fitting:
        return "No unit gives the asset the size and density of a real object; write metersPerUnit by hand."
    unit = fitting[0]
    facts = context.source.with_units(unit, kilograms)
    size = _size_m(facts) if facts is not None else None
    name = _NAMES.get(unit, f"units of {unit:g} m")
    stage: dict[str, float | str] = {"metersPerUnit": unit}
    if kilograms is not None:
        stage["kilogramsPerUnit"] = kilograms
    return Draft(
        title=f"Write metersPerUnit: {name}",
        reason=f"{findings[0].message} In {name} the asset measures {size:.3g} m, with the density of a real object.",
        stage=stage,
    )


def author_up_axis(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Write the up axis that counts now."""
    return Draft(title="Write upAxis", reason=findings[0].message, stage={"upAxis": context.known.up_axis})


def scene_off(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Deactivate the asset's own PhysicsScene."""
    opinions = [Opinion(prim_path=p, kind=OpinionKind.ACTIVE, value=False) for p in sites_of(findings)]
    return Draft(title="Switch the asset's own scene off", reason=findings[0].message, opinions=tuple(opinions))


def clear_owner(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Clear simulationOwner, so that the body belongs to the scene that it is used in."""
    opinions = [
        Opinion(prim_path=p, kind=OpinionKind.RELATIONSHIP, name="physics:simulationOwner", value=())
        for p in sites_of(findings)
    ]
    return Draft(title="Clear simulationOwner", reason=findings[0].message, opinions=tuple(opinions))


def keep_transform_stack(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Remove !resetXformStack! and write the same pose relative to the parent."""
    opinions: list[Opinion] = []
    named, nested = set(sites_of(findings)), set(nested_resets(context.known))
    for reset in context.known.reset_xforms:
        if reset.path not in named or reset.path in nested:
            continue
        parent = context.source.world(reset.path.rpartition("/")[0])
        if not np.isfinite(parent).all() or np.linalg.det(parent[:3, :3]) == 0:
            return f"The transform above {reset.path} cannot be inverted."
        local = np.linalg.solve(parent, reset.matrix).T
        rows = tuple(tuple(round(float(v), 12) + 0.0 for v in row) for row in local)
        opinions.append(set_attribute(reset.path, "xformOp:transform:placed", "matrix4d", rows))
        order = ("xformOp:transform:placed",)
        opinions.append(set_attribute(reset.path, "xformOpOrder", "token[]", order, is_uniform=True))
    if not opinions:
        return "The prim that resets its transform stack was not found."
    return Draft(title="Follow the parent's transform", reason=findings[0].message, opinions=tuple(opinions))


def block_attribute(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Take away physics values that engines ignore or hang on."""
    opinions: list[Opinion] = []
    for defect in context.known.attribute_defects:
        if not defect.attribute.startswith(("physics:", "physx", "drive:", "limit:", "newton:")):
            return f"{defect.attribute} of {defect.prim_path} is no physics value; correct it by hand."
        kind = _written_type(context, defect.prim_path, defect.attribute)
        opinions.append(set_attribute(defect.prim_path, defect.attribute, kind, None))
    if not opinions:
        return "The attribute was not found."
    return Draft(title="Take the unusable value away", reason=findings[0].message, opinions=tuple(opinions))


def _written_type(context: Context, path: str, name: str) -> str:
    expected = next(
        (d.expected for d in context.known.attribute_defects if (d.prim_path, d.attribute) == (path, name)), ""
    )
    return expected or "float"


def apply_missing_schema(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Apply the schema to which an authored attribute belongs."""
    reason = would_count(context.known)
    if reason is not None:
        return reason
    opinions = tuple(
        dict.fromkeys(apply_api(entry.prim_path, entry.schema) for entry in context.known.ignored_attributes)
    )
    if not opinions:
        return "The attribute was not found."
    return Draft(title="Apply the schema that the value needs", reason=findings[0].message, opinions=opinions)


def _materials(context: Context, findings: Sequence[Finding]) -> list[MaterialFacts]:
    named = set(sites_of(findings))
    return [m for m in context.known.materials if m.path in named]


def valid_material(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Bring friction and restitution to the nearest value that has a meaning."""
    opinions: list[Opinion] = []
    for material in _materials(context, findings):
        opinions += _valid_material(material)
    if not opinions:
        return "The material was not found."
    return Draft(
        title="Write friction and restitution that exist", reason=findings[0].message, opinions=tuple(opinions)
    )


def _valid_material(material: MaterialFacts) -> Iterator[Opinion]:
    restitution = material.restitution
    if restitution is not None and not 0 <= restitution <= 1:
        nearest = 1.0 if 1 < restitution < math.inf else 0.0
        yield set_attribute(material.path, "physics:restitution", "float", nearest)
    for name, value in (
        ("physics:staticFriction", material.static_friction),
        ("physics:dynamicFriction", material.dynamic_friction),
    ):
        if value is not None and not 0 <= value < math.inf:
            # A blocked friction would be 0.
            yield set_attribute(material.path, name, "float", _FRICTION)


def firm_contact(context: Context, findings: Sequence[Finding]) -> Draft | str:
    """Take the spring out of contacts."""
    opinions = [
        set_attribute(m.path, "physxMaterial:compliantContactStiffness", "float", None)
        for m in _materials(context, findings)
    ]
    if not opinions:
        return "The material was not found."
    inside = all(is_below(m.path, context.known.root_prim_path) for m in _materials(context, findings))
    if not inside:
        return "The material lies outside the asset's root prim."
    return Draft(title="Make contacts firm", reason=findings[0].message, opinions=tuple(opinions))
