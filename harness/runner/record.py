"""Files of one case beside its verdict: names, the data that rejudging needs, the series of the chart."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from harness.catalog import RunContext
from harness.geometry import Bounds
from harness.trajectory import Trajectory
from harness.urdf.facts import UrdfPlaces
from harness.verdict import Finding
from harness.waivers import Grading

__all__ = ["CaseFiles", "JudgingRecord", "TrialRecord", "make_series", "sha256_of"]

_SERIES_STRETCHES = 250


@dataclass(frozen=True, kw_only=True)
class CaseFiles:
    """Paths of one case."""

    folder: Path

    @property
    def verdict(self) -> Path:
        """The answer; written last."""
        return self.folder / "verdict.json"

    @property
    def judging(self) -> Path:
        """What judging needs besides the motion."""
        return self.folder / "judging.json"

    @property
    def trajectory(self) -> Path:
        """The recorded motion."""
        return self.folder / "trajectory.npz"

    @property
    def scene(self) -> Path:
        """The composed scene."""
        return self.folder / "scene.usda"

    @property
    def replay(self) -> Path:
        """The motion as a USD layer."""
        return self.folder / "replay.usdc"

    @property
    def replay_3d(self) -> Path:
        """The motion for the replay in the page."""
        return self.folder / "replay3d.js"

    @property
    def series(self) -> Path:
        """Decimated curves for the report."""
        return self.folder / "series.json"

    @property
    def config(self) -> Path:
        """Resolved settings."""
        return self.folder / "config.yaml"

    @property
    def engine_log(self) -> Path:
        """What the engine said."""
        return self.folder / "engine.log"

    @property
    def trials(self) -> Path:
        """Scenes and motions of the further trials."""
        return self.folder / "trials.zip"

    @property
    def video(self) -> Path:
        """The clip."""
        return self.folder / "video.mp4"

    @property
    def still(self) -> Path:
        """The final pose."""
        return self.folder / "still.png"


@dataclass(frozen=True, kw_only=True)
class TrialRecord:
    """What judging needs about a further trial besides its motion in ``trials.zip``."""

    name: str
    label: str
    seed: int | None
    settings: dict[str, float | int | str | bool]
    is_exploration: bool
    context: RunContext | None
    """``None`` when there is no motion."""
    trajectory_sha256: str | None
    problem: str


@dataclass(frozen=True, kw_only=True)
class JudgingRecord:
    """What judging needs besides the trajectory and the verdict's own settings."""

    schema_version: int = 1
    test: str
    test_version: str
    context: RunContext
    trajectory_sha256: str
    """Digest of the motion that belongs to it."""
    static_findings: tuple[Finding, ...]
    """Findings that do not come from the motion: intake, safeguards, engine build and log."""
    trials: tuple[TrialRecord, ...] = ()
    """Further trials in the order in which they are judged."""
    grading: Grading | None = None
    """Waivers and severities, asset and day of the run."""
    urdf: UrdfPlaces | None = None
    """Where in the URDF file each prim is from; ``None`` for other assets."""


def make_series(trajectory: Trajectory, bounds: Bounds) -> dict[str, list[float | None] | None]:
    """Decimate the curves for a chart, keeping the lowest point of every stretch.

    Returns:
        Lists of equal length, keys with units; ``None`` for a quantity that was not read.
    """
    frames = trajectory.frames
    low = bounds.box_min_m[:, 2]
    index = _chosen(low)

    def largest(values: npt.NDArray[np.float32] | None, axis: int) -> list[float | None] | None:
        if values is None or 0 in values.shape:
            return None
        size = np.linalg.norm(values[index].astype(np.float64), axis=axis)
        return _rounded(size if size.ndim == 1 else size.max(axis=1))

    return {
        "time_s": _rounded(frames.time_s[index]),
        "low_z_m": _rounded(low[index]),
        "speed_m_s": largest(frames.linear_velocity_m_s, 2),
        "spin_rad_s": largest(frames.angular_velocity_rad_s, 2),
        "floor_force_n": largest(frames.floor_force_n, 1),
    }


def _chosen(low: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Return frame numbers: the first and the deepest of every stretch, and the last frame of all."""
    stretch = max(1, -(-len(low) // _SERIES_STRETCHES))
    starts = np.arange(0, len(low), stretch)
    padded = np.full(len(starts) * stretch, np.inf)
    padded[: len(low)] = np.where(np.isfinite(low), low, np.inf)
    deepest = starts + padded.reshape(-1, stretch).argmin(axis=1)
    return np.unique(np.concatenate([starts, deepest, [len(low) - 1]]))


def _rounded(values: npt.NDArray[np.float64]) -> list[float | None]:
    """Round to single precision's seven digits, so that the file stays small."""
    finite = np.isfinite(values)
    scale = 10.0 ** (6 - np.floor(np.log10(np.maximum(np.abs(np.where(finite, values, 1.0)), 1e-12))))
    rounded = np.round(np.where(finite, values, 0.0) * scale) / scale
    return [v if ok else None for v, ok in zip(rounded.tolist(), finite.tolist(), strict=True)]


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
