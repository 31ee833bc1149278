"""The files beside a verdict: video by policy, and what to keep of the rest."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

from harness.report.codec import load_verdict, write_json_atomic
from harness.runner.record import CaseFiles
from harness.runner.video import CaseVideo
from harness.verdict import VideoRecord

__all__ = ["add_video", "drop_artifacts", "size_of"]

# Small, and what the report draws its curves from.
_KEPT_KINDS = frozenset({"series", "engine-log"})


def add_video(folder: Path, video: CaseVideo) -> None:
    """Render the motion of a case, if it has one, and note it in its verdict."""
    files = CaseFiles(folder=folder)
    verdict = load_verdict(files.verdict)
    if any(a.kind == "trajectory" for a in verdict.artifacts):
        video.start()
        video.add(verdict, files)


def drop_artifacts(folder: Path, *, is_video_dropped: bool = False) -> None:
    """Remove recorded motion, scene and replay; the verdict no longer names them.

    Args:
        folder: Folder of the case.
        is_video_dropped: Whether clip and still go too.
    """
    files = CaseFiles(folder=folder)
    shutil.rmtree(folder / "repeats", ignore_errors=True)
    verdict = load_verdict(files.verdict)
    kept = _KEPT_KINDS if is_video_dropped else _KEPT_KINDS | {"video", "still"}
    gone = [a for a in verdict.artifacts if a.kind not in kept]
    if not gone:
        return
    video = verdict.video
    if is_video_dropped and video.status == "ok":
        video = VideoRecord(status="off", reason="removed to keep the run within its size budget")
    left = tuple(a for a in verdict.artifacts if a.kind in kept)
    # The verdict first: a file that nobody names is litter, a name without a file is a lie.
    write_json_atomic(files.verdict, replace(verdict, artifacts=left, video=video), is_durable=False)
    for artifact in gone:
        (folder / Path(artifact.file).name).unlink(missing_ok=True)


def size_of(folder: Path) -> int:
    """Return the size of the files of a case [bytes]."""
    total = 0
    for entry in os.scandir(folder):
        total += size_of(Path(entry.path)) if entry.is_dir() else entry.stat().st_size
    return total
