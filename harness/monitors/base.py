"""What a monitor is, and how monitors are run over blocks of frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from harness.geometry import Bounds
from harness.trajectory import FrameBlock
from harness.verdict import Event

__all__ = ["Monitor", "find_event", "run_monitors"]


class Monitor(Protocol):
    """Watches one run. A new object for each run; its state is its own; no clock, files, randomness or engine.

    Monitors look at whole blocks, since a call for each frame costs more than the engine itself. The events must not
    depend on how the frames are cut into blocks.
    """

    def update(self, block: FrameBlock, bounds: Bounds, events: Sequence[Event]) -> list[Event]:
        """Return what happens in this block.

        Args:
            block: The next frames.
            bounds: Tight bounds of the same frames.
            events: Everything observed so far, including earlier monitors in this block.
        """
        ...


def find_event(events: Sequence[Event], name: str) -> Event | None:
    """Return the first event with this name, if any."""
    return next((e for e in events if e.name == name), None)


def run_monitors(monitors: Sequence[Monitor], block: FrameBlock, bounds: Bounds, events: list[Event]) -> None:
    """Feed one block to all monitors in order and append what they observe, sorted by frame within the block."""
    seen = list(events)
    for monitor in monitors:
        seen.extend(monitor.update(block, bounds, seen))
    events[:] = sorted(seen, key=lambda e: e.frame_index)
