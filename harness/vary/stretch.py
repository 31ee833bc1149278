"""How a link changes its length: the formulas of the three modes, and what they do to positions and mass properties.

Along an axis through the link frame a part has the length ``v_l`` and its centre the coordinate ``v_o``; the joint to
the child link has the coordinate ``j_o``. The starting offset ``s_o = v_o - sign(j_o) v_l / 2`` is where the part
begins; the ending offset ``e_o = v_o + sign(j_o) v_l / 2 - j_o`` is how far it reaches beyond the child link. For a
factor ``K``:

- mode 0 scales all three with ``K``;
- mode 1 scales ``j_o`` and ``v_l`` with ``K`` and keeps ``s_o``: ``v_o' = v_o + (K - 1) sign(j_o) v_l / 2``;
- mode 2 scales ``j_o`` with ``K`` and keeps ``s_o`` and ``e_o``: ``v_l' = v_l + (K - 1) |j_o|``,
  ``v_o' = v_o + (K - 1) j_o / 2``.

Each is one straight map of the coordinate, ``x' = k x + t``, which everything else on the link follows. Source: the
proposal of a joint and link modifier in the urdf-modifiers project, where the modes come from.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

__all__ = ["AxisMap", "Extent", "Mode", "factor_for_length", "make_map", "scaled_inertia"]

Array = npt.NDArray[np.float64]


class Mode(IntEnum):
    """Which offsets stay."""

    SCALE = 0
    KEEP_START = 1
    KEEP_BOTH = 2


@dataclass(frozen=True, kw_only=True)
class Extent:
    """A part and the child joint along an axis; metres."""

    length: float
    """``v_l``."""
    offset: float
    """``v_o``."""
    joint: float
    """``j_o``; for a link without a child any number whose sign says where the part grows, or 0 for both ways."""

    @property
    def sign(self) -> float:
        """Direction from the start to the end of the part: 1, -1, or 0 for both ways."""
        return float(np.sign(self.joint))

    @property
    def start(self) -> float:
        """``s_o``."""
        return self.offset - self.sign * self.length / 2

    @property
    def end(self) -> float:
        """``e_o``."""
        return self.offset + self.sign * self.length / 2 - self.joint


@dataclass(frozen=True, kw_only=True)
class AxisMap:
    """The map ``x' = k x + t`` of coordinates along an axis."""

    factor: float
    """``k``; lengths grow by it."""
    shift: float
    """``t`` in metres."""

    @property
    def is_identity(self) -> bool:
        """Whether it changes nothing."""
        return self.factor == 1 and self.shift == 0

    def moved(self, point: Array, axis: Array) -> Array:
        """Return a point after the map; exactly the same point for the identity.

        Args:
            point: Metres, shape (3,).
            axis: Unit vector in the same frame, shape (3,).
        """
        at = float(axis @ point)
        return point + ((self.factor - 1) * at + self.shift) * axis


def make_map(extent: Extent, factor: float, mode: Mode) -> AxisMap:
    """Return the map of a mode.

    Args:
        extent: The part that the formulas are about.
        factor: ``K``, above 0.
        mode: Which offsets stay.

    Raises:
        ValueError: If the factor is not above 0, the length would not be, or the mode needs a child joint away from 0.
    """
    if not (math.isfinite(factor) and factor > 0):
        raise ValueError(f"the factor {factor:g} is not above 0")
    if mode is Mode.SCALE:
        return AxisMap(factor=factor, shift=0.0)
    if mode is Mode.KEEP_START:
        return AxisMap(factor=factor, shift=extent.start * (1 - factor))
    if extent.joint == 0:
        raise ValueError("mode 2 keeps the distance to the child link, but no child joint lies along the axis")
    length = extent.length + (factor - 1) * abs(extent.joint)
    if not length > 0:
        raise ValueError(f"the length would become {length:g} m")
    ratio = length / extent.length
    return AxisMap(factor=ratio, shift=extent.start * (1 - ratio))


def factor_for_length(extent: Extent, length: float, mode: Mode) -> float:
    """Return the factor ``K`` with which a part gets a length.

    Args:
        extent: The part.
        length: Wanted length in metres, above 0.
        mode: Which offsets stay.

    Raises:
        ValueError: If no factor above 0 gives that length.
    """
    if not (math.isfinite(length) and length > 0):
        raise ValueError(f"the length {length:g} m is not above 0")
    if mode is not Mode.KEEP_BOTH:
        return length / extent.length
    if extent.joint == 0:
        raise ValueError("mode 2 keeps the distance to the child link, but no child joint lies along the axis")
    factor = 1 + (length - extent.length) / abs(extent.joint)
    if not factor > 0:
        shortest = extent.length - abs(extent.joint)
        raise ValueError(f"with both offsets kept, the part must stay longer than {shortest:g} m")
    return factor


def scaled_inertia(inertia: Array, stretch: Array, mass_ratio: float) -> Array:
    """Return the inertia of a body that is stretched evenly and gets another mass.

    With the second moments ``S = tr(I) / 2 - I`` of the mass, stretching by ``F`` gives ``F S F^T``; so the result is
    exact for every body, whatever its shape, whose density stays as it is distributed.

    Args:
        inertia: About the centre of mass, kg m2, shape (3, 3).
        stretch: Linear part of the stretch in the same axes, shape (3, 3).
        mass_ratio: New mass over old mass.
    """
    if mass_ratio == 1 and np.array_equal(stretch, np.eye(3)):
        return inertia
    second = np.trace(inertia) / 2 * np.eye(3) - inertia
    second = mass_ratio * (stretch @ second @ stretch.T)
    result: Array = np.trace(second) * np.eye(3) - second
    return result
