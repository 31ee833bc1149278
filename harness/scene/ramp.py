"""A wedge on the floor, and where to put an asset above it: pure maths, SI, Z up. Downhill is +X."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.geometry import Patch

__all__ = ["RAMP_PRIM", "Ramp", "plan_ramp"]

RAMP_PRIM = "/World/Ramp"
"""The wedge and its one collider."""


@dataclass(frozen=True, kw_only=True)
class Ramp:
    """A solid wedge whose top falls from the upper edge down to the floor."""

    angle_rad: float
    """Between top and floor."""
    length_m: float
    """Of the top, from the upper to the lower edge."""
    width_m: float
    upper_x_m: float
    """Where the upper edge is; the lower one is ``length cos(angle)`` further."""
    friction: float
    """Static and dynamic."""
    contact_offset_m: float

    @property
    def height_m(self) -> float:
        """Height of the upper edge."""
        return self.length_m * math.sin(self.angle_rad)

    @property
    def lower_x_m(self) -> float:
        """Where the lower edge is."""
        return self.upper_x_m + self.length_m * math.cos(self.angle_rad)

    @property
    def patch(self) -> Patch:
        """The top as a rectangle."""
        sine, cosine = math.sin(self.angle_rad), math.cos(self.angle_rad)
        return Patch(
            origin_m=(self.upper_x_m, 0.0, self.height_m),
            normal=(sine, 0.0, cosine),
            downhill=(cosine, 0.0, -sine),
            length_m=self.length_m,
            width_m=self.width_m,
        )


@dataclass(frozen=True, kw_only=True)
class RampPlan:
    """A ramp and the height at which an asset starts above it."""

    ramp: Ramp
    lift_m: float
    """To be added to the z of points that are centred over the origin."""
    gap_m: float
    """Vertical distance that the asset falls until it touches the ramp."""


def plan_ramp(
    points_m: npt.NDArray[np.float64],
    *,
    angle_rad: float,
    length_factor: float,
    min_length_m: float,
    gap_m: float,
    friction: float,
    contact_offset_m: float,
) -> RampPlan:
    """Place a ramp under an asset that is centred over the origin.

    Args:
        points_m: Extreme points of the asset, centred in x and y, shape (P, 3).
        angle_rad: Angle of the ramp, above 0 and below a right angle.
        length_factor: Length over the largest extent of the asset.
        min_length_m: Smallest length.
        gap_m: Vertical distance between asset and ramp at the start.
        friction: Friction of the ramp.
        contact_offset_m: Contact offset of the ramp.

    Returns:
        The ramp; the asset starts clear of its upper edge.
    """
    extent = float(np.ptp(points_m, axis=0).max())
    length = max(length_factor * extent, min_length_m)
    # Seen at a right angle to the ramp, what is lifted straight up lies further uphill.
    start = min(2 * extent + gap_m, length / 3)
    ramp = Ramp(
        angle_rad=angle_rad,
        length_m=length,
        width_m=length,
        upper_x_m=-start * math.cos(angle_rad),
        friction=friction,
        contact_offset_m=contact_offset_m,
    )
    patch = ramp.patch
    distances = (points_m - np.asarray(patch.origin_m)) @ np.asarray(patch.normal)
    lift = gap_m - float(distances.min()) / math.cos(angle_rad)
    return RampPlan(ramp=ramp, lift_m=lift, gap_m=gap_m)
