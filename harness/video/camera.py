"""Camera that follows the asset: fixed direction, smooth path, the whole asset in the picture at any scale.

All positions are in metres, Z up. The camera looks along +forward; ``right`` and ``up`` span the picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["CameraPath", "CameraView", "focus_points", "plan_camera", "required_distance", "smooth", "upper_envelope"]

AZIMUTH_DEG = -58.0
ELEVATION_DEG = 19.0
VERTICAL_FOV_DEG = 30.0
FILL = 0.64
"""Share of the picture's half height and half width that the asset may use."""
SMOOTHING_S = 0.15
"""Standard deviation of the Gaussian that smooths the path of the camera."""
MAX_LAG = 0.12
"""The smoothed target stays within this share of the asset's radius of the true centre."""
STEADY_ZOOM = 1.6
"""With less variation than this the distance stays the same for the whole clip."""
SUNK_DEPTH = 2.0
"""Parts deeper under the floor than this multiple of the radius are let go."""
MAX_ZOOM_OUT = 5.0
"""The camera backs off to this multiple of its closest distance at most."""

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class CameraView:
    """One camera."""

    eye_m: Array
    """Shape (3,)."""
    target_m: Array
    """Shape (3,)."""
    right: Array
    up: Array
    forward: Array
    distance_m: float
    """From the eye to the target."""
    tan_half_x: float
    tan_half_y: float

    def matrix(self) -> Array:
        """Return the projection times view matrix, column-vector notation, OpenGL clip space with Y pointing up."""
        rotation = np.stack([self.right, self.up, -self.forward])
        view = np.eye(4)
        view[:3, :3] = rotation
        view[:3, 3] = -rotation @ self.eye_m
        near, far = self.distance_m * 0.02, self.distance_m * 40.0
        projection = np.zeros((4, 4))
        projection[0, 0] = 1 / self.tan_half_x
        projection[1, 1] = 1 / self.tan_half_y
        projection[2, 2] = -(far + near) / (far - near)
        projection[2, 3] = -2 * far * near / (far - near)
        projection[3, 2] = -1
        return projection @ view

    def pixel_m(self, height_px: int) -> float:
        """Return the size of one pixel at the target."""
        return 2 * self.tan_half_y * self.distance_m / height_px


@dataclass(frozen=True, kw_only=True)
class CameraPath:
    """One camera for each video frame."""

    views: tuple[CameraView, ...]
    radius_m: float
    """Radius of the asset around its centre in the first frame."""


def view_axes(azimuth_deg: float = AZIMUTH_DEG, elevation_deg: float = ELEVATION_DEG) -> tuple[Array, Array, Array]:
    """Return right, up and forward of a camera that stands at an azimuth and looks down by an elevation."""
    azimuth, elevation = math.radians(azimuth_deg), math.radians(elevation_deg)
    forward = -np.array(
        [math.cos(elevation) * math.cos(azimuth), math.cos(elevation) * math.sin(azimuth), math.sin(elevation)]
    )
    right = np.array([-math.sin(azimuth), math.cos(azimuth), 0.0])
    return right, np.cross(right, forward), forward


def smooth(values: Array, sigma: float) -> Array:
    """Return values filtered by a Gaussian along the first axis; ends are held, a constant stays what it is.

    Args:
        values: Shape (N, ...).
        sigma: Standard deviation in samples.
    """
    reach = math.ceil(3 * sigma)
    if reach < 1 or values.shape[0] < 2:
        return values.copy()
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    kernel /= kernel.sum()
    padded = np.concatenate([np.repeat(values[:1], reach, 0), values, np.repeat(values[-1:], reach, 0)])
    count = values.shape[0]
    result = np.zeros_like(values)
    for offset, weight in enumerate(kernel):
        result += weight * padded[offset : offset + count]
    return result


def upper_envelope(values: Array, sigma: float) -> Array:
    """Return a smooth curve that is never below ``values``, shape (N,)."""
    reach = math.ceil(3 * sigma)
    padded = np.pad(values, reach, mode="edge")
    ceiling = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1).max(axis=1)
    return np.maximum(smooth(ceiling, sigma), values)


