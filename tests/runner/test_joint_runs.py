"""Runs in which joints follow a plan: with the scripted engine, and records that are judged again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from harness.outcomes import Outcome
from harness.runner.rejudge import rejudge_case
from harness.trajectory import Trajectory
from tests.support import codes, fake, run

ARM = Path(__file__).parents[2] / "assets" / "good" / "arm" / "arm.usda"


def test_scripted_engine_moves_the_joints_as_planned(tmp_path):
    """Every joint of the arm reaches its ends, and the record says so after it was read back."""
    with fake("pass") as engine:
        verdict = run(ARM, tmp_path / "case", engine, test="joint_motion")
    reach = next(c for c in verdict.criteria if c.name == "joints-reach")
    assert reach.status.value == "MET", verdict.summary
    table = verdict.tables[0]
    covered = [c.name for c in table.columns].index("covered_percent")
    assert [row[covered] for row in table.rows] == [100, 100]
    record = Trajectory.load(tmp_path / "case" / "trajectory.npz").joints
    assert record is not None
    assert record.labels == ("/Arm/shoulder", "/Arm/elbow")
    assert np.isnan(record.frames.position[0]).all()
    assert record.plan.row_count == len(record.frames.position) - 2


def test_joint_that_does_not_move_fails_with_its_path(tmp_path):
    """A stuck joint is named, with the share of its range that it covers."""
    with fake("joint-stuck") as engine:
        verdict = run(ARM, tmp_path / "case", engine, test="joint_motion")
    assert verdict.outcome is Outcome.FAIL
    stuck = next(f for f in verdict.findings if f.code == "MON030")
    assert [s.prim_path for s in stuck.sites] == ["/Arm/shoulder"]
    assert stuck.measured == pytest.approx(1)


def test_judging_again_gives_the_same_verdict(tmp_path):
    """The stored record is enough: same outcome, criteria and tables without engine and stage."""
    with fake("joint-stuck") as engine:
        verdict = run(ARM, tmp_path / "case", engine, test="joint_motion")
    again = rejudge_case(tmp_path / "case")
    assert (again.outcome, again.criteria, again.tables) == (verdict.outcome, verdict.criteria, verdict.tables)
    looser = rejudge_case(tmp_path / "case", settings=["min_reach_fraction=0"])
    assert next(c for c in looser.criteria if c.name == "joints-reach").status.value == "MET"


def test_asset_without_joints_is_not_applicable(tmp_path):
    """There is nothing to move in a box, and nothing is simulated."""
    crate = ARM.parents[1] / "crate" / "crate.usda"
    with fake("pass") as engine:
        verdict = run(crate, tmp_path / "case", engine, test="joint_motion")
    assert verdict.outcome is Outcome.NOT_APPLICABLE
    assert "TST010" in {f.code for f in verdict.findings}


@pytest.mark.engine_ovphysx
def test_anchored_arm_needs_no_edits_and_the_file_stays_as_it_is(ovphysx, tmp_path):
    """What ground_drop skips as anchored is what the joint test is for."""
    before = ARM.read_bytes()
    assert run(ARM, tmp_path / "drop", ovphysx).outcome is Outcome.NOT_APPLICABLE
    verdict = run(ARM, tmp_path / "joints", ovphysx, test="joint_motion")
    assert (verdict.outcome, codes(verdict)) == (Outcome.PASS, set())
    assert ARM.read_bytes() == before


@pytest.mark.engine_ovphysx
def test_floating_arm_is_held_and_the_report_says_so(ovphysx, tmp_path):
    """A mechanism without a fixed base is held by the test: TST012 names the body."""
    verdict = run(
        ARM.parents[1] / "arm-floating" / "arm_floating.usda", tmp_path / "case", ovphysx, test="joint_motion"
    )
    assert verdict.outcome is Outcome.PASS
    assert any(f.code == "TST012" and "/Arm/pedestal" in f.message for f in verdict.findings)
