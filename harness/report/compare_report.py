"""Two runs side by side as one folder that can be copied: what changed, by how much, and both videos in step."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from harness.errors import RecordError
from harness.report.chart import Chart, Level, Line, PanelSpec, lay_out, overview_range
from harness.report.codec import write_text_atomic
from harness.report.criterion_rows import criterion_row
from harness.report.difference import KINDS, CaseDifference, CriterionChange, compare_runs
from harness.report.finding_cards import FindingView, finding_views
from harness.report.html_report import PAGE_NAME, fill
from harness.report.linking import find_file
from harness.report.metadata import Fact, moment
from harness.report.model import RunEntry, RunReport
from harness.report.privacy import redact
from harness.report.series import Series, load_series
from harness.report.wording import OutcomeWords, count_of, outcome_words, quantity, quantity_row
from harness.verdict import Verdict

__all__ = ["RunFolder", "describe", "write_comparison"]

_TONES = {
    "worse": "fail",
    "not compared": "unsure",
    "missing": "unsure",
    "changed": "warn",
    "better": "pass",
    "new": "skip",
    "same": "skip",
}
_FILES = ("video", "still")


@dataclass(frozen=True, kw_only=True)
class RunFolder:
    """A run and where it is."""

    report: RunReport
    folder: Path


@dataclass(frozen=True, kw_only=True)
class SideView:
    """One of the two results of a case."""

    name: str
    """``before`` or ``after``."""
    words: OutcomeWords
    summary: str
    engine: str
    video: str
    """Address; empty without one."""
    still: str
    events: tuple[tuple[str, float], ...]
    """(label, time) of the moments to jump to."""


@dataclass(frozen=True, kw_only=True)
class NumberView:
    """A criterion in both runs as text."""

    title: str
    before: str
    after: str
    delta: str
    limit: str
    use_before: str
    use_after: str
    fill_before: float | None
    fill_after: float | None
    tone: str


@dataclass(frozen=True, kw_only=True)
class DifferenceView:
    """One case of the comparison."""

    anchor: str
    difference: CaseDifference
    tone: str
    sentence: str
    sides: tuple[SideView, ...]
    numbers: tuple[NumberView, ...]
    gone: tuple[FindingView, ...]
    appeared: tuple[FindingView, ...]
    chart: Chart | None
    has_videos: bool


def write_comparison(
    before: RunFolder, after: RunFolder, out_dir: Path, *, is_across_presets: bool = False
) -> tuple[CaseDifference, ...]:
    """Write ``index.html`` with copies of the videos and pictures of what differs.

    Args:
        before: First run.
        after: Second run.
        out_dir: Existing folder.
        is_across_presets: Whether to compare results under different presets.

    Returns:
        The differences, those that need a look first.
    """
    found = compare_runs(before.report, after.report, is_across_presets=is_across_presets)
    views = [_view(number, d, before, after, out_dir) for number, d in enumerate(found, start=1)]
    counts = Counter(d.kind for d in found)
    text = fill(
        "compare_page.html.j2",
        scripts=("common.js", "compare.js"),
        headline=_headline(counts, len(found)),
        tone="fail" if counts["worse"] else "warn" if counts["changed"] or counts["not compared"] else "pass",
        kinds=[(kind, _TONES[kind], counts[kind]) for kind in KINDS if counts[kind]],
        runs=[_run_facts("Before", before.report), _run_facts("After", after.report)],
        cases=views,
        open_count=sum(d.kind not in ("same", "new", "missing") for d in found),
    )
    write_text_atomic(out_dir / PAGE_NAME, text)
    return found


def _headline(counts: Counter[str], total: int) -> str:
    parts = [f"{counts[kind]} {kind}" for kind in KINDS if counts[kind]]
    return f"{count_of(total, 'case')}: {', '.join(parts)}." if parts else "There is nothing to compare."


def _run_facts(label: str, report: RunReport) -> tuple[Fact, ...]:
    engines = sorted({f"{e.verdict.engine.name} {e.verdict.engine.version or ''}".strip() for e in report.verdicts})
    return (
        Fact(label=label, text=report.run_id),
        Fact(label="Started", text=moment(report.started_at)),
        Fact(label="Cases", text=str(len(report.verdicts))),
        Fact(label="Engine", text=", ".join(engines) or "\u2013"),
    )


def _view(
    number: int, difference: CaseDifference, before: RunFolder, after: RunFolder, out_dir: Path
) -> DifferenceView:
    with_files = difference.kind not in ("same", "not compared")
    sides = tuple(
        _side(name, entry, run.folder, out_dir / "files" / str(number), with_files=with_files)
        for name, entry, run in (("before", difference.before, before), ("after", difference.after, after))
        if entry is not None
    )
    a, b = difference.before, difference.after
    series = [] if a is None or b is None or not with_files else [_series(a, before), _series(b, after)]
    return DifferenceView(
        anchor=f"case-{number}",
        difference=difference,
        tone=_TONES[difference.kind],
        sentence=_sentence(difference),
        sides=sides,
        numbers=tuple(_number(c) for c in difference.criteria),
        gone=() if a is None else _cards(a.verdict, difference.gone),
        appeared=() if b is None else _cards(b.verdict, difference.appeared),
        chart=_chart(series) if len(series) == 2 else None,
        has_videos=len(sides) == 2 and all(s.video for s in sides),
    )


def _sentence(difference: CaseDifference) -> str:
    if difference.reason:
        return difference.reason
    if difference.before is None:
        return "Only the second run has it."
    if difference.after is None:
        return "The second run does not have it."
    labels = [outcome_words(e.verdict).label for e in (difference.before, difference.after)]
    if labels[0] != labels[1]:
        return f"{labels[0]} became {labels[1]}."
    notable = len(difference.criteria)
    if difference.kind == "same":
        return f"{labels[0]} in both."
    parts = [f"{notable} {'criterion' if notable == 1 else 'criteria'} moved"] if notable else []
    parts += [f"{count_of(len(difference.appeared), 'new finding')}"] if difference.appeared else []
    parts += [f"{count_of(len(difference.gone), 'finding')} gone"] if difference.gone else []
    return f"{labels[0]} in both, but {', '.join(parts)}."


def _cards(verdict: Verdict, findings: tuple[object, ...]) -> tuple[FindingView, ...]:
    every = finding_views(verdict, {f.severity for f in verdict.findings})
    return tuple(v for v in every if v.finding in findings)


def _side(name: str, entry: RunEntry, run_folder: Path, target: Path, *, with_files: bool) -> SideView:
    verdict = entry.verdict
    copied = {}
    for kind in _FILES if with_files else ():
        source = next((a.file for a in verdict.artifacts if a.kind == kind), None)
        path = None if source is None else find_file(run_folder / entry.case_dir, source)
        if path is not None and (kind != "video" or verdict.video.status == "ok"):
            target.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / f"{name}{path.suffix}")
            copied[kind] = f"files/{target.name}/{name}{path.suffix}"
    engine = verdict.engine
    return SideView(
        name=name,
        words=outcome_words(verdict),
        summary=redact(verdict.summary),
        engine=f"{engine.name} {engine.version or ''}".strip(),
        video=copied.get("video", ""),
        still=copied.get("still", ""),
        events=tuple((e.name.replace("-", " "), e.time_s) for e in sorted(verdict.events, key=lambda e: e.time_s)),
    )


def _number(change: CriterionChange) -> NumberView:
    rows = [None if c is None else criterion_row(c) for c in (change.before, change.after)]
    known = next(c for c in (change.after, change.before) if c is not None)
    values = tuple(None if c is None else c.measured for c in (change.before, change.after))
    before, after, delta = quantity_row((*values, change.delta), known.unit)
    first, second = change.shares
    is_worse = first is not None and second is not None and second > first
    return NumberView(
        title=known.title,
        before="\u2013" if values[0] is None else before,
        after="\u2013" if values[1] is None else after,
        delta="\u2013" if change.delta is None else f"+{delta}" if change.delta > 0 else delta,
        limit=next((r.limit for r in reversed(rows) if r is not None), "\u2013"),
        use_before="" if rows[0] is None else rows[0].use,
        use_after="" if rows[1] is None else rows[1].use,
        fill_before=None if rows[0] is None else rows[0].fill,
        fill_after=None if rows[1] is None else rows[1].fill,
        tone="bad" if rows[1] is not None and rows[1].tone == "bad" else "warn" if is_worse else "good",
    )


def _series(entry: RunEntry, run: RunFolder) -> Series | None:
    try:
        return load_series(run.folder / entry.case_dir / "series.json")
    except RecordError:
        # A damaged chart file is told on the page of the case; here the curve is left out.
        return None


def _chart(series: list[Series | None]) -> Chart | None:
    before, after = series
    if before is None or after is None or not before.time_s or not after.time_s:
        return None
    longest, other = (after, before) if after.time_s[-1] >= before.time_s[-1] else (before, after)
    low, high = overview_range((*longest.low_z_m, *other.low_z_m), 0.1)
    spec = PanelSpec(
        title="Lowest point above the floor",
        unit="m",
        samples=longest.low_z_m,
        low=low,
        high=high,
        height=170,
        levels=(Level(value=0.0, label="floor", kind="floor"),),
        others=(Line(series=other, samples=other.low_z_m),),
    )
    chart = lay_out(longest, [spec])
    return None if chart is None else replace(chart, is_swapped=longest is before)


def describe(difference: CaseDifference) -> str:
    """Return one line about a case for the terminal."""
    moved = [c for c in difference.criteria if c.delta is not None]
    tail = ""
    if moved and moved[0].after is not None:
        tail = f" ({moved[0].name} {quantity(moved[0].delta, moved[0].after.unit)})"
    return f"{difference.kind:<13} {difference.asset} ({difference.test}): {_sentence(difference)}{tail}"
