"""Repaired joint frames agree where the joint locks, and leave its position as it was."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from harness.intake import read_asset
from harness.repair.run import FixJob, fix_asset
from tests.support import HEADER


def two_blocks(folder, kind: str, lines: str, turn_deg: float, tilt_deg: float = 10.0, mirrored: bool = False):
    """Write two blocks and a joint whose frame on side 1 is tilted, shifted, and away from its zero."""
    half, lean = math.radians(turn_deg) / 2, math.radians(tilt_deg) / 2
    # About Z by turn, then about X by tilt.
    w, x, y, z = (
        math.cos(half) * math.cos(lean),
        math.cos(half) * math.sin(lean),
        math.sin(half) * math.sin(lean),
        math.sin(half) * math.cos(lean),
    )
    block = """
    def Xform "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
    {{
        float physics:mass = 8
        double3 xformOp:translate = (0, 0, {height})
        float3 xformOp:scale = ({scale}, 1, 1)
        uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale"]
        def Cube "shape" (prepend apiSchemas = ["PhysicsCollisionAPI"])
        {{
            double size = 0.2
        }}
    }}"""
    blocks = block.format(name="a", height=0, scale=1) + block.format(name="b", height=0.3, scale=-1 if mirrored else 1)
    path = folder / "pair.usda"
    path.write_text(
        HEADER.format(mpu=1, up="Z")
        + f"""
def Xform "Root"
{{{blocks}
    def {kind} "joint"
    {{
        rel physics:body0 = </Root/a>
        rel physics:body1 = </Root/b>
        point3f physics:localPos0 = (0, 0, 0.15)
        point3f physics:localPos1 = (0.05, 0, -0.1)
        quatf physics:localRot1 = ({w}, {x}, {y}, {z})
        uniform token physics:axis = "Z"
        {lines}
    }}
}}
"""
    )
    return path


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(
    ("kind", "lines", "turn_deg"),
    [
        ("PhysicsRevoluteJoint", "float physics:lowerLimit = 20\n float physics:upperLimit = 60", 40.0),
        ("PhysicsPrismaticJoint", "float physics:lowerLimit = 0.02\n float physics:upperLimit = 0.2", 0.0),
        ("PhysicsFixedJoint", "", 40.0),
    ],
)
@pytest.mark.parametrize("mirrored", [False, True])
def test_frames_agree_and_the_position_stays(ovphysx, tmp_path, kind, lines, turn_deg, mirrored):
    """Repair SAF031 without a new finding: limits that held before hold afterwards, on a mirrored body too."""
    asset = two_blocks(tmp_path, kind, lines, turn_deg, mirrored=mirrored)
    (before,) = read_asset(asset).facts.joints
    assert before.frame_angle_rad > math.radians(5)
    assert mirrored or before.beyond_limits == ()
    job = FixJob(asset=asset, out=tmp_path / "out", only=("SAF031",))
    result = fix_asset(job, ovphysx, lambda phase, seconds: None)
    (after,) = read_asset(Path(result.layer)).facts.joints
    assert after.frame_gap_m == pytest.approx(0, abs=1e-5)
    assert after.frame_angle_rad == pytest.approx(0, abs=1e-4)
    assert mirrored or after.beyond_limits == ()
