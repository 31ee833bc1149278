"""Safeguards about bodies, anchors, colliders and what keeps a body in the air."""

from __future__ import annotations

import numpy as np
import pytest

from harness.outcomes import Severity
from harness.safeguards import SAFEGUARDS, run_safeguards
from harness.stage.facts import AttributeDefect, JointSide, ResetXform, VariantHint
from tests.safeguards.fact_samples import (
    BOX,
    NONE,
    anchor,
    body,
    collider,
    joint,
    mesh,
    mesh_collider,
    moved,
    stage,
    transform,
    two_bodies,
    with_body,
    with_collider,
)


def codes(facts):
    """Codes above INFO, in order, each once."""
    return list(dict.fromkeys(f.code for f in run_safeguards(facts) if f.severity is not Severity.INFO))


def severities(facts):
    """Severities of all findings."""
    return {f.severity for f in run_safeguards(facts)}


def test_healthy_asset_has_no_finding():
    """Healthy asset has no finding."""
    assert run_safeguards(stage()) == ()


def test_healthy_mechanism_has_no_finding():
    """Healthy mechanism has no finding."""
    assert run_safeguards(two_bodies(joint())) == ()


def test_every_code_belongs_to_one_safeguard_and_exists():
    """Every code belongs to one safeguard and exists."""
    owners = [c for g in SAFEGUARDS for c in g.codes]
    assert len(owners) == len(set(owners))
    for guard in SAFEGUARDS:
        assert guard.moot_when_anchored <= set(guard.codes)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"prim_type": "PhysicsRevoluteJoint", "locks_all_axes": False},
        {"prim_type": "PhysicsJoint", "constrained_axes": ("transZ",)},
        {"prim_type": "PhysicsJoint", "constrained_axes": None},
        {"prim_type": "PhysicsDistanceJoint", "locks_all_axes": False, "lower_limit": None, "upper_limit": 2.0},
    ],
)
def test_joint_with_an_empty_side_is_an_anchor(changes):
    """Joint with an empty side is an anchor."""
    facts = stage(joints=(anchor(**changes),))
    assert codes(facts) == ["SAF006"]
    assert severities(facts) == {Severity.NOT_APPLICABLE}


@pytest.mark.parametrize(
    "changes",
    [
        {"is_enabled": False},
        {"prim_type": "PhysicsJoint", "constrained_axes": (), "locks_all_axes": False},
        {"prim_type": "PhysicsDistanceJoint", "locks_all_axes": False},
        {"prim_type": "PhysicsDistanceJoint", "locks_all_axes": False, "lower_limit": 0.5, "upper_limit": None},
        {"prim_type": "PhysicsDistanceJoint", "locks_all_axes": False, "lower_limit": -1.0, "upper_limit": -1.0},
    ],
)
def test_joint_that_holds_nothing_is_no_anchor(changes):
    """Joint that holds nothing is no anchor."""
    assert codes(stage(joints=(anchor(**changes),))) == []


def test_side_without_a_body_is_an_anchor_that_is_named():
    """Side without a body is an anchor that is named."""
    for side in (JointSide.MISSING, JointSide.NOT_A_BODY):
        facts = stage(joints=(anchor(body1_targets=("/Root/frame",), side1=side),))
        found, *more = run_safeguards(facts)
        assert found.code == "SAF007"
        assert "/Root/frame" in found.message
        # A name that leads nowhere is a defect, whatever was meant.
        assert [f.code for f in more] == (["SAF071"] if side is JointSide.MISSING else [])


def test_anchor_with_a_broken_frame_is_an_invalid_joint():
    """Anchor with a broken frame is an invalid joint."""
    assert codes(stage(joints=(anchor(has_finite_frames=False),))) == ["SAF029"]


def test_kinematic_base_is_an_anchor_but_a_lone_kinematic_body_fails():
    """Kinematic base is an anchor but a lone kinematic body fails."""
    assert codes(two_bodies(joint(), is_kinematic=True)) == ["SAF006"]
    assert codes(with_body(is_kinematic=True)) == ["SAF004"]
    assert codes(two_bodies(joint(), is_kinematic=True, second={"is_kinematic": True})) == ["SAF004"]


