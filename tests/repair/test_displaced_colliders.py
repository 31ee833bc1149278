"""Hidden colliders that are moved away from what is drawn are replaced, never kept beside a new one."""

from __future__ import annotations

import pytest
from pxr import Usd

from harness.outcomes import Outcome
from tests.repair.test_fix import fixed, worth_saying
from tests.support import HEADER


def _part(name: str, z: float, size: float, *, hidden: bool = False, solid: bool = False, x: float = 0.0) -> str:
    schemas = '(prepend apiSchemas = ["PhysicsCollisionAPI"])' if solid else ""
    return f"""
    def Cube "{name}" {schemas}
    {{
        double size = {size}
        double3 xformOp:translate = ({x}, 0, {z})
        uniform token[] xformOpOrder = ["xformOp:translate"]
        {'token purpose = "guide"' if hidden else ""}
    }}
"""


def _asset(folder, *parts: str):
    path = folder / "made.usda"
    path.write_text(
        HEADER.format(mpu=1.0, up="Z")
        + 'def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])\n{\n'
        + "    float physics:mass = 20\n"
        + "".join(parts)
        + "}\n"
    )
    return path


def _solid(layer) -> set[str]:
    stage = Usd.Stage.Open(str(layer))
    return {p.GetName() for p in stage.Traverse() if "PhysicsCollisionAPI" in p.GetAppliedSchemas()}


@pytest.mark.engine_ovphysx
@pytest.mark.parametrize("shift", [-0.4, -0.08, 0.1])
def test_a_displaced_stand_in_is_replaced(ovphysx, tmp_path, shift):
    """Rebuild from the drawn geometry, whether the hull lies beside it, below it or within reach of it."""
    asset = _asset(tmp_path, _part("seen", 0, 0.4), _part("hull", shift, 0.4, hidden=True, solid=True))
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert _solid(result.layer) == {"seen"}
    assert result.after is not None
    assert (result.after.outcome, worth_saying(result.after)) == (Outcome.PASS, set())


@pytest.mark.engine_ovphysx
def test_a_stray_hull_goes_though_all_that_is_drawn_collides(ovphysx, tmp_path):
    """Take only the stray hull away; one that fits stays."""
    asset = _asset(
        tmp_path,
        _part("seen", 0, 0.4, solid=True),
        _part("fits", 0, 0.38, hidden=True, solid=True),
        _part("stray", -0.5, 0.2, hidden=True, solid=True),
    )
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert _solid(result.layer) == {"seen", "fits"}
    assert result.after is not None
    assert (result.after.outcome, worth_saying(result.after)) == (Outcome.PASS, set())


@pytest.mark.engine_ovphysx
def test_a_stand_in_that_falls_short_is_kept(ovphysx, tmp_path):
    """Add colliders for what is bare, such as legs, beside the one that lies where its part is drawn."""
    asset = _asset(
        tmp_path,
        _part("seat", 0.4, 0.4),
        _part("hull", 0.4, 0.4, hidden=True, solid=True),
        _part("foot", 0.1, 0.2),
    )
    result = fixed(asset, tmp_path / "out", ovphysx)
    assert [c.code for c in result.changes] == ["SAF052"]
    assert {"hull", "foot"} <= _solid(result.layer)
    assert result.after is not None and result.after.outcome is Outcome.PASS
