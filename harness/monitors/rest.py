"""Report the first time the asset stays still for a whole window.

What it checks:
    Movement of the bounding box over a window that lies wholly after contact plus a delay.
Why it matters:
    An asset that keeps rocking, sliding, rolling or spinning cannot be placed in a scene.
How:
    Every frame of the window is compared with the latest one: the centre by distance, the corners by coordinate.
    Corners catch an object that spins in place.
Passes when:
    No movement in the window exceeds the tolerance.
Fails when:
    No such window ends before the deadline.
Not applicable when:
    The asset never came down to the floor.
False positives avoided:
    A point near the apex of a bounce is slow, but not for two seconds. NaN is never within a tolerance.
Thresholds and sources:
    ``rest_tolerance_m`` = 0.02 m, ``rest_detection_hold_seconds`` = 2 s, ``penetration_check_seconds`` = 1 s,
    test definition ground_drop 3.0.0.
How to fix:
    Realistic mass, centre of mass inside the collider, flat base, no overlapping colliders.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from harness.geometry import Bounds
from harness.monitors.base import find_event
from harness.trajectory import FrameBlock
from harness.verdict import Event

__all__ = ["MonitorRest", "window_movement"]

Array = npt.NDArray[np.float64]


def window_movement(box_min_m: Array, box_max_m: Array, window: int) -> Array:
    """Measure how far the box moves in each window, relative to the window's last frame.

    Args:
        box_min_m: Lower corners, shape (N, 3).
        box_max_m: Upper corners, shape (N, 3).
        window: Steps that a window spans; it holds ``window + 1`` frames.

    Returns:
        One value [m] for each window, shape (N - window,), entry k for the window that ends at frame k + window. NaN
        where a frame of the window is NaN.
    """
    count = len(box_min_m) - window
    if count <= 0:
        return np.zeros(0)
    corners = np.concatenate([box_min_m, box_max_m], axis=1)
    views = np.lib.stride_tricks.sliding_window_view(corners, window + 1, axis=0)
    last = corners[window:]
    by_coordinate = np.maximum(views.max(axis=2) - last, last - views.min(axis=2)).max(axis=1)
    centre = (box_min_m + box_max_m) / 2
    by_distance = np.empty(count)
    # Windows one at a time: all at once would need N x window x 3 numbers.
    for k in range(count):
        by_distance[k] = np.sqrt(((centre[k : k + window + 1] - centre[k + window]) ** 2).sum(axis=1).max())
    movement: Array = np.maximum(by_coordinate, by_distance)
    return movement


class MonitorRest:
    """Emits ``rest`` once, at the last frame of the first still window. Must run after the contact monitor.

    Args:
        tolerance_m: Largest movement in a window.
        delay_steps: Steps between first contact and the earliest start of a window.
        window_steps: Steps that a window spans.
    """

    def __init__(self, *, tolerance_m: float, delay_steps: int, window_steps: int) -> None:
        self._tolerance, self._delay, self._window = tolerance_m, delay_steps, window_steps
        self._low = np.zeros((0, 3))
        self._high = np.zeros((0, 3))
        self._first = 0

    def update(self, block: FrameBlock, bounds: Bounds, events: Sequence[Event]) -> list[Event]:
        """Look for the first still window; see :class:`harness.monitors.base.Monitor`."""
        contact = find_event(events, "ground-contact")
        if contact is None or find_event(events, "rest") is not None:
            return []
        self._collect(block, bounds, contact.frame_index + self._delay)
        movement = window_movement(self._low, self._high, self._window)
        still = np.flatnonzero(movement <= self._tolerance)
        if len(still):
            index = int(still[0]) + self._window
            frame = self._first + index
            return [
                Event(
                    name="rest",
                    frame_index=frame,
                    time_s=float(block.time_s[frame - block.first_frame]),
                    value=float(movement[still[0]]),
                    unit="m",
                )
            ]
        # Only frames that a later window can hold are kept.
        drop = max(0, len(self._low) - self._window)
        self._low, self._high, self._first = self._low[drop:], self._high[drop:], self._first + drop
        return []

    def _collect(self, block: FrameBlock, bounds: Bounds, start_frame: int) -> None:
        skip = max(0, start_frame - block.first_frame)
        if not len(self._low):
            self._first = block.first_frame + skip
        self._low = np.concatenate([self._low, bounds.box_min_m[skip:]])
        self._high = np.concatenate([self._high, bounds.box_max_m[skip:]])