@pytest.mark.parametrize(
    "changes",
    [
        {"is_kinematic": True},
        {"starts_asleep": True},
        {"is_gravity_disabled": True},
        {"locked_position_axes": 4},
        {"linear_damping": 1000.0},
    ],
)
def test_what_would_not_fall_is_moot_when_pinned(changes):
    """What would not fall is moot when pinned."""
    facts = stage(bodies=(body(**changes),), joints=(anchor(),))
    assert codes(facts) == ["SAF006"]


def test_missing_collider_is_moot_when_pinned():
    """Missing collider is moot when pinned."""
    facts = stage(bodies=(body(collider_paths=(), collider_points_m=NONE),), colliders=(), joints=(anchor(),))
    assert codes(facts) == ["SAF006"]


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        (stage(bodies=(body(mass_kg=-1.0),), joints=(anchor(),)), "SAF008"),
        (stage(bodies=(body(diagonal_inertia_kg_m2=(1.0, float("nan"), 1.0)),), joints=(anchor(),)), "SAF009"),
        (stage(colliders=(mesh_collider(mesh=mesh(counts_min=-4)),), joints=(anchor(),)), "SAF010"),
        (stage(colliders=(mesh_collider(mesh=mesh(has_non_finite_points=True)),), joints=(anchor(),)), "SAF011"),
    ],
)
def test_corrupt_data_fails_a_pinned_asset_too(facts, code):
    """Corrupt data fails a pinned asset too."""
    assert codes(facts) == ["SAF006", code]
    assert Severity.FAIL in severities(facts)


def test_nothing_at_all_names_both_schemas():
    """Nothing at all names both schemas."""
    assert codes(stage(bodies=(), colliders=())) == ["SAF001", "SAF002"]


def test_static_scenery_lacks_a_body_only():
    """Static scenery lacks a body only."""
    assert codes(stage(bodies=(), colliders=(collider(body_path=None),))) == ["SAF001"]


def test_variant_that_is_off_replaces_the_missing_body():
    """Variant that is off replaces the missing body."""
    hint = VariantHint(prim_path="/Root", variant_set="physics", current="off", enabling="on")
    (found,) = run_safeguards(stage(bodies=(), colliders=(), variant_hints=(hint,)))
    assert found.code == "SAF021"
    assert "--variant physics=on" in found.fix


def test_all_variants_of_a_set_that_bring_the_physics_in_are_one_finding():
    """Name each of them, with the words that select it."""
    hints = [VariantHint(prim_path="/Root", variant_set="phys", current="off", enabling=e) for e in ("hull", "sdf")]
    (found,) = run_safeguards(stage(bodies=(), colliders=(), variant_hints=tuple(hints)))
    assert "'hull' and 'sdf' would each bring" in found.message
    assert "--variant phys=hull or --variant phys=sdf" in found.fix


def test_disabled_body_with_geometry_fails_and_without_does_not():
    """Disabled body with geometry fails and without does not."""
    off = body("/Root/off", is_enabled=False, has_visible_geometry=False, collider_paths=())
    assert codes(stage(bodies=(body(), off))) == []
    static = collider("/Root/off/shape", None)
    assert codes(stage(bodies=(body(), off), colliders=(collider(), static))) == ["SAF005"]
    assert codes(stage(bodies=(off,), colliders=(static,))) == ["SAF005"]


def test_body_inside_an_instance_fails():
    """Body inside an instance fails."""
    assert codes(with_body(is_instance_proxy=True)) == ["SAF022"]


def test_body_in_a_prototype_is_inconclusive():
    """Body in a prototype is inconclusive."""
    facts = with_body(is_point_instanced=True)
    assert codes(facts) == ["SAF028"]
    assert severities(facts) == {Severity.INCONCLUSIVE}


def test_loose_body_without_collider_fails():
    """Loose body without collider fails."""
    assert codes(stage(bodies=(body(collider_paths=(), collider_points_m=NONE),), colliders=())) == ["SAF002"]


