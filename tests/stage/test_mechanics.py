"""How joints move: frames, velocity limits, mimic relations and actuators, read from USD."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics

from harness.intake import read_asset


def two_bodies(tmp_path, *, up="Z", unit=1.0):
    """Return a stage with two bodies, a hinge between them, and the function that reads the hinge's mechanics."""
    path = tmp_path / "hinge.usda"
    stage = Usd.Stage.CreateNew(str(path))
    UsdGeom.SetStageUpAxis(stage, up)
    UsdGeom.SetStageMetersPerUnit(stage, unit)
    stage.SetDefaultPrim(UsdGeom.Xform.Define(stage, "/Robot").GetPrim())
    for name, x in (("Base", 0.0), ("Arm", 2.0)):
        cube = UsdGeom.Cube.Define(stage, f"/Robot/{name}")
        cube.AddTranslateOp().Set(Gf.Vec3d(x, 0, 0))
        UsdPhysics.RigidBodyAPI.Apply(cube.GetPrim())
        UsdPhysics.CollisionAPI.Apply(cube.GetPrim())
    joint = UsdPhysics.RevoluteJoint.Define(stage, "/Robot/Hinge")
    joint.CreateBody0Rel().SetTargets(["/Robot/Base"])
    joint.CreateBody1Rel().SetTargets(["/Robot/Arm"])
    joint.CreateLocalPos0Attr(Gf.Vec3f(1, 0, 0))
    joint.CreateLocalPos1Attr(Gf.Vec3f(-1, 0, 0))
    joint.CreateAxisAttr("Y")

    def read():
        stage.Save()
        facts = read_asset(path).facts
        return facts.joints[0].mechanics

    return joint.GetPrim(), read


def test_frames_meet_in_the_world_in_metres_with_z_up(tmp_path):
    """A hinge of a centimetre stage with Y up, seen from both sides."""
    _, read = two_bodies(tmp_path, up="Y", unit=0.01)
    mechanics = read()
    assert mechanics.axis == "Y"
    assert mechanics.world_frame0[:3, 3] == pytest.approx([0.01, 0, 0])
    assert mechanics.world_frame1 == pytest.approx(mechanics.world_frame0)
    # The stage's Y axis is the world's Z.
    assert mechanics.world_frame0[:3, 1] == pytest.approx([0, 0, 1])
    assert np.linalg.det(mechanics.world_frame0[:3, :3]) == pytest.approx(1)


def test_velocity_limit_is_read_in_radians(tmp_path):
    """Degrees a second become radians a second; nothing authored stays unknown."""
    prim, read = two_bodies(tmp_path)
    assert read().max_velocity is None
    prim.CreateAttribute("physxJoint:maxJointVelocity", Sdf.ValueTypeNames.Float).Set(90.0)
    prim.CreateAttribute("physxJoint:armature", Sdf.ValueTypeNames.Float).Set(0.25)
    prim.CreateAttribute("actuator", Sdf.ValueTypeNames.Token).Set("servo")
    mechanics = read()
    assert mechanics.max_velocity == pytest.approx(math.pi / 2)
    assert mechanics.armature == pytest.approx(0.25)
    assert mechanics.actuator == "servo"


def test_both_ways_to_write_a_mimic_relation_mean_the_same(tmp_path):
    """PhysxMimicJointAPI writes the negative of what NewtonMimicAPI writes."""
    prim, read = two_bodies(tmp_path)
    prim.AddAppliedSchema("NewtonMimicAPI")
    prim.CreateRelationship("newton:mimicJoint").SetTargets(["/Robot/Other"])
    prim.CreateAttribute("newton:mimicCoef1", Sdf.ValueTypeNames.Float).Set(-0.5)
    prim.CreateAttribute("newton:mimicCoef0", Sdf.ValueTypeNames.Float).Set(90.0)
    newton = read().mimic
    prim.RemoveAppliedSchema("NewtonMimicAPI")
    prim.AddAppliedSchema("PhysxMimicJointAPI:rotY")
    prim.CreateRelationship("physxMimicJoint:rotY:referenceJoint").SetTargets(["/Robot/Other"])
    prim.CreateAttribute("physxMimicJoint:rotY:gearing", Sdf.ValueTypeNames.Float).Set(0.5)
    prim.CreateAttribute("physxMimicJoint:rotY:offset", Sdf.ValueTypeNames.Float).Set(-90.0)
    physx = read().mimic
    assert newton == physx
    assert newton.multiplier == pytest.approx(-0.5)
    assert newton.offset == pytest.approx(math.pi / 2)


@pytest.mark.parametrize(
    ("scale", "turned"),
    [
        ((-1, 1, 1), (1, -1, -1)),
        ((1, -2, 1), (-1, 1, -1)),
        ((1, 1, -1), (-1, -1, 1)),
        ((-1, -1, -1), (1, 1, 1)),
        ((-1, -1, 1), (-1, -1, 1)),
    ],
)
def test_mirroring_turns_the_joint_frame_as_the_engine_does(tmp_path, scale, turned):
    """Make half a turn about the mirrored axis of the joint's rotation; its position follows the scale."""
    prim, read = two_bodies(tmp_path)
    stage = prim.GetStage()
    UsdGeom.Xformable(stage.GetPrimAtPath("/Robot/Arm")).AddScaleOp().Set(Gf.Vec3f(*scale))
    frame = read().world_frame1
    np.testing.assert_allclose(frame[:3, :3], np.diag(turned), atol=1e-9)
    np.testing.assert_allclose(frame[:3, 3], (2.0 - scale[0], 0, 0), atol=1e-6)
