"""Video of a recorded run: drawn from the trajectory, in a process of its own, after the physics.

A video never changes or delays a verdict: every trouble of the renderer is a value (``VideoResult``), not an exception.
Importing this package loads no graphics, video or USD library.
"""

from __future__ import annotations

from harness.video.client import VideoWorker
from harness.video.job import VideoEvent, VideoJob, VideoResult
from harness.video.probe import RendererStatus, probe_renderer

__all__ = ["RendererStatus", "VideoEvent", "VideoJob", "VideoResult", "VideoWorker", "probe_renderer"]