def test_jointed_body_without_collider_needs_a_mass():
    """Jointed body without collider needs a mass."""
    bare = {"collider_paths": (), "collider_points_m": NONE, "judged_points_m": NONE}
    assert codes(two_bodies(joint(), second=bare)) == []
    assert codes(two_bodies(joint(), second={**bare, "mass_kg": None})) == ["SAF039"]


def test_mechanism_without_any_collider_fails():
    """Mechanism without any collider fails."""
    bare = {"collider_paths": (), "collider_points_m": NONE}
    assert codes(two_bodies(joint(), second=bare, **bare)) == ["SAF002"]


@pytest.mark.parametrize("changes", [{"is_enabled": False}, {"is_trigger": True}])
def test_collider_that_does_not_work_fails_unless_others_carry_the_body(changes):
    """Collider that does not work fails unless others carry the body."""
    facts = with_collider(collider(**changes))
    assert codes(facts) == ["SAF003"]
    pair = two_bodies(joint())
    broken = (pair.colliders[0], collider("/Root/b/shape", "/Root/b", **changes))
    assert codes(stage(bodies=pair.bodies, colliders=broken, joints=pair.joints)) == []


def test_asleep_only_when_the_whole_mechanism_sleeps():
    """Asleep only when the whole mechanism sleeps."""
    assert codes(with_body(starts_asleep=True)) == ["SAF016"]
    assert codes(two_bodies(joint(), starts_asleep=True)) == []


def test_gravity_of_some_links_only_warns():
    """Gravity of some links only warns."""
    assert severities(two_bodies(joint(), is_gravity_disabled=True)) == {Severity.WARN}
    assert severities(with_body(is_gravity_disabled=True)) == {Severity.FAIL}


@pytest.mark.parametrize(("up", "bits", "expected"), [("Z", 4, 1), ("Z", 3, 0), ("Y", 2, 1), ("Y", 5, 0), ("Z", 7, 1)])
def test_only_the_vertical_lock_fails(up, bits, expected):
    """Only the vertical lock fails."""
    facts = stage(up_axis=up, bodies=(body(locked_position_axes=bits),))
    assert codes(facts).count("SAF018") == expected
    assert ("SAF051" in codes(facts)) == bool(bits & ~(4 if up == "Z" else 2))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"linear_velocity_m_s": (0.0, 0.0, 0.5)}, "SAF025"),
        ({"angular_velocity_rad_s": (0.0, 1.0, 0.0)}, "SAF025"),
        ({"linear_velocity_m_s": (0.0, 0.0, 1e-4)}, None),
        ({"linear_damping": 11.0}, "SAF026"),
        ({"linear_damping": 0.05}, None),
        ({"max_linear_velocity_m_s": 2.0}, "SAF026"),
        ({"max_linear_velocity_m_s": 100.0}, None),
        ({"max_linear_velocity_m_s": float("inf")}, None),
        ({"sleep_threshold": 10.0}, "SAF026"),
        ({"sleep_threshold": 0.005}, None),
        ({"has_force_api": True}, "SAF026"),
    ],
)
def test_what_impedes_the_fall_warns(changes, code):
    """What impedes the fall warns."""
    assert codes(with_body(**changes)) == ([code] if code else [])


def test_static_collider_and_loose_geometry_warn():
    """Static collider and loose geometry warn."""
    floor = collider("/Root/floor", None)
    assert codes(stage(colliders=(collider(), floor))) == ["SAF020"]
    assert codes(stage(unbodied_visible_paths=("/Root/shade",))) == ["SAF035"]
    assert codes(stage(colliders=(collider(), floor), unbodied_visible_paths=("/Root/floor",))) == ["SAF020"]


def test_static_collider_in_an_instance_is_reported_like_any_other():
    """Static collider in an instance is reported like any other."""
    floor = collider("/Root/i/floor", None, is_instance_proxy=True)
    (found,) = run_safeguards(stage(colliders=(collider(), floor)))
    assert (found.code, "switched off" in found.message) == ("SAF020", True)


