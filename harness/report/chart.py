"""Lays out the charts of a case in pixels; a template turns the layout into SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from harness.report.series import Samples, Series
from harness.report.wording import quantity

__all__ = [
    "Chart",
    "Level",
    "Line",
    "Mark",
    "Panel",
    "PanelSpec",
    "Tick",
    "Zone",
    "lay_out",
    "near_floor_range",
    "overview_range",
]

WIDTH, LEFT, RIGHT = 720.0, 58.0, 14.0
_TOP, _GAP, _BOTTOM, _MARK_ROW, _MARK_SIZE = 8.0, 34.0, 36.0, 20.0, 19.0
_FAR = 1e9

Point = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class Tick:
    """A labelled position on an axis."""

    at: float
    label: str


@dataclass(frozen=True, kw_only=True)
class Level:
    """A horizontal line with a meaning, such as the floor."""

    value: float
    label: str
    kind: str
    """``floor``, ``limit`` or ``hint``; picks the line style."""
    at: float = 0.0
    """Position, filled in by the layout."""
    label_at: float = 0.0
    """Base line of the label."""


@dataclass(frozen=True, kw_only=True)
class Mark:
    """A numbered event on the time axis."""

    number: int
    label: str
    time_s: float
    tone: str
    x: float = 0.0
    """Position, filled in by the layout."""
    row: int = 0
    """Row of the number, so that close events do not cover each other."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """Another recording in the same panel."""

    series: Series
    samples: Samples


@dataclass(frozen=True, kw_only=True)
class Zone:
    """A range of values over a stretch of time."""

    start_s: float
    end_s: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class PanelSpec:
    """What a panel shows."""

    title: str
    unit: str
    samples: Samples
    low: float
    """Lowest value on the axis."""
    high: float
    """Highest value on the axis."""
    height: float
    """Pixels."""
    levels: tuple[Level, ...] = ()
    shade: tuple[float, float] | None = None
    """Range of values that is tinted."""
    zone: Zone | None = None
    """Tolerance that holds for a stretch of time."""
    others: tuple[Line, ...] = ()
    """Further lines."""


@dataclass(frozen=True, kw_only=True)
class Panel:
    """A panel in pixels."""

    title: str
    top: float
    height: float
    ticks: tuple[Tick, ...]
    levels: tuple[Level, ...]
    path: str
    """SVG path of the line."""
    shade: tuple[float, float] | None
    """Top and height of the tinted range."""
    notes: tuple[str, ...]
    """What lies outside the view."""
    zone: tuple[float, float, float, float] | None = None
    """Left edge, top, width and height of the tolerance."""
    other_paths: tuple[str, ...] = ()
    """SVG paths of the further lines."""

    @property
    def bottom(self) -> float:
        """Lower edge."""
        return self.top + self.height


@dataclass(frozen=True, kw_only=True)
class Chart:
    """Panels above each other with one time axis."""

    width: float
    height: float
    left: float
    right: float
    end_s: float
    panels: tuple[Panel, ...]
    ticks: tuple[Tick, ...]
    marks: tuple[Mark, ...]
    band: tuple[float, float] | None
    """Left edge and width of the rest window."""
    deadline: float | None
    """Position of the latest time for rest."""
    samples: str
    """``time,value`` pairs of the first panel, for the read-out under the pointer."""
    is_swapped: bool = False
    """Whether the further line is the main one to the reader."""


def lay_out(
    series: Series,
    specs: Sequence[PanelSpec],
    *,
    marks: Sequence[Mark] = (),
    band_s: tuple[float, float] | None = None,
    deadline_s: float | None = None,
    with_samples: bool = False,
) -> Chart | None:
    """Place panels, marks and ticks.

    Args:
        series: Recorded motion; at least two samples are needed. The longest one, when there are further lines.
        specs: Panels from top to bottom.
        marks: Events on the time axis.
        band_s: Start and end of the rest window.
        deadline_s: Latest time for rest; left out when it is beyond the recording.
        with_samples: Whether to keep the samples for a read-out.

    Returns:
        The layout, or ``None`` when there is nothing to draw.
    """
    if len(series.time_s) < 2 or not specs or series.time_s[-1] <= series.time_s[0]:
        return None
    end = series.time_s[-1]
    right = WIDTH - RIGHT

    def x_of(time_s: float) -> float:
        return LEFT + (right - LEFT) * min(max(time_s / end, 0.0), 1.0)

    placed = _place_marks(marks, x_of)
    y = _TOP + _MARK_ROW * (max((m.row for m in placed), default=-1) + 1) + 22
    panels = []
    for spec in specs:
        panels.append(_panel(spec, series.time_s, x_of, y))
        y += spec.height + _GAP
    band = None if band_s is None else (x_of(band_s[0]), x_of(band_s[1]) - x_of(band_s[0]))
    return Chart(
        width=WIDTH,
        height=y - _GAP + _BOTTOM,
        left=LEFT,
        right=right,
        end_s=end,
        panels=tuple(panels),
        ticks=tuple(Tick(at=x_of(t), label=f"{t:g}") for t in _nice(0.0, end, 8)),
        marks=placed,
        band=band,
        deadline=None if deadline_s is None or deadline_s > end else x_of(deadline_s),
        samples=_pairs(series.time_s, specs[0].samples) if with_samples else "",
    )


def overview_range(samples: Samples, margin_m: float) -> tuple[float, float]:
    """Return the axis of the whole fall; a body that flies off or falls for ever does not flatten the rest.

    Args:
        samples: Height of the lowest point [m].
        margin_m: Floor margin [m].
    """
    known = [v for v in samples if v is not None]
    start = abs(known[0]) if known else margin_m
    room = max(start, 2 * margin_m)
    high = min(max([*known, room]), 1.5 * room)
    low = max(min([*known, -margin_m - 0.11 * high]), -0.6 * room)
    return low, high + 0.05 * (high - low)


def near_floor_range(series: Series, contact_s: float | None, margin_m: float, keep_m: float) -> tuple[float, float]:
    """Return the axis that shows millimetres: how deep the asset sank and how high it rests.

    Args:
        series: Recorded motion.
        contact_s: First contact, if there was one.
        margin_m: Floor margin [m]; shown when the motion comes near it.
        keep_m: Height above and below the floor that is always shown [m].
    """
    after = [v for t, v in zip(series.time_s, series.low_z_m, strict=True) if v is not None and t >= (contact_s or 0.0)]
    final = [abs(v) for v in after[-max(2, len(after) // 10) :]]
    deepest = max(0.0, -min(after, default=0.0))
    span = max(deepest, keep_m, 0.002, min(max(final, default=0.0), margin_m)) * 1.35
    if span > 0.4 * margin_m:
        span = max(span, 1.25 * margin_m)
    low = -min(span, 2.5 * margin_m)
    return low, min(span, 1.4 * margin_m)


# Layout


def _place_marks(marks: Sequence[Mark], x_of: Callable[[float], float]) -> tuple[Mark, ...]:
    ends: list[float] = []
    placed = []
    for mark in sorted(marks, key=lambda m: (m.time_s, m.number)):
        x = x_of(mark.time_s)
        row = next((i for i, end in enumerate(ends) if x - end >= _MARK_SIZE), len(ends))
        ends[row : row + 1] = [x]
        placed.append(replace(mark, x=round(x, 1), row=row))
    return tuple(placed)


def _panel(spec: PanelSpec, time_s: Sequence[float], x_of: Callable[[float], float], top: float) -> Panel:
    def y_of(value: float) -> float:
        share = (spec.high - value) / (spec.high - spec.low)
        return round(top + spec.height * min(max(share, -_FAR), _FAR), 1)

    factor, unit = (1000.0, "mm") if spec.unit == "m" and max(abs(spec.low), abs(spec.high)) < 1 else (1.0, spec.unit)
    ticks = tuple(
        Tick(at=y_of(v / factor), label=f"{v:g}".replace("-", "\u2212"))
        for v in _nice(spec.low * factor, spec.high * factor, max(2, int(spec.height / 28)))
    )
    inside = [lv for lv in spec.levels if spec.low <= lv.value <= spec.high]
    shade = None
    if spec.shade:
        edges = [y_of(min(max(v, spec.low), spec.high)) for v in spec.shade]
        shade = (edges[1], edges[0] - edges[1])
    return Panel(
        title=f"{spec.title} [{unit}]",
        top=top,
        height=spec.height,
        ticks=ticks,
        levels=tuple(_levels(inside, y_of, top, top + spec.height)),
        path=_path([x_of(t) for t in time_s], spec.samples, y_of),
        other_paths=tuple(_path([x_of(t) for t in o.series.time_s], o.samples, y_of) for o in spec.others),
        shade=shade,
        zone=None if spec.zone is None else _zone(spec.zone, spec, x_of, y_of),
        notes=tuple(f"{lv.label} ({quantity(lv.value, spec.unit)})" for lv in spec.levels if lv not in inside),
    )


def _zone(
    zone: Zone, spec: PanelSpec, x_of: Callable[[float], float], y_of: Callable[[float], float]
) -> tuple[float, float, float, float]:
    left, right = x_of(zone.start_s), x_of(zone.end_s)
    upper, lower = (y_of(min(max(v, spec.low), spec.high)) for v in (zone.high, zone.low))
    return round(left, 1), upper, round(right - left, 1), round(lower - upper, 1)


def _levels(levels: Sequence[Level], y_of: Callable[[float], float], top: float, bottom: float) -> Iterator[Level]:
    """Yield levels in pixels, each with its label above or below its line, or without one where nothing is free."""
    lines = [y_of(lv.value) for lv in levels]
    taken = [(y - 1, y + 1) for y in lines]
    for level, at in zip(levels, lines, strict=True):
        boxes = [(at - 15, at - 2), (at + 2, at + 15)]
        free = next(
            (
                box
                for box in (boxes[::-1] if level.value < 0 else boxes)
                if box[0] >= top and box[1] <= bottom and all(box[1] <= t[0] or box[0] >= t[1] for t in taken)
            ),
            None,
        )
        taken += [free] if free else []
        yield replace(level, at=at, label=level.label if free else "", label_at=free[1] - 2 if free else 0.0)


def _path(xs: Sequence[float], samples: Samples, y_of: Callable[[float], float]) -> str:
    parts = []
    for run in _runs(xs, samples):
        points = _simplify([(x, max(-_FAR, min(_FAR, y_of(v)))) for x, v in run])
        if len(points) == 1:
            points = [points[0], (points[0][0] + 0.5, points[0][1])]
        parts.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points))
    return "".join(parts)


def _runs(xs: Sequence[float], samples: Samples) -> Iterator[list[Point]]:
    run: list[Point] = []
    for x, value in zip(xs, samples, strict=True):
        if value is None:
            if run:
                yield run
            run = []
        else:
            run.append((x, value))
    if run:
        yield run


def _simplify(points: list[Point], tolerance: float = 0.25) -> list[Point]:
    """Drop points that lie on the line between their neighbours (Ramer, Douglas, Peucker), in pixels."""
    keep = {0, len(points) - 1}
    stack = [(0, len(points) - 1)]
    while stack:
        first, last = stack.pop()
        (x0, y0), (x1, y1) = points[first], points[last]
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        worst, index = tolerance, 0
        for i in range(first + 1, last):
            x, y = points[i]
            distance = abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / length
            if distance > worst:
                worst, index = distance, i
        if index:
            keep.add(index)
            stack += [(first, index), (index, last)]
    return [points[i] for i in sorted(keep)]


def _nice(low: float, high: float, count: int) -> list[float]:
    """Return round numbers between two values, about ``count`` of them."""
    raw = (high - low) / max(count, 1)
    scale = 10.0 ** math.floor(math.log10(raw))
    step = next(m * scale for m in (1.0, 2.0, 5.0, 10.0) if m * scale >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [round(i * step, 12) + 0.0 for i in range(first, math.floor(high / step + 1e-9) + 1)]


def _pairs(time_s: Sequence[float], samples: Samples) -> str:
    return ";".join(f"{t:.4g},{v:.5g}" for t, v in zip(time_s, samples, strict=True) if v is not None)
