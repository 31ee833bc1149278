"""Causes and fixes name what was found, best first, and guess only when nothing was."""

from __future__ import annotations

import numpy as np
import pytest

from harness.diagnosis import diagnose
from harness.diagnosis_probes import nothing_helped
from harness.outcomes import CriterionStatus, Severity
from harness.probing import Probe, ProbeResult, choose_probes
from harness.scene.variation import Variation
from harness.stage.facts import DriveFacts, JointMechanics
from harness.verdict import Criterion, finding
from tests.safeguards.fact_samples import BOX, body, collider, joint, material, mesh, mesh_collider, stage, two_bodies

CONTACT = finding("MON001", "never came down")
SINKS = finding("MON002", "sank")
MOVES = finding("MON003", "kept moving")
HANGS = finding("ENG007", "hangs")


def causes(findings, facts=None, **measurements):
    """Causes of a diagnosis, each with a fix."""
    found = diagnose(findings, (), facts, measurements)
    assert len(found.causes) == len(found.fixes)
    assert all(found.fixes)
    return found.causes


def test_nothing_for_an_asset_that_behaves():
    """Nothing for an asset that behaves."""
    assert causes([], stage()) == ()
    assert causes([finding("SAF013", "mass is 0")], stage()) == ()


@pytest.mark.parametrize(
    ("symptom", "words"),
    [
        (CONTACT, ["RigidBodyAPI", "CollisionAPI", "FixedJoint", "mass zero"]),
        (SINKS, ["approximation", "inward", "thinner than 1 cm"]),
        (MOVES, ["mass", "centre of mass", "rounded", "overlapping"]),
        (HANGS, ["self-penetrating", "zero-volume", "overlapping", "NaN"]),
    ],
)
def test_guesses_are_marked_and_complete_when_nothing_is_known(symptom, words):
    """Guesses are marked and complete when nothing is known."""
    found = causes([symptom])
    assert all(c.startswith("Possible: ") for c in found)
    for word in words:
        assert any(word in c for c in found), word


def test_deciding_safeguard_is_the_cause_and_no_guess_is_added():
    """Deciding safeguard is the cause and no guess is added."""
    first = finding("SAF002", "/Root has no collider", sites=["/Root"])
    assert causes([first, SINKS], stage()) == ("/Root has no collider",)


HINGE = {"path": "/Root/hinge", "prim_type": "PhysicsRevoluteJoint", "locks_all_axes": False}


def hinge(kind: str, damping: float | None, friction: float | None):
    """Return a joint between both bodies with one drive and some friction."""
    drive = DriveFacts(
        axis="angular", stiffness=None, damping=damping, max_force=None, target_position=None, target_velocity=None
    )
    mechanics = JointMechanics(axis="X", world_frame0=np.eye(4), world_frame1=np.eye(4), friction=friction)
    return joint(**{**HINGE, "prim_type": kind}, drives=(drive,), mechanics=mechanics)


@pytest.mark.parametrize("kind", ["PhysicsRevoluteJoint", "PhysicsPrismaticJoint", "PhysicsSphericalJoint"])
@pytest.mark.parametrize(
    ("damping", "friction", "is_named"), [(None, None, True), (0.0, 0.0, True), (2.0, None, False), (None, 0.3, False)]
)
def test_joints_that_nothing_brakes_are_named_when_the_asset_keeps_moving(kind, damping, friction, is_named):
    """Name a free joint as what lets a body swing on, and none that a drive or friction brakes."""
    facts = two_bodies(hinge(kind, damping, friction))
    assert any("Nothing brakes /Root/hinge" in c for c in causes([MOVES], facts)) == is_named
    assert not any("Nothing brakes" in c for c in causes([CONTACT], facts))
    moves = Criterion(
        name="rest",
        title="rests",
        status=CriterionStatus.NOT_MET,
        is_required=True,
        measured=0.1,
        limit=0.02,
        unit="m",
        margin=-0.08,
        code="MON003",
    )
    names = [p.variation.name for p in choose_probes([moves], facts, [], timestep_s=1 / 240)]
    assert ("braked-joints" in names) == is_named


def test_what_only_keeps_the_test_from_judging_is_no_cause_of_a_failure():
    """Name a joint that was not moved as the cause of an INCONCLUSIVE, not of what failed beside it."""
    unmoved = finding("TST013", "not moved", severity=Severity.INCONCLUSIVE)
    assert causes([unmoved]) == ("not moved",)
    assert "not moved" not in causes([finding("MON004", "no number"), unmoved])


def test_collider_that_floats_is_said_to_differ_from_the_geometry():
    """Collider that floats is said to differ from the geometry."""
    uneven = finding("SAF015", "the sphere is scaled unevenly")
    found = causes([CONTACT, uneven], stage())
    assert found[0].startswith("The collider differs from the visible geometry.")


def test_bouncy_material_is_named_with_its_mode():
    """Bouncy material is named with its mode."""
    rubber = material(restitution=1.0, restitution_combine_mode="max")
    first = causes([MOVES], stage(materials=(rubber,)))[0]
    assert "/Root/rubber" in first
    assert "max" in first


