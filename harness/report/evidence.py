"""What a reader looks at: events, charts, video and files of one case."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path

from harness.errors import RecordError
from harness.report.chart import (
    Chart,
    Level,
    Mark,
    PanelSpec,
    Zone,
    lay_out,
    near_floor_range,
    overview_range,
)
from harness.report.linking import Links, find_file
from harness.report.model import RunEntry
from harness.report.privacy import redact
from harness.report.series import Samples, Series, load_series
from harness.report.wording import quantity
from harness.verdict import Event, Verdict

__all__ = ["Evidence", "FileLink", "VideoView", "collect_evidence"]

_LOG_BYTES, _LOG_LINES = 64_000, 40
_VIEW_M = 0.1
"""Height of the view near the floor for tests that have no floor margin."""

_EVENTS: dict[str, tuple[str, str]] = {
    "ground-contact": ("Reaches the floor margin", "info"),
    "floor-force": ("First force on the floor", "info"),
    "penetration": ("Through the floor", "bad"),
    "deepest": ("Deepest point", "info"),
    "rest": ("At rest", "good"),
    "ramp-contact": ("Reaches the ramp", "info"),
    "slid": ("Has slid far enough", "good"),
    "left-ramp": ("Leaves the ramp", "info"),
    "ramp-penetration": ("Sinks into the ramp", "bad"),
    "through-ramp": ("Through the ramp", "bad"),
    "launched": ("Thrown off the ramp", "bad"),
    "non-finite": ("State is not a number", "bad"),
    "runaway": ("Gains energy", "bad"),
}
_FILES: dict[str, str] = {
    "verdict": "Verdict (JSON)",
    "trajectory": "Recorded motion (NumPy)",
    "scene": "Composed scene (USD)",
    "replay": "Replay (USD, for usdview)",
    "config": "Effective settings (YAML)",
    "engine-log": "Engine log",
    "video": "Video (MP4)",
    "still": "Final picture",
    "second-opinion-video": "Video of two engines side by side (MP4)",
    "series": "Samples of the chart (JSON)",
    "trials": "Scenes and motions of the further trials (ZIP)",
    "judging": "Data for judging again (JSON)",
    "replay-3d": "Replay of the page (JavaScript)",
}
_VIDEO_STATES: dict[str, str] = {
    "off": "It was switched off for this run.",
    "skipped": "It was left out.",
    "failed": "It could not be made.",
    "pending": "It was not finished when this page was written.",
    "ok": "The verdict lists a video, but the file is not beside it.",
}


@dataclass(frozen=True, kw_only=True)
class FileLink:
    """A file beside the verdict."""

    label: str
    name: str
    href: str | None
    """Address relative to the page; ``None`` when the page does not offer the file."""
    is_there: bool
    """Whether the file is beside the verdict."""
    size: str = ""


@dataclass(frozen=True, kw_only=True)
class VideoView:
    """The video, or why there is none."""

    src: str | None
    poster: str | None
    notice: str = ""
    fix_command: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Everything beside the judgement."""

    marks: tuple[Mark, ...]
    values: dict[int, str]
    """Measured value of a mark, by its number."""
    motion: Chart | None
    signals: Chart | None
    """Speed, spin and force."""
    chart_notice: str
    """Why there is no chart."""
    video: VideoView
    pictures: tuple[FileLink, ...]
    """Pictures of moments that the judgement names."""
    second_opinion: str
    """Address of the video of two engines side by side; empty without one."""
    files: tuple[FileLink, ...]
    log_excerpt: str
    """Last lines of the engine log."""


