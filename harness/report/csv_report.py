"""The run as CSV (RFC 4180), one line a case, for spreadsheets and scripts.

Numbers are in SI units and plain; what is missing is empty. Text that a spreadsheet would run as a formula gets an
apostrophe in front.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path

from harness.report.model import RunEntry, RunReport
from harness.report.plain import asset_location, case_seconds, causes_and_fixes, first_reason, one_line
from harness.report.privacy import redact_command
from harness.report.wording import count_warnings, tightest_criterion

__all__ = ["COLUMNS", "render"]

COLUMNS = (
    "asset",
    "file",
    "test",
    "test_version",
    "engine",
    "engine_version",
    "outcome",
    "is_clean",
    "warning_count",
    "codes",
    "reason",
    "summary",
    "cause",
    "fix",
    "tightest_criterion",
    "measured",
    "limit",
    "unit",
    "margin",
    "height_m",
    "mass_kg",
    "body_count",
    "wall_clock_s",
    "started_at",
    "sha256",
    "case_dir",
    "reproduce",
    "change",
    "owner",
    "tags",
    "is_cached",
)
"""Names of the columns, in order. New ones are added at the end."""

Cell = str | float | int | bool | None


def render(report: RunReport, out_dir: Path) -> str:
    """Return the run as CSV text with a header line.

    Args:
        report: The run.
        out_dir: Run folder; unused, the verdicts hold everything.
    """
    del out_dir
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for entry in report.verdicts:
        writer.writerow(_safe(_row(entry)))
    if report.missing_count:
        text = f"{report.missing_count} of {report.planned_count} planned cases have no verdict; the run was cut."
        writer.writerow(_safe({"outcome": "NO VERDICT", "is_clean": False, "reason": text}))
    return stream.getvalue()


def _row(entry: RunEntry) -> dict[str, Cell]:
    verdict, asset = entry.verdict, entry.verdict.asset
    causes, fixes = causes_and_fixes(verdict)
    tightest = tightest_criterion(verdict)
    code, reason = first_reason(verdict)
    row: dict[str, Cell] = {
        "asset": asset.name,
        "file": asset_location(verdict),
        "test": verdict.test,
        "test_version": verdict.test_version,
        "engine": verdict.engine.name,
        "engine_version": verdict.engine.version,
        "outcome": verdict.outcome.value,
        "is_clean": verdict.is_clean,
        "warning_count": count_warnings(verdict),
        "codes": " ".join(dict.fromkeys(f.code for f in verdict.findings)),
        "reason": f"{code}: {reason}" if code else None,
        "summary": verdict.summary,
        "cause": next(iter(causes), None),
        "fix": next(iter(fixes), None),
        "height_m": asset.height_m,
        "mass_kg": asset.total_mass_kg,
        "body_count": asset.body_count,
        "wall_clock_s": round(case_seconds(verdict), 3),
        "started_at": verdict.started_at,
        "sha256": asset.sha256,
        "case_dir": entry.case_dir,
        "reproduce": redact_command(verdict.reproduce),
        "change": entry.change,
        "owner": entry.owner,
        "tags": " ".join(entry.tags),
        "is_cached": entry.is_cached,
    }
    if tightest is not None:
        row |= {
            "tightest_criterion": tightest.name,
            "measured": tightest.measured,
            "limit": tightest.limit,
            "unit": tightest.unit,
            "margin": tightest.margin,
        }
    return row


def _safe(row: Mapping[str, Cell]) -> dict[str, Cell]:
    return {key: _cell(value) for key, value in row.items()}


def _cell(value: Cell) -> Cell:
    if isinstance(value, str):
        return _text(value)
    # Twelve digits: more are noise of the arithmetic.
    return f"{value:.12g}" if isinstance(value, float) else value


def _text(value: str) -> str:
    clean = one_line(value)
    return f"'{clean}" if clean.startswith(("=", "+", "-", "@")) else clean
