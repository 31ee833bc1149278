"""What a render job and its result hold, and how they travel as one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast

__all__ = [
    "FIX_COMMAND",
    "PROTOCOL_VERSION",
    "JobError",
    "VideoEvent",
    "VideoJob",
    "VideoResult",
    "VideoStatus",
    "job_from_message",
    "job_to_message",
    "part_path",
    "remove_outputs",
    "result_from_message",
    "result_to_message",
]

PROTOCOL_VERSION = 1
FIX_COMMAND = "apt-get install -y --no-install-recommends libegl1 libgl1-mesa-dri"

VideoStatus = Literal["ok", "skipped", "failed"]


class JobError(ValueError):
    """A message is not a valid render job."""


@dataclass(frozen=True, kw_only=True)
class VideoEvent:
    """Something that happened during the run, shown as the state from its time on."""

    name: str
    """For example "ground-contact", "rest" or "penetration"."""
    time_s: float
    """Simulated time."""


@dataclass(frozen=True, kw_only=True)
class VideoJob:
    """One video to make from the files of one case directory."""

    case_dir: Path
    """Directory that holds the inputs and receives the outputs."""
    scene: str = "scene.usda"
    """Composed USD scene, relative to ``case_dir``."""
    trajectory: str = "trajectory.npz"
    """Recorded poses, relative to ``case_dir``."""
    video: str = "video.mp4"
    """Output video, relative to ``case_dir``."""
    still: str = "still.png"
    """Output picture of the final pose, relative to ``case_dir``."""
    width: int = 640
    """Pixels; even."""
    height: int = 480
    """Pixels; even."""
    fps: int = 15
    """Video frames in a second."""
    title: str = ""
    """Text at the top left."""
    outcome: str = ""
    """Verdict at the top right, for example "PASS"."""
    events: tuple[VideoEvent, ...] = ()
    """Events of the run, in any order."""
    low_z_m: tuple[float, ...] | None = None
    """Height of the lowest point for each physics frame; None: the lowest drawn vertex is measured."""
    renderer: str = "opengl"
    """``opengl``, or ``rtx`` to draw in Isaac Sim; where that fails, OpenGL draws and a warning says why."""
    kit_python: str = ""
    """Python of Isaac Sim for ``rtx``; empty to look for it."""
    kit_start_deadline_s: float = 900.0
    """Limit of the start of Isaac Sim."""

    @property
    def video_path(self) -> Path:
        """Path of the output video."""
        return self.case_dir / self.video

    @property
    def still_path(self) -> Path:
        """Path of the output picture."""
        return self.case_dir / self.still


@dataclass(frozen=True, kw_only=True)
class VideoResult:
    """What became of a job."""

    status: VideoStatus
    """ok: both files are complete and checked; skipped: no renderer on this machine; failed: see ``reason``."""
    renderer: str | None = None
    """For example "moderngl-egl: llvmpipe (LLVM 15.0.6, 256 bits)"."""
    reason: str | None = None
    """Why there is no video, or why it ends early."""
    frames: int = 0
    """Frames in the video."""
    rendered_frames: int = 0
    """Frames that were drawn; the others repeat the picture of an unchanged pose."""
    duration_s: float = 0.0
    """Length of the video."""
    warnings: tuple[str, ...] = ()
    """What could not be drawn as authored."""
    timings_s: Mapping[str, float] = field(default_factory=dict)
    """Wall time by stage."""


def part_path(output: Path, process_id: int) -> Path:
    """Return the temporary name under which the process ``process_id`` writes ``output``, in the same directory."""
    return output.with_name(f".{output.stem}.{process_id}.part{output.suffix}")


def remove_outputs(job: VideoJob, process_id: int | None = None) -> None:
    """Delete the outputs of ``job`` that an earlier run or a dead process left behind.

    Args:
        job: The job whose files go.
        process_id: Render process whose temporary files go as well.
    """
    for output in (job.video_path, job.still_path):
        output.unlink(missing_ok=True)
        if process_id is not None:
            part_path(output, process_id).unlink(missing_ok=True)


def job_to_message(job: VideoJob) -> dict[str, Any]:
    """Return the job as JSON-ready values."""
    return {
        "type": "render",
        "case_dir": str(job.case_dir),
        "scene": job.scene,
        "trajectory": job.trajectory,
        "video": job.video,
        "still": job.still,
        "width": job.width,
        "height": job.height,
        "fps": job.fps,
        "title": job.title,
        "outcome": job.outcome,
        "events": [{"name": event.name, "time_s": event.time_s} for event in job.events],
        "low_z_m": None if job.low_z_m is None else [round(value, 6) for value in job.low_z_m],
        "renderer": job.renderer,
        "kit_python": job.kit_python,
        "kit_start_deadline_s": job.kit_start_deadline_s,
    }


def job_from_message(message: Mapping[str, Any]) -> VideoJob:
    """Return the job that a message describes; keys that are absent take their default.

    Raises:
        JobError: A key is missing or a value is out of its bounds.
    """
    try:
        low_z = message.get("low_z_m")
        job = VideoJob(
            case_dir=Path(message["case_dir"]),
            scene=str(message.get("scene", "scene.usda")),
            trajectory=str(message.get("trajectory", "trajectory.npz")),
            video=str(message.get("video", "video.mp4")),
            still=str(message.get("still", "still.png")),
            width=int(message.get("width", 640)),
            height=int(message.get("height", 480)),
            fps=int(message.get("fps", 15)),
            title=str(message.get("title") or ""),
            outcome=str(message.get("outcome") or ""),
            events=tuple(_event(entry) for entry in message.get("events") or ()),
            low_z_m=None if low_z is None else tuple(_number(value) for value in low_z),
            renderer=str(message.get("renderer", "opengl")),
            kit_python=str(message.get("kit_python", "")),
            kit_start_deadline_s=float(message.get("kit_start_deadline_s", 900.0)),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise JobError(f"not a render job: {type(error).__name__}: {error}") from error
    if not (64 <= job.width <= 4096 and 64 <= job.height <= 4096 and job.width % 2 == 0 and job.height % 2 == 0):
        raise JobError(f"the size {job.width} x {job.height} is not even or not within 64 to 4096 pixels")
    if not 1 <= job.fps <= 240:
        raise JobError(f"{job.fps} frames a second is not within 1 to 240")
    return job


def _number(value: object) -> float:
    """Return a number; null stands for a frame without a value."""
    return float("nan") if value is None else float(cast(float, value))


def _event(entry: Mapping[str, Any]) -> VideoEvent:
    return VideoEvent(name=str(entry["name"]), time_s=float(entry["time_s"]))


def result_to_message(result: VideoResult) -> dict[str, Any]:
    """Return the result as JSON-ready values."""
    return {
        "type": "rendered",
        "status": result.status,
        "renderer": result.renderer,
        "reason": result.reason,
        "frames": result.frames,
        "rendered_frames": result.rendered_frames,
        "duration_s": result.duration_s,
        "warnings": list(result.warnings),
        "timings_s": {name: round(value, 4) for name, value in result.timings_s.items()},
    }


def result_from_message(line: str) -> VideoResult | None:
    """Return the result in a line of JSON, or None when the line is no result."""
    try:
        message = json.loads(line)
        if not isinstance(message, dict) or message["status"] not in ("ok", "skipped", "failed"):
            return None
        return VideoResult(
            status=cast(VideoStatus, message["status"]),
            renderer=message.get("renderer"),
            reason=message.get("reason"),
            frames=int(message.get("frames", 0)),
            rendered_frames=int(message.get("rendered_frames", 0)),
            duration_s=float(message.get("duration_s", 0.0)),
            warnings=tuple(str(text) for text in message.get("warnings", ())),
            timings_s={str(name): float(value) for name, value in message.get("timings_s", {}).items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
