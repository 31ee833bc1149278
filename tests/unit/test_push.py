"""stack_and_push on exact motions: what breaks, what gives way first, what cannot be measured."""

from __future__ import annotations

import math

import numpy as np
import pytest

from harness.catalog import FIRST_TRIAL, RunContext, TrialRun
from harness.config import resolve
from harness.geometry import measure_bounds
from harness.monitors.base import run_monitors
from harness.outcomes import CriterionStatus, Outcome
from harness.testing import analytic
from harness.verdict import decide
from tests_catalog.push_judgement import TiltResult, giving_way_deg, measured_friction
from tests_catalog.stack_and_push import STACK_AND_PUSH, StackAndPushConfig

CONFIG: StackAndPushConfig = resolve("stack_and_push", StackAndPushConfig).test
SHAPE = analytic.geometry(analytic.cube(0.2))
NUMBERS = {"extent_m": 0.2, "push_m_s": 1.4, "dynamic_low": 0.5, "dynamic_high": 0.5}


def run_of(name, frames):
    context = RunContext(
        height_m=0.2,
        drop_height_m=0.002,
        fall_time_s=0.02,
        impact_speed_m_s=0.2,
        body_paths=("/Root",),
        trial=name,
        numbers=NUMBERS,
    )
    bounds, events = measure_bounds(frames, SHAPE), []
    run_monitors(STACK_AND_PUSH.monitors(context, CONFIG), frames, bounds, events)
    return TrialRun(
        name=name,
        label=name,
        seed=None,
        is_exploration=False,
        config=CONFIG,
        trajectory=analytic.trajectory(frames, SHAPE),
        bounds=bounds,
        events=tuple(events),
        context=context,
    )


def standing(seconds=2.0):
    return analytic.falling_cube(gap=0.002, seconds=seconds)


def pushed(mu, speed=1.4):
    frames = standing(3.0)
    time = frames.time_s
    stop = speed / (mu * 9.81)
    velocity = np.maximum(speed - mu * 9.81 * time, 0)
    frames.position_m[:, 0, 0] = np.where(time < stop, speed * time - mu * 9.81 * time**2 / 2, speed * stop / 2)
    frames.linear_velocity_m_s[:, 0, 0] = velocity
    frames.linear_velocity_m_s[:, 0, 2] = 0
    frames.floor_force_n[5:, 2] = -9.81
    return frames


def judge(*others):
    first = run_of(FIRST_TRIAL, standing())
    judged = STACK_AND_PUSH.judge(first.trajectory, first.bounds, first.events, first.context, CONFIG)
    judgement = STACK_AND_PUSH.judge_trials(judged, (first, *others), CONFIG)
    outcome = decide(judgement.findings, judgement.criteria, is_complete=True, is_strict=False)
    return judgement, outcome, {f.code for f in judgement.findings}


@pytest.mark.parametrize("mu", [0.1, 0.5, 1.0])
def test_friction_is_the_deceleration_over_g(mu):
    """Read the friction of a slide exactly."""
    assert measured_friction(run_of("push", pushed(mu)), CONFIG) == pytest.approx(mu, rel=1e-3)


def test_friction_of_what_turns_or_never_slides_is_not_measured():
    """Say nothing where there is no slide."""
    turning = pushed(0.5)
    turning.angular_velocity_rad_s[:] = 1.0
    assert measured_friction(run_of("push", turning), CONFIG) is None
    assert measured_friction(run_of("push", standing()), CONFIG) is None


def test_another_friction_warns():
    """Warn when the friction is not the authored one; pass when it is."""
    assert judge(run_of("push", pushed(0.5)))[1:] == (Outcome.PASS, set())
    assert judge(run_of("push", pushed(0.6)))[1:] == (Outcome.PASS, {"MON061"})


def test_a_run_that_breaks_fails():
    """Fail when a run gains energy or stops being a number."""
    thrown = pushed(0.5)
    thrown.linear_velocity_m_s[200:, 0, 2] = 60
    judgement, outcome, codes = judge(run_of("push", thrown))
    assert outcome is Outcome.FAIL and "MON060" in codes
    lost = pushed(0.5)
    lost.position_m[200:] = np.nan
    assert "MON060" in judge(run_of("push", lost))[2]
    assert next(c for c in judgement.criteria if c.name == "sound-runs").status is CriterionStatus.NOT_MET


def tilt(angle, motion):
    return TiltResult(angle_deg=angle, motion=motion, moved_m=0.0, turned_deg=0.0)


def test_the_first_angle_that_gives_way_counts():
    """Name the last angle that holds and the first that does not; an unknown angle is no hold that matters."""
    assert giving_way_deg([tilt(8, "slides"), tilt(4, "holds"), tilt(12, "tips")]) == (4, 8, "slides")
    assert giving_way_deg([tilt(4, "tips")]) == (0.0, 4, "tips")
    assert giving_way_deg([tilt(4, "holds"), tilt(8, "holds")]) is None
    assert giving_way_deg([]) is None
    assert math.isnan(tilt(math.nan, "unknown").angle_deg)
