"""Collisions are switched off between links of one mechanism only."""

from __future__ import annotations

import pytest

from harness.repair.change import Context
from harness.repair.joints import filter_pairs
from harness.verdict import finding
from tests.repair.test_fix import fixed, worth_saying
from tests.support import HEADER


def _pair(folder, *joints: str):
    """Write two boxes that overlap, with a post below that joints may connect both to."""
    path = folder / "made.usda"

    def cube(name: str, x: float, z: float) -> str:
        return f"""
    def Cube "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"])
    {{
        double size = 0.2
        double3 xformOp:translate = ({x}, 0, {z})
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }}
"""

    def weld(name: str) -> str:
        x = {"a": 0.0, "b": 0.1}[name]
        return f"""
    def PhysicsFixedJoint "weld_{name}"
    {{
        rel physics:body0 = </Root/post>
        rel physics:body1 = </Root/{name}>
        point3f physics:localPos0 = ({x}, 0, 0.3)
    }}
"""

    parts = cube("a", 0, 0.3) + cube("b", 0.1, 0.3) + cube("post", 0, 0) + "".join(weld(j) for j in joints)
    path.write_text(HEADER.format(mpu=1.0, up="Z") + f'def Xform "Root"\n{{{parts}}}\n')
    return path


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize("joints", [(), ("a",)], ids=["no joint", "one of them jointed to a third"])
def test_loose_bodies_that_overlap_keep_their_collisions(ovphysx, tmp_path, joints):
    """Write nothing, and say to move them apart."""
    result = fixed(_pair(tmp_path, *joints), tmp_path / "out", ovphysx)
    assert "SAF044" in worth_saying(result.before)
    assert result.changes == () and result.layer is None
    assert "apart" in next(r.reason for r in result.refusals if r.code == "SAF044")


@pytest.mark.engine_ovphysx
def test_links_of_one_mechanism_are_filtered(ovphysx, tmp_path):
    """Switch the collisions of two links off that hang on the same post."""
    result = fixed(_pair(tmp_path, "a", "b"), tmp_path / "out", ovphysx)
    assert [c.code for c in result.changes] == ["SAF054"]
    assert result.after is not None and worth_saying(result.after) == set()


def test_the_rule_asks_for_a_joint_whatever_the_finding_says(tmp_path):
    """Refuse a pair of loose bodies under any code."""
    from harness.intake import read_asset
    from harness.repair.source import AssetSource

    path = _pair(tmp_path)
    found = (finding("SAF054", "They overlap.", sites=["/Root/a", "/Root/b"]),)
    context = Context(findings=found, facts=read_asset(path).facts, source=AssetSource(path, "/Root", {}))
    made = filter_pairs(context, found)
    assert isinstance(made, str) and "move them apart" in made
