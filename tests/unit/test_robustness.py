"""Orientations, stable poses, lanes, and what many drops say together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from harness.catalog import FIRST_TRIAL, TrialRun
from harness.config import resolve
from harness.errors import ConfigError
from harness.geometry import measure_bounds, quaternion_to_matrix
from harness.outcomes import CriterionStatus, Outcome
from harness.scene.spec import LANES_PRIM, lane_of, to_asset_path
from harness.scene.stable_poses import find_stable_poses, spread_rotations
from harness.testing import analytic
from harness.verdict import decide
from tests.safeguards.fact_samples import body, collider, stage
from tests_catalog.drop_robustness import DROP_ROBUSTNESS, DropRobustnessConfig
from tests_catalog.lanes import split_lanes, with_lanes
from tests_catalog.pose_distribution import pose_distribution

SHAPE = analytic.geometry(analytic.cube(0.2))
SIDE = (float(np.sqrt(0.5)), 0.0, 0.0, float(np.sqrt(0.5)))


def settings(*changes: str, preset: str = "simready-3.0") -> DropRobustnessConfig:
    return resolve("drop_robustness", DropRobustnessConfig, settings=changes, preset=preset).test


def box_facts(x: float, y: float, z: float, **changes):
    corners = np.array([[a, b, c] for a in (0, x) for b in (0, y) for c in (0, z)])
    return stage(bodies=(body(collider_points_m=corners, judged_points_m=corners, **changes),), colliders=(collider(),))


def test_orientations_are_even_and_repeatable():
    """Cover all rotations: no two closer than half the mean spacing, the same for a seed, others for another."""
    rotations = np.array(spread_rotations(64, 0))
    np.testing.assert_allclose(np.linalg.norm(rotations, axis=1), 1, atol=1e-12)
    dots = np.abs(rotations @ rotations.T) - np.eye(64)
    assert np.degrees(2 * np.arccos(dots.max(axis=1))).min() > 30
    down = quaternion_to_matrix(rotations)[:, 2]
    assert np.linalg.norm(down.mean(axis=0)) < 0.15
    assert spread_rotations(64, 0) == spread_rotations(64, 0)
    assert spread_rotations(64, 1) != spread_rotations(64, 0)


def test_a_box_has_six_stable_poses_and_prefers_its_large_faces():
    """Rank the faces of a box by the solid angle under which its centre sees them; all together are certain."""
    poses = find_stable_poses(box_facts(0.4, 0.3, 0.1), count=10)
    assert len(poses) == 6
    assert sum(p.probability for p in poses) == pytest.approx(1)
    assert abs(poses[0].down[2]) == pytest.approx(1) and abs(poses[-1].down[0]) == pytest.approx(1)
    for pose in poses:
        turned = quaternion_to_matrix(pose.rotation_xyzw) @ np.asarray(pose.down)
        np.testing.assert_allclose(turned, [0, 0, -1], atol=1e-9)


def test_a_cube_is_fair():
    """Give each face of a cube a sixth."""
    assert [p.probability for p in find_stable_poses(box_facts(0.2, 0.2, 0.2), count=10)] == pytest.approx([1 / 6] * 6)


def test_a_centre_of_mass_beyond_the_edge_tips_the_box():
    """Leave out a face that the centre of mass does not stand over, and pass its share on."""
    poses = find_stable_poses(
        box_facts(0.1, 0.1, 0.6, center_of_mass_m=(0.05, 0.05, 0.55)), count=10, min_probability=0
    )
    assert sum(p.probability for p in poses) == pytest.approx(1)
    leaning = find_stable_poses(box_facts(0.1, 0.1, 0.6, center_of_mass_m=(0.12, 0.05, 0.3)), count=10)
    assert not any(p.down[2] in (1.0, -1.0) for p in leaning)


def test_no_volume_means_no_pose():
    """Say nothing about what is flat or empty."""
    assert find_stable_poses(box_facts(0.2, 0.2, 0.0), count=5) == ()
    assert find_stable_poses(stage(bodies=()), count=5) == ()


def test_lanes_have_paths_of_their_own():
    """Map a prim of any copy to the asset."""
    assert lane_of("/World/Drop/Asset/x") == 0
    assert lane_of(f"{LANES_PRIM}/L12/Asset/x") == 12
    assert to_asset_path(f"{LANES_PRIM}/L3/Asset/lid", "/Box") == "/Box/lid"
    assert to_asset_path(f"{LANES_PRIM}/L3/Asset", "/Box") == "/Box"


def test_lanes_keep_clear_of_each_other():
    """Place the copies on a grid with room to tumble, each with its lowest point at the drop height."""
    facts = box_facts(0.4, 0.3, 0.1)
    spec = DROP_ROBUSTNESS.scene(facts, __import__("pathlib").Path("a.usda"), settings())
    many = with_lanes(spec, facts, spread_rotations(10, 0))
    assert len(many.lanes) == 9
    places = np.array([p.translation_m for p in (many.placement, *many.lanes)])
    gaps = np.linalg.norm(places[:, None, :2] - places[None, :, :2], axis=2) + 100 * np.eye(10)
    assert gaps.min() > 2.5
    corners = facts.bodies[0].collider_points_m
    for placement in many.lanes:
        assert placement.to_world(corners)[:, 2].min() == pytest.approx(spec.placement.drop_height_m)


def two_lanes():
    frames = analytic.falling_cube(seconds=4.0)
    both = replace(
        frames,
        position_m=np.repeat(frames.position_m, 2, axis=1),
        orientation_xyzw=np.repeat(frames.orientation_xyzw, 2, axis=1),
        linear_velocity_m_s=np.repeat(frames.linear_velocity_m_s, 2, axis=1),
        angular_velocity_rad_s=np.repeat(frames.angular_velocity_rad_s, 2, axis=1),
    )
    both.orientation_xyzw[:, 1] = SIDE
    both.position_m[:, 1, 0] = 5
    shape = analytic.geometry(analytic.cube(0.2), analytic.cube(0.2))
    run = analytic.trajectory(both, shape)
    return replace(run, body_paths=("/World/Drop/Asset", f"{LANES_PRIM}/L1/Asset"))


def test_a_motion_of_lanes_is_cut_into_motions_of_one():
    """Give each copy its own bodies, poses and geometry; no force on the floor belongs to one of them."""
    parts = list(split_lanes(two_lanes()))
    assert [p.body_paths for p in parts] == [("/World/Drop/Asset",), (f"{LANES_PRIM}/L1/Asset",)]
    assert parts[1].frames.position_m[0, 0, 0] == 5
    assert all(p.frames.floor_force_n is None and len(p.geometry.judged_points_m) == 1 for p in parts)


def run_of(name, frames=None, *, changes=(), problem="", exploration=False, trajectory=None):
    config = settings(*changes)
    if problem:
        return TrialRun(
            name=name,
            label=name,
            seed=1,
            is_exploration=exploration,
            config=config,
            trajectory=None,
            bounds=None,
            events=(),
            context=None,
            problem=problem,
        )
    frames = analytic.falling_cube(seconds=4.0) if frames is None else frames
    run = trajectory or analytic.trajectory(frames, SHAPE)
    context = replace(analytic.context(), trial=name)
    return TrialRun(
        name=name,
        label=name,
        seed=1,
        is_exploration=exploration,
        config=config,
        trajectory=run,
        bounds=measure_bounds(run.frames, run.geometry),
        events=tuple(analytic.watch(run.frames, run.geometry, settings=config, about=context)),
        context=context,
    )


def sinking():
    return analytic.falling_cube(seconds=4.0, floor=-0.15)


def rolling():
    frames = analytic.falling_cube(seconds=9.5)
    frames.position_m[:, 0, 0] += (0.3 * np.maximum(frames.time_s - 0.6, 0)).astype(np.float32)
    return frames


def together(*others, changes=(), first=None):
    config = settings(*changes)
    runs = (first or run_of(FIRST_TRIAL), *others)
    judged = DROP_ROBUSTNESS.judge(runs[0].trajectory, runs[0].bounds, runs[0].events, runs[0].context, config)
    judgement = DROP_ROBUSTNESS.judge_trials(judged, runs, config)
    outcome = decide(judgement.findings, judgement.criteria, is_complete=True, is_strict=False)
    return judgement, outcome, {f.code for f in judgement.findings}


def test_trials_that_pass_pass():
    """Count every trial at the asset's own step rate."""
    judgement, outcome, codes = together(run_of("turned-01"), run_of("mass-more"))
    assert (outcome, codes) == (Outcome.PASS, set())
    assert (judgement.measurements["trials"], judgement.measurements["sound_rate"]) == (3, 1)


