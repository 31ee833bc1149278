"""Joints and articulations."""

from __future__ import annotations

import math

import pytest
from pxr import Gf, Sdf

from harness.stage.facts import JointSide
from tests.stage.stages import Builder


def pair() -> Builder:
    """Two bodies a metre apart."""
    builder = Builder()
    for name, x in (("A", 0), ("B", 1)):
        builder.body(f"/Root/{name}", translate=(x, 0, 0))
        builder.cube(f"/Root/{name}/Cube")
    return builder


def only_joint(builder: Builder):
    (joint,) = builder.read().joints
    return joint


def test_side_below_a_body_is_that_body():
    """Resolve a target below a body to the body and measure from the target."""
    builder = pair()
    builder.prim("/Root/A/Tip", translate=(1, 0, 0))
    builder.joint("/Root/J", "PhysicsFixedJoint", "/Root/A/Tip", "/Root/B")
    joint = only_joint(builder)
    assert (joint.side0, joint.body0, joint.body1) == (JointSide.BODY, "/Root/A", "/Root/B")
    assert joint.frame_gap_m == pytest.approx(0, abs=1e-9)


def test_side_on_a_switched_off_body_is_none():
    """Take a disabled body inside another for the world, as PhysX does."""
    builder = pair()
    builder.body("/Root/A/Off", physics__rigidBodyEnabled=False)
    builder.joint("/Root/J", "PhysicsFixedJoint", "/Root/A/Off", "/Root/B")
    joint = only_joint(builder)
    assert (joint.side0, joint.body0) == (JointSide.NOT_A_BODY, None)
    assert joint.frame_gap_m is None


def test_target_outside_the_asset_is_missing():
    """Take a target that is not below the root prim for missing."""
    builder = pair()
    builder.body("/Elsewhere")
    builder.joint("/Root/J", "PhysicsFixedJoint", "/Elsewhere", "/Root/B")
    assert only_joint(builder).side0 is JointSide.MISSING


@pytest.mark.parametrize("length", [0.01, 0.5, 1.0, 3.0])
def test_rotations_are_normalised(length):
    """Accept a quaternion of any length but zero, and compare the frames without it."""
    half = length * math.sqrt(0.5)
    builder = pair()
    turn = Gf.Quatf(half, 0, 0, half)
    builder.joint(
        "/Root/J", "PhysicsFixedJoint", "/Root/A", "/Root/B", physics__localPos0=(1, 0, 0), physics__localRot0=turn
    )
    joint = only_joint(builder)
    assert joint.has_unit_rotations
    assert joint.frame_angle_rad == pytest.approx(math.pi / 2, abs=1e-6)
    assert joint.frame_gap_m == pytest.approx(0, abs=1e-9)


def test_frames_that_cannot_be():
    """Flag a zero quaternion and positions or rotations that are not finite."""
    for attributes, finite, unit in (
        ({"physics__localRot1": Gf.Quatf(0, 0, 0, 0)}, True, False),
        ({"physics__localRot1": Gf.Quatf(math.nan, 0, 0, 0)}, False, True),
        ({"physics__localPos0": (math.nan, 0, 0)}, False, True),
    ):
        builder = pair()
        builder.joint("/Root/J", "PhysicsFixedJoint", "/Root/A", "/Root/B", **attributes)
        joint = only_joint(builder)
        assert (joint.has_finite_frames, joint.has_unit_rotations) == (finite, unit)
        assert joint.frame_gap_m is None


def test_frame_gap_knows_scale_and_units():
    """Scale local positions with the body and measure in metres."""
    builder = Builder(mpu=0.01)
    builder.body("/Root/A", scale=(2, 2, 2))
    builder.body("/Root/B", translate=(100, 0, 0))
    builder.joint("/Root/J", "PhysicsFixedJoint", "/Root/A", "/Root/B", physics__localPos0=(40, 0, 0))
    assert only_joint(builder).frame_gap_m == pytest.approx(0.2, abs=1e-6)