def test_scene_inside_the_asset_warns_and_outside_does_not():
    """Scene inside the asset warns and outside does not."""
    assert codes(stage(scene_paths=("/Root/scene",))) == ["SAF019"]
    assert codes(stage(scene_paths=("/physicsScene",))) == []


def test_owner_warns():
    """Owner warns."""
    assert codes(stage(simulation_owner_paths=("/Root",), dangling_owner_paths=("/Root",))) == ["SAF024"]
    assert codes(stage(simulation_owner_paths=("/Root",))) == ["SAF024"]


def test_nesting_and_reset_warn():
    """Nesting and reset warn."""
    inner = body("/Root/in", parent_body_path="/Root", collider_points_m=moved(0, 0, 1), judged_points_m=BOX)
    facts = stage(bodies=(body(), inner), colliders=(collider(), collider("/Root/in/shape", "/Root/in")))
    assert codes(facts) == ["SAF030"]
    assert codes(stage(reset_xforms=(ResetXform(path="/Root", matrix=np.eye(4)),))) == ["SAF032"]


def test_long_rows_are_summarised_with_all_sites():
    """Long rows are summarised with all sites."""
    bodies = tuple(body(f"/Root/b{i}", mass_kg=-1.0) for i in range(20))
    colliders = tuple(collider(f"/Root/b{i}/shape", f"/Root/b{i}") for i in range(20))
    spread = tuple(
        body(b.path, mass_kg=-1.0, judged_points_m=moved(i, 0, 0), collider_points_m=moved(i, 0, 0))
        for i, b in enumerate(bodies)
    )
    found = run_safeguards(stage(bodies=spread, colliders=colliders))
    assert len(found) == 5
    assert {s.prim_path for f in found for s in f.sites} == {b.path for b in bodies}
    assert {f.severity for f in found} == {Severity.FAIL}


def test_generic_finding_gives_way_to_the_specific_one():
    """Generic finding gives way to the specific one."""
    defect = AttributeDefect(prim_path="/Root", attribute="physics:mass", kind="non-finite", value="nan")
    assert codes(stage(attribute_defects=(defect,))) == ["SAF033"]
    assert codes(stage(bodies=(body(mass_kg=float("nan")),), attribute_defects=(defect,))) == ["SAF008"]
    other = AttributeDefect(prim_path="/Root", attribute="physics:velocity", kind="non-finite", value="nan")
    facts = stage(bodies=(body(mass_kg=float("nan")),), attribute_defects=(defect, other))
    assert codes(facts) == ["SAF008", "SAF033"]


def test_unsupported_features_are_one_finding_a_prim():
    """Unsupported features are one finding a prim."""
    facts = stage(unsupported=(("/Root/jelly", "DeformableA"), ("/Root/jelly", "DeformableB")))
    (found,) = run_safeguards(facts)
    assert found.code == "SAF028"
    assert "DeformableB" in found.message


@pytest.mark.parametrize(
    "changes",
    [
        {"is_finite": False, "determinant": float("nan")},
        {"determinant": 0.0, "scale": (1.0, 1.0, 0.0)},
        {"has_shear": True},
    ],
)
def test_bad_transform_fails_once(changes):
    """Bad transform fails once."""
    bad = transform(**changes)
    assert codes(stage(bodies=(body(transform=bad),), colliders=(collider(transform=bad),))) == ["SAF012"]
    assert codes(with_collider(collider(transform=bad))) == ["SAF012"]
    assert len(run_safeguards(stage(bodies=(body(transform=bad),), colliders=(collider(transform=bad),)))) == 1


def test_distance_and_size_have_limits():
    """Distance and size have limits."""
    assert codes(with_body(transform=transform((2e4, 0, 0)))) == ["SAF012"]
    assert codes(with_body(transform=transform((9e3, 0, 0)))) == []
    assert codes(with_collider(collider(size_m=(1e-6, 1e-6, 1e-6)))) == ["SAF012"]
    assert codes(with_collider(collider(size_m=(1e-4, 1e-4, 1e-4)))) == []
    assert codes(with_collider(collider(size_m=(2e4, 1.0, 1.0)))) == ["SAF012"]
