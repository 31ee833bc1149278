"""Safeguards about masses, inertia, meshes, materials, joints and offsets."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.outcomes import Severity
from harness.safeguards import run_safeguards
from harness.safeguards.inertia import box_inertia
from harness.safeguards.mesh_points import thinnest_side
from harness.safeguards.overlap import overlap_depth
from harness.stage.facts import DriveFacts, IgnoredAttribute, JointSide
from harness.stage.joint_facts import BeyondLimit
from tests.safeguards.fact_samples import (
    BOX,
    body,
    collider,
    joint,
    material,
    mesh,
    mesh_collider,
    moved,
    stage,
    transform,
    two_bodies,
    with_body,
    with_collider,
)
from tests.safeguards.test_falling import codes, severities

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize("value", [-1.0, NAN, INF, -INF])
def test_invalid_mass_or_density_fails(value):
    """Fail a mass or density that decides and cannot be."""
    for facts in (
        with_body(mass_kg=value),
        with_body(mass_kg=None, density_kg_m3=value),
        with_body(mass_kg=0.0, density_kg_m3=value),
        stage(bodies=(body(mass_kg=None),), colliders=(collider(mass_kg=value),)),
        stage(bodies=(body(mass_kg=None),), colliders=(collider(density_kg_m3=value),)),
        stage(bodies=(body(mass_kg=None),), materials=(material(density_kg_m3=value),)),
    ):
        found = [f for f in run_safeguards(facts) if f.code == "SAF008"]
        assert [f.severity for f in found] == [Severity.FAIL]


@pytest.mark.parametrize("value", [-1.0, NAN, INF, -INF])
def test_what_loses_against_a_mass_only_warns(value):
    """Warn of a value that a valid mass makes void: mass over density, body over collider and material."""
    for facts in (
        with_body(density_kg_m3=value),
        stage(colliders=(collider(mass_kg=value),)),
        stage(colliders=(collider(density_kg_m3=value),)),
        stage(materials=(material(density_kg_m3=value),)),
    ):
        assert [(f.code, f.severity) for f in run_safeguards(facts)] == [("SAF008", Severity.WARN)]


def test_what_engines_do_not_read_is_not_judged():
    """Leave a mass whose schema is not applied to SAF050."""
    ignored = IgnoredAttribute(prim_path="/Root", attribute="physics:mass", schema="PhysicsMassAPI")
    assert codes(stage(bodies=(body(mass_kg=-1.0),), ignored_attributes=(ignored,))) == ["SAF050"]


def test_masses_of_colliders_are_those_of_their_body():
    """Judge the density of a body that carries its mass on its colliders; one without leaves it open."""
    heavy = stage(bodies=(body(mass_kg=None),), colliders=(collider(mass_kg=5000.0),))
    assert codes(heavy) == ["SAF049"]
    partly = (collider(mass_kg=5000.0), collider("/Root/other"))
    assert "SAF049" not in codes(stage(bodies=(body(mass_kg=None),), colliders=partly))
    assert codes(stage(bodies=(body(mass_kg=4.0),), colliders=(collider(mass_kg=5000.0),))) == []


def test_mass_zero_warns_unless_a_density_says_more():
    """Mass zero warns unless a density says more."""
    (found,) = run_safeguards(with_body(mass_kg=0.0))
    assert found.code == "SAF013"
    assert "8 kg" in found.message
    assert codes(with_body(mass_kg=0.0, density_kg_m3=600.0)) == []
    assert codes(with_body(mass_kg=None)) == []


@pytest.mark.parametrize("density", [7.8, 0.001, 7.8e6])
def test_authored_density_of_no_material_warns_where_it_counts(density):
    """Warn of g/cm3 written as kg/m3, on a body; a mass beside it makes it void."""
    assert codes(with_body(mass_kg=None, density_kg_m3=density)) == ["SAF049"]
    assert codes(with_body(mass_kg=0.0, density_kg_m3=density)) == ["SAF049"]
    assert codes(with_body(density_kg_m3=density)) == []


@pytest.mark.parametrize(("mass", "code"), [(1e12, "SAF049"), (1e-9, "SAF049"), (4000.0, "SAF049"), (180.0, None)])
def test_density_that_nothing_has_warns(mass, code):
    """Density that nothing has warns."""
    assert codes(with_body(mass_kg=mass)) == ([code] if code else [])


def test_density_is_that_of_the_whole_mechanism():
    """Density is that of the whole mechanism."""
    small = {"collider_volume_m3": 1e-9, "judged_points_m": BOX * 1e-3, "collider_points_m": BOX * 1e-3}
    assert codes(two_bodies(joint(), second=small)) == []


@pytest.mark.parametrize(
    ("inertia", "code"),
    [
        (None, None),
        ((0.0, 0.0, 0.0), None),
        ((0.027, 0.027, 0.027), None),
        ((2.0, 2.0, 2.0), None),
        ((10.0, 10.0, 10.0), "SAF047"),
        ((1e4, 1e4, 1e4), "SAF009"),
        ((1e-4, 1e-4, 1e-4), "SAF047"),
        ((1e-7, 1e-7, 1e-7), "SAF009"),
        ((-0.02, 0.02, 0.02), "SAF009"),
        ((0.02, 0.0, 0.02), "SAF009"),
        ((NAN, 0.02, 0.02), "SAF009"),
        ((INF, 0.02, 0.02), "SAF009"),
        ((1e-20, 1e-20, 5e6), "SAF009"),
        ((0.05, 0.001, 0.001), "SAF009"),
        ((0.03, 0.012, 0.0105), "SAF047"),
        ((0.03, 0.0156, 0.0142), None),
    ],
)
def test_inertia_against_mass_and_size(inertia, code):
    """Inertia against mass and size."""
    facts = with_body(diagonal_inertia_kg_m2=inertia)
    assert codes(facts) == ([code] if code else [])
    assert len(run_safeguards(facts)) <= 1


def test_identity_inertia_on_a_small_box_is_only_a_warning():
    """Identity inertia on a small box is only a warning."""
    small = {"mass_kg": 0.6, "judged_points_m": BOX / 2, "collider_points_m": BOX / 2, "collider_volume_m3": 1e-3}
    facts = with_body(diagonal_inertia_kg_m2=(1.0, 1.0, 1.0), **small)
    assert codes(facts) == ["SAF047"]
    assert severities(facts) == {Severity.WARN}


def test_inertia_of_a_link_is_judged_more_gently():
    """Inertia of a link is judged more gently."""
    assert codes(two_bodies(joint(), diagonal_inertia_kg_m2=(1e4, 1e4, 1e4))) == ["SAF047"]
    assert severities(two_bodies(joint(), diagonal_inertia_kg_m2=(0.0, 0.0, 0.003))) == {Severity.WARN}


@given(
    size=st.tuples(*[st.floats(0.001, 10)] * 3),
    fill=st.tuples(*[st.floats(0.2, 1)] * 3),
    density=st.floats(10, 20_000),
)
def test_inertia_of_any_solid_box_within_the_body_is_fine(size, fill, density):
    """Inertia of any solid box within the body is fine."""
    mass = density * math.prod(size)
    inner = tuple(s * f for s, f in zip(size, fill, strict=True))
    points = (BOX - [0, 0, 0.1]) * 5 * np.array(size)
    facts = with_body(
        mass_kg=mass,
        diagonal_inertia_kg_m2=box_inertia(mass, inner),
        judged_points_m=points,
        collider_points_m=points,
        collider_volume_m3=math.prod(size),
    )
    assert codes(facts) == []


def test_centre_of_mass_outside_the_body_warns():
    """Centre of mass outside the body warns."""
    assert codes(with_body(center_of_mass_m=(1.0, 0.0, 0.1))) == ["SAF045"]
    assert codes(with_body(center_of_mass_m=(0.11, 0.0, 0.1))) == []
    assert codes(with_body(center_of_mass_m=(NAN, 0.0, 0.1))) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"counts_min": -4},
        {"counts_min": 0},
        {"counts_min": 2},
        {"counts_sum": 2_000_000_000},
        {"counts_sum": 23},
        {"index_min": -1},
        {"index_max": 8},
    ],
)
@pytest.mark.parametrize(
    "where", [{}, {"is_enabled": False}, {"body_path": None}, {"approximation": "boundingCube"}, {"is_trigger": True}]
)
def test_impossible_faces_fail_wherever_an_engine_cooks_them(changes, where):
    """Impossible faces fail wherever an engine cooks them."""
    others = collider("/Root/other")
    facts = stage(colliders=(others, mesh_collider(**{"mesh": mesh(**changes), **where})))
    assert "SAF010" in codes(facts)


def test_impossible_faces_below_a_merging_prim_fail():
    """Impossible faces below a merging prim fail."""
    host = collider(prim_type="Xform", is_gprim=False, merged_meshes=(("/Root/shape/m", mesh(index_max=99)),))
    assert codes(with_collider(host)) == ["SAF010", "SAF034"]


@pytest.mark.parametrize(
    "changes",
    [
        {"point_count": 0, "face_count": 0, "counts_min": None, "counts_sum": 0, "index_count": 0, "index_max": None},
        {"face_count": 0, "counts_min": None, "counts_sum": 0, "index_count": 0, "index_max": None},
        {"has_non_finite_points": True},
        {"max_abs_point_m": 1e30},
        {"area_m2": 0.0},
    ],
)
def test_points_that_enclose_nothing_fail(changes):
    """Points that enclose nothing fail."""
    assert codes(with_collider(mesh_collider(mesh=mesh(**changes)))) == ["SAF011"]


def test_flat_mesh_warns_in_any_direction():
    """Flat mesh warns in any direction."""
    assert codes(with_collider(mesh_collider(mesh=mesh(extent_m=(0.2, 0.0, 0.2))))) == ["SAF036"]
    slanted = np.array([[x, y, x + y] for x in (0.0, 1.0) for y in (0.0, 1.0)])
    assert thinnest_side(slanted) < 1e-9
    tilted = stage(bodies=(body(collider_points_m=slanted),), colliders=(mesh_collider(),))
    assert "SAF036" in codes(tilted)


@pytest.mark.parametrize(
    ("token", "code"),
    [
        ("convexHull", None),
        ("convexDecomposition", None),
        ("boundingCube", None),
        ("none", "SAF014"),
        ("meshSimplification", "SAF014"),
        (None, "SAF014"),
        ("bananas", "SAF014"),
        ("sdf", "SAF014"),
        ("sphereFill", "SAF043"),
    ],
)
def test_approximation_of_a_dynamic_mesh(token, code):
    """Approximation of a dynamic mesh."""
    assert codes(with_collider(mesh_collider(token))) == ([code] if code else [])


def test_triangle_mesh_on_a_kinematic_body_is_fine():
    """Leave a triangle mesh alone while its body is kinematic; it is told for the time when it no longer is."""
    facts = stage(bodies=(body(is_kinematic=True),), colliders=(mesh_collider("none"),))
    assert codes(facts) == ["SAF004", "SAF014"]
    assert run_safeguards(facts)[1].message.startswith("Not felt while /Root is kinematic: ")


@pytest.mark.parametrize(
    ("changes", "severity"),
    [
        ({"approximation": "sdf", "sdf_resolution": 600}, Severity.WARN),
        ({"approximation": "sdf", "sdf_resolution": 1024}, Severity.INCONCLUSIVE),
        ({"approximation": "sphereFill", "sphere_fill_voxels": 10**9}, Severity.INCONCLUSIVE),
        ({"approximation": "convexDecomposition", "mesh": mesh(triangle_count=300_000)}, Severity.WARN),
        ({"approximation": "convexDecomposition", "mesh": mesh(triangle_count=3_000)}, None),
    ],
)
def test_cost_of_cooking(changes, severity):
    """Cost of cooking."""
    found = [f for f in run_safeguards(with_collider(mesh_collider(**changes))) if f.code == "SAF043"]
    assert [f.severity for f in found] == ([severity] if severity else [])


@pytest.mark.parametrize(
    ("kind", "code"), [("Sphere", "SAF015"), ("Capsule", "SAF015"), ("Cube", None), ("Cylinder", None)]
)
def test_uneven_scale(kind, code):
    """Uneven scale."""
    uneven = transform(scale=(1.0, 1.0, 0.2), determinant=0.2)
    assert codes(with_collider(collider(prim_type=kind, transform=uneven))) == ([code] if code else [])


def test_inward_faces_of_a_closed_mesh_warn():
    """Inward faces of a closed mesh warn."""
    assert codes(with_collider(mesh_collider(mesh=mesh(signed_volume_m3=-0.008)))) == ["SAF037"]
    assert codes(with_collider(mesh_collider(mesh=mesh(signed_volume_m3=-0.008, is_closed=False)))) == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"rest_offset_m": 0.05}, "SAF038"),
        ({"rest_offset_m": -0.05}, "SAF038"),
        ({"rest_offset_m": 0.0005}, None),
        ({"rest_offset_m": 0.0005, "size_m": (0.005, 0.005, 0.005)}, "SAF038"),
        ({"rest_offset_m": -INF, "contact_offset_m": -INF}, None),
        ({"contact_offset_m": 0.02}, None),
        ({"contact_offset_m": -0.01}, "SAF038"),
    ],
)
def test_offsets(changes, code):
    """Offsets."""
    assert codes(with_collider(collider(**changes))) == ([code] if code else [])


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"levels_below_body": 61}, "SAF023"),
        ({"levels_below_body": 60}, None),
        ({"prim_type": "Points"}, "SAF042"),
        ({"prim_type": "Plane"}, "SAF042"),
        ({"prim_type": "Xform", "is_gprim": False}, "SAF034"),
        ({"prim_type": "Xform", "is_gprim": False, "nested_collider_paths": ("/Root/shape/x",)}, "SAF041"),
    ],
)
def test_placement_of_colliders(changes, code):
    """Placement of colliders."""
    assert codes(with_collider(collider(**changes))) == ([code] if code else [])


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, None),
        ({"restitution": 1.0, "restitution_combine_mode": "max"}, "SAF070"),
        ({"restitution": 0.9, "restitution_combine_mode": "max"}, None),
        ({"restitution": -1.0}, "SAF027"),
        ({"restitution": 5.0}, "SAF027"),
        ({"dynamic_friction": NAN}, "SAF027"),
        ({"static_friction": -0.5}, "SAF027"),
        ({"static_friction": 1e9}, "SAF067"),
        ({"static_friction": 1.2, "dynamic_friction": 0.9}, None),
        ({"static_friction": None, "dynamic_friction": None, "restitution": None}, None),
        ({"compliant_stiffness": 100.0}, "SAF046"),
        ({"compliant_stiffness": 0.0}, None),
    ],
)
def test_materials(changes, code):
    """Materials."""
    assert codes(stage(materials=(material(**changes),))) == ([code] if code else [])


def beyond(axis: str, position: float, low: float, high: float) -> BeyondLimit:
    """An axis that stands outside of its limits."""
    return BeyondLimit(axis=axis, position=position, low=low, high=high)


@pytest.mark.parametrize(
    ("changes", "code", "severity"),
    [
        ({"side0": JointSide.EMPTY, "side1": JointSide.EMPTY, "body0": None, "body1": None}, "SAF029", Severity.FAIL),
        (
            {"side0": JointSide.NOT_A_BODY, "side1": JointSide.MISSING, "body0": None, "body1": None},
            "SAF029",
            Severity.WARN,
        ),
        ({"body1": "/Root/a"}, "SAF029", Severity.FAIL),
        ({"has_finite_frames": False}, "SAF029", Severity.FAIL),
        ({"has_unit_rotations": False}, "SAF029", Severity.FAIL),
        ({"frame_gap_m": 0.01}, "SAF031", Severity.WARN),
        ({"frame_gap_m": 0.001}, None, None),
        ({"frame_angle_rad": 0.1}, "SAF031", Severity.WARN),
        ({"frame_angle_rad": 0.01}, None, None),
        ({"frame_gap_m": 0.1, "is_enabled": False}, None, None),
        ({"beyond_limits": (beyond("rotX", 0.0, 0.5, 1.0),)}, "SAF075", Severity.WARN),
        ({"beyond_limits": (beyond("rotX", 0.49, 0.5, 1.0),)}, None, None),
        ({"beyond_limits": (beyond("cone", 0.5, 0.0, 0.2),)}, "SAF075", Severity.WARN),
        ({"beyond_limits": (beyond("transY", 0.11, 0.0, 0.1),)}, "SAF075", Severity.WARN),
        ({"beyond_limits": (beyond("transY", 0.101, 0.0, 0.1),)}, None, None),
        ({"beyond_limits": (beyond("distance", 2.0, 0.0, 0.1),)}, "SAF075", Severity.FAIL),
        ({"beyond_limits": (beyond("transY", 0.11, 0.0, 0.1),), "is_enabled": False}, None, None),
    ],
)
def test_joints(changes, code, severity):
    """Joints."""
    found = run_safeguards(two_bodies(joint(**changes)))
    assert [(f.code, f.severity) for f in found] == ([(code, severity)] if code else [])


def drive(**changes):
    """A sound drive with changes."""
    values = {"axis": "angular", "stiffness": 1.0, "damping": 1.0, "max_force": 10.0, "target_position": 0.0}
    return DriveFacts(**{**values, "target_velocity": None, **changes})


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"drives": (drive(),)}, None),
        ({"drives": (drive(max_force=INF),)}, None),
        ({"drives": (drive(stiffness=NAN),)}, "SAF040"),
        ({"drives": (drive(damping=-1.0),)}, "SAF040"),
        ({"drives": (drive(target_velocity=INF),)}, "SAF040"),
        ({"drives": (drive(max_force=0.0),)}, "SAF048"),
        ({"drives": (drive(max_force=0.0, stiffness=0.0, damping=0.0),)}, None),
        ({"lower_limit": 60.0, "upper_limit": -60.0}, "SAF040"),
        ({"lower_limit": -INF, "upper_limit": INF}, None),
        ({"lower_limit": NAN}, "SAF040"),
        ({"lower_limit": 5.0, "upper_limit": 1.0, "prim_type": "PhysicsDistanceJoint"}, "SAF040"),
        ({"lower_limit": 5.0, "upper_limit": -1.0, "prim_type": "PhysicsDistanceJoint"}, None),
        ({"lower_limit": 1.0, "upper_limit": -1.0, "prim_type": "PhysicsJoint"}, None),
        ({"break_force": NAN}, "SAF040"),
        ({"break_force": INF}, None),
    ],
)
def test_drives_and_limits(changes, code):
    """Drives and limits."""
    values = {"prim_type": "PhysicsRevoluteJoint", "locks_all_axes": False, **changes}
    assert codes(two_bodies(joint(**values))) == ([code] if code else [])


def overlapping(shift, **changes):
    """Two loose boxes, the second moved."""
    moved = BOX + np.array(shift)
    return two_bodies(second={"judged_points_m": moved, "collider_points_m": moved}, **changes)


@pytest.mark.parametrize(
    ("shift", "code"),
    [
        ((0.05, 0.03, 0.04), "SAF044"),
        ((0, 0, 0.2), None),
        ((0.2, 0.2, 0.2), None),
        ((0.3, 0, 0), None),
        ((0, 0, 0.198), None),
    ],
)
def test_overlap_of_loose_bodies(shift, code):
    """Overlap of loose bodies."""
    assert codes(overlapping(shift)) == ([code] if code else [])


def test_overlap_is_by_design_in_a_mechanism_and_for_filtered_pairs():
    """Overlap is by design in a mechanism and for filtered pairs."""
    facts = overlapping((0.05, 0, 0))
    linked = stage(bodies=facts.bodies, colliders=facts.colliders, joints=(joint(),))
    assert codes(linked) == []
    filtered = stage(bodies=facts.bodies, colliders=facts.colliders, filtered_pairs=(("/Root/b", "/Root/a"),))
    assert codes(filtered) == []


def test_hull_of_a_hollow_body_is_no_overlap():
    """Hull of a hollow body is no overlap."""
    facts = overlapping((0.05, 0, 0))
    hollow = mesh_collider("convexDecomposition", path="/Root/a/shape", body_path="/Root/a")
    assert codes(stage(bodies=facts.bodies, colliders=(hollow, facts.colliders[1]))) == []


@given(
    shift=st.tuples(*[st.floats(-0.3, 0.3)] * 3),
    turn=st.floats(0, math.pi),
)
def test_overlap_depth_is_symmetric_and_zero_when_apart(shift, turn):
    """Overlap depth is symmetric and zero when apart."""
    rotation = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    second = BOX @ rotation.T + np.array(shift)
    axes = np.concatenate([np.eye(3), rotation.T])
    depth = overlap_depth(BOX, second, axes)
    assert overlap_depth(second, BOX, axes) == pytest.approx(depth, abs=2e-3)
    if np.linalg.norm(shift) > 0.2 * math.sqrt(3) + 1e-6:
        assert depth <= 1e-9


def test_overlap_depth_of_boxes_is_exact():
    """Overlap depth of boxes is exact."""
    assert overlap_depth(BOX, moved(0.15, 0.02, 0.01), np.eye(3)) == pytest.approx(0.05)
