"""Recorded motion: blocks of frames as they arrive, and the complete trajectory on disk.

All quantities are SI, in the world frame with Z up. Arrays keep the engine's single precision so that a stored
trajectory is bit-identical to the live one. A quantity that the engine does not give is ``None``, never zeros.
"""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from harness.errors import RecordError
from harness.motion.record import JointFrames, JointRecord, join_joint_frames
from harness.outcomes import StopReason

__all__ = ["SCHEMA_VERSION", "BodyGeometry", "FloatArray", "FrameBlock", "Trajectory", "concatenate_blocks"]

SCHEMA_VERSION = 1

FloatArray = npt.NDArray[np.float32] | npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class FrameBlock:
    """Consecutive frames of B bodies; frame 0 of a run is the pose before the first step."""

    first_frame: int
    """Index of the first frame in this block."""
    time_s: npt.NDArray[np.float64]
    """Simulated time, shape (N,)."""
    position_m: npt.NDArray[np.float32]
    """Origin of each body, shape (N, B, 3)."""
    orientation_xyzw: npt.NDArray[np.float32]
    """Orientation of each body, shape (N, B, 4)."""
    linear_velocity_m_s: npt.NDArray[np.float32] | None
    """Velocity of each body's centre of mass, shape (N, B, 3); NaN in frame 0, before which nothing is read."""
    angular_velocity_rad_s: npt.NDArray[np.float32] | None
    """Angular velocity, shape (N, B, 3); NaN in frame 0."""
    floor_force_n: npt.NDArray[np.float32] | None
    """Net normal force that the floor receives, shape (N, 3); non-zero means real contact. NaN in frame 0."""
    joints: JointFrames | None = None
    """Joint coordinates of the same frames; only in runs that move joints on purpose."""

    @property
    def frame_count(self) -> int:
        """Number of frames in the block."""
        return int(self.time_s.shape[0])

    def head(self, count: int) -> FrameBlock:
        """Return the first ``count`` frames."""
        arrays: dict[str, Any] = {}
        for name in _BLOCK_ARRAYS:
            value = getattr(self, name)
            arrays[name] = None if value is None else value[:count]
        joints = None if self.joints is None else self.joints.head(count, self.first_frame)
        return FrameBlock(first_frame=self.first_frame, joints=joints, **arrays)

    def at(self, index: int) -> FrameBlock:
        """Return one frame as a block of its own, renumbered to follow the start pose."""
        arrays: dict[str, Any] = {}
        for name in _BLOCK_ARRAYS:
            value = getattr(self, name)
            arrays[name] = None if value is None else value[index : index + 1]
        return FrameBlock(first_frame=1, **arrays)


def concatenate_blocks(blocks: list[FrameBlock]) -> FrameBlock:
    """Join consecutive blocks into one.

    Raises:
        RecordError: If the blocks do not follow each other.
    """
    if not blocks:
        raise RecordError("No frames were recorded.")
    expected = blocks[0].first_frame
    for block in blocks:
        if block.first_frame != expected:
            raise RecordError(f"Frames {expected} to {block.first_frame} are missing from the recording.")
        expected += block.frame_count

    def join(name: str) -> Any:
        parts = [getattr(b, name) for b in blocks]
        return None if any(p is None for p in parts) else np.concatenate(parts)

    joints = join_joint_frames([b.joints for b in blocks])
    return FrameBlock(first_frame=blocks[0].first_frame, joints=joints, **{n: join(n) for n in _BLOCK_ARRAYS})


_BLOCK_ARRAYS = (
    "time_s",
    "position_m",
    "orientation_xyzw",
    "linear_velocity_m_s",
    "angular_velocity_rad_s",
    "floor_force_n",
)


@dataclass(frozen=True, kw_only=True)
class BodyGeometry:
    """Extreme points of each body in its own body frame [m], so that bounds need no engine.

    ``judged`` points are the visible geometry of a body, or its colliders where nothing is visible;
    ``collider`` points are what the engine collides with, as authored.
    """

    judged_points_m: tuple[npt.NDArray[np.float64], ...]
    """One (P, 3) array a body; P may be 0."""
    collider_points_m: tuple[npt.NDArray[np.float64], ...]
    """One (Q, 3) array a body; Q may be 0."""


