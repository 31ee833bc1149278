"""Convert what an engine gives in stage units and axes to SI, Z up. The one place where this happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.engines.base import BuiltScene, SceneUnits
from harness.errors import EngineProtocolError
from harness.trajectory import FrameBlock

__all__ = ["UnitConverter"]

Float32 = npt.NDArray[np.float32]

# A quarter turn about X takes Y up to Z up: (x, y, z) -> (x, -z, y).
_HALF_SQRT = np.float64(np.sqrt(0.5))


class UnitConverter:
    """Converter for one scene.

    Args:
        units: Units and up axis of the composed stage.
    """

    def __init__(self, units: SceneUnits) -> None:
        self.units = units
        self._is_y_up = units.up_axis == "Y"

    def vectors(self, values: npt.NDArray[Any], scale: float) -> Float32:
        """Scale and turn vectors, shape (..., 3)."""
        scaled = values if scale == 1.0 else np.asarray(values, dtype=np.float64) * scale
        turned = np.stack([scaled[..., 0], -scaled[..., 2], scaled[..., 1]], axis=-1) if self._is_y_up else scaled
        return np.ascontiguousarray(turned, dtype=np.float32)

    def orientations(self, xyzw: npt.NDArray[Any]) -> Float32:
        """Turn orientations, shape (..., 4): the quarter turn about X times each of them."""
        if not self._is_y_up:
            return np.ascontiguousarray(xyzw, dtype=np.float32)
        x, y, z, w = (np.asarray(xyzw, dtype=np.float64)[..., i] for i in range(4))
        turned = _HALF_SQRT * np.stack([x + w, y - z, z + y, w - x], axis=-1)
        return np.ascontiguousarray(turned, dtype=np.float32)

    def poses(self, position: npt.NDArray[Any], xyzw: npt.NDArray[Any]) -> tuple[Float32, Float32]:
        """Convert positions (..., 3) and orientations (..., 4)."""
        return self.vectors(position, self.units.meters_per_unit), self.orientations(xyzw)

    def inertia(self, values: npt.NDArray[Any] | None, count: int) -> npt.NDArray[np.float64] | None:
        """Convert inertia tensors in body axes, shape (count, 9), to (count, 3, 3); anything else is not known."""
        if values is None or values.shape != (count, 9):
            return None
        factor = self.units.kilograms_per_unit * self.units.meters_per_unit**2
        return np.asarray(values, dtype=np.float64).reshape(count, 3, 3) * factor

    def local_points(self, values: npt.NDArray[Any] | None, count: int) -> npt.NDArray[np.float64] | None:
        """Convert points in the frames of the bodies, shape (count, 3); anything else is not known.

        The frame of a body turns with its pose, so only the unit of length differs.
        """
        if values is None or values.shape != (count, 3):
            return None
        return np.asarray(values, dtype=np.float64) * self.units.meters_per_unit

    def first_frame(self, built: BuiltScene) -> FrameBlock:
        """Make frame 0 from the start poses. Nothing touches yet; velocities are not read before the first step."""
        bodies = len(built.body_paths)
        return FrameBlock(
            first_frame=0,
            time_s=np.zeros(1),
            position_m=built.position_m[None],
            orientation_xyzw=built.orientation_xyzw[None],
            linear_velocity_m_s=np.full((1, bodies, 3), np.nan, np.float32),
            angular_velocity_rad_s=np.full((1, bodies, 3), np.nan, np.float32),
            floor_force_n=np.full((1, 3), np.nan, np.float32),
        )

    def block(
        self, arrays: Mapping[str, npt.NDArray[Any]], first_frame: int, timestep_s: float, body_count: int
    ) -> FrameBlock:
        """Convert one block of the worker.

        Raises:
            EngineProtocolError: If an array is missing or has the wrong shape.
        """
        try:
            pose, velocity, force = arrays["pose"], arrays["velocity"], arrays["floor_force"]
        except KeyError as error:
            raise EngineProtocolError(f"The engine worker sent no {error.args[0]}.") from error
        count = pose.shape[0]
        if (
            pose.shape != (count, body_count, 7)
            or velocity.shape != (count, body_count, 6)
            or force.shape != (count, 3)
        ):
            raise EngineProtocolError("The engine worker sent arrays of the wrong shape.")
        unit = self.units.meters_per_unit
        position, orientation = self.poses(pose[..., :3], pose[..., 3:])
        return FrameBlock(
            first_frame=first_frame,
            time_s=np.arange(first_frame, first_frame + count) * timestep_s,
            position_m=position,
            orientation_xyzw=orientation,
            linear_velocity_m_s=self.vectors(velocity[..., :3], unit),
            angular_velocity_rad_s=self.vectors(velocity[..., 3:], 1.0),
            floor_force_n=self.vectors(force, unit * self.units.kilograms_per_unit),
        )
