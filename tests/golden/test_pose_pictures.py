"""The histogram of poses has a picture of each pose, also in the page."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from harness.catalog import FIRST_TRIAL, Picture
from harness.report.codec import load_verdict
from harness.runner.pictures import write_picture_motions
from harness.testing import analytic
from harness.trajectory import Trajectory
from tests.golden.test_assets import ASSETS, asset_beside
from tests.unit.test_robustness import SIDE, run_of

ROOT = Path(__file__).parents[2]


def test_a_motion_for_a_picture_starts_as_the_scene_does(tmp_path):
    """Hold the start of the first run, then the moment of the trial, in rising time."""
    side = analytic.falling_cube(seconds=4.0)
    side.orientation_xyzw[:] = SIDE
    runs = (run_of(FIRST_TRIAL), run_of("turned-01", side), run_of("lost", problem="crashed"))
    pictures = [
        Picture(name="pose-1", trial="turned-01", frame_index=800),
        Picture(name="pose-2", trial="lost", frame_index=1),
        Picture(name="pose-3", trial="unknown", frame_index=1),
    ]
    (path,) = write_picture_motions(pictures, runs, tmp_path)
    assert path.name == "motion-pose-1.npz"
    frames = Trajectory.load(path).frames
    assert (np.diff(frames.time_s) > 0).all()
    np.testing.assert_array_equal(frames.position_m[0], runs[0].trajectory.frames.position_m[0])
    np.testing.assert_array_equal(frames.orientation_xyzw[-1], np.array([SIDE], np.float32))


@pytest.mark.engine_ovphysx
def test_the_page_shows_the_poses(tmp_path):
    """Draw one picture for each pose of a box and put them into the page; skip without a renderer."""
    asset = asset_beside(ASSETS / "good" / "box" / "expect.json")
    settings = ["orientations=4", "step_rates=240", "stable_poses=0"]
    words = [w for s in settings for w in ("--set", s)]
    command = [
        sys.executable,
        "-m",
        "harness",
        "run",
        "drop_robustness",
        str(asset),
        *words,
        "-q",
        "--out",
        str(tmp_path),
    ]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (run,) = tmp_path.iterdir()
    case = next(run.rglob("verdict.json")).parent
    verdict = load_verdict(case / "verdict.json")
    if verdict.video.status == "skipped":
        pytest.skip("no renderer on this machine")
    poses = next(t for t in verdict.tables if t.name == "poses")
    pictures = [a.file for a in verdict.artifacts if a.kind.startswith("picture-")]
    assert pictures == [f"picture-pose-{n}.png" for n in range(1, len(poses.rows) + 1)]
    pages = "".join(p.read_text(encoding="utf-8") for p in run.rglob("*.html"))
    for name in pictures:
        assert (case / name).read_bytes().startswith(b"\x89PNG")
        assert name in pages
    assert not list(case.glob("picture-*.mp4"))
