"""Write the recorded motion as a USD layer that plays back over the composed scene."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import numpy.typing as npt
from pxr import Gf, Sdf, Usd, UsdGeom

from harness.geometry import quaternion_to_matrix
from harness.trajectory import Trajectory

__all__ = ["write_replay"]

_SAMPLES_PER_SECOND = 60.0

Matrices = npt.NDArray[np.float64]


def write_replay(trajectory: Trajectory, scene: Path, path: Path) -> None:
    """Author time samples for every body over the scene.

    Bodies get their world transform behind a ``!resetXformStack!``, so that parents that move do not move them twice.
    Time codes count physics steps. Frames in which a body does not move are skipped.

    Args:
        trajectory: Recorded motion, SI, Z up.
        scene: Composed scene, in the same folder as ``path``.
        path: Target, with suffix ``.usda`` or ``.usdc``.
    """
    stage = Usd.Stage.Open(str(scene))
    unit = 1.0 / UsdGeom.GetStageMetersPerUnit(stage)
    is_y_up = UsdGeom.GetStageUpAxis(stage) == UsdGeom.Tokens.y
    layer = Sdf.Layer.CreateAnonymous(path.suffix)
    layer.subLayerPaths.append(f"./{scene.name}")
    rate = round(1 / trajectory.timestep_s)
    layer.timeCodesPerSecond = layer.framesPerSecond = rate
    layer.startTimeCode, layer.endTimeCode = 0, trajectory.frames.frame_count - 1
    layer.defaultPrim = stage.GetRootLayer().defaultPrim
    layer.comment = "Motion recorded by asset-qa; time codes are physics steps."
    for key in ("metersPerUnit", "kilogramsPerUnit", "upAxis"):
        layer.pseudoRoot.SetInfo(key, stage.GetRootLayer().pseudoRoot.GetInfo(key))
    cache = UsdGeom.XformCache()
    for index, body in enumerate(trajectory.body_paths):
        prim = stage.GetPrimAtPath(body)
        if not prim or prim.IsInstanceProxy():
            continue
        start = np.array(cache.GetLocalToWorldTransform(prim), dtype=np.float64).T
        frames, matrices = _world_matrices(trajectory, index, start, unit, is_y_up)
        _author(layer, body, frames, matrices)
    temporary = path.with_name(f".{path.stem}.{os.getpid()}.tmp{path.suffix}")
    layer.Export(str(temporary))
    temporary.replace(path)


def _world_matrices(
    trajectory: Trajectory, body: int, start: Matrices, unit: float, is_y_up: bool
) -> tuple[npt.NDArray[np.int64], Matrices]:
    """Return sampled frame numbers and 4 x 4 world matrices (column vectors, stage units and axes)."""
    frames = trajectory.frames
    position = frames.position_m[:, body].astype(np.float64)
    turn = quaternion_to_matrix(frames.orientation_xyzw[:, body])
    finite = np.isfinite(position).all(axis=1) & np.isfinite(turn).all(axis=(1, 2))
    step = max(1, round(1 / trajectory.timestep_s / _SAMPLES_PER_SECOND))
    chosen = np.zeros(len(position), dtype=bool)
    chosen[::step] = True
    chosen[-1] = True
    moved = np.ones(len(position), dtype=bool)
    moved[1:] = (position[1:] != position[:-1]).any(axis=1) | (turn[1:] != turn[:-1]).any(axis=(1, 2))
    # Keep a sample where motion starts again, so that interpolation holds the pose until then.
    keep = chosen & (moved | np.append(moved[1:], True))
    index = np.flatnonzero(keep & finite)
    if not len(index):
        index = np.array([0])
    axes = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]], dtype=np.float64) if is_y_up else np.eye(3)
    first = np.eye(4)
    first[:3, :3], first[:3, 3] = axes @ turn[0] @ axes.T, axes @ position[0] * unit
    relative = np.linalg.inv(first) @ start
    world = np.tile(np.eye(4), (len(index), 1, 1))
    world[:, :3, :3] = axes @ turn[index] @ axes.T
    world[:, :3, 3] = position[index] @ axes.T * unit
    return index, world @ relative


def _author(layer: Sdf.Layer, body: str, frames: npt.NDArray[np.int64], matrices: Matrices) -> None:
    spec = Sdf.CreatePrimInLayer(layer, body)
    attribute = Sdf.AttributeSpec(spec, "xformOp:transform:replay", Sdf.ValueTypeNames.Matrix4d)
    order = Sdf.AttributeSpec(spec, "xformOpOrder", Sdf.ValueTypeNames.TokenArray, Sdf.VariabilityUniform)
    order.default = ["!resetXformStack!", "xformOp:transform:replay"]
    for frame, matrix in zip(frames.tolist(), matrices, strict=True):
        layer.SetTimeSample(attribute.path, float(frame), Gf.Matrix4d(matrix.T.tolist()))
