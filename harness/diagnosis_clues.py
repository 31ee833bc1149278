"""Clues in the facts that explain a failure. Each looks for one thing and names it with its prim and its number."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from harness.safeguards.base import body_frame_extent, listed, solid_colliders, usable_points
from harness.safeguards.graph import linking_joints
from harness.safeguards.inertia import inertia_misfit
from harness.stage.facts import BodyFacts, ColliderFacts, MeshFacts, StageFacts
from harness.verdict import Criterion, Finding

__all__ = [
    "Evidence",
    "Hint",
    "animated",
    "bouncy_material",
    "bounding_sphere",
    "costly_collider",
    "disabled_collider",
    "extreme_values",
    "fast_start",
    "heavy_meshes",
    "leaky_meshes",
    "many_bodies",
    "mass_ratio",
    "never_moves",
    "no_collider",
    "no_friction",
    "odd_inertia",
    "odd_mass",
    "rises",
    "round_base",
    "still_falling",
    "thin",
]

_THIN_M = 0.01
_ROUND_SHAPES = frozenset({"Sphere", "Capsule", "Cylinder", "Cone"})
# From aerogel-light foam to osmium; the volume is that of convex hulls, so hollow things come out lighter.
_LIGHT_KG_M3, _HEAVY_KG_M3 = 5.0, 23_000.0
_MASS_RATIO = 1000.0
_INERTIA_FACTOR = 5.0
_MANY_TRIANGLES, _MANY_BODIES = 100_000, 500
_GRAVITY_M_S2 = 9.81


class Hint(NamedTuple):
    """A cause and what to do about it."""

    cause: str
    fix: str
    code: str = ""
    """Code of the finding that says so, if one does."""
    weight: float = 0.0
    """How far the evidence goes beyond what is usual; orders hints of one kind."""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Everything that is known about a failed case."""

    findings: Sequence[Finding]
    criteria: Sequence[Criterion]
    facts: StageFacts | None
    measurements: Mapping[str, float | None]

    @property
    def bodies(self) -> tuple[BodyFacts, ...]:
        """Bodies that were expected to move."""
        return self.facts.moving_bodies if self.facts is not None else ()

    def number(self, name: str) -> float | None:
        """Return a finite measurement, or ``None``."""
        value = self.measurements.get(name)
        return value if value is not None and math.isfinite(value) else None


def _solid(evidence: Evidence) -> Iterator[tuple[BodyFacts, ColliderFacts]]:
    solid = solid_colliders(evidence.facts) if evidence.facts is not None else {}
    for body in evidence.bodies:
        for collider in solid[body.path]:
            yield body, collider


def _meshes(evidence: Evidence) -> Iterator[tuple[ColliderFacts, MeshFacts]]:
    for _, collider in _solid(evidence):
        if collider.mesh is not None:
            yield collider, collider.mesh


def no_collider(evidence: Evidence) -> Iterator[Hint]:
    """Name a body without a working collider in a mechanism that has one elsewhere."""
    with_collider = {b.path for b, _ in _solid(evidence)}
    for body in evidence.bodies:
        if body.path not in with_collider:
            yield Hint(
                f"{body.path} has no working collider, so nothing holds it up.",
                "Apply CollisionAPI to at least one mesh of the body.",
            )


def disabled_collider(evidence: Evidence) -> Iterator[Hint]:
    """Name a collider that is switched off on a body that has others."""
    if evidence.facts is None:
        return
    moving = {b.path for b in evidence.bodies}
    for collider in evidence.facts.colliders:
        if collider.body_path in moving and (not collider.is_enabled or collider.is_trigger):
            why = "physics:collisionEnabled is false" if not collider.is_enabled else "it is a trigger"
            yield Hint(
                f"The collider {collider.path} of {collider.body_path} does not work ({why}), so the body is not "
                "solid there.",
                "Switch it on, or remove it together with what it stands for.",
            )


def animated(evidence: Evidence) -> Iterator[Hint]:
    """Name geometry that is animated: an engine takes one value for all time."""
    facts = evidence.facts
    for path in facts.animated_mesh_paths if facts is not None else ():
        yield Hint(
            f"The points of {path} are animated (time samples). An engine takes their default value, or none where "
            "there is no default, so what collides is not what is drawn.",
            "Write one frame of the points as the default value, and remove the time samples.",
        )
    for path in facts.animated_paths if facts is not None else ():
        yield Hint(
            f"The transform of {path} is animated (time samples). An engine takes its default value only.",
            "Write one pose as the default value, and remove the time samples.",
        )


def bounding_sphere(evidence: Evidence) -> Iterator[Hint]:
    """Name a bounding shape in place of the geometry."""
    for _, collider in _solid(evidence):
        if collider.mesh is not None and collider.approximation in ("boundingSphere", "boundingCube"):
            yield Hint(
                "The collider differs from the visible geometry: "
                f"{collider.path} collides as its {collider.approximation}.",
                "Author convexHull or convexDecomposition.",
            )


