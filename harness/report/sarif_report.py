"""The run as SARIF 2.1.0, for code hosts that show findings beside the files.

Every finding that means something is a result: FAIL, ERROR, INCONCLUSIVE and BLOCKED as ``error``, a warning as
``warning``. Remarks (INFO) and tests that do not apply are left out, since a host would show them as alerts. A result
points to the file of the asset, and to the prim as its logical location.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

from harness import __version__
from harness.codes import CODES_BY_ID
from harness.outcomes import CriterionStatus, Outcome, Severity
from harness.report.model import RunReport
from harness.report.plain import asset_location, missed_criteria, one_line, site_location, utc_time
from harness.report.privacy import redact_command
from harness.report.wording import outcome_words, run_sentence
from harness.verdict import Finding, Site, Verdict

__all__ = ["render"]

SCHEMA_URI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {
    Severity.FAIL: "error",
    Severity.ERROR: "error",
    Severity.INCONCLUSIVE: "error",
    Severity.BLOCKED: "error",
    Severity.WARN: "warning",
}
_SILENT = (Outcome.PASS, Outcome.NOT_APPLICABLE)


def render(report: RunReport, out_dir: Path) -> str:
    """Return the run as SARIF 2.1.0 text.

    Args:
        report: The run.
        out_dir: Run folder; unused, a code host shows the asset and not the files of the run.
    """
    del out_dir
    results = [r for entry in report.verdicts for r in _results(entry.verdict)]
    rules = sorted({r["ruleId"] for r in results})
    for result in results:
        result["ruleIndex"] = rules.index(result["ruleId"])
    run = {
        "tool": {
            "driver": {
                "name": "asset-qa",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": [_rule(r) for r in rules],
            }
        },
        "automationDetails": {"id": one_line(f"asset-qa/{report.run_id}")},
        "invocations": [_invocation(report)],
        "columnKind": "unicodeCodePoints",
        "results": results,
        "properties": {
            "outcome": report.outcome.value if report.outcome else None,
            "counts": {o.value: n for o, n in report.counts.items()},
        },
    }
    data = {"$schema": SCHEMA_URI, "version": "2.1.0", "runs": [run]}
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _invocation(report: RunReport) -> dict[str, Any]:
    problems = []
    if report.missing_count:
        problems.append(f"{report.missing_count} of {report.planned_count} planned cases have no verdict.")
    if not report.verdicts:
        problems.append("No case was judged.")
    broken = [Outcome.ERROR, Outcome.INCONCLUSIVE, Outcome.BLOCKED]
    is_successful = not problems and not any(report.counts[o] for o in broken)
    invocation: dict[str, Any] = {
        "executionSuccessful": is_successful,
        "exitCode": report.exit_code,
        "exitCodeDescription": one_line(run_sentence(report)),
        "commandLine": one_line(redact_command(report.command)),
        "toolExecutionNotifications": [{"level": "error", "message": {"text": p}} for p in problems],
    }
    for key, text in (("startTimeUtc", report.started_at), ("endTimeUtc", report.finished_at)):
        moment = utc_time(text)
        if moment is not None:
            invocation[key] = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    return invocation


def _results(verdict: Verdict) -> list[dict[str, Any]]:
    results = [_result(verdict, f) for f in verdict.findings if f.severity in _LEVELS]
    for criterion in missed_criteria(verdict):
        state = "is not met" if criterion.status is CriterionStatus.NOT_MET else "could not be decided"
        sites = (Site(prim_path=criterion.prim_path),) if criterion.prim_path else ()
        severity = Severity.FAIL if criterion.status is CriterionStatus.NOT_MET else Severity.INCONCLUSIVE
        text = f"\u201c{criterion.title}\u201d {state}. {criterion.note}"
        results.append(_result(verdict, Finding(code=criterion.code, severity=severity, message=text, sites=sites)))
    if verdict.outcome not in _SILENT and all(r["level"] != "error" for r in results):
        # A host must never show a broken asset as clean because nothing could be said about why.
        code = f"outcome-{verdict.outcome.value.lower()}"
        results.append(_result(verdict, Finding(code=code, severity=Severity.ERROR, message=verdict.summary)))
    return results


def _result(verdict: Verdict, found: Finding) -> dict[str, Any]:
    sites = found.sites or (Site(),)
    text = one_line(found.message) or outcome_words(verdict).meaning
    text = f"{one_line(verdict.asset.name)}: {text}"
    fix = one_line(found.fix)
    where = {"file": asset_location(verdict), "prim": [s.prim_path for s in sites], "test": verdict.test}
    identity = json.dumps([found.code, where], sort_keys=True, ensure_ascii=True)
    properties = {
        "outcome": outcome_words(verdict).label,
        "severity": found.severity.value,
        "test": one_line(f"{verdict.test} {verdict.test_version}"),
        "engine": one_line(f"{verdict.engine.name} {verdict.engine.version or ''}"),
        "measured": found.measured,
        "limit": found.limit,
        "unit": one_line(found.unit) or None,
        "fix": fix or None,
        "reproduce": one_line(redact_command(verdict.reproduce)) or None,
    }
    return {
        "ruleId": one_line(found.code) or "no-code",
        "level": "error" if verdict.outcome is Outcome.FAIL and verdict.is_strict else _LEVELS[found.severity],
        "message": {"text": f"{text} Fix: {fix}" if fix else text},
        "locations": [_location(site, verdict) for site in sites[:10]],
        "partialFingerprints": {"assetQaFinding/v1": hashlib.sha256(identity.encode()).hexdigest()},
        "properties": {k: v for k, v in properties.items() if v is not None},
    }


def _location(site: Site, verdict: Verdict) -> dict[str, Any]:
    path = site_location(site, verdict).encode("utf-8", "replace").decode()
    physical: dict[str, Any] = {
        "artifactLocation": {"uri": quote(path or "asset", safe="/-._~"), "uriBaseId": "%SRCROOT%"}
    }
    if site.line is not None and site.line > 0:
        physical["region"] = {"startLine": site.line}
    location: dict[str, Any] = {"physicalLocation": physical}
    if site.prim_path:
        prim = one_line(site.prim_path)
        location["logicalLocations"] = [
            {"fullyQualifiedName": prim, "name": prim.rpartition("/")[2] or prim, "kind": "prim"}
        ]
    return location


def _rule(code: str) -> dict[str, Any]:
    row = CODES_BY_ID.get(code)
    if row is None:
        return {"id": code, "shortDescription": {"text": code}}
    rule: dict[str, Any] = {
        "id": code,
        "name": "".join(part.capitalize() for part in row.name.split("-")),
        "shortDescription": {"text": row.name.replace("-", " ").capitalize()},
        "fullDescription": {"text": row.text},
        "defaultConfiguration": {"level": _LEVELS.get(row.severity, "note")},
        "help": {"text": f"{row.text} {row.fix}".strip()},
    }
    return rule
