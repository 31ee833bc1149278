"""The run as a few lines of text for a terminal or a log, without control characters of an asset's making."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from harness.codes import CODES_BY_ID
from harness.outcomes import CriterionStatus, Outcome, Severity
from harness.report.criterion_rows import criterion_row
from harness.report.model import RunReport
from harness.report.wording import outcome_words, run_sentence, run_words
from harness.verdict import Criterion, Finding, Verdict

__all__ = ["render", "render_check_lines", "render_lines", "render_run_lines", "render_verdict_lines"]

_LABEL, _MIN_WIDTH, _LONG_RUN = 10, 40, 3
_STATES = {CriterionStatus.MET: "Met", CriterionStatus.NOT_MET: "Not met", CriterionStatus.UNDECIDED: "Open"}
_COLORS = {
    "pass": "1;32",
    "warn": "1;33",
    "fail": "1;31",
    "error": "1;35",
    "unsure": "1;36",
    "blocked": "1;37",
    "skip": "1;37",
}
# A terminal or a log may know no more than ASCII; these are the only other characters of our own.
_PLAIN = str.maketrans(
    {"\u2212": "-", "\u2013": "-", "\u2026": "...", "\u00a0": " ", "\u00d7": "x", "\u2264": "<=", "\u2265": ">="}
)


def render(report: RunReport, out_dir: Path) -> str:
    """Return the run as plain text without colour.

    Args:
        report: The run.
        out_dir: Run folder, to say where the files are.
    """
    return "\n".join(render_lines(report, out_dir)) + "\n"


def render_lines(
    report: RunReport, out_dir: Path, *, width: int = 100, color: bool = False, is_verbose: bool = False
) -> list[str]:
    """Return every verdict of a run and what they say together. In a long run a clean PASS is one line.

    Args:
        report: The run.
        out_dir: Run folder, to say where the files are.
        width: Columns; text is wrapped, paths and commands are not.
        color: Whether to colour the outcomes with ANSI codes.
        is_verbose: Whether to list every criterion and every finding.
    """
    lines: list[str] = []
    is_long = len(report.verdicts) > _LONG_RUN and not is_verbose
    for entry in report.verdicts:
        verdict, folder = entry.verdict, out_dir / entry.case_dir
        if is_long and verdict.outcome is Outcome.PASS:
            lines.append(_head(verdict, color))
            # The summary is left out here, so nothing has been said yet.
            told = _statements(verdict, is_summary_shown=False)
            lines += [line for label, text in told for line in _wrap(label, text, width)]
            continue
        places = {"Verdict": str(folder / "verdict.json")}
        video = next((a.file for a in verdict.artifacts if a.kind == "video"), None)
        if video and verdict.video.status == "ok":
            places["Video"] = str(folder / video)
        shown = render_verdict_lines(verdict, width=width, color=color, places=places, is_verbose=is_verbose)
        lines += [*([""] if lines and lines[-1] else []), *shown, ""]
    gap = [""] if lines and lines[-1] else []
    page = str(out_dir / "index.html")
    return [*lines, *gap, *render_run_lines(report, width=width, color=color, page=page)]


def render_verdict_lines(
    verdict: Verdict,
    *,
    width: int = 100,
    color: bool = False,
    places: Mapping[str, str] | None = None,
    is_verbose: bool = False,
) -> list[str]:
    """Return one verdict as text: outcome, reason, what to do, and where to look.

    Args:
        verdict: The verdict.
        width: Columns; text is wrapped, paths and commands are not.
        color: Whether to colour the outcome with ANSI codes.
        places: Label to path of files to point at, such as ``{"Report": "reports/x/index.html"}``.
        is_verbose: Whether to list every criterion and every finding.
    """
    lines = [_head(verdict, color), *_wrap("", verdict.summary, width)]
    for label, text in _details(verdict) if is_verbose else _statements(verdict):
        lines += _wrap(label, text, width)
    if verdict.video.status in ("failed", "skipped"):
        lines += _wrap("No video", verdict.video.reason or verdict.video.status, width)
        lines += _line("To fix", verdict.video.fix_command)
    for warning in verdict.video.warnings if verdict.video.status == "ok" else ():
        lines += _wrap("Video note", warning, width)
    for label, place in (places or {}).items():
        lines += _line(label, place)
    return lines


def render_check_lines(verdict: Verdict, *, width: int = 100, color: bool = False, is_short: bool = False) -> list[str]:
    """Return a check without a simulation as text: every finding, each with what to do about it.

    Args:
        verdict: The verdict.
        width: Columns; text is wrapped.
        color: Whether to colour the outcome with ANSI codes.
        is_short: Whether an asset without a remark is one line.
    """
    lines = [_head(verdict, color)]
    is_noted = any(f.severity is Severity.NOT_APPLICABLE for f in verdict.findings)
    if is_short and verdict.is_clean and not is_noted:
        return lines
    lines += _wrap("", verdict.summary, width)
    labels = {Severity.WARN: "Warning", Severity.INFO: "Note", Severity.NOT_APPLICABLE: "Note"}
    for index, finding in enumerate(verdict.findings):
        label = "Waived" if finding.is_waived else labels.get(finding.severity, "Found")
        lines += _wrap(label, _told(finding, verdict.summary), width)
        following = verdict.findings[index + 1 : index + 2]
        if label in ("Found", "Warning") and finding.fix not in ("", *(f.fix for f in following)):
            lines += _wrap("Fix", finding.fix, width)
    return lines


def render_run_lines(report: RunReport, *, width: int = 100, color: bool = False, page: str | None = None) -> list[str]:
    """Return what a run says as a whole.

    Args:
        report: The run.
        width: Columns.
        color: Whether to colour the outcome with ANSI codes.
        page: Path of the HTML report.
    """
    words = run_words(report)
    lines = [_paint(words.label, words.tone, color), *_wrap("", run_sentence(report), width)]
    if report.missing_count:
        lines += _wrap("Not run", f"{report.missing_count} of {report.planned_count} planned cases.", width)
    return [*lines, *_line("Report", page)]


def _head(verdict: Verdict, color: bool) -> str:
    words = outcome_words(verdict)
    engine = f"{verdict.engine.name} {verdict.engine.version or ''}".strip()
    used = f", {engine}" if engine != "none" else ""
    about = f"{verdict.asset.name}  ({verdict.test} {verdict.test_version}{used})"
    return f"{_paint(words.label, words.tone, color)}  {_clean(about)}"


def _statements(verdict: Verdict, *, is_summary_shown: bool = True) -> Iterator[tuple[str, str]]:
    said = verdict.summary if is_summary_shown else ""
    deciding = [f for f in verdict.findings if f.severity not in (Severity.WARN, Severity.INFO)]
    for finding in deciding[:3]:
        yield "Found", _told(finding, said)
    if len(deciding) > 3:
        yield "", f"and {len(deciding) - 3} more in the report"
    for criterion in verdict.criteria:
        is_missed = criterion.status is CriterionStatus.NOT_MET
        is_open = criterion.status is CriterionStatus.UNDECIDED and verdict.outcome is Outcome.INCONCLUSIVE
        if criterion.is_required and (is_missed or is_open):
            yield _STATES[criterion.status], _numbers(criterion)
    warnings = [f for f in verdict.findings if f.severity is Severity.WARN]
    for finding in warnings[:3]:
        yield "Warning", _told(finding, said)
    if len(warnings) > 3:
        yield "", f"and {len(warnings) - 3} more in the report"
    yield from (("Waived", _told(f, said)) for f in verdict.findings if f.is_waived)
    yield from _advice(verdict, deciding, 1)


def _details(verdict: Verdict) -> Iterator[tuple[str, str]]:
    labels = {Severity.WARN: "Warning", Severity.INFO: "Note"}
    for finding in verdict.findings:
        yield "Waived" if finding.is_waived else labels.get(finding.severity, "Found"), _told(finding, verdict.summary)
    for criterion in verdict.criteria:
        yield _STATES[criterion.status], _numbers(criterion)
    yield from _advice(verdict, verdict.findings, None)


def _advice(verdict: Verdict, findings: Sequence[Finding], limit: int | None) -> Iterator[tuple[str, str]]:
    if verdict.error_phase:
        yield "Phase", verdict.error_phase
    if verdict.outcome in (Outcome.PASS, Outcome.NOT_APPLICABLE) and limit:
        return
    known = [*verdict.fixes, *(f.fix for f in findings), *(f.fix for f in verdict.findings)]
    fixes = list(dict.fromkeys(f for f in known if f))
    yield from (("Cause", c) for c in verdict.causes[:limit])
    yield from (("Fix", f) for f in fixes[:limit])


def _told(finding: Finding, said: str) -> str:
    """Return a finding with its message, unless the text above it has just said the same."""
    is_said = finding.message in said
    regraded = f" ({finding.regrade.text})" if finding.regrade is not None else ""
    return f"{_named(finding)}{'' if is_said else ': ' + finding.message}{_sites(finding)}{regraded}"


def _named(finding: Finding) -> str:
    row = CODES_BY_ID.get(finding.code)
    return f"{finding.code} {row.name}" if row else finding.code


def _sites(finding: Finding) -> str:
    paths = [s.prim_path or s.file or "" for s in finding.sites]
    missing = [p for p in paths if p and p not in finding.message]
    more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
    return f" [{', '.join(missing[:3])}{more}]" if missing else ""


def _numbers(criterion: Criterion) -> str:
    row = criterion_row(criterion)
    limit = "" if criterion.limit is None else f", limit {row.limit}"
    measured = "not measured" if criterion.measured is None else f"measured {row.measured}"
    note = f" ({criterion.note})" if criterion.note else ""
    return f"{criterion.title}: {measured}{limit}{note}"


# Text


def _clean(text: str) -> str:
    """Return text on one line, without control characters that an asset's name could carry to the terminal."""
    return _printable(" ".join(text.translate(_PLAIN).split()))