def rises(evidence: Evidence) -> Iterator[Hint]:
    """Notice an end position above the start."""
    start, end = evidence.number("drop_height_m"), evidence.number("final_low_point_m")
    if start is not None and end is not None and end > start + 0.01:
        yield Hint(
            f"It rose from {start:.3g} m to {end:.3g} m instead of falling: a force, a start velocity, or gravity "
            "of its own acts on it.",
            "Remove forces and start velocities; leave gravity to the scene.",
        )


def never_moves(evidence: Evidence) -> Iterator[Hint]:
    """Notice an end position at the start."""
    start, end = evidence.number("drop_height_m"), evidence.number("final_low_point_m")
    if start is not None and end is not None and abs(end - start) < 1e-4:
        yield Hint(
            "It did not move at all: something holds it (a joint, a static part, sleep) or it is not simulated.",
            "Look for joints to the world and static colliders, and read the engine log beside the verdict.",
        )


def still_falling(evidence: Evidence) -> Iterator[Hint]:
    """Notice a fall that took longer than the run."""
    needed, simulated = evidence.number("fall_time_analytic_s"), evidence.number("simulated_s")
    if needed is not None and simulated is not None and simulated < needed:
        yield Hint(
            f"The fall takes {needed:.3g} s and only {simulated:.3g} s were simulated.",
            "Raise simulation_seconds, or check metersPerUnit: the asset may be larger than meant.",
        )


def thin(evidence: Evidence) -> Iterator[Hint]:
    """Name colliders thinner than a centimetre."""
    for body in evidence.bodies:
        extent = body_frame_extent(body, body.collider_points_m)
        if extent is not None and min(extent) < _THIN_M <= max(extent):
            yield Hint(
                f"The collider of {body.path} is {1000 * min(extent):.2g} mm thin; anything below 10 mm may tunnel.",
                "Thicken the collider to at least 1 cm.",
            )


def fast_start(evidence: Evidence) -> Iterator[Hint]:
    """Notice a fall so deep that one step is longer than the body."""
    speed = evidence.number("impact_speed_analytic_m_s")
    for body in evidence.bodies:
        extent = body_frame_extent(body, body.collider_points_m)
        if speed is not None and extent is not None and 0 < max(extent) < speed / 240:
            yield Hint(
                f"{body.path} is {max(extent):.2g} m in size and moves {speed / 240:.2g} m in one step, so it can "
                "tunnel.",
                "Check metersPerUnit, or thicken the collider.",
            )


def bouncy_material(evidence: Evidence) -> Iterator[Hint]:
    """Name restitution that the floor cannot take away."""
    materials = evidence.facts.materials if evidence.facts is not None else ()
    for material in materials:
        restitution, mode = material.restitution, material.restitution_combine_mode
        if not restitution or restitution <= 0:
            continue
        if mode == "max" or restitution >= 0.9:
            combined = f"combine mode {mode}" if mode is not None else "no combine mode of its own"
            yield Hint(
                f"The physics material {material.path} has restitution {restitution:.3g} with {combined}, so the "
                "asset keeps bouncing although the floor takes all energy.",
                "Lower physics:restitution, or set physxMaterial:restitutionCombineMode to average or multiply.",
            )


def no_friction(evidence: Evidence) -> Iterator[Hint]:
    """Name a frictionless material."""
    materials = evidence.facts.materials if evidence.facts is not None else ()
    for material in materials:
        if not material.dynamic_friction:
            authored = "0" if material.dynamic_friction == 0 else "not authored, which means 0"
            yield Hint(
                f"Dynamic friction of the physics material {material.path} is {authored}: the asset slides on.",
                "Author a friction such as 0.5.",
            )


def round_base(evidence: Evidence) -> Iterator[Hint]:
    """Name bodies that can only touch the floor with something round."""
    shapes: dict[str, set[str]] = {}
    for body, collider in _solid(evidence):
        shapes.setdefault(body.path, set()).add(collider.prim_type)
    for path, kinds in shapes.items():
        if kinds <= _ROUND_SHAPES:
            yield Hint(
                f"{path} touches the floor only with round shapes ({', '.join(sorted(kinds))}): a rounded base "
                "rolls on, as PhysX has no rolling friction.",
                "Flatten the base, or author angular damping.",
            )


def odd_mass(evidence: Evidence) -> Iterator[Hint]:
    """Name a mass that no material has."""
    for body in evidence.bodies:
        mass, volume = body.mass_kg, body.collider_volume_m3
        if not mass or not volume or not math.isfinite(mass) or mass < 0:
            continue
        density = mass / volume
        if not _LIGHT_KG_M3 <= density <= _HEAVY_KG_M3:
            yield Hint(
                f"The mass of {body.path} is unrealistic: {mass:.3g} kg in {volume:.3g} m3 is {density:.3g} kg/m3.",
                "Write a mass in proportion to the real object.",
            )


