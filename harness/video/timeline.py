"""What the text in the picture says at a given time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from harness.video.job import VideoEvent

__all__ = [
    "CONTACT_LABEL_S",
    "DEFECT_EVENTS",
    "StateLabel",
    "Tone",
    "format_length",
    "grid_label",
    "is_shown",
    "state_at",
]

CONTACT_LABEL_S = 0.3
"""How long the state reads "contact" before it reads "settling"."""

CONTACT_EVENTS = frozenset(["ground-contact", "ramp-contact"])
REST_EVENT = "rest"
STATES = {"slid": "sliding", "left-ramp": "off the ramp"}
"""Events that the state names from their time on, when nothing more serious happens."""
DEFECT_EVENTS = frozenset(
    [
        *("penetration", "non-finite", "runaway", "drift", "joint-limit"),
        *("ramp-penetration", "through-ramp", "launched"),
    ]
)
"""Events that the state reports from their time on; any other event is a measurement and is not shown."""


class Tone(Enum):
    """Mood of a state, which picks its colour."""

    NEUTRAL = "neutral"
    ACTIVE = "active"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, kw_only=True)
class StateLabel:
    """State of the asset at one time."""

    text: str
    tone: Tone


def state_at(time_s: float, events: Sequence[VideoEvent], moved_down_m: float = math.inf) -> StateLabel:
    """Return the state of the asset.

    Args:
        time_s: Simulated time of the picture.
        events: Events of the run in any order. A defect stays the state from its time on, the latest one winning, as
            nothing that follows takes it back.
        moved_down_m: How far the lowest point is below its start; tells falling from hanging when nothing was touched.
    """
    past = sorted((event for event in events if event.time_s <= time_s + 1e-9), key=lambda event: event.time_s)
    defects = [event for event in past if event.name in DEFECT_EVENTS]
    if defects:
        return StateLabel(text=defects[-1].name.replace("-", " "), tone=Tone.BAD)
    if any(event.name == REST_EVENT for event in past):
        return StateLabel(text="at rest", tone=Tone.GOOD)
    contacts = [event.time_s for event in past if event.name in CONTACT_EVENTS]
    named = [STATES[event.name] for event in past if event.name in STATES]
    if named:
        return StateLabel(text=named[-1], tone=Tone.ACTIVE)
    if contacts:
        is_new = time_s - contacts[0] < CONTACT_LABEL_S
        return StateLabel(text="contact" if is_new else "settling", tone=Tone.ACTIVE)
    has_contact = any(event.name in CONTACT_EVENTS for event in events)
    if has_contact or moved_down_m > 0:
        return StateLabel(text="falling", tone=Tone.NEUTRAL)
    return StateLabel(text="not falling", tone=Tone.NEUTRAL)


def is_shown(event: VideoEvent) -> bool:
    """Return whether an event changes the state, and so has a tick on the time line."""
    return event.name in DEFECT_EVENTS or event.name in (*CONTACT_EVENTS, REST_EVENT, *STATES)


def format_length(value_m: float, scale_m: float) -> str:
    """Return a height as text with a unit that suits the whole clip, so that the unit never changes midway.

    Args:
        value_m: The height; not finite is shown as "n/a".
        scale_m: Largest height in the clip.
    """
    if not math.isfinite(value_m):
        return "n/a"
    if abs(scale_m) < 1.0:
        return f"{value_m * 1000 + 0.0:.1f} mm".replace("-0.0 ", "0.0 ")
    return f"{value_m + 0.0:.3f} m".replace("-0.000 ", "0.000 ")


def grid_label(cell_m: float) -> str:
    """Return the size of one grid cell as text."""
    for unit, factor in (("km", 1e-3), ("m", 1.0), ("cm", 1e2), ("mm", 1e3)):
        if cell_m * factor >= 0.999:
            return f"grid {cell_m * factor:g} {unit}"
    return f"grid {cell_m * 1e6:g} um"
