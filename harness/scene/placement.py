"""Where to put the asset: pure maths over facts."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from harness.geometry import quaternion_to_matrix
from harness.scene.spec import Placement
from harness.stage.facts import StageFacts

__all__ = ["place", "turned"]


def place(facts: StageFacts, *, factor: float, minimum_m: float, gravity_m_s2: float) -> Placement | None:
    """Centre the asset over the origin with its lowest point at the drop height.

    Args:
        facts: Facts with at least one moving body.
        factor: Drop height as a multiple of the height of the judged geometry.
        minimum_m: Smallest drop height.
        gravity_m_s2: Gravity.

    Returns:
        The placement, or ``None`` when no moving body has any finite geometry.

    Source: drop-height rule of ground_drop 3.0.0; fall time and speed of free fall.
    """
    judged = [b.judged_points_m for b in facts.moving_bodies if len(b.judged_points_m)]
    if not judged:
        return None
    visible, everything = np.concatenate(judged), _everything(facts)
    if not np.isfinite(everything).all():
        return None
    height = float(np.ptp(visible[:, 2]))
    low, high = everything.min(axis=0), everything.max(axis=0)
    drop = max(factor * height, minimum_m)
    centre = (low + high) / 2
    return Placement(
        translation_m=(-float(centre[0]), -float(centre[1]), drop - float(low[2])),
        height_m=height,
        drop_height_m=drop,
        is_height_raised=factor * height < minimum_m,
        fall_time_s=math.sqrt(2 * drop / gravity_m_s2),
        impact_speed_m_s=math.sqrt(2 * drop * gravity_m_s2),
        box_min_m=(float(low[0]), float(low[1]), float(low[2])),
        box_max_m=(float(high[0]), float(high[1]), float(high[2])),
    )


def _everything(facts: StageFacts) -> npt.NDArray[np.float64]:
    """Return the judged and collider points of all moving bodies, SI asset frame, shape (P, 3)."""
    clouds = [p for b in facts.moving_bodies for p in (b.judged_points_m, b.collider_points_m) if len(p)]
    return np.concatenate(clouds)


def turned(
    placement: Placement,
    facts: StageFacts,
    *,
    rotation_xyzw: tuple[float, float, float, float],
    drop_height_m: float | None,
    gravity_m_s2: float,
) -> Placement:
    """Return the placement of the turned asset: centred again, its lowest point at the drop height.

    Args:
        placement: Placement of the authored pose.
        facts: Facts that it was made from.
        rotation_xyzw: Turn in the SI asset frame.
        drop_height_m: Another drop height; ``None`` keeps it.
        gravity_m_s2: Gravity.
    """
    drop = placement.drop_height_m if drop_height_m is None else drop_height_m
    length = math.sqrt(sum(v * v for v in rotation_xyzw))
    x, y, z, w = (v / length for v in rotation_xyzw)
    points = _everything(facts) @ quaternion_to_matrix((x, y, z, w)).T
    low, high = points.min(axis=0), points.max(axis=0)
    centre = (low + high) / 2
    return replace(
        placement,
        rotation_xyzw=(x, y, z, w),
        translation_m=(-float(centre[0]), -float(centre[1]), drop - float(low[2])),
        drop_height_m=drop,
        fall_time_s=math.sqrt(2 * drop / gravity_m_s2),
        impact_speed_m_s=math.sqrt(2 * drop * gravity_m_s2),
        box_min_m=(float(low[0]), float(low[1]), float(low[2])),
        box_max_m=(float(high[0]), float(high[1]), float(high[2])),
    )
