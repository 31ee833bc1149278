"""The USD replay layer plays back exactly what was recorded."""

from __future__ import annotations

import numpy as np
import pytest
from pxr import Usd, UsdGeom

from harness.trajectory import Trajectory
from tests.support import cube_asset, run

pytestmark = pytest.mark.engine_ovphysx

TURNED = 'quatf xformOp:orient = (0.9, 0.3, 0.2, 0.1)\n uniform token[] xformOpOrder = ["xformOp:orient"]'


@pytest.mark.parametrize(("mpu", "up"), [(1.0, "Z"), (0.01, "Y"), (0.001, "Z")])
def test_body_moves_in_the_stage_as_it_did_in_the_engine(ovphysx, tmp_path, mpu, up):
    """Put the body at the recorded place at every sample, in the units and axes of its own stage."""
    asset = cube_asset(tmp_path, mpu=mpu, up=up, geo=TURNED)
    run(asset, tmp_path / "case", ovphysx)
    motion = Trajectory.load(tmp_path / "case" / "trajectory.npz")
    stage = Usd.Stage.Open(str(tmp_path / "case" / "replay.usdc"))
    assert stage.GetCompositionErrors() == []
    assert stage.GetEndTimeCode() == motion.frames.frame_count - 1
    assert stage.GetTimeCodesPerSecond() == 240
    assert UsdGeom.GetStageMetersPerUnit(stage) == mpu
    assert UsdGeom.GetStageUpAxis(stage) == up
    prim = stage.GetPrimAtPath(motion.body_paths[0])
    attribute = prim.GetAttribute("xformOp:transform:replay")
    samples = attribute.GetTimeSamples()
    assert len(samples) > 20
    for code in (*samples, motion.frames.frame_count - 1):
        world = UsdGeom.Xformable(prim).ComputeLocalToWorldTransform(code)
        x, y, z = (mpu * v for v in world.ExtractTranslation())
        place = (x, -z, y) if up == "Y" else (x, y, z)
        np.testing.assert_allclose(place, motion.frames.position_m[int(code), 0], atol=2e-4)


def test_still_bodies_are_held_until_they_move_again(ovphysx, tmp_path):
    """Write fewer samples than frames: a pose that does not change is not repeated."""
    run(cube_asset(tmp_path), tmp_path / "case", ovphysx)
    motion = Trajectory.load(tmp_path / "case" / "trajectory.npz")
    stage = Usd.Stage.Open(str(tmp_path / "case" / "replay.usdc"))
    samples = stage.GetPrimAtPath(motion.body_paths[0]).GetAttribute("xformOp:transform:replay").GetTimeSamples()
    assert len(samples) < motion.frames.frame_count / 8


def test_the_scene_opens_without_errors_and_keeps_the_asset_as_a_reference(ovphysx, tmp_path):
    """Compose the saved scene anywhere: relative reference, one physics scene, one static collider."""
    run(cube_asset(tmp_path), tmp_path / "case", ovphysx)
    text = (tmp_path / "case" / "scene.usda").read_text()
    assert str(tmp_path) not in text
    stage = Usd.Stage.Open(str(tmp_path / "case" / "scene.usda"))
    assert stage.GetCompositionErrors() == []
    prims = list(stage.Traverse())
    assert sum(p.GetTypeName() == "PhysicsScene" for p in prims) == 1
    static = [p for p in prims if "PhysicsCollisionAPI" in p.GetAppliedSchemas() and "/Drop/" not in str(p.GetPath())]
    assert [str(p.GetPath()) for p in static] == ["/World/Ground"]
