"""Criteria of prescribed_motion on made-up records, and actuator types."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from harness.catalog import RunContext
from harness.config import resolve
from harness.dynamics.hybrid import ActuatorType
from harness.errors import UsageError
from harness.geometry import measure_bounds
from harness.motion.plan import FIRST_PLANNED_FRAME
from harness.motion.record import JointFrames
from harness.outcomes import CriterionStatus
from tests.unit.joint_samples import facts_without_joints, system
from tests.unit.test_joint_motion import BODIES, ideal
from tests_catalog.prescribed_motion import PRESCRIBED_MOTION, PrescribedMotionConfig
from tests_catalog.prescribed_motion_plan import actuator_types, parse_actuators, plan_prescribed


def config(*settings: str) -> PrescribedMotionConfig:
    return resolve("prescribed_motion", PrescribedMotionConfig, settings=settings).test


def judged(*, off: float = 0.0, share: float | None = 0.0):
    """Judge a run whose hinge is ``off`` its trajectory, with efforts that differ by a share from the model's."""
    joints = system()
    plan = plan_prescribed(joints, facts_without_joints(), config())
    count = plan.row_count + FIRST_PLANNED_FRAME
    position = np.zeros((count, 2))
    position[FIRST_PLANNED_FRAME:] = plan.reference
    position[:, 0] += off
    effort = np.sin(np.arange(count))[:, None] * np.array([2.0, 5.0])
    velocity = np.zeros((count, 2))
    frames = dataclasses.replace(JointFrames.unread(count, 2), position=position, effort=effort, velocity=velocity)
    reference = None
    if share is not None:
        reference = {
            "is_modelled": np.ones(2),
            "armature": np.zeros(2),
            "effort": effort * (1 + share),
            "energy_j": np.zeros(count),
            "mass_matrix": np.zeros((0, 2, 2)),
            "coriolis": np.zeros((0, 2)),
            "gravity": np.zeros((0, 2)),
        }
    base = ideal()
    assert base.joints is not None
    record = dataclasses.replace(base.joints, system=joints, plan=plan, frames=frames, reference=reference)
    block = dataclasses.replace(base.frames, time_s=np.arange(count) / 240)
    run = dataclasses.replace(base, joints=record, frames=block)
    context = RunContext(height_m=1, drop_height_m=1, fall_time_s=1, impact_speed_m_s=1, body_paths=BODIES)
    return PRESCRIBED_MOTION.judge(run, measure_bounds(base.frames, base.geometry), (), context, config())


def status(judgement, name: str) -> CriterionStatus:
    return next(c.status for c in judgement.criteria if c.name == name)


def test_exact_motion_with_the_models_forces_passes():
    """Nothing differs, nothing is said."""
    judgement = judged()
    assert status(judgement, "trajectory-followed") is CriterionStatus.MET
    assert status(judgement, "dynamics-agree") is CriterionStatus.MET
    assert {f.code for f in judgement.findings} == set()


def test_joint_off_its_trajectory_fails():
    """MON041 names the joint and how far it is off."""
    judgement = judged(off=0.05)
    assert status(judgement, "trajectory-followed") is CriterionStatus.NOT_MET
    found = next(f for f in judgement.findings if f.code == "MON041")
    assert found.sites[0].prim_path == "/Robot/hinge" and found.measured == pytest.approx(0.05)


def test_forces_that_differ_fail_with_their_share():
    """MON042 for a fifth too much; a share within the tolerance is met."""
    judgement = judged(share=0.2)
    assert status(judgement, "dynamics-agree") is CriterionStatus.NOT_MET
    found = next(f for f in judgement.findings if f.code == "MON042")
    assert found.measured == pytest.approx(0.2 / 1.2, rel=1e-2)
    assert status(judged(share=0.02), "dynamics-agree") is CriterionStatus.MET


def test_without_a_model_nothing_is_claimed():
    """No comparison is a warning, TST020, and no met criterion."""
    judgement = judged(share=None)
    assert status(judgement, "dynamics-agree") is CriterionStatus.UNDECIDED
    assert any(f.code == "TST020" for f in judgement.findings)


def test_actuator_types_come_from_the_setting_by_name_or_path():
    """Names and paths both work; others follow."""
    types = actuator_types(system(), facts_without_joints(), "hinge=passive, /Robot/slide=locked")
    assert types == (ActuatorType.PASSIVE, ActuatorType.LOCKED)
    assert set(actuator_types(system(), facts_without_joints(), "")) == {ActuatorType.VELOCITY}


def test_wrong_actuators_are_refused():
    """Unknown types and joints are named."""
    with pytest.raises(UsageError, match="locked"):
        parse_actuators("hinge=magic")
    with pytest.raises(UsageError, match="wrist"):
        actuator_types(system(), facts_without_joints(), "wrist=passive")


@pytest.mark.parametrize("setting", ["chirp_start_hz=0", "chirp_fraction=0.5"])
def test_joint_without_room_stands_still_in_the_chirp(setting):
    """A range of 0 is a trajectory that does not move, not a division by zero."""
    stuck = dataclasses.replace(system(), lower=np.array([0.3, -0.2]), upper=np.array([0.3, 0.2]))
    plan = plan_prescribed(stuck, facts_without_joints(), config(setting))
    assert np.isfinite(plan.reference).all() and np.ptp(plan.reference[:, 0]) == 0
    assert np.ptp(plan.reference[:, 1]) > 0.05


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("time_s,hinge\n0,0\n1,45\n", "Angles are in rad"),
        ("time_s,hinge,/Robot/hinge\n0,0,0\n1,0.1,0.2\n", "the same joint"),
        ("time_s,hinge,hinge\n0,0,0\n1,0.1,0.2\n", "twice"),
        ("time_s,hinge,slide\n0,0,0\n1,0.1\n", "row 2 has 2 numbers"),
    ],
)
def test_trajectories_that_cannot_be_meant_are_one_clear_error(tmp_path, table, words):
    """Degrees, a joint by two names or twice, and short rows are said with what is wrong."""
    path = tmp_path / "wave.csv"
    path.write_text(table)
    with pytest.raises(UsageError, match=words):
        plan_prescribed(system(), facts_without_joints(), config(f"trajectory_file={path}"))