def test_mirrored_and_scaled_bodies_turn_frames_rigidly():
    """Find no angle between frames of bodies that differ by scale only."""
    builder = Builder()
    builder.body("/Root/A", rotate=(10, 20, 30), scale=(1, 2, 5))
    builder.body("/Root/B", rotate=(10, 20, 30))
    builder.joint("/Root/J", "PhysicsFixedJoint", "/Root/A", "/Root/B")
    assert only_joint(builder).frame_angle_rad == pytest.approx(0, abs=1e-6)


def limits(**bounds: tuple[float | None, float | None]) -> Builder:
    builder = pair()
    values = {
        f"limit__{axis}__physics__{name}": value
        for axis, pair_of in bounds.items()
        for name, value in zip(("low", "high"), pair_of, strict=True)
        if value is not None
    }
    prim = builder.joint("/Root/J", "PhysicsJoint", "/Root/A", "/Root/B", **values)
    for axis in bounds:
        prim.AddAppliedSchema(f"PhysicsLimitAPI:{axis}")
    return builder


def test_axes_of_a_free_joint():
    """Tell locked, limited and free axes; a limit without bounds, or without its schema, is none."""
    joint = only_joint(
        limits(
            transX=(1.0, -1.0),
            transY=(0.0, 0.0),
            transZ=(-1.0, None),
            rotX=(None, None),
            rotY=(-math.inf, math.inf),
        )
    )
    assert joint.constrained_axes == ("transX", "transY", "transZ")
    assert not joint.locks_all_axes
    builder = pair()
    builder.joint("/Root/J", "PhysicsJoint", None, "/Root/B", limit__transX__physics__low=1.0)
    assert only_joint(builder).constrained_axes == ()
    assert [i.schema for i in builder.read().ignored_attributes] == ["PhysicsLimitAPI:transX"]


def test_limits_of_a_distance_joint():
    """Read its distances as limits; negative ones are none."""
    builder = pair()
    builder.joint(
        "/Root/J",
        "PhysicsDistanceJoint",
        "/Root/A",
        "/Root/B",
        physics__minDistance=-1.0,
        physics__maxDistance=2.0,
    )
    joint = only_joint(builder)
    assert (joint.lower_limit, joint.upper_limit) == (None, 2.0)


def test_unlimited_values_are_no_defects():
    """Accept infinity where it means "no limit"."""
    builder = pair()
    prim = builder.joint(
        "/Root/J",
        "PhysicsRevoluteJoint",
        "/Root/A",
        "/Root/B",
        physics__breakForce=math.inf,
        physics__lowerLimit=-math.inf,
        physics__upperLimit=math.inf,
        drive__angular__physics__maxForce=math.inf,
        drive__angular__physics__stiffness=100.0,
    )
    prim.AddAppliedSchema("PhysicsDriveAPI:angular")
    facts = builder.read()
    assert facts.attribute_defects == ()
    (drive,) = facts.joints[0].drives
    assert (drive.axis, drive.stiffness, drive.max_force) == ("angular", 100.0, math.inf)


def test_drives_without_their_schema_do_nothing():
    """Read no drive whose schema is not applied, and say that it is ignored."""
    builder = pair()
    builder.joint("/Root/J", "PhysicsRevoluteJoint", "/Root/A", "/Root/B", drive__angular__physics__stiffness=100.0)
    facts = builder.read()
    assert facts.joints[0].drives == ()
    assert [i.schema for i in facts.ignored_attributes] == ["PhysicsDriveAPI:angular"]


def test_joints_of_unreadable_data():
    """Read local frames of a wrong type as absent and never raise."""
    builder = pair()
    prim = builder.joint("/Root/J", "PhysicsFixedJoint", "/Root/A", "/Root/B")
    spec = builder.stage.GetRootLayer().GetPrimAtPath(prim.GetPath())
    for name in ("physics:localPos0", "physics:localRot0", "physics:jointEnabled"):
        Sdf.AttributeSpec(spec, name, Sdf.ValueTypeNames.String).default = "here"
    joint = only_joint(builder)
    assert joint.frame_gap_m == pytest.approx(1)
    assert joint.is_enabled
    assert len(builder.read().attribute_defects) == 3


