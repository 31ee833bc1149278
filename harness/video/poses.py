"""Recorded body poses as matrices, cut at the first pose that cannot be drawn."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from harness.video.errors import VideoError

__all__ = ["MAX_COORDINATE_M", "MAX_VIDEO_FRAMES", "BodyPoses", "load_poses", "rigid_matrices", "sample_frames"]

MAX_VIDEO_FRAMES = 3600
MAX_COORDINATE_M = 1.0e6
"""Farther from the origin than this, single-precision positions are no longer good enough to draw."""


@dataclass(frozen=True, kw_only=True)
class BodyPoses:
    """Poses of B bodies over F drawable frames; world frame, SI, Z up."""

    time_s: npt.NDArray[np.float64]
    """Simulated time, shape (F,), increasing."""
    body_paths: tuple[str, ...]
    """Prim path of each body."""
    position_m: npt.NDArray[np.float64]
    """Shape (F, B, 3)."""
    orientation_xyzw: npt.NDArray[np.float64]
    """Unit quaternions, shape (F, B, 4)."""
    truncation: str | None
    """Why frames after the last one are missing; None when the record is complete."""


def load_poses(path: Path) -> BodyPoses:
    """Read a recorded trajectory.

    Args:
        path: A NumPy archive with ``time_s`` (F,), ``body_paths`` (B,), ``position_m`` (F, B, 3) [m] and
            ``orientation_xyzw`` (F, B, 4).

    Raises:
        VideoError: The file is unreadable, its arrays do not fit together, or not even the first pose is usable.
    """
    try:
        with np.load(path, allow_pickle=False) as archive:
            time_s = np.asarray(archive["time_s"], np.float64)
            body_paths = tuple(str(name) for name in archive["body_paths"].tolist())
            position = np.asarray(archive["position_m"], np.float64)
            orientation = np.asarray(archive["orientation_xyzw"], np.float64)
    except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise VideoError(f"the trajectory cannot be read: {type(error).__name__}: {error}") from error
    frame_count, body_count = time_s.size, len(body_paths)
    if time_s.ndim != 1 or position.shape != (frame_count, body_count, 3):
        raise VideoError(f"the trajectory is inconsistent: times {time_s.shape}, positions {position.shape}")
    if orientation.shape != (frame_count, body_count, 4):
        raise VideoError(f"the trajectory is inconsistent: times {time_s.shape}, orientations {orientation.shape}")
    if frame_count == 0:
        raise VideoError("the trajectory has no frames")
    return _cut(time_s, body_paths, position, orientation)


def _cut(
    time_s: npt.NDArray[np.float64],
    body_paths: tuple[str, ...],
    position: npt.NDArray[np.float64],
    orientation: npt.NDArray[np.float64],
) -> BodyPoses:
    """Keep the frames before the first one that cannot be drawn and say why the rest is gone."""
    with np.errstate(invalid="ignore", over="ignore"):
        norm = np.linalg.norm(orientation, axis=2)
        is_finite = np.asarray(np.isfinite(position).all(axis=(1, 2)) & (np.isfinite(norm) & (norm > 1e-6)).all(axis=1))
        is_near = np.asarray((np.abs(position) <= MAX_COORDINATE_M).all(axis=(1, 2)))
        is_ordered = np.isfinite(time_s) & np.concatenate([[True], np.diff(time_s) > 0])
    usable = is_finite & is_near & is_ordered
    count = int(usable.size if usable.all() else np.argmin(usable))
    truncation = None
    if count < usable.size:
        cause = "a pose is not finite"
        if is_finite[count]:
            cause = "the recorded time does not increase" if is_near[count] else "a body is over 1000 km away"
        if count == 0:
            raise VideoError(f"nothing to draw: {cause} in the first frame")
        truncation = f"the video ends at {time_s[count - 1]:.3f} s, because {cause} in the next frame"
    return BodyPoses(
        time_s=time_s[:count],
        body_paths=body_paths,
        position_m=position[:count],
        orientation_xyzw=orientation[:count] / norm[:count, :, None],
        truncation=truncation,
    )


def rigid_matrices(
    position_m: npt.NDArray[np.float64], orientation_xyzw: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Return homogeneous matrices, column-vector notation.

    Args:
        position_m: Shape (..., 3).
        orientation_xyzw: Unit quaternions, shape (..., 4).

    Returns:
        Shape (..., 4, 4).
    """
    x, y, z, w = np.moveaxis(orientation_xyzw, -1, 0)
    matrix = np.zeros((*position_m.shape[:-1], 4, 4))
    matrix[..., 0, 0] = 1 - 2 * (y * y + z * z)
    matrix[..., 0, 1] = 2 * (x * y - z * w)
    matrix[..., 0, 2] = 2 * (x * z + y * w)
    matrix[..., 1, 0] = 2 * (x * y + z * w)
    matrix[..., 1, 1] = 1 - 2 * (x * x + z * z)
    matrix[..., 1, 2] = 2 * (y * z - x * w)
    matrix[..., 2, 0] = 2 * (x * z - y * w)
    matrix[..., 2, 1] = 2 * (y * z + x * w)
    matrix[..., 2, 2] = 1 - 2 * (x * x + y * y)
    matrix[..., :3, 3] = position_m
    matrix[..., 3, 3] = 1
    return matrix


def sample_frames(
    time_s: npt.NDArray[np.float64], fps: int, max_frames: int = MAX_VIDEO_FRAMES
) -> npt.NDArray[np.int64]:
    """Return the physics frame that each video frame shows; the first and the last pose are always shown.

    Args:
        time_s: Increasing times of the physics frames, shape (F,), F >= 1.
        fps: Video frames in a second.
        max_frames: Longer videos are cut to this many frames.

    Returns:
        Indices, non-decreasing, shape (N,), N >= 1: video frame n shows the physics frame nearest to n / fps.
    """
    span = float(time_s[-1] - time_s[0])
    count = min(int(np.ceil(span * fps - 1e-6)) + 1, max_frames)
    wanted = time_s[0] + np.minimum(np.arange(count) / fps, span)
    after = np.clip(np.searchsorted(time_s, wanted), 1, max(time_s.size - 1, 1))
    if time_s.size == 1:
        return np.zeros(count, np.int64)
    before = after - 1
    is_before = wanted - time_s[before] <= time_s[after] - wanted
    return np.asarray(np.where(is_before, before, after), np.int64)
