"""The embedded engine against analytic physics, and against itself."""

from __future__ import annotations

import hashlib
import math

import numpy as np
import pytest

from harness.config import resolve
from harness.outcomes import Outcome
from harness.runner.control import run_control
from harness.runner.rejudge import rejudge_case
from harness.trajectory import Trajectory
from tests.support import HEADER, codes, cube_asset, run
from tests_catalog.ground_drop import GroundDropConfig

pytestmark = pytest.mark.engine_ovphysx

METRES = HEADER.format(mpu=1, up="Z")
CAN = """
def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{{
    float physics:mass = 0.4
    def Cylinder "Can" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {{
        uniform token axis = "{axis}"
        double height = {height}
        double radius = {radius}
    }}
}}
"""


def number(verdict, name):
    return next(c.measured for c in verdict.criteria if c.name == name)


def test_free_fall_agrees_with_the_formula(ovphysx, tmp_path):
    """Touch the floor within one step of sqrt(2h/g)."""
    verdict = run(cube_asset(tmp_path), tmp_path / "case", ovphysx)
    touch = next(e.time_s for e in verdict.events if e.name == "floor-force")
    assert abs(touch - math.sqrt(2 * 1.6 / 9.81)) <= 1 / 240 + 1e-9
    assert verdict.outcome is Outcome.PASS
    assert codes(verdict) == set()


def test_floor_carries_the_weight(ovphysx, tmp_path):
    """Read a floor force of m g between landing and falling asleep."""
    verdict = run(cube_asset(tmp_path), tmp_path / "case", ovphysx)
    touch = next(e.frame_index for e in verdict.events if e.name == "floor-force")
    force = Trajectory.load(tmp_path / "case" / "trajectory.npz").frames.floor_force_n
    assert force is not None
    assert abs(force[touch + 20 : touch + 40, 2]).mean() == pytest.approx(9.81, rel=0.02)


def test_units_and_axis_do_not_matter(ovphysx, tmp_path):
    """Give the same answer for one can in metres Z up, centimetres Y up and millimetres Z up."""
    results = []
    for name, mpu, up in (("m", 1.0, "Z"), ("cm", 0.01, "Y"), ("mm", 0.001, "Z")):
        path = tmp_path / f"{name}.usda"
        path.write_text(HEADER.format(mpu=mpu, up=up) + CAN.format(axis=up, height=0.16 / mpu, radius=0.05 / mpu))
        verdict = run(path, tmp_path / name / "case", ovphysx)
        assert verdict.outcome is Outcome.PASS
        assert codes(verdict) == set()
        assert verdict.asset.height_m == pytest.approx(0.16, abs=1e-4)
        motion = Trajectory.load(tmp_path / name / "case" / "trajectory.npz")
        results.append(
            (number(verdict, "free-fall-speed"), motion.frames.position_m[-1, 0], verdict.asset.total_mass_kg)
        )
    for speed, position, mass in results[1:]:
        assert speed == pytest.approx(results[0][0], abs=1e-3)
        np.testing.assert_allclose(position, results[0][1], atol=2e-3)
        assert mass == pytest.approx(0.4, rel=1e-4)


def test_density_and_inertia_keep_their_units(ovphysx, tmp_path):
    """Use an authored density in the stage's own units: 0.0005 kg per cubic centimetre is 4 kg here."""
    asset = cube_asset(tmp_path, mpu=0.01, body="float physics:density = 0.0005")
    asset.write_text(asset.read_text().replace("float physics:mass = 1", ""))
    verdict = run(asset, tmp_path / "case", ovphysx)
    assert verdict.asset.total_mass_kg == pytest.approx(4.0, rel=1e-3)


def test_a_grams_stage_is_converted(ovphysx, tmp_path):
    """Read a mass of 500 in a stage of grams as half a kilogram."""
    asset = cube_asset(tmp_path, body="")
    text = asset.read_text().replace("metersPerUnit = 1.0", "metersPerUnit = 1.0\n    kilogramsPerUnit = 0.001")
    asset.write_text(text.replace("physics:mass = 1", "physics:mass = 500"))
    assert run(asset, tmp_path / "case", ovphysx).asset.total_mass_kg == pytest.approx(0.5)


