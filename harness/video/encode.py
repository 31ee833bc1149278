"""Writes H.264 in an MP4 that browsers play, in a thread beside the renderer."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import numpy.typing as npt

from harness.video.errors import VideoError

__all__ = ["EncodeThread", "VideoEncoder", "verify_video"]

Picture = npt.NDArray[np.uint8]
_OPTIONS = {"preset": "superfast", "crf": "21", "threads": "1"}
_QUEUE_LENGTH = 32
_LIMITED_RANGE, _BT601 = 1, 6
"""Values of AVColorRange and AVColorSpace. Source: libavutil/pixfmt.h (AVCOL_RANGE_MPEG, AVCOL_SPC_SMPTE170M)."""


class VideoEncoder:
    """Encodes pictures one by one.

    Args:
        path: File to write; its name ends in ".mp4".
        width: Pixels, even.
        height: Pixels, even.
        fps: Frames in a second.
    """

    def __init__(self, path: Path, width: int, height: int, fps: int) -> None:
        import av

        self._container = av.open(str(path), "w", format="mp4", options={"movflags": "+faststart"})
        self._stream = self._container.add_stream("libx264", rate=fps, options=_OPTIONS)
        self._stream.width, self._stream.height, self._stream.pix_fmt = width, height, "yuv420p"
        context = self._stream.codec_context
        context.time_base = Fraction(1, fps)
        context.color_range, context.colorspace = _LIMITED_RANGE, _BT601
        context.color_primaries = context.color_trc = _BT601
        self._count = 0

    def write(self, picture: Picture) -> None:
        """Encode one picture, RGBA, shape (height, width, 4)."""
        import av
        import cv2

        planes = cv2.cvtColor(picture, cv2.COLOR_RGBA2YUV_I420)
        frame = av.VideoFrame.from_ndarray(planes, format="yuv420p")
        frame.pts = self._count
        self._count += 1
        self._container.mux(self._stream.encode(frame))

    def close(self) -> None:
        """Finish the file."""
        self._container.mux(self._stream.encode())
        self._container.close()

    def abandon(self) -> None:
        """Close the file without finishing it."""
        self._container.close()


class EncodeThread:
    """Encodes in a thread of its own, since the encoder leaves the interpreter free while it works.

    Args:
        encoder: Where the pictures go.
        compose: Returns the picture with text, from the picture and the number of the video frame.
    """

    def __init__(self, encoder: VideoEncoder, compose: Callable[[Picture, int], Picture]) -> None:
        self._encoder = encoder
        self._compose = compose
        self._queue: queue.Queue[Picture | None] = queue.Queue(_QUEUE_LENGTH)
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="encode", daemon=True)
        self._thread.start()

    def put(self, picture: Picture) -> None:
        """Append the picture of the next video frame; it must not be changed afterwards."""
        self._queue.put(picture)

    def finish(self) -> None:
        """Wait until everything is written.

        Raises:
            VideoError: The encoder failed.
        """
        self._queue.put(None)
        self._thread.join()
        if self._error is not None:
            raise VideoError(f"the video cannot be encoded: {self._error}") from self._error

    def _work(self) -> None:
        frame = 0
        while (picture := self._queue.get()) is not None:
            if self._error is not None:
                continue
            try:
                self._encoder.write(self._compose(picture, frame))
            # Whatever the native library raises is handed to the thread that waits in finish().
            except Exception as error:  # noqa: BLE001
                self._error = error
            frame += 1
        try:
            if self._error is None:
                self._encoder.close()
            else:
                self._encoder.abandon()
        except Exception as error:  # noqa: BLE001
            self._error = self._error or error


def verify_video(path: Path, frame_count: int) -> str | None:
    """Return what is wrong with a finished file, or None: it must hold every frame, and the first one must decode.

    Args:
        path: The file.
        frame_count: Frames it must hold.
    """
    import av

    from harness.video.checks import is_uniform

    try:
        with av.open(str(path)) as container:
            stream = container.streams.video[0]
            if stream.frames != frame_count:
                return f"the file holds {stream.frames} frames instead of {frame_count}"
            first = next(container.decode(stream)).to_ndarray(format="rgb24")
    except (av.FFmpegError, IndexError, StopIteration) as error:
        return f"the file cannot be read back: {error}"
    return "the file decodes to a blank picture" if is_uniform(first) else None
