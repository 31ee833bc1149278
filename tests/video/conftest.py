"""Fixtures of the video tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from harness.video import RendererStatus, VideoJob, VideoWorker, probe_renderer

RENDER_TIMEOUT_S = 120.0

Picture = npt.NDArray[np.uint8]


@pytest.fixture(scope="session")
def renderer() -> RendererStatus:
    """The renderer of this machine; without one the test is skipped and says how to get it."""
    status = probe_renderer()
    if not status.available:
        pytest.skip(f"NO VIDEO TEST WAS RUN: {status.detail}. Install: {status.fix_command}")
    return status


@pytest.fixture(scope="session")
def worker(renderer: RendererStatus) -> Iterator[VideoWorker]:
    """A render process that all tests share."""
    with VideoWorker() as shared:
        yield shared


@pytest.fixture(scope="session")
def decode(renderer: RendererStatus) -> object:
    """Return a function that decodes a video to RGB pictures."""
    import av

    def decoded(job: VideoJob) -> list[Picture]:
        with av.open(str(job.video_path)) as container:
            return [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]

    return decoded


def read_png(path: Path) -> Picture:
    """Return a picture as RGB."""
    import cv2

    picture = cv2.imread(str(path))
    assert picture is not None
    return np.asarray(picture[:, :, ::-1], np.uint8)
