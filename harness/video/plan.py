"""Decides everything about a clip before anything is drawn: frames, poses, camera, room, shadows, text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.video.camera import CameraView, plan_camera
from harness.video.geometry import Geometry, extreme_points, lowest_point
from harness.video.hud import HudText
from harness.video.job import VideoJob
from harness.video.poses import BodyPoses, rigid_matrices, sample_frames
from harness.video.renderer import FrameView
from harness.video.room import RoomPlan, plan_room, plan_shadow
from harness.video.timeline import format_length, state_at

__all__ = ["ClipPlan", "is_same_picture", "plan_clip"]

SAME_PICTURE_PX = 0.08
"""Motion on the screen that stays under this is invisible, and the last picture is used again."""

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class ClipPlan:
    """A clip of N video frames."""

    frames: tuple[FrameView, ...]
    texts: tuple[HudText, ...]
    repeats: tuple[bool, ...]
    """Whether a frame shows the picture of the frame before it."""
    room: RoomPlan
    radius_m: float
    """Radius of the asset."""
    height_m: float
    """Height of the asset in the first frame."""
    moved_m: float
    """Distance between the first and the last place of the asset's centre."""


def plan_clip(job: VideoJob, poses: BodyPoses, geometry: Geometry) -> ClipPlan:
    """Return the plan of a clip.

    Args:
        job: What was asked for.
        poses: Recorded poses.
        geometry: What is drawn; not empty.
    """
    chosen = sample_frames(poses.time_s, job.fps)
    matrices = _matrices(poses, chosen)
    points = _outer_points(geometry, matrices)
    shift = np.zeros(3)
    start = np.concatenate([part[0] for part in points])
    # Near the origin, single precision is at its best and the grid is centred on the asset.
    shift[:2] = (start[:, :2].min(axis=0) + start[:, :2].max(axis=0)) / 2
    matrices[:, :, :3, 3] -= shift
    points = [part - shift for part in points]
    path = plan_camera(points, job.fps, job.width / job.height)
    room = plan_room(path)
    repeats = _repeats(points, path.views, job.height)
    corners = _box_corners(geometry, matrices)
    lowest = _lowest(geometry, matrices, repeats)
    everything = np.concatenate(points, axis=1)
    frames = []
    for index, view in enumerate(path.views):
        near = everything[index][np.linalg.norm(everything[index] - view.target_m, axis=1) < 2.5 * view.distance_m]
        frames.append(
            FrameView(
                view=view,
                matrices=matrices[index],
                room=room,
                shadow=plan_shadow(near, float(lowest[index]), room) if near.size else None,
                box=screen_box(corners[index], view),
                is_sunk=bool(lowest[index] < -0.002 * room.radius_m),
            )
        )
    centre = (everything.min(axis=1) + everything.max(axis=1)) / 2
    return ClipPlan(
        frames=tuple(frames),
        texts=_texts(job, poses.time_s[chosen], _shown_heights(job, chosen, lowest)),
        repeats=repeats,
        room=room,
        radius_m=path.radius_m,
        height_m=float(np.ptp(everything[0][:, 2])),
        moved_m=float(np.linalg.norm(centre[-1] - centre[0])),
    )


def _matrices(poses: BodyPoses, chosen: npt.NDArray[np.int64]) -> Array:
    """Return world from body for each video frame, shape (N, B + 1, 4, 4); the last one is the identity."""
    moving = rigid_matrices(poses.position_m[chosen], poses.orientation_xyzw[chosen])
    still = np.broadcast_to(np.eye(4), (chosen.size, 1, 4, 4))
    return np.concatenate([moving, still], axis=1)


def _outer_points(geometry: Geometry, matrices: Array) -> list[Array]:
    """Return the outermost points of each batch that the camera follows over N frames, shape (N, P, 3) each."""
    followed = [batch for batch in geometry.batches if batch.body >= 0] or list(geometry.batches)
    result = []
    for batch in followed:
        local = extreme_points(batch)
        pose = matrices[:, batch.body]
        result.append(local @ pose[:, :3, :3].swapaxes(1, 2) + pose[:, None, :3, 3])
    return result


