"""Turns findings into what the page shows of them, the known facts about their codes included."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from harness.codes import CODES_BY_ID
from harness.outcomes import Severity
from harness.report.privacy import redact, relative_name
from harness.report.wording import limit_text, quantity, quantity_row
from harness.verdict import Finding, Verdict

__all__ = ["FindingView", "finding_views"]


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


def finding_views(verdict: Verdict, severities: Iterable[Severity]) -> tuple[FindingView, ...]:
    """Return the findings of some severities, in the order of the verdict.

    Args:
        verdict: Holds the findings.
        severities: What is wanted.
    """
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
