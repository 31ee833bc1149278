"""Videos that are really rendered: what the files are, and what the pictures show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from harness.video import VideoJob, VideoWorker
from tests.video.cases import ASSET, Stage, box_case, cube_text, fall, red_pixels, write_scene, write_trajectory
from tests.video.conftest import RENDER_TIMEOUT_S, read_png

pytestmark = pytest.mark.video

Picture = npt.NDArray[np.uint8]
Decode = Callable[[VideoJob], list[Picture]]


def _centre(mask: npt.NDArray[np.bool_]) -> tuple[float, float]:
    rows, columns = np.nonzero(mask)
    return float(rows.mean()), float(columns.mean())


def _top_level_boxes(data: bytes) -> list[str]:
    names, at = [], 0
    while at + 8 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        names.append(data[at + 4 : at + 8].decode("latin-1"))
        at += size if size >= 8 else len(data)
    return names


def test_video_is_browser_ready_h264(worker: VideoWorker, tmp_path: Path) -> None:
    """Write H.264 4:2:0 with the right size, rate, count and length, and its index at the front."""
    import av

    job = box_case(tmp_path)
    result = worker.render(job, RENDER_TIMEOUT_S)
    assert result.status == "ok", result
    assert result.reason is None
    assert result.renderer is not None
    assert result.frames == 31
    assert result.duration_s == pytest.approx(31 / 15)
    with av.open(str(job.video_path)) as container:
        stream = container.streams.video[0]
        assert stream.codec_context.name == "h264"
        assert stream.codec_context.pix_fmt == "yuv420p"
        assert (stream.width, stream.height) == (640, 480)
        assert stream.average_rate == 15
        assert stream.frames == 31
        assert float(stream.duration * stream.time_base) == pytest.approx(31 / 15, abs=1e-3)
        assert sum(1 for _ in container.decode(video=0)) == 31
    boxes = _top_level_boxes(job.video_path.read_bytes())
    assert boxes.index("moov") < boxes.index("mdat")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "scene.usda",
        "still.png",
        "trajectory.npz",
        "video.mp4",
    ]


def test_frames_at_rest_are_not_drawn_again(worker: VideoWorker, tmp_path: Path) -> None:
    """Draw no picture twice when nothing moves, and only one for an asset that never moves."""
    result = worker.render(box_case(tmp_path / "fall", duration_s=4.0), RENDER_TIMEOUT_S)
    assert result.frames == 61
    assert 12 <= result.rendered_frames <= 25
    job = box_case(tmp_path / "still")
    write_trajectory(job.case_dir, np.arange(241) / 240, np.full((241, 1, 3), [0, 0, 3.4]))
    result = worker.render(job, RENDER_TIMEOUT_S)
    assert (result.status, result.frames, result.rendered_frames) == ("ok", 16, 1)


def test_asset_keeps_its_colour_and_stays_in_the_picture(worker: VideoWorker, decode: Decode, tmp_path: Path) -> None:
    """Show the red box, wholly and moving, in a blue room, in every frame and in the still."""
    job = box_case(tmp_path)
    worker.render(job, RENDER_TIMEOUT_S)
    pictures = decode(job)
    for picture in pictures:
        rows, columns = np.nonzero(red_pixels(picture))
        assert 8_000 < rows.size < 100_000
        assert rows.min() > 50 and rows.max() < 430
        assert columns.min() > 40 and columns.max() < 600
    assert not np.array_equal(red_pixels(pictures[8]), red_pixels(pictures[11]))
    red, green, blue = pictures[0][60:420, :150].reshape(-1, 3).mean(axis=0)
    assert blue > 1.4 * green > 1.4 * red
    still = read_png(job.still_path)
    assert still.shape == (480, 640, 3)
    assert red_pixels(still).sum() == pytest.approx(red_pixels(pictures[-1]).sum(), rel=0.05)


def test_contact_shadow_meets_the_asset_at_rest(worker: VideoWorker, decode: Decode, tmp_path: Path) -> None:
    """Darken the floor beside the box once it lies there, and not while it is high up."""
    job = box_case(tmp_path)
    worker.render(job, RENDER_TIMEOUT_S)
    pictures = decode(job)
    rows, columns = np.nonzero(red_pixels(pictures[-1]))
    right_of_it = pictures[-1][rows.max() - 60 : rows.max() - 10, columns.max() + 2 : columns.max() + 30]
    open_floor = pictures[-1][rows.max() - 60 : rows.max() - 10, 30:100]
    assert right_of_it.mean() < 0.75 * open_floor.mean()


def test_units_and_up_axis_do_not_change_the_picture(worker: VideoWorker, tmp_path: Path) -> None:
    """Draw the centimetre, Y-up twin of a scene like the metre, Z-up one."""
    metre = box_case(tmp_path / "m")
    centimetre = box_case(tmp_path / "cm", stage=Stage(meters_per_unit=0.01, up_axis="Y"))
    for job in (metre, centimetre):
        assert worker.render(job, RENDER_TIMEOUT_S).status == "ok"
    difference = read_png(metre.still_path).astype(int) - read_png(centimetre.still_path)
    assert np.abs(difference).mean() < 0.05


def test_body_displaced_from_its_geometry_is_followed(worker: VideoWorker, decode: Decode, tmp_path: Path) -> None:
    """Carry geometry by the pose of its own body, relative to where both start."""
    text = f"""
        def Xform "Far"
        {{
            double3 xformOp:translate = (5, 3, 0)
            uniform token[] xformOpOrder = ["xformOp:translate"]
            {cube_text(Stage())}
        }}
    """
    write_scene(tmp_path, text, (-5, -3, 3.4))
    time_s, position = fall(3.4, 0.2, 2.0)
    write_trajectory(tmp_path, time_s, position, (f"{ASSET}/Far",))
    job = VideoJob(case_dir=tmp_path)
    assert worker.render(job, RENDER_TIMEOUT_S).status == "ok"
    twin = box_case(tmp_path / "twin")
    worker.render(twin, RENDER_TIMEOUT_S)
    assert np.abs(read_png(job.still_path).astype(int) - read_png(twin.still_path)).mean() < 0.05


TEXTURED = """
    rel material:binding = </World/Drop/Asset/Paint>
    def Mesh "Board" (prepend apiSchemas = ["MaterialBindingAPI"])
    {
        uniform token subdivisionScheme = "none"
        int[] faceVertexCounts = [4, 4]
        int[] faceVertexIndices = [0, 1, 2, 3, 4, 5, 6, 7]
        point3f[] points = [(-0.4, 0, -0.2), (0, 0, -0.2), (0, 0, 0.2), (-0.4, 0, 0.2),
                            (0, 0, -0.2), (0.4, 0, -0.2), (0.4, 0, 0.2), (0, 0, 0.2)]
        texCoord2f[] primvars:st = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0), (1, 0), (1, 1), (0, 1)] (
            interpolation = "faceVarying"
        )
        rel material:binding = </World/Drop/Asset/Paint>
        def GeomSubset "Left" (prepend apiSchemas = ["MaterialBindingAPI"])
        {
            uniform token elementType = "face"
            uniform token familyName = "materialBind"
            int[] indices = [0]
            rel material:binding = </World/Drop/Asset/Picture>
        }
    }
    def Material "Paint"
    {
        token outputs:surface.connect = </World/Drop/Asset/Paint/S.outputs:surface>
        def Shader "S"
        {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor = (0.7, 0.6, 0.02)
            token outputs:surface
        }
    }
    def Material "Picture"
    {
        token outputs:surface.connect = </World/Drop/Asset/Picture/S.outputs:surface>
        def Shader "S"
        {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor.connect = </World/Drop/Asset/Picture/T.outputs:rgb>
            token outputs:surface
        }
        def Shader "T"
        {
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @./paint.png@
            float3 outputs:rgb
        }
    }