def test_drive_with_a_target_velocity_is_named():
    """Drive with a target velocity is named."""
    drive = DriveFacts(
        axis="angular", stiffness=None, damping=1.0, max_force=None, target_position=None, target_velocity=720.0
    )
    assert "/Root/joint" in causes([MOVES], two_bodies(joint(drives=(drive,))))[0]


def test_round_base_is_named():
    """Round base is named."""
    assert "round" in causes([MOVES], stage(colliders=(collider(prim_type="Sphere"),)))[0]


def test_body_without_collider_is_named_when_it_sinks():
    """Body without collider is named when it sinks."""
    bare = {"collider_paths": (), "collider_points_m": BOX[:0]}
    assert causes([SINKS], two_bodies(joint(), second=bare))[0].startswith("/Root/b")


def test_thin_collider_is_named_when_it_sinks():
    """Thin collider is named when it sinks."""
    facts = stage(bodies=(body(collider_points_m=BOX * [1, 1, 0.01]),))
    assert "2 mm thin" in causes([SINKS], facts)[0]


def test_what_is_suspicious_is_named_when_it_hangs():
    """What is suspicious is named when it hangs."""
    heavy = mesh_collider("convexDecomposition", mesh=mesh(triangle_count=500_000, is_closed=False))
    found = causes([HANGS], stage(bodies=(body(mass_kg=1e12),), colliders=(heavy,)))
    assert any("1e+12 kg" in c for c in found)
    assert any("500000 triangles" in c for c in found)
    assert any("not watertight" in c for c in found)


def test_motion_that_the_numbers_show_is_used():
    """Motion that the numbers show is used."""
    assert "did not move" in causes([CONTACT], stage(), drop_height_m=1.6, final_low_point_m=1.6)[0]
    assert "rose" in causes([CONTACT], stage(), drop_height_m=1.6, final_low_point_m=51.0)[0]
    assert "only 10 s" in causes([CONTACT], stage(), fall_time_analytic_s=40.0, simulated_s=10.0)[0]


def test_criterion_alone_is_a_symptom():
    """Criterion alone is a symptom."""
    criterion = Criterion(
        name="ground-contact",
        title="t",
        status=CriterionStatus.NOT_MET,
        is_required=True,
        measured=1.0,
        limit=0.1,
        unit="m",
        margin=-0.9,
        code="MON001",
    )
    assert diagnose([], [criterion], None, {}).causes


def test_several_joints_between_two_links_are_named_when_it_explodes():
    """Name the joints of a converted multi-axis joint, and nothing about contact that never meant anything."""
    linked = two_bodies(
        joint("/Root/x"),
        joint("/Root/y"),
        articulation_root_path="/Root",
        second={"articulation_root_path": "/Root"},
    )
    found = causes([finding("MON005", "gained energy"), CONTACT], linked)
    assert found[0].startswith("2 joints connect /Root/a and /Root/b (/Root/x, /Root/y)")
    assert len(found) == 1


def test_inertia_that_is_only_doubtful_is_named_when_it_never_settles():
    """Name an inertia that is 20 times too large, which is no finding of its own."""
    facts = stage(bodies=(body(diagonal_inertia_kg_m2=(0.5, 0.5, 0.5)),))
    assert "19 times too large" in causes([MOVES], facts)[0]


def tried(*names: str, is_passed: bool | None = False, cured: tuple[str, ...] = ()) -> list[ProbeResult]:
    """Probes of these names and what became of them."""
    made = [Probe(variation=Variation(name=n, title=f"title of {n}"), meaning="m", fix="f") for n in names]
    return [ProbeResult(probe=p, is_passed=is_passed, detail="", cured=cured) for p in made]


def guesses(symptom, probes, facts=None):
    """Causes of a symptom without any evidence but probes."""
    return diagnose([symptom], (), facts, {}, probes).causes


def test_a_guess_that_a_probe_refuted_is_not_offered():
    """Leave out what was tried in vain, but not what could not be tried or helped in part."""
    meshes = stage(colliders=(mesh_collider(),))
    assert any("approximation" in c for c in guesses(SINKS, [], meshes))
    assert not any("approximation" in c for c in guesses(SINKS, tried("decomposed"), meshes))
    assert any("approximation" in c for c in guesses(SINKS, tried("decomposed", is_passed=None), meshes))
    assert any("approximation" in c for c in guesses(SINKS, tried("decomposed", cured=("Stays still",)), meshes))
    assert not any("tunnels" in c for c in guesses(SINKS, tried("with-ccd"), meshes))
    assert not any("overlapping" in c for c in guesses(MOVES, tried("without-self-collision"), meshes))


def test_analytic_shapes_have_no_wrong_approximation():
    """Do not offer an approximation for an asset that has no mesh."""
    assert not any("approximation" in c for c in guesses(SINKS, [], stage()))


def test_when_all_guesses_are_refuted_that_is_said():
    """Say what was tried, and where to look."""
    names = ("mass-from-density", "inertia-from-geometry", "without-self-collision")
    left = guesses(MOVES, tried(*names), stage())
    assert [c for c in left if "rounded base" in c] == list(left)
    only = nothing_helped(tried(*names))
    assert "title of without-self-collision" in only.cause
    assert only.fix