def chain(count: int) -> Builder:
    builder = Builder()
    for index in range(count):
        builder.body(f"/Root/L{index}")
        if index:
            builder.joint(f"/Root/J{index}", "PhysicsRevoluteJoint", f"/Root/L{index - 1}", f"/Root/L{index}")
    return builder


def articulation_bodies(builder: Builder, root: str) -> tuple[str, ...]:
    builder.stage.GetPrimAtPath(root).AddAppliedSchema("PhysicsArticulationRootAPI")
    facts = builder.read()
    (articulation,) = facts.articulations
    assert articulation.path == root
    inside = {b.path for b in facts.bodies if b.articulation_root_path == root}
    assert inside == set(articulation.body_paths)
    return articulation.body_paths


def test_articulation_below_a_frame_takes_what_joints_connect():
    """Leave a body without joints out of the articulation of the prim above it."""
    builder = chain(3)
    builder.body("/Root/Alone")
    assert articulation_bodies(builder, "/Root") == ("/Root/L0", "/Root/L1", "/Root/L2")


def test_articulation_on_a_body_or_joint_reaches_beyond_it():
    """Follow joints from the body or joint that carries the root."""
    everything = ("/Root/L0", "/Root/L1", "/Root/L2")
    assert articulation_bodies(chain(3), "/Root/L1") == everything
    assert articulation_bodies(chain(3), "/Root/J2") == everything
    alone = Builder()
    alone.body("/Root/L0")
    assert articulation_bodies(alone, "/Root/L0") == ("/Root/L0",)


def test_joints_outside_the_articulation_do_not_connect():
    """Stop at a joint that is excluded or disabled."""
    for name in ("physics:excludeFromArticulation", "physics:jointEnabled"):
        builder = chain(3)
        joint = builder.stage.GetPrimAtPath("/Root/J2")
        joint.CreateAttribute(name, Sdf.ValueTypeNames.Bool).Set(name.endswith("Articulation"))
        assert articulation_bodies(builder, "/Root/L0") == ("/Root/L0", "/Root/L1")


def test_articulation_that_is_switched_off():
    """Describe a disabled root, and give its bodies none."""
    builder = chain(2)
    builder.root.AddAppliedSchema("PhysicsArticulationRootAPI")
    builder.root.CreateAttribute("physxArticulation:articulationEnabled", Sdf.ValueTypeNames.Bool).Set(False)
    facts = builder.read()
    assert not facts.articulations[0].is_enabled
    assert all(b.articulation_root_path is None for b in facts.bodies)


def test_joint_types_of_physx_are_joints():
    """Read gear joints although this USD does not know their type."""
    builder = pair()
    builder.joint("/Root/J", "PhysxPhysicsGearJoint", "/Root/A", "/Root/B")
    joint = only_joint(builder)
    assert joint.prim_type == "PhysxPhysicsGearJoint"
    assert joint.constrained_axes is None


def test_gears_and_tendons_tie_joints_together():
    """Joints on a tendon or a gear are known as tied; others are not."""
    builder = pair()
    for name in ("Plain", "Led", "Other"):
        builder.joint(f"/Root/{name}", "PhysicsRevoluteJoint", "/Root/A", "/Root/B")
    led = builder.stage.GetPrimAtPath("/Root/Led")
    led.SetMetadata("apiSchemas", Sdf.TokenListOp.Create(prependedItems=["PhysxTendonAxisAPI:cord"]))
    gear = builder.joint("/Root/Gear", "PhysxPhysicsGearJoint", "/Root/A", "/Root/B")
    for index, name in enumerate(("Plain", "Other")):
        gear.CreateRelationship(f"physics:hinge{index}").AddTarget(f"/Root/{name}")
    tied = {j.path: j.tied_joints for j in builder.read().joints}
    assert tied == {
        "/Root/Plain": (),
        "/Root/Led": ("/Root/Led",),
        "/Root/Other": (),
        "/Root/Gear": ("/Root/Plain", "/Root/Other"),
    }
