"""A transform reset is taken away where a plain prim has it, and kept where a body below a body needs it."""

from __future__ import annotations

import pytest
from pxr import Usd, UsdGeom

from tests.repair.test_fix import fixed, worth_saying
from tests.support import HEADER

RESET = 'uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:translate"]'
MOVE = 'uniform token[] xformOpOrder = ["xformOp:translate"]'


def _asset(folder, *, group: str, body: str):
    """Write a body with a cube, a body below it on a frame, and a body beside it in a group."""
    path = folder / "made.usda"
    schemas = '(prepend apiSchemas = ["PhysicsRigidBodyAPI"])'
    cube = 'def Cube "shape" (prepend apiSchemas = ["PhysicsCollisionAPI"])\n{\ndouble size = 0.2\n}\n'
    path.write_text(
        HEADER.format(mpu=1.0, up="Z")
        + f"""
def Xform "Root"
{{
    def Xform "base" {schemas}
    {{
        {cube}
        def Xform "frame"
        {{
            double3 xformOp:translate = (0, 0, 0.3)
            {body}
            def Xform "lid" {schemas}
            {{
                {cube}
            }}
        }}
    }}
    def Xform "group"
    {{
        double3 xformOp:translate = (1, 0, 0)
        {group}
        def Xform "box" {schemas}
        {{
            {cube}
        }}
    }}
}}
"""
    )
    return path


def _resets(layer) -> set[str]:
    stage = Usd.Stage.Open(str(layer))
    return {
        p.GetName() for p in stage.Traverse() if p.IsA(UsdGeom.Xformable) and UsdGeom.Xformable(p).GetResetXformStack()
    }


@pytest.mark.engine_ovphysx
def test_a_reset_between_nested_bodies_stays(ovphysx, tmp_path):
    """Name it with the nesting, ask for nothing else, and write nothing."""
    result = fixed(_asset(tmp_path, group=MOVE, body=RESET), tmp_path / "out", ovphysx)
    assert worth_saying(result.before) == {"SAF030"}
    found = next(f for f in result.before.findings if f.code == "SAF030")
    assert "/Root/base/frame resets its transform stack" in found.message
    assert result.changes == () and result.layer is None


@pytest.mark.engine_ovphysx
def test_only_the_reset_of_no_nested_body_goes(ovphysx, tmp_path):
    """Take the other one away, at the same pose."""
    result = fixed(_asset(tmp_path, group=RESET, body=RESET), tmp_path / "out", ovphysx)
    assert [c.code for c in result.changes] == ["SAF032"]
    assert {i.prim_path for i in result.changes[0].items} == {"/Root/group"}
    assert _resets(result.layer) == {"frame"}
    assert result.after is not None and worth_saying(result.after) == {"SAF030"}