@dataclass(frozen=True, kw_only=True)
class Trajectory:
    """A recorded run: everything that judging needs, without an engine."""

    engine: str
    """Engine name and version."""
    scene_sha256: str
    """Digest of the composed scene file."""
    body_paths: tuple[str, ...]
    """Prim paths in the composed scene, shape (B,)."""
    frames: FrameBlock
    """All frames, starting with frame 0."""
    geometry: BodyGeometry
    """Extreme points of the bodies."""
    mass_kg: npt.NDArray[np.float64] | None = None
    """Mass of each body as the engine uses it, shape (B,); ``None`` when it is not known for all of them."""
    timestep_s: float
    """Physics time step."""
    stop_reason: StopReason
    """Why the recording ended."""
    is_complete: bool
    """Whether the run ended on purpose rather than by trouble."""
    joints: JointRecord | None = None
    """What the joints did; only in runs that move them on purpose."""

    def save(self, path: Path) -> None:
        """Write the trajectory as an uncompressed ``.npz``, atomically."""
        temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        with temporary.open("wb") as stream:
            self.write(stream)
        temporary.replace(path)

    def write(self, stream: IO[bytes]) -> None:
        """Write the trajectory as an uncompressed ``.npz``."""
        meta = {
            "schema_version": SCHEMA_VERSION,
            "engine": self.engine,
            "scene_sha256": self.scene_sha256,
            "timestep_s": self.timestep_s,
            "stop_reason": self.stop_reason.value,
            "is_complete": self.is_complete,
            "first_frame": self.frames.first_frame,
        }
        arrays: dict[str, Any] = {
            "meta_json": np.array(json.dumps(meta)),
            "body_paths": np.array(self.body_paths, dtype=np.str_),
        }
        for name in _BLOCK_ARRAYS:
            value = getattr(self.frames, name)
            if value is not None:
                arrays[name] = value
        for kind in ("judged", "collider"):
            points = getattr(self.geometry, f"{kind}_points_m")
            arrays[f"{kind}_points_m"] = np.concatenate(points) if points else np.zeros((0, 3))
            arrays[f"{kind}_counts"] = np.array([len(p) for p in points], dtype=np.int64)
        if self.mass_kg is not None:
            arrays["mass_kg"] = self.mass_kg
        if self.joints is not None:
            arrays.update(self.joints.to_arrays())
        np.savez(stream, **arrays)

    @classmethod
    def load(cls, path: Path) -> Trajectory:
        """Read a trajectory written by :meth:`save`.

        Raises:
            RecordError: If the file is missing, damaged or of another schema version.
        """
        try:
            with path.open("rb") as stream:
                return cls.read(stream, path.name)
        except OSError as error:
            raise RecordError(f"{path.name} is not a readable trajectory: {error}") from error

    @classmethod
    def read(cls, stream: IO[bytes], name: str) -> Trajectory:
        """Read what :meth:`write` wrote; ``name`` is for messages.

        Raises:
            RecordError: If the content is damaged or of another schema version.
        """
        try:
            with np.load(stream, allow_pickle=False) as data:
                arrays = {name: data[name] for name in data.files}
            meta = json.loads(str(arrays["meta_json"]))
            if meta["schema_version"] != SCHEMA_VERSION:
                raise RecordError(
                    f"{name}: schema version {meta['schema_version']}, this program reads {SCHEMA_VERSION}."
                )
            frames = FrameBlock(first_frame=int(meta["first_frame"]), **{n: arrays.get(n) for n in _BLOCK_ARRAYS})  # type: ignore[arg-type]
            geometry = BodyGeometry(
                judged_points_m=_split(arrays, "judged"),
                collider_points_m=_split(arrays, "collider"),
            )
            return cls(
                engine=str(meta["engine"]),
                scene_sha256=str(meta["scene_sha256"]),
                body_paths=tuple(str(p) for p in arrays["body_paths"]),
                frames=frames,
                geometry=geometry,
                mass_kg=arrays.get("mass_kg"),
                timestep_s=float(meta["timestep_s"]),
                stop_reason=StopReason(meta["stop_reason"]),
                is_complete=bool(meta["is_complete"]),
                joints=JointRecord.from_arrays(arrays),
            )
        except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error) as error:
            raise RecordError(f"{name} is not a readable trajectory: {error}") from error


def _split(arrays: dict[str, Any], kind: str) -> tuple[npt.NDArray[np.float64], ...]:
    counts = arrays[f"{kind}_counts"]
    return tuple(np.split(arrays[f"{kind}_points_m"], np.cumsum(counts)[:-1])) if len(counts) else ()
