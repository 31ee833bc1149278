"""Report the first time a body has more energy than the fall can have given it.

What it checks:
    The speed of every body, and how high the asset rises.
Why it matters:
    Impossible inertia, overlapping colliders and snapping joints make the solver add energy; parts fly off, and the
    picture may still come to rest afterwards.
How:
    Speed above ``factor`` times the impact speed plus 5 m/s, or the lowest point rising above its start by more than
    half the asset's height plus 1 m.
Passes when:
    Neither happens.
Fails when:
    One of them happens.
Not applicable when:
    The engine gives no velocities.
False positives avoided:
    A rod that pivots on its end strikes at 1.5 times free-fall speed, small parts are thrown by big ones, and
    overlapping bodies separate at 3 m/s; all stay below.
Thresholds and sources:
    ``runaway_speed_factor`` = 2; 5 m/s covers parts thrown aside in short falls. Measured: unphysical inertia reaches
    25 m/s after a fall of 1.6 m (impact 5.6 m/s); healthy assets stay below 1.4 times the impact speed.
How to fix:
    Check inertia, overlaps and joint frames.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from harness.geometry import Bounds
from harness.monitors.base import find_event
from harness.trajectory import FrameBlock
from harness.verdict import Event

__all__ = ["MonitorRunaway"]


class MonitorRunaway:
    """Emits ``runaway`` once.

    Args:
        speed_limit_m_s: Largest plausible speed of a body.
        rise_limit_m: Largest plausible height of the lowest point.
    """

    def __init__(self, *, speed_limit_m_s: float, rise_limit_m: float) -> None:
        self._speed, self._rise = speed_limit_m_s, rise_limit_m

    def update(self, block: FrameBlock, bounds: Bounds, events: Sequence[Event]) -> list[Event]:
        """Look for the first frame; see :class:`harness.monitors.base.Monitor`."""
        if find_event(events, "runaway") is not None:
            return []
        high = bounds.box_min_m[:, 2] > self._rise
        fast = np.zeros(block.frame_count, dtype=bool)
        speed = np.zeros(block.frame_count)
        if block.linear_velocity_m_s is not None and block.position_m.shape[1]:
            speed = np.linalg.norm(block.linear_velocity_m_s.astype(np.float64), axis=2).max(axis=1)
            fast = speed > self._speed
        frames = np.flatnonzero(fast | high)
        if not len(frames):
            return []
        index = int(frames[0])
        is_fast = bool(fast[index])
        return [
            Event(
                name="runaway",
                frame_index=block.first_frame + index,
                time_s=float(block.time_s[index]),
                value=float(speed[index]) if is_fast else float(bounds.box_min_m[index, 2]),
                unit="m/s" if is_fast else "m",
            )
        ]
