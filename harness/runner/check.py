"""Judge an asset by its files alone: intake and safeguards, all findings, no engine and nothing written."""

from __future__ import annotations

import shlex
import time
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from harness.errors import HarnessError, UsageError
from harness.intake import Intake, read_asset
from harness.outcomes import Outcome, Phase, Severity
from harness.runner.asset_record import asset_record
from harness.runner.case_rules import grading_today
from harness.safeguards import run_safeguards
from harness.stage.facts import StageFacts
from harness.verdict import AssetRecord, EngineRecord, Finding, Verdict, finding
from harness.waivers import Policy, grade

__all__ = ["CHECK", "CHECK_VERSION", "CheckOptions", "check_asset", "unchecked"]

CHECK = "check"
"""What stands for the name of a test in the verdict of a check."""
CHECK_VERSION = "1.0.0"

# An absence means nothing while parts of the asset are missing.
_ABSENCES = frozenset({"SAF001", "SAF002", "SAF021"})
_ORDER = list(Severity)
_DECIDING = ((Severity.FAIL, Outcome.FAIL), (Severity.INCONCLUSIVE, Outcome.INCONCLUSIVE))


@dataclass(frozen=True, kw_only=True)
class CheckOptions:
    """What the user asked for, besides the asset."""

    variants: Mapping[str, str] = field(default_factory=dict)
    policy: Policy = field(default_factory=Policy)
    config_files: tuple[str, ...] = ()
    is_strict: bool = False
    are_validators_wanted: bool = False
    """Whether to run the published rules too."""


def check_asset(path: str, name: str, options: CheckOptions) -> Verdict:
    """Read an asset, run all safeguards, and say what they found; never raises for anything wrong with the asset.

    An asset of which a part is missing is an ERROR: what was found in the rest is listed all the same. A joint to the
    world does not decide here, since it is no defect; tests that drop the asset skip it.

    Args:
        path: File as the user gave it.
        name: Short name, unique among the checked assets.
        options: Variants, rules and strictness.

    Raises:
        UsageError: If the file is of no known format, or a variant does not exist.
    """
    started, clock = datetime.now(UTC), time.monotonic()
    grading = grading_today(options.policy, path)
    seen = _look(path, name, options)
    graded = sorted(grade(seen.findings, grading), key=lambda f: _ORDER.index(f.severity))
    outcome = _decide(graded, is_strict=options.is_strict)
    return Verdict(
        outcome=outcome,
        summary=_summary(outcome, graded, seen.facts),
        test=CHECK,
        test_version=CHECK_VERSION,
        asset=seen.record,
        engine=EngineRecord(name="none"),
        is_strict=options.is_strict,
        findings=tuple(graded),
        durations_s={"total_s": round(time.monotonic() - clock, 4)},
        error=seen.error,
        error_phase=Phase.SAFEGUARD.value if seen.error is not None else None,
        reproduce=_command(path, options),
        started_at=started.isoformat(timespec="seconds"),
    )


@dataclass
class _Seen:
    """What is known about an asset; an exception at any point still leaves so much."""

    record: AssetRecord
    facts: StageFacts | None = None
    findings: list[Finding] = field(default_factory=list)
    error: str | None = None


def _look(path: str, name: str, options: CheckOptions) -> _Seen:
    """Read the asset and run everything that is wanted."""
    seen = _Seen(record=AssetRecord(name=name, path=path))
    try:
        intake = read_asset(Path(path), variants=options.variants)
        seen.facts = intake.facts if intake.facts is not None else intake.partial_facts
        seen.record = asset_record(name, path, intake, seen.facts)
        seen.findings += [*intake.findings, *_safeguard_findings(intake)]
        if options.are_validators_wanted:
            from harness.intake.published_rules import published_findings

            seen.findings += published_findings(intake.usd_path, seen.findings)
    except UsageError:
        raise
    except HarnessError as problem:
        seen.findings.append(finding(problem.code, str(problem)))
        seen.error = traceback.format_exc()
    except Exception as problem:  # noqa: BLE001 - one broken asset must not take the others along
        seen.findings.append(finding("HAR001", f"{type(problem).__name__} while checking: {problem}"))
        seen.error = traceback.format_exc()
    return seen


def unchecked(path: str, name: str, options: CheckOptions, reason: Finding) -> Verdict:
    """Return the verdict of an asset that was not looked at.

    Args:
        path: File as the user gave it.
        name: Short name.
        options: What the user asked for.
        reason: Why it was not.
    """
    return Verdict(
        outcome=Outcome.ERROR,
        summary=f"Could not be checked: {reason.message}",
        test=CHECK,
        test_version=CHECK_VERSION,
        asset=AssetRecord(name=name, path=path),
        engine=EngineRecord(name="none"),
        is_strict=options.is_strict,
        findings=(reason,),
        reproduce=_command(path, options),
        started_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _safeguard_findings(intake: Intake) -> list[Finding]:
    if intake.facts is not None:
        return list(run_safeguards(intake.facts))
    if intake.partial_facts is None:
        return []
    return [f for f in run_safeguards(intake.partial_facts) if f.code not in _ABSENCES]


def _decide(findings: Sequence[Finding], *, is_strict: bool) -> Outcome:
    severities = {f.severity for f in findings}
    if severities & {Severity.ERROR, Severity.BLOCKED}:
        return Outcome.ERROR
    for severity, outcome in _DECIDING:
        if severity in severities:
            return outcome
    return Outcome.FAIL if is_strict and Severity.WARN in severities else Outcome.PASS


def _summary(outcome: Outcome, findings: Sequence[Finding], facts: StageFacts | None) -> str:
    if outcome is Outcome.PASS:
        warnings = sum(f.severity is Severity.WARN for f in findings)
        waived = sum(f.is_waived for f in findings)
        remarks = [f"{warnings} warning{'s' if warnings > 1 else ''} to look at"] if warnings else []
        remarks += [f"{waived} waived"] if waived else []
        what = " and ".join(remarks) if remarks else "no defect found"
        return f"{what[:1].upper()}{what[1:]} in {_content(facts)}. Nothing was simulated."
    severity = {
        Outcome.FAIL: Severity.FAIL,
        Outcome.ERROR: Severity.ERROR,
        Outcome.INCONCLUSIVE: Severity.INCONCLUSIVE,
    }[outcome]
    lead = {Outcome.FAIL: "Has a defect: ", Outcome.ERROR: "Could not be checked completely: "}
    reasons = [f for f in findings if f.severity is severity]
    if not reasons:
        reasons = [f for f in findings if f.severity is Severity.WARN]
        return f"Fails under --strict: {reasons[0].message}"
    more = f" ({len(reasons) - 1} more)" if len(reasons) > 1 else ""
    return f"{lead.get(outcome, 'No clear answer: ')}{reasons[0].message}{more}"


def _content(facts: StageFacts | None) -> str:
    if facts is None:
        return "the file"
    counts = (
        (len(facts.bodies), "body", "bodies"),
        (len(facts.colliders), "collider", "colliders"),
        (len(facts.joints), "joint", "joints"),
        (facts.triangle_count, "triangle", "triangles"),
    )
    words = [f"{n:,} {one if n == 1 else many}" for n, one, many in counts if n]
    return ", ".join(words) if words else f"{facts.prim_count:,} prims"


def _command(path: str, options: CheckOptions) -> str:
    words = ["asset-qa", "check", f"./{path}" if path.startswith("-") else path]
    for file in options.config_files:
        words += ["--config", file]
    for name, selection in options.variants.items():
        words += ["--variant", f"{name}={selection}"]
    return shlex.join([*words, "--strict"] if options.is_strict else words)
