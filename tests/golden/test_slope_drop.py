"""slope_drop on real assets with the real engine: the law of friction, every failure, and good assets that pass."""

from __future__ import annotations

import math
from functools import partial

import pytest

from harness.outcomes import CriterionStatus, Outcome
from tests.golden.test_assets import ASSETS, GOOD_DROPS, asset_beside
from tests.support import codes, cube_asset, rubber_box, run

pytestmark = pytest.mark.engine_ovphysx


run_slope = partial(run, test="slope_drop")


def block_on_slope(folder, mu, *, angle=45.0, mpu=1.0, up="Z", body=""):
    """Write a flat block whose underside is parallel to a ramp, with its own friction."""
    half = math.radians(angle) / 2
    axis = (0, math.sin(half), 0) if up == "Z" else (0, 0, -math.sin(half))
    turned = f"""
    quatd xformOp:orient = ({math.cos(half)}, {axis[0]}, {axis[1]}, {axis[2]})
    uniform token[] xformOpOrder = ["xformOp:orient"]"""
    return rubber_box(folder, mu, (0.4, 0.3, 0.1), mpu=mpu, up=up, body=body + turned)


@pytest.mark.parametrize(
    ("mu", "angle", "mpu", "up"),
    [
        (0.0, 45, 1.0, "Z"),
        (0.2, 45, 1.0, "Z"),
        (0.5, 45, 1.0, "Z"),
        (0.9, 45, 1.0, "Z"),
        (0.5, 35, 1.0, "Z"),
        (0.5, 60, 1.0, "Z"),
        (0.5, 45, 0.01, "Y"),
        (0.2, 45, 0.001, "Z"),
    ],
)
def test_the_acceleration_is_that_of_friction_within_two_percent(ovphysx, tmp_path, mu, angle, mpu, up):
    """Slide with g (sin a - mu cos a), mu being the mean of asset and ramp, at any angle and in any unit."""
    asset = block_on_slope(tmp_path, mu, angle=angle, mpu=mpu, up=up)
    verdict = run_slope(asset, tmp_path / "case", ovphysx, f"ramp_angle_deg={angle}")
    assert verdict.outcome is Outcome.PASS, verdict.summary
    a, combined = math.radians(angle), (mu + 0.5) / 2
    expected = 9.81 * (math.sin(a) - combined * math.cos(a))
    assert verdict.measurements["slide_acceleration_m_s2"] == pytest.approx(expected, rel=0.02)
    check = next(c for c in verdict.criteria if c.name == "slide-acceleration")
    assert check.status is CriterionStatus.MET
    assert "MON055" not in codes(verdict)


def test_damping_shows_in_the_acceleration(ovphysx, tmp_path):
    """Warn about an asset that slides slower than its friction allows."""
    asset = block_on_slope(tmp_path, 0.2, body="float physxRigidBody:linearDamping = 0.4")
    verdict = run_slope(asset, tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.PASS
    assert "MON055" in codes(verdict)


def test_a_locked_axis_that_a_flat_floor_hides_is_found(ovphysx, tmp_path):
    """Fail an asset that cannot move downhill; its neighbour without the lock passes."""
    asset = cube_asset(tmp_path, body="int physxRigidBody:lockedPosAxis = 1")
    asset.write_text(asset.read_text().replace('"PhysicsMassAPI"]', '"PhysicsMassAPI", "PhysxRigidBodyAPI"]'))
    verdict = run_slope(asset, tmp_path / "case", ovphysx)
    assert verdict.outcome is Outcome.FAIL
    assert "MON053" in codes(verdict)
    assert run_slope(cube_asset(tmp_path, name="free"), tmp_path / "free", ovphysx).is_clean


def test_grip_that_holds_is_not_applicable(ovphysx, tmp_path):
    """Ask no sliding of what cannot slide; it really does not."""
    asset = block_on_slope(tmp_path, 1.6)
    verdict = run_slope(asset, tmp_path / "case", ovphysx)
    assert (verdict.outcome, codes(verdict)) == (Outcome.NOT_APPLICABLE, {"TST041"})
    # Just below the limit it slides.
    assert run_slope(block_on_slope(tmp_path, 1.45), tmp_path / "less", ovphysx).outcome is Outcome.PASS


@pytest.mark.parametrize(
    ("name", "outcome", "found"),
    [
        ("MON001-collider-too-large", Outcome.FAIL, {"MON050"}),
        ("MON002-collider-too-small", Outcome.FAIL, {"MON051", "MON056", "SAF052"}),
        ("SAF046-compliant-contact", Outcome.FAIL, {"MON002", "MON051", "SAF046"}),
        ("SAF002-no-collider", Outcome.FAIL, {"SAF002"}),
        ("SAF006-bolted-to-world", Outcome.NOT_APPLICABLE, {"SAF006"}),
        ("MON003-rolling", Outcome.PASS, {"SAF025"}),
    ],
)
def test_broken_assets(ovphysx, tmp_path, name, outcome, found):
    """Give each broken asset its outcome on the ramp; what only fails to rest may pass here."""
    asset = asset_beside(ASSETS / "broken" / name / "expect.json")
    verdict = run_slope(asset, tmp_path / "case", ovphysx)
    assert (verdict.outcome, codes(verdict)) == (outcome, found), verdict.summary


@pytest.mark.parametrize("preset", ["simready-3.0", "simready-3.2"])
@pytest.mark.parametrize("folder", GOOD_DROPS, ids=lambda p: p.name)
def test_good_assets_pass(ovphysx, tmp_path, folder, preset):
    """Pass every good asset, thin, round, tall, jointed or tiny, also with the published limits."""
    verdict = run_slope(asset_beside(folder / "expect.json"), tmp_path / "case", ovphysx, preset=preset)
    assert verdict.outcome is Outcome.PASS, verdict.summary
    assert not any(c.startswith("MON") for c in codes(verdict))
    assert verdict.preset == preset