def collect_evidence(entry: RunEntry, out_dir: Path, links: Links, *, is_large_run: bool = False) -> Evidence:
    """Read what is beside a verdict. Missing files are normal and are said to be missing.

    Args:
        entry: The case.
        out_dir: Run folder.
        links: How the page refers to files.
        is_large_run: Whether to leave out what makes a page with many cases heavy.
    """
    verdict, folder = entry.verdict, out_dir / entry.case_dir
    marks, values = _marks(verdict)
    notice, series = "", None
    try:
        series = load_series(folder / "series.json")
    except RecordError as error:
        notice = f"The chart cannot be drawn: {error}"
    motion = None if series is None else _motion_chart(series, verdict, marks, with_samples=not is_large_run)
    signals = None if series is None or is_large_run else _signal_chart(series, verdict, marks)
    if motion is None and not notice:
        notice = "There is no chart: the samples of the motion (series.json) are missing or too few."
    files = _files(entry, folder, links)
    return Evidence(
        marks=marks,
        values=values,
        motion=motion,
        signals=signals,
        chart_notice=notice,
        second_opinion=_href(files, "second-opinion-video"),
        video=_video(verdict, files),
        pictures=tuple(f for kind, f in files.items() if kind.startswith("picture-") and f.href),
        files=tuple(files.values()),
        log_excerpt=_log(verdict, folder),
    )


# Events


def _marks(verdict: Verdict) -> tuple[tuple[Mark, ...], dict[int, str]]:
    marks, values = [], {}
    for index, event in enumerate(sorted(verdict.events, key=lambda e: e.time_s), start=1):
        label, tone = _EVENTS.get(event.name, (event.name.replace("-", " ").capitalize(), "info"))
        marks.append(Mark(number=index, label=label, time_s=event.time_s, tone=tone))
        is_number = event.value is not None and event.unit != "body index"
        values[index] = quantity(event.value, event.unit) if is_number else ""
    return tuple(marks), values


def _event(verdict: Verdict, name: str) -> Event | None:
    return next((e for e in verdict.events if e.name == name), None)


def setting(verdict: Verdict, name: str) -> float | None:
    """Return a number of the effective configuration, whatever block it is in."""
    for item in verdict.config:
        is_number = isinstance(item.value, int | float) and not isinstance(item.value, bool)
        if item.key.rpartition(".")[2] == name and is_number:
            return float(item.value or 0.0)
    return None


# Charts


def _motion_chart(series: Series, verdict: Verdict, marks: tuple[Mark, ...], *, with_samples: bool) -> Chart | None:
    margin = setting(verdict, "floor_margin_m")
    contact, rest = _event(verdict, "ground-contact"), _event(verdict, "rest")
    limits = () if margin is None else (("contact margin", margin), ("penetration limit", -margin))
    levels = (
        Level(value=0.0, label="floor", kind="floor"),
        *(Level(value=value, label=label, kind="limit") for label, value in limits),
    )
    view_m = _VIEW_M if margin is None else margin
    low, high = overview_range(series.low_z_m, view_m)
    specs = [
        PanelSpec(
            title="Lowest point above the floor",
            unit="m",
            samples=series.low_z_m,
            low=low,
            high=high,
            height=190,
            levels=levels,
            shade=None if margin is None else (-margin, margin),
        )
    ]
    hold, latest = setting(verdict, "rest_detection_hold_seconds"), setting(verdict, "rest_detection_max_seconds")
    window = (max(0.0, rest.time_s - hold), rest.time_s) if rest and hold else None
    if any(v is not None and v <= view_m for v in series.low_z_m):
        spec = _near_floor(series, verdict, levels, contact.time_s if contact else None, view_m)
        zone = _tolerance(series, verdict, window)
        is_useful = zone is not None and zone.high - zone.low < spec.high - spec.low
        specs.append(replace(spec, zone=zone if is_useful else None))
    return lay_out(
        series,
        specs,
        marks=marks,
        band_s=window,
        deadline_s=contact.time_s + latest if contact and latest else None,
        with_samples=with_samples,
    )


def _near_floor(
    series: Series, verdict: Verdict, levels: tuple[Level, ...], contact_s: float | None, view_m: float
) -> PanelSpec:
    depth = next((abs(c.limit) for c in verdict.criteria if c.name == "rest-depth" and c.limit), None)
    low, high = near_floor_range(series, contact_s, view_m, 1.3 * (depth or 0.0))
    is_visible = depth is not None and depth > 0.05 * (high - low)
    hint = (Level(value=-(depth or 0.0), label="deepest rest without a warning", kind="hint"),) if is_visible else ()
    return PanelSpec(
        title="The same near the floor",
        unit="m",
        samples=series.low_z_m,
        low=low,
        high=high,
        height=150,
        levels=(*levels, *hint),
    )


