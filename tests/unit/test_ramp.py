"""A ramp: where the asset is relative to it, what the monitor sees, and what slope_drop concludes; exact motions."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from harness.catalog import RunContext
from harness.config import resolve
from harness.errors import ConfigError
from harness.geometry import measure_bounds
from harness.monitors.base import run_monitors
from harness.outcomes import CriterionStatus, Outcome, Severity
from harness.scene.friction import combined_friction
from harness.scene.ramp import Ramp, plan_ramp
from harness.testing import analytic
from harness.verdict import Finding, decide
from tests.safeguards.fact_samples import body, collider, material, stage
from tests_catalog.slope_drop import SLOPE_DROP, SlopeDropConfig

FPS = 240
G = 9.81
COS = SIN = math.sqrt(0.5)
RAMP = Ramp(angle_rad=math.pi / 4, length_m=3.2, width_m=3.2, upper_x_m=-0.3, friction=0.5, contact_offset_m=0.02)
SHAPE = analytic.geometry(analytic.cube(0.2))
# The cube lies with one face on the ramp.
TILT = (0.0, math.sin(math.pi / 8), 0.0, math.cos(math.pi / 8))


def settings(*changes: str) -> SlopeDropConfig:
    return resolve("slope_drop", SlopeDropConfig, settings=changes).test


def about(mu: float = 0.5) -> RunContext:
    return RunContext(
        height_m=0.2,
        drop_height_m=0.1,
        fall_time_s=0.1,
        impact_speed_m_s=1.4,
        body_paths=("/Root",),
        patch=RAMP.patch,
        numbers={"extent_m": 0.2, "fall_m": 2.4, "friction_low": mu, "friction_high": mu},
    )


def motion(along, height):
    """Return frames of the tilted cube with its lower face at a height above the ramp, centre at a place along it."""
    patch = RAMP.patch
    along, height = np.asarray(along), np.asarray(height) + 0.1
    position = np.asarray(patch.origin_m) + along[:, None] * patch.downhill + height[:, None] * np.asarray(patch.normal)
    turn = np.tile(TILT, (len(along), 1, 1))
    frames = analytic.block(position[:, None], turn)
    # Only the way downhill makes speed: a height that jumps in a test must not look like an explosion.
    speed = np.gradient(along) * FPS
    frames.linear_velocity_m_s[:, 0] = (speed[:, None] * np.asarray(patch.downhill)).astype(np.float32)
    return frames


def sliding(mu=0.5, seconds=0.9, sink=0.0):
    """Hold the cube above the ramp for a moment, then let it slide by the law of friction."""
    time = np.arange(round(seconds * FPS) + 1) / FPS
    a = G * (SIN - mu * COS)
    slide = np.where(time > 0.1, 0.5 * a * np.maximum(time - 0.1, 0) ** 2, 0)
    height = np.where(time < 0.1, 0.07 * (1 - time / 0.1), -sink)
    return motion(0.3 + slide, height)


def judge(frames, *changes, mu=0.5, sizes=()):
    config, context = settings(*changes), about(mu)
    monitors, events = SLOPE_DROP.monitors(context, config), []
    for part in analytic.pieces(frames, list(sizes)):
        run_monitors(monitors, part, measure_bounds(part, SHAPE, context.patch), events)
    run = analytic.trajectory(frames, SHAPE)
    judgement = SLOPE_DROP.judge(run, measure_bounds(frames, SHAPE, context.patch), events, context, config)
    outcome = decide(judgement.findings, judgement.criteria, is_complete=True, is_strict=False)
    return judgement, outcome, {f.code for f in judgement.findings}


def status(judgement, name):
    return next(c for c in judgement.criteria if c.name == name)


def test_distances_are_those_of_the_real_points():
    """Measure a cube whose face lies on the ramp: nearest 0, farthest its size, centroid where its centre is."""
    frames = motion([0.5, 1.0], [0.0, 0.03])
    patch = measure_bounds(frames, SHAPE, RAMP.patch).patch
    np.testing.assert_allclose(patch.nearest_m, [0.0, 0.03], atol=1e-6)
    np.testing.assert_allclose(patch.farthest_m, [0.2, 0.23], atol=1e-6)
    # The centre lies 0.1 m off the plane, and that much further along it when seen from above.
    np.testing.assert_allclose(patch.along_m, [0.6, 1.13], atol=1e-6)
    np.testing.assert_allclose(patch.first_along_m, [0.4, 0.9], atol=1e-6)


def test_points_beyond_the_edges_do_not_count():
    """Leave out what is past the lower edge, and say nothing when nothing is over the ramp."""
    frames = motion([3.2, 3.4], [-0.05, -0.05])
    patch = measure_bounds(frames, SHAPE, RAMP.patch).patch
    assert patch.nearest_m[0] == pytest.approx(-0.05, abs=1e-6)
    assert np.isnan(patch.nearest_m[1]) and np.isnan(patch.farthest_m[1])
    assert patch.first_along_m[1] == pytest.approx(3.3, abs=1e-6)


def test_no_pose_means_no_distance():
    """Turn a pose that is not a number into NaN, never into a place on the ramp."""
    frames = motion([0.5, 1.0], [0.0, 0.0])
    frames.position_m[1] = np.nan
    patch = measure_bounds(frames, SHAPE, RAMP.patch).patch
    assert np.isnan(patch.nearest_m[1]) and np.isnan(patch.along_m[1])


@pytest.mark.parametrize("mu", [0.0, 0.3, 0.5, 0.7])
def test_a_cube_that_slides_by_the_law_passes(mu):
    """Pass, with the acceleration that friction demands."""
    judgement, outcome, codes = judge(sliding(mu), mu=mu)
    assert (outcome, codes) == (Outcome.PASS, set())
    assert judgement.measurements["slide_acceleration_m_s2"] == pytest.approx(G * (SIN - mu * COS), rel=0.005)
    assert status(judgement, "slide-acceleration").status is CriterionStatus.MET


def test_another_acceleration_warns():
    """Warn when it slides as if the friction were another."""
    _, outcome, codes = judge(sliding(0.5), mu=0.45)
    assert (outcome, codes) == (Outcome.PASS, {"MON055"})


def test_what_stays_put_fails():
    """Fail an asset that sticks where it landed."""
    time = np.arange(480) / FPS
    frames = motion(np.full(480, 0.3), np.maximum(0.07 - time, 0.0))
    judgement, outcome, codes = judge(frames)
    assert (outcome, codes) == (Outcome.FAIL, {"MON053"})
    assert status(judgement, "slides-downhill").measured == pytest.approx(0, abs=1e-6)


def test_what_never_comes_down_fails():
    """Fail an asset that hangs above the ramp, once; the rest is undecided."""
    frames = motion(np.full(240, 0.3), np.linspace(0.2, 0.1, 240))
    judgement, outcome, codes = judge(frames)
    assert (outcome, codes) == (Outcome.FAIL, {"MON050"})
    assert status(judgement, "not-launched").status is CriterionStatus.UNDECIDED


def test_the_last_bit_of_the_fall_is_no_slide():
    """Fail what falls straight down and stays: the way from the margin to real contact is no slide."""
    time = np.arange(480) / FPS
    fall = np.maximum(0.1 - 0.5 * G * time**2, 0.0)
    frames = motion(0.3 - fall * SIN, fall * COS)
    assert judge(frames)[2] == {"MON053"}


def test_frozen_poses_say_nothing():
    """Decide nothing when no pose ever changes."""
    _, outcome, codes = judge(motion(np.full(240, 0.3), np.full(240, 0.2)))
    assert (outcome, codes) == (Outcome.ERROR, {"ENG014"})


@pytest.mark.parametrize(
    ("sink", "codes"),
    [(0.0015, set()), (0.005, {"MON056"}), (0.12, {"MON051", "MON056"}), (0.25, {"MON051", "MON052", "MON056"})],
)
def test_sinking_in(sink, codes):
    """Warn from 1 % of the height on, fail from 0.1 m on, and tell sinking from going through."""
    _, outcome, found = judge(sliding(sink=sink))
    assert found == codes
    assert (outcome is Outcome.FAIL) == (sink > 0.1)


def hop(height, seconds, start=0.3):
    time = np.arange(240) / FPS
    up = (time > 0.3) & (time < 0.3 + seconds)
    slide = start + 0.5 * 3.47 * np.maximum(time - 0.1, 0) ** 2
    return motion(slide, np.where(time < 0.1, 0.07, np.where(up, height, 0.0)))


@pytest.mark.parametrize(
    ("height", "seconds", "is_launched"), [(0.09, 0.2, False), (0.3, 0.08, False), (0.3, 0.2, True), (1.0, 0.12, True)]
)
def test_thrown_off(height, seconds, is_launched):
    """Fail what is high for long; a tip over an edge or one frame of flight is not that."""
    _, _, codes = judge(hop(height, seconds))
    assert codes == ({"MON054"} if is_launched else set())


def test_a_hop_may_be_as_high_as_the_way_down_allows():
    """Allow a hop that the height lost explains, and refuse it under the published limits."""
    time = np.arange(312) / FPS
    slide = 0.3 + 0.5 * 3.47 * np.maximum(time - 0.1, 0) ** 2
    frames = motion(slide, np.where(time < 0.1, 0.07, np.where((time > 1.0) & (time < 1.2), 0.3, 0.0)))
    assert judge(frames)[2] == set()
    assert judge(frames, "launch_hop_fraction=0", "launch_size_fraction=0")[2] == {"MON054"}


def test_leaving_at_the_low_end_is_allowed():
    """Judge nothing of the ramp after the asset has left it, but the floor all the same."""
    frames = sliding(seconds=1.6)
    gone = 290
    frames.position_m[gone:, 0] = (3.0, 0.0, 0.1)
    frames.orientation_xyzw[gone:] = (0, 0, 0, 1)
    judgement, outcome, codes = judge(frames)
    assert (outcome, codes) == (Outcome.PASS, set())
    assert next(e for e in judgement.events if e.name == "left-ramp").frame_index == gone
    frames.position_m[gone + 5 :, 0, 2] = -0.02
    assert judge(frames)[2] == {"MON002"}


def test_not_a_number_fails():
    """Never let a state that is not a number pass."""
    frames = sliding()
    frames.position_m[150:] = np.nan
    _, outcome, codes = judge(frames)
    assert outcome is Outcome.FAIL and "MON004" in codes


def test_events_do_not_depend_on_blocks():
    """See the same events however the frames are cut."""
    for frames in (sliding(), hop(0.3, 0.2), sliding(sink=0.25)):
        whole = judge(frames)[0].events
        for sizes in ([1] * 100, [7] * 40, [60, 60, 60], [27, 1, 1, 50]):
            assert judge(frames, sizes=sizes)[0].events == whole


@pytest.mark.parametrize("size", [0.005, 0.2, 20.0])
def test_the_ramp_fits_the_asset(size):
    """Start clear of the ramp by the gap, uphill, with the whole way down before it."""
    points = analytic.cube(size)
    plan = plan_ramp(
        points, angle_rad=0.7, length_factor=16, min_length_m=0.5, gap_m=0.1, friction=0.5, contact_offset_m=0.02
    )
    patch = plan.ramp.patch
    lifted = points + np.array([0, 0, plan.lift_m]) - np.asarray(patch.origin_m)
    assert (lifted @ patch.normal).min() == pytest.approx(0.1 * math.cos(0.7), rel=1e-9)
    along = lifted @ patch.downhill
    assert along.min() > 0 and along.max() < 0.35 * plan.ramp.length_m
    assert plan.ramp.length_m == pytest.approx(max(16 * size, 0.5))
    lower = np.asarray(patch.origin_m) + plan.ramp.length_m * np.asarray(patch.downhill)
    assert lower[2] == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (None, 0.5),
        ({"static_friction": 0.9, "dynamic_friction": 0.7}, 0.6),
        ({"static_friction": 0.9, "dynamic_friction": 0.7, "friction_combine_mode": "min"}, 0.5),
        ({"static_friction": 0.9, "dynamic_friction": 0.7, "friction_combine_mode": "multiply"}, 0.35),
        ({"static_friction": 0.9, "dynamic_friction": 0.7, "friction_combine_mode": "max"}, 0.7),
        ({"static_friction": None, "dynamic_friction": None}, 0.25),
    ],
)
def test_friction_is_combined_as_the_engine_does(changes, expected):
    """Combine by the mode of the asset's material; without one, both are the engine's default."""
    shape = collider(material_path=None if changes is None else "/Root/rubber")
    facts = stage(bodies=(body(),), colliders=(shape,), materials=() if changes is None else (material(**changes),))
    combined = combined_friction(facts, 0.5)
    assert combined.dynamic_low == combined.dynamic_high == pytest.approx(expected)


def test_friction_that_holds_makes_the_test_not_applicable():
    """Say so before anything is simulated, and name the number."""
    grippy = material(static_friction=2.0, dynamic_friction=2.0)
    facts = stage(bodies=(body(),), colliders=(collider(material_path=grippy.path),), materials=(grippy,))
    found = SLOPE_DROP.scene(facts, Path("a.usda"), settings())
    assert isinstance(found, Finding)
    assert (found.code, found.severity, found.measured) == ("TST041", Severity.NOT_APPLICABLE, 1.25)
    assert not isinstance(SLOPE_DROP.scene(facts, Path("a.usda"), settings("ramp_angle_deg=60")), Finding)


def test_a_margin_that_is_met_at_the_start_is_refused():
    """Refuse settings under which the asset counts as landed before it falls."""
    facts = stage(bodies=(body(),), colliders=(collider(),))
    with pytest.raises(ConfigError, match="contact_margin_m"):
        SLOPE_DROP.scene(facts, Path("a.usda"), settings("contact_margin_m=0.2", "drop_height_factor=0"))