@pytest.mark.parametrize("bad", [{"frames": sinking()}, {"problem": "the engine gave no motion: engine-crashed"}])
def test_one_trial_that_is_not_sound_fails(bad):
    """Fail when a single trial sinks in, or has no motion at all; name it and its reason."""
    judgement, outcome, codes = together(run_of("turned-01", **bad), run_of("turned-02"))
    assert (outcome, codes) == (Outcome.FAIL, {"MON057"})
    text = next(f.message for f in judgement.findings if f.code == "MON057")
    assert "1 of 3" in text and "turned-01" in text


def test_rolling_is_allowed_in_some_trials_only():
    """Fail when too few trials come to rest; what rolls is sound all the same."""
    _, outcome, codes = together(run_of("turned-01", rolling()), run_of("turned-02"))
    assert (outcome, codes) == (Outcome.PASS, set())
    judgement, outcome, codes = together(
        run_of("turned-01", rolling()), run_of("turned-02", rolling()), first=run_of(FIRST_TRIAL, rolling())
    )
    assert (outcome, codes) == (Outcome.FAIL, {"MON058"})
    assert judgement.measurements["sound_rate"] == 1


@pytest.mark.parametrize(
    ("failing", "lowest"), [((), 60), (("fps-60",), 120), (("fps-60", "fps-120"), 240), (("fps-480",), None)]
)
def test_the_lowest_step_rate_is_named(failing, lowest):
    """Take the lowest rate from which on all pass; a rate that fails above it makes it worthless."""
    rates = [
        run_of(f"fps-{r}{c}", sinking() if f"fps-{r}" in failing and not c else None)
        for r in (60, 120, 240, 480)
        for c in ("", "-ccd")
    ]
    judgement, outcome, codes = together(*rates)
    assert judgement.measurements["lowest_passing_step_rate"] == lowest
    assert outcome is Outcome.PASS
    assert codes == (set() if lowest == 60 else {"MON059"})
    table = next(t for t in judgement.tables if t.name == "step_rates")
    assert [row[0] for row in table.rows] == [60, 120, 240, 480]
    assert all(row[2] == "passes" for row in table.rows)


