"""Rigid-body geometry over arrays: quaternions, extreme points and tight bounds of moving bodies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    # Rotations are wanted by many who record nothing.
    from harness.trajectory import BodyGeometry, FrameBlock

__all__ = [
    "Bounds",
    "Patch",
    "PatchBounds",
    "measure_bounds",
    "quaternion_to_matrix",
    "rotation_of",
    "to_body_frame",
]

Array = npt.NDArray[np.float64]

# Points times frames in one matrix product; keeps temporary arrays near 50 MB.
_CHUNK = 2_000_000


@dataclass(frozen=True, kw_only=True)
class Patch:
    """A rectangle of a plane, such as the top of a ramp; SI, Z up. Distances are signed: positive is above."""

    origin_m: tuple[float, float, float]
    """Middle of the upper edge."""
    normal: tuple[float, float, float]
    """Unit normal, away from the solid."""
    downhill: tuple[float, float, float]
    """Unit vector in the plane, from the upper to the lower edge."""
    length_m: float
    """From the upper to the lower edge."""
    width_m: float


@dataclass(frozen=True, kw_only=True)
class PatchBounds:
    """Where the asset is relative to a patch, from the extreme points of its real geometry, over N frames."""

    nearest_m: Array
    """Smallest signed distance of the points that are over the patch, shape (N,); NaN when none is."""
    farthest_m: Array
    """Largest signed distance of those points, shape (N,)."""
    along_m: Array
    """Distance of the centroid of all points from the upper edge, downhill, from its horizontal place, shape (N,): a
    fall straight down is no way downhill."""
    first_along_m: Array
    """The same of the point that is farthest uphill, shape (N,)."""


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """Tight world bounds of the asset over N frames, from the extreme points of its real geometry."""

    box_min_m: Array
    """Lower corner over all judged points, shape (N, 3); NaN where a pose is not finite."""
    box_max_m: Array
    """Upper corner, shape (N, 3)."""
    lowest_body: npt.NDArray[np.int64]
    """Index of the body that holds the lowest judged point, shape (N,)."""
    collider_low_m: Array
    """Lowest collider point, shape (N,); NaN where there are no colliders or a pose is not finite."""
    patch: PatchBounds | None = None
    """Only for a scene with a ramp."""


def quaternion_to_matrix(orientation_xyzw: npt.ArrayLike) -> Array:
    """Turn quaternions into rotation matrices.

    Args:
        orientation_xyzw: Shape (..., 4), x y z w; need not be of unit length.

    Returns:
        Shape (..., 3, 3), double precision. A zero or non-finite quaternion gives NaN, never the identity.

    Source: Shoemake, Animating rotation with quaternion curves (1985), with division by the squared norm.
    """
    q = np.asarray(orientation_xyzw, dtype=np.float64)
    x, y, z, w = (q[..., i] for i in range(4))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        s = 2.0 / (x * x + y * y + z * z + w * w)
        rows = [
            [1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
            [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)],
            [s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)],
        ]
    matrix: Array = np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
    matrix[~np.isfinite(s)] = np.nan
    return matrix


def to_body_frame(points_m: Array, position_m: npt.ArrayLike, orientation_xyzw: npt.ArrayLike) -> Array:
    """Express world points in the frame of a body.

    Args:
        points_m: World points, shape (P, 3).
        position_m: Origin of the body, shape (3,).
        orientation_xyzw: Orientation of the body, shape (4,).

    Returns:
        Shape (P, 3).
    """
    rotation = quaternion_to_matrix(orientation_xyzw)
    return (points_m - np.asarray(position_m, dtype=np.float64)) @ rotation


def measure_bounds(block: FrameBlock, geometry: BodyGeometry, patch: Patch | None = None) -> Bounds:
    """Compute tight bounds for every frame of a block.

    Args:
        block: N frames of B bodies.
        geometry: Extreme points of the same B bodies.
        patch: Rectangle to measure distances from.

    Returns:
        Bounds in which any non-finite pose shows as NaN.
    """
    rotation = quaternion_to_matrix(block.orientation_xyzw)
    position = block.position_m.astype(np.float64)
    low, high, lowest_body = _extremes(rotation, position, geometry.judged_points_m)
    collider_low = _lowest(rotation, position, geometry.collider_points_m)
    return Bounds(
        box_min_m=low,
        box_max_m=high,
        lowest_body=lowest_body,
        collider_low_m=collider_low,
        patch=None if patch is None else _over_patch(rotation, position, geometry.judged_points_m, patch),
    )


def _over_patch(rotation: Array, position: Array, points: tuple[Array, ...], patch: Patch) -> PatchBounds:
    frames = position.shape[0]
    nearest, farthest = np.full(frames, np.inf), np.full(frames, -np.inf)
    first, total, count = np.full(frames, np.inf), np.zeros(frames), 0
    normal, downhill = np.asarray(patch.normal), np.asarray(patch.downhill)
    across = np.cross(normal, downhill)
    flat = np.array([downhill[0], downhill[1], 0.0]) / max(float(downhill[0] ** 2 + downhill[1] ** 2), 1e-12)
    for body, cloud in enumerate(points):
        step = max(1, _CHUNK // max(1, len(cloud)))
        for start in range(0, frames if len(cloud) else 0, step):
            part = slice(start, start + step)
            world = np.einsum("nij,pj->npi", rotation[part, body], cloud, optimize=True)
            world += position[part, None, body] - np.asarray(patch.origin_m)
            along, height, side = world @ downhill, world @ normal, world @ across
            is_over = (along >= 0) & (along <= patch.length_m) & (np.abs(side) <= patch.width_m / 2)
            nearest[part] = np.minimum(nearest[part], np.where(is_over, height, np.inf).min(axis=1))
            farthest[part] = np.maximum(farthest[part], np.where(is_over, height, -np.inf).max(axis=1))
            first[part] = np.minimum(first[part], along.min(axis=1))
            total[part] += (world @ flat).sum(axis=1)
        count += len(cloud)
    is_off = ~np.isfinite(nearest)
    nearest[is_off] = farthest[is_off] = np.nan
    first[~np.isfinite(first)] = np.nan
    along_m = total / count if count else np.full(frames, np.nan)
    return PatchBounds(nearest_m=nearest, farthest_m=farthest, along_m=along_m, first_along_m=first)


def _extremes(
    rotation: Array, position: Array, points: tuple[Array, ...]
) -> tuple[Array, Array, npt.NDArray[np.int64]]:
    frames, bodies = position.shape[:2]
    lows = np.full((frames, bodies, 3), np.inf)
    highs = np.full((frames, bodies, 3), -np.inf)
    for body, cloud in enumerate(points):
        if not len(cloud):
            continue
        step = max(1, _CHUNK // len(cloud))
        for start in range(0, frames, step):
            part = slice(start, start + step)
            world = np.einsum("nij,pj->npi", rotation[part, body], cloud, optimize=True)
            lows[part, body] = world.min(axis=1) + position[part, body]
            highs[part, body] = world.max(axis=1) + position[part, body]
    if not any(len(p) for p in points):
        nothing = np.full((frames, 3), np.nan)
        return nothing, nothing.copy(), np.zeros(frames, dtype=np.int64)
    # A body without points must not hide a non-finite pose of its own.
    broken = ~(np.isfinite(position).all(axis=(1, 2)) & np.isfinite(rotation).all(axis=(1, 2, 3)))
    low, high = lows.min(axis=1), highs.max(axis=1)
    low[broken] = np.nan
    high[broken] = np.nan
    return low, high, np.argmin(np.where(np.isnan(lows[..., 2]), np.inf, lows[..., 2]), axis=1)


def _lowest(rotation: Array, position: Array, points: tuple[Array, ...]) -> Array:
    lowest = np.full(position.shape[0], np.inf)
    for body, cloud in enumerate(points):
        if len(cloud):
            heights = rotation[:, body, 2, :] @ cloud.T
            lowest = np.minimum(lowest, heights.min(axis=1) + position[:, body, 2])
    lowest[~np.isfinite(lowest)] = np.nan
    return lowest


def rotation_of(matrix: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the rotation that an engine takes from a transform, 3 x 3, right-handed.

    For a mirrored one PhysX 5.12 turns all three axes round and keeps a scale of (-1, -1, -1): a scale of (-1, 1, 1)
    is half a turn about X. Measured; it is what ``GfMatrix4d.RemoveScaleShear`` gives.

    Args:
        matrix: Rotation times scale, column vectors, shape (3, 3), finite.
    """
    turn, upper = np.linalg.qr(matrix)
    axes: npt.NDArray[np.float64] = turn * np.where(np.diag(upper) < 0, -1.0, 1.0)
    return axes if np.linalg.det(axes) > 0 else -axes
