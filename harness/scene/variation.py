"""The same scene with something changed: another step, pose, collider, mass or floor. Pure.

A variation answers "what if": a probe after a failure, a repeat from another start, a sweep. It changes the composed
scene by stronger opinions; the asset is never edited. The facts stay those of the authored asset.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from harness.geometry import quaternion_to_matrix
from harness.scene.opinion import Opinion, OpinionKind, apply_api, set_attribute
from harness.scene.placement import turned
from harness.scene.spec import SceneSpec
from harness.stage.facts import BodyFacts, ColliderFacts, StageFacts

__all__ = [
    "Opinion",
    "OpinionKind",
    "Variation",
    "apply_variation",
    "instances_above",
    "mass_from_density",
    "opinions_of",
]

# PhysX takes this where nothing authors a density.
_DEFAULT_DENSITY_KG_M3 = 1000.0


@dataclass(frozen=True, kw_only=True)
class Variation:
    """What to change; ``None`` and empty leave things as they are."""

    name: str
    """Short identifier, such as ``at-480-fps``."""
    title: str = ""
    """The change in words: "480 steps a second"."""
    timestep_s: float | None = None
    """Physics time step. The settings of the test must use the same step rate."""
    is_ccd_enabled: bool = False
    """Continuous collision detection, in the scene and on every moving body."""
    rotation_xyzw: tuple[float, float, float, float] | None = None
    """Turn of the whole asset in the world (SI, Z up) before the drop; the lowest point keeps the drop height."""
    offset_m: tuple[float, float] = (0.0, 0.0)
    """Shift along the floor, x and y."""
    drop_height_m: float | None = None
    """Another distance of the lowest point from the floor."""
    approximation: str | None = None
    """``physics:approximation`` of every collision mesh of a moving body."""
    density_kg_m3: float | None = None
    """Density that takes the place of all masses, inertias and densities of moving bodies."""
    mass_scale: float | None = None
    """Factor for the masses and inertias of moving bodies."""
    com_offset_m: tuple[float, float, float] | None = None
    """Shift of the centre of mass of every moving body, in the SI asset frame."""
    floor_friction: float | None = None
    """Static and dynamic friction of the floor."""
    floor_restitution: float | None = None
    """Restitution of the floor."""
    opinions: tuple[Opinion, ...] = ()
    """Anything else; stronger than what the fields above author."""


def apply_variation(spec: SceneSpec, facts: StageFacts, variation: Variation) -> SceneSpec:
    """Return the description of the changed scene.

    Args:
        spec: The scene as the test composes it.
        facts: Facts of the authored asset.
        variation: What to change.

    Raises:
        ValueError: If a number is not finite or has no meaning (a step or density that is not positive, a rotation
            of length zero), or an opinion is about a prim outside the asset's root.
    """
    _check(spec, variation)
    placement = spec.placement
    if variation.rotation_xyzw is not None or variation.drop_height_m is not None:
        placement = turned(
            placement,
            facts,
            rotation_xyzw=variation.rotation_xyzw or placement.rotation_xyzw,
            drop_height_m=variation.drop_height_m,
            gravity_m_s2=spec.gravity_m_s2,
        )
    x, y, z = placement.translation_m
    placement = replace(placement, translation_m=(x + variation.offset_m[0], y + variation.offset_m[1], z))
    opinions = (*spec.opinions, *opinions_of(facts, variation))
    opened = (p for o in opinions for p in instances_above(facts, o.prim_path))
    return replace(
        spec,
        placement=placement,
        timestep_s=_or(variation.timestep_s, spec.timestep_s),
        is_ccd_enabled=spec.is_ccd_enabled or variation.is_ccd_enabled,
        floor_friction=_or(variation.floor_friction, spec.floor_friction),
        floor_restitution=_or(variation.floor_restitution, spec.floor_restitution),
        opinions=opinions,
        uninstanced_paths=tuple(dict.fromkeys((*spec.uninstanced_paths, *opened))),
    )


def opinions_of(facts: StageFacts, variation: Variation) -> tuple[Opinion, ...]:
    """Return what a variation authors over the prims of the asset.

    Args:
        facts: Facts of the authored asset.
        variation: What to change.
    """
    return (*_opinions(facts, variation), *variation.opinions)


def instances_above(facts: StageFacts, path: str) -> tuple[str, ...]:
    """Return the instanceable prims above a prim, outermost first; all must be opened before it can be changed."""
    return tuple(p for p in facts.instance_paths if path.startswith(f"{p}/"))


def _or(value: float | None, usual: float) -> float:
    return usual if value is None else value


def _check(spec: SceneSpec, variation: Variation) -> None:
    for name in ("timestep_s", "density_kg_m3", "mass_scale", "drop_height_m"):
        value = getattr(variation, name)
        if value is not None and not 0 < value < math.inf:
            raise ValueError(f"{variation.name}: {name} = {value} must be positive and finite")
    for name in ("floor_friction", "floor_restitution"):
        value = getattr(variation, name)
        if value is not None and not 0 <= value < math.inf:
            raise ValueError(f"{variation.name}: {name} = {value} must be finite and not negative")
    for name in ("com_offset_m", "offset_m"):
        if not np.isfinite(getattr(variation, name) or (0.0,)).all():
            raise ValueError(f"{variation.name}: {name} must be finite")
    turn = variation.rotation_xyzw
    if turn is not None and not np.isfinite(quaternion_to_matrix(turn)).all():
        raise ValueError(f"{variation.name}: rotation_xyzw = {turn} is no rotation")
    root = spec.root_prim_path
    for opinion in variation.opinions:
        if opinion.prim_path != root and not opinion.prim_path.startswith(f"{root}/"):
            raise ValueError(f"{variation.name}: {opinion.prim_path} is not part of the asset at {root}")


def _opinions(facts: StageFacts, variation: Variation) -> Iterator[Opinion]:
    bodies = facts.moving_bodies
    carried = {b.path for b in bodies}
    colliders = [c for c in facts.colliders if c.body_path in carried]
    if variation.is_ccd_enabled:
        for body in bodies:
            yield apply_api(body.path, "PhysxRigidBodyAPI")
            yield set_attribute(body.path, "physxRigidBody:enableCCD", "bool", True)
    if variation.approximation is not None:
        for collider in colliders:
            if collider.mesh is not None or collider.merged_meshes:
                yield apply_api(collider.path, "PhysicsMeshCollisionAPI")
                yield set_attribute(
                    collider.path, "physics:approximation", "token", variation.approximation, is_uniform=True
                )
    for body in bodies:
        own = [c for c in colliders if c.body_path == body.path]
        if variation.density_kg_m3 is not None:
            yield from mass_from_density(facts, body, own, variation.density_kg_m3)
        if variation.mass_scale is not None:
            yield from _scaled_mass(facts, body, own, variation.mass_scale)
        if variation.com_offset_m is not None:
            yield from _moved_center(body, variation.com_offset_m)


def mass_from_density(
    facts: StageFacts, body: BodyFacts, colliders: list[ColliderFacts], density_kg_m3: float
) -> Iterator[Opinion]:
    """Yield opinions that let mass, inertia and centre of mass of a body follow from its colliders.

    Args:
        facts: The asset.
        body: A body.
        colliders: Its colliders.
        density_kg_m3: Density of all of them.
    """
    yield apply_api(body.path, "PhysicsMassAPI")
    authored = {
        "physics:mass": ("float", body.mass_kg),
        "physics:diagonalInertia": ("float3", body.diagonal_inertia_kg_m2),
        "physics:principalAxes": ("quatf", body.principal_axes_xyzw),
        "physics:centerOfMass": ("point3f", body.center_of_mass_m),
    }
    for name, (type_name, value) in authored.items():
        if value is not None:
            yield set_attribute(body.path, name, type_name, None)
    for collider in colliders:
        if collider.mass_kg is not None:
            yield set_attribute(collider.path, "physics:mass", "float", None)
        if collider.density_kg_m3 is not None:
            yield set_attribute(collider.path, "physics:density", "float", None)
    yield set_attribute(body.path, "physics:density", "float", density_kg_m3 / _density_unit(facts))


def _density_unit(facts: StageFacts) -> float:
    """Return the unit of density of the stage in kg/m3."""
    return facts.kilograms_per_unit / facts.meters_per_unit**3


def _scaled_mass(
    facts: StageFacts, body: BodyFacts, colliders: list[ColliderFacts], factor: float
) -> Iterator[Opinion]:
    has_own = False
    for collider in colliders:
        for name, value, unit in (
            ("physics:mass", collider.mass_kg, facts.kilograms_per_unit),
            ("physics:density", collider.density_kg_m3, _density_unit(facts)),
        ):
            # Zero and nonsense mean "not given"; scaling would not change that.
            if value is not None and 0 < value < math.inf:
                has_own = True
                yield set_attribute(collider.path, name, "float", factor * value / unit)
    yield apply_api(body.path, "PhysicsMassAPI")
    mass, density, inertia = body.mass_kg, body.density_kg_m3, body.diagonal_inertia_kg_m2
    if mass is not None and 0 < mass < math.inf:
        yield set_attribute(body.path, "physics:mass", "float", factor * mass / facts.kilograms_per_unit)
    elif density is not None and 0 < density < math.inf:
        yield set_attribute(body.path, "physics:density", "float", factor * density / _density_unit(facts))
    elif not has_own:
        usual = _material_density(facts, colliders)
        yield set_attribute(body.path, "physics:density", "float", factor * usual / _density_unit(facts))
    if inertia is not None and any(inertia):
        unit = facts.kilograms_per_unit * facts.meters_per_unit**2
        scaled = tuple(factor * v / unit for v in inertia)
        yield set_attribute(body.path, "physics:diagonalInertia", "float3", scaled)


def _material_density(facts: StageFacts, colliders: list[ColliderFacts]) -> float:
    densities = {m.path: m.density_kg_m3 for m in facts.materials}
    for collider in colliders:
        density = densities.get(collider.material_path or "")
        if density is not None and 0 < density < math.inf:
            return density
    return _DEFAULT_DENSITY_KG_M3


def _moved_center(body: BodyFacts, offset_m: tuple[float, float, float]) -> Iterator[Opinion]:
    points, authored = body.collider_points_m, body.center_of_mass_m
    if authored is not None and np.isfinite(authored).all():
        center = np.asarray(authored)
    elif len(points):
        # Exact for boxes and other shapes with a middle; close enough for a shift elsewhere.
        center = (points.min(axis=0) + points.max(axis=0)) / 2
    else:
        return
    world = np.append(center + np.asarray(offset_m), 1.0)
    x, y, z = np.linalg.solve(body.transform.matrix, world)[:3].tolist()
    yield apply_api(body.path, "PhysicsMassAPI")
    yield set_attribute(body.path, "physics:centerOfMass", "point3f", (x, y, z))