def test_poses_are_counted_by_what_points_down():
    """Count solo trials by the face they lie on, and copies in lanes apart from them."""
    side = analytic.falling_cube(seconds=4.0)
    side.orientation_xyzw[:] = SIDE
    runs = (run_of(FIRST_TRIAL), run_of("turned-01"), run_of("turned-02", side))
    lanes = run_of("lanes", exploration=True, trajectory=two_lanes())
    poses = pose_distribution((*runs, lanes))
    assert [(p.solo_count, p.lane_count) for p in poses] == [(2, 1), (1, 1)]
    np.testing.assert_allclose(poses[0].down, [0, 0, -1], atol=1e-6)
    np.testing.assert_allclose(poses[1].down, [0, -1, 0], atol=1e-6)


def test_lanes_never_decide():
    """Pass although every copy in the lanes sinks in, and say in the table what they are."""
    run = two_lanes()
    run.frames.position_m[300:, :, 2] = -1
    judgement, outcome, codes = together(run_of("lanes", exploration=True, trajectory=run))
    assert (outcome, codes) == (Outcome.PASS, set())
    note = next(t for t in judgement.tables if t.name == "poses").note
    assert "Exploration only" in note and "not bit-identical" in note
    assert judgement.measurements["trials"] == 1


def test_settings_of_ground_drop_are_inherited():
    """Have all settings of ground_drop with their values, and those of a preset, too."""
    assert settings().drop_height_factor == 8.0
    assert settings(preset="simready-4.0").is_rest_required is False
    assert settings("drop_height_factor=3").drop_height_factor == 3.0


@pytest.mark.parametrize("text", ["60, x", "10", "60;120", "0.5"])
def test_step_rates_are_checked(text):
    """Refuse what is no list of whole numbers of at least 30."""
    with pytest.raises(ConfigError, match="step_rates"):
        assert settings(f"step_rates='{text}'").rates


def test_worst_margin_names_its_trial():
    """Name the trial that came closest to the limit of penetration."""
    judgement, _, _ = together(run_of("turned-01", analytic.falling_cube(seconds=4.0, floor=-0.05)))
    worst = next(c for c in judgement.criteria if c.name == "worst-margin")
    assert worst.status is CriterionStatus.MET
    assert worst.measured == pytest.approx(0.05, abs=1e-6)
    assert "turned-01" in worst.note
