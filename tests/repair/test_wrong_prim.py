"""A RigidBodyAPI on the wrong prim is named, and the only colliders of an asset stay on."""

from __future__ import annotations

import pytest
from pxr import Usd

from harness.outcomes import Outcome
from tests.repair.test_fix import fixed
from tests.support import HEADER

BODY = '(prepend apiSchemas = ["PhysicsRigidBodyAPI"])'


def _asset(folder, text: str):
    path = folder / "made.usda"
    path.write_text(HEADER.format(mpu=1.0, up="Z") + 'def Xform "Root"\n{\n' + text + "}\n")
    return path


def _cube(name: str, *, solid: bool, size: float = 0.2, z: float = 0.0) -> str:
    schemas = '(prepend apiSchemas = ["PhysicsCollisionAPI"])' if solid else ""
    return f"""
    def Cube "{name}" {schemas}
    {{
        double size = {size}
        double3 xformOp:translate = (0, 0, {z})
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }}
"""


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize(("prim", "word"), [('def Scope "Looks"', "a Scope"), ('def "Looks"', "without a type")])
def test_a_body_on_a_prim_without_transform_is_named(ovphysx, tmp_path, prim, word):
    """Name the prim, and leave the only collider on; nothing is written."""
    asset = _asset(tmp_path, _cube("mug", solid=True) + f"    {prim} {BODY}\n    {{\n    }}\n")
    result = fixed(asset, tmp_path / "out", ovphysx)
    found = next(f for f in result.before.findings if f.code == "SAF002")
    assert word in found.message and "wrong prim" in found.message
    assert "/Root/Looks" in str(found.fix) and "/Root/mug" in str(found.fix)
    assert result.changes == () and result.layer is None
    reasons = {r.code: r.reason for r in result.refusals}
    assert "wrong prim" in reasons["SAF002"] and "no other collider" in reasons["SAF020"]


@pytest.mark.engine_ovphysx
def test_the_collider_of_what_is_seen_stays_on(ovphysx, tmp_path):
    """Keep it where the body has colliders too, but nothing of it can be seen."""
    hidden = _cube("hull", solid=True).replace("double size", 'token purpose = "guide"\n        double size')
    asset = _asset(tmp_path, f'    def Xform "body" {BODY}\n    {{{hidden}    }}\n' + _cube("mug", solid=True, z=0.5))
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert "SAF020" not in {c.code for c in result.changes}
    assert "no other collider" in next(r.reason for r in result.refusals if r.code == "SAF020")


@pytest.mark.engine_ovphysx
def test_a_floor_goes_once_the_body_collides(ovphysx, tmp_path):
    """Make the body solid first, then switch off the floor that the asset brings."""
    asset = _asset(
        tmp_path,
        f'    def Xform "body" {BODY}\n    {{{_cube("mug", solid=False, z=0.5)}    }}\n'
        + _cube("floor", solid=True, size=0.3),
    )
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert {c.code for c in result.changes} == {"SAF002", "SAF020"}
    assert result.after is not None and result.after.outcome is Outcome.PASS
    stage = Usd.Stage.Open(str(result.layer))
    assert stage.GetPrimAtPath("/Root/floor").GetAttribute("physics:collisionEnabled").Get() is False