def test_twenty_repeats_are_bit_identical(ovphysx, tmp_path):
    """Record the same bits in twenty runs, half of them in fresh processes of the engine."""
    asset = cube_asset(
        tmp_path, geo='quatf xformOp:orient = (0.9, 0.3, 0.2, 0.1)\n uniform token[] xformOpOrder = ["xformOp:orient"]'
    )
    digests = set()
    for index in range(20):
        if index % 10 == 0:
            ovphysx.restart()
        run(asset, tmp_path / str(index), ovphysx)
        frames = Trajectory.load(tmp_path / str(index) / "trajectory.npz").frames
        raw = b"".join(
            a.tobytes()
            for a in (frames.position_m, frames.orientation_xyzw, frames.linear_velocity_m_s, frames.floor_force_n)
            if a is not None
        )
        digests.add(hashlib.sha256(raw).hexdigest())
    assert len(digests) == 1


def test_replayed_verdict_equals_the_live_one(ovphysx, tmp_path):
    """Judge the stored motion to exactly the verdict of the run."""
    verdict = run(cube_asset(tmp_path), tmp_path / "case", ovphysx)
    assert rejudge_case(tmp_path / "case") == verdict


def test_the_block_size_does_not_change_the_verdict(ovphysx, tmp_path):
    """Stop at the same frame with the same findings for any block size."""
    asset = cube_asset(tmp_path)
    verdicts = [run(asset, tmp_path / f"b{n}", ovphysx, f"engine.block_steps={n}") for n in (1, 7, 60, 5000)]
    for other in verdicts[1:]:
        assert (other.criteria, other.events, other.findings) == (
            verdicts[0].criteria,
            verdicts[0].events,
            verdicts[0].findings,
        )


@pytest.mark.parametrize(("gap", "code"), [(0.09, "MON006"), (-0.09, "MON007")])
def test_nine_centimetres_off_the_floor_is_never_clean(ovphysx, tmp_path, gap, code):
    """Warn about an asset that hovers 9 cm above the floor or rests 9 cm inside it, on the real engine."""
    path = tmp_path / "asset.usda"
    half = 0.3
    path.write_text(
        METRES
        + f"""
def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{{
    float physics:mass = 3
    def Cube "Visual"
    {{
        double size = {2 * half}
    }}
    def Cube "Collider" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {{
        uniform token purpose = "guide"
        double size = {2 * (half + gap)}
    }}
}}
"""
    )
    verdict = run(path, tmp_path / "case", ovphysx)
    assert not verdict.is_clean
    assert code in codes(verdict)
    assert run(path, tmp_path / "strict", ovphysx, is_strict=True).outcome is Outcome.FAIL


