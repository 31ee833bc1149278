"""What a drop says about the joints of an asset."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import numpy as np
import pytest
from pxr import Gf, Usd, UsdGeom, UsdPhysics

from harness.intake import read_asset
from harness.motion.dropped import joint_moves, moved_joints
from harness.outcomes import Outcome
from harness.trajectory import Trajectory
from tests.support import run
from tests.unit.test_joint_motion import ideal

GOOD = Path(__file__).parents[2] / "assets" / "good"
ARM = GOOD / "arm-floating" / "arm_floating.usda"
BODIES = ("/Arm/pedestal", "/Arm/upper_arm", "/Arm/forearm")


def bent(degrees: float, back: float) -> Trajectory:
    """Return a run in which everything turns together and the forearm bends in addition, then bends back."""
    base = ideal()
    count = 100
    angle = np.radians(np.concatenate([np.linspace(0, degrees, 50), np.linspace(degrees, back, 50)]))
    common = np.linspace(0, 1.0, count)
    orientation = np.zeros((count, 3, 4), np.float32)
    for body, extra in ((0, 0 * angle), (1, 0 * angle), (2, angle)):
        half = 0.5 * (common + extra)
        orientation[:, body, 1], orientation[:, body, 3] = np.sin(half), np.cos(half)
    frames = dataclasses.replace(
        base.frames,
        time_s=np.arange(count) / 240,
        position_m=np.zeros((count, 3, 3), np.float32),
        orientation_xyzw=orientation,
    )
    return dataclasses.replace(base, frames=frames, joints=None)


def test_only_the_motion_between_two_bodies_counts():
    """Tumbling as one piece moves no joint; the elbow is told with its largest and its last angle."""
    facts = read_asset(ARM).facts
    assert facts is not None
    moves = {m.path: m for m in joint_moves(facts, bent(30, 12), BODIES)}
    assert moves["/Arm/shoulder"].largest == pytest.approx(0, abs=1e-3)
    assert moves["/Arm/elbow"].largest == pytest.approx(math.radians(30), abs=0.05)
    assert moves["/Arm/elbow"].final == pytest.approx(math.radians(12), abs=1e-3)
    found = list(moved_joints(facts, bent(30, 12), BODIES))
    assert [f.code for f in found] == ["TST021"] and "/Arm/elbow" in found[0].message
    assert found[0].measured == 1


def test_asset_without_joints_gets_no_remark():
    """A crate has nothing to say about joints."""
    facts = read_asset(GOOD / "crate" / "crate.usda").facts
    assert facts is not None
    assert list(moved_joints(facts, bent(0, 0), BODIES)) == []


def ring(tmp_path: Path) -> Path:
    """Write four bars of a closed loop, with a joint at each corner and no articulation."""
    path = tmp_path / "ring.usda"
    stage = Usd.Stage.CreateNew(str(path))
    UsdGeom.SetStageMetersPerUnit(stage, 1)
    UsdGeom.SetStageUpAxis(stage, "Z")
    stage.SetDefaultPrim(UsdGeom.Xform.Define(stage, "/Ring").GetPrim())
    corners = [(0.0, 0.0), (0.4, 0.0), (0.4, 0.4), (0.0, 0.4)]
    middles = [((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in zip(corners, [*corners[1:], corners[0]], strict=True)]
    for number, (x, y) in enumerate(middles):
        body = UsdGeom.Xform.Define(stage, f"/Ring/bar{number}")
        body.AddTranslateOp().Set(Gf.Vec3d(x, y, 0))
        UsdPhysics.RigidBodyAPI.Apply(body.GetPrim())
        UsdPhysics.MassAPI.Apply(body.GetPrim()).CreateMassAttr(1.0)
        bar = UsdGeom.Cube.Define(stage, f"/Ring/bar{number}/bar")
        bar.CreateSizeAttr(1.0)
        bar.AddScaleOp().Set(Gf.Vec3f(0.34, 0.04, 0.04) if number % 2 == 0 else Gf.Vec3f(0.04, 0.34, 0.04))
        UsdPhysics.CollisionAPI.Apply(bar.GetPrim())
    for number, (x, y) in enumerate(corners):
        hinge = UsdPhysics.RevoluteJoint.Define(stage, f"/Ring/hinge{number}")
        hinge.CreateAxisAttr("Z")
        for side, bar in ((0, (number - 1) % 4), (1, number)):
            place = Gf.Vec3f(x - middles[bar][0], y - middles[bar][1], 0)
            (hinge.CreateBody0Rel if side == 0 else hinge.CreateBody1Rel)().SetTargets([f"/Ring/bar{bar}"])
            (hinge.CreateLocalPos0Attr if side == 0 else hinge.CreateLocalPos1Attr)(place)
    stage.Save()
    return path


@pytest.mark.engine_ovphysx
def test_closed_loop_of_single_joints_is_dropped_and_its_joints_are_told(ovphysx, tmp_path):
    """A four-bar ring lands as one thing; all four hinges are measured although they are in a loop."""
    verdict = run(ring(tmp_path), tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.PASS, verdict.summary
    assert any(f.code == "TST021" and "of 4 joints" in f.message for f in verdict.findings)


@pytest.mark.engine_ovphysx
def test_joints_of_a_closed_loop_are_not_judged_one_by_one(ovphysx, tmp_path):
    """They cannot move alone: the test says so instead of failing them."""
    verdict = run(ring(tmp_path), tmp_path / "case", ovphysx, test="joint_motion")
    assert verdict.outcome is not Outcome.FAIL, verdict.summary
    assert any(f.code == "TST013" for f in verdict.findings)


@pytest.mark.engine_ovphysx
def test_floating_arm_is_dropped_with_its_drives_and_its_joints_are_told(ovphysx, tmp_path):
    """The drives hold the arm as authored; what moved is in the report."""
    verdict = run(ARM, tmp_path / "case", ovphysx)
    assert any(f.code == "TST021" and "of 2 joints" in f.message for f in verdict.findings)