def _printable(text: str) -> str:
    return "".join(c if unicodedata.category(c)[0] != "C" else "?" for c in text)


def _paint(text: str, tone: str, color: bool) -> str:
    return f"\x1b[{_COLORS[tone]}m{text}\x1b[0m" if color else text


def _line(label: str, text: str | None) -> list[str]:
    return [f"  {label:<{_LABEL}}{_printable(text)}"] if text else []


def _wrap(label: str, text: str, width: int) -> list[str]:
    indent = 2 + (_LABEL if label else 0)
    room = max(width, _MIN_WIDTH) - indent
    lines, current = [], ""
    for word in _pieces(_clean(text), room):
        joined = f"{current} {word}" if current else word
        if _cells(joined) > room:
            lines.append(current)
            joined = word
        current = joined
    heads = [f"  {label:<{_LABEL}}" if label else "  ", *[" " * indent] * len(lines)]
    return [head + line for head, line in zip(heads, [*lines, current], strict=True) if line]


def _pieces(text: str, room: int) -> Iterable[str]:
    """Yield words, those that are wider than a line in pieces."""
    for word in text.split():
        piece = ""
        for character in word:
            if _cells(piece + character) > room:
                yield piece
                piece = ""
            piece += character
        yield piece


def _cells(text: str) -> int:
    """Return how many columns text takes; East Asian characters take two, combining ones none."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) > 0 for c in text)
