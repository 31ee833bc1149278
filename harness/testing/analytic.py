"""Motions with exact answers, for tests of monitors and criteria. Lengths in metres, Z up."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from harness.catalog import Judgement, RunContext
from harness.config import resolve
from harness.geometry import measure_bounds
from harness.monitors.base import run_monitors
from harness.outcomes import StopReason
from harness.trajectory import BodyGeometry, FrameBlock, Trajectory
from harness.verdict import Event
from tests_catalog.ground_drop import GROUND_DROP, GroundDropConfig

__all__ = [
    "FPS",
    "GRAVITY",
    "block",
    "config",
    "context",
    "cube",
    "drop_heights",
    "falling_cube",
    "geometry",
    "judge",
    "pieces",
    "trajectory",
    "watch",
]

GRAVITY = 9.81
"""Gravity [m/s^2]."""
FPS = 240
"""Frames a second."""


def config(**changes: float) -> GroundDropConfig:
    """Return the settings of ground_drop with some values changed."""
    settings = [f"{k}={v}" for k, v in changes.items()]
    resolved = resolve("ground_drop", GroundDropConfig, settings=settings).test
    if not isinstance(resolved, GroundDropConfig):
        raise TypeError("ground_drop resolved to the settings of another test")
    return resolved


def cube(size: float = 0.2) -> npt.NDArray[np.float64]:
    """Return the corners of a cube about its centre, shape (8, 3)."""
    half = size / 2
    return np.array([[x, y, z] for x in (-half, half) for y in (-half, half) for z in (-half, half)])


def block(
    position: npt.NDArray[np.float64],
    orientation: npt.NDArray[np.float64] | None = None,
    *,
    fps: int = FPS,
    force: npt.NDArray[np.float64] | None = None,
) -> FrameBlock:
    """Make frames from positions (N, B, 3); velocities are finite differences, the floor carries the final height."""
    count, bodies = position.shape[:2]
    if orientation is None:
        orientation = np.zeros((count, bodies, 4))
        orientation[..., 3] = 1
    velocity = np.zeros_like(position)
    velocity[1:] = (position[1:] - position[:-1]) * fps
    spin = np.zeros_like(position)
    if force is None:
        force = np.zeros((count, 3))
        if bodies:
            force[1:, 2] = np.where(position[1:, 0, 2] == position[-1, 0, 2], -9.81, 0)
    return FrameBlock(
        first_frame=0,
        time_s=np.arange(count) / fps,
        position_m=position.astype(np.float32),
        orientation_xyzw=orientation.astype(np.float32),
        linear_velocity_m_s=velocity.astype(np.float32),
        angular_velocity_rad_s=spin.astype(np.float32),
        floor_force_n=force.astype(np.float32),
    )


def drop_heights(gap: float, seconds: float, *, floor: float = 0.0, fps: int = FPS) -> npt.NDArray[np.float64]:
    """Height of the lowest point that falls freely from ``gap`` and stops dead at ``floor``."""
    time = np.arange(round(seconds * fps) + 1) / fps
    return np.maximum(gap - 0.5 * GRAVITY * time**2, floor)


def falling_cube(gap: float = 1.6, seconds: float = 5.0, *, floor: float = 0.0, size: float = 0.2) -> FrameBlock:
    """Return the motion of a cube that falls freely and stops dead with its lowest point at ``floor``."""
    low = drop_heights(gap, seconds, floor=floor)
    position = np.zeros((len(low), 1, 3))
    position[:, 0, 2] = low + size / 2
    return block(position)


def geometry(*clouds: npt.NDArray[np.float64]) -> BodyGeometry:
    """Return one body for each cloud, with a collider that fits."""
    return BodyGeometry(judged_points_m=clouds, collider_points_m=clouds)


def context(height: float = 0.2, gap: float = 1.6, bodies: int = 1) -> RunContext:
    """Return the context of a drop from ``gap``."""
    return RunContext(
        height_m=height,
        drop_height_m=gap,
        fall_time_s=float(np.sqrt(2 * gap / GRAVITY)),
        impact_speed_m_s=float(np.sqrt(2 * gap * GRAVITY)),
        body_paths=tuple(f"/Root/body{i}" for i in range(bodies)),
    )


def pieces(frames: FrameBlock, sizes: list[int]) -> list[FrameBlock]:
    """Cut frames into blocks of the given sizes; the last one takes the rest."""
    out, start = [], 0
    for size in [*sizes, frames.frame_count]:
        end = min(start + size, frames.frame_count)
        if end <= start:
            break
        out.append(
            FrameBlock(
                first_frame=frames.first_frame + start,
                time_s=frames.time_s[start:end],
                position_m=frames.position_m[start:end],
                orientation_xyzw=frames.orientation_xyzw[start:end],
                linear_velocity_m_s=None
                if frames.linear_velocity_m_s is None
                else frames.linear_velocity_m_s[start:end],
                angular_velocity_rad_s=None
                if frames.angular_velocity_rad_s is None
                else frames.angular_velocity_rad_s[start:end],
                floor_force_n=None if frames.floor_force_n is None else frames.floor_force_n[start:end],
            )
        )
        start = end
    return out


def watch(
    frames: FrameBlock,
    shape: BodyGeometry,
    *,
    settings: GroundDropConfig | None = None,
    about: RunContext | None = None,
    sizes: list[int] | None = None,
) -> list[Event]:
    """Run the monitors of ground_drop over frames, cut into blocks."""
    monitors = GROUND_DROP.monitors(about or context(), settings or config())
    events: list[Event] = []
    for part in pieces(frames, sizes or []):
        run_monitors(monitors, part, measure_bounds(part, shape), events)
    return events


def trajectory(frames: FrameBlock, shape: BodyGeometry, *, is_complete: bool = True) -> Trajectory:
    """Wrap frames as a recorded run of bodies of 1 kg."""
    return Trajectory(
        engine="analytic 1",
        scene_sha256="0" * 64,
        body_paths=tuple(f"/World/Drop/Asset/body{i}" for i in range(frames.position_m.shape[1])),
        frames=frames,
        geometry=shape,
        mass_kg=np.ones(frames.position_m.shape[1]),
        timestep_s=1 / FPS,
        stop_reason=StopReason.DECIDED if is_complete else StopReason.ENGINE_TIMEOUT,
        is_complete=is_complete,
    )


def judge(
    frames: FrameBlock,
    shape: BodyGeometry,
    *,
    settings: GroundDropConfig | None = None,
    height: float = 0.2,
    gap: float = 1.6,
) -> Judgement:
    """Judge frames as a complete run of ground_drop.

    Args:
        frames: All frames.
        shape: Extreme points of the bodies.
        settings: Settings of the test.
        height: Height of the asset.
        gap: Height from which it fell.
    """
    settings = settings or config()
    about = context(height, gap, frames.position_m.shape[1])
    events = watch(frames, shape, settings=settings, about=about)
    run = trajectory(frames, shape)
    return GROUND_DROP.judge(run, measure_bounds(frames, shape), events, about, settings)
