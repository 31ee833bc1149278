"""A joint whose target does not exist is no anchor to remove; the body that may be meant is named."""

from __future__ import annotations

import pytest
from pxr import Usd

from tests.repair.test_fix import fixed
from tests.support import HEADER

BODY = '(prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"])'


def _chest(folder, base: str, lid: str = "/Root/lid"):
    """Write a base and a lid with a hinge between two named prims."""
    path = folder / "made.usda"
    path.write_text(
        HEADER.format(mpu=1.0, up="Z")
        + f"""
def Xform "Root"
{{
    def Cube "base" {BODY}
    {{
        double size = 0.2
    }}
    def Cube "lid" {BODY}
    {{
        double size = 0.2
        double3 xformOp:translate = (0, 0, 0.2)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }}
    def PhysicsRevoluteJoint "hinge"
    {{
        {f"rel physics:body0 = <{base}>" if base else ""}
        rel physics:body1 = <{lid}>
        point3f physics:localPos0 = (0.1, 0, 0.1)
        point3f physics:localPos1 = (0.1, 0, -0.1)
    }}
}}
"""
    )
    return path


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(
    ("target", "near"),
    [
        ("/Root/Base", "/Root/base"),
        ("/Root/base_01", "/Root/base"),
        ("/Chest/base", "/Root/base"),
        ("/Root/pedestal", None),
    ],
    ids=["case", "suffix", "parent", "unlike"],
)
def test_a_joint_with_a_missing_target_is_left_alone(ovphysx, tmp_path, target, near):
    """Refuse to switch it off, even when anchors may go, and name a body of nearly that name."""
    result = fixed(_chest(tmp_path, target), tmp_path / "out", ovphysx, are_anchors_allowed=True)
    assert result.changes == () and result.layer is None
    message = next(f.message for f in result.before.findings if f.code == "SAF071")
    reason = next(r.reason for r in result.refusals if r.code == "SAF007")
    assert "does not exist" in reason
    for text in (message, reason):
        assert (f"{near}" in text) if near else ("erhaps" not in text)


@pytest.mark.engine_ovphysx
def test_a_joint_to_the_world_still_goes_on_request(ovphysx, tmp_path):
    """Switch off what has no target at all."""
    result = fixed(_chest(tmp_path, ""), tmp_path / "out", ovphysx, are_anchors_allowed=True)
    assert [c.code for c in result.changes] == ["SAF006"]
    stage = Usd.Stage.Open(str(result.layer))
    assert stage.GetPrimAtPath("/Root/hinge").GetAttribute("physics:jointEnabled").Get() is False
