"""Writes the interactive replay of a case: geometry, poses and marks as one compact script for the report page.

The geometry is the one that the video shows, with textures baked into the colours of the vertices. It is simplified to
a stated number of triangles. A page that is opened from a folder may not read data files, but may load a script: the
file is one function call with one JSON value.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.geometry import Bounds
from harness.trajectory import Trajectory
from harness.video.colliders import ColliderMesh, load_colliders
from harness.video.geometry import DrawBatch, Geometry, TextureImage, simplify
from harness.video.poses import BodyPoses, load_poses
from harness.video.scene import load_geometry

__all__ = ["CALLBACK", "MAX_COLLIDER_TRIANGLES", "MAX_VISUAL_TRIANGLES", "ReplayInput", "make_replay", "replay_script"]

CALLBACK = "assetQaReplayData"
"""Function that the page offers."""
MAX_VISUAL_TRIANGLES = 40_000
MAX_COLLIDER_TRIANGLES = 20_000
RATE_HZ = 60.0
MAX_POSE_BYTES = 2_000_000
CONTACT_M = 0.002
"""Collider points nearer to the floor than this are marked."""
MAX_CONTACTS = 48
"""Marks in one frame."""
_CELL = 0.002
_STEPS = 18

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class ReplayInput:
    """What a replay is made of."""

    scene: Path
    """Composed scene."""
    trajectory_file: Path
    """Recorded poses on disk."""
    trajectory: Trajectory
    bounds: Bounds
    center_of_mass_m: npt.NDArray[np.float64] | None
    """In the frame of each body, shape (B, 3), NaN where unknown."""


def replay_script(source: ReplayInput) -> str:
    """Return the text of the replay file.

    Raises:
        VideoError: Nothing can be shown.
    """
    text = json.dumps(make_replay(source), ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    # The value may be put into a page, where "<" could end the script.
    return f"{CALLBACK}({text.replace('<', chr(92) + 'u003c')});\n"


def make_replay(source: ReplayInput) -> dict[str, Any]:
    """Return the replay as JSON-ready values.

    Raises:
        VideoError: Nothing can be shown.
    """
    notes: list[str] = []
    poses = load_poses(source.trajectory_file)
    chosen = _frames(poses)
    geometry = _limited(load_geometry(source.scene, poses, notes), notes)
    colliders = load_colliders(source.scene, poses, notes)
    parts = [_visual(batch, geometry.textures) for batch in geometry.batches]
    parts += _collider_parts(colliders, notes)
    if poses.truncation:
        notes.append(poses.truncation.replace("the video ends", "the replay ends"))
    packed = np.concatenate([poses.position_m[chosen], poses.orientation_xyzw[chosen]], axis=2)
    bounds = np.concatenate([source.bounds.box_min_m[chosen], source.bounds.box_max_m[chosen]], axis=1)
    return {
        "version": 1,
        "time_s": [round(float(t), 5) for t in poses.time_s[chosen]],
        "body_paths": list(poses.body_paths),
        "poses": _pack(packed, np.float32),
        "bounds": _pack(bounds, np.float32) if np.isfinite(bounds).all() else "",
        "centers": _centers(source.center_of_mass_m),
        "contacts": _contacts(source.trajectory, chosen),
        "contact_m": CONTACT_M,
        "parts": parts,
        "notes": list(dict.fromkeys(notes))[:12],
    }


def _frames(poses: BodyPoses) -> npt.NDArray[np.int64]:
    """Return the frames that are kept: at most 60 a second, fewer for many bodies, and none in which nothing moves."""
    count, bodies = poses.time_s.size, max(1, len(poses.body_paths))
    span = max(float(poses.time_s[-1] - poses.time_s[0]), 1e-9)
    wanted = min(RATE_HZ * span, MAX_POSE_BYTES / (28 * bodies)) + 2
    step = max(1, int(np.ceil(count / wanted)))
    index = np.unique(np.append(np.arange(0, count, step), count - 1))
    kept = poses.position_m[index], poses.orientation_xyzw[index]
    moved = np.ones(index.size, np.bool_)
    if index.size > 1:
        moved[1:] = np.any([np.abs(np.diff(part, axis=0)).max(axis=(1, 2)) > 1e-6 for part in kept], axis=0)
    # The last frame of a pause is kept, so that motion starts when it did.
    keep = moved | np.append(moved[1:], True)
    return np.asarray(index[keep], np.int64)


def _limited(geometry: Geometry, notes: list[str]) -> Geometry:
    """Return the geometry with at most the allowed number of triangles where merging vertices achieves that."""
    before = geometry.triangle_count
    if before <= MAX_VISUAL_TRIANGLES:
        return geometry
    points = np.concatenate([b.vertices[:, :3] for b in geometry.batches])
    radius = float(np.linalg.norm(points.max(axis=0) - points.min(axis=0))) / 2
    cell = _CELL * radius
    result = geometry
    for _ in range(_STEPS):
        result = simplify(geometry, cell)
        if result.triangle_count <= MAX_VISUAL_TRIANGLES:
            break
        cell *= 1.5
    notes.append(
        f"the replay shows {result.triangle_count} of {before} triangles; details under {1000 * cell:.3g} mm are merged"
    )
    return result


def _visual(batch: DrawBatch, textures: tuple[TextureImage, ...]) -> dict[str, Any]:
    rows = batch.vertices
    colors = np.ascontiguousarray(rows[:, 8]).view(np.uint8).reshape(-1, 4)[:, :3].astype(np.float64)
    if 0 <= batch.texture < len(textures):
        colors = _baked(rows[:, 6:8].astype(np.float64), textures[batch.texture])
    part = _mesh("visual", batch.body, rows[:, :3].astype(np.float64), batch.indices.astype(np.int64))
    is_plain = bool((colors == colors[:1]).all())
    part["normals"] = _pack(np.clip(np.round(rows[:, 3:6] * 127), -127, 127), np.int8)
    part["color"] = [int(v) for v in np.round(colors[0])] if is_plain and len(colors) else None
    part["colors"] = "" if is_plain else _pack(np.round(colors), np.uint8)
    part["opacity"] = batch.finish.opacity
    return part


def _baked(st: Array, texture: TextureImage) -> Array:
    """Return the colour of a texture at each vertex, shape (V, 3), 0 to 255."""
    height, width = texture.pixels.shape[:2]
    place = st - np.floor(st) if texture.is_repeating else np.clip(st, 0, 1)
    column = np.minimum((place[:, 0] * width).astype(np.int64), width - 1)
    row = np.minimum((place[:, 1] * height).astype(np.int64), height - 1)
    return texture.pixels[row, column, :3].astype(np.float64)


def _collider_parts(colliders: tuple[ColliderMesh, ...], notes: list[str]) -> list[dict[str, Any]]:
    parts, total = [], 0
    for collider in colliders:
        total += len(collider.indices)
        if total > MAX_COLLIDER_TRIANGLES:
            notes.append(f"colliders beyond {MAX_COLLIDER_TRIANGLES} triangles are not shown")
            break
        points, inverse = np.unique(np.round(collider.points, 7), axis=0, return_inverse=True)
        part = _mesh("collider", collider.body, points, inverse.reshape(-1)[collider.indices.ravel()])
        parts.append({**part, "path": collider.path})
    return parts


def _mesh(kind: str, body: int, points: Array, indices: npt.NDArray[np.int64]) -> dict[str, Any]:
    """Return a mesh with positions in 65535 steps of its own box, a hundredth of a millimetre for a size of 0.6 m."""
    low, high = points.min(axis=0), points.max(axis=0)
    span = np.where(high > low, high - low, 1.0)
    return {
        "kind": kind,
        "body": body,
        "low": [float(v) for v in low],
        "span": [float(v) for v in span],
        "positions": _pack(np.round((points - low) / span * 65535), np.uint16),
        "indices": _pack(indices.ravel(), np.uint32),
    }


def _centers(values: npt.NDArray[np.float64] | None) -> list[list[float] | None]:
    if values is None:
        return []
    return [[float(v) for v in row] if np.isfinite(row).all() else None for row in values]


def _contacts(trajectory: Trajectory, chosen: npt.NDArray[np.int64]) -> dict[str, Any]:
    """Return for each kept frame the collider points at the floor; the lowest ones when there are many."""
    from harness.geometry import quaternion_to_matrix

    frames = trajectory.frames
    turn = quaternion_to_matrix(frames.orientation_xyzw[chosen])
    place = frames.position_m[chosen].astype(np.float64)
    starts, points = [0], list[Array]()
    for index in range(len(chosen)):
        found = [
            cloud @ turn[index, body].T + place[index, body]
            for body, cloud in enumerate(trajectory.geometry.collider_points_m)
            if len(cloud)
        ]
        world = np.concatenate(found) if found else np.zeros((0, 3))
        near = world[world[:, 2] <= CONTACT_M]
        near = near[np.argsort(near[:, 2], kind="stable")[:MAX_CONTACTS]]
        points.append(near)
        starts.append(starts[-1] + len(near))
    every = np.concatenate(points) if points else np.zeros((0, 3))
    return {"starts": starts, "points": _pack(every, np.float32)}


def _pack(values: npt.NDArray[Any], kind: Any) -> str:
    """Return numbers as base64, little endian."""
    data = np.ascontiguousarray(values, dtype=np.dtype(kind).newbyteorder("<"))
    return base64.b64encode(data.tobytes()).decode("ascii")


def empty_replay(reason: str) -> str:
    """Return a replay file that says why there is nothing to show."""
    text = json.dumps({"version": 1, "reason": reason}, ensure_ascii=True).replace("<", "\\u003c")
    return f"{CALLBACK}({text});\n"
