"""Small scenes and motions with known pictures, for tests of the video."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from harness.video import VideoEvent, VideoJob

ASSET = "/World/Drop/Asset"
RED = (0.7, 0.02, 0.02)

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Stage:
    """Units and up axis of a scene."""

    meters_per_unit: float = 1.0
    up_axis: str = "Z"

    def point(self, x: float, y: float, z: float) -> str:
        """Return a point, given in metres with Z up, as the scene writes it."""
        x, y, z = (value / self.meters_per_unit for value in (x, y, z))
        return f"({x}, {z}, {-y})" if self.up_axis == "Y" else f"({x}, {y}, {z})"


def cube_text(stage: Stage, size_m: float = 0.4, color: tuple[float, float, float] = RED) -> str:
    return f"""
        def Cube "Box"
        {{
            double size = {size_m / stage.meters_per_unit}
            color3f[] primvars:displayColor = [{color}]
        }}
    """


def write_scene(folder: Path, content: str, start_m: tuple[float, float, float], stage: Stage = Stage()) -> None:
    """Write a composed scene with an asset at a start position; a room and a ground are there to be ignored."""
    text = f"""
        #usda 1.0
        (
            defaultPrim = "World"
            metersPerUnit = {stage.meters_per_unit}
            upAxis = "{stage.up_axis}"
        )
        def Xform "World"
        {{
            def Xform "Room"
            {{
                def Cube "Wall"
                {{
                    double size = 1000000
                    color3f[] primvars:displayColor = [(0, 1, 0)]
                }}
            }}
            def Plane "Ground"
            {{
            }}
            def Xform "Drop"
            {{
                def Xform "Asset"
                {{
                    double3 xformOp:translate = {stage.point(*start_m)}
                    uniform token[] xformOpOrder = ["xformOp:translate"]
                    {content}
                }}
            }}
        }}
    """
    (folder / "scene.usda").write_text(text.lstrip(), encoding="utf-8")


def fall(start_m: float, rest_m: float, duration_s: float) -> tuple[Array, Array]:
    """Return times and positions of a free fall that ends at rest, at 240 steps a second."""
    time_s = np.arange(round(duration_s * 240) + 1) / 240
    position = np.zeros((time_s.size, 1, 3))
    position[:, 0, 2] = np.maximum(start_m - 0.5 * 9.81 * time_s**2, rest_m)
    return time_s, position


def write_trajectory(folder: Path, time_s: Array, position_m: Array, paths: tuple[str, ...] = (ASSET,)) -> None:
    orientation = np.zeros((time_s.size, len(paths), 4), np.float32)
    orientation[:, :, 3] = 1
    np.savez(
        folder / "trajectory.npz",
        time_s=time_s,
        body_paths=np.array(paths, dtype=np.str_) if paths else np.empty(0, dtype="<U1"),
        position_m=position_m.astype(np.float32),
        orientation_xyzw=orientation,
        linear_velocity_m_s=np.zeros((time_s.size, len(paths), 3)),
    )


def box_case(folder: Path, *, duration_s: float = 2.0, stage: Stage = Stage(), content: str | None = None) -> VideoJob:
    """Write the fall of a red box of 0.4 m from 3.4 m and return its job."""
    folder.mkdir(parents=True, exist_ok=True)
    time_s, position = fall(3.4, 0.2, duration_s)
    write_scene(folder, cube_text(stage) if content is None else content, (0, 0, 3.4), stage)
    write_trajectory(folder, time_s, position)
    events = (VideoEvent(name="ground-contact", time_s=0.8), VideoEvent(name="rest", time_s=1.8))
    return VideoJob(case_dir=folder, title="box - ground_drop", outcome="PASS", events=events)


def red_pixels(picture: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Return where an RGB picture is clearly red, between the two text bars."""
    r, g, b = (picture[:, :, channel].astype(int) for channel in range(3))
    mask = (r > 70) & (r > 2 * g) & (r > 1.5 * b)
    mask[:40], mask[-44:] = False, False
    return np.asarray(mask)
