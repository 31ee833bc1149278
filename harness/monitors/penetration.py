"""Report the first frame in which the asset is through the floor.

What it checks:
    The lowest point of the judged geometry from first contact on.
Why it matters:
    An asset that sinks through the floor has no working collision mesh, even if it comes back up.
How:
    ``penetration`` is the first frame at or after first contact whose lowest point is below minus the margin.
Passes when:
    No frame is below it.
Fails when:
    One frame is below it, at once.
Not applicable when:
    The asset never came down to the floor.
False positives avoided:
    The floor's contact offset covers one step of the fall, so that the engine's overshoot at impact stays below 1 mm.
Thresholds and sources:
    ``floor_margin_m`` = 0.1 m, test definition ground_drop 3.0.0.
How to fix:
    convexHull, outward normals, no geometry thinner than 1 cm.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from harness.geometry import Bounds
from harness.monitors.base import find_event
from harness.trajectory import FrameBlock
from harness.verdict import Event

__all__ = ["MonitorPenetration"]


class MonitorPenetration:
    """Emits ``penetration`` once. Must run after the contact monitor.

    Args:
        margin_m: Depth below the floor that counts as penetration.
    """

    def __init__(self, margin_m: float) -> None:
        self._margin = margin_m

    def update(self, block: FrameBlock, bounds: Bounds, events: Sequence[Event]) -> list[Event]:
        """Look for the first frame; see :class:`harness.monitors.base.Monitor`."""
        contact = find_event(events, "ground-contact")
        if contact is None or find_event(events, "penetration") is not None:
            return []
        low = bounds.box_min_m[:, 2]
        numbers = block.first_frame + np.arange(block.frame_count)
        frames = np.flatnonzero((low < -self._margin) & (numbers >= contact.frame_index))
        if not len(frames):
            return []
        index = int(frames[0])
        return [
            Event(
                name="penetration",
                frame_index=block.first_frame + index,
                time_s=float(block.time_s[index]),
                value=float(low[index]),
                unit="m",
            )
        ]
