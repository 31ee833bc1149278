"""One sentence for a reader without simulation knowledge."""

from __future__ import annotations

from collections.abc import Sequence

from harness.outcomes import Outcome, Severity
from harness.verdict import Finding

__all__ = ["summarise"]

_SEVERITY_OF = {
    Outcome.FAIL: Severity.FAIL,
    Outcome.ERROR: Severity.ERROR,
    Outcome.NOT_APPLICABLE: Severity.NOT_APPLICABLE,
    Outcome.INCONCLUSIVE: Severity.INCONCLUSIVE,
    Outcome.BLOCKED: Severity.BLOCKED,
}
_LEADS = {
    Outcome.FAIL: "Does not behave: ",
    Outcome.ERROR: "Could not be tested: ",
    Outcome.NOT_APPLICABLE: "The test does not apply: ",
    Outcome.INCONCLUSIVE: "No clear answer: ",
    Outcome.BLOCKED: "Could not run on this machine: ",
}


def summarise(outcome: Outcome, findings: Sequence[Finding], pass_sentence: str) -> str:
    """Say the outcome and its main reason.

    Args:
        outcome: The answer.
        findings: All findings, most serious first.
        pass_sentence: What the test says of an asset that passes.
    """
    if outcome is Outcome.PASS:
        return _pass_sentence(findings, pass_sentence)
    reasons = [f for f in findings if f.severity is _SEVERITY_OF[outcome]]
    if not reasons and outcome is Outcome.FAIL:
        reasons = [f for f in findings if f.severity is Severity.WARN]
        return "Fails under --strict: " + (reasons[0].message if reasons else "a required condition was not met.")
    if not reasons:
        return _LEADS[outcome] + "a required condition could not be decided."
    more = f" ({len(reasons) - 1} more)" if len(reasons) > 1 else ""
    return _LEADS[outcome] + reasons[0].message + more


def _pass_sentence(findings: Sequence[Finding], pass_sentence: str) -> str:
    warnings = sum(f.severity is Severity.WARN for f in findings)
    waived = [f for f in findings if f.is_waived]
    accepted = [f for f in waived if f.regrade is not None and f.regrade.original is Severity.FAIL]
    if accepted:
        more = f" ({len(accepted) - 1} more failures are waived)" if len(accepted) > 1 else ""
        return f"Passes only because a failure is waived: {accepted[0].message}{more}"
    text = pass_sentence or "Meets every required condition"
    if waived:
        text += f", with {len(waived)} waiver{'s' if len(waived) > 1 else ''}"
        return f"{text} and {warnings} warning{'s' if warnings > 1 else ''} to look at." if warnings else f"{text}."
    if warnings:
        return f"{text}, with {warnings} warning{'s' if warnings > 1 else ''} to look at."
    return f"{text}."
