"""Videos of assets and records that are malformed, incomplete, enormous or otherwise odd."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from harness.video import VideoJob, VideoWorker, shapes
from tests.video.cases import ASSET, Stage, box_case, cube_text, fall, red_pixels, write_scene, write_trajectory
from tests.video.conftest import RENDER_TIMEOUT_S, read_png

pytestmark = pytest.mark.video

Picture = npt.NDArray[np.uint8]
Decode = Callable[[VideoJob], list[Picture]]

MALFORMED = {
    "bad_index": ("[4]", "[0, 1, 2, 99]", "[(0, 0, 0), (1, 0, 0), (0, 1, 0)]"),
    "negative_index": ("[3]", "[0, 1, -2]", "[(0, 0, 0), (1, 0, 0), (0, 1, 0)]"),
    "counts_too_many": ("[4, 4]", "[0, 1, 2]", "[(0, 0, 0), (1, 0, 0), (0, 1, 0)]"),
    "counts_negative": ("[-3]", "[0, 1, 2]", "[(0, 0, 0), (1, 0, 0), (0, 1, 0)]"),
    "nan": ("[3]", "[0, 1, 2]", "[(nan, 0, 0), (1, 0, 0), (0, 1, 0)]"),
    "infinite": ("[3]", "[0, 1, 2]", "[(inf, 0, 0), (1e30, 0, 0), (0, 1, 0)]"),
    "empty": ("[]", "[]", "[]"),
    "wrong_type": ('"three"', "[0, 1, 2]", "[(0, 0, 0), (1, 0, 0), (0, 1, 0)]"),
}


@pytest.mark.parametrize("name", sorted(MALFORMED))
def test_malformed_meshes_are_left_out_with_a_warning(worker: VideoWorker, tmp_path: Path, name: str) -> None:
    """Draw the rest of the asset and name the mesh that is not drawn; fail with the reason when nothing is left."""
    counts, indices, points = MALFORMED[name]
    kind = "string" if name == "wrong_type" else "int[]"
    mesh = f"""
        def Mesh "Bad"
        {{
            {kind} faceVertexCounts = {counts}
            int[] faceVertexIndices = {indices}
            point3f[] points = {points}
        }}
    """
    result = worker.render(box_case(tmp_path / "with", content=mesh + cube_text(Stage())), RENDER_TIMEOUT_S)
    assert result.status == "ok", result
    assert any("Bad" in warning for warning in result.warnings)
    job = box_case(tmp_path / "alone", content=mesh)
    result = worker.render(job, RENDER_TIMEOUT_S)
    assert result.status == "failed"
    assert "nothing that can be drawn" in str(result.reason)
    assert not job.video_path.exists()


@pytest.mark.parametrize("is_inverted", [False, True])
def test_fine_closed_and_inverted_meshes_look_alike(worker: VideoWorker, tmp_path: Path, is_inverted: bool) -> None:
    """Draw a dense ball from outside, also when its faces are turned inwards."""
    ball = shapes.sphere(0.2, 64)
    indices = ball.indices[:, ::-1] if is_inverted else ball.indices
    content = f"""
        def Mesh "Ball"
        {{
            int[] faceVertexCounts = {[3] * len(indices)}
            int[] faceVertexIndices = {indices.ravel().tolist()}
            point3f[] points = {[tuple(row) for row in ball.points.tolist()]}
            color3f[] primvars:displayColor = [(0.7, 0.02, 0.02)]
        }}
    """
    job = box_case(tmp_path / "mesh", content=content, duration_s=1.0)
    assert worker.render(job, RENDER_TIMEOUT_S).status == "ok"
    sphere = """
        def Sphere "Ball"
        {
            double radius = 0.2
            color3f[] primvars:displayColor = [(0.7, 0.02, 0.02)]
        }
    """
    twin = box_case(tmp_path / "sphere", content=sphere, duration_s=1.0)
    assert worker.render(twin, RENDER_TIMEOUT_S).status == "ok"
    difference = np.abs(read_png(job.still_path).astype(int) - read_png(twin.still_path))
    assert difference.mean() < 0.5
    assert (difference.max(axis=2) > 40).sum() < 300


def test_video_ends_at_the_last_finite_pose(worker: VideoWorker, tmp_path: Path) -> None:
    """Show what is known of a run that became not a number, and say where it stops."""
    job = box_case(tmp_path)
    time_s, position = fall(3.4, 0.2, 2.0)
    position[100:] = np.nan
    write_trajectory(tmp_path, time_s, position)
    result = worker.render(job, RENDER_TIMEOUT_S)
    assert result.status == "ok"
    assert result.frames == 8
    assert "not finite" in str(result.reason)


def test_run_without_bodies_shows_the_asset_as_it_stands(worker: VideoWorker, tmp_path: Path) -> None:
    """Draw shapes that no body carries where the scene has them."""
    job = box_case(tmp_path)
    write_trajectory(tmp_path, np.arange(121) / 240, np.zeros((121, 0, 3)), ())
    result = worker.render(job, RENDER_TIMEOUT_S)
    assert (result.status, result.rendered_frames) == ("ok", 1)
    assert red_pixels(read_png(job.still_path)).sum() > 8000


def test_single_frame_gives_a_video(worker: VideoWorker, tmp_path: Path) -> None:
    """Make a video of one picture from a record of one pose."""
    job = box_case(tmp_path)
    write_trajectory(tmp_path, np.zeros(1), np.array([[[0, 0, 3.4]]]))
    result = worker.render(job, RENDER_TIMEOUT_S)
    assert (result.status, result.frames) == ("ok", 1)


def test_sunk_asset_shines_through_the_floor(worker: VideoWorker, tmp_path: Path) -> None:
    """Show the part under the floor fainter than the part above it."""
    job = box_case(tmp_path)
    time_s, position = fall(3.4, 0.0, 2.0)
    write_trajectory(tmp_path, time_s, position)
    assert worker.render(job, RENDER_TIMEOUT_S).status == "ok"
    still = read_png(job.still_path).astype(int)
    above = red_pixels(read_png(job.still_path))
    rows, columns = np.nonzero(above)
    below = still[rows.max() + 8 : rows.max() + 20, int(columns.mean()) - 5 : int(columns.mean()) + 5].reshape(-1, 3)
    assert below[:, 0].mean() > 110
    assert below[:, 2].mean() > 80


def test_large_still_scenery_is_left_out(worker: VideoWorker, tmp_path: Path) -> None:
    """Keep a ground that the asset brings along from hiding the room."""
    ground = """
        def Cube "Own_ground"
        {
            double size = 20
            double3 xformOp:translate = (0, 0, -13.4)
            uniform token[] xformOpOrder = ["xformOp:translate"]
        }
        def Xform "Body"
        {
    """
    write_scene(tmp_path, ground + cube_text(Stage()) + "}", (0, 0, 3.4))
    write_trajectory(tmp_path, *fall(3.4, 0.2, 1.0), (f"{ASSET}/Body",))
    result = worker.render(VideoJob(case_dir=tmp_path), RENDER_TIMEOUT_S)
    assert result.status == "ok"
    assert any("Own_ground" in warning for warning in result.warnings)


def test_any_size_from_a_screw_to_a_hall_fills_the_picture(worker: VideoWorker, tmp_path: Path) -> None:
    """Frame a box of 5 mm and one of 100 m alike."""
    shares = []
    for size in (0.005, 100.0):
        folder = tmp_path / str(size)
        folder.mkdir()
        write_scene(folder, cube_text(Stage(), size), (0, 0, size * 1.5))
        time_s = np.arange(481) / 240
        position = np.zeros((481, 1, 3))
        position[:, 0, 2] = np.maximum(size * (1.5 - time_s), size / 2)
        write_trajectory(folder, time_s, position)
        job = VideoJob(case_dir=folder)
        assert worker.render(job, RENDER_TIMEOUT_S).status == "ok"
        shares.append(red_pixels(read_png(job.still_path)).mean())
    assert shares[0] > 0.05
    assert shares[0] == pytest.approx(shares[1], rel=0.1)


def test_text_changes_while_the_picture_repeats(worker: VideoWorker, decode: Decode, tmp_path: Path) -> None:
    """Go on counting the time at rest."""
    job = box_case(tmp_path, duration_s=3.0)
    worker.render(job, RENDER_TIMEOUT_S)
    pictures = decode(job)
    assert not np.array_equal(pictures[-1][-44:], pictures[-8][-44:])
    assert np.abs(pictures[-1][60:400].astype(int) - pictures[-8][60:400]).mean() < 1.0


def test_other_sizes_and_rates_work(worker: VideoWorker, tmp_path: Path) -> None:
    """Render at another size and rate, and go back."""
    job = box_case(tmp_path, duration_s=0.5)
    small = worker.render(replace(job, width=320, height=200, fps=30), RENDER_TIMEOUT_S)
    assert (small.status, small.frames) == ("ok", 16)
    assert read_png(job.still_path).shape == (200, 320, 3)
    assert worker.render(job, RENDER_TIMEOUT_S).status == "ok"
    assert read_png(job.still_path).shape == (480, 640, 3)
