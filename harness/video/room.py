"""Sizes of the blue room and of the shadow on its floor; pure functions, metres, Z up."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.video.camera import CameraPath

__all__ = ["RoomPlan", "ShadowPlan", "nice_cell", "plan_room", "plan_shadow"]

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class RoomPlan:
    """The room: a floor at z = 0 and two walls behind the asset."""

    wall_x_m: float
    """The left wall stands at this x."""
    wall_y_m: float
    """The back wall stands at this y."""
    extent_m: float
    """Length of floor and walls, beyond the picture."""
    cell_m: float
    """Edge of a small grid square; five make a large one."""
    radius_m: float
    """Radius of the asset, the unit of everything that scales with it."""
    spot_m: Array
    """Where the floor is brightest, shape (2,)."""
    key_direction: Array
    """Towards the main light, unit length, shape (3,)."""


@dataclass(frozen=True, kw_only=True)
class ShadowPlan:
    """The square of floor that the shadow mask covers, and how soft and dark the shadow is."""

    centre_m: Array
    """Shape (2,)."""
    half_m: float
    """Half the edge of the square."""
    sigma_m: float
    """Blur of the cast shadow."""
    contact_sigma_m: float
    """Blur of the contact shadow."""
    near_height_m: float
    """Height over the floor at which the contact shadow has mostly faded."""
    strength: tuple[float, float]
    """Darkness of the cast and of the contact shadow, 0 to 1."""


def nice_cell(size_m: float) -> float:
    """Return the largest of 1, 2 and 5 times a power of ten that is not above ``size_m``."""
    power = 10.0 ** math.floor(math.log10(max(size_m, 1e-9)))
    for factor in (5.0, 2.0):
        if factor * power <= size_m * (1 + 1e-9):
            return factor * power
    return power


def plan_room(path: CameraPath) -> RoomPlan:
    """Return a room in which the whole path of the camera fits."""
    radius = path.radius_m
    targets = np.array([view.target_m for view in path.views])
    farthest = max(view.distance_m for view in path.views)
    depth = 1.1 * farthest
    view = path.views[0]
    flat = view.forward * np.array([1.0, 1.0, 0.0])
    flat /= np.linalg.norm(flat)
    # The light comes from the left, a little from behind the camera, so that shadows fall to the right.
    key = -0.50 * view.right - 0.22 * flat + np.array([0.0, 0.0, 1.0])
    cell = nice_cell(radius * 0.75)
    # Grid lines start at the walls and pass through the origin.
    wall_x = math.floor((targets[:, 0].min() - depth) / (5 * cell)) * 5 * cell
    wall_y = math.ceil((targets[:, 1].max() + depth) / (5 * cell)) * 5 * cell
    highest = float(targets[:, 2].max())
    return RoomPlan(
        wall_x_m=wall_x,
        wall_y_m=wall_y,
        extent_m=highest + 6 * farthest + float(np.abs(targets[:, :2]).max()) - wall_x + wall_y,
        cell_m=cell,
        radius_m=radius,
        spot_m=targets[-1, :2].copy(),
        key_direction=key / np.linalg.norm(key),
    )


def plan_shadow(points_m: Array, low_z_m: float, room: RoomPlan) -> ShadowPlan | None:
    """Return where the shadow of one frame falls, or None when the asset is too high to cast one.

    Args:
        points_m: Outermost points of the asset, shape (Q, 3).
        low_z_m: Height of the lowest point.
        room: The room.
    """
    radius = room.radius_m
    height = max(low_z_m, 0.0)
    fade = 1.0 - min(max((height / radius - 2.0) / 5.0, 0.0), 1.0)
    if fade <= 0:
        return None
    slide = -room.key_direction[:2] / room.key_direction[2]
    footprint = points_m[:, :2] + slide * np.maximum(points_m[:, 2:], 0.0)
    centre = (footprint.min(axis=0) + footprint.max(axis=0)) / 2
    sigma = 0.035 * radius + 0.10 * height
    half = float((footprint.max(axis=0) - footprint.min(axis=0)).max()) / 2 + 3 * sigma + 0.1 * radius
    # Growing in steps keeps the texels, and with them the edge of the shadow, from shimmering.
    half = 1.12 ** math.ceil(math.log(half) / math.log(1.12))
    return ShadowPlan(
        centre_m=centre,
        half_m=half,
        sigma_m=sigma,
        contact_sigma_m=0.02 * radius,
        near_height_m=0.12 * radius,
        strength=(0.52 * fade, 0.62),
    )