def odd_inertia(evidence: Evidence) -> Iterator[Hint]:
    """Name an authored inertia that mass and size do not support, long before it is an error."""
    for body in evidence.bodies:
        misfit = inertia_misfit(body)
        if misfit is not None and misfit.factor > _INERTIA_FACTOR:
            way = "small" if misfit.is_too_small else "large"
            yield Hint(
                f"physics:diagonalInertia of {body.path} is {misfit.factor:.2g} times too {way} for {misfit.basis}.",
                "Remove the authored diagonalInertia so that it follows from the geometry.",
            )


def mass_ratio(evidence: Evidence) -> Iterator[Hint]:
    """Name very different masses joined together."""
    if evidence.facts is None:
        return
    masses = {b.path: b.mass_kg for b in evidence.bodies if b.mass_kg and b.mass_kg > 0}
    for joint in linking_joints(evidence.facts):
        first, second = masses.get(joint.body0 or ""), masses.get(joint.body1 or "")
        if first and second and max(first, second) > _MASS_RATIO * min(first, second):
            yield Hint(
                f"{joint.path} joins {joint.body0} ({first:.3g} kg) and {joint.body1} ({second:.3g} kg); an "
                "iterative solver hardly holds such a ratio.",
                "Bring the masses closer together, or make the mechanism an articulation.",
            )


def extreme_values(evidence: Evidence) -> Iterator[Hint]:
    """Name masses and sizes at the edge of single precision."""
    for body in evidence.bodies:
        mass = body.mass_kg
        if mass and (mass < 1e-6 or mass > 1e9):
            yield Hint(f"The mass of {body.path} is {mass:.3g} kg.", "Write the mass of the real object.")
        points = usable_points(body.collider_points_m)
        size = float(np.ptp(points, axis=0).max()) if len(points) else None
        if size is not None and (size < 1e-4 or size > 1e3):
            yield Hint(f"{body.path} is {size:.3g} m in size.", "Check metersPerUnit and scales.")


def heavy_meshes(evidence: Evidence) -> Iterator[Hint]:
    """Name meshes that take long to cook."""
    for collider, mesh in _meshes(evidence):
        if mesh.triangle_count > _MANY_TRIANGLES:
            yield Hint(
                f"The collision mesh {collider.path} has {mesh.triangle_count} triangles (approximation "
                f"{collider.approximation}).",
                "Simplify the collision mesh, or author convexHull.",
            )


def costly_collider(evidence: Evidence) -> Iterator[Hint]:
    """Name the collider that takes longest to prepare, when the engine stopped while it loaded the scene."""
    lost = [f for f in evidence.findings if f.code in ("ENG002", "ENG003", "ENG004", "ENG006", "ENG007")]
    if not lost or any(f.time_s is not None for f in lost):
        return
    efforts = [(_effort(c), c) for _, c in _solid(evidence)]
    for effort, collider in sorted(efforts, key=lambda e: -e[0])[:1]:
        if effort > 0:
            triangles = collider.mesh.triangle_count if collider.mesh is not None else 0
            yield Hint(
                f"The engine stopped while it prepared colliders, and {collider.path} takes it longest: "
                f"{collider.approximation} of {triangles} triangles.",
                "Author convexHull, or lower the resolution of the approximation.",
            )


def _effort(collider: ColliderFacts) -> float:
    """Return the effort of preparing a collider, of no unit. Source: cooking times measured with PhysX 5.12."""
    triangles = float(collider.mesh.triangle_count if collider.mesh is not None else 0)
    if collider.approximation == "sphereFill":
        return 1e6 + float(collider.sphere_fill_voxels or 0)
    if collider.approximation == "sdf":
        leaks = 5.0 if collider.mesh is not None and collider.mesh.is_closed is False else 1.0
        return leaks * (10.0 * float(collider.sdf_resolution or 256) ** 2 + triangles)
    return 10.0 * triangles if collider.approximation == "convexDecomposition" else 0.0


def leaky_meshes(evidence: Evidence) -> Iterator[Hint]:
    """Name open meshes under approximations that need a closed one."""
    open_paths = [
        c.path
        for c, m in _meshes(evidence)
        if m.is_closed is False and c.approximation in ("sdf", "convexDecomposition")
    ]
    if open_paths:
        yield Hint(
            f"{listed(open_paths)} {'is' if len(open_paths) == 1 else 'are'} not watertight, which slows cooking "
            "down or breaks it.",
            "Close the mesh, or author convexHull.",
        )


def many_bodies(evidence: Evidence) -> Iterator[Hint]:
    """Count more bodies than an interactive simulation handles."""
    facts = evidence.facts
    count = max(len(evidence.bodies), facts.instance_count) if facts is not None else 0
    if count > _MANY_BODIES:
        yield Hint(
            f"There are {count} bodies or instances to simulate.",
            "Test the asset in parts, or raise watchdog_seconds.",
        )
