"""Report the first frame with a pose or velocity that is not a finite number.

What it checks:
    Every position, orientation and velocity of every body.
Why it matters:
    A state that turned into NaN compares as "not outside any tolerance"; it must never read as rest.
How:
    ``isfinite`` over the arrays; velocities from frame 1 on, since none is read before the first step.
Passes when:
    Everything is finite.
Fails when:
    One number is infinite or NaN.
Not applicable when:
    Never.
False positives avoided:
    Frame 0 has no velocity by design and is not looked at.
Thresholds and sources:
    None.
How to fix:
    Look for extreme mass, inertia, drive gains and scales.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from harness.geometry import Bounds
from harness.monitors.base import find_event
from harness.trajectory import FrameBlock
from harness.verdict import Event

__all__ = ["MonitorNonFinite"]


class MonitorNonFinite:
    """Emits ``non-finite`` once."""

    def update(self, block: FrameBlock, bounds: Bounds, events: Sequence[Event]) -> list[Event]:
        """Look for the first bad frame; see :class:`harness.monitors.base.Monitor`."""
        if find_event(events, "non-finite") is not None:
            return []
        bad = ~(np.isfinite(block.position_m).all(axis=2) & np.isfinite(block.orientation_xyzw).all(axis=2))
        # A rotation of length zero has no orientation.
        bad |= ~(np.abs(block.orientation_xyzw).max(axis=2, initial=0.0) > 0)
        moving = slice(1, None) if block.first_frame == 0 else slice(None)
        for velocity in (block.linear_velocity_m_s, block.angular_velocity_rad_s):
            if velocity is not None:
                bad[moving] |= ~np.isfinite(velocity[moving]).all(axis=2)
        frames = np.flatnonzero(bad.any(axis=1))
        if not len(frames):
            return []
        index = int(frames[0])
        return [
            Event(
                name="non-finite",
                frame_index=block.first_frame + index,
                time_s=float(block.time_s[index]),
                value=float(np.argmax(bad[index])),
                unit="body index",
            )
        ]