"""


def test_textures_and_subset_materials_are_drawn(worker: VideoWorker, tmp_path: Path) -> None:
    """Show a diffuse texture the right way up on one face and a plain material on the other."""
    import cv2

    image = np.zeros((64, 64, 3), np.uint8)
    image[:32], image[32:] = (30, 30, 230), (30, 200, 30)
    (tmp_path / "paint.png").write_bytes(cv2.imencode(".png", image)[1].tobytes())
    job = box_case(tmp_path, content=TEXTURED)
    result = worker.render(job, RENDER_TIMEOUT_S)
    assert result.status == "ok", result
    assert result.warnings == ()
    still = read_png(job.still_path).astype(int)
    r, g, b = still[:, :, 0], still[:, :, 1], still[:, :, 2]
    red, green = (r > 90) & (r > 2 * g), (g > 70) & (g > 1.7 * r) & (g > 1.7 * b)
    yellow = (r > 90) & (g > 80) & (b < 0.6 * g)
    assert min(red.sum(), green.sum(), yellow.sum()) > 1500
    assert _centre(red)[0] < _centre(green)[0]
    assert _centre(red)[1] < _centre(yellow)[1]


def test_instances_and_purposes_are_honoured(worker: VideoWorker, tmp_path: Path) -> None:
    """Draw point instances, render rather than its proxy, and no guide."""
    text = f"""
        def PointInstancer "Many"
        {{
            rel prototypes = [</World/Drop/Asset/Many/Proto>]
            int[] protoIndices = [0, 0]
            point3f[] positions = [(-0.3, 0, 0), (0.3, 0, 0)]
            def Xform "Proto"
            {{
                {cube_text(Stage(), 0.2)}
            }}
        }}
        def Scope "Look"
        {{
            uniform token purpose = "render"
            {cube_text(Stage(), 0.1)}
        }}
        def Scope "Stand_in"
        {{
            uniform token purpose = "proxy"
            {cube_text(Stage(), 0.9, (0, 0.8, 0))}
        }}
        def Scope "Collider"
        {{
            uniform token purpose = "guide"
            {cube_text(Stage(), 0.9, (0, 0.8, 0))}
        }}
    """
    job = box_case(tmp_path, content=text)
    result = worker.render(job, RENDER_TIMEOUT_S)
    assert result.status == "ok", result
    still = read_png(job.still_path).astype(int)
    assert not ((still[:, :, 1] > 1.5 * still[:, :, 2]) & (still[:, :, 1] > 90)).any()
    columns = np.flatnonzero(red_pixels(read_png(job.still_path)).any(axis=0))
    assert (np.diff(columns) > 5).sum() == 2


def test_glass_shows_what_is_inside(worker: VideoWorker, tmp_path: Path) -> None:
    """Let a red box be seen through a larger one that is half transparent."""
    glass = """
        def Cube "Glass"
        {
            double size = 0.6
            color3f[] primvars:displayColor = [(0.9, 0.9, 0.9)]
            float[] primvars:displayOpacity = [0.4]
        }
    """
    job = box_case(tmp_path, content=glass + cube_text(Stage(), 0.3))
    assert worker.render(job, RENDER_TIMEOUT_S).status == "ok"
    still = read_png(job.still_path)[240:250, 310:330].reshape(-1, 3).mean(axis=0)
    assert still[0] > 1.15 * still[1]
    assert still[0] > still[2]


def test_hidden_asset_is_drawn_from_its_colliders(worker: VideoWorker, tmp_path: Path) -> None:
    """Draw hidden shapes in orange, with a warning, when nothing else is there."""
    job = box_case(tmp_path, content='token visibility = "invisible"\n' + cube_text(Stage()))
    result = worker.render(job, RENDER_TIMEOUT_S)
    assert result.status == "ok"
    assert any("orange" in warning for warning in result.warnings)
    still = read_png(job.still_path).astype(int)
    assert ((still[:, :, 0] > 120) & (still[:, :, 2] < 0.7 * still[:, :, 0])).sum() > 5000
