"""Monitors against motions whose answer is known exactly, and their invariances."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.geometry import measure_bounds, quaternion_to_matrix
from harness.monitors.base import find_event
from harness.monitors.rest import window_movement
from harness.outcomes import CriterionStatus, Outcome, Severity
from harness.runner.judge import conclude
from harness.testing import analytic
from harness.trajectory import FrameBlock


def status(judgement, name):
    return next(c.status for c in judgement.criteria if c.name == name)


def outcome(judgement, *, strict=False, complete=True):
    return conclude([], judgement, is_complete=complete, is_strict=strict, facts=None).outcome


def test_free_fall_touches_at_the_analytic_time():
    """Find contact within one step of sqrt(2 d / g)."""
    frames = analytic.falling_cube(gap=1.6)
    event = find_event(analytic.watch(frames, analytic.geometry(analytic.cube())), "ground-contact")
    assert event is not None
    exact = math.sqrt(2 * (1.6 - 0.1) / analytic.GRAVITY)
    assert exact <= event.time_s < exact + 1 / analytic.FPS


def test_rest_is_declared_three_seconds_after_contact():
    """Declare rest of a dead stop exactly one second plus one window after contact."""
    frames = analytic.falling_cube(gap=1.6, seconds=6)
    events = analytic.watch(frames, analytic.geometry(analytic.cube()))
    contact, rest = find_event(events, "ground-contact"), find_event(events, "rest")
    assert contact is not None
    assert rest is not None
    assert rest.frame_index == contact.frame_index + 720


def test_good_drop_passes():
    """Pass a cube that falls and lies still, with no warning."""
    judgement = analytic.judge(analytic.falling_cube(), analytic.geometry(analytic.cube()))
    assert outcome(judgement) is Outcome.PASS
    assert not [f for f in judgement.findings if f.severity is Severity.WARN]


@settings(max_examples=30, deadline=None)
@given(sizes=st.lists(st.integers(1, 400), max_size=12))
def test_events_do_not_depend_on_the_blocks(sizes):
    """Observe the same events however the frames are cut."""
    frames, shape = analytic.falling_cube(seconds=6), analytic.geometry(analytic.cube())
    assert analytic.watch(frames, shape, sizes=sizes) == analytic.watch(frames, shape)


@settings(max_examples=25, deadline=None)
@given(x=st.floats(-50, 50), y=st.floats(-50, 50), yaw=st.floats(-3, 3))
def test_events_do_not_depend_on_place_and_yaw(x, y, yaw):
    """Observe the same frames when the whole motion is moved and turned about the vertical."""
    frames = analytic.falling_cube(seconds=5)
    position = frames.position_m.astype(np.float64)
    position[..., 0] += x
    position[..., 1] += y
    turn = np.zeros((*position.shape[:2], 4))
    turn[..., 2], turn[..., 3] = math.sin(yaw / 2), math.cos(yaw / 2)
    moved = analytic.block(position, turn)
    shape = analytic.geometry(analytic.cube())
    names = [(e.name, e.frame_index) for e in analytic.watch(frames, shape)]
    assert [(e.name, e.frame_index) for e in analytic.watch(moved, shape)] == names


def test_half_the_time_step_changes_times_by_less_than_a_step():
    """Agree between 240 and 480 steps a second."""
    shape = analytic.geometry(analytic.cube())
    coarse = analytic.watch(analytic.falling_cube(seconds=5), shape)
    low = analytic.drop_heights(1.6, 5, fps=480)
    position = np.zeros((len(low), 1, 3))
    position[:, 0, 2] = low + 0.1
    fine = analytic.watch(analytic.block(position, fps=480), shape, settings=analytic.config(physics_fps=480))
    for one, other in zip(coarse, fine, strict=True):
        assert one.name == other.name
        assert abs(one.time_s - other.time_s) <= 1 / 240 + 1e-9


def test_ball_that_rolls_to_rest_is_not_penetrating():
    """Pass a 0.5 m ball that has rolled by 45 degrees; a rotated box would be 0.2 m under the floor."""
    low = analytic.drop_heights(8.0, 6)
    count = len(low)
    position = np.zeros((count, 1, 3))
    position[:, 0, 2] = low + 0.5
    angle = np.clip((np.arange(count) - 310) / 240, 0, 1) * math.pi / 4
    turn = np.zeros((count, 1, 4))
    turn[:, 0, 1], turn[:, 0, 3] = np.sin(angle / 2), np.cos(angle / 2)
    golden = np.arange(4000) * math.pi * (3 - math.sqrt(5))
    z = np.linspace(-1, 1, 4000)
    ring = np.sqrt(1 - z**2)
    ball = 0.5 * np.stack([ring * np.cos(golden), ring * np.sin(golden), z], axis=1)
    judgement = analytic.judge(analytic.block(position, turn), analytic.geometry(ball), height=1.0, gap=8.0)
    assert outcome(judgement) is Outcome.PASS


@pytest.mark.parametrize(("floor", "code"), [(-0.09, "MON007"), (0.09, "MON006")])
def test_resting_nine_centimetres_off_is_never_a_clean_pass(floor, code):
    """Warn about a cube that rests 9 cm inside or above the floor, and fail it under strict."""
    judgement = analytic.judge(analytic.falling_cube(floor=floor), analytic.geometry(analytic.cube()))
    assert code in {f.code for f in judgement.findings if f.severity is Severity.WARN}
    assert outcome(judgement, strict=True) is Outcome.FAIL


def test_no_contact_force_is_hovering():
    """Warn when the engine reports no force on the floor although heights say landed."""
    frames = analytic.falling_cube()
    silent = analytic.block(frames.position_m.astype(float), force=np.zeros((frames.frame_count, 3)))
    judgement = analytic.judge(silent, analytic.geometry(analytic.cube()))
    assert status(judgement, "real-contact") is CriterionStatus.NOT_MET


def test_sinking_is_an_immediate_failure_even_when_it_recovers():
    """Fail a cube that dips 0.11 m under the floor for one frame and then rests on it."""
    frames = analytic.falling_cube(seconds=6)
    position = frames.position_m.astype(np.float64)
    position[200, 0, 2] = 0.1 - 0.11
    judgement = analytic.judge(analytic.block(position), analytic.geometry(analytic.cube()))
    assert status(judgement, "floor-penetration") is CriterionStatus.NOT_MET
    assert outcome(judgement) is Outcome.FAIL


@settings(max_examples=40, deadline=None)
@given(
    frame=st.integers(1, 1000),
    value=st.sampled_from([math.nan, math.inf, -math.inf]),
    what=st.sampled_from(["position", "orientation", "linear", "angular"]),
)
def test_one_non_finite_number_never_passes(frame, value, what):
    """Fail on one NaN or infinity anywhere."""
    frames = analytic.falling_cube(seconds=5)
    arrays = {
        "position": frames.position_m,
        "orientation": frames.orientation_xyzw,
        "linear": frames.linear_velocity_m_s,
        "angular": frames.angular_velocity_rad_s,
    }
    arrays[what][frame, 0, 1] = value
    judgement = analytic.judge(frames, analytic.geometry(analytic.cube()))
    assert status(judgement, "finite-state") is CriterionStatus.NOT_MET
    assert outcome(judgement) is Outcome.FAIL


def test_a_zero_quaternion_never_passes():
    """Fail on an orientation of length zero instead of taking it as the identity."""
    frames = analytic.falling_cube(seconds=5)
    frames.orientation_xyzw[700:] = 0
    judgement = analytic.judge(frames, analytic.geometry(analytic.cube()))
    assert outcome(judgement) is Outcome.FAIL


def test_spinning_in_place_is_not_rest():
    """Do not take a bar that spins about the vertical at constant place as at rest."""
    frames = analytic.falling_cube(seconds=9)
    count = frames.frame_count
    angle = np.arange(count) / 240 * 2.0
    turn = np.zeros((count, 1, 4))
    turn[:, 0, 2], turn[:, 0, 3] = np.sin(angle / 2), np.cos(angle / 2)
    bar = analytic.cube() * [3, 0.5, 1]
    judgement = analytic.judge(analytic.block(frames.position_m.astype(float), turn), analytic.geometry(bar))
    assert status(judgement, "rest") is CriterionStatus.NOT_MET
    assert outcome(judgement) is Outcome.FAIL


def test_sliding_at_a_constant_speed_is_not_rest():
    """Fail a cube that slides at 2 cm/s: it covers twice the tolerance in a window."""
    frames = analytic.falling_cube(seconds=9.9)
    position = frames.position_m.astype(np.float64)
    position[:, 0, 0] = np.arange(frames.frame_count) / 240 * 0.02
    judgement = analytic.judge(analytic.block(position), analytic.geometry(analytic.cube()))
    assert status(judgement, "rest") is CriterionStatus.NOT_MET


def test_creeping_below_the_tolerance_warns():
    """Pass a cube that creeps at 9.9 mm/s, since the rest rule allows it, but never cleanly below the speed limit."""
    frames = analytic.falling_cube(seconds=6)
    position = frames.position_m.astype(np.float64)
    position[:, 0, 0] = np.arange(frames.frame_count) / 240 * 0.0099
    tight = analytic.config(rest_speed_m_s=0.005)
    judgement = analytic.judge(analytic.block(position), analytic.geometry(analytic.cube()), settings=tight)
    assert "MON008" in {f.code for f in judgement.findings}


def test_late_rest_fails():
    """Fail rest that is declared after the deadline, also inside the tail."""
    low = analytic.drop_heights(1.6, 9.9)
    position = np.zeros((len(low), 1, 3))
    position[:, 0, 2] = low + 0.1
    moving = np.arange(len(low)) / 240
    position[:, 0, 0] = 0.05 * np.minimum(moving, 7.0)
    judgement = analytic.judge(analytic.block(position), analytic.geometry(analytic.cube()))
    assert status(judgement, "rest") is CriterionStatus.MET
    assert status(judgement, "rest-deadline") is CriterionStatus.NOT_MET
    assert outcome(judgement) is Outcome.FAIL


def test_never_coming_down_fails():
    """Fail an asset that hangs in the air while something else about it moves."""
    position = np.zeros((2401, 1, 3))
    position[:, 0, 2] = 1.7
    position[1:, 0, 0] = 0.001
    judgement = analytic.judge(analytic.block(position), analytic.geometry(analytic.cube()))
    assert status(judgement, "ground-contact") is CriterionStatus.NOT_MET
    assert outcome(judgement) is Outcome.FAIL


def test_frozen_poses_are_an_error():
    """Report poses that never change as broken readings, not as an asset that does not fall."""
    position = np.zeros((2401, 1, 3))
    position[:, 0, 2] = 1.7
    judgement = analytic.judge(analytic.block(position), analytic.geometry(analytic.cube()))
    assert "ENG014" in {f.code for f in judgement.findings}
    assert outcome(judgement) is not Outcome.PASS


def test_gaining_energy_fails():
    """Fail a body that leaves at 30 m/s after a fall of 1.6 m."""
    frames = analytic.falling_cube(seconds=5)
    position = frames.position_m.astype(np.float64)
    position[300:, 0, 0] = np.arange(frames.frame_count - 300) / 240 * 30
    judgement = analytic.judge(analytic.block(position), analytic.geometry(analytic.cube()))
    assert status(judgement, "bounded-energy") is CriterionStatus.NOT_MET
    assert outcome(judgement) is Outcome.FAIL


@pytest.mark.parametrize("missing", ["linear_velocity_m_s", "floor_force_n", "angular_velocity_rad_s"])
def test_missing_quantities_are_undecided(missing):
    """Leave a criterion undecided when its quantity was not read; never take it as zero."""
    frames = analytic.falling_cube(seconds=5)
    fields = {k: getattr(frames, k) for k in frames.__dataclass_fields__}
    judgement = analytic.judge(FrameBlock(**{**fields, missing: None}), analytic.geometry(analytic.cube()))
    undecided = {c.name for c in judgement.criteria if c.status is CriterionStatus.UNDECIDED}
    expected = {
        "linear_velocity_m_s": {"bounded-energy", "rest-speed"},
        "floor_force_n": {"real-contact"},
        "angular_velocity_rad_s": {"rest-spin"},
    }[missing]
    assert expected <= undecided
    if missing == "linear_velocity_m_s":
        assert outcome(judgement) is Outcome.INCONCLUSIVE


@pytest.mark.parametrize("bodies", [0, 1])
def test_a_single_frame_or_no_body_never_passes(bodies):
    """Give no PASS for one frame, or for a scene without bodies."""
    frames = analytic.block(np.zeros((1 if bodies else 1000, bodies, 3)), force=np.zeros((1 if bodies else 1000, 3)))
    shape = analytic.geometry(*[analytic.cube()] * bodies)
    assert outcome(analytic.judge(frames, shape)) is not Outcome.PASS


def test_an_incomplete_run_never_passes():
    """Give no PASS when the recording was cut short, whatever it shows."""
    judgement = analytic.judge(analytic.falling_cube(), analytic.geometry(analytic.cube()))
    assert outcome(judgement, complete=False) is Outcome.INCONCLUSIVE


def test_permuting_bodies_changes_nothing():
    """Judge two bodies the same in either order."""
    low = analytic.drop_heights(1.6, 5)
    position = np.zeros((len(low), 2, 3))
    position[:, 0, 2], position[:, 1, 2] = low + 0.1, low + 0.4
    position[:, 1, 0] = 1
    shapes = [analytic.cube(), analytic.cube(0.4)]
    one = analytic.judge(analytic.block(position), analytic.geometry(*shapes))
    other = analytic.judge(analytic.block(position[:, ::-1]), analytic.geometry(*shapes[::-1]))
    assert [(c.name, c.status, c.measured) for c in one.criteria] == [
        (c.name, c.status, c.measured) for c in other.criteria
    ]


@settings(max_examples=25, deadline=None)
@given(factor=st.floats(1.0, 5.0), amplitude=st.floats(0.0, 0.05))
def test_a_looser_limit_never_turns_met_into_not_met(factor, amplitude):
    """Keep a met rest met when the tolerance grows."""
    frames = analytic.falling_cube(seconds=7)
    position = frames.position_m.astype(np.float64)
    position[:, 0, 0] = amplitude * np.sin(np.arange(frames.frame_count) / 50)
    shape = analytic.geometry(analytic.cube())
    tight = analytic.judge(analytic.block(position), shape)
    loose = analytic.judge(analytic.block(position), shape, settings=analytic.config(rest_tolerance_m=0.02 * factor))
    if status(tight, "rest") is CriterionStatus.MET:
        assert status(loose, "rest") is CriterionStatus.MET


@settings(max_examples=30, deadline=None)
@given(data=st.data(), window=st.integers(1, 20), count=st.integers(1, 60))
def test_window_movement_equals_the_plain_definition(data, window, count):
    """Agree with a loop that compares every frame of the window with the latest."""
    seed = data.draw(st.integers(0, 2**31))
    rng = np.random.default_rng(seed)
    low = rng.normal(size=(count, 3))
    high = low + rng.random((count, 3))
    got = window_movement(low, high, window)
    corners, centre = np.hstack([low, high]), (low + high) / 2
    expected = [
        max(
            np.abs(corners[k : k + window + 1] - corners[k + window]).max(),
            np.linalg.norm(centre[k : k + window + 1] - centre[k + window], axis=1).max(),
        )
        for k in range(max(0, count - window))
    ]
    np.testing.assert_allclose(got, np.array(expected).reshape(-1), atol=1e-12)


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 2**31))
def test_bounds_equal_moving_every_point(seed):
    """Give the same box as rotating and moving all points one by one."""
    rng = np.random.default_rng(seed)
    cloud = rng.normal(size=(17, 3))
    turn = rng.normal(size=(5, 1, 4))
    position = rng.normal(size=(5, 1, 3))
    frames = analytic.block(position, turn)
    bounds = measure_bounds(frames, analytic.geometry(cloud))
    for k in range(5):
        world = cloud @ quaternion_to_matrix(frames.orientation_xyzw[k, 0]).T + frames.position_m[k, 0]
        np.testing.assert_allclose(bounds.box_min_m[k], world.min(0), atol=1e-9)
        np.testing.assert_allclose(bounds.box_max_m[k], world.max(0), atol=1e-9)


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 2**31), scale=st.floats(1e-3, 1e3))
def test_rotation_does_not_depend_on_the_length_of_the_quaternion(seed, scale):
    """Give a proper rotation for any non-zero quaternion."""
    q = np.random.default_rng(seed).normal(size=4)
    matrix = quaternion_to_matrix(q * scale)
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(3), atol=1e-9)
    np.testing.assert_allclose(matrix, quaternion_to_matrix(q), atol=1e-9)
