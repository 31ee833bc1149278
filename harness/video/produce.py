"""Makes the video and the still picture of one job: read, plan, draw, encode, check, put in place."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harness.video.checks import check_clip
from harness.video.encode import EncodeThread, VideoEncoder, verify_video
from harness.video.errors import VideoError
from harness.video.geometry import Geometry, shadow_batches, simplify
from harness.video.gl import RENDERER_NAME, GlContext
from harness.video.hud import Hud
from harness.video.job import VideoJob, VideoResult, part_path, remove_outputs
from harness.video.plan import ClipPlan, plan_clip
from harness.video.poses import MAX_VIDEO_FRAMES, BodyPoses, load_poses
from harness.video.renderer import Renderer
from harness.video.scene import load_geometry
from harness.video.timeline import grid_label, is_shown

__all__ = ["MOTION_TRIANGLES", "Producer", "Stopwatch"]

MOTION_TRIANGLES = 60_000
"""Above this, pictures of a moving asset are drawn from a simplified copy."""
MOTION_CELL = 0.002
"""Cell of that copy as a share of the asset's radius, which is about 150 pixels: well under a pixel."""
HUGE_TRIANGLES = 200_000
HUGE_CELL = 0.005
"""The same for more triangles than that: still under a pixel."""
SHADOW_TRIANGLES = 3_000
SHADOW_CELL = 0.05
"""Cell of the copy that casts the shadow as a share of the radius: about the blur of the shadow."""

Picture = npt.NDArray[np.uint8]