def focus_points(points_m: list[Array]) -> list[Array]:
    """Return the points that the camera keeps in the picture, frame by frame.

    A part that flies off far from the largest part is let go, so that the rest stays visible.

    Args:
        points_m: For each part its outermost points over N frames, shape (N, P, 3).

    Returns:
        For each frame the points of the parts that stay in view, shape (Q, 3).
    """
    everything = np.concatenate(points_m, axis=1)
    start = everything[0]
    reach = 4 * max(float(np.linalg.norm(np.ptp(start, axis=0))), 1e-9)
    sizes = [float(np.linalg.norm(np.ptp(part[0], axis=0))) for part in points_m]
    leader = points_m[int(np.argmax(sizes))].mean(axis=1)
    frames: list[Array] = []
    for frame in range(everything.shape[0]):
        kept = [part[frame] for part in points_m if np.linalg.norm(part[frame].mean(axis=0) - leader[frame]) <= reach]
        frames.append(np.concatenate(kept))
    return frames


def required_distance(points_m: Array, target_m: Array, axes: tuple[Array, Array, Array], tangents: Array) -> float:
    """Return the smallest distance from the target at which all points are inside the picture.

    Args:
        points_m: Shape (Q, 3).
        target_m: Centre of the picture, shape (3,).
        axes: Right, up and forward of the camera.
        tangents: Tangents of the half angles that may be used, horizontal and vertical, shape (2,).
    """
    offset = points_m - target_m
    right, up, forward = axes
    depth = offset @ forward
    needed = np.maximum(np.abs(offset @ right) / tangents[0], np.abs(offset @ up) / tangents[1]) - depth
    return float(needed.max())


def plan_camera(points_m: list[Array], fps: int, aspect: float) -> CameraPath:
    """Return a camera for each video frame.

    Args:
        points_m: For each part its outermost points over N frames, shape (N, P, 3) [m]; at least one part.
        fps: Video frames in a second.
        aspect: Width of the picture divided by its height.
    """
    axes = view_axes()
    right, up, forward = axes
    tan_y = math.tan(math.radians(VERTICAL_FOV_DEG / 2))
    tangents = np.array([tan_y * aspect, tan_y])
    frames = focus_points(points_m)
    centre = np.array([(frame.min(axis=0) + frame.max(axis=0)) / 2 for frame in frames])
    radius = max(float(np.linalg.norm(frames[0] - centre[0], axis=1).max()), 1e-6)
    sigma = SMOOTHING_S * fps
    lag = smooth(centre, sigma) - centre
    length = np.linalg.norm(lag, axis=1, keepdims=True)
    target = centre + lag * np.minimum(1.0, MAX_LAG * radius / np.maximum(length, 1e-12))
    # What has sunk through the floor is let go: the camera stays above and looks at the place where it sank.
    target[:, 2] = np.maximum(target[:, 2], -0.5 * radius)
    needed = np.empty(len(frames))
    for index, frame in enumerate(frames):
        is_seen = frame[:, 2] > -SUNK_DEPTH * radius
        seen = frame[is_seen] if is_seen.any() else frame.clip(min=[-np.inf, -np.inf, -SUNK_DEPTH * radius])
        needed[index] = required_distance(seen, target[index], axes, tangents * FILL)
    needed = np.clip(needed, 2.0 * radius, None)
    needed = np.minimum(needed, MAX_ZOOM_OUT * needed.min())
    steady = needed.max() <= STEADY_ZOOM * needed.min()
    distance = np.full(len(frames), needed.max()) if steady else upper_envelope(needed, sigma)
    views = tuple(
        CameraView(
            eye_m=target[index] - forward * distance[index],
            target_m=target[index],
            right=right,
            up=up,
            forward=forward,
            distance_m=float(distance[index]),
            tan_half_x=float(tangents[0]),
            tan_half_y=float(tangents[1]),
        )
        for index in range(len(frames))
    )
    return CameraPath(views=views, radius_m=radius)
