"""The comparison page of a sweep: where the robot passes, a chart of the margin, and one line a variant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from harness.report.codec import write_json_atomic, write_text_atomic
from harness.report.html_report import fill
from harness.report.plain import first_reason, one_line
from harness.report.wording import OutcomeWords, limit_text, outcome_words, quantity, quantity_row, tightest_criterion
from harness.vary.sweep import SweepPoint, conclusion, parameter_of, share_left, sorted_points

__all__ = ["PAGE", "RECORD", "write_sweep"]

PAGE = "sweep.html"
RECORD = "sweep.json"
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720.0, 260.0, 58.0, 14.0, 28.0, 40.0
_LABEL_WIDTH = 44.0
"""Pixels that a label below the chart needs."""


@dataclass(frozen=True, kw_only=True)
class _Mark:
    """A variant in the chart."""

    x: float
    y: float
    tone: str
    text: str


@dataclass(frozen=True, kw_only=True)
class _Tick:
    at: float
    label: str


@dataclass(frozen=True, kw_only=True)
class _Chart:
    """Positions in pixels."""

    marks: tuple[_Mark, ...]
    x_ticks: tuple[_Tick, ...]
    y_ticks: tuple[_Tick, ...]
    zero: float
    label: str
    width: float = WIDTH
    height: float = HEIGHT
    left: float = LEFT
    right: float = WIDTH - RIGHT
    top: float = TOP
    bottom: float = HEIGHT - BOTTOM


@dataclass(frozen=True, kw_only=True)
class _Row:
    """A variant in the table."""

    name: str
    href: str
    values: tuple[str, ...]
    words: OutcomeWords
    reason: str
    tightest: str
    measured: str
    limit: str
    margin: str
    height: str
    mass: str
    notes: tuple[str, ...]


def write_sweep(folder: Path, robot: str, points: Sequence[SweepPoint], missing: int) -> tuple[str, ...]:
    """Write page and record into the run folder and return what they say.

    Args:
        folder: Run folder.
        robot: Name of the robot's file.
        points: Variants with verdicts.
        missing: Variants without one.
    """
    label = parameter_of(points)
    ordered = sorted_points(points, label)
    sentences = conclusion(ordered, label)
    if missing:
        sentences = (*sentences, f"{missing} variants have no verdict: the run was cut.")
    record = {
        "robot": robot,
        "parameter": label,
        "conclusion": list(sentences),
        "points": [
            {
                "file": f"variants/{p.written.path.name}",
                "parameters": {q.label: q.text for q in p.written.variant.parameters},
                "outcome": p.entry.verdict.outcome.value,
                "is_clean": p.entry.verdict.is_clean,
                "share_of_limit_left": share_left(p),
                "case_dir": p.entry.case_dir,
            }
            for p in ordered
        ],
    }
    write_json_atomic(folder / RECORD, record)
    text = fill(
        "sweep_page.html.j2",
        scripts=("common.js",),
        robot=robot,
        run_id=folder.name,
        sentences=sentences,
        test=ordered[0].entry.verdict.test if ordered else "",
        labels=_labels(ordered),
        rows=[_row(p, _labels(ordered)) for p in ordered],
        chart=None if label is None else _chart(ordered, label),
    )
    write_text_atomic(folder / PAGE, text)
    return sentences


def _labels(points: Sequence[SweepPoint]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(q.label for p in points for q in p.written.variant.parameters))


def _row(point: SweepPoint, labels: Sequence[str]) -> _Row:
    verdict = point.entry.verdict
    given = {q.label: q.text for q in point.written.variant.parameters}
    tightest = tightest_criterion(verdict)
    measured = limit = margin = ""
    if tightest is not None:
        measured, limit, margin = quantity_row((tightest.measured, tightest.limit, tightest.margin), tightest.unit)
    code, reason = first_reason(verdict)
    asset = verdict.asset
    return _Row(
        name=point.written.variant.name,
        href=quote(f"{point.entry.case_dir}/index.html"),
        values=tuple(given.get(label, "\u2013") for label in labels),
        words=outcome_words(verdict),
        reason="" if not code else one_line(f"{code}: {reason}"),
        tightest="" if tightest is None else tightest.title,
        measured=measured,
        limit=limit_text(limit),
        margin=margin,
        height="" if asset.height_m is None else quantity(asset.height_m, "m"),
        mass="" if asset.total_mass_kg is None else quantity(asset.total_mass_kg, "kg"),
        notes=point.written.notes,
    )


def _chart(points: Sequence[SweepPoint], label: str) -> _Chart:
    numbers = [p.number(label) or 0.0 for p in points]
    low, high = min(numbers), max(numbers)
    span = (high - low) or 1.0
    left, right = LEFT + 20, WIDTH - RIGHT - 20

    def across(value: float) -> float:
        return round(left + (value - low) / span * (right - left), 1)

    def up(share: float) -> float:
        clipped = max(-1.0, min(1.0, share))
        return round(TOP + (1 - clipped) / 2 * (HEIGHT - BOTTOM - TOP), 1)

    marks = []
    for point, number in zip(points, numbers, strict=True):
        share = share_left(point)
        words = outcome_words(point.entry.verdict)
        told = "not measured" if share is None else f"{100 * share:.0f} % of the limit left"
        # Without a measurement there is no height to draw: a fail stands at the bottom, anything else on the line.
        height = share if share is not None else (-1.0 if words.tone == "fail" else 0.0)
        marks.append(_Mark(x=across(number), y=up(height), tone=words.tone, text=f"{number:g}: {words.label}, {told}"))
    shown: list[float] = []
    for number in numbers:
        if not shown or across(number) - across(shown[-1]) > _LABEL_WIDTH:
            shown.append(number)
    return _Chart(
        marks=tuple(marks),
        x_ticks=tuple(_Tick(at=across(n), label=f"{n:g}") for n in shown),
        y_ticks=tuple(_Tick(at=up(s), label=f"{100 * s:.0f}\u00a0%") for s in (-1.0, -0.5, 0.0, 0.5, 1.0)),
        zero=up(0.0),
        label=label,
    )
