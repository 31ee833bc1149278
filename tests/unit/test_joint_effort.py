"""Criteria of joint_effort on made-up records, and the search for worst poses on an arm with a known answer."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import numpy as np
import pytest

from harness.catalog import RunContext
from harness.config import resolve
from harness.geometry import measure_bounds
from harness.intake import read_asset
from harness.motion.plan import FIRST_PLANNED_FRAME
from harness.motion.record import JointFrames
from harness.outcomes import CriterionStatus, Severity
from tests.unit.joint_samples import facts_without_joints, system
from tests.unit.test_joint_motion import BODIES, ideal
from tests_catalog.joint_effort import JOINT_EFFORT, JointEffortConfig, drive
from tests_catalog.joint_effort_plan import plan_effort, worst_poses

ARM = Path(__file__).parents[2] / "assets" / "good" / "arm" / "arm.usda"


def config(*settings: str) -> JointEffortConfig:
    return resolve("joint_effort", JointEffortConfig, settings=settings).test


def run_with(hold: float, move: float, limit: float):
    """Return the judgement of a run in which the hinge needs given efforts."""
    joints = dataclasses.replace(system(), max_effort=np.array([limit, np.inf]))
    plan = plan_effort(joints, facts_without_joints(), config("sample_count=1"))
    count = plan.row_count + FIRST_PLANNED_FRAME
    effort = np.zeros((count, 2))
    for phase in plan.phases:
        if phase.joint == 0:
            effort[phase.first : phase.last + 1, 0] = {"hold": hold, "move": -move}[phase.name]
    position = np.zeros((count, 2))
    position[FIRST_PLANNED_FRAME:] = plan.reference
    frames = dataclasses.replace(JointFrames.unread(count, 2), position=position, effort=effort)
    base = ideal()
    assert base.joints is not None
    record = dataclasses.replace(base.joints, system=joints, plan=plan, frames=frames)
    block = dataclasses.replace(base.frames, time_s=np.arange(count) / 240)
    run = dataclasses.replace(base, joints=record, frames=block)
    context = RunContext(height_m=1, drop_height_m=1, fall_time_s=1, impact_speed_m_s=1, body_paths=BODIES)
    return JOINT_EFFORT.judge(run, measure_bounds(base.frames, base.geometry), (), context, config())


def holds(judgement) -> CriterionStatus:
    return next(c.status for c in judgement.criteria if c.name == "effort-holds")


def test_enough_effort_passes_with_its_margin():
    """A limit of twice the need is met, and the table has both numbers."""
    judgement = run_with(5, 8, 10)
    assert holds(judgement) is CriterionStatus.MET
    assert judgement.measurements["largest_hold_share"] == pytest.approx(0.5)
    assert judgement.tables[0].rows[0][2:6] == (5, 8, 10, 50)
    assert {f.code for f in judgement.findings} == set()


@pytest.mark.parametrize(
    ("hold", "move", "limit", "code", "status"),
    [
        (12, 13, 10, "MON040", CriterionStatus.NOT_MET),
        (5, 11, 10, "TST019", CriterionStatus.MET),
        (0.05, 0.06, 10, "TST017", CriterionStatus.MET),
        (5, 8, math.inf, "TST018", CriterionStatus.UNDECIDED),
        (5, 8, 0, "MON039", CriterionStatus.UNDECIDED),
    ],
)
def test_limits_that_do_not_fit_are_named(hold, move, limit, code, status):
    """Too weak fails; weak at speed, far too strong and missing only warn; zero is no authority."""
    judgement = run_with(hold, move, limit)
    assert holds(judgement) is status
    found = [f for f in judgement.findings if f.code == code]
    assert found and found[0].sites[0].prim_path == "/Robot/hinge"


def test_no_effort_limit_at_all_is_no_pass():
    """With nothing to compare, the criterion stays open and the missing limits say why."""
    judgement = run_with(5, 8, math.inf)
    criterion = next(c for c in judgement.criteria if c.name == "effort-holds")
    assert criterion.is_required and criterion.status is CriterionStatus.UNDECIDED
    assert [f.severity for f in judgement.findings if f.code == "TST018"] == [Severity.INCONCLUSIVE]


def test_joints_without_drives_have_nothing_to_compare():
    """A mechanism that nothing drives is not applicable: TST010."""
    free = dataclasses.replace(system(), drive_type=np.zeros(2, np.int64))
    refused = drive(free, facts_without_joints(), config())
    assert getattr(refused, "code", "") == "TST010"


def test_worst_pose_of_an_arm_is_stretched_out_level():
    """The shoulder of the two-link arm carries most when both links are level: 13.98 N m."""
    facts = read_asset(ARM).facts
    assert facts is not None
    joints = dataclasses.replace(
        system(),
        joint_paths=("/Arm/shoulder", "/Arm/elbow"),
        is_linear=np.zeros(2, np.bool_),
        lower=np.radians([-120.0, -120.0]),
        upper=np.radians([60.0, 120.0]),
        link_paths=("/Arm/pedestal", "/Arm/upper_arm", "/Arm/forearm"),
        link_mass_kg=np.array([20.0, 3.0, 1.5]),
        link_center_m=np.array([[0, 0, -0.25], [0.2, 0, 0], [0.15, 0, 0]]),
    )
    worst = worst_poses(joints, facts, config(), ())
    assert np.abs(worst[0]) == pytest.approx([0, 0], abs=0.12)
