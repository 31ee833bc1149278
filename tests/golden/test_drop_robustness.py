"""drop_robustness with the real engine: what one drop hides, step rates, lanes, judging again."""

from __future__ import annotations

from functools import partial

import pytest

from harness.outcomes import Outcome
from harness.runner.rejudge import rejudge_case
from tests.golden.test_assets import ASSETS, asset_beside
from tests.support import HEADER, codes, run

pytestmark = pytest.mark.engine_ovphysx

FEW = ("orientations=6", "step_rates=60", "stable_poses=2")


run_robustness = partial(run, test="drop_robustness")


def half_solid(folder):
    """Write a tall block of which only the lower half is solid: upright nothing shows."""
    path = folder / "half.usda"
    path.write_text(
        HEADER.format(mpu=1.0, up="Z")
        + """
def Xform "Root" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{
    float physics:mass = 2
    def Cube "Seen"
    {
        double size = 1
        float3 xformOp:scale = (0.3, 0.3, 0.5)
        double3 xformOp:translate = (0, 0, 0.25)
        uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale"]
    }
    def Cube "Solid" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
        token visibility = "invisible"
        double size = 1
        float3 xformOp:scale = (0.3, 0.3, 0.2)
        double3 xformOp:translate = (0, 0, 0.1)
        uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale"]
    }
}
"""
    )
    return path


def test_a_good_asset_passes_with_numbers_for_every_trial(ovphysx, tmp_path):
    """Pass the crate in every trial, with a table of trials, step rates and poses, seeds and all."""
    verdict = run_robustness(asset_beside(ASSETS / "good" / "crate" / "expect.json"), tmp_path / "case", ovphysx, *FEW)
    assert verdict.outcome is Outcome.PASS, verdict.summary
    assert codes(verdict) == set()
    tables = {t.name: t for t in verdict.tables}
    assert set(tables) == {"trials", "step_rates", "poses"}
    assert len(tables["trials"].rows) == 1 + 6 + 2 + 2 + 2 + 4 + 2
    assert {row[1] for row in tables["trials"].rows} == {"passes"}
    assert sum(row[2] for row in tables["poses"].rows) == len(tables["trials"].rows)
    assert verdict.measurements["lowest_passing_step_rate"] == 60


def test_what_one_drop_hides_is_found(ovphysx, tmp_path):
    """Fail an asset that ground_drop passes, since it sinks in when it lands on its head."""
    asset = half_solid(tmp_path)
    assert run(asset, tmp_path / "one", ovphysx).outcome is Outcome.PASS
    verdict = run_robustness(asset, tmp_path / "many", ovphysx, *FEW)
    assert verdict.outcome is Outcome.FAIL
    assert "MON057" in codes(verdict)
    assert verdict.measurements["worst_penetration_margin_m"] < 0


def test_what_never_rests_fails(ovphysx, tmp_path):
    """Fail an asset whose drive turns for ever, in its authored pose and in all others."""
    asset = asset_beside(ASSETS / "broken" / "MON003-spinning-drive" / "expect.json")
    verdict = run_robustness(asset, tmp_path / "case", ovphysx, "orientations=3", "stable_poses=0", "step_rates=240")
    assert verdict.outcome is Outcome.FAIL
    assert "MON058" in codes(verdict)


def test_step_rate_trials_run_at_their_rate(ovphysx, tmp_path):
    """Record as many frames a second as the trial says, and warn when only fine steps work."""
    asset = asset_beside(ASSETS / "good" / "pillar" / "expect.json")
    verdict = run_robustness(asset, tmp_path / "case", ovphysx, "orientations=0", "stable_poses=0", "step_rates=30,480")
    rows = {row[0]: row for t in verdict.tables if t.name == "trials" for row in t.rows}
    assert {"30 steps a second", "30 steps a second with CCD", "480 steps a second"} <= set(rows)
    contact = [rows[f"{r} steps a second"][3] for r in (30, 480)]
    assert contact[0] == pytest.approx(contact[1], abs=1.5 / 30)
    assert contact[0] * 30 == pytest.approx(round(contact[0] * 30), abs=1e-6)


def test_lanes_add_statistics_and_change_nothing_else(ovphysx, tmp_path):
    """Give the same criteria with and without lanes, and count their poses apart."""
    asset = asset_beside(ASSETS / "good" / "box" / "expect.json")
    settings = ("orientations=2", "stable_poses=0", "step_rates=240")
    without = run_robustness(asset, tmp_path / "without", ovphysx, *settings)
    lanes = run_robustness(asset, tmp_path / "with", ovphysx, *settings, "lanes=16")
    assert lanes.criteria == without.criteria
    assert lanes.outcome is without.outcome is Outcome.PASS
    poses = next(t for t in lanes.tables if t.name == "poses")
    assert sum(row[4] for row in poses.rows) == 16
    assert "Exploration only" in poses.note


def test_judging_again_needs_no_engine(ovphysx, tmp_path):
    """Give the same answer from the kept motions, and another one for another limit."""
    asset = asset_beside(ASSETS / "good" / "box" / "expect.json")
    verdict = run_robustness(asset, tmp_path / "case", ovphysx, "orientations=2", "stable_poses=1", "step_rates=60")
    again = rejudge_case(tmp_path / "case")
    assert (again.outcome, again.criteria, again.tables) == (verdict.outcome, verdict.criteria, verdict.tables)
    strict = rejudge_case(tmp_path / "case", settings=["floor_margin_m=0.0001"])
    assert strict.measurements["worst_penetration_margin_m"] < verdict.measurements["worst_penetration_margin_m"]


def test_the_same_seed_gives_the_same_bits(ovphysx, tmp_path):
    """Repeat a case exactly."""
    asset = asset_beside(ASSETS / "good" / "dumbbell" / "expect.json")
    settings = ("orientations=3", "stable_poses=1", "step_rates=240", "seed=5")
    first = run_robustness(asset, tmp_path / "a", ovphysx, *settings)
    second = run_robustness(asset, tmp_path / "b", ovphysx, *settings)
    assert first.tables == second.tables
    other = run_robustness(asset, tmp_path / "c", ovphysx, *settings[:3], "seed=6")
    assert other.tables != first.tables