def _box_corners(geometry: Geometry, matrices: Array) -> Array:
    """Return the corners of the boxes around all batches, shape (N, 8 x batches, 3)."""
    result = []
    for batch in geometry.batches:
        low, high = batch.vertices[:, :3].min(axis=0), batch.vertices[:, :3].max(axis=0)
        pick = np.array(np.meshgrid([0, 1], [0, 1], [0, 1])).reshape(3, 8).T
        local = np.where(pick == 0, low, high).astype(np.float64)
        pose = matrices[:, batch.body]
        result.append(local @ pose[:, :3, :3].swapaxes(1, 2) + pose[:, None, :3, 3])
    return np.concatenate(result, axis=1)


def screen_box(points_m: Array, view: CameraView) -> tuple[float, float, float, float]:
    """Return the part of the picture that holds all points, in clip space: left, bottom, right, top.

    Args:
        points_m: Shape (Q, 3).
        view: The camera.
    """
    clip = np.column_stack([points_m, np.ones(points_m.shape[0])]) @ view.matrix().T
    if (clip[:, 3] < 1e-3 * view.distance_m).any():
        return (-1.0, -1.0, 1.0, 1.0)
    flat = clip[:, :2] / clip[:, 3:]
    low, high = np.clip(flat.min(axis=0) - 0.01, -1, 1), np.clip(flat.max(axis=0) + 0.01, -1, 1)
    return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))


def is_same_picture(points_m: Array, other_m: Array, view: CameraView, other: CameraView, height_px: int) -> bool:
    """Return whether two moments look the same.

    Args:
        points_m: Outermost points at one moment, shape (Q, 3).
        other_m: The same points at the other moment.
        view: Camera at one moment.
        other: Camera at the other moment.
        height_px: Height of the picture.
    """
    limit = SAME_PICTURE_PX * view.pixel_m(height_px)
    return (
        float(np.abs(points_m - other_m).max()) < limit
        and float(np.abs(view.eye_m - other.eye_m).max()) < limit
        and float(np.abs(view.target_m - other.target_m).max()) < limit
    )


def _repeats(points: list[Array], views: tuple[CameraView, ...], height_px: int) -> tuple[bool, ...]:
    """Return for each frame whether it looks like the last frame that was drawn."""
    everything = np.concatenate(points, axis=1)
    result, drawn = [False], 0
    for index in range(1, len(views)):
        same = is_same_picture(everything[index], everything[drawn], views[index], views[drawn], height_px)
        drawn = drawn if same else index
        result.append(same)
    return tuple(result)


def _lowest(geometry: Geometry, matrices: Array, repeats: tuple[bool, ...]) -> Array:
    """Return the height of the lowest vertex of what moves in each video frame [m], shape (N,)."""
    moving = tuple(batch for batch in geometry.batches if batch.body >= 0) or geometry.batches
    heights: list[float] = []
    for index, is_repeat in enumerate(repeats):
        heights.append(heights[-1] if is_repeat else lowest_point(moving, matrices[index]))
    return np.array(heights)


def _shown_heights(job: VideoJob, chosen: npt.NDArray[np.int64], drawn: Array) -> Array:
    """Return the heights for the text: those of the physics where they were given, else those of the drawing."""
    if job.low_z_m is None or len(job.low_z_m) <= int(chosen[-1]):
        return drawn
    given = np.array(job.low_z_m)[chosen]
    return np.where(np.isfinite(given), given, drawn)


def _texts(job: VideoJob, time_s: Array, height_m: Array) -> tuple[HudText, ...]:
    """Return the text of each video frame."""
    scale = float(np.abs(height_m).max())
    span = max(float(time_s[-1] - time_s[0]), 1e-9)
    return tuple(
        HudText(
            time_s=float(time),
            lowest=format_length(float(height), scale),
            state=state_at(float(time), job.events, float(height_m[0] - height) - 1e-3 * scale),
            progress=(float(time) - float(time_s[0])) / span,
        )
        for time, height in zip(time_s, height_m, strict=True)
    )
