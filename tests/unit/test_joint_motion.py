"""Criteria of joint_motion on made-up records whose answer is known."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from harness.catalog import RunContext
from harness.config import resolve
from harness.geometry import measure_bounds
from harness.motion.plan import FIRST_PLANNED_FRAME
from harness.motion.record import Connection, JointFrames, JointRecord
from harness.motion.system import JointSystem
from harness.outcomes import CriterionStatus, Severity, StopReason
from harness.trajectory import BodyGeometry, FrameBlock, Trajectory
from tests.unit.joint_samples import facts_without_joints, system
from tests_catalog.joint_motion import JOINT_MOTION, JointMotionConfig
from tests_catalog.joint_motion_measure import worst_separation
from tests_catalog.joint_motion_plan import has_end_stops, plan_motion, sweep_ends

BODIES = ("/Robot/base", "/Robot/one", "/Robot/two")


def config(*settings: str) -> JointMotionConfig:
    return resolve("joint_motion", JointMotionConfig, settings=settings).test


def ideal(joints: JointSystem | None = None) -> Trajectory:
    """Return a run in which every joint does exactly what the plan says."""
    joints = joints or system()
    plan = plan_motion(joints, facts_without_joints(), config())
    count = plan.row_count + FIRST_PLANNED_FRAME
    position = np.full((count, joints.count), np.nan)
    position[1] = joints.position
    position[FIRST_PLANNED_FRAME:] = plan.reference
    for phase in plan.phases:
        if phase.name == "coast" and phase.value is not None:
            steps = np.arange(1, phase.last - phase.first + 2)
            start = plan.reference[phase.first - FIRST_PLANNED_FRAME, phase.joint]
            position[phase.first : phase.last + 1, phase.joint] = start + phase.value * steps / 240
        if phase.name == "drive":
            target = plan.target[phase.first - FIRST_PLANNED_FRAME, phase.joint]
            position[phase.first + 20 : phase.last + 1, phase.joint] = target
    frames = dataclasses.replace(JointFrames.unread(count, joints.count), position=position)
    moved = np.array([[False, False], [True, False], [True, True]])
    record = JointRecord(
        system=joints,
        plan=plan,
        frames=frames,
        labels=joints.joint_paths,
        moved_bodies=moved,
        link_bodies=np.arange(3),
        is_coupled=np.zeros(2, np.bool_),
        connections=(
            Connection(path="/Robot/hinge", body0=0, body1=1, point0_m=(0, 0, 0), point1_m=(0, 0, 0), slide_axis=None),
        ),
    )
    block = FrameBlock(
        first_frame=0,
        time_s=np.arange(count) / 240,
        position_m=np.zeros((count, 3, 3), np.float32),
        orientation_xyzw=np.tile(np.array([0, 0, 0, 1], np.float32), (count, 3, 1)),
        linear_velocity_m_s=None,
        angular_velocity_rad_s=None,
        floor_force_n=None,
    )
    empty = tuple(np.zeros((0, 3)) for _ in BODIES)
    return Trajectory(
        engine="made up",
        scene_sha256="",
        body_paths=BODIES,
        frames=block,
        geometry=BodyGeometry(judged_points_m=empty, collider_points_m=empty),
        timestep_s=1 / 240,
        stop_reason=StopReason.TIME_LIMIT,
        is_complete=True,
        joints=record,
    )


def changed(run: Trajectory, name: str, joint: int, change) -> Trajectory:
    """Return the run with positions of a joint changed in one phase."""
    record = run.joints
    assert record is not None
    position = record.frames.position.copy()
    for phase in record.plan.phases:
        if phase.name == name and phase.joint == joint:
            position[phase.first : phase.last + 1] = change(position[phase.first : phase.last + 1].copy())
    frames = dataclasses.replace(record.frames, position=position)
    return dataclasses.replace(run, joints=dataclasses.replace(record, frames=frames))


def judge(run: Trajectory, *settings: str):
    context = RunContext(height_m=1, drop_height_m=1, fall_time_s=1, impact_speed_m_s=1, body_paths=BODIES)
    bounds = measure_bounds(run.frames, run.geometry)
    return JOINT_MOTION.judge(run, bounds, (), context, config(*settings))


def missed(judgement) -> set[str]:
    return {c.name for c in judgement.criteria if c.status is CriterionStatus.NOT_MET}


def test_ideal_motion_meets_everything():
    """A joint that does what the plan says covers its range and fails nothing."""
    judgement = judge(ideal())
    assert missed(judgement) == set()
    assert [f.code for f in judgement.findings] == []
    assert judgement.measurements["least_covered_fraction"] == pytest.approx(1)


def shifted(joint: int, by: float):
    def change(rows):
        rows[:, joint] += by
        return rows

    return change


def late(joint: int, error: float):
    def change(rows):
        rows[len(rows) // 2, joint] -= error
        return rows

    return change


@pytest.mark.parametrize(
    ("phase", "change", "criterion", "code"),
    [
        ("sweep-upper", late(0, 0.05), "joints-follow", "MON031"),
        ("return-lower", shifted(0, 0.05), "joints-return", "MON032"),
        ("sweep-lower", shifted(1, 0.02), "others-still", "MON033"),
        ("push-upper", shifted(0, 0.05), "limits-hold", "MON035"),
        ("push-lower", shifted(0, -0.05), "limits-hold", "MON035"),
    ],
)
def test_one_change_fails_one_criterion(phase, change, criterion, code):
    """Each criterion sees its own defect, with joint, value and limit."""
    judgement = judge(changed(ideal(), phase, 0, change))
    assert criterion in missed(judgement)
    found = next(f for f in judgement.findings if f.code == code)
    assert found.sites[0].prim_path == "/Robot/hinge"
    assert found.measured is not None and found.limit is not None and found.measured > found.limit
    # Just inside the tolerance nothing is said.
    assert criterion not in missed(judge(ideal()))


def test_bodies_that_come_apart_fail():
    """A body that drifts away from its joint by more than the tolerance is reported with the distance."""
    run = ideal()
    position = run.frames.position_m.copy()
    position[500:, 1, 2] = 0.01
    judgement = judge(dataclasses.replace(run, frames=dataclasses.replace(run.frames, position_m=position)))
    assert "bodies-connected" in missed(judgement)
    found = next(f for f in judgement.findings if f.code == "MON034")
    assert found.measured == pytest.approx(0.01)


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_what_comes_after_a_state_that_is_no_number_is_no_distance(value):
    """Measure how far bodies come apart up to the first state that is no number, and never say inf metres."""
    run = ideal()
    position = run.frames.position_m.copy()
    position[100:, 1] = value
    broken = dataclasses.replace(run, frames=dataclasses.replace(run.frames, position_m=position))
    found = worst_separation(broken, broken.joints)
    assert [s.distance_m for s in found] == [0.0]
    assert found[0].frame < 100
    position[:] = value
    assert worst_separation(broken, broken.joints) == []


def test_missing_frames_are_never_a_pass():
    """A run that ended early leaves criteria undecided instead of met."""
    run = ideal()
    record = run.joints
    assert record is not None
    short = dataclasses.replace(record, frames=record.frames.head(50, 0))
    judgement = judge(dataclasses.replace(run, joints=short, is_complete=False))
    reach = next(c for c in judgement.criteria if c.name == "joints-reach")
    assert reach.status is CriterionStatus.UNDECIDED and reach.is_required


def test_record_survives_storage(tmp_path):
    """Everything that judging needs is read back as it was written."""
    run = ideal()
    run.save(tmp_path / "run.npz")
    loaded = Trajectory.load(tmp_path / "run.npz").joints
    assert loaded is not None and run.joints is not None
    assert loaded.plan.phases == run.joints.plan.phases
    assert loaded.connections == run.joints.connections
    np.testing.assert_array_equal(loaded.frames.position, run.joints.frames.position)
    np.testing.assert_array_equal(loaded.system.upper, run.joints.system.upper)


def test_zero_effort_limit_is_no_authority_but_no_drive_is_fine():
    """Zero means zero, not unlimited; a joint that nothing drives needs no effort."""
    weak = dataclasses.replace(system(), max_effort=np.array([0.0, 0.0]))
    judgement = judge(ideal(weak))
    assert {f.sites[0].prim_path for f in judgement.findings if f.code == "MON039"} == {"/Robot/hinge"}


def test_joint_stopped_late_in_its_range_only_warns():
    """Three quarters of the range are enough, and the warning says where it was stopped."""
    run = ideal()
    for phase in ("sweep-upper", "push-upper", "return-upper"):
        run = changed(run, phase, 0, lambda rows: np.minimum(rows, 0.5))
    judgement = judge(run)
    assert missed(judgement) == set()
    found = next(f for f in judgement.findings if f.code == "TST011")
    assert found.measured == pytest.approx(0.75)
    assert "28.65 deg" in found.message


def test_contact_in_the_last_degrees_is_no_failure_to_follow():
    """A joint that meets an end within the tolerance of the range cannot follow there, and is not asked to."""
    run = ideal()
    for phase in ("sweep-upper", "push-upper", "return-upper"):
        run = changed(run, phase, 0, lambda rows: np.minimum(rows, 0.965))
    judgement = judge(run, "follow_tolerance_rad=0.005")
    assert missed(judgement) == set()
    assert not {"MON031", "TST011"} & {f.code for f in judgement.findings}


def test_a_single_joint_that_is_stopped_late_is_judged():
    """Following is measured before the stop: the only joint of a mechanism may be stopped and still be judged."""
    run = ideal()
    for joint in (0, 1):
        for phase in ("sweep-upper", "push-upper", "return-upper"):
            run = changed(run, phase, joint, lambda rows: np.minimum(rows, 0.1))
    judgement = judge(run)
    follow = next(c for c in judgement.criteria if c.name == "joints-follow")
    assert follow.status is CriterionStatus.MET and missed(judgement) == set()
    lagging = changed(run, "sweep-lower", 0, late(0, 0.05))
    assert "joints-follow" in missed(judge(lagging))


def test_sliding_along_what_stops_it_is_no_failure_to_follow():
    """Contact slows a joint down before it stops it; only the inner half of that way is judged."""
    run = ideal()
    for phase in ("sweep-upper", "push-upper", "return-upper"):
        run = changed(run, phase, 0, lambda rows: np.minimum(rows, 0.6 + 0.5 * np.maximum(rows - 0.6, 0)))
    judgement = judge(run)
    assert missed(judgement) == set() and "TST011" in {f.code for f in judgement.findings}


def test_mechanism_without_a_joint_to_move_has_no_answer():
    """When no joint can be moved alone, that is the reason for no clear answer, not a riddle."""
    stuck = dataclasses.replace(system(), lower=np.zeros(2), upper=np.zeros(2))
    judgement = judge(ideal(stuck))
    found = next(f for f in judgement.findings if f.code == "TST013")
    assert found.severity is Severity.INCONCLUSIVE
    assert {c.status for c in judgement.criteria if c.name == "joints-reach"} == {CriterionStatus.UNDECIDED}


@pytest.mark.parametrize(
    ("lower", "upper", "ends", "has_stops"),
    [
        (-1.0, 1.0, (-1.0, 1.0), True),
        (-2 * math.pi, 2 * math.pi, (-2 * math.pi, 2 * math.pi), True),
        (-7.0, 7.0, (-math.pi, math.pi), False),
        (-1e6, 1e6, (-math.pi, math.pi), False),
        (0.0, 1e6, (0.0, 2 * math.pi), False),
        (-1e6, 1.0, (1.0 - 2 * math.pi, 1.0), False),
        (-math.inf, math.inf, (-math.pi, math.pi), False),
    ],
)
def test_limits_wider_than_an_engine_counts_are_none(lower, upper, ends, has_stops):
    """A hinge with limits of more than two turns makes one turn within them, and has no stops to push against."""
    wide = dataclasses.replace(system(), lower=np.array([lower, 0.0]), upper=np.array([upper, 1e5]))
    assert sweep_ends(wide, 0, 0.0, 0.1) == pytest.approx(ends)
    assert has_end_stops(wide, 0) is has_stops
    assert sweep_ends(wide, 1, 0.0, 0.1) == pytest.approx((0.0, 0.1))


def test_coordinate_of_a_ball_joint_turns_a_quarter_to_either_side():
    """Engines read angles of ball joints anew at half a turn, so a sweep stays away from it."""
    ball = dataclasses.replace(
        system(), joint_paths=("/Robot/ball",) * 2, is_linear=np.zeros(2, np.bool_), lower=np.full(2, -np.inf),
        upper=np.full(2, np.inf),
    )  # fmt: skip
    assert sweep_ends(ball, 0, 0.0, 0.1) == pytest.approx((-math.pi / 2, math.pi / 2))


def test_needed_share_of_wide_ranges_is_that_of_one_turn():
    """A joint of two turns that is stopped after more than half a turn only warns."""
    wide = dataclasses.replace(system(), lower=np.array([-6.2, -0.2]), upper=np.array([6.2, 0.2]))
    run = ideal(wide)
    for name, change in (("upper", lambda r: np.minimum(r, 1.0)), ("lower", lambda r: np.maximum(r, -2.0))):
        for way in ("sweep", "push", "return"):
            run = changed(run, f"{way}-{name}", 0, change)
    judgement = judge(run)
    assert missed(judgement) == set()
    assert "TST011" in {f.code for f in judgement.findings}
    row = judgement.tables[0].rows[0]
    assert row[4:6] == (pytest.approx(24.19, abs=0.1), pytest.approx(15.2, abs=0.1))


def test_start_outside_the_limits_is_told():
    """An authored pose beyond a limit is a warning with the distance: TST014."""
    outside = dataclasses.replace(system(), position=np.array([1.2, 0.0]))
    found = next(f for f in judge(ideal(outside)).findings if f.code == "TST014")
    assert found.measured == pytest.approx(0.2)


def test_joints_that_the_engine_did_not_build_are_told():
    """What has no coordinate was not judged: a warning names it, also after storage."""
    run = ideal()
    assert run.joints is not None
    missing = dataclasses.replace(run.joints, unbuilt_joints=("/Robot/lost",))
    stored = JointRecord.from_arrays(missing.to_arrays())
    judgement = judge(dataclasses.replace(run, joints=stored))
    found = next(f for f in judgement.findings if f.code == "TST013")
    assert found.sites[0].prim_path == "/Robot/lost" and found.severity is Severity.WARN


@pytest.mark.parametrize(("stiffness", "target", "is_told"), [(0, 0.5, True), (0, 0, False), (50, 0.5, False)])
def test_target_without_stiffness_is_told(stiffness, target, is_told):
    """A drive with a target position and no stiffness is a warning: TST022."""
    joints = dataclasses.replace(
        system(), stiffness=np.array([stiffness, 0.0]), position_target=np.array([float(target), 0.0])
    )
    assert ("TST022" in {f.code for f in judge(ideal(joints)).findings}) is is_told


def test_table_of_a_pass_shows_no_joint_as_beyond_a_limit():
    """Covering more than what is needed is good: the table has no bars, whose limits are upper ones."""
    assert judge(ideal()).tables[0].chart == "none"
