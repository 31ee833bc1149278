"""Which "what if" to try after a failure, and what the answers mean. Pure; the runner simulates them.

A probe is the same drop with one thing changed. When the changed asset passes, that one thing is the cause, whatever
else looks odd. A probe never changes an outcome: it only explains one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from harness.outcomes import CriterionStatus
from harness.repair.change import Change
from harness.safeguards.base import listed
from harness.safeguards.graph import unbraked_joints
from harness.scene.opinion import Opinion, OpinionKind, set_attribute
from harness.scene.variation import Variation
from harness.stage.facts import BodyFacts, JointFacts, StageFacts
from harness.table import Cell, Column, Table
from harness.verdict import Criterion

__all__ = [
    "PROBES_TABLE",
    "Probe",
    "ProbeResult",
    "about_unbraked",
    "choose_lost_probes",
    "choose_probes",
    "probes_table",
]

PROBES_TABLE = "probes"
"""Name of the table of a verdict that lists the probes."""

_FAST_FPS = 480
_DENSITY_KG_M3 = 1000.0
_BRAKE_S = 0.2
"""Time in which a braked joint loses most of its speed [s]."""
_Maker = Callable[[StageFacts, float], Iterator["Probe"]]
_HALF = math.sqrt(0.5)
# About X, about Y, and upside down, in the world.
_TURNS = (
    ("on-its-side-x", "turned by 90 degrees about X", (_HALF, 0.0, 0.0, _HALF)),
    ("on-its-side-y", "turned by 90 degrees about Y", (0.0, _HALF, 0.0, _HALF)),
    ("upside-down", "upside down", (1.0, 0.0, 0.0, 0.0)),
)


@dataclass(frozen=True, kw_only=True)
class Probe:
    """One thing to change."""

    variation: Variation
    meaning: str
    """What is wrong if the changed asset passes."""
    fix: str
    """What to do about it then."""
    code: str = ""
    """Code whose repair it tries, if it tries one."""
    prim_paths: tuple[str, ...] = ()
    """Prims that it changes."""


@dataclass(frozen=True, kw_only=True)
class ProbeResult:
    """What became of a probe."""

    probe: Probe
    is_passed: bool | None
    """Whether every required criterion was met; ``None`` when it was not run or broke."""
    detail: str
    """What was seen, in a few words."""
    cured: tuple[str, ...] = ()
    """Titles of required criteria that failed and are met now."""
    lowest_point_m: float | None = None
    rest_time_s: float | None = None


def choose_probes(
    criteria: Sequence[Criterion], facts: StageFacts, changes: Sequence[Change], *, timestep_s: float
) -> tuple[Probe, ...]:
    """Return the probes that the evidence suggests, the most telling first.

    Args:
        criteria: Conditions of the failed test.
        facts: The asset.
        changes: Repairs of what was found, each tried on its own.
        timestep_s: Time step of the failed run.
    """
    failed = {c.name for c in criteria if c.is_required and c.status is CriterionStatus.NOT_MET}
    if not failed:
        return ()
    probes = [_of_change(c) for c in changes if c.opinions and not c.stage]
    order: tuple[_Maker, ...]
    if "floor-penetration" in failed or "bounded-energy" in failed or "finite-state" in failed:
        order = (_faster, _ccd, _hull, _inertia, _density, _no_self_collision, _poses)
    elif "ground-contact" in failed:
        order = (_hull, _inertia, _density, _no_self_collision)
    else:
        order = (_braked_joints, _inertia, _density, _no_self_collision, _faster, _hull, _poses, _ccd)
    for make in order:
        probes += list(make(facts, timestep_s))
    return tuple(probes)


def choose_lost_probes(facts: StageFacts, *, timestep_s: float) -> tuple[Probe, ...]:
    """Return the probes for an asset on which the engine dies or hangs; they pass when the engine gets through.

    Args:
        facts: The asset.
        timestep_s: Time step of the lost run.
    """
    hulls = [p for p in _hull(facts, timestep_s) if p.variation.approximation == "convexHull"]
    made = [
        replace(p, meaning=f"The engine does not get through preparing {listed(p.prim_paths)} as it is authored.")
        for p in hulls
    ]
    return (*made, *_no_self_collision(facts, timestep_s), *_inertia(facts, timestep_s), *_density(facts, timestep_s))


def _of_change(change: Change) -> Probe:
    return Probe(
        variation=Variation(name=f"repair-{change.code.lower()}", title=change.title, opinions=change.opinions),
        meaning=change.reason,
        fix=f"{change.title}.",
        code=change.code,
        prim_paths=tuple(dict.fromkeys(i.prim_path for i in change.items)),
    )


def _faster(facts: StageFacts, timestep_s: float) -> Iterator[Probe]:
    if timestep_s > 1.01 / _FAST_FPS:
        yield Probe(
            variation=Variation(name="at-480-fps", title="480 steps a second", timestep_s=1.0 / _FAST_FPS),
            meaning="One physics step is too long for it: in smaller steps it behaves.",
            fix="Thicken small colliders, soften drives and contacts, or use the asset with smaller steps only.",
        )


def _ccd(facts: StageFacts, timestep_s: float) -> Iterator[Probe]:
    yield Probe(
        variation=Variation(name="with-ccd", title="continuous collision detection", is_ccd_enabled=True),
        meaning="It moves further in one step than its collider is thick, and tunnels.",
        fix="Thicken the collider to at least 1 cm, or switch physxRigidBody:enableCCD on.",
    )


def _hull(facts: StageFacts, timestep_s: float) -> Iterator[Probe]:
    carried = {b.path for b in facts.moving_bodies}
    meshes = [c for c in facts.colliders if c.body_path in carried and (c.mesh is not None or c.merged_meshes)]
    other = [c for c in meshes if c.approximation != "convexHull"]
    if other:
        yield Probe(
            variation=Variation(name="as-convex-hull", title="convexHull for every mesh", approximation="convexHull"),
            meaning=f"The approximation '{other[0].approximation or 'none'}' of {other[0].path} does not hold it.",
            fix="Author convexHull, or convexDecomposition for a hollow part.",
            prim_paths=tuple(c.path for c in other),
        )
    hollow = [c for c in meshes if c.approximation != "convexDecomposition" and c.mesh is not None]
    if hollow and sum(c.mesh.triangle_count for c in hollow if c.mesh is not None) < 20_000:
        yield Probe(
            variation=Variation(
                name="decomposed", title="convexDecomposition for every mesh", approximation="convexDecomposition"
            ),
            meaning=f"The collider of {hollow[0].path} does not follow its mesh.",
            fix="Author convexDecomposition.",
            prim_paths=tuple(c.path for c in hollow),
        )


def _braked_joints(facts: StageFacts, timestep_s: float) -> Iterator[Probe]:
    """Brake every joint that nothing brakes, so that its body would stop on its own within a fraction of a second."""
    bodies = {b.path: b for b in facts.moving_bodies}
    opinions: list[Opinion] = []
    paths: list[str] = []
    for joint in unbraked_joints(facts):
        body = bodies.get(str(joint.body1))
        if body is not None and len(body.judged_points_m):
            opinions += _brake(joint, body, facts)
            paths.append(joint.path)
    if paths:
        meaning, fix = about_unbraked(paths)
        yield Probe(
            variation=Variation(name="braked-joints", title="damping at every free joint", opinions=tuple(opinions)),
            meaning=meaning,
            fix=fix,
            prim_paths=tuple(paths),
        )


def _brake(joint: JointFacts, body: BodyFacts, facts: StageFacts) -> tuple[Opinion, Opinion]:
    if joint.prim_type == "PhysicsSphericalJoint":
        # It has no drives; the body that hangs there is damped instead.
        name = "physxRigidBody:angularDamping"
        return (
            Opinion(prim_path=body.path, kind=OpinionKind.APPLY_API, name="PhysxRigidBodyAPI"),
            set_attribute(body.path, name, "float", 1 / _BRAKE_S),
        )
    kind = "angular" if joint.prim_type == "PhysicsRevoluteJoint" else "linear"
    mass_kg = body.mass_kg or _DENSITY_KG_M3 * (body.collider_volume_m3 or 0.0) or 1.0
    damping = mass_kg / _BRAKE_S / facts.kilograms_per_unit
    if kind == "angular":
        reach_m = float(np.linalg.norm(np.ptp(body.judged_points_m, axis=0)))
        damping *= math.radians(1.0) * (reach_m / facts.meters_per_unit) ** 2
    return (
        Opinion(prim_path=joint.path, kind=OpinionKind.APPLY_API, name=f"PhysicsDriveAPI:{kind}"),
        set_attribute(joint.path, f"drive:{kind}:physics:damping", "float", damping),
    )


def about_unbraked(paths: Sequence[str]) -> tuple[str, str]:
    """Return what joints without friction and drive lead to, and what to do about it."""
    return (
        f"Nothing brakes {listed(paths)}: no friction, no damping. What hangs there moves on and on.",
        "Write the friction of the real joint: drive damping, physxJoint:jointFriction in an articulation, or the "
        "angular damping of what hangs at a spherical joint.",
    )


def _inertia(facts: StageFacts, timestep_s: float) -> Iterator[Probe]:
    """Keep the mass, and let its distribution follow from the geometry."""
    opinions: list[Opinion] = []
    for body in facts.moving_bodies:
        for name, kind, value in (
            ("physics:diagonalInertia", "float3", body.diagonal_inertia_kg_m2),
            ("physics:principalAxes", "quatf", body.principal_axes_xyzw),
            ("physics:centerOfMass", "point3f", body.center_of_mass_m),
        ):
            if value is not None:
                opinions.append(set_attribute(body.path, name, kind, None))
    paths = tuple(dict.fromkeys(o.prim_path for o in opinions))
    if paths:
        yield Probe(
            variation=Variation(
                name="inertia-from-geometry",
                title="inertia and centre of mass from the geometry",
                opinions=tuple(opinions),
            ),
            meaning=f"The authored inertia or centre of mass of {paths[0]} does not fit its geometry and mass.",
            fix="Remove them so that they follow from the geometry, or write those of the real object.",
            prim_paths=paths,
        )


def _density(facts: StageFacts, timestep_s: float) -> Iterator[Probe]:
    authored = [
        b.path
        for b in facts.moving_bodies
        if any(v is not None for v in (b.mass_kg, b.diagonal_inertia_kg_m2, b.center_of_mass_m, b.density_kg_m3))
    ]
    if authored:
        yield Probe(
            variation=Variation(
                name="mass-from-density",
                title="mass, inertia and centre of mass from a density of 1000 kg/m3",
                density_kg_m3=_DENSITY_KG_M3,
            ),
            meaning=f"The authored mass, inertia or centre of mass of {authored[0]} does not fit its geometry.",
            fix="Remove them so that they follow from the geometry, or write those of the real object.",
            prim_paths=tuple(authored),
        )


def _no_self_collision(facts: StageFacts, timestep_s: float) -> Iterator[Probe]:
    bodies = [b.path for b in facts.moving_bodies]
    if not 2 <= len(bodies) <= 100:
        return
    opinions: list[Opinion] = []
    for index, path in enumerate(bodies[:-1]):
        kind, name = OpinionKind.APPLY_API, "PhysicsFilteredPairsAPI"
        opinions.append(Opinion(prim_path=path, kind=kind, name=name))
        opinions.append(
            Opinion(
                prim_path=path,
                kind=OpinionKind.RELATIONSHIP,
                name="physics:filteredPairs",
                value=tuple(bodies[index + 1 :]),
            )
        )
    for root in dict.fromkeys(a.path for a in facts.articulations if a.is_enabled):
        opinions.append(Opinion(prim_path=root, kind=OpinionKind.APPLY_API, name="PhysxArticulationAPI"))
        opinions.append(set_attribute(root, "physxArticulation:enabledSelfCollisions", "bool", False))
    yield Probe(
        variation=Variation(
            name="without-self-collision",
            title="no collisions between the asset's own bodies",
            opinions=tuple(opinions),
        ),
        meaning="Its own bodies push each other: their colliders overlap.",
        fix="Separate the colliders, or filter the pairs that touch (FilteredPairsAPI).",
    )


def _poses(facts: StageFacts, timestep_s: float) -> Iterator[Probe]:
    for name, title, turn in _TURNS:
        yield Probe(
            variation=Variation(name=name, title=f"dropped {title}", rotation_xyzw=turn),
            meaning=f"It depends on the start pose: dropped {title}, it behaves.",
            fix="Look at what it lands on in the authored pose: a rounded base, a thin part or a hidden collider.",
        )


def probes_table(results: Iterable[ProbeResult]) -> Table:
    """Return the probes as a table of the verdict."""
    rows: list[tuple[Cell, ...]] = []
    for result in results:
        passed = result.is_passed
        said = "passes" if passed else "fails" if passed is not None else "not known"
        row = (result.probe.variation.title, said, result.lowest_point_m, result.rest_time_s, result.detail)
        rows.append((result.probe.variation.name, *row))
    return Table(
        name=PROBES_TABLE,
        title="What if: the same drop with one thing changed",
        columns=(
            Column(name="probe", label="Probe"),
            Column(name="change", label="Changed"),
            Column(name="result", label="Then it"),
            Column(name="lowest_point_m", label="Lowest point", unit="m"),
            Column(name="rest_time_s", label="At rest by", unit="s"),
            Column(name="detail", label="Seen"),
        ),
        rows=tuple(rows),
        note="Probes explain a failure. They never change the outcome.",
    )
