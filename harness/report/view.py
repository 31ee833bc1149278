"""Turns records into what the page shows: sentences, rows and bars. Holds no markup."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from harness.codes import CODES_BY_ID
from harness.outcomes import CriterionStatus, ExitCode, Severity
from harness.report.evidence import Evidence, collect_evidence
from harness.report.metadata import Fact, duration, groups, moment, seconds_between, settings
from harness.report.model import RunEntry, RunReport
from harness.report.privacy import redact, redact_command, relative_name
from harness.report.tables import TableView, table_view
from harness.report.wording import (
    OutcomeWords,
    count_of,
    limit_text,
    outcome_words,
    quantity,
    quantity_row,
    reasons,
    run_sentence,
    run_words,
    tightest_criterion,
)
from harness.verdict import Criterion, Finding, Verdict

__all__ = ["CaseView", "CriterionRow", "PageView", "criterion_row", "make_page"]

_LARGE_RUN, _COLLAPSE_ABOVE = 40, 10
_LIMIT_AT = 70.0
_MINUS = "\u2212"
_STATUS = {
    CriterionStatus.MET: ("Met", "good"),
    CriterionStatus.NOT_MET: ("Not met", "bad"),
    CriterionStatus.UNDECIDED: ("Not decided", "unsure"),
}


@dataclass(frozen=True, kw_only=True)
class CriterionRow:
    """One line of the criteria table."""

    criterion: Criterion
    status: str
    tone: str
    measured: str
    limit: str
    margin: str
    fill: float | None
    """Length of the bar in percent of its track; ``None`` when there is nothing to compare."""
    use: str
    """Share of the limit that is used."""
    side: str
    """Margin with the side of the limit it is on."""
    when: str
    note: str


@dataclass(frozen=True, kw_only=True)
class FindingView:
    """One finding with what is known about its code."""

    finding: Finding
    tone: str
    name: str
    about: str
    requirements: str
    message: str
    fix: str
    sites: tuple[str, ...]
    numbers: str


@dataclass(frozen=True, kw_only=True)
class CaseView:
    """One section of the page."""

    anchor: str
    verdict: Verdict
    words: OutcomeWords
    summary: str
    subtitle: str
    figures: tuple[Fact, ...]
    deciding: tuple[FindingView, ...]
    warnings: tuple[FindingView, ...]
    notes: tuple[FindingView, ...]
    advice: tuple[tuple[str, str], ...]
    """Likely causes with what to try."""
    required: tuple[CriterionRow, ...]
    supporting: tuple[CriterionRow, ...]
    tables: tuple[TableView, ...]
    evidence: Evidence
    error: str
    groups: tuple[tuple[str, tuple[Fact, ...]], ...]
    """Metadata by heading."""
    settings: tuple[Fact, ...]
    reproduce: str
    closest: CriterionRow | None
    """Required criterion with the smallest margin."""
    reason: str
    """Why it is not a clean PASS, short enough for the index."""
    is_open: bool


@dataclass(frozen=True, kw_only=True)
class PageView:
    """The whole page."""

    title: str
    headline: str
    words: OutcomeWords
    report: RunReport
    facts: tuple[Fact, ...]
    notice: str
    shares: tuple[tuple[str, str, int], ...]
    """(tone, label, number of cases), worst first."""
    cases: tuple[CaseView, ...]
    environment: tuple[tuple[str, str], ...]
    has_several_tests: bool
    has_several_engines: bool


_RANK = ("fail", "error", "unsure", "blocked", "warn", "pass", "skip")
_SHARE_LABELS = ("Fail", "Error", "Inconclusive", "Blocked", "Pass with warnings", "Pass", "Not applicable")


def make_page(report: RunReport, out_dir: Path) -> PageView:
    """Prepare the page of a run; the worst cases come first.

    Args:
        report: The run.
        out_dir: Run folder, in which the files of the cases are looked up.
    """
    count = len(report.verdicts)
    cases = [_case(e, i, out_dir, count) for i, e in enumerate(report.verdicts, start=1)]
    cases.sort(key=lambda c: _RANK.index(c.words.tone))
    tones = [c.words.tone for c in cases]
    headline = f"{cases[0].words.label}: {cases[0].verdict.asset.name}" if count == 1 else run_sentence(report)
    return PageView(
        title=f"{headline} \u2013 asset-qa",
        headline=headline,
        words=run_words(report),
        report=report,
        facts=_run_facts(report),
        notice=_notice(report),
        shares=tuple(
            (tone, label, tones.count(tone)) for tone, label in zip(_RANK, _SHARE_LABELS, strict=True) if tone in tones
        ),
        cases=tuple(cases),
        environment=tuple((k, redact(v)) for k, v in report.environment.items()),
        has_several_tests=len({(c.verdict.test, c.verdict.test_version) for c in cases}) > 1,
        has_several_engines=len({c.verdict.engine.name for c in cases}) > 1,
    )


def _run_facts(report: RunReport) -> tuple[Fact, ...]:
    facts = [Fact(label="Run", text=report.run_id), Fact(label="Started", text=moment(report.started_at))]
    seconds = seconds_between(report.started_at, report.finished_at)
    if seconds is not None:
        facts.append(Fact(label="Took", text=duration(seconds)))
    facts.append(Fact(label="Exit status", text=str(report.exit_code)))
    facts.append(Fact(label="Command", text=redact_command(report.command), is_code=True))
    return tuple(facts)


def _notice(report: RunReport) -> str:
    if report.missing_count:
        cases = count_of(report.planned_count or 0, "planned case")
        return f"The run did not finish: {len(report.verdicts)} of {cases} have a verdict. The rest was not tested."
    return "The run was interrupted." if report.exit_code == ExitCode.INTERRUPTED else ""


def _case(entry: RunEntry, number: int, out_dir: Path, count: int) -> CaseView:
    verdict = entry.verdict
    words = outcome_words(verdict)
    evidence = collect_evidence(entry, out_dir, is_large_run=count > _LARGE_RUN)
    why, closest = reasons(verdict), tightest_criterion(verdict)
    fixes = (*verdict.fixes, *("" for _ in verdict.causes))
    extra = verdict.fixes[len(verdict.causes) :]
    rows = [criterion_row(c) for c in verdict.criteria]
    deciding_severities = {s for s in Severity if s.value == verdict.outcome.value and s is not Severity.WARN}
    others = set(Severity) - deciding_severities - {Severity.WARN, Severity.INFO}
    return CaseView(
        anchor=f"case-{number}",
        verdict=verdict,
        words=words,
        summary=redact(verdict.summary),
        subtitle=_subtitle(verdict),
        figures=_figures(verdict),
        deciding=_findings(verdict, deciding_severities | others),
        warnings=_findings(verdict, {Severity.WARN}),
        notes=_findings(verdict, {Severity.INFO}),
        advice=(
            *((redact(c), redact(f)) for c, f in zip(verdict.causes, fixes, strict=False)),
            *(("", redact(f)) for f in extra),
        ),
        required=tuple(r for r in rows if r.criterion.is_required),
        supporting=tuple(r for r in rows if not r.criterion.is_required),
        tables=tuple(table_view(t) for t in verdict.tables),
        evidence=evidence,
        error=redact(verdict.error or ""),
        groups=groups(verdict),
        settings=settings(verdict),
        reproduce=redact_command(verdict.reproduce),
        closest=criterion_row(closest) if closest else None,
        reason=redact(why[0]) if why else "",
        is_open=count <= _COLLAPSE_ABOVE,
    )


def _subtitle(verdict: Verdict) -> str:
    engine = verdict.engine
    parts = [f"{verdict.test} {verdict.test_version}", f"{engine.name} {engine.version or ''}".strip()]
    parts += [f"PhysX {engine.physx_version}"] if engine.physx_version else []
    parts += [engine.device.upper() if engine.device == "cpu" else engine.device] if engine.device else []
    return " \u00b7 ".join([*parts, "strict"] if verdict.is_strict else parts)


# Numbers


def _figures(verdict: Verdict) -> tuple[Fact, ...]:
    times = {e.name: e.time_s for e in reversed(verdict.events)}
    found = {c.name: c.measured for c in verdict.criteria}
    numbers = verdict.measurements
    wanted = (
        ("Drop height", numbers.get("drop_height_m"), "m"),
        ("First contact", times.get("ground-contact"), "s"),
        ("Lowest point", found.get("floor-penetration"), "m"),
        ("At rest", times.get("rest"), "s"),
        ("Movement at rest", found.get("rest") if "rest" in times else None, "m"),
        ("Mass", verdict.asset.total_mass_kg, "kg"),
    )
    return tuple(Fact(label=label, text=quantity(v, unit)) for label, v, unit in wanted if v is not None)


def criterion_row(criterion: Criterion) -> CriterionRow:
    """Return a criterion with its numbers as text, all in one unit.

    Args:
        criterion: With or without a measurement.
    """
    status, tone = _STATUS[criterion.status]
    if tone == "bad" and not criterion.is_required:
        tone = "warn"
    values = quantity_row((criterion.measured, criterion.limit, criterion.margin), criterion.unit)
    measured, limit, margin = (
        text if value is not None else "\u2013"
        for text, value in zip(values, (criterion.measured, criterion.limit, criterion.margin), strict=True)
    )
    fill, use = None, ""
    if criterion.margin is not None and criterion.limit:
        used = 1 - criterion.margin / abs(criterion.limit)
        fill = round(min(100.0, max(0.0, used * _LIMIT_AT)), 1)
        use = _percent(used)
    is_open = criterion.measured is None and criterion.status is CriterionStatus.UNDECIDED
    return CriterionRow(
        criterion=criterion,
        status=status,
        tone=tone,
        measured="not measured" if is_open else measured,
        limit=f"{_relation(criterion)}{limit_text(limit)}",
        margin=margin if criterion.margin is None or criterion.margin <= 0 else f"+{margin}",
        fill=fill,
        use=use,
        side=f"{margin.lstrip(_MINUS)} {'inside' if (criterion.margin or 0.0) >= 0 else 'outside'}",
        when="\u2013" if criterion.time_s is None else quantity(criterion.time_s, "s"),
        note=redact(criterion.note),
    )


def _percent(used: float) -> str:
    """Return a share; one that is over the limit never reads as 100 %, and one within it never does either."""
    if used > 10:
        return f"{used:.0f}\u00d7" if used < 1e4 else "> 10\u2074\u00d7"
    percent = round(max(0.0, used) * 100)
    if percent == 100 and used != 1:
        return "> 100\u00a0%" if used > 1 else "> 99\u00a0%"
    return f"{percent}\u00a0%"


def _relation(criterion: Criterion) -> str:
    """Return whether the limit is an upper or a lower one, as the margin tells."""
    if criterion.measured is None or criterion.limit is None or criterion.margin is None:
        return ""
    tolerance = 1e-6 * max(abs(criterion.measured), abs(criterion.limit), 1e-9)
    upper = abs(criterion.limit - criterion.measured - criterion.margin) <= tolerance
    lower = abs(criterion.measured - criterion.limit - criterion.margin) <= tolerance
    return "" if upper == lower else ("\u2264\u00a0" if upper else "\u2265\u00a0")


# Findings


def _findings(verdict: Verdict, severities: Iterable[Severity]) -> tuple[FindingView, ...]:
    wanted = set(severities)
    return tuple(_finding(f) for f in verdict.findings if f.severity in wanted)


_TONES = {
    Severity.FAIL: "fail",
    Severity.ERROR: "error",
    Severity.BLOCKED: "blocked",
    Severity.INCONCLUSIVE: "unsure",
    Severity.NOT_APPLICABLE: "skip",
    Severity.WARN: "warn",
    Severity.INFO: "skip",
}


def _finding(finding: Finding) -> FindingView:
    row = CODES_BY_ID.get(finding.code)
    measured, limit = quantity_row((finding.measured, finding.limit), finding.unit)
    numbers = [
        f"measured {measured}" if finding.measured is not None else "",
        f"limit {limit_text(limit)}" if finding.limit is not None else "",
        f"at {quantity(finding.time_s, 's')}" if finding.time_s is not None else "",
    ]
    sites = []
    for site in finding.sites:
        file = relative_name(site.file) if site.file else ""
        place = f"{file}:{site.line}" if file and site.line is not None else file
        sites.append(" in ".join(p for p in (site.prim_path or "", place) if p))
    return FindingView(
        finding=finding,
        tone=_TONES[finding.severity],
        name=row.name if row else "",
        about=row.text if row else "",
        requirements=", ".join(row.requirements) if row else "",
        message=redact(finding.message if finding.regrade is None else f"{finding.message} {finding.regrade.text}"),
        fix=redact(finding.fix),
        sites=tuple(s for s in sites if s),
        numbers=", ".join(n for n in numbers if n),
    )