class Stopwatch:
    """Adds up wall time by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure the time spent inside."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - start


class _Clip(NamedTuple):
    """What was drawn."""

    pictures: list[Picture]
    """The first one, one from the middle and the last one, without text."""
    drawn: int
    still: Picture
    renderer: str | None = None
    """What drew it, when it was not OpenGL."""


class ComposeText:
    """Adds the text of a video frame to its picture.

    Args:
        hud: Draws the text.
        plan: Holds the text of each frame.
    """

    def __init__(self, hud: Hud, plan: ClipPlan) -> None:
        self._hud = hud
        self._texts = plan.texts

    def __call__(self, picture: Picture, frame: int) -> Picture:
        """Return the picture with the text of a frame."""
        return self._hud.compose(picture, self._texts[frame])


class Producer:
    """Makes videos, one after the other, with one OpenGL context.

    Args:
        gl: The context.
    """

    def __init__(self, gl: GlContext) -> None:
        self._gl = gl
        self._renderer: Renderer | None = None

    @property
    def name(self) -> str:
        """Renderer and driver as text."""
        return f"{RENDERER_NAME}: {self._gl.vendor}"

    def produce(self, job: VideoJob) -> VideoResult:
        """Make the files of a job.

        Raises:
            VideoError: There is no video; the message says why, and no file was left behind.
        """
        clock, warnings = Stopwatch(), list[str]()
        parts = {output: part_path(output, os.getpid()) for output in (job.video_path, job.still_path)}
        try:
            remove_outputs(job)
            with clock.stage("total"):
                plan, clip, truncation = self._make(job, parts, clock, warnings)
                for output, part in parts.items():
                    part.replace(output)
        except OSError as error:
            raise VideoError(f"the files cannot be written: {error}") from error
        finally:
            for part in parts.values():
                part.unlink(missing_ok=True)
        return VideoResult(
            status="ok",
            renderer=clip.renderer or self.name,
            reason=truncation,
            frames=len(plan.frames),
            rendered_frames=clip.drawn,
            duration_s=len(plan.frames) / job.fps,
            warnings=tuple(dict.fromkeys(warnings)),
            timings_s=clock.seconds,
        )

    def _make(
        self, job: VideoJob, parts: dict[Path, Path], clock: Stopwatch, warnings: list[str]
    ) -> tuple[ClipPlan, _Clip, str | None]:
        """Write the temporary files and check them."""
        import cv2

        with clock.stage("read"):
            poses = load_poses(job.case_dir / job.trajectory)
            geometry = load_geometry(job.case_dir / job.scene, poses, warnings)
        with clock.stage("plan"):
            plan = plan_clip(job, poses, geometry)
        if len(plan.frames) == MAX_VIDEO_FRAMES:
            warnings.append(f"the video is cut after {MAX_VIDEO_FRAMES} frames")
        rtx = self._try_rtx(job, poses, plan, clock, warnings)
        video = parts[job.video_path]
        encoder = VideoEncoder(video, job.width, job.height, job.fps)
        thread = EncodeThread(encoder, self._composer(job, plan))
        try:
            clip = _replay(rtx, plan, thread) if rtx is not None else self._draw(job, geometry, plan, thread, clock)
            with clock.stage("still"):
                ok, data = cv2.imencode(
                    ".png", cv2.cvtColor(clip.still, cv2.COLOR_RGBA2BGR), [cv2.IMWRITE_PNG_COMPRESSION, 4]
                )
                if not ok:
                    raise VideoError("the still picture cannot be encoded")
                parts[job.still_path].write_bytes(data.tobytes())
        finally:
            with clock.stage("encode_wait"):
                thread.finish()
        with clock.stage("verify"):
            problem = check_clip(clip.pictures, plan.moved_m, plan.height_m) or verify_video(video, len(plan.frames))
        if problem:
            raise VideoError(problem)
        return plan, clip, poses.truncation

    def _try_rtx(
        self, job: VideoJob, poses: BodyPoses, plan: ClipPlan, clock: Stopwatch, warnings: list[str]
    ) -> list[bytes] | None:
        """Return the RTX pictures when they were asked for and came out well; a warning says why they did not."""
        if job.renderer != "rtx":
            return None
        from harness.video.rtx import draw_clip

        try:
            with clock.stage("rtx"):
                return draw_clip(job, poses, plan)
        except VideoError as error:
            warnings.append(f"no RTX pictures, drawn with OpenGL instead: {error}")
            return None

    def _composer(self, job: VideoJob, plan: ClipPlan) -> ComposeText:
        marks = _marks(job, plan)
        hud = Hud((job.width, job.height), job.title, job.outcome, grid_label(plan.room.cell_m), marks)
        return ComposeText(hud, plan)

    def _draw(self, job: VideoJob, geometry: Geometry, plan: ClipPlan, thread: EncodeThread, clock: Stopwatch) -> _Clip:
        """Draw every frame that differs from the one before and hand all of them to the encoder."""
        renderer = self._sized(job.width, job.height)
        is_large = geometry.triangle_count > MOTION_TRIANGLES
        with clock.stage("upload"):
            cell = HUGE_CELL if geometry.triangle_count > HUGE_TRIANGLES else MOTION_CELL
            moving = simplify(geometry, cell * plan.radius_m) if is_large else geometry
            shadows = shadow_batches(moving, SHADOW_CELL * plan.radius_m, SHADOW_TRIANGLES)
            scene = renderer.upload(moving.batches, shadows, moving.textures)
        chosen: list[Picture] = []
        still = np.empty(0, np.uint8)
        with clock.stage("render"), scene:
            for index, (frame, is_repeat) in enumerate(zip(plan.frames, plan.repeats, strict=True)):
                if not is_repeat:
                    still = renderer.draw(scene, frame)
                thread.put(still)
                if index in (0, len(plan.frames) // 2, len(plan.frames) - 1):
                    chosen.append(still)
        if is_large:
            with clock.stage("render_still"), renderer.upload(geometry.batches, shadows, geometry.textures) as full:
                still = renderer.draw(full, plan.frames[-1])
        return _Clip(pictures=chosen, drawn=plan.repeats.count(False), still=still)

    def _sized(self, width: int, height: int) -> Renderer:
        """Return a renderer of a size; the last one is kept."""
        if self._renderer is None or self._renderer.size != (width, height):
            if self._renderer is not None:
                self._renderer.release()
            self._renderer = Renderer(self._gl, width, height)
        return self._renderer


def _replay(pictures: list[bytes], plan: ClipPlan, thread: EncodeThread) -> _Clip:
    """Hand finished pictures to the encoder."""
    from harness.video.rtx import RTX_NAME, unpack

    chosen: list[Picture] = []
    remaining = iter(pictures)
    still = np.empty(0, np.uint8)
    for index, is_repeat in enumerate(plan.repeats):
        if not is_repeat:
            still = unpack(next(remaining))
        thread.put(still)
        if index in (0, len(plan.frames) // 2, len(plan.frames) - 1):
            chosen.append(still)
    return _Clip(pictures=chosen, drawn=len(pictures), still=still, renderer=RTX_NAME)


def _marks(job: VideoJob, plan: ClipPlan) -> list[float]:
    """Return at which share of the video each event happened."""
    start, end = plan.texts[0].time_s, plan.texts[-1].time_s
    if end <= start:
        return []
    shown = [event.time_s for event in job.events if is_shown(event)]
    return [(time_s - start) / (end - start) for time_s in shown if start <= time_s <= end]
