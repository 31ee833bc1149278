"""Make the video of a judged case, after its verdict is on disk. Nothing here can change an outcome."""

from __future__ import annotations

import time
from dataclasses import replace

from harness.config import EngineConfig, VideoConfig
from harness.errors import RecordError
from harness.report.codec import write_json_atomic
from harness.runner.pictures import MOTION, PICTURE
from harness.runner.record import CaseFiles
from harness.trajectory import Trajectory
from harness.verdict import Artifact, Verdict, VideoRecord
from harness.video.client import VideoWorker
from harness.video.job import FIX_COMMAND, VideoEvent, VideoJob

__all__ = ["CaseVideo"]


class CaseVideo:
    """A render process and what it knows about cases.

    Args:
        config: Size, rate, renderer and time limit.
        engine_config: Where Isaac Sim is, when it draws.
    """

    def __init__(self, config: VideoConfig, engine_config: EngineConfig) -> None:
        self._config, self._engine_config = config, engine_config
        self._worker = VideoWorker()

    def start(self) -> None:
        """Start the renderer so that it is ready when the verdict is."""
        self._worker.start()

    def add(self, verdict: Verdict, files: CaseFiles) -> Verdict:
        """Render, and write the verdict again with the state of the video.

        Args:
            verdict: A judged case with a trajectory.
            files: Its files.

        Returns:
            The same verdict but for its video and artifacts.
        """
        config = self._config
        job = VideoJob(
            case_dir=files.folder,
            width=config.width_px,
            height=config.height_px,
            fps=config.fps,
            title=f"{verdict.asset.name} - {verdict.test}",
            outcome=verdict.outcome.value,
            events=tuple(VideoEvent(name=e.name, time_s=e.time_s) for e in verdict.events),
            low_z_m=_low_points(files),
            renderer=config.renderer,
            kit_python=self._engine_config.kit_python,
            kit_start_deadline_s=self._engine_config.kit_start_deadline_seconds,
        )
        clock = time.monotonic()
        # The start of Isaac Sim is not part of the time of a clip.
        extra_s = self._engine_config.kit_start_deadline_seconds if config.renderer == "rtx" else 0.0
        result = self._worker.render(job, config.timeout_seconds + extra_s)
        record = VideoRecord(
            status=result.status,
            renderer=result.renderer,
            reason=result.reason,
            fix_command=FIX_COMMAND if result.status == "skipped" else None,
            frames=result.frames,
            warnings=tuple(result.warnings),
        )
        artifacts = [
            Artifact(kind=kind, file=path.name)
            for kind, path in (("video", files.video), ("still", files.still))
            if result.status == "ok" and path.is_file()
        ]
        if result.status == "ok":
            artifacts += self._pictures(verdict, job)
        durations = {**verdict.durations_s, "video_s": round(time.monotonic() - clock, 4)}
        complete = replace(verdict.with_video(record, artifacts), durations_s=durations)
        write_json_atomic(files.verdict, complete)
        return complete

    def _pictures(self, verdict: Verdict, job: VideoJob) -> list[Artifact]:
        """Draw the pictures that the judgement asks for; one that cannot be drawn is left out."""
        drawn: list[Artifact] = []
        for artifact in verdict.artifacts:
            if not artifact.kind.startswith(MOTION):
                continue
            kind = PICTURE + artifact.kind.removeprefix(MOTION)
            picture = replace(
                job, trajectory=artifact.file, video=f"{kind}.mp4", still=f"{kind}.png", events=(), low_z_m=None
            )
            result = self._worker.render(picture, self._config.timeout_seconds)
            picture.video_path.unlink(missing_ok=True)
            if result.status == "ok" and picture.still_path.is_file():
                drawn.append(Artifact(kind=kind, file=picture.still))
        return drawn

    def interrupt(self) -> None:
        """End the renderer; a render in progress fails."""
        self._worker.close(timeout_s=0.0)

    def close(self) -> None:
        """End the renderer."""
        self._worker.close()


def _low_points(files: CaseFiles) -> tuple[float, ...] | None:
    """Return the lowest judged point of every physics frame, for the text in the picture."""
    from harness.geometry import measure_bounds

    try:
        trajectory = Trajectory.load(files.trajectory)
    except RecordError:
        return None
    low = measure_bounds(trajectory.frames, trajectory.geometry).box_min_m[:, 2]
    return tuple(low.tolist())