def test_ball_that_rolls_to_rest_passes(ovphysx, tmp_path):
    """Pass a ball of 0.5 m radius that lands with a spin; a rotated box would put it 0.2 m under the floor."""
    path = tmp_path / "ball.usda"
    path.write_text(
        METRES
        + """
def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysxRigidBodyAPI"])
{
    float physics:mass = 20
    vector3f physics:angularVelocity = (0, 40, 0)
    float physxRigidBody:angularDamping = 1.5
    def Sphere "Ball" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
        double radius = 0.5
    }
}
"""
    )
    verdict = run(path, tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.PASS, verdict.summary
    frames = Trajectory.load(tmp_path / "case" / "trajectory.npz").frames
    assert abs(frames.orientation_xyzw[-1, 0, 3]) < 0.99
    assert number(verdict, "floor-penetration") > -0.002


def test_heavy_and_tall_assets_do_not_fail_for_the_overshoot(ovphysx, tmp_path):
    """Keep the overshoot at impact below 1 mm for a 2 m, 5 t block that lands at 18 m/s."""
    path = tmp_path / "block.usda"
    path.write_text(
        METRES
        + """
def Cube "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsCollisionAPI"])
{
    float physics:mass = 5000
    double size = 2
}
"""
    )
    verdict = run(path, tmp_path / "case", ovphysx)
    assert verdict.is_clean
    assert number(verdict, "floor-penetration") > -0.001


def test_very_tall_assets_get_the_time_to_fall(ovphysx, tmp_path):
    """Extend the simulated time for a 30 m tower, and say so."""
    path = tmp_path / "tower.usda"
    path.write_text(
        METRES
        + """
def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{
    float physics:mass = 90000
    def Cube "Box" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
        double size = 30
    }
}
"""
    )
    verdict = run(path, tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.PASS
    assert "TST002" in {f.code for f in verdict.findings}


def test_control_drop(ovphysx):
    """Pass the control asset that doctor drops."""
    engine = resolve("ground_drop", GroundDropConfig).engine
    control = run_control(ovphysx, engine)
    assert control.is_passed, control.detail


def test_static_colliders_inside_instances_are_switched_off(ovphysx, tmp_path):
    """Let a body fall past a floor that the asset brings inside an instance of an instance."""
    path = tmp_path / "asset.usda"
    path.write_text(
        METRES
        + """
def Xform "Root"
{
    def Cube "Body" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsCollisionAPI"])
    {
        float physics:mass = 2
        double size = 0.3
    }
    def Xform "Tray" (
        instanceable = true
        prepend inherits = </_outer>
    )
    {
        double3 xformOp:translate = (0, 0, -0.4)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
}
class "_outer"
{
    def Xform "Inner" (
        instanceable = true
        prepend inherits = </_inner>
    )
    {
    }
}
class "_inner"
{
    def Cube "Plate" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
        double size = 0.4
    }
}
"""
    )
    verdict = run(path, tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.PASS, verdict.summary
    assert "SAF020" in codes(verdict)


def test_reset_bodies_and_own_scenes_are_dropped_with_the_rest(ovphysx, tmp_path):
    """Let a body with a transform reset and an asset with its own zero-gravity scene really fall."""
    path = tmp_path / "asset.usda"
    path.write_text(
        METRES
        + """
def Xform "Root"
{
    def PhysicsScene "AAAScene"
    {
        float physics:gravityMagnitude = 0
    }
    def Cube "Body" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsCollisionAPI"])
    {
        float physics:mass = 2
        rel physics:simulationOwner = </Root/AAAScene>
        double size = 0.3
        double3 xformOp:translate = (5, 0, 0)
        uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:translate"]
    }
}
"""
    )
    verdict = run(path, tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.PASS
    assert {"SAF019", "SAF024", "SAF032"} <= codes(verdict)
    touch = next(e.time_s for e in verdict.events if e.name == "floor-force")
    assert abs(touch - math.sqrt(2 * 2.4 / 9.81)) <= 1 / 240 + 1e-9


def test_no_step_is_hidden_before_the_first_one(ovphysx, tmp_path):
    """Start jointed bodies without a jolt: a reading before the first step would turn 2 mm into 2000 km/s.

    The engine runs a step of a nanosecond when a binding is read too early.
    """
    body = '(prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsCollisionAPI"])'
    parts = "".join(
        f"""
    def Cube "b{i}" {body}
    {{
        double size = 0.1
        float physics:mass = 1
        double3 xformOp:translate = ({0.15 * i}, 0, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }}"""
        for i in range(4)
    )
    joints = "".join(
        f"""
    def PhysicsFixedJoint "j{i}"
    {{
        rel physics:body0 = </Root/b{i}>
        rel physics:body1 = </Root/b{i + 1}>
        point3f physics:localPos0 = (0.152, 0, 0)
    }}"""
        for i in range(3)
    )
    path = tmp_path / "chain.usda"
    path.write_text(HEADER.format(mpu=1.0, up="Z") + f'def Xform "Root"\n{{{parts}{joints}\n}}\n')
    verdict = run(path, tmp_path / "case", ovphysx)
    motion = Trajectory.load(tmp_path / "case" / "trajectory.npz").frames
    assert motion.linear_velocity_m_s is not None
    # 2 mm in a step of 1/240 s are 0.5 m/s for each joint of the chain.
    assert float(np.abs(motion.linear_velocity_m_s[1]).max()) < 4
    assert verdict.outcome is Outcome.PASS
    assert verdict.criteria and "MON005" not in codes(verdict)
