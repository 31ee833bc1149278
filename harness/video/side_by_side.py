"""Put two videos of one asset side by side, in step."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from harness.video.encode import Picture, VideoEncoder
from harness.video.errors import VideoError

__all__ = ["write_side_by_side"]

_TEXT_HEIGHT_PX = 26


def write_side_by_side(first: Path, second: Path, target: Path, names: tuple[str, str]) -> None:
    """Write a video that shows both; the shorter one keeps its last picture.

    Args:
        first: MP4 on the left.
        second: MP4 on the right, of the same size and rate.
        target: File to write, atomically.
        names: Names shown over the pictures.

    Raises:
        VideoError: If a file cannot be read, or sizes or rates differ.
    """
    import av

    part = target.with_name(f".{target.stem}.{os.getpid()}.part{target.suffix}")
    try:
        with av.open(str(first)) as left, av.open(str(second)) as right:
            width, height, fps = _format(left)
            if _format(right) != (width, height, fps):
                raise VideoError("the two videos differ in size or rate")
            encoder = VideoEncoder(part, 2 * width, height, fps)
            for pair in _pairs(_pictures(left), _pictures(right)):
                encoder.write(_compose(pair, names))
            encoder.close()
        part.replace(target)
    except av.error.FFmpegError as error:
        raise VideoError(f"a video cannot be read: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def _format(container: Any) -> tuple[int, int, int]:
    if not container.streams.video:
        raise VideoError("a file has no video")
    stream = container.streams.video[0]
    return int(stream.width), int(stream.height), round(float(stream.average_rate or 0))


def _pictures(container: Any) -> Iterator[Picture]:
    for frame in container.decode(video=0):
        yield frame.to_ndarray(format="rgba")


def _pairs(left: Iterator[Picture], right: Iterator[Picture]) -> Iterator[tuple[Picture, Picture]]:
    last: list[Picture | None] = [None, None]
    while True:
        new = [next(left, None), next(right, None)]
        if new[0] is None and new[1] is None:
            return
        last = [n if n is not None else old for n, old in zip(new, last, strict=True)]
        if last[0] is None or last[1] is None:
            raise VideoError("a video has no pictures")
        yield last[0], last[1]


def _compose(pair: tuple[Picture, Picture], names: tuple[str, str]) -> Picture:
    import cv2

    halves = []
    for picture, name in zip(pair, names, strict=True):
        half = picture.copy()
        top = half.shape[0] // 12
        place = (12, top + _TEXT_HEIGHT_PX)
        cv2.putText(half, name, place, cv2.FONT_HERSHEY_SIMPLEX, 0.7, (255, 255, 255, 255), 2, cv2.LINE_AA)
        halves.append(half)
    return np.concatenate(halves, axis=1)
