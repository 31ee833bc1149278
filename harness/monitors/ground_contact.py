"""Report when the asset first comes down to the floor, and when the floor first feels it.

What it checks:
    The lowest point of the judged geometry, and the force on the floor.
Why it matters:
    An asset that never comes down does not respond to gravity.
How:
    ``ground-contact`` is the first frame whose lowest point is at or below the margin. ``floor-force`` is the first
    frame in which the engine reports a contact force on the floor: real contact, whatever the heights say.
Passes when:
    The lowest point reaches the margin.
Fails when:
    It never does.
Not applicable when:
    Never.
False positives avoided:
    Heights come from the extreme points of the geometry moved by the pose, not from a rotated box.
Thresholds and sources:
    ``floor_margin_m`` = 0.1 m, test definition ground_drop 3.0.0.
How to fix:
    RigidBodyAPI on the root, CollisionAPI on a mesh, no anchoring joint, positive mass.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from harness.geometry import Bounds
from harness.monitors.base import find_event
from harness.trajectory import FrameBlock
from harness.verdict import Event

__all__ = ["MonitorGroundContact"]


class MonitorGroundContact:
    """Emits ``ground-contact`` and ``floor-force``, once each.

    Args:
        margin_m: Height of the lowest point that counts as contact.
        is_force_enough: Whether a force on the floor counts as contact, too, wherever the lowest point is.
    """

    def __init__(self, margin_m: float, *, is_force_enough: bool = False) -> None:
        self._margin, self._is_force_enough = margin_m, is_force_enough

    def update(self, block: FrameBlock, bounds: Bounds, events: Sequence[Event]) -> list[Event]:
        """Look for both first frames; see :class:`harness.monitors.base.Monitor`."""
        found: list[Event] = []
        low = bounds.box_min_m[:, 2]
        if find_event(events, "ground-contact") is None:
            touching = low <= self._margin
            if self._is_force_enough and block.floor_force_n is not None:
                touching |= np.linalg.norm(block.floor_force_n.astype(np.float64), axis=1) > 0
            frames = np.flatnonzero(touching)
            if len(frames):
                found.append(_event("ground-contact", block, int(frames[0]), float(low[frames[0]]), "m"))
        if block.floor_force_n is not None and find_event(events, "floor-force") is None:
            force = np.linalg.norm(block.floor_force_n.astype(np.float64), axis=1)
            frames = np.flatnonzero(force > 0)
            if len(frames):
                found.append(_event("floor-force", block, int(frames[0]), float(force[frames[0]]), "N"))
        return found


def _event(name: str, block: FrameBlock, index: int, value: float, unit: str) -> Event:
    time_s = float(block.time_s[index])
    return Event(name=name, frame_index=block.first_frame + index, time_s=time_s, value=value, unit=unit)