def _tolerance(series: Series, verdict: Verdict, window: tuple[float, float] | None) -> Zone | None:
    """Return the heights between which the lowest point had to stay over the rest window."""
    tolerance = setting(verdict, "rest_tolerance_m")
    if window is None or tolerance is None:
        return None
    inside = [
        v for t, v in zip(series.time_s, series.low_z_m, strict=True) if v is not None and window[0] <= t <= window[1]
    ]
    if not inside:
        return None
    middle = (min(inside) + max(inside)) / 2
    return Zone(start_s=window[0], end_s=window[1], low=middle - tolerance / 2, high=middle + tolerance / 2)


def _signal_chart(series: Series, verdict: Verdict, marks: tuple[Mark, ...]) -> Chart | None:
    wanted: tuple[tuple[str, str, Samples | None, str], ...] = (
        ("Speed of the fastest body", "m/s", series.speed_m_s, "rest-speed"),
        ("Spin of the fastest body", "rad/s", series.spin_rad_s, "rest-spin"),
        ("Force on the floor", "N", series.floor_force_n, ""),
    )
    specs = []
    for title, unit, samples, criterion in wanted:
        if samples is None or all(v is None for v in samples):
            continue
        top = max((v for v in samples if v is not None), default=0.0)
        limit = next((c.limit for c in verdict.criteria if c.name == criterion and c.limit), None)
        levels = () if limit is None else (Level(value=limit, label="limit at rest", kind="limit"),)
        high = top * 1.06 if math.isfinite(top) and top > 0 else 1.0
        specs.append(PanelSpec(title=title, unit=unit, samples=samples, low=0.0, high=high, height=110, levels=levels))
    return lay_out(series, specs, marks=marks)


# Files


def _files(entry: RunEntry, folder: Path, links: Links) -> dict[str, FileLink]:
    names = {"verdict": "verdict.json", **{a.kind: a.file for a in entry.verdict.artifacts}}
    found = {}
    for kind, name in names.items():
        path = find_file(folder, name)
        if kind.startswith("motion-"):
            continue  # only there to draw a picture from
        found[kind] = FileLink(
            label=_FILES.get(kind, kind.replace("-", " ").capitalize()),
            name=Path(name).name,
            href=None if path is None else links.href(path, entry.case_dir, name),
            is_there=path is not None,
            size="" if path is None else _size(path.stat().st_size),
        )
    return found


def _href(files: dict[str, FileLink], kind: str) -> str:
    link = files.get(kind)
    return link.href or "" if link is not None else ""


def _size(count: int) -> str:
    for unit, factor in (("MB", 1e6), ("kB", 1e3)):
        if count >= factor:
            return f"{count / factor:.1f}\u00a0{unit}"
    return f"{count}\u00a0B"


def _video(verdict: Verdict, links: dict[str, FileLink]) -> VideoView:
    record, clip, still = verdict.video, links.get("video"), links.get("still")
    src = clip.href if clip and record.status == "ok" else None
    notice = "" if src else _VIDEO_STATES.get(record.status, "")
    if not src and record.reason:
        notice = f"{notice} {redact(record.reason)}".strip()
    return VideoView(
        src=src,
        poster=still.href if still else None,
        notice=notice,
        fix_command="" if src else (record.fix_command or ""),
        warnings=tuple(redact(w) for w in record.warnings),
    )


def _log(verdict: Verdict, folder: Path) -> str:
    name = next((a.file for a in verdict.artifacts if a.kind == "engine-log"), None)
    path = None if name is None else find_file(folder, name)
    if path is None:
        return ""
    with path.open("rb") as stream:
        stream.seek(0, 2)
        stream.seek(max(0, stream.tell() - _LOG_BYTES))
        text = stream.read().decode("utf-8", "replace")
    return redact("\n".join(text.splitlines()[-_LOG_LINES:]).strip())
