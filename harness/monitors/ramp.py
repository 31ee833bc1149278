"""Report contact with a ramp, sliding down it, going through it, being thrown off it, and leaving it.

What it checks:
    The signed distance of every extreme point of the real geometry to the top of the ramp, and the way downhill.
Why it matters:
    On a slope an asset loads its colliders at an angle, slides and rolls: a missing, leaking or exploding collider
    that a flat floor hides shows here.
How:
    ``ramp-contact`` is the first frame whose nearest point is within the margin. After it, ``slid`` is the first frame
    whose centroid is the set distance further downhill, ``ramp-penetration`` a point that is too deep,
    ``through-ramp`` all points over the ramp below it, ``launched`` all of them above it for too long, and
    ``left-ramp`` the first frame in which no point is over the ramp any more. What follows that is not judged.
Passes when:
    Contact and sliding are seen, and nothing else but leaving.
Fails when:
    One of the others is seen.
Not applicable when:
    The scene has no ramp.
False positives avoided:
    Distances come from extreme points, never from a rotated box; points that are not over the ramp do not count.
Thresholds and sources:
    Section ``slope_drop`` of config_defaults.yaml.
How to fix:
    A collider that fits the visible geometry, no overlapping colliders, plausible mass and inertia.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from harness.geometry import Bounds, PatchBounds
from harness.monitors.base import find_event
from harness.trajectory import FrameBlock
from harness.verdict import Event

__all__ = ["MonitorRamp"]


class MonitorRamp:
    """Emits the events of a ramp, each once.

    Args:
        contact_m: Distance that counts as contact.
        slide_m: Way downhill that counts as sliding.
        depth_m: Depth of a point that counts as penetration.
        through_m: Depth of all points that counts as through.
        launch_m: Height of all points that counts as thrown off ...
        hop_ratio: ... or this share of the way downhill since contact, whichever is larger: what tumbles down hops.
        launch_steps: Steps in a row for which it must last.
    """

    def __init__(
        self,
        *,
        contact_m: float,
        slide_m: float,
        depth_m: float,
        through_m: float,
        launch_m: float,
        hop_ratio: float,
        launch_steps: int,
    ) -> None:
        self._contact, self._slide, self._depth, self._through = contact_m, slide_m, depth_m, through_m
        self._launch, self._hop, self._launch_steps = launch_m, hop_ratio, launch_steps
        self._flying = 0
        self._start_m = 0.0

    def update(self, block: FrameBlock, bounds: Bounds, events: Sequence[Event]) -> list[Event]:
        """Look for first frames; see :class:`harness.monitors.base.Monitor`."""
        patch = bounds.patch
        if patch is None or find_event(events, "left-ramp") is not None:
            return []
        found: list[Event] = []
        numbers = block.first_frame + np.arange(block.frame_count)
        contact = find_event(events, "ramp-contact")
        if contact is None:
            frames = np.flatnonzero(patch.nearest_m <= self._contact)
            if not len(frames):
                return []
            index = int(frames[0])
            contact = _event("ramp-contact", block, index, float(patch.nearest_m[index]))
            self._start_m = float(patch.along_m[index])
            found.append(contact)
        after = numbers >= contact.frame_index
        gone = np.flatnonzero(after & ~np.isfinite(patch.nearest_m) & np.isfinite(patch.along_m))
        if len(gone):
            found.append(_event("left-ramp", block, int(gone[0]), float(patch.first_along_m[gone[0]])))
            after &= numbers < block.first_frame + gone[0]
        found += self._on_ramp(block, patch, after, events)
        return found

    def _on_ramp(
        self, block: FrameBlock, patch: PatchBounds, after: npt.NDArray[np.bool_], events: Sequence[Event]
    ) -> list[Event]:
        found: list[Event] = []
        for name, hit, values in (
            ("slid", patch.along_m - self._start_m >= self._slide, patch.along_m - self._start_m),
            ("ramp-penetration", patch.nearest_m < -self._depth, patch.nearest_m),
            ("through-ramp", patch.farthest_m < -self._through, patch.farthest_m),
        ):
            frames = np.flatnonzero(hit & after)
            if len(frames) and find_event(events, name) is None:
                found.append(_event(name, block, int(frames[0]), float(values[frames[0]])))
        if find_event(events, "launched") is None:
            allowed = np.maximum(self._launch, self._hop * (patch.along_m - self._start_m))
            index = self._launched(patch.nearest_m > allowed, after)
            if index is not None:
                found.append(_event("launched", block, index, float(patch.nearest_m[index])))
        return found

    def _launched(self, high: npt.NDArray[np.bool_], after: npt.NDArray[np.bool_]) -> int | None:
        """Count frames in a row, across blocks."""
        for index, is_high in enumerate(high & after):
            self._flying = self._flying + 1 if is_high else 0
            if self._flying > self._launch_steps:
                return index
        return None


def _event(name: str, block: FrameBlock, index: int, value: float) -> Event:
    time_s = float(block.time_s[index])
    return Event(name=name, frame_index=block.first_frame + index, time_s=time_s, value=value, unit="m")
