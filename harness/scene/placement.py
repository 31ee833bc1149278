"""Where to put the asset: pure maths over facts."""

from __future__ import annotations

import math

import numpy as np

from harness.scene.spec import Placement
from harness.stage.facts import StageFacts

__all__ = ["place"]


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
    solid = judged + [b.collider_points_m for b in facts.moving_bodies if len(b.collider_points_m)]
    visible = np.concatenate(judged)
    everything = np.concatenate(solid)
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
