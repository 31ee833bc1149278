"""Criteria of slope_drop: what was measured, against which limit, and what that means."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from harness.catalog import Judgement, RunContext
from harness.geometry import Bounds, PatchBounds
from harness.monitors.base import find_event
from harness.outcomes import CriterionStatus, Severity
from harness.trajectory import Trajectory
from harness.verdict import Column, Criterion, Event, Finding, Table, finding
from tests_catalog.common import (
    built_criterion,
    criterion_finding,
    energy_criterion,
    evidence,
    finite_max,
    finite_min,
    is_frozen,
)
from tests_catalog.finite import finite_criterion

if TYPE_CHECKING:
    from tests_catalog.slope_drop import SlopeDropConfig

__all__ = ["judge_slope"]

MET, NOT_MET, UNDECIDED = CriterionStatus.MET, CriterionStatus.NOT_MET, CriterionStatus.UNDECIDED

_TEXTS = {
    "ramp-contact": "The nearest point came no closer to the ramp than {m:.3f} m; contact counts from {l:g} m.",
    "ramp-penetration": "At {t:.2f} s a point was deeper in the ramp than allowed: {m:.3f} m, limit {l:g} m.",
    "through-ramp": "At {t:.2f} s the whole asset was below the top of the ramp: it went through.",
    "slides-downhill": "After contact at {contact:.2f} s it moved {m:.4f} m downhill; {l:g} m are required.",
    "not-launched": "At {t:.2f} s the whole asset had been too high above the ramp: {m:.3f} m more than allowed.",
    "floor-penetration": "At {t:.2f} s the lowest point of the asset was below {l:g} m; it went down to {m:.4g} m.",
    "finite-state": "At {t:.2f} s the state of {where} stopped being a finite number.",
    "bounded-energy": "At {t:.2f} s a body had more energy than the fall gives: up to {m:.1f} m/s, {l:.1f} allowed.",
    "slide-depth": "While it slides, its lowest visible point is {m:.4f} m inside the ramp; {l:.4f} m are allowed.",
    "slide-acceleration": "Without turning, its acceleration is {m:.1%} off g (sin a - mu cos a); {l:.1%} are allowed.",
}
_ENDINGS = ("ramp-penetration", "through-ramp", "launched", "penetration", "runaway", "non-finite")
# Spin up to which a slide counts as one without turning.
_STILL_RAD_S = 0.05
# The shortest slide whose acceleration means something.
_FIT_SECONDS = 0.15
_ROWS = 12


@dataclass(frozen=True, kw_only=True)
class _Data:
    """Everything that a criterion looks at."""

    trajectory: Trajectory
    bounds: Bounds
    patch: PatchBounds
    events: Sequence[Event]
    context: RunContext
    config: SlopeDropConfig

    def event(self, name: str) -> Event | None:
        """Return the first event of a name."""
        return find_event(self.events, name)

    @property
    def on_ramp(self) -> slice:
        """Frames from contact until the asset leaves the ramp."""
        contact, left = self.event("ramp-contact"), self.event("left-ramp")
        if contact is None:
            return slice(0, 0)
        return slice(contact.frame_index, left.frame_index if left is not None else None)

    @property
    def stopped_by(self) -> str:
        """Name of what ended the run before the rest could be seen; empty when nothing did."""
        return next((n for n in _ENDINGS if self.event(n) is not None), "")


def judge_slope(
    trajectory: Trajectory, bounds: Bounds, events: Sequence[Event], context: RunContext, config: SlopeDropConfig
) -> Judgement:
    """Judge a recorded run; see :class:`harness.catalog.AssetTest`.

    Raises:
        ValueError: If the bounds do not tell where the asset is relative to the ramp.
    """
    if bounds.patch is None:
        raise ValueError("slope_drop needs bounds that were measured from the ramp")
    data = _Data(
        trajectory=trajectory, bounds=bounds, patch=bounds.patch, events=events, context=context, config=config
    )
    limit = config.speed_limit_m_s(math.sqrt(2 * config.gravity_m_s2 * context.numbers["fall_m"]))
    criteria = (
        _contact(data),
        _slides(data),
        _not_below(data, "ramp-penetration", "No point sinks into the ramp", "MON051"),
        _not_below(data, "through-ramp", "Does not go through the ramp", "MON052"),
        _not_launched(data),
        _floor(data),
        finite_criterion(events, context),
        energy_criterion(trajectory, events, limit),
        built_criterion(context),
        _depth(data),
        _acceleration(data),
    )
    contact = data.event("ramp-contact")
    failed = [c for c in criteria if c.status is NOT_MET and c.code]
    findings = [criterion_finding(c, _TEXTS, contact.time_s if contact else None) for c in failed]
    return Judgement(
        criteria=criteria,
        findings=(*(f for f in findings if f is not None), *_remarks(data)),
        events=tuple(events),
        measurements=_measurements(data),
        tables=_tables(data),
        pass_sentence=_pass_sentence(data),
    )


def _contact(data: _Data) -> Criterion:
    event, limit = data.event("ramp-contact"), data.config.contact_margin_m
    nearest = finite_min(data.patch.nearest_m)
    status = MET if event is not None else NOT_MET if data.trajectory.is_complete else UNDECIDED
    if is_frozen(data.trajectory) or nearest is None:
        status = UNDECIDED
    return Criterion(
        name="ramp-contact",
        title="Comes down on the ramp",
        status=status,
        is_required=True,
        measured=nearest,
        limit=limit,
        unit="m",
        margin=None if nearest is None else limit - nearest,
        code="MON050",
        time_s=event.time_s if event else None,
        frame_index=event.frame_index if event else None,
        note="smallest signed distance of an extreme point to the ramp",
    )


def _slides(data: _Data) -> Criterion:
    event, contact, limit = data.event("slid"), data.event("ramp-contact"), data.config.slide_distance_m
    moved = None
    if contact is not None:
        along = data.patch.along_m[data.on_ramp]
        farthest = finite_max(along)
        moved = None if farthest is None else farthest - float(data.patch.along_m[contact.frame_index])
    status = MET if event is not None else NOT_MET
    if event is None and (contact is None or data.stopped_by or not data.trajectory.is_complete or moved is None):
        status = UNDECIDED
    return Criterion(
        name="slides-downhill",
        title=f"Moves {limit:g} m downhill",
        status=status,
        is_required=True,
        measured=moved,
        limit=limit,
        unit="m",
        margin=None if moved is None else moved - limit,
        code="MON053",
        time_s=event.time_s if event else None,
        frame_index=event.frame_index if event else None,
        note="centroid of the geometry, from contact on" if contact is not None else "never came down on the ramp",
    )


def _not_below(data: _Data, name: str, title: str, code: str) -> Criterion:
    is_through = name == "through-ramp"
    limit = -(data.config.tunnel_margin_m if is_through else data.config.penetration_margin_m)
    event = data.event(name)
    values = data.patch.farthest_m if is_through else data.patch.nearest_m
    lowest = finite_min(values[data.on_ramp])
    return Criterion(
        name=name,
        title=title,
        status=UNDECIDED if lowest is None else NOT_MET if event is not None else MET,
        is_required=True,
        measured=lowest,
        limit=limit,
        unit="m",
        margin=None if lowest is None else lowest - limit,
        code=code,
        time_s=event.time_s if event else None,
        frame_index=event.frame_index if event else None,
        note="farthest point" if is_through else "nearest point",
    )


def _not_launched(data: _Data) -> Criterion:
    config = data.config
    fixed = max(config.launch_height_m, config.launch_size_fraction * data.context.numbers["extent_m"])
    event, contact = data.event("launched"), data.event("ramp-contact")
    excess = None
    if contact is not None:
        downhill = data.patch.along_m[data.on_ramp] - data.patch.along_m[contact.frame_index]
        allowed = np.maximum(fixed, config.hop_ratio * downhill)
        excess = finite_max(data.patch.nearest_m[data.on_ramp] - allowed)
    return Criterion(
        name="not-launched",
        title="Is not thrown off the ramp",
        status=UNDECIDED if excess is None else NOT_MET if event is not None else MET,
        is_required=True,
        measured=excess,
        limit=0.0,
        unit="m",
        margin=None if excess is None else -excess,
        code="MON054",
        time_s=event.time_s if event else None,
        frame_index=event.frame_index if event else None,
        note=f"height of the nearest point over what is allowed ({fixed:.3f} m, more for what has come far downhill); "
        f"counts when it lasts {config.launch_seconds:g} s",
    )


def _floor(data: _Data) -> Criterion:
    event, limit = data.event("penetration"), -data.config.floor_margin_m
    lowest = finite_min(data.bounds.box_min_m[:, 2])
    return Criterion(
        name="floor-penetration",
        title="Does not sink through the floor",
        status=UNDECIDED if lowest is None else NOT_MET if event is not None else MET,
        is_required=True,
        measured=lowest,
        limit=limit,
        unit="m",
        margin=None if lowest is None else lowest - limit,
        code="MON002",
        time_s=event.time_s if event else None,
        frame_index=event.frame_index if event else None,
        note="lowest point of the run",
    )


def _depth(data: _Data) -> Criterion:
    config = data.config
    limit = max(config.slide_depth_fraction * data.context.height_m, config.slide_depth_min_m)
    nearest = data.patch.nearest_m[data.on_ramp]
    finite = nearest[np.isfinite(nearest)]
    depth = max(0.0, -float(np.median(finite))) if finite.size else None
    return evidence("slide-depth", "Slides on the ramp, not inside it", "MON056", "m", depth, limit)


def _acceleration(data: _Data) -> Criterion:
    """Compare the acceleration while sliding without turning with g (sin a - mu cos a).

    Source: Coulomb friction on an inclined plane. Friction that differs between colliders gives a range.
    """
    config, numbers = data.config, data.context.numbers
    title, limit = "Slides as friction demands", config.acceleration_fraction
    measured = slide_acceleration_m_s2(data)
    # What holds the asset fast is not a matter of a few percent; MON053 speaks of it.
    if measured is None or "friction_low" not in numbers or data.event("slid") is None:
        return evidence("slide-acceleration", title, "MON055", "", None, limit)
    sine, cosine = math.sin(config.angle_rad), math.cos(config.angle_rad)
    high, low = (config.gravity_m_s2 * (sine - numbers[k] * cosine) for k in ("friction_low", "friction_high"))
    nearest = min(max(measured, low), high)
    return evidence("slide-acceleration", title, "MON055", "", abs(measured - nearest) / max(abs(nearest), 1e-9), limit)


def slide_acceleration_m_s2(data: _Data) -> float | None:
    """Return the downhill acceleration of the longest slide of a single body that does not turn or lift off."""
    frames, velocity = data.trajectory.frames, data.trajectory.frames.linear_velocity_m_s
    if velocity is None or frames.position_m.shape[1] != 1 or data.context.patch is None:
        return None
    spin = frames.angular_velocity_rad_s
    numbers = np.arange(frames.frame_count)[data.on_ramp]
    if spin is None or not len(numbers):
        return None
    limit = max(data.config.slide_depth_min_m, 0.002 * data.context.height_m)
    is_sliding = (np.linalg.norm(spin[numbers, 0], axis=1) < _STILL_RAD_S) & (
        np.abs(data.patch.nearest_m[numbers]) < limit
    )
    edges = np.flatnonzero(np.diff(np.concatenate([[0], is_sliding.astype(int), [0]])))
    starts, ends = edges[::2], edges[1::2]
    if not len(starts):
        return None
    longest = int(np.argmax(ends - starts))
    # The first steps after an impact still dissipate it.
    chosen = numbers[starts[longest] + data.config.steps(0.05) : ends[longest]]
    if len(chosen) < data.config.steps(_FIT_SECONDS):
        return None
    speed = velocity[chosen, 0].astype(np.float64) @ np.asarray(data.context.patch.downhill)
    if not np.isfinite(speed).all():
        return None
    return float(np.polyfit(frames.time_s[chosen], speed, 1)[0])


def _remarks(data: _Data) -> list[Finding]:
    remarks: list[Finding] = []
    if is_frozen(data.trajectory):
        remarks.append(finding("ENG014", "No pose changed from the first frame to the last while gravity acts."))
    if not data.trajectory.is_complete:
        reason = data.trajectory.stop_reason.value
        remarks.append(finding("TST003", f"The run ended early: {reason}.", severity=Severity.INCONCLUSIVE))
    return remarks


def _measurements(data: _Data) -> dict[str, float | None]:
    contact, left = data.event("ramp-contact"), data.event("left-ramp")
    config, context = data.config, data.context
    expected = [
        config.gravity_m_s2 * (math.sin(config.angle_rad) - context.numbers[k] * math.cos(config.angle_rad))
        for k in ("friction_high", "friction_low")
        if k in context.numbers
    ]
    return {
        "height_m": context.height_m,
        "drop_height_m": context.drop_height_m,
        "ramp_length_m": context.patch.length_m if context.patch is not None else None,
        "contact_time_s": contact.time_s if contact else None,
        "left_ramp_time_s": left.time_s if left else None,
        "slide_acceleration_m_s2": slide_acceleration_m_s2(data),
        "slide_acceleration_analytic_low_m_s2": expected[0] if expected else None,
        "slide_acceleration_analytic_high_m_s2": expected[-1] if expected else None,
        "simulated_s": float(data.trajectory.frames.time_s[-1]),
        "frames": float(data.trajectory.frames.frame_count),
    }


def _tables(data: _Data) -> tuple[Table, ...]:
    """List where the asset is relative to the ramp at even times."""
    count = data.trajectory.frames.frame_count
    frames = np.unique(np.linspace(0, count - 1, min(_ROWS, count)).round().astype(int))
    start = data.event("ramp-contact")
    origin = float(data.patch.along_m[start.frame_index if start else 0])
    rows = tuple(
        (
            float(data.trajectory.frames.time_s[f]),
            float(data.patch.along_m[f]) - origin,
            float(data.patch.nearest_m[f]),
            float(data.patch.farthest_m[f]),
        )
        for f in frames
    )
    return (
        Table(
            name="ramp",
            title="Where it is on the ramp",
            columns=(
                Column(name="time_s", label="Time", unit="s"),
                Column(name="downhill_m", label="Way downhill since contact", unit="m"),
                Column(name="nearest_m", label="Nearest point above the ramp", unit="m"),
                Column(name="farthest_m", label="Farthest point above the ramp", unit="m"),
            ),
            rows=rows,
            note="Signed distances of extreme points; empty where the asset is no longer over the ramp.",
        ),
    )


def _pass_sentence(data: _Data) -> str:
    contact, slid, left = (data.event(n) for n in ("ramp-contact", "slid", "left-ramp"))
    if contact is None or slid is None:
        return ""
    text = f"Lands on the ramp after {contact.time_s:.2f} s and moves downhill"
    return f"{text}, leaving it at {left.time_s:.2f} s" if left is not None else text
