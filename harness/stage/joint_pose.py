"""Where the authored pose puts a joint: off the axes that it locks, or beyond its limits."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from harness.stage.joint_facts import BeyondLimit

__all__ = [
    "FREE",
    "LOCKED",
    "ROTATIONS",
    "TRANSLATIONS",
    "Cone",
    "JointPose",
    "JointRanges",
    "joint_pose",
    "twist_about",
]

Matrix = npt.NDArray[np.float64]
Range = tuple[float, float]

TRANSLATIONS = ("transX", "transY", "transZ")
ROTATIONS = ("rotX", "rotY", "rotZ")
FREE: Range = (-math.inf, math.inf)
LOCKED: Range = (0.0, 0.0)
_ROUNDING = 1e-6
"""Positions [m or rad] of single precision are no more exact."""


class Cone(NamedTuple):
    """Limit of a spherical joint: how far the axis of side 1 may lean off the axis of side 0.

    A joint has two limits, of which schema and engine say differently which direction is whose. The larger one is
    certain in any direction.
    """

    axis: int
    """Column of the axis."""
    limit_rad: float
    """Infinite without a limit."""


class JointRanges(NamedTuple):
    """Where a joint may stand."""

    axes: Mapping[str, Range]
    """Lowest and highest position of each of the six axes [m or rad]; see ``FREE`` and ``LOCKED``."""
    cone: Cone | None = None
    """Of a spherical joint."""
    distance_m: Range = FREE
    """Of a distance joint."""


class JointPose(NamedTuple):
    """How the two frames of a joint disagree."""

    gap_m: float
    """Distance along the axes that the joint locks."""
    angle_rad: float
    """Angle about the axes that it locks."""
    beyond: tuple[BeyondLimit, ...]
    """Axes on which the pose lies outside of the joint's limits."""


def joint_pose(relative: Matrix, allowed: JointRanges) -> JointPose:
    """Compare the frame of side 1 with that of side 0.

    Args:
        relative: Frame of side 1 as side 0 sees it, 4 x 4, rigid, metres.
        allowed: Where the joint may stand.
    """
    ranges = allowed.axes
    shift, turn = relative[:3, 3], relative[:3, :3]
    locked = [i for i, name in enumerate(TRANSLATIONS) if ranges[name] == LOCKED]
    beyond = [
        *_outside(TRANSLATIONS, shift, ranges),
        *_outside(ROTATIONS, _angles(turn, ranges), ranges),
        *(_outside_cone(turn, allowed.cone) if allowed.cone is not None else ()),
        *_outside(("distance",), (float(np.linalg.norm(shift)),), {"distance": allowed.distance_m}),
    ]
    return JointPose(float(np.linalg.norm(shift[locked])), _locked_angle(turn, ranges), tuple(beyond))


def _locked_angle(turn: Matrix, ranges: Mapping[str, Range]) -> float:
    locked = [i for i, name in enumerate(ROTATIONS) if ranges[name] == LOCKED]
    if len(locked) == 3:
        # The arc cosine alone loses small angles to rounding.
        sine = float(np.linalg.norm(turn - turn.T)) / math.sqrt(8)
        return math.atan2(sine, (float(np.trace(turn)) - 1) / 2)
    if len(locked) == 2:
        axis = ({0, 1, 2} - set(locked)).pop()
        return math.atan2(float(np.linalg.norm(turn[locked, axis])), float(turn[axis, axis]))
    return abs(float(twist_about(turn, locked[0]))) if locked else 0.0


def twist_about(turn: Matrix, axis: int) -> float:
    """Return the part of a rotation about one axis [rad], within half a turn: 2 atan2(q_axis, q_w).

    Args:
        turn: Rotation, 3 x 3.
        axis: Column of the axis.
    """
    after, last = (axis + 1) % 3, (axis + 2) % 3
    doubled = 1 + float(np.trace(turn))
    if doubled < 1e-9:
        # Half a turn about some axis: q_w is zero, and the signs of the others are lost.
        return math.pi if turn[axis, axis] > turn[after, after] + turn[last, last] - 1 + 1e-9 else 0.0
    return 2 * math.atan2(float(turn[last, after] - turn[after, last]), doubled)


def _angles(turn: Matrix, ranges: Mapping[str, Range]) -> tuple[float, ...]:
    return tuple(
        twist_about(turn, i) if ranges[name] not in (FREE, LOCKED) else 0.0 for i, name in enumerate(ROTATIONS)
    )


def _outside(
    names: tuple[str, ...], positions: Matrix | tuple[float, ...], ranges: Mapping[str, Range]
) -> Iterator[BeyondLimit]:
    for name, position in zip(names, map(float, positions), strict=True):
        low, high = ranges[name]
        if (low, high) == LOCKED:
            continue
        # An angle is the same after a whole turn.
        turns = (0, -1, 1) if name in ROTATIONS else (0,)
        nearest = min((position + 2 * math.pi * n for n in turns), key=lambda p: max(low - p, p - high))
        found = BeyondLimit(axis=name, position=nearest, low=low, high=high)
        if found.excess > _ROUNDING:
            yield found


def _outside_cone(turn: Matrix, cone: Cone) -> Iterator[BeyondLimit]:
    across = np.delete(turn[:, cone.axis], cone.axis)
    lean = math.atan2(float(np.linalg.norm(across)), float(turn[cone.axis, cone.axis]))
    if lean > cone.limit_rad + _ROUNDING:
        yield BeyondLimit(axis="cone", position=lean, low=0.0, high=cone.limit_rad)
