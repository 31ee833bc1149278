"""Parts of the video that need no OpenGL."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.video import VideoEvent, VideoJob, VideoResult
from harness.video.camera import plan_camera, smooth, upper_envelope
from harness.video.checks import check_clip, is_frozen, is_uniform
from harness.video.errors import VideoError
from harness.video.job import (
    JobError,
    job_from_message,
    job_to_message,
    result_from_message,
    result_to_message,
)
from harness.video.poses import load_poses, rigid_matrices, sample_frames
from harness.video.room import nice_cell
from harness.video.timeline import CONTACT_LABEL_S, Tone, format_length, grid_label, state_at
from tests.video.cases import write_trajectory

CONTACT = VideoEvent(name="ground-contact", time_s=0.5)
REST = VideoEvent(name="rest", time_s=3.0)


def test_importing_the_package_loads_no_heavy_library() -> None:
    """Keep the import of the public names light."""
    code = "import sys, harness.video; print(sorted({'moderngl', 'av', 'cv2', 'pxr', 'numpy'} & set(sys.modules)))"
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- which physics frame a video frame shows ---------------------------------------------------------------------


@given(frame_count=st.integers(1, 2500), fps=st.integers(1, 60))
def test_sampling_shows_first_and_last_pose(frame_count: int, fps: int) -> None:
    """Show the first and the last pose, in order, at the asked rate."""
    time_s = 5.0 + np.arange(frame_count) / 240
    chosen = sample_frames(time_s, fps)
    assert chosen[0] == 0
    assert chosen[-1] == frame_count - 1
    assert (np.diff(chosen) >= 0).all()
    assert chosen.size == int(np.ceil((frame_count - 1) / 240 * fps - 1e-6)) + 1
    inner = np.arange(chosen.size - 1) / fps
    assert np.abs(time_s[chosen[:-1]] - 5.0 - inner).max(initial=0.0) <= 0.5 / 240 + 1e-9


def test_sampling_is_every_sixteenth_step_at_the_usual_rates() -> None:
    """Take every 16th of 240 steps a second for 15 frames a second."""
    assert sample_frames(np.arange(961) / 240, 15).tolist() == list(range(0, 961, 16))


def test_sampling_limits_the_length() -> None:
    """Cut a video that would be endless."""
    assert sample_frames(np.arange(10_000) / 10, 15, max_frames=100).size == 100


# --- state, numbers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("time_s", "expected"),
    [(0.0, "falling"), (0.49, "falling"), (0.5, "contact"), (0.79, "contact"), (0.81, "settling"), (3.0, "at rest")],
)
def test_state_follows_the_events(time_s: float, expected: str) -> None:
    """Name the phase that the events put a time in."""
    assert state_at(time_s, [REST, CONTACT]).text == expected


def test_state_without_contact_tells_falling_from_hanging() -> None:
    """Call an asset that goes nowhere not falling."""
    assert state_at(1.0, [], moved_down_m=0.2).text == "falling"
    assert state_at(1.0, [], moved_down_m=0.0).text == "not falling"


def test_state_keeps_a_defect_and_ignores_measurements() -> None:
    """Show a defect from its time on, also after rest, and no event that is none."""
    events = [CONTACT, REST, VideoEvent(name="penetration", time_s=0.7), VideoEvent(name="deepest", time_s=0.6)]
    assert state_at(0.65, events).text == "contact"
    assert state_at(3.5, events).text == "penetration"
    assert state_at(3.5, events).tone is Tone.BAD
    assert state_at(0.9, [CONTACT, VideoEvent(name="non-finite", time_s=0.9)]).text == "non finite"


@given(time_s=st.floats(0, 20), contact=st.floats(0, 10), rest=st.floats(0, 10))
def test_state_is_always_one_of_the_phases(time_s: float, contact: float, rest: float) -> None:
    """Never show at rest before rest, or settling before contact."""
    events = [VideoEvent(name="ground-contact", time_s=contact), VideoEvent(name="rest", time_s=contact + rest)]
    text = state_at(time_s, events).text
    assert text in ("falling", "contact", "settling", "at rest")
    assert (text == "falling") <= (time_s < contact)
    assert (text == "at rest") == (time_s >= contact + rest - 1e-9)
    assert (text == "contact") <= (time_s - contact < CONTACT_LABEL_S)


@pytest.mark.parametrize(
    ("value", "scale", "expected"),
    [
        (0.0384, 0.1, "38.4 mm"),
        (-0.00001, 0.1, "0.0 mm"),
        (3.2, 3.2, "3.200 m"),
        (-0.0001, 3.2, "0.000 m"),
        (-0.25, 3.2, "-0.250 m"),
        (float("nan"), 1.0, "n/a"),
    ],
)
def test_heights_use_one_unit_for_a_clip(value: float, scale: float, expected: str) -> None:
    """Write heights in the unit of the clip, with no minus zero."""
    assert format_length(value, scale) == expected


def test_grid_label_picks_a_readable_unit() -> None:
    """Name the size of a grid cell from micrometres to kilometres."""
    labels = [grid_label(size) for size in (0.002, 0.05, 0.2, 1, 5, 2000)]
    assert labels == ["grid 2 mm", "grid 5 cm", "grid 20 cm", "grid 1 m", "grid 5 m", "grid 2 km"]


@given(st.floats(1e-6, 1e6))
def test_grid_cell_is_the_largest_round_size_that_fits(size: float) -> None:
    """Return 1, 2 or 5 times a power of ten, at most 2.5 times smaller than asked."""
    cell = nice_cell(size)
    assert cell <= size * 1.000001
    assert size / cell < 2.5 * 1.000001


# --- camera ----------------------------------------------------------------------------------------------------------


def _drop_points(size: float, height: float, frames: int = 45) -> npt.NDArray[np.float64]:
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (0, 2)]) * size / 2
    time_s = np.arange(frames) / 15
    z = np.maximum(height - 0.5 * 9.81 * time_s**2, 0)
    return np.asarray(corners[None] + np.stack([0 * z, 0 * z, z], axis=1)[:, None], np.float64)


@given(size=st.floats(0.005, 100), factor=st.floats(0.1, 8))
def test_camera_keeps_the_asset_in_the_picture(size: float, factor: float) -> None:
    """Show the whole asset in every frame from 5 mm to 100 m, neither tiny nor cut."""
    points = _drop_points(size, max(factor * size, 0.1))
    path = plan_camera([points], 15, 4 / 3)
    for frame, view in zip(points, path.views, strict=True):
        clip = np.column_stack([frame, np.ones(len(frame))]) @ view.matrix().T
        flat = np.abs(clip[:, :2] / clip[:, 3:])
        assert flat.max() <= 0.66
        assert view.eye_m[2] > 0
    last = np.column_stack([points[-1], np.ones(8)]) @ path.views[-1].matrix().T
    assert np.abs(last[:, :2] / last[:, 3:]).max() > 0.25


def test_camera_stands_still_when_the_asset_does() -> None:
    """Keep one camera for an asset that does not move."""
    points = np.repeat(_drop_points(1.0, 0.0)[:1], 20, axis=0)
    path = plan_camera([points], 15, 4 / 3)
    assert all(np.array_equal(view.eye_m, path.views[0].eye_m) for view in path.views)


def test_camera_does_not_shake_with_jitter() -> None:
    """Filter what trembles by a millimetre on an asset of a metre."""
    points = np.repeat(_drop_points(1.0, 0.0)[:1], 40, axis=0)
    points[:, :, 0] += 0.001 * (-1.0) ** np.arange(40)[:, None]
    eyes = np.array([view.eye_m for view in plan_camera([points], 15, 4 / 3).views])
    assert np.abs(np.diff(eyes, axis=0)).max() < 0.15 * 0.002


def test_camera_lets_a_part_that_flies_off_go() -> None:
    """Stay with the largest part when another one leaves."""
    body = _drop_points(1.0, 0.0)
    part = 0.1 * body + np.array([1.0, 0, 0]) * np.arange(45)[:, None, None] * 20
    path = plan_camera([body, part], 15, 4 / 3)
    assert np.abs(path.views[-1].target_m[:2]).max() < 0.6


def test_camera_stays_over_the_floor_when_the_asset_falls_through() -> None:
    """Never look from below the floor."""
    points = _drop_points(1.0, 5.0) - np.array([0, 0, 1.0]) * np.arange(45)[:, None, None]
    assert all(view.eye_m[2] > 0 for view in plan_camera([points], 15, 4 / 3).views)


@given(st.lists(st.floats(0, 100), min_size=1, max_size=60), st.floats(0.2, 5))
def test_envelope_is_never_below_its_curve(values: list[float], sigma: float) -> None:
    """Bound a curve from above, smoothly."""
    curve = np.array(values)
    assert (upper_envelope(curve, sigma) >= curve - 1e-9).all()
    assert smooth(curve, sigma).shape == curve.shape


# --- poses -----------------------------------------------------------------------------------------------------------


@given(st.lists(st.floats(-1, 1), min_size=4, max_size=4).filter(lambda q: np.linalg.norm(q) > 0.1))
def test_rotation_matrices_are_rotations(values: list[float]) -> None:
    """Turn unit quaternions into orthonormal matrices."""
    quaternion = np.array(values) / np.linalg.norm(values)
    matrix = rigid_matrices(np.array([1.0, 2, 3]), quaternion)
    assert np.allclose(matrix[:3, :3] @ matrix[:3, :3].T, np.eye(3), atol=1e-9)
    assert np.isclose(np.linalg.det(matrix[:3, :3]), 1)
    assert matrix[:3, 3].tolist() == [1, 2, 3]


def test_quarter_turn_about_z_maps_x_to_y() -> None:
    """Read quaternions as x, y, z, w."""
    matrix = rigid_matrices(np.zeros(3), np.array([0, 0, np.sqrt(0.5), np.sqrt(0.5)]))
    assert np.allclose(matrix[:3, :3] @ [1, 0, 0], [0, 1, 0])


def test_poses_end_before_the_first_one_that_is_not_finite(tmp_path: Path) -> None:
    """Cut the record at the last usable frame and say so."""
    time_s, position = np.arange(100) / 240, np.zeros((100, 1, 3))
    position[60:, 0, 1] = np.nan
    write_trajectory(tmp_path, time_s, position)
    poses = load_poses(tmp_path / "trajectory.npz")
    assert poses.time_s.size == 60
    assert poses.truncation is not None
    assert "not finite" in poses.truncation
    position[60:, 0, 1] = 3e7
    write_trajectory(tmp_path, time_s, position)
    assert "1000 km" in str(load_poses(tmp_path / "trajectory.npz").truncation)


def test_poses_that_start_not_finite_are_refused(tmp_path: Path) -> None:
    """Have nothing to draw when the first pose is not a number."""
    write_trajectory(tmp_path, np.arange(3) / 240, np.full((3, 1, 3), np.nan))
    with pytest.raises(VideoError, match="first frame"):
        load_poses(tmp_path / "trajectory.npz")


def test_broken_trajectory_files_are_refused(tmp_path: Path) -> None:
    """Name what is wrong with a file that is no trajectory."""
    path = tmp_path / "trajectory.npz"
    with pytest.raises(VideoError, match="cannot be read"):
        load_poses(path)
    path.write_bytes(b"PK not really")
    with pytest.raises(VideoError, match="cannot be read"):
        load_poses(path)
    np.savez(path, time_s=np.arange(3.0), body_paths=np.array(["/A"]), position_m=np.zeros((2, 1, 3)))
    with pytest.raises(VideoError, match="orientation_xyzw"):
        load_poses(path)
    write_trajectory(tmp_path, np.arange(3.0), np.zeros((2, 1, 3)))
    with pytest.raises(VideoError, match="inconsistent"):
        load_poses(path)


# --- checks ----------------------------------------------------------------------------------------------------------


def _noise(seed: int) -> npt.NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(0, 255, (120, 160, 4), dtype=np.uint8)


@pytest.mark.parametrize("level", [0, 17, 255])
def test_blank_pictures_are_found(level: int) -> None:
    """Call a picture of one colour blank, also with faint noise."""
    picture = np.full((120, 160, 4), level, np.uint8)
    assert is_uniform(picture)
    assert "blank" in str(check_clip([_noise(1), picture], 0.0, 1.0))
    assert not is_uniform(_noise(1))


def test_frozen_clips_are_found() -> None:
    """Reject a clip whose picture stays the same while the asset travels, and only then."""
    still = _noise(2)
    assert is_frozen(still, still.copy(), moved_m=3.0, height_m=0.4)
    assert not is_frozen(still, still.copy(), moved_m=0.1, height_m=0.4)
    assert not is_frozen(still, _noise(3), moved_m=3.0, height_m=0.4)
    assert "frozen" in str(check_clip([still, still.copy()], 3.0, 0.4))
    assert check_clip([still, _noise(3)], 3.0, 0.4) is None
    assert check_clip([], 0.0, 1.0) is not None


# --- messages --------------------------------------------------------------------------------------------------------


def test_jobs_and_results_survive_the_trip() -> None:
    """Return the same job and result from their JSON."""
    job = VideoJob(case_dir=Path("/x"), title="Größe", events=(CONTACT, REST), low_z_m=(1.0, 0.5))
    assert job_from_message(json.loads(json.dumps(job_to_message(job)))) == job
    result = VideoResult(status="ok", frames=3, warnings=("a",), timings_s={"read": 0.25})
    assert result_from_message(json.dumps(result_to_message(result))) == result


@pytest.mark.parametrize(
    "change",
    [{"width": 641}, {"height": 0}, {"fps": 0}, {"events": [{"name": "x"}]}, {"low_z_m": ["a"]}, {"width": "wide"}],
)
def test_jobs_out_of_bounds_are_refused(change: dict[str, object]) -> None:
    """Name the value that is not usable."""
    with pytest.raises(JobError):
        job_from_message({"case_dir": "/x", **change})


@pytest.mark.parametrize("line", ["", "not json", "[]", "{}", '{"status": "great"}', '{"status": "ok", "frames": "x"}'])
def test_unreadable_answers_are_no_results(line: str) -> None:
    """Take nothing for a result that is none."""
    assert result_from_message(line) is None
